//! Knowledge of Somaliland: how throws are aimed, what contracts promise, and plans to follow.

mod aiming;
mod plans;
mod prospects;
#[cfg(test)]
mod tests;

use marque::somaliland::{Action, Somaliland, Phase, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use crate::knowledge::{Knowledge, Style};
use crate::options::Options;

use aiming::Throw;
use prospects::hope;

/// How many points of hope make a lead of e to 1, where a whole turn is left; it shrinks with the root of what is left.
///
/// This and the constants of `prospects` were fitted by logistic regression on 14,000 states from 240 games of 2, 3 and 4
/// seats between greedy players, the priors and the plans, with one move in sixty at random.
const SPREAD: f32 = 14.0;

impl Knowledge for Somaliland {
    fn evaluate(&self, state: &State) -> [f32; MAX_SEATS] {
        let mut values = [0.0; MAX_SEATS];
        if state.phase() == Phase::Over {
            let standing = self.standing(state);
            for seat in Seat::all(self.seats()) {
                values[seat.index()] = standing.payoff(seat);
            }
            return values;
        }
        let mut hopes = [0.0; MAX_SEATS];
        for seat in Seat::all(self.seats()) {
            hopes[seat.index()] = hope(self, state, seat);
        }
        let done = state.leg() as f32 / self.legs() as f32;
        let left = (self.turns_in_all() - state.turn_number()) as f32 - done;
        let spread = SPREAD * left.sqrt();
        for one in 0..self.seats() {
            for other in one + 1..self.seats() {
                let ahead = 1.0 / (1.0 + ((hopes[other] - hopes[one]) / spread).exp());
                values[one] += ahead;
                values[other] += 1.0 - ahead;
            }
        }
        for value in &mut values[..self.seats()] {
            *value /= (self.seats() - 1) as f32;
        }
        values
    }

    fn priors(&self, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        into.clear();
        let Turn::Seat(seat) = self.turn(state) else { return };
        // Merits of throws are chances of arrival, hopes are points; `scale` is what makes an action e times as promising.
        let scale = match Throw::new(self, state) {
            Some(throw) => {
                throw.merits(actions, into);
                0.1
            }
            None => {
                into.extend(actions.iter().map(|&action| {
                    let mut after = *state;
                    self.play(&mut after, action);
                    hope(self, &after, seat)
                }));
                3.0
            }
        };
        let mean = into.iter().sum::<f32>() / into.len().max(1) as f32;
        for weight in into {
            *weight = ((*weight - mean) / scale).exp().clamp(0.01, 100.0);
        }
    }

    fn tuning() -> Options {
        Options { c: 0.05, cut: 0, bias: 2.0, widen: 0.4, ..Options::default() }
    }

    fn styles() -> &'static [Style<Self>] {
        &[
            Style {
                name: "daring",
                plan: "Past Somalia with the big ships, thrown hard.",
                score: |game, state, action| plans::DARING.score(game, state, action),
            },
            Style {
                name: "safe",
                plan: "Around Africa with careful throws.",
                score: |game, state, action| plans::SAFE.score(game, state, action),
            },
            Style {
                name: "small-ships",
                plan: "Low contracts for the small ships, which cost little ransom.",
                score: |game, state, action| plans::SMALL_SHIPS.score(game, state, action),
            },
        ]
    }
}
