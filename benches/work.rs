//! A fixed amount of work, for counting instructions: `benches/instructions.sh` runs it under callgrind.
//!
//! `work playouts GAME SEATS GAMES [KEY=VALUE …]` plays random games; `work search GAME SEATS GAMES BOT [KEY=VALUE …]` plays
//! games between searches such as `search:iterations=100` or `first-edition:iterations=100`. Both print how many decisions
//! or iterations there were.

mod first_edition;

use first_edition::FirstEdition;
use marque::random::{Purpose, Rng, stream};
use marque::{Game, Seat, Table, Turn, toml};
use marque_agents::learn::own_evaluator;
use marque_agents::{Agent, Bot, Budget};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, name, seats, games, rest @ ..] = &words[..] else { usage() };
    let number = |text: &String| text.parse().unwrap_or_else(|_| usage());
    let (seats, games): (u64, u64) = (number(seats), number(games));
    let done = match kind.as_str() {
        "playouts" => marque::with_game!(name, G => playouts(&game::<G>(seats, rest), games)),
        "search" if !rest.is_empty() => {
            marque::with_game!(name, G => searches(&game::<G>(seats, &rest[1..]), games, &rest[0]))
        }
        _ => usage(),
    };
    println!("{}", done.unwrap_or_else(|| usage()));
}

fn usage() -> ! {
    eprintln!("work playouts GAME SEATS GAMES [KEY=VALUE …] | work search GAME SEATS GAMES BOT [KEY=VALUE …]");
    std::process::exit(2)
}

fn game<G: Game>(seats: u64, rules: &[String]) -> G {
    let rules: toml::Table = rules.join("\n").parse().unwrap_or_else(|_| usage());
    G::create(seats as usize, &rules).unwrap_or_else(|error| {
        eprintln!("{error}");
        usage()
    })
}

fn playouts<G: Game>(game: &G, games: u64) -> u64 {
    let mut rng = stream(1, 0, Purpose::Chance);
    (0..games).map(|_| u64::from(game.playout(&mut game.start(), &mut rng))).sum()
}

fn searches<G: FirstEdition>(game: &G, games: u64, text: &str) -> u64 {
    let (bot, evaluator) = match first_edition::expand::<G>(text) {
        Some(text) => (Bot::parse::<G>(&text), G::first_evaluator()),
        None => (Bot::parse::<G>(text), own_evaluator::<G>()),
    };
    let bot = bot.unwrap_or_else(|error| {
        eprintln!("{error}");
        usage()
    });
    let Budget::Iterations(iterations) = bot.options().budget else { usage() };
    let mut decisions = 0;
    for number in 0..games {
        let mut table = Table::new(game.clone());
        let mut players: Vec<Box<dyn Agent<G>>> = (0..game.seats()).map(|_| bot.sit_with(evaluator.clone())).collect();
        let mut rngs: Vec<Rng> = Seat::all(game.seats()).map(|seat| stream(1, number, Purpose::Seat(seat))).collect();
        let mut chance = stream(1, number, Purpose::Chance);
        loop {
            let turn = table.turn();
            match turn {
                Turn::Over => break,
                Turn::Chance => drop(table.roll(&mut chance)),
                Turn::Seat(seat) => {
                    let action = players[seat.index()].choose(&table.view(seat), &mut rngs[seat.index()]);
                    let action = action.expect("a player in this process chooses");
                    decisions += u64::from(table.legal().len() > 1);
                    table.choose(action).expect("a player chooses a legal action");
                }
            }
            let event = *table.events().last().expect("something has just happened");
            for (seat, player) in Seat::all(game.seats()).zip(&mut players) {
                player.follow(game.hear(turn, event, seat));
            }
        }
    }
    decisions * u64::from(iterations)
}
