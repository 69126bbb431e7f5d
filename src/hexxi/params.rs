use super::Hexxi;
use super::board::Board;
use super::token::Tokens;
use crate::ruleset::{Domain, Param, RulesError, Ruleset};

/// What `trap_ship` may be (HX-22): the ship that took a base stays on the board, or goes home at once.
const TRAP_SHIP: &[&str] = &["stays", "leaves"];

pub(super) fn params(_seats: usize) -> Vec<Param> {
    let count = |key, default: i64, max, meaning| Param::new(key, default, Domain::Int(1, max), meaning);
    let points = |key, default: i64, max, meaning| Param::new(key, default, Domain::Int(0, max), meaning);
    let flag = |key, default: bool, meaning| Param::new(key, default, Domain::Bool, meaning);
    vec![
        Param::new("board_side", 4, Domain::Int(3, 5), "cells on a side of the board"),
        count("rounds", 3, 5, "rounds a game"),
        count("lanes", 6, 10, "lanes of a seat"),
        count("ships", 3, 5, "ships of a seat"),
        count("pirates", 2, 4, "boats of pirates of a seat"),
        count("warships", 1, 2, "warships of a seat"),
        count("value_lane", 1, 12, "value of a lane"),
        count("value_ship", 2, 12, "value of a ship"),
        count("value_pirates", 3, 12, "value of pirates"),
        count("value_warship", 6, 12, "value of a warship"),
        count("edge_multiplier", 3, 6, "times its value that a ship on a far edge scores"),
        count("capture_multiplier", 2, 6, "times its value that a captured unit scores"),
        points("base_points", 10, 40, "points for taking a base"),
        points("round_tax", 20, 40, "points taken off every round"),
        flag("spying", true, "seats may spy"),
        flag("edge_placing", true, "ships may be laid on their far edges"),
        flag("clear_board", false, "all tokens return to hand after a round"),
        count("line_reach", 1, 8, "how many cells behind the target a helper may stand in an ambush or a trap"),
        Param::new("trap_ship", TRAP_SHIP[0], Domain::Word(TRAP_SHIP), "what a ship does that took a base"),
        flag("pass_is_final", true, "a pass leaves the confrontation for good"),
        Param::new(
            "quiet_limit",
            16,
            Domain::Int(4, 200),
            "actions in a row without a capture that end a confrontation",
        ),
        points("max_bid", 20, 60, "the highest bid for initiative; 0 for no bidding"),
    ]
}

pub(super) fn new(seats: usize, rules: Ruleset) -> Result<Hexxi, RulesError> {
    // Every parameter's range fits a byte.
    let byte = |key| rules.int(key) as u8;
    let int = |key| rules.int(key) as i32;
    let size = |key| usize::from(byte(key));
    Ok(Hexxi {
        seats,
        board: Board::new(size("board_side"), seats, size("line_reach")),
        rounds: byte("rounds"),
        tokens: Tokens::new(["lanes", "ships", "pirates", "warships"].map(byte)),
        values: ["value_lane", "value_ship", "value_pirates", "value_warship"].map(byte),
        edge_multiplier: int("edge_multiplier"),
        capture_multiplier: int("capture_multiplier"),
        base_points: int("base_points"),
        round_tax: int("round_tax"),
        spying: rules.flag("spying"),
        edge_placing: rules.flag("edge_placing"),
        clear_board: rules.flag("clear_board"),
        trap_ship_stays: rules.word("trap_ship") == TRAP_SHIP[0],
        pass_is_final: rules.flag("pass_is_final"),
        quiet_limit: byte("quiet_limit"),
        max_bid: byte("max_bid"),
        rules,
    })
}
