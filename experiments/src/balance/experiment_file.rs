//! Experiment files: what to play, in TOML, with errors that name line and key.

use std::collections::BTreeMap;
use std::ops::Range;

use marque::nearest;
use marque::toml::de::{DeTable, DeValue};
use marque::toml::{self, Spanned, Table};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::brief::brief;

/// A wrong experiment file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: `{}`: {problem}", brief(key))]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The key, with the tables it is in.
    pub key: String,
    /// What is wrong with it.
    pub problem: String,
}

/// An experiment as its file says it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Experiment {
    /// A few words.
    pub title: String,
    /// What a designer wants to know.
    pub question: String,
    /// The game's name.
    pub game: String,
    /// How many seats play.
    pub seats: usize,
    /// Who plays: one bot in every seat, a bot for each seat, or a field of bots that take turns.
    pub bots: Vec<String>,
    /// Games of each variant, rounded up to whole blocks.
    pub games: u64,
    /// The seed of all deals.
    #[serde(default = "one")]
    pub seed: u64,
    /// The measures the question is about, if not the usual ones.
    pub focus: Option<Vec<String>>,
    /// The smallest change that matters.
    #[serde(default)]
    pub matters: Sizes,
    /// How narrow intervals should get, instead of playing all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<Sizes>,
    /// Which way a measure should go, by its name: `more` or `less`.
    #[serde(default)]
    pub wanted: BTreeMap<String, Wanted>,
    /// The rules every variant starts from.
    #[serde(default)]
    pub rules: Table,
    /// Variants by name: rules over the base.
    #[serde(default)]
    pub variants: Table,
    /// Values of rules of which every combination is a variant.
    #[serde(default)]
    pub grid: Table,
    /// How players are trained for the rules before anything is measured, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapt: Option<Adapt>,
    /// A stronger bot against a weaker one, in every variant.
    pub skill: Option<Skill>,
    /// Levels of skill, each against the one below.
    pub ladder: Option<Ladder>,
    /// Every plan against every plan.
    pub styles: Option<Styles>,
    /// Kinds of action that a bot must do without, each in turn.
    #[serde(default)]
    pub restrict: Vec<String>,
    /// Whether they are done without in every variant, not only in the base.
    #[serde(default)]
    pub restrict_everywhere: bool,
}

fn one() -> u64 {
    1
}

/// Sizes of changes or intervals: one for all measures, or one for each by its name. They are points, or per cent for what
/// is compared by its relative change.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "a number of points, or a table such as { draws = 2, decisions = 10 }")]
pub enum Sizes {
    /// One size.
    All(f64),
    /// By measure.
    Each(BTreeMap<String, f64>),
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes::Each(BTreeMap::new())
    }
}

/// Which way a measure should go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// Higher is better.
    More,
    /// Lower is better.
    Less,
}

/// How long players are trained: for the base, and for every variant anew.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Adapt {
    /// Generations of each training.
    pub generations: u64,
    /// Games that a generation learns from; its match has as many at most.
    pub games: u64,
}

/// A stronger bot alone against weaker ones.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Skill {
    /// The stronger bot.
    pub strong: String,
    /// The weaker bot, in all other seats.
    pub weak: String,
    /// Games of each variant, if not as many as the experiment's.
    pub games: Option<u64>,
}

/// Bots of which each has twice the budget of the one before.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Ladder {
    /// The bot, with `{}` where its budget is written.
    pub bot: String,
    /// The lowest budget.
    pub from: u64,
    /// How many times it is doubled.
    pub levels: u32,
    /// Games of each level, if not as many as the experiment's.
    pub games: Option<u64>,
    /// The variants in which it is climbed, if not only the base.
    pub variants: Option<Vec<String>>,
}

/// Bots each of which sits down alone with every other.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Styles {
    /// The bots; none given: all scripted plans of the game.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Games of each pair, if not as many as the experiment's.
    pub games: Option<u64>,
    /// The variants in which they meet, if not only the base.
    pub variants: Option<Vec<String>>,
}

/// The keys of a file, by the table they are in; tables of rules are left to the game.
const KEYS: Keys = &[
    (
        "",
        &[
            "title",
            "question",
            "game",
            "seats",
            "bots",
            "games",
            "seed",
            "focus",
            "matters",
            "precision",
            "wanted",
            "rules",
            "variants",
            "grid",
            "adapt",
            "skill",
            "ladder",
            "styles",
            "restrict",
            "restrict_everywhere",
        ],
    ),
    ("adapt", &["generations", "games"]),
    ("skill", &["strong", "weak", "games"]),
    ("ladder", &["bot", "from", "levels", "games", "variants"]),
    ("styles", &["bots", "games", "variants"]),
];

/// The keys of a kind of file, by the table they are in.
pub(crate) type Keys = &'static [(&'static str, &'static [&'static str])];

/// The table of keys that `name` may hold.
fn known(keys: Keys, name: &str) -> Option<&'static [&'static str]> {
    keys.iter().find(|(table, _)| *table == name).map(|&(_, keys)| keys)
}

/// What a value should have been, in the words of a file rather than of a program.
fn plainly(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once("expected ") else { return message.to_owned() };
    let expected = match expected {
        "u64" | "u32" | "usize" => "a whole number from 0 up",
        "a sequence" => "a list, such as [\"a\", \"b\"]",
        "a map" => "a table of keys",
        expected if expected.starts_with("struct ") => "a table of keys",
        expected => expected,
    };
    format!("{found}expected {expected}")
}

/// An experiment with the places of its keys in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// What the file says.
    pub experiment: Experiment,
    spans: KeySpans,
}

impl Source {
    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Source, FileError> {
        let (experiment, spans) = KeySpans::read(text, KEYS)?;
        Ok(Source { experiment, spans })
    }

    /// An error about a key, named with the tables it is in.
    pub fn error(&self, key: &[&str], problem: impl ToString) -> FileError {
        self.spans.error(key, problem)
    }
}

/// An experiment that is in no file.
impl From<Experiment> for Source {
    fn from(experiment: Experiment) -> Source {
        Source { experiment, spans: KeySpans { known: KEYS, lines: vec![0], keys: Vec::new() } }
    }
}

/// Where keys are written, in a file of any kind.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct KeySpans {
    known: Keys,
    /// Where each line begins.
    lines: Vec<usize>,
    keys: Vec<KeySpan>,
}

#[derive(Clone, PartialEq, Debug)]
struct KeySpan {
    path: Vec<String>,
    key: Range<usize>,
    value: Range<usize>,
}

impl KeySpans {
    /// Reads a file with the keys known, and where they are written.
    pub fn read<T: DeserializeOwned>(text: &str, known: Keys) -> Result<(T, KeySpans), FileError> {
        let spans = KeySpans::of(text, known)?;
        spans.check_keys()?;
        let read = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            let message = error.message().lines().next().unwrap_or_default();
            match message.strip_prefix("missing field ") {
                Some(key) => spans.missing(offset, key.trim_matches('`')),
                None => spans.error_at(offset, &plainly(message)),
            }
        })?;
        Ok((read, spans))
    }

    fn of(text: &str, known: Keys) -> Result<KeySpans, FileError> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut spans = KeySpans { known, lines, keys: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => spans.collect(&mut Vec::new(), table.get_ref()),
            Err(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                let line = spans.line_of(offset);
                let key = text.lines().nth(line - 1).unwrap_or_default().split('=').next().unwrap_or_default();
                let problem = error.message().lines().next().unwrap_or_default().to_owned();
                return Err(FileError { line, key: key.trim().to_owned(), problem });
            }
        }
        Ok(spans)
    }

    fn collect(&mut self, path: &mut Vec<String>, table: &DeTable<'_>) {
        for (key, value) in table {
            path.push(key.get_ref().to_string());
            self.keys.push(KeySpan { path: path.clone(), key: key.span(), value: Spanned::span(value) });
            if let DeValue::Table(inner) = value.get_ref() {
                self.collect(path, inner);
            }
            path.pop();
        }
    }

    /// The line of a place in the text, from 1.
    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&begin| begin <= offset)
    }

    /// Refuses keys that mean nothing.
    fn check_keys(&self) -> Result<(), FileError> {
        for span in &self.keys {
            let (table, name) = match span.path.as_slice() {
                [name] => ("", name),
                [table, name] => (table.as_str(), name),
                _ => continue,
            };
            let Some(keys) = known(self.known, table) else { continue };
            if !keys.contains(&name.as_str()) {
                let hint = nearest(name, keys).map_or(String::new(), |key| format!(", did you mean `{key}`?"));
                let path: Vec<&str> = span.path.iter().map(String::as_str).collect();
                return Err(self.error(&path, format!("there is no such key{hint}; keys: {}", keys.join(", "))));
            }
        }
        Ok(())
    }

    /// An error about a key that is not there: in the table at a place of the text, if that could hold it.
    fn missing(&self, offset: usize, key: &str) -> FileError {
        let mut error = self.error_at(offset, "this key is missing");
        let table = known(self.known, &error.key).filter(|keys| keys.contains(&key));
        error.key = table.map_or(key.to_owned(), |_| format!("{}.{key}", error.key));
        error
    }

    /// An error about what is written at a place of the text: about the innermost key there.
    fn error_at(&self, offset: usize, problem: &str) -> FileError {
        let holds = |span: &&KeySpan| span.value.contains(&offset) || span.key.contains(&offset);
        let key = self.keys.iter().filter(holds).max_by_key(|span| span.path.len());
        let key = key.map_or(String::new(), |span| span.path.join("."));
        FileError { line: self.line_of(offset), key, problem: problem.to_owned() }
    }

    /// An error about a key; its line is that of the innermost table of its path that is written at all.
    pub fn error(&self, path: &[&str], problem: impl ToString) -> FileError {
        let at = (1..=path.len())
            .rev()
            .find_map(|depth| self.keys.iter().find(|span| span.path.iter().eq(path[..depth].iter().copied())));
        let line = at.map_or(1, |span| self.line_of(span.key.start));
        FileError { line, key: path.join("."), problem: problem.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"title = "A bigger boat"
question = "Does it pay?"
game = "bosman"
seats = 2
bots = ["random"]
games = 100
restrict = ["swap"]

[rules]
hand = 5

[variants.bigger]
boat_cols = 4

[grid]
poisons = [0, 2]

[ladder]
bot = "search:iterations={}"
from = 50
levels = 3
"#;

    #[test]
    fn a_file_is_read_whole() {
        let experiment = Source::read(GOOD).unwrap().experiment;
        assert_eq!((experiment.seats, experiment.games, experiment.seed), (2, 100, 1));
        assert_eq!(experiment.variants["bigger"]["boat_cols"].as_integer(), Some(4));
        assert_eq!(experiment.ladder.unwrap().levels, 3);
    }

    #[test]
    fn errors_name_line_and_key() {
        for (from, to, message) in [
            ("games = 100", "gmaes = 100", "line 6: `gmaes`: there is no such key, did you mean `games`?; keys: "),
            ("levels = 3", "level = 3", "line 21: `ladder.level`: there is no such key, did you mean `levels`?"),
            ("seats = 2", "seats = \"two\"", "line 4: `seats`: invalid type: string \"two\", expected a whole number"),
            (
                "levels = 3",
                "levels = -1",
                "line 21: `ladder.levels`: invalid value: integer `-1`, expected a whole number",
            ),
            (
                "restrict = [\"swap\"]",
                "restrict = \"swap\"",
                "line 7: `restrict`: invalid type: string \"swap\", expected a list",
            ),
            ("levels = 3", "", "line 18: `ladder.levels`: this key is missing"),
            ("games = 100", "", "line 1: `games`: this key is missing"),
            ("from = 50", "from = ", "line 20: `from`: "),
        ] {
            let text = GOOD.replace(from, to);
            let error = Source::read(&text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn an_error_found_later_knows_its_line_too() {
        let source = Source::read(GOOD).unwrap();
        let error = source.error(&["variants", "bigger", "boat_cols"], "no");
        assert_eq!(error.to_string(), "line 13: `variants.bigger.boat_cols`: no");
        assert_eq!(source.error(&["rules", "nothing"], "no").line, 9);
    }
}
