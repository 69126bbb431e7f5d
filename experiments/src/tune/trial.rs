//! The search on worlds whose answer is known, beside two yardsticks with the same number of games: random search, and a plain
//! NTBEA.

use marque::random::{self, Purpose, Rng, stream};
use marque::toml::Value;

use super::goal::Goal;
use super::search::{Beliefs, Evidence, Output, Search, Spending, outputs};
use super::space::{Key, Point, Space};
use super::surrogate::standard_normal;
use crate::balance::measure::topics;

/// A space with what its rulesets are truly like.
struct World {
    space: Space,
    goals: Vec<Goal>,
    /// The true figure of an output, and the standard deviation of one game's.
    truth: fn(&Point, &Output) -> (f64, f64),
}

fn numbers(name: &str, most: i64, base: i64) -> Key {
    Key::new(name, &(0..=most).map(Value::from).collect::<Vec<_>>(), &Value::from(base))
}

fn flag(name: &str) -> Key {
    Key::new(name, &[false.into(), true.into()], &false.into())
}

fn goal(measure: &str, low: f64, high: f64) -> Goal {
    Goal { topic: topics().find(|topic| topic.key == measure).unwrap(), low, high }
}

const SEATS: usize = 2;

impl World {
    /// The first seat is ahead by 26 points; each step of the handicap takes off 5.2, so that five make it fair. Length and
    /// two flags that do nothing to fairness come with it.
    fn handicap() -> World {
        World {
            space: Space { keys: vec![numbers("handicap", 8, 0), numbers("turns", 6, 3), flag("night"), flag("fog")] },
            goals: vec![goal("spread", f64::NEG_INFINITY, 0.03), goal("decisions", 50.0, 80.0)],
            truth: |point, output| match output {
                Output::Seat(0) => (0.63 - 0.026 * point[0] as f64, 0.5),
                Output::Seat(_) => (0.37 + 0.026 * point[0] as f64, 0.5),
                Output::Measure(_) => (40.0 + 8.0 * point[1] as f64 + 3.0 * point[2] as f64, 12.0),
            },
        }
    }

    /// Draws are rare only where two keys are high together; either alone makes them more frequent.
    fn together() -> World {
        World {
            space: Space { keys: vec![numbers("a", 4, 0), numbers("b", 4, 0), numbers("c", 4, 2), flag("fog")] },
            goals: vec![goal("draws", f64::NEG_INFINITY, 0.12)],
            truth: |point, _| {
                let (a, b) = (point[0] as f64 / 4.0, point[1] as f64 / 4.0);
                let draws: f64 = 0.3 + 0.15 * (a + b) - 0.55 * a * b + 0.02 * (point[2] as f64 - 2.0);
                (draws, (draws * (1.0 - draws)).sqrt())
            },
        }
    }

    /// Whatever makes draws rarer makes games longer.
    fn conflict() -> World {
        World {
            space: Space { keys: vec![numbers("turns", 8, 4), numbers("hand", 4, 2)] },
            goals: vec![goal("draws", f64::NEG_INFINITY, 0.1), goal("decisions", f64::NEG_INFINITY, 60.0)],
            truth: |point, output| match output {
                Output::Measure(name) if name == "draws" => {
                    let draws: f64 = 0.4 - 0.04 * point[0] as f64;
                    (draws, (draws * (1.0 - draws)).sqrt())
                }
                _ => (50.0 + 6.0 * point[0] as f64 + point[1] as f64, 12.0),
            },
        }
    }

    fn play(&self, point: &Point, games: u64, rng: &mut Rng) -> Evidence {
        let figure = |output: &Output| {
            let (mean, deviation) = (self.truth)(point, output);
            let error = deviation / (games as f64).sqrt();
            (mean + error * standard_normal(rng), error)
        };
        let figures = outputs(&self.goals, SEATS).iter().map(figure).collect();
        Evidence { point: point.clone(), games, figures }
    }

    /// The true figures of the goals.
    fn figures(&self, point: &Point) -> Vec<f64> {
        let truth = |output: Output| (self.truth)(point, &output).0;
        let figure = |goal: &Goal| match goal.topic.key {
            "spread" => super::goal::spread(&[truth(Output::Seat(0)), truth(Output::Seat(1))]),
            measure => truth(Output::Measure(measure.to_owned())),
        };
        self.goals.iter().map(figure).collect()
    }

    fn is_right(&self, point: &Point) -> bool {
        self.goals.iter().zip(self.figures(point)).all(|(goal, figure)| goal.holds(figure))
    }

    /// How many keys the smallest right change has.
    fn least(&self) -> usize {
        let points = self.space.pool(&[], &mut rng(0));
        let right = points.iter().filter(|point| self.is_right(point));
        right.map(|point| self.space.change(point).keys).min().unwrap_or(usize::MAX)
    }
}

fn rng(seed: u64) -> Rng {
    stream(seed, 0, Purpose::Other(9))
}

fn search(world: &World, games: u64, seed: u64) -> (Search<'_>, Vec<Evidence>) {
    let spending = Spending::new(&world.space, games, 1).unwrap();
    let search = Search { space: &world.space, goals: &world.goals, seats: SEATS, seed, matches: 1, spending };
    let (mut evidence, mut rng) = (Vec::new(), rng(seed));
    let mut number = 0;
    while let Some(round) = search.round(number, &evidence, |_| true) {
        let played: Vec<Evidence> = round.points.iter().map(|point| world.play(point, round.games, &mut rng)).collect();
        evidence.extend(played);
        number += 1;
    }
    (search, evidence)
}

/// The finalist, or base, that does best in games of its own.
fn confirmed(world: &World, finalists: &[Point], games: u64, rng: &mut Rng) -> Point {
    let played: Vec<(f64, Point)> = finalists
        .iter()
        .chain([&world.space.base()])
        .map(|point| {
            let seen = world.play(point, games, rng);
            let beliefs = Beliefs::new(&world.space, &world.goals, SEATS, &[seen]);
            (beliefs.chance(point), point.clone())
        })
        .collect();
    let most = played.iter().map(|(chance, _)| *chance).fold(0.0, f64::max);
    let likely = played.into_iter().filter(|(chance, _)| *chance >= most / 2.0);
    likely.min_by(|a, b| world.space.change(&a.1).compare(&world.space.change(&b.1))).unwrap().1
}

fn ours(world: &World, games: u64, seed: u64) -> Point {
    let (search, evidence) = search(world, games, seed);
    let games = search.spending.confirming;
    confirmed(world, &search.finalists(&evidence), games, &mut rng(seed + 1_000_000))
}

/// As many rulesets as ours starts with, drawn alike, with the same games each; the three with the least miss are confirmed.
fn random_search(world: &World, games: u64, seed: u64) -> Point {
    let spending = Spending::new(&world.space, games, 1).unwrap();
    let mut rng = rng(seed);
    let searching = games - 4 * spending.confirming;
    let tried = 3 * spending.start as u64;
    let mut played: Vec<(f64, Point)> = (0..tried)
        .map(|_| {
            let point: Point =
                world.space.keys.iter().map(|key| random::below(&mut rng, key.values.len() as u32) as usize).collect();
            let seen = world.play(&point, searching / tried, &mut rng);
            (miss(world, &seen), point)
        })
        .collect();
    played.sort_by(|a, b| a.0.total_cmp(&b.0));
    let finalists: Vec<Point> = played.into_iter().take(3).map(|(_, point)| point).collect();
    confirmed(world, &finalists, spending.confirming, &mut rng)
}

fn miss(world: &World, seen: &Evidence) -> f64 {
    let figures: Vec<f64> = seen.figures.iter().map(|figure| figure.0).collect();
    let mut measures = figures.iter();
    let seats = figures.len().saturating_sub(SEATS);
    let of = |goal: &Goal| match goal.topic.key {
        "spread" => goal.miss(super::goal::spread(&figures[seats..])),
        _ => goal.miss(*measures.next().unwrap()),
    };
    world.goals.iter().map(of).sum()
}

/// The N-tuple bandit evolutionary algorithm in its plain form: a landscape of mean misses by single keys, pairs of keys and
/// all keys; a random mutation hill climber goes to the neighbour with the best upper confidence bound.
fn ntbea(world: &World, games: u64, seed: u64) -> Point {
    use std::collections::BTreeMap;
    let spending = Spending::new(&world.space, games, 1).unwrap();
    let mut rng = rng(seed);
    let searching = games - 4 * spending.confirming;
    let each = 24;
    let keys = world.space.keys.len();
    let mut tuples: Vec<Vec<usize>> = (0..keys).map(|key| vec![key]).collect();
    tuples.extend((0..keys).flat_map(|a| (a + 1..keys).map(move |b| vec![a, b])));
    tuples.push((0..keys).collect());
    /// How often the values of a tuple were played, and the sum of the scores.
    type Landscape = BTreeMap<Vec<usize>, (f64, f64)>;
    let mut seen: Vec<Landscape> = vec![BTreeMap::new(); tuples.len()];
    let at = |tuple: &Vec<usize>, point: &Point| tuple.iter().map(|&key| point[key]).collect::<Vec<_>>();
    let bound = |seen: &[Landscape], point: &Point, k: f64, plays: f64| {
        let one = |(tuple, seen): (&Vec<usize>, &Landscape)| {
            let &(count, sum) = seen.get(&at(tuple, point)).unwrap_or(&(0.0, 0.0));
            let mean = if count > 0.0 { sum / count } else { 0.0 };
            mean + k * ((1.0 + plays).ln() / (count + 0.5)).sqrt()
        };
        tuples.iter().zip(seen).map(one).sum::<f64>() / tuples.len() as f64
    };
    let mut point = world.space.base();
    let mut visited = vec![point.clone()];
    for play in 0..searching / each {
        let score = -miss(world, &world.play(&point, each, &mut rng));
        for (tuple, seen) in tuples.iter().zip(&mut seen) {
            let (count, sum) = seen.entry(at(tuple, &point)).or_default();
            (*count, *sum) = (*count + 1.0, *sum + score);
        }
        visited.push(point.clone());
        let neighbours = (0..50).map(|_| {
            let mut other = point.clone();
            let key = random::below(&mut rng, keys as u32) as usize;
            other[key] = random::below(&mut rng, world.space.keys[key].values.len() as u32) as usize;
            for (at, key) in other.iter_mut().zip(&world.space.keys) {
                if random::below(&mut rng, keys as u32) == 0 {
                    *at = random::below(&mut rng, key.values.len() as u32) as usize;
                }
            }
            other
        });
        let neighbours: Vec<Point> = neighbours.collect();
        let best = neighbours
            .iter()
            .max_by(|a, b| bound(&seen, a, 1.0, play as f64).total_cmp(&bound(&seen, b, 1.0, play as f64)));
        point = best.unwrap().clone();
    }
    visited.sort_by(|a, b| bound(&seen, b, 0.0, 1.0).total_cmp(&bound(&seen, a, 0.0, 1.0)));
    visited.dedup();
    visited.truncate(3);
    confirmed(world, &visited, spending.confirming, &mut rng)
}

/// How often, of so many seeds, a right ruleset is found, and how often one of the smallest change.
fn success(world: &World, games: u64, seeds: u64, find: fn(&World, u64, u64) -> Point) -> (u64, u64) {
    let least = world.least();
    let found: Vec<Point> = (0..seeds).map(|seed| find(world, games, seed)).collect();
    let right = found.iter().filter(|point| world.is_right(point));
    let (all, small) =
        right.fold((0, 0), |(all, small), point| (all + 1, small + u64::from(world.space.change(point).keys == least)));
    (all, small)
}

#[test]
fn a_planted_handicap_is_found_in_nearly_every_seed() {
    let (right, small) = success(&World::handicap(), 16_000, 6, ours);
    assert!(right >= 5 && small >= 5, "{right} right, {small} with the smallest change, of 6");
}

#[test]
fn keys_that_only_help_together_are_found() {
    let (right, small) = success(&World::together(), 6_000, 6, ours);
    assert!(right >= 5 && small >= 5, "{right} right, {small} with the smallest change, of 6");
}

#[test]
fn a_goal_that_cannot_be_met_leaves_little_chance() {
    let world = World::conflict();
    assert_eq!(world.least(), usize::MAX);
    for seed in 0..4 {
        let (_, evidence) = search(&world, 6_000, seed);
        let beliefs = Beliefs::new(&world.space, &world.goals, SEATS, &evidence);
        let points = world.space.pool(&[], &mut rng(0));
        let most = points.iter().map(|point| beliefs.chance(point)).fold(0.0, f64::max);
        assert!(most < 0.1, "seed {seed}: {most}");
        let each = |goal: usize| points.iter().map(|point| beliefs.chances(point)[goal]).fold(0.0, f64::max);
        assert!(each(0) > 0.3 && each(1) > 0.9, "seed {seed}: {} {}", each(0), each(1));
    }
}

/// The table beside the yardsticks: `cargo test --release -p marque-experiments --lib tune::trial -- --ignored --nocapture`.
#[test]
#[ignore = "plays many seeds for a table"]
fn it_finds_more_than_random_search_and_ntbea() {
    const SEEDS: u64 = 100;
    /// What finds a ruleset of a world with so many games and a seed.
    type Finder = fn(&World, u64, u64) -> Point;
    let finders: [(&str, Finder); 3] = [("ours", ours), ("random search", random_search), ("NTBEA", ntbea)];
    println!("right (and with the smallest change), of {SEEDS} seeds");
    for (name, world) in [("handicap", World::handicap()), ("together", World::together())] {
        for games in [2_000, 4_000, 8_000, 16_000] {
            let found = finders.map(|(finder, find)| (finder, success(&world, games, SEEDS, find)));
            let told: Vec<String> =
                found.iter().map(|(finder, (right, small))| format!("{finder} {right} ({small})")).collect();
            println!("{name}, {games} games: {}", told.join(", "));
            assert!(found[1..].iter().all(|other| found[0].1.1 >= other.1.1), "{name} {games}");
        }
    }
}
