//! Connection (HX-14): which cells the lanes join to which base.

use super::Hexxi;
use super::board::{Cell, MAX_SEATS, cells};
use super::state::State;
use super::token::Token;
use crate::seat::Seat;

/// By seat, the cells next to its base or to a lane connected with it (HX-14).
pub type Networks = [u64; MAX_SEATS];

/// The cells from which a seat's units of this face may act.
#[inline]
pub(super) fn served(networks: &Networks, seat: Seat, token: Token) -> u64 {
    let own = networks[seat.index()];
    let others = || {
        let mut others = *networks;
        others[seat.index()] = 0;
        others[0] | others[1] | others[2] | others[3]
    };
    match token {
        Token::Pirates => own,
        Token::Warship => others(),
        Token::Ship | Token::Lane => own | others(),
    }
}

/// The units of a seat that may act.
#[inline]
pub(super) fn ready(
    state: &State,
    networks: &Networks,
    seat: Seat,
    token: Token,
) -> impl Iterator<Item = Cell> + use<> {
    cells(state.tokens(seat, token) & served(networks, seat, token))
}

impl Hexxi {
    /// The cells next to a seat's base or to a lane connected with it, as the lanes lie now.
    #[inline]
    fn network(&self, state: &State, seat: Seat) -> u64 {
        let base = self.board.base(seat);
        if state.bases & base.bit() == 0 {
            return 0;
        }
        let mut reach = self.board.near(base);
        let mut lanes = state.all_tokens(Token::Lane);
        loop {
            let connected = lanes & reach;
            if connected == 0 {
                return reach;
            }
            lanes &= !connected;
            reach |= self.board.near_any(connected);
        }
    }

    /// Notes a seat's network, so that it is not searched again while the lanes stay.
    pub(super) fn survey(&self, state: &mut State, seat: Seat) {
        state.reach[seat.index()] = self.network(state, seat);
    }

    /// Every seat's network, as it stands or, outside a confrontation, as it would be if one began now.
    pub fn networks(&self, state: &State) -> Networks {
        if state.phase.is_confrontation() {
            return state.reach;
        }
        let mut networks = [0; MAX_SEATS];
        Seat::all(self.seats).for_each(|seat| networks[seat.index()] = self.network(state, seat));
        networks
    }
}
