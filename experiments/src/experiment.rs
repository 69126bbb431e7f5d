//! Playing an experiment: all its games in order, to `games.csv`, and from there to its tables and its report.

use marque_agents::{Bot, Knowledge};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::arena::Arena;
use crate::balance::course::{Chronicler, Course, Watched};
use crate::balance::dataset::Dataset;
use crate::balance::game_rows::{LeadFactRow, UseFactRow, lead_facts, use_facts};
use crate::balance::plan::Plan;
use crate::balance::totals::Totals;
use crate::clerk::{Clerk, Progress, RunError, Tracker, Venue, with_csv};
use crate::files::{FilesError, Folder, Format, ReadError, Scorebook};
use crate::manifest::Manifest;
use crate::player::Player;
use crate::report;

/// Why an experiment cannot be run.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// Its files or threads.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Its tables, read back.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its report.
    #[error("cannot make the report: {0}")]
    Report(#[from] askama::Error),
}

impl From<FilesError> for ExperimentError {
    fn from(error: FilesError) -> ExperimentError {
        ExperimentError::Run(error.into())
    }
}

impl ExperimentError {
    /// Whether another command would do, rather than another disk or machine.
    pub fn is_usage(&self) -> bool {
        matches!(self, ExperimentError::Run(error) if error.is_usage())
    }
}

/// What an experiment came to.
pub struct ExperimentResult {
    /// How far it came.
    pub progress: Progress,
    /// The tables as they were written; none before the first block of every variant is done.
    pub dataset: Option<Dataset>,
}

/// Plays what is planned, with its files in the folder of the venue, or goes on where they end; then writes the tables
/// and the report. `command` is what asks for it, for the manifest.
pub fn run<G: Knowledge>(plan: &Plan<G>, command: &str, venue: Venue<'_>) -> Result<ExperimentResult, ExperimentError> {
    let mut tracker = ExperimentTracker {
        plan,
        totals: Totals::new(plan),
        progress: Progress { total: plan.games(), ..Progress::default() },
    };
    let formats = with_csv(venue.formats);
    let players = players(plan);
    let play = |number: u64| {
        let contest = plan.contest(number);
        let arena = Arena {
            game: &plan.variants[plan.matches[contest].variant].game,
            players: &players[contest],
            seed: plan.experiment.seed,
            move_limit: None,
        };
        let mut chronicler = Chronicler::new(plan.experiment.seats);
        let game = arena.play(plan.seating(number), &mut chronicler);
        chronicler.close(game)
    };
    let clerk = Clerk { manifest: &manifest(plan, command), book: plan, traces: false };
    let folder = clerk.run(venue, &mut tracker, play)?;
    let ExperimentTracker { totals, progress, .. } = tracker;
    let seats = plan.experiment.seats as u64;
    if progress.done < plan.variants.len() as u64 * seats {
        return Ok(ExperimentResult { progress, dataset: None });
    }
    write_facts(plan, &folder, &formats)?;
    totals.dataset().write(&folder, &formats)?;
    // From the files, so that a report made again from them is the same.
    let dataset = Dataset::read(folder.path())?;
    folder.replace("report.html", &report::page(&dataset)?)?;
    Ok(ExperimentResult { progress, dataset: Some(dataset) })
}

/// Writes what the rows of games hold packed in long form, one fact a row.
fn write_facts<G: Knowledge>(plan: &Plan<G>, folder: &Folder, formats: &[Format]) -> Result<(), FilesError> {
    let mut uses = folder.export::<UseFactRow>(formats, plan.seats())?;
    let mut leads = folder.export::<LeadFactRow>(formats, plan.seats())?;
    folder.each_game(plan, |game| {
        let row = plan.row(game);
        use_facts(game, &row).iter().try_for_each(|fact| uses.write(fact))?;
        lead_facts(game, &row).iter().try_for_each(|fact| leads.write(fact))
    })?;
    uses.finish()?;
    leads.finish()
}

/// The players of every match.
fn players<G: Knowledge>(plan: &Plan<G>) -> Vec<Vec<Player<G>>> {
    let player = |text: &String| Bot::parse::<G>(text).expect("the plan has checked its bots").into();
    plan.matches.iter().map(|contest| contest.bots.iter().map(player).collect()).collect()
}

/// Everything needed to run it again.
fn manifest<G: Knowledge>(plan: &Plan<G>, command: &str) -> Manifest {
    let rules = |game: &G| serde_json::to_value(game.rules().values()).unwrap_or(Value::Null);
    let variants: Map<String, Value> =
        plan.variants.iter().map(|variant| (variant.name.clone(), rules(&variant.game))).collect();
    Manifest::new("experiment", command)
        .with("game", G::INFO.name)
        .with("rules", variants)
        .with("games", plan.games_of_a_variant())
        .with("experiment", serde_json::to_value(plan.design()).unwrap_or(Value::Null))
}

/// Everything that is counted as blocks come in, from files or from play.
struct ExperimentTracker<'a, G> {
    plan: &'a Plan<G>,
    totals: Totals<'a, G>,
    progress: Progress,
}

impl<G: Knowledge> Tracker<Course> for ExperimentTracker<'_, G> {
    fn add(&mut self, block: &[Watched]) {
        let contest = self.plan.contest(self.progress.done);
        self.totals.add(contest, block);
        self.progress.done += block.len() as u64;
        self.progress.forfeits += block.iter().filter(|game| game.forfeited()).count() as u64;
    }

    fn complete(&self) -> bool {
        self.progress.done >= self.progress.total
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }
}

#[cfg(test)]
#[path = "experiment_tests.rs"]
mod tests;
