//! Convergence on solved ground: positions whose every action has a value known by trying everything, and how often the
//! search plays one of the best.

use marque::dzicz::Dzicz;
use marque::hexxi::{Hexxi, Phase};
use marque::somaliland::Somaliland;
use marque::{Game, Seat, Turn, View, toml};
use marque_agents::{Budget, Knowledge, Options, Search};

use crate::example::ConnectFour;
use crate::rng;

/// Tries everything from a state without chance (minimax with alpha-beta): one seat goes for its reward, all others against
/// it.
struct Solver<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    /// How many more states may be looked at.
    left: u32,
}

impl<G: Game> Solver<'_, G> {
    /// What the seat gets, as far as that lies between `low` and `high`; `None` where that takes too long.
    fn value(&mut self, state: &G::State, low: f32, high: f32) -> Option<f32> {
        self.left = self.left.checked_sub(1)?;
        let own = match self.game.turn(state) {
            Turn::Over => return Some(self.game.reward(&self.game.standing(state), self.seat)),
            Turn::Chance => return None,
            Turn::Seat(mover) => mover == self.seat,
        };
        let (mut low, mut high) = (low, high);
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        for action in actions {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            let value = self.value(&next, low, high)?;
            if own {
                low = low.max(value)
            } else {
                high = high.min(value)
            }
            if low >= high {
                break;
            }
        }
        Some(if own { low } else { high })
    }

    /// The best actions of the seat to move, if not all of them are.
    fn best(&mut self, state: &G::State) -> Option<Vec<G::Action>> {
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        let values = actions.iter().map(|&action| {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            self.value(&next, 0.0, 1.0)
        });
        let values = values.collect::<Option<Vec<f32>>>()?;
        let most = values.iter().copied().fold(0.0, f32::max);
        let best: Vec<_> = actions.iter().zip(&values).filter(|(_, value)| **value == most).map(|(a, _)| *a).collect();
        (best.len() < actions.len()).then_some(best)
    }
}

/// Plays games at random up to a state of interest, solves that where it can and where there is anything to find, and
/// counts in how many of so many such states the search finds a best action.
fn found<G: Knowledge>(rules: &str, iterations: u32, states: u32, is_due: impl Fn(&G, &G::State) -> bool) -> u32 {
    let game = G::create(2, &rules.parse::<toml::Table>().unwrap()).unwrap();
    let options = Options { budget: Budget::Iterations(iterations), ..G::tuning() };
    let (mut solved, mut found) = (0, 0);
    for number in 0..20_000 {
        let mut rng = rng(number);
        let mut state = game.start();
        let mover = loop {
            match game.settle(&mut state, &mut rng) {
                Turn::Seat(seat) if is_due(&game, &state) => break Some(seat),
                Turn::Seat(_) => {
                    let action = game.random_action(&state, &mut rng);
                    game.play(&mut state, action);
                }
                _ => break None,
            }
        };
        let Some(seat) = mover else { continue };
        let Some(best) = (Solver { game: &game, seat, left: 300_000 }).best(&state) else { continue };
        let analysis = Search::new(options).analyse(&View::new(&game, &state, seat), &mut rng);
        solved += 1;
        found += u32::from(best.contains(&analysis.moves[0].action));
        if solved == states {
            return found;
        }
    }
    panic!("only {solved} states of interest in all games");
}

#[test]
fn connect_four_is_played_as_if_solved() {
    for (plies, states) in [(20, 15), (24, 40)] {
        let found = found::<ConnectFour>("", 10_000, states, |game, state| game.turns(state) == plies);
        assert!(found + 1 >= states, "{found} of {states} after {plies} discs");
    }
}

/// The last confrontation of HEXXI, in which all lies open.
#[test]
fn confrontations_are_fought_as_if_solved() {
    let small = "board_side = 3\nrounds = 1\nlanes = 4\nships = 2\npirates = 1";
    for (rules, states) in [("rounds = 1\nquiet_limit = 4", 10), (small, 20)] {
        let found = found::<Hexxi>(rules, 10_000, states, |_, state| state.phase() == Phase::Confronting);
        assert!(found + 1 >= states, "{found} of {states}");
    }
}

/// The last turn of the last seat in Dzicz: with the default rules its own cards are all that counts, with the others the
/// rival's too.
#[test]
fn last_turns_in_the_wilderness_are_played_as_if_solved() {
    for rules in ["defence = 0\nmaneuver = 0", "secret_missions = \"none\"\nopen_missions = 3\naim = \"rivals\""] {
        let found = found::<Dzicz>(rules, 10_000, 30, |game, state| {
            state.turn() == game.last_turn() && state.active() == Seat(1) && state.mover() == Seat(1)
        });
        assert!(found >= 29, "{found} of 30 with {rules}");
    }
}

/// Behind a throw of dice nothing is certain, however the first tries went.
#[test]
fn nothing_is_proven_beyond_chance() {
    let game = Somaliland::create(2, &"turns = 1\nlegs = 2".parse::<toml::Table>().unwrap()).unwrap();
    let mut thrown = 0;
    for number in 0..30 {
        let mut rng = rng(number);
        let (mut state, mut last) = (game.start(), None);
        while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
            last = Some((seat, state));
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        let (seat, state) = last.unwrap();
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let is_thrown = actions.iter().all(|&action| {
            let mut next = state;
            game.play(&mut next, action);
            game.turn(&next) == Turn::Chance
        });
        if is_thrown {
            let options = Options { budget: Budget::Iterations(300), ..Options::default() };
            let analysis = Search::new(options).analyse(&View::new(&game, &state, seat), &mut rng);
            assert_eq!(analysis.iterations, 300);
            assert!(analysis.moves.iter().all(|report| report.deviation > 0.0));
            thrown += 1;
        }
    }
    assert!(thrown > 5, "{thrown}");
}
