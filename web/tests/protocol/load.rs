//! How many tables the machine carries.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::served::Served;

/// The memory that this process holds, in megabytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0u64) / 1024
}

/// 200 tables of random bots and four of strong ones, all playing: what they hold, and how long an answer takes.
///
/// `cargo test --release -p marque-web --test protocol -- --ignored --nocapture two_hundred`
#[test]
#[ignore = "measures this machine: tells memory and time for 200 tables"]
fn two_hundred_tables_stay_small_and_answer_soon() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let before = memory();
    let games = marque::NAMES;
    let mut links = Vec::new();
    for number in 0..200 {
        let game = games[number % games.len()];
        let seats = if game == "santy-anno" { 3 } else { 2 };
        let table = json!({ "game": game, "chairs": vec!["random"; seats], "seed": number, "house": { "pace": 100 } });
        links.push(served.open(&table)["onlooker"].clone());
    }
    for number in 0..4 {
        served.open(
            &json!({ "game": "hexxi", "chairs": ["captain", "captain"], "seed": number, "house": { "pace": 0 } }),
        );
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        for link in &links {
            let asked = Instant::now();
            served.look(link);
            times.push(asked.elapsed());
        }
    }
    times.sort();
    let percentile = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1000.0;
    println!(
        "{} answers: median {:.1} ms, 95 % within {:.1} ms; memory {} MB, of which {} MB before the first table",
        times.len(),
        percentile(50),
        percentile(95),
        memory(),
        before
    );
    assert!(memory() < 300, "{} MB", memory());
}
