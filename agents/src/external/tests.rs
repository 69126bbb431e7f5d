use marque::random::{Purpose, stream};
use marque::{Table, Turn, toml};

use super::ours::sit;
use super::*;
use crate::bot::Bot;

/// Plays a game in which every seat's choices are made twice: here, and by the same bot as a program would make them, from
/// what its seat sees alone.
fn plays_the_same<G: Knowledge>(seats: usize, bot: &str, most: usize) {
    let game = G::create(seats, &toml::Table::new()).unwrap();
    let mut table = Table::new(game.clone());
    let mut chance = stream(7, 0, Purpose::Chance);
    let mut own: Vec<Rng> = Seat::all(seats).map(|seat| stream(7, 0, Purpose::Seat(seat))).collect();
    let mut streams: Vec<Option<Rng>> = own.iter().cloned().map(Some).collect();
    let mut here: Vec<Box<dyn Agent<G>>> = (0..seats).map(|_| Bot::parse::<G>(bot).unwrap().sit()).collect();
    let rules = serde_json::to_value(game.rules().values()).unwrap();
    let rules: toml::Table = serde_json::from_value(rules).unwrap();
    let mut there: Vec<_> = (0..seats).map(|seat| sit::<G>(bot, seats, seat as u8, &rules).unwrap()).collect();
    let mut choices = 0;
    while choices < most {
        let before = table.clone();
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(&mut chance)),
            Turn::Seat(seat) => {
                let index = seat.index();
                let action = here[index].choose(&table.view(seat), &mut own[index]).unwrap();
                let seen = serde_json::to_value(table.view(seat).observe()).unwrap();
                let played = there[index].choose(seen, None, streams[index].take()).unwrap();
                assert_eq!(played, game.write_action(action), "{} {bot}, choice {choices} of {seat}", G::INFO.name);
                table.choose(action).unwrap();
                choices += 1;
            }
        }
        let &event = table.events().last().unwrap();
        for seat in Seat::all(seats) {
            let sight = before.sight(event, seat);
            if let Some(see) = sight.words() {
                there[seat.index()].watch(&see);
            }
            here[seat.index()].watch(&sight);
        }
    }
    assert!(choices > 0);
}

macro_rules! same_everywhere {
    ([$($module:ident::$Game:ident),* $(,)?]) => {$(
        mod $module {
            use super::*;

            #[test]
            fn a_bot_told_no_more_than_its_seat_sees_plays_the_same_moves() {
                type G = marque::$module::$Game;
                for &seats in G::INFO.seats {
                    plays_the_same::<G>(seats, "random", 200);
                    plays_the_same::<G>(seats, "greedy:samples=3", 60);
                    plays_the_same::<G>(seats, "search:iterations=40", 60);
                }
                for bot in G::styles() {
                    plays_the_same::<G>(G::INFO.seats[0], bot.name, 60);
                }
                plays_the_same::<G>(G::INFO.seats[0], "flat:iterations=40", 30);
                plays_the_same::<G>(G::INFO.seats[0], "captain:iterations=60", 30);
            }
        }
    )*};
}

marque::every_game!([same_everywhere]);

use marque::Game as _;

#[path = "../../../tests/fuzz/mutate.rs"]
mod mutate;

/// What a program in a seat is told in a random game, and all observations of that seat at its choices.
fn told<G: Knowledge>(seats: usize) -> Vec<Vec<u8>> {
    let game = G::create(seats, &toml::Table::new()).unwrap();
    let mut table = Table::new(game.clone());
    let mut rng = stream(3, 0, Purpose::Chance);
    let mut lines =
        vec![line(&Notice::Game { game: G::INFO.name, seats, seat: 1, rules: game.rules().values(), ms: 1000 })];
    while table.turn() != Turn::Over && lines.len() < 400 {
        if table.turn() == Turn::Seat(Seat(1)) {
            lines.push(line(&Message::Choose {
                observation: Some(table.view(Seat(1)).observe()),
                legal: table.legal(),
                ms: 1000,
                seed: Some(random::write_stream(&rng)),
            }));
        }
        let before = table.clone();
        if table.roll(&mut rng).is_none() {
            table.play_random(&mut rng);
        }
        if let Some(see) = before.sight(*table.events().last().unwrap(), Seat(1)).words() {
            lines.push(line(&Notice::Event { see: &see }));
        }
    }
    lines
}

fn told_in_all_games() -> Vec<Vec<Vec<u8>>> {
    let in_game = |name| marque::with_game!(name, G => told::<G>(G::INFO.seats[0])).unwrap();
    marque::NAMES.into_iter().map(in_game).collect()
}

const GAMES: u32 = marque::NAMES.len() as u32;

#[test]
fn fuzz_what_a_table_says() {
    for lines in told_in_all_games() {
        let begin = lines[0].clone();
        mutate::fuzz("what a table says", GAMES, 1500, &lines, |bytes| {
            let input = [&begin, &b"\n"[..], bytes, b"\n"].concat();
            serve("random", &input[..], std::io::sink()).unwrap();
        });
    }
}

/// No observation that is read makes a game panic, and one that is taken for true shows a view to choose from.
#[test]
fn fuzz_observations() {
    fn feed<G: Knowledge>(lines: &[Vec<u8>]) {
        let game = G::create(G::INFO.seats[0], &toml::Table::new()).unwrap();
        let seen = |line: &Vec<u8>| {
            let value: serde_json::Value = serde_json::from_slice(line).ok()?;
            value.get("observation").cloned()
        };
        let seeds: Vec<serde_json::Value> = lines.iter().filter_map(seen).collect();
        let (mut read, mut taken) = (0, 0);
        mutate::fuzz_json(&format!("observations of {}", G::INFO.name), GAMES, 3000, &seeds, |value| {
            let Ok(observation) = serde_json::from_value::<G::Observation>(value) else { return };
            read += 1;
            let Ok(state) = marque::recall(&game, &observation, Seat(1)) else { return };
            taken += 1;
            let view = View::new(&game, &state, Seat(1));
            let mut actions = Vec::new();
            view.actions(&mut actions);
            assert!(!actions.is_empty());
            view.imagine(&mut stream(taken, 0, Purpose::Chance));
        });
        println!("{read} were read, {taken} taken for true");
        assert!(read > 0 && taken > 0);
    }
    for (name, lines) in marque::NAMES.iter().zip(told_in_all_games()) {
        marque::with_game!(name, G => feed::<G>(&lines)).unwrap();
    }
}

#[test]
fn fuzz_what_a_program_says() {
    let seeds = [
        r#"{"type":"ready","protocol":1,"name":"my bot","options":{"observation":false,"events":true,"seed":true}}"#,
        r#"{"type":"play","action":"start:b5"}"#,
        r#"{"type":"error","message":"no wind"}"#,
    ];
    let seeds = seeds.map(|line| line.as_bytes().to_vec());
    for line in &seeds {
        answer(line).unwrap();
    }
    mutate::fuzz("what a program says", 1, 20_000, &seeds, |bytes| {
        if let Err(Failure(why)) = answer(bytes) {
            assert!(why.len() < 600, "{why}");
        }
    });
}
