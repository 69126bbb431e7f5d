//! Piraci HEXXI: what seats have and may come to, what that is worth, and three plans.

mod evaluation;
mod features;
mod ledger;
mod priors;
mod styles;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::hexxi::{Action, Hexxi, Phase, State};
use marque::random::Rng;
use marque::{Game, Seat, Turn};

use super::HandMade;
use crate::evaluator::{Evaluator, Lists, Values, draw_listed};
use crate::knowledge::{Knowledge, Style};
use crate::learn::Features;
use crate::options::Options;

impl Knowledge for Hexxi {
    fn evaluator() -> Arc<dyn Evaluator<Hexxi>> {
        Arc::new(HandMade)
    }

    fn study(game: &Hexxi, state: &State, into: &mut Features) -> Option<Values> {
        Some(features::study(game, state, into))
    }

    fn weights() -> &'static [&'static str] {
        &[
            include_str!("../../../weights/hexxi-2.weights"),
            include_str!("../../../weights/hexxi-3.weights"),
            include_str!("../../../weights/hexxi-4.weights"),
        ]
    }

    /// Chosen for the weights above, which tell positions apart less boldly than what was made by hand: that explores best
    /// with a `puct` of 1 to 2.
    fn tuning() -> Options {
        Options { puct: Some(0.5), prior_playouts: true, cut: Some(0), infer: 1, ripe: 2, ..Options::default() }
    }

    /// Whatever is done before a confrontation may turn tokens up, and what ends it turns up all.
    fn turns_up(action: Action) -> bool {
        !matches!(action, Action::Pass | Action::Halt | Action::Move(..) | Action::Attack(..) | Action::Rescue(..))
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

    fn plausibility(&self, game: &Hexxi, state: &State, seat: Seat) -> f32 {
        priors::plausibility(game, state, seat)
    }

    fn adopt(&self, _game: &Hexxi, state: &mut State, other: &State, seat: Seat) {
        state.hide_as_in(other, seat);
    }

    fn draw(&self, game: &Hexxi, state: &State, lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
        match (state.phase(), game.turn(state)) {
            (Phase::Placing, Turn::Seat(seat)) => priors::draw_placing(game, state, seat, rng),
            _ => draw_listed(self, game, state, lists, rng),
        }
    }
}
