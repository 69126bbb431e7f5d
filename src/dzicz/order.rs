//! In which order seats have their turns.

use crate::seat::Seat;

use super::Dzicz;

/// The order of seats in a turn, as the rule `order` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// That of the seats, in every turn.
    Fixed,
    /// That of the seats, but each turn begins with the next one.
    Rotating,
    /// That of the seats when they land, and the other way round from then on.
    Reversed,
}

impl Dzicz {
    /// The seat that comes after so many others in a turn.
    #[inline]
    pub fn seat_at(&self, turn: u8, place: usize) -> Seat {
        let seat = match self.order {
            Order::Fixed => place,
            Order::Rotating => (place + self.lag(turn)) % self.seats,
            Order::Reversed if turn > 1 => self.seats - 1 - place,
            Order::Reversed => place,
        };
        Seat(seat as u8)
    }

    /// How many seats come before this one in a turn.
    #[inline]
    pub fn place_of(&self, turn: u8, seat: Seat) -> usize {
        match self.order {
            Order::Fixed => seat.index(),
            Order::Rotating => (seat.index() + self.seats - self.lag(turn)) % self.seats,
            Order::Reversed if turn > 1 => self.seats - 1 - seat.index(),
            Order::Reversed => seat.index(),
        }
    }

    /// The seat that begins a turn where they rotate: seat 0 the first.
    #[inline]
    fn lag(&self, turn: u8) -> usize {
        (usize::from(turn) + self.seats - 1) % self.seats
    }

    /// Whether `seat` and not `rival` gets an open card whose condition both meet when a turn is over (DZ-17).
    #[inline]
    pub fn goes_first(&self, turn: u8, seat: Seat, rival: Seat) -> bool {
        (self.place_of(turn, seat) > self.place_of(turn, rival)) == self.later_claims
    }
}
