//! `marque trace`, `replay` and `check`: whole games as files.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use marque::{Event, Show, Table, Trace, Turn};

use crate::failure::{self, Usage};
use crate::setup::Setup;

/// Prints a game of random moves as a trace
///
/// A trace is a JSON object a line: the header, every event with the full list of legal actions, the result. Example:
/// `marque trace bosman --seed 7 --set hand=4 > game.jsonl`
#[derive(clap::Args)]
pub struct TraceArgs {
    #[command(flatten)]
    setup: Setup,
    /// The same seed gives the same game
    #[arg(long, short, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Shows the board of a game on file
///
/// Example: `marque replay game.jsonl --ply 20`
#[derive(clap::Args)]
pub struct ReplayArgs {
    /// A trace, or - for standard input
    file: PathBuf,
    /// Shows the board after so many events (default: all)
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Writes a picture of the board, where the game has one
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
}

/// Verifies traces: movers, legal lists, outcomes and result
///
/// Says the first line that differs from the rules and ends with exit code 1 then.
#[derive(clap::Args)]
pub struct CheckArgs {
    /// Traces, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Prints a random game.
pub fn trace(args: &TraceArgs, out: &mut dyn Write) -> Result<ExitCode> {
    fn random<G: Show>(args: &TraceArgs) -> Result<Trace> {
        Ok(Trace::random(args.setup.variant.create::<G>()?, args.seed))
    }
    let trace = marque::with_game!(&args.setup.game, G => random::<G>(args));
    trace.expect("the name was checked when it was parsed")?.write(out)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a trace from a file or standard input.
pub fn read(path: &Path) -> Result<Trace> {
    let trace = if path == Path::new("-") {
        Trace::read(io::stdin().lock())
    } else {
        File::open(path).map_err(Into::into).and_then(|file| Trace::read(BufReader::new(file)))
    };
    trace.with_context(|| path.display().to_string())
}

fn unknown_game(name: &str) -> anyhow::Error {
    let nearest =
        marque::nearest(name, &marque::NAMES).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
    Usage(format!("line 1: there is no game `{name}`{nearest}; games: {}", marque::NAMES.join(", "))).into()
}

/// Shows a board.
pub fn replay(args: &ReplayArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let trace = read(&args.file)?;
    let shown = marque::with_game!(&trace.header.game, G => show::<G>(&trace, args, out));
    shown.unwrap_or_else(|| Err(unknown_game(&trace.header.game))).with_context(|| args.file.display().to_string())
}

fn show<G: Show>(trace: &Trace, args: &ReplayArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let plies = trace.plies();
    let ply = args.ply.unwrap_or(plies);
    if ply > plies {
        return Err(Usage(format!("--ply {ply}: the game has {plies} events")).into());
    }
    let table: Table<G> = trace.replay(ply)?;
    writeln!(
        out,
        "{} ({}), {} seats, after {ply} of {plies} events",
        G::INFO.title,
        G::INFO.english,
        table.game().seats()
    )?;
    if let Some(&last) = table.events().last() {
        let mut before = table.clone();
        before.rewind(ply - 1);
        let actor = match (last, before.turn()) {
            (Event::Action(action), Turn::Seat(seat)) => format!("{seat} {}", table.game().write_action(action)),
            (Event::Outcome(outcome), _) => format!("chance {}", table.game().write_outcome(outcome)),
            _ => String::new(),
        };
        writeln!(out, "last: {actor}: {}", before.narrate(last, None))?;
    }
    writeln!(out, "\n{}", table.board(None))?;
    let standing = table.standing();
    writeln!(out, "{}", table.prompt())?;
    writeln!(out, "scores {:?}, ranks {:?}", standing.scores(), standing.ranks())?;
    if let Some(ending) = table.ending() {
        writeln!(out, "ended: {}", ending.reason)?;
    }
    if let Some(path) = &args.svg {
        let svg =
            table.picture(None).ok_or_else(|| Usage(format!("--svg: there is no picture of {}", G::INFO.name)))?;
        fs::write(path, svg.to_string()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Verifies traces.
pub fn check(args: &CheckArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let verdict = read(path).and_then(|trace| {
            let checked = marque::with_game!(&trace.header.game, G => verify::<G>(&trace));
            checked.unwrap_or_else(|| Err(unknown_game(&trace.header.game))).with_context(|| path.display().to_string())
        });
        match verdict {
            Ok(summary) => writeln!(out, "{}: {summary}", path.display())?,
            Err(error) => {
                // The other files are still worth checking.
                failure::report(&error);
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn verify<G: Show>(trace: &Trace) -> Result<String> {
    let table: Table<G> = trace.verify()?;
    let plies = trace.plies();
    Ok(match table.ending() {
        Some(ending) if trace.plies() < trace.lines.len() => {
            format!("right: {plies} events, scores {:?}, {}", table.standing().scores(), ending.reason)
        }
        Some(_) => format!("right so far: {plies} events, but the last line, the result, is missing"),
        None => format!("right so far: {plies} events, not finished"),
    })
}
