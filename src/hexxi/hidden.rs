//! What each seat knows: faces that lie open, its own tokens, and how many tokens others have where.

use super::Hexxi;
use super::board::cells;
use super::state::State;
use super::token::{Token, Tokens};
use crate::random::{self, Rng};
use crate::seat::Seat;

/// All that a seat knows: the state without what is hidden from it, and how many tokens that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    /// The state, in which face-down tokens of other seats have an owner but no face, and hands and face-down piles of
    /// others are empty.
    open: State,
    hands: [u32; super::board::MAX_SEATS],
    piles_down: [u32; super::board::MAX_SEATS],
}

impl Hexxi {
    pub(super) fn observation(&self, state: &State, viewer: Seat) -> Observation {
        let mut open = *state;
        let others_down = state.down & !state.owned(viewer);
        for mask in &mut open.tokens {
            *mask &= !others_down;
        }
        for seat in Seat::all(self.seats).filter(|&seat| seat != viewer) {
            open.hands[seat.index()] = Tokens::NONE;
            open.piles_down[seat.index()] = Tokens::NONE;
        }
        Observation { open, hands: state.hands.map(Tokens::len), piles_down: state.piles_down.map(Tokens::len) }
    }

    /// Deals every other seat's unknown tokens anew over the places where they may be.
    pub(super) fn deal_unknown(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        for seat in Seat::all(self.seats).filter(|&seat| seat != viewer) {
            self.deal(state, seat, rng);
        }
    }

    fn deal(&self, state: &mut State, seat: Seat, rng: &mut Rng) {
        let down = state.down & state.owned(seat);
        let pile = &mut state.piles_down[seat.index()];
        let piled = pile.len();
        let mut unknown = std::mem::take(&mut state.hands[seat.index()]);
        unknown.take_all(pile);
        for (mask, token) in state.tokens.iter_mut().zip(Token::ALL) {
            for _ in cells(*mask & down) {
                unknown.add(token);
            }
            *mask &= !down;
        }
        // A token laid on a far edge is no ship where ships may not be laid there (HX-6), so such cells are dealt first.
        let shipless = if self.edge_placing { 0 } else { down & self.board.far_edges(seat) };
        let mut ships = 0;
        if shipless != 0 {
            ships = unknown.count(Token::Ship);
            (0..ships).for_each(|_| unknown.take(Token::Ship));
        }
        for cell in cells(shipless) {
            let token = draw(&mut unknown, rng);
            state.put(seat, token, cell);
        }
        (0..ships).for_each(|_| unknown.add(Token::Ship));
        for cell in cells(down & !shipless) {
            let token = draw(&mut unknown, rng);
            state.put(seat, token, cell);
        }
        for _ in 0..piled {
            state.piles_down[seat.index()].add(draw(&mut unknown, rng));
        }
        state.hands[seat.index()] = unknown;
    }
}

/// Takes one of the tokens, each alike.
fn draw(tokens: &mut Tokens, rng: &mut Rng) -> Token {
    let mut pick = random::below(rng, tokens.len());
    let token = tokens
        .faces()
        .find(|&token| {
            let count = u32::from(tokens.count(token));
            let found = pick < count;
            pick = pick.wrapping_sub(count);
            found
        })
        .expect("the pick is below the number of tokens");
    tokens.take(token);
    token
}
