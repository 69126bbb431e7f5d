//! `marque analyze`: what a bot thinks of a position, or of a whole game.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use indicatif::ProgressBar;
use marque::random::{Purpose, stream};
use marque::{Seat, Table, Trace, Turn};
use marque_agents::review::{Actor, Decision, Grade, Line, Moment, Review, review};
use marque_agents::{Bot, Budget, Family, Knowledge, Options, Search};
use marque_experiments::files::codec::{Decimals, EachSeat, Text, Whole};
use marque_experiments::files::{Layout, RowWriter};

use crate::failure::Usage;
use crate::grid::Grid;
use crate::markdown::Setting;
use crate::play::screen;
use crate::traces;
use crate::{bot, curve};

/// Asks a bot what it thinks of a game on file
///
/// The bot knows no more than the seat that was to move. Example: `marque trace bosman --seed 7 > game.jsonl`, then
/// `marque analyze bosman --trace game.jsonl --ply 29`, or the whole game with `--all`.
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
    #[arg(long, default_value = "admiral-of-the-fleet", value_name = "BOT")]
    bot: String,
    /// Iterations for the decision (default: the bot's own); with --all for each position and each move compared (default:
    /// 100 to 1000, the fewer the longer the game)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// Trees that grow side by side, or decisions looked at side by side with --all
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The same seed gives the same analysis
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Goes through the whole game: what each seat could expect, luck and skill, and the moves that gave something away
    #[arg(long)]
    all: bool,
    /// With --all: as this seat knew it, and its moves only (default: with everything shown, and all moves)
    #[arg(long, value_name = "S", requires = "all")]
    seat: Option<u8>,
    /// With --all: tells why, for so many of the worst moves
    #[arg(long, value_name = "N", default_value_t = 3, requires = "all")]
    why: usize,
    /// With --all: writes every position and what is thought of it as CSV; docs/files.md explains the columns
    #[arg(long, value_name = "OUT", requires = "all")]
    csv: Option<PathBuf>,
    /// With --all: writes the curve as a picture
    #[arg(long, value_name = "OUT", requires = "all")]
    svg: Option<PathBuf>,
}

/// Iterations that the positions of a whole game share by default.
const WHOLE_GAME: u32 = 60_000;
/// How many moves a table shows.
const SHOWN: usize = 12;
/// How often a sign of life is given.
const TICK: Duration = Duration::from_millis(200);
/// Between two lines side by side.
const GAP: &str = "   ";

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
        return Err(Usage(format!(
            "--bot {bot}: it does not search; ask `admiral-of-the-fleet` or `search:iterations=4000`"
        ))
        .into());
    }
    let mut options = *bot.options();
    options.budget = match (args.iterations, options.budget) {
        (Some(iterations), _) => Budget::Iterations(iterations),
        (None, Budget::Iterations(iterations)) if args.all => {
            let share = WHOLE_GAME / table.events().len().max(1) as u32;
            Budget::Iterations(iterations.min(share.clamp(100, 1000)))
        }
        (None, budget) => budget,
    };
    if args.all {
        let threads = args.threads.unwrap_or(0) as usize;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let seat = args.seat.map(Seat);
        if let Some(seat) = seat.filter(|seat| seat.index() >= table.game().seats()) {
            let last = table.game().seats() - 1;
            return Err(Usage(format!("--seat {}: the seats are 0 to {last}", seat.0)).into());
        }
        let waiting = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_message(format!("looking back at {} events", table.events().len()));
            bar.enable_steady_tick(TICK);
            bar
        });
        let review = pool.install(|| review(&table, &options, seat, args.seed));
        if let Some(bar) = waiting {
            bar.finish_and_clear();
        }
        whole_game::<G>(args, &review, out)
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

fn whole_game<G: Knowledge>(args: &AnalyzeArgs, review: &Review, out: &mut dyn Write) -> Result<ExitCode> {
    if review.moments.iter().all(|moment| !matches!(moment.by, Some(Actor::Seat(_)))) {
        return Err(Usage("nobody has decided anything in this game yet".to_owned()).into());
    }
    let title = format!("{} ({})", G::INFO.title, G::INFO.english);
    let eyes = review.seat.map_or("with everything shown".to_owned(), |seat| format!("as {seat} knew it"));
    writeln!(out, "{title}: what each seat could expect at every position, {eyes}")?;
    let values: Vec<&[f32]> = review.moments.iter().map(|moment| &moment.values[..]).collect();
    writeln!(out, "{}", curve::draw(&values))?;
    writeln!(out, "{}", luck_and_skill(review))?;
    let mistakes = review.mistakes();
    if mistakes.is_empty() {
        writeln!(out, "No move surely gave {} points of a hundred away.", points(Grade::Inaccuracy.least()))?;
    } else {
        writeln!(out, "{}\n{}", tally(&mistakes), worst(&mistakes))?;
    }
    let width = Setting::of_terminal().width;
    for decision in mistakes.iter().take(args.why) {
        write!(out, "{}", why(decision, width))?;
    }
    for (path, text) in [(&args.csv, csv(review)?), (&args.svg, curve::svg(&title, &values).into_bytes())] {
        if let Some(path) = path {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(out, "{} is written.", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A share of the reward in points of a hundred.
fn points(share: f32) -> String {
    format!("{:.0}", share * 100.0)
}

/// What moved each seat from what it could expect at first to what it came to.
fn luck_and_skill(review: &Review) -> Grid {
    let header = ["seat", "first", "luck", "own moves", "others' moves", "last", "moved by luck", "moved by moves"];
    let mut rows = Grid::new(&header).numbers(0..header.len());
    let sides = [review.moments.first(), review.moments.last()];
    for (seat, swings) in review.swings.iter().enumerate() {
        let [first, last] = sides.map(|moment| moment.map_or(0.0, |moment| moment.values[seat] * 100.0));
        let signed = |share: f32| format!("{:+.1}", share * 100.0);
        rows.row([
            seat.to_string(),
            format!("{first:.1}"),
            signed(swings.luck),
            signed(swings.own),
            signed(swings.others),
            format!("{last:.1}"),
            format!("{:.1}", swings.by_chance * 100.0),
            format!("{:.1}", swings.by_choice * 100.0),
        ]);
    }
    rows
}

/// How many moves of each grade there were.
fn tally(mistakes: &[&Decision]) -> String {
    let counts = Grade::ALL.map(|grade| {
        let count = mistakes.iter().filter(|decision| decision.grade == Some(grade)).count();
        let word = match (grade, count) {
            (Grade::Inaccuracy, 2..) | (Grade::Inaccuracy, 0) => "inaccuracies".to_owned(),
            (grade, 1) => grade.word().to_owned(),
            (grade, _) => format!("{}s", grade.word()),
        };
        format!("{count} {word} ({} or more)", points(grade.least()))
    });
    format!("Moves that gave points of a hundred away: {}.", counts.join(", "))
}

/// The worst moves in a table.
fn worst(mistakes: &[&Decision]) -> Grid {
    let header = ["event", "seat", "played", "worth", "better", "worth", "given away", "95 %", ""];
    let mut rows = Grid::new(&header).numbers([0, 1, 3, 5, 6]);
    for decision in mistakes.iter().take(SHOWN) {
        let [low, high] = decision.interval.map(points);
        rows.row([
            (decision.ply + 1).to_string(),
            decision.seat.0.to_string(),
            decision.played.action.clone(),
            points(decision.played.value),
            decision.best.action.clone(),
            points(decision.best.value),
            points(decision.gap),
            format!("{low} to {high}"),
            decision.grade.map_or("", Grade::word).to_owned(),
        ]);
    }
    rows
}

/// Why a move was bad: the line after it beside the best one, and what they come to.
pub fn why(decision: &Decision, width: usize) -> String {
    let Some(why) = &decision.why else { return String::new() };
    let grade = decision.grade.map_or("", Grade::word);
    let title = format!(
        "\nEvent {}, {}: {} gave {} points away, {} {grade}. How it might have gone:\n",
        decision.ply + 1,
        decision.seat,
        decision.played.action,
        points(decision.gap),
        if grade == "inaccuracy" { "an" } else { "a" },
    );
    let half = (width - GAP.len() - 2) / 2;
    let column = |heading: &str, action: &str, line: &Line| {
        let mut lines = vec![format!("{heading} {action}")];
        for told in &line.told {
            let options = textwrap::Options::new(half).initial_indent("- ").subsequent_indent("  ");
            lines.extend(textwrap::wrap(told, options).into_iter().map(String::from));
        }
        lines
    };
    let played = column("after", &decision.played.action, &why.played);
    let best = column("better", &decision.best.action, &why.best);
    let mut text = screen::wrap(&title, width) + "\n";
    for row in 0..played.len().max(best.len()) {
        let [left, right] = [&played, &best].map(|column| column.get(row).map_or("", String::as_str));
        text += format!("  {left:<half$}{GAP}{right}").trim_end();
        text.push('\n');
    }
    if why.because.is_empty() {
        text += "  No single thing tells the two apart in the end.\n";
    } else {
        let all = format!("  Against the better move, on average to the end of the game: {}", why.because.join(" "));
        text += &screen::wrap(&all, width);
        text.push('\n');
    }
    text
}

marque_experiments::rows! {
    /// A position as a bot judges it, and the decision that led to it.
    pub struct MomentRow {
        /// Number of the event that led to it, from 1; 0 is the start.
        event: usize => Whole, "number";
        /// Who was behind the event: the number of a seat, or chance.
        by: String => Text, "text";
        /// The event.
        played: String => Text, "text";
        /// What seat n can expect.
        values as "value_{n}": Vec<f64> => EachSeat<Decimals<4>>, "reward";
        /// By how much the event changed that.
        swings as "swing_{n}": Vec<f64> => EachSeat<Decimals<4>>, "reward";
        /// What would have been best in place of the event.
        best: String => Text, "text";
        /// How much less the seat could expect than after the best.
        gap: f64 => Decimals<4>, "reward";
        /// The lower end of the 95 % interval of that.
        gap_low: f64 => Decimals<4>, "reward";
        /// Its upper end.
        gap_high: f64 => Decimals<4>, "reward";
        /// inaccuracy, mistake, blunder, or nothing.
        grade: String => Text, "text";
    }
}

/// One row a position.
fn csv(review: &Review) -> io::Result<Vec<u8>> {
    let seats = review.swings.len();
    let mut writer = RowWriter::new(Vec::new(), Layout::Csv, seats)?;
    for (event, moment) in review.moments.iter().enumerate() {
        let before: &Moment = &review.moments[event.saturating_sub(1)];
        let swing = |(now, then): (&f32, &f32)| f64::from(now - then);
        let decision = review.decisions.iter().find(|decision| decision.ply + 1 == event);
        let number = |of: fn(&Decision) -> f32| decision.map_or(f64::NAN, |decision| of(decision).into());
        writer.write(&MomentRow {
            event,
            by: match moment.by {
                Some(Actor::Seat(seat)) => seat.0.to_string(),
                Some(Actor::Chance) => "chance".to_owned(),
                None => String::new(),
            },
            played: moment.event.clone(),
            values: moment.values.iter().copied().map(f64::from).collect(),
            swings: moment.values.iter().zip(&before.values).map(swing).collect(),
            best: decision.map_or(String::new(), |decision| decision.best.action.clone()),
            gap: number(|decision| decision.gap),
            gap_low: number(|decision| decision.interval[0]),
            gap_high: number(|decision| decision.interval[1]),
            grade: decision.and_then(|decision| decision.grade).map_or("", Grade::word).to_owned(),
        })?;
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use marque_experiments::files::Row;

    use super::MomentRow;

    #[test]
    fn every_column_is_documented() {
        let page = include_str!("../../docs/files.md");
        for column in MomentRow::columns(None) {
            assert!(page.contains(&format!("| `{}` | {} |", column.name, column.unit)), "{}", column.name);
        }
    }
}
