use super::token::Token;
use crate::seat::Seat;

/// No game has more tokens than this.
pub(super) const MOST: usize = 192;

/// A token under the stack, and who knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The token.
    pub token: Token,
    /// The seat that swapped it there unseen by the others; `None` where all saw it.
    pub by: Option<Seat>,
}

impl Slot {
    /// Whether a seat knows which token it is.
    #[inline]
    pub fn is_known_to(self, viewer: Seat) -> bool {
        self.by.is_none_or(|seat| seat == viewer)
    }
}

/// The tokens put under the stack, first in first out (BO-10): a ring. Queues are equal if they hold the same, wherever in
/// the ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    /// The token in the lower six bits, the seat that put it there above.
    slots: [u8; MOST],
    /// The slots whose token all saw.
    open: [u64; MOST / 64],
    head: u8,
    size: u8,
}

impl Queue {
    pub const EMPTY: Queue = Queue { slots: [0; MOST], open: [0; MOST / 64], head: 0, size: 0 };

    #[inline]
    pub fn size(&self) -> u32 {
        self.size.into()
    }

    /// Where the `n`th slot from the front lies.
    #[inline]
    fn at(&self, n: u8) -> usize {
        let at = usize::from(self.head) + usize::from(n);
        if at < MOST { at } else { at - MOST }
    }

    #[inline]
    fn slot(&self, at: usize) -> Slot {
        let by = Seat(self.slots[at] >> 6);
        let open = self.open[at / 64] >> (at % 64) & 1 == 1;
        Slot { token: Token(self.slots[at] & 63), by: (!open).then_some(by) }
    }

    #[inline]
    pub fn push(&mut self, slot: Slot) {
        let at = self.at(self.size);
        match slot.by {
            Some(seat) => {
                self.slots[at] = slot.token.0 | seat.0 << 6;
                self.open[at / 64] &= !(1 << (at % 64));
            }
            None => {
                self.slots[at] = slot.token.0;
                self.open[at / 64] |= 1 << (at % 64);
            }
        }
        self.size += 1;
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Slot> {
        if self.size == 0 {
            return None;
        }
        let slot = self.slot(self.head.into());
        self.head = self.at(1) as u8;
        self.size -= 1;
        Some(slot)
    }

    /// The slots from the front.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        (0..self.size).map(|n| self.slot(self.at(n)))
    }

    /// Replaces the tokens that a viewer does not know.
    pub fn replace_unknown(&mut self, viewer: Seat, mut with: impl FnMut(Token) -> Token) {
        for n in 0..self.size {
            let at = self.at(n);
            let slot = self.slot(at);
            if !slot.is_known_to(viewer) {
                self.slots[at] = with(slot.token).0 | self.slots[at] & !63;
            }
        }
    }
}

impl PartialEq for Queue {
    fn eq(&self, other: &Queue) -> bool {
        self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_in_is_the_first_out_around_the_ring() {
        let mut queue = Queue::EMPTY;
        let slot = |n: usize| Slot { token: Token((n % 64) as u8), by: (n % 5 < 4).then_some(Seat((n % 5) as u8)) };
        let (mut put, mut taken) = (0, 0);
        for round in 0..100 {
            while put < taken + 1 + round * 37 % 188 {
                queue.push(slot(put));
                put += 1;
            }
            assert_eq!(queue.iter().collect::<Vec<_>>(), (taken..put).map(slot).collect::<Vec<_>>());
            while put - taken > round % 7 {
                assert_eq!(queue.pop(), Some(slot(taken)));
                taken += 1;
            }
        }
        while queue.pop().is_some() {}
        assert_ne!(queue.head, 0);
        let mut fresh = Queue::EMPTY;
        for n in 0..5 {
            queue.push(slot(n));
            fresh.push(slot(n));
        }
        assert_eq!(queue, fresh, "it does not matter where in the ring they lie");
        fresh.pop();
        assert_ne!(queue, fresh);
    }
}
