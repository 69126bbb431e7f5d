//! The manifest of a run: everything needed to run it again, and to tell whether files belong to it.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::brief::brief;
use crate::parts::Blocks;

/// The file's name.
pub const FILE: &str = "manifest.json";
/// The key of the command line, which may be put in other words for the same run.
const COMMAND: &str = "command";
/// The key of the day on which the run was begun, which changes nothing of it.
const DATE: &str = "date";
/// The key of which blocks a part has.
const BLOCKS: &str = "blocks";
/// The key of how many games are asked for, of which a run may get more later.
const GAMES: &str = "games";
/// The key of how narrow intervals should get, by measure, which may get narrower later.
const PRECISION: &str = "experiment.precision";
/// What may be said otherwise of the same games; the rules in force are there by themselves.
const FREE: [&str; 9] = [
    COMMAND,
    "experiment.title",
    "experiment.question",
    "experiment.focus",
    "experiment.matters",
    "experiment.wanted",
    "experiment.rules",
    "experiment.variants",
    "experiment.grid",
];

/// The most differences between two runs that an error lists.
const MOST_LISTED: usize = 8;

/// A list of differences, each on a line of its own.
pub(crate) fn listed(mismatches: &[Mismatch], say: impl Fn(&Mismatch) -> String) -> String {
    let mut said: String =
        mismatches.iter().take(MOST_LISTED).map(|mismatch| format!("\n  {}", say(mismatch))).collect();
    if mismatches.len() > MOST_LISTED {
        said += &format!("\n  and {} more", mismatches.len() - MOST_LISTED);
    }
    said
}

/// The day of the clock, as in `2026-11-17`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date((seconds / 86_400) as i64)
}

/// The date of a day counted from 1 January 1970: years begin in March here, so that a leap day is the last of one.
fn date(day: i64) -> String {
    let since_march = day + 719_468;
    let (era, of_era) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (of_month, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

/// What a run is: names and values in a fixed order.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest(Map<String, Value>);

/// Something that two manifests do not agree on.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// What it is about, such as `rules.hand`.
    pub key: String,
    /// What the files say.
    pub found: Option<Value>,
    /// What was asked for.
    pub asked: Option<Value>,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let remark = match self.key.as_str() {
            GAMES => " (a run can get more, not fewer)",
            key if key.starts_with(PRECISION) => " (a run can get more precise, not less)",
            _ => "",
        };
        write!(f, "{}: {} there, {} asked for{remark}", self.key, shown(&self.found), shown(&self.asked))
    }
}

impl Mismatch {
    /// Whether it is about the program and not about what it was asked to do.
    pub fn is_of_builds(&self) -> bool {
        ["version", "commit"].contains(&self.key.as_str())
    }

    /// The difference of two runs of which neither is asked for.
    pub fn instead(&self) -> String {
        format!("{}: {} instead of {}", self.key, shown(&self.asked), shown(&self.found))
    }
}

fn shown(value: &Option<Value>) -> String {
    value.as_ref().map_or("nothing".to_owned(), |value| brief(&value.to_string()).into_owned())
}

impl Manifest {
    /// A manifest of a kind of run, with the program that makes it and the command that began it.
    pub fn new(kind: &str, command: &str) -> Manifest {
        let mut fields = Map::new();
        fields.insert("kind".to_owned(), kind.into());
        fields.insert("program".to_owned(), "marque".into());
        fields.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        fields.insert("commit".to_owned(), option_env!("MARQUE_COMMIT").map_or(Value::Null, Value::from));
        fields.insert(DATE.to_owned(), today().into());
        fields.insert(COMMAND.to_owned(), command.into());
        Manifest(fields)
    }

    /// The same run, begun on the day on which the other was.
    pub fn begun_with(mut self, other: &Manifest) -> Manifest {
        if let Some(date) = other.get(DATE) {
            self.0.insert(DATE.to_owned(), date.clone());
        }
        self
    }

    /// Adds a field.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Manifest {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    /// A field.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Reads the manifest of a folder, if there is one.
    pub fn read(folder: &Path) -> io::Result<Option<Manifest>> {
        let text = match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(Some(Manifest(
            serde_json::from_str(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?,
        )))
    }

    /// The manifest of a part of the run.
    pub fn with_blocks(self, blocks: Blocks) -> Manifest {
        self.with(BLOCKS, blocks.to_string())
    }

    /// The manifest of the whole run, and which blocks of it this one is of, if it is of a part.
    pub fn without_blocks(mut self) -> (Manifest, Option<Blocks>) {
        let blocks = self.0.shift_remove(BLOCKS).and_then(|blocks| blocks.as_str()?.parse().ok());
        (self, blocks)
    }

    /// What it says, as a struct with fields of the same names.
    pub fn to<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_value(Value::Object(self.0.clone()))
    }

    /// The command that began the run.
    pub fn command(&self) -> String {
        brief(self.get(COMMAND).and_then(Value::as_str).unwrap_or("the command that began it")).into_owned()
    }

    /// Its text.
    pub fn text(&self) -> String {
        format!("{:#}\n", Value::Object(self.0.clone()))
    }

    /// All that another manifest has otherwise, but for the wording of the command and the day.
    pub fn differences(&self, found: &Manifest) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        compare_fields("", &self.0, &found.0, &mut mismatches);
        mismatches.retain(|mismatch| ![COMMAND, DATE].contains(&mismatch.key.as_str()));
        mismatches
    }

    /// All for which the files of another manifest, `found` with them, cannot be gone on with. More games can be asked for
    /// than there, or narrower intervals, or all games instead; and what games do not depend on may be put in other words.
    pub fn mismatches(&self, found: &Manifest) -> Vec<Mismatch> {
        let mut mismatches = self.differences(found);
        let more = |mismatch: &Mismatch| {
            let [asked, found] =
                [&mismatch.asked, &mismatch.found].map(|number| number.as_ref().and_then(Value::as_f64));
            match mismatch.key.strip_prefix(PRECISION) {
                Some("") => mismatch.asked.is_none(),
                Some(_) => asked.is_some_and(|asked| found.is_none_or(|found| asked < found)),
                None => mismatch.key == GAMES && asked.zip(found).is_some_and(|(asked, found)| asked > found),
            }
        };
        let free = |mismatch: &Mismatch| {
            let rest = |key: &&str| mismatch.key.strip_prefix(*key);
            FREE.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        mismatches.retain(|mismatch| !free(mismatch) && !more(mismatch));
        mismatches
    }
}

fn compare_fields(path: &str, asked: &Map<String, Value>, found: &Map<String, Value>, into: &mut Vec<Mismatch>) {
    let only_found = found.keys().filter(|key| !asked.contains_key(*key));
    for key in asked.keys().chain(only_found) {
        compare(format!("{path}{key}"), asked.get(key), found.get(key), into);
    }
}

/// Names every value that differs by the shortest path that tells it.
fn compare(path: String, asked: Option<&Value>, found: Option<&Value>, into: &mut Vec<Mismatch>) {
    match (asked, found) {
        (Some(Value::Object(asked)), Some(Value::Object(found))) => {
            compare_fields(&format!("{path}."), asked, found, into);
        }
        (Some(Value::Array(asked)), Some(Value::Array(found))) if asked.len() == found.len() => {
            for (at, (asked, found)) in asked.iter().zip(found).enumerate() {
                compare(format!("{path}[{at}]"), Some(asked), Some(found), into);
            }
        }
        _ if asked == found => {}
        _ => into.push(Mismatch { key: path, found: found.cloned(), asked: asked.cloned() }),
    }
}

#[cfg(test)]
#[path = "../build.rs"]
#[allow(dead_code)]
mod build;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn days_are_dated() {
        for (day, text) in [(0, "1970-01-01"), (19_782, "2024-02-29"), (19_783, "2024-03-01"), (20_774, "2026-11-17")] {
            assert_eq!(date(day), text);
        }
    }

    #[test]
    fn the_day_is_no_difference_and_a_run_keeps_its_own() {
        let begun = Manifest::new("tournament", "x").with(DATE, "2026-01-01");
        let today = Manifest::new("tournament", "x");
        assert!(today.mismatches(&begun).is_empty() && today.differences(&begun).is_empty());
        assert_eq!(today.begun_with(&begun), begun);
    }

    #[test]
    fn changes_that_are_not_committed_make_another_build() {
        let root = std::env::temp_dir().join(format!("marque-build-{}", std::process::id()));
        fs::create_dir_all(root.join("src")).unwrap();
        let git = |args: &str| {
            let who = ["-c", "user.name=x", "-c", "user.email=x@x"];
            let git = std::process::Command::new("git").current_dir(&root).args(who).args(args.split(' ')).output();
            assert!(git.unwrap().status.success(), "git {args}");
        };
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        let build = || build::commit(&root, &["src"]).unwrap();
        git("init -q");
        write("src/a.rs", "one");
        git("add .");
        git("commit -q -m first");
        let clean = build();
        assert_eq!(clean.len(), 40);
        write("README.md", "beside the sources");
        assert_eq!(build(), clean);
        write("src/a.rs", "two");
        let changed = build();
        assert!(changed.starts_with(&format!("{clean}+")) && changed == build(), "{changed}");
        write("src/b.rs", "new");
        assert!(![&clean, &changed].contains(&&build()));
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn mismatches_are_named_to_the_key() {
        let manifest = |hand: u32| Manifest::new("tournament", "x").with("rules", json!({"hand": hand, "size": 5}));
        let said: Vec<String> = manifest(4).mismatches(&manifest(5)).iter().map(Mismatch::to_string).collect();
        assert_eq!(said, ["rules.hand: 5 there, 4 asked for"]);
        let more = manifest(4).with("sprt", Value::Null);
        assert_eq!(more.mismatches(&manifest(4))[0].to_string(), "sprt: nothing there, null asked for");
        assert_eq!(manifest(4).mismatches(&more)[0].to_string(), "sprt: null there, nothing asked for");
        let reworded = Manifest::new("tournament", "y").with("rules", json!({"hand": 4, "size": 5}));
        assert!(reworded.mismatches(&manifest(4)).is_empty());
    }

    #[test]
    fn more_games_are_no_mismatch_and_fewer_are() {
        let manifest = |games: u32| Manifest::new("tournament", "x").with("games", games);
        assert!(manifest(40).mismatches(&manifest(30)).is_empty());
        let fewer = manifest(30).mismatches(&manifest(40));
        assert_eq!(fewer[0].to_string(), "games: 40 there, 30 asked for (a run can get more, not fewer)");
        assert_eq!(manifest(30).mismatches(&Manifest::new("tournament", "x")).len(), 1);
    }

    #[test]
    fn a_run_can_get_more_precise_and_not_less() {
        let manifest = |precision: Value| {
            let with = if precision.is_null() { json!({}) } else { json!({ "precision": precision }) };
            Manifest::new("experiment", "x").with("experiment", with)
        };
        let (none, wide) = (manifest(Value::Null), manifest(json!({"draws": 3.0})));
        for narrower in [&manifest(json!({"draws": 2.5})), &manifest(json!({"draws": 3.0, "turns": 9.0})), &none] {
            assert!(narrower.mismatches(&wide).is_empty());
            assert_eq!(wide.mismatches(narrower).len(), 1);
        }
        let said = wide.mismatches(&manifest(json!({"draws": 2.5})))[0].to_string();
        assert_eq!(said, "experiment.precision.draws: 2.5 there, 3.0 asked for (a run can get more precise, not less)");
    }

    #[test]
    fn lists_are_compared_item_by_item_and_long_values_are_cut() {
        let manifest = |blocks: u32, text: &str| {
            Manifest::new("experiment", "x").with("matches", json!([{"blocks": 3}, {"blocks": blocks, "bots": [text]}]))
        };
        let said = |asked: &Manifest, found: &Manifest| {
            asked.mismatches(found).iter().map(Mismatch::to_string).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(said(&manifest(4, "a"), &manifest(5, "a")), "matches[1].blocks: 5 there, 4 asked for");
        let long = said(&manifest(4, "a"), &manifest(4, &"b".repeat(100_000)));
        assert!(long.starts_with("matches[1].bots[0]: \"bbb") && long.len() < 400, "{long}");
    }
}
