//! The documents: what they show is so.

use super::*;
use crate::Show;
use crate::picture::assert_on_rules_page;

/// A section of a document, by its heading.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    document.split("\n## ").find(|section| section.starts_with(heading)).unwrap()
}

/// The actions and outcomes in a text, in order.
fn events(text: &str) -> String {
    let kinds = ["contracts", "take", "pass", "launch", "aim", "power", "roll"];
    let words = text.split('`').skip(1).step_by(2).filter(|word| kinds.contains(&word.split(':').next().unwrap()));
    words.collect::<Vec<_>>().join(" ")
}

/// The sample turn up to the moment of the picture, and what follows.
fn sample_turn() -> (Table<Somaliland>, &'static str) {
    let section = section(Somaliland::INFO.rules, "A sample turn");
    let (before, after) = section.split_once("This is the moment in the picture").unwrap();
    let mut game = table(2, "", MAP);
    play(&mut game, &events(before));
    (game, after)
}

#[test]
fn the_sample_turn_can_be_played_and_ends_as_told() {
    let (mut game, after) = sample_turn();
    let (big, other, held) = (ship(0, "24"), ship(1, "24"), ship(1, "18"));
    let state = state_of(&game);
    assert_eq!([0, 1].map(|seat| state.cards(Seat(seat)).value()), [74, 74]);
    assert_eq!(state.locked_to(big).collect::<Vec<_>>(), [other]);
    assert!([big, other, held].iter().all(|&ship| state.missing().contains(ship)));
    assert_eq!([0, 1].map(|seat| state.ledger(Seat(seat)).ransom), [0, 3]);
    play(&mut game, &events(after));
    let state = state_of(&game);
    assert_eq!(state.leg(), 2, "four legs are left");
    assert!([big, other, held].iter().all(|&ship| state.held().contains(ship)));
    assert_eq!([0, 1].map(|seat| state.ledger(Seat(seat)).ransom), [4, 3 + 4]);
}

#[test]
fn the_picture_of_the_rules_page_is_current() {
    let (game, _) = sample_turn();
    assert_on_rules_page("somaliland", &game.game().picture(&state_of(&game), None).unwrap());
}

#[test]
fn the_observation_in_the_documents_is_what_seat_0_sees_then() {
    let (game, _) = sample_turn();
    let document = include_str!("../../../docs/observations.md");
    let section = section(document, "Somaliland");
    let shown = section.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let seen = game.view(Seat(0)).observe();
    let json = serde_json::to_string_pretty(&seen).unwrap();
    assert_eq!(serde_json::from_str::<super::super::Observation>(shown).unwrap(), seen, "{json}");
}
