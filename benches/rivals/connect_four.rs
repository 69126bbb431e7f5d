//! Connect Four beside two published crates, in one run: random games, and iterations of the search.

#[path = "../../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;
#[allow(missing_docs)]
mod players;

use board_game::ai::mcts::{Node, mcts_build_tree};
use board_game::games::connect4::Connect4;
use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, stream};
use marque::{Game, Seat, Table, toml};
use marque_agents::{Budget, Knowledge, Options, Search};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_xoshiro_06::rand_core::SeedableRng;

impl Knowledge for ConnectFour {}

/// What `minimax` explores with: the root of 2 / ln 2.
const EXPLORATION: f32 = 1.7;

/// Whole games of Connect Four, the same work for all three.
fn games(criterion: &mut Criterion) {
    let game = ConnectFour::create(2, &toml::Table::new()).expect("the defaults are allowed");
    let mut group = criterion.benchmark_group("connect-four-games");
    group.throughput(Throughput::Elements(1));
    let mut rng = stream(1, 0, Purpose::Chance);
    group.bench_function("marque", |bencher| bencher.iter(|| game.playout(&mut game.start(), &mut rng)));
    let mut old_rng = rand_xoshiro_06::Xoshiro256PlusPlus::seed_from_u64(1);
    group.bench_function("board-game", |bencher| bencher.iter(|| players::board_game_playout(&mut old_rng)));
    let mut moves = Vec::new();
    group.bench_function("minimax", |bencher| bencher.iter(|| players::minimax_playout(&mut moves, &mut rng)));
    group.finish();
}

/// One thread, one random playout an iteration, from the empty board.
fn iterations(criterion: &mut Criterion) {
    let table = Table::new(ConnectFour::create(2, &toml::Table::new()).expect("the defaults are allowed"));
    for iterations in [10_000, 200_000] {
        let mut group = criterion.benchmark_group(format!("connect-four-{iterations}"));
        group.throughput(Throughput::Elements(iterations.into()));
        let options = Options { budget: Budget::Iterations(iterations), c: EXPLORATION, ..Options::default() };
        let search = || {
            let mut search = Search::new(options);
            search.analyse(&table.view(Seat(0)), &mut stream(1, 0, Purpose::Seat(Seat(0))));
            search.size()
        };
        let (nodes, bytes) = search();
        println!("marque: {nodes} nodes of {:.1} bytes with all room to grow", bytes as f64 / nodes as f64);
        group.bench_function("marque", |bencher| bencher.iter(search));

        let board = Connect4::default();
        let mut rng = rand_xoshiro_06::Xoshiro256PlusPlus::seed_from_u64(1);
        let mut grow = || mcts_build_tree(&board, iterations.into(), EXPLORATION, &mut rng).nodes.len();
        println!("board-game: {} nodes of {} bytes", grow(), size_of::<Node<u8>>());
        group.bench_function("board-game", |bencher| bencher.iter(&mut grow));

        let mut strategy = MonteCarloTreeSearch::<players::MinimaxFour>::new(MCTSOptions::default().with_num_threads(1));
        strategy.set_max_rollouts(iterations);
        let board = players::Board::default();
        group.bench_function("minimax", |bencher| bencher.iter(|| strategy.choose_move(&board)));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = games, iterations
}
criterion_main!(benches);
