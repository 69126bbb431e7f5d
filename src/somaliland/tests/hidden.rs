//! What a seat sees as data and as a picture.

use serde_json::{Value, json};

use super::*;
use crate::recall::tests::refuses;
use crate::{Event, Show};

/// The games that the laws here look at, after every event.
fn walk(mut look: impl FnMut(&Somaliland, &State)) {
    // Ponds and islands that touch at corners and edges.
    let dotted: Vec<_> = (0..300).map(|n| (n * 7 % 75, n * 31 % 89, ['#', 'a', 's'][n % 3])).collect();
    let dotted = open_sea(&[&dotted[..], &[(2, 87, 'N'), (72, 2, 'S'), (72, 87, 'P')]].concat());
    let odd = "turns = 1\nheadings = 64\npowers = [1, 40]\noffer = 36\ngoal_radius = 2000\npirates_hunt = \"all\"\n\
               faces = { 24 = [9, 8, 7, 6, 0, 0], 8 = [9, 9, 9, 9, 9, 9] }";
    let short = "turns = 2\nlegs = 3";
    for (seats, rules, map) in [(2, short, MAP), (3, short, MAP), (4, short, MAP), (4, odd, &dotted)] {
        let game = create(seats, rules, map).unwrap();
        let mut rng = random::stream(seats as u64, 0, Purpose::Other(0));
        let mut state = game.start();
        loop {
            look(&game, &state);
            let event = match game.turn(&state) {
                Turn::Chance => Event::Outcome(game.draw(&state, &mut rng)),
                Turn::Seat(_) => Event::Action(game.random_action(&state, &mut rng)),
                Turn::Over => break,
            };
            game.apply(&mut state, event);
        }
    }
}

#[test]
fn an_imagined_state_gives_the_same_picture() {
    let mut count = 0;
    walk(|game, state| {
        count += 1;
        if count % 50 != 0 {
            return;
        }
        for viewer in Seat::all(game.seats()) {
            let imagined = game.imagine(state, viewer, &mut random::stream(1, 0, Purpose::Other(0)));
            assert_eq!(game.picture(&imagined, Some(viewer)), game.picture(state, Some(viewer)));
        }
    });
}

#[test]
fn states_that_differ_look_different() {
    let mut last: Option<State> = None;
    walk(|game, state| {
        if let Some(before) = last.replace(*state)
            && before != *state
        {
            assert_ne!(game.observe(&before, Seat(0)), game.observe(state, Seat(0)));
        }
    });
}

#[test]
fn who_launches_next_shows_while_a_ship_is_thrown() {
    // Thrown in its turn, the round of launches has yet to begin; launched, it goes on with the next seat.
    let die = ship(0, "24");
    let mut thrown = Position::open("").sail(die, Lane::AfricaSouth, 250, 8750);
    thrown.state.leg = 1;
    thrown.game.begin_lane(&mut thrown.state, Lane::AfricaSouth);
    thrown.game.sail_on(&mut thrown.state, &mut |_| {});
    let mut launched = Position::open("");
    launched.state.leg = 1;
    launched.game.begin_lane(&mut launched.state, Lane::AfricaSouth);
    launched.game.sail_on(&mut launched.state, &mut |_| {});
    launched.game.play(&mut launched.state, Action::Launch(5, Lane::AfricaSouth));
    let [thrown, launched] = [thrown, launched].map(|position| position.game.observe(&position.state, Seat(1)));
    assert_eq!((thrown.round.seat, launched.round.seat), (1, 0));
    assert_eq!(thrown.seats, launched.seats);
}

#[test]
fn faces_are_told_from_the_top_around_to_the_bottom() {
    let die = ship(1, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000);
    let faces = |position: &Position| position.game.observe(&position.state, Seat(0)).seats[1].at_sea[0].faces;
    assert_eq!(faces(&position), [3, 3, 4, 4, 5, 5]);
    position.throw(die, 0, 1, 99);
    assert_eq!(faces(&position), [5, 3, 3, 4, 5, 4], "the top went east, and the west face came up");
}

#[test]
fn a_ship_without_a_way_to_its_goal_has_none() {
    let map = open_sea(&[(0, 1, '#'), (1, 0, '#'), (1, 1, '#')]);
    let position = Position::on("", &map).sail(ship(0, "24"), Lane::SomaliaSouth, 50, 50);
    assert_eq!(position.game.observe(&position.state, Seat(0)).seats[0].at_sea[0].way_left, None);
}

#[test]
fn what_no_seat_can_have_seen_is_refused_by_its_field() {
    let (mine, theirs) = (ship(0, "24"), ship(1, "8"));
    let at = Position::open("").sail(mine, Lane::SomaliaSouth, 500, 600).sail(theirs, Lane::SomaliaNorth, 900, 900);
    let at_sea = |field: &str, value: Value| {
        let mut ship = serde_json::to_value(&at.game.observe(&at.state, Seat(0)).seats[0].at_sea[0]).unwrap();
        ship[field] = value;
        ship
    };
    let thrown = |ship: &str| json!({ "ship": ship, "aim": null, "power": null });
    let lane = Lane::SomaliaSouth.name();
    refuses(
        &at.game,
        &at.state,
        Seat(0),
        &[
            ("/turn", json!(0), "turn"),
            ("/turn", json!(at.game.turns_in_all()), ""),
            ("/turn", json!(at.game.turns_in_all() + 1), "turn"),
            ("/leg", json!(0), "leg"),
            ("/leg", json!(256), ""),
            ("/leg", json!(257), "leg"),
            ("/offer", json!(["?"]), "offer"),
            ("/deck", json!(["?"]), "deck"),
            ("/round/seat", json!(2), "round"),
            ("/round/passed", json!([2]), "passed"),
            ("/seats", json!([]), "seats"),
            ("/seats/0/contracts", json!(["?"]), "contracts"),
            ("/seats/0/points", json!(40_000), "points"),
            ("/seats/0/ransom", json!(70_000), "ransom"),
            ("/seats/0/seized", json!(70_000), "seized"),
            ("/seats/0/tipped", json!(256), "tipped"),
            ("/seats/0/taken", json!({ "S": 256 }), "taken"),
            ("/seats/0/taken", json!({ "N": 256 }), "taken"),
            ("/seats/0/met", json!({ lane: 256 }), "met"),
            ("/seats/0/arrivals", json!({ lane: 256 }), "arrivals"),
            ("/seats/0/at_sea/0", at_sea("ship", json!("7")), "ship"),
            ("/seats/0/at_sea/0", at_sea("lane", json!("?")), "lane"),
            ("/seats/0/at_sea/0", at_sea("x", json!(-1)), "at_sea"),
            ("/seats/0/at_sea/0", at_sea("y", json!(32_768)), "at_sea"),
            ("/seats/0/at_sea/0", at_sea("y", json!(32_767)), ""),
            ("/seats/0/at_sea/0", at_sea("faces", json!([9, 9, 9, 9, 9, 9])), "faces"),
            ("/seats/0/at_sea", json!([at_sea("x", json!(5)), at_sea("x", json!(5))]), "at_sea"),
            ("/seats/0/arrived", json!([{ "ship": "24", "lane": lane }]), "arrived"),
            ("/seats/0/arrived", json!([{ "ship": "8", "lane": "?" }]), "lane"),
            ("/seats/0/sunk", json!(["24"]), "sunk"),
            ("/seats/0/sunk", json!(["7"]), "ship"),
            ("/queue", json!(["0:24"]), ""),
            ("/queue", json!(["0:24", "0:24"]), "queue"),
            ("/queue", json!(["0:8"]), "queue"),
            ("/queue", json!(["2:24"]), "queue"),
            ("/lane", json!("?"), "lane"),
            ("/throw", thrown("0:24"), ""),
            ("/throw", thrown("0:8"), "throw"),
            ("/throw", thrown("24"), "throw"),
            ("/locks", json!([["0:24", "1:8"]]), ""),
            ("/locks", json!([["0:24", "0:24"]]), "locks"),
            ("/locks", json!([["0:24", "0:8"]]), "locks"),
            ("/locks", json!([["0:8", "0:24"]]), "locks"),
        ],
    );
}
