//! Random playouts of every game, and of Connect Four beside two published crates.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;

use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, stream};
use marque::{Game, toml};

/// Games a sample: enough that their mean length is steady.
const GAMES: u64 = 200;

fn decisions<G: Game>(game: &G) -> u64 {
    let mut rng = stream(1, 0, Purpose::Chance);
    (0..GAMES).map(|_| u64::from(game.playout(&mut game.start(), &mut rng))).sum()
}

fn bench_game<G: Game>(criterion: &mut Criterion, seats: usize) {
    let game = G::create(seats, &toml::Table::new()).expect("the defaults are allowed");
    let mut group = criterion.benchmark_group("decisions");
    group.throughput(Throughput::Elements(decisions(&game)));
    group.bench_function(format!("{}-{seats}p", G::NAME), |bencher| {
        bencher.iter(|| decisions(&game));
    });
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    bench_game::<ConnectFour>(criterion, 2);
    for name in marque::NAMES {
        let () = marque::with_game!(name, G => for &seats in G::SEATS {
            bench_game::<G>(criterion, seats);
        })
        .expect("every name is a game's");
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = playouts
}
criterion_main!(benches);
