//! The command `marque`: it parses, prints and asks; what it knows comes from the crates beside it.

mod analyze;
mod bench;
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
mod tell;
mod tournament;
mod traces;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Tournament(tournament::TournamentArgs),
    Trace(traces::TraceArgs),
    Replay(traces::ReplayArgs),
    Check(traces::CheckArgs),
    Bench(bench::BenchArgs),
    Run(run::RunArgs),
    Merge(merge::MergeArgs),
    Plan(plan::PlanArgs),
    Report(report::ReportArgs),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let out = &mut io::stdout().lock();
    let result = match command {
        Command::Games(args) => games::list(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Bots(args) => bots::list(&args, out),
        Command::Play(args) => play::run(&args, &mut io::stdin().lock(), out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Tournament(args) => tournament::run(&args, out),
        Command::Trace(args) => traces::trace(&args, out),
        Command::Replay(args) => traces::replay(&args, out),
        Command::Check(args) => traces::check(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Run(args) => run::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Plan(args) => plan::run(&args, out),
        Command::Report(args) => report::run(&args, out),
    };
    let result = result.and_then(|code| out.flush().map(|()| code).map_err(Into::into));
    result.unwrap_or_else(|error| failure::report(&error))
}
