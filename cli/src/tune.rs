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
use marque_experiments::tune::run::{Tune, TuneError, TuneResult};
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
    threads: usize,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

/// Searches.
pub fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let file = &args.file;
    let text = ruleset::read_text(file).with_context(|| format!("cannot read {}", file.display()))?;
    let wrong = |error: FileError| Usage(format!("{}: {error}", file.display()));
    let source = Source::read(&text).map_err(wrong)?;
    let name = file.file_stem().unwrap_or(file.as_os_str());
    let to = args.out.clone().unwrap_or_else(|| Path::new("runs").join("tune").join(name));
    let game = source.file.game.as_str();
    let played = marque::with_game!(game, G => play::<G>(&source, args, &to)).unwrap_or_else(|| {
        let hint =
            marque::nearest(game, &marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
        let problem = format!("there is no game `{game}`{hint}; games: {}", marque::NAMES.join(", "));
        Err(TuneError::File(source.error(&["game"], problem)).into())
    });
    let TuneResult { progress, findings } = played.map_err(|error| match error.downcast::<TuneError>() {
        Ok(TuneError::File(error)) => wrong(error).into(),
        Ok(error) if error.is_usage() => Usage(error.to_string()).into(),
        Ok(error) => {
            anyhow::Error::new(error).context("the search stopped; the same command goes on where its files end")
        }
        Err(error) => error,
    })?;
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

fn play<G: Knowledge>(source: &Source, args: &TuneArgs, to: &Path) -> Result<TuneResult> {
    let folder = args.file.parent().unwrap_or(Path::new("."));
    let tune = Tune::<G>::new(source, folder).map_err(TuneError::from)?;
    let stop = stop_on_ctrl_c()?;
    let rulesets = tune.request().space.size();
    let mut display = Display::new(format!("{}: {} games, {rulesets} rulesets", source.file.title, tune.games()));
    let venue = Venue { out: to, threads: args.threads, formats: &args.formats, stop, observer: &mut display };
    let command = format!("marque tune {}", args.file.display());
    let result = tune.run(&command, venue);
    display.clear();
    Ok(result?)
}
