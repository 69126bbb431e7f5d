//! Are the seats alike? Payoffs by seat, block by block, with how they vary together.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::ratio::{Difference, UNKNOWN, all_agree, around, at, two_sided, unseen};
use crate::intervals::{Estimate, t_quantile};

/// Sums over the blocks of a table of some figures and their products.
#[derive(Clone, PartialEq, Debug, Default)]
struct Sums {
    blocks: f64,
    sums: Vec<f64>,
    products: Vec<Vec<f64>>,
}

impl Sums {
    fn add(&mut self, figures: &[f64]) {
        if self.sums.is_empty() {
            self.sums = vec![0.0; figures.len()];
            self.products = vec![vec![0.0; figures.len()]; figures.len()];
        }
        self.blocks += 1.0;
        for (i, a) in figures.iter().enumerate() {
            self.sums[i] += a;
            for (j, b) in figures.iter().enumerate() {
                self.products[i][j] += a * b;
            }
        }
    }
}

/// Some figures of every block, with the means and how the means vary together; tables are strata.
#[derive(Clone, PartialEq, Debug, Default)]
struct Means {
    tables: Vec<Sums>,
}

/// The means of figures and their covariances.
struct Solved {
    means: Vec<f64>,
    covariances: Vec<Vec<f64>>,
    blocks: f64,
    freedom: f64,
}

impl Means {
    fn add(&mut self, table: usize, figures: &[f64]) {
        at(&mut self.tables, table).add(figures);
    }

    fn solve(&self) -> Option<Solved> {
        let mut tables: Vec<&Sums> = self.tables.iter().filter(|sums| sums.blocks > 0.0).collect();
        let size = tables.first()?.sums.len();
        let blocks: f64 = tables.iter().map(|sums| sums.blocks).sum();
        let means: Vec<f64> = (0..size).map(|i| tables.iter().map(|sums| sums.sums[i]).sum::<f64>() / blocks).collect();
        let mut all = Sums::default();
        // Where a table has one block all are taken as one, which errs on the wide side.
        if tables.iter().any(|sums| sums.blocks < 2.0) {
            all.add(&vec![0.0; size]);
            all.blocks = 0.0;
            for sums in tables {
                all.blocks += sums.blocks;
                for i in 0..size {
                    all.sums[i] += sums.sums[i];
                    (0..size).for_each(|j| all.products[i][j] += sums.products[i][j]);
                }
            }
            tables = vec![&all];
        }
        if blocks < 2.0 {
            return None;
        }
        let covariance = |i: usize, j: usize| {
            let of = |sums: &&Sums| {
                let n = sums.blocks;
                n / (n - 1.0) * (sums.products[i][j] - sums.sums[i] * sums.sums[j] / n)
            };
            tables.iter().map(of).sum::<f64>() / (blocks * blocks)
        };
        let covariances = (0..size).map(|i| (0..size).map(|j| covariance(i, j)).collect()).collect();
        Some(Solved { means, covariances, blocks, freedom: blocks - tables.len() as f64 })
    }
}

impl Solved {
    /// The same for figures that are weighted sums of these.
    fn of(&self, rows: &[Vec<f64>]) -> Solved {
        let weigh = |row: &[f64], values: &[f64]| row.iter().zip(values).map(|(a, b)| a * b).sum::<f64>();
        let means = rows.iter().map(|row| weigh(row, &self.means)).collect();
        let covariance = |a: &[f64], b: &[f64]| {
            a.iter().zip(&self.covariances).map(|(weight, row)| weight * weigh(b, row)).sum::<f64>()
        };
        let covariances = rows.iter().map(|a| rows.iter().map(|b| covariance(a, b)).collect()).collect();
        Solved { means, covariances, ..*self }
    }

    /// Hotelling's test that all means are zero: the chance of so much when they are.
    fn all_zero(&self) -> f64 {
        let size = self.means.len();
        let mut matrix: Vec<Vec<f64>> =
            self.covariances.iter().zip(&self.means).map(|(row, &mean)| [row.as_slice(), &[mean]].concat()).collect();
        // Solved by elimination, skipping what does not vary.
        let (mut t2, mut rank) = (0.0, 0);
        for i in 0..size {
            let (pivot, gap) = (matrix[i][i], matrix[i][size]);
            if pivot <= 1e-15 {
                if gap.abs() > 1e-9 {
                    return all_agree(self.blocks as u64);
                }
                continue;
            }
            t2 += gap * gap / pivot;
            rank += 1;
            for j in i + 1..size {
                let factor = matrix[j][i] / pivot;
                let row = matrix[i].clone();
                matrix[j].iter_mut().zip(&row).for_each(|(a, b)| *a -= factor * b);
            }
        }
        if rank == 0 {
            return 1.0;
        }
        let rank = f64::from(rank);
        let freedom = self.freedom - rank + 1.0;
        if freedom < 1.0 {
            return f64::NAN;
        }
        let f = t2 * freedom / (self.freedom * rank);
        FisherSnedecor::new(rank, freedom).map_or(f64::NAN, |law| law.sf(f).max(all_agree(self.blocks as u64)))
    }

    /// A sum of squares of the means with signs, less what chance adds to it, with its error.
    ///
    /// The variance is that of such a sum over normal figures with these means and covariances.
    fn squares(&self, signs: &[f64]) -> (f64, f64) {
        let (mut value, mut variance) = (0.0, 0.0);
        for (i, a) in signs.iter().enumerate() {
            value += a * (self.means[i] * self.means[i] - self.covariances[i][i]);
            for (j, b) in signs.iter().enumerate() {
                let together = self.covariances[i][j];
                variance += a * b * (4.0 * self.means[i] * self.means[j] * together + 2.0 * together * together);
            }
        }
        (value, variance.max(0.0).sqrt())
    }
}

/// Every seat's payoff less the mean of all seats, where the seats begin at `from` in a row of `size` figures.
fn centred(seats: usize, from: usize, size: usize) -> Vec<Vec<f64>> {
    let weight = |seat: usize, at: usize| match at.checked_sub(from) {
        Some(other) if other < seats => f64::from(u8::from(seat == other)) - 1.0 / seats as f64,
        _ => 0.0,
    };
    (0..seats).map(|seat| (0..size).map(|at| weight(seat, at)).collect()).collect()
}

fn root(square: f64) -> f64 {
    square.max(0.0).sqrt()
}

/// The payoffs of every seat in one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairness {
    seats: usize,
    means: Means,
}

impl Fairness {
    /// Nothing yet, for a table of so many seats.
    pub fn new(seats: usize) -> Fairness {
        Fairness { seats, means: Means::default() }
    }

    /// Adds a block's mean payoff of every seat.
    pub fn add(&mut self, table: usize, payoffs: &[f64]) {
        self.means.add(table, payoffs);
    }

    /// How far the seats' true payoffs lie apart: their standard deviation, less what chance alone would show.
    pub fn spread(&self) -> Estimate {
        self.means.solve().map_or(UNKNOWN, |solved| {
            let (value, error) = solved.of(&centred(self.seats, 0, self.seats)).squares(&vec![1.0; self.seats]);
            let divisor = (self.seats - 1) as f64;
            let squared = around(value / divisor, error / divisor, solved.freedom);
            Estimate { value: root(squared.value), low: root(squared.low), high: root(squared.high).min(1.0) }
        })
    }

    /// Hotelling's test that all seats have the same payoff: the chance of so much difference when they have.
    pub fn alike(&self) -> f64 {
        let last = self.seats - 1;
        let against = |seat: usize| {
            let mut row = vec![0.0; self.seats];
            (row[seat], row[last]) = (1.0, -1.0);
            row
        };
        let rows: Vec<Vec<f64>> = (0..last).map(against).collect();
        self.means.solve().map_or(f64::NAN, |solved| solved.of(&rows).all_zero())
    }
}

/// The payoffs of every seat in the base and in another variant, on the same blocks.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedFairness {
    seats: usize,
    means: Means,
    blocks: f64,
    differing: f64,
}

impl PairedFairness {
    /// Nothing yet, for a table of so many seats.
    pub fn new(seats: usize) -> PairedFairness {
        PairedFairness { seats, means: Means::default(), blocks: 0.0, differing: 0.0 }
    }

    /// Adds a block's mean payoff of every seat in the base and in the other variant.
    pub fn add(&mut self, table: usize, base: &[f64], other: &[f64]) {
        self.blocks += 1.0;
        self.differing += f64::from(base != other);
        self.means.add(table, &[base, other].concat());
    }

    /// Hotelling's test that every seat fares as in the base: the chance of so much difference if all do.
    pub fn same(&self) -> f64 {
        let (seats, last) = (self.seats, self.seats - 1);
        let against = |seat: usize| {
            let mut row = vec![0.0; 2 * seats];
            (row[seat], row[last], row[seats + seat], row[seats + last]) = (-1.0, 1.0, 1.0, -1.0);
            row
        };
        let rows: Vec<Vec<f64>> = (0..last).map(against).collect();
        self.means.solve().map_or(f64::NAN, |solved| solved.of(&rows).all_zero())
    }

    /// By how much the seats lie further apart than in the base.
    ///
    /// The squares of both spreads are compared, which chance does not bend where a spread is near zero; the roots are
    /// taken at the end, with the base anywhere in its own interval.
    pub fn spread(&self, base: Estimate) -> Difference {
        let Some(solved) = self.means.solve() else { return Difference::UNKNOWN };
        let (seats, size) = (self.seats, 2 * self.seats);
        let rows = [centred(seats, seats, size), centred(seats, 0, size)].concat();
        let signs = [vec![1.0; seats], vec![-1.0; seats]].concat();
        let (value, error) = solved.of(&rows).squares(&signs);
        let divisor = (seats - 1) as f64;
        let squared = around(value / divisor, error / divisor, solved.freedom);
        let from = |start: f64, change: f64| root(start * start + change) - start;
        let high = from(if squared.high > 0.0 { base.low } else { base.high }, squared.high);
        let low = match squared.low {
            fall if fall < 0.0 => from(base.low.max((-fall).sqrt()), fall),
            rise => from(base.high, rise),
        };
        let other = root(base.value * base.value + squared.value);
        let value = other - base.value;
        let room = unseen(self.differing, self.blocks, 1.0, solved.freedom) * t_quantile(solved.freedom);
        let by = Estimate { value, low: low.min(value) - room, high: high.max(value) + room };
        let p = if error > 0.0 { two_sided(squared.value / (error / divisor), solved.freedom) } else { 1.0 };
        Difference { by: by.within((-1.0, 1.0)), p: p.max(all_agree(self.blocks as u64)) }
    }
}

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, stream, unit};

    use super::*;

    fn of(seats: usize, blocks: &[&[f64]]) -> Fairness {
        let mut fairness = Fairness::new(seats);
        blocks.iter().for_each(|block| fairness.add(0, block));
        fairness
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn with_two_seats_the_test_is_students() {
        let fairness = of(2, &[&[1.0, 0.0], &[0.5, 0.5], &[1.0, 0.0], &[0.5, 0.5]]);
        // Differences 1, 0, 1, 0: mean 0.5, error 0.57735 / 2, t(3) = 1.73205, p = 0.18169.
        near(fairness.alike(), 0.18169);
    }

    #[test]
    fn seats_that_never_differ_are_alike() {
        let fairness = of(3, &[&[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5]]);
        assert_eq!(fairness.alike(), 1.0);
        assert!(fairness.spread().high < 1e-9);
    }

    #[test]
    fn a_seat_that_always_wins_is_noticed() {
        let fairness = of(2, &[&[1.0, 0.0][..]; 5]);
        assert_eq!(fairness.alike(), 0.0625, "no more than five coins falling alike");
        near(fairness.spread().value, 0.5f64.sqrt());
    }

    #[test]
    fn the_spread_of_mere_noise_is_corrected_away() {
        // Seat means 0.625 and 0.375 with errors that explain it all.
        let fairness = of(2, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 0.0], &[0.5, 0.5]]);
        assert_eq!(fairness.spread().value, 0.0);
        assert!(fairness.spread().high > 0.1);
        assert!(fairness.alike() > 0.3);
    }

    /// By hand: 0.25 - 0.04 less 0.0625 - 0.02; variances of 0.0432 and 0.0058, and twice -0.0052 for what they share.
    #[test]
    fn squares_are_corrected_for_what_chance_adds() {
        let covariances = vec![vec![0.04, 0.01], vec![0.01, 0.02]];
        let solved = Solved { means: vec![0.5, 0.25], covariances, blocks: 10.0, freedom: 9.0 };
        let (value, error) = solved.squares(&[1.0, -1.0]);
        near(value, 0.1675);
        near(error, 0.0386f64.sqrt());
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

    /// Three seats of which one wins with the given chances; both variants look at the same coin.
    fn paired(run: u64, base: [f64; 3], other: [f64; 3]) -> (Fairness, PairedFairness) {
        let mut rng = stream(7, run, Purpose::Other(3));
        let (mut alone, mut both) = (Fairness::new(3), PairedFairness::new(3));
        for _ in 0..150 {
            let coin = unit(&mut rng);
            let payoffs = |chances: [f64; 3]| {
                let winner = if coin < chances[0] { 0 } else { 1 + usize::from(coin >= chances[0] + chances[1]) };
                let mut payoffs = [0.25; 3];
                payoffs[winner] = 1.0;
                payoffs
            };
            alone.add(0, &payoffs(base));
            both.add(0, &payoffs(base), &payoffs(other));
        }
        (alone, both)
    }

    /// The standard deviation of payoffs of 0.25 + 0.75 × chance.
    fn spread_of(chances: [f64; 3]) -> f64 {
        let squares: f64 = chances.iter().map(|chance| (0.75 * (chance - 1.0 / 3.0)).powi(2)).sum();
        (squares / 2.0).sqrt()
    }

    #[test]
    fn a_change_of_the_spread_is_held_by_its_interval() {
        let third = 1.0 / 3.0;
        for (base, other) in [
            ([third; 3], [third; 3]),
            ([0.6, 0.2, 0.2], [third; 3]),
            ([0.6, 0.2, 0.2], [0.5, 0.3, 0.2]),
            ([third; 3], [0.5, 0.25, 0.25]),
        ] {
            let truth = spread_of(other) - spread_of(base);
            let held = (0..200).filter(|&run| {
                let (alone, both) = paired(run, base, other);
                both.spread(alone.spread()).by.holds(truth)
            });
            let held = held.count();
            assert!(held >= 186, "{held} of 200 hold {truth} from {base:?} to {other:?}");
        }
    }

    #[test]
    fn seats_that_fare_otherwise_are_noticed() {
        let (_, same) = paired(1, [0.5, 0.3, 0.2], [0.5, 0.3, 0.2]);
        assert_eq!(same.same(), 1.0);
        let (alone, changed) = paired(1, [0.6, 0.2, 0.2], [0.2, 0.4, 0.4]);
        assert!(changed.same() < 0.001 && changed.spread(alone.spread()).p < 0.05);
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    /// Mean and covariance of the mean, straight from the figures of every block; blocks are by table.
    fn plainly(tables: &[&[Vec<f64>]]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = tables[0][0].len();
        let blocks: f64 = tables.iter().map(|table| table.len() as f64).sum();
        let mean = |table: &[Vec<f64>], i: usize| table.iter().map(|b| b[i]).sum::<f64>() / table.len() as f64;
        let means = (0..size).map(|i| tables.iter().map(|t| mean(t, i) * t.len() as f64).sum::<f64>() / blocks);
        let covariance = |i: usize, j: usize| {
            let of = |table: &&[Vec<f64>]| {
                let (a, b, n) = (mean(table, i), mean(table, j), table.len() as f64);
                n * table.iter().map(|block| (block[i] - a) * (block[j] - b)).sum::<f64>() / (n - 1.0)
            };
            tables.iter().map(of).sum::<f64>() / blocks / blocks
        };
        (means.collect(), (0..size).map(|i| (0..size).map(|j| covariance(i, j)).collect()).collect())
    }

    fn same(solved: &Solved, (means, covariances): (Vec<f64>, Vec<Vec<f64>>)) {
        solved.means.iter().zip(&means).for_each(|(&a, &b)| close(a, b));
        solved.covariances.iter().flatten().zip(covariances.iter().flatten()).for_each(|(&a, &b)| close(a, b));
    }

    #[test]
    fn means_and_covariances_are_those_of_the_figures_themselves() {
        let few = [vec![0.9, 0.4], vec![0.2, 0.7]];
        let many = [vec![0.3, 0.8], vec![0.6, 0.1], vec![0.8, 0.2]];
        let one = [vec![0.55, 0.35]];
        let solved = |tables: &[(usize, &[Vec<f64>])]| {
            let mut means = Means::default();
            tables.iter().for_each(|&(table, blocks)| blocks.iter().for_each(|block| means.add(table, block)));
            means.solve()
        };
        // Nothing was played at table 1.
        let apart = solved(&[(0, &few), (2, &many)]).unwrap();
        same(&apart, plainly(&[&few, &many]));
        assert_eq!((apart.blocks, apart.freedom), (5.0, 3.0));
        // A table with a single block is taken together with the others.
        let pooled = solved(&[(0, &one), (1, &many), (2, &few)]).unwrap();
        let all: Vec<Vec<f64>> = one.iter().chain(&many).chain(&few).cloned().collect();
        same(&pooled, plainly(&[&all]));
        assert_eq!((pooled.blocks, pooled.freedom), (6.0, 5.0));
        // Two blocks are the fewest.
        same(&solved(&[(0, &few)]).unwrap(), plainly(&[&few]));
        assert!(solved(&[(0, &one)]).is_none());
    }

    #[test]
    fn one_degree_of_freedom_is_enough_to_test() {
        let solved = |freedom: f64| {
            let covariances = vec![vec![0.04, 0.01], vec![0.01, 0.02]];
            Solved { means: vec![0.2, 0.1], covariances, blocks: 3.0, freedom }.all_zero()
        };
        // T2 = (0.04 * 0.02 - 2 * 0.02 * 0.01 + 0.01 * 0.04) / 0.0007; F(2, 1) has the tail 1 / sqrt(1 + 2 x).
        let t2 = 0.0008 / 0.0007;
        close(solved(2.0), 1.0 / (1.0f64 + 2.0 * t2 / 4.0).sqrt());
        assert!(solved(1.0).is_nan());
    }

    #[test]
    fn what_does_not_vary_and_is_as_good_as_zero_is_zero() {
        let test = |mean: f64| {
            Solved { means: vec![mean], covariances: vec![vec![0.0]], blocks: 4.0, freedom: 3.0 }.all_zero()
        };
        assert_eq!((test(1e-9), test(2e-9)), (1.0, 0.125));
    }

    /// By hand: 0.25 - 0.04 less half of 0.0625 - 0.02; 0.0432, a quarter of 0.0058, and twice half of -0.0052.
    #[test]
    fn squares_may_weigh_differently() {
        let covariances = vec![vec![0.04, 0.01], vec![0.01, 0.02]];
        let solved = Solved { means: vec![0.5, 0.25], covariances, blocks: 10.0, freedom: 9.0 };
        let (value, error) = solved.squares(&[1.0, -0.5]);
        close(value, 0.21 - 0.5 * 0.0425);
        close(error * error, 0.0432 + 0.25 * 0.0058 - 0.0052);
    }

    /// The signed sum of squares of the means, corrected for chance, and its error.
    fn plain_squares(figures: &[Vec<f64>], signs: &[f64]) -> (f64, f64) {
        let (m, c) = plainly(&[figures]);
        let size = signs.len();
        let value: f64 = (0..size).map(|i| signs[i] * (m[i].powi(2) - c[i][i])).sum();
        let both = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let variance: f64 =
            both.map(|(i, j)| signs[i] * signs[j] * (4.0 * m[i] * m[j] * c[i][j] + 2.0 * c[i][j].powi(2))).sum();
        (value, variance.sqrt())
    }

    fn less_their_mean(payoffs: &[f64; 3]) -> Vec<f64> {
        let mean = payoffs.iter().sum::<f64>() / 3.0;
        payoffs.iter().map(|payoff| payoff - mean).collect()
    }

    const APART: [[f64; 3]; 6] =
        [[0.9, 0.4, 0.2], [0.8, 0.5, 0.2], [0.9, 0.3, 0.3], [0.7, 0.6, 0.2], [0.8, 0.5, 0.2], [0.9, 0.4, 0.2]];

    #[test]
    fn the_spread_of_three_seats_is_that_of_their_payoffs() {
        let blocks: Vec<&[f64]> = APART.iter().map(|block| &block[..]).collect();
        let spread = of(3, &blocks).spread();
        let (value, error) = plain_squares(&APART.iter().map(less_their_mean).collect::<Vec<_>>(), &[1.0; 3]);
        let reach = error / 2.0 * t_quantile(5.0);
        close(spread.value, (value / 2.0).sqrt());
        close(spread.low, (value / 2.0 - reach).sqrt());
        close(spread.high, (value / 2.0 + reach).sqrt());
    }

    /// Blocks in which the seats of one variant lie apart and those of the other hardly do; in two of eight both are the same.
    const TOGETHER: [[f64; 3]; 6] =
        [[0.5, 0.6, 0.4], [0.6, 0.5, 0.4], [0.4, 0.6, 0.5], [0.5, 0.4, 0.6], [0.6, 0.4, 0.5], [0.5, 0.5, 0.5]];
    const ALIKE: [[f64; 3]; 2] = [[0.7, 0.5, 0.3], [0.8, 0.4, 0.3]];

    /// The change of the spread on those blocks, and the change of its square as it is by hand, with how much room is left for
    /// what was not seen.
    fn change_of_spread(base: &[[f64; 3]], other: &[[f64; 3]], spread: Estimate) -> (Difference, Estimate, f64) {
        let mut both = PairedFairness::new(3);
        let mut figures = Vec::new();
        for (base, other) in base.iter().chain(&ALIKE).zip(other.iter().chain(&ALIKE)) {
            both.add(0, base, other);
            figures.push([less_their_mean(other), less_their_mean(base)].concat());
        }
        let (value, error) = plain_squares(&figures, &[1.0, 1.0, 1.0, -1.0, -1.0, -1.0]);
        let t = t_quantile(7.0);
        let reach = t * error / 2.0;
        let squared = Estimate { value: value / 2.0, low: value / 2.0 - reach, high: value / 2.0 + reach };
        // A quarter of the blocks is alike.
        (both.spread(spread), squared, t * t / 8.0 / 16.0)
    }

    #[test]
    fn a_wider_spread_has_its_ends_from_the_ends_of_the_base() {
        let base = Estimate { value: 0.2, low: 0.15, high: 0.22 };
        let (change, squared, room) = change_of_spread(&TOGETHER, &APART, base);
        assert!(squared.low > 0.0);
        close(change.by.value, (0.04 + squared.value).sqrt() - 0.2);
        close(change.by.low, (0.22f64.powi(2) + squared.low).sqrt() - 0.22 - room);
        close(change.by.high, (0.15f64.powi(2) + squared.high).sqrt() - 0.15 + room);
        let t = squared.value / ((squared.high - squared.value) / t_quantile(7.0));
        close(change.p, two_sided(t, 7.0).max(0.5f64.powi(7)));
    }

    #[test]
    fn a_narrower_spread_falls_to_nothing_at_the_most() {
        let base = |low: f64| Estimate { value: 0.6, low, high: 0.62 };
        let (change, squared, room) = change_of_spread(&APART, &TOGETHER, base(0.55));
        assert!(squared.high < 0.0 && squared.low > -0.3);
        close(change.by.value, (0.36 + squared.value).sqrt() - 0.6);
        close(change.by.low, (0.55f64.powi(2) + squared.low).sqrt() - 0.55 - room);
        close(change.by.high, (0.62f64.powi(2) + squared.high).sqrt() - 0.62 + room);
        // A base that may be too small for so large a fall was at least that large.
        let (change, squared, room) = change_of_spread(&APART, &TOGETHER, base(0.1));
        near(change.by.low, -(-squared.low).sqrt() - room);
    }
}
