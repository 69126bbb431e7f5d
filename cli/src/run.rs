//! `marque run`: balance experiments.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use marque_agents::Knowledge;
use marque_experiments::balance::file::{FileError, Source};
use marque_experiments::balance::findings::findings;
use marque_experiments::balance::plan::Plan;
use marque_experiments::balance::ready;
use marque_experiments::balance::run::Progress;

use crate::failure::Usage;
use crate::tables::Grid;

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
    #[arg(long, conflicts_with_all = ["file", "games", "out", "threads"])]
    list: bool,
    /// Games of each match, instead of what the file says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Where the files go [default: results/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// On how many threads games are played (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "T")]
    threads: usize,
}

/// Runs or lists experiments.
pub fn run(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let Some(file) = args.file.as_deref().filter(|_| !args.list) else { return list(out) };
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let text = read(file, &name)?;
    let wrong = |error: FileError| Usage(format!("{}: {error}", file.display()));
    let source = Source::read(&text).map_err(wrong)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let to = args.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
    let game = source.experiment.game.clone();
    fn play<G: Knowledge>(
        source: &Source,
        args: &RunArgs,
        folder: &Path,
        to: &Path,
    ) -> Result<Vec<Findings>, PlayError> {
        let plan = Plan::<G>::new(source, args.games, folder).map_err(PlayError::File)?;
        let mut meter = Meter::new();
        let command = std::env::args().collect::<Vec<_>>().join(" ");
        let outcome =
            plan.run(to, &command, args.threads, &AtomicBool::new(false), &mut |progress| meter.show(progress));
        let outcome = outcome.map_err(|error| PlayError::Run(error.into()))?;
        Ok(outcome.tables.as_ref().map(findings).unwrap_or_default())
    }
    let said = marque::with_game!(&game, G => play::<G>(&source, args, folder, &to));
    let said = said.unwrap_or_else(|| {
        let hint =
            marque::nearest(&game, marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
        let problem = format!("there is no game `{game}`{hint}; games: {}", marque::NAMES.join(", "));
        Err(PlayError::File(source.error(&["game"], problem)))
    });
    let said = said.map_err(|error| match error {
        PlayError::File(error) => wrong(error).into(),
        PlayError::Run(error) => error,
    })?;
    writeln!(out, "{}\n{}\n", source.experiment.title, source.experiment.question)?;
    print_findings(&said, out)?;
    writeln!(out, "Report: {}", to.join("report.html").display())?;
    Ok(ExitCode::SUCCESS)
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

/// Shows progress: a bar on a terminal, a line for every tenth otherwise.
struct Meter {
    bar: Option<ProgressBar>,
    tenths: u64,
    begun: bool,
}

impl Meter {
    fn new() -> Meter {
        Meter { bar: io::stderr().is_terminal().then(ProgressBar::no_length), tenths: 0, begun: false }
    }

    fn show(&mut self, Progress { done, total, forfeits }: Progress) {
        let tenths = done * 10 / total.max(1);
        let new = !self.begun || tenths > self.tenths;
        if let Some(bar) = &self.bar {
            if !self.begun {
                let style = "{bar:30} {pos}/{len} games, {per_sec}, {eta} left{msg}";
                bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
                bar.set_length(total);
                // Games of an earlier run say nothing about the speed of this one.
                bar.set_position(done);
                bar.reset_eta();
            }
            bar.set_position(done);
            if forfeits > 0 {
                bar.set_message(format!(", {forfeits} forfeited"));
            }
            if done >= total {
                bar.finish_and_clear();
            }
        } else if new {
            eprintln!(
                "{done} of {total} games{}",
                if forfeits > 0 { format!(", {forfeits} forfeited") } else { String::new() }
            );
        }
        (self.tenths, self.begun) = (tenths, true);
    }
}
