//! Knowledge learnt from games: a small network that corrects the evaluation made by hand.

mod features;
mod net;
mod weights;

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use marque::Seat;
use marque::random::Rng;

pub use self::features::{Features, SEAT, TABLE};
pub use self::net::{HIDDEN, Net, Pass, Row};
pub use self::weights::{Weights, WeightsError};
use crate::evaluator::{Evaluator, Lists, Values};
use crate::knowledge::Knowledge;

/// The numbers of a game's rules, as a network takes them.
pub fn rule_numbers<G: Knowledge>(game: &G) -> Vec<f32> {
    features::rule_numbers(game.seats(), game.rules())
}

/// An evaluator that goes by a network over the evaluation made by hand. It is for one game with its rules.
pub struct Learnt<G: Knowledge> {
    net: Arc<Net>,
    by_hand: Arc<dyn Evaluator<G>>,
    /// What the network makes of the rules, once they are known.
    ground: OnceLock<Row>,
}

impl<G: Knowledge> Learnt<G> {
    /// The game's own evaluator, corrected by a network.
    pub fn new(net: Arc<Net>) -> Learnt<G> {
        Learnt { net, by_hand: G::evaluator(), ground: OnceLock::new() }
    }
}

impl<G: Knowledge> Evaluator<G> for Learnt<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> Values {
        let mut features = Features::default();
        let Some(by_hand) = G::study(game, state, &mut features) else { return self.by_hand.evaluate(game, state) };
        let ground = self.ground.get_or_init(|| self.net.ground(&rule_numbers(game)));
        self.net.values(ground, &features, &by_hand, game.seats(), game.constant_sum())
    }

    fn is_calm(&self, game: &G, state: &G::State) -> bool {
        self.by_hand.is_calm(game, state)
    }

    fn priors(&self, game: &G, state: &G::State, actions: &[G::Action], into: &mut Vec<f32>) {
        self.by_hand.priors(game, state, actions, into);
    }

    fn plausibility(&self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.by_hand.plausibility(game, state, seat)
    }

    fn adopt(&self, game: &G, state: &mut G::State, other: &G::State, seat: Seat) {
        self.by_hand.adopt(game, state, other, seat);
    }

    fn draw(&self, game: &G, state: &G::State, lists: &mut Lists<G::Action>, rng: &mut Rng) -> G::Action {
        self.by_hand.draw(game, state, lists, rng)
    }

    fn calm_down(&self, game: &G, state: &mut G::State, rng: &mut Rng) -> bool {
        self.by_hand.calm_down(game, state, rng)
    }
}

/// What a player has learnt, by its option `learn`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Learning {
    /// Nothing: it goes by what was made by hand.
    #[default]
    Off,
    /// The weights of a file.
    File(&'static WeightsFile),
}

/// Weights as they were read from a file.
#[derive(PartialEq, Debug)]
pub struct WeightsFile {
    /// Its path, as it was given.
    pub path: String,
    text: String,
    net: Arc<Net>,
}

impl Learning {
    /// Reads what the option says: `off`, or a file.
    pub(crate) fn read<G: Knowledge>(value: &str) -> Result<Learning, WeightsError> {
        /// Every file that any bot has named, kept for good: there are few, and bots stay small.
        static FILES: Mutex<Vec<&WeightsFile>> = Mutex::new(Vec::new());
        if value == "off" {
            return Ok(Learning::Off);
        }
        let weights = Weights::load::<G>(Path::new(value))?;
        let text = weights.write();
        let mut files = FILES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(file) = files.iter().find(|file| file.path == value && file.text == text) {
            return Ok(Learning::File(file));
        }
        let file: &'static WeightsFile =
            Box::leak(Box::new(WeightsFile { path: value.to_owned(), text, net: Arc::new(weights.net()) }));
        files.push(file);
        Ok(Learning::File(file))
    }

    /// What the option says in a bot's text.
    pub(crate) fn show(self) -> String {
        match self {
            Learning::Off => "off".to_owned(),
            Learning::File(file) => file.path.clone(),
        }
    }

    /// The evaluator of a player that has learnt so much.
    pub(crate) fn evaluator<G: Knowledge>(self, otherwise: Arc<dyn Evaluator<G>>) -> Arc<dyn Evaluator<G>> {
        match self {
            Learning::Off => otherwise,
            Learning::File(file) => Arc::new(Learnt::<G>::new(file.net.clone())),
        }
    }
}
