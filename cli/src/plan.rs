//! `marque plan`: what is to be played next of a run that is played in parts.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use marque_agents::Knowledge;
use marque_experiments::experiment;
use marque_experiments::parts::Blocks;
use serde_json::json;

use crate::failure::Usage;
use crate::run::{self, Asked, RunArgs};
use crate::tournament::{self, TournamentArgs};
use crate::tune::{self, TuneArgs};

/// Says which parts of a run are to be played next, for any machines
///
/// Looks at what the folder of the run holds and writes the parts of the next round, a JSON object a line: `blocks`, the
/// folder `out` (beside that of the run, as DIR-parts/A-B), the folder that they are merged `into`, how many `games`, and the
/// `command` that plays it, word by word. When all are played, `marque merge DIR-parts/* --out DIR` puts them together. Most
/// runs take one round; where the games decide what comes next, as with `--sprt`, `--precision`, `[adapt]` or `tune`, plan again
/// after merging, until there is nothing more to plan.
///
/// Example: `marque plan --parts 8 tournament bosman --bots mate,captain --games 4000 --out runs/big`
#[derive(clap::Args)]
pub struct PlanArgs {
    /// Into how many parts the round is cut, at most
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    parts: u64,
    /// Writes each command as a line for a shell instead
    #[arg(long)]
    shell: bool,
    #[command(subcommand)]
    what: Planned,
}

#[derive(Subcommand)]
enum Planned {
    Tournament(TournamentArgs),
    Run(RunArgs),
    Tune(TuneArgs),
}

/// Writes the parts; `words` is the whole command.
pub fn run(args: &PlanArgs, words: &[OsString], out: &mut dyn Write) -> Result<ExitCode> {
    match &args.what {
        Planned::Tournament(what) => {
            let planned = marque::with_game!(what.game(), G => tournament_round::<G>(what));
            let (next, seats) = planned.expect("the name was checked when it was parsed")?;
            write_parts(args, next, seats, &what.out, command(words, "tournament"), out)
        }
        Planned::Run(what) => {
            if !what.names_a_file() {
                return Err(Usage("name the experiment that is to be planned".to_owned()).into());
            }
            let asked = Asked::new(what)?;
            let planned = marque::with_game!(asked.game(), G => experiment_round::<G>(&asked));
            let ((next, seats), trained) = planned.unwrap_or_else(|| Err(asked.no_game()))?;
            let mut command = command(words, "run");
            if trained {
                command.extend(["--trained".to_owned(), asked.to.display().to_string()]);
            }
            write_parts(args, next, seats, &asked.to, command, out)
        }
        Planned::Tune(what) => {
            let asked = tune::Asked::new(what)?;
            let planned = marque::with_game!(asked.game(), G => asked.next_round::<G>());
            let (Some((stage, next)), seats) = planned.unwrap_or_else(|| Err(asked.no_game()))? else {
                return Ok(ExitCode::SUCCESS);
            };
            // A round of a search is an experiment with a file of its own.
            let mut command = [program(words), "run".to_owned(), stage.file().display().to_string()].to_vec();
            if what.threads > 0 {
                command.extend(["--threads".to_owned(), what.threads.to_string()]);
            }
            write_parts(args, Some(next), seats, &stage.folder, command, out)
        }
    }
}

/// The name by which the program was started.
fn program(words: &[OsString]) -> String {
    words.first().map_or("marque".to_owned(), |word| word.to_string_lossy().into_owned())
}

/// The blocks of the next round, and how many games each has.
type Round = (Option<Blocks>, usize);

fn tournament_round<G: Knowledge>(args: &TournamentArgs) -> Result<Round> {
    let tournament = tournament::tournament::<G>(args)?;
    let next = tournament.next_round(&args.out).map_err(tournament::explain)?;
    Ok((next, tournament.game.seats()))
}

/// The same for an experiment, and whether its folder has players that were trained for it.
fn experiment_round<G: Knowledge>(asked: &Asked) -> Result<(Round, bool)> {
    let plan = asked.plan::<G>()?;
    let next = experiment::next_round(&plan, &asked.command(), &asked.to).map_err(run::explain)?;
    Ok(((next, plan.experiment.seats), experiment::trains(&plan) && experiment::is_trained(&asked.to)))
}

fn write_parts(
    args: &PlanArgs,
    next: Option<Blocks>,
    seats: usize,
    whole: &Path,
    base: Vec<String>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    for blocks in next.into_iter().flat_map(|next| next.cut(args.parts)) {
        let folder = folder_of(whole, blocks);
        let mut command = base.clone();
        command.extend(["--blocks".to_owned(), blocks.to_string(), "--out".to_owned(), folder.display().to_string()]);
        if args.shell {
            let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
            writeln!(out, "{}", words.join(" "))?;
        } else {
            let games = blocks.count() * seats as u64;
            let part = json!({
                "blocks": blocks.to_string(),
                "games": games,
                "out": folder.display().to_string(),
                "into": whole.display().to_string(),
                "command": command,
            });
            writeln!(out, "{part}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of a part, so named that names sort as blocks do.
fn folder_of(whole: &Path, blocks: Blocks) -> PathBuf {
    let mut name = whole.as_os_str().to_owned();
    name.push("-parts");
    Path::new(&name).join(format!("{:010}-{:010}", blocks.first, blocks.end))
}

/// The command that this one plans, without where its files go.
fn command(words: &[OsString], name: &str) -> Vec<String> {
    let mut command = vec![program(words)];
    let mut words =
        words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).skip_while(|word| word != name);
    while let Some(word) = words.next() {
        let value = word.strip_prefix("--out").or_else(|| word.strip_prefix("-o"));
        match value {
            Some("") => drop(words.next()),
            Some(value) if value.starts_with('=') || !word.starts_with("--") => {}
            _ => command.push(word),
        }
    }
    command
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_played_by_the_same_command_into_another_folder() {
        for words in [
            "marque plan --parts 3 tournament bosman --bots a,b --out there --games 9",
            "marque plan --parts 3 tournament bosman -o there --bots a,b --games 9",
            "marque plan --shell tournament bosman --out=there --bots a,b --games 9",
            "marque plan tournament -othere bosman --bots a,b --games 9",
        ] {
            let given: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            let command = command(&given, "tournament");
            assert_eq!(command.join(" "), "marque tournament bosman --bots a,b --games 9", "{words}");
        }
    }

    #[test]
    fn words_reach_the_shell_whole() {
        assert_eq!(quoted("search:iterations=4"), "search:iterations=4");
        assert_eq!(quoted("cmd:python3 it's.py"), r"'cmd:python3 it'\''s.py'");
        assert_eq!(quoted(""), "''");
    }
}
