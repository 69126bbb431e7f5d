use marque::random::{self, Rng};
use marque::{Game, MAX_SEATS, Seat, Turn};
use rustc_hash::FxHashMap;

use crate::knowledge::Knowledge;
use crate::options::{END, Options};
use crate::tally::Tally;

/// Each seat's reward; those of seats that do not play stay 0.
pub(crate) type Values = [f32; MAX_SEATS];

/// What the game has come to for each seat: its reward.
pub(crate) fn rewards<G: Game>(game: &G, state: &G::State) -> Values {
    let standing = game.standing(state);
    let mut values = [0.0; MAX_SEATS];
    for (seat, value) in Seat::all(game.seats()).zip(&mut values) {
        *value = game.reward(&standing, seat);
    }
    values
}

/// What a state is worth once chance has acted: the rewards where the game is over, else what knowledge says.
pub(crate) fn appraise<G: Knowledge>(game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
    match game.settle(state, rng) {
        Turn::Over => rewards(game, state),
        _ => game.evaluate(state),
    }
}

/// Plays a state on without a tree, to see what it is worth.
pub(crate) struct Rollout<G: Game> {
    prior: bool,
    cut: u32,
    candidates: u32,
    record: bool,
    /// What was played since the record was last cleared, where a record is kept.
    pub played: Vec<(Seat, G::Action)>,
    /// How each seat's actions have gone wherever they were played.
    everywhere: FxHashMap<(Seat, G::Action), Tally>,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
}

impl<G: Knowledge> Rollout<G> {
    pub fn new(options: &Options) -> Self {
        Rollout {
            prior: options.prior_playouts,
            cut: options.cut,
            candidates: options.mast.max(1),
            record: options.mast > 1 || options.rave > 0,
            played: Vec::new(),
            everywhere: FxHashMap::default(),
            actions: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Notes an action for the record, where one is kept.
    #[inline]
    pub fn note(&mut self, seat: Seat, action: G::Action) {
        if self.record {
            self.played.push((seat, action));
        }
    }

    /// Plays on and returns what it came to.
    #[inline]
    pub fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
        if self.cut == END && !self.prior && !self.record {
            game.playout(state, rng);
            return rewards(game, state);
        }
        let mut left = self.cut;
        loop {
            let Turn::Seat(seat) = game.settle(state, rng) else { return rewards(game, state) };
            if left == 0 && game.is_calm(state) {
                return game.evaluate(state);
            }
            left = left.saturating_sub(1);
            let action = self.pick(game, state, seat, rng);
            self.note(seat, action);
            game.play(state, action);
        }
    }

    /// The best of the candidates drawn, by how they have gone elsewhere.
    fn pick(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        if self.prior {
            game.actions(state, &mut self.actions);
            game.priors(state, &self.actions, &mut self.weights);
        }
        let mut best = self.draw(game, state, rng);
        for _ in 1..self.candidates {
            let other = self.draw(game, state, rng);
            if self.fame(seat, other) > self.fame(seat, best) {
                best = other;
            }
        }
        best
    }

    fn draw(&self, game: &G, state: &G::State, rng: &mut Rng) -> G::Action {
        if !self.prior {
            return game.random_action(state, rng);
        }
        let mut left = random::unit(rng) as f32 * self.weights.iter().sum::<f32>();
        let drawn = self.weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding can leave a little behind the last.
        self.actions[drawn.unwrap_or(self.actions.len() - 1)]
    }

    /// An action never seen is thought as good as any.
    fn fame(&self, seat: Seat, action: G::Action) -> f32 {
        self.everywhere.get(&(seat, action)).map_or(0.5, |tally| tally.mean)
    }

    /// Learns from the record how it went.
    pub fn learn(&mut self, values: &Values) {
        if self.candidates > 1 {
            for &(seat, action) in &self.played {
                self.everywhere.entry((seat, action)).or_default().add(values[seat.index()]);
            }
        }
    }
}
