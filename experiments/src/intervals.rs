//! Means and intervals that respect blocks, and the few other classics the lab needs.
//!
//! Games of a block share their deal and are not independent; blocks are. So a mean over games is a ratio of two sums over
//! blocks, and its variance comes from how blocks differ. Blocks at different tables (or of different rule variants) may
//! differ for reasons that are not chance; they are strata, and only differences inside a stratum count as noise.

use std::ops::AddAssign;

use statrs::distribution::{Continuous, ContinuousCDF, Normal, StudentsT};

/// How sure an interval is, everywhere in the lab.
pub const CONFIDENCE: f64 = 0.95;

/// An estimate with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// An estimate of which nothing is known but the value: any value between the bounds may be right.
    pub fn unsure(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    /// Whether the interval holds a value.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Sums over the blocks of one stratum, each with a total and a weight (how many observations the total is of).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BlockSums {
    blocks: f64,
    totals: f64,
    weights: f64,
    squares: f64,
    products: f64,
    square_weights: f64,
}

impl BlockSums {
    /// Adds a block.
    pub fn add(&mut self, total: f64, weight: f64) {
        self.blocks += 1.0;
        self.totals += total;
        self.weights += weight;
        self.squares += total * total;
        self.products += total * weight;
        self.square_weights += weight * weight;
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.blocks as u64
    }

    /// How many observations they hold.
    pub fn weight(&self) -> f64 {
        self.weights
    }

    /// How many blocks of equal weight would tell as much, after Kish: what one block holds alone is known from one.
    fn worth(&self) -> f64 {
        self.weights * self.weights / self.square_weights
    }

    /// The sum of squares of `total - ratio * weight` around their mean.
    fn spread(&self, ratio: f64) -> f64 {
        let squares = self.squares - 2.0 * ratio * self.products + ratio * ratio * self.square_weights;
        let residual = self.totals - ratio * self.weights;
        // Rounding must not leave a speck where all blocks are equal.
        let spread = squares - residual * residual / self.blocks;
        if spread < 1e-12 * self.squares.max(1.0) { 0.0 } else { spread }
    }
}

impl AddAssign for BlockSums {
    fn add_assign(&mut self, other: BlockSums) {
        self.blocks += other.blocks;
        self.totals += other.totals;
        self.weights += other.weights;
        self.squares += other.squares;
        self.products += other.products;
        self.square_weights += other.square_weights;
    }
}

/// A mean over blocks with its variance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockMean {
    /// The mean.
    pub mean: f64,
    /// The variance of the mean.
    pub variance: f64,
    /// Degrees of freedom of that variance.
    pub freedom: f64,
    /// How many blocks of equal weight it is worth.
    pub blocks: f64,
}

impl BlockMean {
    /// The mean over all strata; `None` without any observation.
    ///
    /// With totals `s`, weights `w` and `r = Σs / Σw` over all blocks, the variance of `r` is
    /// `Σ_h n_h / (n_h - 1) · Σ_b (d_b - d̄_h)² / (Σw)²` with `d = s - r w`, over strata `h` of `n_h` blocks; with equal
    /// weights and one stratum that is the usual `s² / n` of block means. The degrees of freedom are Satterthwaite's, but
    /// no more than blocks of equal weight would have that tell as much.
    /// Where a stratum has a single block all strata are taken as one, which errs on the wide side.
    pub fn of<'a>(strata: impl IntoIterator<Item = &'a BlockSums>) -> Option<BlockMean> {
        let mut strata: Vec<BlockSums> = strata.into_iter().copied().filter(|sums| sums.blocks > 0.0).collect();
        let mut all = BlockSums::default();
        strata.iter().for_each(|&sums| all += sums);
        if all.weights <= 0.0 {
            return None;
        }
        if strata.iter().any(|sums| sums.blocks < 2.0) {
            strata = vec![all];
        }
        let mean = all.totals / all.weights;
        let (mut variance, mut scale) = (0.0, 0.0);
        for sums in strata.iter().filter(|sums| sums.blocks >= 2.0) {
            let freedom = sums.blocks - 1.0;
            let part = sums.blocks / freedom * sums.spread(mean) / (all.weights * all.weights);
            variance += part;
            scale += part * part / freedom;
        }
        let blocks = all.worth();
        let freedom = if scale > 0.0 { variance * variance / scale } else { f64::INFINITY };
        Some(BlockMean { mean, variance, freedom: freedom.min(blocks - 1.0), blocks })
    }

    /// Whether there is hardly more than one block, which says nothing of how far others would be from it.
    fn alone(&self) -> bool {
        self.blocks < 1.5
    }

    /// The t interval of the mean; unbounded with a single block.
    pub fn interval(&self) -> Estimate {
        if self.alone() {
            return Estimate::unsure(self.mean, f64::NEG_INFINITY, f64::INFINITY);
        }
        let half = t_quantile(self.freedom) * self.variance.sqrt();
        Estimate { value: self.mean, low: self.mean - half, high: self.mean + half }
    }

    /// The interval of a mean of values from 0 to 1: Wilson's, for as many independent observations as would have the
    /// variance found, `r (1 - r) / variance`, with the t quantile in place of the normal one. It stays inside 0 to 1.
    /// Where all blocks are equal they count as one observation each, so that a clean sweep is not taken as certain.
    pub fn share_interval(&self) -> Estimate {
        if self.alone() {
            return Estimate::unsure(self.mean, 0.0, 1.0);
        }
        let worth = if self.variance > 0.0 { self.mean * (1.0 - self.mean) / self.variance } else { self.blocks };
        wilson_with(self.mean, worth.max(1.0), t_quantile(self.freedom))
    }
}

/// The t interval of the mean of block values, each of equal weight.
pub fn t_interval(values: &[f64]) -> Option<Estimate> {
    let mut sums = BlockSums::default();
    values.iter().for_each(|&value| sums.add(value, 1.0));
    BlockMean::of([&sums]).map(|mean| mean.interval())
}

/// Wilson's interval for `hits` out of `trials` independent trials.
pub fn wilson(hits: f64, trials: f64) -> Estimate {
    wilson_with(hits / trials, trials, normal_quantile())
}

fn wilson_with(share: f64, trials: f64, quantile: f64) -> Estimate {
    let z2 = quantile * quantile / trials;
    let middle = (share + z2 / 2.0) / (1.0 + z2);
    let half = (quantile / (1.0 + z2)) * (share * (1.0 - share) / trials + z2 / (4.0 * trials)).sqrt();
    // The ends are exact where the share is, whatever the rounding.
    Estimate { value: share, low: (middle - half).clamp(0.0, share), high: (middle + half).clamp(share, 1.0) }
}

/// The two-sided quantile of Student's t for 95 %.
pub fn t_quantile(freedom: f64) -> f64 {
    t_quantile_at(freedom, CONFIDENCE)
}

/// The two-sided quantile of Student's t: Newton's way, kept between two bounds. (The inverse that `statrs` has does not come
/// to an end for some degrees of freedom.)
pub fn t_quantile_at(freedom: f64, confidence: f64) -> f64 {
    let Ok(t) = StudentsT::new(0.0, 1.0, freedom) else { return f64::INFINITY };
    let target = 0.5 + confidence / 2.0;
    let (mut low, mut high) = (0.0, 2.0);
    while t.cdf(high) < target {
        (low, high) = (high, 2.0 * high);
        if high > 1e12 {
            return f64::INFINITY;
        }
    }
    let mut at = f64::midpoint(low, high);
    for _ in 0..100 {
        let excess = t.cdf(at) - target;
        *(if excess > 0.0 { &mut high } else { &mut low }) = at;
        let step = at - excess / t.pdf(at);
        let next = if (low..high).contains(&step) { step } else { f64::midpoint(low, high) };
        let is_there = (next - at).abs() <= 1e-12 * at;
        at = next;
        if is_there {
            break;
        }
    }
    at
}

/// The two-sided quantile of the normal distribution for 95 %.
pub fn normal_quantile() -> f64 {
    normal_quantile_at(CONFIDENCE)
}

/// The two-sided quantile of the normal distribution.
pub fn normal_quantile_at(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// How sure each of so many intervals must be so that in 95 of 100 cases all of them hold (Šidák).
pub fn all_of(intervals: usize) -> f64 {
    CONFIDENCE.powf(1.0 / intervals.max(1) as f64)
}

/// The ends of the middle 95 % of a sample, which is sorted.
pub fn percentiles(sample: &mut [f64]) -> (f64, f64) {
    sample.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| {
        let place = share * (sample.len() - 1) as f64;
        let (below, rest) = (place.floor() as usize, place.fract());
        let above = (below + 1).min(sample.len() - 1);
        sample[below] * (1.0 - rest) + sample[above] * rest
    };
    let tail = (1.0 - CONFIDENCE) / 2.0;
    (at(tail), at(1.0 - tail))
}

/// Holm's adjusted p-values, in the order given: the chance of any false alarm among them stays below the level.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut highest = 0.0f64;
    for (rank, &at) in order.iter().enumerate() {
        highest = highest.max((p_values.len() - rank) as f64 * p_values[at]).min(1.0);
        adjusted[at] = highest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use marque::random::{self, Purpose};

    use super::*;

    fn close(estimate: Estimate, expected: [f64; 3]) {
        let found = [estimate.value, estimate.low, estimate.high];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 5e-5), "{found:?} is not {expected:?}");
    }

    /// By hand: mean 0.6, s² = 0.2 / 4, t(4) = 2.776445.
    #[test]
    fn quantiles_of_t_are_those_of_tables_and_come_to_an_end() {
        for (freedom, quantile) in [(1.0, 12.706_204_7), (2.0, 4.302_652_7), (10.0, 2.228_138_9), (1e9, 1.959_964_0)] {
            assert!((t_quantile(freedom) - quantile).abs() < 1e-6, "{freedom}: {}", t_quantile(freedom));
        }
        for tenth in 10..400 {
            let (freedom, sure) = (f64::from(tenth) / 10.0, all_of(3));
            assert!(t_quantile_at(freedom, sure) > t_quantile(freedom), "{freedom}");
        }
        assert!(t_quantile(0.0).is_infinite() && t_quantile(1e-9).is_infinite());
    }

    #[test]
    fn equal_blocks_give_the_usual_t_interval() {
        let half = 2.776_445 * (0.2f64 / 4.0 / 5.0).sqrt();
        close(t_interval(&[0.25, 0.5, 0.75, 0.75, 0.75]).unwrap(), [0.6, 0.6 - half, 0.6 + half]);
        assert_eq!(t_interval(&[]), None);
        assert_eq!(t_interval(&[0.5]).unwrap().high, f64::INFINITY);
    }

    /// By hand: inside each stratum the blocks differ by 0.2 around its mean, so that the strata's distance is no noise.
    #[test]
    fn strata_take_away_what_is_not_chance() {
        let mut strata = [BlockSums::default(); 2];
        for (stratum, values) in [[0.1, 0.3], [0.7, 0.9]].iter().enumerate() {
            values.iter().for_each(|&value| strata[stratum].add(value, 1.0));
        }
        let mean = BlockMean::of(&strata).unwrap();
        assert!((mean.mean - 0.5).abs() < 1e-12);
        assert!((mean.variance - 2.0 * (2.0 * 0.02) / 16.0).abs() < 1e-12);
        assert!((mean.freedom - 2.0).abs() < 1e-9);
        // A stratum of one block cannot show its noise: then all blocks count as one stratum.
        strata[1] = BlockSums::default();
        strata[1].add(0.8, 1.0);
        let pooled = BlockMean::of(&strata).unwrap();
        let all = t_interval(&[0.1, 0.3, 0.8]).unwrap();
        close(pooled.interval(), [all.value, all.low, all.high]);
    }

    #[test]
    fn unequal_weights_make_a_ratio() {
        let mut sums = BlockSums::default();
        for (total, weight) in [(1.0, 2.0), (3.0, 4.0), (2.0, 4.0)] {
            sums.add(total, weight);
        }
        // r = 0.6; residuals -0.2, 0.6, -0.4; sum of squares 0.56; times 3/2 over 100.
        let mean = BlockMean::of([&sums]).unwrap();
        assert!((mean.mean - 0.6).abs() < 1e-12 && (mean.variance - 0.0084).abs() < 1e-12);
        // Kish: 10² / (4 + 16 + 16) blocks of equal weight, so that there is less than 3 - 1 to go by.
        assert!((mean.blocks - 100.0 / 36.0).abs() < 1e-12 && (mean.freedom - 64.0 / 36.0).abs() < 1e-12);
    }

    /// Reference: R's `prop.test(8, 10, correct = FALSE)` and `prop.test(10, 10, correct = FALSE)`.
    #[test]
    fn wilson_is_as_in_the_books() {
        close(wilson(8.0, 10.0), [0.8, 0.490_162, 0.943_318]);
        close(wilson(10.0, 10.0), [1.0, 0.722_467, 1.0]);
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        let mut sums = BlockSums::default();
        (0..10).for_each(|_| sums.add(2.0, 2.0));
        let share = BlockMean::of([&sums]).unwrap().share_interval();
        assert!(share.high == 1.0 && (0.6..0.75).contains(&share.low), "{share:?}");
    }

    #[test]
    fn intervals_that_hold_together_are_surer_each() {
        assert_eq!(all_of(1), CONFIDENCE);
        assert!((all_of(45).powi(45) - CONFIDENCE).abs() < 1e-12);
    }

    #[test]
    fn the_middle_of_a_sample_leaves_out_a_fortieth_on_either_side() {
        let mut sample: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        let (low, high) = percentiles(&mut sample);
        assert!((low - 2.5).abs() < 1e-9 && (high - 97.5).abs() < 1e-9, "{low} {high}");
        assert_eq!(percentiles(&mut [7.0]), (7.0, 7.0));
    }

    /// The example of the usual textbook: 0.01, 0.04, 0.03, 0.005.
    #[test]
    fn holm_steps_down() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }

    /// The share of 95 % intervals that hold the truth, for block means of correlated games at three tables.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut held = 0;
        for run in 0..2000 {
            let mut rng = random::stream(5, run, Purpose::Other(0));
            let mut strata = [BlockSums::default(); 3];
            for _ in 0..12 {
                for (stratum, odds) in strata.iter_mut().zip([0.3, 0.5, 0.7]) {
                    let luck = random::unit(&mut rng) * 0.4 - 0.2;
                    let wins = (0..4).filter(|_| random::unit(&mut rng) < odds + luck).count();
                    stratum.add(wins as f64, 4.0);
                }
            }
            let mean = BlockMean::of(&strata).unwrap();
            held += u32::from(mean.share_interval().holds(0.5));
            assert!(mean.interval().holds(mean.share_interval().value));
        }
        assert!((1870..=1930).contains(&held), "{held} of 2000");
    }

    #[test]
    fn quantiles_of_t_are_where_the_rest_is_as_asked() {
        for freedom in [0.5, 1.0, 1.7, 2.0, 3.0, 4.5, 9.0, 30.0, 60.5, 100.0, 1000.0] {
            let law = StudentsT::new(0.0, 1.0, freedom).unwrap();
            for sure in [0.001, 0.3, 0.9, 0.95, 0.999, 0.9999] {
                let quantile = t_quantile_at(freedom, sure);
                let held = 1.0 - 2.0 * law.sf(quantile);
                assert!((held - sure).abs() < 1e-9, "{freedom} {sure}: {quantile} holds {held}");
            }
        }
        // By hand: tan(0.475 π) for one degree; a · sqrt(2 / (1 - a²)) with a = 0.95 for two.
        let one = (0.475 * std::f64::consts::PI).tan();
        let two = 0.95 * (2.0 / (1.0 - 0.95f64 * 0.95)).sqrt();
        assert!((t_quantile(1.0) - one).abs() < 1e-9 && (t_quantile(2.0) - two).abs() < 1e-9);
    }

    #[test]
    fn a_stratum_without_blocks_changes_nothing() {
        let mut strata = [BlockSums::default(); 3];
        for (stratum, values) in [(0, [0.1, 0.3]), (2, [0.7, 0.9])] {
            values.iter().for_each(|&value| strata[stratum].add(value, 1.0));
        }
        assert_eq!(BlockMean::of(&strata), BlockMean::of([&strata[0], &strata[2]]));
        assert!((BlockMean::of(&strata).unwrap().variance - 0.005).abs() < 1e-12);
    }

    #[test]
    fn one_and_a_half_blocks_have_an_interval() {
        let mean = |blocks: f64| BlockMean { mean: 0.5, variance: 0.01, freedom: 1.0, blocks };
        assert!(mean(1.5).interval().high.is_finite() && mean(1.4).interval().high.is_infinite());
    }

    /// A relative spread of squares below 1e-12 is rounding.
    #[test]
    fn specks_are_no_spread() {
        let spread = |apart: f64| {
            let mut sums = BlockSums::default();
            [1000.0 - apart, 1000.0 + apart].iter().for_each(|&total| sums.add(total, 1.0));
            sums.spread(0.0)
        };
        assert_eq!(spread(5e-4), 0.0);
        assert!((spread(2e-3) / 8e-6 - 1.0).abs() < 0.01, "{}", spread(2e-3));
    }
}
