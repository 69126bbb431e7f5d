use std::path::Path;

use marque::{Game, Notation};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::features::{SEAT, TABLE};
use super::net::{Net, Row};

/// What [`Weights::format`] is in files of this version.
const FORMAT: &str = "marque weights 1";

/// How many bytes a file of weights has at most.
const LARGEST: u64 = 200_000;

/// Weights learnt from games, with where they come from: what a file of them holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// What kind of file it is.
    format: String,
    /// The game they are for.
    pub game: String,
    /// The command that made them.
    pub command: String,
    /// How many seats they were learnt with.
    pub players: usize,
    /// The rules they were learnt with.
    pub rules: Map<String, Value>,
    /// How they came about, generation by generation: for those who made them.
    pub history: Vec<Value>,
    /// The names of the rules' numbers.
    inputs: Vec<String>,
    /// The kinds of action whose priors are learnt: all of the game's, or none.
    #[serde(default)]
    kinds: Vec<String>,
    /// The network, row by row.
    rows: Vec<Row>,
}

/// Weights that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {problem}; expected a file that `marque train {game}` has written")]
pub struct WeightsError {
    /// The file.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
    /// The game asked for.
    pub game: &'static str,
}

/// The names of a ruleset's numbers.
fn inputs<G: Game>(seats: usize) -> Vec<String> {
    G::params(seats).iter().map(|param| param.key).chain(["seats"]).map(str::to_owned).collect()
}

/// The names of a game's kinds of action.
fn kinds<G: Notation>() -> impl Iterator<Item = String> {
    G::KINDS.iter().map(|&kind| kind.to_owned())
}

impl Weights {
    /// A network with where it comes from.
    pub fn new<G: Notation>(game: &G, net: &Net, command: &str, history: Vec<Value>) -> Weights {
        let rules = match serde_json::to_value(game.rules().values()) {
            Ok(Value::Object(rules)) => rules,
            _ => Map::new(),
        };
        Weights {
            format: FORMAT.to_owned(),
            game: G::INFO.name.to_owned(),
            command: command.to_owned(),
            players: game.seats(),
            rules,
            history,
            inputs: inputs::<G>(game.seats()),
            kinds: kinds::<G>().take(net.kinds.len()).collect(),
            rows: net.rows().copied().collect(),
        }
    }

    /// The weights of a file.
    pub fn load<G: Notation>(path: &Path) -> Result<Weights, WeightsError> {
        let wrong = |problem: String| WeightsError { path: path.display().to_string(), problem, game: G::INFO.name };
        let size = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?;
        if !size.is_file() || size.len() > LARGEST {
            return Err(wrong("it does not hold weights".to_owned()));
        }
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Weights::read::<G>(&text).map_err(wrong)
    }

    /// The weights in a file's text, or what is wrong with it.
    pub fn read<G: Notation>(text: &str) -> Result<Weights, String> {
        let weights: Weights = serde_json::from_str(text).map_err(|_| "it does not hold weights".to_owned())?;
        if weights.format != FORMAT {
            return Err(format!("its format is `{}`, not `{FORMAT}`", weights.format));
        }
        if weights.game != G::INFO.name {
            return Err(format!("it is for {}", weights.game));
        }
        let rules = inputs::<G>(G::INFO.seats[0]);
        let fits =
            weights.inputs == rules && (weights.kinds.is_empty() || kinds::<G>().eq(weights.kinds.iter().cloned()));
        if !fits || weights.rows.len() != 2 * SEAT + TABLE + rules.len() + 2 + weights.kinds.len() {
            return Err("it was made by another version, with other rules, actions or numbers".to_owned());
        }
        if weights.rows.iter().flatten().any(|weight| !weight.is_finite()) {
            return Err("not all its weights are numbers".to_owned());
        }
        Ok(weights)
    }

    /// The text of a file of them, a line a row.
    pub fn write(&self) -> String {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else { unreachable!("it is a plain struct") };
        fields.remove("rows");
        let mut text = String::from("{\n");
        for (key, value) in &fields {
            text += &format!("\"{key}\": {value},\n");
        }
        let rows: Vec<String> = self.rows.iter().map(|row| format!("{row:?}")).collect();
        text + "\"rows\": [\n" + &rows.join(",\n") + "\n]\n}\n"
    }

    /// The network.
    pub fn net(&self) -> Net {
        let mut net = Net::new(self.inputs.len(), self.kinds.len(), || 0.0);
        for (row, read) in net.rows_mut().zip(&self.rows) {
            *row = *read;
        }
        net
    }
}
