use std::fmt;

use marque::nearest;
use thiserror::Error;

use crate::agent::{Agent, RandomAgent};
use crate::knowledge::Knowledge;

/// A bot by name and options: the recipe from which a player for a seat is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Bot {
    name: String,
}

/// A text that names no bot.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BotError {
    /// There is no bot of that name for this game.
    #[error("there is no bot `{name}` for {game}{}; bots: {known}", did_you_mean(nearest))]
    Unknown {
        /// The name as given.
        name: String,
        /// The game asked for.
        game: &'static str,
        /// The right name nearest to it.
        nearest: Option<String>,
        /// All right names.
        known: String,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

impl Bot {
    /// Reads a bot's name and options for a game.
    pub fn parse<G: Knowledge>(text: &str) -> Result<Bot, BotError> {
        let names = ["random"];
        if names.contains(&text) {
            return Ok(Bot { name: text.to_owned() });
        }
        Err(BotError::Unknown {
            name: text.to_owned(),
            game: G::NAME,
            nearest: nearest(text, &names).map(str::to_owned),
            known: names.join(", "),
        })
    }

    /// A player for one seat of one game.
    pub fn sit<G: Knowledge>(&self) -> Box<dyn Agent<G>> {
        Box::new(RandomAgent::<G>::default())
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
