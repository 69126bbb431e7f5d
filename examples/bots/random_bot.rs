//! A bot in Rust that plays any of the games at random: `cargo build --example random_bot`, then
//! `cmd:target/debug/examples/random_bot`.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let dice = RandomState::new();
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let told: Value = serde_json::from_str(&line?)?;
        let answer = match told["type"].as_str() {
            // What the seat knows and sees is not asked for, since this bot does not look.
            Some("hello") => json!({
                "type": "ready", "protocol": 1, "name": "random in Rust",
                "options": {"observation": false, "events": false},
            }),
            Some("choose") => {
                let legal = told["legal"].as_array().ok_or("no list of legal actions")?;
                let choice = dice.hash_one(number) as usize % legal.len();
                json!({"type": "play", "action": legal[choice]})
            }
            Some("quit") => break,
            _ => continue,
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
