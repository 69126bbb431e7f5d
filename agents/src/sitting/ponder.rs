//! Decisions of bots that are thought through away from the table.

use std::any::Any;

use marque::random::Purpose;
use marque::{Seat, Turn};

use super::{Sitting, SittingError};
use crate::agent::{Agent, Failure};
use crate::knowledge::Knowledge;

/// A decision that a bot has yet to make.
pub struct Pondering {
    /// Whose decision it is.
    pub seat: Seat,
    think: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>,
    when: When,
}

/// A decision that a bot has made.
pub struct Decision {
    made: Box<dyn Any + Send>,
    when: When,
}

/// At which point of a sitting a decision was taken up.
#[derive(Clone, Copy, PartialEq)]
struct When {
    /// How often everybody had sat down anew.
    settings: u64,
    events: usize,
}

/// The player, who comes back to the table, and what it chose.
struct Made<G: Knowledge> {
    seat: Seat,
    agent: Box<dyn Agent<G>>,
    chosen: Result<G::Action, Failure>,
}

impl Pondering {
    /// Thinks; this may take long.
    pub fn think(self) -> Decision {
        Decision { made: (self.think)(), when: self.when }
    }
}

impl<G: Knowledge> Sitting<G> {
    fn when(&self) -> When {
        When { settings: self.settings, events: self.table.events().len() }
    }

    /// Sends the bot to move away to think.
    pub(super) fn take_up(&mut self) -> Option<Pondering> {
        let Turn::Seat(seat) = self.table.turn() else { return None };
        let mut agent = self.agents[seat.index()].take()?;
        let (table, mut rng) = (self.table.clone(), self.stream(Purpose::Seat(seat)));
        let think = move || {
            let chosen = agent.choose(&table.view(seat), &mut rng);
            Box::new(Made::<G> { seat, agent, chosen }) as Box<dyn Any + Send>
        };
        Some(Pondering { seat, think: Box::new(think), when: self.when() })
    }

    /// Plays a decision, unless the sitting has gone another way since.
    pub(super) fn put_down(&mut self, decision: Decision) -> Result<bool, SittingError> {
        if decision.when != self.when() {
            return Ok(false);
        }
        let Ok(made) = decision.made.downcast::<Made<G>>() else { return Ok(false) };
        let Made { seat, agent, chosen } = *made;
        self.agents[seat.index()] = Some(agent);
        self.play_bot(seat, chosen)?;
        Ok(true)
    }
}
