//! The players: bots that get a [`View`](marque::View) of a game and choose a legal action; they never see a state.
//!
//! A bot is named by a text, such as `random` or `ismcts:iterations=4000`; [`Bot::parse`] turns it into a recipe that
//! [`Bot::sit`] makes a player of, one for each seat. [`Search`] is the tree search by itself, for front ends that want
//! to know what it thinks. A [`Sitting`](sitting::Sitting) is people and bots at one table.

mod agent;
mod arena;
mod bosman;
mod bot;
mod bound;
mod dzicz;
mod flat;
mod greedy;
mod hexxi;
mod knowledge;
mod options;
mod preset;
mod restrict;
mod review;
mod rollout;
mod santy_anno;
mod scripted;
mod search;
pub mod sitting;
mod somaliland;
mod tally;
mod tree;

pub use agent::{Agent, tell};
pub use bot::{Bot, BotError, BotInfo, bots};
pub use knowledge::{Knowledge, Style};
pub use options::{BotOption, END, Family, Field, Options, Range, UNTRIED_FIRST, options};
pub use restrict::Restriction;
pub use review::{Judgement, review};
pub use search::{Analysis, MoveReport, Search};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
