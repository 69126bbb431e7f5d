use marque::random::{self, Rng};
use marque::{Seat, Turn, View};
use rustc_hash::FxHashSet;

use crate::agent::draw_best;
use crate::arena::{Arena, Node, ROOT};
use crate::bound::{inverse_root, root_of_log};
use crate::knowledge::Knowledge;
use crate::options::{Options, UNTRIED_FIRST};
use crate::rollout::{Rollout, Values, rewards};
use crate::tally::Tally;

/// One tree of the search, with all it needs to grow.
///
/// Nodes stand for sequences of actions; chance and what is hidden are drawn anew in every iteration on the way down.
/// While neither has come in (`sure`), a sequence of actions leads to one state only: its children are then all there
/// can be, and results below it are exact.
pub(crate) struct Tree<G: Knowledge> {
    options: Options,
    arena: Arena<G::Action>,
    rollout: Rollout<G>,
    /// The nodes passed on the way down, and who moved into them.
    path: Vec<(u32, Seat)>,
    actions: Vec<G::Action>,
    /// Children whose action is legal now.
    tried: Vec<u32>,
    /// Positions in `actions` of those without a child.
    untried: Vec<u32>,
    weights: Vec<f32>,
    later: FxHashSet<(Seat, G::Action)>,
    /// What the iterations of the last growth came to in sum, and how many there were.
    sums: [f64; marque::MAX_SEATS],
    iterations: u32,
}

/// An action of the root as one tree sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub visits: u32,
    pub value: f32,
    pub proven: bool,
}

/// Who is to move in a state on the way down, and how sure that state is.
struct Step<'a, G: Knowledge> {
    game: &'a G,
    state: &'a G::State,
    mover: Seat,
    /// Whether the mover is the player itself.
    own: bool,
    sure: bool,
    /// The node whose record of actions played later counts.
    reference: u32,
}

impl<G: Knowledge> Tree<G> {
    pub fn new(options: Options) -> Self {
        Tree {
            options,
            arena: Arena::new(),
            rollout: Rollout::new(&options),
            path: Vec::new(),
            actions: Vec::new(),
            tried: Vec::new(),
            untried: Vec::new(),
            weights: Vec::new(),
            later: FxHashSet::default(),
            sums: [0.0; marque::MAX_SEATS],
            iterations: 0,
        }
    }

    /// Drops all that was grown.
    pub fn clear(&mut self) {
        self.arena.clear();
    }

    /// Keeps what lies below an action just played and drops the rest.
    pub fn follow(&mut self, action: G::Action) {
        if self.arena.is_empty() {
            return;
        }
        let mut matching = self.arena.children(ROOT).filter(|&child| self.arena.node(child).action == action);
        // Who played it is not said, so where two seats could have, nothing is sure.
        match (matching.next(), matching.next()) {
            (Some(child), None) => self.arena.reroot(child),
            _ => self.arena.clear(),
        }
    }

    /// Grows by so many iterations, or for the time there is.
    pub fn grow(&mut self, view: &View<'_, G>, iterations: u32, rng: &mut Rng) {
        if self.arena.is_empty() {
            view.actions(&mut self.actions);
            self.arena.plant(Node::new(self.actions[0], view.seat()), self.options.rave > 0);
        }
        self.sums = [0.0; marque::MAX_SEATS];
        self.iterations = 0;
        let options = self.options;
        options.spend(iterations, || {
            // A solved root has no more to tell.
            if self.arena.tally(ROOT).proven() {
                return false;
            }
            self.iterate(view, rng);
            true
        });
    }

    /// Goes down the tree, adds a node, plays out from it and takes the result back up.
    fn iterate(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let game = view.game();
        let mut state = view.imagine(rng);
        let mut sure = !G::INFO.hidden;
        let (mut node, mut fresh, mut reference) = (ROOT, false, ROOT);
        self.path.clear();
        self.path.push((ROOT, self.arena.node(ROOT).seat()));
        self.rollout.played.clear();
        let (values, exact) = loop {
            let mover = match game.turn(&state) {
                Turn::Chance => {
                    let outcome = game.draw(&state, rng);
                    game.happen(&mut state, outcome);
                    sure = false;
                    continue;
                }
                Turn::Over => break (rewards(game, &state), sure && !self.arena.tally(node).proven()),
                Turn::Seat(mover) => mover,
            };
            if self.arena.tally(node).proven() {
                break (self.proven_values(node), false);
            }
            if fresh || self.path.len() as u32 > self.options.depth {
                break (self.rollout.run(game, &mut state, rng), false);
            }
            if self.arena.tally(node).visits() >= self.options.grave {
                reference = node;
            }
            let step = Step { game, state: &state, mover, own: mover == view.seat(), sure, reference };
            let Some(next) = self.descend(&step, node, rng) else {
                break (self.rollout.run(game, &mut state, rng), false);
            };
            (node, fresh) = next;
            let action = self.arena.node(node).action;
            self.rollout.note(mover, action);
            game.play(&mut state, action);
            self.path.push((node, mover));
        };
        self.take_up(&values, exact && self.options.solve && game.seats() == 2 && game.constant_sum());
        self.rollout.learn(&values);
        if self.options.rave > 0 {
            self.learn_later(&values);
        }
        for (sum, &value) in self.sums.iter_mut().zip(&values) {
            *sum += f64::from(value);
        }
        self.iterations += 1;
    }

    /// Chooses a child to go on to, or adds one, and says whether it is new; `None` where the arena is full.
    #[inline]
    fn descend(&mut self, step: &Step<'_, G>, node: u32, rng: &mut Rng) -> Option<(u32, bool)> {
        if step.sure && self.arena.node(node).full() {
            return Some((self.best(self.arena.children(node), step, node)?.0, false));
        }
        self.list(step, node);
        let may_widen = self.may_widen(node);
        if may_widen && self.options.fpu >= UNTRIED_FIRST {
            return Some((self.expand(step, node, rng), true));
        }
        match self.best(self.tried.iter().copied(), step, node) {
            Some((child, score)) if !may_widen || score >= self.options.fpu => Some((child, false)),
            _ => may_widen.then(|| (self.expand(step, node, rng), true)),
        }
    }

    /// Lists the legal actions and sorts them into tried and untried ones.
    fn list(&mut self, step: &Step<'_, G>, node: u32) {
        step.game.actions(step.state, &mut self.actions);
        if step.own {
            self.options.restrict.trim(step.game, &mut self.actions);
        }
        self.actions.sort_unstable();
        self.tried.clear();
        self.untried.clear();
        // Both lists are sorted, so that one walk matches them.
        let mut children = self.arena.children(node);
        for (position, &action) in self.actions.iter().enumerate() {
            let key = (action, step.mover);
            while !children.is_empty() && self.arena.node(children.start).key() < key {
                children.start += 1;
            }
            if !children.is_empty() && self.arena.node(children.start).key() == key {
                self.arena.node_mut(children.start).available += 1;
                self.tried.push(children.start);
            } else {
                self.untried.push(position as u32);
            }
        }
        if step.sure && self.untried.is_empty() {
            self.arena.node_mut(node).fill();
        }
    }

    /// Whether an untried action may be tried.
    fn may_widen(&self, node: u32) -> bool {
        let widen = self.options.widen;
        let limit = widen * (self.arena.tally(node).visits() as f32).sqrt();
        let wanted = widen == 0.0 || self.tried.is_empty() || (self.tried.len() as f32) < limit;
        wanted && !self.untried.is_empty() && self.arena.has_room(node)
    }

    /// Adds a child for an untried action: any, or the most promising.
    fn expand(&mut self, step: &Step<'_, G>, node: u32, rng: &mut Rng) -> u32 {
        let mut child;
        if self.options.wants_priors() {
            step.game.priors(step.state, &self.actions, &mut self.weights);
            let chosen = draw_best(self.untried.iter().map(|&position| self.weights[position as usize]), rng);
            let position = self.untried[chosen] as usize;
            child = Node::new(self.actions[position], step.mover);
            let weight = self.weights[position];
            child.prior = (255.0 * weight / (1.0 + weight)) as u8;
        } else {
            let chosen = random::below(rng, self.untried.len() as u32) as usize;
            child = Node::new(self.actions[self.untried[chosen] as usize], step.mover);
        }
        child.available = 1;
        let index = self.arena.insert(node, child);
        if step.sure && self.untried.len() == 1 {
            self.arena.node_mut(node).fill();
        }
        index
    }

    /// The child with the highest confidence bound, and that bound.
    #[inline]
    fn best(&self, children: impl Iterator<Item = u32>, step: &Step<'_, G>, node: u32) -> Option<(u32, f32)> {
        let parent = self.arena.tally(node).visits();
        let urgency = root_of_log(parent);
        // The bits of numbers from 0 up are in order: with the child below them, the best is a maximum without a branch.
        let mut best = 0;
        for index in children {
            let tally = self.arena.tally(index);
            let score = if tally.proven() {
                tally.mean
            } else {
                let visits = tally.visits() as f32;
                let urgency = if step.sure { urgency } else { root_of_log(self.arena.node(index).available) };
                let mut score = tally.mean;
                if self.options.rave > 0 {
                    score += self.advance_of_later(index, step.reference, node, parent);
                }
                if self.options.bias > 0.0 {
                    let prior = f32::from(self.arena.node(index).prior) / 255.0;
                    score += self.options.bias * prior / (visits + 1.0);
                }
                score + self.options.c * urgency * inverse_root(visits)
            };
            best = best.max(u64::from(score.max(0.0).to_bits()) << 32 | u64::from(index));
        }
        (best != 0).then(|| (best as u32, f32::from_bits((best >> 32) as u32)))
    }

    /// What the record of a child's action played later adds to its own.
    fn advance_of_later(&self, index: u32, reference: u32, node: u32, parent: u32) -> f32 {
        let found = match reference == node {
            true => Some(index),
            false => self.arena.find(reference, self.arena.node(index).key()),
        };
        let Some(later) = found.map(|found| self.arena.later(found)).filter(|later| later.visits() > 0) else {
            return 0.0;
        };
        let k = self.options.rave as f32;
        (k / (3.0 * parent as f32 + k)).sqrt() * (later.mean - self.arena.tally(index).mean)
    }

    /// Counts the result in every node of the path; where it is exact, proves what follows from it.
    #[inline]
    fn take_up(&mut self, values: &Values, mut exact: bool) {
        for at in (0..self.path.len()).rev() {
            let (index, seat) = self.path[at];
            let value = values[seat.index()];
            if exact {
                let known = if at + 1 == self.path.len() { Some(value) } else { self.deduce(index) };
                match known {
                    Some(value) => self.arena.tally_mut(index).prove(value),
                    None => exact = false,
                }
            }
            self.arena.tally_mut(index).add(value);
        }
    }

    /// The exact value of a node for the seat that moved into it, where its children prove one.
    fn deduce(&self, index: u32) -> Option<f32> {
        let node = self.arena.node(index);
        let children = self.arena.tallies(index);
        let best = children.iter().filter(|child| child.proven()).map(|child| child.mean).fold(0.0, f32::max);
        let known = best == 1.0 || node.full() && children.iter().all(Tally::proven);
        let same_seat = self.arena.node(node.children().start).seat() == node.seat();
        known.then_some(if same_seat { best } else { 1.0 - best })
    }

    /// What a proven node is worth to both seats.
    fn proven_values(&self, index: u32) -> Values {
        let value = self.arena.tally(index).mean;
        let mut values = [0.0; marque::MAX_SEATS];
        values[..2].fill(1.0 - value);
        values[self.arena.node(index).seat().index()] = value;
        values
    }

    /// Tells every node of the path which of its children's actions its mover played from there on.
    fn learn_later(&mut self, values: &Values) {
        let steps = self.path.len() - 1;
        self.later.clear();
        self.later.extend(&self.rollout.played[steps..]);
        for at in (0..steps).rev() {
            self.later.insert(self.rollout.played[at]);
            for index in self.arena.children(self.path[at].0) {
                let (action, seat) = self.arena.node(index).key();
                if self.later.contains(&(seat, action)) {
                    self.arena.later_mut(index).add(values[seat.index()]);
                }
            }
        }
    }

    /// The actions of a seat tried at the root.
    pub fn branches(&self, mover: Seat) -> impl Iterator<Item = (G::Action, Branch)> {
        let children = if self.arena.is_empty() { 0..0 } else { self.arena.children(ROOT) };
        children.filter(move |&index| self.arena.node(index).seat() == mover).map(|index| {
            let tally = self.arena.tally(index);
            let branch = Branch { visits: tally.visits(), value: tally.mean, proven: tally.proven() };
            (self.arena.node(index).action, branch)
        })
    }

    /// The line that the search looked into most after an action of the root.
    pub fn line(&self, action: G::Action) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut next = self.arena.children(ROOT).find(|&child| self.arena.node(child).action == action);
        while let Some(index) = next {
            line.push(self.arena.node(index).action);
            next = self.arena.children(index).max_by_key(|&child| self.arena.tally(child).visits());
        }
        line
    }

    /// What the last growth came to for each seat in sum, and in how many iterations.
    pub fn results(&self) -> (&[f64], u32) {
        (&self.sums, self.iterations)
    }

    /// The exact value for a seat to move at the root, where it is proven.
    pub fn solution(&self, mover: Seat) -> Option<f32> {
        let proven = !self.arena.is_empty() && self.arena.tally(ROOT).proven();
        proven.then(|| self.proven_values(ROOT)[mover.index()])
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
    pub fn size(&self) -> (usize, usize) {
        self.arena.size()
    }
}
