//! Phase 3: points, and what goes back where (HX-25 to HX-29).

use super::Hexxi;
use super::board::cells;
use super::state::{Deed, Phase, State};
use super::token::Token;
use crate::seat::Seat;

impl Hexxi {
    /// The points for taking a token (HX-27).
    #[inline]
    pub fn capture_points(&self, token: Token) -> i32 {
        self.capture_multiplier * i32::from(self.value(token))
    }

    /// The points that a seat's units on the board would score now (HX-25, HX-26).
    #[inline]
    pub fn board_points(&self, state: &State, seat: Seat) -> i32 {
        let count = |mask: u64| mask.count_ones() as i32;
        let units: i32 =
            Token::UNITS.into_iter().map(|token| count(state.tokens(seat, token)) * i32::from(self.value(token))).sum();
        let through = count(state.tokens(seat, Token::Ship) & self.board.far_edges(seat));
        units + through * (self.edge_multiplier - 1) * i32::from(self.value(Token::Ship))
    }

    /// Scores the round and begins the next, if there is one.
    pub(super) fn score(&self, state: &mut State) {
        for seat in Seat::all(self.seats) {
            let index = seat.index();
            state.scores[index] += self.board_points(state, seat) + state.loot[index] - self.round_tax;
            for ship in cells(state.tokens(seat, Token::Ship) & self.board.far_edges(seat)) {
                state.remove(seat, Token::Ship, ship);
                state.hands[index].add(Token::Ship);
                state.note(seat, Deed::Edge);
            }
            state.hands[index].take_all(&mut state.piles_up[index]);
        }
        state.reach = Default::default();
        state.loot = Default::default();
        state.seized = Default::default();
        (state.gone, state.idle, state.quiet) = (0, 0, 0);
        state.round += 1;
        if state.round == self.rounds {
            state.phase = Phase::Over;
        } else {
            self.begin_round(state);
        }
    }
}
