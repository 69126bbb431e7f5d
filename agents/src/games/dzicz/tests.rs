use marque::dzicz::Mission;
use marque::{Game, Notation, Seat};

use super::camp::Camp;
use super::*;
use crate::games::trial::{
    bot, by_priors, draws_by_priors, game, keeps_the_contract, payoff_among, payoff_among_random, play,
};

/// Plays random games and shows every decision.
fn watch(game: &Dzicz, games: u64, mut look: impl FnMut(&State, Seat)) {
    for seed in 0..games {
        let mut players: Vec<_> = (0..game.seats()).map(|_| bot::<Dzicz>("random")()).collect();
        play(game, &mut players, seed, |state, seat, _| look(state, seat));
    }
}

#[test]
fn values_and_priors_keep_the_contract() {
    for seats in [2, 3, 4] {
        for rules in [
            "",
            "aim = \"rivals\"",
            "size = 7\nturns = 25",
            "secret_missions = \"end\"",
            "secret_missions = \"held\"",
            "secret_missions = \"none\"",
        ] {
            keeps_the_contract::<Dzicz>(seats, rules, 10);
        }
    }
}

#[test]
fn actions_are_drawn_by_their_priors() {
    for seats in [2, 4] {
        draws_by_priors::<Dzicz>(seats, "charge = 3\nmaneuver = 3", 4);
    }
}

#[test]
fn needs_agree_with_the_conditions_of_the_missions() {
    for (seats, rules) in [(2, ""), (4, "size = 7\nturns = 30")] {
        let game = game::<Dzicz>(seats, rules);
        watch(&game, 60, |state, _| {
            for seat in Seat::all(seats) {
                let needs = Camp::of(&game, state, seat).needs();
                for mission in Mission::ALL {
                    assert_eq!(needs[mission as usize] == 0, game.meets(state, seat, mission), "{mission}");
                }
            }
        });
    }
}

#[test]
fn a_token_on_the_trail_brings_it_one_nearer() {
    let game = game::<Dzicz>(2, "");
    let mut actions = Vec::new();
    watch(&game, 60, |state, seat| {
        let camp = Camp::of(&game, state, seat);
        let (need, trail) = camp.trail();
        assert_eq!(need, camp.needs()[Mission::Trail as usize]);
        game.actions(state, &mut actions);
        for &action in &actions {
            if let Action::Token(field) = action {
                let mut extended = camp;
                extended.tokens |= field.bit();
                let nearer = extended.needs()[Mission::Trail as usize] < need;
                assert_eq!(nearer, trail & field.bit() != 0, "{field} of {need}");
            }
        }
    });
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for seats in [2, 3, 4] {
        let payoff = payoff_among_random::<Dzicz>(seats, 60, &bot("greedy:samples=2"));
        assert!(payoff > 0.85, "{seats} seats: {payoff}");
    }
}

#[test]
fn what_looks_promising_beats_random_play() {
    for seats in [2, 3, 4] {
        let payoff = payoff_among_random::<Dzicz>(seats, 60, &by_priors());
        assert!(payoff > 0.85, "{seats} seats: {payoff}");
    }
}

#[test]
fn every_style_beats_random_play() {
    for style in Dzicz::styles() {
        for seats in [2, 3, 4] {
            let payoff = payoff_among_random::<Dzicz>(seats, 48, &bot(style.name));
            assert!(payoff > 0.65, "{} with {seats} seats: {payoff}", style.name);
        }
    }
}

/// How often a style chose each kind of action among random players.
fn kinds(name: &str) -> Vec<u32> {
    let game = game::<Dzicz>(3, "");
    let mut kinds = vec![0; Dzicz::KINDS.len()];
    payoff_among(&game, 45, &bot(name), &bot("random"), |_, own, action| {
        kinds[game.kind(action)] += u32::from(own);
    });
    kinds
}

#[test]
fn each_style_plays_its_plan() {
    let [blazer, builder, raider] = ["trail-blazer", "fort-builder", "raider"].map(kinds);
    let count = |kinds: &[u32], kind| kinds[Dzicz::KINDS.iter().position(|&name| name == kind).unwrap()];
    let more = |kind, one: &[u32], others: &[&[u32]]| {
        for other in others {
            let (one, other) = (count(one, kind), count(other, kind));
            assert!(5 * one > 6 * other, "{kind}: {one} {other}");
        }
    };
    more("token", &blazer, &[&raider]);
    more("fort", &builder, &[&blazer, &raider]);
    more("move", &raider, &[&blazer, &builder]);
    more("soldier", &raider, &[&blazer, &builder]);
}

/// A chance of a card is what it says: in games between searches as they are set up for the game, seats end with a card about as
/// often as they were told.
#[test]
fn chances_told_are_chances_seen() {
    for seats in [2, 3, 4] {
        let game = game::<Dzicz>(seats, "");
        // By part of the game: chances told, cards held in the end, and how many of both.
        let mut parts = [[0.0; 3]; 3];
        for seed in 0..36 {
            let player = bot::<Dzicz>("search:iterations=100");
            let mut players: Vec<_> = (0..seats).map(|_| player()).collect();
            let mut told = Vec::new();
            let end = play(&game, &mut players, seed, |state, _, _| {
                told.push((usize::from(state.turn() - 1) / 4, HandMade.evaluate(&game, state)));
            });
            let standing = game.standing(&end);
            for (part, values) in told {
                for seat in Seat::all(seats) {
                    let seen = f32::from(u8::from(standing.wins(seat)));
                    for (sum, value) in parts[part].iter_mut().zip([values[seat.index()], seen, 1.0]) {
                        *sum += value;
                    }
                }
            }
        }
        for (part, [told, seen, count]) in parts.into_iter().enumerate() {
            let (told, seen) = (told / count, seen / count);
            assert!((told - seen).abs() < 0.1, "{seats} seats, part {part}: {told} told, {seen} seen");
        }
    }
}
