//! What the arena costs over a bare loop that plays the same games, and what a second thread gains.
//!
//! `cargo bench -p marque-benches --bench arena` measures all three in turn, again and again, and takes the best of each,
//! so that a busy machine disturbs them alike. With `-- --quick` it measures once, which is enough to count instructions, and a
//! word such as `bosman` picks what is measured.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use connect_four::ConnectFour;
use marque::bosman::Bosman;
use marque::hexxi::Hexxi;
use marque::random::{Purpose, Rng, stream};
use marque::{Event, Seat, Show, Sight, Turn, View, toml};
use marque_agents::{Agent, Bot, Failure, Knowledge};
use marque_experiments::Player;
use marque_experiments::arena::Arena;
use marque_experiments::game_record::GameRecord;
use marque_experiments::in_order::in_order;
use marque_experiments::schedule::{Pairing, Schedule};

impl Knowledge for ConnectFour {}

/// Plays the action whose few random games went best: cheap, but as a search spends its time.
struct Trier;

impl<G: Show> Agent<G> for Trier {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        let (game, mut actions) = (view.game(), Vec::new());
        view.actions(&mut actions);
        let mut worth = |action: G::Action| -> f32 {
            (0..10)
                .map(|_| {
                    let mut state = view.imagine(rng);
                    game.play(&mut state, action);
                    game.playout(&mut state, rng);
                    game.standing(&state).payoff(view.seat())
                })
                .sum()
        };
        let mut best = (f32::MIN, actions[0]);
        for &action in &actions {
            let worth = worth(action);
            if worth > best.0 {
                best = (worth, action);
            }
        }
        Ok(best.1)
    }
}

/// Plays the games without any arena.
fn bare<G: Show>(game: &G, players: &[Player<G>], schedule: &Schedule, games: u64) -> f32 {
    let mut payoffs = 0.0;
    for index in 0..games {
        let lineup = schedule.seating(index, index).lineup;
        let mut agents: Vec<_> = lineup.iter().map(|&player| players[usize::from(player)].sit()).collect();
        let mut minds: Vec<Rng> = Seat::all(2).map(|seat| stream(1, index, Purpose::Seat(seat))).collect();
        let mut chance = stream(1, index / 2, Purpose::Chance);
        let mut state = game.start();
        loop {
            let turn = game.turn(&state);
            let event = match turn {
                Turn::Seat(seat) => {
                    let view = View::new(game, &state, seat);
                    let action = agents[seat.index()].choose(&view, &mut minds[seat.index()]);
                    Event::Action(action.expect("a player in this process chooses"))
                }
                Turn::Chance => Event::Outcome(game.draw(&state, &mut chance)),
                Turn::Over => break,
            };
            for (seat, agent) in Seat::all(2).zip(&mut agents) {
                agent.watch(&Sight::new(game, &state, turn, event, seat));
            }
            game.apply(&mut state, event);
        }
        payoffs += game.standing(&state).payoff(Seat(0));
    }
    payoffs
}

/// Plays the games in the arena, on threads as a run does.
fn arena<G: Show>(game: &G, players: &[Player<G>], schedule: &Schedule, games: u64, threads: usize) -> f32 {
    let arena = Arena { game, players, seed: 1, move_limit: None };
    let mut payoffs = 0.0;
    let play = |number| arena.play(schedule.seating(number, number), &mut ());
    let deliver = |records: Vec<GameRecord>| {
        payoffs += records.iter().map(|record| record.standing.payoff(Seat(0))).sum::<f32>();
        ControlFlow::Continue(())
    };
    in_order(0..games, threads, &AtomicBool::new(false), play, deliver).expect("threads can be started");
    payoffs
}

fn timed(run: impl FnOnce() -> f32) -> Duration {
    let began = Instant::now();
    black_box(run());
    began.elapsed()
}

/// Measures bare loop, one thread and two on games between two players of one kind.
fn measure<G: Knowledge>(kind: &str, player: fn(&'static str) -> Player<G>, most_games: u64) {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if asked.iter().any(|word| !G::INFO.name.contains(word.as_str()) && !kind.contains(word.as_str())) {
        return;
    }
    let quick = std::env::args().any(|arg| arg == "--quick");
    let (games, repeats) = if quick { (most_games.div_ceil(50), 1) } else { (most_games, 25) };
    let game = G::create(2, &toml::Table::new()).expect("the defaults are allowed");
    let players = ["one", "two"].map(player);
    let schedule = Schedule::new(players.len(), 2, Pairing::RoundRobin);
    assert_eq!(bare(&game, &players, &schedule, games), arena(&game, &players, &schedule, games, 1));
    let mut best = [Duration::MAX; 3];
    for _ in 0..repeats {
        let now = [
            timed(|| bare(&game, &players, &schedule, games)),
            timed(|| arena(&game, &players, &schedule, games, 1)),
            timed(|| arena(&game, &players, &schedule, games, 2)),
        ];
        for (best, now) in best.iter_mut().zip(now) {
            *best = now.min(*best);
        }
    }
    let [bare, one, two] = best.map(|time| time.as_secs_f64());
    println!(
        "{:13} {kind:7} {:9.1} games/s bare, {:9.1} in the arena ({:+.1} %), {:9.1} on two threads ({:.2} times)",
        G::INFO.name,
        games as f64 / bare,
        games as f64 / one,
        (one / bare - 1.0) * 100.0,
        games as f64 / two,
        one / two,
    );
}

fn random<G: Knowledge>(name: &str) -> Player<G> {
    let bot = Bot::parse::<G>("random").expect("there is such a bot");
    Player::new(name, move || bot.sit::<G>())
}

fn trier<G: Knowledge>(name: &str) -> Player<G> {
    Player::new(name, || Box::new(Trier))
}

fn main() {
    measure::<ConnectFour>("random", random, 20_000);
    measure::<Bosman>("random", random, 2000);
    measure::<Hexxi>("random", random, 500);
    measure::<ConnectFour>("tries", trier, 100);
    measure::<Bosman>("tries", trier, 2);
}
