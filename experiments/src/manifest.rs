//! The manifest of a run: everything needed to run it again, and to tell whether files belong to it.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

/// The file's name.
pub const FILE: &str = "manifest.json";
/// The key of the command line, which may be put in other words for the same run.
const COMMAND: &str = "command";

/// What a run is: names and values in a fixed order.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest(Map<String, Value>);

/// Something that two manifests do not agree on.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// What it is about, such as `rules.hand`.
    pub key: String,
    /// What the files say.
    pub found: Option<Value>,
    /// What was asked for.
    pub asked: Option<Value>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let show = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
        write!(f, "{}: {} there, {} asked for", self.key, show(&self.found), show(&self.asked))
    }
}

impl Manifest {
    /// A manifest of a kind of run, with the program that makes it and the command that began it.
    pub fn new(kind: &str, command: &str) -> Manifest {
        let mut fields = Map::new();
        fields.insert("kind".to_owned(), kind.into());
        fields.insert("program".to_owned(), "marque".into());
        fields.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        fields.insert("commit".to_owned(), option_env!("MARQUE_COMMIT").map_or(Value::Null, Value::from));
        fields.insert(COMMAND.to_owned(), command.into());
        Manifest(fields)
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
        Ok(Some(Manifest(serde_json::from_str(&text)?)))
    }

    /// Its text.
    pub fn text(&self) -> String {
        format!("{:#}\n", Value::Object(self.0.clone()))
    }

    /// All that another manifest, `found` in files, has different, but for the wording of the command.
    pub fn differences(&self, found: &Manifest) -> Vec<Difference> {
        let mut differences = Vec::new();
        compare("", &self.0, &found.0, &mut differences);
        differences.retain(|difference| difference.key != COMMAND);
        differences
    }
}

fn compare(path: &str, asked: &Map<String, Value>, found: &Map<String, Value>, into: &mut Vec<Difference>) {
    let only_found = found.keys().filter(|key| !asked.contains_key(*key));
    for key in asked.keys().chain(only_found) {
        let inner = format!("{path}{key}");
        match (asked.get(key), found.get(key)) {
            (Some(Value::Object(asked)), Some(Value::Object(found))) => {
                compare(&format!("{inner}."), asked, found, into)
            }
            (asked, found) if asked != found => {
                into.push(Difference { key: inner, found: found.cloned(), asked: asked.cloned() });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_named_to_the_key() {
        let manifest = |hand: u32| Manifest::new("tournament", "x").with("rules", json!({"hand": hand, "size": 5}));
        let said: Vec<String> = manifest(4).differences(&manifest(5)).iter().map(Difference::to_string).collect();
        assert_eq!(said, ["rules.hand: 5 there, 4 asked for"]);
        let more = manifest(4).with("sprt", Value::Null);
        assert_eq!(more.differences(&manifest(4))[0].to_string(), "sprt: nothing there, null asked for");
        assert_eq!(manifest(4).differences(&more)[0].to_string(), "sprt: null there, nothing asked for");
        let reworded = Manifest::new("tournament", "y").with("rules", json!({"hand": 4, "size": 5}));
        assert!(reworded.differences(&manifest(4)).is_empty());
    }
}
