//! The players: bots that get a [`View`](marque::View) of a game and choose a legal action; they never see a state.
//!
//! A bot is named by a text, such as `random` or `ismcts:iterations=4000`; [`Bot::parse`] turns it into a recipe that
//! [`Bot::sit`] makes a player of, one for each seat.

mod agent;
mod bot;
mod knowledge;
mod somaliland;

pub use agent::Agent;
pub use bot::{Bot, BotError};
pub use knowledge::{Knowledge, Style};
