//! What a seat may choose; every phase lists its own.

use super::Hexxi;
use super::action::Action;
use super::state::{Phase, State};
use crate::random::Rng;

pub(super) fn actions(game: &Hexxi, state: &State, into: &mut Vec<Action>) {
    into.clear();
    match state.phase {
        Phase::Placing => game.list_placing(state, into),
        Phase::Paying { .. } => game.list_payments(state, into),
        Phase::Withdrawing => game.list_withdrawals(state, into),
        Phase::Bidding(_) => game.list_bids(into),
        Phase::Confronting => game.list_actions(state, into),
        Phase::Escorting(chain) => game.list_escorts(state, chain, into),
        Phase::Over => {}
    }
}

#[inline]
pub(super) fn random_action(game: &Hexxi, state: &State, rng: &mut Rng) -> Action {
    match state.phase {
        Phase::Placing => game.random_placing(state, rng),
        Phase::Paying { .. } => game.random_payment(state, rng),
        Phase::Withdrawing => game.random_withdrawal(state, rng),
        Phase::Bidding(_) => game.random_bid(rng),
        Phase::Confronting => game.random_act(state, rng),
        Phase::Escorting(chain) => game.random_escort(state, chain, rng),
        Phase::Over => unreachable!("no seat moves once the game is over"),
    }
}
