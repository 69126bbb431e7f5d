//! Figures of a variant as ratios of two totals over blocks (wins over games, legal actions over decisions), and how
//! they differ between variants that play the same blocks.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::measure::{Topic, Unit};
use crate::intervals::{BlockMean, BlockSums, Estimate, t_quantile};

/// An estimate where there is nothing to estimate from.
pub const UNKNOWN: Estimate = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };

/// From so many blocks that differ on, the largest difference among them stands for all that were not seen.
const ENOUGH_TO_SEE: f64 = 10.0;

/// A figure with an interval of Student's t around it.
pub fn around(value: f64, error: f64, freedom: f64) -> Estimate {
    let reach = error * t_quantile(freedom);
    Estimate { value, low: value - reach, high: value + reach }
}

/// The chance of a t at least so far from 0 when there is nothing to find.
pub fn two_sided(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |law| 2.0 * law.sf(t.abs()))
}

/// The chance that so many blocks all lean to one side by chance: no test on them can tell more.
pub fn all_agree(blocks: u64) -> f64 {
    0.5f64.powi(blocks.saturating_sub(1).min(1000) as i32)
}

/// How much a rule that bites in few blocks may do beyond what was seen, as a deviation of the mean: `differing` of `blocks`
/// blocks differ, none by more than `reach`.
///
/// Where hardly any block differs, the blocks seen say little of those that differ: none of 200 may still be 2 %. As Wilson
/// does for shares, it is taken as if blocks worth t² had differed by as much as they can; the more blocks differ, the less
/// of that is left.
pub fn unseen(differing: f64, blocks: f64, reach: f64, freedom: f64) -> f64 {
    let alike = 1.0 - differing / blocks;
    t_quantile(freedom) * reach / blocks * alike * alike
}

impl Estimate {
    /// The same with an interval that stays in a range.
    pub fn within(self, (low, high): (f64, f64)) -> Estimate {
        Estimate { low: self.low.max(low).min(self.value), high: self.high.min(high).max(self.value), ..self }
    }

    /// The same value without an interval.
    pub fn alone(value: f64) -> Estimate {
        Estimate { value, ..UNKNOWN }
    }
}

/// A ratio of two totals, added up block by block. Blocks at different tables may differ for reasons that are no chance:
/// only how they differ at one table counts as noise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ratio {
    tables: Vec<BlockSums>,
}

/// The place of a table in a list that grows as tables come.
pub fn at<T: Default + Clone>(tables: &mut Vec<T>, table: usize) -> &mut T {
    if tables.len() <= table {
        tables.resize(table + 1, T::default());
    }
    &mut tables[table]
}

impl Ratio {
    /// Adds a block's totals.
    pub fn add(&mut self, table: usize, upper: f64, lower: f64) {
        at(&mut self.tables, table).add(upper, lower);
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.tables.iter().map(BlockSums::blocks).sum()
    }

    /// The lower total.
    pub fn weight(&self) -> f64 {
        self.tables.iter().map(BlockSums::weight).sum()
    }

    /// The ratio as a mean, with an interval of Student's t; without ends where there is hardly more than one block.
    pub fn mean(&self) -> Estimate {
        BlockMean::of(&self.tables).map_or(UNKNOWN, |mean| mean.interval())
    }

    /// The ratio as a share of 0 to 1, with Wilson's interval.
    pub fn share(&self) -> Estimate {
        BlockMean::of(&self.tables).map_or(UNKNOWN, |mean| mean.share_interval())
    }

    /// The figure of a measure, with an interval that stays in its range.
    pub fn figure(&self, topic: &Topic) -> Estimate {
        let estimate = match topic.unit {
            Unit::Share => self.share(),
            _ => self.mean(),
        };
        let (low, high) = topic.range;
        let blocks = self.blocks() as f64;
        // Blocks that are all alike do not prove that all others are.
        if topic.unit == Unit::Payoff && estimate.low == estimate.high && blocks > 1.0 {
            let reach = unseen(0.0, blocks, high - low, blocks - 1.0) * t_quantile(blocks - 1.0);
            let Estimate { value, .. } = estimate;
            return Estimate { value, low: value - reach, high: value + reach }.within(topic.range);
        }
        if estimate.low.is_infinite() { Estimate::alone(estimate.value) } else { estimate.within(topic.range) }
    }
}

/// How a figure differs between two variants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference, or the relative change, with its interval.
    pub by: Estimate,
    /// The chance of so large a difference when there is none.
    pub p: f64,
}

impl Difference {
    /// Where nothing can be compared.
    pub const UNKNOWN: Difference = Difference { by: UNKNOWN, p: f64::NAN };
}

/// Sums over the blocks of a table: upper and lower total of the base, upper and lower total of the other, and the
/// products of any two of them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct PairSums {
    blocks: f64,
    sums: [f64; 4],
    products: [[f64; 4]; 4],
}

impl PairSums {
    fn add(&mut self, totals: [f64; 4]) {
        self.blocks += 1.0;
        for (i, a) in totals.iter().enumerate() {
            self.sums[i] += a;
            for (j, b) in totals.iter().enumerate() {
                self.products[i][j] += a * b;
            }
        }
    }

    fn join(&mut self, other: &PairSums) {
        self.blocks += other.blocks;
        for i in 0..4 {
            self.sums[i] += other.sums[i];
            (0..4).for_each(|j| self.products[i][j] += other.products[i][j]);
        }
    }

    /// The variance of the sum over blocks of a weighted sum of the totals.
    fn variance(&self, weights: [f64; 4]) -> f64 {
        let (mut spread, mut size) = (0.0, 0.0);
        for (i, a) in weights.iter().enumerate() {
            for (j, b) in weights.iter().enumerate() {
                spread += a * b * (self.products[i][j] - self.sums[i] * self.sums[j] / self.blocks);
            }
            size += a * a * self.products[i][i];
        }
        // Rounding must not leave a speck where every block differs alike.
        if spread > 1e-12 * size { spread * self.blocks / (self.blocks - 1.0) } else { 0.0 }
    }
}

/// The same ratio in two variants over the same blocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Paired {
    tables: Vec<PairSums>,
    /// How many blocks have other totals.
    differing: f64,
    /// The largest difference between a block's ratios.
    largest: f64,
    /// The lowest and highest ratio of any block.
    ends: Option<(f64, f64)>,
}

/// Two ratios with how their difference and their sum vary.
struct Compared {
    base: f64,
    other: f64,
    /// Variances of the difference and of the sum.
    variances: [f64; 2],
    freedom: f64,
    blocks: f64,
}

impl Paired {
    /// Adds a block's totals, as (upper, lower), in the base and in the other variant.
    pub fn add(&mut self, table: usize, base: (f64, f64), other: (f64, f64)) {
        at(&mut self.tables, table).add([base.0, base.1, other.0, other.1]);
        self.differing += f64::from(base != other);
        let ratios = [base, other].map(|(upper, lower)| upper / lower);
        for ratio in ratios.into_iter().filter(|ratio| ratio.is_finite()) {
            let (low, high) = self.ends.unwrap_or((ratio, ratio));
            self.ends = Some((low.min(ratio), high.max(ratio)));
        }
        let apart = (ratios[1] - ratios[0]).abs();
        if apart.is_finite() {
            self.largest = self.largest.max(apart);
        }
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.tables.iter().map(|sums| sums.blocks).sum::<f64>() as u64
    }

    /// The ratios, compared after a scale whose slope at a figure is `slope`.
    ///
    /// A block pulls a ratio r of totals y and x by (y - r x) / Σx; what it pulls both by goes together.
    fn compared(&self, slope: impl Fn(f64) -> f64) -> Option<Compared> {
        let mut tables: Vec<PairSums> = self.tables.iter().copied().filter(|sums| sums.blocks > 0.0).collect();
        let mut all = PairSums::default();
        tables.iter().for_each(|sums| all.join(sums));
        let [y, x, v, w] = all.sums;
        if !(x > 0.0 && w > 0.0) {
            return None;
        }
        if tables.iter().any(|sums| sums.blocks < 2.0) {
            tables = vec![all];
        }
        let (base, other) = (y / x, v / w);
        let (e, f) = (slope(base) / x, slope(other) / w);
        let variance = |sign: f64| {
            tables.iter().map(|sums| sums.variance([sign * e, -sign * e * base, f, -f * other])).sum::<f64>()
        };
        // What is known from few blocks that count is known from few; a single one says nothing of any other.
        let worth = (x * x / all.products[1][1]).min(w * w / all.products[3][3]);
        let freedom = (worth - tables.len() as f64).max(1.0);
        (worth >= 1.5).then(|| Compared {
            base,
            other,
            variances: [variance(-1.0), variance(1.0)],
            freedom,
            blocks: all.blocks,
        })
    }

    /// The most that a block can change the ratio by, as far as can be told.
    fn reach(&self, (low, high): (f64, f64)) -> f64 {
        let (least, most) = self.ends.unwrap_or((0.0, 0.0));
        let reach = if low.is_finite() && high.is_finite() { high - low } else { most - least };
        if self.differing >= ENOUGH_TO_SEE { reach.min(self.largest) } else { reach }
    }

    fn judge(&self, range: (f64, f64), scale: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64) -> Difference {
        let Some(Compared { base, other, variances, freedom, blocks }) = self.compared(&slope) else {
            return Difference::UNKNOWN;
        };
        let unseen = unseen(self.differing, blocks, self.reach(range) * slope(other), freedom);
        let error = (variances[0] + unseen * unseen).sqrt();
        let by = scale(other) - scale(base);
        let by = if by.abs() < 1e-12 { 0.0 } else { by };
        let p = match (by == 0.0, error == 0.0) {
            (true, _) => 1.0,
            (false, true) => 0.0,
            (false, false) => two_sided(by / error, freedom),
        };
        Difference { by: around(by, error, freedom), p: p.max(all_agree(freedom.round() as u64 + 1)) }
    }

    /// By how much the other ratio is above the base; no ratio is outside `range`.
    pub fn difference(&self, range: (f64, f64)) -> Difference {
        let Difference { by, p } = self.judge(range, |r| r, |_| 1.0);
        let most = range.1 - range.0;
        Difference { by: by.within((-most, most)), p }
    }

    /// How much larger the other ratio is, relative to the base: on the scale of logarithms.
    pub fn change(&self, range: (f64, f64)) -> Difference {
        let Difference { by, p } = self.judge(range, f64::ln, |r| 1.0 / r);
        if !by.value.is_finite() {
            return Difference::UNKNOWN;
        }
        let relative = |log: f64| log.exp_m1();
        Difference { by: Estimate { value: relative(by.value), low: relative(by.low), high: relative(by.high) }, p }
    }

    /// By how much further the other ratio is from zero than the base, whichever sides they are on.
    ///
    /// With d the difference and s the sum of two figures v and b, |v| - |b| has the sign of s d, and its size is the smaller
    /// of |s| and |d|. It is monotone in both, so that the ends of their intervals give those of its own; and it is zero
    /// only where one of them is, so that the larger of their p-values is its own.
    pub fn distance(&self, range: (f64, f64)) -> Difference {
        let Some(Compared { base, other, variances, freedom, blocks }) = self.compared(|_| 1.0) else {
            return Difference::UNKNOWN;
        };
        let unseen = unseen(self.differing, blocks, self.reach(range), freedom);
        let (difference, sum) = (other - base, other + base);
        let [apart, together] = [(variances[0] + unseen * unseen).sqrt(), variances[1].sqrt()];
        let (d, s) = (around(difference, apart, freedom), around(sum, together, freedom));
        let further = |s: f64, d: f64| if s == 0.0 || d == 0.0 { 0.0 } else { (s * d).signum() * s.abs().min(d.abs()) };
        let corners = [(s.low, d.low), (s.low, d.high), (s.high, d.low), (s.high, d.high)].map(|(s, d)| further(s, d));
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let value = other.abs() - base.abs();
        let p = |by: f64, error: f64| match (by.abs() < 1e-12, error == 0.0) {
            (true, _) => 1.0,
            (false, true) => 0.0,
            (false, false) => two_sided(by / error, freedom),
        };
        let p = p(difference, apart).max(p(sum, together)).max(all_agree(freedom.round() as u64 + 1));
        let most = range.1.max(-range.0);
        Difference { by: Estimate { value, low: low.min(value), high: high.max(value) }.within((-most, most)), p }
    }
}

#[cfg(test)]
#[path = "ratio_tests.rs"]
mod tests;
