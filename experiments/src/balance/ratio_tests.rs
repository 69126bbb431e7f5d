use marque::random::{Purpose, Rng, stream, unit};

use super::*;

const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-4, "{a} is not {b}");
}

#[test]
fn a_difference_on_the_same_deals_is_sharper_than_either_figure() {
    let mut paired = Paired::default();
    let mut base = Ratio::default();
    for (deal, extra) in [(10.0, 1.0), (20.0, 4.0), (30.0, 7.0), (40.0, 0.5)] {
        paired.add(0, (deal, 1.0), (deal + extra, 1.0));
        base.add(0, deal, 1.0);
    }
    // The extras 1, 4, 7, 0.5: mean 3.125, deviation 3.01040, error 1.50520, t(3) = 3.18245, p of t = 2.07614 is 0.12948.
    let Difference { by, p } = paired.difference(ANY);
    near(by.value, 3.125);
    near(by.high - 3.125, 3.18245 * 1.505_199);
    near(p, 0.12948);
    assert!(base.mean().high - base.mean().low > 20.0);
}

#[test]
fn a_change_is_relative_to_the_base() {
    let mut paired = Paired::default();
    for deal in [10.0, 20.0, 30.0] {
        paired.add(0, (deal, 1.0), (deal * 1.5, 1.0));
    }
    let change = paired.change(ANY);
    near(change.by.value, 0.5);
    near(change.by.low, 0.5);
    near(change.by.high, 0.5);
}

#[test]
fn a_few_blocks_that_agree_are_no_proof() {
    let mut paired = Paired::default();
    [3.0, 5.0].iter().for_each(|&y| paired.add(0, (y, 1.0), (y + 1.0, 1.0)));
    assert_eq!(paired.difference(ANY).p, 0.5);
}

#[test]
fn equal_variants_differ_by_nothing_that_is_known() {
    let mut paired = Paired::default();
    (0..200).for_each(|block| paired.add(0, (f64::from(block % 2), 1.0), (f64::from(block % 2), 1.0)));
    let same = paired.difference((0.0, 1.0));
    assert_eq!((same.by.value, same.p), (0.0, 1.0));
    // Even if a block can change by a whole win, 200 that did not leave room for 2 in 100 that would.
    assert!((0.018..0.021).contains(&same.by.high) && same.by.low == -same.by.high, "{same:?}");
}

/// Tables of different bots have other means, which is no chance: only what varies at a table is.
#[test]
fn tables_are_strata() {
    let (mut one, mut many) = (Ratio::default(), Ratio::default());
    for (table, mean) in [0.1, 0.5, 0.9].into_iter().enumerate() {
        for step in [-0.05, 0.05, -0.02, 0.02] {
            one.add(0, mean + step, 1.0);
            many.add(table, mean + step, 1.0);
        }
    }
    let width = |ratio: &Ratio| ratio.mean().high - ratio.mean().low;
    assert!(width(&many) < width(&one) / 5.0);
    let paired = |strata: bool| {
        let mut paired = Paired::default();
        for (table, gain) in [0.0, 0.2, 0.4].into_iter().enumerate() {
            for step in [-0.05, 0.05, -0.02, 0.02] {
                paired.add(if strata { table } else { 0 }, (0.5, 1.0), (0.5 + gain + step, 1.0));
            }
        }
        paired.difference(ANY).by
    };
    assert!(paired(true).high - paired(true).low < (paired(false).high - paired(false).low) / 3.0);
}

#[test]
fn a_disadvantage_that_disappears_is_told_by_its_size() {
    let mut gone = Paired::default();
    let mut turned = Paired::default();
    for block in 0..100 {
        let base = if block % 4 == 0 { 1.0 } else { -0.6 };
        gone.add(0, (base, 1.0), (0.0, 1.0));
        turned.add(0, (base, 1.0), (-base, 1.0));
    }
    let Difference { by, p } = gone.distance((-1.0, 1.0));
    near(by.value, -0.2);
    assert!(by.high < 0.0 && p < 0.05, "{by:?} {p}");
    // An advantage as large as the disadvantage was is no fairer.
    let Difference { by, p } = turned.distance((-1.0, 1.0));
    near(by.value, 0.0);
    assert!(by.holds(0.0) && p > 0.9, "{by:?} {p}");
}

/// How many of 100 intervals hold the true change, where a rule bites in the share `bites` of 200 blocks: a win less or half
/// a win more.
fn coverage(bites: f64, up: f64) -> f64 {
    const RUNS: u64 = 600;
    let truth = bites * (up * 0.5 - (1.0 - up));
    let block = |rng: &mut Rng| {
        let base = if unit(rng) < 0.5 { 1.0 } else { 0.5 };
        let other = match (unit(rng) < bites, unit(rng) < up) {
            (false, _) => base,
            (true, true) => base + 0.5,
            (true, false) => base - 1.0,
        };
        (base, other)
    };
    let held = (0..RUNS).filter(|&run| {
        let mut rng = stream(18, run, Purpose::Other(11));
        let mut paired = Paired::default();
        for _ in 0..200 {
            let (base, other) = block(&mut rng);
            paired.add(0, (base, 1.0), (other, 1.0));
        }
        paired.difference((-1.0, 1.0)).by.holds(truth)
    });
    100.0 * held.count() as f64 / RUNS as f64
}

/// Where a rule hardly ever bites, most runs see no or few blocks that differ. Plain t intervals hold the truth in 10 of 100
/// runs for one block in 2000, and in 63 for one in 200.
#[test]
fn a_rule_that_hardly_ever_bites_leaves_room_for_what_was_not_seen() {
    for bites in [0.0005, 0.005, 0.02, 0.05, 0.2, 0.6] {
        for up in [0.0, 0.3, 1.0] {
            let held = coverage(bites, up);
            assert!(held >= 93.0, "{held} % at {bites}, {up} up");
        }
    }
}

/// Two of twelve games are longer: what was not seen counts relative to the figure, on the scale of logarithms.
#[test]
fn room_for_what_was_not_seen_is_as_relative_as_the_change() {
    let mut paired = Paired::default();
    for block in 0..12 {
        paired.add(0, (10.0, 1.0), (if block < 2 { 16.0 } else { 10.0 }, 1.0));
    }
    let (t, mean) = (t_quantile(11.0), 11.0);
    let variance = (2.0 * 25.0 + 10.0 * 1.0) / 11.0 / 12.0;
    let unseen = t * 6.0 / 12.0 * (10.0f64 / 12.0).powi(2);
    let reach = t * (variance + unseen * unseen).sqrt() / mean;
    let Estimate { value, low, high } = paired.change((0.0, f64::INFINITY)).by;
    near(value, 0.1);
    near(low, 1.1 * (-reach).exp() - 1.0);
    near(high, 1.1 * reach.exp() - 1.0);
}

#[test]
fn figures_stay_in_their_range() {
    let mut ratio = Ratio::default();
    ratio.add(0, 1.0, 1.0);
    let first = super::super::measure::MEASURES[0].topic;
    assert!(ratio.figure(&first).low.is_nan(), "one block has no interval");
    ratio.add(0, -0.9, 1.0);
    let figure = ratio.figure(&first);
    assert_eq!((figure.low, figure.high), (-1.0, 1.0));
    let length = super::super::measure::MEASURES[1].topic;
    let mut decisions = Ratio::default();
    [2.0, 90.0].iter().for_each(|&games| decisions.add(0, games, 1.0));
    assert_eq!(decisions.figure(&length).low, 0.0);
}

/// Scores from -2 to 1: a figure can come to be two away from zero.
#[test]
fn a_distance_may_be_as_long_as_the_longer_side_of_the_range() {
    let mut paired = Paired::default();
    for block in 0..30 {
        paired.add(0, (0.0, 1.0), (-1.8 + 0.2 * f64::from(block % 3 - 1), 1.0));
    }
    let distance = paired.distance((-2.0, 1.0)).by;
    near(distance.value, 1.8);
    assert!(distance.high > 1.85 && distance.high <= 2.0, "{distance:?}");
}

fn exact(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{a} is not {b}");
}

#[test]
fn blocks_all_alike_leave_room_in_a_payoff_but_not_in_a_number() {
    let payoff = Topic { range: (-100.0, 300.0), ..super::super::measure::MEASURES[0].topic };
    let mut ratio = Ratio::default();
    ratio.add(0, 5.0, 2.0);
    assert_eq!(ratio.figure(&payoff).value, 2.5);
    (1..50).for_each(|_| ratio.add(0, 5.0, 2.0));
    // t(49)² · 400 / 50.
    let reach = t_quantile(49.0).powi(2) * 8.0;
    let figure = ratio.figure(&payoff);
    exact(figure.value, 2.5);
    exact(figure.low, 2.5 - reach);
    exact(figure.high, 2.5 + reach);
    let number = ratio.figure(&Topic { unit: Unit::Number, ..payoff });
    assert_eq!((number.low, number.high), (2.5, 2.5));
}

#[test]
fn the_variance_of_weighted_totals_is_that_of_their_sums() {
    let blocks = [[3.0, 2.0, -1.0, 5.0], [7.0, 3.0, 4.0, 2.5], [1.5, 6.0, 2.0, 3.0]];
    let weights = [0.7, -1.3, 2.1, 0.4];
    let mut sums = PairSums::default();
    blocks.iter().for_each(|&totals| sums.add(totals));
    let weighed = blocks.map(|totals| totals.iter().zip(weights).map(|(total, weight)| total * weight).sum::<f64>());
    let mean = weighed.iter().sum::<f64>() / 3.0;
    exact(sums.variance(weights), 1.5 * weighed.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>());
}

/// A relative spread of squares below 1e-12 is rounding, whatever the size of the totals.
#[test]
fn specks_are_no_variance() {
    let variance = |apart: f64| {
        let mut sums = PairSums::default();
        [1000.0 - apart, 1000.0 + apart].iter().for_each(|&total| sums.add([total, 0.0, 0.0, 0.0]));
        sums.variance([0.1, 0.0, 0.0, 0.0])
    };
    assert_eq!(variance(5e-4), 0.0);
    // 2 · 2 · (0.1 · 0.002)², as far as rounding lets it be seen.
    assert!((variance(2e-3) / 1.6e-7 - 1.0).abs() < 0.01, "{}", variance(2e-3));
    let mut single = PairSums::default();
    single.add([0.0; 4]);
    assert_eq!(single.variance([1.0; 4]), 0.0);
}

#[test]
fn a_pair_keeps_its_ends_and_its_largest_difference() {
    let mut paired = Paired::default();
    exact(paired.reach((-3.0, 4.0)), 7.0);
    paired.add(0, (3.0, 2.0), (10.0, 4.0));
    paired.add(1, (9.0, 5.0), (9.0, 4.0));
    assert_eq!((paired.blocks(), paired.ends, paired.largest), (2, Some((1.5, 2.5)), 1.0));
    paired.add(0, (17.0, 4.0), (19.0, 4.0));
    exact(paired.reach(ANY), 4.75 - 1.5);
    exact(paired.reach((-3.0, 4.0)), 7.0);
    // From ten blocks that differ on, the largest difference counts.
    (0..7).for_each(|_| paired.add(0, (2.0, 1.0), (2.25, 1.0)));
    exact(paired.reach((-3.0, 4.0)), 1.0);
}

/// Blocks at two tables: upper and lower total in the base and in the other variant.
const TABLES: [&[[f64; 4]]; 2] = [
    &[[3.0, 2.0, 7.0, 3.0], [8.0, 3.0, 5.0, 3.5]],
    &[[2.0, 2.5, 9.0, 3.0], [6.0, 5.0, 4.0, 2.5], [7.0, 2.2, 8.0, 3.2], [5.0, 2.0, 7.5, 3.0]],
];

#[test]
fn ratios_are_compared_by_what_each_block_pulls_them_by() {
    let slope = |ratio: f64| 1.0 + ratio * ratio;
    for swapped in [false, true] {
        let turned = |[y, x, v, w]: [f64; 4]| if swapped { [v, w, y, x] } else { [y, x, v, w] };
        let tables = TABLES.map(|blocks| blocks.iter().map(|&totals| turned(totals)).collect::<Vec<_>>());
        let mut paired = Paired::default();
        // No block at table 1.
        for (table, blocks) in [0, 2].into_iter().zip(&tables) {
            blocks.iter().for_each(|&[y, x, v, w]| paired.add(table, (y, x), (v, w)));
        }
        let sum = |at: usize| tables.iter().flatten().map(|totals| totals[at]).sum::<f64>();
        let squares = |at: usize| tables.iter().flatten().map(|totals| totals[at].powi(2)).sum::<f64>();
        let (base, other) = (sum(0) / sum(1), sum(2) / sum(3));
        let variance = |sign: f64| -> f64 {
            let table = |blocks: &Vec<[f64; 4]>| {
                let pull = |&[y, x, v, w]: &[f64; 4]| {
                    let (first, second) = ((y - base * x) / sum(1), (v - other * w) / sum(3));
                    slope(other) * second + sign * slope(base) * first
                };
                let pulls: Vec<f64> = blocks.iter().map(pull).collect();
                let n = pulls.len() as f64;
                let mean = pulls.iter().sum::<f64>() / n;
                n / (n - 1.0) * pulls.iter().map(|pull| (pull - mean).powi(2)).sum::<f64>()
            };
            tables.iter().map(table).sum()
        };
        let found = paired.compared(slope).unwrap();
        exact(found.base, base);
        exact(found.other, other);
        exact(found.variances[0], variance(-1.0));
        exact(found.variances[1], variance(1.0));
        exact(found.freedom, (sum(1).powi(2) / squares(1)).min(sum(3).powi(2) / squares(3)) - 2.0);
        assert_eq!(found.blocks, 6.0);
    }
}

#[test]
fn what_never_counts_in_one_variant_cannot_be_compared() {
    for (base, other) in [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)] {
        let mut paired = Paired::default();
        (0..3).for_each(|_| paired.add(0, (2.0, base), (3.0, other)));
        assert!(paired.compared(|_| 1.0).is_none(), "{base} {other}");
    }
}

#[test]
fn differences_below_rounding_are_none() {
    let pair = |base: f64, other: f64| {
        let mut paired = Paired::default();
        (0..2).for_each(|_| paired.add(0, (base, 1.0), (other, 1.0)));
        paired
    };
    let speck = pair(1.0, 1.0 + 1e-13);
    assert_eq!((speck.difference(ANY).by.value, speck.difference(ANY).p, speck.distance(ANY).p), (0.0, 1.0, 1.0));
    // Two blocks that agree: as likely as not.
    let least = pair(0.0, 1e-12);
    assert_eq!((least.difference(ANY).by.value, least.difference(ANY).p, least.distance(ANY).p), (1e-12, 0.5, 0.5));
}

#[test]
fn a_distance_is_the_difference_of_sizes_at_the_ends_of_sum_and_difference() {
    let base = [-0.5, -0.9, 0.3, -0.6, -0.2, 0.1, -0.7, -0.4];
    let more = [0.3, 0.5, 0.0, 0.0, -0.1, 0.6, 0.2, 0.0];
    let mut paired = Paired::default();
    base.iter().zip(more).for_each(|(&base, more)| paired.add(0, (base, 1.0), (base + more, 1.0)));
    let mean_and_variance = |values: [f64; 8]| {
        let mean = values.iter().sum::<f64>() / 8.0;
        (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 7.0 / 8.0)
    };
    let (d, apart) = mean_and_variance(more);
    let (s, together) = mean_and_variance(std::array::from_fn(|block| 2.0 * base[block] + more[block]));
    let t = t_quantile(7.0);
    // Five of eight blocks differ, and each may by 5.
    let unseen = t * 5.0 / 8.0 * (3.0f64 / 8.0).powi(2);
    let errors = [(apart + unseen * unseen).sqrt(), together.sqrt()];
    let further = |s: f64, d: f64| f64::midpoint(s, d).abs() - f64::midpoint(s, -d).abs();
    let ends = |sign: f64| [d + sign * t * errors[0], s + sign * t * errors[1]];
    let ([d_low, s_low], [d_high, s_high]) = (ends(-1.0), ends(1.0));
    let corners = [further(s_low, d_low), further(s_low, d_high), further(s_high, d_low), further(s_high, d_high)];
    let Difference { by, p } = paired.distance((-2.0, 3.0));
    exact(by.value, further(s, d));
    exact(by.low, corners.into_iter().fold(f64::INFINITY, f64::min));
    exact(by.high, corners.into_iter().fold(f64::NEG_INFINITY, f64::max));
    exact(p, two_sided(d / errors[0], 7.0).max(two_sided(s / errors[1], 7.0)));
    assert!(by.low > -3.0 && by.low < by.value && by.value < by.high && by.high < 3.0, "{by:?}");
}
