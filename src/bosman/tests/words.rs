//! What a person reads.

use super::super::*;
use super::{Scene, game, scene};
use crate::show::Show;

fn busy() -> Scene {
    scene(2, "poisons = 2")
        .beach("a1:R10 c4:F21 d5:C* e5:R30")
        .boat("11:R 32:F* 20:T")
        .hand(0, "R11 F20 F20")
        .hand(1, "T10 T31")
        .shuffled("C10 C11 C12")
        .queue("1:F30 R22")
}

#[test]
fn the_board_shows_beach_boat_hands_and_stack() {
    let scene = busy().play("poison:20");
    let seen = scene.game.board(&scene.state, Some(Seat(0))).to_string();
    let seen: Vec<&str> = seen.lines().map(str::trim_end).collect();
    assert_eq!(
        seen,
        [
            "    a   b   c   d   e   f   g       boat",
            "7   f   t   r   .   t   .   c         0    1    2",
            "6   .   .   .   .   f   .   r      1  .    R    .",
            "5   c   r   t  C*  R30  .   f      2  .x1  .    .",
            "4   .   .  F21 (.)  t   .   .      3  .    .    F*",
            "3   t   .   c   r   f   c   r",
            "2   c   .   t   .   .   .   .",
            "1  R10  .   f   .   c   f   t",
            "Seat 0 (R C): 1 point; hand R11 F20 F20; sailors R C; 1 poison",
            "Seat 1 (F T): 1 point; hand ? ?; sailors F T; 2 poisons",
            "Stack: 3 shuffled, under them ? R22",
            "(.) boatswain   r outpost   R10 token   R* sailor   x1 covered tokens   ? unseen",
        ]
    );
    let all = scene.game.board(&scene.state, None).to_string();
    assert!(all.contains("hand T10 T31;") && all.contains("under them F30 R22"), "{all}");
}

#[test]
fn events_are_told_as_far_as_a_seat_sees_them() {
    let tell =
        |scene: &Scene, text: &str, viewer: u8| scene.game.narrate(&scene.state, scene.event(text), Some(Seat(viewer)));
    let scene = busy();
    for (action, story) in [
        ("play:F20@c4", "Seat 0 lays F20 on c4 in place of F21, and the boatswain walks to f4."),
        (
            "sailor:C@d5",
            "Seat 0 lays the sailor of C on d5 in place of the sailor of C, and the boatswain walks to d3.",
        ),
        ("poison:20", "Seat 0 poisons the token on place 20."),
    ] {
        assert_eq!(tell(&scene, action, 1), story);
    }
    let drawing = scene.play("swap:R11,F20");
    assert_eq!(tell(&drawing, "draw:C10", 0), "Seat 0 draws C10.");
    assert_eq!(tell(&drawing, "draw:C10", 1), "Seat 0 draws a token.");
}

#[test]
fn draws_from_the_queue_silent_turns_and_the_end_are_told_with_what_caused_them() {
    let scene = scene(4, "sailors = false").hand(0, "R11 R12").hand(3, "T10").queue("1:F10 C10");
    let swap = scene.event("swap:R11,R12");
    let tell = |viewer| scene.game.narrate(&scene.state, swap, viewer);
    assert_eq!(
        tell(Some(Seat(0))),
        "Seat 0 swaps R11 R12. Seat 0 takes F10 C10 from under the stack. Nobody can do anything for 2 turns."
    );
    assert_eq!(
        tell(Some(Seat(3))),
        "Seat 0 swaps 2 tokens. Seat 0 takes ? C10 from under the stack. Nobody can do anything for 2 turns."
    );
    let last = Scene { game: game(2, "max_turns = 10"), ..scene }.turn(10);
    let story = last.game.narrate(&last.state, swap, None);
    assert!(story.ends_with(" The game ends: turn limit."), "{story}");
}

#[test]
fn deeds_are_tokens_aboard_rows_and_poisons() {
    let scene = scene(2, "poisons = 2").boat("10:R 11:R 12:R* 20:C 21:F").play("poison:21");
    let mut deeds = Vec::new();
    scene.game.deeds(&scene.state, Seat(0), &mut |deed| deeds.push(deed.to_owned()));
    assert_eq!(
        deeds,
        ["R-pirate-aboard", "R-pirate-aboard", "R-sailor-aboard", "R-row", "C-pirate-aboard", "poison-used"]
    );
}
