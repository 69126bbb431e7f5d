//! What an answer costs: games of one bot in every seat, on one thread, and how much processor time it takes to know the
//! first seat's advantage to ±3 points.
//!
//! `verdict GAME SEATS GAMES BOT [KEY=VALUE …]` plays GAMES deals and prints a row of a table: games a second and the
//! milliseconds of a decision in processor time, how many games make a 95 % interval of ±3 points by how these games differ, the
//! processor minutes that takes, and the most memory the process has had. `first-edition` is a bot here, as in `duel`.
//!
//! ```text
//! cargo run --release -p marque-benches --example verdict -- dzicz 2 20 captain
//! ```

mod first_edition;

use std::time::Duration;

use first_edition::FirstEdition;
use marque::random::{Purpose, Rng, stream};
use marque::{Event, Seat, Turn, View, toml};
use marque_agents::{Agent, Bot};

/// How far the interval may reach to either side.
const HALF_WIDTH: f64 = 0.03;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, seats, games, bot, rules @ ..] = &words[..] else { usage("four words are needed") };
    let number = |text: &String| text.parse().unwrap_or_else(|_| usage(&format!("`{text}` is no number")));
    let (seats, games): (u64, u64) = (number(seats), number(games));
    let rules: toml::Table = rules.join("\n").parse().unwrap_or_else(|error| usage(&format!("{error}")));
    marque::with_game!(name, G => row::<G>(seats as usize, &rules, games.max(2), bot))
        .unwrap_or_else(|| usage(&format!("there is no game `{name}`")));
}

fn usage(wrong: &str) -> ! {
    eprintln!("{wrong}\nverdict GAME SEATS GAMES BOT [KEY=VALUE …]");
    std::process::exit(2)
}

/// What this thread has had of a processor.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The most memory the process has had, in megabytes, where the system tells.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<f64>().ok());
    most.map_or("?".to_owned(), |kilobytes| format!("{:.0}", kilobytes / 1024.0))
}

fn row<G: FirstEdition>(seats: usize, rules: &toml::Table, games: u64, text: &str) {
    let game = G::create(seats, rules).unwrap_or_else(|error| usage(&error.to_string()));
    let expanded = first_edition::expand::<G>(text);
    let bot = Bot::parse::<G>(expanded.as_deref().unwrap_or(text)).unwrap_or_else(|error| usage(&error.to_string()));
    let evaluator = if expanded.is_some() { G::first_evaluator() } else { G::evaluator() };
    let sit = || if expanded.is_some() { bot.sit_with(evaluator.clone()) } else { bot.sit::<G>() };
    let (began, mut decisions) = (processor_time(), 0);
    let advantages: Vec<f64> = (0..games).map(|number| play(&game, &sit, number, &mut decisions)).collect();
    let seconds = (processor_time() - began).as_secs_f64();
    let mean = advantages.iter().sum::<f64>() / games as f64;
    let variance = advantages.iter().map(|advantage| (advantage - mean).powi(2)).sum::<f64>() / (games - 1) as f64;
    let needed = (1.96 / HALF_WIDTH).powi(2) * variance;
    println!(
        "| {} | {} | `{text}` | {:.3} | {:.2} | {:.0} | {:.1} | {} |",
        G::INFO.name,
        game.seats(),
        games as f64 / seconds,
        1000.0 * seconds / decisions as f64,
        needed,
        needed * seconds / games as f64 / 60.0,
        most_memory(),
    );
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
