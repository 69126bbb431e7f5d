//! Phase 1: laying tokens, spying, and filling empty piles (HX-5 to HX-9).

use super::Hexxi;
use super::action::Action;
use super::board::{Cell, cells};
use super::state::{Deed, Phase, State};
use super::token::{Token, Tokens};
use crate::random::{self, Rng};
use crate::seat::Seat;

impl Hexxi {
    /// Begins a round, with the bases in their corners.
    pub(super) fn begin_round(&self, state: &mut State) {
        for seat in Seat::all(self.seats) {
            let base = self.board.base(seat).bit();
            state.bases |= base;
            state.owned[seat.index()] |= base;
        }
        state.phase = Phase::Placing;
        self.seek_placer(state, 0);
    }

    /// The cells a token may be laid on.
    #[inline]
    fn free(&self, state: &State) -> u64 {
        self.board.cells() & !self.board.reserved() & !state.occupied()
    }

    /// The cells a seat may lay a token of this face on (HX-6).
    #[inline]
    pub fn places(&self, state: &State, seat: Seat, token: Token) -> u64 {
        self.places_of(seat, token, self.free(state))
    }

    /// The cells a seat may lay this token on, given the free ones (HX-6).
    #[inline]
    fn places_of(&self, seat: Seat, token: Token, free: u64) -> u64 {
        match token {
            Token::Ship if !self.edge_placing => free & !self.board.far_edges(seat),
            _ => free,
        }
    }

    /// The tokens that a seat may spy on (HX-8).
    #[inline]
    pub fn spied(&self, state: &State, seat: Seat) -> u64 {
        if self.spying { state.down & !state.owned(seat) } else { 0 }
    }

    /// The tokens on the board with which a seat may pay for spying (HX-8).
    #[inline]
    fn shown(state: &State, seat: Seat) -> u64 {
        state.down & state.owned(seat)
    }

    /// The tokens a seat has on the board.
    #[inline]
    fn withdrawn(state: &State, seat: Seat) -> u64 {
        state.owned(seat) & !state.bases
    }

    pub(super) fn list_placing(&self, state: &State, into: &mut Vec<Action>) {
        let seat = state.mover();
        let free = self.free(state);
        for token in state.hand(seat).faces() {
            into.extend(cells(self.places_of(seat, token, free)).map(|cell| Action::Place(token, cell)));
            into.push(Action::Stash(token));
        }
        into.extend(cells(self.spied(state, seat)).map(Action::Spy));
    }

    /// The same as picking from the list: each face in hand stands for its cells and one stash.
    #[inline]
    pub(super) fn random_placing(&self, state: &State, rng: &mut Rng) -> Action {
        let seat = state.mover();
        let (free, spied, hand) = (self.free(state), self.spied(state, seat), state.hand(seat));
        let cells = free.count_ones();
        let ways = Token::ALL.map(|token| match token {
            _ if hand.count(token) == 0 => 0,
            Token::Ship if !self.edge_placing => self.places_of(seat, token, free).count_ones() + 1,
            _ => cells + 1,
        });
        let mut pick = random::below(rng, ways.iter().sum::<u32>() + spied.count_ones());
        for (token, ways) in Token::ALL.into_iter().zip(ways) {
            if pick < ways {
                return if pick + 1 == ways {
                    Action::Stash(token)
                } else {
                    Action::Place(token, Cell::numbered(random::nth_bit(self.places_of(seat, token, free), pick)))
                };
            }
            pick -= ways;
        }
        Action::Spy(Cell::numbered(random::nth_bit(spied, pick)))
    }

    pub(super) fn list_payments(&self, state: &State, into: &mut Vec<Action>) {
        let seat = state.mover();
        into.extend(state.hand(seat).faces().map(Action::Offer));
        into.extend(cells(Hexxi::shown(state, seat)).map(Action::Show));
    }

    #[inline]
    pub(super) fn random_payment(&self, state: &State, rng: &mut Rng) -> Action {
        let seat = state.mover();
        let shown = Hexxi::shown(state, seat);
        let pick = random::below(rng, shown.count_ones() + state.hand(seat).faces().count() as u32);
        match pick.checked_sub(shown.count_ones()) {
            Some(nth) => Action::Offer(
                state.hand(seat).faces().nth(nth as usize).expect("the pick is below the number of faces"),
            ),
            None => Action::Show(Cell::numbered(random::nth_bit(shown, pick))),
        }
    }

    pub(super) fn list_withdrawals(&self, state: &State, into: &mut Vec<Action>) {
        into.extend(cells(Hexxi::withdrawn(state, state.mover())).map(Action::Withdraw));
    }

    #[inline]
    pub(super) fn random_withdrawal(&self, state: &State, rng: &mut Rng) -> Action {
        Action::Withdraw(Cell::numbered(random::pick_bit(rng, Hexxi::withdrawn(state, state.mover()))))
    }

    #[inline]
    pub(super) fn place(&self, state: &mut State, token: Token, cell: Cell) {
        let seat = state.mover();
        state.hands[seat.index()].take(token);
        state.put(seat, token, cell);
        state.down |= cell.bit();
        self.end_placing_turn(state);
    }

    #[inline]
    pub(super) fn stash(&self, state: &mut State, token: Token) {
        let seat = state.mover();
        state.hands[seat.index()].take(token);
        state.piles_down[seat.index()].add(token);
        self.end_placing_turn(state);
    }

    #[inline]
    pub(super) fn spy(&self, state: &mut State, cell: Cell) {
        state.down &= !cell.bit();
        state.note(state.mover(), Deed::Spied);
        state.phase = Phase::Paying { owed: self.value(state.token(cell)) };
    }

    #[inline]
    pub(super) fn show(&self, state: &mut State, cell: Cell, owed: u8) {
        state.down &= !cell.bit();
        self.pay(state, state.token(cell), owed);
    }

    #[inline]
    pub(super) fn offer(&self, state: &mut State, token: Token, owed: u8) {
        let seat = state.mover();
        state.hands[seat.index()].take(token);
        state.piles_up[seat.index()].add(token);
        self.pay(state, token, owed);
    }

    fn pay(&self, state: &mut State, token: Token, owed: u8) {
        let owed = owed.saturating_sub(self.value(token));
        let seat = state.mover();
        let broke = state.hand(seat).is_empty() && Hexxi::shown(state, seat) == 0;
        if owed > 0 && !broke {
            state.phase = Phase::Paying { owed };
            return;
        }
        state.scores[seat.index()] -= i32::from(owed);
        state.phase = Phase::Placing;
        self.end_placing_turn(state);
    }

    #[inline]
    fn end_placing_turn(&self, state: &mut State) {
        self.seek_placer(state, state.at + 1);
    }

    /// Finds the next seat with tokens in hand, from a place in the order on; without one the placing is over (HX-5).
    #[inline]
    fn seek_placer(&self, state: &mut State, from: u8) {
        if self.free(state) == 0 {
            self.sweep(state);
        }
        let mut at = usize::from(from);
        for _ in 0..self.seats {
            if at >= self.seats {
                at = 0;
            }
            if !state.hand(state.order[at]).is_empty() {
                state.at = at as u8;
                return;
            }
            at += 1;
        }
        state.phase = Phase::Withdrawing;
        self.seek_withdrawer(state, 0);
    }

    /// Lays all tokens in hand on the piles, as the board is full (HX-7).
    fn sweep(&self, state: &mut State) {
        for seat in 0..self.seats {
            state.piles_down[seat].take_all(&mut state.hands[seat]);
        }
    }

    /// Moves a token from the board to its owner's pile, face as it lies (HX-9).
    pub(super) fn withdraw(&self, state: &mut State, cell: Cell) {
        let seat = state.mover();
        let token = state.token(cell);
        state.remove(seat, token, cell);
        let piles = if state.down & cell.bit() != 0 { &mut state.piles_down } else { &mut state.piles_up };
        piles[seat.index()].add(token);
        state.down &= !cell.bit();
        self.seek_withdrawer(state, state.at + 1);
    }

    /// Finds the next seat whose pile is empty; after the last the piles are turned up (HX-9, HX-10).
    fn seek_withdrawer(&self, state: &mut State, from: u8) {
        let bare =
            |state: &State, seat: Seat| (state.pile_up(seat), state.pile_down(seat)) == (Tokens::NONE, Tokens::NONE);
        match (from..self.seats as u8).find(|&at| bare(state, state.order[usize::from(at)])) {
            Some(at) => state.at = at,
            None => self.turn_piles_up(state),
        }
    }
}
