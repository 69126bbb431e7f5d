//! `marque games` and `marque rules`: what there is.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use marque::{Info, Param, Show, toml};

use crate::failure::Usage;
use crate::grid::Grid;

/// Lists the games
#[derive(clap::Args)]
pub struct GamesArgs {}

/// Shows the rules of a game and every parameter that can be changed
///
/// Example: `marque rules bosman --toml > my-rules.toml`, change a line, then `marque trace bosman --rules my-rules.toml`.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// The game's name, as `marque games` lists it
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    game: String,
    /// Shows one rule, such as BO-14
    id: Option<String>,
    /// How many seats play; some defaults depend on it
    #[arg(long, short, value_name = "P")]
    players: Option<usize>,
    /// Prints a ruleset file to start from
    #[arg(long, conflicts_with_all = ["page", "id"])]
    toml: bool,
    /// Prints the whole rules page
    #[arg(long, conflicts_with = "id")]
    page: bool,
}

/// Prints the table of games.
pub fn list(_args: &GamesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut table = Grid::new(&["name", "game", "in English", "seats", "hidden information"]);
    for Info { name, title, english, seats, hidden, .. } in marque::GAMES.iter().copied() {
        let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
        table.row([name, title, english, &seats.join(", "), if hidden { "yes" } else { "no" }]);
    }
    writeln!(out, "{table}")?;
    writeln!(out, "`marque rules NAME` shows the rules of a game and what can be changed.")?;
    Ok(ExitCode::SUCCESS)
}

/// Prints rules: the parameters, a ruleset file, a page or one rule.
pub fn rules(args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let print = marque::with_game!(&args.game, G => print_rules::<G>(args, out));
    print.expect("the name was checked when it was parsed")
}

fn print_rules<G: Show>(args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let seats = args.players.unwrap_or(G::INFO.seats[0]);
    G::create(seats, &toml::Table::new())?;
    let params = G::params(seats);
    if let Some(id) = &args.id {
        let rule = marque::rule(G::INFO.rules, id).ok_or_else(|| {
            Usage(format!("{} has no rule `{id}`; `marque rules {} --page` shows them all", G::INFO.name, G::INFO.name))
        })?;
        writeln!(out, "{rule}")?;
    } else if args.page {
        write!(out, "{}", G::INFO.rules)?;
    } else if args.toml {
        write!(out, "{}", ruleset_file::<G>(seats, &params))?;
    } else {
        writeln!(out, "{} ({}): parameters with {seats} seats", G::INFO.title, G::INFO.english)?;
        let mut table = Grid::new(&["parameter", "default", "allowed", "meaning"]);
        for param in &params {
            table.row([param.key, &one_line(&param.default), &param.domain.to_string(), param.meaning]);
        }
        writeln!(out, "{table}")?;
        writeln!(
            out,
            "`marque rules {0} --page` prints the rules, `marque rules {0} --toml` a ruleset file.",
            G::INFO.name
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A default in a table; a long text is only named.
fn one_line(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) if text.contains('\n') => "(built in)".to_owned(),
        value => value.to_string(),
    }
}

/// Every parameter with its default, commented out where it is a long text.
fn ruleset_file<G: Show>(seats: usize, params: &[Param]) -> String {
    let mut file = format!("# {} ({}), {seats} seats: every rule at its default.\n", G::INFO.title, G::INFO.english);
    for Param { key, default, domain, meaning } in params {
        file += &format!("\n# {meaning}; allowed: {domain}\n");
        match default {
            toml::Value::String(text) if text.contains('\n') => file += &format!("# {key}_file = \"{key}.txt\"\n"),
            value => file += &format!("{key} = {value}\n"),
        }
    }
    file
}
