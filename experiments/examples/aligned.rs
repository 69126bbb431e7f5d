//! What it saves to compare variants on the same randomness: the variance of a difference on the same deals over that on deals of
//! their own, in the ready experiments with two seats or three. Once as experiments are played, with one stream of chance and one
//! for each seat; and once with a stream for every outcome and every choice, which stay aligned after the first difference.
//!
//! `cargo run --release -p marque-experiments --example aligned -- 200` plays 200 deals of up to three variants.

use std::path::Path;

use marque::random::{self, Purpose, Rng, stream};
use marque::{Event, Seat, Sight, Standing, Turn, View};
use marque_agents::{Bot, Knowledge};
use marque_experiments::balance::experiment_file::Source;
use marque_experiments::balance::plan::Plan;
use marque_experiments::balance::ready::READY;

/// Who plays: a search, which takes as many random numbers as it needs.
const BOT: &str = "search:iterations=40";

/// Random numbers for one purpose.
struct Tape {
    rng: Rng,
    /// Whether every use has a stream of its own.
    aligned: bool,
}

impl Tape {
    fn new(deal: u64, purpose: Purpose, aligned: bool) -> Tape {
        Tape { rng: stream(1, deal, purpose), aligned }
    }

    fn lend<T>(&mut self, to: impl FnOnce(&mut Rng) -> T) -> T {
        if !self.aligned {
            return to(&mut self.rng);
        }
        let seed = random::below(&mut self.rng, u32::MAX);
        to(&mut stream(seed.into(), 0, Purpose::Other(0)))
    }
}

/// Plays a deal, and returns the first seat's advantage and the number of decisions.
fn play<G: Knowledge>(game: &G, bot: &Bot, deal: u64, aligned: bool) -> [f64; 2] {
    let (mut state, mut decisions) = (game.start(), 0.0);
    let mut chance = Tape::new(deal, Purpose::Chance, aligned);
    let mut chairs: Vec<_> =
        Seat::all(game.seats()).map(|seat| (bot.sit::<G>(), Tape::new(deal, Purpose::Seat(seat), aligned))).collect();
    for (seat, (agent, _)) in Seat::all(game.seats()).zip(&mut chairs) {
        agent.begin(&View::new(game, &state, seat), None);
    }
    loop {
        let turn = game.turn(&state);
        let event = match turn {
            Turn::Seat(seat) => {
                let (agent, mind) = &mut chairs[seat.index()];
                let action = mind.lend(|rng| agent.choose(&View::new(game, &state, seat), rng));
                decisions += 1.0;
                Event::Action(action.expect("our bots do not fail"))
            }
            Turn::Chance => Event::Outcome(chance.lend(|rng| game.draw(&state, rng))),
            Turn::Over => break,
        };
        for (seat, (agent, _)) in Seat::all(game.seats()).zip(&mut chairs) {
            agent.watch(&Sight::new(game, &state, turn, event, seat));
        }
        match event {
            Event::Action(action) => game.play(&mut state, action),
            Event::Outcome(outcome) => game.happen(&mut state, outcome),
        }
    }
    [advantage(&game.standing(&state)), decisions]
}

/// The first seat's payoff less the mean of the others.
fn advantage(standing: &Standing) -> f64 {
    let mut payoffs = Seat::all(standing.seats()).map(|seat| f64::from(standing.payoff(seat)));
    let first = payoffs.next().unwrap_or_default();
    first - payoffs.sum::<f64>() / (standing.seats() - 1) as f64
}

fn variance(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

/// For the first seat's advantage and for decisions: the variance of the difference over the sum of the variances, as the
/// mean over variants that differ at all.
fn ratios<G: Knowledge>(source: &Source, deals: u64, aligned: bool) -> [f64; 2] {
    let plan: Plan<G> = Plan::new(source, None, Path::new("experiments")).expect("ready experiments are right");
    let bot = Bot::parse::<G>(BOT).expect("every game has this bot");
    let played: Vec<Vec<[f64; 2]>> = plan.variants[..plan.variants.len().min(4)]
        .iter()
        .map(|variant| (0..deals).map(|deal| play(&variant.game, &bot, deal, aligned)).collect())
        .collect();
    [0, 1].map(|measure| {
        let of = |variant: &Vec<[f64; 2]>| variance(variant.iter().map(|game| game[measure]));
        let each = played[1..].iter().map(|variant| {
            let apart = variance(variant.iter().zip(&played[0]).map(|(a, b)| a[measure] - b[measure]));
            apart / (of(variant) + of(&played[0]))
        });
        each.clone().sum::<f64>() / each.count() as f64
    })
}

fn main() {
    let deals = std::env::args().nth(1).and_then(|deals| deals.parse().ok()).unwrap_or(200);
    println!("| experiment | first seat: now | aligned | decisions: now | aligned |\n|---|---|---|---|---|");
    for ready in READY {
        let source = Source::read(ready.text).expect("ready experiments are right");
        if source.experiment.seats > 3 {
            continue;
        }
        let of = |aligned: bool| {
            marque::with_game!(source.experiment.game.as_str(), G => ratios::<G>(&source, deals, aligned))
                .expect("ready experiments are of our games")
        };
        let (now, aligned) = (of(false), of(true));
        println!("| {} | {:.2} | {:.2} | {:.2} | {:.2} |", ready.name, now[0], aligned[0], now[1], aligned[1]);
    }
}
