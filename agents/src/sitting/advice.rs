//! What a strong bot has to say to a person: hints during a game, and its turning points afterwards.

use marque::random::Rng;
use marque::{Seat, Table, View};
use serde::Serialize;

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::review::review;
use crate::search::{MoveReport, Search};

/// Whose opinion is asked.
const ADVISER: &str = "captain";
/// How many moves a hint names, and how many turning points a review.
const NAMED: usize = 3;
/// Iterations that a whole look back takes, shared by the decisions of the game.
const LOOK_BACK: u32 = 60_000;
/// A drop that is worth telling, as a share of a win.
const WORTH_TELLING: f32 = 0.02;

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

/// A look back at the decisions of a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The bot that was asked.
    pub adviser: &'static str,
    /// How many ways on it looked at for each decision.
    pub iterations: u32,
    /// The decisions that gave most away, the worst first.
    pub turning_points: Vec<TurningPoint>,
}

/// A decision that gave something away.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// How many events came before it.
    pub ply: usize,
    /// What was played.
    pub played: String,
    /// How much of a win it gave away at least, 0 to 1.
    pub loss: f32,
    /// What would have been better.
    pub better: String,
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

/// The decisions at which a person gave most away, with what would have been better.
pub(super) fn look_back<G: Knowledge>(table: &Table<G>, seat: Seat, seed: u64) -> Review {
    let decisions = table.events().len() as u32 / table.game().seats() as u32;
    let iterations = (LOOK_BACK / decisions.max(1)).clamp(50, 1000);
    let options = adviser::<G>(&format!(":iterations={iterations}"));
    let mut judgements = review(table, &options, Some(seat), seed);
    judgements.retain(|judgement| judgement.loss() >= WORTH_TELLING);
    judgements.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    judgements.truncate(NAMED);
    let turning_points = judgements.iter().map(|judgement| TurningPoint {
        ply: judgement.ply,
        played: table.game().write_action(judgement.played),
        loss: judgement.loss(),
        better: table.game().write_action(judgement.best.action),
    });
    Review { adviser: ADVISER, iterations, turning_points: turning_points.collect() }
}
