use std::fmt;

use serde::Serialize;

/// The most seats any game has.
pub const MAX_SEATS: usize = 8;

/// A place at the table, numbered from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Nobody's seat: where somebody looks on who sees what all seats see, and no more.
    pub const ONLOOKER: Seat = Seat(u8::MAX);

    /// The seat as an index into arrays by seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one at a table of `seats`, wrapping.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.0 + 1;
        Seat(if next as usize == seats { 0 } else { next })
    }

    /// The first `seats` seats in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_seat_is_followed_by_the_first() {
        assert_eq!(Seat(1).next(3), Seat(2));
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!(Seat::all(3).collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(2)]);
    }
}
