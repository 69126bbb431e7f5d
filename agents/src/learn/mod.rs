//! Knowledge learnt from games: a small network that corrects the evaluation and the priors made by hand.

mod features;
mod net;
mod weights;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use marque::Seat;
use marque::random::Rng;

pub use self::features::{Features, SEAT, TABLE};
pub use self::net::{HIDDEN, Net, Pass, Row, factor_of, level_of};
pub use self::weights::{Weights, WeightsError};
use crate::evaluator::{Evaluator, Lists, Values};
use crate::knowledge::Knowledge;

/// The numbers of a game's rules, as a network takes them.
pub fn rule_numbers<G: Knowledge>(game: &G) -> Vec<f32> {
    features::rule_numbers(game.seats(), game.rules())
}

/// Networks, each with how many seats it is for if it is for no others.
type Nets = Vec<(Option<usize>, Arc<Net>)>;

/// A network for a game, with what does not change in it.
struct Grounded {
    net: Arc<Net>,
    /// What it makes of the rules.
    rules: Row,
    /// What it multiplies priors by, by kind of action.
    factors: Vec<Row>,
}

/// An evaluator that goes by a network over what was made by hand: values, and priors. Playouts go by priors made by hand, since
/// most games draw by those without a list. It is for one game with its rules.
pub struct Learnt<G: Knowledge> {
    /// What was learnt.
    nets: Nets,
    by_hand: Arc<dyn Evaluator<G>>,
    /// The network for the game, once it is known.
    grounded: OnceLock<Option<Grounded>>,
}

impl<G: Knowledge> Learnt<G> {
    /// What was made by hand, corrected by a network.
    pub fn new(net: Arc<Net>) -> Learnt<G> {
        Learnt { nets: vec![(None, net)], by_hand: G::evaluator(), grounded: OnceLock::new() }
    }

    /// The network for a game.
    fn ground(&self, game: &G) -> Option<&Grounded> {
        let fits = |seats: Option<usize>| seats.is_none_or(|seats| seats == game.seats());
        let ground = || {
            let (_, net) = self.nets.iter().find(|&&(seats, _)| fits(seats))?;
            Some(Grounded { net: net.clone(), rules: net.ground(&rule_numbers(game)), factors: net.factors() })
        };
        self.grounded.get_or_init(ground).as_ref()
    }
}

/// What players of a game go by unless they are told otherwise: what was made by hand, corrected by the weights that
/// come with the game for its number of seats, where there are any.
pub fn own_evaluator<G: Knowledge>() -> Arc<dyn Evaluator<G>> {
    let nets = own_nets::<G>();
    if nets.is_empty() {
        return G::evaluator();
    }
    Arc::new(Learnt::<G> { nets, by_hand: G::evaluator(), grounded: OnceLock::new() })
}

/// The networks that come with a game, each with its number of seats.
fn own_nets<G: Knowledge>() -> Nets {
    /// Those of each game, read once.
    static NETS: Mutex<BTreeMap<&str, Nets>> = Mutex::new(BTreeMap::new());
    let mut all = NETS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let nets = all.entry(G::INFO.name).or_insert_with(|| {
        let read = |text: &&str| {
            let weights = Weights::read::<G>(text).expect("a test reads all weights that come with games");
            (Some(weights.players), Arc::new(weights.net()))
        };
        G::weights().iter().map(read).collect()
    });
    nets.clone()
}

impl<G: Knowledge> Evaluator<G> for Learnt<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> Values {
        let Some(Grounded { net, rules, .. }) = self.ground(game) else { return self.by_hand.evaluate(game, state) };
        let mut features = Features::default();
        let Some(by_hand) = G::study(game, state, &mut features) else { return self.by_hand.evaluate(game, state) };
        net.values(rules, &features, &by_hand, game.seats(), game.constant_sum())
    }

    fn is_calm(&self, game: &G, state: &G::State) -> bool {
        self.by_hand.is_calm(game, state)
    }

    fn priors(&self, game: &G, state: &G::State, actions: &[G::Action], into: &mut Vec<f32>) {
        self.by_hand.priors(game, state, actions, into);
        let Some(Grounded { factors, .. }) = self.ground(game).filter(|ground| !ground.factors.is_empty()) else {
            return;
        };
        for (prior, &action) in into.iter_mut().zip(actions) {
            *prior *= factor_of(&factors[game.kind(action)], *prior);
        }
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
    /// What comes with the game.
    #[default]
    Own,
    /// Nothing: it goes by what was made by hand.
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
    /// Reads what the option says: `own`, `off`, or a file.
    pub(crate) fn read<G: Knowledge>(value: &str) -> Result<Learning, WeightsError> {
        /// Every file that any bot has named, kept for good: there are few, and bots stay small.
        static FILES: Mutex<Vec<&WeightsFile>> = Mutex::new(Vec::new());
        match value {
            "own" => return Ok(Learning::Own),
            "off" => return Ok(Learning::Off),
            _ => {}
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
            Learning::Own => "own".to_owned(),
            Learning::Off => "off".to_owned(),
            Learning::File(file) => file.path.clone(),
        }
    }

    /// The network of a player that has learnt so much, at a table of so many seats.
    pub fn net<G: Knowledge>(self, seats: usize) -> Option<Arc<Net>> {
        match self {
            Learning::Own => own_nets::<G>().into_iter().find(|(fit, _)| *fit == Some(seats)).map(|(_, net)| net),
            Learning::Off => None,
            Learning::File(file) => Some(file.net.clone()),
        }
    }

    /// The evaluator of a player that has learnt so much, unless it is given another and no file.
    pub(crate) fn evaluator<G: Knowledge>(self, given: Option<Arc<dyn Evaluator<G>>>) -> Arc<dyn Evaluator<G>> {
        match (self, given) {
            (Learning::File(file), _) => Arc::new(Learnt::<G>::new(file.net.clone())),
            (_, Some(given)) => given,
            (Learning::Own, None) => own_evaluator::<G>(),
            (Learning::Off, None) => G::evaluator(),
        }
    }
}
