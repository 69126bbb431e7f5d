//! The missions, their claims and rewards.

use super::*;

/// Whether seat 0, at home in the south, meets a mission with these pieces.
fn meets(mission: Mission, pieces: &str) -> bool {
    let scene = scene(&format!("{pieces} | "));
    scene.game.meets(&scene.state, Seat(0), mission)
}

const BASTION: &str = "b2# c2# d2#";

/// DZ-16
#[test]
fn a_card_whose_condition_no_longer_holds_lies_open_again_under_its_number() {
    let scene = scene("b2# c2# | d5").cards("T B0 B").end_turn();
    assert_eq!(scene.table(), "T B B");
    let kept = super::scene(&format!("{BASTION} | d5")).cards("T B0").end_turn();
    assert_eq!(kept.table(), "T B0");
}

/// DZ-16
#[test]
fn a_secret_card_once_claimed_can_be_lost_to_anyone() {
    let mut claimed = scene(&format!("{BASTION} | d5")).cards("T B?0").end_turn();
    assert_eq!(claimed.table(), "T B0");
    claimed.state.forts[0] = 0;
    claimed.state.tokens[1] |= claimed.state.tokens[0];
    claimed.state.forts[1] = claimed.state.tokens[0];
    claimed.state.tokens[0] = 0;
    let lost = claimed.end_turn();
    assert_eq!(lost.table(), "T B1");
}

/// DZ-16, DZ-17
#[test]
fn a_card_lost_may_be_claimed_by_another_seat_in_the_same_turn() {
    let scene = scene(&format!("c1 | {BASTION}")).cards("T B0").end_turn();
    assert_eq!(scene.table(), "T B1");
}

/// DZ-17
#[test]
fn the_later_mover_claims() {
    let both = "b2# b3# b4# | d2# d3# d4# | a3";
    assert_eq!(scene(both).cards("B B").end_turn().table(), "B1 B1", "one seat may take several cards");
    assert_eq!(scene_with("later_mover_claims = false", both).cards("B B").end_turn().table(), "B0 B0");
}

/// DZ-17
#[test]
fn the_later_mover_is_the_one_that_comes_later_in_the_turn_that_is_over() {
    let both = "b2# b3# b4# | d2# d3# d4#";
    for order in ["rotating", "reversed"] {
        let scene = scene_with(&format!("order = \"{order}\""), both).cards("B");
        assert_eq!(scene.end_turn().table(), "B0", "in turn 2 seat 0 comes last: {order}");
    }
}

/// DZ-17
#[test]
fn a_holder_keeps_its_card_whoever_else_meets_it() {
    assert_eq!(scene("b2# b3# b4# | d2# d3# d4#").cards("B0").end_turn().table(), "B0");
}

/// DZ-17
#[test]
fn a_secret_card_is_claimed_by_its_owner_only() {
    assert_eq!(scene(&format!("{BASTION} | d5")).cards("B?1 B?0").end_turn().table(), "B?1 B0");
    let held = scene_with("secret_missions = \"held\"", &format!("{BASTION} | d5")).cards("B?1 B?0").end_turn();
    assert_eq!(held.table(), "B?1 B?0", "where all are held anyway, none is claimed");
    assert_eq!(held.has(0, Chit::Defence), 0, "and none is rewarded");
}

/// DZ-17, DZ-18
#[test]
fn a_secret_card_judged_at_the_end_is_shown_then_if_it_is_met() {
    let end = "secret_missions = \"end\"\nturns = 3";
    let mut scene = scene_with(end, &format!("{BASTION} | d5")).cards("R B?0 T?1 B").end_turn();
    assert_eq!(scene.table(), "R B?0 T?1 B0", "not before the end");
    assert_eq!(scene.game.standing(&scene.state).scores(), [1, 0]);
    scene.play("pass");
    let over = scene.end_turn();
    assert_eq!((over.game.turn(&over.state), over.table()), (Turn::Over, "R B0 T?1 B0".to_owned()));
    assert_eq!(over.has(0, Chit::Defence), 1, "the open card had a reward, the secret one has none");
    assert_eq!(over.game.standing(&over.state).scores(), [2, 0], "a card not met counts for nothing");
    let mut deeds = Vec::new();
    over.game.deeds(&over.state, Seat(0), &mut |deed| deeds.push(deed.to_owned()));
    assert_eq!(deeds, ["claimed-B", "held-B", "held-B", "reward-B"], "nor is it claimed");
}

/// DZ-17, DZ-18
#[test]
fn a_secret_card_judged_at_the_end_is_judged_before_the_rewards_of_the_last_turn() {
    let end = "secret_missions = \"end\"\nturns = 2";
    let mut scene = scene_with(end, "b2# c2# d2 b3 | d5").cards("R B?0 T?1").end_turn();
    assert_eq!((scene.asks(), scene.table()), ((0, Phase::Works), "R0 B?0 T?1".to_owned()));
    scene.play("fort:d2 pass");
    assert_eq!((scene.game.turn(&scene.state), scene.table()), (Turn::Over, "R0 B?0 T?1".to_owned()));
}

/// DZ-17
#[test]
fn cards_are_looked_at_after_the_last_seat_only() {
    let mut scene = scene("b2# c2# d2 | d5").cards("B").begin(0);
    scene.play("fort:d2");
    assert_eq!(scene.table(), "B");
    scene.play("pass");
    assert_eq!(scene.table(), "B0");
}

/// DZ-18
#[test]
fn a_trail_brings_up_to_two_soldiers_on_tokens_without_a_soldier() {
    let trail = || scene("c1 c2 c3# c4 *c1 | *c2 d5").cards("T").end_turn();
    let mut scene = trail();
    assert_eq!((scene.asks(), scene.choices()), ((0, Phase::Recruits), "recruit:c3 recruit:c4 skip".to_owned()));
    scene.play("recruit:c4");
    assert_eq!(scene.choices(), "recruit:c3 skip");
    scene.play("recruit:c3");
    assert_eq!((scene.pieces(0), scene.state.turn()), ("c1 c2 c3# c4 *c1 *c3 *c4".to_owned(), 3));
    assert_eq!(trail().play("skip").state.turn(), 3, "a skip gives up the rest");
    let full = super::scene("c1 c2 c3# c4 *c1 *c3 *c4 | *c2 d5").cards("T").end_turn();
    assert_eq!((full.table(), full.state.turn()), ("T0".to_owned(), 3), "nobody is asked where there is no room");
    let mut narrow = super::scene("c1 c2 c3# c4 *c1 *c3 | *c2 d5").cards("T").end_turn();
    narrow.play("recruit:c4");
    assert_eq!(narrow.state.turn(), 3, "nor for a second soldier");
}

/// DZ-18
#[test]
fn an_assault_brings_an_expansion_and_a_charge() {
    let scene = scene("*c1 *a3 *e3 *c3 | d5").cards("A").end_turn();
    assert_eq!(Chit::ALL.map(|chit| scene.has(0, chit)), [1, 0, 1, 0]);
}

/// DZ-18
#[test]
fn resources_bring_two_actions_without_window_or_expansion() {
    let resources = || scene("b2# c2 d2 b3 *c2 | d5").cards("R").chit(0, Chit::Expansion).chit(0, Chit::Maneuver);
    let mut scene = resources().end_turn();
    assert_eq!((scene.asks(), scene.state.left()), ((0, Phase::Works), 2));
    scene.play("token:b4 fort:b4");
    assert_eq!((scene.pieces(0), scene.state.turn()), ("b2# c2 d2 b3 b4# *c2".to_owned(), 3));
    let mut scene = resources().end_turn();
    scene.play("pass");
    assert_eq!((scene.asks(), scene.state.left()), ((0, Phase::Works), 1), "a pass gives up one action");
    scene.play("pass");
    assert_eq!(scene.state.turn(), 3);
}

/// DZ-18
#[test]
fn a_bastion_brings_a_defence_and_a_maneuver() {
    let scene = scene(&format!("{BASTION} | d5")).cards("B").end_turn();
    assert_eq!(Chit::ALL.map(|chit| scene.has(0, chit)), [0, 1, 0, 1]);
}

/// DZ-3, DZ-18
#[test]
fn each_copy_brings_its_reward_once() {
    let mut scene = scene(&format!("{BASTION} | d5")).cards("B B").end_turn();
    assert_eq!(scene.has(0, Chit::Defence), 2, "a seat may hold several of a kind");
    let forts = std::mem::take(&mut scene.state.forts[0]);
    let mut scene = scene.end_turn();
    assert_eq!(scene.table(), "B B");
    scene.state.forts[0] = forts;
    let scene = scene.end_turn();
    assert_eq!((scene.table(), scene.has(0, Chit::Defence)), ("B0 B0".to_owned(), 2));
}

/// DZ-18
#[test]
fn rewards_come_by_card_number_whoever_gets_them() {
    let pieces = "b2# c2 d2 b3 | c5 d4 e3 e2 | a3";
    let scene = scene(pieces).cards("T R").end_turn();
    assert_eq!(scene.asks(), (1, Phase::Recruits));
    let mut scene = super::scene(pieces).cards("R T").end_turn();
    assert_eq!(scene.asks(), (0, Phase::Works));
    scene.play("pass token:b4");
    assert_eq!(scene.asks(), (1, Phase::Recruits));
}

/// DZ-18, DZ-23
#[test]
fn rewards_come_after_the_last_turn_too_but_no_check_follows_them() {
    let mut scene = scene_with("turns = 2", "b2# c2# d2 b3 | d5").cards("R B").end_turn();
    assert_eq!((scene.asks(), scene.table()), ((0, Phase::Works), "R0 B".to_owned()));
    scene.play("fort:d2 pass");
    assert_eq!((scene.game.turn(&scene.state), scene.table()), (Turn::Over, "R0 B".to_owned()));
}

/// DZ-19
#[test]
fn a_trail_joins_the_home_edge_to_the_line_inside_the_opposite_one() {
    assert!(meets(Mission::Trail, "c1 c2 c3 c4"));
    assert!(meets(Mission::Trail, "a1 b2 a3 a4"), "corners touch, and the ends of both lines count");
    assert!(!meets(Mission::Trail, "c1 c2 c3 b3 d3"), "it must reach the line");
    assert!(!meets(Mission::Trail, "c2 c3 c4 c5"), "and the home edge");
    assert!(!meets(Mission::Trail, "c1 c2 c4 c5"), "without a gap");
    assert!(!meets(Mission::Trail, "a1 a2 a3 c2 c3 c4"), "in one group");
    let east = scene(" | | | e3 d3 c3 b3");
    assert!(east.game.meets(&east.state, Seat(3), Mission::Trail), "each from its own home");
    let large = scene_with("size = 7", "c1 c2 c3 c4 c5 | ");
    assert!(!large.game.meets(&large.state, Seat(0), Mission::Trail));
    let large = scene_with("size = 7", "c1 c2 c3 c4 c5 c6 | ");
    assert!(large.game.meets(&large.state, Seat(0), Mission::Trail));
}

/// DZ-20
#[test]
fn an_assault_needs_soldiers_at_home_on_two_other_edges_and_in_the_centre() {
    assert!(meets(Mission::Assault, "*c1 *a3 *e3 *c3"));
    assert!(meets(Mission::Assault, "*b1 *b5 *e2 *c3"));
    assert!(!meets(Mission::Assault, "*c1 *a3 *e3 *c4"), "the centre is empty");
    assert!(!meets(Mission::Assault, "*c1 *a3 *a2 *c3"), "one other edge is not two");
    assert!(!meets(Mission::Assault, "*c5 *a3 *e3 *c3"), "home is empty");
    assert!(!meets(Mission::Assault, "*c1 *a3 *e5 *c3"), "a corner does not count");
}

/// DZ-21
#[test]
fn resources_are_four_tokens_and_a_fort_on_inner_fields() {
    assert!(meets(Mission::Resources, "b2# c2 d2 d4"));
    assert!(!meets(Mission::Resources, "b2# c2 d2 d5"), "one is on an edge");
    assert!(!meets(Mission::Resources, "b2 c2 d2 d4 c1#"), "so is the fort");
}

/// DZ-22
#[test]
fn a_bastion_is_three_forts_on_inner_fields() {
    assert!(meets(Mission::Bastion, "b2# c3# d4#"));
    assert!(!meets(Mission::Bastion, "b2# c3# d4 d5#"));
}

/// DZ-17
#[test]
fn whoever_comes_earlier_goes_first_unless_later_movers_claim() {
    for (rules, first) in [("later_mover_claims = false", true), ("later_mover_claims = true", false)] {
        let game = game(2, &format!("order = \"fixed\"\n{rules}"));
        assert_eq!(game.goes_first(2, Seat(0), Seat(1)), first, "{rules}");
        assert_eq!(game.goes_first(2, Seat(1), Seat(0)), !first, "{rules}");
    }
}
