//! Fits what Somaliland's players reckon with to games between them, and checks it on other games.
//!
//! Arrivals are fitted by logistic regression on every ship at sea before a throw, ransoms by what was paid in the rest of the
//! turn, later turns by what they brought; the spread of values and the share of ransoms heeded stay. What it prints is what
//! `src/games/somaliland/fitted.rs` holds, but for figures named there, and then how what is told compares with what is seen
//! in games with other seeds.
//!
//! usage: cargo run --release -p marque-agents --example fit_somaliland -- [GAMES]

use std::sync::Arc;

use marque::random::{self, Purpose, Rng, stream};
use marque::somaliland::{Lane, Route, Ship, Somaliland, State};
use marque::{Game, Seat, Turn, View, toml};
use marque_agents::games::somaliland::{Arrivals, Prey, Shipowner, Voyage, others, prey, voyage};
use marque_agents::{Agent, Bot, Evaluator};

/// Rulesets that games are played under, the usual one most often.
const RULES: [&str; 4] = ["", "", "", "legs = 7\noffer = 12"];
/// Who plays: one of these is drawn for every seat.
const PLAYERS: [&str; 4] = ["greedy:samples=1", "greedy:samples=1", "greedy:samples=2", "search:iterations=30"];
const ROUTES: [Route; 2] = [Route::Africa, Route::Somalia];
/// One decision in so many is looked at for ransoms and values.
const SKIP: u32 = 3;

/// What the fit starts from; the players of its first games go by it.
const START: Shipowner = Shipowner {
    arrivals: [
        Arrivals { slope: 2.5, reach: 5.66, offset: 3.13, crowd: 0.0 },
        Arrivals { slope: 1.44, reach: 5.45, offset: 1.97, crowd: 0.0 },
    ],
    takes: 0.6,
    heeded: 0.48,
    abroad: [0.2, 0.2],
    least_abroad: 0.0,
    future: 0.18,
    spread: 14.0,
};

fn main() {
    let games = std::env::args().nth(1).map_or(Ok(240), |text| text.parse::<u64>());
    let Ok(games @ 4..) = games else {
        eprintln!("How many games? Give a number from 4 up, for example 240.");
        std::process::exit(2);
    };
    let mut owner = START;
    let mut record = Record::default();
    for generation in 0..2 {
        record.play(100 + generation, games, &(Arc::new(owner.clone()) as _));
        owner = record.fit(&owner);
        eprintln!("generation {generation}: {} throws, {} tolls", record.throws.len(), record.tolls.len());
    }
    println!("{owner:#?}");
    let mut other = Record::default();
    other.play(1, games / 2, &(Arc::new(owner.clone()) as _));
    println!("\nin games with other seeds, by the figures fitted:");
    other.check(&owner);
    println!("\nby those of the first edition:");
    other.check(&Shipowner { takes: 1.0, heeded: 1.0, abroad: [0.0; 2], least_abroad: 4.0, ..START });
}

/// A ship about to be thrown, and whether it arrived in this turn.
struct Throw {
    ship: Ship,
    route: Route,
    voyage: Voyage,
    arrived: bool,
}

/// A seat with ships to be taken, and what it paid in the rest of the turn.
struct Toll {
    seats: usize,
    seat: Seat,
    prey: Prey,
    sailing: usize,
    launching: usize,
    legs: f32,
    paid: f32,
}

/// Ships of others at sea in the first leg, and how many there were when it was over.
struct Fleet {
    seat: Seat,
    route: usize,
    sailing: usize,
    launching: usize,
    sent: usize,
}

/// A state of two seats, and the payoff of the first in the end.
struct Position {
    state: State,
    rules: usize,
    payoff: f32,
}

/// All that was seen.
#[derive(Default)]
struct Record {
    throws: Vec<Throw>,
    tolls: Vec<Toll>,
    fleets: Vec<Fleet>,
    positions: Vec<Position>,
    /// Displacement at the beginning of later turns, and what these brought.
    later: (f32, f32),
}

impl Record {
    fn play(&mut self, seed: u64, games: u64, evaluator: &Arc<dyn Evaluator<Somaliland>>) {
        for number in 0..games {
            let (seats, rules) = (2 + (number % 3) as usize, (number / 3) as usize % RULES.len());
            self.play_one(seats, rules, &mut stream(seed, number, Purpose::Other(0)), evaluator);
        }
    }

    fn play_one(&mut self, seats: usize, rules: usize, rng: &mut Rng, evaluator: &Arc<dyn Evaluator<Somaliland>>) {
        let game = game(rules, seats);
        let mut players: Vec<Box<dyn Agent<Somaliland>>> = (0..seats)
            .map(|_| {
                let name = PLAYERS[random::below(rng, PLAYERS.len() as u32) as usize];
                Bot::parse::<Somaliland>(name).expect("the players above are right").sit_with(evaluator.clone())
            })
            .collect();
        let mut state = game.start();
        let (mut first_throw, mut first_toll, mut first_fleet) =
            (self.throws.len(), self.tolls.len(), self.fleets.len());
        let first_position = self.positions.len();
        let mut before = state;
        let mut opening = state;
        loop {
            let turn = game.settle(&mut state, rng);
            // A throw that has just been made may have arrived.
            if let Some(ship) = before.thrown() {
                let lanes = |state: &State| {
                    state.ledger(ship.seat()).arrived.iter().map(|&count| u32::from(count)).sum::<u32>()
                };
                if lanes(&state) > lanes(&before) {
                    let own = self.throws[first_throw..].iter_mut();
                    own.filter(|throw| throw.ship == ship).for_each(|throw| throw.arrived = true);
                }
            }
            let next_turn = state.turn_number() != before.turn_number() || turn == Turn::Over;
            if next_turn || state.leg() > 0 && before.leg() == 0 {
                for fleet in &mut self.fleets[first_fleet..] {
                    fleet.sent = sent(if next_turn { &before } else { &state }, fleet.seat, ROUTES[fleet.route]);
                }
                first_fleet = self.fleets.len();
            }
            if next_turn {
                for toll in &mut self.tolls[first_toll..] {
                    toll.paid += f32::from(state.ledger(toll.seat).ransom);
                }
                (first_throw, first_toll) = (self.throws.len(), self.tolls.len());
                if before.turn_number() > 0 {
                    for seat in Seat::all(seats) {
                        self.later.0 += game.displacement(&opening, seat) as f32;
                        self.later.1 += (state.ledger(seat).score() - opening.ledger(seat).score()) as f32;
                    }
                }
                opening = state;
            }
            let Turn::Seat(mover) = turn else { break };
            self.look(&game, &state, rules, rng);
            before = state;
            let chosen = players[mover.index()].choose(&View::new(&game, &state, mover), rng);
            game.play(&mut state, chosen.expect("players of our own do not fail"));
        }
        let standing = game.standing(&state);
        for position in &mut self.positions[first_position..] {
            position.payoff = standing.payoff(Seat(0));
        }
    }

    /// Notes what is to be seen before a decision.
    fn look(&mut self, game: &Somaliland, state: &State, rules: usize, rng: &mut Rng) {
        if let (Some(ship), None) = (state.thrown(), state.heading())
            && let Some((route, voyage)) = voyage(game, state, ship)
        {
            self.throws.push(Throw { ship, route, voyage, arrived: false });
        }
        if random::below(rng, SKIP) > 0 {
            return;
        }
        if game.seats() == 2 {
            self.positions.push(Position { state: *state, rules, payoff: 0.0 });
        }
        for seat in Seat::all(game.seats()) {
            let prey = prey(game, state, seat);
            let (sailing, launching) = others(state, game.seats(), seat, Route::Somalia);
            // In the first leg ships still in port will pay as well.
            if prey.ships > 0 && state.leg() > 0 {
                let paid = -f32::from(state.ledger(seat).ransom);
                let legs = (game.legs() - state.leg()) as f32;
                self.tolls.push(Toll { seats: game.seats(), seat, prey, sailing, launching, legs, paid });
            }
            if launching > 0 && state.leg() == 0 {
                for (route, &name) in ROUTES.iter().enumerate() {
                    let (sailing, launching) = others(state, game.seats(), seat, name);
                    self.fleets.push(Fleet { seat, route, sailing, launching, sent: 0 });
                }
            }
        }
    }

    fn fit(&self, before: &Shipowner) -> Shipowner {
        let mut owner = before.clone();
        for (index, &route) in ROUTES.iter().enumerate() {
            let throws: Vec<&Throw> =
                self.throws.iter().filter(|throw| throw.route == route && throw.voyage.throws > 0).collect();
            let [slope, way, offset, crowd] =
                regress(throws.iter().map(|throw| (features(&throw.voyage), throw.arrived)));
            owner.arrivals[index] = Arrivals {
                slope: rounded(slope),
                reach: rounded(slope / way),
                offset: rounded(offset),
                crowd: rounded(crowd),
            };
            let of_route = || self.fleets.iter().filter(|fleet| fleet.route == index);
            let more: f32 = of_route().map(|fleet| fleet.sent as f32 - fleet.sailing as f32).sum();
            owner.abroad[index] = rounded(more / of_route().map(|fleet| fleet.launching as f32).sum::<f32>());
        }
        let told: f32 = self.tolls.iter().map(|toll| toll.told(&Shipowner { takes: 1.0, ..owner.clone() })).sum();
        owner.takes = rounded(self.tolls.iter().map(|toll| toll.paid).sum::<f32>() / told);
        owner.least_abroad = 0.0;
        owner.future = rounded(self.later.1 / self.later.0);
        owner
    }

    fn check(&self, owner: &Shipowner) {
        println!("{:<40} {:>8} {:>7} {:>7}", "", "samples", "told", "seen");
        for seats in 2..=4 {
            let tolls: Vec<&Toll> = self.tolls.iter().filter(|toll| toll.seats == seats && toll.legs >= 5.0).collect();
            let mean =
                |value: &dyn Fn(&Toll) -> f32| tolls.iter().map(|toll| value(toll)).sum::<f32>() / tolls.len() as f32;
            let (told, paid) = (mean(&|toll| toll.told(owner)), mean(&|toll| toll.paid));
            println!(
                "{:<40} {:>8} {told:>7.2} {paid:>7.2}",
                format!("ransom from the first legs on, {seats} seats"),
                tolls.len()
            );
        }
        for route in ROUTES {
            for (low, high) in [(0, 0), (1, 2), (3, 5), (6, 18)] {
                let crowd = |throw: &&Throw| (low..=high).contains(&(throw.voyage.crowd as i32));
                let throws: Vec<&Throw> = self
                    .throws
                    .iter()
                    .filter(|throw| throw.route == route && throw.voyage.throws > 0)
                    .filter(crowd)
                    .collect();
                let told = throws.iter().map(|throw| owner.chance(throw)).sum::<f32>() / throws.len() as f32;
                let seen = throws.iter().filter(|throw| throw.arrived).count() as f32 / throws.len() as f32;
                let name = format!("arrival, {route:?}, {low} to {high} ships of others");
                println!("{name:<40} {:>8} {told:>7.3} {seen:>7.3}", throws.len());
            }
        }
        let games = std::array::from_fn(|rules| game(rules, 2));
        let loss: f32 =
            self.positions.iter().map(|position| loss(position.logit(owner, &games), position.payoff)).sum();
        println!(
            "log-loss of the value, two seats: {:.4} over {}",
            loss / self.positions.len() as f32,
            self.positions.len()
        );
    }
}

impl Toll {
    fn told(&self, owner: &Shipowner) -> f32 {
        let others = self.sailing as f32 + owner.abroad[1] * self.launching as f32;
        self.prey.ransom(owner.takes, others.max(owner.least_abroad * (self.seats - 2) as f32), self.legs)
    }
}

impl Position {
    /// The log-odds of the first of two seats, given the game under each ruleset.
    fn logit(&self, owner: &Shipowner, games: &[Somaliland; RULES.len()]) -> f32 {
        let value = owner.evaluate(&games[self.rules], &self.state)[0].clamp(1e-4, 1.0 - 1e-4);
        (value / (1.0 - value)).ln()
    }
}

trait Chances {
    fn chance(&self, throw: &Throw) -> f32;
}

impl Chances for Shipowner {
    fn chance(&self, throw: &Throw) -> f32 {
        let Arrivals { slope, reach, offset, crowd } = self.arrivals[throw.route as usize];
        let weights = [slope, slope / reach, offset, crowd];
        let odds: f32 = features(&throw.voyage).iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        1.0 / (1.0 + (-odds).exp())
    }
}

fn game(rules: usize, seats: usize) -> Somaliland {
    let table: toml::Table = RULES[rules].parse().expect("the rulesets above are right");
    Somaliland::create(seats, &table).expect("the rulesets above are right")
}

/// The ships of others that are or were on a route in this turn.
fn sent(state: &State, seat: Seat, route: Route) -> usize {
    let lanes = Lane::ALL.into_iter().filter(|lane| lane.route() == route);
    lanes.flat_map(|lane| state.sailing(lane).chain(state.arrived(lane))).filter(|ship| ship.seat() != seat).count()
}

fn features(voyage: &Voyage) -> [f32; 4] {
    let root = (voyage.throws.max(1) as f32).sqrt();
    [root, -voyage.way / root, 1.0 / root, -voyage.crowd]
}

fn loss(logit: f32, payoff: f32) -> f32 {
    payoff * (1.0 + (-logit).exp()).ln() + (1.0 - payoff) * (1.0 + logit.exp()).ln()
}

fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

/// Logistic regression by Newton's method.
fn regress(rows: impl Iterator<Item = ([f32; 4], bool)> + Clone) -> [f32; 4] {
    let mut weights = [0.0f64; 4];
    for _ in 0..12 {
        let (mut slope, mut curve) = ([0.0f64; 4], [[0.0f64; 4]; 4]);
        for (features, arrived) in rows.clone() {
            let features = features.map(f64::from);
            let odds: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            for a in 0..4 {
                slope[a] += features[a] * (f64::from(u8::from(arrived)) - chance);
                for b in 0..4 {
                    curve[a][b] += features[a] * features[b] * chance * (1.0 - chance);
                }
            }
        }
        for (at, row) in curve.iter_mut().enumerate() {
            row[at] += 1e-3;
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights.map(|weight| weight as f32)
}

/// Solves four linear equations by elimination.
fn solve(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> [f64; 4] {
    for at in 0..4 {
        let pivot =
            (at..4).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).expect("a row is left");
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for row in 0..4 {
            if row != at {
                let factor = matrix[row][at] / matrix[at][at];
                let above = matrix[at];
                matrix[row].iter_mut().zip(above).skip(at).for_each(|(cell, above)| *cell -= factor * above);
                right[row] -= factor * right[at];
            }
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}
