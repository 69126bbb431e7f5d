use super::*;

/// HX-12
#[test]
fn all_tokens_are_turned_up() {
    let mut scene = fight(2, "", "S0@b2 L0@b3");
    scene.state.down = scene.cell("b2").bit() | scene.cell("b3").bit();
    scene.game.confront(&mut scene.state);
    assert_eq!((scene.state.phase(), scene.state.face_down()), (Phase::Confronting, 0));
}

/// HX-13
#[test]
fn seats_act_in_turn_and_one_that_cannot_is_skipped() {
    let mut scene = fight(3, "", "S0@b2 L0@b3 L0@b4 S2@d6 L2@d5");
    scene.play("sail:b2-b3");
    assert_eq!(scene.mover(), 2, "seat 1 has nothing on the board");
    scene.play("sail:d6-d5");
    assert_eq!(scene.state.round(), 1, "neither ship is connected any more");
}

/// HX-13
#[test]
fn a_seat_that_was_skipped_acts_again_when_it_can() {
    let mut scene = fight(2, "", "S0@b2 S1@d3 S1@e3 S1@g3 L1@f3 L1@f4 L1@g2").by(1);
    scene.play("sail:g3-g2");
    assert_eq!(scene.mover(), 1, "seat 0 can do nothing");
    scene.play("convoy:e3-c2");
    assert_eq!((scene.mover(), scene.legal()), (0, vec!["convoy:b2-d2".to_owned(), "pass".to_owned()]));
}

/// HX-13
#[test]
fn a_pass_is_final_unless_the_rules_say_otherwise() {
    let tokens = "S0@b2 L0@b3 L0@a2 S1@f4 L1@f5 L1@e6";
    let mut scene = fight(2, "", tokens);
    scene.play("pass sail:f4-f5");
    assert_eq!(scene.mover(), 1);
    scene.play("pass");
    assert_eq!(scene.state.round(), 1, "all have left");

    let mut scene = fight(2, "pass_is_final = false", tokens);
    scene.play("pass sail:f4-f5");
    assert_eq!(scene.mover(), 0, "it only skipped one turn");
    scene.play("sail:b2-a2 pass pass");
    assert_eq!(scene.state.round(), 1, "two turns in a row without an action");
}

/// HX-13
#[test]
fn a_turn_that_is_skipped_counts_as_one_without_an_action() {
    let mut scene = fight(2, "pass_is_final = false", "S0@b2 L0@b3");
    scene.play("pass");
    assert_eq!(scene.state.round(), 1);
}

/// HX-13
#[test]
fn quiet_actions_end_the_phase() {
    let mut scene = fight(2, "quiet_limit = 4", "W1@a2 S1@b2").by(1);
    scene.play("escort:a2-b1 escort:b1-a2 escort:a2-b1");
    assert_eq!((scene.state.round(), scene.state.quiet()), (0, 3));
    scene.play("escort:b1-a2");
    assert_eq!(scene.state.round(), 1);
}

/// HX-13, HX-18
#[test]
fn a_chain_of_escorts_is_one_action_judged_when_it_ends() {
    let mut scene = fight(2, "quiet_limit = 4", "W1@b1 S1@b2 S1@b3").by(1);
    scene.state.quiet = 3;
    scene.play("escort:b1-a2");
    assert_eq!((scene.state.round(), scene.state.quiet()), (0, 3));
    scene.play("halt");
    assert_eq!(scene.state.round(), 1);
    // A lane in the middle of a chain counts for the whole of it.
    let mut scene = fight(2, "", "W1@b2 S1@b3 S1@a3 L0@a2 S0@f4 L0@f5").by(1);
    scene.state.quiet = 3;
    scene.play("escort:b2-a2 escort:a2-a4");
    assert_eq!(scene.state.quiet(), 0);
}

/// HX-13
#[test]
fn a_lane_taken_off_begins_the_count_of_quiet_actions_anew() {
    let mut scene = fight(2, "quiet_limit = 4", "W1@a2 S1@b2 L0@b3").by(1);
    scene.play("escort:a2-b1 escort:b1-a2");
    assert_eq!(scene.state.quiet(), 2);
    scene.play("escort:a2-b3");
    assert_eq!(scene.state.quiet(), 0);
}

/// HX-13
#[test]
fn a_pass_neither_counts_as_quiet_nor_begins_the_count_anew() {
    let mut scene = fight(2, "pass_is_final = false", "W1@a2 S1@b2 S0@f4 L0@f5").by(1);
    scene.play("escort:a2-b1 pass");
    assert_eq!(scene.state.quiet(), 1);
    scene.play("escort:b1-a2");
    assert_eq!(scene.state.quiet(), 2);
}

/// HX-14
#[test]
fn a_unit_is_served_through_lanes_of_any_seat() {
    for (unit, base_0_serves) in [("P0", true), ("P1", false), ("W0", false), ("W1", true), ("S0", true), ("S1", true)]
    {
        let seat = unit[1..].parse().unwrap();
        for tokens in ["L1@b2", "L0@b2 L1@c3"] {
            let cell = if tokens.len() > 5 { "c4" } else { "b3" };
            let scene = fight(2, "", &format!("{unit}@{cell} {tokens}")).by(seat);
            assert_eq!(!scene.legal().is_empty(), base_0_serves, "{unit} behind {tokens}");
        }
    }
}

/// HX-14
#[test]
fn a_gap_between_lanes_or_a_base_off_the_board_serves_nobody() {
    assert!(fight(2, "", "S0@d4 L0@c3").legal().is_empty());
    assert!(!fight(2, "", "S0@d4 L0@c3 L0@b2").legal().is_empty());
    assert!(fight(2, "", "S0@d4 L0@c3 L0@b2").without_base(0).legal().is_empty());
    assert!(!fight(2, "", "P0@b2 L0@b3").legal().is_empty(), "next to the base itself");
    assert!(fight(2, "", "P0@b2 L0@b3").without_base(0).legal().is_empty());
}

/// HX-14
#[test]
fn a_warship_is_served_by_every_base_but_its_own() {
    for (seat, served) in [(0, false), (1, true), (2, true)] {
        let scene = fight(3, "", &format!("W{seat}@b3 L0@b2")).by(seat);
        assert_eq!(!scene.legal().is_empty(), served, "seat {seat} at base 0");
    }
}

/// HX-15, HX-16
#[test]
fn any_unit_sails_to_a_lane_next_to_it_and_the_lane_goes_home() {
    for unit in ["S0", "P0", "W1"] {
        let seat = unit[1..].parse().unwrap();
        let mut scene = fight(2, "", &format!("{unit}@b2 L0@b3 L1@c2 L0@d4")).by(seat);
        assert_eq!(scene.legal(), ["pass", "sail:b2-b3", "sail:b2-c2"], "no free cell, no lane further off");
        let lanes = scene.in_hand(1, 'L');
        scene.play("sail:b2-c2");
        assert_eq!(scene.in_hand(1, 'L'), lanes + 1);
        assert_eq!(scene.piece("b2"), None);
        assert_eq!(scene.piece("c2"), Some(Piece::Token(Seat(seat), token(unit.chars().next().unwrap()))));
    }
}

/// HX-17
#[test]
fn a_ship_convoys_straight_over_a_ship() {
    for other in ["S0", "S1"] {
        assert_eq!(fight(2, "", &format!("S0@b2 {other}@c3")).legal_of("convoy")[0], "convoy:b2-d4");
    }
    assert_eq!(fight(2, "", "S0@b2 S1@c3").legal(), ["convoy:b2-d4", "pass"]);
    assert!(fight(2, "", "S0@b2 S1@c3 P1@d4").legal().is_empty(), "taken");
    assert!(fight(2, "", "S0@b2 S1@b1").legal().is_empty(), "off the board");
    assert!(fight(2, "", "S0@b2 P1@c3").legal().is_empty(), "nothing convoys over pirates");
    let mut scene = fight(2, "", "S0@b2 S1@c3 L1@d4");
    scene.play("convoy:b2-d4");
    assert_eq!(scene.in_hand(1, 'L'), 6, "a lane may be jumped onto");
}

/// HX-17
#[test]
fn a_ship_convoys_over_a_warship_to_the_three_cells_behind() {
    let convoys = ["convoy:b2-c4", "convoy:b2-d3", "convoy:b2-d4"];
    assert_eq!(fight(2, "", "S0@b2 W1@c3").legal_of("convoy"), convoys);
    assert_eq!(fight(2, "", "S0@b2 W0@c3").legal_of("convoy"), convoys);
    assert_eq!(fight(2, "", "S0@b2 W1@c3 P1@d4 L1@d3").legal_of("convoy"), ["convoy:b2-c4", "convoy:b2-d3"]);
    assert!(fight(2, "", "P0@b2 W1@c3").legal_of("convoy").is_empty(), "only ships convoy");
    assert!(fight(2, "", "S0@c3 W1@d4").legal().is_empty(), "without connection");
}

/// HX-17
#[test]
fn a_cell_reached_over_two_tokens_is_one_action() {
    // c3 leads to c4 d3 d4, c2 to c1 d2 d3.
    let convoys = ["convoy:b2-c1", "convoy:b2-c4", "convoy:b2-d2", "convoy:b2-d3", "convoy:b2-d4"];
    assert_eq!(fight(2, "warships = 2", "S0@b2 W1@c3 W1@c2").legal_of("convoy"), convoys);
}

/// HX-18
#[test]
fn a_warship_escorts_to_any_cell_round_its_neighbour() {
    let escorts = ["escort:f4-d4", "escort:f4-d5", "escort:f4-e3", "escort:f4-e5", "escort:f4-f3"];
    for other in ["S1", "S0", "W1"] {
        assert_eq!(fight(2, "", &format!("W0@f4 {other}@e4")).legal_of("escort"), escorts, "{other}");
    }
    assert!(fight(2, "", "W0@f4 P1@e4").legal_of("escort").is_empty());
    assert_eq!(fight(2, "", "W0@f4 S1@e4 P1@d4 L1@d5").legal_of("escort").len(), 4);
    assert!(fight(2, "", "W0@b2 S1@b3").legal().is_empty(), "its own base does not serve it");
}

/// HX-18
#[test]
fn a_warship_goes_on_escorting_only_while_it_is_connected() {
    let mut scene = fight(2, "", "W0@f4 S1@e4 S1@d5 L0@f5 P1@g3 L1@g2");
    scene.play("escort:f4-e5");
    assert_eq!(scene.mover(), 0);
    // Connected through f5.
    assert_eq!(scene.legal(), ["escort:e5-c4", "escort:e5-c5", "escort:e5-d4", "escort:e5-d6", "halt"]);
    let mut halted = Scene { game: scene.game.clone(), state: scene.state };
    halted.play("halt");
    assert_eq!(halted.state.phase(), Phase::Confronting);
    scene.play("escort:e5-d4");
    assert_eq!(scene.state.phase(), Phase::Confronting, "not connected there: the chain ends by itself");
    assert_eq!(scene.piece("d4"), Some(Piece::Token(Seat(0), Token::Warship)));
}

/// HX-18
#[test]
fn connection_in_a_chain_counts_lanes_already_taken_as_gone() {
    let others = "P1@g3 L1@g2";
    let mut scene = fight(2, "", &format!("W0@f4 S1@e4 L0@e5 L0@f5 S1@d5 {others}"));
    scene.play("escort:f4-e5");
    assert!(matches!(scene.state.phase(), Phase::Escorting(_)), "f5 still connects e5");
    scene.play("escort:e5-d6");
    assert_eq!(scene.state.phase(), Phase::Confronting, "with the lane on e5 gone nothing connects d6");
    let mut scene = fight(2, "", &format!("W0@f4 S1@e4 L0@e5 L0@f5 S1@d5 S1@d7 L0@e6 {others}"));
    scene.play("escort:f4-e5 escort:e5-d6");
    assert!(matches!(scene.state.phase(), Phase::Escorting(_)), "e6 connects it");
}

/// HX-18
#[test]
fn a_chain_does_not_go_round_the_same_token_twice_running() {
    let mut scene = fight(2, "", "W0@f4 S1@e4 L1@e5 L1@f5");
    scene.play("escort:f4-e5");
    assert_eq!(scene.state.phase(), Phase::Confronting, "there is nothing else to go round");
    let mut scene = fight(2, "", "W0@f4 S1@e4 S1@d5 L1@e5 L1@f5");
    scene.play("escort:f4-e5");
    assert_eq!(
        scene.legal_of("escort"),
        ["escort:e5-c4", "escort:e5-c5", "escort:e5-d4", "escort:e5-d6"],
        "round d5 only"
    );
}

/// HX-18
#[test]
fn a_chain_may_go_round_one_token_then_another_and_the_first_again() {
    // Lanes connect e5 by f5, and d4 by g3, f3 and e3.
    let mut scene = fight(2, "", "W0@f4 S1@e4 S1@d5 L1@f5 L1@g3 L1@f3 L1@e3");
    scene.play("escort:f4-e5 escort:e5-d4");
    // e4 and d5 both lie between e5 and d4, but only d5 could be gone round after e4. Now it is e4 again, and of the
    // cells next to it f4 and e5 have been stood on.
    assert_eq!(scene.legal(), ["escort:d4-e3", "escort:d4-f3", "halt"]);
    scene.play("escort:d4-e3");
    assert_eq!(scene.in_hand(1, 'L'), 3);
}

/// HX-18
#[test]
fn where_a_jump_can_be_read_over_two_tokens_both_readings_stay_open() {
    // e4 and f5 both lie between f4 and e5, which lanes on g3, f3, e3, d4 and d5 connect.
    let mut scene = fight(2, "", "W0@f4 S1@e4 S1@f5 L1@g3 L1@f3 L1@e3 L1@d4 L1@d5");
    scene.play("escort:f4-e5");
    let round_either = ["escort:e5-d4", "escort:e5-d5", "escort:e5-e3", "escort:e5-e6", "escort:e5-f3"];
    assert_eq!(scene.legal_of("escort"), round_either);
    // Gone on round e4 for certain, the chain has to leave that one alone.
    scene.play("escort:e5-d4");
    assert_eq!(scene.state.phase(), Phase::Confronting);
}

/// HX-19
#[test]
fn pirates_seize_a_ship_that_no_warship_guards() {
    let mut scene = fight(2, "", "P0@b1 S1@c2");
    assert_eq!(scene.legal(), ["pass", "seize:b1xc2"]);
    for guard in ["W0@d2", "W1@d2"] {
        assert!(!fight(2, "", &format!("P0@b1 S1@c2 {guard}")).may("seize:b1xc2"), "{guard}");
    }
    assert!(fight(2, "", "P0@b1 S1@c2 W1@d4").may("seize:b1xc2"), "too far off to guard it");
    assert!(fight(2, "", "P0@c1 S1@c2").legal().is_empty(), "not connected");
    assert!(fight(2, "", "P0@b1 S1@d2").legal().is_empty(), "not next to it");
    scene.play("seize:b1xc2");
    assert_eq!((scene.piece("c2"), scene.in_hand(1, 'S')), (None, 3));
}

/// HX-20
#[test]
fn a_warship_intercepts_pirates_that_no_base_shelters() {
    let mut scene = fight(2, "", "W0@f4 P1@e4");
    assert_eq!(scene.legal(), ["intercept:f4xe4", "pass"]);
    assert!(fight(2, "", "W0@f4 P1@f5").legal().is_empty(), "base 1 is next to them");
    assert!(fight(2, "", "W0@f4 S1@e4").legal_of("intercept").is_empty());
    assert!(fight(2, "", "W0@e4 P1@e3").legal().is_empty(), "not connected");
    let tokens = "W0@c3 P1@b2 L0@d4 L0@d5 L0@d6";
    assert!(!fight(3, "", tokens).may("intercept:c3xb2"), "any base shelters");
    assert!(fight(3, "", tokens).without_base(0).may("intercept:c3xb2"), "but not one off the board");
    scene.play("intercept:f4xe4");
    assert_eq!((scene.piece("e4"), scene.in_hand(1, 'P')), (None, 2));
}

/// HX-21, HX-14
#[test]
fn a_base_ambushes_a_warship_before_pirates() {
    for pirates in ["P0@a3", "P1@a3"] {
        let mut scene = fight(2, "", &format!("W1@a2 {pirates}"));
        assert_eq!(scene.legal_of("ambush"), ["ambush:a1xa2"]);
        scene.play("ambush:a1xa2");
        assert_eq!((scene.piece("a2"), scene.in_hand(1, 'W')), (None, 1));
    }
    assert!(fight(2, "", "W1@a2").legal().is_empty(), "no pirates");
    assert!(fight(2, "", "W1@a2 P1@b3").legal().is_empty(), "pirates, but not straight behind");
    assert!(fight(2, "", "W1@a3 P1@a4").legal().is_empty(), "not next to the base");
    assert!(!fight(2, "", "W1@a2 P1@a3 W0@b3").may("ambush:a1xa2"), "another warship covers it");
    assert!(fight(2, "", "W1@a2 P1@a3").without_base(0).legal().is_empty(), "no base, no ambush");
    assert!(!fight(2, "", "W0@f5 P1@e6").may("ambush:g4xf5"), "another seat's base");
}

/// HX-21
#[test]
fn an_ambush_looks_as_far_along_the_line_as_the_rules_say() {
    let may = |reach, tokens: &str| fight(2, &format!("line_reach = {reach}"), tokens).may("ambush:a1xa2");
    assert!(!may(1, "W1@a2 P1@a4") && may(2, "W1@a2 P1@a4"));
    assert!(may(2, "W1@a2 P1@a3"), "and nearer too");
    assert!(may(2, "W1@a2 P1@a4 S0@a3") && may(2, "W1@a2 P1@a4 W0@b4 L1@a3"), "whatever stands between");
    assert!(!may(8, "W1@a2 P1@b4"), "only straight on");
    // Straight on from a1 over b2 lie c3, d4, e4 and f4.
    let across = |reach| fight(2, &format!("line_reach = {reach}"), "W1@b2 P0@f4").may("ambush:a1xb2");
    assert!(!across(3) && across(4) && across(8));
}

/// HX-22
#[test]
fn a_ship_before_a_warship_takes_a_base() {
    for warship in ["W0@a3", "W1@a3"] {
        let mut scene = fight(2, "", &format!("S1@a2 {warship} S0@f4 L1@f5")).by(1);
        assert_eq!(scene.legal_of("trap"), ["trap:a2xa1"]);
        scene.play("trap:a2xa1");
        assert_eq!((scene.piece("a1"), scene.in_hand(1, 'S')), (None, 2));
        assert_eq!(scene.piece("a2"), Some(Piece::Token(Seat(1), Token::Ship)), "the ship stays");
        assert_eq!((scene.state.loot(Seat(1)), scene.names(scene.state.marked())), (10, "a2".to_owned()));
    }
    assert!(fight(2, "", "S1@a2").by(1).legal().is_empty(), "no warship");
    assert!(fight(2, "", "S1@a2 W0@b3").by(1).legal_of("trap").is_empty(), "not straight behind");
    for pirates in ["P0@b1", "P1@b1", "P0@b2"] {
        assert!(fight(2, "", &format!("S1@a2 W1@a3 {pirates}")).by(1).legal_of("trap").is_empty(), "{pirates}");
    }
}

/// HX-22
#[test]
fn a_trap_looks_as_far_along_the_line_as_the_rules_say() {
    let may = |reach, tokens: &str| fight(2, &format!("line_reach = {reach}"), tokens).by(1).may("trap:b2xa1");
    // Straight on from a1 over b2 lie c3, d4, e4 and f4.
    assert!(may(1, "S1@b2 W0@c3") && !may(1, "S1@b2 W0@d4"));
    assert!(may(2, "S1@b2 W0@d4") && !may(2, "S1@b2 W0@e4") && may(8, "S1@b2 W1@f4"));
    assert!(may(2, "S1@b2 W0@d4 P1@c3"), "whatever stands between");
    assert!(!may(8, "S1@b2 W0@c4 L0@c3"), "only straight on");
    assert!(!may(8, "S1@b2 W0@d4 P1@a2"), "pirates still keep the base");
}

/// HX-22
#[test]
fn a_ship_that_took_a_base_goes_home_at_once_where_it_leaves() {
    let mut scene = fight(2, "trap_ship = \"leaves\"", "S1@a2 W0@a3 S0@f4 L1@f5").by(1);
    scene.play("trap:a2xa1");
    assert_eq!((scene.piece("a1"), scene.piece("a2"), scene.in_hand(1, 'S')), (None, None, 3));
    assert_eq!((scene.state.loot(Seat(1)), scene.state.marked()), (10, 0));
}

/// HX-22
#[test]
fn the_mark_of_a_ship_that_took_a_base_moves_with_it_and_ends_with_it() {
    let taken = |tokens: &str| {
        let mut scene = fight(3, "", &format!("S1@a2 W1@a3 {tokens}")).by(1);
        scene.play("trap:a2xa1");
        scene.by(1)
    };
    // Base 1 stands on g1, base 2 on d7; lanes from d7 connect a2.
    let mut scene = taken("L0@d6 L0@c5 L0@c4 L0@b3 L0@b2");
    scene.play("sail:a2-b2");
    assert_eq!(scene.names(scene.state.marked()), "b2");
    let mut scene = taken("L0@d6 L0@c5 L0@c4 L0@b3 S0@b2");
    scene.play("convoy:a2-c2");
    assert_eq!(scene.names(scene.state.marked()), "c2");
    let mut scene = taken("L0@d6 L0@c5 L0@c4 S0@b3 P2@b4").by(2);
    scene.state.marked = scene.cell("b3").bit();
    scene.state.tokens[Token::Warship.index()] = 0;
    scene.play("seize:b4xb3");
    assert_eq!((scene.state.marked(), scene.state.loot(Seat(1)), scene.state.loot(Seat(2))), (0, 10, 4));
}

/// HX-22, HX-24
#[test]
fn a_ship_that_took_its_own_base_is_marked_too() {
    let mut scene = fight(2, "", "S0@b2 W0@c3 P1@c4 P1@d3 L1@b5 S1@d4 S1@f4 L1@f5");
    scene.play("trap:b2xa1");
    assert_eq!((scene.names(scene.state.marked()), scene.state.loot(Seat(0))), ("b2".to_owned(), 0));
}

/// HX-22, HX-14
#[test]
fn a_base_taken_serves_nobody_until_the_next_round() {
    let mut scene = fight(2, "", "S1@a2 W1@a3 P0@b4 L0@b3 L0@b2 S0@f4 L1@f5").by(1);
    assert!(scene.state.reach[0] & scene.cell("b4").bit() != 0);
    scene.play("trap:a2xa1");
    assert_eq!(scene.state.reach[0], 0);
    assert_eq!(scene.legal(), ["pass", "sail:f4-f5"], "the pirates are cut off, the ship is not");
    scene.play("pass");
    assert_eq!((scene.state.round(), scene.piece("a1")), (1, Some(Piece::Base(Seat(0)))));
}

/// HX-23, HX-13
#[test]
fn a_rescue_undoes_a_seizure() {
    let mut scene = fight(2, "", "P1@f4 S0@e4 W0@f5 L0@e6").by(1);
    scene.play("seize:f4xe4");
    assert_eq!((scene.state.loot(Seat(1)), scene.in_hand(0, 'S')), (4, 3));
    assert_eq!(scene.legal(), ["pass", "rescue:f5=1", "sail:f5-e6"]);
    let quiet = scene.state.quiet();
    scene.play("rescue:f5=1");
    assert_eq!((scene.state.loot(Seat(1)), scene.in_hand(0, 'S')), (0, 3));
    assert_eq!(scene.state.quiet(), quiet + 1, "it takes nothing off the board");
    assert!(scene.legal_of("rescue").is_empty(), "nothing left to rescue");
}

/// HX-23
#[test]
fn a_rescue_needs_a_warship_at_the_base_of_the_captor_and_a_seizure_in_this_confrontation() {
    let seized = |tokens: &str| {
        let mut scene = fight(2, "", &format!("P1@f4 S0@e4 L0@g2 {tokens}")).by(1);
        scene.play("seize:f4xe4");
        scene.by(0)
    };
    assert!(seized("W0@f5").may("rescue:f5=1"));
    assert!(!seized("W0@e6").may("rescue:e6=1"), "not next to the base");
    assert!(seized("S0@f5").legal_of("rescue").is_empty(), "no warship");
    assert!(seized("W0@f5").without_base(1).legal_of("rescue").is_empty(), "the base is gone");
    assert!(seized("W1@f5").by(1).legal_of("rescue").is_empty(), "it was not its ship");
    let mut later = seized("W0@f5");
    later.game.score(&mut later.state);
    assert_eq!(later.state.seized(Seat(1), Seat(0)), 0);
}

/// HX-24
#[test]
fn a_seat_with_nothing_else_to_do_must_attack_its_own() {
    let mut scene = fight(2, "", "P0@b1 S0@b2");
    assert_eq!(scene.legal(), ["seize:b1xb2"], "and may not pass");
    scene.play("seize:b1xb2");
    assert_eq!((scene.state.loot(Seat(0)), scene.in_hand(0, 'S')), (0, 3));
    assert_eq!(fight(2, "", "W0@f4 P0@e4").legal(), ["intercept:f4xe4"]);
    assert_eq!(fight(2, "", "W0@a2 P0@a3").legal(), ["ambush:a1xa2"]);
    let trap = fight(2, "", "S0@b2 W0@c3 P1@c4 P1@d3 L1@b5 S1@d4");
    assert_eq!(trap.legal(), ["trap:b2xa1"]);
}

/// HX-24
#[test]
fn an_attack_on_ones_own_waits_for_other_actions_and_forbids_a_pass() {
    let scene = fight(2, "", "P0@b1 S0@b2 L0@c3");
    assert_eq!(scene.legal(), ["sail:b2-c3"]);
    let scene = fight(2, "", "P0@b1 S0@b2 L0@c3 W1@c2");
    assert!(scene.may("pass"), "a guarded ship cannot be attacked");
    let scene = fight(2, "", "P0@b1 S0@b2 S1@c2");
    assert_eq!(scene.legal(), ["convoy:b2-d2", "seize:b1xc2"], "others come first");
}

/// HX-24, HX-23
#[test]
fn an_own_ship_seized_is_not_held_by_anyone() {
    let mut scene = fight(2, "", "P0@b1 S0@b2");
    scene.play("seize:b1xb2");
    assert_eq!(scene.state.seized(Seat(0), Seat(0)), 0);
    assert_eq!(scene.state.deeds(Seat(0), Deed::Betrayed), 1);
    assert_eq!(scene.state.deeds(Seat(0), Deed::Seized), 0);
}
