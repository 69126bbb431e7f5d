use std::collections::BTreeMap;

use marque::random::{Purpose, stream};
use marque::{Seat, View};
use serde::Serialize;

use super::Judge;
use super::probe::{Gap, follow};
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::search::{Playout, Tree};

/// What makes the difference between the best action and the one played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Why {
    /// How it might have gone on after the best action.
    pub best: Line,
    /// How it might have gone on after the action played, from the same imagined state and with the same luck.
    pub played: Line,
    /// What the action played comes to against the best, on average over many ways on to the end of the game: sentences in
    /// the game's words. There is none where no single thing tells them apart.
    pub because: Vec<String>,
}

/// How a game might go on: events as the seat would see them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Line {
    /// In the game's notation.
    pub events: Vec<String>,
    /// In sentences.
    pub told: Vec<String>,
}

/// How many events a line has.
const STEPS: usize = 6;
/// How many ways on to the end of the game are compared.
const WAYS: u64 = 64;
/// How many differences are told.
const TOLD: usize = 4;
/// The least difference that is told.
const WORTH_TELLING: f64 = 0.1;

impl<G: Knowledge> Judge<'_, G> {
    /// Tells why the action of the second tree is worse than that of the first.
    pub(super) fn why(&self, ply: usize, state: &G::State, seat: Seat, trees: [&Tree<G>; 2]) -> Why {
        let seed = self.seed(ply, Purpose::Other(u32::MAX));
        let view = View::new(self.game, state, seat);
        let [best, played] = trees.map(|tree| {
            let mut rng = stream(seed, 0, Purpose::Other(0));
            let mut line = Line::default();
            let mut state = view.imagine(&mut rng);
            follow(tree, self.game, &mut state, &mut rng, |before, event| {
                let told = self.game.narrate(before, event, Some(seat));
                if let Some(seen) = self.game.see(before, event, seat).filter(|_| !told.is_empty()) {
                    line.events.push(seen);
                    line.told.push(told);
                }
                line.events.len() < STEPS
            });
            line
        });
        Why { best, played, because: self.because(&view, trees, seed) }
    }

    /// What the second tree's action comes to against the first's at the end of the game.
    fn because(&self, view: &View<'_, G>, trees: [&Tree<G>; 2], seed: u64) -> Vec<String> {
        let options = Options { cut: None, prior_playouts: true, ..self.options };
        let mut playout = Playout::new(&options, G::evaluator());
        let seats = self.game.seats();
        // By seat and deed: how much oftener it was done after the second action, way by way.
        let mut differences: BTreeMap<(Seat, String), Vec<f64>> = BTreeMap::new();
        for way in 0..WAYS {
            for (tree, sign) in trees.into_iter().zip([-1.0, 1.0]) {
                let mut rng = stream(seed, way, Purpose::Other(1));
                let mut state = view.imagine(&mut rng);
                follow(tree, self.game, &mut state, &mut rng, |_, _| true);
                playout.run(self.game, &mut state, &mut rng);
                let mut count = |seat, deed: &str, times: f64| {
                    let ways = differences.entry((seat, deed.to_owned())).or_insert_with(|| vec![0.0; WAYS as usize]);
                    ways[way as usize] += sign * times;
                };
                let standing = self.game.standing(&state);
                for seat in Seat::all(seats) {
                    self.game.deeds(&state, seat, &mut |deed| count(seat, deed, 1.0));
                    count(seat, POINTS, f64::from(standing.scores()[seat.index()]));
                }
            }
        }
        let mut gaps: Vec<((Seat, String), Gap)> =
            differences.into_iter().map(|(deed, ways)| (deed, Gap::of(&ways))).collect();
        gaps.retain(|(_, gap)| (gap.low > 0.0 || gap.high < 0.0) && gap.mean.abs() >= WORTH_TELLING);
        let certainty = |gap: &Gap| gap.mean.abs() / (gap.high - gap.low).max(1e-9);
        gaps.sort_by(|(_, a), (_, b)| certainty(b).total_cmp(&certainty(a)));
        gaps.truncate(TOLD);
        gaps.into_iter().map(|((seat, deed), gap)| self.sentence(seat, &deed, gap.mean)).collect()
    }

    fn sentence(&self, seat: Seat, deed: &str, difference: f64) -> String {
        let words = match deed {
            POINTS => marque::DeedWords::new("ends with", "point", ""),
            deed => G::deed_words(deed),
        };
        let mut sentence = format!("{seat} {}.", words.with_difference(difference));
        sentence[..1].make_ascii_uppercase();
        sentence
    }
}

/// Stands for the score among deeds, none of which has this name.
const POINTS: &str = " points";
