//! What people read.

use crate::game::Event;

use super::*;

fn story(scene: &Scene, action: &str) -> String {
    let action = Event::Action(scene.game.read_action(action).unwrap());
    scene.game.narrate(&scene.state, action, None)
}

#[test]
fn the_board_shows_pieces_seats_and_cards_with_a_legend() {
    let scene = scene("b1# c2 *b1 *d3 | d3 c5").cards("T A1 R?0 B?1").chit(0, Chit::Charge).begin(0);
    let page = scene.game.board(&scene.state, Some(Seat(0))).to_string();
    assert_eq!(
        page,
        "\
turn 2 of 12
5  .    .    1    .    .   \n\
4  .    .    .    .    .   \n\
3  .    .    .    1 *0 .   \n\
2  .    .    0    .    .   \n\
1  .    0#*0 .    .    .   \n   a    b    c    d    e   
seat 0  home south; charge 1, defence 0, expansion 0, maneuver 0; missions: resources (secret)
seat 1  home north; charge 0, defence 0, expansion 0, maneuver 0; missions: assault, ? (secret)
open: trail
0 token of seat 0, 0# with its fort, *0 its soldier, . neither token nor fort
"
    );
    let all = scene.game.board(&scene.state, None).to_string();
    assert!(all.contains("missions: assault, bastion (secret)"), "{all}");
}

#[test]
fn prompts_say_whose_decision_it_is_and_why() {
    let mut scene =
        scene("c1 *b2 | b3 c5 *e5").chit(0, Chit::Charge).chit(1, Chit::Defence).chit(1, Chit::Maneuver).begin(0);
    let mut prompts = Vec::new();
    for action in ["move:b2-b3x", "defend", "end", "skip", "fort:c1"] {
        prompts.push(scene.game.prompt(&scene.state));
        scene.play(action);
    }
    assert_eq!(
        prompts,
        [
            "seat 0 moves its soldiers",
            "seat 1 may defend b3 against a soldier of seat 0",
            "seat 0 moves its soldiers; the one on b2 may charge on",
            "seat 1 may maneuver before the action of seat 0",
            "seat 0 chooses its action",
        ]
    );
}

#[test]
fn stories_tell_what_is_removed_and_which_missions_change_hands() {
    let scene = scene("b2# c2# d2 *b3 | c3# *c3 d5").cards("B").begin(0);
    assert_eq!(
        story(&scene, "move:b3-c3x"),
        "Seat 0 moves a soldier from b3 to c3 against the soldier of seat 1 to remove the token and fort of seat 1."
    );
    let mut scene = super::scene("b2# c2# d2# | d5").cards("T B").begin(1);
    assert_eq!(story(&scene, "pass"), "Seat 1 passes. Seat 0 claims the bastion mission.");
    scene.state.cards[1].place = Place::Claimed(Seat(1));
    assert_eq!(story(&scene, "pass"), "Seat 1 passes. Seat 1 loses the bastion mission to seat 0.");
    scene.state.forts[0] = 0;
    assert_eq!(story(&scene, "pass"), "Seat 1 passes. Seat 1 loses the bastion mission.");
}

#[test]
fn prompts_and_stories_know_of_charges_in_the_window() {
    let mut scene = scene("c1 *b2 | c5").chit(0, Chit::Charge).chit(0, Chit::Maneuver).chit(0, Chit::Maneuver).begin(0);
    let prompt = |scene: &Scene| scene.game.prompt(&scene.state);
    scene.play("end");
    assert_eq!(prompt(&scene), "seat 0 may maneuver before its action");
    assert_eq!(story(&scene, "skip"), "Seat 0 does not maneuver.");
    scene.play("maneuver:b2-b3");
    assert_eq!(prompt(&scene), "seat 0 may charge on from b3 or maneuver again before its action");
    scene.play("maneuver:b3-b4");
    assert_eq!(prompt(&scene), "seat 0 may charge on from b4 before its action");
    assert_eq!(story(&scene, "skip"), "Seat 0 does not charge on from b4.");
}

#[test]
fn a_secret_card_met_at_the_end_is_told_of() {
    let scene = scene_with("secret_missions = \"end\"\nturns = 2", "b2# c2# d2# | d5").cards("B?0 T?1").begin(1);
    assert_eq!(story(&scene, "pass"), "Seat 1 passes. Seat 0 has met its secret bastion mission and shows it.");
}

/// DZ-5
#[test]
fn the_deal_of_a_secret_card_is_told_in_full_to_its_owner_only() {
    let game = game(2, "open_missions = 0");
    let deal = Event::Outcome(game.read_outcome("mission:0=B").unwrap());
    let told = [None, Some(Seat(0)), Some(Seat(1))].map(|viewer| game.narrate(&game.start(), deal, viewer));
    assert_eq!(told[0], "Seat 0 gets the bastion mission in secret.");
    assert_eq!(told[1], told[0]);
    assert_eq!(told[2], "Seat 0 gets a secret mission.");
    let seen = [0, 1].map(|viewer| game.see(&game.start(), deal, Seat(viewer)).unwrap());
    assert_eq!(seen, ["mission:0=B", "mission:0=?"]);
}

/// DZ-17
#[test]
fn what_a_claim_brings_to_light_is_seen_with_the_action_that_led_to_it() {
    let scene = scene("b2# c2# d2# | d5").cards("T B?0 A?1").begin(1);
    let seen = |scene: &Scene, action: &str| {
        let action = Event::Action(scene.game.read_action(action).unwrap());
        [0, 1].map(|viewer| scene.game.see(&scene.state, action, Seat(viewer)).unwrap())
    };
    assert_eq!(seen(&scene, "pass"), ["pass=0B", "pass=0B"]);
    let both = super::scene("b2# c2# d2# | d5 e4 e3 e2").cards("T?1 B?0").begin(1);
    assert_eq!(seen(&both, "pass"), ["pass=1T,0B", "pass=1T,0B"]);
    let shown = scene_with("secret_missions = \"end\"\nturns = 2", "b2# c2# d2# | d5").cards("B?0 T?1").begin(1);
    assert_eq!(seen(&shown, "pass"), ["pass=0B", "pass=0B"]);
    let held = scene_with("secret_missions = \"held\"", "b2# c2# d2# | d5").cards("B?0 T?1").begin(1);
    assert_eq!(seen(&held, "pass"), ["pass", "pass"]);
}

#[test]
fn deeds_are_claims_cards_held_and_rewards() {
    let scene = scene("b2# c2# d2# | d5").cards("B T1 R?0").end_turn();
    let mut deeds = Vec::new();
    scene.game.deeds(&scene.state, Seat(0), &mut |deed| deeds.push(deed.to_owned()));
    assert_eq!(deeds, ["claimed-B", "held-B", "reward-B"]);
}

#[test]
fn words_that_are_no_action_are_refused_with_what_could_stand_there() {
    let game = game(2, "");
    for text in
        ["", "move", "move:b2", "move:b2-b3X", "move:b2-b3xx", "fort:f1", "fort:a6", "fort:", "end:", "fort:A1", " end"]
    {
        let error = game.read_action(text).unwrap_err();
        assert!(error.to_string().ends_with("fields are a1 to e5"), "{error}");
    }
    for text in ["mission:open=X", "mission:2=T", "mission:0=", "mission:00=T", "mission:=T", "open=T"] {
        assert!(game.read_outcome(text).unwrap_err().to_string().contains("mission:open=T"));
    }
}

#[test]
fn rules_out_of_range_are_refused_by_name() {
    for (given, message) in [
        ("size = 6", "rule `size` is 6; allowed: 5, 7"),
        ("turns = 1", "rule `turns` is 1; allowed: 2-40"),
        ("mission_copies = 5", "rule `mission_copies` is 5; allowed: 2-4"),
        ("open_missions = 5", "rule `open_missions` is 5; allowed: 0-4"),
        (
            "secret_missions = \"all\"",
            "rule `secret_missions` is \"all\"; allowed: \"claim\", \"end\", \"held\", \"none\"",
        ),
        ("aim = \"win\"", "rule `aim` is \"win\"; allowed: \"card\", \"rivals\""),
        ("maneuver = 4", "rule `maneuver` is 4; allowed: 0-3"),
        ("later_mover_claims = 1", "rule `later_mover_claims` is 1; allowed: true or false"),
    ] {
        let error = Dzicz::create(2, &given.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(game(3, "").rules().int("open_missions"), 2);
}
