//! `marque tune`: the search for rules that do what a designer wants.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use marque::ruleset;
use marque_agents::Knowledge;
use marque_experiments::balance::experiment_file::FileError;
use marque_experiments::clerk::Venue;
use marque_experiments::files::Format;
use marque_experiments::parts::Blocks;
use marque_experiments::tune::run::{Stage, Tune, TuneError, TuneResult};
use marque_experiments::tune::tune_file::Source;

use crate::failure::Usage;
use crate::progress::{Display, stop_on_ctrl_c};

/// Finds the smallest change of the rules that does what you want
///
/// A file says which rules may be changed and what the game should be like; rulesets are played in rounds, more and more
/// those that look right, and the best few are played again on fresh deals. Writes `best.toml`, CSV files and `report.html`
/// into a folder; the same command goes on where a stopped run ended. Example: `marque tune experiments/tune/dzicz-fair.toml`
#[derive(clap::Args)]
pub struct TuneArgs {
    /// What may be changed and what is wanted; docs/tune.md says how to ask
    file: PathBuf,
    /// Where the files go [default: runs/tune/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// On how many threads games are played (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "T")]
    pub threads: usize,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

/// A search as the command line asks for it.
pub struct Asked<'a> {
    file: &'a Path,
    source: Source,
    to: PathBuf,
}

impl Asked<'_> {
    /// Reads the file.
    pub fn new(args: &TuneArgs) -> Result<Asked<'_>> {
        let file = args.file.as_path();
        let text = ruleset::read_text(file).with_context(|| format!("cannot read {}", file.display()))?;
        let source = Source::read(&text).map_err(|error| wrong(file, &error))?;
        let name = file.file_stem().unwrap_or(file.as_os_str());
        let to = args.out.clone().unwrap_or_else(|| Path::new("runs").join("tune").join(name));
        Ok(Asked { file, source, to })
    }

    /// The name of its game.
    pub fn game(&self) -> &str {
        &self.source.file.game
    }

    /// The error where there is no such game.
    pub fn no_game(&self) -> anyhow::Error {
        let game = self.game();
        let hint =
            marque::nearest(game, &marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
        let problem = format!("there is no game `{game}`{hint}; games: {}", marque::NAMES.join(", "));
        wrong(self.file, &self.source.error(&["game"], problem))
    }

    /// The search.
    fn tune<G: Knowledge>(&self) -> Result<Tune<'_, G>> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        Tune::new(&self.source, folder).map_err(|error| wrong(self.file, &error))
    }

    /// The command that gives the same run again.
    fn command(&self) -> String {
        format!("marque tune {}", self.file.display())
    }

    /// What went wrong, as wrong usage where another command would do.
    fn explain(&self, error: TuneError) -> anyhow::Error {
        match error {
            TuneError::File(error) => wrong(self.file, &error),
            error if error.is_usage() => Usage(error.to_string()).into(),
            error => {
                anyhow::Error::new(error).context("the search stopped; the same command goes on where its files end")
            }
        }
    }

    /// The experiment that is to be played next, which of its blocks, and how many games each has.
    pub fn next_round<G: Knowledge>(&self) -> Result<(Option<(Stage, Blocks)>, usize)> {
        let next = self.tune::<G>()?.next_round(&self.command(), &self.to).map_err(|error| self.explain(error))?;
        Ok((next, self.source.file.seats))
    }
}

/// An error of a file that asks for a search.
fn wrong(file: &Path, error: &FileError) -> anyhow::Error {
    Usage(format!("{}: {error}", file.display())).into()
}

/// Searches.
pub fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let asked = Asked::new(args)?;
    let played = marque::with_game!(asked.game(), G => play::<G>(&asked, args));
    let played = played.unwrap_or_else(|| Err(asked.no_game()));
    let Asked { source, to, .. } = &asked;
    let TuneResult { progress, findings } = played?;
    writeln!(out, "{}\n", source.file.title)?;
    let Some(findings) = findings else {
        let (done, total) = (progress.done, progress.total);
        writeln!(out, "Stopped after about {done} of {total} games: give the same command again to go on.")?;
        return Ok(ExitCode::FAILURE);
    };
    let mut told = findings.told.iter();
    if let Some(answer) = told.next() {
        writeln!(out, "{answer}")?;
    }
    told.try_for_each(|sentence| writeln!(out, "- {sentence}"))?;
    writeln!(out, "\nRuleset: {}", to.join("best.toml").display())?;
    writeln!(out, "Report: {}", to.join("report.html").display())?;
    Ok(ExitCode::SUCCESS)
}

fn play<G: Knowledge>(asked: &Asked<'_>, args: &TuneArgs) -> Result<TuneResult> {
    let tune = asked.tune::<G>()?;
    let stop = stop_on_ctrl_c()?;
    let rulesets = tune.request().space.size();
    let title = format!("{}: {} games, {rulesets} rulesets", asked.source.file.title, tune.games());
    let mut display = Display::new(title);
    let venue = Venue { out: &asked.to, threads: args.threads, formats: &args.formats, stop, observer: &mut display };
    let result = tune.run(&asked.command(), venue);
    display.clear();
    result.map_err(|error| asked.explain(error))
}
