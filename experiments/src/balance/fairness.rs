//! Are the seats alike? Payoffs by seat, block by block, with how they vary together.

use marque::MAX_SEATS;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::ratio::{UNKNOWN, all_agree, around};
use crate::intervals::Estimate;

/// Sums over blocks of every seat's mean payoff and their products.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairness {
    seats: usize,
    blocks: u64,
    sums: [f64; MAX_SEATS],
    products: [[f64; MAX_SEATS]; MAX_SEATS],
}

impl Fairness {
    /// Nothing yet, for a table of so many seats.
    pub fn new(seats: usize) -> Fairness {
        Fairness { seats, blocks: 0, sums: [0.0; MAX_SEATS], products: [[0.0; MAX_SEATS]; MAX_SEATS] }
    }

    /// Adds a block's mean payoff of every seat.
    pub fn add(&mut self, payoffs: &[f64]) {
        self.blocks += 1;
        for (i, a) in payoffs.iter().enumerate() {
            self.sums[i] += a;
            for (j, b) in payoffs.iter().enumerate() {
                self.products[i][j] += a * b;
            }
        }
    }

    fn mean(&self, seat: usize) -> f64 {
        self.sums[seat] / self.blocks as f64
    }

    /// The covariance of two seats' mean payoffs.
    fn covariance(&self, i: usize, j: usize) -> f64 {
        let blocks = self.blocks as f64;
        (self.products[i][j] - self.sums[i] * self.sums[j] / blocks) / (blocks - 1.0) / blocks
    }

    /// The mean and variance of a weighted sum of the seats' payoffs.
    fn contrast(&self, weights: &[f64]) -> (f64, f64) {
        let value = weights.iter().enumerate().map(|(i, w)| w * self.mean(i)).sum();
        let variance = weights
            .iter()
            .enumerate()
            .flat_map(|(i, a)| weights.iter().enumerate().map(move |(j, b)| a * b * self.covariance(i, j)))
            .sum();
        (value, variance)
    }

    /// The first seat's payoff less the mean of the others.
    pub fn first_seat(&self) -> Estimate {
        let others = -1.0 / (self.seats - 1) as f64;
        let weights: Vec<f64> = (0..self.seats).map(|seat| if seat == 0 { 1.0 } else { others }).collect();
        let (value, variance) = self.contrast(&weights);
        around(value, variance.max(0.0).sqrt(), self.blocks as f64 - 1.0)
    }

    /// How far the seats' true payoffs lie apart: their standard deviation, less what chance alone would show.
    pub fn spread(&self) -> Estimate {
        if self.blocks < 2 {
            return UNKNOWN;
        }
        let n = self.seats as f64;
        let middle = (0..self.seats).map(|seat| self.mean(seat)).sum::<f64>() / n;
        let off: Vec<f64> = (0..self.seats).map(|seat| self.mean(seat) - middle).collect();
        let centred = self.centred();
        let seen: f64 = off.iter().map(|d| d * d).sum::<f64>() / (n - 1.0);
        let noise: f64 = (0..self.seats).map(|i| centred[i][i]).sum::<f64>() / (n - 1.0);
        // The variance of a sum of squares of normal figures with these means and covariances.
        let mut variance = 0.0;
        for i in 0..self.seats {
            for j in 0..self.seats {
                variance += 4.0 * off[i] * off[j] * centred[i][j] + 2.0 * centred[i][j] * centred[i][j];
            }
        }
        let error = variance.max(0.0).sqrt() / (n - 1.0);
        let squared = around(seen - noise, error, self.blocks as f64 - 1.0);
        let root = |square: f64| square.max(0.0).sqrt();
        Estimate { value: root(squared.value), low: root(squared.low), high: root(squared.high) }
    }

    /// The covariances of the seats' payoffs less their mean.
    fn centred(&self) -> [[f64; MAX_SEATS]; MAX_SEATS] {
        let n = self.seats as f64;
        let row = |i: usize| (0..self.seats).map(|j| self.covariance(i, j)).sum::<f64>() / n;
        let rows: Vec<f64> = (0..self.seats).map(row).collect();
        let all = rows.iter().sum::<f64>() / n;
        let mut centred = [[0.0; MAX_SEATS]; MAX_SEATS];
        for i in 0..self.seats {
            for j in 0..self.seats {
                centred[i][j] = self.covariance(i, j) - rows[i] - rows[j] + all;
            }
        }
        centred
    }

    /// Hotelling's test that all seats have the same payoff: the chance of so much difference when they have.
    pub fn alike(&self) -> f64 {
        let (contrasts, blocks) = (self.seats - 1, self.blocks as f64);
        if self.blocks <= contrasts as u64 {
            return f64::NAN;
        }
        // Every seat but the last against the last; solved by elimination, skipping what does not vary.
        let last = contrasts;
        let mut matrix: Vec<Vec<f64>> = (0..contrasts)
            .map(|i| {
                let against = |j: usize| {
                    self.covariance(i, j) - self.covariance(i, last) - self.covariance(last, j)
                        + self.covariance(last, last)
                };
                (0..contrasts).map(against).chain([self.mean(i) - self.mean(last)]).collect()
            })
            .collect();
        let (mut t2, mut rank) = (0.0, 0);
        for i in 0..contrasts {
            let (pivot, gap) = (matrix[i][i], matrix[i][contrasts]);
            if pivot <= 1e-15 {
                if gap.abs() > 1e-9 {
                    return all_agree(self.blocks);
                }
                continue;
            }
            t2 += gap * gap / pivot;
            rank += 1;
            for j in i + 1..contrasts {
                let factor = matrix[j][i] / pivot;
                let row = matrix[i].clone();
                matrix[j].iter_mut().zip(&row).for_each(|(a, b)| *a -= factor * b);
            }
        }
        if rank == 0 {
            return 1.0;
        }
        let freedom = blocks - f64::from(rank);
        let f = t2 * freedom / ((blocks - 1.0) * f64::from(rank));
        FisherSnedecor::new(rank.into(), freedom).map_or(f64::NAN, |law| law.sf(f).max(all_agree(self.blocks)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(seats: usize, blocks: &[&[f64]]) -> Fairness {
        let mut fairness = Fairness::new(seats);
        blocks.iter().for_each(|block| fairness.add(block));
        fairness
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn with_two_seats_the_test_is_students() {
        let fairness = of(2, &[&[1.0, 0.0], &[0.5, 0.5], &[1.0, 0.0], &[0.5, 0.5]]);
        // Differences 1, 0, 1, 0: mean 0.5, error 0.57735 / 2, t(3) = 1.73205, p = 0.18169.
        let first = fairness.first_seat();
        near(first.value, 0.5);
        near(first.high - 0.5, 3.18245 * 0.288_675);
        near(fairness.alike(), 0.18169);
    }

    #[test]
    fn seats_that_never_differ_are_alike() {
        let fairness = of(3, &[&[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5]]);
        assert_eq!(fairness.alike(), 1.0);
        assert_eq!(fairness.spread(), Estimate { value: 0.0, low: 0.0, high: 0.0 });
    }

    #[test]
    fn a_seat_that_always_wins_is_noticed() {
        let fairness = of(2, &[&[1.0, 0.0][..]; 5]);
        assert_eq!(fairness.alike(), 0.0625, "no more than five coins falling alike");
        near(fairness.spread().value, 0.5f64.sqrt());
        near(fairness.first_seat().value, 1.0);
    }

    #[test]
    fn the_spread_of_mere_noise_is_corrected_away() {
        // Seat means 0.625 and 0.375 with errors that explain it all.
        let fairness = of(2, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 0.0], &[0.5, 0.5]]);
        assert_eq!(fairness.spread().value, 0.0);
        assert!(fairness.spread().high > 0.1);
        assert!(fairness.alike() > 0.3);
    }

    #[test]
    fn three_seats_follow_the_textbook() {
        // Ten blocks; T2 = n d' S^-1 d for the contrasts (0 - 2, 1 - 2), by the formula for two of them.
        let base = [[0.9, 0.4, 0.2], [0.7, 0.6, 0.2], [0.4, 0.3, 0.8], [0.6, 0.5, 0.4], [0.2, 0.7, 0.6]];
        let blocks: Vec<[f64; 3]> = base.into_iter().chain(base.map(|[a, b, c]| [a, c, b])).collect();
        let fairness = of(3, &blocks.iter().map(|block| &block[..]).collect::<Vec<_>>());
        let n = blocks.len() as f64;
        let d: Vec<(f64, f64)> = blocks.iter().map(|b| (b[0] - b[2], b[1] - b[2])).collect();
        let mean = (d.iter().map(|d| d.0).sum::<f64>() / n, d.iter().map(|d| d.1).sum::<f64>() / n);
        let s = |f: fn((f64, f64)) -> f64| d.iter().map(|d| f((d.0 - mean.0, d.1 - mean.1))).sum::<f64>() / (n - 1.0);
        let (a, b, c) = (s(|d| d.0 * d.0), s(|d| d.0 * d.1), s(|d| d.1 * d.1));
        let t2 = n * (mean.0 * mean.0 * c - 2.0 * mean.0 * mean.1 * b + mean.1 * mean.1 * a) / (a * c - b * b);
        let p = FisherSnedecor::new(2.0, n - 2.0).unwrap().sf(t2 * (n - 2.0) / ((n - 1.0) * 2.0));
        assert!(p > 0.01 && p < 0.99);
        near(fairness.alike(), p);
    }
}
