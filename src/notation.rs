use thiserror::Error;

use crate::game::{Event, Game};
use crate::seat::Seat;

/// How a game is written down: every action and outcome has one short ASCII word, and every seat sees some of it.
pub trait Notation: Game {
    /// Every kind of action there is: the words before the colon in their notation.
    const KINDS: &'static [&'static str];

    /// Which of [`Notation::KINDS`] an action is, as an index.
    fn kind(&self, action: Self::Action) -> usize;
    /// The notation of an action.
    fn write_action(&self, action: Self::Action) -> String;
    /// The action with this notation, legal or not.
    fn read_action(&self, text: &str) -> Result<Self::Action, NotationError>;
    /// The notation of an outcome.
    fn write_outcome(&self, _outcome: Self::Outcome) -> String {
        unreachable!("{} has no chance", Self::INFO.name)
    }
    /// The outcome with this notation, possible or not.
    fn read_outcome(&self, text: &str) -> Result<Self::Outcome, NotationError> {
        Err(NotationError::new(text, "no chance in this game"))
    }

    /// The action in what a seat sees of an event, where it sees the whole of one: what [`Game::hear`] says.
    fn read_seen(&self, seen: &str) -> Option<Self::Action> {
        self.read_action(seen.split_once('=').map_or(seen, |(event, _)| event)).ok()
    }

    /// What `viewer` sees of an event that is about to be applied to `before`; `None` where it sees nothing at all.
    ///
    /// It is the event's notation with a `?` for each part the viewer does not see, such as `place:?@d3`. Where the
    /// event brings something hidden to light, that follows behind an `=`, such as `spy:c3=S`. The seat that acts sees
    /// the whole of its action, so two states that look the same to a viewer still do after events that it sees alike.
    fn see(&self, before: &Self::State, event: Event<Self::Action, Self::Outcome>, viewer: Seat) -> Option<String> {
        let _ = (before, viewer);
        Some(match event {
            Event::Action(action) => self.write_action(action),
            Event::Outcome(outcome) => self.write_outcome(outcome),
        })
    }
}

/// Text that is no action or outcome of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not understood: expected {expected}")]
pub struct NotationError {
    /// The text as given.
    pub text: String,
    /// What could have stood there.
    pub expected: String,
}

impl NotationError {
    /// Says that `text` is not what was `expected`.
    pub fn new(text: &str, expected: impl Into<String>) -> NotationError {
        NotationError { text: text.to_owned(), expected: expected.into() }
    }
}
