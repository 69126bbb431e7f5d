//! `marque play`: people at the terminal, bots at the other seats.

mod file;
mod input;
pub mod screen;
mod terminal;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use marque_agents::sitting::{AnySitting, Chair, Seating, Sitting};
use marque_agents::{Bot, Knowledge};

use crate::bot;
use crate::failure::Usage;
use crate::setup::Setup;
use crate::traces;
use file::SavedGame;
use terminal::Terminal;

/// Sit down against bots
///
/// The board is drawn before each of your decisions; moves are typed by number, notation or a prefix that only one move
/// has. `help` lists what else can be typed. The game is saved when it is over and when you leave it, with `quit` or
/// Ctrl-C: in the folder `games` here, or where it was taken up from. Example: `marque play bosman --bots captain`
#[derive(clap::Args)]
pub struct PlayArgs {
    #[command(flatten)]
    setup: Setup,
    /// Your seat, from 0; several, as in 0,2, for people who share the keyboard [default: 0]
    #[arg(long, value_name = "S", value_delimiter = ',')]
    seat: Vec<u8>,
    /// Nobody plays: you look on, and see everything
    #[arg(long, conflicts_with = "seat")]
    watch: bool,
    /// Who sits at the other seats, in order; repeated where there are fewer (see `marque bots GAME`) [default: mate]
    #[arg(long, value_name = "BOTS")]
    bots: Option<String>,
    /// The seed of the game (default: another one each time)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Takes up a saved game, with who sat where; other seats or bots can be given instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "players", "rules", "set"])]
    resume: Option<PathBuf>,
    /// Without a clock, where a game has one: your head is as fast and as sure as the rules say
    #[arg(long)]
    untimed: bool,
}

/// Plays a game with people who type at `input`.
pub fn run(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let sitting = marque::with_game!(&args.setup.game, G => sit_down::<G>(args));
    let sitting = sitting.expect("the name was checked when it was parsed")?;
    let game = Arc::new(SavedGame::new(sitting, args.resume.as_deref()));
    game.save_when_interrupted()?;
    Terminal::new(&game, input, out).play()?;
    Ok(ExitCode::SUCCESS)
}

fn sit_down<G: Knowledge>(args: &PlayArgs) -> Result<Box<dyn AnySitting>> {
    let Some(path) = &args.resume else {
        let game = args.setup.variant.create::<G>()?;
        let bots = args.bots::<G>()?;
        let seating = args.seating(&bots, game.seats())?;
        let seed = args.seed.unwrap_or_else(seed_of_the_moment);
        return Ok(Box::new(Sitting::new(game, seed, seating.seated::<G>()?, seating.clock)?));
    };
    let trace = traces::read(path)?;
    let seated_anew = args.watch || args.untimed || !args.seat.is_empty() || args.bots.is_some();
    let sitting = if seated_anew || trace.header.sitting.is_none() {
        let bots = args.bots::<G>()?;
        Sitting::<G>::resume(&trace, Some(&args.seating(&bots, trace.header.players)?))
    } else {
        Sitting::<G>::resume(&trace, None)
    };
    Ok(Box::new(sitting.with_context(|| path.display().to_string())?))
}

impl PlayArgs {
    /// The bots that were typed.
    fn bots<G: Knowledge>(&self) -> Result<Vec<Bot>> {
        let bots = Bot::parse_list::<G>(self.bots.as_deref().unwrap_or("mate"));
        let bots = bots.map_err(|error| Usage(error.to_string()))?;
        bot::prepare(&bots, None)?;
        Ok(bots)
    }

    /// Who sits where, by what was typed.
    fn seating(&self, bots: &[Bot], seats: usize) -> Result<Seating> {
        let people = if self.seat.is_empty() && !self.watch { &[0] } else { &self.seat[..] };
        if let Some(seat) = people.iter().find(|&&seat| usize::from(seat) >= seats) {
            return Err(Usage(format!("--seat {seat}: the seats are 0 to {}", seats.saturating_sub(1))).into());
        }
        let mut bots = bots.iter().cycle();
        let chairs = (0..seats as u8).map(|seat| match people.contains(&seat) {
            true => Chair::Person.to_string(),
            false => bots.next().map_or(String::new(), Bot::to_string),
        });
        Ok(Seating { chairs: chairs.collect(), clock: !self.untimed })
    }
}

fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // A number that is short enough to be typed again.
    (since.as_millis() % 1_000_000) as u64
}
