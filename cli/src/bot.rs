//! `marque bot`: our bots for other programs; and programs of others as bots for our commands.

use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use marque_agents::external::{keep, serve};
use marque_agents::{Bot, Family};

use crate::failure::Usage;
use crate::tell::tell;

/// Plays as a bot at another program's table
///
/// It is told on standard input and answers on standard output, one JSON object a line, as docs/protocol.md says; it
/// plays any of the games. Our own tables speak the same: `marque tournament dzicz --bots "cmd:marque bot mate,random"`
/// plays the games that `--bots mate,random` does. Example: `marque bot captain`
#[derive(clap::Args)]
pub struct BotArgs {
    /// The bot, with options as everywhere: `search:iterations=4000`; one that there is only in some games plays those
    #[arg(value_name = "BOT")]
    bot: String,
}

/// Plays until there is nothing more to hear.
pub fn run(args: &BotArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut problems = Vec::new();
    for name in marque::NAMES {
        let read = marque::with_game!(name, G => Bot::parse::<G>(&args.bot).map(|bot| bot.family()));
        match read.expect("every name is a game's") {
            Ok(Family::Program) => return Err(Usage("a program cannot stand in for a program".to_owned()).into()),
            Ok(_) => {}
            Err(error) => problems.push(error.to_string()),
        }
    }
    if problems.len() == marque::NAMES.len() {
        return Err(Usage(problems.swap_remove(0)).into());
    }
    serve(&args.bot, BufReader::new(io::stdin().lock()), out)?;
    Ok(ExitCode::SUCCESS)
}

/// Becomes a program that ends when the process that asked for it does
#[derive(clap::Args)]
pub struct KeepArgs {
    /// The process to follow
    parent: u32,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    words: Vec<String>,
}

/// Becomes the program, or says why not in words that a table understands.
pub fn run_keeper(args: &KeepArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let error = keep(args.parent, &args.words);
    let message = format!("`{}` cannot be started: {error}", args.words[0]);
    tell(&message);
    writeln!(out, "{}", serde_json::json!({ "type": "error", "message": message }))?;
    Ok(ExitCode::FAILURE)
}

/// Makes the programs among bots ready: they were named by whoever gave this command, their standard error goes to
/// files in `logs`, and one that cannot be started is found before anything is played.
pub fn prepare<'a>(bots: impl IntoIterator<Item = &'a Bot>, logs: Option<&Path>) -> Result<()> {
    for bot in bots {
        bot.trust();
        if let Some(logs) = logs {
            bot.log_in(logs);
        }
        bot.ready().map_err(|failure| Usage(format!("{bot}: {failure}")))?;
    }
    Ok(())
}
