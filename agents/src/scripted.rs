use marque::random::Rng;
use marque::{Game, Notation, View};

use crate::agent::{Agent, Failure, draw_best};
use crate::knowledge::Style;
use crate::restrict::Restriction;

/// Follows a style: plays the action that fits its plan best.
pub(crate) struct Scripted<G: Game> {
    style: &'static Style<G>,
    restriction: Restriction,
    actions: Vec<G::Action>,
}

impl<G: Game> Scripted<G> {
    pub fn new(style: &'static Style<G>, restriction: Restriction) -> Self {
        Scripted { style, restriction, actions: Vec::new() }
    }
}

impl<G: Notation> Agent<G> for Scripted<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.restriction.actions(view, &mut self.actions);
        let imagined = view.imagine(rng);
        let scores = self.actions.iter().map(|&action| (self.style.score)(view.game(), &imagined, action));
        Ok(self.actions[draw_best(scores, rng)])
    }
}
