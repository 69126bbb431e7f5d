//! Escorts (HX-18): a warship goes round ships and warships, several in one action.
//!
//! A chain is named by its cells alone, and where a jump can be read over several tokens all readings stay open. Then
//! whatever the next jump goes over, some reading has the last one over another token. Only where a jump can be read in
//! a single way is its token barred from the next.

use super::Hexxi;
use super::action::{Action, Way};
use super::board::{Cell, cells};
use super::network::served;
use super::state::{Chain, Phase, State};
use super::token::Token;
use crate::random::{self, Rng};

impl Chain {
    /// A warship that has not moved yet.
    fn new(warship: Cell) -> Chain {
        Chain { warship, stood: warship.bit(), barred: None, took: false }
    }
}

impl Hexxi {
    /// The tokens round which a warship on this cell may go.
    #[inline]
    fn partners(&self, state: &State, warship: Cell) -> u64 {
        self.board.near(warship) & (state.all_tokens(Token::Ship) | state.all_tokens(Token::Warship))
    }

    /// The cells a warship comes to round its neighbours.
    #[inline]
    pub(super) fn escorts(&self, state: &State, warship: Cell, open: u64) -> u64 {
        self.board.near_any(self.partners(state, warship)) & open
    }

    /// The tokens round which a chain may go next.
    #[inline]
    fn next_partners(&self, state: &State, chain: Chain) -> u64 {
        self.partners(state, chain.warship) & !chain.barred.map_or(0, Cell::bit)
    }

    /// The cells to which a chain of escorts may go on.
    #[inline]
    fn further(&self, state: &State, chain: Chain) -> u64 {
        if served(&state.reach, state.mover(), Token::Warship) & chain.warship.bit() == 0 {
            return 0;
        }
        self.board.near_any(self.next_partners(state, chain)) & self.open_cells(state) & !chain.stood
    }

    pub(super) fn list_escorts(&self, state: &State, chain: Chain, into: &mut Vec<Action>) {
        into.push(Action::Halt);
        into.extend(cells(self.further(state, chain)).map(|to| Action::Move(Way::Escort, chain.warship, to)));
    }

    #[inline]
    pub(super) fn random_escort(&self, state: &State, chain: Chain, rng: &mut Rng) -> Action {
        let further = self.further(state, chain);
        let pick = random::below(rng, further.count_ones() + 1);
        if pick == further.count_ones() {
            return Action::Halt;
        }
        Action::Move(Way::Escort, chain.warship, Cell::numbered(random::nth_bit(further, pick)))
    }

    /// Goes on with a chain, or begins one, after the warship has moved to its next cell.
    #[inline]
    pub(super) fn escort(&self, state: &mut State, from: Cell, to: Cell, onto_lane: bool) {
        let before = match state.phase {
            Phase::Escorting(chain) => chain,
            _ => Chain::new(from),
        };
        let over = self.next_partners(state, before) & self.board.near(to);
        let chain = Chain {
            warship: to,
            stood: before.stood | to.bit(),
            barred: over.is_power_of_two().then(|| Cell::lowest(over)),
            took: before.took || onto_lane,
        };
        if self.further(state, chain) == 0 {
            self.halt(state, chain);
        } else {
            state.phase = Phase::Escorting(chain);
        }
    }

    #[inline]
    pub(super) fn halt(&self, state: &mut State, chain: Chain) {
        state.phase = Phase::Confronting;
        self.end_action(state, chain.took);
    }
}
