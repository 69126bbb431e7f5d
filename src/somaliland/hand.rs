//! The hand: how far a throw strays from what was meant (SO-12).

use rand::Rng as _;

use crate::random::{self, Rng};
use crate::seat::Seat;

/// A throw's stray: what chance adds to the heading, to the quarter turns, and whether a die struck hard tips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stray {
    /// Added to the heading, in 1/1024 turns.
    pub heading: i16,
    /// Added to the quarter turns meant.
    pub turns: i16,
    /// 0 to 99; small enough, it tips a die that is struck hard.
    pub tip: u8,
}

/// The strays of every seat's hand at every power, ready to draw.
#[derive(Clone, Debug)]
pub struct Hands {
    /// Of the heading and of the quarter turns, for every percent and power.
    throws: Vec<[Spread; 2]>,
    /// Where the throws of each seat begin; hands alike share theirs, so that they stay in the cache.
    seats: Vec<usize>,
    /// The place of each number of quarter turns among the powers.
    places: [u8; 41],
}

impl Hands {
    /// Measures hands that stray by so many percent of the deviations, at the powers there are.
    pub fn new(hands: &[u32], powers: &[u8], aim_sigma: u32, power_sigma_percent: u32) -> Hands {
        let mut percents = hands.to_vec();
        percents.sort_unstable();
        percents.dedup();
        let throws = percents.iter().flat_map(|&percent| {
            powers.iter().map(move |&power| {
                let power = u32::from(power);
                let heading = aim_sigma * (100 + 5 * power) * percent;
                let turns = if power <= 2 { 0 } else { power_sigma_percent * power * percent };
                [Spread::new(heading), Spread::new(turns)]
            })
        });
        let start = |percent: &u32| percents.partition_point(|other| other < percent) * powers.len();
        let mut places = [0; 41];
        for (place, &power) in powers.iter().enumerate() {
            places[usize::from(power)] = place as u8;
        }
        Hands { throws: throws.collect(), seats: hands.iter().map(start).collect(), places }
    }

    #[inline]
    fn throw(&self, seat: Seat, power: u8) -> &[Spread; 2] {
        &self.throws[self.seats[seat.index()] + usize::from(self.places[usize::from(power)])]
    }

    /// A stray of a seat's hand that means so many quarter turns.
    #[inline]
    pub fn draw(&self, seat: Seat, power: u8, rng: &mut Rng) -> Stray {
        let [heading, turns] = self.throw(seat, power);
        Stray { heading: heading.draw(rng), turns: turns.draw(rng), tip: random::below(rng, 100) as u8 }
    }

    /// Whether a hand could stray so.
    pub fn possible(&self, seat: Seat, power: u8, stray: Stray) -> bool {
        let [heading, turns] = self.throw(seat, power);
        stray.heading.unsigned_abs() <= heading.most && stray.turns.unsigned_abs() <= turns.most && stray.tip < 100
    }

    /// The deviations of the heading (1/1024 turns) and of the quarter turns.
    #[inline]
    pub fn deviations(&self, seat: Seat, power: u8) -> (f32, f32) {
        let [heading, turns] = self.throw(seat, power);
        (heading.deviation, turns.deviation)
    }
}

/// A normal stray, rounded to whole numbers and cut off at three deviations.
///
/// It is drawn by Walker's alias method: every column of equal width holds at most two numbers.
#[derive(Clone, Debug)]
struct Spread {
    deviation: f32,
    most: u16,
    columns: Vec<Column>,
}

/// A column of the alias table: its own number below the mark, another above.
#[derive(Clone, Copy, Debug)]
struct Column {
    mark: u32,
    own: i16,
    other: i16,
}

impl Spread {
    /// A spread with a deviation in 1/10000.
    fn new(deviation: u32) -> Spread {
        let most = (3 * deviation / 10_000) as i16;
        let deviation = f64::from(deviation) / 10_000.0;
        let numbers = -most..=most;
        let count = numbers.len() as f64;
        // How full each column is; those above 1 give to those below.
        let mut full: Vec<f64> = numbers.clone().map(|number| odds(number, most, deviation) * count).collect();
        let mut columns: Vec<Column> =
            numbers.map(|number| Column { mark: u32::MAX, own: number, other: number }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..columns.len()).partition(|&i| full[i] < 1.0);
        while let (Some(&giver), Some(taker)) = (large.last(), small.pop()) {
            columns[taker].mark = (full[taker] * 2f64.powi(32)) as u32;
            columns[taker].other = columns[giver].own;
            full[giver] -= 1.0 - full[taker];
            if full[giver] < 1.0 {
                large.pop();
                small.push(giver);
            }
        }
        Spread { deviation: deviation as f32, most: most as u16, columns }
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> i16 {
        let word = rng.next_u64();
        let column = &self.columns[(((word >> 32) * self.columns.len() as u64) >> 32) as usize];
        if (word as u32) < column.mark { column.own } else { column.other }
    }
}

/// How often a normal stray rounds to a number, where the last number holds the whole tail.
fn odds(number: i16, most: i16, deviation: f64) -> f64 {
    if most == 0 {
        return 1.0;
    }
    let below = |edge: f64| normal_below(edge / deviation);
    let number = f64::from(number.abs());
    let upper = if number == f64::from(most) { 1.0 } else { below(number + 0.5) };
    upper - below(number - 0.5)
}

/// The standard normal distribution function, by its series around 0.
fn normal_below(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    /// SO-12
    #[test]
    fn a_stray_is_normal_rounded_and_cut_off() {
        for deviation in [0, 3_000, 3_400, 9_999, 24_000, 77_000, 168_000] {
            let spread = Spread::new(deviation);
            let most = (3 * deviation / 10_000) as i16;
            let mut rng = stream(5, u64::from(deviation), Purpose::Other(0));
            let draws = 200_000;
            let mut counts = vec![0.0; 2 * most as usize + 1];
            for _ in 0..draws {
                counts[(spread.draw(&mut rng) + most) as usize] += 1.0;
            }
            let mut chi2 = 0.0;
            for (count, number) in counts.iter().zip(-most..=most) {
                // An independent reckoning: the density, summed in small steps over all that rounds to the number.
                let steps = 2000;
                let width = if number.abs() == most { 6.0 * f64::from(deviation) / 1e4 } else { 1.0 };
                let from = f64::from(number.abs()) - 0.5;
                let density = |x: f64| {
                    let z = x / (f64::from(deviation) / 1e4);
                    (-z * z / 2.0).exp() / (f64::from(deviation) / 1e4 * (2.0 * std::f64::consts::PI).sqrt())
                };
                let odds: f64 = (0..steps)
                    .map(|step| density(from + (f64::from(step) + 0.5) * width / f64::from(steps)))
                    .sum::<f64>()
                    * width
                    / f64::from(steps);
                let expected = if most == 0 { f64::from(draws) } else { odds * f64::from(draws) };
                chi2 += (count - expected) * (count - expected) / expected;
            }
            let freedom = 2.0 * f64::from(most);
            assert!(chi2 <= freedom + 5.0 * (2.0 * freedom).sqrt() + 1e-9, "{deviation}: {chi2} with {freedom}");
        }
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, below) in
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (-1.96, 0.024_997_895_148_220), (3.0, 0.998_650_101_968_370)]
        {
            assert!((normal_below(x) - below).abs() < 1e-12, "{x}");
        }
    }
}
