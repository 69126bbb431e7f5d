//! What can happen: the choices of a seat and the results of chance.

use super::contracts::{Card, Cards};
use super::hand::Stray;
use super::lane::Lane;

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `take:44N`: takes a contract (SO-7).
    Take(Card),
    /// `pass`: takes or launches nothing more for now.
    Pass,
    /// `launch:24:SS`: puts a ship to sea, to be aimed and thrown next (SO-8). The ship is an index into
    /// [`SHIP_NAMES`](super::SHIP_NAMES).
    Launch(u8, Lane),
    /// `aim:5`: the heading of a throw (SO-11).
    Aim(u8),
    /// `power:12`: the quarter turns meant (SO-11).
    Power(u8),
}

/// A result of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `contracts:30N,36S`: the contracts laid out (SO-6).
    Contracts(Cards),
    /// `roll:-3,0,57`: how the hand strays (SO-12).
    Roll(Stray),
}
