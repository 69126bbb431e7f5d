//! Piraci HEXXI: what seats have and may come to, what that is worth, and three plans.

mod evaluation;
mod ledger;
mod priors;
mod styles;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::hexxi::{Action, Hexxi, State};

use super::HandMade;
use crate::evaluator::{Evaluator, Values};
use crate::knowledge::{Knowledge, Style};
use crate::options::Options;

impl Knowledge for Hexxi {
    fn evaluator() -> Arc<dyn Evaluator<Hexxi>> {
        Arc::new(HandMade)
    }

    fn tuning() -> Options {
        Options { c: 0.15, prior_playouts: true, cut: Some(4), bias: 1.0, widen: Some(1.5), ..Options::default() }
    }

    fn styles() -> &'static [Style<Hexxi>] {
        styles::STYLES
    }
}

impl Evaluator<Hexxi> for HandMade {
    fn evaluate(&self, game: &Hexxi, state: &State) -> Values {
        evaluation::evaluate(game, state)
    }

    fn priors(&self, game: &Hexxi, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(game, state, actions, into);
    }
}
