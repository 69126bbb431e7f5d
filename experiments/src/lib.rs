//! The lab: many seeded games in parallel, and what they say.
//!
//! Data flows one way. The [`arena`] plays games, and [`in_order`](mod@in_order) has them played on many threads and handed
//! over in order; the [`clerk`] writes them to [`files`], block by block. A [`tournament`] seats bots by a [`schedule`] and
//! sums up in [`standings`] with [`ratings`], [`intervals`] and [`sprt`]. [`balance`] plans one game under several rules
//! and measures what changes; the [`report`] shows it on a page; an [`experiment`] does all of it.
//!
//! The unit of evidence is a **block**: one deal played once with every rotation of the players over the seats. The
//! luck of deal and seat cancels inside it, and its games are not independent, so that every interval here is taken
//! over blocks, never over games.

pub mod arena;
pub mod balance;
pub mod clerk;
pub mod experiment;
pub mod files;
pub mod game_record;
pub mod in_order;
pub mod intervals;
pub mod manifest;
pub mod parts;
pub mod ratings;
pub mod referee;
pub mod report;
pub mod rounds;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;
pub mod train;
pub mod tune;

mod brief;
#[cfg(test)]
#[path = "../tests/lab/dice.rs"]
mod dice;
#[cfg(test)]
mod files_page;
#[cfg(test)]
mod fuzz;
mod player;
mod silence;

pub use player::Player;
