//! Dzicz: how far each seat is from each mission, what that is worth, and three plans.

mod camp;
mod evaluation;
mod fitted;
mod priors;
mod styles;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use marque::Seat;
use marque::dzicz::{Action, Dzicz, State};
use marque::random::Rng;

pub use self::weights::{Group, Weights};
use super::HandMade;
use crate::evaluator::{Evaluator, Lists, Values};
use crate::knowledge::{Knowledge, Style};
use crate::learn::Features;
use crate::options::Options;

impl Knowledge for Dzicz {
    fn evaluator() -> Arc<dyn Evaluator<Dzicz>> {
        Arc::new(HandMade)
    }

    fn study(game: &Dzicz, state: &State, into: &mut Features) -> Option<Values> {
        Some(evaluation::study(&fitted::SETTLER.weights, game, state, into))
    }

    fn weights() -> &'static [&'static str] {
        &[include_str!("../../../weights/dzicz-4.weights")]
    }

    fn tuning() -> Options {
        Options { puct: Some(0.5), prior_playouts: true, cut: Some(10), ..Options::default() }
    }

    fn styles() -> &'static [Style<Dzicz>] {
        styles::STYLES
    }
}

impl Evaluator<Dzicz> for HandMade {
    fn evaluate(&self, game: &Dzicz, state: &State) -> Values {
        fitted::SETTLER.evaluate(game, state)
    }

    fn priors(&self, game: &Dzicz, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        fitted::SETTLER.priors(game, state, actions, into);
    }

    fn draw(&self, game: &Dzicz, state: &State, lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
        fitted::SETTLER.draw(game, state, lists, rng)
    }
}

/// An evaluator of this game with weights of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Settler {
    /// What speaks for holding a card at the end.
    pub weights: Weights,
    /// How promising it looks to remove a token of another seat, and how much more one with a fort.
    pub razing: [f32; 2],
}

impl Evaluator<Dzicz> for Settler {
    fn evaluate(&self, game: &Dzicz, state: &State) -> Values {
        evaluation::evaluate(&self.weights, game, state)
    }

    fn priors(&self, game: &Dzicz, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(self, game, state, actions, into);
    }

    fn draw(&self, game: &Dzicz, state: &State, _lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
        priors::draw(self, game, state, rng)
    }
}

/// What [`Weights`] are applied to, for every mission that can bring a seat a card: positions among the weights and by how
/// much each counts. A seat holds a card at the end unless all these missions fail. `None` where it is sure of one.
pub fn features(game: &Dzicz, state: &State, seat: Seat) -> Option<Vec<Vec<(usize, f32)>>> {
    evaluation::features(game, state, seat)
}
