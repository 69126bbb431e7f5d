//! How far ratings can be trusted.
//!
//! Near its maximum the fit is linear in the blocks: a block whose likelihood has the slope `u` there moves the strengths
//! by `H⁻¹ u`, where `H` is how the likelihood of all bends. So the covariance of ratings is `H⁻¹ S H⁻¹` with `S` from how
//! the slopes of a table's blocks differ, `n / (n - 1) · Σ (u - ū)(u - ū)ᵀ` over its `n` blocks: the **sandwich**
//! estimator. It supposes nothing about how the games of a block hang together. Where a table has a single block, all
//! blocks are taken together and `n - 1` is `n` less the ratings that were fitted to them. The prior adds a variance as
//! large as its weight, so that who won every game is not rated exactly.
//!
//! **Degrees of freedom** are Satterthwaite's, each table weighing as much as its games say by the model. With few of
//! them the t interval is wide for want of knowing the variance; but blocks cannot differ by more than if all games of
//! a block said the same, so the interval is at most as wide as that makes it.
//!
//! The ends of an interval are not equally far off where games are lopsided: they are where a series of games between two,
//! as lopsided as those of the player, would be as unlikely as at the ends of its t interval by its log likelihood ratio.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Cholesky, Counts, Likelihood, POINTS, PRIOR, Results, chance, chances, dot};
use crate::intervals::{Estimate, normal_quantile_at, t_quantile_at};

/// Ratings with what is known of their precision.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Every player's; the mean is 0.
    pub players: Vec<Rating>,
    /// What every seat adds to the rating of whoever sits there; the mean is 0.
    pub seats: Vec<Rating>,
    /// Of every two players, row by row.
    covariances: Vec<f64>,
}

/// A rating, in units of log strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    strength: f64,
    /// The standard error, and its degrees of freedom.
    error: f64,
    freedom: f64,
    /// The standard error if all games of a block said the same.
    widest: f64,
    /// The chance to win in the series of games that is as lopsided as the player's.
    lean: f64,
    /// By how much those games change with the rating: where one goes up, the mean of the others goes down.
    step: f64,
}

impl Rating {
    /// Its value in points.
    pub fn points(&self) -> f64 {
        POINTS * self.strength
    }

    /// Its interval, in points, that holds the truth this often.
    pub fn interval(&self, confidence: f64) -> Estimate {
        let half = t_quantile_at(self.freedom, confidence) * self.error;
        let half = half.min(normal_quantile_at(confidence) * self.widest);
        let end = |side: f64| self.strength + reach(side, self.lean, self.step * half) / self.step;
        Estimate { value: self.points(), low: POINTS * end(-1.0), high: POINTS * end(1.0) }
    }
}

impl Ratings {
    /// The ratings of strengths that were fitted to results; `fit` is the likelihood there.
    pub(super) fn new(results: &Results, strengths: &[f64], fit: &Likelihood) -> Ratings {
        let size = strengths.len();
        let groups = [0..results.players, results.players..size];
        let cholesky = Cholesky::of(&fit.bends, size);
        // How far a rating moves by a unit of slope.
        let moves = groups.iter().flat_map(|group| group.clone().map(|at| cholesky.solve(&contrast(at, group, size))));
        let moves: Vec<Vec<f64>> = moves.collect();
        let spread = Blocks::new(results, strengths).spread();
        let tallies = Blocks::new(results, strengths).tally(&moves);
        let spreads: Vec<Vec<f64>> =
            moves.iter().map(|a| (0..size).map(|at| dot(&spread[at * size..(at + 1) * size], a)).collect()).collect();
        let rating = |at: usize, group: &Range<usize>| {
            let mean = |of: &[f64]| of[group.clone()].iter().sum::<f64>() / group.len() as f64;
            let by_model = moves[at][at] - mean(&moves[at]);
            let step = group.len() as f64 / (group.len() as f64 - 1.0);
            let Tally { information, lopsided, squares } = tallies[at];
            let skew = lopsided / (information * by_model * step);
            Rating {
                strength: strengths[at] - mean(strengths),
                error: dot(&spreads[at], &moves[at]).sqrt(),
                freedom: (information * information / squares).max(1.0),
                widest: (results.seats as f64 * by_model).sqrt(),
                lean: if skew.is_finite() { (0.5 - skew / 2.0).clamp(0.001, 0.999) } else { 0.5 },
                step,
            }
        };
        let [players, seats] = groups.clone().map(|group| group.clone().map(|at| rating(at, &group)).collect());
        let pairs = (0..results.players).flat_map(|a| (0..results.players).map(move |b| (a, b)));
        Ratings { players, seats, covariances: pairs.map(|(a, b)| dot(&spreads[a], &moves[b])).collect() }
    }

    fn covariance(&self, a: usize, b: usize) -> f64 {
        self.covariances[a * self.players.len() + b]
    }

    /// By how many points one player is ahead of another, from the intervals of all players' ratings, and as sure as those
    /// are. The ends are those of Zou and Donner (the method of variance estimates recovery): independent intervals add up
    /// by their squares, and what the two ratings share is taken away.
    pub fn difference(&self, a: usize, b: usize, intervals: &[Estimate]) -> Estimate {
        let correlation = self.covariance(a, b) / (self.covariance(a, a) * self.covariance(b, b)).sqrt();
        let (first, second) = (intervals[a], intervals[b]);
        let half = |x: f64, y: f64| (x * x + y * y - 2.0 * correlation * x * y).max(0.0).sqrt();
        let value = first.value - second.value;
        Estimate {
            value,
            low: value - half(first.value - first.low, second.high - second.value),
            high: value + half(first.high - first.value, second.value - second.low),
        }
    }

    /// The likelihood that one player is stronger than another.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let variance = self.covariance(a, a) + self.covariance(b, b) - 2.0 * self.covariance(a, b);
        let (first, second) = (self.players[a], self.players[b]);
        let t = StudentsT::new(0.0, 1.0, first.freedom.min(second.freedom)).expect("there is one degree at least");
        if variance > 0.0 { t.cdf((first.strength - second.strength) / variance.sqrt()) } else { 0.5 }
    }
}

/// One of a group less the mean of all.
fn contrast(at: usize, group: &Range<usize>, size: usize) -> Vec<f64> {
    let mut contrast = vec![0.0; size];
    contrast[group.clone()].fill(-1.0 / group.len() as f64);
    contrast[at] += 1.0;
    contrast
}

/// How far the log odds of games won with chance `p` are from those at which they are as unlikely as a normal value is
/// at a distance of `half`, on that side.
fn reach(side: f64, p: f64, half: f64) -> f64 {
    let q = 1.0 - p;
    // Half the log likelihood ratio of a game, for the variance that it has: ln(q + p exp(s)) - p s, without overflow.
    let ratio = |s: f64| if s > 0.0 { q * s + (p + q * (-s).exp()).ln() } else { (q + p * s.exp()).ln() - p * s };
    let slope = |s: f64| p / (p + q * (-s).exp()) - p;
    let aim = half * half / 2.0 * p * q;
    let mut s = side * half;
    // It is convex: after the first step Newton's method comes from outside.
    for _ in 0..100 {
        let step = (ratio(s) - aim) / slope(s);
        if !step.is_finite() || step.abs() <= 1e-9 * half {
            break;
        }
        s -= step;
    }
    s
}

/// What the games of a player's tables say about its rating.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// By the model, as a second derivative of the likelihood along the way the rating moves.
    information: f64,
    /// The third derivative.
    lopsided: f64,
    /// The square of every table's information by its degrees of freedom.
    squares: f64,
}

/// The blocks of all tables at the fit.
struct Blocks<'a> {
    results: &'a Results,
    strengths: &'a [f64],
    /// The chances of all in every set.
    chances: Vec<arrayvec::ArrayVec<f64, { marque::MAX_SEATS }>>,
    /// Of all blocks taken together, the share that is left as degrees of freedom; `None` where every table has its own.
    pooled: Option<f64>,
}

impl Blocks<'_> {
    fn new<'a>(results: &'a Results, strengths: &'a [f64]) -> Blocks<'a> {
        let counts = results.tables.values().map(|pile| pile.batches.len());
        let all: usize = counts.clone().sum();
        let left = all.saturating_sub(results.players.max(results.seats) - 1).max(1);
        Blocks {
            results,
            strengths,
            chances: results.sets.iter().map(|set| chances(set, strengths).0).collect(),
            pooled: counts.min().is_some_and(|fewest| fewest < 2).then(|| left as f64 / all as f64),
        }
    }

    /// The degrees of freedom for every block of a table with so many.
    fn freedom(&self, blocks: usize) -> f64 {
        self.pooled.unwrap_or((blocks as f64 - 1.0) / blocks as f64)
    }

    /// The slope of a batch's likelihood, where there is any.
    fn slope(&self, batch: &Counts) -> BTreeMap<usize, f64> {
        let mut slope = BTreeMap::new();
        for (&set, count) in batch {
            let set = set as usize;
            let sign = if self.results.sets[set].len() == 1 { 1.0 } else { -1.0 };
            for (&(player, seat), p) in self.results.sets[set].iter().zip(&self.chances[set]) {
                *slope.entry(usize::from(player)).or_default() += sign * count * p;
                *slope.entry(usize::from(seat)).or_default() += sign * count * p;
            }
        }
        slope
    }

    /// The covariance of the slope of all, row by row.
    fn spread(&self) -> Vec<f64> {
        let size = self.strengths.len();
        let mut spread = vec![0.0; size * size];
        for pile in self.results.tables.values() {
            let mut slopes: Vec<BTreeMap<usize, f64>> = pile.batches.iter().map(|batch| self.slope(batch)).collect();
            if self.pooled.is_none() {
                center(&mut slopes, &pile.sizes());
            }
            let freedom = self.freedom(slopes.len());
            for slope in &slopes {
                for (a, x) in slope {
                    slope.iter().for_each(|(b, y)| spread[a * size + b] += x * y / freedom);
                }
            }
        }
        for (a, b, weight) in self.results.prior(PRIOR) {
            let p = chance(self.strengths[a] - self.strengths[b]);
            let by = weight * ((1.0 - p).powi(2) + p * p);
            for (at, by) in [(a * size + a, by), (b * size + b, by), (a * size + b, -by), (b * size + a, -by)] {
                spread[at] += by;
            }
        }
        spread
    }

    /// What the games say about every rating, given how each moves. A player's own tables stand for all: what others play
    /// among themselves hardly moves it.
    fn tally(&self, moves: &[Vec<f64>]) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); moves.len()];
        for pile in self.results.tables.values() {
            let mut counts = BTreeMap::<u32, f64>::new();
            for (&set, count) in pile.batches.iter().flatten() {
                *counts.entry(set).or_default() += count;
            }
            let sets = |set: &u32| &self.results.sets[*set as usize];
            let there: BTreeSet<u16> =
                counts.keys().flat_map(sets).flat_map(|&(player, seat)| [player, seat]).collect();
            let freedom = self.freedom(pile.batches.len()) * pile.batches.len() as f64;
            for at in there.into_iter().map(usize::from) {
                let (mut information, mut lopsided) = (0.0, 0.0);
                for (set, count) in &counts {
                    let chances = &self.chances[*set as usize];
                    let moved =
                        || sets(set).iter().map(|&(a, b)| moves[at][usize::from(a)] + moves[at][usize::from(b)]);
                    let mean: f64 = moved().zip(chances).map(|(x, p)| p * x).sum();
                    let moment =
                        |power: i32| moved().zip(chances).map(|(x, p)| p * (x - mean).powi(power)).sum::<f64>();
                    information += count * moment(2);
                    lopsided += count * moment(3);
                }
                let tally = &mut tallies[at];
                tally.information += information;
                tally.lopsided += lopsided;
                tally.squares += information * information / freedom;
            }
        }
        for (a, b, weight) in self.results.prior(PRIOR) {
            let p = chance(self.strengths[a] - self.strengths[b]);
            for at in [a, b] {
                let moved = moves[at][a] - moves[at][b];
                let bend = 2.0 * weight * p * (1.0 - p) * moved * moved;
                tallies[at].information += bend;
                tallies[at].lopsided += bend * (1.0 - 2.0 * p) * moved;
            }
        }
        tallies
    }
}

/// Takes away from the slopes of batches what a block of the table has on average.
fn center(slopes: &mut [BTreeMap<usize, f64>], sizes: &[f64]) {
    let mut sums = BTreeMap::<usize, f64>::new();
    slopes.iter().flatten().for_each(|(&at, slope)| *sums.entry(at).or_default() += slope);
    let blocks: f64 = sizes.iter().sum();
    for (slope, size) in slopes.iter_mut().zip(sizes) {
        sums.iter().for_each(|(&at, sum)| *slope.entry(at).or_default() -= size * sum / blocks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of the table has a slope of 1 and of a half on average.
    #[test]
    fn what_blocks_have_in_common_is_taken_away() {
        let mut slopes = [BTreeMap::from([(0, 1.0)]), BTreeMap::from([(0, 3.0), (1, 2.0)])];
        center(&mut slopes, &[1.0, 3.0]);
        assert_eq!(slopes, [BTreeMap::from([(0, 0.0), (1, -0.5)]), BTreeMap::from([(0, 0.0), (1, 0.5)])]);
    }

    #[test]
    fn a_reach_ends_where_results_are_as_unlikely_as_asked_for() {
        for p in [0.02, 0.5, 0.9] {
            for half in [0.1, 1.0, 3.0] {
                let [low, high] = [-1.0, 1.0].map(|side| reach(side, p, half));
                assert!(low < 0.0 && high > 0.0, "{low} {high}");
                for s in [low, high] {
                    let ratio = (1.0 - p + p * s.exp()).ln() - p * s;
                    let aim = half * half / 2.0 * p * (1.0 - p);
                    assert!((ratio / aim - 1.0).abs() < 1e-6, "{ratio} {aim}");
                }
            }
        }
    }

    #[test]
    fn a_reach_is_right_where_it_is_none_or_tiny_or_huge() {
        assert_eq!([-1.0, 1.0].map(|side| reach(side, 0.3, 0.0)), [0.0, 0.0]);
        for side in [-1.0, 1.0] {
            let s = reach(side, 0.02, 1e-3);
            let ratio = (0.02 * s.exp_m1()).ln_1p() - 0.02 * s;
            assert!((ratio / (0.5e-6 * 0.02 * 0.98) - 1.0).abs() < 1e-5, "{s}");
            // By hand: s / 2 - ln 2 is 2000² / 8.
            let s = reach(side, 0.5, 2000.0);
            assert!((s - side * (1e6 + 2.0 * 2f64.ln())).abs() < 1e-4, "{s}");
        }
    }

    #[test]
    fn a_contrast_is_one_less_the_mean_of_its_group() {
        assert_eq!(contrast(2, &(1..5), 6), [0.0, -0.25, 0.75, -0.25, -0.25, 0.0]);
    }

    fn rating(strength: f64, freedom: f64) -> Rating {
        Rating { strength, error: 10.0, freedom, widest: 0.25, lean: 0.5, step: 2.0 }
    }

    /// Where blocks are few, the interval is as wide as if all games of a block said the same.
    #[test]
    fn an_interval_is_no_wider_than_it_can_be() {
        let half = 1.959_963_984_540_054 * 0.25;
        let Estimate { value, low, high } = rating(1.5, 3.0).interval(0.95);
        let end = reach(1.0, 0.5, 2.0 * half) / 2.0;
        for (found, expected) in [(value, 1.5), (low, 1.5 - end), (high, 1.5 + end)] {
            assert!((found / POINTS - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    /// By hand: the variance of the difference is 4 + 3.5 - 2 · 1.75 = 4, and with one degree of freedom t is Cauchy's.
    #[test]
    fn differences_are_compared_by_what_two_ratings_share() {
        let players = vec![rating(1.0, 7.0), rating(0.4, 1.0)];
        let mut ratings = Ratings { players, seats: Vec::new(), covariances: vec![4.0, 1.75, 1.75, 3.5] };
        let cauchy = 0.5 + 0.3f64.atan() / std::f64::consts::PI;
        assert!((ratings.superiority(0, 1) - cauchy).abs() < 1e-9);
        ratings.covariances = vec![4.0, 1.5, 1.5, 2.25];
        // The correlation is a half: 3² + 5² - 3 · 5 = 19 below and 7² + 4² - 7 · 4 = 37 above.
        let intervals = [Estimate { value: 10.0, low: 7.0, high: 17.0 }, Estimate { value: 6.0, low: 2.0, high: 11.0 }];
        let Estimate { value, low, high } = ratings.difference(0, 1, &intervals);
        assert!(value == 4.0 && (low - (4.0 - 19f64.sqrt())).abs() < 1e-9, "{low}");
        assert!((high - (4.0 + 37f64.sqrt())).abs() < 1e-9, "{high}");
        ratings.covariances = vec![2.0; 4];
        assert_eq!(ratings.superiority(0, 1), 0.5);
    }

    const STRENGTHS: [f64; 5] = [0.7, -0.2, 0.4, 0.3, -0.5];

    /// Three players in two seats, at two tables with two batches each; the second table has batches of two blocks and one.
    fn two_tables() -> Results {
        let sets: [&[(u16, u16)]; 5] = [&[(0, 3), (1, 4)], &[(0, 3)], &[(1, 3), (2, 4)], &[(2, 4)], &[(1, 3)]];
        let batch = |counts: [(u32, f64); 2]| counts.into_iter().collect::<Counts>();
        let mut results = Results::new(3, 2, 2);
        results.sets = sets.iter().map(|set| set.iter().copied().collect()).collect();
        let first = vec![batch([(0, 2.0), (1, 1.5)]), batch([(0, 1.25), (1, 0.5)])];
        let second = vec![batch([(2, 3.0), (3, 1.25)]), batch([(2, 1.5), (4, 0.75)])];
        results.tables.insert(0, super::super::Pile { batches: first, doublings: 0, last_size: 1 });
        results.tables.insert(1, super::super::Pile { batches: second, doublings: 1, last_size: 1 });
        results
    }

    /// The chance of each in a set of two or one, written down.
    fn odds(set: &[(u16, u16)]) -> Vec<f64> {
        let strong = |&(a, b): &(u16, u16)| (STRENGTHS[usize::from(a)] + STRENGTHS[usize::from(b)]).exp();
        set.iter().map(|one| strong(one) / set.iter().map(strong).sum::<f64>()).collect()
    }

    fn all_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near, "{found:?} is not {expected:?}");
    }

    /// Pairs of the prior, with the weight of a win: each player has half a win against two, each seat against one.
    const PRIORS: [(usize, usize, f64); 4] = [(1, 0, 0.25), (2, 0, 0.25), (2, 1, 0.25), (4, 3, 0.5)];

    #[test]
    fn slopes_and_their_spread_are_the_sums_by_hand() {
        let results = two_tables();
        let blocks = Blocks::new(&results, &STRENGTHS);
        let mut expected = [[0.0; 5]; 5];
        for (table, sizes) in [(0, [1.0, 1.0]), (1, [2.0, 1.0])] {
            let mut slopes = [[0.0; 5]; 2];
            for (batch, slope) in results.tables[&table].batches.iter().zip(&mut slopes) {
                for (&set, count) in batch {
                    let set = &results.sets[set as usize];
                    for (&(player, seat), p) in set.iter().zip(odds(set)) {
                        let by = if set.len() == 1 { *count } else { -count * p };
                        slope[usize::from(player)] += by;
                        slope[usize::from(seat)] += by;
                    }
                }
                let found = blocks.slope(batch);
                all_close(&[0, 1, 2, 3, 4].map(|at| found.get(&at).copied().unwrap_or(0.0)), slope);
            }
            let total = [0, 1, 2, 3, 4].map(|at| (slopes[0][at] + slopes[1][at]) / (sizes[0] + sizes[1]));
            for (slope, size) in slopes.iter().zip(sizes) {
                let off = [0, 1, 2, 3, 4].map(|at| slope[at] - size * total[at]);
                (0..25).for_each(|at| expected[at / 5][at % 5] += 2.0 * off[at / 5] * off[at % 5]);
            }
        }
        for (a, b, weight) in PRIORS {
            let p = 1.0 / (1.0 + (STRENGTHS[b] - STRENGTHS[a]).exp());
            let by = weight * (1.0 - 2.0 * p * (1.0 - p));
            (expected[a][a], expected[b][b]) = (expected[a][a] + by, expected[b][b] + by);
            (expected[a][b], expected[b][a]) = (expected[a][b] - by, expected[b][a] - by);
        }
        all_close(&blocks.spread(), expected.as_flattened());
    }

    /// Moments about the mean, from those about 0.
    #[test]
    fn tallies_are_the_sums_by_hand() {
        let results = two_tables();
        let moves: Vec<Vec<f64>> =
            (0..5).map(|a| (0..5).map(|b| 0.3 + f64::from((3 * a + 7 * b + a * b) % 11) / 4.0).collect()).collect();
        let mut expected = [[0.0; 3]; 5];
        for (table, there) in [(0, [0, 1, 3, 4]), (1, [1, 2, 3, 4])] {
            for at in there {
                let mut sums = [0.0; 2];
                for (&set, count) in results.tables[&table].batches.iter().flatten() {
                    let set = &results.sets[set as usize];
                    let moment = |power: i32| {
                        let moved = set.iter().map(|&(a, b)| moves[at][usize::from(a)] + moves[at][usize::from(b)]);
                        moved.zip(odds(set)).map(|(x, p)| p * x.powi(power)).sum::<f64>()
                    };
                    let mean = moment(1);
                    sums[0] += count * (moment(2) - mean * mean);
                    sums[1] += count * (moment(3) - 3.0 * mean * moment(2) + 2.0 * mean * mean * mean);
                }
                // Two batches have one degree of freedom.
                let by = [sums[0], sums[1], sums[0] * sums[0]];
                (0..3).for_each(|sum| expected[at][sum] += by[sum]);
            }
        }
        for (a, b, weight) in PRIORS {
            let p = 1.0 / (1.0 + (STRENGTHS[b] - STRENGTHS[a]).exp());
            for at in [a, b] {
                let moved: f64 = moves[at][a] - moves[at][b];
                expected[at][0] += 2.0 * weight * (p - p * p) * moved.powi(2);
                expected[at][1] += 2.0 * weight * (p - 3.0 * p * p + 2.0 * p.powi(3)) * moved.powi(3);
            }
        }
        let tallies = Blocks::new(&results, &STRENGTHS).tally(&moves);
        for (found, expected) in tallies.iter().zip(expected) {
            all_close(&[found.information, found.lopsided, found.squares], &expected);
        }
    }
}
