//! Two bots on the same deals with seats rotated, interleaved in one process on one thread: who scores more, and at what
//! cost in processor time.
//!
//! `duel GAME SEATS BLOCKS BOT RIVAL [--equal-time] [--seed N] [KEY=VALUE …]` plays BLOCKS deals. With two seats a block
//! is two games; with more, the bot takes each seat in turn among rivals of one kind. It prints a row of a table: the
//! bot's mean score with its 95 % interval over blocks, the games, the milliseconds of processor time that a decision took
//! the bot, and how many times the rival's that is. With `--equal-time` the rival's iterations are scaled first, on deals of their own, until it takes as long.
//!
//! `first-edition` is a bot here: the search as it was first tuned and with what it first knew, such as
//! `first-edition:iterations=300`. Example:
//!
//! ```text
//! cargo run --release -p marque-benches --example duel -- hexxi 2 200 search:iterations=300 first-edition:iterations=300
//! ```

mod first_edition;

use std::time::Duration;

use first_edition::FirstEdition;
use marque::random::{Purpose, Rng, stream};
use marque::{Event, Seat, Turn, View, toml};
use marque_agents::{Agent, Bot};
use marque_experiments::intervals::t_interval;

/// What is asked for.
struct Duel {
    seats: usize,
    blocks: u64,
    bots: [String; 2],
    equal_time: bool,
    seed: u64,
    rules: toml::Table,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut seed = 1;
    if let Some(at) = words.iter().position(|word| word == "--seed") {
        seed = words.get(at + 1).and_then(|word| word.parse().ok()).unwrap_or_else(|| usage("a seed is a number"));
        words.drain(at..at + 2);
    }
    let equal_time = words.iter().position(|word| word == "--equal-time").map(|at| words.remove(at)).is_some();
    let [name, seats, blocks, bot, rival, rules @ ..] = &words[..] else { usage("five words are needed") };
    let number = |text: &String| text.parse().unwrap_or_else(|_| usage(&format!("`{text}` is no number")));
    let rules = rules.join("\n").parse().unwrap_or_else(|error| usage(&format!("{error}")));
    let duel = Duel {
        seats: number(seats) as usize,
        blocks: number(blocks),
        bots: [bot.clone(), rival.clone()],
        equal_time,
        seed,
        rules,
    };
    marque::with_game!(name, G => duel.run::<G>()).unwrap_or_else(|| usage(&format!("there is no game `{name}`")));
}

fn usage(wrong: &str) -> ! {
    eprintln!("{wrong}\nduel GAME SEATS BLOCKS BOT RIVAL [--equal-time] [--seed N] [KEY=VALUE …]");
    std::process::exit(2)
}

/// A side: how to seat it, and what it has taken so far.
struct Side<G: FirstEdition> {
    bot: Bot,
    first_edition: bool,
    spent: Duration,
    decisions: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: FirstEdition> Side<G> {
    fn new(text: &str) -> Side<G> {
        let expanded = first_edition::expand::<G>(text);
        let read = Bot::parse::<G>(expanded.as_deref().unwrap_or(text));
        let bot = read.unwrap_or_else(|error| usage(&error.to_string()));
        let first_edition = expanded.is_some();
        Side { bot, first_edition, spent: Duration::ZERO, decisions: 0, game: std::marker::PhantomData }
    }

    fn sit(&self) -> Box<dyn Agent<G>> {
        if self.first_edition { self.bot.sit_with(G::first_evaluator()) } else { self.bot.sit::<G>() }
    }

    /// Microseconds a decision.
    fn cost(&self) -> f64 {
        self.spent.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
    }
}

/// What this thread has had of a processor.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

impl Duel {
    fn run<G: FirstEdition>(&self) {
        let game = G::create(self.seats, &self.rules).unwrap_or_else(|error| usage(&error.to_string()));
        let mut texts = self.bots.clone();
        if self.equal_time {
            texts[1] = self.rival_of_equal_time(&game);
        }
        let mut sides = [Side::<G>::new(&texts[0]), Side::new(&texts[1])];
        let scores: Vec<f64> = (0..self.blocks).map(|block| play_block(&game, &mut sides, self.seed, block)).collect();
        let Some(score) = t_interval(&scores) else { usage("it takes two blocks at least") };
        println!(
            "| {} | {} | `{}` | `{}` | {:.3} [{:.3}, {:.3}] | {} | {:.1} | {:.2} |",
            G::INFO.name,
            self.seats,
            texts[0],
            texts[1],
            score.value,
            score.low,
            score.high,
            self.blocks * self.seats as u64,
            sides[0].cost() / 1000.0,
            sides[0].cost() / sides[1].cost(),
        );
    }

    /// The rival with as many iterations as make it take as long as the bot.
    fn rival_of_equal_time<G: FirstEdition>(&self, game: &G) -> String {
        let rival = &self.bots[1];
        let Some((before, after)) = rival.split_once("iterations=") else {
            usage("with --equal-time the rival must say its iterations")
        };
        let (digits, rest) = after.split_at(after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len()));
        let mut iterations: f64 = digits.parse().unwrap_or_else(|_| usage("iterations are a number"));
        let scaled = |iterations: f64| format!("{before}iterations={}{rest}", iterations.round().max(1.0));
        for round in 0..3 {
            let mut sides = [Side::<G>::new(&self.bots[0]), Side::new(&scaled(iterations))];
            let blocks = (self.blocks / 20).clamp(1, 10);
            for block in 0..blocks {
                play_block(game, &mut sides, !self.seed, round * blocks + block);
            }
            iterations *= sides[0].cost() / sides[1].cost();
        }
        scaled(iterations)
    }
}

/// Plays a deal once for each seat of the bot, and returns its mean payoff.
fn play_block<G: FirstEdition>(game: &G, sides: &mut [Side<G>; 2], seed: u64, block: u64) -> f64 {
    let payoffs = Seat::all(game.seats()).map(|own| {
        let side_of = |seat: Seat| usize::from(seat != own);
        let mut agents: Vec<_> = Seat::all(game.seats()).map(|seat| sides[side_of(seat)].sit()).collect();
        let number = block * game.seats() as u64 + u64::from(own.0);
        let mut minds: Vec<Rng> =
            Seat::all(game.seats()).map(|seat| stream(seed, number, Purpose::Seat(seat))).collect();
        let mut chance = stream(seed, block, Purpose::Chance);
        let mut state = game.start();
        loop {
            let turn = game.turn(&state);
            let event = match turn {
                Turn::Over => break,
                Turn::Chance => Event::Outcome(game.draw(&state, &mut chance)),
                Turn::Seat(seat) => {
                    let (side, began) = (&mut sides[side_of(seat)], processor_time());
                    let view = View::new(game, &state, seat);
                    let action = agents[seat.index()].choose(&view, &mut minds[seat.index()]);
                    side.spent += processor_time() - began;
                    side.decisions += 1;
                    Event::Action(action.expect("a player in this process chooses"))
                }
            };
            game.apply(&mut state, event);
            for (seat, agent) in Seat::all(game.seats()).zip(&mut agents) {
                agent.follow(game.hear(turn, event, seat));
            }
        }
        f64::from(game.standing(&state).payoff(own))
    });
    payoffs.sum::<f64>() / game.seats() as f64
}
