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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};
    use marque::{Game, Seat, Table, toml};

    use super::*;
    use crate::knowledge::Knowledge;

    /// Every look ahead takes some luck, so what comes next from the stream tells how many there were.
    #[test]
    fn a_deadline_that_has_passed_leaves_one_look_ahead_and_another_all() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let after = |samples, deadline| {
            let mut rng = stream(1, 0, Purpose::Other(0));
            let mut greedy = Greedy::new(Options { samples, ..Options::default() }, Hexxi::evaluator());
            greedy.choose(&table.view(Seat(0)).until(deadline), &mut rng).unwrap();
            rng.next_u64()
        };
        let now = Instant::now();
        assert_eq!(after(8, Some(now + Duration::from_secs(3600))), after(8, None));
        assert_eq!(after(8, Some(now)), after(1, None));
        assert_ne!(after(8, None), after(1, None));
    }
}
