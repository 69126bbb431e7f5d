//! What an answer costs: games of one bot in every seat, on one thread, and how much processor time it takes to know the
//! first seat's advantage to ±3 points.
//!
//! `verdict GAME SEATS GAMES BOT [GAMES BOT …] [KEY=VALUE …]` plays so many deals of each bot and prints a row of a table for each:
//! games a second and the milliseconds of a decision in processor time, how many games make a 95 % interval of ±3 points, and the
//! processor minutes these take. How many it takes follows from how much the first bot's games differ, which should be many:
//! a handful of a slow bot's tell what a game of it costs, but not that. `first-edition` is a bot here, as in `duel`.
//!
//! ```text
//! cargo run --release -p marque-benches --example verdict -- dzicz 2 400 search:iterations=20 8 captain
//! ```

mod first_edition;

use std::time::Duration;

use first_edition::FirstEdition;
use marque::random::{Purpose, Rng, stream};
use marque::{Event, Seat, Turn, View, toml};
use marque_agents::{Agent, Bot};
use marque_experiments::intervals::t_interval;

/// How far the interval may reach to either side.
const HALF_WIDTH: f64 = 0.03;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, seats, rest @ ..] = &words[..] else { usage("a game and its seats are needed") };
    let seats = seats.parse().unwrap_or_else(|_| usage(&format!("`{seats}` is no number")));
    let is_number = |word: &String| word.parse::<u64>().is_ok();
    let pairs = rest.chunks(2).take_while(|pair| is_number(&pair[0])).count();
    let (bots, rules) = rest.split_at((2 * pairs).min(rest.len()));
    let bots: Vec<(u64, &String)> =
        bots.chunks_exact(2).map(|pair| (pair[0].parse().unwrap_or_default(), &pair[1])).collect();
    if bots.is_empty() || bots[0].0 < 2 {
        usage("the first bot must play two games at least");
    }
    let rules: toml::Table = rules.join("\n").parse().unwrap_or_else(|error| usage(&format!("{error}")));
    marque::with_game!(name, G => table::<G>(seats, &rules, &bots))
        .unwrap_or_else(|| usage(&format!("there is no game `{name}`")));
}

fn usage(wrong: &str) -> ! {
    eprintln!("{wrong}\nverdict GAME SEATS GAMES BOT [GAMES BOT …] [KEY=VALUE …]");
    std::process::exit(2)
}

/// What this thread has had of a processor.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn table<G: FirstEdition>(seats: usize, rules: &toml::Table, bots: &[(u64, &String)]) {
    let game = G::create(seats, rules).unwrap_or_else(|error| usage(&error.to_string()));
    let mut needed = None;
    for &(games, text) in bots {
        let (advantages, seconds, decisions) = measure(&game, games, text);
        let needed = *needed.get_or_insert_with(|| {
            let error = t_interval(&advantages).map_or(f64::NAN, |interval| (interval.high - interval.low) / 2.0);
            (error / HALF_WIDTH).powi(2) * games as f64
        });
        println!(
            "| {} | {seats} | `{text}` | {:.3} | {:.2} | {needed:.0} | {:.1} |",
            G::INFO.name,
            games as f64 / seconds,
            1000.0 * seconds / decisions as f64,
            needed * seconds / games as f64 / 60.0,
        );
    }
}

/// The first seat's advantage in so many games of a bot, the seconds of processor time they took, and their decisions.
fn measure<G: FirstEdition>(game: &G, games: u64, text: &str) -> (Vec<f64>, f64, u64) {
    let expanded = first_edition::expand::<G>(text);
    let bot = Bot::parse::<G>(expanded.as_deref().unwrap_or(text)).unwrap_or_else(|error| usage(&error.to_string()));
    let evaluator = if expanded.is_some() { G::first_evaluator() } else { G::evaluator() };
    let sit = || if expanded.is_some() { bot.sit_with(evaluator.clone()) } else { bot.sit::<G>() };
    let (began, mut decisions) = (processor_time(), 0);
    let advantages = (0..games).map(|number| play(game, &sit, number, &mut decisions)).collect();
    (advantages, (processor_time() - began).as_secs_f64(), decisions)
}

/// Plays a deal, and returns the first seat's payoff less the mean of the others'.
fn play<G: FirstEdition>(game: &G, sit: &dyn Fn() -> Box<dyn Agent<G>>, number: u64, decisions: &mut u64) -> f64 {
    let mut agents: Vec<_> = Seat::all(game.seats()).map(|_| sit()).collect();
    let mut minds: Vec<Rng> = Seat::all(game.seats()).map(|seat| stream(1, number, Purpose::Seat(seat))).collect();
    let (mut chance, mut state) = (stream(1, number, Purpose::Chance), game.start());
    loop {
        let turn = game.turn(&state);
        let event = match turn {
            Turn::Over => break,
            Turn::Chance => Event::Outcome(game.draw(&state, &mut chance)),
            Turn::Seat(seat) => {
                *decisions += 1;
                let action = agents[seat.index()].choose(&View::new(game, &state, seat), &mut minds[seat.index()]);
                Event::Action(action.expect("a player in this process chooses"))
            }
        };
        game.apply(&mut state, event);
        for (seat, agent) in Seat::all(game.seats()).zip(&mut agents) {
            agent.follow(game.hear(turn, event, seat));
        }
    }
    let standing = game.standing(&state);
    let payoff = |seat: Seat| f64::from(standing.payoff(seat));
    let others = Seat::all(game.seats()).skip(1).map(payoff).sum::<f64>() / (game.seats() - 1) as f64;
    payoff(Seat(0)) - others
}
