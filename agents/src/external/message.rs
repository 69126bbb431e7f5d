//! The messages between a table and a program that plays at it: one JSON object a line, as `docs/protocol.md` says.

use marque::toml;
use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// The longest line a program may write, in bytes.
pub const LONGEST_ANSWER: usize = 64 * 1024;
/// The longest line a program may have to read, in bytes.
pub const LONGEST_MESSAGE: usize = 4 * 1024 * 1024;

/// What a program is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a, O: Serialize> {
    Hello {
        protocol: u32,
        marque: &'a str,
    },
    Game {
        game: &'a str,
        seats: usize,
        seat: u8,
        rules: &'a toml::Table,
        ms: u64,
    },
    Event {
        see: &'a str,
    },
    Choose {
        #[serde(skip_serializing_if = "Option::is_none")]
        observation: Option<O>,
        legal: Vec<String>,
        ms: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    Over {
        scores: &'a [i32],
        ranks: &'a [u8],
        wins: Vec<bool>,
        reason: &'a str,
    },
    Quit,
}

/// A message without an observation.
pub(super) type Notice<'a> = Message<'a, ()>;

/// The same as a program reads it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Told {
    Hello {
        protocol: u32,
    },
    Game {
        game: String,
        seats: usize,
        seat: u8,
        #[serde(default)]
        rules: toml::Table,
    },
    Event {
        see: String,
    },
    Choose {
        observation: serde_json::Value,
        ms: Option<u64>,
        seed: Option<String>,
    },
    Over {},
    Quit,
}

/// What a program answers.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Answer {
    /// To `hello`.
    Ready {
        protocol: u32,
        #[serde(default)]
        name: String,
        #[serde(default)]
        options: Wishes,
    },
    /// To `choose`.
    Play { action: String },
    /// Instead of either: it gives up.
    Error { message: String },
}

/// What a program wants to be told.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(default)]
pub(super) struct Wishes {
    /// What its seat knows, with every `choose`.
    pub observation: bool,
    /// What its seat sees of every event.
    pub events: bool,
    /// The stream of randomness that a bot in the table's own process would have.
    pub seed: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { observation: true, events: true, seed: false }
    }
}
