//! `marque bench`: how fast random games are played here.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use marque::random::{Purpose, Rng, stream};
use marque::{Show, Turn};

use crate::grid::Grid;
use crate::setup::RuleArgs;

/// Measures random playouts on this machine
///
/// Figures are for one thread: the median of several repeats, with the slowest and the fastest. Example:
/// `marque bench dzicz --players 4`
#[derive(clap::Args)]
pub struct BenchArgs {
    /// The game's name (default: all games)
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    game: Option<String>,
    #[command(flatten)]
    variant: RuleArgs,
    /// How often to measure
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// How long one measurement takes, in milliseconds
    #[arg(long, default_value_t = 400, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: u64,
}

/// What was counted in one measurement.
#[derive(Default)]
struct Sample {
    games: u64,
    decisions: u64,
    events: u64,
    seconds: f64,
}

/// Prints the table of speeds.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut rows =
        Grid::new(&["game", "seats", "games/s", "decisions/s", "slowest", "fastest", "events/s", "decisions a game"])
            .numbers(1..8);
    for name in marque::NAMES.iter().filter(|&&name| args.game.as_deref().is_none_or(|wanted| wanted == name)) {
        let row = marque::with_game!(name, G => measure_game::<G>(args)).expect("every name is a game's")?;
        rows.row(row);
    }
    writeln!(out, "{rows}")?;
    writeln!(out, "Random playouts on one thread; {} repeats of {} ms, the median of them.", args.repeats, args.ms)?;
    Ok(ExitCode::SUCCESS)
}

fn measure_game<G: Show>(args: &BenchArgs) -> Result<Vec<String>> {
    let game = args.variant.create::<G>()?;
    let mut rng = stream(1, 0, Purpose::Chance);
    let mut samples: Vec<Sample> =
        (0..args.repeats).map(|_| measure(&game, Duration::from_millis(args.ms), &mut rng)).collect();
    let speed = |sample: &Sample| sample.decisions as f64 / sample.seconds;
    samples.sort_by(|a, b| speed(a).total_cmp(&speed(b)));
    let median = &samples[samples.len() / 2];
    let rate = |number: u64| figure(number as f64 / median.seconds);
    Ok(vec![
        G::INFO.name.to_owned(),
        game.seats().to_string(),
        rate(median.games),
        rate(median.decisions),
        figure(speed(&samples[0])),
        figure(speed(&samples[samples.len() - 1])),
        rate(median.events),
        format!("{:.1}", median.decisions as f64 / median.games as f64),
    ])
}

fn measure<G: Show>(game: &G, time: Duration, rng: &mut Rng) -> Sample {
    let mut sample = Sample::default();
    let begin = Instant::now();
    while begin.elapsed() < time {
        let mut state = game.start();
        loop {
            sample.events += 1;
            match game.turn(&state) {
                Turn::Seat(_) => {
                    let action = game.random_action(&state, rng);
                    game.play(&mut state, action);
                    sample.decisions += 1;
                }
                Turn::Chance => {
                    let outcome = game.draw(&state, rng);
                    game.happen(&mut state, outcome);
                }
                Turn::Over => break,
            }
        }
        sample.events -= 1;
        sample.games += 1;
    }
    sample.seconds = begin.elapsed().as_secs_f64();
    sample
}

/// A speed in three or four digits.
fn figure(number: f64) -> String {
    match number {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
