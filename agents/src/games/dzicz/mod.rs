//! Dzicz: how far each seat is from each mission, what that is worth, and three plans.

mod camp;
mod evaluation;
mod priors;
mod styles;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::dzicz::{Action, Dzicz, State};

use super::HandMade;
use crate::evaluator::{Evaluator, Values};
use crate::knowledge::{Knowledge, Style};
use crate::options::Options;

impl Knowledge for Dzicz {
    fn evaluator() -> Arc<dyn Evaluator<Dzicz>> {
        Arc::new(HandMade)
    }

    fn tuning() -> Options {
        Options { c: 0.4, prior_playouts: true, cut: Some(20), bias: 1.0, ..Options::default() }
    }

    fn styles() -> &'static [Style<Dzicz>] {
        styles::STYLES
    }
}

impl Evaluator<Dzicz> for HandMade {
    fn evaluate(&self, game: &Dzicz, state: &State) -> Values {
        evaluation::evaluate(game, state)
    }

    fn priors(&self, game: &Dzicz, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(game, state, actions, into);
    }
}
