//! `marque run`: balance experiments.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::HumanDuration;
use marque::ruleset;
use marque_agents::{Bot, Knowledge};
use marque_experiments::balance::answer;
use marque_experiments::balance::dataset::Dataset;
use marque_experiments::balance::experiment_file::{Experiment, FileError, Sizes, Source};
use marque_experiments::balance::findings::findings;
use marque_experiments::balance::plan::Plan;
use marque_experiments::balance::precision::look_after;
use marque_experiments::balance::ready;
use marque_experiments::clerk::{MOST_GAMES, Venue};
use marque_experiments::experiment::{self, ExperimentError, ExperimentResult};
use marque_experiments::files::Format;
use marque_experiments::files::codec::Named;
use marque_experiments::parts::Blocks;

use crate::bot;
use crate::failure::Usage;
use crate::grid::Grid;
use crate::progress::{Display, stop_on_ctrl_c};
use crate::tournament::conclude_part;

/// Runs a balance experiment over rule variants
///
/// Plays every variant on the same deals, writes CSV files and `report.html` into a folder, and says what was found. The
/// same command goes on where a stopped run ended, and with more games or more precision where a finished one did.
///
/// Examples: `marque run bosman-boat --games 200`, `marque run bosman-boat --precision 5 --games 4000`
#[derive(clap::Args)]
pub struct RunArgs {
    /// An experiment file, or the name of a ready one
    #[arg(required_unless_present = "list")]
    file: Option<PathBuf>,
    /// Lists the ready experiments with their questions
    #[arg(long, conflicts_with_all = ["file", "games", "precision", "dry_run", "out", "threads", "formats"])]
    list: bool,
    /// Games of each variant, instead of what the file says; other matches are played in proportion
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Plays until the 95 % interval of every focus measure is as narrow as ± so many points (per cent for lengths), or all
    /// games are played
    #[arg(long, value_name = "POINTS", value_parser = points)]
    precision: Option<f64>,
    /// Says what would be played and about how long that takes, and writes nothing
    #[arg(long, conflicts_with_all = ["blocks", "formats"])]
    dry_run: bool,
    /// Where the files go [default: runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Plays only a part, from block A to before block B of all matches; `marque merge` puts parts together
    #[arg(long, value_name = "A..B", requires = "out")]
    blocks: Option<Blocks>,
    /// Takes the players that `[adapt]` asks for from this folder, which has other blocks of the run, instead of training them
    #[arg(long, value_name = "DIR", requires = "blocks")]
    trained: Option<PathBuf>,
    /// On how many threads games are played (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "T")]
    threads: usize,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

impl RunArgs {
    /// Whether there is an experiment to run.
    pub fn names_a_file(&self) -> bool {
        self.file.is_some() && !self.list
    }
}

/// How long games are tried out before saying how long all take.
const PILOT: Duration = Duration::from_secs(2);

/// A size of intervals in points.
fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| *points > 0.0 && *points <= 100.0);
    points.ok_or_else(|| "expected a number of points above 0, up to 100, such as 3".to_owned())
}

/// Runs or lists experiments.
pub fn run(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode> {
    if !args.names_a_file() {
        return list(out);
    }
    let asked = Asked::new(args)?;
    marque::with_game!(asked.game(), G => play::<G>(args, &asked, out)).unwrap_or_else(|| Err(asked.no_game()))
}

/// An experiment as the command line asks for it.
pub struct Asked {
    file: PathBuf,
    name: String,
    source: Source,
    games: Option<u64>,
    precision: Option<f64>,
    /// Where its files go.
    pub to: PathBuf,
}

impl Asked {
    /// Reads the file.
    pub fn new(args: &RunArgs) -> Result<Asked> {
        let file = args.file.clone().unwrap_or_default();
        let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let mut source = Source::read(&read(&file, &name)?).map_err(|error| wrong(&file, error))?;
        let precision = args.precision;
        if let Some(points) = precision {
            source.experiment.precision = Some(Sizes::All(points));
        }
        let to = args.out.clone().unwrap_or_else(|| Path::new("runs").join(&name));
        Ok(Asked { file, name, source, games: args.games, precision, to })
    }

    /// The name of its game.
    pub fn game(&self) -> &str {
        &self.source.experiment.game
    }

    /// The error where there is no such game.
    pub fn no_game(&self) -> anyhow::Error {
        let game = self.game();
        let hint =
            marque::nearest(game, &marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
        let problem = format!("there is no game `{game}`{hint}; games: {}", marque::NAMES.join(", "));
        wrong(&self.file, self.source.error(&["game"], problem))
    }

    /// Everything it plays.
    pub fn plan<G: Knowledge>(&self) -> Result<Plan<G>> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        Plan::new(&self.source, self.games, folder).map_err(|error| wrong(&self.file, error))
    }

    /// The command that gives the same run again, without what does not change it.
    pub fn command(&self) -> String {
        let games = self.games.map_or(String::new(), |games| format!(" --games {games}"));
        let precision = self.precision.map_or(String::new(), |points| format!(" --precision {points}"));
        format!("marque run {}{games}{precision}", self.name)
    }
}

/// An error of an experiment file.
fn wrong(file: &Path, error: FileError) -> anyhow::Error {
    Usage(format!("{}: {error}", file.display())).into()
}

fn play<G: Knowledge>(args: &RunArgs, asked: &Asked, out: &mut dyn Write) -> Result<ExitCode> {
    let plan = asked.plan::<G>()?;
    // Kept to the end: all matches share the processes of a program.
    let named = plan.matches.iter().flat_map(|contest| &contest.bots).collect::<BTreeSet<_>>().into_iter();
    let bots: Vec<Bot> = named.filter_map(|text| Bot::parse::<G>(text).ok()).collect();
    if args.dry_run {
        bot::prepare(&bots, None)?;
        return tell_plan(&plan, args.threads, out);
    }
    bot::prepare(&bots, Some(&asked.to.join("logs")))?;
    let stop = stop_on_ctrl_c()?;
    let (variants, matches) = (plan.variants.len(), plan.matches.len());
    let most = if plan.precision.is_some() { "at most " } else { "" };
    let title =
        format!("{}: {most}{} games of {variants} variants in {matches} matches", plan.experiment.title, plan.games());
    let mut display = Display::new(title);
    let venue = Venue { out: &asked.to, threads: args.threads, formats: &args.formats, stop, observer: &mut display };
    if let Some(blocks) = args.blocks {
        let progress = experiment::run_part(&plan, &asked.command(), blocks, args.trained.as_deref(), venue);
        display.clear();
        return conclude_part(&asked.to, blocks, &progress.map_err(explain)?, out);
    }
    let result = experiment::run(&plan, &asked.command(), venue);
    display.clear();
    conclude(&plan.experiment, &asked.to, &result.map_err(explain)?, out)
}

/// Prints what would be played, and about how long that takes.
fn tell_plan<G: Knowledge>(plan: &Plan<G>, threads: usize, out: &mut dyn Write) -> Result<ExitCode> {
    let Experiment { title, question, seats, .. } = &plan.experiment;
    writeln!(out, "{title}\n{question}\n")?;
    let mut variants = Grid::new(&["variant", "rules"]);
    for variant in &plan.variants {
        variants.row([variant.name.as_str(), if variant.rules.is_empty() { "the game's own" } else { &variant.rules }]);
    }
    writeln!(out, "{variants}\n")?;
    let mut matches = Grid::new(&["match", "variant", "bots", "games"]).numbers([3]);
    for (number, contest) in plan.matches.iter().enumerate() {
        let (study, variant) = (contest.study.kind().name(), plan.variants[contest.variant].name.as_str());
        matches.row([study, variant, &contest.bots.join(", "), &plan.games_of(number).to_string()]);
    }
    writeln!(out, "{matches}\n")?;
    let (games, most) = (plan.games(), if plan.precision.is_some() { "at most " } else { "" });
    writeln!(
        out,
        "{} variants, {} matches, {seats} seats, {most}{games} games.",
        plan.variants.len(),
        plan.matches.len()
    )?;
    if let Some(precision) = &plan.precision {
        let asked = precision.asked().iter().map(|(topic, size)| format!("{} ±{size}", topic.key));
        let first = plan.games_before(look_after(0));
        let asked = asked.collect::<Vec<_>>().join(", ");
        writeln!(out, "Precision: {asked}. After {first} games it is told how many will do.")?;
    }
    let threads = if threads > 0 { threads } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let seconds = experiment::pilot(plan, PILOT).as_secs_f64() * games as f64 / threads as f64;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let threads = if threads == 1 { "one thread".to_owned() } else { format!("{threads} threads") };
    writeln!(out, "Time: {most}about {} on {threads}, by a few games played now.", HumanDuration(time))?;
    Ok(ExitCode::SUCCESS)
}

/// What went wrong, as wrong usage where another command would do.
pub fn explain(error: ExperimentError) -> anyhow::Error {
    if error.is_usage() {
        return Usage(error.to_string()).into();
    }
    anyhow::Error::new(error).context("the experiment stopped; the same command goes on where its files end")
}

/// Prints what came of an experiment; the exit code says whether it is over.
pub fn conclude(
    experiment: &Experiment,
    folder: &Path,
    result: &ExperimentResult,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let ExperimentResult { progress, dataset } = result;
    writeln!(out, "{}\n{}\n", experiment.title, experiment.question)?;
    if let Some(dataset) = &dataset {
        print_answer(dataset, out)?;
        writeln!(out, "Report: {}", folder.join("report.html").display())?;
    }
    if progress.done < progress.total {
        let (done, total) = (progress.done, progress.total);
        writeln!(out, "Stopped before game {done} of {total}: give the same command again to go on.")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the answer, the verdicts it comes from, and what else was found.
pub fn print_answer(dataset: &Dataset, out: &mut dyn Write) -> io::Result<()> {
    for paragraph in answer::paragraphs(dataset) {
        writeln!(out, "{paragraph}\n")?;
    }
    let verdicts = answer::table(dataset);
    if !verdicts.is_empty() && !answer::too_few(dataset) {
        let mut grid = Grid::new(&answer::COLUMNS).numbers([6]);
        verdicts.iter().for_each(|row| grid.row(row));
        writeln!(out, "{grid}\n")?;
    }
    for (heading, said) in &findings(dataset) {
        writeln!(out, "{heading}")?;
        said.iter().try_for_each(|finding| writeln!(out, "- {finding}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// The text of an experiment file, or of the ready experiment of that name.
fn read(file: &Path, name: &str) -> Result<String> {
    match (ruleset::read_text(file), ready::find(name)) {
        (Ok(text), _) => Ok(text),
        (Err(error), Some(ready)) if error.kind() == io::ErrorKind::NotFound => Ok(ready.text.to_owned()),
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => {
            let names: Vec<&str> = ready::READY.iter().map(|ready| ready.name).collect();
            let hint = marque::nearest(name, &names).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
            Err(Usage(format!(
                "there is no experiment {}{hint}; `marque run --list` shows the ready ones",
                file.display()
            ))
            .into())
        }
        (Err(error), _) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// Prints the ready experiments.
fn list(out: &mut dyn Write) -> Result<ExitCode> {
    let mut rows = Grid::new(&["name", "game", "seats", "question"]);
    for ready in ready::READY {
        let experiment =
            Source::read(ready.text).map_err(|error| Usage(format!("{}: {error}", ready.name)))?.experiment;
        rows.row([ready.name, &experiment.game, &experiment.seats.to_string(), &experiment.question]);
    }
    writeln!(out, "{rows}")?;
    writeln!(out, "`marque run NAME` runs one; their files are in experiments/.")?;
    Ok(ExitCode::SUCCESS)
}
