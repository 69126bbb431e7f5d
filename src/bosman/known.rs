use super::queue::Slot;
use super::token::{Batch, Token};
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

    /// The notes on `hand` that another seat can make.
    pub fn seen_by(&self, hand: Seat, viewer: Seat) -> Known {
        let mut seen = Known::NOTHING;
        for &note in &self.notes[..usize::from(self.size)] {
            if [hand.0, viewer.0].contains(&(note >> 6)) {
                seen.push(note);
            }
        }
        seen
    }

    /// The tokens of `hand`, each with the seat that knows it; `None` where everybody does.
    pub fn iter(&self, hand: Seat) -> impl Iterator<Item = (Token, Option<Seat>)> + '_ {
        let read = move |&note: &u8| (Token(note & 63), Some(Seat(note >> 6)).filter(|&seat| seat != hand));
        self.notes[..usize::from(self.size)].iter().map(read)
    }
}
