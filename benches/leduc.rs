//! Iterations a second of the search at the first decision in Leduc poker, for `benches/leduc.py`.

#[path = "../examples/leduc.rs"]
#[allow(missing_docs, dead_code)]
mod leduc;

use std::time::Duration;

use leduc::Leduc;
use marque::random::{Purpose, stream};
use marque::{Game, Seat, Table, toml};
use marque_agents::{Budget, Knowledge, Options, Search};
use rustix::time::{ClockId, clock_gettime};

impl Knowledge for Leduc {}

/// The processor time of this thread.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() {
    let iterations = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let mut table = Table::new(Leduc::create(2, &toml::Table::new()).expect("the defaults are allowed"));
    for card in ["card:J", "card:Q"] {
        table.happen(card).expect("the cards are there");
    }
    let options = Options { budget: Budget::Iterations(iterations), ..Options::default() };
    let began = now();
    let analysis = Search::new(options).analyse(&table.view(Seat(0)), &mut stream(1, 0, Purpose::Seat(Seat(0))));
    // What is solved takes fewer than asked for.
    println!("{:.0}", analysis.iterations as f64 / (now() - began).as_secs_f64());
}
