use marque::bosman::Bosman;
use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::random::Rng;
use marque::santy_anno::SantyAnno;
use marque::somaliland::Somaliland;
use marque::{Game, toml};

use super::*;
use crate::bot::Bot;

/// A game of bots, one a seat.
pub(super) fn played<G: Knowledge>(bots: &[&str], seed: u64) -> Table<G> {
    let mut table = Table::new(G::create(bots.len(), &toml::Table::new()).unwrap());
    let mut agents: Vec<_> = bots.iter().map(|bot| Bot::parse::<G>(bot).unwrap().sit::<G>()).collect();
    let mut rng: Rng = stream(seed, 0, Purpose::Chance);
    loop {
        match table.turn() {
            Turn::Over => return table,
            Turn::Chance => drop(table.roll(&mut rng)),
            Turn::Seat(seat) => {
                let action = agents[seat.index()].choose(&table.view(seat), &mut rng).unwrap();
                table.choose(action).unwrap();
            }
        }
    }
}

pub(super) fn options<G: Knowledge>(iterations: u32) -> Options {
    Options { budget: Budget::Iterations(iterations), ..G::tuning() }
}

#[test]
fn a_review_does_not_depend_on_threads() {
    let table = played::<Hexxi>(&["random", "random"], 1);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| review(&table, &options::<Hexxi>(40), None, 1))
    };
    let one = on(1);
    assert_eq!(one, on(3));
    assert_ne!(one, review(&table, &options::<Hexxi>(40), None, 2));
}

#[test]
fn swings_add_up_to_the_way_from_the_first_position_to_the_last() {
    let table = played::<Dzicz>(&["random", "greedy"], 2);
    let review = review(&table, &options::<Dzicz>(40), None, 1);
    assert_eq!(review.moments.len(), table.events().len() + 1);
    for (seat, swings) in review.swings.iter().enumerate() {
        let way = review.moments[review.moments.len() - 1].values[seat] - review.moments[0].values[seat];
        assert!((swings.luck + swings.own + swings.others - way).abs() < 1e-4);
        assert!(swings.by_choice >= (swings.own + swings.others).abs() - 1e-4);
    }
    let standing = table.standing();
    let last = &review.moments[review.moments.len() - 1].values;
    assert!(Seat::all(2).all(|seat| last[seat.index()] == table.game().reward(&standing, seat)));
}

#[test]
fn one_seat_s_review_is_about_its_decisions_and_shows_no_more_than_it_saw() {
    let table = played::<Hexxi>(&["random", "random"], 1);
    let review = review(&table, &options::<Hexxi>(40), Some(Seat(1)), 1);
    assert!(review.decisions.iter().all(|decision| decision.seat == Seat(1)));
    let hidden = |moment: &&Moment| moment.by == Some(Actor::Seat(Seat(0))) && moment.event.starts_with("place:");
    assert!(review.moments.iter().filter(hidden).all(|moment| moment.event.starts_with("place:?@")));
}

/// A game against a beginner who plays anything has its blunders listed, the worst first, and all are the beginner's.
#[test]
fn the_blunders_of_random_against_a_search_are_listed() {
    let table = played::<Hexxi>(&["random", "search:iterations=4000"], 1);
    let review = review(&table, &options::<Hexxi>(300), None, 1);
    let [beginner, search] = [0, 1].map(|seat| {
        let listed = |decision: &&&Decision| decision.seat == Seat(seat) && decision.grade >= Some(Grade::Mistake);
        review.mistakes().iter().filter(listed).count()
    });
    assert!(beginner >= 5 && search == 0, "{beginner} and {search}");
    let gaps: Vec<f32> = review.mistakes().iter().map(|decision| decision.gap).collect();
    assert!(gaps.is_sorted_by(|a, b| a >= b), "{gaps:?}");
    let why = review.mistakes()[0].why.clone().unwrap();
    assert!(!why.best.told.is_empty() && !why.played.told.is_empty() && !why.because.is_empty(), "{why:?}");
}

/// How restless the curve of the first events of a game is: how far two judges with other seeds are apart in each position,
/// and how far choices move the seat that made them. Greedy players give little away.
fn unrest<G: Knowledge>(seats: usize, events: usize, iterations: u32, viewer: Option<Seat>) -> [Vec<f32>; 2] {
    let mut table = played::<G>(&vec!["greedy"; seats], 3);
    table.rewind(events.min(table.events().len()));
    let game = table.game();
    let states = states(&table);
    let moments = |seed| {
        Judge { game, options: options::<G>(iterations), iterations, seed }.moments(table.events(), &states, viewer)
    };
    let [one, two] = [1, 2].map(moments);
    let apart: Vec<f32> = one.iter().zip(&two).map(|(one, two)| (one.values[0] - two.values[0]).abs()).collect();
    let jump = |pair: &[Moment]| match pair[1].by {
        Some(Actor::Seat(seat)) => Some((pair[1].values[seat.index()] - pair[0].values[seat.index()]).abs()),
        _ => None,
    };
    let jumps: Vec<f32> = one.windows(2).filter_map(jump).collect();
    // With one legal action there is nothing in between two positions.
    for (ply, pair) in one.windows(2).enumerate() {
        assert!(
            !Judge { game, options: options::<G>(2), iterations, seed: 1 }.is_forced(&states[ply])
                || pair[0].values == pair[1].values
        );
    }
    [apart, jumps].map(|mut sizes| {
        sizes.sort_by(f32::total_cmp);
        sizes
    })
}

fn quantile(sorted: &[f32], share: f32) -> f32 {
    sorted[((sorted.len() - 1) as f32 * share).round() as usize]
}

macro_rules! in_every_game {
    ($function:ident($($argument:expr),*)) => {
        [
            $function::<Bosman>(2, $($argument),*),
            $function::<Dzicz>(2, $($argument),*),
            $function::<Hexxi>(2, $($argument),*),
            $function::<SantyAnno>(3, $($argument),*),
            $function::<Somaliland>(2, $($argument),*),
        ]
    };
}

/// The same position looks the same however often it is looked at, to one seat and to whoever sees everything, and a curve does
/// not jump where nothing happened. With everything seen, a choice may well decide a race of heads.
#[test]
fn the_curve_does_not_jump_between_positions_with_nothing_in_between() {
    let (outside, inside) = (in_every_game!(unrest(24, 600, None)), in_every_game!(unrest(24, 600, Some(Seat(0)))));
    for [apart, _] in outside.iter().chain(&inside) {
        assert!(quantile(apart, 0.5) < 0.03 && quantile(apart, 0.95) < 0.15, "{apart:?}");
    }
    for [_, jumps] in &inside {
        assert!(quantile(jumps, 0.5) < 0.08 && quantile(jumps, 0.95) < 0.2, "{jumps:?}");
    }
}

/// How restless the curves of whole games are:
/// `cargo test -p marque-agents --lib -- --ignored --nocapture restless`
#[test]
#[ignore = "takes a minute, and only prints"]
fn how_restless_curves_are() {
    for viewer in [None, Some(Seat(0))] {
        println!(
            "known: {viewer:?}; two judges apart in points of a hundred, and jumps by choices: median, 95 %, most"
        );
        for (game, sizes) in marque::NAMES.iter().zip(in_every_game!(unrest(usize::MAX, 300, viewer))) {
            let [apart, jumps] =
                sizes.map(|sizes| [0.5, 0.95, 1.0].map(|share| (1000.0 * quantile(&sizes, share)).round() / 10.0));
            println!("{game}: {apart:?} {jumps:?}");
        }
    }
}
