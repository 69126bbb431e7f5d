//! Positions of games that a search plays with itself.

use std::sync::Arc;

use marque::random::{self, Purpose};
use marque::{MAX_SEATS, Seat, Turn, View};
use marque_agents::learn::Features;
use marque_agents::{Analysis, Evaluator, Knowledge, Options, Search, Values};

/// How often a player does anything at all instead of what it thinks best. What is learnt is asked about what a search looks
/// into, most of which nobody who plays well would come to.
const CURIOUS: f64 = 0.2;

/// Actions of a position that priors cannot tell apart: of one kind, and with one prior made by hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alike {
    /// Their kind.
    pub kind: usize,
    /// The prior that each has by hand.
    pub prior: f32,
    /// How many there are.
    pub count: f32,
    /// How much of all tries of a search they got together: what they should have of all priors.
    pub share: f32,
}

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// It in numbers.
    pub features: Features,
    /// What the evaluation made by hand says of it.
    pub by_hand: Values,
    /// What the search thought of it.
    pub searched: Values,
    /// What it came to in the end.
    pub result: Values,
    /// What could be done in it, where that is to be learnt from.
    pub choice: Vec<Alike>,
    /// Whether it is kept apart, to look at what was learnt with eyes that have not seen it.
    pub held_out: bool,
}

impl Sample {
    /// What is learnt: half what it came to, half what the search thought.
    pub fn target(&self, seat: usize) -> f32 {
        0.5 * (self.result[seat] + self.searched[seat])
    }
}

/// What could be done in a position, and how much of it a search did.
fn choice<G: Knowledge>(game: &G, state: &G::State, analysis: &Analysis<G::Action>) -> Vec<Alike> {
    let (mut actions, mut priors) = (Vec::new(), Vec::new());
    game.actions(state, &mut actions);
    G::evaluator().priors(game, state, &actions, &mut priors);
    let all: u32 = analysis.moves.iter().map(|tried| tried.visits).sum();
    let mut choice: Vec<Alike> = Vec::new();
    for (&action, &prior) in actions.iter().zip(&priors) {
        let kind = game.kind(action);
        let visits = analysis.moves.iter().find(|tried| tried.action == action).map_or(0, |tried| tried.visits);
        let share = visits as f32 / all as f32;
        match choice.iter_mut().find(|alike| alike.kind == kind && alike.prior == prior) {
            Some(alike) => (alike.count, alike.share) = (alike.count + 1.0, alike.share + share),
            None => choice.push(Alike { kind, prior, count: 1.0, share }),
        }
    }
    choice
}

/// Plays a game by search and returns its positions, with what could be done in them if `priors` are to be learnt.
pub fn play<G: Knowledge>(
    game: &G,
    options: Options,
    evaluator: &Arc<dyn Evaluator<G>>,
    priors: bool,
    seed: u64,
    number: u64,
) -> Vec<Sample> {
    let mut chance = random::stream(seed, number, Purpose::Chance);
    let mut mind = random::stream(seed, number, Purpose::Other(0));
    let mut search = Search::with(options, evaluator.clone());
    let mut samples = Vec::new();
    let mut state = game.start();
    while let Turn::Seat(seat) = game.settle(&mut state, &mut chance) {
        let analysis = search.analyse(&View::new(game, &state, seat), &mut mind);
        let mut features = Features::default();
        // Positions that are never judged in a search teach nothing.
        if analysis.moves.len() > 1
            && evaluator.is_calm(game, &state)
            && let Some(by_hand) = G::study(game, &state, &mut features)
        {
            let mut searched = [0.0; MAX_SEATS];
            searched[..analysis.values.len()].copy_from_slice(&analysis.values);
            let result = [0.0; MAX_SEATS];
            let choice = if priors { choice(game, &state, &analysis) } else { Vec::new() };
            samples.push(Sample { features, by_hand, searched, result, choice, held_out: number.is_multiple_of(10) });
        }
        let mut action = analysis.moves[0].action;
        if random::unit(&mut mind) < CURIOUS {
            let any = random::below(&mut mind, analysis.moves.len() as u32);
            action = analysis.moves[any as usize].action;
        }
        game.play(&mut state, action);
    }
    let standing = game.standing(&state);
    for sample in &mut samples {
        for seat in Seat::all(game.seats()) {
            sample.result[seat.index()] = game.reward(&standing, seat);
        }
    }
    samples
}
