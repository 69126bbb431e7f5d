//! What is hidden from a seat (the section on hidden information of the rules), and how it imagines it.

use arrayvec::ArrayVec;

use super::Bosman;
use super::queue::{MOST, Slot};
use super::state::State;
use super::token::{Batch, Token, Tokens};
use crate::random::{self, Rng};
use crate::seat::Seat;

/// The tokens of a hand that others know, since they knew them in the queue.
///
/// They stand in the order in which they were drawn. Who knows one is the seat that had swapped it under the stack, or
/// everybody: that is written as the hand's own seat, which needs no note of its own tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The token in the lower six bits, the seat that knows it above.
    notes: [u8; Batch::MOST],
    size: u8,
}

impl Known {
    pub const NOTHING: Known = Known { notes: [0; Batch::MOST], size: 0 };

    /// Notes who knows a token that `hand` has drawn from the queue.
    #[inline]
    pub fn note(&mut self, hand: Seat, slot: Slot) {
        match slot.by {
            Some(seat) if seat == hand => {}
            seat => self.push(slot.token.0 | seat.unwrap_or(hand).0 << 6),
        }
    }

    #[inline]
    fn push(&mut self, note: u8) {
        self.notes[usize::from(self.size)] = note;
        self.size += 1;
    }

    /// Strikes out a token that `hand` lays: to whoever knows an equal one, that is the one laid.
    #[inline]
    pub fn show(&mut self, hand: Seat, token: Token) {
        if self.size == 0 || self.strike(token.0 | hand.0 << 6) {
            return;
        }
        for seat in (0..4).filter(|&seat| seat != hand.0) {
            self.strike(token.0 | seat << 6);
        }
    }

    /// Strikes out one such note, if there is any.
    fn strike(&mut self, note: u8) -> bool {
        let size = usize::from(self.size);
        let Some(at) = self.notes[..size].iter().position(|&other| other == note) else { return false };
        self.notes.copy_within(at + 1..size, at);
        self.notes[size - 1] = 0;
        self.size -= 1;
        true
    }

    /// The notes on `hand` that a viewer can make.
    fn seen_by(&self, hand: Seat, viewer: Seat) -> Known {
        let mut seen = Known::NOTHING;
        for &note in &self.notes[..usize::from(self.size)] {
            if [hand.0, viewer.0].contains(&(note >> 6)) || hand == viewer {
                seen.push(note);
            }
        }
        seen
    }

    fn tokens(&self) -> impl Iterator<Item = Token> + '_ {
        self.notes[..usize::from(self.size)].iter().map(|note| Token(note & 63))
    }
}

impl Bosman {
    /// The state with everything that `viewer` does not know left out, and the tokens left out.
    ///
    /// What two other seats know of each other is left out too.
    pub(super) fn veil(&self, state: &State, viewer: Seat) -> (State, Tokens) {
        let mut seen = *state;
        let mut unseen = state.shuffled;
        seen.shuffled = Tokens::default();
        for hand in Seat::all(self.seats).filter(|&hand| hand != viewer) {
            let mut rest = *state.hand(hand);
            let known = state.known[hand.index()].seen_by(hand, viewer);
            let shown = &mut seen.hands[hand.index()];
            *shown = Tokens::default();
            for token in known.tokens() {
                shown.add(token);
                rest.remove(token);
            }
            rest.iter().for_each(|token| unseen.add(token));
            seen.known[hand.index()] = known;
        }
        seen.queue.replace_unknown(viewer, |token| {
            unseen.add(token);
            Token(0)
        });
        (seen, unseen)
    }

    /// Deals what `viewer` does not know anew: an unseen token is equally likely in every unseen place.
    pub(super) fn imagined(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        let (mut seen, mut unseen) = self.veil(state, viewer);
        // Listed in order, which does not depend on where they were.
        let mut list: ArrayVec<Token, MOST> = unseen.iter().collect();
        let mut deal = || {
            let token = list.swap_remove(random::below(rng, list.len() as u32) as usize);
            unseen.remove(token);
            token
        };
        for (hand, &size) in seen.hands.iter_mut().zip(&seen.sizes) {
            for _ in hand.total()..size.into() {
                hand.add(deal());
            }
        }
        seen.queue.replace_unknown(viewer, |_| deal());
        seen.shuffled = unseen;
        seen
    }
}
