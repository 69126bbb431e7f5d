use super::beach::Field;
use super::token::{Batch, Gang, Place, Token};

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lays a pirate token beside the boatswain (BO-13).
    Play {
        /// The token laid.
        token: Token,
        /// Where it is laid.
        field: Field,
    },
    /// Lays an own sailor beside the boatswain (BO-13).
    Sailor {
        /// Whose sailor.
        gang: Gang,
        /// Where it is laid.
        field: Field,
    },
    /// Takes a token beside the boatswain on board (BO-15).
    Board {
        /// Where it comes from.
        field: Field,
        /// Where it sits down.
        place: Place,
    },
    /// Covers a token in the boat (BO-12).
    Poison(Place),
    /// Puts tokens of the hand under the stack and draws as many (BO-9, BO-11).
    Swap(Batch),
    /// Keeps the hand that was dealt (BO-9).
    Keep,
    /// Does nothing for a turn (BO-17).
    Pass,
}
