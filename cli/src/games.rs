//! `marque games`: what there is.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use marque::Info;

use crate::grid::Grid;

/// Lists the games
#[derive(clap::Args)]
pub struct GamesArgs {}

/// Prints the table of games.
pub fn list(_args: &GamesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut table = Grid::new(&["name", "game", "in English", "seats", "hidden information"]);
    for Info { name, title, english, seats, hidden, .. } in marque::GAMES.iter().copied() {
        let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
        table.row([name, title, english, &seats.join(", "), if hidden { "yes" } else { "no" }]);
    }
    writeln!(out, "{table}")?;
    writeln!(out, "`marque rules NAME` shows the rules of a game, with `--parameters` what can be changed.")?;
    Ok(ExitCode::SUCCESS)
}
