//! Phase 1 and the maneuver window.

use super::*;

/// DZ-7
#[test]
fn a_soldier_moves_to_a_neighbouring_field_without_a_soldier_of_its_own() {
    let scene = scene("*b2 *b3 | c5").begin(0);
    assert_eq!(scene.choices_of("move"), "b2-a2 b2-b1 b2-c2 b3-a3 b3-b4 b3-c3");
}

/// DZ-7
#[test]
fn a_soldier_removes_the_soldier_of_another_seat_that_it_meets() {
    let mut scene = scene("*b2 | *b3 c5").begin(0);
    scene.play("move:b2-b3");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("*b3".to_owned(), "c5".to_owned()));
}

/// DZ-8
#[test]
fn a_soldier_may_remove_the_token_and_fort_that_it_enters_or_leave_them() {
    let at = || scene("c1 *b2 | b3# c5").begin(0);
    assert_eq!(at().choices_of("move"), "b2-a2 b2-b1 b2-b3 b2-b3x b2-c2");
    assert_eq!(at().play("move:b2-b3").pieces(1), "b3# c5");
    assert_eq!(at().play("move:b2-b3x").pieces(1), "c5");
}

/// DZ-8
#[test]
fn a_soldier_never_removes_tokens_of_its_own_seat() {
    assert_eq!(scene("b3# *b2 | c5").begin(0).choices_of("move"), "b2-a2 b2-b1 b2-b3 b2-c2");
    assert_eq!(scene("b3# *b3 | c5").begin(0).choices_of("raze"), "");
}

/// DZ-9
#[test]
fn a_soldier_that_has_not_moved_may_raze_the_field_it_stands_on() {
    let mut scene = scene("c1 *b3 *d3 | b3# d3 c5").begin(0);
    assert_eq!(scene.choices_of("raze"), "b3 d3");
    scene.play("raze:b3");
    assert_eq!(scene.pieces(1), "d3 c5");
    assert_eq!(scene.choices_of("move"), "d3-c3 d3-d2 d3-d4 d3-e3", "it has done its part");
    scene.play("move:d3-d2");
    assert_eq!(scene.asks(), (0, Phase::Action), "so has the other, which may not raze after its move");
}

/// DZ-10
#[test]
fn soldiers_act_in_any_order_each_once_until_the_end() {
    let mut scene = scene("c1# *b3 *d3 | c5").begin(0);
    scene.play("move:d3-c3");
    assert_eq!(scene.choices(), "end move:b3-a3 move:b3-b2 move:b3-b4");
    scene.play("end");
    assert_eq!(scene.asks(), (0, Phase::Action));
    scene.play("soldier:c1");
    assert_eq!(scene.asks(), (1, Phase::Action), "the new soldier does not act");
}

/// DZ-10
#[test]
fn a_step_without_a_choice_is_silent() {
    let scene = scene("a1# b1 a2 *a1 *b1 *a2 *b2 *c1 *a3 | c5").begin(0);
    assert!(!scene.choices_of("move").contains("a1-"), "{}", scene.choices());
    let mut scene = super::scene("*a1 | c5").begin(0);
    scene.play("end");
    assert_eq!(scene.asks(), (1, Phase::Action), "seat 0 has nothing to put anything on");
}

/// DZ-10
#[test]
fn a_seat_without_pieces_is_passed_over() {
    let mut scene = scene("c1 | ").begin(0);
    scene.play("pass");
    assert_eq!((scene.state.turn(), scene.asks()), (3, (0, Phase::Action)));
    let lost = super::scene(" | ").begin(0);
    assert_eq!(lost.game.turn(&lost.state), Turn::Over, "nobody could do anything in any turn");
}

/// DZ-11
#[test]
fn a_soldier_that_has_just_moved_may_charge_on() {
    let mut scene = scene("*b2 *d2 | b4 c5").chit(0, Chit::Charge).begin(0);
    assert_eq!(scene.choices_of("charge"), "");
    scene.play("move:b2-b3");
    assert_eq!(
        scene.choices(),
        "charge:b3-a3 charge:b3-b2 charge:b3-b4 charge:b3-b4x charge:b3-c3 end move:d2-c2 move:d2-d1 move:d2-d3 move:d2-e2"
    );
    scene.play("charge:b3-b4x");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("*d2 *b4".to_owned(), "c5".to_owned()));
    assert_eq!((scene.has(0, Chit::Charge), scene.choices_of("charge")), (0, String::new()));
}

/// DZ-11
#[test]
fn a_charge_may_follow_a_charge() {
    let mut scene = scene("*b1 | c5").chit(0, Chit::Charge).chit(0, Chit::Charge).begin(0);
    scene.play("move:b1-b2 charge:b2-b3 charge:b3-b4");
    assert_eq!((scene.pieces(0), scene.has(0, Chit::Charge)), ("*b4".to_owned(), 0));
}

/// DZ-11
#[test]
fn any_other_action_of_the_seat_closes_the_chance_to_charge() {
    let at = || scene("*b2 *d2 | d2 c5").chit(0, Chit::Charge).begin(0);
    assert_eq!(at().play("move:b2-b3 raze:d2").asks(), (1, Phase::Action), "razing");
    let mut scene = at();
    scene.play("move:b2-b3 move:d2-d3");
    assert_eq!(scene.choices_of("charge"), "d3-c3 d3-d2 d3-d2x d3-d4 d3-e3", "another move");
    assert_eq!(at().play("move:b2-b3 end").asks(), (1, Phase::Action), "the end of the step");
}

/// DZ-11, DZ-12
#[test]
fn a_soldier_sent_back_may_still_charge() {
    let mut scene = scene("*b2 | b3 c5").chit(0, Chit::Charge).chit(1, Chit::Defence).begin(0);
    scene.play("move:b2-b3x defend");
    assert_eq!(scene.choices(), "charge:b2-a2 charge:b2-b1 charge:b2-b3 charge:b2-b3x charge:b2-c2 end");
    scene.play("charge:b2-b3x");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("*b3".to_owned(), "c5".to_owned()));
}

/// DZ-11, DZ-12
#[test]
fn a_charge_may_follow_a_move_that_was_allowed_and_be_defended_against_itself() {
    let mut scene = scene("*b2 | b3 b4 c5").chit(0, Chit::Charge).chit(1, Chit::Defence).begin(0);
    scene.play("move:b2-b3 allow charge:b3-b4x");
    assert_eq!(scene.asks(), (1, Phase::Defence));
    scene.play("defend");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("*b3".to_owned(), "b3 b4 c5".to_owned()));
    assert_eq!(scene.has(0, Chit::Charge), 0, "the charge stays spent");
    assert_eq!(scene.asks(), (1, Phase::Action), "and the soldier has moved");
}

/// DZ-12
#[test]
fn a_defence_saves_the_soldier_the_token_and_the_fort() {
    let mut scene = scene("c1 *b2 | b3# *b3 c5").chit(1, Chit::Defence).begin(0);
    scene.play("move:b2-b3x");
    assert_eq!((scene.asks(), scene.choices()), ((1, Phase::Defence), "allow defend".to_owned()));
    assert_eq!(scene.pieces(1), "b3# c5 *b3", "nothing is removed before the answer");
    scene.play("defend");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("c1 *b2".to_owned(), "b3# c5 *b3".to_owned()));
    assert_eq!(scene.has(1, Chit::Defence), 0);
    assert_eq!(scene.asks(), (0, Phase::Action), "the soldier counts as having moved");
}

/// DZ-12
#[test]
fn a_move_that_is_allowed_happens_as_declared() {
    let mut scene = scene("c1 *b2 | b3# *b3 c5").chit(1, Chit::Defence).begin(0);
    scene.play("move:b2-b3x allow");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("c1 *b3".to_owned(), "c5".to_owned()));
    assert_eq!(scene.has(1, Chit::Defence), 1);
}

/// DZ-12
#[test]
fn the_owner_of_the_token_is_asked_and_not_that_of_the_soldier_on_it() {
    let mut scene = scene("c1 *b2 | *b3 c5 | b3").chit(1, Chit::Defence).chit(2, Chit::Defence).begin(0);
    scene.play("move:b2-b3");
    assert_eq!(scene.asks(), (2, Phase::Defence), "also for a move that removes no token");
    scene.play("defend");
    assert_eq!(scene.pieces(1), "c5 *b3");
}

/// DZ-12
#[test]
fn nobody_is_asked_without_a_token_on_the_field_or_a_defence() {
    let mut scene = scene("c1 *b2 *d2 | *b3 d3 c5 | a3").chit(2, Chit::Defence).begin(0);
    scene.play("move:b2-b3 move:d2-d3x");
    assert_eq!((scene.asks(), scene.pieces(1)), ((0, Phase::Action), "c5".to_owned()));
}

/// DZ-13
#[test]
fn every_seat_from_the_active_one_on_may_maneuver_before_the_action() {
    let mut scene = scene("c1 | c5 *b5 | a3 *a3").begin(1);
    for seat in 0..3 {
        scene = scene.chit(seat, Chit::Maneuver);
    }
    scene.play("end");
    assert_eq!(scene.asks(), (1, Phase::Window));
    assert_eq!(scene.choices(), "maneuver:b5-a5 maneuver:b5-b4 maneuver:b5-c5 skip");
    scene.play("maneuver:b5-b4");
    assert_eq!(scene.asks(), (2, Phase::Window));
    scene.play("skip");
    assert_eq!(scene.asks(), (1, Phase::Action), "seat 0 has no soldier to maneuver with");
    assert_eq!((scene.has(1, Chit::Maneuver), scene.has(2, Chit::Maneuver)), (0, 1));
}

/// DZ-13
#[test]
fn a_maneuver_enters_no_field_with_a_soldier() {
    let scene = scene("c1 | b2 b4 *b3 | *a3 *c3 *b4").chit(1, Chit::Maneuver).begin(0);
    assert_eq!(scene.choices(), "maneuver:b3-b2 skip", "nor removes tokens of its own seat");
}

/// DZ-13
#[test]
fn a_seat_is_asked_again_while_it_has_a_maneuver_to_use() {
    let mut scene = scene("c1 | *b3 c5").chit(1, Chit::Maneuver).chit(1, Chit::Maneuver).begin(0);
    scene.play("maneuver:b3-b2");
    assert_eq!(scene.asks(), (1, Phase::Window));
    scene.play("maneuver:b2-b1");
    assert_eq!(scene.asks(), (0, Phase::Action));
    let mut scene = super::scene("c1 | *b3 c5").chit(1, Chit::Maneuver).chit(1, Chit::Maneuver).begin(0);
    scene.play("maneuver:b3-b2 skip");
    assert_eq!(scene.asks(), (0, Phase::Action), "not after it declined");
}

/// DZ-12, DZ-13
#[test]
fn a_maneuver_may_remove_a_token_and_be_defended_against() {
    let at = || scene("c1 *b2 | b3# c5").chit(0, Chit::Maneuver).chit(1, Chit::Defence).begin(0);
    let mut scene = at();
    scene.play("end maneuver:b2-b3x");
    assert_eq!(scene.asks(), (1, Phase::Defence));
    scene.play("defend");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("c1 *b2".to_owned(), "b3# c5".to_owned()));
    assert_eq!((scene.has(0, Chit::Maneuver), scene.asks()), (0, (0, Phase::Action)));
    assert_eq!(at().play("end maneuver:b2-b3x allow").pieces(1), "c5");
}

/// DZ-13
#[test]
fn a_maneuver_is_open_to_soldiers_that_have_moved_or_razed() {
    let mut scene = scene("c1 *b2 | c5").chit(0, Chit::Maneuver).begin(0);
    scene.play("move:b2-b3");
    assert_eq!(scene.choices_of("maneuver"), "b3-a3 b3-b2 b3-b4 b3-c3");
    let mut scene = super::scene("c1 *b2 | b2 c5").chit(0, Chit::Maneuver).begin(0);
    scene.play("raze:b2");
    assert_eq!(scene.asks(), (0, Phase::Window), "and to those that razed");
}

/// DZ-11, DZ-13
#[test]
fn the_active_seat_may_charge_after_its_own_maneuver() {
    let mut scene = scene("c1 *b2 | *b4 b4 c5").chit(0, Chit::Charge).chit(0, Chit::Maneuver).begin(0);
    scene.play("end");
    assert_eq!(scene.choices_of("charge"), "", "it may not open with a charge");
    scene.play("maneuver:b2-b3");
    assert_eq!(
        (scene.asks(), scene.choices()),
        ((0, Phase::Window), "charge:b3-a3 charge:b3-b2 charge:b3-b4 charge:b3-b4x charge:b3-c3 skip".to_owned()),
        "also where another seat's soldier stands"
    );
    scene.play("charge:b3-b4x");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("c1 *b4".to_owned(), "c5".to_owned()));
    assert_eq!((scene.has(0, Chit::Charge), scene.asks()), (0, (0, Phase::Action)));
}

/// DZ-11, DZ-13
#[test]
fn no_charge_is_carried_from_step_1_into_the_window() {
    let mut scene = scene("c1 *b2 | c5").chit(0, Chit::Charge).chit(0, Chit::Maneuver).begin(0);
    scene.play("move:b2-b3 end");
    assert_eq!(scene.choices(), "maneuver:b3-a3 maneuver:b3-b2 maneuver:b3-b4 maneuver:b3-c3 skip");
}

/// DZ-11, DZ-13
#[test]
fn charges_and_maneuvers_may_alternate_in_the_window() {
    let mut scene = scene("c1 *b1 *d1 | c5");
    for _ in 0..2 {
        scene = scene.chit(0, Chit::Charge).chit(0, Chit::Maneuver);
    }
    let mut scene = scene.begin(0);
    scene.play("end maneuver:b1-b2 charge:b2-b3");
    assert_eq!(scene.choices_of("charge"), "b3-a3 b3-b2 b3-b4 b3-c3", "a charge may follow a charge");
    assert_eq!(scene.choices_of("maneuver"), "b3-a3 b3-b2 b3-b4 b3-c3 d1-c1 d1-d2 d1-e1");
    scene.play("maneuver:d1-d2");
    assert_eq!(
        scene.choices(),
        "charge:d2-c2 charge:d2-d1 charge:d2-d3 charge:d2-e2 skip",
        "the other is past its chance"
    );
    scene.play("charge:d2-d3");
    assert_eq!((scene.pieces(0), scene.asks()), ("c1 *b3 *d3".to_owned(), (0, Phase::Action)));
}

/// DZ-11, DZ-12, DZ-13
#[test]
fn a_maneuver_sent_back_may_be_followed_by_a_charge_which_may_be_sent_back_too() {
    let at = || {
        let scene = scene("c1 *b2 | b3 c5 *e5").chit(0, Chit::Charge).chit(0, Chit::Maneuver).chit(1, Chit::Maneuver);
        scene.chit(1, Chit::Defence).chit(1, Chit::Defence).begin(0)
    };
    let mut scene = at();
    scene.play("end maneuver:b2-b3x defend");
    assert_eq!(scene.choices(), "charge:b2-a2 charge:b2-b1 charge:b2-b3 charge:b2-b3x charge:b2-c2 skip");
    scene.play("charge:b2-b3x");
    assert_eq!(scene.asks(), (1, Phase::Defence));
    scene.play("defend");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("c1 *b2".to_owned(), "b3 c5 *e5".to_owned()));
    assert_eq!((scene.has(0, Chit::Charge), scene.asks()), (0, (1, Phase::Window)), "the next seat is asked");
    assert_eq!(at().play("end maneuver:b2-b3x defend charge:b2-b3x allow").pieces(1), "c5 *e5");
}

/// DZ-11, DZ-13
#[test]
fn a_skip_gives_up_the_charge_and_no_other_seat_has_it() {
    let mut scene = scene("c1 *b2 | c5 *d5").chit(0, Chit::Charge).chit(0, Chit::Maneuver);
    scene = scene.chit(1, Chit::Charge).chit(1, Chit::Maneuver).begin(0);
    scene.play("end maneuver:b2-b3 skip");
    assert_eq!(scene.choices(), "maneuver:d5-c5 maneuver:d5-d4 maneuver:d5-e5 skip");
    scene.play("maneuver:d5-d4");
    assert_eq!((scene.asks(), scene.has(1, Chit::Charge)), ((0, Phase::Action), 1), "in another seat's turn no charge");
}

/// DZ-13
#[test]
fn the_window_is_held_when_the_active_seat_can_only_pass() {
    let mut scene = scene(" | *b3 c5").chit(1, Chit::Maneuver).begin(0);
    assert_eq!(scene.asks(), (1, Phase::Window));
    scene.play("maneuver:b3-b2");
    assert_eq!(scene.asks(), (1, Phase::Soldiers), "its own turn comes next");
}
