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

    /// A seat's ships that score as having come through: on a far edge, and none that took a base (HX-26).
    #[inline]
    fn through(&self, state: &State, seat: Seat) -> u64 {
        state.tokens(seat, Token::Ship) & self.board.far_edges(seat) & !state.marked
    }

    /// The points that a seat's units on the board would score now (HX-25, HX-26).
    #[inline]
    pub fn board_points(&self, state: &State, seat: Seat) -> i32 {
        let count = |mask: u64| mask.count_ones() as i32;
        let units: i32 =
            Token::UNITS.into_iter().map(|token| count(state.tokens(seat, token)) * i32::from(self.value(token))).sum();
        let through = count(self.through(state, seat));
        units + through * (self.edge_multiplier - 1) * i32::from(self.value(Token::Ship))
    }

    /// Scores the round and begins the next, if there is one.
    pub(super) fn score(&self, state: &mut State) {
        for seat in Seat::all(self.seats) {
            let index = seat.index();
            state.scores[index] += self.board_points(state, seat) + state.loot[index] - self.round_tax;
            let through = self.through(state, seat);
            (0..through.count_ones()).for_each(|_| state.note(seat, Deed::Edge));
            take_back(state, seat, Token::Ship, through | state.marked);
            if self.clear_board {
                Token::ALL.into_iter().for_each(|token| take_back(state, seat, token, self.board.cells()));
            }
            state.hands[index].take_all(&mut state.piles_up[index]);
        }
        state.marked = 0;
        state.reach = Default::default();
        state.loot = Default::default();
        state.seized = Default::default();
        (state.gone, state.idle, state.quiet) = (0, 0, 0);
        state.round += 1;
        if state.round == self.rounds {
            (state.phase, state.at) = (Phase::Over, 0);
        } else {
            self.begin_round(state);
        }
    }
}

/// Returns a seat's tokens of one face on these cells to its hand.
#[inline]
fn take_back(state: &mut State, seat: Seat, token: Token, from: u64) {
    for cell in cells(state.tokens(seat, token) & from) {
        state.remove(seat, token, cell);
        state.hands[seat.index()].add(token);
    }
}
