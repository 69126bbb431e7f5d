//! What a seat knows of the secret cards.

use serde_json::json;

use crate::random::{self, Purpose};
use crate::recall::tests::refuses;

use super::*;

/// How often a viewer imagines each mission on a card, in `draws`.
fn imagined(scene: &Scene, viewer: u8, card: usize, draws: u32) -> [u32; 4] {
    let mut rng = random::stream(5, 0, Purpose::Other(0));
    let mut counts = [0; 4];
    for _ in 0..draws {
        counts[scene.game.imagine(&scene.state, Seat(viewer), &mut rng).cards[card].mission as usize] += 1;
    }
    counts
}

/// DZ-5
#[test]
fn a_secret_card_is_seen_by_its_owner_alone_until_it_is_claimed() {
    let scene = scene("b1 | d5").cards("T R?0 B?1");
    let seen = scene.game.observe(&scene.state, Seat(1));
    let letters = |seen: &Observation| seen.cards.iter().map(|card| card.mission).collect::<String>();
    assert_eq!(letters(&seen), "T?B");
    let claimed = super::scene("b1 | d5").cards("T R0 B?1");
    assert_eq!(letters(&claimed.game.observe(&claimed.state, Seat(1))), "TRB");
    let other = super::scene("b1 | d5").cards("T A?0 B?1");
    assert_eq!(seen, other.game.observe(&other.state, Seat(1)), "whatever it is");
}

#[test]
fn hidden_cards_are_drawn_from_those_the_viewer_has_not_seen() {
    let scene = scene("b1 | d5").cards("T R?0 T?1");
    let [trails, others @ ..] = imagined(&scene, 1, 1, 6000);
    assert_eq!(trails, 0, "both trails are in sight");
    assert!(others.iter().all(|&count| (1850..2150).contains(&count)), "two each of the others: {others:?}");
}

/// DZ-17
#[test]
fn a_hidden_card_is_none_that_its_owner_would_have_claimed() {
    let scene = scene("b2# c2# d2# | d5").cards("T R?0 T?1").end_turn();
    let [trails, assaults, resources, bastions] = imagined(&scene, 1, 1, 4000);
    assert_eq!((trails, bastions), (0, 0));
    assert!(assaults.abs_diff(resources) < 250, "{assaults} and {resources}");
}

/// DZ-17
#[test]
fn where_cards_are_held_a_condition_met_says_nothing() {
    let scene = scene_with("secret_missions = \"held\"", "b2# c2# d2# | d5").cards("T R?0 T?1").end_turn();
    assert!(imagined(&scene, 1, 1, 1000)[Mission::Bastion as usize] > 200);
}

/// DZ-17
#[test]
fn where_cards_are_judged_at_the_end_only_a_condition_met_then_says_something() {
    let end = "secret_missions = \"end\"\nturns = 3";
    let scene = scene_with(end, "b2# c2# d2# | d5").cards("T R?0 T?1").end_turn();
    assert!(imagined(&scene, 1, 1, 1000)[Mission::Bastion as usize] > 200);
    let over = scene.end_turn();
    assert_eq!(over.game.turn(&over.state), Turn::Over);
    let [_, assaults, resources, bastions] = imagined(&over, 1, 1, 1000);
    assert!(assaults > 400 && resources > 400 && bastions == 0, "it would have been shown");
}

#[test]
fn several_hidden_cards_are_drawn_with_the_odds_of_all_deals_that_can_be() {
    // Seat 1 has neither trail nor assault; unseen are two resources, one bastion, two trails and two assaults.
    let mut scene = scene("b1 | d5 | a3").cards("B R?0 R?1 R?2");
    scene.state.ruled_out[1] = Mission::Trail.bit() | Mission::Assault.bit();
    scene.state.cards[1].mission = Mission::Resources;
    let mut rng = random::stream(6, 0, Purpose::Other(0));
    let mut counts = [[0u32; 4]; 4];
    for _ in 0..13_000 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        counts[imagined.cards[2].mission as usize][imagined.cards[3].mission as usize] += 1;
    }
    // Of the one other resource and the one other bastion seat 1 has one, seat 2 any of the five cards left.
    for (first, second, share) in [
        (Mission::Resources, Mission::Bastion, 1),
        (Mission::Bastion, Mission::Resources, 1),
        (Mission::Resources, Mission::Trail, 2),
        (Mission::Resources, Mission::Assault, 2),
        (Mission::Bastion, Mission::Trail, 2),
        (Mission::Bastion, Mission::Assault, 2),
    ] {
        let count = counts[first as usize][second as usize];
        assert!(count.abs_diff(1300 * share) < 180, "{first} and {second}: {count}");
    }
    assert_eq!(counts[Mission::Resources as usize][Mission::Resources as usize], 0);
}

#[test]
fn what_no_seat_can_have_seen_is_refused_by_its_field() {
    let scene = scene("b1# b2 *b2 | d5").cards("T R?0 B?1").begin(0);
    let threat = |by, during: &str| json!({ "by": by, "advance": "b2-b3", "during": during });
    refuses(
        &scene.game,
        &scene.state,
        Seat(0),
        &[
            ("/viewer", json!(2), "viewer"),
            ("/seats", json!([]), "seats"),
            ("/cards", json!([]), "seats"),
            ("/seats/0/tokens", json!(["z9"]), "tokens"),
            ("/seats/0/tokens", json!(["b1", "b2", "d5"]), "tokens"),
            ("/seats/0/forts", json!(["c3"]), "tokens"),
            ("/seats/0/forts", json!(["d5"]), "tokens"),
            ("/seats/0/forts", json!(["b1", "b2"]), ""),
            ("/seats/0/soldiers", json!(["z9"]), "soldiers"),
            ("/seats/0/claims", json!(["X"]), "claims"),
            ("/seats/0/claims", json!(["T", "T"]), ""),
            ("/seats/0/ruled_out", json!(["X"]), "ruled_out"),
            ("/cards/0/mission", json!("X"), "cards"),
            ("/cards/1/mission", json!("X"), "cards"),
            ("/cards/2/mission", json!("X"), ""),
            ("/cards/0/seat", json!(2), "cards"),
            ("/cards/0/first", json!(2), "cards"),
            ("/active", json!(2), "active"),
            ("/ready", json!(["z9"]), "ready"),
            ("/charger", json!("z9"), "charger"),
            ("/threat", threat(1, "soldiers"), "threat"),
            ("/threat", threat(2, "soldiers"), "threat"),
            ("/threat", threat(1, "action"), "during"),
            ("/phase", json!("defence"), "threat"),
            ("/rewards", json!([7]), ""),
            ("/rewards", json!([8]), "rewards"),
        ],
    );
}

/// DZ-18
#[test]
fn rewards_that_are_due_are_seen_by_the_numbers_of_their_cards() {
    let mut scene = scene("b1 | d5").cards("T R B?1");
    for (due, seen) in [(0b000, vec![]), (0b001, vec![0]), (0b110, vec![1, 2])] {
        scene.state.rewards = due;
        assert_eq!(scene.game.observe(&scene.state, Seat(1)).rewards, seen);
    }
}

/// DZ-5, DZ-17
#[test]
fn cards_that_cannot_have_been_dealt_are_refused() {
    // There are two cards of each mission, and the viewer sees both trails.
    let scene = scene("b1 | d5").cards("T T?0 R?1");
    refuses(
        &scene.game,
        &scene.state,
        Seat(0),
        &[("/seats/1/ruled_out", json!(["A", "R"]), ""), ("/seats/1/ruled_out", json!(["A", "R", "B"]), "cards")],
    );
    let open = super::scene("b1 | d5").cards("T T?0 R1");
    refuses(&open.game, &open.state, Seat(0), &[("/cards/2/mission", json!("T"), "cards")]);
}
