use marque::View;
use marque::random::Rng;
use rand::Rng as _;

use crate::agent::{Agent, draw_best};
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::rollout::appraise;

/// Looks one action ahead and plays what leads to the best evaluation, on average over imagined states and chance.
pub(crate) struct Greedy<G: Knowledge> {
    options: Options,
    actions: Vec<G::Action>,
    sums: Vec<f32>,
}

impl<G: Knowledge> Greedy<G> {
    pub fn new(options: Options) -> Self {
        Greedy { options, actions: Vec::new(), sums: Vec::new() }
    }
}

impl<G: Knowledge> Agent<G> for Greedy<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
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
                *sum += appraise(view.game(), &mut state, &mut luck.clone())[view.seat().index()];
            }
            rng.next_u64();
        }
        self.actions[draw_best(self.sums.iter().copied(), rng)]
    }
}
