//! Ratings of players and effects of seats, from all results at once.
//!
//! The model is Plackett and Luce's: a game is a series of choices, first of the winner among all seats, then of the second
//! among the rest, and so on; in each a seat is chosen in proportion to `exp(player + seat)`. For two seats that is
//! Bradley and Terry's model, which is Elo's. A **tie** counts as the mean (of the log likelihood) over all orders of those
//! who tie: for two seats a draw is half a win and half a loss, as everybody's Elo has it, and for more the expected
//! pairwise scores stay those of the ratings.
//!
//! The **prior** is one drawn game for every player, half a win and half a loss, spread evenly over the other players;
//! the same for every seat. It keeps the ratings of those who won or lost everything finite, and is soon outweighed.
//!
//! A game enters only through which sets of seats were chosen from, how often, and who was chosen. That makes the fit fast
//! (Newton's method over a handful of sets), and the memory bounded however many games there are.
//!
//! **Intervals** come from fitting again to resampled blocks, table by table (see
//! [`resample`]). In each resampling every part of the prior weighs a Gamma draw whose mean is
//! its weight. That is nothing beside hundreds of games, but where a player won them all, so that no block differs from
//! another, it gives the interval of Jeffreys' prior. Blocks beyond [`BATCHES`] are resampled in batches.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use marque::random::{self, Purpose, Rng};
use marque::{MAX_SEATS, Seat};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::game_record::GameRecord;
use crate::intervals::{Estimate, RESAMPLING, percentiles, resample};

/// Rating points to a unit of log strength: 400 points are odds of ten to one.
pub const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// About how many batches of blocks are kept apart for resampling, over all tables.
pub const BATCHES: usize = 1024;
/// How often results are resampled.
pub const REPLICATES: u64 = 1000;
/// The prior's weight of a player's wins, and of its losses, against all others together.
const PRIOR: f64 = 0.5;
/// A pull towards 0 that does nothing but choose one of all the equal solutions that differ by a constant.
const PULL: f64 = 1e-6;
/// An empty seat in a key.
const NOBODY: u16 = u16::MAX;

/// Ratings with their intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Every player's rating.
    pub players: Vec<Estimate>,
    /// What every seat adds to the rating of whoever sits there; the mean is 0.
    pub seats: Vec<Estimate>,
    /// The likelihood that one player is stronger than another: the share of resamplings in which it rates higher.
    pub superiority: Vec<Vec<f64>>,
}

/// All results, condensed.
#[derive(Clone, Debug)]
pub struct Results {
    players: usize,
    seats: usize,
    sets: Vec<ChoiceSet>,
    numbers: FxHashMap<[u16; MAX_SEATS], u32>,
    tables: BTreeMap<u32, Pile>,
    most_batches: usize,
}

/// Seats one of which was chosen, as parameters: its player's and its own.
type ChoiceSet = ArrayVec<(u16, u16), MAX_SEATS>;
/// How often each set was chosen from. A set of one stands for its choice and counts how often it was made.
type Counts = FxHashMap<u32, f64>;

/// The blocks of one table, in batches of equally many; only the last may have fewer.
#[derive(Clone, Debug, Default)]
struct Pile {
    batches: Vec<Counts>,
    /// Blocks a batch, as a power of two.
    doublings: u32,
    last_size: u64,
}

impl Pile {
    /// The counts to which the next block is added.
    fn open(&mut self, most_batches: usize) -> &mut Counts {
        if self.batches.is_empty() || self.last_size == 1 << self.doublings {
            if self.batches.len() >= 2 * most_batches {
                self.merge_pairs();
            }
            self.batches.push(Counts::default());
            self.last_size = 0;
        }
        self.last_size += 1;
        let last = self.batches.len() - 1;
        &mut self.batches[last]
    }

    fn merge_pairs(&mut self) {
        let mut merged: Vec<Counts> = Vec::with_capacity(self.batches.len());
        for (at, batch) in self.batches.drain(..).enumerate() {
            match merged.last_mut() {
                Some(before) if at % 2 == 1 => {
                    batch.iter().for_each(|(&set, count)| *before.entry(set).or_default() += count);
                }
                _ => merged.push(batch),
            }
        }
        self.batches = merged;
        self.doublings += 1;
    }
}

impl Results {
    /// No results yet, of so many players at so many tables.
    pub fn new(players: usize, seats: usize, tables: usize) -> Results {
        Results {
            players,
            seats,
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            tables: BTreeMap::new(),
            most_batches: (BATCHES / tables.max(1)).max(16),
        }
    }

    /// Adds the games of a block, which were all played at one table.
    pub fn add(&mut self, block: &[GameRecord]) {
        let Some(first) = block.first() else { return };
        let mut counts = Vec::with_capacity(2 * self.seats * self.seats);
        for game in block {
            choices(game.standing.ranks(), |seats, count| counts.push((self.number(game, seats), count)));
        }
        let batch = self.tables.entry(first.seating.table).or_default().open(self.most_batches);
        counts.into_iter().for_each(|(set, count)| *batch.entry(set).or_default() += count);
    }

    /// The number of the set of these seats of a game.
    fn number(&mut self, game: &GameRecord, seats: u8) -> u32 {
        let mut key = [NOBODY; MAX_SEATS];
        for (seat, &player) in game.seating.lineup.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1) {
            key[seat] = player;
        }
        *self.numbers.entry(key).or_insert_with(|| {
            let taken = key.iter().enumerate().filter(|(_, player)| **player != NOBODY);
            self.sets.push(taken.map(|(seat, &player)| (player, (self.players + seat) as u16)).collect());
            self.sets.len() as u32 - 1
        })
    }

    /// Fits ratings, with intervals from seeded resampling; `anchor` is the player whose rating is 0 (else the mean is).
    pub fn rate(&self, seed: u64, anchor: Option<usize>) -> Ratings {
        let batches: Vec<Vec<&Counts>> = self.strata();
        let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
        let prior = self.prior(|mean| mean);
        let whole = self.weigh(&batches, &sizes.iter().map(|&size| vec![1.0; size]).collect::<Vec<_>>());
        let fitted = self.fit(&whole, &prior, &vec![0.0; self.players + self.seats]);
        let replicates: Vec<Vec<f64>> = (0..REPLICATES)
            .into_par_iter()
            .map(|replicate| {
                let mut rng = random::stream(seed, replicate, Purpose::Other(RESAMPLING));
                let weights = self.weigh(&batches, &resample(&sizes, &mut rng));
                let prior = self.prior(|mean| gamma(mean, &mut rng));
                self.points(&self.fit(&weights, &prior, &fitted), anchor)
            })
            .collect();
        let points = self.points(&fitted, anchor);
        let estimate = |at: usize| {
            let mut sample: Vec<f64> = replicates.iter().map(|replicate| replicate[at]).collect();
            let (low, high) = percentiles(&mut sample);
            // Rounding and a lopsided sample must not leave the value outside.
            Estimate { value: points[at], low: low.min(points[at]), high: high.max(points[at]) }
        };
        let superior = |a: usize, b: usize| {
            let halves: u64 = replicates
                .iter()
                .map(|replicate| if a == b { 1 } else { 2 * u64::from(replicate[a] > replicate[b]) })
                .sum();
            halves as f64 / (2 * REPLICATES) as f64
        };
        Ratings {
            players: (0..self.players).map(estimate).collect(),
            seats: (self.players..self.players + self.seats).map(estimate).collect(),
            superiority: (0..self.players).map(|a| (0..self.players).map(|b| superior(a, b)).collect()).collect(),
        }
    }

    /// The prior's games, as winner, loser and weight, each weight drawn by `weigh` given its mean.
    fn prior(&self, mut weigh: impl FnMut(f64) -> f64) -> Vec<(usize, usize, f64)> {
        let mut games = Vec::new();
        for group in [0..self.players, self.players..self.players + self.seats] {
            let each = PRIOR / group.len().saturating_sub(1).max(1) as f64;
            for winner in group.clone() {
                for loser in group.clone().filter(|&loser| loser != winner) {
                    games.push((winner, loser, weigh(each)));
                }
            }
        }
        games
    }

    /// The batches of every stratum: of every table, or of all together where some table has a single one.
    fn strata(&self) -> Vec<Vec<&Counts>> {
        let tables: Vec<Vec<&Counts>> = self.tables.values().map(|pile| pile.batches.iter().collect()).collect();
        if tables.iter().all(|batches| batches.len() > 1) { tables } else { vec![tables.concat()] }
    }

    /// How often each set was chosen from, with every batch counted so many times.
    fn weigh(&self, batches: &[Vec<&Counts>], times: &[Vec<f64>]) -> Vec<f64> {
        let mut weights = vec![0.0; self.sets.len()];
        for (batch, &times) in batches.iter().flatten().zip(times.iter().flatten()).filter(|(_, times)| **times > 0.0) {
            batch.iter().for_each(|(&set, count)| weights[set as usize] += times * count);
        }
        weights
    }

    /// Rating points from log strengths: players around their mean or the anchor, seats around their mean.
    fn points(&self, strengths: &[f64], anchor: Option<usize>) -> Vec<f64> {
        let (players, seats) = strengths.split_at(self.players);
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let (zero, level) = (anchor.map_or_else(|| mean(players), |anchor| players[anchor]), mean(seats));
        let points = |zero: f64| move |strength: &f64| POINTS * (strength - zero);
        players.iter().map(points(zero)).chain(seats.iter().map(points(level))).collect()
    }

    /// The log strengths of players and seats that make the results most likely, by Newton's method from `start`.
    fn fit(&self, weights: &[f64], prior: &[(usize, usize, f64)], start: &[f64]) -> Vec<f64> {
        /// A step this small leaves an error of about its square.
        const ENOUGH: f64 = 1e-6;
        let mut strengths = start.to_vec();
        let mut here = self.likelihood(weights, prior, &strengths);
        for _ in 0..100 {
            let step = here.newton_step();
            let after = |length: f64| strengths.iter().zip(&step).map(|(s, step)| s + length * step).collect();
            if step.iter().all(|step| step.abs() < ENOUGH) {
                return after(1.0);
            }
            let mut length = 1.0;
            loop {
                let there: Vec<f64> = after(length);
                let next = self.likelihood(weights, prior, &there);
                // The likelihood is concave: a step that went too far is halved until it is none.
                if next.value >= here.value || length < ENOUGH {
                    strengths = there;
                    here = next;
                    break;
                }
                length /= 2.0;
            }
        }
        strengths
    }

    fn likelihood(&self, weights: &[f64], prior: &[(usize, usize, f64)], strengths: &[f64]) -> Likelihood {
        let mut sum = Likelihood::new(strengths.len());
        for (set, &weight) in self.sets.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            match set.as_slice() {
                &[(player, seat)] => {
                    let (player, seat) = (usize::from(player), usize::from(seat));
                    sum.value += weight * (strengths[player] + strengths[seat]);
                    sum.slope[player] += weight;
                    sum.slope[seat] += weight;
                }
                several => sum.choice(several, weight, strengths),
            }
        }
        for &(winner, loser, weight) in prior {
            sum.win(winner, loser, weight, strengths[winner] - strengths[loser]);
        }
        for (at, strength) in strengths.iter().enumerate() {
            sum.value -= PULL * strength * strength / 2.0;
            sum.slope[at] -= PULL * strength;
            sum.bend(at, at, PULL);
        }
        sum
    }
}

/// The log likelihood at a point, with its slope and how it bends (minus the second derivatives, row by row).
struct Likelihood {
    value: f64,
    slope: Vec<f64>,
    bends: Vec<f64>,
}

impl Likelihood {
    fn new(size: usize) -> Likelihood {
        Likelihood { value: 0.0, slope: vec![0.0; size], bends: vec![0.0; size * size] }
    }

    fn bend(&mut self, a: usize, b: usize, by: f64) {
        self.bends[a * self.slope.len() + b] += by;
    }

    /// Takes in that something was chosen from a set, whatever it was: `-weight · ln Σ exp(player + seat)`.
    fn choice(&mut self, set: &[(u16, u16)], weight: f64, strengths: &[f64]) {
        let mut odds: ArrayVec<f64, MAX_SEATS> =
            set.iter().map(|&(a, b)| strengths[usize::from(a)] + strengths[usize::from(b)]).collect();
        let highest = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        odds.iter_mut().for_each(|odds| *odds = (*odds - highest).exp());
        let total: f64 = odds.iter().sum();
        self.value -= weight * (highest + total.ln());
        for (i, &(player, seat)) in set.iter().enumerate() {
            let (player, seat) = (usize::from(player), usize::from(seat));
            let p = odds[i] / total;
            self.slope[player] -= weight * p;
            self.slope[seat] -= weight * p;
            for (a, b) in [(player, player), (seat, seat), (player, seat), (seat, player)] {
                self.bend(a, b, weight * p);
            }
            for (j, &(other, place)) in set.iter().enumerate() {
                let both = weight * p * odds[j] / total;
                for a in [player, seat] {
                    for b in [usize::from(other), usize::from(place)] {
                        self.bend(a, b, -both);
                    }
                }
            }
        }
    }

    /// Takes in a win of one parameter over another that it is `ahead` of.
    fn win(&mut self, winner: usize, loser: usize, weight: f64, ahead: f64) {
        let p = 1.0 / (1.0 + (-ahead).exp());
        // ln p, written so that it does not overflow.
        self.value += weight * (ahead.min(0.0) - (-ahead.abs()).exp().ln_1p());
        self.slope[winner] += weight * (1.0 - p);
        self.slope[loser] -= weight * (1.0 - p);
        let bend = weight * p * (1.0 - p);
        for (a, b, by) in [(winner, winner, bend), (loser, loser, bend), (winner, loser, -bend), (loser, winner, -bend)]
        {
            self.bend(a, b, by);
        }
    }

    /// The solution of `bends · step = slope`, by Cholesky's decomposition; the pull makes `bends` positive definite.
    fn newton_step(&self) -> Vec<f64> {
        let n = self.slope.len();
        let mut lower = self.bends.clone();
        let mut step = self.slope.clone();
        for i in 0..n {
            for j in 0..=i {
                let rest: f64 = (0..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
                let left = lower[i * n + j] - rest;
                lower[i * n + j] = if i == j { left.max(PULL / 2.0).sqrt() } else { left / lower[j * n + j] };
            }
        }
        for i in 0..n {
            let rest: f64 = (0..i).map(|k| lower[i * n + k] * step[k]).sum();
            step[i] = (step[i] - rest) / lower[i * n + i];
        }
        for i in (0..n).rev() {
            let rest: f64 = (i + 1..n).map(|k| lower[k * n + i] * step[k]).sum();
            step[i] = (step[i] - rest) / lower[i * n + i];
        }
        step
    }
}

/// Tells every set of seats that was chosen from, as bits, and how often, for a game with these ranks. Choices made are
/// told as sets of one. Those who tie leave in any order, all orders equally likely: a set of `k` of `t` tied seats, with all behind
/// them, was left to choose from in one of `t over k` cases.
fn choices(ranks: &[u8], mut tell: impl FnMut(u8, f64)) {
    let tied_with = |rank: u8| {
        let tied = Seat::all(ranks.len()).filter(|seat| ranks[seat.index()] == rank);
        tied.fold(0u8, |set, seat| set | 1 << seat.0)
    };
    let mut behind = 0u8;
    let mut ranks_left: ArrayVec<u8, MAX_SEATS> = ranks.iter().copied().collect();
    ranks_left.sort_unstable();
    while let Some(&rank) = ranks_left.last() {
        let tied = tied_with(rank);
        ranks_left.retain(|other| *other != rank);
        let count = tied.count_ones();
        let mut part = tied;
        while part != 0 {
            let set = part | behind;
            if set.count_ones() > 1 {
                tell(set, 1.0 / ways(count, part.count_ones()));
            }
            part = (part - 1) & tied;
        }
        // The last of all is not chosen from anything.
        let chosen = if behind == 0 { 1.0 - 1.0 / f64::from(count) } else { 1.0 };
        if chosen > 0.0 {
            (0..ranks.len()).filter(|seat| tied >> seat & 1 == 1).for_each(|seat| tell(1 << seat, chosen));
        }
        behind |= tied;
    }
}

/// `n` over `k`.
fn ways(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// A draw from the Gamma distribution of this shape and scale 1, by Marsaglia and Tsang's method for the shape plus 1.
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    let d = shape + 1.0 - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let radius = (-2.0 * (1.0 - random::unit(rng)).ln()).sqrt();
        let normal = radius * (std::f64::consts::TAU * random::unit(rng)).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && (1.0 - random::unit(rng)).ln() < normal * normal / 2.0 + d - d * v + d * v.ln() {
            return d * v * (1.0 - random::unit(rng)).powf(1.0 / shape);
        }
    }
}

#[cfg(test)]
mod tests;
