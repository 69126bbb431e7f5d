//! Figures of a variant as ratios of two totals over blocks (wins over games, legal actions over decisions), and how
//! they differ between variants that play the same blocks.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::intervals::{BlockMean, BlockSums, Estimate, t_quantile};

/// An estimate where there is nothing to estimate from.
pub const UNKNOWN: Estimate = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };

/// A figure with an interval of Student's t around it.
pub fn around(value: f64, error: f64, freedom: f64) -> Estimate {
    let reach = error * t_quantile(freedom);
    Estimate { value, low: value - reach, high: value + reach }
}

/// The chance of a t at least so far from 0 when there is nothing to find.
fn two_sided(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |law| 2.0 * law.sf(t.abs()))
}

/// The chance that so many blocks all lean to one side by chance: no test on them can tell more.
pub fn all_agree(blocks: u64) -> f64 {
    0.5f64.powi(blocks.saturating_sub(1).min(1000) as i32)
}

/// A ratio of two totals, added up block by block: `add(upper, lower)`.
pub type Ratio = BlockSums;

impl Ratio {
    /// The ratio as a mean, with an interval of Student's t.
    pub fn mean(&self) -> Estimate {
        BlockMean::of([self]).map_or(UNKNOWN, |mean| mean.interval())
    }

    /// The ratio as a share of 0 to 1, with Wilson's interval.
    pub fn share(&self) -> Estimate {
        BlockMean::of([self]).map_or(UNKNOWN, |mean| mean.share_interval())
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

/// The same ratio in two variants over the same blocks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paired {
    base: Ratio,
    other: Ratio,
    /// Sums of products: upper or lower total of the base with upper or lower total of the other.
    upper_upper: f64,
    upper_lower: f64,
    lower_upper: f64,
    lower_lower: f64,
}

impl Paired {
    /// Adds a block's totals, as (upper, lower), in the base and in the other variant.
    pub fn add(&mut self, base: (f64, f64), other: (f64, f64)) {
        self.base.add(base.0, base.1);
        self.other.add(other.0, other.1);
        self.upper_upper += base.0 * other.0;
        self.upper_lower += base.0 * other.1;
        self.lower_upper += base.1 * other.0;
        self.lower_lower += base.1 * other.1;
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.base.blocks()
    }

    /// The difference of the figures after `scale`, whose slope at a figure is `slope`.
    ///
    /// A block pulls a ratio r of totals y and x by (y - r x) / mean x; what it pulls both by goes together.
    fn judge(&self, scale: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64) -> Difference {
        let (Some(base), Some(other)) = (BlockMean::of([&self.base]), BlockMean::of([&self.other])) else {
            return Difference { by: UNKNOWN, p: f64::NAN };
        };
        let blocks = self.blocks() as f64;
        let products = self.upper_upper - other.mean * self.upper_lower - base.mean * self.lower_upper
            + base.mean * other.mean * self.lower_lower;
        let covariance = products * blocks / (blocks - 1.0) / (self.base.weight() * self.other.weight());
        let (e, f) = (slope(base.mean), slope(other.mean));
        let variance = e * e * base.variance + f * f * other.variance - 2.0 * e * f * covariance;
        let by = scale(other.mean) - scale(base.mean);
        // Rounding must not leave a speck where every block differs alike.
        let noise = e * e * base.variance + f * f * other.variance;
        let error = if variance > 1e-12 * noise { variance.sqrt() } else { 0.0 };
        let freedom = base.freedom.min(other.freedom);
        let p = match (by == 0.0, error == 0.0) {
            (true, _) => 1.0,
            (false, true) => 0.0,
            (false, false) => two_sided(by / error, freedom),
        }
        .max(all_agree(freedom.round() as u64 + 1));
        if freedom < 0.5 {
            return Difference { by: Estimate { value: by, ..UNKNOWN }, p: f64::NAN };
        }
        Difference { by: around(by, error, freedom), p }
    }

    /// The other variant's figure less the base's.
    pub fn difference(&self) -> Difference {
        self.judge(|figure| figure, |_| 1.0)
    }

    /// The change relative to the base: 0.38 is 38 % more. Its interval comes from the logarithm of the quotient.
    pub fn change(&self) -> Difference {
        let Difference { by, p } = self.judge(f64::ln, f64::recip);
        Difference { by: Estimate { value: by.value.exp_m1(), low: by.low.exp_m1(), high: by.high.exp_m1() }, p }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn a_difference_on_the_same_deals_is_sharper_than_either_figure() {
        let mut paired = Paired::default();
        for (deal, extra) in [(10.0, 1.0), (20.0, 4.0), (30.0, 7.0), (40.0, 0.0)] {
            paired.add((deal, 1.0), (deal + extra, 1.0));
        }
        // The extras 1, 4, 7, 0: mean 3, deviation 3.16228, error 1.58114, t(3) = 3.18245, p of t = 1.89737 is 0.15403.
        let Difference { by, p } = paired.difference();
        near(by.value, 3.0);
        near(by.high - 3.0, 3.18245 * 1.581_139);
        near(p, 0.15403);
        assert!(paired.base.mean().high - paired.base.mean().low > 20.0);
    }

    #[test]
    fn a_change_is_relative_to_the_base() {
        let mut paired = Paired::default();
        for deal in [10.0, 20.0, 30.0] {
            paired.add((deal, 1.0), (deal * 1.5, 1.0));
        }
        let change = paired.change();
        near(change.by.value, 0.5);
        near(change.by.low, 0.5);
        near(change.by.high, 0.5);
    }

    #[test]
    fn a_few_blocks_that_agree_are_no_proof() {
        let mut paired = Paired::default();
        [3.0, 5.0].iter().for_each(|&y| paired.add((y, 1.0), (y + 1.0, 1.0)));
        assert_eq!(paired.difference().p, 0.5);
    }

    #[test]
    fn equal_variants_differ_by_nothing() {
        let mut paired = Paired::default();
        [3.0, 5.0, 4.0].iter().for_each(|&y| paired.add((y, 1.0), (y, 1.0)));
        let same = paired.difference();
        assert_eq!((same.by.value, same.p), (0.0, 1.0));
    }
}
