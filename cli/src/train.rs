//! `marque train`: players that learn from their own games.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use marque_agents::{Bot, Knowledge};
use marque_experiments::clerk::Venue;
use marque_experiments::train::run::Length;
use marque_experiments::train::{Generation, Trained, Training};

use crate::failure::Usage;
use crate::progress::{Display, stop_on_ctrl_c};
use crate::setup::Setup;

/// Trains a player for a game and its rules
///
/// A search plays with itself, a small network learns from its games to correct the evaluation made by hand (with
/// `--priors` the priors of actions too), and the player with it meets the one before: only a winner of that match, at about
/// equal time, is kept. So it goes on, generation after generation. The weights are for the option `learn` of bots; a page of
/// learning curves (FILE.html) and what it takes to go on later (FILE.training) are written beside them. The same seed and
/// number of generations make the same bytes.
///
/// Example: `marque train hexxi --set edge_placing=false --minutes 20 --out hexxi.weights`, then
/// `marque tournament hexxi --set edge_placing=false --bots search,search:learn=hexxi.weights --out match`
#[derive(clap::Args)]
pub struct TrainArgs {
    #[command(flatten)]
    setup: Setup,
    /// The file for the weights of the best player; written once there is one
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// How long to train; a generation that has begun is finished
    #[arg(long, value_name = "M", default_value_t = 10.0, conflicts_with = "generations")]
    minutes: f64,
    /// How many generations to train in all, those of an earlier run included, instead of a time
    #[arg(long, value_name = "G")]
    generations: Option<u64>,
    /// Games that a generation learns from; its match has as many at most
    #[arg(long, short = 'n', value_name = "N", default_value_t = 400)]
    games: u64,
    /// Learn priors of actions too, which tell the search where to look first
    #[arg(long)]
    priors: bool,
    /// Who plays and learns: a search with a budget in iterations
    #[arg(long, value_name = "BOT", default_value = "search:iterations=200")]
    bot: String,
    /// The seed everything random comes from
    #[arg(long, short, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// On how many threads games are played (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "T")]
    threads: usize,
}

/// Trains.
pub fn run(args: &TrainArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let game = args.setup.game.as_str();
    marque::with_game!(game, G => train::<G>(args, out)).expect("the arguments allow the names of games only")
}

fn train<G: Knowledge>(args: &TrainArgs, out: &mut dyn Write) -> Result<ExitCode> {
    if !(args.minutes > 0.0 && args.minutes <= 1e6) {
        return Err(Usage(format!("--minutes {}: expected a number above 0", args.minutes)).into());
    }
    if args.out.is_dir() || args.out.file_name().is_none() {
        return Err(Usage(format!("--out {}: expected the name of a file", args.out.display())).into());
    }
    let training = Training::<G> {
        game: args.setup.variant.create()?,
        bot: Bot::parse::<G>(&args.bot).map_err(|error| Usage(error.to_string()))?,
        games: args.games,
        priors: args.priors,
        seed: args.seed,
        command: command(args),
    };
    let length = match args.generations {
        Some(generations) => Length::Generations(generations),
        None => Length::Time(Duration::from_secs_f64(60.0 * args.minutes)),
    };
    let stop = stop_on_ctrl_c()?;
    let mut display = Display::new(format!("Training {} for {}", training.bot, G::INFO.title));
    let venue = Venue { out: &args.out, threads: args.threads, formats: &[], stop, observer: &mut display };
    let trained = training.run(length, venue);
    display.clear();
    let Trained { generations, weights, stopped, time } = trained.map_err(|error| match error {
        error if error.is_usage() => anyhow::Error::new(Usage(error.to_string())),
        error => error.into(),
    })?;
    for (number, generation) in (1..).zip(&generations) {
        let Generation { positions, loss_by_hand, loss, games, score: [score, low, high], accepted } = generation;
        let verdict = if *accepted { "taken" } else { "dropped" };
        writeln!(
            out,
            "Generation {number}: {positions} positions, log-loss {loss:.3} ({loss_by_hand:.3} by hand), scored {score:.3} \
             [{low:.3}, {high:.3}] in {games} games: {verdict}"
        )?;
    }
    if let Some(time) = time {
        writeln!(out, "In its match the last player thought for {time:.2} of its rival's time.")?;
    }
    match weights {
        Some(_) => writeln!(out, "\nWeights: {0}, for bots as `search:learn={0}`", args.out.display())?,
        None => writeln!(out, "\nNo player was shown to be better than the bot as it was: there are no weights yet.")?,
    }
    writeln!(out, "Learning curves: {}.html", args.out.display())?;
    if stopped {
        writeln!(out, "Stopped: give the same command again to go on.")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that makes the same weights again, but for how long it goes on and where they lie.
fn command(args: &TrainArgs) -> String {
    let variant = &args.setup.variant;
    let mut words = vec!["marque".to_owned(), "train".to_owned(), args.setup.game.clone()];
    words.extend(variant.players.map(|players| format!("--players {players}")));
    words.extend(variant.rules.iter().map(|rules| format!("--rules {}", rules.display())));
    words.extend(variant.set.iter().map(|rule| format!("--set {rule}")));
    words.push(format!("--games {}", args.games));
    words.extend(args.priors.then(|| "--priors".to_owned()));
    words.push(format!("--bot {} --seed {}", args.bot, args.seed));
    words.join(" ")
}
