//! Who beats whom in the five games, with budgets small enough for a test. `agents/README.md` has the whole table.

use marque::bosman::Bosman;
use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::santy_anno::SantyAnno;
use marque::somaliland::Somaliland;
use marque::toml;
use marque_agents::Knowledge;

use crate::score;

/// Plays `rounds` rounds of seats and expects the first bot to be clearly ahead of the others.
fn beats<G: Knowledge>(seats: usize, bot: &str, rival: &str, rounds: u64) {
    scores_above::<G>(0.55, seats, bot, rival, rounds);
}

fn scores_above<G: Knowledge>(least: f32, seats: usize, bot: &str, rival: &str, rounds: u64) {
    let game = G::create(seats, &toml::Table::new()).unwrap();
    let score = score(&game, bot, rival, rounds);
    assert!(score > least, "{bot} scores {score} against {rival} in {} with {seats} seats", G::INFO.name);
}

#[test]
fn greedy_beats_random() {
    beats::<Bosman>(2, "greedy", "random", 10);
    beats::<Dzicz>(2, "greedy", "random", 10);
    beats::<Hexxi>(2, "greedy", "random", 5);
    // Who guesses at once is at the ships first: 0.553 [0.529, 0.578] is all there is, so it takes many games to show.
    scores_above::<SantyAnno>(0.52, 3, "greedy", "random", 200);
    beats::<Somaliland>(2, "greedy", "random", 3);
}

#[test]
fn the_search_beats_greedy() {
    beats::<Bosman>(2, "search:iterations=200", "greedy", 20);
    beats::<Dzicz>(2, "search:iterations=100", "greedy", 10);
    beats::<Hexxi>(3, "search:iterations=800", "greedy", 25);
    beats::<SantyAnno>(8, "search:iterations=200", "greedy", 4);
    beats::<Somaliland>(2, "search:iterations=300", "greedy", 15);
}

#[test]
fn the_search_beats_a_script() {
    beats::<Bosman>(4, "search:iterations=100", "saver", 5);
    beats::<Dzicz>(3, "search:iterations=100", "raider", 8);
    beats::<Hexxi>(3, "search:iterations=100", "trader", 10);
    beats::<SantyAnno>(5, "search:iterations=100", "checker", 10);
    beats::<Somaliland>(3, "search:iterations=50", "safe", 3);
}

#[test]
fn more_thought_is_better() {
    beats::<Dzicz>(2, "search:iterations=400", "search:iterations=20", 10);
    beats::<Hexxi>(2, "search:iterations=400", "search:iterations=20", 15);
}
