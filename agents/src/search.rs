use std::cmp::Ordering;

use marque::random::{self, Purpose, Rng};
use marque::{Seat, View};
use rand::Rng as _;
use rayon::prelude::*;

use crate::agent::Agent;
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::tree::{Branch, Tree};

/// Monte Carlo tree search over what a seat knows (single-observer ISMCTS): every iteration imagines a state, goes down
/// a tree of actions by confidence bounds, plays out, and takes each seat's payoff back up. In a game without hidden
/// information that is plain MCTS.
///
/// ```
/// # fn hint<G: marque_agents::Knowledge>(view: &marque::View<'_, G>, rng: &mut marque::Rng) {
/// use marque_agents::{Options, Search};
///
/// let mut search = Search::new(Options { iterations: 4000, ..Options::default() });
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
    /// The most that the standard deviation of `value` can be; 0 where the value is proven.
    pub deviation: f32,
    /// The actions that the search expects from there on, this one first.
    pub line: Vec<A>,
}

impl<G: Knowledge> Search<G> {
    /// A search that has seen nothing yet.
    pub fn new(options: Options) -> Self {
        let trees = (0..options.threads.max(1)).map(|_| Tree::new(options)).collect();
        Search { options, trees, followed: false, actions: Vec::new() }
    }

    /// Looks into a position from scratch.
    pub fn analyse(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Analysis<G::Action> {
        self.clear();
        self.grow(view, rng);
        let moves = self.branches(view.seat()).into_iter().map(|(action, branch)| {
            let visits =
                |tree: &Tree<G>| tree.branches(view.seat()).find(|other| other.0 == action).map(|other| other.1.visits);
            let line = self.trees.iter().max_by_key(|tree| visits(tree)).map(|tree| tree.line(action));
            let spread = if branch.proven { 0.0 } else { branch.value * (1.0 - branch.value) };
            MoveReport {
                action,
                visits: branch.visits,
                value: branch.value,
                deviation: (spread.max(0.0) / branch.visits as f32).sqrt(),
                line: line.unwrap_or_default(),
            }
        });
        let moves = moves.collect();
        let iterations = self.trees.iter().map(|tree| u64::from(tree.results().1)).sum();
        Analysis { moves, values: self.values(view), iterations }
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
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

    fn clear(&mut self) {
        for tree in &mut self.trees {
            tree.clear();
        }
    }

    fn grow(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let iterations = self.options.iterations;
        if let [tree] = &mut self.trees[..] {
            tree.grow(view, iterations, rng);
            return;
        }
        // Each tree has a stream of its own, so that the outcome does not depend on which thread is faster.
        let seed = rng.next_u64();
        let trees = self.trees.len() as u32;
        self.trees.par_iter_mut().enumerate().for_each(|(index, tree)| {
            let share = iterations / trees + u32::from((index as u32) < iterations % trees);
            tree.grow(view, share, &mut random::stream(seed, index as u64, Purpose::Other(0)));
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
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        // Without a word of what happened since, the trees may stand for another position.
        if !std::mem::take(&mut self.followed) {
            self.clear();
        }
        self.options.restrict.actions(view, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        self.grow(view, rng);
        // A tree that was kept has also seen what could have been legal here, as far as the player knew.
        let mut tried = self.branches(view.seat()).into_iter().map(|(action, _)| action);
        tried.find(|action| self.actions.contains(action)).expect("every iteration tries a legal action")
    }

    fn follow(&mut self, seen: Option<G::Action>) {
        match seen {
            Some(action) => self.trees.iter_mut().for_each(|tree| tree.follow(action)),
            None => self.clear(),
        }
        self.followed = true;
    }
}

#[cfg(test)]
mod tests {
    use marque::hexxi::Hexxi;
    use marque::{Game, Table, Turn, toml};

    use super::*;

    /// What was likely before a secret came out may be impossible after it, however often the tree has looked at it.
    #[test]
    fn a_kept_tree_answers_with_what_is_legal_now() {
        let mut table = Table::new(Hexxi::create(3, &toml::Table::new()).unwrap());
        let mut rng = random::stream(1, 0, Purpose::Other(0));
        let mut search = Search::new(Options { iterations: 200, ..Hexxi::tuning() });
        loop {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => drop(table.roll(&mut rng)),
                Turn::Seat(seat) => {
                    let action = search.choose(&table.view(seat), &mut rng);
                    table.choose(action).expect("the search chooses a legal action");
                }
            }
            // The trees of the first decision stay, and hardly grow any more.
            search.followed = true;
            search.options.iterations = 1;
        }
    }
}
