//! What is expected of rulesets that were played little or not at all, from those that were: a Gaussian process, in which
//! every key adds something of its own and a smaller part hangs on all keys together.

use marque::random::{self, Rng};
use statrs::distribution::{ContinuousCDF, Normal};

use super::space::{Point, Space};
use crate::intervals::{Estimate, normal_quantile};

/// A figure seen at a ruleset, and its standard error.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// The ruleset.
    pub point: Point,
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// How strongly figures of two rulesets hang together.
#[derive(Clone, Copy, Debug)]
struct Kernel {
    /// The variance of what each key adds.
    additive: f64,
    /// The variance of what hangs on all keys together.
    together: f64,
    /// Over which part of its range a number's effect stays much the same.
    length: f64,
    /// The variance of the level of all figures, which is hardly known beforehand.
    level: f64,
}

impl Kernel {
    fn of_key(&self, space: &Space, key: usize, a: usize, b: usize) -> f64 {
        (-space.keys[key].distance(a, b) / self.length).exp()
    }

    fn of(&self, space: &Space, a: &Point, b: &Point) -> f64 {
        let (mut sum, mut product) = (0.0, 1.0);
        for (key, (&a, &b)) in a.iter().zip(b).enumerate() {
            let alike = self.of_key(space, key, a, b);
            sum += alike;
            product *= alike;
        }
        self.level + self.additive * sum + self.together * product
    }
}

/// A fitted Gaussian process over the rulesets of a space.
pub struct Surrogate<'a> {
    space: &'a Space,
    kernel: Kernel,
    seen: Vec<Seen>,
    middle: f64,
    /// The lower triangle of the Cholesky factor of the covariance of what was seen.
    factor: Vec<Vec<f64>>,
    /// The inverse of that covariance times what was seen.
    weights: Vec<f64>,
}

impl<'a> Surrogate<'a> {
    /// The process that makes what was seen most likely, among a few.
    pub fn fit(space: &'a Space, seen: &[Seen]) -> Surrogate<'a> {
        let count = seen.len().max(1) as f64;
        let middle = seen.iter().map(|seen| seen.value).sum::<f64>() / count;
        let variance = seen.iter().map(|seen| (seen.value - middle).powi(2)).sum::<f64>() / count;
        let noise = seen.iter().map(|seen| seen.error * seen.error).sum::<f64>() / count;
        // Where all differences may be noise, half of them still may not be.
        let signal = (variance - noise).max(variance / 2.0).max(1e-12);
        let keys = space.keys.len() as f64;
        let mut best: Option<(f64, Surrogate<'a>)> = None;
        for scale in [0.5, 1.0, 2.0] {
            for share in [0.05, 0.4] {
                for length in [0.4, 1.5] {
                    let kernel = Kernel {
                        additive: signal * scale * (1.0 - share) / keys,
                        together: signal * scale * share,
                        length,
                        level: 4.0 * variance.max(signal),
                    };
                    let fitted = Surrogate::with(space, kernel, seen, middle);
                    let likelihood = fitted.log_likelihood();
                    if best.as_ref().is_none_or(|(most, _)| likelihood > *most) {
                        best = Some((likelihood, fitted));
                    }
                }
            }
        }
        best.expect("there are kernels to choose from").1
    }

    fn with(space: &'a Space, kernel: Kernel, seen: &[Seen], middle: f64) -> Surrogate<'a> {
        let covariance: Vec<Vec<f64>> = seen
            .iter()
            .enumerate()
            .map(|(i, a)| {
                let row = seen[..=i].iter().map(|b| kernel.of(space, &a.point, &b.point));
                let mut row: Vec<f64> = row.collect();
                row[i] += a.error * a.error;
                row
            })
            .collect();
        let factor = cholesky(covariance);
        let mut weights: Vec<f64> = seen.iter().map(|seen| seen.value - middle).collect();
        solve_lower(&factor, &mut weights);
        solve_upper(&factor, &mut weights);
        Surrogate { space, kernel, seen: seen.to_vec(), middle, factor, weights }
    }

    /// How likely what was seen is, but for a constant.
    fn log_likelihood(&self) -> f64 {
        let fit: f64 =
            self.seen.iter().zip(&self.weights).map(|(seen, weight)| (seen.value - self.middle) * weight).sum();
        let size: f64 = self.factor.iter().enumerate().map(|(i, row)| row[i].ln()).sum();
        -0.5 * fit - size
    }

    /// How a ruleset hangs together with those seen, divided by the Cholesky factor.
    fn projected(&self, point: &Point) -> Vec<f64> {
        let mut shared: Vec<f64> =
            self.seen.iter().map(|seen| self.kernel.of(self.space, point, &seen.point)).collect();
        solve_lower(&self.factor, &mut shared);
        shared
    }

    /// What is expected of a ruleset.
    pub fn mean(&self, point: &Point) -> f64 {
        let shared = self.seen.iter().zip(&self.weights);
        self.middle + shared.map(|(seen, weight)| self.kernel.of(self.space, point, &seen.point) * weight).sum::<f64>()
    }

    /// What is expected of a ruleset, and its standard deviation.
    pub fn predict(&self, point: &Point) -> (f64, f64) {
        let explained: f64 = self.projected(point).iter().map(|x| x * x).sum();
        let variance = self.kernel.of(self.space, point, point) - explained;
        (self.mean(point), variance.max(0.0).sqrt())
    }

    /// Draws what the figures of some rulesets may be, together: one list a draw.
    pub fn draws(&self, points: &[Point], count: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
        let projected: Vec<Vec<f64>> = points.iter().map(|point| self.projected(point)).collect();
        let covariance = points.iter().enumerate().map(|(i, a)| {
            let row = points[..=i].iter().enumerate().map(|(j, b)| {
                let explained: f64 = projected[i].iter().zip(&projected[j]).map(|(x, y)| x * y).sum();
                self.kernel.of(self.space, a, b) - explained
            });
            row.collect()
        });
        let factor = cholesky(covariance.collect());
        let means: Vec<f64> = points.iter().map(|point| self.mean(point)).collect();
        let draw = |_| {
            let normal: Vec<f64> = points.iter().map(|_| standard_normal(rng)).collect();
            let figure =
                |(row, mean): (&Vec<f64>, &f64)| mean + row.iter().zip(&normal).map(|(a, b)| a * b).sum::<f64>();
            factor.iter().zip(&means).map(figure).collect()
        };
        (0..count).map(draw).collect()
    }

    /// What it does to the figure when one key goes from one value to another, whatever the others are.
    pub fn effect(&self, key: usize, from: usize, to: usize) -> Estimate {
        let alike = |a: usize, b: usize| self.kernel.additive * self.kernel.of_key(self.space, key, a, b);
        let shared = |seen: &Seen| alike(to, seen.point[key]) - alike(from, seen.point[key]);
        let mut shared: Vec<f64> = self.seen.iter().map(shared).collect();
        let value: f64 = shared.iter().zip(&self.weights).map(|(a, b)| a * b).sum();
        solve_lower(&self.factor, &mut shared);
        let known: f64 = shared.iter().map(|x| x * x).sum();
        let variance = alike(to, to) + alike(from, from) - 2.0 * alike(from, to) - known;
        let half = normal_quantile() * variance.max(0.0).sqrt();
        Estimate { value, low: value - half, high: value + half }
    }
}

/// A draw from the standard normal distribution.
pub fn standard_normal(rng: &mut Rng) -> f64 {
    // Both ends of the unit interval are kept out.
    Normal::standard().inverse_cdf((random::unit(rng) + 1e-12).min(1.0 - 1e-12))
}

/// The Cholesky factor of a covariance given by its lower triangle. Rounding may leave a diagonal a little short, which is
/// made up for.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let largest = matrix.iter().enumerate().map(|(i, row)| row[i]).fold(0.0, f64::max);
    let least = (1e-10 * largest).max(f64::MIN_POSITIVE);
    for i in 0..matrix.len() {
        let (above, row) = matrix.split_at_mut(i);
        let row = &mut row[0];
        for (j, other) in above.iter().enumerate() {
            let dot: f64 = row[..j].iter().zip(&other[..j]).map(|(a, b)| a * b).sum();
            row[j] = (row[j] - dot) / other[j];
        }
        let dot: f64 = row[..i].iter().map(|a| a * a).sum();
        row[i] = (row[i] - dot).max(least).sqrt();
    }
    matrix
}

/// Solves `factor x = b` in place.
fn solve_lower(factor: &[Vec<f64>], b: &mut [f64]) {
    for (i, row) in factor.iter().enumerate() {
        let dot: f64 = row[..i].iter().zip(&b[..i]).map(|(a, x)| a * x).sum();
        b[i] = (b[i] - dot) / row[i];
    }
}

/// Solves `factor' x = b` in place.
fn solve_upper(factor: &[Vec<f64>], b: &mut [f64]) {
    for i in (0..b.len()).rev() {
        b[i] /= factor[i][i];
        let x = b[i];
        b[..i].iter_mut().zip(&factor[i]).for_each(|(b, a)| *b -= a * x);
    }
}

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, stream};
    use marque::toml::Value;

    use super::*;
    use crate::tune::space::Key;

    fn space() -> Space {
        let numbers: Vec<Value> = (0..=8).map(Value::from).collect();
        let flags = [false.into(), true.into()];
        Space { keys: vec![Key::new("a", &numbers, &0.into()), Key::new("b", &flags, &false.into())] }
    }

    /// Two effects that add up, seen with some noise at a few rulesets.
    fn seen(noise: f64) -> Vec<Seen> {
        let mut rng = stream(3, 0, Purpose::Other(0));
        [[0, 0], [8, 0], [4, 1], [2, 1], [6, 0], [8, 1], [1, 0]]
            .map(|[a, b]| {
                let value = 10.0 + a as f64 + 5.0 * b as f64 + noise * standard_normal(&mut rng);
                Seen { point: vec![a, b], value, error: noise }
            })
            .to_vec()
    }

    #[test]
    fn what_was_seen_exactly_is_known() {
        let space = space();
        let model = Surrogate::fit(&space, &seen(1e-6));
        for seen in seen(1e-6) {
            let (mean, deviation) = model.predict(&seen.point);
            assert!((mean - seen.value).abs() < 0.01 && deviation < 0.05, "{seen:?} {mean} {deviation}");
        }
    }

    #[test]
    fn what_was_not_seen_follows_from_what_adds_up() {
        let space = space();
        let model = Surrogate::fit(&space, &seen(0.3));
        for (point, truth) in [(vec![0, 1], 15.0), (vec![5, 0], 15.0), (vec![7, 1], 22.0)] {
            let (mean, deviation) = model.predict(&point);
            assert!((mean - truth).abs() < 2.5 * deviation.max(0.4), "{point:?}: {mean} ± {deviation}");
        }
        let effect = model.effect(1, 0, 1);
        assert!(effect.holds(5.0) && effect.low > 1.0, "{effect:?}");
        let effect = model.effect(0, 0, 8);
        assert!(effect.holds(8.0) && effect.low > 4.0, "{effect:?}");
    }

    #[test]
    fn draws_agree_with_what_is_expected() {
        let space = space();
        let model = Surrogate::fit(&space, &seen(0.5));
        let points = [vec![0, 1], vec![5, 0], vec![5, 1]];
        let draws = model.draws(&points, 4000, &mut stream(4, 0, Purpose::Other(0)));
        for (number, point) in points.iter().enumerate() {
            let (mean, deviation) = model.predict(point);
            let figures: Vec<f64> = draws.iter().map(|draw| draw[number]).collect();
            let middle = figures.iter().sum::<f64>() / 4000.0;
            let spread = (figures.iter().map(|x| (x - middle).powi(2)).sum::<f64>() / 4000.0).sqrt();
            assert!((middle - mean).abs() < 0.1 * deviation && (spread / deviation - 1.0).abs() < 0.1, "{point:?}");
        }
    }

    #[test]
    fn figures_that_are_all_alike_do_not_break_it() {
        let space = space();
        let same: Vec<Seen> = seen(0.0).into_iter().map(|seen| Seen { value: 7.0, error: 0.0, ..seen }).collect();
        let (mean, deviation) = Surrogate::fit(&space, &same).predict(&vec![3, 1]);
        assert!((mean - 7.0).abs() < 1e-3 && deviation.is_finite(), "{mean} {deviation}");
    }
}
