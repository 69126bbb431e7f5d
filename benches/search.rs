//! Iterations of the search in every game, and in Connect Four beside two published crates.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;
#[allow(dead_code, missing_docs)]
mod rivals;

use board_game::ai::mcts::{Node, mcts_build_tree};
use board_game::games::connect4::Connect4;
use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, stream};
use marque::{Game, Table, Turn, toml};
use marque_agents::{Budget, Knowledge, Options, Search};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_xoshiro_06::rand_core::SeedableRng;

impl Knowledge for ConnectFour {}

/// What `minimax` explores with: the root of 2 / ln 2.
const EXPLORATION: f32 = 1.7;

fn search<G: Knowledge>(table: &Table<G>, options: Options) -> (usize, usize) {
    let Turn::Seat(seat) = table.turn() else { unreachable!("the game has just begun") };
    let mut search = Search::new(options);
    search.analyse(&table.view(seat), &mut stream(1, 0, Purpose::Seat(seat)));
    search.size()
}

/// One thread, one random playout an iteration, from the empty board.
fn side_by_side(criterion: &mut Criterion) {
    let table = Table::new(ConnectFour::create(2, &toml::Table::new()).expect("the defaults are allowed"));
    for iterations in [10_000, 200_000] {
        let mut group = criterion.benchmark_group(format!("connect-four-{iterations}"));
        group.throughput(Throughput::Elements(iterations.into()));
        let options = Options { budget: Budget::Iterations(iterations), c: EXPLORATION, ..Options::default() };
        let (nodes, bytes) = search(&table, options);
        println!("marque: {nodes} nodes of {:.1} bytes with all room to grow", bytes as f64 / nodes as f64);
        group.bench_function("marque", |bencher| bencher.iter(|| search(&table, options)));

        let board = Connect4::default();
        let mut rng = rand_xoshiro_06::Xoshiro256PlusPlus::seed_from_u64(1);
        let mut grow = || mcts_build_tree(&board, iterations.into(), EXPLORATION, &mut rng).nodes.len();
        println!("board-game: {} nodes of {} bytes", grow(), size_of::<Node<u8>>());
        group.bench_function("board-game", |bencher| bencher.iter(&mut grow));

        let mut strategy = MonteCarloTreeSearch::<rivals::MinimaxFour>::new(MCTSOptions::default().with_num_threads(1));
        strategy.set_max_rollouts(iterations);
        let board = rivals::Board::default();
        group.bench_function("minimax", |bencher| bencher.iter(|| strategy.choose_move(&board)));
        group.finish();
    }
}

/// The state in which the first seat decides.
fn first_decision<G: Knowledge>(seats: usize) -> Table<G> {
    let mut table = Table::new(G::create(seats, &toml::Table::new()).expect("the defaults are allowed"));
    let mut chance = stream(1, 0, Purpose::Chance);
    while table.roll(&mut chance).is_some() {}
    table
}

/// A thousand iterations from the first decision, with the options that fit the game.
fn bench_game<G: Knowledge>(criterion: &mut Criterion, seats: usize) {
    let iterations = 1000;
    let table = first_decision::<G>(seats);
    let mut group = criterion.benchmark_group("iterations");
    group.throughput(Throughput::Elements(iterations.into()));
    group.bench_function(format!("{}-{seats}p", G::INFO.name), |bencher| {
        bencher.iter(|| search(&table, Options { budget: Budget::Iterations(iterations), ..G::tuning() }));
    });
    group.finish();
}

fn every_game(criterion: &mut Criterion) {
    bench_game::<ConnectFour>(criterion, 2);
    for name in marque::NAMES {
        let () = marque::with_game!(name, G => for &seats in G::INFO.seats {
            bench_game::<G>(criterion, seats);
        })
        .expect("every name is a game's");
    }
}

/// One position of every game on one and on two threads.
fn on_threads(criterion: &mut Criterion) {
    let iterations = 20_000;
    for name in marque::NAMES {
        let mut group = criterion.benchmark_group(format!("threads-{name}"));
        group.throughput(Throughput::Elements(iterations.into()));
        for threads in [1, 2] {
            let () = marque::with_game!(name, G => {
                let table = first_decision::<G>(G::INFO.seats[0]);
                let options = Options { budget: Budget::Iterations(iterations), threads, ..G::tuning() };
                group.bench_function(threads.to_string(), |bencher| bencher.iter(|| search(&table, options)));
            })
            .expect("every name is a game's");
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = side_by_side, every_game, on_threads
}
criterion_main!(benches);
