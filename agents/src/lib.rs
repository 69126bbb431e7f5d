//! The players: bots that get a [`View`](marque::View) of a game and choose a legal action; they never see a state.
//!
//! A bot is named by a text, such as `random` or `ismcts:iterations=4000`; [`Bot::parse`] turns it into a recipe that
//! [`Bot::sit`] makes a player of, one for each seat. [`Search`] is the tree search by itself, for front ends that want
//! to know what it thinks, and a [`review`](review::review) its opinion of a whole game. [`external`] is how bots play that
//! are programs of their own, and ours at the tables of others. A [`Sitting`](sitting::Sitting) is people and bots at one
//! table.

mod agent;
mod bot;
mod budget;
mod by_seats;
mod epsilon;
mod evaluator;
pub mod external;
mod flat;
pub mod games;
mod greedy;
mod knowledge;
pub mod learn;
mod options;
mod preset;
mod random;
mod restrict;
pub mod review;
mod scripted;
mod search;
pub mod sitting;

pub use agent::{Agent, Failure, tell};
pub use bot::{Bot, BotError, BotInfo, bots};
pub use budget::Budget;
pub use evaluator::{AsItStands, Evaluator, Lists, Values, appraise, pairwise};
pub use games::HandMade;
pub use knowledge::{Knowledge, Style};
pub use options::{BotOption, Family, Field, Options, Range, options};
pub use restrict::Restriction;
pub use search::{Analysis, MoveReport, Search};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
