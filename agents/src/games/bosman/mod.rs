//! Bosman: what a position is worth, which actions look good, and three plans.

mod draw;
mod evaluation;
mod priors;
mod styles;
mod tactics;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::bosman::{Action, Bosman, Phase, State};
use marque::random::Rng;

use super::HandMade;
use crate::evaluator::{Evaluator, Lists, Values, draw_listed};
use crate::knowledge::{Knowledge, Style};
use crate::learn::Features;
use crate::options::Options;

impl Knowledge for Bosman {
    fn evaluator() -> Arc<dyn Evaluator<Bosman>> {
        Arc::new(HandMade)
    }

    fn study(game: &Bosman, state: &State, into: &mut Features) -> Option<Values> {
        Some(evaluation::study(game, state, into))
    }

    fn tuning() -> Options {
        Options { puct: Some(0.3), prior_playouts: true, cut: Some(6), ..Options::default() }
    }

    fn styles() -> &'static [Style<Bosman>] {
        styles::STYLES
    }
}

impl Evaluator<Bosman> for HandMade {
    fn evaluate(&self, game: &Bosman, state: &State) -> Values {
        evaluation::evaluate(game, state)
    }

    fn priors(&self, game: &Bosman, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(game, state, actions, into);
    }

    fn draw(&self, game: &Bosman, state: &State, lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
        match state.phase() {
            Phase::Turn => draw::in_turn(game, state, rng),
            Phase::Exchange => draw::exchange(game, state, rng),
            _ => draw_listed(self, game, state, lists, rng),
        }
    }
}
