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
//! **Intervals** are t intervals from how blocks of the same table differ (the sandwich estimator: the fit is linear in
//! the blocks near its maximum), so that they hold with two blocks a table as with thousands; see `precision.rs`. Blocks
//! beyond [`BATCHES`] are taken in batches.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use marque::{MAX_SEATS, Seat};
use rustc_hash::FxHashMap;

use crate::game_record::GameRecord;

mod precision;

pub use precision::{Rating, Ratings};

/// Rating points to a unit of log strength: 400 points are odds of ten to one.
pub const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// About how many batches of blocks are kept apart, over all tables.
pub const BATCHES: usize = 1024;
/// The prior's weight of a player's wins, and of its losses, against all others together.
const PRIOR: f64 = 0.5;
/// A pull towards 0 that does nothing but choose one of all the equal solutions that differ by a constant.
const PULL: f64 = 1e-6;
/// An empty seat in a key.
const NOBODY: u16 = u16::MAX;

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

    /// How many blocks each batch has.
    fn sizes(&self) -> Vec<f64> {
        let mut sizes = vec![f64::from(self.doublings).exp2(); self.batches.len()];
        sizes.last_mut().into_iter().for_each(|last| *last = self.last_size as f64);
        sizes
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

    /// Fits ratings.
    pub fn rate(&self) -> Ratings {
        let totals = self.totals();
        let fitted = self.fit(&totals, PRIOR);
        Ratings::new(self, &fitted, &self.likelihood(&totals, PRIOR, &fitted))
    }

    /// How often each set was chosen from.
    fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.sets.len()];
        for batch in self.tables.values().flat_map(|pile| &pile.batches) {
            batch.iter().for_each(|(&set, count)| totals[set as usize] += count);
        }
        totals
    }

    /// The prior's games: every two players, and every two seats, with the weight of a win of either.
    fn prior(&self, weight: f64) -> impl Iterator<Item = (usize, usize, f64)> {
        [0..self.players, self.players..self.players + self.seats].into_iter().flat_map(move |group| {
            let each = weight / group.len().saturating_sub(1).max(1) as f64;
            group.clone().flat_map(move |a| (group.start..a).map(move |b| (a, b, each)))
        })
    }

    /// The log strengths of players and seats that make the results most likely, by Newton's method.
    fn fit(&self, totals: &[f64], prior: f64) -> Vec<f64> {
        /// A step this small leaves an error of about its square.
        const ENOUGH: f64 = 1e-6;
        let mut strengths = vec![0.0; self.players + self.seats];
        let mut here = self.likelihood(totals, prior, &strengths);
        for _ in 0..100 {
            let step = Cholesky::of(&here.bends, strengths.len()).solve(&here.slope);
            let after = |length: f64| strengths.iter().zip(&step).map(|(s, step)| s + length * step).collect();
            if step.iter().all(|step| step.abs() < ENOUGH) {
                return after(1.0);
            }
            let mut length = 1.0;
            loop {
                let there: Vec<f64> = after(length);
                let next = self.likelihood(totals, prior, &there);
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

    fn likelihood(&self, totals: &[f64], prior: f64, strengths: &[f64]) -> Likelihood {
        let mut sum = Likelihood::new(strengths.len());
        for (set, &weight) in self.sets.iter().zip(totals) {
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
        for (a, b, weight) in self.prior(prior) {
            sum.draw(a, b, weight, strengths[a] - strengths[b]);
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
        let (chances, log_total) = chances(set, strengths);
        self.value -= weight * log_total;
        for (&(player, seat), p) in set.iter().zip(&chances) {
            let (player, seat) = (usize::from(player), usize::from(seat));
            self.slope[player] -= weight * p;
            self.slope[seat] -= weight * p;
            for (a, b) in [(player, player), (seat, seat), (player, seat), (seat, player)] {
                self.bend(a, b, weight * p);
            }
            for (&(other, place), q) in set.iter().zip(&chances) {
                for a in [player, seat] {
                    for b in [usize::from(other), usize::from(place)] {
                        self.bend(a, b, -weight * p * q);
                    }
                }
            }
        }
    }

    /// Takes in a win and a loss of one parameter, each of this weight, against another that it is `ahead` of.
    fn draw(&mut self, a: usize, b: usize, weight: f64, ahead: f64) {
        let p = chance(ahead);
        // ln p + ln (1 - p), written so that it does not overflow.
        self.value -= weight * (ahead.abs() + 2.0 * (-ahead.abs()).exp().ln_1p());
        self.slope[a] += weight * (1.0 - 2.0 * p);
        self.slope[b] -= weight * (1.0 - 2.0 * p);
        let bend = 2.0 * weight * p * (1.0 - p);
        for (a, b, by) in [(a, a, bend), (b, b, bend), (a, b, -bend), (b, a, -bend)] {
            self.bend(a, b, by);
        }
    }
}

/// The chance to win for one that is so far ahead.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// The chances of all in a set to be chosen, and `ln Σ exp(player + seat)`.
fn chances(set: &[(u16, u16)], strengths: &[f64]) -> (ArrayVec<f64, MAX_SEATS>, f64) {
    let mut odds: ArrayVec<f64, MAX_SEATS> =
        set.iter().map(|&(a, b)| strengths[usize::from(a)] + strengths[usize::from(b)]).collect();
    let highest = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - highest).exp());
    let total: f64 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= total);
    (odds, highest + total.ln())
}

/// A symmetric matrix as the product of a lower triangle and its mirror image, both kept row by row.
struct Cholesky {
    size: usize,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Cholesky {
    /// Decomposes the bends of a likelihood; the pull makes them positive definite.
    fn of(bends: &[f64], size: usize) -> Cholesky {
        let (mut lower, mut upper) = (bends.to_vec(), vec![0.0; size * size]);
        for i in 0..size {
            let (done, row) = lower.split_at_mut(i * size);
            for j in 0..i {
                let other = &done[j * size..];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
                upper[j * size + i] = row[j];
            }
            row[i] = (row[i] - dot(&row[..i], &row[..i])).max(PULL / 2.0).sqrt();
            upper[i * size + i] = row[i];
        }
        Cholesky { size, lower, upper }
    }

    /// The vector whose product with the matrix is `right`.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, mut x) = (self.size, right.to_vec());
        for i in 0..n {
            let row = &self.lower[i * n..];
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..n).rev() {
            let row = &self.upper[i * n..(i + 1) * n];
            x[i] = (x[i] - dot(&row[i + 1..], &x[i + 1..])) / row[i];
        }
        x
    }
}

/// The sum of products, in four strands that the machine can add at once.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut strands = [0.0; 4];
    let (a, b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        for at in 0..4 {
            strands[at] += a[at] * b[at];
        }
    }
    strands.iter().sum::<f64>() + rest
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

#[cfg(test)]
mod tests;
