//! Files that ask for better rules: what may be changed and what is wanted, in TOML, with errors that name line and key.

use marque::nearest;
use marque::toml::{Table, Value};
use marque_agents::{Bot, Knowledge};
use serde::Deserialize;

use super::goal::Goal;
use super::space::{Key, Space};
use crate::balance::experiment_file::{FileError, KeySpans, Keys, Skill};
use crate::balance::measure::{key, topics};
use crate::brief::brief;
use crate::clerk::MOST_GAMES;

/// The most keys of a space.
const MOST_KEYS: usize = 24;
/// The most values of a key.
const MOST_VALUES: usize = 200;
/// The keys of a file.
const KEYS: Keys = &[
    ("", &["title", "question", "game", "seats", "bots", "games", "seed", "rules", "space", "goals", "skill"]),
    ("skill", &["strong", "weak"]),
];

/// A file as it is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct TuneFile {
    /// A few words.
    pub title: String,
    /// What a designer wants.
    #[serde(default)]
    pub question: String,
    /// The game's name.
    pub game: String,
    /// How many seats play.
    pub seats: usize,
    /// Who plays, as in an experiment.
    pub bots: Vec<String>,
    /// Games in all.
    pub games: u64,
    /// The seed of all deals and draws.
    #[serde(default = "one")]
    pub seed: u64,
    /// The base, over the game's own rules.
    #[serde(default)]
    pub rules: Table,
    /// What may be changed.
    pub space: Table,
    /// What is wanted.
    pub goals: Table,
    /// Who shows whether skill wins, if not the first bot against itself with an eighth of its iterations.
    pub skill: Option<Skill>,
}

fn one() -> u64 {
    1
}

/// A file with the places of its keys.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// What it says.
    pub file: TuneFile,
    spans: KeySpans,
}

/// What a file asks for, checked.
pub struct Request {
    /// The game's titles.
    pub game: String,
    /// What may be changed.
    pub space: Space,
    /// What is wanted.
    pub goals: Vec<Goal>,
    /// Who shows whether skill wins, where that is asked for.
    pub skill: Option<Skill>,
}

impl Source {
    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Source, FileError> {
        let (file, spans) = KeySpans::read(text, KEYS)?;
        Ok(Source { file, spans })
    }

    /// An error about a key, named with the tables it is in.
    pub fn error(&self, key: &[&str], problem: impl ToString) -> FileError {
        self.spans.error(key, problem)
    }

    /// What is asked for, of a game whose base rules can be played.
    pub fn request<G: Knowledge>(&self) -> Result<Request, FileError> {
        let file = &self.file;
        if file.games > MOST_GAMES {
            let problem = format!("{} games are too many; at most {MOST_GAMES} can be played", file.games);
            return Err(self.error(&["games"], problem));
        }
        let base = G::create(file.seats, &file.rules).map_err(|error| self.error(&["rules"], error))?;
        let space = self.space::<G>(&base)?;
        let goals = self.goals()?;
        let wanted = goals.iter().any(|goal| goal.topic.key == key::SKILL);
        let skill = if wanted { Some(self.skill::<G>()?) } else { None };
        let game = format!("{} ({})", G::INFO.title, G::INFO.english);
        Ok(Request { game, space, goals, skill })
    }

    fn space<G: Knowledge>(&self, base: &G) -> Result<Space, FileError> {
        let file = &self.file;
        if file.space.is_empty() {
            return Err(self.error(&["space"], "nothing may be changed; name rules with the values they may take"));
        }
        if file.space.len() > MOST_KEYS {
            let problem = format!("{} keys are too many; at most {MOST_KEYS} can be searched", file.space.len());
            return Err(self.error(&["space"], problem));
        }
        let mut keys = Vec::new();
        for (name, values) in &file.space {
            let path = ["space", name];
            let params = base.rules().params();
            let names: Vec<&str> = params.iter().map(|param| param.key).collect();
            let Some(param) = params.iter().find(|param| param.key == *name) else {
                let hint = nearest(name, &names).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
                let problem = format!("{} has no such rule{hint}; rules: {}", G::INFO.name, names.join(", "));
                return Err(self.error(&path, problem));
            };
            let values = values_of(values).map_err(|problem| self.error(&path, problem))?;
            if let Some(value) = values.iter().find(|value| !param.domain.holds(value)) {
                let problem = format!("{} is not allowed; allowed: {}", brief(&value.to_string()), param.domain);
                return Err(self.error(&path, problem));
            }
            let key = Key::new(name, &values, base.rules().value(name));
            if key.values.len() < 2 {
                return Err(self.error(&path, "this is what the base has; name another value, or leave the key out"));
            }
            keys.push(key);
        }
        Ok(Space { keys })
    }

    fn goals(&self) -> Result<Vec<Goal>, FileError> {
        let wanted = &self.file.goals;
        if wanted.is_empty() {
            return Err(self.error(&["goals"], "nothing is wanted; name measures with their bounds"));
        }
        let names: Vec<&str> = topics().map(|topic| topic.key).collect();
        let goal = |(name, bounds): (&String, &Value)| {
            let path = ["goals", name];
            let Some(topic) = topics().find(|topic| topic.key == *name) else {
                let hint = nearest(name, &names).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
                let problem = format!("there is no such measure{hint}; measures: {}", names.join(", "));
                return Err(self.error(&path, problem));
            };
            let (low, high) = bounds_of(bounds).map_err(|problem| self.error(&path, problem))?;
            let goal = Goal::new(topic, low, high);
            let (least, most) = topic.range;
            if goal.low > most || goal.high < least {
                let problem = format!("it is never below {} or above {}", goal.told(least), goal.told(most));
                return Err(self.error(&path, problem));
            }
            Ok(goal)
        };
        wanted.iter().map(goal).collect()
    }

    /// The bots given, or the first of the field against itself with less thought.
    fn skill<G: Knowledge>(&self) -> Result<Skill, FileError> {
        let bots = &self.file.bots;
        let skill = match (&self.file.skill, bots.first()) {
            (Some(skill), _) => skill.clone(),
            (None, Some(strong)) => {
                let weak = weaker(strong).unwrap_or_else(|| "random".to_owned());
                Skill { strong: strong.clone(), weak, games: None }
            }
            (None, None) => return Err(self.error(&["bots"], "expected at least one bot")),
        };
        for (name, bot) in [("strong", &skill.strong), ("weak", &skill.weak)] {
            Bot::parse::<G>(bot).map_err(|error| self.error(&["skill", name], error))?;
        }
        Ok(skill)
    }
}

/// The same bot with an eighth of its iterations, if it says how many it has.
fn weaker(bot: &str) -> Option<String> {
    let (before, rest) = bot.split_once("iterations=")?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let iterations: u64 = rest[..end].parse().ok()?;
    Some(format!("{before}iterations={}{}", (iterations / 8).max(1), &rest[end..]))
}

/// The values of a key: a list, or numbers `from`, `to`, `step`.
fn values_of(given: &Value) -> Result<Vec<Value>, String> {
    const EXPECTED: &str = "expected a list such as [1, 2, 3], or numbers such as { from = 8, to = 16, step = 2 }";
    let values = match given {
        Value::Array(values) => values.clone(),
        Value::Table(range) => {
            if let Some(other) = range.keys().find(|key| !["from", "to", "step"].contains(&key.as_str())) {
                return Err(format!("there is no `{}` here; {EXPECTED}", brief(other)));
            }
            let number = |key: &str| range.get(key).and_then(Value::as_integer);
            let (Some(from), Some(to)) = (number("from"), number("to")) else { return Err(EXPECTED.to_owned()) };
            let step = if range.contains_key("step") { number("step").unwrap_or(0) } else { 1 };
            if step < 1 {
                return Err("expected a `step` of 1 or more".to_owned());
            }
            if from > to {
                return Err(format!("{from} to {to} holds no value; expected `from` to be the smaller"));
            }
            let count = (i128::from(to) - i128::from(from)) / i128::from(step) + 1;
            if count > MOST_VALUES as i128 {
                return Err(format!("{count} values are too many; at most {MOST_VALUES} can be tried"));
            }
            (0..count as i64).map(|steps| Value::Integer(from + steps * step)).collect()
        }
        _ => return Err(EXPECTED.to_owned()),
    };
    match values.len() {
        0 => Err(format!("the list is empty; {EXPECTED}")),
        count if count > MOST_VALUES => Err(format!("{count} values are too many; at most {MOST_VALUES} can be tried")),
        _ => Ok(values),
    }
}

/// The bounds of a goal, as they are written.
fn bounds_of(given: &Value) -> Result<(f64, f64), String> {
    const EXPECTED: &str = "expected bounds such as { at_most = 3 }, { at_least = 70 } or { within = [80, 140] }";
    let number = |value: &Value| {
        let number = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
        number.filter(|number| number.is_finite()).ok_or_else(|| EXPECTED.to_owned())
    };
    let Some(table) = given.as_table().filter(|table| !table.is_empty()) else { return Err(EXPECTED.to_owned()) };
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (key, value) in table {
        match (key.as_str(), value) {
            ("at_most", value) => high = high.min(number(value)?),
            ("at_least", value) => low = low.max(number(value)?),
            ("within", Value::Array(ends)) if ends.len() == 2 => {
                (low, high) = (low.max(number(&ends[0])?), high.min(number(&ends[1])?));
            }
            _ => return Err(format!("`{}` is not a bound; {EXPECTED}", brief(key))),
        }
    }
    if low > high {
        return Err(format!("nothing is both at least {low} and at most {high}"));
    }
    Ok((low, high))
}

#[cfg(test)]
mod tests {
    use marque::dzicz::Dzicz;

    use super::*;

    const GOOD: &str = r#"title = "A fair Dzicz for three"
game = "dzicz"
seats = 3
bots = ["search:iterations=200"]
seed = 7
games = 30000

[space]
turns = { from = 8, to = 16, step = 2 }
open_missions = [0, 1, 2, 3, 4]
later_mover_claims = [true, false]

[goals]
spread = { at_most = 3 }
draws = { at_most = 15 }
decisions = { within = [80, 140] }
skill = { at_least = 70 }
"#;

    fn request(text: &str) -> Result<Request, FileError> {
        Source::read(text)?.request::<Dzicz>()
    }

    #[test]
    fn a_file_is_read_whole() {
        let Request { space, goals, skill, .. } = request(GOOD).unwrap();
        let sizes: Vec<(&str, usize)> = space.keys.iter().map(|key| (key.name.as_str(), key.values.len())).collect();
        assert_eq!(sizes, [("turns", 5), ("open_missions", 5), ("later_mover_claims", 2)]);
        assert_eq!((goals[0].high, goals[1].high), (0.03, 0.15));
        assert_eq!((goals[2].low, goals[2].high), (80.0, 140.0));
        assert_eq!((goals[3].low, goals[3].high), (0.7, f64::INFINITY));
        let skill = skill.unwrap();
        assert_eq!(skill.weak, "search:iterations=25");
        assert_eq!(weaker("greedy"), None);
        assert_eq!(weaker("search:iterations=4,cut=2").unwrap(), "search:iterations=1,cut=2");
    }

    #[test]
    fn errors_name_line_and_key_and_what_is_allowed() {
        for (from, to, message) in [
            ("games = 30000", "game_count = 1", "line 6: `game_count`: there is no such key, did you mean "),
            ("turns = {", "turn = {", "line 9: `space.turn`: dzicz has no such rule, did you mean `turns`?; rules: "),
            ("to = 16", "to = 6", "line 9: `space.turns`: 8 to 6 holds no value; expected `from` to be the smaller"),
            ("step = 2", "step = 0", "line 9: `space.turns`: expected a `step` of 1 or more"),
            ("step = 2", "stride = 2", "line 9: `space.turns`: there is no `stride` here; expected a list "),
            ("to = 16, step = 2", "to = 9000000000000000000", "line 9: `space.turns`: 8999999999999999993 values are"),
            ("[0, 1, 2, 3, 4]", "[0, 99]", "line 10: `space.open_missions`: 99 is not allowed; allowed: "),
            ("[0, 1, 2, 3, 4]", "[]", "line 10: `space.open_missions`: the list is empty; expected a list such as"),
            ("[true, false]", "[true]", "line 11: `space.later_mover_claims`: this is what the base has; name another"),
            (
                "spread =",
                "spreat =",
                "line 14: `goals.spreat`: there is no such measure, did you mean `spread`?; measures",
            ),
            ("{ at_most = 15 }", "15", "line 15: `goals.draws`: expected bounds such as { at_most = 3 }"),
            ("{ at_most = 15 }", "{ at_most = -2 }", "line 15: `goals.draws`: it is never below 0 or above 100"),
            ("[80, 140]", "[140, 80]", "line 16: `goals.decisions`: nothing is both at least 140 and at most 80"),
            ("{ at_least = 70 }", "{ about = 70 }", "line 17: `goals.skill`: `about` is not a bound; expected bounds"),
        ] {
            let text = GOOD.replace(from, to);
            assert_ne!(text, GOOD);
            let Err(error) = request(&text) else { panic!("{to} was let pass") };
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn empty_spaces_and_goals_are_refused() {
        let (head, _) = GOOD.split_once("[space]").unwrap();
        let error = |tail: &str| request(&format!("{head}{tail}")).err().unwrap().to_string();
        assert!(
            error("[space]\n[goals]\ndraws = { at_most = 5 }").starts_with("line 8: `space`: nothing may be changed")
        );
        assert!(error("[space]\nturns = [8]\n[goals]\n").starts_with("line 10: `goals`: nothing is wanted"));
        assert!(error("[space]\nturns = [8]\n").contains("`goals`: this key is missing"));
    }
}
