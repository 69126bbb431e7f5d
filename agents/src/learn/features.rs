use marque::{Domain, MAX_SEATS, Ruleset, toml};

/// The most numbers that tell of a seat.
pub const SEAT: usize = 24;
/// The most numbers that tell of the whole table.
pub const TABLE: usize = 8;

/// A state in numbers, over which weights are learnt: those of each seat, alike for all, and those of the whole table. They
/// should be about 1 in size, and the same thing under all rules.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Features {
    /// What each seat has; the rest is 0.
    pub seats: [[f32; SEAT]; MAX_SEATS],
    /// Where the game stands; the rest is 0.
    pub table: [f32; TABLE],
}

impl Features {
    /// Notes the numbers of a seat.
    #[inline]
    pub fn seat(&mut self, seat: usize, numbers: &[f32]) {
        self.seats[seat][..numbers.len()].copy_from_slice(numbers);
    }

    /// Notes the numbers of the table.
    #[inline]
    pub fn table(&mut self, numbers: &[f32]) {
        self.table[..numbers.len()].copy_from_slice(numbers);
    }
}

/// A ruleset in numbers: how far each parameter is from its default, in parts of its range, and the seats beyond two. All are
/// 0 for two seats and the default rules.
pub(crate) fn rule_numbers(seats: usize, rules: &Ruleset) -> Vec<f32> {
    let number = |param: &marque::Param| {
        let value = rules.value(param.key);
        let part = |of: &dyn Fn(&toml::Value) -> f64, range: f64| (of(value) - of(&param.default)) / range.max(1.0);
        let whole = |value: &toml::Value| value.as_integer().unwrap_or(0) as f64;
        let part = match param.domain {
            Domain::Int(min, max) => part(&whole, (max - min) as f64),
            Domain::OneOf(numbers) => {
                let (least, most) = (numbers.iter().min(), numbers.iter().max());
                part(&whole, most.zip(least).map_or(1.0, |(most, least)| (most - least) as f64))
            }
            Domain::Word(words) => {
                let place = |value: &toml::Value| words.iter().position(|&word| value.as_str() == Some(word));
                part(&|value| place(value).unwrap_or(0) as f64, words.len() as f64 - 1.0)
            }
            Domain::Bool | Domain::Text(_) | Domain::Other(_) => f64::from(u8::from(*value != param.default)),
        };
        part as f32
    };
    rules.params().iter().map(number).chain([(seats - 2) as f32 / (MAX_SEATS - 2) as f32]).collect()
}
