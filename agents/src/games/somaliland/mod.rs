//! Somaliland: how throws are aimed, what contracts promise, and three plans.

mod aiming;
mod evaluation;
mod fitted;
mod owner;
mod priors;
mod prospects;
mod styles;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::somaliland::{Action, Somaliland, State};

pub use self::owner::{Arrivals, Prey, Shipowner, Voyage, others, prey, voyage};
use super::HandMade;
use crate::evaluator::{Evaluator, Values};
use crate::knowledge::{Knowledge, Style};
use crate::learn::Features;
use crate::options::Options;

impl Knowledge for Somaliland {
    fn evaluator() -> Arc<dyn Evaluator<Somaliland>> {
        Arc::new(HandMade)
    }

    fn study(game: &Somaliland, state: &State, into: &mut Features) -> Option<Values> {
        Some(evaluation::study(&fitted::FITTED, game, state, into))
    }

    fn tuning() -> Options {
        Options { c: 0.05, cut: Some(0), bias: 2.0, widen: Some(0.4), ripe: 3, ..Options::default() }
    }

    fn styles() -> &'static [Style<Somaliland>] {
        styles::STYLES
    }
}

impl Evaluator<Somaliland> for HandMade {
    fn evaluate(&self, game: &Somaliland, state: &State) -> Values {
        fitted::FITTED.evaluate(game, state)
    }

    fn priors(&self, game: &Somaliland, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        fitted::FITTED.priors(game, state, actions, into);
    }
}

impl Evaluator<Somaliland> for Shipowner {
    fn evaluate(&self, game: &Somaliland, state: &State) -> Values {
        evaluation::evaluate(self, game, state)
    }

    fn priors(&self, game: &Somaliland, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(self, game, state, actions, into);
    }
}
