use toml::Value;

use super::Bosman;
use super::beach::{Beach, MAP};
use super::token::{BOAT_SIDE, Batch, Gang, Place};
use crate::ruleset::{Domain, Param, RulesError, Ruleset};

/// What a beach must be like, for errors.
pub(super) const BEACH: &str =
    "7 strings of 7 of R F C T ., rank 7 first, with R on a1, F on a7, C on g7, T on g1 and . on d4";

pub(super) fn params() -> Vec<Param> {
    let side = Domain::Int(2, BOAT_SIDE as i64);
    let map = Value::Array(MAP.into_iter().map(Value::from).collect());
    vec![
        Param::new("boat_rows", 3, side, "rows of places in the boat, and digits of tokens"),
        Param::new("boat_cols", 3, side, "columns of places in the boat, and numbers of dots"),
        Param::new("token_copies", 2, Domain::Int(1, 3), "copies of each gang's token for each place"),
        Param::new(
            "places",
            "exact",
            Domain::Word(&["exact", "row"]),
            "whether a token takes the one place it names or any in its digit's row",
        ),
        Param::new("hand", 5, Domain::Int(1, Batch::MOST as i64), "tokens dealt to each seat"),
        Param::new("poisons", 1, Domain::Int(0, 3), "poisons of each seat"),
        Param::new("sailors", true, Domain::Bool, "whether each gang has a sailor"),
        Param::new("refill", true, Domain::Bool, "whether a seat draws a token after playing one"),
        Param::new("row_bonus", 1, Domain::Int(0, 3), "points for three of a gang in a row"),
        Param::new("max_turns", 1000, Domain::Int(10, 1000), "turns after which the boat leaves"),
        Param::new("stall_limit", 300, Domain::Int(4, 1000), "turns without a boarding after which the boat leaves"),
        Param::new("beach", map, Domain::Other(BEACH), "the outposts on the beach"),
    ]
}

pub(super) fn new(seats: usize, rules: Ruleset) -> Result<Bosman, RulesError> {
    let map = rules.value("beach").as_array().and_then(|rows| rows.iter().map(Value::as_str).collect());
    let beach = map.and_then(|rows: Vec<&str>| Beach::read(rows.into_iter()));
    let beach = beach.ok_or_else(|| rules.refuse("beach", BEACH))?;
    let [rows, columns, copies] = ["boat_rows", "boat_cols", "token_copies"].map(|key| rules.int(key) as usize);
    let tokens = 4 * rows * columns * copies - 4;
    let largest = tokens / seats;
    if rules.int("hand") > largest as i64 {
        return Err(rules.refuse("hand", format!("1-{largest} ({tokens} tokens for {seats} seats)")));
    }
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Place::at(row, column).bit())).sum();
    let (mut gangs, mut outposts) = ([0; 4], [0; 4]);
    for gang in Gang::ALL {
        let seat = gang.seat(seats).index();
        gangs[seat] |= 1 << gang.index();
        outposts[seat] |= beach.outposts(gang);
    }
    Ok(Bosman {
        seats,
        beach,
        rows,
        columns,
        places,
        copies,
        whole_row: rules.word("places") == "row",
        hand: rules.int("hand") as u8,
        poisons: rules.int("poisons") as u8,
        sailors: rules.flag("sailors"),
        refill: rules.flag("refill"),
        row_bonus: rules.int("row_bonus") as u32,
        max_turns: rules.int("max_turns") as u32,
        stall_limit: rules.int("stall_limit") as u32,
        gangs,
        outposts,
        rules,
    })
}
