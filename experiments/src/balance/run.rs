//! Playing an experiment: all its games in order, to `games.csv`, and from there to its tables.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use marque_agents::{Bot, Knowledge};
use rayon::ThreadPoolBuildError;
use serde_json::{Map, Value};
use thiserror::Error;

use super::account::{Accountant, Played};
use super::ledger::Ledger;
use super::plan::Plan;
use super::summary::Summary;
use super::tables::Tables;
use crate::arena::Arena;
use crate::clerk::{Account, Clerk, Kept, Observer, Progress};
use crate::files::FilesError;
use crate::manifest::Manifest;
use crate::player::Player;
use crate::record::How;
use crate::report;

/// Why an experiment cannot be run.
#[derive(Debug, Error)]
pub enum RunError {
    /// Its files.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Its threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// Its report.
    #[error("cannot make the report: {0}")]
    Report(#[from] askama::Error),
}

/// What an experiment came to.
pub struct Outcome {
    /// How far it came.
    pub progress: Progress,
    /// The tables; none before the first block of every variant is done.
    pub tables: Option<Tables>,
}

impl<G: Knowledge> Plan<G> {
    /// Plays it on `threads` threads (0: as many as the machine has), with its files in `out`, or goes on where they end;
    /// then writes the tables and the report.
    ///
    /// When `stop` is set it comes to rest after the games being played, and the files hold whole blocks.
    pub fn run(
        &self,
        out: &Path,
        command: &str,
        threads: usize,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, RunError> {
        let ledger = Ledger::new(self);
        let mut count = Count {
            plan: self,
            summary: Summary::new(self),
            progress: Progress { done: 0, total: self.games(), forfeits: 0, sprt: None },
        };
        let seats = self.experiment.seats;
        let players = self.players();
        let play = |number: u64| {
            let job = self.job(number);
            let arena = Arena {
                game: &self.variants[self.matches[job.contest].variant].game,
                players: &players[job.contest],
                seed: self.experiment.seed,
                move_limit: None,
            };
            let (table, lineup) = self.lineup(job);
            let mut accountant = Accountant::new(seats);
            let bout = arena.play(self.index(job), table, lineup, &mut accountant);
            let game = accountant.close(bout.record.clone());
            let rows = ledger.row(number, &bout, &game.account);
            Kept { game, rows, trace: None }
        };
        let manifest = self.manifest(command);
        let folder = Clerk { out, manifest: &manifest, format: &ledger, seats, threads, stop, observer }
            .run::<_, RunError>(&mut count, play)?;
        let whole = count.progress.done >= self.variants.len() as u64 * seats as u64;
        let tables = whole.then(|| count.summary.tables());
        if let Some(tables) = &tables {
            for (name, sheet) in tables.named().into_iter().filter(|(_, sheet)| !sheet.is_empty()) {
                folder.replace(&format!("{name}.csv"), &sheet.to_string())?;
            }
            folder.replace("report.html", &report::page(tables)?)?;
        }
        Ok(Outcome { progress: count.progress, tables })
    }

    /// The players of every match.
    fn players(&self) -> Vec<Vec<Player<G>>> {
        let player = |text: &String| Bot::parse::<G>(text).expect("the plan has checked its bots").into();
        self.matches.iter().map(|contest| contest.bots.iter().map(player).collect()).collect()
    }

    /// Everything needed to run it again.
    fn manifest(&self, command: &str) -> Manifest {
        let json = |value: &dyn Fn() -> serde_json::Result<Value>| value().unwrap_or(Value::Null);
        let variants: Map<String, Value> = self
            .variants
            .iter()
            .map(|variant| (variant.name.clone(), json(&|| serde_json::to_value(variant.game.rules().values()))))
            .collect();
        let matches: Vec<Value> = self
            .matches
            .iter()
            .map(|contest| {
                serde_json::json!({
                    "study": contest.study.name(),
                    "variant": self.variants[contest.variant].name,
                    "bots": contest.bots,
                    "blocks": contest.blocks,
                })
            })
            .collect();
        Manifest::new("experiment", command)
            .with("title", self.experiment.title.as_str())
            .with("question", self.experiment.question.as_str())
            .with("game", G::INFO.name)
            .with("players", self.experiment.seats)
            .with("seed", self.experiment.seed)
            .with("variants", variants)
            .with("matches", matches)
    }
}

/// Everything that is counted as blocks come in, from files or from play.
struct Count<'a, G> {
    plan: &'a Plan<G>,
    summary: Summary<'a, G>,
    progress: Progress,
}

impl<G: Knowledge> Account for Count<'_, G> {
    type Game = Played;

    fn add(&mut self, block: &[Played]) {
        let contest = self.plan.job(self.progress.done).contest;
        self.summary.add(contest, block);
        self.progress.done += block.len() as u64;
        let forfeits = block.iter().filter(|played| matches!(played.record.end.how, How::Forfeit(_))).count();
        self.progress.forfeits += forfeits as u64;
    }

    fn complete(&self) -> bool {
        self.progress.done >= self.progress.total
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
