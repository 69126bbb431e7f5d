//! What a second look would gain a Santy Anno player among players who think once and run.
//!
//! Everyone at the table plays `steady`. Wherever one of them is about to run to the ship it believes in, the game is
//! played to its end both from there and from a second look, with the same luck; all go on as `steady`.
//!
//! usage: cargo run --release -p marque-agents --example second_look -- [GAMES]

use marque::random::{self, Purpose, Rng};
use marque::santy_anno::{Action, SantyAnno, State};
use marque::{Game, Seat, Turn, toml};
use marque_agents::Knowledge;

/// How often each of the two ways is played to the end.
const TRIES: u64 = 4;

fn main() {
    let games = std::env::args().nth(1).map_or(Ok(300), |text| text.parse::<u64>());
    let Ok(games @ 2..) = games else {
        eprintln!("How many games? Give a number from 2 up, for example 300.");
        std::process::exit(2);
    };
    println!("The mean gain of a second look in payoff (0 to 1), with 95 % intervals, and how often that comes up:");
    for &seats in SantyAnno::INFO.seats {
        let game = SantyAnno::create(seats, &toml::Table::new()).expect("the usual rules are right");
        let [mut free, mut taken] = [Gains::default(), Gains::default()];
        for number in 0..games {
            let [mut free_now, mut taken_now] = [[0.0; 2]; 2];
            watch(&game, number, |is_taken, gain| {
                let [count, sum] = if is_taken { &mut taken_now } else { &mut free_now };
                *count += 1.0;
                *sum += gain;
            });
            free.0.push(free_now);
            taken.0.push(taken_now);
        }
        println!(
            "{seats} seats: {} where a rival sits at that ship, {} elsewhere",
            taken.show(seats),
            free.show(seats)
        );
    }
}

/// Plays a game and tells of each decision to run whether a rival sits at that ship, and what a second look would gain.
fn watch(game: &SantyAnno, number: u64, mut tell: impl FnMut(bool, f64)) {
    let mut rng = random::stream(number, 0, Purpose::Other(0));
    let mut state = game.start();
    let mut decisions = 0;
    while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
        let usual = steady(game, &state);
        let done = state.thought(seat) == state.cards();
        if let (Action::Run(ship), true) = (usual, done) {
            let sits = |rival| state.target(rival) == Some(ship) && state.clock(rival) <= state.clock(seat);
            let is_taken = Seat::all(game.seats()).any(|rival| rival != seat && sits(rival));
            let gain = |luck: u64| {
                let rng = random::stream(number, decisions * TRIES + luck, Purpose::Other(1));
                [(Action::Recheck, 1.0), (usual, -1.0)]
                    .map(|(action, sign)| sign * end(game, state, action, rng.clone()))
            };
            tell(is_taken, (0..TRIES).flat_map(gain).sum::<f64>() / TRIES as f64);
            decisions += 1;
        }
        game.play(&mut state, usual);
    }
}

/// What the mover gets in the end if it plays an action now.
fn end(game: &SantyAnno, mut state: State, action: Action, mut rng: Rng) -> f64 {
    let Turn::Seat(mover) = game.turn(&state) else { unreachable!("only a seat acts") };
    game.play(&mut state, action);
    while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
        let next = steady(game, &state);
        game.play(&mut state, next);
    }
    game.standing(&state).payoff(mover).into()
}

fn steady(game: &SantyAnno, state: &State) -> Action {
    let style = SantyAnno::styles().iter().find(|style| style.name == "steady").expect("steady is a style");
    let score = |action: &Action| (style.score)(game, state, *action);
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions.into_iter().max_by(|a, b| score(a).total_cmp(&score(b))).expect("a seat to move has an action")
}

/// How often a second look could be taken in each game, and what all of them gain.
#[derive(Default)]
struct Gains(Vec<[f64; 2]>);

impl Gains {
    /// The mean gain with an interval over games, and how often there is one to be had in a game of a seat's.
    fn show(&self, seats: usize) -> String {
        let games = self.0.len() as f64;
        let [count, sum] = [0, 1].map(|column| self.0.iter().map(|game| game[column]).sum::<f64>());
        let mean = sum / count;
        let squares: f64 = self.0.iter().map(|[count, sum]| (sum - mean * count).powi(2)).sum();
        let margin = 1.96 * (squares * games / (games - 1.0)).sqrt() / count;
        let often = count / games / seats as f64;
        format!("{mean:+.3} [{:+.3}, {:+.3}] ({often:.2} a game)", mean - margin, mean + margin)
    }
}
