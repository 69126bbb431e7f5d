//! Draws from the shuffled part of the stack (BO-10), the only chance in the game.

use super::Bosman;
use super::state::State;
use super::token::Token;
use crate::random::{self, Rng};

#[inline]
pub(super) fn draw(state: &State, rng: &mut Rng) -> Token {
    state.shuffled.nth(random::below(rng, state.shuffled_size()))
}

pub(super) fn possible(state: &State, token: Token) -> bool {
    state.due > 0 && state.shuffled.copies(token) > 0
}

#[inline]
pub(super) fn happen(game: &Bosman, state: &mut State, token: Token) {
    state.take(token);
    game.draw_due(state);
}
