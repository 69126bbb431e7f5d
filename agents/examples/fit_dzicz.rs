//! Fits the weights of Dzicz's evaluation to games that searches play against each other, and checks them on other games.
//!
//! It begins without any weights. In every generation players that go by the weights so far play games under many rulesets,
//! and new weights are fitted by maximum likelihood to who held a card at the end. The games of the last three generations
//! count: earlier ones were played worse, and a chance is one among players who know what the weights know; but whoever is
//! told too much wins less than the weights say, and the other way round, which one generation alone would swing between.
//! What it prints is,
//! to the digit, what `src/games/dzicz/fitted.rs` holds, and how the chances told compare with those seen in games with other seeds.
//!
//! usage: cargo run --release -p marque-agents --example fit_dzicz -- [GAMES [GENERATIONS]]
//!        cargo run --release -p marque-agents --example fit_dzicz -- check [GAMES]
//!
//! The second form fits nothing: it checks the weights that are in use.

use std::sync::Arc;

use marque::dzicz::Dzicz;
use marque::random::{self, Purpose, Rng, stream};
use marque::{Game, Seat, Turn, View, toml};
use marque_agents::games::dzicz::{Group, Settler, Weights, features};
use marque_agents::{Agent, Bot, Evaluator, Knowledge, appraise};
use rayon::prelude::*;

/// Rulesets that games are played under, the usual one most often.
const RULES: [&str; 16] = [
    "",
    "turns = 8",
    "",
    "secret_missions = \"end\"",
    "",
    "open_missions = 0",
    "",
    "aim = \"rivals\"",
    "",
    "turns = 18",
    "",
    "secret_missions = \"none\"",
    "",
    "size = 7\nturns = 20",
    "open_missions = 4",
    "defence = 2\ncharge = 0\nmaneuver = 2\nexpansion = 0",
];

/// Who plays: one of these is drawn for every seat, most often the search as it is set up for the game.
const PLAYERS: [&str; 6] = [
    "search:iterations=200",
    "search:iterations=200",
    "search:iterations=200",
    "search:iterations=100",
    "search:iterations=100",
    "greedy:samples=2",
];

/// What players find in removing tokens, and tokens with forts besides.
const RAZING: [f32; 2] = [5.0, 3.0];
/// One state in so many is looked at.
const SKIP: u32 = 5;
/// How strongly weights are drawn to 0, in samples of evidence. The samples of a game tell the same story many times over,
/// so this is not little.
const DECAY: f32 = 40.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| {
        words.get(at).map_or(usual, |word| {
            word.parse().unwrap_or_else(|_| {
                eprintln!("`{word}` is not a number of games or generations; for example: fit_dzicz 900 6");
                std::process::exit(2)
            })
        })
    };
    if words.first().is_some_and(|word| word == "check") {
        check("The weights in use", &Dzicz::evaluator(), &play(2, number(1, 300), &Dzicz::evaluator()));
        return;
    }
    let (games, generations) = (number(0, 900), number(1, 6));
    let (mut weights, mut samples, mut sizes) = (Weights::NONE, Vec::new(), Vec::new());
    for generation in 0..generations {
        let played = play(100 + generation, games, &evaluator(&weights)).samples;
        sizes.push(played.len());
        samples.extend(played);
        if let [.., old, _, _, _] = sizes[..] {
            samples.drain(..old);
        }
        fit(&mut weights, &samples);
        eprintln!("generation {generation}: {} samples, log-loss {:.4}", samples.len(), log_loss(&weights, &samples));
    }
    print(&weights);
    let record = play(1, games / 4, &evaluator(&weights));
    check("The weights fitted", &evaluator(&weights), &record);
    check("The weights in use", &Dzicz::evaluator(), &record);
}

/// How a game ended: how many seats held a card, and how often cards were claimed.
struct End {
    seats: usize,
    winners: usize,
    claims: usize,
}

/// What was seen of some games; of ends, those under the usual rules.
#[derive(Default)]
struct Record {
    samples: Vec<Sample>,
    ends: Vec<End>,
}

fn evaluator(weights: &Weights) -> Arc<dyn Evaluator<Dzicz>> {
    Arc::new(Settler { weights: weights.clone(), razing: RAZING })
}

/// A seat in a state, and whether it held a card in the end.
struct Sample {
    rules: usize,
    seats: usize,
    turn: u8,
    /// Chance told by the evaluators in use, for a check.
    state: marque::dzicz::State,
    seat: Seat,
    missions: Vec<Vec<(usize, f32)>>,
    won: bool,
}

fn game(rules: usize, seats: usize) -> Dzicz {
    let table: toml::Table = RULES[rules].parse().expect("the rulesets above are right");
    Dzicz::create(seats, &table).expect("the rulesets above are right")
}

/// Plays games and samples states of them.
fn play(seed: u64, games: u64, evaluator: &Arc<dyn Evaluator<Dzicz>>) -> Record {
    let records: Vec<Record> =
        (0..games).into_par_iter().map(|number| play_one(seed, number, evaluator.clone())).collect();
    let mut all = Record::default();
    for Record { samples, ends } in records {
        all.samples.extend(samples);
        all.ends.extend(ends);
    }
    all
}

fn play_one(seed: u64, number: u64, evaluator: Arc<dyn Evaluator<Dzicz>>) -> Record {
    let Record { mut samples, mut ends } = Record::default();
    let seats = 2 + (number % 3) as usize;
    let rules = (number / 3) as usize % RULES.len();
    let game = game(rules, seats);
    let mut rng: Rng = stream(seed, number, Purpose::Other(0));
    let mut players: Vec<Box<dyn Agent<Dzicz>>> = (0..seats)
        .map(|_| {
            let name = PLAYERS[random::below(&mut rng, PLAYERS.len() as u32) as usize];
            Bot::parse::<Dzicz>(name).expect("the players above are right").sit_with(evaluator.clone())
        })
        .collect();
    let mut state = game.start();
    while let Turn::Seat(mover) = game.settle(&mut state, &mut rng) {
        if random::below(&mut rng, SKIP) == 0 {
            samples.extend(Seat::all(seats).filter_map(|seat| {
                let missions = features(&game, &state, seat)?;
                Some(Sample { rules, seats, turn: state.turn(), state, seat, missions, won: false })
            }));
        }
        let chosen = players[mover.index()].choose(&View::new(&game, &state, mover), &mut rng);
        let action = chosen.expect("players of our own do not fail");
        game.play(&mut state, action);
    }
    let standing = game.standing(&state);
    for sample in &mut samples {
        sample.won = standing.wins(sample.seat);
    }
    if RULES[rules].is_empty() {
        let winners = Seat::all(seats).filter(|&seat| standing.wins(seat)).count();
        let claims = game.observe(&state, Seat(0)).seats.iter().map(|seat| seat.claims.len()).sum();
        ends.push(End { seats, winners, claims });
    }
    Record { samples, ends }
}

/// The log-odds of each mission, and the chance that all of them fail.
fn failing(weights: &Weights, sample: &Sample) -> (Vec<f32>, f32) {
    let odds = |mission: &Vec<(usize, f32)>| mission.iter().map(|&(at, value)| weights.0[at] * value).sum::<f32>();
    let chances: Vec<f32> = sample.missions.iter().map(|mission| 1.0 / (1.0 + (-odds(mission)).exp())).collect();
    let none = chances.iter().map(|chance| 1.0 - chance).product();
    (chances, none)
}

fn log_loss(weights: &Weights, samples: &[Sample]) -> f32 {
    let loss = |sample: &Sample| loss(1.0 - failing(weights, sample).1, sample.won);
    samples.iter().map(loss).sum::<f32>() / samples.len() as f32
}

fn loss(chance: f32, won: bool) -> f32 {
    -(if won { chance } else { 1.0 - chance }).max(1e-6).ln()
}

/// Maximum likelihood by Adam over shuffled batches, with a step that shrinks.
fn fit(weights: &mut Weights, samples: &[Sample]) {
    const BATCH: usize = 500;
    const EPOCHS: usize = 30;
    let count = weights.0.len();
    let (mut mean, mut square) = (vec![0.0f32; count], vec![0.0f32; count]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng = stream(0, 0, Purpose::Other(1));
    let mut steps = 0;
    for epoch in 0..EPOCHS {
        for at in (1..order.len()).rev() {
            order.swap(at, random::below(&mut rng, at as u32 + 1) as usize);
        }
        let rate = 0.05 * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(BATCH) {
            let mut slope = vec![0.0f32; count];
            for &at in batch {
                let sample = &samples[at];
                let (chances, none) = failing(weights, sample);
                let pull = if sample.won { none / (1.0 - none).max(1e-6) } else { -1.0 };
                for (mission, chance) in sample.missions.iter().zip(chances) {
                    for &(at, value) in mission {
                        slope[at] += pull * chance * value;
                    }
                }
            }
            steps += 1;
            for at in 0..count {
                let slope = slope[at] / batch.len() as f32 - DECAY * weights.0[at] / samples.len() as f32;
                mean[at] += 0.1 * (slope - mean[at]);
                square[at] += 0.001 * (slope * slope - square[at]);
                let (mean, square) = (mean[at] / (1.0 - 0.9f32.powi(steps)), square[at] / (1.0 - 0.999f32.powi(steps)));
                weights.0[at] += rate * mean / (square.sqrt() + 1e-8);
            }
        }
    }
    // What is printed is what is meant.
    for weight in &mut weights.0 {
        *weight = (*weight * 100.0).round() / 100.0;
    }
}

fn print(weights: &Weights) {
    for group in Group::ALL {
        let numbers: Vec<String> = weights.group(group).iter().map(|weight| format!("{weight:.2}")).collect();
        println!("    (Group::{group:?}, &[{}]),", numbers.join(", "));
    }
}

/// Tells how the chances told compare with those seen, by turn, seats and rules.
fn check(name: &str, evaluator: &Arc<dyn Evaluator<Dzicz>>, Record { samples, ends }: &Record) {
    println!("\n{name}: chances of a card, told and seen in games with other seeds");
    println!("{:<44} {:>8} {:>6} {:>6} {:>9}", "", "samples", "told", "seen", "log-loss");
    let chance = |sample: &Sample| {
        let game = game(sample.rules, sample.seats);
        appraise(&**evaluator, &game, &sample.state)[sample.seat.index()]
    };
    // Where seats play to beat their rivals a value is no chance of a card.
    let told: Vec<(f32, &Sample)> = samples
        .iter()
        .filter(|sample| !RULES[sample.rules].contains("rivals"))
        .map(|sample| (chance(sample), sample))
        .collect();
    let row = |name: String, of: &dyn Fn(f32, &Sample) -> bool| {
        let rows: Vec<_> = told.iter().filter(|(chance, sample)| of(*chance, sample)).collect();
        if rows.is_empty() {
            return;
        }
        let mean = |value: &dyn Fn(f32, &Sample) -> f32| {
            rows.iter().map(|(chance, sample)| value(*chance, sample)).sum::<f32>() / rows.len() as f32
        };
        let seen = mean(&|_, sample| f32::from(u8::from(sample.won)));
        let loss = mean(&|chance, sample| loss(chance, sample.won));
        println!("{name:<44} {:>8} {:>6.3} {seen:>6.3} {loss:>9.4}", rows.len(), mean(&|chance, _| chance));
    };
    for seats in 2..=4 {
        let ends: Vec<&End> = ends.iter().filter(|end| end.seats == seats).collect();
        let share =
            |of: &dyn Fn(&End) -> usize| ends.iter().map(|end| of(end)).sum::<usize>() as f32 / ends.len() as f32;
        println!(
            "usual rules, {seats} seats: {} games, nobody wins in {:.3} of them, {:.2} claims a game",
            ends.len(),
            share(&|end| usize::from(end.winners == 0)),
            share(&|end| end.claims)
        );
    }
    row("all".to_owned(), &|_, _| true);
    for seats in 2..=4 {
        for (from, to) in [(1, 4), (5, 8), (9, 12)] {
            row(format!("usual rules, {seats} seats, turns {from}-{to}"), &|_, sample| {
                RULES[sample.rules].is_empty() && sample.seats == seats && (from..=to).contains(&sample.turn)
            });
        }
    }
    for (rules, text) in RULES.iter().enumerate() {
        if !text.is_empty() {
            row(text.replace('\n', ", "), &|_, sample| sample.rules == rules);
        }
    }
    for tenth in 0..10 {
        let (low, high) = (tenth as f32 / 10.0, (tenth + 1) as f32 / 10.0 + if tenth == 9 { 1.0 } else { 0.0 });
        row(format!("told {low:.1}-{:.1}", high.min(1.0)), &|chance, _| (low..high).contains(&chance));
    }
}
