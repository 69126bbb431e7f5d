//! Mutation of valid input, for tests that feed whatever can be read with what cannot: a small fuzzer that needs no more
//! than the stable toolchain. `MARQUE_FUZZ=1000000 cargo test … fuzz` runs so many cases of each target, and with
//! `MARQUE_FUZZ=60s` every kind of target gets a minute.

use std::time::{Duration, Instant};

use marque::random::{self, Purpose, Rng, stream};

/// What often stands where something breaks.
const SCRAPS: [&str; 24] = [
    "",
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "-9223372036854775809",
    "1e999",
    "0.5",
    "nan",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"?\"",
    ",",
    ":",
    "=",
    "\n",
    "\u{0}",
];

/// The numbers of a target's cases: so many as usual, or as many as the environment says, or as fit into its share of the
/// seconds that all targets of its kind have together.
pub fn cases(usual: u64, targets_of_kind: u32) -> impl Iterator<Item = u64> {
    let asked = std::env::var("MARQUE_FUZZ").ok();
    let number = |text: &str| text.parse::<u64>().expect("MARQUE_FUZZ is a number of cases, or of seconds as in 60s");
    let (most, end) = match asked.as_deref().map(|text| (text, text.strip_suffix('s'))) {
        None => (usual, None),
        Some((_, Some(seconds))) => {
            (u64::MAX, Some(Instant::now() + Duration::from_secs(number(seconds)) / targets_of_kind))
        }
        Some((cases, None)) => (number(cases), None),
    };
    (0..most).take_while(move |_| end.is_none_or(|end| Instant::now() < end))
}

/// Feeds a target, one of so many of its kind, with seeds that a few changes were made to, and says how many cases there were.
pub fn fuzz(target: &str, targets_of_kind: u32, usual: u64, seeds: &[Vec<u8>], mut feed: impl FnMut(&[u8])) {
    assert!(!seeds.is_empty(), "{target} has nothing to start from");
    let mut rng = stream(0x6675_7a7a, usual, Purpose::Other(0));
    let cases = cases(usual, targets_of_kind).inspect(|_| feed(&mutate(seeds, &mut rng))).count();
    println!("{target}: {cases} cases");
}

fn mutate(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng, n: usize| random::below(rng, n.max(1) as u32) as usize;
    let mut bytes = seeds[pick(rng, seeds.len())].clone();
    for _ in 0..=pick(rng, 4) {
        let at = pick(rng, bytes.len() + 1);
        let end = (at + 1 + pick(rng, 12)).min(bytes.len());
        match pick(rng, 8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << pick(rng, 8),
            1 if at < bytes.len() => bytes[at] = random::below(rng, 256) as u8,
            2 => drop(bytes.drain(at.min(end)..end)),
            3 => bytes.truncate(at),
            4 => {
                let scrap = SCRAPS[pick(rng, SCRAPS.len())].bytes();
                bytes.splice(at.min(end)..end, scrap);
            }
            5 => {
                let copy = bytes[at.min(end)..end].to_vec();
                let to = pick(rng, bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            // A number or a word in place of another.
            6 => {
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
                let from = at.min(bytes.len());
                let start = bytes[..from].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
                let stop = bytes[from..].iter().position(|byte| !is_part(byte)).map_or(bytes.len(), |at| from + at);
                let scrap = SCRAPS[pick(rng, SCRAPS.len())].bytes();
                bytes.splice(start..stop, scrap);
            }
            // A piece of another seed.
            _ => {
                let other = &seeds[pick(rng, seeds.len())];
                let from = pick(rng, other.len() + 1);
                let to = (from + pick(rng, 40)).min(other.len());
                bytes.splice(at.min(end)..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// The same for values of JSON, which stay JSON: leaves change, and lists lose or repeat a part.
pub fn fuzz_json(
    target: &str,
    targets_of_kind: u32,
    usual: u64,
    seeds: &[serde_json::Value],
    mut feed: impl FnMut(serde_json::Value),
) {
    let mut rng = stream(0x6a73_6f6e, usual, Purpose::Other(0));
    let mut count = 0;
    for _ in cases(usual, targets_of_kind) {
        count += 1;
        let mut value = seeds[random::below(&mut rng, seeds.len() as u32) as usize].clone();
        for _ in 0..=random::below(&mut rng, 3) {
            let mut words = Vec::new();
            collect_words(&value, &mut words);
            change(&mut value, &words, &mut rng);
        }
        feed(value);
    }
    println!("{target}: {count} cases");
}

fn collect_words(value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::String(word) => into.push(word.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect_words(value, into)),
        serde_json::Value::Object(fields) => fields.values().for_each(|value| collect_words(value, into)),
        _ => {}
    }
}

/// Walks down at random and changes what it comes to.
fn change(value: &mut serde_json::Value, words: &[String], rng: &mut Rng) {
    use serde_json::Value;
    let mut pick = |n: usize| random::below(rng, n.max(1) as u32) as usize;
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let at = pick(fields.len());
            if let Some((_, value)) = fields.iter_mut().nth(at) {
                change(value, words, rng);
            }
        }
        Value::Array(values) if !values.is_empty() => {
            let at = pick(values.len());
            match pick(6) {
                0 => drop(values.remove(at)),
                1 => values.push(values[at].clone()),
                2 => values.swap(0, at),
                _ => change(&mut values[at], words, rng),
            }
        }
        Value::Number(number) => {
            let near = number.as_i64().unwrap_or(0);
            *value = [near + 1, near - 1, 0, 1, 7, 255, 65535, 1 << 31, -1][pick(9)].into();
        }
        Value::Bool(yes) => *yes = !*yes,
        Value::Null => *value = [Value::from(0), "a1".into(), Value::Array(Vec::new())][pick(3)].clone(),
        Value::String(_) if !words.is_empty() && pick(3) > 0 => *value = words[pick(words.len())].clone().into(),
        _ => *value = SCRAPS[pick(SCRAPS.len())].into(),
    }
}
