//! `marque merge`: parts of a run, played anywhere, put together.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use marque_agents::Knowledge;
use marque_experiments::clerk::Venue;
use marque_experiments::experiment;
use marque_experiments::files::Format;
use marque_experiments::parts::Parts;
use marque_experiments::tournament::Tournament;
use serde_json::Value;

use crate::failure::Usage;
use crate::progress::{Display, stop_on_ctrl_c};
use crate::{run, tournament};

/// Puts parts of a run together
///
/// Parts are played by `marque tournament` or `marque run` with `--blocks A..B`, on any machine. Together they give, byte for
/// byte, the files that one machine would have written, but for what the clock said. Parts may be named in any order, and
/// the folder may hold the beginning of the run already. What does not fit is refused with what differs.
///
/// Example: `marque merge parts/* --out runs/whole`
#[derive(clap::Args)]
pub struct MergeArgs {
    /// The folders of the parts
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// The folder for the files of the whole run; made if it is not there
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// How many threads sum up (0: as many as the machine has)
    #[arg(long, short, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

/// Puts parts together and prints what came of it, as the command that plays the whole would.
pub fn run(args: &MergeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let parts = Parts::read(&args.parts).map_err(|error| Usage(error.to_string()))?;
    let game = parts.manifest.get("game").and_then(Value::as_str).unwrap_or_default().to_owned();
    let merged = marque::with_game!(&game, G => merge::<G>(args, &parts, out));
    merged.unwrap_or_else(|| Err(strange(&parts)))
}

fn merge<G: Knowledge>(args: &MergeArgs, parts: &Parts, out: &mut dyn Write) -> Result<ExitCode> {
    let stop = stop_on_ctrl_c()?;
    let mut display = Display::new(format!("{}: {} parts", args.out.display(), parts.parts.len()));
    let (threads, formats) = (args.threads, args.formats.as_slice());
    if let Some(whole) = Tournament::<G>::recall(&parts.manifest) {
        let result = whole.merge(parts, Venue { out: &args.out, threads, formats, stop, observer: &mut display });
        display.clear();
        return tournament::conclude(&args.out, &whole, &result.map_err(tournament::explain)?, out);
    }
    let plan = experiment::recall::<G>(&parts.manifest).ok_or_else(|| strange(parts))?;
    let plan = plan.map_err(|error| Usage(format!("the manifest of the parts: {error}")))?;
    let command = parts.manifest.command();
    let venue = Venue { out: &args.out, threads, formats, stop, observer: &mut display };
    let result = experiment::merge(&plan, &command, parts, venue);
    display.clear();
    run::conclude(&plan.experiment, &args.out, &result.map_err(run::explain)?, out)
}

/// The error for a manifest that no run of this program has.
fn strange(parts: &Parts) -> anyhow::Error {
    let path = parts.parts.first().map(|part| part.path.join("manifest.json")).unwrap_or_default();
    Usage(format!("{} describes neither a tournament nor an experiment that this program knows", path.display())).into()
}
