//! Which rulesets to play next: a spread-out start, then rounds of Thompson sampling over what is believed of all of them.

use marque::random::{Purpose, Rng, stream};

use super::goal::{Goal, spread};
use super::space::{Point, Space};
use super::surrogate::{Seen, Surrogate, standard_normal};
use crate::balance::measure::key;
use crate::intervals::{Estimate, normal_quantile, percentiles};

/// The part of all games that confirms the answer.
const CONFIRMING: f64 = 0.3;
/// The part of the others that goes to the spread-out start.
const STARTING: f64 = 0.3;
/// The most rulesets played in a round after the start.
const PICKS: usize = 8;
/// The most draws from what is believed, for the picks of a round.
const DRAWS: usize = 32;
/// The rulesets that draws are made for: those most likely to be picked.
const SHORTLIST: usize = 160;
/// The fewest games of a ruleset at the start.
const FEWEST_GAMES: u64 = 24;
/// The rulesets that are confirmed, the base not counted.
pub const FINALISTS: usize = 3;
/// Draws of the seats' payoffs by which the chance of their spread is told.
const SPREADS: usize = 64;

/// A figure that is modelled over the space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// A measure.
    Measure(String),
    /// The payoff of a seat.
    Seat(usize),
}

/// What was seen of a ruleset in a round: each output's figure and standard error.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    /// The ruleset.
    pub point: Point,
    /// Games of its field.
    pub games: u64,
    /// In the order of [`outputs`].
    pub figures: Vec<(f64, f64)>,
}

/// The outputs that goals ask for. The spread of the seats is bent where a handicap turns from too little to too much, and a
/// few games show some where there is none; so the payoffs behind it are modelled.
pub fn outputs(goals: &[Goal], seats: usize) -> Vec<Output> {
    let measures = goals.iter().filter(|goal| goal.topic.key != key::SPREAD);
    let mut outputs: Vec<Output> = measures.map(|goal| Output::Measure(goal.topic.key.to_owned())).collect();
    if outputs.len() < goals.len() {
        outputs.extend((0..seats).map(Output::Seat));
    }
    outputs
}

/// What is believed of every ruleset.
pub struct Beliefs<'a> {
    goals: &'a [Goal],
    models: Vec<Surrogate<'a>>,
    /// Standard normal draws, the same for every ruleset, a list of the seats each.
    normals: Vec<Vec<f64>>,
}

impl<'a> Beliefs<'a> {
    /// What follows from all that was seen.
    pub fn new(space: &'a Space, goals: &'a [Goal], seats: usize, evidence: &[Evidence]) -> Beliefs<'a> {
        let model = |output: usize| {
            let seen = evidence.iter().map(|seen| {
                let (value, error) = seen.figures[output];
                Seen { point: seen.point.clone(), value, error }
            });
            Surrogate::fit(space, &seen.collect::<Vec<_>>())
        };
        let models = (0..outputs(goals, seats).len()).map(model).collect();
        let mut rng = stream(0, 0, Purpose::Other(0));
        let normals = (0..SPREADS).map(|_| (0..seats).map(|_| standard_normal(&mut rng)).collect()).collect();
        Beliefs { goals, models, normals }
    }

    /// The figures of all goals out of those of all outputs.
    fn figures(&self, outputs: &[f64]) -> Vec<f64> {
        let seats = self.goals.iter().filter(|goal| goal.topic.key != key::SPREAD).count();
        let mut measures = outputs.iter();
        let figure = |goal: &Goal| match goal.topic.key {
            key::SPREAD => spread(&outputs[seats..]),
            _ => *measures.next().expect("every measure has an output"),
        };
        self.goals.iter().map(figure).collect()
    }

    /// What is expected of a ruleset, goal by goal.
    pub fn expected(&self, point: &Point) -> Vec<f64> {
        self.figures(&self.models.iter().map(|model| model.mean(point)).collect::<Vec<_>>())
    }

    /// The same with intervals.
    pub fn estimates(&self, point: &Point) -> Vec<Estimate> {
        let believed: Vec<(f64, f64)> = self.models.iter().map(|model| model.predict(point)).collect();
        let reach = normal_quantile();
        let mut measures = believed.iter();
        let estimate = |(goal, value): (&Goal, f64)| match goal.topic.key {
            key::SPREAD => {
                let mut spreads = self.spreads(&believed);
                let (low, high) = percentiles(&mut spreads);
                Estimate { value, low, high }
            }
            _ => {
                let &(mean, deviation) = measures.next().expect("every measure has an output");
                Estimate { value: mean, low: mean - reach * deviation, high: mean + reach * deviation }
            }
        };
        self.goals.iter().zip(self.expected(point)).map(estimate).collect()
    }

    /// Draws of the spread of the seats, out of what is believed of all outputs.
    fn spreads(&self, believed: &[(f64, f64)]) -> Vec<f64> {
        let seats = &believed[believed.len() - self.normals[0].len()..];
        let payoffs = |normals: &Vec<f64>| -> Vec<f64> {
            seats.iter().zip(normals).map(|((mean, deviation), z)| mean + deviation * z).collect()
        };
        self.normals.iter().map(|normals| spread(&payoffs(normals))).collect()
    }

    /// The chance of each goal in a ruleset.
    pub fn chances(&self, point: &Point) -> Vec<f64> {
        let believed: Vec<(f64, f64)> = self.models.iter().map(|model| model.predict(point)).collect();
        let mut measures = believed.iter();
        let chance = |goal: &Goal| match goal.topic.key {
            key::SPREAD => {
                let inside = self.spreads(&believed).into_iter().filter(|&spread| goal.holds(spread)).count();
                inside as f64 / SPREADS as f64
            }
            _ => {
                let &(mean, deviation) = measures.next().expect("every measure has an output");
                goal.chance(mean, deviation)
            }
        };
        self.goals.iter().map(chance).collect()
    }

    /// The chance that all goals hold, each taken by itself.
    pub fn chance(&self, point: &Point) -> f64 {
        self.chances(point).iter().product()
    }

    /// What a key does to each output, from one value to another.
    pub fn models(&self) -> &[Surrogate<'a>] {
        &self.models
    }
}

/// The rulesets of a round, and how many games each match of each has.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The rulesets.
    pub points: Vec<Point>,
    /// Games of each match.
    pub games: u64,
}

/// How the games are spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spending {
    /// Rulesets of the start.
    pub start: usize,
    /// Games of each match of each of them.
    pub games: u64,
    /// Rounds after the start.
    pub rounds: usize,
    /// Games of each of those, all matches together.
    pub round: u64,
    /// Games of each match of every finalist and the base.
    pub confirming: u64,
}

impl Spending {
    /// How so many games are spent where every ruleset plays so many matches; `Err` with the fewest games that would do.
    pub fn new(space: &Space, games: u64, matches: u64) -> Result<Spending, u64> {
        let fewest = FEWEST_GAMES * matches * 4 * 10;
        if games < fewest {
            return Err(fewest);
        }
        let confirming = (games as f64 * CONFIRMING) as u64;
        let searching = games - confirming;
        let starting = (searching as f64 * STARTING) as u64;
        let values: usize = space.keys.iter().map(|key| key.values.len() - 1).sum();
        let affordable = (starting / (FEWEST_GAMES * matches)) as usize;
        let start = (values + 2).clamp(8, 40).min(affordable).min(space.size().try_into().unwrap_or(usize::MAX)).max(1);
        let each = (starting / (start as u64 * matches)).max(1);
        let left = searching - each * start as u64 * matches;
        let rounds = (left / (each * matches * PICKS as u64 / 2).max(1)).clamp(2, 12);
        Ok(Spending {
            start,
            games: each,
            rounds: rounds as usize,
            round: left / rounds,
            confirming: (confirming / (matches * (FINALISTS as u64 + 1))).max(1),
        })
    }
}

/// Everything that decides which rulesets are played.
pub struct Search<'a> {
    /// What may be changed.
    pub space: &'a Space,
    /// What is wanted.
    pub goals: &'a [Goal],
    /// How many seats play.
    pub seats: usize,
    /// The seed of its draws.
    pub seed: u64,
    /// Matches of every ruleset.
    pub matches: u64,
    /// How the games are spent.
    pub spending: Spending,
}

impl Search<'_> {
    /// The rulesets of a round, from what was seen in those before; `None` where the search is over. `allowed` tells whether
    /// a ruleset can be played.
    pub fn round(
        &self,
        number: usize,
        evidence: &[Evidence],
        mut allowed: impl FnMut(&Point) -> bool,
    ) -> Option<Round> {
        let mut rng = stream(self.seed, number as u64, Purpose::Other(2));
        if number == 0 {
            let points = self.space.spread_out(self.spending.start, &mut rng, allowed);
            return Some(Round { points, games: self.spending.games });
        }
        if number > self.spending.rounds {
            return None;
        }
        let beliefs = Beliefs::new(self.space, self.goals, self.seats, evidence);
        let shortlist = self.shortlist(&beliefs, evidence, &mut rng, &mut allowed);
        let mut points = self.pick(&beliefs, &shortlist, &mut rng);
        // An experiment begins with its base, so that the base leads where it is picked.
        if let Some(base) = points.iter().position(|point| *point == self.space.base()) {
            points.swap(0, base);
        }
        let games = self.spending.round / (points.len() as u64 * self.matches);
        Some(Round { points, games: games.max(1) })
    }

    /// The rulesets most likely to meet the goals, and of those as likely the smaller changes.
    fn shortlist(
        &self,
        beliefs: &Beliefs<'_>,
        evidence: &[Evidence],
        rng: &mut Rng,
        allowed: &mut impl FnMut(&Point) -> bool,
    ) -> Vec<Point> {
        let near = self.best(beliefs, evidence, 4);
        let pool = self.space.pool(&near, rng);
        let mut judged: Vec<(f64, Point)> =
            pool.into_iter().map(|point| (self.worth(beliefs, &point), point)).collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        judged.into_iter().map(|(_, point)| point).filter(|point| allowed(point)).take(SHORTLIST).collect()
    }

    /// How much a ruleset is worth looking at: its chance, with a little for a small change; where there is no chance, how
    /// little it misses.
    fn worth(&self, beliefs: &Beliefs<'_>, point: &Point) -> f64 {
        let miss: f64 = self.goals.iter().zip(beliefs.expected(point)).map(|(goal, figure)| goal.miss(figure)).sum();
        beliefs.chance(point) - 0.02 * self.space.change(point).keys as f64 - 0.01 * miss
    }

    /// The most promising of the rulesets played so far.
    pub fn best(&self, beliefs: &Beliefs<'_>, evidence: &[Evidence], count: usize) -> Vec<Point> {
        let mut tried: Vec<(f64, &Point)> =
            evidence.iter().map(|seen| (self.worth(beliefs, &seen.point), &seen.point)).collect();
        tried.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        tried.dedup_by(|a, b| a.1 == b.1);
        tried.into_iter().take(count).map(|(_, point)| point.clone()).collect()
    }

    /// What would be the answer if the figures were as drawn, for a number of draws.
    fn pick(&self, beliefs: &Beliefs<'_>, shortlist: &[Point], rng: &mut Rng) -> Vec<Point> {
        let drawn: Vec<Vec<Vec<f64>>> =
            beliefs.models().iter().map(|model| model.draws(shortlist, DRAWS, rng)).collect();
        let mut picked: Vec<Point> = Vec::new();
        for draw in 0..DRAWS {
            let judged = shortlist.iter().enumerate().map(|(number, point)| {
                let outputs: Vec<f64> = drawn.iter().map(|model| model[draw][number]).collect();
                let figures = beliefs.figures(&outputs);
                let miss: f64 = self.goals.iter().zip(figures).map(|(goal, figure)| goal.miss(figure)).sum();
                (miss, self.space.change(point), point)
            });
            let best = judged.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.compare(&b.1)));
            if let Some((_, _, point)) = best
                && !picked.contains(point)
            {
                picked.push(point.clone());
            }
            if picked.len() == PICKS {
                break;
            }
        }
        picked
    }

    /// The rulesets to confirm beside the base, the most promising first: the likeliest, the smallest change that is at
    /// least half as likely, and the likeliest of the rest.
    pub fn finalists(&self, evidence: &[Evidence]) -> Vec<Point> {
        let beliefs = Beliefs::new(self.space, self.goals, self.seats, evidence);
        let ranked = self.best(&beliefs, evidence, usize::MAX);
        let ranked: Vec<Point> = ranked.into_iter().filter(|point| *point != self.space.base()).collect();
        let Some(first) = ranked.first() else { return Vec::new() };
        let enough = beliefs.chance(first) / 2.0;
        let likely = ranked.iter().filter(|point| beliefs.chance(point) >= enough);
        let small = likely.min_by(|a, b| self.space.change(a).compare(&self.space.change(b)));
        let mut finalists: Vec<Point> = vec![first.clone()];
        for point in small.into_iter().chain(&ranked) {
            if finalists.len() < FINALISTS && !finalists.contains(point) {
                finalists.push(point.clone());
            }
        }
        finalists
    }
}
