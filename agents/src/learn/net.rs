use marque::MAX_SEATS;

use super::features::{Features, SEAT, TABLE};
use crate::evaluator::{Values, logistic};

/// How many units the hidden layer has.
pub const HIDDEN: usize = 16;

/// A row of weights, one for each hidden unit or for each level of priors.
pub type Row = [f32; HIDDEN];

/// A small network that corrects what each seat is thought to be worth: one hidden layer over a seat's own numbers, the mean
/// of its rivals', those of the table and those of the rules, the same for all seats. Beside it stands what priors of actions
/// are multiplied by, a curve for each kind of action.
///
/// Its output is added to the log-odds of the value made by hand, so with an output layer of zeros it changes nothing; nor do
/// curves of zeros.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// From a seat's own numbers.
    pub own: [Row; SEAT],
    /// From the mean of its rivals' numbers.
    pub rivals: [Row; SEAT],
    /// From the numbers of the table.
    pub table: [Row; TABLE],
    /// From nothing.
    pub bias: Row,
    /// From the rules.
    pub rules: Vec<Row>,
    /// To the output.
    pub out: Row,
    /// For priors, by kind of action: the logs of what priors of 1/256, 1/128 and so on up to 128 are multiplied by. With
    /// none, priors stay as they were made by hand.
    pub kinds: Vec<Row>,
}

/// What is kept of an evaluation to learn from it.
pub struct Pass {
    /// The hidden units of each seat, 0 where they are silent.
    pub hidden: [Row; MAX_SEATS],
    /// What each seat is worth.
    pub values: Values,
}

/// Values this near to 0 and 1 are as good as certain.
const CERTAIN: f32 = 0.001;

/// The most that log-odds are corrected by.
const MOST: f32 = 6.0;

/// The most that logs of priors are corrected by.
const MOST_OF_PRIORS: f32 = 3.0;

#[inline]
fn log_odds(value: f32) -> f32 {
    let value = value.clamp(CERTAIN, 1.0 - CERTAIN);
    (value / (1.0 - value)).ln()
}

#[inline]
fn add(sum: &mut Row, part: f32, row: &Row) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += part * weight;
    }
}

impl Net {
    /// A network that changes nothing, for so many numbers of rules and kinds of action; `draw` fills the weights before its
    /// last layer.
    pub fn new(rules: usize, kinds: usize, mut draw: impl FnMut() -> f32) -> Net {
        let mut row = || std::array::from_fn(|_| draw());
        Net {
            own: std::array::from_fn(|_| row()),
            rivals: std::array::from_fn(|_| row()),
            table: std::array::from_fn(|_| row()),
            bias: [0.0; HIDDEN],
            // Rules that never change teach nothing: what was never learnt must not matter where they do.
            rules: vec![[0.0; HIDDEN]; rules],
            out: [0.0; HIDDEN],
            kinds: vec![[0.0; HIDDEN]; kinds],
        }
    }

    /// All rows, in the order in which they are written.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        let inputs = self.own.iter().chain(&self.rivals).chain(&self.table);
        inputs.chain([&self.bias]).chain(&self.rules).chain([&self.out]).chain(&self.kinds)
    }

    /// All rows, to be changed.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let inputs = self.own.iter_mut().chain(&mut self.rivals).chain(&mut self.table);
        inputs.chain([&mut self.bias]).chain(&mut self.rules).chain([&mut self.out]).chain(&mut self.kinds)
    }

    /// What the rules and the bias say together: the same in a whole game.
    pub fn ground(&self, rules: &[f32]) -> Row {
        let mut ground = self.bias;
        for (&number, row) in rules.iter().zip(&self.rules) {
            add(&mut ground, number, row);
        }
        ground
    }

    /// What priors are multiplied by, by kind of action, at the levels that [`level_of`] tells.
    pub fn factors(&self) -> Vec<Row> {
        let factor = |log: f32| log.clamp(-MOST_OF_PRIORS, MOST_OF_PRIORS).exp();
        self.kinds.iter().map(|row| row.map(factor)).collect()
    }

    /// Corrects the values made by hand.
    #[inline]
    pub fn values(&self, ground: &Row, features: &Features, by_hand: &Values, seats: usize, sum: bool) -> Values {
        self.pass(ground, features, by_hand, seats, sum).values
    }

    /// The same with all that it takes to learn from it. With `sum`, values sum to half the seats.
    #[inline]
    pub fn pass(&self, ground: &Row, features: &Features, by_hand: &Values, seats: usize, sum: bool) -> Pass {
        let mut shared = *ground;
        for (&number, row) in features.table.iter().zip(&self.table) {
            if number != 0.0 {
                add(&mut shared, number, row);
            }
        }
        let mut hidden = [[0.0; HIDDEN]; MAX_SEATS];
        let mut theirs = [[0.0; HIDDEN]; MAX_SEATS];
        let share = 1.0 / (seats - 1) as f32;
        for seat in 0..seats {
            hidden[seat] = shared;
            for (at, &number) in features.seats[seat].iter().enumerate() {
                if number != 0.0 {
                    add(&mut hidden[seat], number, &self.own[at]);
                    add(&mut theirs[seat], number * share, &self.rivals[at]);
                }
            }
        }
        let mut odds = [0.0; MAX_SEATS];
        for seat in 0..seats {
            for rival in (0..seats).filter(|&rival| rival != seat) {
                let row = theirs[rival];
                add(&mut hidden[seat], 1.0, &row);
            }
            let mut out = 0.0;
            for (unit, weight) in hidden[seat].iter_mut().zip(&self.out) {
                *unit = unit.max(0.0);
                out += *unit * weight;
            }
            odds[seat] = out.clamp(-MOST, MOST);
        }
        if sum {
            let mean = odds[..seats].iter().sum::<f32>() / seats as f32;
            odds[..seats].iter_mut().for_each(|odds| *odds -= mean);
        }
        for (odds, &value) in odds[..seats].iter_mut().zip(by_hand) {
            *odds += log_odds(value);
        }
        Pass { hidden, values: if sum { level(&odds, seats) } else { chances(&odds, seats, 0.0) } }
    }
}

/// The level of a prior, the last power of two up to it counted from 1/256, and how far it is on its way to the next. Both are
/// in its bits, which are much faster to read than a logarithm is to take.
#[inline]
pub fn level_of(prior: f32) -> (usize, f32) {
    const LEAST: f32 = 1.0 / 256.0;
    const MOST: f32 = LEAST * (1 << (HIDDEN - 1)) as f32 * (1.0 - f32::EPSILON);
    let steps = prior.clamp(LEAST, MOST).to_bits() - LEAST.to_bits();
    let mantissa = f32::MANTISSA_DIGITS - 1;
    (((steps >> mantissa) as usize).min(HIDDEN - 2), (steps & ((1 << mantissa) - 1)) as f32 / (1 << mantissa) as f32)
}

/// What a prior is multiplied by: linear between the factors of two levels.
#[inline]
pub fn factor_of(factors: &Row, prior: f32) -> f32 {
    let (level, part) = level_of(prior);
    factors[level] + part * (factors[level + 1] - factors[level])
}

fn chances(odds: &Values, seats: usize, shift: f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (value, odds) in values[..seats].iter_mut().zip(odds) {
        *value = logistic(odds + shift);
    }
    values
}

/// The chances that go with log-odds, all shifted alike so that they sum to half the seats.
#[inline]
fn level(odds: &Values, seats: usize) -> Values {
    let mut shift = 0.0;
    if seats == 2 {
        // What one gains the other loses.
        let value = logistic(0.5 * (odds[0] - odds[1]));
        let mut values = [0.0; MAX_SEATS];
        (values[0], values[1]) = (value, 1.0 - value);
        return values;
    }
    for _ in 0..20 {
        // Newton's step on the sum.
        let values = chances(odds, seats, shift);
        let excess = values[..seats].iter().sum::<f32>() - seats as f32 / 2.0;
        if excess.abs() < 1e-5 {
            return values;
        }
        let slope: f32 = values[..seats].iter().map(|value| value * (1.0 - value)).sum();
        shift -= (excess / slope.max(0.01)).clamp(-2.0, 2.0);
    }
    chances(odds, seats, shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_priors_are_powers_of_two() {
        for (level, prior) in [(0, 1.0 / 256.0), (7, 0.5), (8, 1.0), (9, 2.0), (14, 64.0)] {
            assert_eq!(level_of(prior), (level, 0.0));
            assert_eq!(level_of(1.25 * prior), (level, 0.25));
        }
        for far in [0.0, 1e-30] {
            assert_eq!(level_of(far), (0, 0.0));
        }
        for far in [128.0, 1e30, f32::INFINITY, f32::NAN] {
            assert_eq!(level_of(far).0, HIDDEN - 2, "the way to the last level");
        }
    }

    #[test]
    fn factors_are_linear_between_levels_and_limited() {
        let mut net = Net::new(0, 1, || 0.0);
        (net.kinds[0][8], net.kinds[0][9], net.kinds[0][15]) = (2.0_f32.ln(), 6.0_f32.ln(), 50.0);
        let factors = net.factors();
        for (prior, factor) in [(1.0, 2.0), (1.5, 4.0), (2.0, 6.0), (4.0, 1.0), (0.5, 1.0), (1e9, 3.0_f32.exp())] {
            assert!((factor_of(&factors[0], prior) / factor - 1.0).abs() < 1e-4, "a prior of {prior}");
        }
    }
}
