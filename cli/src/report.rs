//! `marque report`: the page about an experiment, made again from its tables.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use marque_experiments::balance::dataset::Dataset;
use marque_experiments::report;

use crate::run::print_answer;

/// Makes the report of an experiment again from its CSV files
///
/// Example: `marque report results/bosman-boat`
#[derive(clap::Args)]
pub struct ReportArgs {
    /// The folder of the experiment
    dir: PathBuf,
}

/// Writes `report.html` and says what was found.
pub fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let dataset =
        Dataset::read(&args.dir).with_context(|| format!("cannot make the report of {}", args.dir.display()))?;
    let path = args.dir.join("report.html");
    fs::write(&path, report::page(&dataset)?).with_context(|| format!("cannot write {}", path.display()))?;
    print_answer(&dataset, out)?;
    writeln!(out, "Report: {}", path.display())?;
    Ok(ExitCode::SUCCESS)
}
