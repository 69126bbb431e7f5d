use std::sync::Arc;

use marque::random::{self, Rng};
use marque::{Notation, Seat, Turn};
use rustc_hash::FxHashSet;

use super::estimate::Estimate;
use super::nodes::{Node, NodeStore, ROOT};
use super::outset::Outset;
use super::playout::Playout;
use super::ucb::{inverse_root, root_of_log};
use crate::agent::draw_best;
use crate::budget::Limit;
use crate::evaluator::{Evaluator, Values, rewards};
use crate::options::Options;

/// One tree of the search, with all it needs to grow.
///
/// Nodes stand for sequences of actions (the tree is open-loop); chance and what is hidden are drawn anew in every
/// iteration on the way down. While neither has come in, the way is deterministic and leads to one state only: the children
/// there are then all there can be, and results below are exact.
pub(crate) struct Tree<G: Notation> {
    options: Options,
    /// The one action that may be tried at the root, where only that is of interest.
    only: Option<G::Action>,
    evaluator: Arc<dyn Evaluator<G>>,
    store: NodeStore<G::Action>,
    playout: Playout<G>,
    /// The nodes passed on the way down, and who moved into them.
    path: Vec<(u32, Seat)>,
    actions: Vec<G::Action>,
    /// Children whose action is legal now.
    tried: Vec<u32>,
    /// Positions in `actions` of those without a child.
    untried: Vec<u32>,
    weights: Vec<f32>,
    /// What was played from some node of the path on, for AMAF.
    played_since: FxHashSet<(Seat, G::Action)>,
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

/// A decision met on the way down.
struct Decision<'a, G: Notation> {
    game: &'a G,
    state: &'a G::State,
    mover: Seat,
    /// Whether the mover is the player itself.
    own: bool,
    /// Whether neither chance nor anything hidden has come in on the way, so that the node stands for this state only.
    deterministic: bool,
    /// The node whose AMAF record counts: with GRAVE, the nearest above with enough visits.
    amaf_node: u32,
}

impl<G: Notation> Tree<G> {
    pub fn new(options: Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Tree {
            options,
            only: None,
            store: NodeStore::new(),
            playout: Playout::new(&options, evaluator.clone()),
            evaluator,
            path: Vec::new(),
            actions: Vec::new(),
            tried: Vec::new(),
            untried: Vec::new(),
            weights: Vec::new(),
            played_since: FxHashSet::default(),
            sums: [0.0; marque::MAX_SEATS],
            iterations: 0,
        }
    }

    /// Drops all that was grown, and keeps what was learnt about actions of this game.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    /// Forgets everything, as if it had never seen a game.
    pub fn forget(&mut self) {
        self.clear();
        self.playout.forget();
    }

    /// From now on only this action is tried at the root.
    pub fn restrict_to(&mut self, action: G::Action) {
        self.only = Some(action);
    }

    /// Keeps what lies below an action just played and drops the rest.
    pub fn follow(&mut self, action: G::Action) {
        if self.store.is_empty() {
            return;
        }
        let mut matching = self.store.children(ROOT).filter(|&child| self.store.node(child).action == action);
        // Who played it is not said, so where two seats could have, nothing is certain.
        match (matching.next(), matching.next()) {
            (Some(child), None) => self.store.reroot(child),
            _ => self.store.clear(),
        }
    }

    /// Grows up to a limit.
    pub fn grow(&mut self, outset: &impl Outset<G>, limit: Limit, rng: &mut Rng) {
        if self.store.is_empty() {
            self.store.plant(Node::new(outset.any_action(), outset.seat()), self.options.rave.is_some());
        }
        self.playout.own = Some(outset.seat());
        self.sums = [0.0; marque::MAX_SEATS];
        self.iterations = 0;
        limit.spend(|| {
            // A solved root has no more to tell.
            if self.store.estimate(ROOT).proven() {
                return false;
            }
            self.iterate(outset, rng);
            true
        });
    }

    /// The four steps of MCTS on one determinization: selection, expansion, playout and backpropagation.
    fn iterate(&mut self, outset: &impl Outset<G>, rng: &mut Rng) {
        let game = outset.game();
        let mut state = outset.imagine(rng);
        let mut deterministic = !G::INFO.hidden;
        let (mut node, mut fresh, mut amaf_node) = (ROOT, false, ROOT);
        self.path.clear();
        self.path.push((ROOT, self.store.node(ROOT).seat()));
        self.playout.played.clear();
        let (values, exact) = loop {
            let mover = match game.turn(&state) {
                Turn::Chance => {
                    let outcome = game.draw(&state, rng);
                    game.happen(&mut state, outcome);
                    deterministic = false;
                    continue;
                }
                Turn::Over => break (rewards(game, &state), deterministic && !self.store.estimate(node).proven()),
                Turn::Seat(mover) => mover,
            };
            if self.store.estimate(node).proven() {
                break (self.proven_values(node), false);
            }
            if fresh || self.options.depth.is_some_and(|depth| self.path.len() as u32 > depth) {
                break (self.playout.run(game, &mut state, rng), false);
            }
            if self.store.estimate(node).visits() >= self.options.grave {
                amaf_node = node;
            }
            let own = mover == outset.seat();
            let decision = Decision { game, state: &state, mover, own, deterministic, amaf_node };
            let Some(next) = self.select_or_expand(&decision, node, rng) else {
                break (self.playout.run(game, &mut state, rng), false);
            };
            (node, fresh) = next;
            let action = self.store.node(node).action;
            self.playout.note(mover, action);
            game.play(&mut state, action);
            self.path.push((node, mover));
        };
        self.backpropagate(&values, exact && self.options.solve && game.seats() == 2 && game.constant_sum());
        self.playout.learn(&values);
        if self.options.rave.is_some() {
            self.update_amaf(&values);
        }
        for (sum, &value) in self.sums.iter_mut().zip(&values) {
            *sum += f64::from(value);
        }
        self.iterations += 1;
    }

    /// Selects a child to go on to, or adds one, and says whether it is new; `None` where there is no room for more nodes.
    #[inline]
    fn select_or_expand(&mut self, decision: &Decision<'_, G>, node: u32, rng: &mut Rng) -> Option<(u32, bool)> {
        if decision.deterministic && self.store.node(node).is_fully_expanded() {
            return Some((self.select(self.store.children(node), decision, node)?.0, false));
        }
        self.sort_actions(decision, node);
        if !self.may_expand(node) {
            return Some((self.select(self.tried.iter().copied(), decision, node)?.0, false));
        }
        // Without a first-play urgency every action is tried before any is tried again.
        let tried_again = self.options.fpu.and_then(|urgency| {
            let (child, bound) = self.select(self.tried.iter().copied(), decision, node)?;
            (bound >= urgency).then_some(child)
        });
        Some(match tried_again {
            Some(child) => (child, false),
            None => (self.expand(decision, node, rng), true),
        })
    }

    /// Lists the legal actions and sorts them into tried and untried ones.
    fn sort_actions(&mut self, decision: &Decision<'_, G>, node: u32) {
        decision.game.actions(decision.state, &mut self.actions);
        if decision.own {
            self.options.restrict.trim(decision.game, &mut self.actions);
        }
        if let Some(only) = self.only.filter(|_| node == ROOT) {
            self.actions.retain(|&action| action == only);
        }
        self.actions.sort_unstable();
        self.tried.clear();
        self.untried.clear();
        // Both lists are sorted, so that one walk matches them.
        let mut children = self.store.children(node);
        for (position, &action) in self.actions.iter().enumerate() {
            let key = (action, decision.mover);
            while !children.is_empty() && self.store.node(children.start).key() < key {
                children.start += 1;
            }
            if !children.is_empty() && self.store.node(children.start).key() == key {
                self.store.node_mut(children.start).available += 1;
                self.tried.push(children.start);
            } else {
                self.untried.push(position as u32);
            }
        }
        if decision.deterministic && self.untried.is_empty() {
            self.store.node_mut(node).set_fully_expanded();
        }
    }

    /// Whether an untried action may be tried: with progressive widening, not until the node has enough visits.
    fn may_expand(&self, node: u32) -> bool {
        let wide_enough = |widen: f32| {
            let limit = widen * (self.store.estimate(node).visits() as f32).sqrt();
            !self.tried.is_empty() && self.tried.len() as f32 >= limit
        };
        !self.options.widen.is_some_and(wide_enough) && !self.untried.is_empty() && self.store.has_room(node)
    }

    /// Adds a child for an untried action: any, or the most promising.
    fn expand(&mut self, decision: &Decision<'_, G>, node: u32, rng: &mut Rng) -> u32 {
        let mut child;
        if self.options.wants_priors() {
            self.evaluator.priors(decision.game, decision.state, &self.actions, &mut self.weights);
            let chosen = draw_best(self.untried.iter().map(|&position| self.weights[position as usize]), rng);
            let position = self.untried[chosen] as usize;
            child = Node::new(self.actions[position], decision.mover);
            let weight = self.weights[position];
            child.prior = (255.0 * weight / (1.0 + weight)) as u8;
        } else {
            let chosen = random::below(rng, self.untried.len() as u32) as usize;
            child = Node::new(self.actions[self.untried[chosen] as usize], decision.mover);
        }
        child.available = 1;
        let index = self.store.insert(node, child);
        if decision.deterministic && self.untried.len() == 1 {
            self.store.node_mut(node).set_fully_expanded();
        }
        index
    }

    /// The child with the highest upper confidence bound (UCB1, as in UCT), and that bound.
    #[inline]
    fn select(&self, children: impl Iterator<Item = u32>, decision: &Decision<'_, G>, node: u32) -> Option<(u32, f32)> {
        let parent = self.store.estimate(node).visits();
        let exploration = root_of_log(parent);
        // The bits of numbers from 0 up are in order: with the child below them, the best is a maximum without a branch.
        let mut best = 0;
        for index in children {
            let estimate = self.store.estimate(index);
            let bound = if estimate.proven() {
                estimate.mean
            } else {
                let visits = estimate.visits() as f32;
                let exploration =
                    if decision.deterministic { exploration } else { root_of_log(self.store.node(index).available) };
                let mut mean = estimate.mean;
                if let Some(k) = self.options.rave {
                    mean += self.rave_correction(k, index, decision.amaf_node, node, parent);
                }
                if self.options.bias > 0.0 {
                    // Progressive bias fades as the child is visited.
                    let prior = f32::from(self.store.node(index).prior) / 255.0;
                    mean += self.options.bias * prior / (visits + 1.0);
                }
                mean + self.options.c * exploration * inverse_root(visits)
            };
            best = best.max(u64::from(bound.max(0.0).to_bits()) << 32 | u64::from(index));
        }
        (best != 0).then(|| (best as u32, f32::from_bits((best >> 32) as u32)))
    }

    /// What RAVE adds to a child's mean to bring it nearer to its AMAF record, the less the more the parent was visited.
    fn rave_correction(&self, k: u32, index: u32, amaf_node: u32, node: u32, parent: u32) -> f32 {
        let found = match amaf_node == node {
            true => Some(index),
            false => self.store.find(amaf_node, self.store.node(index).key()),
        };
        let Some(amaf) = found.map(|found| self.store.amaf(found)).filter(|amaf| amaf.visits() > 0) else {
            return 0.0;
        };
        let k = k as f32;
        (k / (3.0 * parent as f32 + k)).sqrt() * (amaf.mean - self.store.estimate(index).mean)
    }

    /// Backpropagation: counts the result in every node of the path, for the seat that moved into it; where it is exact,
    /// proves what follows from it (MCTS-Solver).
    #[inline]
    fn backpropagate(&mut self, values: &Values, mut exact: bool) {
        for at in (0..self.path.len()).rev() {
            let (index, seat) = self.path[at];
            let value = values[seat.index()];
            if exact {
                let known = if at + 1 == self.path.len() { Some(value) } else { self.deduce(index) };
                match known {
                    Some(value) => self.store.estimate_mut(index).prove(value),
                    None => exact = false,
                }
            }
            self.store.estimate_mut(index).add(value);
        }
    }

    /// The exact value of a node for the seat that moved into it, where its children prove one.
    fn deduce(&self, index: u32) -> Option<f32> {
        let node = self.store.node(index);
        let children = self.store.estimates(index);
        let best = children.iter().filter(|child| child.proven()).map(|child| child.mean).fold(0.0, f32::max);
        let known = best == 1.0 || node.is_fully_expanded() && children.iter().all(Estimate::proven);
        let same_seat = self.store.node(node.children().start).seat() == node.seat();
        known.then_some(if same_seat { best } else { 1.0 - best })
    }

    /// What a proven node is worth to both seats.
    fn proven_values(&self, index: u32) -> Values {
        let value = self.store.estimate(index).mean;
        let mut values = [0.0; marque::MAX_SEATS];
        values[..2].fill(1.0 - value);
        values[self.store.node(index).seat().index()] = value;
        values
    }

    /// All moves as first (AMAF): counts the result for every child along the path whose action its mover played then or
    /// later.
    fn update_amaf(&mut self, values: &Values) {
        let depth = self.path.len() - 1;
        self.played_since.clear();
        self.played_since.extend(&self.playout.played[depth..]);
        for at in (0..depth).rev() {
            self.played_since.insert(self.playout.played[at]);
            for index in self.store.children(self.path[at].0) {
                let (action, seat) = self.store.node(index).key();
                if self.played_since.contains(&(seat, action)) {
                    self.store.amaf_mut(index).add(values[seat.index()]);
                }
            }
        }
    }

    /// The actions of a seat tried at the root.
    pub fn branches(&self, mover: Seat) -> impl Iterator<Item = (G::Action, Branch)> {
        let children = if self.store.is_empty() { 0..0 } else { self.store.children(ROOT) };
        children.filter(move |&index| self.store.node(index).seat() == mover).map(|index| {
            let estimate = self.store.estimate(index);
            let branch = Branch { visits: estimate.visits(), value: estimate.mean, proven: estimate.proven() };
            (self.store.node(index).action, branch)
        })
    }

    /// The principal variation after an action of the root: the most visited line.
    pub fn line(&self, action: G::Action) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut next = self.store.children(ROOT).find(|&child| self.store.node(child).action == action);
        while let Some(index) = next {
            line.push(self.store.node(index).action);
            next = self.store.children(index).max_by_key(|&child| self.store.estimate(child).visits());
        }
        line
    }

    /// The most visited child of a node among these actions of a seat, and how often it was visited.
    pub fn favourite(&self, node: u32, mover: Seat, actions: &[G::Action]) -> Option<(u32, G::Action, u32)> {
        let children = self.store.children(node).filter(|&child| {
            let node = self.store.node(child);
            node.seat() == mover && actions.contains(&node.action)
        });
        let child = children.max_by_key(|&child| self.store.estimate(child).visits())?;
        Some((child, self.store.node(child).action, self.store.estimate(child).visits()))
    }

    /// What the last growth came to for each seat in sum, and in how many iterations.
    pub fn results(&self) -> (&[f64], u32) {
        (&self.sums, self.iterations)
    }

    /// The exact value for a seat to move at the root, where it is proven.
    pub fn solution(&self, mover: Seat) -> Option<f32> {
        let proven = !self.store.is_empty() && self.store.estimate(ROOT).proven();
        proven.then(|| self.proven_values(ROOT)[mover.index()])
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
    pub fn size(&self) -> (usize, usize) {
        self.store.size()
    }
}
