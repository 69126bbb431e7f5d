//! Santy Anno: think on, or run?
//!
//! Everything here looks at states that a player imagines. Where a seat is to choose, only what that seat knows may
//! count: its belief, its clock and who has sat, never its true ship.
//!
//! The kernel imagines rivals by the one assumption of the rules page: that they think all the cards through once and
//! run to what they believe. How else they may play is known here: who guesses (`rashness`) and who looks twice
//! (`second_look`), going by the rounds paid out.

mod clock;
mod crowd;
mod evaluation;
mod priors;
mod race;
mod styles;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marque::random::Rng;
use marque::santy_anno::{Action, SantyAnno, State};
use marque::{Game, Turn};

use super::HandMade;
use crate::evaluator::{Evaluator, Lists, Values};
use crate::knowledge::{Knowledge, Style};
use crate::learn::Features;
use crate::options::Options;
use crate::sitting::Clock;

impl Knowledge for SantyAnno {
    fn evaluator() -> Arc<dyn Evaluator<SantyAnno>> {
        Arc::new(HandMade)
    }

    fn study(game: &SantyAnno, state: &State, into: &mut Features) -> Option<Values> {
        Some(evaluation::study(game, state, into))
    }

    fn tuning() -> Options {
        Options { c: 0.3, prior_playouts: true, cut: Some(0), bias: 5.0, depth: Some(1), ..Options::default() }
    }

    fn styles() -> &'static [Style<SantyAnno>] {
        styles::STYLES
    }

    fn clock() -> Option<&'static dyn Clock<SantyAnno>> {
        Some(&clock::OwnHead)
    }
}

impl Evaluator<SantyAnno> for HandMade {
    fn evaluate(&self, game: &SantyAnno, state: &State) -> Values {
        evaluation::evaluate(game, state)
    }

    /// Between two rounds: within one, playouts show best who comes before whom.
    fn is_calm(&self, game: &SantyAnno, state: &State) -> bool {
        evaluation::is_between_rounds(game, state)
    }

    fn priors(&self, game: &SantyAnno, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        priors::weigh(game, state, actions, into);
    }

    fn draw(&self, game: &SantyAnno, state: &State, _lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
        let Turn::Seat(seat) = game.turn(state) else { unreachable!("a seat is to move where an action is drawn") };
        priors::draw(game, state, seat, rng)
    }

    fn calm_down(&self, game: &SantyAnno, state: &mut State, rng: &mut Rng) -> bool {
        race::play_out(game, state, rng);
        true
    }
}
