//! What chance brings: contracts, and how the hand strays.

use crate::random::{self, Rng};

use super::contracts::Cards;
use super::play::News;
use super::ship::Ship;
use super::state::{Phase, State};
use super::{Outcome, Somaliland};

#[inline]
pub(super) fn draw(game: &Somaliland, state: &State, rng: &mut Rng) -> Outcome {
    if state.phase == Phase::Roll {
        return Outcome::Roll(game.hands.draw(state.ship.seat(), state.power, rng));
    }
    let mut left = state.deck.0;
    let mut cards = 0;
    for _ in 0..offered(game, state) {
        let card = 1 << random::pick_bit(rng, left);
        cards |= card;
        left &= !card;
    }
    Outcome::Contracts(Cards(cards))
}

pub(super) fn possible(game: &Somaliland, state: &State, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Contracts(cards) => {
            state.phase == Phase::Offer && cards.0 & !state.deck.0 == 0 && cards.len() == offered(game, state)
        }
        Outcome::Roll(stray) => {
            state.phase == Phase::Roll && game.hands.possible(state.ship.seat(), state.power, stray)
        }
    }
}

#[inline]
pub(super) fn happen(game: &Somaliland, state: &mut State, outcome: Outcome) {
    happen_telling(game, state, outcome, &mut |_| {});
}

/// Lets an outcome happen and tells what follows by itself.
#[inline]
pub(super) fn happen_telling(game: &Somaliland, state: &mut State, outcome: Outcome, news: &mut impl FnMut(News)) {
    match outcome {
        Outcome::Contracts(cards) => {
            state.offer = cards;
            game.begin_round(state);
            game.go_on_drafting(state, news);
        }
        Outcome::Roll(stray) => {
            game.throw(state, stray);
            (state.ship, state.heading, state.power) = (Ship(0), 0, 0);
            game.sail_on(state, news);
        }
    }
}

/// How many contracts are laid out before a turn (SO-6).
#[inline]
fn offered(game: &Somaliland, state: &State) -> u32 {
    game.offer.min(state.deck.len())
}
