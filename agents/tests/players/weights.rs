//! The weights that come with games.

use marque::hexxi::Hexxi;
use marque::random::{Purpose, stream};
use marque::{Game, Turn, toml};
use marque_agents::learn::{Weights, own_evaluator};
use marque_agents::{Bot, Knowledge};

use crate::score;

fn game<G: Game>(seats: usize) -> G {
    G::create(seats, &toml::Table::new()).unwrap()
}

/// They say how they were made, they are small, and with them positions are judged otherwise than by hand.
fn weights_are_in_use<G: Knowledge>() {
    for text in G::weights() {
        let weights = Weights::read::<G>(text).unwrap();
        assert!(text.len() <= 200_000 && weights.command.starts_with("marque train "), "{}", weights.command);
        assert!(weights.history.last().is_some_and(|last| last["accepted"] == true), "the last of them won its match");
        let game = game::<G>(weights.players);
        let (own, by_hand, mut rng) = (own_evaluator::<G>(), G::evaluator(), stream(1, 0, Purpose::Chance));
        let mut state = game.start();
        let mut differ = false;
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            differ |= own.evaluate(&game, &state) != by_hand.evaluate(&game, &state);
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        assert!(differ, "{} with {} seats", G::INFO.name, weights.players);
    }
}

#[test]
fn all_weights_are_in_use() {
    for name in marque::NAMES {
        marque::with_game!(name, G => weights_are_in_use::<G>()).unwrap();
    }
}

/// With them a search beats one that goes by what was made by hand and has as much time, which makes more iterations of it.
#[test]
fn weights_make_the_better_player() {
    fn check<G: Knowledge>() {
        for text in G::weights() {
            let weights = Weights::read::<G>(text).unwrap();
            let rounds = 120 / weights.players as u64;
            let score =
                score(&game::<G>(weights.players), "search:iterations=100", "search:iterations=115,learn=off", rounds);
            assert!(score > 0.5, "{} with {} seats: {score}", G::INFO.name, weights.players);
        }
    }
    for name in marque::NAMES {
        marque::with_game!(name, G => check::<G>()).unwrap();
    }
}

/// Weights correct what a search comes to; looking one action ahead, a player does better by hand.
#[test]
fn greedy_players_go_by_hand_unless_told_otherwise() {
    let written = |text: &str| Bot::parse::<Hexxi>(text).unwrap().to_string();
    assert_eq!(written("greedy:learn=off"), "greedy");
    assert_eq!(written("greedy:learn=own"), "greedy:learn=own");
    assert_eq!(written("search:learn=own"), "search");
    let score = score(&game::<Hexxi>(2), "greedy", "greedy:learn=own", 60);
    assert!(score > 0.5, "{score}");
}
