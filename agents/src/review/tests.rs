use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::random::Rng;
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

fn measure<G: Knowledge>(bots: &[&str], iterations: u32, viewer: Option<Seat>) {
    let mut noise = Vec::new();
    let mut calm = Vec::new();
    let mut up = Vec::new();
    let mut events = 0;
    let start = std::time::Instant::now();
    for seed in 0..2 {
        let table = played::<G>(bots, seed);
        events += table.events().len();
        let short = Table::clone(&table);
        let options = options::<G>(iterations);
        let game = short.game();
        let mut states = vec![game.start()];
        for &event in short.events() {
            let mut state = states[states.len() - 1].clone();
            game.apply(&mut state, event);
            states.push(state);
        }
        let judge = |seed| Judge { game, options, iterations, seed };
        let [one, two] = [1, 2].map(|seed| judge(seed).moments(short.events(), &states, viewer));
        for (a, b) in one.iter().zip(&two) {
            noise.push((a.values[0] - b.values[0]).abs());
        }
        for pair in one.windows(2) {
            if let Some(Actor::Seat(mover)) = pair[1].by {
                let swing = pair[1].values[mover.index()] - pair[0].values[mover.index()];
                calm.push(swing.abs());
                up.push(swing);
            }
        }
    }
    let q = |v: &mut Vec<f32>| {
        v.sort_by(f32::total_cmp);
        let at = |q: f64| v[((v.len() - 1) as f64 * q) as usize];
        format!(
            "mean {:.3} median {:.3} p95 {:.3} max {:.3}",
            v.iter().sum::<f32>() / v.len() as f32,
            at(0.5),
            at(0.95),
            at(1.0)
        )
    };
    println!("{} {viewer:?} {iterations} it, {events} events, {:?}", G::INFO.name, start.elapsed());
    println!("   reseed: {}", q(&mut noise));
    println!("   choices abs: {}", q(&mut calm));
    println!("   choices signed for the mover: {}", q(&mut up));
}

/// A game against a beginner who plays anything has its blunders listed, nearly all of them the beginner's.
#[test]
fn the_blunders_of_random_against_captain_are_listed() {
    let table = played::<Hexxi>(&["random", "captain"], 1);
    let review = review(&table, &options::<Hexxi>(300), None, 1);
    let blunders = |seat| {
        let by = |decision: &&&Decision| decision.seat == seat && decision.grade == Some(Grade::Blunder);
        review.mistakes().iter().filter(by).count()
    };
    assert!(blunders(Seat(0)) >= 3 && blunders(Seat(1)) <= 1, "{} and {}", blunders(Seat(0)), blunders(Seat(1)));
    let gaps: Vec<f32> = review.mistakes().iter().map(|decision| decision.gap).collect();
    assert!(gaps.is_sorted_by(|a, b| a >= b), "{gaps:?}");
    let why = review.mistakes()[0].why.clone().unwrap();
    assert!(!why.best.told.is_empty() && !why.played.told.is_empty() && !why.because.is_empty(), "{why:?}");
}

#[test]
#[ignore = "measures"]
fn figures() {
    let iterations = std::env::var("IT").map_or(400, |it| it.parse().unwrap());
    for viewer in [None, Some(Seat(0))] {
        measure::<marque::bosman::Bosman>(&["mate", "mate"], iterations, viewer);
        measure::<Dzicz>(&["mate", "mate"], iterations, viewer);
        measure::<Hexxi>(&["mate", "mate"], iterations, viewer);
        measure::<marque::santy_anno::SantyAnno>(&["mate", "mate", "mate"], iterations, viewer);
        measure::<marque::somaliland::Somaliland>(&["mate", "mate"], iterations, viewer);
    }
}
