//! Positions of games that a search plays with itself.

use std::sync::Arc;

use marque::random::{self, Purpose};
use marque::{MAX_SEATS, Seat, Turn, View};
use marque_agents::learn::Features;
use marque_agents::{Analysis, Evaluator, Knowledge, Options, Search, Values};

/// How often it is also looked at what would come of any action at all instead of the best. What is learnt is asked about
/// what a search looks into, most of which nobody who plays well would come to.
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
    /// What it came to in the end, or again what the search thought where the game did not go on from it.
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

/// Plays a game by search and returns its positions, with what could be done in them if `priors` are to be learnt, and some
/// that it could have come to. Nobody plays worse for being looked at: else it would be learnt that it is bad to have a
/// choice.
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
    let held_out = number.is_multiple_of(10);
    let (mut played, mut possible) = (Vec::new(), Vec::new());
    let mut state = game.start();
    while let Turn::Seat(seat) = game.settle(&mut state, &mut chance) {
        let analysis = search.analyse(&View::new(game, &state, seat), &mut mind);
        if let Some(mut sample) = sample(game, &state, &analysis, evaluator, held_out) {
            if priors {
                sample.choice = choice(game, &state, &analysis);
            }
            played.push(sample);
        }
        if !held_out && random::unit(&mut mind) < CURIOUS {
            let mut other = state.clone();
            let any = random::below(&mut mind, analysis.moves.len() as u32);
            game.play(&mut other, analysis.moves[any as usize].action);
            if let Turn::Seat(seat) = game.settle(&mut other, &mut mind) {
                let analysis = search.analyse(&View::new(game, &other, seat), &mut mind);
                possible.extend(sample(game, &other, &analysis, evaluator, held_out));
            }
        }
        game.play(&mut state, analysis.moves[0].action);
    }
    let standing = game.standing(&state);
    for sample in &mut played {
        for seat in Seat::all(game.seats()) {
            sample.result[seat.index()] = game.reward(&standing, seat);
        }
    }
    played.append(&mut possible);
    played
}

/// A position with what a search thought of it, unless it is one that no search would judge.
fn sample<G: Knowledge>(
    game: &G,
    state: &G::State,
    analysis: &Analysis<G::Action>,
    evaluator: &Arc<dyn Evaluator<G>>,
    held_out: bool,
) -> Option<Sample> {
    let mut features = Features::default();
    let by_hand = evaluator.is_calm(game, state).then(|| G::study(game, state, &mut features))??;
    let searched = searched(game, state, analysis);
    Some(Sample { features, by_hand, searched, result: searched, choice: Vec::new(), held_out })
}

/// What a search thinks each seat can expect if the mover plays what it found best. On average over all it tried, a mover
/// would seem to be worth less than it is.
fn searched<G: Knowledge>(game: &G, state: &G::State, analysis: &Analysis<G::Action>) -> Values {
    let mut values = [0.0; MAX_SEATS];
    values[..analysis.values.len()].copy_from_slice(&analysis.values);
    if let Turn::Seat(mover) = game.turn(state) {
        let gain = analysis.moves[0].value - values[mover.index()];
        values[mover.index()] += gain;
        if game.constant_sum() {
            let rivals = Seat::all(game.seats()).filter(|&seat| seat != mover);
            rivals.for_each(|seat| values[seat.index()] -= gain / (game.seats() - 1) as f32);
        }
    }
    values
}
