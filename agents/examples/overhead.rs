//! What it costs to ask a program instead of a bot in this process: `cargo build --release --example random_bot`, then
//! `cargo run --release -p marque-agents --example overhead -- "cmd:target/release/examples/random_bot"`.
//!
//! The same games are played by both in turns, so that whatever else the machine does meets both. A program that answers at
//! once leaves the table's own work and two changes of process.

use std::time::{Duration, Instant};

use marque::random::{Purpose, Rng, stream};
use marque::{Seat, Table, Turn, toml};
use marque_agents::{Agent, Bot, Knowledge, tell};

/// How often both are measured.
const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = std::env::args().nth(1).ok_or("name a program: cmd:…")?;
    println!(
        "game        decisions  in process  program  overhead a decision (median, least of {ROUNDS}), in microseconds"
    );
    for name in marque::NAMES {
        marque::with_game!(name, G => measure::<G>(&program)).expect("every name is a game's")?;
    }
    Ok(())
}

fn measure<G: Knowledge>(program: &str) -> Result<(), Box<dyn std::error::Error>> {
    let bots = [Bot::parse::<G>("random")?, Bot::parse::<G>(program)?];
    bots[1].ready()?;
    let game = G::create(G::INFO.seats[0], &toml::Table::new())?;
    let mut times = [const { Vec::new() }; 2];
    let mut decisions = 0;
    for round in 0..ROUNDS {
        for (bot, times) in bots.iter().zip(&mut times) {
            let (made, took) = play(&game, bot, round as u64)?;
            decisions = made;
            times.push(took.as_secs_f64() * 1e6 / made as f64);
        }
    }
    let mut overheads: Vec<f64> = times[1].iter().zip(&times[0]).map(|(program, here)| program - here).collect();
    times.iter_mut().chain([&mut overheads]).for_each(|times| times.sort_by(f64::total_cmp));
    let [here, there] = times.map(|times| times[ROUNDS / 2]);
    let (median, least) = (overheads[ROUNDS / 2], overheads[0]);
    println!("{:<11} {decisions:>9}  {here:>10.1}  {there:>7.1}  {median:.1} {least:.1}", G::INFO.name);
    Ok(())
}

/// Plays a game with one bot in every seat: how many decisions it made, and how long it thought about them.
fn play<G: Knowledge>(game: &G, bot: &Bot, seed: u64) -> Result<(u32, Duration), Box<dyn std::error::Error>> {
    let mut table = Table::new(game.clone());
    let mut chance = stream(seed, 0, Purpose::Chance);
    let mut minds: Vec<Rng> = Seat::all(game.seats()).map(|seat| stream(seed, 0, Purpose::Seat(seat))).collect();
    let mut players: Vec<Box<dyn Agent<G>>> = minds.iter().map(|_| bot.sit::<G>()).collect();
    for (seat, player) in Seat::all(game.seats()).zip(&mut players) {
        player.begin(&table.view(seat), None);
    }
    let (mut decisions, mut took) = (0, Duration::ZERO);
    loop {
        let before = table.clone();
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(&mut chance)),
            Turn::Seat(seat) => {
                let began = Instant::now();
                let action = players[seat.index()].choose(&table.view(seat), &mut minds[seat.index()])?;
                took += began.elapsed();
                decisions += 1;
                table.choose(action)?;
            }
        }
        let began = Instant::now();
        tell(&before, *table.events().last().ok_or("nothing happened")?, &mut players);
        took += began.elapsed();
    }
    let reason = table.ending().map_or("", |ending| ending.reason);
    players.iter_mut().for_each(|player| player.over(&table.standing(), reason));
    Ok((decisions, took))
}
