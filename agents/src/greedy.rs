use std::sync::Arc;
use std::time::Instant;

use marque::random::Rng;
use marque::{Notation, View};
use rand::Rng as _;

use crate::agent::{Agent, Failure, draw_best};
use crate::evaluator::{Evaluator, appraise};
use crate::options::Options;

/// Looks one action ahead and plays what leads to the best evaluation, on average over imagined states and chance.
pub(crate) struct Greedy<G: Notation> {
    options: Options,
    evaluator: Arc<dyn Evaluator<G>>,
    actions: Vec<G::Action>,
    sums: Vec<f32>,
}

impl<G: Notation> Greedy<G> {
    pub fn new(options: Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Greedy { options, evaluator, actions: Vec::new(), sums: Vec::new() }
    }
}

impl<G: Notation> Agent<G> for Greedy<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return Ok(only);
        }
        self.sums.clear();
        self.sums.resize(self.actions.len(), 0.0);
        for _ in 0..self.options.samples {
            let imagined = view.imagine(rng);
            // Every action meets the same luck, which makes for a fairer comparison.
            let luck = rng.clone();
            for (&action, sum) in self.actions.iter().zip(&mut self.sums) {
                let mut state = imagined.clone();
                view.game().play(&mut state, action);
                view.game().settle(&mut state, &mut luck.clone());
                *sum += appraise(&*self.evaluator, view.game(), &state)[view.seat().index()];
            }
            rng.next_u64();
            if view.deadline().is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        Ok(self.actions[draw_best(self.sums.iter().copied(), rng)])
    }
}
