use super::super::params::BEACH;
use super::super::*;
use super::{Scene, field, game, refusal, scene};
use crate::notation::Notation;
use crate::random::{Purpose, stream};
use crate::table::Table;

/// BO-2, BO-3
#[test]
fn there_are_copies_of_every_gangs_token_for_every_place() {
    let state = game(2, "boat_rows = 2\nboat_cols = 4\ntoken_copies = 3").start();
    assert_eq!(state.shuffled_size(), 4 * 2 * 4 * 3 - 4);
    let texts: std::collections::BTreeSet<String> = state.shuffled.iter().map(|token| token.to_string()).collect();
    assert_eq!(texts.len(), 32);
    assert!(["R10", "F13", "C20", "T23"].iter().all(|&text| texts.contains(text)));
    let scene = Scene { game: game(2, "boat_rows = 2\nboat_cols = 4"), state };
    assert!(["draw:R30", "draw:R14", "draw:R00", "draw:r10"].iter().all(|text| scene.game.read_outcome(text).is_err()));
}

/// BO-3, BO-15
#[test]
fn a_pirate_takes_its_own_place_or_with_row_places_any_in_its_row() {
    let beside = |rules| scene(2, rules).beach("e4:T10 c4:F10 d3:R21").hand(0, "C10").play("play:C10@d5");
    assert_eq!(beside("").legal(), ["board:d3>21"], "the boatswain is hemmed in and stays");
    assert_eq!(beside("places = \"row\"").legal(), ["board:d3>20", "board:d3>21", "board:d3>22"]);
    let taken = |rules| scene(2, rules).beach("d3:R21").boat("21:F").hand(0, "C10").play("play:C10@d5");
    assert_eq!(taken("").to_move(), Turn::Seat(Seat(1)), "its place is taken: it stays");
    assert_eq!(taken("places = \"row\"").legal(), ["board:d3>20", "board:d3>22"]);
}

/// BO-4, BO-15
#[test]
fn a_sailor_walks_the_boatswain_one_field_and_takes_any_free_place() {
    let laid = scene(4, "boat_rows = 2\nboat_cols = 2").play("sailor:R@d3");
    assert_eq!(laid.at(), "d5");
    let scene = scene(2, "boat_rows = 2\nboat_cols = 2").beach("d3:R*").boat("10:F").hand(0, "C10").play("play:C10@d5");
    assert_eq!(scene.legal(), ["board:d3>11", "board:d3>20", "board:d3>21"]);
    let aboard = scene.play("board:d3>21");
    assert_eq!((aboard.state.sailors_aboard(), aboard.scores()), (Place::at(1, 1).bit(), vec![1, 1]));
}

/// BO-5, BO-12
#[test]
fn a_poison_covers_any_token_and_frees_its_place() {
    let mut before = scene(2, "poisons = 2").boat("21:F* 10:R");
    assert_eq!(before.legal_of("poison"), ["poison:10", "poison:21"], "its own too");
    before = before.play("poison:21");
    assert_eq!((before.scores(), before.state.poisons(Seat(0))), (vec![1, 0], 1));
    assert_eq!(before.legal_of("poison"), ["poison:10"], "what is covered cannot be covered again");
    let twice = before.boat("21:T").play("poison:21");
    assert_eq!(twice.state.covered(Place::at(1, 1)), 2);
    assert_eq!(twice.game.free_places(&twice.state), twice.game.places() & !Place::at(0, 0).bit());
    assert!(scene(2, "poisons = 0").boat("21:F").legal_of("poison").is_empty());
}

/// BO-5, BO-12, BO-20: a poisoned sailor is gone, and whoever takes its place is no sailor.
#[test]
fn a_pirate_in_the_place_of_a_poisoned_sailor_counts_its_digit() {
    let scene = scene(2, "poisons = 3").boat("21:R* 32:R* 10:F 11:F 30:T");
    assert_eq!(scene.ranks(), [1, 0]);
    let [row_2, row_3] = [Place::at(1, 1).bit(), Place::at(2, 2).bit()];
    assert_eq!(scene.state.sailors_aboard(), row_2 | row_3);
    let poisoned = scene.play("poison:21 poison:10");
    assert_eq!(poisoned.state.sailors_aboard(), row_3, "neither the sailor nor the pirate is one any more");
    let again = poisoned.boat("21:R 12:R").play("poison:30");
    assert_eq!((again.scores(), again.state.sailors_aboard()), (vec![3, 1], row_3));
    let digits = Gang::ALL.map(|gang| again.state.boat.digits(gang));
    assert_eq!(digits, [2 + 1, 1, 0, 0], "the sailor has no digit, the pirates have theirs");
}

/// BO-6
#[test]
fn gangs_go_to_seats_in_order_and_seat_0_starts() {
    for (seats, gangs) in [(2, &["R C", "F T"][..]), (4, &["R", "F", "C", "T"])] {
        let game = game(seats, "poisons = 2");
        for (seat, gangs) in Seat::all(seats).zip(gangs) {
            let found: Vec<String> = game.gangs_of(seat).map(|gang| gang.to_string()).collect();
            assert_eq!(found.join(" "), *gangs);
            assert_eq!(game.start().poisons(seat), 2);
        }
    }
    let mine = |seats, rules| scene(seats, rules).legal_of("sailor");
    assert_eq!(mine(2, ""), ["sailor:C@d5", "sailor:R@d3"]);
    assert_eq!(mine(4, ""), ["sailor:R@d3"]);
    assert!(mine(2, "sailors = false").is_empty());
    assert_eq!(game(4, "").start().seat(), Seat(0));
    let mut table = Table::new(game(2, "hand = 1"));
    for event in ["draw:R11", "draw:F11"] {
        table.happen(event).unwrap();
    }
    table.play("keep").unwrap();
    table.play("keep").unwrap();
    assert_eq!((table.turn(), table.turns()), (Turn::Seat(Seat(0)), 1));
}

/// BO-7
#[test]
fn a_token_of_each_gang_lies_on_its_corner_and_the_boatswain_on_d4() {
    let game = game(2, "");
    let start = game.start();
    assert_eq!(start.beach().count_ones(), 4);
    for (at, token) in [("a1", "R10"), ("a7", "F10"), ("g7", "C10"), ("g1", "T10")] {
        let token = game.read_outcome(&format!("draw:{token}")).unwrap();
        assert_eq!(start.piece(field(at)), Some(Piece::Pirate(token)));
        assert_eq!(start.shuffled.copies(token), 1, "the other copy is in the stack");
    }
    assert_eq!(start.boatswain(), field("d4"));
}

/// BO-8, BO-10
#[test]
fn hands_are_dealt_seat_by_seat_and_seen_by_their_owners_only() {
    let game = game(4, "hand = 2");
    let mut scene = Scene { state: game.start(), game };
    for (n, draw) in ["R11", "R11", "F11", "F12", "C11", "C12", "T11", "T12"].into_iter().enumerate() {
        assert_eq!((scene.to_move(), scene.state.seat()), (Turn::Chance, Seat(n as u8 / 2)));
        scene = scene.play(&format!("draw:{draw}"));
    }
    assert_eq!([0, 1, 2, 3].map(|seat| scene.hand_of(seat)), ["R11 R11", "F11 F12", "C11 C12", "T11 T12"]);
    assert_eq!((scene.known(0, 0), scene.known(0, 1)), ("R11 R11".to_owned(), String::new()));
    assert_eq!((scene.state.phase(), scene.to_move()), (Phase::Exchange, Turn::Seat(Seat(0))));
    let token = scene.token("R11");
    assert!(!scene.game.possible(&scene.state, token), "nothing is to be drawn now");
}

/// BO-9
#[test]
fn each_seat_may_exchange_once_before_the_first_turn() {
    let mut scene = scene(2, "").hand(0, "R11").hand(1, "F11 F11").shuffled("T10 T11");
    (scene.state.phase, scene.state.turns) = (Phase::Exchange, 0);
    assert_eq!(scene.legal(), ["keep", "swap:R11"]);
    scene = scene.play("swap:R11 draw:T10");
    assert_eq!(
        (scene.to_move(), scene.legal()),
        (Turn::Seat(Seat(1)), ["keep", "swap:F11", "swap:F11,F11"].map(String::from).to_vec())
    );
    scene = scene.play("keep");
    assert_eq!((scene.to_move(), scene.state.phase(), scene.state.turns), (Turn::Seat(Seat(0)), Phase::Turn, 1));
}

/// BO-9: with nothing to draw, `keep` is the only choice and nobody is asked.
#[test]
fn nobody_is_asked_to_exchange_when_the_stack_is_empty() {
    let game = game(4, "boat_rows = 2\nboat_cols = 2\ntoken_copies = 1\nhand = 3");
    let mut state = game.start();
    assert_eq!(state.shuffled_size(), 12);
    game.settle(&mut state, &mut stream(1, 0, Purpose::Chance));
    assert_eq!((state.phase(), state.turns, state.stack_size()), (Phase::Turn, 1, 0));
}

/// BO-10
#[test]
fn the_shuffled_part_is_drawn_by_chance_and_then_the_queue_in_order() {
    let scene = scene(2, "").hand(0, "R11 F20 F20").shuffled("T10").queue("1:C10 C11").play("swap:R11,F20,F20");
    assert_eq!(scene.to_move(), Turn::Chance);
    let token = scene.token("C10");
    assert!(!scene.game.possible(&scene.state, token), "the queue waits behind the shuffled part");
    let drawn = scene.play("draw:T10");
    assert_eq!((drawn.hand_of(0), drawn.queued()), ("C10 C11 T10".to_owned(), "R11 F20 F20".to_owned()));
    assert_eq!(drawn.to_move(), Turn::Seat(Seat(1)));
}

/// BO-10: each copy in the shuffled part is as likely as any other.
#[test]
fn draws_are_even_over_copies() {
    let scene = scene(2, "token_copies = 3").hand(0, "R11").shuffled("T10 T10 T10 C11 C11 F20").play("swap:R11");
    let mut rng = stream(1, 0, Purpose::Chance);
    let mut counts = [0; 3];
    for _ in 0..6000 {
        let token = scene.game.draw(&scene.state, &mut rng).to_string();
        counts[["F20", "C11", "T10"].iter().position(|&text| text == token).unwrap()] += 1;
    }
    assert!(
        counts.iter().zip([1000, 2000, 3000]).all(|(&count, expected): (&i32, _)| (count - expected).abs() < 200),
        "{counts:?}"
    );
}

/// BO-11
#[test]
fn every_multiset_of_the_hand_is_one_swap() {
    let scene = scene(2, "").hand(0, "R20 R11 R11").queue("C10");
    assert_eq!(scene.legal_of("swap"), ["swap:R11", "swap:R11,R11", "swap:R11,R11,R20", "swap:R11,R20", "swap:R20"]);
    for text in ["swap:R20,R11", "swap:", "swap:R11,", "swap:R11,R33,F99", "swap:R11 R20", "keep:", "pass:1"] {
        assert!(scene.game.read_action(text).is_err(), "{text}");
    }
    let swapped = scene.play("swap:R11,R20");
    assert_eq!(
        (swapped.hand_of(0), swapped.queued()),
        ("R11 R11 C10".to_owned(), "R20".to_owned()),
        "its own come back"
    );
}

/// BO-11
#[test]
fn a_swap_needs_a_stack_and_a_hand() {
    assert!(scene(2, "").hand(0, "R11").legal_of("swap").is_empty());
    assert!(scene(2, "").shuffled("R11").legal_of("swap").is_empty());
    assert_eq!(scene(2, "").hand(0, "R11").queue("F10").legal_of("swap"), ["swap:R11"]);
}

/// BO-12
#[test]
fn a_poison_ends_the_turn_without_a_draw() {
    let scene = scene(2, "").hand(0, "R11").shuffled("F10").boat("10:F").play("poison:10");
    assert_eq!((scene.to_move(), scene.hand_of(0)), (Turn::Seat(Seat(1)), "R11".to_owned()));
    assert!(scene.boat("11:F").play("poison:11").legal_of("poison").is_empty(), "each seat had one");
}

/// BO-13
#[test]
fn a_token_is_laid_beside_the_boatswain_on_an_outpost_of_its_gang() {
    let scene = scene(4, "").hand(0, "R11 F20 C30 C30 T12");
    assert_eq!(
        scene.legal(),
        ["play:C30@d5", "play:F20@c4", "play:R11@d3", "play:T12@e4", "sailor:R@d3"],
        "tokens of any gang, sailors of its own"
    );
    let corner = self::scene(4, "").boatswain("a1").hand(0, "R11 F20 C30 T12");
    assert_eq!(corner.legal(), ["play:C30@a2", "play:F20@a7", "play:T12@g1"], "around the torus");
}

/// BO-13, BO-10
#[test]
fn a_token_replaced_goes_under_the_stack_in_the_open() {
    let scene = scene(4, "").beach("d3:R22").hand(0, "R11").shuffled("T10").play("play:R11@d3");
    assert_eq!(scene.queued(), "R22");
    assert!(Seat::all(4).all(|seat| scene.state.queue().all(|slot| slot.is_known_to(seat))));
    let back = self::scene(4, "").beach("d3:R22").hand(0, "R11").play("play:R11@d3");
    assert_eq!(back.hand_of(0), "R22", "it is under the stack before the refill");
    let sailor = self::scene(4, "").beach("d3:R*").hand(0, "R11").play("play:R11@d3");
    assert_eq!((sailor.queued(), sailor.hand_of(0)), (String::new(), String::new()), "a sailor leaves the game");
}

/// BO-14
#[test]
fn the_boatswain_walks_straight_away_by_the_digit() {
    let walk = |from: &str, hand: &str, action: &str| {
        scene(4, "boat_rows = 4").boatswain(from).hand(0, hand).play(action).at()
    };
    assert_eq!(walk("d4", "R10", "play:R10@d3"), "d5");
    assert_eq!(walk("d4", "F30", "play:F30@c4"), "g4");
    assert_eq!(walk("d4", "F40", "play:F40@c4"), "a4", "around the torus");
    assert_eq!(walk("a1", "F20", "play:F20@a7"), "a3", "away from a neighbour across the edge");
    assert_eq!(walk("d4", "T20", "play:T20@e4"), "b4", "over a free outpost");
}

/// BO-14
#[test]
fn the_boatswain_stops_before_a_piece() {
    let walk = |pieces: &str| scene(4, "").beach(pieces).hand(0, "F30").play("play:F30@c4").at();
    assert_eq!(walk("e4:T10"), "d4", "he stays");
    assert_eq!(walk("e4:T*"), "d4");
    assert_eq!(walk("g4:T10"), "f4");
    assert_eq!(walk("d5:C10 c5:T10"), "g4", "what is beside his way does not matter");
}

/// BO-15
#[test]
fn every_own_token_beside_him_boards_but_the_one_just_laid() {
    // Hemmed in on d4, with an own token on either side and the one that is laid.
    let scene = scene(2, "").beach("e4:T20 c4:F22 d5:C11").hand(1, "F10 R20").hand(0, "R21 T11").play("play:R21@d3");
    assert_eq!(scene.legal(), ["board:d5>11"], "R21 was laid this turn, F and T are the rival's");
    let done = scene.play("board:d5>11");
    assert_eq!((done.to_move(), done.state.piece(field("d5"))), (Turn::Seat(Seat(1)), None));
    let rival = done.play("play:F10@c4");
    assert_eq!(rival.legal(), ["board:e4>20"], "F22 was replaced; the new token does not board");
}

/// BO-15
#[test]
fn boardings_go_on_while_any_is_possible() {
    let scene = scene(2, "").beach("c4:F20 e4:T10 d5:C11 d3:R*").hand(0, "F10").shuffled("T22");
    let scene = scene.play("play:F10@c4");
    assert_eq!(scene.legal_of("board").len(), 10, "the pirate to its place, the sailor to any of nine");
    let robbed = Scene { game: scene.game.clone(), state: scene.state }.play("board:d3>11");
    assert_eq!(robbed.to_move(), Turn::Chance, "the sailor took the pirate's place, which stays");
    assert!(robbed.state.piece(field("d5")).is_some());
    let both = scene.play("board:d5>11 board:d3>32");
    assert_eq!((both.to_move(), both.scores()), (Turn::Chance, vec![2, 0]));
}

/// BO-15
#[test]
fn a_seat_is_asked_even_for_the_only_boarding_and_after_a_sailor_too() {
    let scene = scene(2, "").beach("e5:R11").play("sailor:R@d3");
    assert_eq!((scene.at(), scene.legal()), ("d5".to_owned(), vec!["board:e5>11".to_owned()]));
}

/// BO-16
#[test]
fn a_pirate_token_is_made_up_for_and_a_sailor_is_not() {
    let lay = |rules: &str, action: &str| scene(2, rules).hand(0, "R11").shuffled("T10").hand(1, "F10").play(action);
    assert_eq!(lay("", "play:R11@d3").play("draw:T10").hand_of(0), "T10");
    assert_eq!(lay("refill = false", "play:R11@d3").to_move(), Turn::Seat(Seat(1)));
    let sailor = lay("", "sailor:R@d3");
    assert_eq!((sailor.to_move(), sailor.hand_of(0)), (Turn::Seat(Seat(1)), "R11".to_owned()));
}

/// BO-17
#[test]
fn who_can_neither_swap_nor_play_may_pass_instead_of_poisoning() {
    let stuck = scene(2, "sailors = false").boat("11:F").hand(1, "T10");
    assert_eq!(stuck.legal(), ["pass", "poison:11"]);
    let passed = stuck.play("pass");
    assert_eq!((passed.to_move(), passed.state.turns, passed.legal_of("pass").len()), (Turn::Seat(Seat(1)), 2, 0));
    let sailor = scene(2, "").boat("11:F");
    assert_eq!(sailor.legal(), ["poison:11", "sailor:C@d5", "sailor:R@d3"], "a sailor can be played");
}

/// BO-17
#[test]
fn who_can_do_nothing_at_all_passes_silently() {
    // Only seat 3 has anything to do; the turns of the others pass.
    let scene = scene(4, "sailors = false").hand(0, "R11").hand(3, "T10 T11").play("play:R11@d3");
    assert_eq!(scene.at(), "d5");
    assert_eq!((scene.to_move(), scene.state.turns), (Turn::Seat(Seat(3)), 4));
    let over = scene.play("play:T10@c5 play:T11@e4");
    assert_eq!((over.to_move(), over.game.ending(&over.state).reason), (Turn::Over, "nobody boards"));
}

/// BO-18
#[test]
fn a_full_boat_ends_the_game_at_once() {
    let scene =
        scene(2, "boat_rows = 2\nboat_cols = 2").boat("10:R 11:F 20:C").beach("d5:C21 c4:F20 e4:T20").hand(0, "R11");
    let over = scene.shuffled("T10").play("play:R11@d3 board:d5>21");
    assert_eq!((over.to_move(), over.hand_of(0)), (Turn::Over, String::new()));
    assert_eq!(over.game.ending(&over.state), Ending { reason: "boat full", cut: false });
}

/// BO-18, BO-5
#[test]
fn a_covered_place_must_be_filled_again() {
    let mut scene = scene(2, "boat_rows = 2\nboat_cols = 2").boat("10:R 11:F 20:C").beach("d5:C21 c4:F20 e4:T20");
    scene = scene
        .hand(0, "R11 R10")
        .hand(1, "F10")
        .shuffled("T10 T11")
        .play("poison:11 play:F10@c4 draw:T10 play:R11@d3 board:d5>21");
    assert_eq!(scene.to_move(), Turn::Chance);
}

/// BO-18
#[test]
fn the_boat_leaves_when_nobody_boards_for_long() {
    let rules = "stall_limit = 4";
    let wait = |boarded: u16, turn: u16| {
        let mut scene = scene(2, rules).hand(0, "R11").hand(1, "F11").shuffled("T10 T11").turn(turn);
        scene.state.boarded = boarded;
        scene.play("swap:R11 draw:T10").to_move()
    };
    assert_eq!([wait(0, 3), wait(0, 4)], [Turn::Seat(Seat(1)), Turn::Over], "counted from the first turn");
    assert_eq!([wait(5, 8), wait(5, 9)], [Turn::Seat(Seat(1)), Turn::Over], "turns 6 to 9 saw nobody board");
    let boards =
        scene(2, rules).beach("d5:C11 c4:F20 e4:T20").hand(0, "R11 R12").turn(4).play("play:R11@d3 board:d5>11");
    assert_eq!((boards.state.phase(), boards.state.boarded), (Phase::Turn, 4), "the last turn may still save it");
}

/// BO-18: silent passes are turns too, and a turn that brings somebody on board starts the count anew.
#[test]
fn the_limits_are_those_of_the_ruleset_and_count_every_turn() {
    let rules = game(2, "");
    assert_eq!((rules.rules().int("stall_limit"), rules.rules().int("max_turns")), (300, 1000));
    let last = |rules: &str, boarded: u16, turn: u16| {
        let mut scene = scene(2, rules).hand(0, "R11").hand(1, "F11").shuffled("T10 T11").turn(turn);
        scene.state.boarded = boarded;
        let over = scene.play("swap:R11 draw:T10");
        (over.to_move() == Turn::Over).then(|| over.game.ending(&over.state).reason)
    };
    assert_eq!([last("", 0, 299), last("", 0, 300)], [None, Some("nobody boards")]);
    assert_eq!([last("", 601, 900), last("", 601, 901)], [None, Some("nobody boards")]);
    assert_eq!([last("", 900, 999), last("", 900, 1000)], [None, Some("turn limit")]);
    assert_eq!(last("stall_limit = 1000", 0, 1000), Some("nobody boards"), "both limits at once");
    // Nobody can act after the last token is laid: the turns pass until the limit.
    let passed = scene(2, "sailors = false\nrefill = false\nstall_limit = 9").hand(0, "R11").play("play:R11@d3");
    assert_eq!((passed.to_move(), passed.state.turns), (Turn::Over, 9));
}

/// BO-18
#[test]
fn the_boat_leaves_after_the_last_turn_and_its_draw() {
    let scene = scene(2, "max_turns = 10").hand(0, "R11").hand(1, "F11").shuffled("T10").turn(10).play("play:R11@d3");
    assert_eq!(scene.to_move(), Turn::Chance);
    let over = scene.play("draw:T10");
    assert_eq!((over.to_move(), over.game.turns(&over.state)), (Turn::Over, 10));
    assert_eq!(over.game.ending(&over.state), Ending { reason: "turn limit", cut: true });
}

/// BO-19
#[test]
fn tokens_and_rows_of_three_score() {
    let scores = |rules: &str, boat: &str| scene(2, rules).boat(boat).scores();
    assert_eq!(scores("", "10:R 11:R 12:R* 20:F"), [4, 1], "a row across, with a sailor");
    assert_eq!(scores("", "10:R 20:R 30:R"), [4, 0], "down");
    assert_eq!(scores("", "10:R 21:R 32:R 12:F 30:F"), [4, 2], "diagonal");
    assert_eq!(scores("", "10:R 11:R 12:C"), [3, 0], "two gangs of a seat make no row together");
    assert_eq!(scores("row_bonus = 3", "10:R 11:R 12:R 21:R 30:R"), [5 + 3 * 2, 0]);
    assert_eq!(scores("row_bonus = 0", "10:R 11:R 12:R"), [3, 0]);
    assert_eq!(scores("boat_cols = 4", "10:R 11:R 12:R 13:R"), [6, 0], "four in a row are two rows");
    assert_eq!(scores("boat_cols = 4", "12:R 13:R 20:R"), [3, 0], "rows do not wrap");
    assert_eq!(
        scene(2, "").boat("10:R 11:R 12:R").play("poison:11").scores(),
        [2, 0],
        "what is covered does not count"
    );
}

/// BO-20
#[test]
fn ties_go_to_the_larger_sum_of_digits() {
    let ranks = |boat: &str| scene(2, "").boat(boat).ranks();
    assert_eq!(ranks("10:R 20:F"), [1, 0]);
    assert_eq!(ranks("30:R* 10:F"), [1, 0], "a sailor has no digit");
    assert_eq!(ranks("11:R 20:C 10:F 21:T"), [0, 0], "both gangs count, and equal seats share the rank");
    assert_eq!(scene(4, "").boat("10:R 20:F 30:T").ranks(), [2, 1, 3, 0]);
}

#[test]
fn rules_that_cannot_be_are_refused_by_name() {
    let deal = refusal(4, "boat_rows = 2\nboat_cols = 2\ntoken_copies = 1\nhand = 4");
    assert_eq!(deal, "rule `hand` is 4; allowed: 1-3 (12 tokens for 4 seats)");
    for beach in [
        "beach = [\"FTR.T.C\"]",
        "beach = [\"FTR.T.X\", \"....F.R\", \"CRTCR.F\", \"..F.T..\", \"T.CRFCR\", \"C.T....\", \"R.F.CFT\"]",
        "beach = [\"FTR.T.C\", \"....F.R\", \"CRTCR.F\", \"..FRT..\", \"T.CRFCR\", \"C.T....\", \"R.F.CFT\"]",
        "beach = [\"TTR.T.C\", \"....F.R\", \"CRTCR.F\", \"..F.T..\", \"T.CRFCR\", \"C.T....\", \"R.F.CFT\"]",
        "beach = [\"FTR.T.C\", \"....F.R\", \"CRTCR.F\", \"..F.T.\", \"T.CRFCR\", \"C.T....\", \"R.F.CFT\"]",
        "beach = [1, 2, 3, 4, 5, 6, 7]",
    ] {
        let error = refusal(2, beach);
        assert!(error.starts_with("rule `beach` is [") && error.ends_with(BEACH), "{error}");
    }
    assert_eq!(refusal(2, "boat_rows = 5"), "rule `boat_rows` is 5; allowed: 2-4");
    assert_eq!(Bosman::create(3, &toml::Table::new()).unwrap_err().to_string(), "bosman is for 2 or 4 seats, not 3");
}
