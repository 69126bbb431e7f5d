//! Random playouts of every game.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;

use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, Rng, stream};
use marque::{Game, Show, toml};

/// Games a sample: enough that their mean length is steady.
const GAMES: u64 = 200;

fn decisions<G: Show>(game: &G, games: u64, rng: &mut Rng) -> u64 {
    (0..games).map(|_| u64::from(game.playout(&mut game.start(), rng))).sum()
}

fn bench_game<G: Show>(criterion: &mut Criterion, seats: usize) {
    let game = G::create(seats, &toml::Table::new()).expect("the defaults are allowed");
    let mut group = criterion.benchmark_group("decisions");
    // New games all the time: a processor learns to foresee a few hundred that come again and again.
    let mut rng = stream(1, 0, Purpose::Chance);
    group.throughput(Throughput::Elements(decisions(&game, 50 * GAMES, &mut rng) / 50));
    group.bench_function(format!("{}-{seats}p", G::INFO.name), |bencher| {
        bencher.iter(|| decisions(&game, GAMES, &mut rng));
    });
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    bench_game::<ConnectFour>(criterion, 2);
    for name in marque::NAMES {
        let () = marque::with_game!(name, G => for &seats in G::INFO.seats {
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
