//! A seat's view as data, and what it sees of events.

use super::super::*;
use super::page::sample;
use super::{Scene, scene};
use crate::notation::Notation;

fn seen(scene: &Scene, text: &str, viewer: u8) -> String {
    scene.game.see(&scene.state, scene.event(text), Seat(viewer)).unwrap()
}

/// BO-10, BO-11
#[test]
fn a_swap_and_its_draws_show_others_no_more_than_how_many() {
    let scene = sample();
    assert_eq!(seen(&scene, "swap:R12,F20", 0), "swap:R12,F20");
    assert_eq!(seen(&scene, "swap:R12,F20", 1), "swap:?,?");
    let drawing = scene.play("swap:R12,F20");
    assert_eq!([0, 1].map(|viewer| seen(&drawing, "draw:C11", viewer)), ["draw:C11", "draw:?"]);
    for open in ["poison:10", "play:T30@c2"] {
        assert_eq!([0, 1].map(|viewer| seen(&sample(), open, viewer)), [open, open]);
    }
}

/// BO-10: nothing is announced when a tile is drawn from under the stack, but the seat that draws sees it.
#[test]
fn tokens_from_under_the_stack_are_seen_by_who_draws_them() {
    let scene = scene(2, "").hand(0, "R11 R12").hand(1, "F10").queue("1:C10 T10");
    assert_eq!([0, 1].map(|viewer| seen(&scene, "play:R11@d3", viewer)), ["play:R11@d3=C10", "play:R11@d3"]);
    assert_eq!([0, 1].map(|viewer| seen(&scene, "swap:R11,R12", viewer)), ["swap:R11,R12=C10,T10", "swap:?,?"]);
    let replacing = self::scene(2, "").beach("d3:R20").hand(0, "R11").hand(1, "F10");
    assert_eq!(seen(&replacing, "play:R11@d3", 0), "play:R11@d3=R20", "what it replaced comes back");
    assert_eq!(seen(&replacing, "sailor:R@d3", 0), "sailor:R@d3", "a sailor draws nothing");
    let last = self::scene(2, "").hand(0, "R11 R12").hand(1, "F10").shuffled("C12").queue("T10").play("swap:R11,R12");
    assert_eq!([0, 1].map(|viewer| seen(&last, "draw:C12", viewer)), ["draw:C12=T10", "draw:?"]);
    let boarding = self::scene(2, "").beach("c4:F20 e4:T20 d5:C11").hand(0, "R11").hand(1, "F10").queue("T10");
    let boarding = boarding.play("play:R11@d3");
    assert_eq!([0, 1].map(|viewer| seen(&boarding, "board:d5>11", viewer)), ["board:d5>11=T10", "board:d5>11"]);
}

/// BO-17
#[test]
fn a_silent_pass_is_seen_by_all() {
    let scene = scene(4, "sailors = false").hand(0, "R11").hand(3, "T10");
    assert_eq!([0, 2].map(|viewer| seen(&scene, "play:R11@d3", viewer)), ["play:R11@d3=pass,pass"; 2]);
    let last = scene.turn(300);
    assert_eq!(seen(&last, "play:R11@d3", 1), "play:R11@d3", "the game is over before anybody could pass");
    let end = self::scene(2, "sailors = false\nmax_turns = 10").hand(0, "R11").turn(8);
    assert_eq!(seen(&end, "play:R11@d3", 1), "play:R11@d3=pass,pass", "turns 9 and 10, with which the game ends");
}

#[test]
fn an_observation_tells_who_knows_what_of_a_hand() {
    let scene = scene(4, "").hand(0, "R11 R12 T10").queue("1:F10 C11 0:T12 2:R20").play("swap:R11,R12,T10");
    let hand = |viewer| scene.game.observe(&scene.state, Seat(viewer)).hands.swap_remove(0);
    let known = |viewer| {
        let text = |known: &KnownToken| format!("{}:{:?}", known.token, known.to);
        hand(viewer).known.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([0, 1, 2].map(known), ["F10:Some(1) C11:None", "F10:Some(1) C11:None", "C11:None"]);
    assert_eq!([0, 1, 2].map(|viewer| hand(viewer).tokens.join(" ")), ["F10 C11 T12", "F10 C11", "C11"]);
    assert_eq!([0, 1, 2].map(|viewer| hand(viewer).size), [3; 3]);
    let queue = |viewer: u8| scene.game.observe(&scene.state, Seat(viewer)).queue;
    let token = |queued: &Queued| queued.token.clone().unwrap_or("?".to_owned());
    assert_eq!([0, 2].map(|viewer| queue(viewer).iter().map(token).collect::<String>()), ["?R11R12T10", "R20???"]);
    assert_eq!(queue(3).iter().map(|queued| queued.by).collect::<Vec<_>>(), [Some(2), Some(0), Some(0), Some(0)]);
}

/// Whatever imagining depends on is in the observation: states that differ in it alone look different.
#[test]
fn tokens_that_nobody_can_see_any_more_are_told_by_the_unseen() {
    let covered = |gang: &str| {
        let mut scene = scene(2, "").boat(&format!("10:{gang}")).play("poison:10");
        scene.state.shuffled = Tokens::full(scene.game.places, 1);
        scene.state.shuffled.remove(scene.token(&format!("{gang}10")));
        scene.state.shuffled_size = scene.state.shuffled.total() as u8;
        scene.game.observe(&scene.state, Seat(0))
    };
    let (red, fish) = (covered("R"), covered("F"));
    assert_eq!((&red.boat, &red.covered), (&fish.boat, &fish.covered));
    assert_ne!(red, fish);
    assert!(!red.unseen.contains(&"R10".to_owned()) && red.unseen.contains(&"F10".to_owned()));
}
