use marque::MAX_SEATS;

use super::features::{Features, SEAT, TABLE};
use crate::evaluator::{Values, logistic};

/// How many units the hidden layer has.
pub const HIDDEN: usize = 16;

/// A row of weights, one for each hidden unit.
pub type Row = [f32; HIDDEN];

/// A small network that corrects what each seat is thought to be worth: one hidden layer over a seat's own numbers, the mean
/// of its rivals', those of the table and those of the rules, the same for all seats.
///
/// Its output is added to the log-odds of the value made by hand, so with an output layer of zeros it changes nothing.
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
    /// A network that changes nothing, for so many numbers of rules; `draw` fills the weights before its last layer.
    pub fn new(rules: usize, mut draw: impl FnMut() -> f32) -> Net {
        let mut row = || std::array::from_fn(|_| draw());
        Net {
            own: std::array::from_fn(|_| row()),
            rivals: std::array::from_fn(|_| row()),
            table: std::array::from_fn(|_| row()),
            bias: [0.0; HIDDEN],
            // Rules that never change teach nothing: what was never learnt must not matter where they do.
            rules: vec![[0.0; HIDDEN]; rules],
            out: [0.0; HIDDEN],
        }
    }

    /// All rows, in the order in which they are written.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        let inputs = self.own.iter().chain(&self.rivals).chain(&self.table);
        inputs.chain([&self.bias]).chain(&self.rules).chain([&self.out])
    }

    /// All rows, to be changed.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let inputs = self.own.iter_mut().chain(&mut self.rivals).chain(&mut self.table);
        inputs.chain([&mut self.bias]).chain(&mut self.rules).chain([&mut self.out])
    }

    /// What the rules and the bias say together: the same in a whole game.
    pub fn ground(&self, rules: &[f32]) -> Row {
        let mut ground = self.bias;
        for (&number, row) in rules.iter().zip(&self.rules) {
            add(&mut ground, number, row);
        }
        ground
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
