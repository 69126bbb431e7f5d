//! The players at a game that can be solved and at a small one of hidden cards and chance.

#[path = "../../../examples/connect_four.rs"]
mod example;

#[path = "../../../examples/leduc.rs"]
mod leduc;

mod high_card;

mod baselines;
mod evaluators;
mod four_in_a_line;
mod hidden;
mod names;
mod options;
mod poker;
mod solved;
mod strength;
mod weights;

use marque::random::{Purpose, Rng, stream};
use marque::{Seat, Standing, Table, Turn};
use marque_agents::{Agent, Bot, Knowledge, tell};

fn rng(game: u64) -> Rng {
    stream(0x73_6561, game, Purpose::Other(0))
}

/// Plays one game among bots, one a seat.
fn play<G: Knowledge>(game: &G, bots: &[&str], seed: u64) -> Standing {
    let mut players: Vec<Box<dyn Agent<G>>> =
        bots.iter().map(|text| Bot::parse::<G>(text).unwrap().sit::<G>()).collect();
    let mut table = Table::new(game.clone());
    let mut chance = stream(seed, 0, Purpose::Chance);
    let mut own: Vec<Rng> = Seat::all(bots.len()).map(|seat| stream(seed, 0, Purpose::Seat(seat))).collect();
    loop {
        let before = table.clone();
        match table.turn() {
            Turn::Over => return table.standing(),
            Turn::Chance => drop(table.roll(&mut chance)),
            Turn::Seat(seat) => {
                let action = players[seat.index()].choose(&table.view(seat), &mut own[seat.index()]).unwrap();
                table.choose(action).expect("a player chooses a legal action");
            }
        }
        let event = *table.events().last().unwrap();
        tell(&before, event, &mut players);
    }
}

/// The mean payoff of one bot against others of one kind, over seats and seeds.
fn score<G: Knowledge>(game: &G, bot: &str, rival: &str, rounds: u64) -> f32 {
    let seats = game.seats();
    let mut sum = 0.0;
    for round in 0..rounds {
        for seat in Seat::all(seats) {
            let mut bots = vec![rival; seats];
            bots[seat.index()] = bot;
            sum += play(game, &bots, round).payoff(seat);
        }
    }
    sum / (rounds * seats as u64) as f32
}
