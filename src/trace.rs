//! Traces: whole games as JSON lines, to store, replay and check them.
//!
//! ```text
//! {"game":"bosman","players":2,"seed":7,"rules":{…every parameter…}}
//! {"chance":"draw:F20"}
//! {"seat":0,"legal":["keep","swap:C11",…],"action":"keep"}
//! …
//! {"over":true,"scores":[1,0],"ranks":[0,1]}
//! ```
//!
//! Behind the seed the header may hold an object `sitting`: who sat where, for the program that takes the game up again.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Table as Rules;

use crate::game::{Event, Turn};
use crate::notation::Notation;
use crate::random::{self, Purpose};
use crate::ruleset::RulesError;
use crate::table::{Table, due};

/// The first line of a trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// How many seats play.
    pub players: usize,
    /// The seed it was played with; it is not needed to replay.
    #[serde(default)]
    pub seed: u64,
    /// Who sat where, in the words of the program that hosted the game; the rules do not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitting: Option<serde_json::Value>,
    /// The rules; a writer gives every parameter, a reader takes the default for a missing one.
    #[serde(default)]
    pub rules: Rules,
}

/// Any line after the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Chance brought this.
    Chance(String),
    /// A seat chose an action among all its legal ones, sorted by plain byte order.
    Choice {
        /// Who chose.
        seat: u8,
        /// All it could choose.
        legal: Vec<String>,
        /// What it chose.
        action: String,
    },
    /// The game is over.
    Over {
        /// Every seat's score.
        scores: Vec<i32>,
        /// Every seat's rank.
        ranks: Vec<u8>,
    },
}

/// A line as it stands in the file: which fields are there says what it is.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<Vec<u8>>,
}

/// A game on file.
///
/// ```
/// use marque::{Game, Trace, dzicz::Dzicz, toml};
///
/// let trace = Trace::random(Dzicz::create(2, &toml::Table::new())?, 7);
/// let mut file = Vec::new();
/// trace.write(&mut file)?;
/// let table = Trace::read(file.as_slice())?.verify::<Dzicz>()?;
/// assert!(table.ending().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// Game, seats, seed and rules.
    pub header: Header,
    /// What happened, in order.
    pub lines: Vec<Line>,
}

/// What is wrong with a trace.
#[derive(Debug, Error)]
pub enum TraceError {
    /// The file could not be read.
    #[error("cannot read the trace")]
    Io(#[from] io::Error),
    /// Nothing in it.
    #[error(
        "line 1: the trace is empty; expected a header such as {{\"game\":\"bosman\",\"players\":2,\"seed\":1,\"rules\":{{}}}}"
    )]
    Empty,
    /// A line that is no line of a trace.
    #[error("line {line}: {problem}")]
    Syntax {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The header names another game.
    #[error("line 1: the trace is of the game `{found}`, not `{expected}`")]
    Game {
        /// The game of the trace.
        found: String,
        /// The game asked for.
        expected: &'static str,
    },
    /// Rules or seats that the game refuses.
    #[error("line 1: {0}")]
    Rules(#[from] RulesError),
    /// A line that differs from the game as the rules have it.
    #[error("line {line}: {problem}")]
    Differs {
        /// Which line, from 1.
        line: usize,
        /// What the trace says and what is so.
        problem: String,
    },
}

impl TraceError {
    /// Whether the file is a well-formed trace of a game, which yet does not follow the rules.
    pub fn is_difference(&self) -> bool {
        matches!(self, TraceError::Differs { .. })
    }
}

impl Trace {
    /// Reads a trace; whether it follows the rules is for [`Trace::verify`] to say.
    pub fn read(reader: impl BufRead) -> Result<Trace, TraceError> {
        let mut lines = lines(reader).enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().ok_or(TraceError::Empty)?;
        let header: Header = serde_json::from_str(&text(1, first)?).map_err(|e| syntax(1, &e))?;
        let mut trace = Trace { header, lines: Vec::new() };
        let mut blank = None;
        for (number, line) in lines {
            let line = text(number, line)?;
            if line.trim().is_empty() {
                blank.get_or_insert(number);
                continue;
            }
            if let Some(line) = blank {
                return Err(TraceError::Syntax { line, problem: "an empty line inside the trace".to_owned() });
            }
            if matches!(trace.lines.last(), Some(Line::Over { .. })) {
                return Err(TraceError::Syntax {
                    line: number,
                    problem: "a line after the end of the game".to_owned(),
                });
            }
            let raw: RawLine = serde_json::from_str(&line).map_err(|e| syntax(number, &e))?;
            let line = raw.line().ok_or_else(|| TraceError::Syntax {
                line: number,
                problem: "expected {\"chance\":…}, {\"seat\":…,\"legal\":…,\"action\":…} or \
                          {\"over\":true,\"scores\":…,\"ranks\":…}"
                    .to_owned(),
            })?;
            trace.lines.push(line);
        }
        Ok(trace)
    }

    /// Writes the trace, a line an event.
    pub fn write(&self, mut writer: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut writer, &self.header)?;
        writeln!(writer)?;
        for line in &self.lines {
            serde_json::to_writer(&mut writer, &RawLine::from(line))?;
            writeln!(writer)?;
        }
        Ok(())
    }

    /// The trace of what happened at a table so far.
    pub fn of<G: Notation>(table: &Table<G>, seed: u64) -> Trace {
        let game = table.game();
        let mut trace = Trace { header: header(game, seed), lines: Vec::with_capacity(table.events().len() + 1) };
        table.retrace(|before, event| {
            trace.lines.push(match event {
                Event::Outcome(outcome) => Line::Chance(game.write_outcome(outcome)),
                Event::Action(action) => Line::Choice {
                    seat: match before.turn() {
                        Turn::Seat(seat) => seat.0,
                        turn => unreachable!("an action was played at {turn:?}"),
                    },
                    legal: before.legal(),
                    action: game.write_action(action),
                },
            });
        });
        if table.turn() == Turn::Over {
            let standing = table.standing();
            trace.lines.push(Line::Over { scores: standing.scores().to_vec(), ranks: standing.ranks().to_vec() });
        }
        trace
    }

    /// A game of random moves, from a seed.
    pub fn random<G: Notation>(game: G, seed: u64) -> Trace {
        let mut chance = random::stream(seed, 0, Purpose::Chance);
        let mut choice = random::stream(seed, 0, Purpose::Other(0));
        let mut table = Table::new(game);
        loop {
            match table.turn() {
                Turn::Chance => {
                    table.roll(&mut chance);
                }
                Turn::Seat(_) => table.play_random(&mut choice),
                Turn::Over => return Trace::of(&table, seed),
            }
        }
    }

    /// The game that the header describes.
    pub fn game<G: Notation>(&self) -> Result<G, TraceError> {
        if self.header.game != G::INFO.name {
            return Err(TraceError::Game { found: self.header.game.clone(), expected: G::INFO.name });
        }
        Ok(G::create(self.header.players, &self.header.rules)?)
    }

    /// Plays the first `plies` events (all, if there are fewer), checking that each is legal.
    pub fn replay<G: Notation>(&self, plies: usize) -> Result<Table<G>, TraceError> {
        self.follow(plies, false)
    }

    /// Checks every line: movers, full legal lists, legality of what was chosen and drawn, and the result.
    pub fn verify<G: Notation>(&self) -> Result<Table<G>, TraceError> {
        self.follow(usize::MAX, true)
    }

    /// How many events it holds.
    pub fn plies(&self) -> usize {
        self.lines.iter().filter(|line| !matches!(line, Line::Over { .. })).count()
    }

    fn follow<G: Notation>(&self, plies: usize, whole: bool) -> Result<Table<G>, TraceError> {
        let mut table = Table::new(self.game::<G>()?);
        for (index, line) in self.lines.iter().take(plies).enumerate() {
            follow_line(&mut table, line, whole).map_err(|problem| TraceError::Differs { line: index + 2, problem })?;
        }
        Ok(table)
    }
}

fn header<G: Notation>(game: &G, seed: u64) -> Header {
    Header {
        game: G::INFO.name.to_owned(),
        players: game.seats(),
        seed,
        sitting: None,
        rules: game.rules().values().clone(),
    }
}

fn follow_line<G: Notation>(table: &mut Table<G>, line: &Line, whole: bool) -> Result<(), String> {
    match line {
        Line::Chance(outcome) => table.happen(outcome).map_err(|e| e.to_string()),
        Line::Choice { seat, legal, action } => {
            match table.turn() {
                Turn::Seat(mover) if mover.0 != *seat => {
                    return Err(format!("the trace has seat {seat} to move, the rules {mover}"));
                }
                // Out of turn: playing it gives the error.
                _ => {}
            }
            if whole && matches!(table.turn(), Turn::Seat(_)) {
                compare_legal(legal, &table.legal())?;
            }
            table.play(action).map_err(|e| e.to_string())
        }
        Line::Over { scores, ranks } => {
            if table.turn() != Turn::Over {
                return Err(format!("the trace is over, the game is not: {}", due(table.turn())));
            }
            let standing = table.standing();
            if (scores.as_slice(), ranks.as_slice()) != (standing.scores(), standing.ranks()) {
                return Err(format!(
                    "the trace has scores {scores:?} and ranks {ranks:?}, the rules {:?} and {:?}",
                    standing.scores(),
                    standing.ranks()
                ));
            }
            Ok(())
        }
    }
}

/// Says what a legal list of a trace has too many, too few or in the wrong order.
fn compare_legal(found: &[String], right: &[String]) -> Result<(), String> {
    if found == right {
        return Ok(());
    }
    let only_in = |a: &[String], b: &[String]| -> Vec<String> {
        a.iter().filter(|action| !b.contains(action)).cloned().collect()
    };
    let extra = only_in(found, right);
    let missing = only_in(right, found);
    let mut problems = Vec::new();
    for (what, actions) in [("has illegal actions", &extra), ("lacks legal actions", &missing)] {
        if !actions.is_empty() {
            let shown = actions.iter().take(5).cloned().collect::<Vec<_>>().join(" ");
            let more = if actions.len() > 5 { format!(" and {} more", actions.len() - 5) } else { String::new() };
            problems.push(format!("{what}: {shown}{more}"));
        }
    }
    if problems.is_empty() {
        problems.push("is not sorted by plain byte order, or lists an action twice".to_owned());
    }
    Err(format!("the list `legal` {}", problems.join("; it ")))
}

/// The longest line that a trace can have, in bytes.
const LONGEST_LINE: u64 = 1 << 24;

/// The lines of a text. One that is longer than any of a trace, as of a device that never ends, is an error.
fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = String::new();
        match reader.by_ref().take(LONGEST_LINE).read_line(&mut line) {
            Ok(0) => None,
            Ok(_) if line.len() as u64 == LONGEST_LINE => {
                Some(Err(io::Error::new(io::ErrorKind::FileTooLarge, "a line is longer than 16 MB")))
            }
            read => Some(read.map(|_| line.trim_end_matches(['\n', '\r']).to_owned())),
        }
    })
}

fn text(line: usize, read: io::Result<String>) -> Result<String, TraceError> {
    read.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => TraceError::Syntax { line, problem: "not UTF-8 text".to_owned() },
        _ => TraceError::Io(error),
    })
}

fn syntax(line: usize, error: &serde_json::Error) -> TraceError {
    // The position inside the line follows the message; its own line number is always 1.
    let problem = error.to_string().replace(" at line 1 column ", " at column ");
    TraceError::Syntax { line, problem }
}

impl RawLine {
    fn line(self) -> Option<Line> {
        match self {
            RawLine {
                chance: Some(outcome),
                seat: None,
                legal: None,
                action: None,
                over: None,
                scores: None,
                ranks: None,
            } => Some(Line::Chance(outcome)),
            RawLine {
                chance: None,
                seat: Some(seat),
                legal: Some(legal),
                action: Some(action),
                over: None,
                scores: None,
                ranks: None,
            } => Some(Line::Choice { seat, legal, action }),
            RawLine {
                chance: None,
                seat: None,
                legal: None,
                action: None,
                over: Some(true),
                scores: Some(scores),
                ranks: Some(ranks),
            } => Some(Line::Over { scores, ranks }),
            _ => None,
        }
    }
}

impl From<&Line> for RawLine {
    fn from(line: &Line) -> RawLine {
        match line.clone() {
            Line::Chance(outcome) => RawLine { chance: Some(outcome), ..RawLine::default() },
            Line::Choice { seat, legal, action } => {
                RawLine { seat: Some(seat), legal: Some(legal), action: Some(action), ..RawLine::default() }
            }
            Line::Over { scores, ranks } => {
                RawLine { over: Some(true), scores: Some(scores), ranks: Some(ranks), ..RawLine::default() }
            }
        }
    }
}
