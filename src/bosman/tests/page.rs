//! The position from which the pages explain the game: its picture, its sample turn and its observation.

use super::super::*;
use super::{Scene, scene};
use crate::notation::Notation;
use crate::picture::assert_on_rules_page;
use crate::random::{Purpose, stream};
use crate::show::Show;

/// Turn 23 of a game of two; seat 0 is to move, and T30 brings two of its people on board.
pub(super) fn sample() -> Scene {
    let mut scene = scene(2, "")
        .beach("a1:R10 a7:F10 g7:C10 g1:T10 c2:T11 a2:C30 g3:R* d5:C22 e3:F31 b5:R20")
        .boat("10:R 21:R 11:F 12:T 20:C")
        .boatswain("d2")
        .hand(0, "R12 F20 C31 T22 T30")
        .hand(1, "R22 F10 F32 C11 T10")
        .queue("1:C12 1:R30 0:F21 T20")
        .turn(23);
    scene.state.sailors = 0b1110;
    scene.state.boarded = 19;
    let mut rest = Tokens::full(scene.game.places, scene.game.copies);
    let beach = fields_in(scene.state.beach()).filter_map(|field| match scene.state.piece(field)? {
        Piece::Pirate(token) => Some(token),
        Piece::Sailor(_) => None,
    });
    let boat = places_in(scene.state.boat()).map(|place| Token::new(scene.state.sitter(place).unwrap().0, place));
    let hands = Seat::all(2).flat_map(|seat| scene.state.hand(seat).iter());
    let queue = scene.state.queue().map(|slot| slot.token);
    beach.chain(boat).chain(hands).chain(queue).for_each(|token| rest.remove(token));
    scene.state.shuffled = rest;
    scene.state.shuffled_size = rest.total() as u8;
    // Seat 1 poisoned C20.
    scene.state.poisons[1] = 0;
    scene.state.boat.poison(Place::at(1, 0));
    scene
}

/// What stands between the first pair of two marks.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).unwrap_or_else(|| panic!("{start} … {end}")).0
}

#[test]
fn the_picture_of_the_rules_page_is_current() {
    let scene = sample();
    assert_on_rules_page("bosman", &scene.game.picture(&scene.state, Some(Seat(0))).unwrap());
}

/// BO-13, BO-14, BO-15, BO-16, BO-19
#[test]
fn the_sample_turn_of_the_rules_page_can_be_played() {
    let turn = between(Bosman::INFO.rules, "## A sample turn", "\n## ");
    let is_event = |text: &&str| Bosman::KINDS.contains(&text.split(':').next().unwrap()) || text.starts_with("draw:");
    let events: Vec<&str> = turn.split('`').skip(1).step_by(2).filter(is_event).collect();
    assert_eq!(events, ["play:T30@c2", "board:a2>30", "board:g3>32", "draw:F12"]);
    let before = sample();
    assert_eq!(before.scores(), [2, 2]);
    let laid = before.play(events[0]);
    assert_eq!((laid.at(), laid.queued()), ("g2".to_owned(), "C12 R30 F21 T20 T11".to_owned()));
    let boards: Vec<String> = ["20", "22", "30", "31", "32"].map(|place| format!("board:g3>{place}")).to_vec();
    assert_eq!(laid.legal(), [vec!["board:a2>30".to_owned()], boards].concat());
    let after = laid.play(&events[1..].join(" "));
    assert_eq!((after.scores(), after.to_move()), (vec![5, 2], Turn::Seat(Seat(1))));
    assert_eq!(after.hand_of(0), "R12 F12 F20 C31 T22");
}

#[test]
fn the_observation_on_the_page_is_that_of_the_position() {
    let page = include_str!("../../../docs/observations.md");
    let section = between(page, "\n## Bosman", "\n## ");
    let example: serde_json::Value = serde_json::from_str(between(section, "```json\n", "```")).unwrap();
    let scene = sample();
    let seen = serde_json::to_value(scene.game.observe(&scene.state, Seat(0))).unwrap();
    assert_eq!(example, seen, "{}", serde_json::to_string(&seen).unwrap());
}

#[test]
fn the_picture_shows_what_a_seat_sees_and_nothing_else() {
    let scene = sample();
    let [all, own, other] = [None, Some(Seat(0)), Some(Seat(1))]
        .map(|viewer| scene.game.picture(&scene.state, viewer).unwrap().to_string());
    assert!(own != other && own != all && other != all);
    let named = |picture: &str, place: &str| picture.contains(&format!("data-at=\"{place}\""));
    for place in ["a1", "g7", "d2", "10", "32", "C"] {
        assert!(named(&own, place), "{place} can be pointed at");
    }
    assert!(!named(&own, "R"), "the sailor of R is laid");
    assert_eq!(["T30", "F32"].map(|token| named(&own, token)), [true, false]);
    assert_eq!(["T30", "F32"].map(|token| named(&other, token)), [false, true]);
    assert_eq!(["T30", "F32"].map(|token| named(&all, token)), [true, true]);
}

#[test]
fn an_imagined_state_gives_the_same_picture() {
    let mut rng = stream(1, 0, Purpose::Other(0));
    for (seats, rules) in [(2, ""), (4, "token_copies = 1\npoisons = 3"), (2, "boat_rows = 4\nboat_cols = 4")] {
        let game = super::game(seats, &format!("max_turns = 60\n{rules}"));
        let mut state = game.start();
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            for viewer in Seat::all(seats) {
                let imagined = game.imagine(&state, viewer, &mut rng);
                assert_eq!(game.picture(&imagined, Some(viewer)), game.picture(&state, Some(viewer)));
            }
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        assert!(game.picture(&state, None).is_some(), "a game that is over has a picture too");
    }
}
