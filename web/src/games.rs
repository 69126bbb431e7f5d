//! What can be played: games, their rules and their bots.

use marque::ruleset::Domain;
use marque::{Info, Param};
use marque_agents::sitting::{AnySitting, Seating, SittingError};
use marque_agents::{Bot, Budget, Knowledge, bots};
use serde_json::{Map, Value, json};

use crate::failure::Refusal;

/// The most a bot may think about a move at a table: it shares the machine.
const ITERATIONS: u32 = 200_000;
const SECONDS: u64 = 20;

/// All games, as the page that opens a table needs them.
pub fn list() -> Value {
    let game = |info: &Info| marque::with_game!(info.name, G => describe::<G>()).unwrap_or_default();
    json!({ "games": marque::GAMES.iter().map(game).collect::<Vec<_>>(), "colours": marque::picture::seat_colours() })
}

fn describe<G: Knowledge>() -> Value {
    let info = G::INFO;
    let params = |&seats: &usize| (seats.to_string(), G::params(seats).iter().map(param).collect());
    let bots: Vec<Value> = bots::<G>().iter().map(|bot| json!({ "name": bot.name, "about": bot.about })).collect();
    json!({
        "name": info.name,
        "title": info.title,
        "english": info.english,
        "seats": info.seats,
        "clock": G::clock().is_some(),
        // How the page opens, below its title.
        "aim": info.rules.split("\n\n").nth(1).unwrap_or_default(),
        "rules": info.rules,
        "bots": bots,
        "params": info.seats.iter().map(params).collect::<Map<String, Value>>(),
    })
}

fn param(param: &Param) -> Value {
    let domain = match param.domain {
        Domain::Int(min, max) => json!({ "min": min, "max": max }),
        Domain::OneOf(numbers) => json!({ "numbers": numbers }),
        Domain::Bool => json!({ "flag": true }),
        Domain::Word(words) => json!({ "words": words }),
        Domain::Text(about) => json!({ "text": about }),
        Domain::Other(about) => json!({ "other": about }),
    };
    json!({ "key": param.key, "default": param.default, "domain": domain, "meaning": param.meaning })
}

/// Seats everyone at a new game.
pub fn open(game: &str, rules: Value, seed: u64, seating: &Seating) -> Result<Box<dyn AnySitting>, Refusal> {
    check(game, seating)?;
    let rules = serde_json::from_value(rules).map_err(|error| Refusal::bad(format!("rules: {error}")))?;
    Ok(marque_agents::sitting::open(game, &rules, seed, seating)?)
}

/// Refuses bots that do not belong at a table which strangers may have set: programs, and those that think for ever.
pub fn check(game: &str, seating: &Seating) -> Result<(), Refusal> {
    fn check<G: Knowledge>(seating: &Seating) -> Result<(), Refusal> {
        let known: Vec<&str> = bots::<G>().iter().map(|bot| bot.name).collect();
        for text in seating.chairs.iter().filter(|text| *text != "person") {
            let name = text.split(':').next().unwrap_or_default();
            if !known.contains(&name) {
                return Err(Refusal::bad(format!(
                    "there is no bot `{name}` at this table; bots: {}",
                    known.join(", ")
                )));
            }
            let bot = Bot::parse::<G>(text).map_err(SittingError::from)?;
            let slow = match bot.options().budget {
                Budget::Iterations(iterations) => iterations > ITERATIONS,
                Budget::Time(time) => time.as_secs() > SECONDS,
            };
            if slow || bot.options().threads > 1 {
                return Err(Refusal::bad(format!(
                    "`{text}` is too slow for a table: allowed are {ITERATIONS} iterations or {SECONDS} s, on one thread"
                )));
            }
        }
        Ok(())
    }
    let checked = marque::with_game!(game, G => check::<G>(seating));
    checked.unwrap_or_else(|| Err(SittingError::Game { name: game.to_owned() }.into()))
}
