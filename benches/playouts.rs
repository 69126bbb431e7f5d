//! Random playouts of every game, and of Connect Four beside two published crates.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;
#[allow(dead_code, missing_docs)]
mod rivals;

use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, Rng, stream};
use marque::{Game, Show, toml};
use rand_xoshiro_06::rand_core::SeedableRng;

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

/// Whole games of Connect Four, the same work for all three.
fn side_by_side(criterion: &mut Criterion) {
    let game = ConnectFour::create(2, &toml::Table::new()).expect("the defaults are allowed");
    let mut group = criterion.benchmark_group("connect-four-games");
    group.throughput(Throughput::Elements(1));
    let mut rng = stream(1, 0, Purpose::Chance);
    group.bench_function("marque", |bencher| bencher.iter(|| game.playout(&mut game.start(), &mut rng)));
    let mut old_rng = rand_xoshiro_06::Xoshiro256PlusPlus::seed_from_u64(1);
    group.bench_function("board-game", |bencher| bencher.iter(|| rivals::board_game_playout(&mut old_rng)));
    let mut moves = Vec::new();
    group.bench_function("minimax", |bencher| bencher.iter(|| rivals::minimax_playout(&mut moves, &mut rng)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = playouts, side_by_side
}
criterion_main!(benches);
