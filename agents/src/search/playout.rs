use std::sync::Arc;

use marque::random::Rng;
use marque::{Game, Turn};

use crate::evaluator::{Evaluator, Lists, Values, rewards};
use crate::options::Options;

/// Plays a state on without a tree to see what it is worth: the playouts (rollouts, simulations) of Monte Carlo search.
pub(crate) struct Playout<G: Game> {
    evaluator: Arc<dyn Evaluator<G>>,
    by_priors: bool,
    cut: Option<u32>,
    lists: Lists<G::Action>,
}

impl<G: Game> Playout<G> {
    pub fn new(options: &Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Playout { evaluator, by_priors: options.prior_playouts, cut: options.cut, lists: Lists::default() }
    }

    /// Plays on, to the end or to a cut and an evaluation, and returns what it came to.
    #[inline]
    pub fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
        if self.cut.is_none() && !self.by_priors {
            game.playout(state, rng);
            return rewards(game, state);
        }
        let mut left = self.cut;
        loop {
            let Turn::Seat(_) = game.settle(state, rng) else { return rewards(game, state) };
            if let Some(plies) = &mut left {
                if *plies == 0 && self.evaluator.is_calm(game, state) {
                    return self.evaluator.evaluate(game, state);
                }
                *plies = plies.saturating_sub(1);
            }
            let action = if self.by_priors {
                self.evaluator.draw(game, state, &mut self.lists, rng)
            } else {
                game.random_action(state, rng)
            };
            game.play(state, action);
        }
    }
}
