use marque::{RulesError, Seat, TableError, TraceError};
use thiserror::Error;

use super::{Ask, Due};
use crate::bot::BotError;

/// Why a sitting refused something; nothing has changed then.
#[derive(Debug, Error)]
pub enum SittingError {
    /// No game of that name.
    #[error("there is no game `{name}`; games: {}", marque::NAMES.join(", "))]
    Game {
        /// The name given.
        name: String,
    },
    /// Rules that the game refuses.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A text that is no bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// A file that is no game, or one that the rules do not allow.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// Not one chair a seat.
    #[error("{given} chairs for {seats} seats: give one a seat, `person` or a bot")]
    Chairs {
        /// How many were given.
        given: usize,
        /// How many the game has.
        seats: usize,
    },
    /// A game on file that nobody sat at.
    #[error("the file does not say who sat where: say who sits where now")]
    NoSeating,
    /// A game on file with a seating that is not understood.
    #[error("line 1: `sitting` is not understood: {0}")]
    Seating(serde_json::Error),
    /// A seat that the game does not have.
    #[error("there is no {seat}: the last is {last}")]
    Seat {
        /// The seat given.
        seat: Seat,
        /// The highest there is.
        last: Seat,
    },
    /// Somebody asks for a seat at which a bot sits.
    #[error("`{bot}` sits at {seat}, no person")]
    NotAPerson {
        /// The seat given.
        seat: Seat,
        /// Who sits there.
        bot: String,
    },
    /// A person does what it is not asked for.
    #[error("{seat} is not asked for anything now: {}", words(*due))]
    NotAsked {
        /// The seat given.
        seat: Seat,
        /// What the sitting waits for.
        due: Due,
    },
    /// A person chooses before its clock has started.
    #[error("the clock of {seat} has not started: say first that you are ready")]
    NotReady {
        /// The seat given.
        seat: Seat,
    },
    /// An action that is none of the game, or not legal now.
    #[error("{problem}; legal now: {}", few(legal))]
    Illegal {
        /// What is wrong with it.
        problem: TableError,
        /// What is legal.
        legal: Vec<String>,
    },
    /// The table refused an event of the sitting's own.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A bot gave nothing, or something that is not legal.
    #[error("the bot `{bot}` at {seat} failed: {problem}")]
    BotFailed {
        /// Its seat.
        seat: Seat,
        /// Its text.
        bot: String,
        /// What was wrong.
        problem: String,
    },
    /// There is nothing to take back.
    #[error("{seat} has not decided anything yet that could be taken back")]
    NothingToUndo {
        /// The seat given.
        seat: Seat,
    },
    /// A look at everything while something is still hidden.
    #[error("the game is not over: until then a look back is for the eyes of one person")]
    NotOver,
    /// Undo on the clock.
    #[error("time cannot be taken back: there is no undo on the clock")]
    Time,
    /// A hint or a look back on the clock.
    #[error("on the clock the thinking is yours: a bot does not know what went on in your head")]
    OwnHead,
}

fn words(due: Due) -> String {
    match due {
        Due::Nobody => "the game goes on by itself first".to_owned(),
        Due::Person(seat, Ask::Choose) => format!("{seat} is to choose"),
        Due::Person(seat, Ask::Ready) => format!("{seat} is to say that it is ready"),
        Due::Over => "the game is over".to_owned(),
    }
}

/// The first of many actions.
fn few(actions: &[String]) -> String {
    const SHOWN: usize = 12;
    let more = actions.len().saturating_sub(SHOWN);
    let shown = actions[..actions.len() - more].join(" ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
