//! Positions of games that a search plays with itself.

use std::sync::Arc;

use marque::random::{self, Purpose};
use marque::{MAX_SEATS, Seat, Turn, View};
use marque_agents::learn::Features;
use marque_agents::{Analysis, Evaluator, Knowledge, Options, Search, Values};

/// How often it is also looked at what would come of any action at all instead of the best. What is learnt is asked about
/// what a search looks into, most of which nobody who plays well would come to.
const CURIOUS: f64 = 0.2;

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
    /// Whether it is kept apart, to look at what was learnt with eyes that have not seen it.
    pub held_out: bool,
}

impl Sample {
    /// What is learnt: half what it came to, half what the search thought.
    pub fn target(&self, seat: usize) -> f32 {
        0.5 * (self.result[seat] + self.searched[seat])
    }
}

/// Plays a game by search and returns its positions, and some that it could have come to. Nobody plays worse for being
/// looked at: else it would be learnt that it is bad to have a choice.
pub fn play<G: Knowledge>(
    game: &G,
    options: Options,
    evaluator: &Arc<dyn Evaluator<G>>,
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
        played.extend(sample(game, &state, &analysis, evaluator, held_out));
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
    Some(Sample { features, by_hand, searched, result: searched, held_out })
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
