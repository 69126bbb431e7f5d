//! `marque run`: balance experiments.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use marque_agents::{Bot, Knowledge};
use marque_experiments::balance::experiment_file::{FileError, Source};
use marque_experiments::balance::findings::findings;
use marque_experiments::balance::plan::Plan;
use marque_experiments::balance::ready;
use marque_experiments::clerk::{MOST_GAMES, Venue};
use marque_experiments::experiment::{self, ExperimentResult};
use marque_experiments::files::Format;

use crate::bot;
use crate::failure::Usage;
use crate::grid::Grid;
use crate::progress::{Display, stop_on_ctrl_c};

/// Runs a balance experiment over rule variants
///
/// Plays every variant on the same deals, writes CSV files and `report.html` into a folder, and says what was found. The
/// same command goes on where a stopped run ended. Example: `marque run bosman-boat --games 200`
#[derive(clap::Args)]
pub struct RunArgs {
    /// An experiment file, or the name of a ready one
    #[arg(required_unless_present = "list")]
    file: Option<PathBuf>,
    /// Lists the ready experiments with their questions
    #[arg(long, conflicts_with_all = ["file", "games", "out", "threads", "formats"])]
    list: bool,
    /// Games of each match, instead of what the file says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Where the files go [default: runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// On how many threads games are played (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "T")]
    threads: usize,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

/// Runs or lists experiments.
pub fn run(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let Some(file) = args.file.as_deref().filter(|_| !args.list) else { return list(out) };
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let text = read(file, &name)?;
    let wrong = |error: FileError| Usage(format!("{}: {error}", file.display()));
    let source = Source::read(&text).map_err(wrong)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let to = args.out.clone().unwrap_or_else(|| Path::new("runs").join(&name));
    let game = source.experiment.game.clone();
    let played = marque::with_game!(&game, G => play::<G>(&source, args, &name, folder, &to));
    let played = played.unwrap_or_else(|| {
        let hint =
            marque::nearest(&game, &marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
        let problem = format!("there is no game `{game}`{hint}; games: {}", marque::NAMES.join(", "));
        Err(PlayError::File(source.error(&["game"], problem)))
    });
    let ExperimentResult { progress, dataset } = played.map_err(|error| match error {
        PlayError::File(error) => wrong(error).into(),
        PlayError::Run(error) => error,
    })?;
    writeln!(out, "{}\n{}\n", source.experiment.title, source.experiment.question)?;
    if let Some(dataset) = &dataset {
        print_findings(&findings(dataset), out)?;
        writeln!(out, "Report: {}", to.join("report.html").display())?;
    }
    if progress.done < progress.total {
        let (done, total) = (progress.done, progress.total);
        writeln!(out, "Stopped before game {done} of {total}: give the same command again to go on.")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn play<G: Knowledge>(
    source: &Source,
    args: &RunArgs,
    name: &str,
    folder: &Path,
    to: &Path,
) -> Result<ExperimentResult, PlayError> {
    let plan = Plan::<G>::new(source, args.games, folder).map_err(PlayError::File)?;
    // Kept to the end: all matches share the processes of a program.
    let named = plan.matches.iter().flat_map(|contest| &contest.bots).collect::<BTreeSet<_>>().into_iter();
    let bots: Vec<Bot> = named.filter_map(|text| Bot::parse::<G>(text).ok()).collect();
    bot::prepare(&bots, Some(&to.join("logs"))).map_err(PlayError::Run)?;
    let stop = stop_on_ctrl_c().map_err(PlayError::Run)?;
    // The command that gives the same run again, without what does not change it.
    let games = args.games.map_or(String::new(), |games| format!(" --games {games}"));
    let command = format!("marque run {name}{games}");
    let (variants, matches) = (plan.variants.len(), plan.matches.len());
    let title =
        format!("{}: {} games of {variants} variants in {matches} matches", source.experiment.title, plan.games());
    let mut display = Display::new(title);
    let venue = Venue { out: to, threads: args.threads, formats: &args.formats, stop, observer: &mut display };
    let result = experiment::run(&plan, &command, venue);
    display.clear();
    result.map_err(|error| {
        PlayError::Run(if error.is_usage() {
            Usage(error.to_string()).into()
        } else {
            anyhow::Error::new(error).context("the experiment stopped; the same command goes on where its files end")
        })
    })
}

/// Sentences under a heading.
pub type Findings = (&'static str, Vec<String>);

/// Prints what was found.
pub fn print_findings(found: &[Findings], out: &mut dyn Write) -> io::Result<()> {
    for (heading, said) in found {
        writeln!(out, "{heading}")?;
        said.iter().try_for_each(|finding| writeln!(out, "- {finding}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// What stopped an experiment: its file, or anything else.
enum PlayError {
    File(FileError),
    Run(anyhow::Error),
}

/// The text of an experiment file, or of the ready experiment of that name.
fn read(file: &Path, name: &str) -> Result<String> {
    match (fs::read_to_string(file), ready::find(name)) {
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
