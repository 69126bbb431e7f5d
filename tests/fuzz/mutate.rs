//! Mutation of valid input, for tests that feed whatever can be read with what cannot: a small fuzzer that needs no more
//! than the stable toolchain. `MARQUE_FUZZ=1000000 cargo test … fuzz` runs so many cases of each target.

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

/// How many cases a target gets: so many, or as many as the environment says.
pub fn cases(usual: u64) -> u64 {
    std::env::var("MARQUE_FUZZ").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Feeds a target with seeds that a few changes were made to, and says how many cases there were.
pub fn fuzz(target: &str, usual: u64, seeds: &[Vec<u8>], mut feed: impl FnMut(&[u8])) {
    assert!(!seeds.is_empty(), "{target} has nothing to start from");
    let cases = cases(usual);
    let mut rng = stream(0x6675_7a7a, cases, Purpose::Other(0));
    for _ in 0..cases {
        feed(&mutate(seeds, &mut rng));
    }
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
pub fn fuzz_json(target: &str, usual: u64, seeds: &[serde_json::Value], mut feed: impl FnMut(serde_json::Value)) {
    let cases = cases(usual);
    let mut rng = stream(0x6a73_6f6e, cases, Purpose::Other(0));
    for _ in 0..cases {
        let mut value = seeds[random::below(&mut rng, seeds.len() as u32) as usize].clone();
        for _ in 0..=random::below(&mut rng, 3) {
            let mut words = Vec::new();
            collect_words(&value, &mut words);
            change(&mut value, &words, &mut rng);
        }
        feed(value);
    }
    println!("{target}: {cases} cases");
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
