//! Trends: whether a measure rises or falls along the values of a rule in a grid.

use marque::toml::{Table, Value};

use super::measure::Unit;
use super::ratio::{Difference, UNKNOWN, all_agree, around, two_sided};
use crate::intervals::Estimate;

/// How many parts the blocks are dealt into, to see how far a trend moves without each of them.
pub const PARTS: usize = 20;

/// A block's totals of a measure, added up by part.
pub type Parts = [(f64, f64); PARTS];

/// A rule with numbers for values, and where each variant of the grid lies on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The rule.
    pub rule: String,
    /// The number of each variant of the grid with its value.
    pub places: Vec<(usize, f64)>,
}

impl Axis {
    /// The rules of a grid along which there can be a trend: those with at least three numbers. `variants` are the values of
    /// each variant in the grid, nothing for those outside of it.
    pub fn all<'a>(grid: &Table, variants: impl Iterator<Item = &'a Table> + Clone) -> Vec<Axis> {
        let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
        let axis = |rule: &String| {
            let places: Vec<(usize, f64)> = variants
                .clone()
                .enumerate()
                .filter_map(|(variant, values)| Some((variant, number(values.get(rule)?)?)))
                .collect();
            Axis { rule: rule.clone(), places }
        };
        let numbers = |values: &Value| values.as_array().is_some_and(|list| list.iter().all(|v| number(v).is_some()));
        let ruled = grid.iter().filter(|(_, values)| numbers(values)).map(|(rule, _)| axis(rule));
        ruled.filter(|axis| axis.values().len() >= 3).collect()
    }

    /// The values, lowest first.
    pub fn values(&self) -> Vec<f64> {
        let mut values: Vec<f64> = self.places.iter().map(|&(_, value)| value).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    }

    /// The change of a measure from the lowest value to the highest along a straight line through all variants of the grid,
    /// with an interval by leaving out one part of the blocks after the other. Sizes are taken as logarithms.
    pub fn trend(&self, unit: Unit, parts_of: impl Fn(usize) -> Parts) -> Difference {
        let parts: Vec<(f64, Parts)> = self.places.iter().map(|&(variant, place)| (place, parts_of(variant))).collect();
        let middle = parts.iter().map(|(place, _)| place).sum::<f64>() / parts.len() as f64;
        let spread: f64 = parts.iter().map(|(place, _)| (place - middle).powi(2)).sum();
        let values = self.values();
        let (Some(first), Some(last)) = (values.first(), values.last()) else { return Difference::UNKNOWN };
        let scale = |figure: f64| if unit == Unit::Size { figure.ln() } else { figure };
        let without = |left_out: Option<usize>| {
            let slope: f64 = parts
                .iter()
                .map(|(place, parts)| {
                    let kept = parts.iter().enumerate().filter(|&(part, _)| Some(part) != left_out);
                    let (upper, lower) = kept.fold((0.0, 0.0), |sum, (_, part)| (sum.0 + part.0, sum.1 + part.1));
                    (place - middle) / spread * scale(upper / lower)
                })
                .sum();
            slope * (last - first)
        };
        let used: Vec<usize> = (0..PARTS).filter(|&part| parts.iter().any(|(_, parts)| parts[part].1 > 0.0)).collect();
        let (n, value) = (used.len() as f64, without(None));
        if n < 3.0 || !value.is_finite() {
            return Difference::UNKNOWN;
        }
        let squares: f64 = used.iter().map(|&part| (without(Some(part)) - value).powi(2)).sum();
        let error = (squares * (n - 1.0) / n).sqrt();
        let p = if error > 0.0 { two_sided(value / error, n - 1.0) } else { f64::from(value == 0.0) };
        let p = p.max(all_agree(used.len() as u64));
        let by = around(value, error, n - 1.0);
        let by = match unit {
            Unit::Size => Estimate { value: by.value.exp_m1(), low: by.low.exp_m1(), high: by.high.exp_m1() },
            _ => by,
        };
        if p.is_nan() { Difference { by: UNKNOWN, p } } else { Difference { by, p } }
    }
}

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, stream, unit};

    use super::*;

    fn axis() -> Axis {
        let grid: Table = marque::toml::from_str("missions = [0, 1, 2, 3]\nnames = [\"a\", \"b\", \"c\"]").unwrap();
        let places: Vec<Table> = (0..4).map(|n| marque::toml::from_str(&format!("missions = {n}")).unwrap()).collect();
        let axes = Axis::all(&grid, places.iter());
        assert_eq!(axes.len(), 1);
        axes.into_iter().next().unwrap()
    }

    /// Draws of 400 blocks of each variant, more of them by `step` with each mission.
    fn draws(seed: u64, step: f64) -> Difference {
        let mut rng = stream(seed, 0, Purpose::Other(2));
        let mut parts = [[(0.0, 0.0); PARTS]; 4];
        for block in 0..400 {
            let luck = unit(&mut rng);
            for (variant, parts) in parts.iter_mut().enumerate() {
                let coin = if unit(&mut rng) < 0.5 { luck } else { unit(&mut rng) };
                let draw = f64::from(coin < 0.2 + step * variant as f64);
                let part = &mut parts[block % PARTS];
                *part = (part.0 + draw, part.1 + 1.0);
            }
        }
        axis().trend(Unit::Share, |variant| parts[variant])
    }

    #[test]
    fn a_trend_is_found_and_its_size_told_from_end_to_end() {
        let trend = draws(1, 0.05);
        assert!(trend.p < 0.01 && trend.by.holds(0.15), "{trend:?}");
    }

    #[test]
    fn intervals_of_trends_hold_the_truth() {
        let held = (0..200).filter(|&seed| draws(seed, 0.03).by.holds(0.09)).count();
        let alarms = (0..200).filter(|&seed| draws(1000 + seed, 0.0).p < 0.05).count();
        assert!(held >= 184 && alarms <= 18, "{held} hold, {alarms} false alarms");
    }

    /// The change from end to end of a line of least squares, in its textbook form.
    fn line(points: &[(f64, f64)]) -> f64 {
        let n = points.len() as f64;
        let sum = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
        let (x, y, xy, xx) = (sum(|p| p.0), sum(|p| p.1), sum(|p| p.0 * p.1), sum(|p| p.0 * p.0));
        (n * xy - x * y) / (n * xx - x * x) * (points[points.len() - 1].0 - points[0].0)
    }

    fn placed(values: [f64; 3]) -> Axis {
        Axis { rule: "missions".to_owned(), places: values.into_iter().enumerate().collect() }
    }

    fn first_parts(totals: &[(f64, f64)]) -> Parts {
        let mut parts = [(0.0, 0.0); PARTS];
        parts[..totals.len()].copy_from_slice(totals);
        parts
    }

    #[test]
    fn trends_are_lines_of_least_squares_with_one_part_left_out_after_the_other() {
        let exact = |a: f64, b: f64| assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{a} is not {b}");
        let places = [1.0, 2.0, 5.0];
        let steep = [
            [(3.0, 4.0), (5.0, 3.0), (2.0, 2.0), (4.0, 5.0)],
            [(6.0, 4.0), (5.0, 2.0), (7.0, 6.0), (3.0, 1.5)],
            [(8.0, 3.0), (4.0, 2.0), (9.0, 4.0), (7.0, 5.0)],
        ];
        // So small beside its noise that more parts would not make it any surer.
        let faint = [
            [(3.0, 4.0), (5.0, 3.0), (2.0, 2.0), (4.0, 5.0)],
            [(4.0, 4.0), (5.0, 4.0), (3.0, 2.0), (3.0, 4.0)],
            [(1.0, 3.0), (6.0, 2.0), (3.0, 4.0), (4.0, 5.0)],
        ];
        let cases = [Unit::Number, Unit::Size].into_iter().flat_map(|unit| [(unit, 3), (unit, 4)]);
        for (totals, (unit, parts)) in
            [steep, faint].iter().flat_map(|totals| cases.clone().map(move |case| (totals, case)))
        {
            let slope = |left_out: usize| {
                let points: Vec<(f64, f64)> = (0..3)
                    .map(|variant| {
                        let kept = (0..parts).filter(|&part| part != left_out).map(|part| totals[variant][part]);
                        let (upper, lower) = kept.fold((0.0f64, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
                        (places[variant], if unit == Unit::Size { (upper / lower).ln() } else { upper / lower })
                    })
                    .collect();
                line(&points)
            };
            let (n, value) = (parts as f64, slope(parts));
            let error = ((0..parts).map(|part| (slope(part) - value).powi(2)).sum::<f64>() * (n - 1.0) / n).sqrt();
            let reach = error * crate::intervals::t_quantile(n - 1.0);
            let found = placed(places).trend(unit, |variant| first_parts(&totals[variant][..parts]));
            let shown = |figure: f64| if unit == Unit::Size { figure.exp() - 1.0 } else { figure };
            exact(found.by.value, shown(value));
            exact(found.by.low, shown(value - reach));
            exact(found.by.high, shown(value + reach));
            exact(found.p, two_sided(value / error, n - 1.0).max(0.5f64.powi(parts as i32 - 1)));
            assert!(*totals == steep || found.p > 0.25);
        }
    }

    #[test]
    fn trends_without_noise_are_as_sure_as_their_parts_are_many() {
        let trend = |step: f64, parts: usize| {
            placed([1.0, 2.0, 3.0])
                .trend(Unit::Number, |variant| first_parts(&vec![(1.0 + step * variant as f64, 1.0); parts]))
        };
        assert_eq!((trend(0.25, 3).by.value, trend(0.25, 3).p), (0.5, 0.25));
        assert_eq!((trend(0.0, 3).by.value, trend(0.0, 3).p), (0.0, 1.0));
        assert!(trend(0.25, 2).p.is_nan() && trend(0.25, 2).by.value.is_nan());
        // The logarithm of nothing.
        let nothing = placed([1.0, 2.0, 3.0]).trend(Unit::Size, |_| first_parts(&[(0.0, 1.0); 4]));
        assert!(nothing.p.is_nan() && nothing.by.value.is_nan());
    }
}
