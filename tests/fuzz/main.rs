//! Whatever a kernel reads, changed a little: it gets an error or what it says, and never a panic.

#[allow(dead_code)]
mod mutate;

use marque::random::{Purpose, stream};
use marque::{Game, Trace, Turn, toml};

const GAMES: u32 = marque::NAMES.len() as u32;

macro_rules! targets {
    ([$($module:ident::$Game:ident),* $(,)?]) => {$(
        mod $module {
            use super::*;
            use marque::$module::$Game as G;

            #[test]
            fn fuzz_traces() {
                let seeds: Vec<Vec<u8>> = G::INFO.seats.iter().map(|&seats| {
                    let mut bytes = Vec::new();
                    Trace::random(G::create(seats, &toml::Table::new()).unwrap(), 1).write(&mut bytes).unwrap();
                    bytes
                }).collect();
                mutate::fuzz(&format!("traces of {}", G::INFO.name), GAMES, 300, &seeds, |bytes| {
                    if let Ok(trace) = Trace::read(bytes) {
                        let _ = trace.verify::<G>();
                    }
                });
            }

            #[test]
            fn fuzz_rulesets() {
                let seats = *G::INFO.seats.last().unwrap();
                let defaults = G::create(seats, &toml::Table::new()).unwrap();
                let seeds = [defaults.rules().values().to_string().into_bytes()];
                mutate::fuzz(&format!("rulesets of {}", G::INFO.name), GAMES, 1000, &seeds, |bytes| {
                    let Ok(given) = std::str::from_utf8(bytes).unwrap_or_default().parse::<toml::Table>() else { return };
                    let Ok(game) = G::create(seats, &given) else { return };
                    let (mut state, mut rng) = (game.start(), stream(1, 0, Purpose::Chance));
                    for _ in 0..20 {
                        let Turn::Seat(_) = game.settle(&mut state, &mut rng) else { break };
                        let action = game.random_action(&state, &mut rng);
                        game.play(&mut state, action);
                    }
                });
            }
        }
    )*};
}

marque::every_game!([targets]);
