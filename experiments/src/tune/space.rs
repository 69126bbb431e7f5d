//! What may be changed about the rules: keys, each with the values it may take, and the rulesets that come of them.

use std::cmp::Ordering;

use marque::random::{self, Rng};
use marque::toml::{Table, Value};

/// The most rulesets that are all looked at; of a larger space a new sample is looked at in every round.
pub const MOST_LISTED: u64 = 4096;

/// One key of the space.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// The parameter.
    pub name: String,
    /// What it may be, numbers in their order. The value of the base is among them.
    pub values: Vec<Value>,
    /// Which of them the base has.
    pub base: usize,
}

impl Key {
    /// A key with the values given and that of the base, each once.
    pub fn new(name: &str, values: &[Value], base: &Value) -> Key {
        let mut all: Vec<Value> = Vec::with_capacity(values.len() + 1);
        for value in values.iter().chain([base]) {
            if !all.contains(value) {
                all.push(value.clone());
            }
        }
        if all.iter().all(Value::is_integer) {
            all.sort_by_key(Value::as_integer);
        }
        let base = all.iter().position(|value| value == base).unwrap_or(0);
        Key { name: name.to_owned(), values: all, base }
    }

    /// How far two of its values are apart, from 0 to 1: numbers by their distance, anything else is all the way.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        let number = |at: usize| self.values[at].as_integer().map(|number| number as f64);
        match (number(a), number(b), number(0), number(self.values.len() - 1)) {
            _ if a == b => 0.0,
            (Some(a), Some(b), Some(least), Some(most)) => (a - b).abs() / (most - least),
            _ => 1.0,
        }
    }
}

/// A ruleset of the space: which of its values each key has.
pub type Point = Vec<usize>;

/// How much a ruleset changes of the base; fewer keys come first, then smaller steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// Keys that differ.
    pub keys: usize,
    /// How far they are changed in all, each from 0 to 1.
    pub far: f64,
}

impl Change {
    /// The smaller change first.
    pub fn compare(&self, other: &Change) -> Ordering {
        self.keys.cmp(&other.keys).then(self.far.total_cmp(&other.far))
    }
}

/// All that may be changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// The keys, in the order of the file.
    pub keys: Vec<Key>,
}

impl Space {
    /// How many rulesets it holds.
    pub fn size(&self) -> u64 {
        self.keys.iter().fold(1, |size: u64, key| size.saturating_mul(key.values.len() as u64))
    }

    /// The base.
    pub fn base(&self) -> Point {
        self.keys.iter().map(|key| key.base).collect()
    }

    /// How much of the base a ruleset changes.
    pub fn change(&self, point: &Point) -> Change {
        let changed = self.keys.iter().zip(point).filter(|(key, at)| key.base != **at);
        changed.fold(Change { keys: 0, far: 0.0 }, |sum, (key, &at)| Change {
            keys: sum.keys + 1,
            far: sum.far + key.distance(key.base, at),
        })
    }

    /// How far two rulesets are apart.
    fn distance(&self, a: &Point, b: &Point) -> f64 {
        self.keys.iter().zip(a.iter().zip(b)).map(|(key, (&a, &b))| key.distance(a, b)).sum()
    }

    /// The values of a ruleset, every key.
    pub fn rules(&self, point: &Point) -> Table {
        self.keys.iter().zip(point).map(|(key, &at)| (key.name.clone(), key.values[at].clone())).collect()
    }

    /// The values of the keys that a ruleset changes.
    pub fn changed(&self, point: &Point) -> Table {
        let changed = self.keys.iter().zip(point).filter(|(key, at)| key.base != **at);
        changed.map(|(key, &at)| (key.name.clone(), key.values[at].clone())).collect()
    }

    /// What a ruleset changes, in a line: `turns=10 open_missions=3`, or `base`.
    pub fn name(&self, point: &Point) -> String {
        let changed = self.changed(point);
        let told: Vec<String> = changed
            .iter()
            .map(|(key, value)| match value {
                Value::String(word) => format!("{key}={word}"),
                value => format!("{key}={value}"),
            })
            .collect();
        if told.is_empty() { "base".to_owned() } else { told.join(" ") }
    }

    /// A ruleset, all equally likely.
    fn random(&self, rng: &mut Rng) -> Point {
        self.keys.iter().map(|key| random::below(rng, key.values.len() as u32) as usize).collect()
    }

    /// Every ruleset of a small space.
    fn all(&self) -> Vec<Point> {
        let mut all = vec![Point::new()];
        for key in &self.keys {
            let longer = |begun: &Point| {
                let begun = begun.clone();
                (0..key.values.len()).map(move |at| begun.iter().copied().chain([at]).collect())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// The rulesets that differ from one in a single key.
    fn neighbours(&self, point: &Point) -> Vec<Point> {
        let at_key = |(number, key): (usize, &Key)| {
            let others = (0..key.values.len()).filter(|&at| at != point[number]);
            others
                .map(|at| {
                    let mut other = point.clone();
                    other[number] = at;
                    other
                })
                .collect::<Vec<_>>()
        };
        self.keys.iter().enumerate().flat_map(at_key).collect()
    }

    /// Rulesets worth a look: all of a small space; else those around `near`, and a sample of the rest.
    pub fn pool(&self, near: &[Point], rng: &mut Rng) -> Vec<Point> {
        if self.size() <= MOST_LISTED {
            return self.all();
        }
        let mut pool: Vec<Point> = near.iter().flat_map(|point| self.neighbours(point)).collect();
        pool.extend_from_slice(near);
        pool.push(self.base());
        pool.extend((0..MOST_LISTED / 2).map(|_| self.random(rng)));
        pool.sort_unstable();
        pool.dedup();
        pool
    }

    /// The base and rulesets that lie far from it and from each other (a space-filling design), as long as `allowed` lets
    /// them pass and there are any left.
    pub fn spread_out(&self, count: usize, rng: &mut Rng, mut allowed: impl FnMut(&Point) -> bool) -> Vec<Point> {
        let mut chosen = vec![self.base()];
        // Some may be drawn again, or refused.
        for _ in 0..8 * count {
            if chosen.len() >= count || chosen.len() as u64 >= self.size() {
                break;
            }
            let nearest = |point: &Point| {
                let distances = chosen.iter().map(|other| self.distance(point, other));
                distances.fold(f64::INFINITY, f64::min)
            };
            let drawn = (0..16).map(|_| self.random(rng)).map(|point| (nearest(&point), point));
            let new = drawn.filter(|(distance, point)| *distance > 0.0 && allowed(point));
            let farthest = new.max_by(|a, b| a.0.total_cmp(&b.0));
            chosen.extend(farthest.map(|(_, point)| point));
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marque::random::{Purpose, stream};

    fn space() -> Space {
        let numbers = |numbers: &[i64]| numbers.iter().map(|&n| Value::from(n)).collect::<Vec<_>>();
        Space {
            keys: vec![
                Key::new("turns", &numbers(&[16, 8, 10]), &Value::from(12)),
                Key::new("order", &["left".into(), "right".into()], &"left".into()),
                Key::new("fair", &[true.into(), false.into()], &false.into()),
            ],
        }
    }

    fn rng() -> Rng {
        stream(1, 0, Purpose::Other(0))
    }

    #[test]
    fn a_key_may_always_stay_as_it_is() {
        let space = space();
        assert_eq!(space.keys[0].values, [8, 10, 12, 16].map(Value::from));
        assert_eq!((space.size(), space.base()), (16, vec![2, 0, 1]));
        assert_eq!(space.name(&space.base()), "base");
        assert_eq!(space.name(&vec![0, 1, 1]), "turns=8 order=right");
        assert_eq!(space.rules(&vec![3, 0, 0])["turns"].as_integer(), Some(16));
    }

    #[test]
    fn fewer_keys_are_less_than_smaller_steps() {
        let space = space();
        let far = space.change(&vec![3, 0, 1]);
        let near = space.change(&vec![1, 0, 1]);
        let two = space.change(&vec![1, 1, 1]);
        assert_eq!(far, Change { keys: 1, far: 0.5 });
        assert_eq!(near.compare(&far), Ordering::Less);
        assert_eq!(far.compare(&two), Ordering::Less);
    }

    #[test]
    fn a_start_is_spread_out_and_leaves_out_what_is_refused() {
        let space = space();
        let start = space.spread_out(6, &mut rng(), |point| point[1] == 0);
        assert_eq!(start[0], space.base());
        assert!(start.len() >= 4 && start.iter().all(|point| point[1] == 0), "{start:?}");
        let turns: std::collections::BTreeSet<usize> = start.iter().map(|point| point[0]).collect();
        assert!(turns.contains(&0) && turns.contains(&3), "{start:?}");
        let mut all = space.spread_out(99, &mut rng(), |_| true);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn a_large_space_is_looked_at_around_what_is_near() {
        let values: Vec<Value> = (0..30).map(Value::from).collect();
        let key = |name: &str| Key::new(name, &values, &Value::from(3));
        let space = Space { keys: ["a", "b", "c", "d"].map(key).to_vec() };
        let near = vec![7, 7, 7, 7];
        let pool = space.pool(std::slice::from_ref(&near), &mut rng());
        for point in space.neighbours(&near).into_iter().chain([near, space.base()]) {
            assert!(pool.binary_search(&point).is_ok(), "{point:?}");
        }
        assert!(pool.len() < MOST_LISTED as usize);
    }
}
