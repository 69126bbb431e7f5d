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
    /// Whether a seat could come to a deed at all by these rules: a coin that is not in play cannot be won.
    fn can_come_to(&self, _deed: &str) -> bool {
        true
    }
    /// What a word of [`Show::deeds`] means.
    fn deed_words(deed: &str) -> DeedWords {
        DeedWords::new("does", deed, "")
    }
}

/// A deed in words with room for a number: a seat `loses` 2 `ship`s `to the pirates`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeedWords {
    verb: &'static str,
    thing: String,
    rest: String,
}

impl DeedWords {
    /// A verb for one seat, the thing counted in the singular, and what comes behind it.
    pub fn new(verb: &'static str, thing: impl Into<String>, rest: impl Into<String>) -> DeedWords {
        DeedWords { verb, thing: thing.into(), rest: rest.into() }
    }

    /// That it is done at all: `loses a ship to the pirates`.
    pub fn once(&self) -> String {
        let DeedWords { verb, thing, rest } = self;
        let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let space = if rest.is_empty() { "" } else { " " };
        // Nobody spies a time.
        if thing == "time" { format!("{verb}{space}{rest}") } else { format!("{verb} {article} {thing}{space}{rest}") }
    }

    /// That it is done so much oftener, or less often: `loses one more ship to the pirates`.
    pub fn with_difference(&self, difference: f64) -> String {
        let DeedWords { verb, thing, rest } = self;
        let tenths = (difference.abs() * 10.0).round() as u64;
        let number = match (tenths / 10, tenths % 10) {
            (1, 0) => "one".to_owned(),
            (whole, 0) => whole.to_string(),
            (whole, tenth) => format!("{whole}.{tenth}"),
        };
        let more = if difference > 0.0 { "more" } else { "fewer" };
        let plural = if tenths == 10 { "" } else { "s" };
        let space = if rest.is_empty() { "" } else { " " };
        format!("{verb} {number} {more} {thing}{plural}{space}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_in_words() {
        let ships = DeedWords::new("loses", "ship", "to the pirates");
        assert_eq!(ships.once(), "loses a ship to the pirates");
        assert_eq!(DeedWords::new("spies", "time", "").once(), "spies");
        assert_eq!(ships.with_difference(1.04), "loses one more ship to the pirates");
        assert_eq!(ships.with_difference(-0.42), "loses 0.4 fewer ships to the pirates");
        assert_eq!(DeedWords::new("ends with", "point", "").with_difference(-3.0), "ends with 3 fewer points");
    }
}
