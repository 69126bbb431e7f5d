use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::random::Rng;
use marque::{Game, toml};

use super::*;
use crate::bot::Bot;

/// A game of bots, one a seat.
fn played<G: Knowledge>(bots: &[&str], seed: u64) -> Table<G> {
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

fn options<G: Knowledge>(iterations: u32) -> Options {
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
