use std::sync::Arc;

use marque::random::Rng;
use marque::{Notation, View};

use crate::agent::{Agent, Failure, draw_best};
use crate::evaluator::Evaluator;
use crate::options::Options;
use crate::search::{Estimate, Playout};

/// Flat Monte Carlo: plays out from every action in turn and plays the one that went best, without a tree.
pub(crate) struct Flat<G: Notation> {
    options: Options,
    playout: Playout<G>,
    actions: Vec<G::Action>,
    estimates: Vec<Estimate>,
}

impl<G: Notation> Flat<G> {
    pub fn new(options: Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Flat { options, playout: Playout::new(&options, evaluator), actions: Vec::new(), estimates: Vec::new() }
    }
}

impl<G: Notation> Agent<G> for Flat<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return Ok(only);
        }
        self.estimates.clear();
        self.estimates.resize(self.actions.len(), Estimate::default());
        self.playout.own = Some(view.seat());
        let mut next = 0;
        self.options.budget.begin(view.deadline()).spend(|| {
            let mut state = view.imagine(rng);
            view.game().play(&mut state, self.actions[next]);
            let values = self.playout.run(view.game(), &mut state, rng);
            self.estimates[next].add(values[view.seat().index()]);
            next = (next + 1) % self.actions.len();
            true
        });
        Ok(self.actions[draw_best(self.estimates.iter().map(|estimate| estimate.mean), rng)])
    }
}
