use super::*;
use crate::random::{Purpose, stream};

#[test]
fn laying_and_stashing_are_the_only_secret_actions() {
    let game = game(2, "");
    for (text, open) in
        [("place:S@c3", false), ("stash:L", false), ("spy:c3", true), ("withdraw:c3", true), ("offer:L", true)]
    {
        assert_eq!(game.open(game.read_action(text).unwrap()), open, "{text}");
    }
}

#[test]
fn others_see_where_tokens_are_but_not_which() {
    let mut one = start(2, "");
    one.play("place:W@b1 stash:L");
    let mut other = start(2, "");
    other.play("place:S@b1 stash:P");
    let seen = |scene: &Scene, viewer| scene.game.observe(&scene.state, Seat(viewer));
    assert_ne!(seen(&one, 0), seen(&other, 0));
    let mut third = start(2, "");
    third.play("place:W@b1 stash:S");
    assert_eq!(seen(&one, 0), seen(&third, 0), "only seat 1 knows its pile");
    assert_ne!(seen(&one, 1), seen(&third, 1));
}

#[test]
fn every_arrangement_of_unknown_tokens_is_as_likely() {
    let mut scene = start(2, "lanes = 1\nships = 1\npirates = 1\nwarships = 1");
    scene.play("place:L@b1 place:W@b2 place:S@b3 stash:L");
    let mut rng = stream(3, 0, Purpose::Other(0));
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..2400 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        let place = (
            imagined.token(scene.cell("b2")),
            imagined.pile_down(Seat(1)).to_string(),
            imagined.hand(Seat(1)).to_string(),
        );
        assert_eq!(imagined.token(scene.cell("b1")), Token::Lane, "one's own is known");
        *counts.entry(place).or_insert(0) += 1;
    }
    // One of four on the board, one of the other three in the pile, the rest in hand.
    assert_eq!(counts.len(), 12);
    assert!(counts.values().all(|&count| (140..=260).contains(&count)), "{counts:?}");
}

/// HX-6
#[test]
fn no_ship_is_imagined_where_none_may_be_laid() {
    let mut scene = start(2, "edge_placing = false\nships = 5\nlanes = 1");
    scene.play("place:L@d3 place:W@b1 place:P@d4 place:P@a2 place:P@d5 place:L@b3");
    let mut rng = stream(3, 0, Purpose::Other(0));
    let mut ships = 0;
    for _ in 0..300 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        assert_ne!(imagined.token(scene.cell("b1")), Token::Ship);
        assert_ne!(imagined.token(scene.cell("a2")), Token::Ship);
        ships += u32::from(imagined.token(scene.cell("b3")) == Token::Ship);
    }
    assert!((180..=255).contains(&ships), "5 of the 7 left are ships: {ships} of 300");
}
