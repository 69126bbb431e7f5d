use marque::random::{self, Rng};
use marque::{Game, Notation, View};

use crate::agent::{Agent, Failure};
use crate::restrict::Restriction;

/// Plays any legal action, all equally likely.
pub(crate) struct Random<G: Game> {
    restriction: Restriction,
    actions: Vec<G::Action>,
}

impl<G: Game> Random<G> {
    pub(crate) fn new(restriction: Restriction) -> Self {
        Random { restriction, actions: Vec::new() }
    }
}

impl<G: Notation> Agent<G> for Random<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.restriction.actions(view, &mut self.actions);
        Ok(self.actions[random::below(rng, self.actions.len() as u32) as usize])
    }

    fn picks_blindly(&self) -> bool {
        true
    }
}
