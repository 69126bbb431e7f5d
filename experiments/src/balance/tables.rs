//! The tables of a finished experiment, as its folder holds them.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::sheet::Sheet;

/// Tables that an experiment always has; the others are there where it has such a section.
const NEEDED: [&str; 3] = ["experiment", "variants", "seats"];

/// A folder without what a report is made from.
#[derive(Debug, Error)]
pub enum TablesError {
    /// A file that must be there is not.
    #[error("{} is missing: not the folder of an experiment", .0.display())]
    Missing(PathBuf),
    /// A file that cannot be read.
    #[error("{}: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: csv::Error,
    },
}

/// Every table of an experiment; one that it does not have is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    /// What is said about the experiment: `key` and `value`.
    pub experiment: Sheet,
    /// Every measure of every variant.
    pub variants: Sheet,
    /// How every seat fares.
    pub seats: Sheet,
    /// How kinds of action and deeds are used.
    pub actions: Sheet,
    /// Each level of skill against the one below.
    pub ladder: Sheet,
    /// Every plan against every plan.
    pub styles: Sheet,
    /// What a bot comes to without a kind of action.
    pub restricted: Sheet,
    /// How length and scores are distributed.
    pub distributions: Sheet,
    /// Who led when.
    pub lead: Sheet,
}

impl Tables {
    /// Every table with the name of its file, without `.csv`.
    pub fn named(&self) -> [(&'static str, &Sheet); 9] {
        [
            ("experiment", &self.experiment),
            ("variants", &self.variants),
            ("seats", &self.seats),
            ("actions", &self.actions),
            ("ladder", &self.ladder),
            ("styles", &self.styles),
            ("restricted", &self.restricted),
            ("distributions", &self.distributions),
            ("lead", &self.lead),
        ]
    }

    /// Reads the tables of a folder.
    pub fn read(folder: &Path) -> Result<Tables, TablesError> {
        let read = |name: &str| {
            let path = folder.join(format!("{name}.csv"));
            if !fs::exists(&path).unwrap_or(false) {
                return if NEEDED.contains(&name) { Err(TablesError::Missing(path)) } else { Ok(Sheet::default()) };
            }
            Sheet::read(&path).map_err(|problem| TablesError::Unreadable { path, problem })
        };
        Ok(Tables {
            experiment: read("experiment")?,
            variants: read("variants")?,
            seats: read("seats")?,
            actions: read("actions")?,
            ladder: read("ladder")?,
            styles: read("styles")?,
            restricted: read("restricted")?,
            distributions: read("distributions")?,
            lead: read("lead")?,
        })
    }

    /// Something said about the experiment.
    pub fn about(&self, key: &str) -> &str {
        self.experiment.rows().find(|row| row.text("key") == key).map_or("", |row| row.text("value"))
    }

    /// The names of the variants, the base first.
    pub fn variant_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in self.seats.rows() {
            let name = row.text("variant");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
