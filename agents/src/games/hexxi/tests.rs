use std::collections::BTreeMap;

use marque::{Game, Notation, Seat, Show};

use super::ledger::{Chart, highest_bid};
use super::*;
use crate::games::trial::{bot, draws_by_priors, game, keeps_the_contract, payoff_among_random, play};

#[test]
fn values_and_priors_keep_the_contract() {
    for rules in ["", "board_side = 3\nrounds = 5\nvalue_ship = 12\nmax_bid = 60", "board_side = 5\nwarships = 2"] {
        for seats in 2..=4 {
            keeps_the_contract::<Hexxi>(seats, rules, 10);
        }
    }
}

#[test]
fn actions_are_drawn_by_their_priors() {
    for (seats, rules) in [(2, ""), (3, "edge_placing = false"), (4, "spying = false")] {
        draws_by_priors::<Hexxi>(seats, rules, 3);
    }
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for seats in 2..=4 {
        let payoff = payoff_among_random::<Hexxi>(seats, 24, &bot("greedy:samples=1"));
        assert!(payoff > 0.9, "{seats} seats: {payoff}");
    }
}

#[test]
fn every_style_beats_random_play() {
    for style in Hexxi::styles() {
        for seats in 2..=4 {
            let payoff = payoff_among_random::<Hexxi>(seats, 48, &bot(style.name));
            assert!(payoff > 0.7, "{} at {seats} seats: {payoff}", style.name);
        }
    }
}

/// The deeds of a style among random players, over games in every seat.
fn deeds(name: &str, seats: usize) -> BTreeMap<String, u32> {
    let game = game::<Hexxi>(seats, "");
    let mut deeds = BTreeMap::new();
    for number in 0..48 {
        let own = Seat((number % seats as u64) as u8);
        let mut players: Vec<_> = (0..seats).map(|_| bot::<Hexxi>("random")()).collect();
        players[own.index()] = bot(name)();
        let end = play(&game, &mut players, number, |_, _, _| {});
        game.deeds(&end, own, &mut |deed| *deeds.entry(deed.to_owned()).or_insert(0) += 1);
    }
    deeds
}

#[test]
fn each_style_plays_its_plan() {
    for seats in 2..=4 {
        let all: BTreeMap<&str, _> =
            Hexxi::styles().iter().map(|style| (style.name, deeds(style.name, seats))).collect();
        let count = |style: &str, deeds: &[&str]| -> u32 {
            deeds.iter().map(|&deed| all[style].get(deed).copied().unwrap_or(0)).sum()
        };
        let leads = |style: &str, deeds: &[&str]| {
            for other in ["trader", "raider", "admiral"].iter().filter(|&&other| other != style) {
                assert!(count(style, deeds) > count(other, deeds), "{style}, {other} at {seats} seats: {all:?}");
            }
        };
        leads("trader", &["edge"]);
        leads("raider", &["seized"]);
        leads("admiral", &["intercepted", "ambushed", "base"]);
    }
}

#[test]
fn a_bid_counts_as_paid_while_it_is_the_highest() {
    let game = game::<Hexxi>(2, "ships = 1\nlanes = 1\npirates = 1\nboard_side = 3");
    let mut state = game.start();
    for text in ["stash:L", "stash:L", "stash:S", "stash:S", "stash:P", "stash:P", "stash:W", "stash:W", "raise"] {
        game.play(&mut state, game.read_action(text).unwrap());
    }
    assert_eq!(highest_bid(&game, &state), Some((Seat(0), 0, 1.0)));
    let chart = Chart::new(&game, &state);
    assert_eq!([0, 1].map(|seat| chart.ledger(&game, &state, Seat(seat)).banked), [-1.0, 0.0]);
}
