//! Kernels of five pirate board games: what can happen in each, and nothing about how to play it well.
//!
//! Every game keeps one contract, in four traits. [`Game`] is its rules: a game is a value (its ruleset), a state is plain
//! data, everything random is an outcome, and a game replays from its events. [`Notation`] is how its events are written
//! down, and what each seat sees of them; [`Show`] is how people see it, [`Encode`] how learning
//! programs do. There are two doors. The fast one is the trait itself, for search and playouts, which only
//! `debug_assert!`s. The checked one is [`Table`]: strings in, errors out.
//!
//! ```
//! use marque::{Game, Table, bosman::Bosman, toml};
//!
//! let game = Bosman::create(2, &toml::Table::new())?;
//! let mut table = Table::new(game);
//! assert!(table.play("play:R10@d5").is_err(), "chance deals the hands first");
//! # Ok::<(), marque::RulesError>(())
//! ```

#![warn(missing_docs)]

pub mod bosman;
pub mod dzicz;
pub mod encoding;
pub mod hexxi;
pub mod page;
pub mod picture;
pub mod random;
pub mod rulebook;
pub mod ruleset;
pub mod santy_anno;
pub mod somaliland;
pub mod trace;

mod game;
mod games;
mod notation;
mod recall;
mod seat;
mod show;
mod standing;
mod table;
mod view;

pub use encoding::{Block, Encode, Vector};
pub use game::{Ending, Event, Game, Info, Turn};
pub use games::{GAMES, NAMES, nearest};
pub use notation::{Notation, NotationError};
pub use random::Rng;
pub use recall::{RecallError, recall};
pub use ruleset::{Domain, Param, RulesError, Ruleset};
pub use seat::{MAX_SEATS, Seat};
pub use show::{DeedWords, Show};
pub use standing::Standing;
pub use table::{Table, TableError};
pub use toml;
pub use trace::{Trace, TraceError};
pub use view::{Sight, View};
