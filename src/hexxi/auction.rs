//! Initiative: who acts first in a confrontation, and the bidding where piles are equal (HX-10, HX-11).

use super::Hexxi;
use super::action::Action;
use super::state::{Bidding, Phase, State};
use super::token::Token;
use crate::random::{self, Rng};
use crate::seat::Seat;

impl Hexxi {
    /// The worth of a seat's initiative pile, once it is turned up (HX-10).
    pub fn initiative(&self, state: &State, seat: Seat) -> u32 {
        let pile = state.pile_up(seat);
        Token::ALL.into_iter().map(|token| u32::from(pile.count(token)) * u32::from(self.value(token))).sum()
    }

    /// Turns the piles up and puts the seats in their order, equal ones as they placed, until bids tell them apart.
    pub(super) fn turn_piles_up(&self, state: &mut State) {
        for seat in 0..self.seats {
            state.piles_up[seat].take_all(&mut state.piles_down[seat]);
        }
        let mut sums = [0; super::board::MAX_SEATS];
        for seat in Seat::all(self.seats) {
            sums[seat.index()] = self.initiative(state, seat);
        }
        // An insertion sort keeps the placing order among equals, which is the order of bidding.
        for place in 1..self.seats {
            let mut at = place;
            while at > 0 && sums[state.order[at].index()] > sums[state.order[at - 1].index()] {
                state.order.swap(at, at - 1);
                at -= 1;
            }
        }
        self.settle_order(state, 0);
    }

    /// Goes on from a place in the order: the next tie is bid for, and without one the confrontation begins.
    fn settle_order(&self, state: &mut State, from: usize) {
        let bidding = (from..self.seats).filter(|_| self.max_bid > 0).find_map(|place| {
            let sum = self.initiative(state, state.order[place]);
            let tied = (place..self.seats).take_while(|&at| self.initiative(state, state.order[at]) == sum).count();
            let end = (place + tied) as u8;
            (tied > 1).then(|| Bidding { place: place as u8, end, still: (1 << end) - (1 << place), high: 0 })
        });
        match bidding {
            Some(bidding) => {
                state.phase = Phase::Bidding(bidding);
                state.at = bidding.place;
            }
            None => self.confront(state),
        }
    }

    /// A seat is asked only while it can raise, so that both answers are always legal.
    pub(super) fn list_bids(&self, into: &mut Vec<Action>) {
        into.extend([Action::Raise, Action::Fold]);
    }

    #[inline]
    pub(super) fn random_bid(&self, rng: &mut Rng) -> Action {
        if random::below(rng, 2) == 0 { Action::Raise } else { Action::Fold }
    }

    pub(super) fn raise(&self, state: &mut State, mut bidding: Bidding) {
        bidding.high += 1;
        if bidding.high == self.max_bid {
            // Nobody can answer: all others fold in silence.
            bidding.still = 1 << state.at;
        }
        self.ask_next_bidder(state, bidding);
    }

    pub(super) fn fold(&self, state: &mut State, mut bidding: Bidding) {
        bidding.still &= !(1 << state.at);
        self.ask_next_bidder(state, bidding);
    }

    fn ask_next_bidder(&self, state: &mut State, bidding: Bidding) {
        if bidding.still.count_ones() == 1 {
            let winner = bidding.still.trailing_zeros() as usize;
            let place = usize::from(bidding.place);
            // The last one left made the highest bid, or nobody bid at all.
            state.scores[state.order[winner].index()] -= i32::from(bidding.high);
            state.order[place..=winner].rotate_right(1);
            self.settle_order(state, place + 1);
            return;
        }
        let mut at = state.at;
        loop {
            at += 1;
            if at == bidding.end {
                at = bidding.place;
            }
            if bidding.still >> at & 1 == 1 {
                break;
            }
        }
        state.at = at;
        state.phase = Phase::Bidding(bidding);
    }
}
