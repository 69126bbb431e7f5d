use std::sync::Arc;

use marque::random::Rng;
use marque::{Game, Seat, Turn};
use rustc_hash::FxHashMap;

use super::estimate::Estimate;
use crate::evaluator::{Evaluator, Lists, Values, rewards};
use crate::options::Options;

/// Plays a state on without a tree to see what it is worth: the playouts (rollouts, simulations) of Monte Carlo search.
pub(crate) struct Playout<G: Game> {
    evaluator: Arc<dyn Evaluator<G>>,
    by_priors: bool,
    cut: Option<u32>,
    /// How many actions are drawn for a ply; with more than one, MAST picks among them.
    candidates: u32,
    record: bool,
    /// What was played since the record was last cleared, where a record is kept.
    pub played: Vec<(Seat, G::Action)>,
    /// The table of the move-average sampling technique (MAST): how each seat's actions have gone wherever they were
    /// played.
    mast: FxHashMap<(Seat, G::Action), Estimate>,
    lists: Lists<G::Action>,
}

impl<G: Game> Playout<G> {
    pub fn new(options: &Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Playout {
            evaluator,
            by_priors: options.prior_playouts,
            cut: options.cut,
            candidates: options.mast.unwrap_or(1),
            record: options.mast.is_some() || options.rave.is_some(),
            played: Vec::new(),
            mast: FxHashMap::default(),
            lists: Lists::default(),
        }
    }

    /// Notes an action for the record, where one is kept.
    #[inline]
    pub fn note(&mut self, seat: Seat, action: G::Action) {
        if self.record {
            self.played.push((seat, action));
        }
    }

    /// Plays on, to the end or to a cut and an evaluation, and returns what it came to.
    #[inline]
    pub fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
        if self.cut.is_none() && !self.by_priors && !self.record {
            game.playout(state, rng);
            return rewards(game, state);
        }
        let mut left = self.cut;
        loop {
            let Turn::Seat(seat) = game.settle(state, rng) else { return rewards(game, state) };
            if let Some(plies) = &mut left {
                if *plies == 0 && self.evaluator.is_calm(game, state) {
                    return self.evaluator.evaluate(game, state);
                }
                *plies = plies.saturating_sub(1);
            }
            let action = self.pick(game, state, seat, rng);
            self.note(seat, action);
            game.play(state, action);
        }
    }

    /// Of the candidates drawn, the one that has gone best wherever it was played.
    fn pick(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        let mut best = self.draw(game, state, rng);
        for _ in 1..self.candidates {
            let other = self.draw(game, state, rng);
            if self.mast_mean(seat, other) > self.mast_mean(seat, best) {
                best = other;
            }
        }
        best
    }

    fn draw(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> G::Action {
        if self.by_priors {
            self.evaluator.draw(game, state, &mut self.lists, rng)
        } else {
            game.random_action(state, rng)
        }
    }

    /// How an action of a seat has gone on average; one never seen is thought as good as any.
    fn mast_mean(&self, seat: Seat, action: G::Action) -> f32 {
        self.mast.get(&(seat, action)).map_or(0.5, |estimate| estimate.mean)
    }

    /// Adds the actions of the record to the table of MAST, with what they came to.
    pub fn learn(&mut self, values: &Values) {
        if self.candidates > 1 {
            for &(seat, action) in &self.played {
                self.mast.entry((seat, action)).or_default().add(values[seat.index()]);
            }
        }
    }

    /// Forgets how actions have gone.
    pub fn forget(&mut self) {
        self.mast.clear();
    }
}
