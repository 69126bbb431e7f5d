//! `marque rules`: the rules of a game for people, and what can be changed about them.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use marque::random::{Purpose, stream};
use marque::rulebook::{self, Rule};
use marque::{Info, Param, Seat, Show, Table, Turn, toml};

use crate::failure::Usage;
use crate::grid::Grid;
use crate::markdown::{self, Setting};

/// Shows the rules of a game, one rule, or every parameter that can be changed
///
/// `marque rules hexxi` is the page to learn from, `marque rules hexxi HX-18` one rule, `marque rules hexxi escort` all
/// that mention the word. To change a rule: `marque rules bosman --toml > my-rules.toml`, change a line, then `marque
/// trace bosman --rules my-rules.toml`.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// The game's name, as `marque games` lists it
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(marque::NAMES))]
    game: String,
    /// One rule, such as BO-14, or a word that rules mention
    #[arg(value_name = "ID or WORD")]
    about: Option<String>,
    /// How many seats play; some defaults depend on it
    #[arg(long, short, value_name = "P")]
    players: Option<usize>,
    /// Lists every parameter with its default and what it may be
    #[arg(long, conflicts_with = "about")]
    parameters: bool,
    /// Prints a ruleset file to start from
    #[arg(long, conflicts_with_all = ["about", "parameters"])]
    toml: bool,
}

/// Prints what was asked for.
pub fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let print = marque::with_game!(&args.game, G => print::<G>(args, out));
    print.expect("the name was checked when it was parsed")
}

fn print<G: Show>(args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let seats = args.players.unwrap_or(G::INFO.seats[0]);
    let game = G::create(seats, &toml::Table::new()).map_err(|error| Usage(error.to_string()))?;
    let params = G::params(seats);
    let setting = Setting::of_terminal();
    if let Some(about) = &args.about {
        for rule in look_up(&G::INFO, about)? {
            write!(out, "{}", markdown::set(&rule.text, "", setting))?;
        }
    } else if args.parameters {
        let mut table = Grid::new(&["parameter", "default", "allowed", "meaning"]).width(setting.width);
        for param in &params {
            table.row([param.key, &one_line(&param.default), &param.domain.to_string(), param.meaning]);
        }
        writeln!(out, "{} ({}): parameters with {seats} seats\n{table}", G::INFO.title, G::INFO.english)?;
        writeln!(out, "`marque rules {} --toml` prints them as a ruleset file.", G::INFO.name)?;
    } else if args.toml {
        write!(out, "{}", ruleset_file::<G>(seats, &params))?;
    } else {
        write!(out, "{}", markdown::set(G::INFO.rules, &sample_board(game), setting))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules that an id or a word leads to.
pub fn look_up(info: &Info, about: &str) -> Result<Vec<Rule>, Usage> {
    let game = info.name;
    if rulebook::is_id(about) {
        let rule = rulebook::rule(info.rules, about);
        return rule
            .map(|rule| vec![rule])
            .ok_or_else(|| Usage(format!("{game} has no rule `{about}`; `marque rules {game}` shows them all")));
    }
    let rules = rulebook::rules_mentioning(info.rules, about);
    if rules.is_empty() {
        return Err(Usage(format!("no rule of {game} mentions `{about}`; `marque rules {game}` shows them all")));
    }
    Ok(rules)
}

/// A board some way into a game, as the first seat sees it.
fn sample_board<G: Show>(game: G) -> String {
    let mut rng = stream(1, 0, Purpose::Chance);
    let mut table = Table::new(game);
    for _ in 0..40 {
        match table.turn() {
            Turn::Seat(_) => table.play_random(&mut rng),
            Turn::Chance => drop(table.roll(&mut rng)),
            Turn::Over => break,
        }
    }
    table.board(Some(Seat(0))).to_string()
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
