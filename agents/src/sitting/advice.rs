//! What a strong bot has to say to a person: hints during a game, and a look back.

use marque::random::Rng;
use marque::{Seat, Table, View};
use serde::Serialize;

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::review::{Review, review};
use crate::search::{MoveReport, Search};

/// Whose opinion is asked.
const ADVISER: &str = "admiral-of-the-fleet";
/// How many moves a hint names.
const NAMED: usize = 3;
/// Iterations that the positions of a game share when it is looked back on.
const LOOK_BACK: u32 = 60_000;

/// The best moves as a bot sees them, with its reasons in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The bot that was asked.
    pub adviser: &'static str,
    /// How many ways on it looked at.
    pub iterations: u64,
    /// Its favourites, the best first.
    pub moves: Vec<Advice>,
}

/// What a bot thinks of one action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// The action.
    pub action: String,
    /// What it is worth to the seat, 0 to 1.
    pub value: f32,
    /// Half the 95 % interval around that.
    pub margin: f32,
    /// How often it was tried.
    pub visits: u32,
    /// What might follow.
    pub then: Vec<String>,
}

fn adviser<G: Knowledge>(options: &str) -> Options {
    *Bot::parse::<G>(&format!("{ADVISER}{options}")).expect("the preset is there in every game").options()
}

/// What the adviser would do.
pub(super) fn hint<G: Knowledge>(view: &View<'_, G>, rng: &mut Rng) -> Hint {
    let analysis = Search::new(adviser::<G>("")).analyse(view, rng);
    let write = |&action: &G::Action| view.game().write_action(action);
    let advice = |MoveReport { action, visits, value, deviation, line }: &MoveReport<G::Action>| Advice {
        action: write(action),
        value: *value,
        margin: 1.96 * deviation,
        visits: *visits,
        then: line.iter().skip(1).take(NAMED).map(write).collect(),
    };
    let moves = analysis.moves.iter().take(NAMED).map(advice).collect();
    Hint { adviser: ADVISER, iterations: analysis.iterations, moves }
}

/// A look back to be made: it takes a while, and the sitting can go on meanwhile.
pub type LookBack = Box<dyn FnOnce() -> Review + Send>;

/// Prepares a look back at a game, as it was or as one seat knew it.
pub(super) fn look_back<G: Knowledge>(table: &Table<G>, seat: Option<Seat>, seed: u64) -> LookBack {
    let iterations = (LOOK_BACK / table.events().len().max(1) as u32).clamp(64, 1000);
    let options = adviser::<G>(&format!(":iterations={iterations}"));
    let table = table.clone();
    Box::new(move || review(&table, &options, seat, seed))
}
