//! Iterations of the search in every game, and how they spread over threads.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;

use std::sync::Arc;

use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marque::random::{Purpose, stream};
use marque::{Game, Table, Turn, toml};
use marque_agents::learn::{Learnt, Net, rule_numbers};
use marque_agents::{Budget, Evaluator, Knowledge, Options, Search};

impl Knowledge for ConnectFour {}

fn search<G: Knowledge>(table: &Table<G>, options: Options) {
    let Turn::Seat(seat) = table.turn() else { unreachable!("the game has just begun") };
    let mut search = Search::new(options);
    search.analyse(&table.view(seat), &mut stream(1, 0, Purpose::Seat(seat)));
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

/// One evaluation of the first decision of every game, made by hand and corrected by a network.
fn evaluations(criterion: &mut Criterion) {
    for name in marque::NAMES {
        let mut group = criterion.benchmark_group(format!("evaluation-{name}"));
        let () = marque::with_game!(name, G => {
            let game = G::create(G::INFO.seats[0], &toml::Table::new()).expect("the defaults are allowed");
            let mut state = game.start();
            game.settle(&mut state, &mut stream(1, 0, Purpose::Chance));
            let net = Net::new(rule_numbers(&game).len(), 0, || 0.1);
            let evaluators: [(&str, Arc<dyn Evaluator<G>>); 2] =
                [("by-hand", G::evaluator()), ("learnt", Arc::new(Learnt::new(Arc::new(net))))];
            for (made, evaluator) in evaluators {
                group.bench_function(made, |bencher| bencher.iter(|| evaluator.evaluate(&game, &state)));
            }
        })
        .expect("every name is a game's");
        group.finish();
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
    targets = every_game, evaluations, on_threads
}
criterion_main!(benches);
