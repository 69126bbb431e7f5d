//! Monte Carlo tree search for all games: UCT in open ones, ISMCTS where something is hidden.

mod estimate;
mod nodes;
mod outset;
mod playout;
mod tree;
mod ucb;

use std::cmp::Ordering;
use std::sync::Arc;

use marque::random::{self, Purpose, Rng};
use marque::{Seat, View};
use rand::Rng as _;
use rayon::prelude::*;

pub(crate) use self::estimate::Estimate;
pub(crate) use self::nodes::ROOT;
pub(crate) use self::outset::{Outset, Position};
pub(crate) use self::playout::Playout;
use self::tree::Branch;
pub(crate) use self::tree::Tree;
use crate::agent::{Agent, Failure};
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::knowledge::Knowledge;
use crate::options::Options;

/// Monte Carlo tree search over what a seat knows (single-observer ISMCTS): every iteration imagines a state (a
/// determinization), goes down a tree of actions by upper confidence bounds (UCB), plays out (a rollout), and takes each
/// seat's reward back up (backpropagation). In a game without hidden information that is UCT, plain MCTS.
///
/// ```
/// # fn hint<G: marque_agents::Knowledge>(view: &marque::View<'_, G>, rng: &mut marque::Rng) {
/// use marque_agents::{Budget, Options, Search};
///
/// let mut search = Search::new(Options { budget: Budget::Iterations(4000), ..Options::default() });
/// let analysis = search.analyse(view, rng);
/// let best = &analysis.moves[0];
/// println!("{} is worth {:.2}", view.game().write_action(best.action), best.value);
/// # }
/// ```
pub struct Search<G: Knowledge> {
    options: Options,
    trees: Vec<Tree<G>>,
    /// Whether the game went on by nothing but actions the trees could follow since they were grown.
    followed: bool,
    actions: Vec<G::Action>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// The actions tried, the one to play first.
    pub moves: Vec<MoveReport<A>>,
    /// What each seat can expect, by seat.
    pub values: Vec<f32>,
    /// How many iterations it took: less than asked for where the position was solved.
    pub iterations: u64,
}

/// What a search thinks of one action.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// What it brought the player on average, or exactly.
    pub value: f32,
    /// A cautious estimate of the standard error of `value`; 0 where the value is proven, and only there.
    pub deviation: f32,
    /// The actions that the search expects from there on (the principal variation), this one first.
    pub line: Vec<A>,
}

impl<G: Knowledge> Search<G> {
    /// A search that has seen nothing yet and goes by what comes with the game, or by what it has learnt.
    pub fn new(options: Options) -> Self {
        Search::with(options, options.learn.evaluator(None))
    }

    /// A search that goes by another evaluator.
    pub fn with(options: Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        let count = options.threads.max(1) as usize;
        let bytes = (options.memory as usize) << 20;
        let trees = (0..count).map(|_| Tree::new(options, evaluator.clone(), bytes / count)).collect();
        Search { options, trees, followed: false, actions: Vec::new() }
    }

    /// Looks into a position from scratch.
    pub fn analyse(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Analysis<G::Action> {
        self.forget();
        self.grow(view, rng);
        let moves = self.branches(view.seat()).into_iter().map(|(action, branch)| {
            let visits =
                |tree: &Tree<G>| tree.branches(view.seat()).find(|other| other.0 == action).map(|other| other.1.visits);
            let line = self.trees.iter().max_by_key(|tree| visits(tree)).map(|tree| tree.line(action));
            MoveReport {
                action,
                visits: branch.visits,
                value: branch.value,
                deviation: branch.deviation(),
                line: line.unwrap_or_default(),
            }
        });
        let moves = moves.collect();
        let iterations = self.trees.iter().map(|tree| u64::from(tree.results().1)).sum();
        Analysis { moves, values: self.values(view), iterations }
    }

    /// How many nodes there are, and the bytes of all the memory that is kept for them.
    pub fn size(&self) -> (usize, usize) {
        self.trees.iter().map(Tree::size).fold((0, 0), |all, tree| (all.0 + tree.0, all.1 + tree.1))
    }

    fn values(&self, view: &View<'_, G>) -> Vec<f32> {
        let solution = |seat| self.trees.iter().find_map(|tree| tree.solution(seat));
        let mean = |seat: Seat| {
            let results = self.trees.iter().map(Tree::results);
            let (sum, count) = results.fold((0.0, 0), |all, (sums, count)| (all.0 + sums[seat.index()], all.1 + count));
            (sum / f64::from(count)) as f32
        };
        Seat::all(view.game().seats()).map(|seat| solution(seat).unwrap_or_else(|| mean(seat))).collect()
    }

    fn forget(&mut self) {
        self.trees.iter_mut().for_each(Tree::clear);
    }

    /// Lets the trees grow, several side by side (root parallelization).
    fn grow(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let limit = self.options.budget.begin(view.deadline());
        if let [tree] = &mut self.trees[..] {
            tree.grow(view, limit, rng);
            return;
        }
        // Trees without a thread of their own would come after the others, when the time is up.
        let growing = match self.options.budget {
            Budget::Iterations(_) => self.trees.len(),
            Budget::Time(_) => self.trees.len().min(rayon::current_num_threads()),
        };
        // Each tree has a stream of its own, so that the outcome does not depend on which thread is faster.
        let seed = rng.next_u64();
        self.trees[..growing].par_iter_mut().enumerate().for_each(|(index, tree)| {
            let part = limit.part(index as u32, growing as u32);
            tree.grow(view, part, &mut random::stream(seed, index as u64, Purpose::Other(0)));
        });
    }

    /// The actions tried, over all trees, the one to play first.
    fn branches(&self, mover: Seat) -> Vec<(G::Action, Branch)> {
        let mut all: Vec<(G::Action, Branch)> = Vec::new();
        for (action, branch) in self.trees.iter().flat_map(|tree| tree.branches(mover)) {
            match all.iter_mut().find(|(other, _)| *other == action) {
                Some((_, known)) => known.merge(branch),
                None => all.push((action, branch)),
            }
        }
        all.sort_by(|(_, a), (_, b)| b.compare(a));
        all
    }
}

impl Branch {
    fn merge(&mut self, other: Branch) {
        let visits = self.visits + other.visits;
        match (self.proven, other.proven) {
            (true, _) => {}
            (false, true) => self.value = other.value,
            (false, false) => {
                let sum = self.value * self.visits as f32 + other.value * other.visits as f32;
                self.value = sum / visits as f32;
            }
        }
        self.proven |= other.proven;
        self.visits = visits;
    }

    /// The standard error of the value, as if there had been a try more of the best result and one of the worst: that all
    /// tries so far came to the same does not mean that all will.
    fn deviation(&self) -> f32 {
        if self.proven {
            return 0.0;
        }
        let visits = self.visits as f32;
        let mean = (self.value * visits + 1.0) / (visits + 2.0);
        (mean * (1.0 - mean) / visits).sqrt()
    }

    /// What is proven comes first or last; else the more visits, the better.
    fn compare(&self, other: &Branch) -> Ordering {
        let certainty = |branch: &Branch| match branch {
            Branch { proven: true, value: 1.0, .. } => 1,
            Branch { proven: true, value: 0.0, .. } => -1,
            _ => 0,
        };
        certainty(self)
            .cmp(&certainty(other))
            .then(self.visits.cmp(&other.visits))
            .then(self.value.total_cmp(&other.value))
    }
}

impl<G: Knowledge> Agent<G> for Search<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        // Without a word of what happened since, the trees may stand for another position.
        if !std::mem::take(&mut self.followed) {
            self.forget();
        }
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return Ok(only);
        }
        self.grow(view, rng);
        // A tree that was kept has also seen what could have been legal here, as far as the player knew.
        let mut tried = self.branches(view.seat()).into_iter().map(|(action, _)| action);
        Ok(tried.find(|action| self.actions.contains(action)).expect("every iteration tries a legal action"))
    }

    fn follow(&mut self, seen: Option<G::Action>) {
        match seen.filter(|&action| !G::turns_up(action)) {
            Some(action) => self.trees.iter_mut().for_each(|tree| tree.follow(action)),
            None => self.trees.iter_mut().for_each(Tree::clear),
        }
        self.followed = true;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marque::hexxi::Hexxi;
    use marque::{Game, Table, Turn, toml};

    use super::*;

    fn table() -> Table<Hexxi> {
        Table::new(Hexxi::create(3, &toml::Table::new()).unwrap())
    }

    fn rng() -> Rng {
        random::stream(1, 0, Purpose::Other(0))
    }

    /// What was likely before a secret came out may be impossible after it, however often the tree has looked at it.
    #[test]
    fn a_kept_tree_answers_with_what_is_legal_now() {
        let mut table = table();
        let mut rng = rng();
        let mut search = Search::new(Options { budget: Budget::Iterations(200), ..Hexxi::tuning() });
        loop {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => drop(table.roll(&mut rng)),
                Turn::Seat(seat) => {
                    let action = search.choose(&table.view(seat), &mut rng).unwrap();
                    table.choose(action).expect("the search chooses a legal action");
                }
            }
            // The trees of the first decision stay, and hardly grow any more.
            search.followed = true;
            search.options.budget = Budget::Iterations(1);
        }
    }

    #[test]
    fn an_analysis_begins_from_scratch() {
        let table = table();
        let mut search = Search::new(Options { budget: Budget::Iterations(50), ..Hexxi::tuning() });
        let first = search.analyse(&table.view(Seat(0)), &mut rng());
        assert_eq!(search.analyse(&table.view(Seat(0)), &mut rng()), first);
    }

    #[test]
    fn on_the_clock_no_more_trees_grow_than_there_are_threads() {
        let grown = |budget| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let mut search = Search::new(Options { budget, threads: 8, ..Hexxi::tuning() });
            pool.install(|| search.analyse(&table().view(Seat(0)), &mut rng()));
            search.trees.iter().filter(|tree| tree.size().0 > 0).count()
        };
        assert_eq!(grown(Budget::Time(Duration::from_millis(1))), 2);
        assert_eq!(grown(Budget::Iterations(80)), 8);
    }

    /// What one tree has proven holds for all, and visits add up whoever made them.
    #[test]
    fn trees_side_by_side_share_what_they_prove() {
        let branch = |visits, value, proven| Branch { visits, value, proven };
        let merged = |mut one: Branch, other: Branch| {
            one.merge(other);
            (one.visits, one.value, one.proven)
        };
        assert_eq!(merged(branch(30, 0.5, false), branch(10, 0.9, false)), (40, 0.6, false));
        assert_eq!(merged(branch(30, 0.5, false), branch(10, 1.0, true)), (40, 1.0, true));
        assert_eq!(merged(branch(30, 0.0, true), branch(10, 0.9, false)), (40, 0.0, true));
        assert_eq!(merged(branch(30, 0.5, true), branch(10, 0.5, true)), (40, 0.5, true));
    }

    #[test]
    fn what_is_won_comes_first_what_is_lost_last_and_else_what_was_tried_most() {
        let branch = |visits, value, proven| Branch { visits, value, proven };
        let in_order = [
            branch(1, 1.0, true),
            branch(9, 0.4, false),
            branch(8, 0.5, true),
            branch(7, 0.9, false),
            branch(7, 0.8, false),
            branch(99, 0.0, true),
        ];
        for (at, better) in in_order.iter().enumerate() {
            assert_eq!(better.compare(better), Ordering::Equal);
            for worse in &in_order[at + 1..] {
                assert_eq!(better.compare(worse), Ordering::Greater, "{better:?} {worse:?}");
                assert_eq!(worse.compare(better), Ordering::Less, "{better:?} {worse:?}");
            }
        }
    }

    #[test]
    fn only_what_is_proven_is_certain() {
        let branch = |visits, value, proven| Branch { visits, value, proven };
        for value in [0.0, 1.0] {
            assert_eq!(branch(9, value, true).deviation(), 0.0);
            let [few, many] = [9, 900].map(|visits| branch(visits, value, false).deviation());
            assert!(few > 0.05 && many > 0.0 && many < few / 10.0, "{few} {many}");
        }
        assert!((branch(400, 0.5, false).deviation() - 0.025).abs() < 1e-4);
    }

    /// Two trees share a mebibyte, half of which is left for the copy when a root moves on.
    #[test]
    fn trees_side_by_side_share_the_memory_allowed() {
        let options = Options { threads: 2, memory: 1, budget: Budget::Iterations(40_000), ..Options::default() };
        let mut search = Search::<Hexxi>::with(options, Hexxi::evaluator());
        search.analyse(&table().view(Seat(0)), &mut rng());
        let (_, bytes) = search.size();
        assert!((1 << 18..=1 << 19).contains(&bytes), "{bytes}");
    }
}
