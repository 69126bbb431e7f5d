//! The lab: many seeded games in parallel, and what they say.
//!
//! Data flows one way. [`arena`] plays games, each on one thread, and hands them over in order; the [`clerk`] writes
//! them to [`files`], block by block. [`tournament`] seats bots by a [`schedule`] and sums up with [`ratings`],
//! [`intervals`] and [`sprt`]. [`balance`] plays one game under several rules and measures what changes; [`report`] shows
//! it on a page.
//!
//! The unit of evidence is a **block**: one deal played once with every rotation of the players over the seats. The
//! luck of deal and seat cancels inside it, and its games are not independent, so that every interval here is taken
//! over blocks, never over games.

pub mod arena;
pub mod balance;
pub mod clerk;
pub mod files;
pub mod intervals;
pub mod manifest;
pub mod ratings;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;

mod in_order;
mod player;
mod record;
mod silence;

pub use player::Player;
pub use record::{End, GameRecord, How, Lineup};
