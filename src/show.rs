use crate::game::Event;
use crate::notation::Notation;
use crate::page::Page;
use crate::picture::{Motion, Picture};
use crate::seat::Seat;

/// How a game is shown to people.
pub trait Show: Notation {
    /// The board for people, as `viewer` sees it (or with everything shown), with a legend of its symbols.
    fn board(&self, state: &Self::State, viewer: Option<Seat>) -> Page;
    /// Whose decision it is and why, in a sentence.
    fn prompt(&self, state: &Self::State) -> String;
    /// What an event, about to be applied to `before`, looks like to `viewer` (or with everything shown), in a sentence;
    /// empty where there is nothing to see.
    fn narrate(&self, before: &Self::State, event: Event<Self::Action, Self::Outcome>, viewer: Option<Seat>) -> String;
    /// A picture of the board as `viewer` sees it (or with everything shown), where the game has one.
    fn picture(&self, _state: &Self::State, _viewer: Option<Seat>) -> Option<Picture> {
        None
    }
    /// What moves in the picture when an event is applied to `before`, where that is more than a step and all seats see it.
    fn motion(&self, _before: &Self::State, _event: Event<Self::Action, Self::Outcome>) -> Option<Motion> {
        None
    }
    /// Tells what a seat has come to that designers count: missions held, contracts met, gangs on board. Each is one
    /// short word, told as often as it happened.
    fn deeds(&self, _state: &Self::State, _seat: Seat, _tell: &mut dyn FnMut(&str)) {}
}
