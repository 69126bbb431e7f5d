//! What is known about playing each of the games, one folder a game with the same rooms: `evaluation`, `priors`, `styles`,
//! and what they look at.

mod bosman;
pub mod dzicz;
mod hexxi;
mod santy_anno;
pub mod somaliland;
#[cfg(test)]
mod trial;

/// What its makers know of a game: the evaluator of each of the five.
pub struct HandMade;
