//! What the arena costs over a bare loop that plays the same games, and what a second thread gains.
//!
//! `cargo bench -p marque-benches --bench arena` measures all three in turn, again and again, and takes the best of each,
//! so that a busy machine disturbs them alike. With `-- --quick` it measures once, which is enough to count instructions.

#[path = "../examples/connect_four.rs"]
#[allow(missing_docs)]
mod connect_four;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use connect_four::ConnectFour;
use marque::random::{Purpose, Rng, stream};
use marque::{Game, Seat, Turn, View, toml};
use marque_agents::{Agent, Bot, Knowledge};
use marque_experiments::Player;
use marque_experiments::arena::Arena;
use marque_experiments::schedule::{Format, Schedule};

impl Knowledge for ConnectFour {}

/// Plays the column whose few random games went best: cheap, but as a search spends its time.
struct Trier;

impl Agent<ConnectFour> for Trier {
    fn choose(&mut self, view: &View<'_, ConnectFour>, rng: &mut Rng) -> u8 {
        let (game, mut columns) = (view.game(), Vec::new());
        view.actions(&mut columns);
        let mut worth = |column: u8| -> f32 {
            (0..20)
                .map(|_| {
                    let mut state = view.imagine(rng);
                    game.play(&mut state, column);
                    game.playout(&mut state, rng);
                    game.standing(&state).payoff(view.seat())
                })
                .sum()
        };
        let mut best = (f32::MIN, columns[0]);
        for &column in &columns {
            let worth = worth(column);
            if worth > best.0 {
                best = (worth, column);
            }
        }
        best.1
    }
}

/// Plays the games without any arena.
fn bare(game: &ConnectFour, players: &[Player<ConnectFour>], schedule: &Schedule, games: u64) -> f32 {
    let mut payoffs = 0.0;
    for index in 0..games {
        let lineup = schedule.game(index).1;
        let mut agents: Vec<_> = lineup.iter().map(|&player| players[usize::from(player)].sit()).collect();
        let mut minds: Vec<Rng> = Seat::all(2).map(|seat| stream(1, index, Purpose::Seat(seat))).collect();
        let mut state = game.start();
        while let Turn::Seat(seat) = game.turn(&state) {
            let view = View::new(game, &state, seat);
            let action = agents[seat.index()].choose(&view, &mut minds[seat.index()]);
            game.play(&mut state, action);
            agents.iter_mut().for_each(|agent| agent.follow(Some(action)));
        }
        payoffs += game.standing(&state).payoff(Seat(0));
    }
    payoffs
}

/// Plays the games in the arena.
fn arena(game: &ConnectFour, players: &[Player<ConnectFour>], schedule: &Schedule, games: u64, threads: usize) -> f32 {
    let arena = Arena { game, players, seed: 1, move_limit: None };
    let mut payoffs = 0.0;
    let play = |arena: &Arena<'_, ConnectFour>, index| {
        let (table, lineup) = schedule.game(index);
        arena.play(index, table, lineup, &mut ()).record
    };
    let deliver = |records: Vec<marque_experiments::GameRecord>| {
        payoffs += records.iter().map(|record| record.standing.payoff(Seat(0))).sum::<f32>();
        ControlFlow::Continue(())
    };
    arena.run(0..games, threads, &AtomicBool::new(false), play, deliver).expect("threads can be started");
    payoffs
}

fn timed(run: impl FnOnce() -> f32) -> Duration {
    let began = Instant::now();
    black_box(run());
    began.elapsed()
}

fn measure(name: &str, players: &[Player<ConnectFour>], games: u64, repeats: u32) {
    let game = ConnectFour::create(2, &toml::Table::new()).expect("the defaults are allowed");
    let schedule = Schedule::new(players.len(), 2, Format::RoundRobin);
    assert_eq!(bare(&game, players, &schedule, games), arena(&game, players, &schedule, games, 1));
    let mut best = [Duration::MAX; 3];
    for _ in 0..repeats {
        let now = [
            timed(|| bare(&game, players, &schedule, games)),
            timed(|| arena(&game, players, &schedule, games, 1)),
            timed(|| arena(&game, players, &schedule, games, 2)),
        ];
        for (best, now) in best.iter_mut().zip(now) {
            *best = now.min(*best);
        }
    }
    let [bare, one, two] = best.map(|time| time.as_secs_f64());
    println!(
        "{name:8} {:9.0} games/s bare, {:9.0} in the arena ({:+.1} %), {:9.0} on two threads ({:.2} times)",
        games as f64 / bare,
        games as f64 / one,
        (one / bare - 1.0) * 100.0,
        games as f64 / two,
        one / two,
    );
}

fn main() {
    let random = || Bot::parse::<ConnectFour>("random").expect("there is such a bot").into();
    let trier = |name| Player::new(name, || Box::new(Trier) as Box<dyn Agent<ConnectFour>>);
    let blind = |name: &'static str| -> Player<ConnectFour> {
        let random: Player<ConnectFour> = random();
        Player::new(name, move || random.sit())
    };
    let (games, repeats) = if std::env::args().any(|arg| arg == "--quick") { (5, 1) } else { (400, 15) };
    measure("random", &[random(), blind("random again")], 250 * games, repeats);
    measure("trier", &[trier("a"), trier("b")], games, repeats);
}
