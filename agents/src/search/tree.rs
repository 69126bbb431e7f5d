use std::sync::Arc;

use marque::random::{self, Rng};
use marque::{Notation, Seat, Turn};
use rand::Rng as _;

use super::estimate::Estimate;
use super::nodes::{Node, NodeStore, ROOT, Share};
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
    /// The option `puct`, divided by the number of rivals.
    puct: Option<f32>,
    /// The one action that may be tried at the root, where only that is of interest.
    only: Option<G::Action>,
    evaluator: Arc<dyn Evaluator<G>>,
    store: NodeStore<G::Action>,
    playout: Playout<G>,
    /// What the player takes the state to be, and how plausible is what each seat hides there, where it is inferred.
    belief: Option<(G::State, Values)>,
    /// Whether the player knows what is legal at the root: then it is listed once, and all children are legal.
    listed: bool,
    /// The actions of a listed root without a child, the next to be tried last.
    waiting: Vec<Waiting<G::Action>>,
    /// Whether nothing is hidden at the root nor will be.
    open: bool,
    /// The nodes passed on the way down, and who moved into them.
    path: Vec<(u32, Seat)>,
    actions: Vec<G::Action>,
    /// Children whose action is legal now.
    tried: Vec<u32>,
    /// Positions in `actions` of those without a child.
    untried: Vec<u32>,
    weights: Vec<f32>,
    /// What the iterations of the last growth came to in sum, and how many there were.
    sums: [f64; marque::MAX_SEATS],
    iterations: u32,
}

/// An action of the root that waits to be tried.
struct Waiting<A> {
    action: A,
    /// Its prior, and its share of all priors.
    weight: f32,
    share: f32,
    /// Draws lots among equals.
    lot: u32,
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
}

/// What there is to choose from among tried children.
#[derive(Clone, Copy)]
struct Pick {
    child: u32,
    /// What it is thought to be worth at best.
    bound: f32,
    /// How often the children were tried in all, and how well that went on average.
    all: Estimate,
}

/// How many imagined states are drawn before the first belief counts.
const BURN_IN: u32 = 16;

impl<G: Notation> Tree<G> {
    /// A tree that takes no more than so many bytes of memory.
    pub fn new(options: Options, evaluator: Arc<dyn Evaluator<G>>, bytes: usize) -> Self {
        Tree {
            options,
            puct: options.puct,
            only: None,
            store: NodeStore::new(bytes),
            playout: Playout::new(&options, evaluator.clone()),
            evaluator,
            belief: None,
            listed: false,
            waiting: Vec::new(),
            open: false,
            path: Vec::new(),
            actions: Vec::new(),
            tried: Vec::new(),
            untried: Vec::new(),
            weights: Vec::new(),
            sums: [0.0; marque::MAX_SEATS],
            iterations: 0,
        }
    }

    /// Drops all that was grown.
    pub fn clear(&mut self) {
        self.store.clear();
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

    /// From now on only this action is tried at the root.
    pub fn restrict_to(&mut self, action: G::Action) {
        self.only = Some(action);
    }

    /// Prepares for a decision and grows up to a limit.
    pub fn grow(&mut self, outset: &impl Outset<G>, limit: Limit, rng: &mut Rng) {
        self.prepare(outset, rng);
        self.grow_on(outset, limit, rng);
    }

    /// Grows up to a limit from the outset it was prepared for.
    pub fn grow_on(&mut self, outset: &impl Outset<G>, limit: Limit, rng: &mut Rng) {
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

    /// Makes the root ready for a decision: a player knows its legal actions, so they are listed and weighed once.
    pub fn prepare(&mut self, outset: &impl Outset<G>, rng: &mut Rng) {
        if self.store.is_empty() {
            self.store.plant(Node::new(outset.any_action(), outset.seat()));
        }
        self.playout.own = Some(outset.seat());
        self.puct = self.options.puct.map(|puct| puct / (outset.game().seats() - 1).max(1) as f32);
        self.listed = outset.actions(&mut self.actions);
        self.trim(outset.game(), true, ROOT);
        if self.listed {
            // A tree that was kept has also seen what could have been legal here, as far as the player knew.
            self.store.prune_root(|child| child.seat() == outset.seat() && self.actions.contains(&child.action));
        }
        self.belief = None;
        let first = outset.imagine(rng);
        self.open = outset.game().lies_open(&first);
        if self.options.infer > 0 && !self.open {
            for _ in 0..BURN_IN {
                self.think_again(outset, rng);
            }
        }
        self.waiting.clear();
        if !self.listed {
            return;
        }
        if self.options.wants_priors() {
            self.evaluator.priors(outset.game(), &first, &self.actions, &mut self.weights);
        } else {
            self.weights.clear();
            self.weights.resize(self.actions.len(), 1.0);
        }
        let sum: f32 = self.weights.iter().sum();
        for (&action, &weight) in self.actions.iter().zip(&self.weights) {
            let waiting = Waiting { action, weight, share: weight / sum, lot: rng.next_u32() };
            let children = self.store.children(ROOT);
            match children.into_iter().find(|&child| self.store.node(child).action == action) {
                Some(child) => self.store.node_mut(child).prior = self.prior(waiting.weight, waiting.share),
                None => self.waiting.push(waiting),
            }
        }
        self.waiting.sort_unstable_by(|a, b| a.weight.total_cmp(&b.weight).then(a.lot.cmp(&b.lot)));
        self.store.node_mut(ROOT).set_fully_expanded(self.open && self.waiting.is_empty());
    }

    /// How promising an action looked, as its node keeps it.
    fn prior(&self, weight: f32, share: f32) -> u8 {
        match self.puct {
            Some(_) => Share::new(share).0,
            None => (255.0 * weight / (1.0 + weight)) as u8,
        }
    }

    /// A state as the player imagines it (a determinization).
    fn imagine(&mut self, outset: &impl Outset<G>, rng: &mut Rng) -> G::State {
        if self.options.infer == 0 || self.open {
            return outset.imagine(rng);
        }
        for _ in 0..self.options.infer {
            self.think_again(outset, rng);
        }
        self.belief.as_ref().expect("it has just thought").0.clone()
    }

    /// Draws another state that may be the true one and believes in what seats hide there instead, if that is plausible
    /// enough. It is a step of a walk (Metropolis's) which comes to everything as often as what was seen makes it likely.
    fn think_again(&mut self, outset: &impl Outset<G>, rng: &mut Rng) {
        let (game, other) = (outset.game(), outset.imagine(rng));
        let (belief, plausibilities) = self.belief.get_or_insert_with(|| (other.clone(), [0.0; marque::MAX_SEATS]));
        for seat in Seat::all(game.seats()).filter(|&seat| seat != outset.seat()) {
            let now = &mut plausibilities[seat.index()];
            let plausibility = self.evaluator.plausibility(game, &other, seat);
            if plausibility > *now * random::unit(rng) as f32 {
                self.evaluator.adopt(game, belief, &other, seat);
                *now = plausibility;
            }
        }
    }

    /// The four steps of MCTS on one determinization: selection, expansion, playout and backpropagation.
    fn iterate(&mut self, outset: &impl Outset<G>, rng: &mut Rng) {
        let game = outset.game();
        let mut state = self.imagine(outset, rng);
        let mut deterministic = self.open;
        let mut node = ROOT;
        self.path.clear();
        self.path.push((ROOT, self.store.node(ROOT).seat()));
        let (values, exact) = loop {
            let mover = match game.turn(&state) {
                // What chance brings at a leaf is for the playout to draw.
                Turn::Chance if node != ROOT && !self.store.estimate(node).proven() && self.is_leaf(node) => {
                    break (self.playout.run(game, &mut state, rng), false);
                }
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
            let next = if node == ROOT && self.listed {
                self.select_or_expand_root(mover)
            } else if node != ROOT && self.is_leaf(node) {
                None
            } else {
                let own = mover == outset.seat();
                self.select_or_expand(&Decision { game, state: &state, mover, own, deterministic }, node, rng)
            };
            let Some(next) = next else { break (self.playout.run(game, &mut state, rng), false) };
            node = next;
            game.play(&mut state, self.store.node(node).action);
            self.path.push((node, mover));
        };
        self.backpropagate(&values, exact && self.options.solve && game.seats() == 2 && game.constant_sum());
        for (sum, &value) in self.sums.iter_mut().zip(&values) {
            *sum += f64::from(value);
        }
        self.iterations += 1;
    }

    /// Whether a node has no children yet, and is not to get any: it is not ripe, or lies too deep.
    #[inline]
    fn is_leaf(&self, node: u32) -> bool {
        self.store.estimate(node).visits() < self.options.ripe
            || self.options.depth.is_some_and(|depth| self.path.len() as u32 > depth)
    }

    /// Selects a child of the root to go on to, or adds one. All of them are legal, and what waits is in order.
    #[inline]
    fn select_or_expand_root(&mut self, mover: Seat) -> Option<u32> {
        let pick = self.select(self.store.children(ROOT), ROOT, true);
        let best = pick.map(|pick| pick.child);
        let Some(waiting) = self.waiting.last().filter(|_| self.store.has_room(ROOT)) else { return best };
        if let Some(pick) = pick
            && !self.prefers_new(&pick, waiting.share, ROOT, self.store.children(ROOT).len())
        {
            return best;
        }
        let mut child = Node::new(waiting.action, mover);
        child.prior = self.prior(waiting.weight, waiting.share);
        self.waiting.pop();
        let index = self.store.insert(ROOT, child);
        let complete = self.open && self.waiting.is_empty();
        self.store.node_mut(ROOT).set_fully_expanded(complete);
        Some(index)
    }

    /// Selects a child to go on to, or adds one; `None` where there is neither a child nor room for one.
    fn select_or_expand(&mut self, decision: &Decision<'_, G>, node: u32, rng: &mut Rng) -> Option<u32> {
        let full = self.store.node(node).is_fully_expanded();
        if decision.deterministic && (full || self.puct.is_some()) {
            // All children are legal, so that there is no need to list what else is while that could not win.
            let pick = self.select(self.store.children(node), node, true);
            let rest = self.store.node(node).rest.get();
            if let Some(pick) = pick.filter(|pick| full || !self.prefers_new(pick, rest, node, 0)) {
                return Some(pick.child);
            }
        }
        self.sort_actions(decision, node);
        let pick = self.select(self.tried.iter().copied(), node, decision.deterministic);
        if self.untried.is_empty() || !self.store.has_room(node) {
            return pick.map(|pick| pick.child);
        }
        if let Some(pick) = pick {
            // The priors need not be asked for while the best of the rest, as it last was, could not win.
            let rest = self.store.node(node).rest.get();
            if !self.prefers_new(&pick, rest, node, self.tried.len()) {
                return Some(pick.child);
            }
        }
        let untried = self.weigh_untried(decision, rng);
        if self.puct.is_some() {
            self.store.node_mut(node).rest = Share::new(untried.share);
            if let Some(pick) = pick
                && !self.prefers_new(&pick, untried.share, node, self.tried.len())
            {
                return Some(pick.child);
            }
        }
        Some(self.expand(decision, node, &untried))
    }

    /// Lists the legal actions and sorts them into tried and untried ones.
    fn sort_actions(&mut self, decision: &Decision<'_, G>, node: u32) {
        decision.game.actions(decision.state, &mut self.actions);
        self.trim(decision.game, decision.own, node);
        self.tried.clear();
        self.untried.clear();
        if self.store.is_crowded(node) && self.store.children(node).len() > self.actions.len() {
            // Where rivals' hands are hidden, a node has come to have many children, most of which are not legal now.
            for (at, &action) in (0..).zip(&self.actions) {
                match self.store.find(node, action, decision.mover) {
                    Some(index) => self.tried.push(index),
                    None => self.untried.push(at),
                }
            }
            self.tried.sort_unstable();
        } else {
            self.untried.extend(0..self.actions.len() as u32);
            for index in self.store.children(node) {
                let &Node { action, position, .. } = self.store.node(index);
                if self.store.node(index).seat() != decision.mover {
                    continue;
                }
                let mut at = usize::from(position);
                if self.actions.get(at) != Some(&action) {
                    let Some(found) = self.actions.iter().position(|&other| other == action) else { continue };
                    at = found;
                    self.store.node_mut(index).position = at as u16;
                }
                self.tried.push(index);
                self.untried[at] = u32::MAX;
            }
            self.untried.retain(|&position| position != u32::MAX);
        }
        for &index in &self.tried {
            self.store.node_mut(index).available += 1;
        }
        if decision.deterministic && self.untried.is_empty() && self.tried.len() == self.store.children(node).len() {
            self.store.node_mut(node).set_fully_expanded(true);
        }
    }

    /// Takes out of the listed actions what may not be tried: what the player may not choose, and at the root all but the one
    /// of interest, if there is one.
    #[inline]
    fn trim(&mut self, game: &G, own: bool, node: u32) {
        if own {
            self.options.restrict.trim(game, &mut self.actions);
        }
        if let Some(only) = self.only.filter(|_| node == ROOT) {
            self.actions.retain(|&action| action == only);
        }
    }

    /// The untried action to try next, any or the most promising.
    fn weigh_untried(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Untried {
        if !self.options.wants_priors() {
            let chosen = random::below(rng, self.untried.len() as u32) as usize;
            // Shares count with PUCT only, which wants priors.
            return Untried { position: self.untried[chosen], weight: 1.0, share: 1.0 };
        }
        self.evaluator.priors(decision.game, decision.state, &self.actions, &mut self.weights);
        let chosen = draw_best(self.untried.iter().map(|&position| self.weights[position as usize]), rng);
        let position = self.untried[chosen];
        let weight = self.weights[position as usize];
        Untried { position, weight, share: weight / self.weights.iter().sum::<f32>() }
    }

    /// Adds a child for an untried action.
    fn expand(&mut self, decision: &Decision<'_, G>, node: u32, untried: &Untried) -> u32 {
        let mut child = Node::new(self.actions[untried.position as usize], decision.mover);
        child.prior = self.prior(untried.weight, untried.share);
        child.position = untried.position as u16;
        child.available = 1;
        let index = self.store.insert(node, child);
        if decision.deterministic && self.untried.len() == 1 && self.tried.len() + 1 == self.store.children(node).len()
        {
            self.store.node_mut(node).set_fully_expanded(true);
        }
        index
    }

    /// Whether an untried action is tried rather than the best of the tried ones again: with PUCT by its share of the
    /// priors, else always unless progressive widening has the node wait for more visits.
    #[inline]
    fn prefers_new(&self, pick: &Pick, share: f32, node: u32, tried: usize) -> bool {
        match (self.puct, self.options.widen) {
            (Some(k), _) => pick.all.mean + k * share * (pick.all.visits() as f32).sqrt() > pick.bound,
            (None, Some(widen)) => (tried as f32) < widen * (self.store.estimate(node).visits() as f32).sqrt(),
            (None, None) => true,
        }
    }

    /// The child with the highest upper confidence bound: that of PUCT, which explores by shares of the priors, or of UCB1,
    /// as in UCT.
    #[inline]
    fn select(&self, children: impl Iterator<Item = u32> + Clone, node: u32, deterministic: bool) -> Option<Pick> {
        match self.puct {
            Some(k) => self.select_by_puct(children, k),
            None => self.select_by_ucb(children, node, deterministic),
        }
    }

    fn select_by_puct(&self, children: impl Iterator<Item = u32> + Clone, k: f32) -> Option<Pick> {
        let (mut visits, mut sum) = (0, 0.0);
        for index in children.clone() {
            let estimate = self.store.estimate(index);
            visits += estimate.visits();
            sum += estimate.mean * estimate.visits() as f32;
        }
        let exploration = k * (visits as f32).sqrt();
        let best = highest(children.map(|index| {
            let estimate = self.store.estimate(index);
            let share = Share(self.store.node(index).prior).get();
            let bound = match estimate.proven() {
                true => estimate.mean,
                false => estimate.mean + exploration * share / (1.0 + estimate.visits() as f32),
            };
            (index, bound)
        }));
        best.map(|(child, bound)| Pick { child, bound, all: Estimate::new(visits, sum / visits.max(1) as f32) })
    }

    fn select_by_ucb(&self, children: impl Iterator<Item = u32>, node: u32, deterministic: bool) -> Option<Pick> {
        let parent = self.store.estimate(node);
        let exploration = root_of_log(parent.visits());
        let best = highest(children.map(|index| {
            let estimate = self.store.estimate(index);
            if estimate.proven() {
                return (index, estimate.mean);
            }
            let visits = estimate.visits() as f32;
            let exploration = if deterministic { exploration } else { root_of_log(self.store.node(index).available) };
            let mut bound = estimate.mean + self.options.c * exploration * inverse_root(visits);
            if self.options.bias > 0.0 {
                // Progressive bias fades as the child is visited.
                let prior = f32::from(self.store.node(index).prior) / 255.0;
                bound += self.options.bias * prior / (visits + 1.0);
            }
            (index, bound)
        }));
        best.map(|(child, bound)| Pick { child, bound, all: *parent })
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

    /// How many nodes there are, and the bytes of the memory that is kept for them.
    pub fn size(&self) -> (usize, usize) {
        self.store.size()
    }
}

/// An action without a child.
struct Untried {
    /// Where it stands in the list.
    position: u32,
    /// Its prior, and its share of all priors.
    weight: f32,
    share: f32,
}

/// Who has the highest bound, the last of equals, and that bound, which is taken for 0 where it is less.
#[inline]
fn highest(bounds: impl Iterator<Item = (u32, f32)>) -> Option<(u32, f32)> {
    // The bits of numbers from 0 up are in order: with the child below them, the best is a maximum without a branch.
    let best = bounds
        .fold(0, |best: u64, (child, bound)| best.max(u64::from(bound.max(0.0).to_bits()) << 32 | u64::from(child)));
    (best != 0).then(|| (best as u32, f32::from_bits((best >> 32) as u32)))
}

#[cfg(test)]
mod tests {
    use marque::bosman::Bosman;
    use marque::hexxi::{Action, Hexxi, Token};
    use marque::random::{Purpose, stream};
    use marque::{Game, Table, toml};

    use super::*;
    use crate::budget::Budget;
    use crate::knowledge::Knowledge;
    use crate::restrict::Restriction;

    fn tree(options: Options) -> Tree<Hexxi> {
        Tree::new(options, Hexxi::evaluator(), 1 << 24)
    }

    /// Grows trees at the decisions of the first seat in a random game, and hands on every node with its parent.
    fn walk(options: Options, mut met: impl FnMut(&Tree<Hexxi>, u32, u32)) {
        let mut table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let mut rng = stream(1, 0, Purpose::Other(0));
        while table.turn() != Turn::Over {
            if table.turn() == Turn::Seat(Seat(0)) {
                let mut tree = tree(options);
                tree.grow(&table.view(Seat(0)), Budget::Iterations(400).begin(None), &mut rng);
                let mut parents = vec![ROOT];
                while let Some(parent) = parents.pop() {
                    for child in tree.store.children(parent) {
                        met(&tree, parent, child);
                        parents.push(child);
                    }
                }
            }
            if table.roll(&mut rng).is_none() {
                table.play_random(&mut rng);
            }
        }
    }

    /// A bot that does without spies reckons with those of others.
    #[test]
    fn what_a_player_may_not_do_its_rivals_may() {
        let kind = |name| Hexxi::KINDS.iter().position(|&kind| kind == name).unwrap();
        let game = Hexxi::create(2, &toml::Table::new()).unwrap();
        let mut spied = [0; 2];
        walk(Options { restrict: Restriction::NONE.and(kind("spy")), ..Options::default() }, |tree, _, child| {
            let node = tree.store.node(child);
            spied[node.seat().index()] += u32::from(game.kind(node.action) == kind("spy"));
        });
        assert!(spied[0] == 0 && spied[1] > 0, "{spied:?}");
    }

    /// An action can have been chosen in every visit of its node but the first, which is played out, and in none before it
    /// was first tried.
    #[test]
    fn an_action_was_available_at_least_as_often_as_it_was_chosen() {
        let (mut always, mut later) = (0, 0);
        walk(Options::default(), |tree, parent, child| {
            if parent != ROOT && !tree.open {
                let [all, own] = [parent, child].map(|index| tree.store.estimate(index).visits());
                let available = tree.store.node(child).available;
                assert!(own <= available && available < all, "{own} <= {available} < {all}");
                *(if available + 1 == all { &mut always } else { &mut later }) += 1;
            }
        });
        assert!(always > 100 && later > 100, "{always} {later}");
    }

    /// Equal children are told apart by how often they could have been chosen, where they could not always be (ISMCTS).
    #[test]
    fn who_could_be_chosen_more_often_is_explored_sooner() {
        let mut tree = tree(Options::default());
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let action = table.view(Seat(0)).any_action();
        tree.store.plant(Node::new(action, Seat(0)));
        for available in [40, 20] {
            let child = tree.store.insert(ROOT, Node::new(action, Seat(0)));
            tree.store.node_mut(child).available = available;
            (0..10).for_each(|_| tree.store.estimate_mut(child).add(0.5));
        }
        (0..100).for_each(|_| tree.store.estimate_mut(ROOT).add(0.5));
        let children = tree.store.children(ROOT);
        let selected = |deterministic| tree.select(children.clone(), ROOT, deterministic).unwrap();
        assert_eq!(selected(false).child, children.start);
        assert_eq!(selected(true).child, children.end - 1, "the last of equals");
        let expected = |count| 0.5 + 0.7 * root_of_log(count) * inverse_root(10.0);
        assert!((selected(false).bound - expected(40)).abs() < 1e-6);
        assert!((selected(true).bound - expected(100)).abs() < 1e-6);
    }

    /// A root with children of so many visits, all with a mean of a half, and of these priors.
    fn planted(options: Options, children: &[(u32, u8)]) -> Tree<Hexxi> {
        let mut tree = tree(options);
        let action = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap()).view(Seat(0)).any_action();
        tree.store.plant(Node::new(action, Seat(0)));
        for &(visits, prior) in children {
            let child = tree.store.insert(ROOT, Node::new(action, Seat(0)));
            tree.store.node_mut(child).prior = prior;
            *tree.store.estimate_mut(child) = Estimate::new(visits, 0.5);
        }
        *tree.store.estimate_mut(ROOT) = Estimate::new(children.iter().map(|child| child.0).sum(), 0.5);
        tree
    }

    #[test]
    fn bounds_are_those_of_the_books() {
        let bound = |options, children: &[(u32, u8)]| {
            let tree = planted(options, children);
            let children = tree.store.children(ROOT);
            let pick = tree.select(children.clone(), ROOT, true).unwrap();
            (pick.child - children.start, pick.bound)
        };
        let near = |(child, bound): (u32, f32), expected: (u32, f32)| {
            assert!(child == expected.0 && (bound - expected.1).abs() < 1e-5, "{child} {bound} {expected:?}");
        };
        // Of 25 visits in all, one child has had 16 and the other 9.
        let [half, quarter] = [0.5, 0.25].map(|share| Share::new(share).0);
        let puct = Options { puct: Some(0.8), ..Options::default() };
        near(bound(puct, &[(16, half), (9, quarter)]), (0, 0.5 + 0.8 * 5.0 * 0.5 / 17.0));
        near(bound(puct, &[(16, quarter), (9, half)]), (1, 0.5 + 0.8 * 5.0 * 0.5 / 10.0));
        let explored = 0.5 + 0.7 * root_of_log(18) * inverse_root(9.0);
        near(bound(Options { bias: 2.0, ..Options::default() }, &[(9, 51), (9, 0)]), (0, explored + 2.0 * 0.2 / 10.0));
    }

    #[test]
    fn something_new_is_tried_where_it_promises_more() {
        let pick = |bound| Pick { child: 1, bound, all: Estimate::new(100, 0.5) };
        let puct = planted(Options { puct: Some(0.5), ..Options::default() }, &[(16, 0)]);
        let preferred = [0.59, 0.61].map(|bound| puct.prefers_new(&pick(bound), 0.02, ROOT, 1));
        assert_eq!(preferred, [true, false], "a promise of 0.5 + 0.5 * 0.02 * 10");
        let widen = planted(Options { widen: Some(2.0), ..Options::default() }, &[(16, 0)]);
        let preferred = [7, 8].map(|tried| widen.prefers_new(&pick(0.5), 0.02, ROOT, tried));
        assert_eq!(preferred, [true, false], "twice the root of 16");
    }

    #[test]
    fn priors_are_kept_in_a_byte() {
        let kept = |options| [0.0, 1.0, 3.0].map(|weight| tree(options).prior(weight, 0.25));
        assert_eq!(kept(Options::default()), [0, 127, 191]);
        assert_eq!(kept(Options { puct: Some(1.0), ..Options::default() }), [Share::new(0.25).0; 3]);
    }

    #[test]
    fn exploration_by_shares_is_divided_by_the_rivals() {
        for (seats, puct) in [(2, 1.2), (3, 0.6), (4, 0.4)] {
            let table = Table::new(Hexxi::create(seats, &toml::Table::new()).unwrap());
            let mut tree = tree(Options { puct: Some(1.2), ..Options::default() });
            tree.prepare(&table.view(Seat(0)), &mut stream(1, 0, Purpose::Other(0)));
            assert_eq!(tree.puct, Some(puct));
        }
    }

    #[test]
    fn what_is_believed_is_thought_over_before_the_first_iteration() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        for infer in [0, 2] {
            let mut tree = tree(Options { infer, ..Options::default() });
            tree.prepare(&table.view(Seat(0)), &mut stream(1, 0, Purpose::Other(0)));
            assert_eq!(tree.belief.is_some(), infer > 0);
        }
    }

    #[test]
    fn a_tree_that_is_kept_waits_for_what_it_has_not_tried() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let (view, mut rng) = (table.view(Seat(0)), stream(1, 0, Purpose::Other(0)));
        let mut tree = tree(Options::default());
        tree.grow(&view, Budget::Iterations(5).begin(None), &mut rng);
        tree.prepare(&view, &mut rng);
        let tried: Vec<_> = tree.branches(Seat(0)).map(|(action, _)| action).collect();
        let mut legal = Vec::new();
        view.actions(&mut legal);
        assert_eq!(tried.len(), 5);
        assert_eq!(tree.waiting.len(), legal.len() - 5);
        assert!(tree.waiting.iter().all(|waiting| !tried.contains(&waiting.action)));
    }

    /// Only the root is kept to the action of interest: below it the tree is as bushy as ever.
    #[test]
    fn a_tree_of_one_action_tries_no_other_at_its_root() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let (view, mut rng) = (table.view(Seat(0)), stream(1, 0, Purpose::Other(0)));
        let mut legal = Vec::new();
        view.actions(&mut legal);
        let mut tree = tree(Options::default());
        tree.restrict_to(legal[3]);
        tree.grow(&view, Budget::Iterations(40).begin(None), &mut rng);
        assert_eq!(tree.branches(Seat(0)).map(|(action, _)| action).collect::<Vec<_>>(), [legal[3]]);
        assert!(tree.store.children(tree.store.children(ROOT).start).len() > 5);
    }

    #[test]
    fn shares_of_the_root_sum_to_one() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let mut tree = tree(Options { puct: Some(1.0), ..Options::default() });
        tree.prepare(&table.view(Seat(0)), &mut stream(1, 0, Purpose::Other(0)));
        let sum: f32 = tree.waiting.iter().map(|waiting| waiting.share).sum();
        assert!(tree.waiting.len() > 1 && (sum - 1.0).abs() < 1e-4, "{sum}");
    }

    /// Children of means 0.25 and 0.75 and of 10 and 30 visits.
    #[test]
    fn all_children_are_worth_their_mean_by_visits() {
        let mut tree = planted(Options { puct: Some(1.0), ..Options::default() }, &[(10, 0), (30, 0)]);
        let children = tree.store.children(ROOT);
        for (child, visits, mean) in [(children.start, 10, 0.25), (children.start + 1, 30, 0.75)] {
            *tree.store.estimate_mut(child) = Estimate::new(visits, mean);
        }
        let all = tree.select(children, ROOT, true).unwrap().all;
        assert_eq!((all.visits(), all.mean), (40, 0.625));
    }

    #[test]
    fn a_root_is_complete_only_where_nothing_is_hidden() {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let (view, mut rng) = (table.view(Seat(0)), stream(1, 0, Purpose::Other(0)));
        let mut tree = tree(Options::default());
        tree.grow(&view, Budget::Iterations(500).begin(None), &mut rng);
        assert!(tree.waiting.is_empty() && !tree.open);
        assert!(!tree.store.node(ROOT).is_fully_expanded());
        tree.prepare(&view, &mut rng);
        assert!(!tree.store.node(ROOT).is_fully_expanded());
    }

    #[test]
    fn the_favourite_is_the_most_visited_of_a_seats_listed_actions() {
        let mut tree = tree(Options::default());
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let mut legal = Vec::new();
        table.view(Seat(0)).actions(&mut legal);
        tree.store.plant(Node::new(legal[0], Seat(0)));
        for (at, seat, visits) in [(0, 0, 5), (1, 0, 7), (2, 0, 9), (3, 1, 8)] {
            let child = tree.store.insert(ROOT, Node::new(legal[at], Seat(seat)));
            *tree.store.estimate_mut(child) = Estimate::new(visits, 0.5);
        }
        let favourite = |seat, actions: &[_]| tree.favourite(ROOT, Seat(seat), actions).map(|found| (found.1, found.2));
        assert_eq!(favourite(0, &legal[..2]), Some((legal[1], 7)));
        assert_eq!(favourite(0, &legal), Some((legal[2], 9)));
        assert_eq!(favourite(1, &legal), Some((legal[3], 8)));
        assert_eq!(favourite(1, &legal[..3]), None);
    }

    /// Whether a warship of the rival lies face down.
    fn armed(state: &<Hexxi as Game>::State) -> bool {
        state.tokens(Seat(1), Token::Warship) & state.face_down() != 0
    }

    /// Finds it three times as plausible that the rival is armed.
    struct Suspicious;

    impl Evaluator<Hexxi> for Suspicious {
        fn plausibility(&self, _game: &Hexxi, state: &<Hexxi as Game>::State, seat: Seat) -> f32 {
            if seat == Seat(1) && armed(state) { 3.0 } else { 1.0 }
        }
    }

    #[test]
    fn what_is_three_times_as_plausible_is_believed_three_times_as_often() {
        let mut table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let mut rng = stream(1, 0, Purpose::Other(0));
        let share = loop {
            let imagined = (0..4000).filter(|_| armed(&table.view(Seat(0)).imagine(&mut rng))).count();
            if (800..2400).contains(&imagined) {
                break imagined as f64 / 4000.0;
            }
            if table.roll(&mut rng).is_none() {
                table.play_random(&mut rng);
            }
        };
        let mut tree = Tree::new(Options { infer: 1, ..Options::default() }, Arc::new(Suspicious), 1 << 20);
        let view = table.view(Seat(0));
        tree.prepare(&view, &mut rng);
        let believed = (0..4000).filter(|_| armed(&tree.imagine(&view, &mut rng))).count() as f64 / 4000.0;
        let expected = 3.0 * share / (1.0 + 2.0 * share);
        assert!((believed - expected).abs() < 0.06, "{believed} instead of {expected}, of {share} imagined");
    }

    /// What chance brings after an action of the root is drawn on the way to its children, which the search goes on to.
    #[test]
    fn the_tree_grows_beyond_what_chance_brings() {
        let mut table = Table::new(Bosman::create(2, &toml::Table::new()).unwrap());
        let mut rng = stream(1, 0, Purpose::Other(0));
        while table.roll(&mut rng).is_some() {}
        let Turn::Seat(mover) = table.turn() else { panic!("chance is done") };
        let view = table.view(mover);
        let mut tree = Tree::new(Options::default(), Bosman::evaluator(), 1 << 20);
        tree.grow(&view, Budget::Iterations(3000).begin(None), &mut rng);
        let mut beyond = 0;
        for child in tree.store.children(ROOT) {
            let mut state = view.imagine(&mut rng);
            view.game().play(&mut state, tree.store.node(child).action);
            if view.game().turn(&state) == Turn::Chance {
                beyond += tree.store.children(child).len();
            }
        }
        assert!(beyond > 100, "{beyond}");
    }

    /// The start of a game with its legal actions listed, as if nothing were hidden.
    fn with_decision(tree: &mut Tree<Hexxi>, test: impl FnOnce(&mut Tree<Hexxi>, &Decision<'_, Hexxi>)) {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let view = table.view(Seat(0));
        let state = view.imagine(&mut stream(1, 0, Purpose::Other(0)));
        view.actions(&mut tree.actions);
        tree.store.plant(Node::new(tree.actions[0], Seat(0)));
        test(tree, &Decision { game: view.game(), state: &state, mover: Seat(0), own: true, deterministic: true });
    }

    /// A node is complete with its last legal action, unless it has a child for something that is not legal now.
    #[test]
    fn a_node_is_complete_once_all_that_is_legal_is_tried_and_nothing_else_was() {
        for (stray, deterministic) in [(false, true), (true, true), (false, false)] {
            let complete = deterministic && !stray;
            with_decision(&mut tree(Options::default()), |tree, decision| {
                let decision = Decision { deterministic, ..*decision };
                let legal = tree.actions.clone();
                // A child of the other seat stands for what is not legal.
                if stray {
                    tree.store.insert(ROOT, Node::new(legal[0], Seat(1)));
                }
                for &action in &legal[1..] {
                    tree.store.insert(ROOT, Node::new(action, Seat(0)));
                }
                tree.sort_actions(&decision, ROOT);
                assert_eq!(tree.untried, [0]);
                assert!(!tree.store.node(ROOT).is_fully_expanded());
                let last = tree.expand(&decision, ROOT, &Untried { position: 0, weight: 1.0, share: 1.0 });
                assert_eq!(tree.store.node(last).action, legal[0]);
                assert_eq!(tree.store.node(ROOT).is_fully_expanded(), complete);
                tree.store.node_mut(ROOT).set_fully_expanded(false);
                tree.sort_actions(&decision, ROOT);
                assert_eq!(tree.store.node(ROOT).is_fully_expanded(), complete);
            });
        }
    }

    /// Finds the fourth of the listed actions five times as promising as any other.
    struct Fond;

    impl Evaluator<Hexxi> for Fond {
        fn priors(&self, _game: &Hexxi, _state: &<Hexxi as Game>::State, actions: &[Action], into: &mut Vec<f32>) {
            into.clear();
            into.extend((0..actions.len()).map(|at| if at == 3 { 5.0 } else { 1.0 }));
        }
    }

    #[test]
    fn the_most_promising_is_tried_first_where_priors_are_asked_for() {
        for (puct, weight) in [(None, 1.0), (Some(1.0), 5.0)] {
            let mut tree = Tree::new(Options { puct, ..Options::default() }, Arc::new(Fond), 1 << 20);
            with_decision(&mut tree, |tree, decision| {
                tree.sort_actions(decision, ROOT);
                let all = tree.actions.len() as f32;
                let mut rng = stream(1, 0, Purpose::Other(0));
                let untried: Vec<Untried> = (0..20).map(|_| tree.weigh_untried(decision, &mut rng)).collect();
                assert_eq!(untried.iter().all(|untried| untried.position == 3), puct.is_some());
                let share = if puct.is_some() { 5.0 / (all + 4.0) } else { 1.0 };
                assert!(untried.iter().all(|untried| (untried.weight, untried.share) == (weight, share)));
            });
        }
    }
}
