//! `marque bots`: who can play.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use marque_agents::{BotInfo, bots, options};

use crate::grid::Grid;

/// Lists the bots
///
/// A bot is written by its name, or with options behind a colon: `ismcts:iterations=4000,c=0.8`. A program of your own
/// is written `cmd:PROGRAM ARGS…`; docs/protocol.md says how it plays. Example: `marque bots hexxi --options`
#[derive(clap::Args)]
pub struct BotsArgs {
    /// The game's name (default: the bots that play every game)
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    game: Option<String>,
    /// Lists the options that bots take
    #[arg(long)]
    options: bool,
}

/// Prints the table of bots.
pub fn list(args: &BotsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let of = |name: &str| -> Vec<BotInfo> {
        marque::with_game!(name, G => bots::<G>()).expect("the name was checked when it was parsed")
    };
    let mut all: Vec<Vec<BotInfo>> = marque::NAMES.iter().map(|name| of(name)).collect();
    let mut table = Grid::new(&["bot", "what it is"]);
    let shown = match &args.game {
        Some(game) => of(game),
        None => {
            let mut shared = all.swap_remove(0);
            shared.retain(|bot| all.iter().all(|others| others.iter().any(|other| other.name == bot.name)));
            shared
        }
    };
    for bot in shown {
        table.row([bot.name, &bot.about]);
    }
    writeln!(out, "{table}")?;
    if args.game.is_none() {
        writeln!(out, "Every game has more: `marque bots GAME` adds its styles.")?;
    }
    if args.options {
        let mut table = Grid::new(&["option", "allowed", "default", "meaning"]);
        for option in options() {
            let default = option.show(&marque_agents::Options::default(), &[]);
            table.row([option.name, &option.range.to_string(), &default, option.meaning]);
        }
        writeln!(out, "\n{table}")?;
    } else {
        writeln!(out, "`--options` lists what can be set: `ismcts:iterations=4000,c=0.8`.")?;
    }
    Ok(ExitCode::SUCCESS)
}
