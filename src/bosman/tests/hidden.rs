//! What a seat knows, and what it imagines.

use serde_json::json;

use super::super::*;
use super::{Scene, scene};
use crate::game::Event;
use crate::notation::Notation;
use crate::random::{Purpose, stream};
use crate::recall::tests::refuses;
use crate::show::Show;

/// BO-11: a swap hides its tokens, but not how many they are.
#[test]
fn a_swap_is_seen_by_its_own_seat_only() {
    let before = scene(2, "").hand(0, "R11 F20").hand(1, "T32").shuffled("T10 T11 T12");
    let swap = before.game.read_action("swap:R11,F20").unwrap();
    assert!(!before.game.open(swap) && before.game.open(Action::Keep));
    let tell = |viewer| before.game.narrate(&before.state, Event::Action(swap), viewer);
    assert_eq!([tell(None), tell(Some(Seat(0)))], ["Seat 0 swaps R11 F20.", "Seat 0 swaps R11 F20."]);
    assert_eq!(tell(Some(Seat(1))), "Seat 0 swaps 2 tokens.");
    let after = before.play("swap:R11,F20 draw:T10 draw:T11");
    let board = |viewer| after.game.board(&after.state, Some(Seat(viewer))).to_string();
    assert!(board(0).contains("Stack: 1 shuffled, under them R11 F20\n"), "{}", board(0));
    assert!(board(1).contains("Stack: 1 shuffled, under them ? ?\n"), "{}", board(1));
}

#[test]
fn a_known_token_is_known_in_the_hand_that_draws_it() {
    let scene = scene(4, "").hand(0, "R11 T10").queue("1:F10 C11 0:T12 2:R20");
    let drawn = scene.hand(1, "F20").play("swap:R11,T10");
    assert_eq!(drawn.hand_of(0), "F10 C11");
    assert_eq!([0, 1, 2, 3].map(|viewer| drawn.known(viewer, 0)), ["F10 C11", "F10 C11", "C11", "C11"]);
    let own = drawn.play("swap:F20");
    assert_eq!([0, 1, 2].map(|viewer| own.known(viewer, 1)), ["T12", "T12", ""], "seat 0 had swapped T12");
}

#[test]
fn a_known_token_is_unseen_once_its_hand_swaps() {
    let scene = scene(2, "").hand(0, "R11").hand(1, "F10 F11").queue("0:C11 C12 C10").play("swap:R11");
    assert_eq!(scene.known(1, 0), "", "seat 0 drew what it had swapped itself");
    let known = scene.play("swap:F10,F11");
    assert_eq!((known.known(0, 1), known.queued()), ("C10 C12".to_owned(), "R11 F10 F11".to_owned()));
    let hidden = known.play("swap:C11 swap:C12");
    assert_eq!((hidden.hand_of(1), hidden.known(0, 1)), ("F10 C10".to_owned(), String::new()));
}

#[test]
fn an_equal_token_laid_counts_as_the_known_one() {
    let mut scene = scene(4, "refill = false").hand(0, "R11 R11 R11 R22").hand(1, "F10");
    let seat = Seat(0);
    for by in [None, Some(Seat(1)), Some(Seat(2))] {
        scene.state.known[0].note(seat, Slot { token: scene.token("R11"), by });
    }
    assert_eq!([1, 2, 3].map(|viewer| scene.known(viewer, 0)), ["R11 R11", "R11 R11", "R11"]);
    scene.state.show(scene.token("R11"));
    assert_eq!([1, 2, 3].map(|viewer| scene.known(viewer, 0)), ["R11", "R11", ""]);
    scene.state.show(scene.token("R22"));
    assert_eq!([1, 2, 3].map(|viewer| scene.known(viewer, 0)), ["R11", "R11", ""]);
    scene.state.show(scene.token("R11"));
    assert_eq!([1, 2, 3].map(|viewer| scene.known(viewer, 0)), ["", "", ""]);
    assert_eq!(scene.hand_of(0), "R11");
}

#[test]
fn an_unseen_token_is_equally_likely_in_every_unseen_place() {
    // Seat 0 does not know two tokens of seat 1's hand, two in the queue and two in the shuffled part.
    let scene = scene(2, "").hand(0, "R10").hand(1, "F20 F21").queue("1:T10 0:R22 1:T11 C10").shuffled("C20 C21");
    let mut rng = stream(1, 0, Purpose::Other(0));
    let mut counts = [0; 4];
    for _ in 0..6000 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        let sought = scene.token("T11");
        let queue: Vec<Token> = imagined.queue().map(|slot| slot.token).collect();
        assert_eq!((queue[1], queue[3]), (scene.token("R22"), scene.token("C10")));
        let places = [imagined.hand(Seat(1)).copies(sought) > 0, queue[0] == sought, queue[2] == sought];
        counts[places.iter().position(|&here| here).unwrap_or(3)] += 1;
    }
    assert!(
        counts.iter().zip([2000, 1000, 1000, 2000]).all(|(&count, expected): (&i32, _)| (count - expected).abs() < 200),
        "{counts:?}"
    );
}

#[test]
fn what_no_seat_can_have_seen_is_refused_by_its_field() {
    let scene = scene(2, "").hand(0, "R11 F20").hand(1, "T32").shuffled("T10 T11").beach("d5:C20 d3:R*").boat("21:R");
    let known = |token: &str, to: Option<u8>| json!([{ "token": token, "to": to }]);
    let queued = |token: Option<&str>, by: Option<u8>| json!({ "token": token, "by": by });
    refuses(
        &scene.game,
        &scene.state,
        Seat(0),
        &[
            ("/viewer", json!(2), "viewer"),
            ("/seat", json!(2), "seat"),
            ("/boatswain", json!("z9"), "boatswain"),
            ("/beach", json!({ "z9": "C20" }), "beach"),
            ("/beach", json!({ "d5": "C99" }), "beach"),
            ("/beach", json!({ "d5": "R11" }), ""),
            ("/beach", json!({ "d5": "R11", "d6": "R11" }), "tokens"),
            ("/beach", json!({ "d5": "R11", "d6": "R11", "d7": "R11" }), "beach"),
            ("/boat", json!({ "99": "R" }), "boat"),
            ("/boat", json!({ "21": "Q" }), "boat"),
            ("/covered", json!({ "21": 0 }), "covered"),
            ("/covered", json!({ "21": 15 }), ""),
            ("/covered", json!({ "21": 16 }), "covered"),
            ("/hands", json!([]), "hands"),
            ("/sailors", json!([]), "hands"),
            ("/sailors/0", json!(["Q"]), "sailors"),
            ("/poisons/0", json!(256), "poisons"),
            ("/hands/0/size", json!(1), "tokens"),
            ("/hands/0/size", json!(3), ""),
            ("/hands/0/size", json!(200), "size"),
            ("/hands/0/tokens", json!(["R11", "C99"]), "tokens"),
            ("/hands/0/known", known("R11", Some(1)), ""),
            ("/hands/0/known", known("R11", Some(0)), "known"),
            ("/hands/0/known", known("R11", Some(2)), "known"),
            ("/hands/0/known", known("T32", None), "known"),
            ("/hands/0/known", json!([known("R11", None)[0], known("F20", Some(1))[0]]), ""),
            ("/hands/0/known", json!([known("R11", None)[0], known("R11", Some(1))[0]]), "known"),
            ("/hands/0/known", json!([known("R11", None)[0], known("R11", None)[0], known("R11", None)[0]]), "tokens"),
            ("/unseen", json!([]), "unseen"),
            ("/unseen", json!(["C99"]), "unseen"),
            ("/queue", json!([queued(Some("C10"), None)]), ""),
            ("/queue", json!([queued(Some("R11"), None), queued(Some("R11"), None)]), "queue"),
            ("/queue", json!([queued(None, Some(1))]), ""),
            ("/queue", json!([queued(None, Some(0))]), "queue"),
            ("/queue", json!([queued(None, None)]), "queue"),
            ("/queue", json!([queued(Some("C10"), Some(2))]), "queue"),
            ("/queue", json!(vec![queued(Some("C10"), None); 193]), "queue"),
            ("/turns", json!(65_536), "turns"),
            ("/quiet_turns", json!(65_536), "quiet_turns"),
            ("/quiet_turns", json!(1), ""),
            ("/quiet_turns", json!(2), "quiet_turns"),
            ("/laid", json!("d5"), ""),
            ("/laid", json!("z9"), "laid"),
        ],
    );
}

#[test]
fn all_see_how_many_tokens_are_yet_to_be_drawn() {
    let swap = scene(2, "").hand(0, "R11 F20").shuffled("T10 T11 T12").play("swap:R11,F20");
    let due = |scene: &Scene| [0, 1].map(|viewer| scene.game.observe(&scene.state, Seat(viewer)).due);
    assert_eq!(due(&swap), [2, 2]);
    assert_eq!(due(&swap.play("draw:T10")), [1, 1]);
}
