use marque::somaliland::{Somaliland, State};
use marque::{Game, MAX_SEATS, Seat};

use super::owner::Shipowner;
use super::prospects::hope;
use crate::evaluator::{Values, logistic, pairwise};

/// Each seat's expected payoff.
pub(super) fn evaluate(owner: &Shipowner, game: &Somaliland, state: &State) -> Values {
    let mut hopes = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        hopes[seat.index()] = hope(owner, game, state, seat);
    }
    let done = state.leg() as f32 / game.legs() as f32;
    let left = (game.turns_in_all() - state.turn_number()) as f32 - done;
    let spread = owner.spread * left.sqrt();
    pairwise(game.seats(), |a, b| logistic((hopes[a] - hopes[b]) / spread))
}
