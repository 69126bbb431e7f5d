//! The command `marque`: it parses, prints and asks; what it knows comes from the crates beside it.
//!
//! It is a library so that other programs, such as the Python package, can run it inside themselves.

mod analyze;
mod bench;
mod bot;
mod bots;
mod curve;
mod failure;
mod games;
mod grid;
mod markdown;
mod merge;
mod plan;
mod play;
mod progress;
mod report;
mod rules;
mod run;
mod setup;
mod table;
mod tell;
mod tournament;
mod traces;
mod train;
mod tune;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use progress::{STOP, leave_ctrl_c};

/// AI opponents and a balance lab for five pirate board games.
///
/// Start with `marque games`, then look at the rules of one: `marque rules bosman`.
#[derive(Parser)]
#[command(version, max_term_width = 110, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::GamesArgs),
    Rules(rules::RulesArgs),
    Bots(bots::BotsArgs),
    Bot(bot::BotArgs),
    #[command(hide = true)]
    Keep(bot::KeepArgs),
    Play(play::PlayArgs),
    Table(table::TableArgs),
    Analyze(analyze::AnalyzeArgs),
    Tournament(tournament::TournamentArgs),
    Trace(traces::TraceArgs),
    Replay(traces::ReplayArgs),
    Check(traces::CheckArgs),
    Bench(bench::BenchArgs),
    Run(run::RunArgs),
    Tune(tune::TuneArgs),
    Train(train::TrainArgs),
    Merge(merge::MergeArgs),
    Plan(plan::PlanArgs),
    Report(report::ReportArgs),
}

/// Runs the command with these arguments, the first of which is its own name, prints to `out`, and returns the exit code:
/// 0, 1 where something went wrong, 2 for wrong usage.
pub fn execute(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> ExitCode {
    let words: Vec<OsString> = args.into_iter().collect();
    let command = match Cli::try_parse_from(&words) {
        Ok(cli) => cli.command,
        Err(told) => {
            // Help, or what is wrong with the arguments; where nobody reads it the code still says so.
            drop(told.print());
            return ExitCode::from(told.exit_code() as u8);
        }
    };
    let result = match command {
        Command::Games(args) => games::list(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Bots(args) => bots::list(&args, out),
        Command::Bot(args) => bot::run(&args, out),
        Command::Keep(args) => bot::run_keeper(&args, out),
        Command::Play(args) => play::run(&args, &mut io::stdin().lock(), out),
        Command::Table(args) => table::run(&args, out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Tournament(args) => tournament::run(&args, out),
        Command::Trace(args) => traces::trace(&args, out),
        Command::Replay(args) => traces::replay(&args, out),
        Command::Check(args) => traces::check(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Run(args) => run::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Train(args) => train::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Plan(args) => plan::run(&args, &words, out),
        Command::Report(args) => report::run(&args, out),
    };
    let result = result.and_then(|code| out.flush().map(|()| code).map_err(Into::into));
    result.unwrap_or_else(|error| failure::report(&error))
}
