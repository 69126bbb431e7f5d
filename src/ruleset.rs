//! Rulesets: a TOML table over a game's defaults, checked key by key.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::{Table, Value};

use crate::games::nearest;

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A whole number between two, both allowed.
    Int(i64, i64),
    /// One of these numbers.
    OneOf(&'static [i64]),
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A longer text, described in words; the game checks it. A ruleset file may give it as a path under `KEY_file`.
    Text(&'static str),
    /// A list or table, described in words; the game checks it.
    Other(&'static str),
}

impl Domain {
    /// Whether a value is one of those.
    pub fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Domain::Int(min, max), Value::Integer(n)) => (min..=max).contains(n),
            (Domain::OneOf(numbers), Value::Integer(n)) => numbers.contains(n),
            (Domain::Bool, Value::Boolean(_)) => true,
            (Domain::Word(words), Value::String(word)) => words.contains(&word.as_str()),
            (Domain::Text(_), Value::String(_)) => true,
            (Domain::Other(_), Value::Array(_) | Value::Table(_)) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Int(min, max) => write!(f, "{min}-{max}"),
            Domain::OneOf(numbers) => f.write_str(&numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
            Domain::Bool => f.write_str("true or false"),
            Domain::Word(words) => {
                f.write_str(&words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "))
            }
            Domain::Text(words) | Domain::Other(words) => f.write_str(words),
        }
    }
}

/// One parameter of a game's ruleset.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name in a ruleset.
    pub key: &'static str,
    /// Its value where a ruleset does not give one.
    pub default: Value,
    /// What it may be.
    pub domain: Domain,
    /// What it does, in a few words.
    pub meaning: &'static str,
}

impl Param {
    /// A parameter with its default, domain and meaning.
    pub fn new(key: &'static str, default: impl Into<Value>, domain: Domain, meaning: &'static str) -> Param {
        Param { key, default: default.into(), domain, meaning }
    }
}

/// Why a game cannot be played with the rules or seats given.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RulesError {
    /// The game is not made for so many seats.
    #[error("{game} is for {} seats, not {seats}", seat_list(allowed))]
    Seats {
        /// Which game.
        game: &'static str,
        /// The number asked for.
        seats: usize,
        /// The numbers that can be.
        allowed: &'static [usize],
    },
    /// There is no such parameter.
    #[error("unknown rule `{key}` (value {value}){}; allowed: {known}", did_you_mean(nearest))]
    Unknown {
        /// The key as given.
        key: String,
        /// The value given for it.
        value: String,
        /// The right key nearest to it.
        nearest: Option<String>,
        /// All right keys.
        known: String,
    },
    /// A value that is not allowed.
    #[error("rule `{key}` is {value}; allowed: {expected}")]
    Value {
        /// The parameter.
        key: String,
        /// The value given.
        value: String,
        /// What it may be.
        expected: String,
    },
    /// A text parameter whose file cannot be read.
    #[error("rule `{key}_file`: cannot read {}: {problem}", path.display())]
    File {
        /// The text parameter.
        key: String,
        /// The file it names.
        path: PathBuf,
        /// What the system said.
        problem: String,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

fn seat_list(seats: &[usize]) -> String {
    let all: Vec<String> = seats.iter().map(usize::to_string).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// The rules a game is played by: every parameter with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruleset {
    params: Vec<Param>,
    values: Table,
}

impl Ruleset {
    /// The given values over the defaults, each checked against its parameter.
    pub fn new(params: Vec<Param>, given: &Table) -> Result<Ruleset, RulesError> {
        for (key, value) in given {
            let Some(param) = params.iter().find(|param| param.key == key) else {
                let keys: Vec<&str> = params.iter().map(|param| param.key).collect();
                return Err(RulesError::Unknown {
                    key: key.clone(),
                    value: short(value),
                    nearest: nearest(key, &keys).map(str::to_owned),
                    known: keys.join(", "),
                });
            };
            if !param.domain.holds(value) {
                return Err(refusal(key, value, param.domain.to_string()));
            }
        }
        let values = params
            .iter()
            .map(|param| (param.key.to_owned(), given.get(param.key).unwrap_or(&param.default).clone()))
            .collect();
        Ok(Ruleset { params, values })
    }

    /// Every parameter there is.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Every parameter's value, in their order.
    pub fn values(&self) -> &Table {
        &self.values
    }

    /// A parameter's value.
    ///
    /// # Panics
    /// Where the game has no such parameter; so do the other getters.
    pub fn value(&self, key: &str) -> &Value {
        &self.values[key]
    }

    /// A number.
    pub fn int(&self, key: &str) -> i64 {
        self.value(key).as_integer().expect("the parameter is a number")
    }

    /// A yes or no.
    pub fn flag(&self, key: &str) -> bool {
        self.value(key).as_bool().expect("the parameter is a flag")
    }

    /// A word or text.
    pub fn word(&self, key: &str) -> &str {
        self.value(key).as_str().expect("the parameter is a text")
    }

    /// Replaces a parameter's value by the form in which the game keeps it: complete, and one for all ways to say the same.
    pub fn keep(&mut self, key: &str, value: impl Into<Value>) {
        self.values.insert(key.to_owned(), value.into());
    }

    /// The error that refuses a parameter's value; `expected` says what it may be.
    pub fn refuse(&self, key: &str, expected: impl Into<String>) -> RulesError {
        refusal(key, self.value(key), expected)
    }
}

fn refusal(key: &str, value: &Value, expected: impl Into<String>) -> RulesError {
    RulesError::Value { key: key.to_owned(), value: short(value), expected: expected.into() }
}

/// A value in a line; a long text is cut.
fn short(value: &Value) -> String {
    let text = value.to_string();
    let text = text.trim().replace('\n', " ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The longest file of rules, of an experiment or of a map.
const LONGEST: u64 = 1 << 20;

/// The text of a file that a person writes. A device that never ends, or a file too long to be one of these, is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let length = File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if length as u64 > LONGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is longer than 1 MB"));
    }
    Ok(text)
}

/// Replaces every `KEY_file = "path"` of a text parameter by the file's text; paths are relative to `folder`.
pub fn read_files(params: &[Param], given: &mut Table, folder: &Path) -> Result<(), RulesError> {
    for param in params.iter().filter(|param| matches!(param.domain, Domain::Text(_))) {
        let Some(value) = given.remove(&format!("{}_file", param.key)) else { continue };
        let Some(path) = value.as_str() else {
            return Err(refusal(&format!("{}_file", param.key), &value, "the path of a text file"));
        };
        let path = folder.join(path);
        let text = read_text(&path).map_err(|problem| RulesError::File {
            key: param.key.to_owned(),
            path,
            problem: problem.to_string(),
        })?;
        given.insert(param.key.to_owned(), Value::String(text));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        vec![
            Param::new("hand", 5, Domain::Int(1, 7), "tokens in hand"),
            Param::new("size", 5, Domain::OneOf(&[5, 7]), "fields a side"),
            Param::new("sailors", true, Domain::Bool, "with sailors"),
            Param::new("places", "exact", Domain::Word(&["exact", "row"]), "which places"),
            Param::new("map", "..", Domain::Text("a map"), "the map"),
        ]
    }

    fn with(text: &str) -> Result<Ruleset, RulesError> {
        Ruleset::new(params(), &text.parse().unwrap())
    }

    #[test]
    fn a_missing_key_takes_the_default() {
        let rules = with("hand = 3").unwrap();
        assert_eq!((rules.int("hand"), rules.int("size"), rules.flag("sailors")), (3, 5, true));
        assert_eq!(rules.word("places"), "exact");
    }

    #[test]
    fn an_error_names_key_value_and_range() {
        for (given, message) in [
            ("hand = 9", "rule `hand` is 9; allowed: 1-7"),
            ("hand = 0", "rule `hand` is 0; allowed: 1-7"),
            ("hand = true", "rule `hand` is true; allowed: 1-7"),
            ("size = 6", "rule `size` is 6; allowed: 5, 7"),
            ("sailors = 1", "rule `sailors` is 1; allowed: true or false"),
            ("places = \"any\"", "rule `places` is \"any\"; allowed: \"exact\", \"row\""),
            (
                "hands = 4",
                "unknown rule `hands` (value 4), did you mean `hand`?; allowed: hand, size, sailors, places, map",
            ),
        ] {
            assert_eq!(with(given).unwrap_err().to_string(), message);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_never_ends_is_refused() {
        let error = read_text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 1 MB");
    }

    #[test]
    fn a_text_may_come_from_a_file() {
        let folder = std::env::temp_dir();
        let mut given: Table = "map_file = \"marque-no-such-file\"".parse().unwrap();
        let error = read_files(&params(), &mut given, &folder).unwrap_err();
        assert!(error.to_string().starts_with("rule `map_file`: cannot read "), "{error}");
        let path = folder.join(format!("marque-map-{}", std::process::id()));
        std::fs::write(&path, "##").unwrap();
        let mut given = Table::from_iter([("map_file".to_owned(), Value::from(path.to_str().unwrap()))]);
        read_files(&params(), &mut given, &folder).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(Ruleset::new(params(), &given).unwrap().word("map"), "##");
    }

    #[test]
    fn a_seat_count_that_cannot_be_is_named() {
        let error = RulesError::Seats { game: "bosman", seats: 3, allowed: &[2, 4] };
        assert_eq!(error.to_string(), "bosman is for 2 or 4 seats, not 3");
    }
}
