use marque::View;
use marque::random::Rng;

use crate::agent::{Agent, draw_best};
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::rollout::Rollout;
use crate::tally::Tally;

/// Flat Monte Carlo: plays out from every action in turn and plays the one that went best, without a tree.
pub(crate) struct Flat<G: Knowledge> {
    options: Options,
    rollout: Rollout<G>,
    actions: Vec<G::Action>,
    tallies: Vec<Tally>,
}

impl<G: Knowledge> Flat<G> {
    pub fn new(options: Options) -> Self {
        Flat { options, rollout: Rollout::new(&options), actions: Vec::new(), tallies: Vec::new() }
    }
}

impl<G: Knowledge> Agent<G> for Flat<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        self.tallies.clear();
        self.tallies.resize(self.actions.len(), Tally::default());
        let mut next = 0;
        let options = self.options;
        options.spend(options.iterations, || {
            let mut state = view.imagine(rng);
            view.game().play(&mut state, self.actions[next]);
            let values = self.rollout.run(view.game(), &mut state, rng);
            self.tallies[next].add(values[view.seat().index()]);
            next = (next + 1) % self.actions.len();
            true
        });
        self.actions[draw_best(self.tallies.iter().map(|tally| tally.mean), rng)]
    }
}
