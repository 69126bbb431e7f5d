//! The game at the table and the file it is kept in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use anyhow::{Context, Result};
use marque_agents::sitting::AnySitting;

use crate::tell::tell;

/// Where games are kept unless they came from elsewhere.
const FOLDER: &str = "games";

/// A sitting that is saved whatever happens.
pub struct SavedGame {
    sitting: Mutex<Box<dyn AnySitting>>,
    path: PathBuf,
}

impl SavedGame {
    /// A game that will be kept where it was taken up from, or in a new file.
    pub fn new(sitting: Box<dyn AnySitting>, from: Option<&Path>) -> SavedGame {
        let path = match from {
            Some(path) if path != Path::new("-") => path.to_owned(),
            _ => free_path(&*sitting),
        };
        SavedGame { sitting: Mutex::new(sitting), path }
    }

    /// The sitting, for as long as it takes to look at it or to play an event.
    pub fn sitting(&self) -> MutexGuard<'_, Box<dyn AnySitting>> {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves the game on Ctrl-C, and ends the command.
    pub fn save_when_interrupted(self: &Arc<SavedGame>) -> Result<()> {
        let game = Arc::clone(self);
        let leave = move || {
            if let Err(TryLockError::WouldBlock) = game.sitting.try_lock() {
                tell("\nThe game is saved as soon as the move is made.");
            }
            let sitting = game.sitting();
            // Standard output belongs to the table, which is waiting for input.
            match game.save(&**sitting) {
                Ok(saved) => tell(format_args!("\n{saved}")),
                Err(error) => tell(format_args!("\nmarque: {error:#}")),
            }
            process::exit(0);
        };
        ctrlc::set_handler(leave).context("cannot watch for Ctrl-C")
    }

    /// Saves the game and says how to come back to it.
    pub fn save(&self, sitting: &dyn AnySitting) -> Result<String> {
        write(sitting, &self.path)
    }
}

/// Writes a game to a file and says how to come back to it.
pub fn write(sitting: &dyn AnySitting, path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    sitting.save(&mut bytes)?;
    let cannot = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(path, bytes).with_context(cannot)?;
    let (name, path) = (sitting.info().name, path.display());
    Ok(match sitting.ending() {
        None => format!("The game is saved: `marque play {name} --resume {path}` goes on."),
        Some(_) => format!("The game is saved: `marque analyze {name} --trace {path} --all` looks into it."),
    })
}

/// The first name in the folder of games that no other game has.
fn free_path(sitting: &dyn AnySitting) -> PathBuf {
    let base = format!("{}-{}", sitting.info().name, sitting.seed());
    let mut path = Path::new(FOLDER).join(format!("{base}.jsonl"));
    let mut number = 1;
    while path.exists() {
        number += 1;
        path.set_file_name(format!("{base}-{number}.jsonl"));
    }
    path
}
