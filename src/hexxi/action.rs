use super::board::Cell;
use super::token::Token;
use crate::seat::Seat;

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// To a neighbouring lane (HX-16).
    Sail,
    /// A ship over a ship or warship (HX-17).
    Convoy,
    /// A warship round a ship or warship (HX-18).
    Escort,
}

/// How a unit or base attacks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Blow {
    /// Pirates take a ship (HX-19).
    Seize,
    /// A warship takes pirates (HX-20).
    Intercept,
    /// A base takes a warship (HX-21).
    Ambush,
    /// A ship takes a base (HX-22).
    Trap,
}

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lays a token face down on a free cell (HX-6).
    Place(Token, Cell),
    /// Lays a token face down on the initiative pile (HX-6).
    Stash(Token),
    /// Turns up a token of another seat (HX-8).
    Spy(Cell),
    /// Pays for spying by turning up a token of one's own (HX-8).
    Show(Cell),
    /// Pays for spying by laying a token face up on the pile (HX-8).
    Offer(Token),
    /// Moves a token from the board to the empty pile (HX-9).
    Withdraw(Cell),
    /// Bids one point more than anyone (HX-11).
    Raise,
    /// Leaves the bidding (HX-11).
    Fold,
    /// Does without an action (HX-13).
    Pass,
    /// Ends a chain of escorts (HX-18).
    Halt,
    /// Moves a unit from the first cell to the second (HX-15).
    Move(Way, Cell, Cell),
    /// Attacks from the first cell what stands on the second (HX-19 to HX-22).
    Attack(Blow, Cell, Cell),
    /// Takes back, with the warship on the cell, a ship that the seat seized (HX-23).
    Rescue(Cell, Seat),
}

impl Action {
    /// The words of the notation, in the order of [`Action::kind`].
    pub(super) const KINDS: &'static [&'static str] = &[
        "place",
        "stash",
        "spy",
        "show",
        "offer",
        "withdraw",
        "raise",
        "fold",
        "pass",
        "halt",
        "sail",
        "convoy",
        "escort",
        "seize",
        "intercept",
        "ambush",
        "trap",
        "rescue",
    ];

    /// Which of the words the action is.
    pub(super) const fn kind(self) -> usize {
        match self {
            Action::Place(..) => 0,
            Action::Stash(_) => 1,
            Action::Spy(_) => 2,
            Action::Show(_) => 3,
            Action::Offer(_) => 4,
            Action::Withdraw(_) => 5,
            Action::Raise => 6,
            Action::Fold => 7,
            Action::Pass => 8,
            Action::Halt => 9,
            Action::Move(way, ..) => 10 + way as usize,
            Action::Attack(blow, ..) => 13 + blow as usize,
            Action::Rescue(..) => 17,
        }
    }
}
