use std::sync::Arc;

use marque::random::{self, Rng};
use marque::{Notation, Seat, Turn};
use rustc_hash::FxHashMap;

use super::estimate::Estimate;
use crate::evaluator::{Evaluator, Lists, Values, rewards};
use crate::options::Options;
use crate::restrict::Restriction;

/// Plays a state on without a tree to see what it is worth: the playouts (rollouts, simulations) of Monte Carlo search.
pub(crate) struct Playout<G: Notation> {
    evaluator: Arc<dyn Evaluator<G>>,
    by_priors: bool,
    cut: Option<u32>,
    /// How many actions are drawn for a ply; with more than one, MAST picks among them.
    candidates: u32,
    record: bool,
    /// What the player itself may not do, here as anywhere.
    restriction: Restriction,
    /// The seat of the player itself.
    pub own: Option<Seat>,
    /// What was played since the record was last cleared, where a record is kept.
    pub played: Vec<(Seat, G::Action)>,
    /// The table of the move-average sampling technique (MAST): how each seat's actions have gone wherever they were
    /// played.
    mast: FxHashMap<(Seat, G::Action), Estimate>,
    lists: Lists<G::Action>,
}

impl<G: Notation> Playout<G> {
    pub fn new(options: &Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Playout {
            evaluator,
            by_priors: options.prior_playouts,
            cut: options.cut,
            candidates: options.mast.unwrap_or(1),
            record: options.mast.is_some() || options.rave.is_some(),
            restriction: options.restrict,
            own: None,
            played: Vec::new(),
            mast: FxHashMap::default(),
            lists: Lists::default(),
        }
    }

    /// Notes an action for the record, where one is kept.
    #[inline]
    pub fn note(&mut self, seat: Seat, action: G::Action) {
        if self.record {
            self.played.push((seat, action));
        }
    }

    /// Plays on, to the end or to a cut and an evaluation, and returns what it came to.
    #[inline]
    pub fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
        if self.cut.is_none() && !self.by_priors && !self.record && self.restriction == Restriction::NONE {
            game.playout(state, rng);
            return rewards(game, state);
        }
        let mut left = self.cut;
        loop {
            let Turn::Seat(seat) = game.settle(state, rng) else { return rewards(game, state) };
            if let Some(plies) = &mut left {
                if *plies == 0 && self.evaluator.is_calm(game, state) {
                    return self.evaluator.evaluate(game, state);
                }
                *plies = plies.saturating_sub(1);
            }
            let action = self.pick(game, state, seat, rng);
            self.note(seat, action);
            game.play(state, action);
        }
    }

    /// Of the candidates drawn, the one that has gone best wherever it was played.
    fn pick(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        let mut best = self.draw(game, state, seat, rng);
        for _ in 1..self.candidates {
            let other = self.draw(game, state, seat, rng);
            if self.mast_mean(seat, other) > self.mast_mean(seat, best) {
                best = other;
            }
        }
        best
    }

    fn draw(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        let action = if self.by_priors {
            self.evaluator.draw(game, state, &mut self.lists, rng)
        } else {
            game.random_action(state, rng)
        };
        if self.own == Some(seat) && self.restriction.bars(game.kind(action)) {
            // Rare enough for a list of its own: one that may be played, unless there is none.
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            self.restriction.trim(game, &mut actions);
            return actions[random::below(rng, actions.len() as u32) as usize];
        }
        action
    }

    /// How an action of a seat has gone on average; one never seen is thought as good as any.
    fn mast_mean(&self, seat: Seat, action: G::Action) -> f32 {
        self.mast.get(&(seat, action)).map_or(0.5, |estimate| estimate.mean)
    }

    /// Adds the actions of the record to the table of MAST, with what they came to.
    pub fn learn(&mut self, values: &Values) {
        if self.candidates > 1 {
            for &(seat, action) in &self.played {
                self.mast.entry((seat, action)).or_default().add(values[seat.index()]);
            }
        }
    }

    /// Forgets how actions have gone.
    pub fn forget(&mut self) {
        self.mast.clear();
    }
}

#[cfg(test)]
mod tests {
    use marque::Game;
    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};

    use super::*;
    use crate::knowledge::Knowledge;

    /// A bot that does without spies must not reckon with spies of its own either, but others may spy.
    #[test]
    fn what_a_player_may_not_do_it_does_not_imagine_doing() {
        let game = Hexxi::create(2, &marque::toml::Table::new()).unwrap();
        let spy = Hexxi::KINDS.iter().position(|&kind| kind == "spy").unwrap();
        let options = Options { restrict: Restriction::NONE.and(spy), mast: Some(1), ..Options::default() };
        let mut playout = Playout::new(&options, Hexxi::evaluator());
        playout.own = Some(Seat(0));
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut spied = [0; 2];
        for _ in 0..20 {
            playout.played.clear();
            let mut state = game.start();
            playout.run(&game, &mut state, &mut rng);
            for &(seat, action) in &playout.played {
                spied[seat.index()] += usize::from(game.kind(action) == spy);
            }
        }
        assert!(spied[0] == 0 && spied[1] > 0, "{spied:?}");
    }
}
