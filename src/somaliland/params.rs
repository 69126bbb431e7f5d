//! The ruleset: every key with its range, and the game it makes.

use std::sync::Arc;

use toml::{Table, Value};

use crate::ruleset::{Domain, Param, RulesError, Ruleset};

use super::Somaliland;
use super::chart::Chart;
use super::hand::Hands;
use super::ship::{FACES, FLEET, SHIP_NAMES, SIDE};
use super::throw::Direction;

/// The map that is played on where a ruleset gives no other.
pub const MAP: &str = include_str!("somaliland.map");

const POWERS: [i64; 14] = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28];

/// The words by which `powers`, `hands` and `faces` are described and refused.
const POWERS_RANGE: &str = "a list of 1-16 rising numbers, each 1-40";
const HANDS_RANGE: &str = "a list with a percent 0-400 for each seat";
const FACES_RANGE: &str = "a table from ship names (6a, 6b, 8, 12, 18, 24) to lists of six numbers 0-9";

pub(super) fn params(seats: usize) -> Vec<Param> {
    let turns = if seats == 3 { 3 } else { 4 };
    vec![
        Param::new("turns", turns, Domain::Int(1, 8), "turns a game"),
        Param::new("legs", 6, Domain::Int(2, 12), "legs a turn"),
        Param::new("offer", 9, Domain::Int(1, 36), "contracts laid out before a turn"),
        Param::new("africa_percent", 50, Domain::Int(0, 100), "what a contract around Africa counts, in percent"),
        Param::new("headings", 32, Domain::OneOf(&[8, 16, 32, 64]), "directions one can aim in"),
        Param::new("powers", list(&POWERS), Domain::Other(POWERS_RANGE), "quarter turns one can mean"),
        Param::new("aim_sigma", 7, Domain::Int(0, 200), "how much aim strays, in 1/1024 turns"),
        Param::new("power_sigma_percent", 10, Domain::Int(0, 100), "how much power strays, in percent"),
        Param::new(
            "hands",
            list(&vec![100; seats]),
            Domain::Other(HANDS_RANGE),
            "how much each seat's hand strays, in percent",
        ),
        Param::new("goal_radius", 800, Domain::Int(100, 2000), "how near to its goal a ship has arrived, in 0.1 mm"),
        Param::new("tip_turns", 3, Domain::Int(0, 40), "quarter turns left in a die that can knock another over"),
        Param::new("tip_percent", 50, Domain::Int(0, 100), "how often it does, in percent"),
        Param::new("pirates_hunt", "somalia", Domain::Word(&["somalia", "all"]), "which lanes the pirates hunt in"),
        Param::new(
            "faces",
            face_table(&FACES),
            Domain::Other(FACES_RANGE),
            "the faces of each die: top, north, east, south, west, bottom",
        ),
        Param::new(
            "map",
            MAP,
            Domain::Text("the text of a map: 90 lines of 75 characters # a s . N S P"),
            "the sea map",
        ),
    ]
}

fn list(numbers: &[i64]) -> Value {
    Value::Array(numbers.iter().copied().map(Value::from).collect())
}

/// The faces of all ships as a ruleset has them.
fn face_table(faces: &[[u8; 6]; FLEET]) -> Table {
    SHIP_NAMES.into_iter().zip(faces).map(|(name, six)| (name.to_owned(), list(&six.map(i64::from)))).collect()
}

/// Whole numbers of a list, if it is one and all are in the range.
fn numbers(value: &Value, min: i64, max: i64) -> Option<Vec<i64>> {
    let number = |value: &Value| value.as_integer().filter(|number| (min..=max).contains(number));
    value.as_array()?.iter().map(number).collect()
}

pub(super) fn new(seats: usize, mut rules: Ruleset) -> Result<Somaliland, RulesError> {
    let powers = numbers(rules.value("powers"), 1, 40)
        .filter(|powers| (1..=16).contains(&powers.len()) && powers.is_sorted_by(|a, b| a < b))
        .ok_or_else(|| rules.refuse("powers", POWERS_RANGE))?;
    let powers: Arc<[u8]> = powers.into_iter().map(|power| power as u8).collect();
    let hands = numbers(rules.value("hands"), 0, 400)
        .filter(|hands| hands.len() == seats)
        .ok_or_else(|| rules.refuse("hands", format!("{HANDS_RANGE} ({seats} seats)")))?;
    let hands: Vec<u32> = hands.into_iter().map(|percent| percent as u32).collect();
    let faces = faces(rules.value("faces")).ok_or_else(|| rules.refuse("faces", FACES_RANGE))?;
    let chart = Chart::read(rules.word("map")).map_err(|expected| rules.refuse("map", expected))?;
    // A ruleset is kept whole: with the faces of all ships, and a map that is the same text on every system.
    rules.keep("faces", face_table(&faces));
    rules.keep("map", rules.word("map").replace("\r\n", "\n"));
    let goal_radius = rules.int("goal_radius") as i32;
    let load =
        |ships: usize| (0..FLEET).filter(|ship| ships >> ship & 1 == 1).map(|ship| displacement(&faces[ship])).sum();
    Ok(Somaliland {
        seats,
        turns: rules.int("turns") as u8,
        legs: rules.int("legs") as u8,
        offer: rules.int("offer") as u32,
        africa_percent: rules.int("africa_percent") as i32,
        headings: rules.int("headings") as u8,
        hands: Hands::new(&hands, &powers, rules.int("aim_sigma") as u32, rules.int("power_sigma_percent") as u32)
            .into(),
        powers,
        goal_radius,
        tip_turns: rules.int("tip_turns") as i32,
        tip_percent: rules.int("tip_percent") as u8,
        hunts_all: rules.word("pirates_hunt") == "all",
        faces,
        loads: std::array::from_fn(load),
        calm: chart.calm(SIDE, goal_radius).into(),
        chart: chart.into(),
        directions: Direction::all().into(),
        rules: rules.into(),
    })
}

/// The displacement of a die is the sum of its faces (SO-4).
fn displacement(faces: &[u8; 6]) -> u16 {
    faces.iter().copied().map(u16::from).sum()
}

/// The usual faces, with those that the table names in their place.
fn faces(value: &Value) -> Option<[[u8; 6]; FLEET]> {
    let mut faces = FACES;
    for (name, value) in value.as_table()? {
        let ship = SHIP_NAMES.iter().position(|ship| ship == name)?;
        let six: [i64; 6] = numbers(value, 0, 9)?.try_into().ok()?;
        faces[ship] = six.map(|face| face as u8);
    }
    Some(faces)
}
