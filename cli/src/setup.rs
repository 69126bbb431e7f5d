//! Which game, for how many seats, by which rules: what most commands begin with.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use marque::{Param, Show, ruleset, toml};

use crate::failure::Usage;

/// A game with its seats and rules.
#[derive(clap::Args, Clone, Debug)]
pub struct Setup {
    /// The game's name, as `marque games` lists it
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    pub game: String,
    #[command(flatten)]
    pub variant: RuleArgs,
}

/// Seats and rules of a game.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct RuleArgs {
    /// How many seats play (default: the fewest the game allows)
    #[arg(long, short, value_name = "P")]
    pub players: Option<usize>,
    /// A ruleset file; `marque rules GAME --toml` prints one to start from
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Sets one rule over the file's or the default; may be given again and again
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl RuleArgs {
    /// The game with these seats and rules.
    pub fn create<G: Show>(&self) -> Result<G> {
        let seats = self.players.unwrap_or(G::INFO.seats[0]);
        let refused = |problem: String| Usage(format!("{problem}; see `marque rules {} --parameters`", G::INFO.name));
        let params = G::checked_params(seats).map_err(|error| refused(error.to_string()))?;
        let given = self.rules(&params)?;
        G::create(seats, &given).map_err(|error| match &self.rules {
            // A key of the file rather than of the command line: say where.
            Some(path) if self.set.is_empty() => refused(format!("{}: {error}", path.display())).into(),
            _ => refused(error.to_string()).into(),
        })
    }

    /// The rules given, over which the defaults are not yet laid.
    fn rules(&self, params: &[Param]) -> Result<toml::Table> {
        let mut given = toml::Table::new();
        if let Some(path) = &self.rules {
            let text = ruleset::read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
            given = text.parse().map_err(|error| Usage(format!("{}: {error}", path.display())))?;
            let folder = path.parent().unwrap_or(Path::new("."));
            ruleset::read_files(params, &mut given, folder)?;
        }
        for pair in &self.set {
            let mut pair = read_pair(pair)?;
            ruleset::read_files(params, &mut pair, Path::new("."))?;
            merge(&mut given, pair);
        }
        Ok(given)
    }
}

/// Reads `key=value` as a line of TOML; a value that is none is taken as a word, so that quotes can be left out.
fn read_pair(pair: &str) -> Result<toml::Table> {
    let Some((key, value)) = pair.split_once('=') else {
        return Err(Usage(format!("`--set {pair}`: expected KEY=VALUE, such as `--set hand=4`")).into());
    };
    if let Ok(table) = format!("{key} = {value}").parse() {
        return Ok(table);
    }
    Ok(toml::Table::from_iter([(key.trim().to_owned(), value.trim().into())]))
}

/// Lays `over` onto `base`; tables inside are merged key by key.
fn merge(base: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => merge(base, over),
            (_, value) => drop(base.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_toml_or_plain_words() {
        let pair = |text| read_pair(text).unwrap().to_string();
        assert_eq!(pair("hand=4"), "hand = 4\n");
        assert_eq!(pair("places=row"), "places = \"row\"\n");
        assert_eq!(pair("coins=[3, 1]"), "coins = [3, 1]\n");
        assert_eq!(pair("ticks.element=5"), "[ticks]\nelement = 5\n");
        assert!(read_pair("hand").unwrap_err().to_string().contains("expected KEY=VALUE"));
    }

    #[test]
    fn tables_are_merged_key_by_key() {
        let mut base: toml::Table = "a = 1\n[t]\nx = 1\ny = 2".parse().unwrap();
        merge(&mut base, "[t]\ny = 3".parse().unwrap());
        assert_eq!(base, "a = 1\n[t]\nx = 1\ny = 3".parse().unwrap());
    }
}
