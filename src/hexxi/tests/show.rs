use super::*;

#[test]
fn the_board_is_a_hexagon_with_hidden_tokens_as_question_marks() {
    let mut scene = start(2, "");
    scene.play("place:W@b2 place:S@d4 place:L@a2 stash:L spy:d4 offer:L offer:L stash:P");
    assert_eq!(
        scene.game.board(&scene.state, Some(Seat(0))).to_string(),
        "\
Round 1 of 3, placing
      g   1   2   3  B1
    f   1   2   3   4   5
  e   1   2   3   4   5   6
d   1   2   3  S1   5   6   7
  c   1   2   3   4   5   6
    b   1  w0   3   4   5
      a  B0  l0   3   4
seat 0: 0 points, hand LLLSSSPP, initiative pile LL
seat 1: 0 points, hand ?????????, initiative pile ??
L lane, S ship, P pirates, W warship, B base, with the number of the seat;
small letters lie face down, ? is hidden, a number alone is a free cell of its
row, counted from the west, x is the corner of a base that is off the board.
"
    );
    let all = scene.game.board(&scene.state, None).to_string();
    assert!(all.contains("hand LLLLLSSPW, initiative pile lp"), "{all}");
    assert!(scene.game.board(&scene.state, Some(Seat(1))).to_string().contains("b   1  ?0 "));
}

#[test]
fn a_confrontation_shows_loot_and_who_left() {
    let mut scene = fight(2, "", "P0@b1 S1@c2 S1@f4 L1@f5 L0@c1").without_base(1);
    scene.survey();
    scene.play("seize:b1xc2");
    scene.state.gone = 2;
    let page = scene.game.board(&scene.state, None).to_string();
    assert!(page.contains("seat 0: 0 points, 4 points for captures, hand"), "{page}");
    assert!(page.contains("passed"), "{page}");
    assert!(page.contains("g   1   2   3   x"), "{page}");
}

#[test]
fn stories_tell_each_seat_what_it_may_know() {
    let mut scene = start(2, "");
    let story = |scene: &Scene, action: &str, viewer| {
        scene.game.narrate(&scene.state, Event::Action(scene.game.read_action(action).unwrap()), viewer)
    };
    assert_eq!(story(&scene, "place:W@b2", Some(Seat(0))), "Seat 0 lays a warship face down on b2.");
    assert_eq!(story(&scene, "place:W@b2", None), "Seat 0 lays a warship face down on b2.");
    assert_eq!(story(&scene, "place:W@b2", Some(Seat(1))), "Seat 0 lays a token face down on b2.");
    assert_eq!(story(&scene, "stash:L", Some(Seat(1))), "Seat 0 stashes a token on its initiative pile.");
    scene.play("place:W@b2");
    assert_eq!(story(&scene, "spy:b2", Some(Seat(1))), "Seat 1 spies on b2: it is a warship of seat 0.");
    let scene = fight(2, "", "P0@b1 S1@c2");
    assert_eq!(
        story(&scene, "seize:b1xc2", None),
        "Seat 0 seizes seat 1's ship on c2 from b1. The round is scored: -13, -20."
    );
    let scene = piles(2, "", &["S", "S"]);
    assert_eq!(story(&scene, "raise", None), "Seat 0 bids 1 point.");
}

#[test]
fn a_prompt_says_who_decides_what() {
    let mut scene = start(2, "");
    assert_eq!(scene.game.prompt(&scene.state), "seat 0 lays a token, stashes one or spies");
    scene.play("place:W@b2 spy:b2");
    assert_eq!(scene.game.prompt(&scene.state), "seat 1 pays for spying, 6 more");
    assert_eq!(
        scene.game.prompt(&piles(2, "", &["S", "S"]).state),
        "seat 0 raises to 1 for the earlier place, or folds"
    );
}

#[test]
fn notation_reads_back_and_nothing_else_is_understood() {
    let game = game(3, "");
    for text in [
        "place:S@c3",
        "stash:L",
        "spy:g4",
        "show:a1",
        "offer:W",
        "withdraw:d7",
        "raise",
        "fold",
        "pass",
        "halt",
        "sail:c3-c4",
        "convoy:c3-c5",
        "escort:c3-d5",
        "seize:c3xc4",
        "intercept:c3xc4",
        "ambush:a1xa2",
        "trap:b1xa1",
        "rescue:b2=2",
    ] {
        assert_eq!(game.write_action(game.read_action(text).unwrap()), text);
    }
    for text in [
        "",
        "Pass",
        "pass:",
        "pass:a1",
        "place:S@a5",
        "place:s@c3",
        "place:B@c3",
        "place:SS@c3",
        "place:S@c03",
        "stash:",
        "spy:h1",
        "sail:c3xc4",
        "seize:c3-c4",
        "sail:c3-c4-c5",
        "rescue:b2=3",
        "rescue:b2=+1",
        "rescue:b2",
        "spy:c3 ",
        "raise ",
        "spy:c٣",
    ] {
        assert!(game.read_action(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_value_out_of_range_is_refused_by_name() {
    let refused = |rules: &str| Hexxi::create(2, &rules.parse().unwrap()).err().unwrap().to_string();
    assert_eq!(refused("board_side = 6"), "rule `board_side` is 6; allowed: 3-5");
    assert_eq!(refused("quiet_limit = 3"), "rule `quiet_limit` is 3; allowed: 4-200");
    assert_eq!(refused("max_bid = 61"), "rule `max_bid` is 61; allowed: 0-60");
    assert_eq!(refused("spying = 1"), "rule `spying` is 1; allowed: true or false");
}
