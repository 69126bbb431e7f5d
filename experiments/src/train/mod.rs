//! Training: players that learn from games they play with themselves, and are taken only if they win.
//!
//! A **generation** plays games by search ([`samples`]), fits a network to all positions so far ([`fit`]), and lets the player
//! with it meet the player so far in a sequential test; only a winner takes its place ([`run`]). Everything random comes from
//! (seed, generation, game), so that a training can be stopped and taken up again, and the same number of generations makes
//! the same bytes.

pub mod fit;
pub mod run;
pub mod samples;
mod store;

pub use run::{Generation, Trained, Training, TrainingError};
