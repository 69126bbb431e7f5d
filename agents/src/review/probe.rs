use marque::random::{Purpose, Rng, stream};
use marque::{Event, MAX_SEATS, Seat, Turn};

use crate::budget::Budget;
use crate::evaluator::Values;
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::search::{Outset, ROOT, Tree};

/// A tree that looks into one position, or into one action there, and notes what its iterations came to.
///
/// While it still finds its way, what nobody would do weighs too much: the first iterations do not count. Every iteration
/// has a random stream of its own, so that those of two probes begin with the same imagined state and meet the same luck as
/// long as they go the same way.
pub(super) struct Probe<G: Knowledge> {
    pub tree: Tree<G>,
    counted: Vec<Values>,
}

impl<G: Knowledge> Probe<G> {
    /// A walk among plausible states stays with a few of them for long, and with others next time; a judge that is to say the
    /// same whenever it is asked takes every state as it is imagined.
    pub fn new(options: Options) -> Probe<G> {
        let options = Options { infer: 0, ..options };
        let bytes = (options.memory as usize) << 20;
        Probe { tree: Tree::new(options, options.learn.evaluator(None), bytes), counted: Vec::new() }
    }

    /// A probe of one action of the seat to move.
    pub fn of(action: G::Action, options: Options) -> Probe<G> {
        let mut probe = Probe::new(options);
        probe.tree.restrict_to(action);
        probe
    }

    /// Looks on for so many iterations, then counts so many; what was counted before is forgotten.
    pub fn run(&mut self, outset: &impl Outset<G>, uncounted: u32, counted: u32, seed: u64) {
        self.counted.clear();
        self.tree.prepare(outset, &mut stream(seed, u64::MAX, Purpose::Other(0)));
        for index in 0..uncounted + counted {
            let mut rng = stream(seed, index.into(), Purpose::Other(0));
            self.tree.grow_on(outset, Budget::Iterations(1).begin(None), &mut rng);
            if index >= uncounted {
                self.counted.push(self.last(outset.game().seats()));
            }
        }
    }

    /// What the last iteration came to, or what the position is proven to be worth.
    fn last(&self, seats: usize) -> Values {
        let (sums, iterations) = self.tree.results();
        let mut values = [0.0; MAX_SEATS];
        for (seat, value) in Seat::all(seats).zip(&mut values) {
            let seen = (sums[seat.index()] / f64::from(iterations)) as f32;
            *value = if iterations > 0 { seen } else { self.tree.solution(seat).unwrap_or_default() };
        }
        values
    }

    /// What each seat can expect.
    pub fn mean(&self) -> Values {
        let mut mean = [0.0; MAX_SEATS];
        for values in &self.counted {
            for (mean, value) in mean.iter_mut().zip(values) {
                *mean += value / self.counted.len() as f32;
            }
        }
        mean
    }

    /// How much better this came out for a seat than another probe that was run side by side.
    pub fn lead(&self, over: &Probe<G>, seat: Seat) -> Gap {
        let difference =
            |(own, other): (&Values, &Values)| f64::from(own[seat.index()]) - f64::from(other[seat.index()]);
        Gap::of(&self.counted.iter().zip(&over.counted).map(difference).collect::<Vec<_>>())
    }
}

/// How often an action must have been visited to be followed.
const TRUSTED: u32 = 8;

/// Goes on in a state by the actions that a tree has visited most, until it has not visited any often enough or `look`,
/// which sees every event before it happens, has seen enough.
pub(super) fn follow<G: Knowledge>(
    tree: &Tree<G>,
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    mut look: impl FnMut(&G::State, Event<G::Action, G::Outcome>) -> bool,
) {
    let mut node = ROOT;
    let mut actions = Vec::new();
    loop {
        let event = match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => Event::Outcome(game.draw(state, rng)),
            Turn::Seat(mover) => {
                game.actions(state, &mut actions);
                match tree.favourite(node, mover, &actions) {
                    Some((child, action, visits)) if visits >= TRUSTED || node == ROOT => {
                        node = child;
                        Event::Action(action)
                    }
                    _ => return,
                }
            }
        };
        let more = look(state, event);
        game.apply(state, event);
        if !more {
            return;
        }
    }
}

/// A mean difference with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// Iterations of a tree are no independent draws: the interval comes from the means of so many stretches of them.
const BATCHES: usize = 16;
/// The 97.5 % quantile of Student's t with 15 degrees of freedom.
const T: f64 = 2.131;

impl Gap {
    pub fn of(differences: &[f64]) -> Gap {
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let all = mean(differences);
        let size = (differences.len() / BATCHES).max(1);
        let means: Vec<f64> = differences.chunks_exact(size).map(mean).collect();
        let squares: f64 = means.iter().map(|batch| (batch - all).powi(2)).sum();
        let count = means.len() as f64;
        let margin = T * (squares / (count - 1.0).max(1.0) / count).sqrt();
        Gap { mean: all, low: all - margin, high: all + margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_covers_the_truth_about_as_often_as_it_says() {
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut draw = || marque::random::unit(&mut rng) - 0.4;
        let covered = (0..1000).filter(|_| {
            let gap = Gap::of(&(0..160).map(|_| draw()).collect::<Vec<_>>());
            gap.low <= 0.1 && 0.1 <= gap.high
        });
        let covered = covered.count();
        assert!((925..975).contains(&covered), "{covered} of 1000");
    }

    #[test]
    fn no_difference_has_no_width() {
        let gap = Gap::of(&[0.25; 100]);
        assert_eq!((gap.mean, gap.low, gap.high), (0.25, 0.25, 0.25));
    }
}
