//! Playing an experiment: all its games in order, to `games.csv`, and from there to its tables and its report.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marque_agents::learn::{Learnt, Net};
use marque_agents::{Bot, Knowledge};
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::arena::Arena;
use crate::balance::course::{Chronicler, Course, Watched};
use crate::balance::dataset::Dataset;
use crate::balance::experiment_file::{Experiment, FileError, Source};
use crate::balance::game_rows::{LeadFactRow, UseFactRow, lead_facts, use_facts};
use crate::balance::plan::{Plan, learner};
use crate::balance::precision::{Precision, likely, look_after};
use crate::balance::totals::Totals;
use crate::clerk::{Clerk, Progress, RunError, Tracker, Venue, with_csv};
use crate::files::{FilesError, Folder, Format, ReadError, Scorebook, at};
use crate::manifest::Manifest;
use crate::parts::{Blocks, Parts, PartsError};
use crate::player::Player;
use crate::report;
use crate::train::run::Length;
use crate::train::{Training, TrainingError};

/// Why an experiment cannot be run.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// Its files or threads.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Its tables, read back.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The training of its players.
    #[error(transparent)]
    Training(#[from] TrainingError),
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
        match self {
            ExperimentError::Run(error) => error.is_usage(),
            ExperimentError::Training(error) => error.is_usage(),
            _ => false,
        }
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
pub fn run<G: Knowledge>(
    plan: &Plan<G>,
    command: &str,
    mut venue: Venue<'_>,
) -> Result<ExperimentResult, ExperimentError> {
    let (manifest, formats) = (manifest(plan, command), with_csv(venue.formats));
    let mut tracker = ExperimentTracker::new(plan);
    // A folder of something else is refused before anything is trained.
    clerk(plan, &manifest).look(venue.out, &mut ExperimentTracker::new(plan))?;
    let Some(learnt) = train(plan, command, &mut venue)? else {
        return Ok(ExperimentResult { progress: tracker.progress, dataset: None });
    };
    let folder = clerk(plan, &manifest).run(venue, &mut tracker, player_of(plan, &learnt))?;
    conclude(tracker, &folder, &formats)
}

/// Plays some blocks of what is planned, with their games in the folder of the venue, or goes on where they end. Players
/// that are trained first are taken from the folder `trained`, if one is given, which holds some blocks of the same run.
pub fn run_part<G: Knowledge>(
    plan: &Plan<G>,
    command: &str,
    blocks: Blocks,
    trained: Option<&Path>,
    mut venue: Venue<'_>,
) -> Result<Progress, ExperimentError> {
    let all = Blocks { first: 0, end: plan.games() / plan.experiment.seats as u64 };
    if blocks.end > all.end {
        return Err(RunError::from(PartsError::Beyond { asked: blocks, all }).into());
    }
    if let Some(from) = trained.filter(|_| trains(plan)) {
        copy_trained(from, venue.out)?;
    }
    let Some(learnt) = train(plan, command, &mut venue)? else {
        return Ok(Progress { total: blocks.count() * plan.experiment.seats as u64, ..Progress::default() });
    };
    Ok(clerk(plan, &manifest(plan, command)).run_part(blocks, venue, player_of(plan, &learnt))?)
}

/// Puts parts of what is planned together, behind what the folder of the venue holds already; then writes the tables and
/// the report.
pub fn merge<G: Knowledge>(
    plan: &Plan<G>,
    command: &str,
    parts: &Parts,
    venue: Venue<'_>,
) -> Result<ExperimentResult, ExperimentError> {
    let (manifest, formats) = (manifest(plan, command).begun_with(&parts.manifest), with_csv(venue.formats));
    parts.check(&manifest).map_err(RunError::from)?;
    let mut tracker = ExperimentTracker::new(plan);
    let folder = clerk(plan, &manifest).merge(&parts.parts, venue, &mut tracker)?;
    if let Some(part) = parts.parts.iter().find(|part| trains(plan) && is_trained(&part.path)) {
        copy_trained(&part.path, folder.path())?;
    }
    conclude(tracker, &folder, &formats)
}

/// The blocks that are to be played next, by what a folder holds of it; `None` once it is over. Where a precision is asked for
/// they go to the look that will likely find it, but no further than as many again as there were. Where players are trained
/// first, one block comes alone, whose part trains them for all others.
pub fn next_round<G: Knowledge>(plan: &Plan<G>, command: &str, out: &Path) -> Result<Option<Blocks>, ExperimentError> {
    let mut tracker = ExperimentTracker::new(plan);
    clerk(plan, &manifest(plan, command)).look(out, &mut tracker)?;
    let seats = plan.experiment.seats as u64;
    let Progress { done, total, likely, .. } = tracker.progress;
    let end = match plan.precision {
        _ if trains(plan) && !is_trained(out) => done + seats,
        Some(_) => likely.unwrap_or(total).clamp(tracker.look.1, tracker.look.1.max(2 * done)),
        None => total,
    };
    Ok((done < total).then_some(Blocks { first: done / seats, end: end / seats }))
}

/// Plays a few games that are kept nowhere, and returns how long a game takes on one thread. They are of all matches alike, as
/// far as they get within `budget`, and by players that have learnt nothing yet.
pub fn pilot<G: Knowledge>(plan: &Plan<G>, budget: Duration) -> Duration {
    let unlearnt = vec![None; plan.variants.len()];
    let (play, began, mut played) = (player_of(plan, &unlearnt), Instant::now(), 0);
    for number in (0..plan.games()).step_by(plan.experiment.seats) {
        play(number);
        played += 1;
        if began.elapsed() >= budget {
            break;
        }
    }
    began.elapsed() / played.max(1)
}

/// What a manifest of an experiment says it plays; `None` if it is no such manifest.
pub fn recall<G: Knowledge>(manifest: &Manifest) -> Option<Result<Plan<G>, FileError>> {
    #[derive(Deserialize)]
    struct Said {
        games: u64,
        experiment: Experiment,
    }
    let Said { games, experiment } = manifest.to().ok()?;
    // Not by way of a file, where lists of tables would come last.
    Some(Plan::new(&Source::from(experiment), Some(games), Path::new(".")))
}

fn clerk<'a, G: Knowledge>(plan: &'a Plan<G>, manifest: &'a Manifest) -> Clerk<'a, Plan<G>> {
    Clerk { manifest, book: plan, traces: false }
}

/// What plays the game of a number.
fn player_of<G: Knowledge>(plan: &Plan<G>, learnt: &[Option<Arc<Net>>]) -> impl Fn(u64) -> Watched + Sync {
    let players = players(plan, learnt);
    move |number: u64| {
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
    }
}

/// Writes the tables and the report.
fn conclude<G: Knowledge>(
    tracker: ExperimentTracker<'_, G>,
    folder: &Folder,
    formats: &[Format],
) -> Result<ExperimentResult, ExperimentError> {
    let ExperimentTracker { plan, totals, progress, .. } = tracker;
    let seats = plan.experiment.seats as u64;
    if progress.done < plan.variants.len() as u64 * seats {
        return Ok(ExperimentResult { progress, dataset: None });
    }
    write_facts(plan, folder, formats)?;
    totals.dataset().write(folder, formats)?;
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

/// The folder of trained players in that of an experiment.
const ADAPT: &str = "adapt";

/// Whether players are trained before they are measured.
pub fn trains<G: Knowledge>(plan: &Plan<G>) -> bool {
    plan.experiment.adapt.is_some() && learner::<G>(&plan.experiment.bots).is_some()
}

/// Whether the folder of an experiment has trained players.
pub fn is_trained(folder: &Path) -> bool {
    folder.join(ADAPT).is_dir()
}

/// Takes trained players over from one folder of an experiment to another that has none, all of them or none.
fn copy_trained(from: &Path, to: &Path) -> Result<(), FilesError> {
    if is_trained(to) {
        return Ok(());
    }
    let (from, coming) = (from.join(ADAPT), to.join(".adapt-coming"));
    std::fs::create_dir_all(&coming).map_err(at(&coming))?;
    for file in std::fs::read_dir(&from).map_err(at(&from))? {
        let file = file.map_err(at(&from))?;
        std::fs::copy(file.path(), coming.join(file.file_name())).map_err(at(&file.path()))?;
    }
    std::fs::rename(&coming, to.join(ADAPT)).map_err(at(&coming))
}

/// Trains players where the plan says so, with their weights in a folder of the venue's, or finds them trained: by variant,
/// what its players have learnt. `None` where it was stopped.
fn train<G: Knowledge>(
    plan: &Plan<G>,
    command: &str,
    venue: &mut Venue<'_>,
) -> Result<Option<Vec<Option<Arc<Net>>>>, ExperimentError> {
    let mut learnt = vec![None; plan.variants.len()];
    let (Some(adapt), Some(bot)) = (&plan.experiment.adapt, learner::<G>(&plan.experiment.bots)) else {
        return Ok(Some(learnt));
    };
    let folder = venue.out.join(ADAPT);
    std::fs::create_dir_all(&folder).map_err(at(&folder))?;
    for (number, variant) in plan.variants.iter().enumerate() {
        let Some(trained) = variant.trained else { continue };
        let game = &plan.variants[trained].game;
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = plan.variants[trained].name.chars().take(40).map(plain).collect();
        let out = folder.join(format!("{trained}-{name}.weights"));
        let training = Training {
            game: game.clone(),
            bot: bot.clone(),
            games: adapt.games,
            priors: false,
            seed: plan.experiment.seed,
            command: command.to_owned(),
        };
        let came_to = training.run(Length::Generations(adapt.generations), Venue { out: &out, ..venue.lend() })?;
        if came_to.stopped {
            return Ok(None);
        }
        learnt[number] = came_to.weights.map(|weights| Arc::new(weights.net()));
    }
    Ok(Some(learnt))
}

/// The players of every match, with what they have learnt.
fn players<G: Knowledge>(plan: &Plan<G>, learnt: &[Option<Arc<Net>>]) -> Vec<Vec<Player<G>>> {
    let player = |text: &String, net: &Option<Arc<Net>>| {
        let bot = Bot::parse::<G>(text).expect("the plan has checked its bots");
        let Some(net) = net.clone() else { return bot.into() };
        Player::new(bot.to_string(), move || bot.sit_with(Arc::new(Learnt::<G>::new(net.clone()))))
    };
    let players = plan.matches.iter().map(|contest| (contest, &learnt[contest.variant]));
    players.map(|(contest, net)| contest.bots.iter().map(|bot| player(bot, net)).collect()).collect()
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
    /// The rounds after which intervals are looked at next, and how many games those are.
    look: (u64, u64),
}

impl<'a, G: Knowledge> ExperimentTracker<'a, G> {
    fn new(plan: &'a Plan<G>) -> ExperimentTracker<'a, G> {
        let progress = Progress { total: plan.games(), ..Progress::default() };
        let rounds = look_after(0);
        ExperimentTracker { plan, totals: Totals::new(plan), progress, look: (rounds, plan.games_before(rounds)) }
    }

    /// Ends the run if all intervals are as narrow as asked for, or says how long it will likely take.
    fn look(&mut self, precision: &Precision) {
        let (rounds, excess) = (self.look.0, self.totals.excess(precision));
        if excess <= 1.0 {
            (self.progress.total, self.progress.likely) = (self.progress.done, None);
        } else {
            let next = look_after(rounds);
            self.look = (next, self.plan.games_before(next));
            self.progress.likely = Some(self.plan.games_before(likely(rounds, excess)));
        }
    }
}

impl<G: Knowledge> Tracker<Course> for ExperimentTracker<'_, G> {
    fn add(&mut self, block: &[Watched]) {
        let contest = self.plan.contest(self.progress.done);
        self.totals.add(contest, block);
        self.progress.add(block);
        if let Some(precision) = &self.plan.precision
            && self.progress.done == self.look.1
            && !self.complete()
        {
            self.look(precision);
        }
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
