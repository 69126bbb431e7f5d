//! Phase 3, expansion and the end of the game.

use super::*;

/// DZ-14
#[test]
fn a_token_goes_next_to_a_token_of_the_seat() {
    let scene = scene("b1 b2 | d5").begin(0);
    assert_eq!(scene.choices(), "fort:b1 fort:b2 pass token:a1 token:a2 token:b3 token:c1 token:c2");
}

/// DZ-14
#[test]
fn a_token_takes_the_place_of_a_token_of_another_seat() {
    let mut scene = scene("b1 | b2 d5").begin(0);
    scene.play("token:b2");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("b1 b2".to_owned(), "d5".to_owned()));
}

/// DZ-14
#[test]
fn no_token_goes_on_or_beside_the_fort_of_another_seat() {
    assert_eq!(scene("b1 | c1# d5").begin(0).choices_of("token"), "a1 b2", "not on it");
    assert_eq!(scene("b1 | d1# d5").begin(0).choices_of("token"), "a1 b2", "nor on c1 beside it");
    assert_eq!(scene("b1 | d2# d5").begin(0).choices_of("token"), "a1 b2 c1", "a corner does not count");
    assert_eq!(scene("b1 d1# | d5").begin(0).choices_of("token"), "a1 b2 c1 d2 e1", "one's own does not hinder");
}

/// DZ-14
#[test]
fn a_fort_goes_on_a_token_without_one_even_beside_a_fort_of_another_seat() {
    let mut scene = scene("b1# b2 | b3# d5").begin(0);
    assert_eq!(scene.choices_of("fort"), "b2");
    scene.play("fort:b2");
    assert_eq!(scene.pieces(0), "b1# b2#");
}

/// DZ-14
#[test]
fn a_soldier_goes_on_a_fort_without_a_soldier() {
    let mut scene = scene("b1# c1# d1# a1 *b1 | *c1 d5").begin(0);
    scene.play("end");
    assert_eq!(scene.choices_of("soldier"), "d1");
    scene.play("soldier:d1");
    assert_eq!(scene.pieces(0), "a1 b1# c1# d1# *b1 *d1");
}

/// DZ-14
#[test]
fn one_action_a_turn_or_none() {
    let mut scene = scene("b1 | d5").begin(0);
    scene.play("fort:b1");
    assert_eq!(scene.asks(), (1, Phase::Action));
    scene.play("pass");
    assert_eq!((scene.pieces(1), scene.asks()), ("d5".to_owned(), (0, Phase::Action)));
}

/// DZ-15
#[test]
fn an_expansion_puts_token_and_fort_under_a_soldier_even_beside_a_fort_of_another_seat() {
    let mut scene = scene("b1 *c3 | c4# d5").chit(0, Chit::Expansion).begin(0);
    scene.play("end pass");
    assert_eq!((scene.asks(), scene.choices()), ((0, Phase::Expansion), "expand:c3 skip".to_owned()));
    scene.play("expand:c3");
    assert_eq!((scene.pieces(0), scene.has(0, Chit::Expansion)), ("b1 c3# *c3".to_owned(), 0));
}

/// DZ-15
#[test]
fn an_expansion_removes_a_token_but_not_a_fort_of_another_seat() {
    let mut scene = scene("b1 c3 d3# *b3 *c3 *d3 *e3 | b3 e3# d5").chit(0, Chit::Expansion).begin(0);
    scene.play("end pass");
    assert_eq!(scene.choices(), "expand:b3 expand:c3 skip", "nor is it for a field with token and fort of the seat");
    scene.play("expand:b3");
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("b1 b3# c3 d3# *b3 *c3 *d3 *e3".to_owned(), "e3# d5".to_owned()));
}

/// DZ-15
#[test]
fn an_expansion_adds_the_fort_to_a_token_of_the_seat() {
    let mut scene = scene("b1 *b1 | d5").chit(0, Chit::Expansion).begin(0);
    scene.play("end pass expand:b1");
    assert_eq!(scene.pieces(0), "b1# *b1");
}

/// DZ-15
#[test]
fn there_is_one_expansion_a_turn() {
    let mut scene = scene("b1 *c3 *d3 | d5").chit(0, Chit::Expansion).chit(0, Chit::Expansion).begin(0);
    scene.play("end pass expand:c3");
    assert_eq!((scene.asks(), scene.has(0, Chit::Expansion)), ((1, Phase::Action), 1));
}

/// DZ-15
#[test]
fn an_expansion_may_be_declined_or_use_a_soldier_of_this_turn() {
    let mut scene = scene("b1# | d5").chit(0, Chit::Expansion).begin(0);
    scene.play("soldier:b1");
    assert_eq!(scene.asks(), (1, Phase::Action), "token and fort are there already");
    let mut scene = super::scene("b1# *c2 | d5").chit(0, Chit::Expansion).begin(0);
    scene.play("end pass skip");
    assert_eq!((scene.asks(), scene.has(0, Chit::Expansion)), ((1, Phase::Action), 1));
}

/// DZ-23
#[test]
fn the_game_is_over_after_the_last_turn() {
    let mut scene = scene_with("turns = 3", "b1 | d5").begin(0);
    scene.play("pass pass pass");
    assert_eq!(scene.asks(), (1, Phase::Action));
    scene.play("pass");
    assert_eq!(scene.game.turn(&scene.state), Turn::Over);
    assert_eq!(scene.game.turns(&scene.state), 3);
}

/// DZ-23
#[test]
fn all_seats_with_a_card_win_and_share_the_first_rank() {
    let standing = |scene: Scene| scene.game.standing(&scene.state);
    let some = standing(scene("b1 | d5 | a3").cards("T B0 A2 B2 R?1"));
    assert_eq!((some.scores(), some.ranks()), (&[1, 0, 2][..], &[0, 2, 0][..]));
    assert_eq!([0, 1, 2].map(|seat| some.wins(Seat(seat))), [true, false, true]);
    let none = standing(scene("b1 | d5").cards("T R?0 A?1"));
    assert_eq!((none.scores(), none.ranks()), (&[0, 0][..], &[0, 0][..]));
    assert!(!none.wins(Seat(0)) && !none.wins(Seat(1)), "a draw that nobody wins");
}

/// DZ-24
#[test]
fn a_seat_plays_for_a_card_or_to_beat_its_rivals() {
    let rewards = |rules: &str, cards: &str| {
        let scene = scene_with(rules, "b1 | d5 | a3").cards(cards);
        let standing = scene.game.standing(&scene.state);
        let rewards = [0, 1, 2].map(|seat| scene.game.reward(&standing, Seat(seat)));
        let payoffs = [0, 1, 2].map(|seat| standing.payoff(Seat(seat)));
        (rewards, payoffs, scene.game.constant_sum())
    };
    let payoffs = [0.75, 0.0, 0.75];
    assert_eq!(rewards("", "T B0 A2 B2"), ([1.0, 0.0, 1.0], payoffs, false), "however many others hold one");
    assert_eq!(rewards("", "T"), ([0.0; 3], [0.5; 3], false), "and nothing where nobody does");
    assert_eq!(rewards("aim = \"rivals\"", "T B0 A2 B2"), (payoffs, payoffs, true));
    assert_eq!(rewards("aim = \"rivals\"", "T"), ([0.5; 3], [0.5; 3], true));
}

/// DZ-23
#[test]
fn secret_cards_that_are_held_count_from_the_start() {
    let standing = {
        let scene = scene_with("secret_missions = \"held\"", "b1 | d5").cards("T0 R?0 A?1");
        scene.game.standing(&scene.state)
    };
    assert_eq!((standing.scores(), standing.ranks()), (&[2, 1][..], &[0, 0][..]));
    assert!(standing.wins(Seat(0)) && standing.wins(Seat(1)));
}
