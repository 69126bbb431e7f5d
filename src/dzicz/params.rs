//! What a ruleset can change.

use crate::ruleset::{Domain, Param, RulesError, Ruleset};

use super::Dzicz;
use super::board::Board;
use super::mission::Secrets;
use super::order::Order;
use super::state::Chit;

pub(super) fn params(seats: usize) -> Vec<Param> {
    let at_start = |chit: Chit, meaning| Param::new(chit.name(), 1, Domain::Int(0, 3), meaning);
    vec![
        Param::new("size", 5, Domain::OneOf(&[5, 7]), "fields a side of the board"),
        Param::new("turns", 12, Domain::Int(2, 40), "turns a game lasts"),
        Param::new("mission_copies", 2, Domain::Int(2, 4), "cards of each mission"),
        Param::new("open_missions", seats as i64 - 1, Domain::Int(0, 4), "cards dealt face up"),
        Param::new(
            "secret_missions",
            "claim",
            Domain::Word(&["claim", "end", "held", "none"]),
            "secret cards count once met, if met at the end, always, or are not dealt",
        ),
        Param::new("aim", "card", Domain::Word(&["card", "rivals"]), "seats play for a card, or to beat their rivals"),
        at_start(Chit::Charge, "charges a seat starts with"),
        at_start(Chit::Defence, "defences a seat starts with"),
        at_start(Chit::Expansion, "expansions a seat starts with"),
        at_start(Chit::Maneuver, "maneuvers a seat starts with"),
        Param::new("later_mover_claims", true, Domain::Bool, "whether the later of several seats claims a card"),
        Param::new(
            "order",
            "fixed",
            Domain::Word(&["fixed", "rotating", "reversed"]),
            "turns go by seats, begin with each seat in turn, or go the other way after landing",
        ),
    ]
}

pub(super) fn new(seats: usize, rules: Ruleset) -> Result<Dzicz, RulesError> {
    let number = |key| rules.int(key) as u8;
    let open_cards = number("open_missions");
    let secrets = match rules.word("secret_missions") {
        "claim" => Secrets::Claimed,
        "end" => Secrets::Shown,
        "held" => Secrets::Held,
        _ => Secrets::None,
    };
    Ok(Dzicz {
        seats,
        board: Board::new(number("size")),
        turns: number("turns"),
        copies: number("mission_copies"),
        open_cards,
        cards: open_cards + if secrets == Secrets::None { 0 } else { seats as u8 },
        secrets,
        for_a_card: rules.word("aim") == "card",
        later_claims: rules.flag("later_mover_claims"),
        order: match rules.word("order") {
            "fixed" => Order::Fixed,
            "rotating" => Order::Rotating,
            _ => Order::Reversed,
        },
        chits: Chit::ALL.map(|chit| number(chit.name())),
        rules,
    })
}
