use std::fmt;

use marque::Trace;
use serde::{Deserialize, Serialize};

use super::SittingError;
use crate::bot::{Bot, BotError};
use crate::knowledge::Knowledge;

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Chair {
    /// Somebody who asks the host what to show, and tells it what to play.
    Person,
    /// A bot.
    Bot(Bot),
}

/// What a person is called where a bot has its text.
const PERSON: &str = "person";

impl Chair {
    /// Reads `person`, or the text of a bot; of a program only one that somebody at the command line has named.
    pub fn parse<G: Knowledge>(text: &str) -> Result<Chair, BotError> {
        Ok(if text == PERSON { Chair::Person } else { Chair::Bot(Bot::parse_untrusted::<G>(text)?) })
    }

    pub(super) fn bot(&self) -> Option<&Bot> {
        match self {
            Chair::Person => None,
            Chair::Bot(bot) => Some(bot),
        }
    }
}

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chair::Person => f.write_str(PERSON),
            Chair::Bot(bot) => bot.fmt(f),
        }
    }
}

/// Who sits where, in words: the object `sitting` in the header of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// By seat: `person`, or the text of a bot.
    pub chairs: Vec<String>,
    /// Whether people play on a real clock, where the game knows one.
    #[serde(default)]
    pub clock: bool,
}

impl Seating {
    /// The seating that a saved game was left with.
    pub(super) fn of(trace: &Trace) -> Result<Seating, SittingError> {
        let saved = trace.header.sitting.as_ref().ok_or(SittingError::NoSeating)?;
        Seating::deserialize(saved).map_err(SittingError::Seating)
    }

    /// Reads every chair.
    pub fn seated<G: Knowledge>(&self) -> Result<Vec<Chair>, BotError> {
        self.chairs.iter().map(|text| Chair::parse::<G>(text)).collect()
    }
}
