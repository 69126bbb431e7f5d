use super::*;

fn scene() -> Scene {
    let scene = Scene::new(3, "events = true").then("cards:+1,E:hull-y,N,+4,C:b event:seasick+");
    scene.then("think mind:12:2 run:6 think mind:14:4")
}

#[test]
fn the_board_shows_everything_or_what_a_seat_knows() {
    let scene = scene();
    let shown = scene.game.board(&scene.state, None).to_string();
    assert_eq!(
        shown,
        "\
Round 1 of 5, coins 5 4 3 2 1, event seasick+

place  ship          nest  sails  hull  name  Coco          pirates
0      4 Paradise    r     y      b     g     top left
1      7 Royal       b     y      g     r     top right
2      1 Profundis   r     g      y     b     top right     home of seat 0
3      6 Sahara      y     b      r     g     bottom right  goal of seat 1
4      2 Revenge     y     r      g     b     top left      home of seat 1
5      8 Vulture     g     r      b     y     bottom right
6      5 Viper       b     g      r     y     bottom left
7      3 Santy Anno  g     b      y     r     bottom left   home of seat 2

cards  1. +1  2. E:hull-y  3. N  4. +4, H+1  5. C:b, H+1

seat  coins          clock  thought  believes       then
0     0              12     1 of 5   2 Revenge
1     0              11     0 of 5   2 Revenge      sits at 6 Sahara on tick 11
2     0              14     1 of 5   4 Paradise

r red, y yellow, b blue, g green; cards in the order in which they are thought through;
clock in ticks of 0.1 s; ? hidden
"
    );
    let seen = scene.game.board(&scene.state, Some(Seat(0))).to_string();
    assert!(seen.contains("cards  1. number  2. crossed  3. letter  4. number, H+1  5. colour, H+1\n"), "{seen}");
    assert!(
        seen.contains("\n1     0              11     ?        ?              sits at 6 Sahara on tick 11\n"),
        "{seen}"
    );
    assert!(seen.contains("\n2     0              ?      ?        ?\n"), "{seen}");
}

#[test]
fn a_seat_hears_of_its_own_thoughts_and_of_the_end_of_the_round() {
    let scene = scene();
    let tell = |scene: &Scene, word: &str, viewer: Option<u8>| {
        scene.game.narrate(&scene.state, scene.event(word), viewer.map(Seat))
    };
    assert_eq!(tell(&scene, "run:6", None), "Seat 0 runs for 6 Sahara and sits down 11 ticks later.");
    assert_eq!(tell(&scene, "run:6", Some(1)), "");
    let before = Scene::new(3, "").then(NUMBERS).then("think mind:12:2");
    assert_eq!(tell(&before, "run:6", Some(0)), "Seat 1 sat down at 6 Sahara on tick 11.");
    assert_eq!(tell(&before, "run:1", Some(0)), "", "on tick 17, later than its clock shows");
    let thinking = scene.then("think");
    assert_eq!(tell(&thinking, "mind:15:7", Some(0)), "After 15 ticks seat 0 believes in 7 Royal.");
    assert_eq!(tell(&thinking, "mind:15:7", Some(2)), "");
    let last = thinking.then("mind:15:7 run:1 ");
    let end = "The round is over: seat 0 belongs on 6 Sahara and takes the coin 5, seat 1 belongs on 7 Royal and sat at a \
               wrong ship, seat 2 belongs on 4 Paradise and sat at a wrong ship.";
    assert_eq!(tell(&last, "run:6", Some(1)), end);
    assert_eq!(last.game.prompt(&last.state), "seat 0 has the earliest clock: it thinks on or runs for a ship");
}

#[test]
fn deeds_tell_coins_slips_delays_and_rechecks() {
    let rules = "running = false\nsit = 0\ncountdown = 0\nrounds = 1";
    let scene = Scene::new(3, rules).then(NUMBERS).then("think mind:12:2 run:1 run:4");
    let deeds = |seat: u8| {
        let mut told = Vec::new();
        scene.game.deeds(&scene.state, Seat(seat), &mut |deed| told.push(deed.to_owned()));
        told.join(" ")
    };
    assert_eq!([0, 1, 2].map(deeds), ["late", "coin5", "slip"]);
}
