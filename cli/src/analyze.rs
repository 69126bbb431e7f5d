//! `marque analyze`: what a bot thinks of a position, or of a whole game.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use marque::random::{Purpose, stream};
use marque::{Seat, Show, Table, Trace, Turn};
use marque_agents::{Bot, Budget, Family, Judgement, Knowledge, Options, Search, review};
use marque_experiments::files::codec::{Decimals, EachSeat, Text, Whole};
use marque_experiments::files::{Layout, RowWriter};

use crate::failure::Usage;
use crate::grid::Grid;
use crate::traces;
use crate::{bot, curve};

/// Asks a bot what it thinks of a game on file
///
/// The bot knows no more than the seat that was to move. Example: `marque trace bosman --seed 7 > game.jsonl`, then
/// `marque analyze bosman --trace game.jsonl --ply 30`, or the whole game with `--all`.
#[derive(clap::Args)]
pub struct AnalyzeArgs {
    /// The game's name
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    game: String,
    /// A trace, or - for standard input
    #[arg(long, value_name = "FILE")]
    trace: PathBuf,
    /// The position after so many events (default: the last decision of the game)
    #[arg(long, value_name = "N", conflicts_with = "all")]
    ply: Option<usize>,
    /// Whose opinion is asked: a bot that searches, or a program (`cmd:…`), which only says what it would play
    #[arg(long, default_value = "captain", value_name = "BOT")]
    bot: String,
    /// Iterations for each decision (default: the bot's own; with --all at most 1000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// Trees that grow side by side, or decisions looked at side by side with --all
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The same seed gives the same analysis
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Goes through the whole game: each seat's winning chance, and the moves that cost most
    #[arg(long)]
    all: bool,
    /// With --all: writes the curve as CSV
    #[arg(long, value_name = "OUT", requires = "all")]
    csv: Option<PathBuf>,
    /// With --all: writes the curve as a picture
    #[arg(long, value_name = "OUT", requires = "all")]
    svg: Option<PathBuf>,
}

/// The most iterations a decision gets by default when there is a whole game of them.
const WHOLE_GAME: u32 = 1000;
/// How many moves a table shows.
const SHOWN: usize = 12;

/// Prints what the bot thinks.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let trace = traces::read(&args.trace)?;
    let run = marque::with_game!(&args.game, G => analyze::<G>(args, &trace, out));
    run.expect("the name was checked when it was parsed").with_context(|| args.trace.display().to_string())
}

fn analyze<G: Knowledge>(args: &AnalyzeArgs, trace: &Trace, out: &mut dyn Write) -> Result<ExitCode> {
    let table: Table<G> = trace.replay(usize::MAX)?;
    let bot = Bot::parse::<G>(&args.bot).map_err(|error| Usage(error.to_string()))?;
    if bot.family() == Family::Program && !args.all {
        return ask_program(args, table, &bot, out);
    }
    if bot.family() != Family::Search {
        return Err(Usage(format!("--bot {bot}: it does not search; ask `captain` or `search:iterations=4000`")).into());
    }
    let mut options = *bot.options();
    options.budget = match (args.iterations, options.budget) {
        (Some(iterations), _) => Budget::Iterations(iterations),
        (None, Budget::Iterations(iterations)) if args.all => Budget::Iterations(iterations.min(WHOLE_GAME)),
        (None, budget) => budget,
    };
    if args.all {
        let threads = args.threads.unwrap_or(0) as usize;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        whole_game(args, &table, &pool.install(|| review(&table, &options, None, args.seed)), out)
    } else {
        options.threads = args.threads.unwrap_or(options.threads);
        position(args, table, options, out)
    }
}

/// Goes back to the decision that is asked about, shows it, and says whose it is.
fn rewind<G: Knowledge>(args: &AnalyzeArgs, table: &mut Table<G>, out: &mut dyn Write) -> Result<(usize, Seat)> {
    let mut decisions = Vec::new();
    table.retrace(|before, _| {
        if let Turn::Seat(_) = before.turn() {
            decisions.push(before.events().len());
        }
    });
    if let Turn::Seat(_) = table.turn() {
        decisions.push(table.events().len());
    }
    let Some(&last) = decisions.last() else {
        return Err(Usage("nobody has anything to decide in this game yet".to_owned()).into());
    };
    let ply = args.ply.unwrap_or(last);
    if !decisions.contains(&ply) {
        let nearest = decisions.iter().min_by_key(|decision| decision.abs_diff(ply)).unwrap_or(&last);
        return Err(
            Usage(format!("--ply {ply}: no seat is to move there; the nearest decision is at {nearest}")).into()
        );
    }
    table.rewind(ply);
    let Turn::Seat(seat) = table.turn() else { unreachable!("the ply is a decision") };
    write!(out, "{}", table.board(Some(seat)))?;
    writeln!(out, "{}, after {ply} events", table.prompt())?;
    Ok((ply, seat))
}

/// What a program would play: it has no figures to give.
fn ask_program<G: Knowledge>(
    args: &AnalyzeArgs,
    mut table: Table<G>,
    bot: &Bot,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    bot::prepare([bot], None)?;
    let (ply, seat) = rewind(args, &mut table, out)?;
    let mut player = bot.sit::<G>();
    player.begin(&Table::new(table.game().clone()).view(seat), None);
    table.retrace(|before, event| player.watch(&before.sight(event, seat)));
    let mut rng = stream(args.seed, ply as u64, Purpose::Seat(seat));
    let action = player.choose(&table.view(seat), &mut rng).with_context(|| bot.to_string())?;
    writeln!(out, "\n{bot} plays {}. A program tells no more than that.", table.game().write_action(action))?;
    Ok(ExitCode::SUCCESS)
}

fn position<G: Knowledge>(
    args: &AnalyzeArgs,
    mut table: Table<G>,
    options: Options,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (ply, seat) = rewind(args, &mut table, out)?;
    let mut rng = stream(args.seed, ply as u64, Purpose::Seat(seat));
    let analysis = Search::<G>::new(options).analyse(&table.view(seat), &mut rng);
    let mut rows = Grid::new(&["move", "visits", "value", "95 %", "what follows"]).numbers(1..4);
    for report in analysis.moves.iter().take(SHOWN) {
        let line: Vec<String> = report.line.iter().skip(1).take(4).map(|&a| table.game().write_action(a)).collect();
        let margin = 1.96 * report.deviation;
        rows.row([
            table.game().write_action(report.action),
            report.visits.to_string(),
            format!("{:.3}", report.value),
            format!("{:.3}-{:.3}", (report.value - margin).max(0.0), (report.value + margin).min(1.0)),
            line.join(" "),
        ]);
    }
    writeln!(out, "\n{rows}")?;
    if analysis.moves.len() > SHOWN {
        writeln!(out, "and {} moves more", analysis.moves.len() - SHOWN)?;
    }
    let values: Vec<String> =
        analysis.values.iter().enumerate().map(|(seat, v)| format!("seat {seat} {v:.3}")).collect();
    writeln!(out, "Expected payoff: {} ({} iterations).", values.join(", "), analysis.iterations)?;
    Ok(ExitCode::SUCCESS)
}

fn whole_game<G: Show>(
    args: &AnalyzeArgs,
    table: &Table<G>,
    judgements: &[Judgement<G::Action>],
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let game = table.game();
    let points: Vec<curve::Point> = judgements
        .iter()
        .map(|judgement| curve::Point { ply: judgement.ply, values: judgement.values.clone() })
        .collect();
    if points.is_empty() {
        return Err(Usage("nobody had a choice in this game yet".to_owned()).into());
    }
    writeln!(out, "{} ({}): each seat's expected payoff at every decision", G::INFO.title, G::INFO.english)?;
    writeln!(out, "{}", curve::draw(&points))?;
    let mut worst: Vec<&Judgement<G::Action>> = judgements.iter().filter(|judgement| judgement.loss() > 0.0).collect();
    worst.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    let mut rows =
        Grid::new(&["event", "seat", "played", "worth", "better", "worth", "lost at least"]).numbers([0, 1, 3, 5, 6]);
    for judgement in worst.iter().take(SHOWN) {
        rows.row([
            (judgement.ply + 1).to_string(),
            judgement.seat.0.to_string(),
            game.write_action(judgement.played),
            judgement.report.as_ref().map_or(String::new(), |report| format!("{:.3}", report.value)),
            game.write_action(judgement.best.action),
            format!("{:.3}", judgement.best.value),
            format!("{:.3}", judgement.loss()),
        ]);
    }
    if worst.is_empty() {
        writeln!(out, "No move is surely a mistake; more --iterations would see more.")?;
    } else {
        writeln!(out, "The moves that cost most:\n{rows}")?;
    }
    let title = format!("{} ({})", G::INFO.title, G::INFO.english);
    for (path, text) in [(&args.csv, csv(game, judgements)?), (&args.svg, curve::svg(&title, &points).into_bytes())] {
        if let Some(path) = path {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(out, "{} is written.", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

marque_experiments::rows! {
    /// A decision as a bot judges it.
    pub struct JudgementRow {
        /// Number of the event, from 1.
        event: usize => Whole, "number";
        /// Who decided.
        seat: u8 => Whole, "number";
        /// What it chose.
        played: String => Text, "text";
        /// What that is worth to the seat, where the bot looked at it.
        played_value: f64 => Decimals<4>, "payoff";
        /// What the bot would have chosen.
        best: String => Text, "text";
        /// What that is worth to the seat.
        best_value: f64 => Decimals<4>, "payoff";
        /// What the choice lost at least.
        loss: f64 => Decimals<4>, "payoff";
        /// What seat n can expect.
        values as "value_{n}": Vec<f64> => EachSeat<Decimals<4>>, "payoff";
    }
}

/// One row a decision.
fn csv<G: Show>(game: &G, judgements: &[Judgement<G::Action>]) -> io::Result<Vec<u8>> {
    let mut writer = RowWriter::new(Vec::new(), Layout::Csv, game.seats())?;
    for judgement in judgements {
        writer.write(&JudgementRow {
            event: judgement.ply + 1,
            seat: judgement.seat.0,
            played: game.write_action(judgement.played),
            played_value: judgement.report.as_ref().map_or(f64::NAN, |report| report.value.into()),
            best: game.write_action(judgement.best.action),
            best_value: judgement.best.value.into(),
            loss: judgement.loss().into(),
            values: judgement.values.iter().copied().map(f64::from).collect(),
        })?;
    }
    writer.finish()
}
