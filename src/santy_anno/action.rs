use crate::seat::MAX_SEATS;

use super::cards::{Card, EventCard, Hand};
use super::ships::{SHIPS, Ship};

/// How many basic cards make room for the experts' (SA-12).
pub(super) const REMOVED: usize = 10;

/// What a seat can do (SA-17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Think the next card through.
    Think,
    /// Go through all the cards again.
    Recheck,
    /// Set out for a ship.
    Run(Ship),
}

/// What chance brings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// The ships clockwise from place 0 (SA-2).
    Table([Ship; SHIPS]),
    /// Each seat's ship (SA-3); the first one for seats that do not play.
    Start([Ship; MAX_SEATS]),
    /// The basic cards left out for the experts' (SA-12).
    Remove([Card; REMOVED]),
    /// The cards of a round in the order dealt (SA-14).
    Cards(Hand),
    /// The event of a round (SA-13).
    Event(EventCard),
    /// What thinking came to (SA-17).
    Mind {
        /// The ticks it took.
        ticks: u32,
        /// The ship believed now.
        belief: Ship,
    },
}
