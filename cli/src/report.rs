//! `marque report`: the page about an experiment, made again from its tables, and the page that gathers reports.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use marque_experiments::balance::dataset::Dataset;
use marque_experiments::balance::wording::capital;
use marque_experiments::report;

use crate::run::print_answer;

/// Makes the report of an experiment again from its CSV files, or gathers reports on one page
///
/// Writes `report.html`, and the answer as a picture for other pages, `answer.svg`. Of a folder that has reports in folders
/// it writes `index.html`, with every question, its answer and a link. Examples: `marque report results/bosman-boat`,
/// `marque report results`
#[derive(clap::Args)]
pub struct ReportArgs {
    /// The folder of the experiment, or one with folders of experiments
    dir: PathBuf,
}

/// Writes the pages and says what was found.
pub fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let reports = if args.dir.join("experiment.csv").exists() { Vec::new() } else { reports(&args.dir)? };
    if !reports.is_empty() {
        let title = args.dir.file_name().map_or_else(|| "Reports".into(), |name| name.to_string_lossy());
        let title = capital(&title);
        write(&args.dir.join("index.html"), &report::gathered(&title, &reports)?)?;
        writeln!(out, "{} reports: {}", reports.len(), args.dir.join("index.html").display())?;
        return Ok(ExitCode::SUCCESS);
    }
    let dataset =
        Dataset::read(&args.dir).with_context(|| format!("cannot make the report of {}", args.dir.display()))?;
    let path = args.dir.join("report.html");
    write(&path, &report::page(&dataset)?)?;
    if let Some(picture) = report::picture(&dataset) {
        write(&args.dir.join("answer.svg"), &picture)?;
    }
    print_answer(&dataset, out)?;
    writeln!(out, "Report: {}", path.display())?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The reports in the folders of a folder, by the names of those; none where there is no such folder.
fn reports(folder: &Path) -> Result<Vec<(String, String)>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut folders = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    folders.sort();
    let mut reports = Vec::new();
    for folder in folders {
        let page = folder.join("report.html");
        if let (true, Some(name)) = (page.is_file(), folder.file_name()) {
            let text = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
            reports.push((name.to_string_lossy().into_owned(), text));
        }
    }
    Ok(reports)
}
