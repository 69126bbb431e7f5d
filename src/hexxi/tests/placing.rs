use super::*;

/// HX-5
#[test]
fn seats_place_in_turn_and_one_with_an_empty_hand_is_left_out() {
    let mut scene = start(3, "");
    scene.play("place:L@b2");
    assert_eq!(scene.mover(), 1);
    scene.state.hands[2] = Tokens::NONE;
    scene.play("stash:L");
    assert_eq!(scene.mover(), 0);
}

/// HX-5, HX-10
#[test]
fn the_next_round_is_placed_in_the_order_of_the_confrontation() {
    let mut scene = piles(3, "", &["L", "W", "S"]);
    assert_eq!((scene.state.round(), scene.order()), (1, vec![1, 2, 0]));
    assert_eq!(scene.mover(), 1);
    scene.play("place:W@b2");
    assert_eq!(scene.mover(), 2);
}

/// HX-6
#[test]
fn a_token_is_laid_on_any_free_cell_or_stashed() {
    let mut scene = start(2, "");
    assert_eq!(scene.legal().len(), 4 * 35 + 4);
    scene.play("place:W@b2 stash:P");
    assert_eq!(scene.piece("b2"), Some(Piece::Token(Seat(0), Token::Warship)));
    assert_eq!(scene.names(scene.state.face_down()), "b2");
    assert_eq!(scene.state.pile_down(Seat(1)).to_string(), "P");
    assert!(!scene.may("place:L@b2") && !scene.may("place:W@b3") && !scene.may("stash:W"));
    assert_eq!(scene.legal().len(), 3 * 34 + 3);
}

/// HX-6
#[test]
fn ships_stay_off_their_far_edges_where_they_must_break_through() {
    let scene = start(2, "edge_placing = false");
    assert!(!scene.may("place:S@d7") && !scene.may("place:S@g1") && !scene.may("place:S@f5"));
    assert!(scene.may("place:P@d7") && scene.may("place:S@a4"));
    assert!(start(2, "").may("place:S@d7"));
}

/// HX-7
#[test]
fn tokens_left_in_hand_go_to_the_piles_when_the_board_is_full() {
    let mut scene = start(4, "board_side = 3\nmax_bid = 0\nspying = false");
    let free = scene.names(scene.game.board.cells() & !scene.game.board.reserved());
    let free: Vec<&str> = free.split(' ').collect();
    assert_eq!(free.len(), 15);
    for (turn, cell) in free.iter().enumerate() {
        assert_eq!(scene.state.phase(), Phase::Placing);
        // The first seat lays four tokens by then, the last three.
        let token = if turn < 4 { 'W' } else { 'L' };
        scene.play(&format!("place:{token}@{cell}"));
    }
    assert_ne!(scene.state.phase(), Phase::Placing);
    assert_eq!(scene.state.piles_up[0].to_string(), "LLLSSSPP");
    assert_eq!(scene.state.piles_up[3].to_string(), "LLLLSSSPP");
}

/// HX-7
#[test]
fn a_round_that_begins_on_a_full_board_is_not_placed() {
    let mut scene = start(2, "board_side = 3\nlanes = 10\nrounds = 2");
    let free = scene.names(scene.game.board.cells() & !scene.game.board.reserved());
    for (index, cell) in free.split(' ').enumerate() {
        scene.put(&format!("L{}@{cell}", index % 2));
    }
    scene.game.begin_round(&mut scene.state);
    // Hands go to the piles, and as lanes do not act, both rounds pass without a decision.
    assert_eq!((scene.state.round(), scene.state.phase()), (2, Phase::Over));
    assert_eq!(scene.order(), [1, 0], "seat 1 had one lane more to stash");
}

/// HX-8
#[test]
fn a_spy_turns_up_a_token_and_pays_until_the_debt_is_met() {
    let mut scene = start(2, "");
    scene.play("place:L@b1 place:W@b2 place:P@b3 place:L@b4");
    assert_eq!(scene.legal_of("spy"), ["spy:b2", "spy:b4"], "face-down tokens of others");
    scene.play("spy:b2");
    assert_eq!(scene.names(scene.state.face_down()), "b1 b3 b4");
    assert_eq!((scene.mover(), scene.state.phase()), (0, Phase::Paying { owed: 6 }));
    assert_eq!(scene.legal(), ["offer:L", "offer:P", "offer:S", "offer:W", "show:b1", "show:b3"]);
    scene.play("show:b3 offer:L");
    assert_eq!((scene.mover(), scene.state.phase()), (0, Phase::Paying { owed: 2 }));
    assert_eq!(scene.state.pile_up(Seat(0)).to_string(), "L");
    assert_eq!(scene.names(scene.state.face_down()), "b1 b4");
    scene.play("offer:P");
    assert_eq!((scene.mover(), scene.state.phase()), (1, Phase::Placing), "it may overpay");
    assert_eq!(scene.scores(), [0, 0]);
    assert!(!scene.may("spy:b3"), "it lies face up");
}

/// HX-8
#[test]
fn a_spy_that_cannot_pay_loses_the_rest_in_points() {
    let mut scene = start(2, "");
    scene.play("place:L@b1 place:W@b2");
    scene.state.hands[0] = Tokens::new([1, 0, 0, 0]);
    scene.play("spy:b2 offer:L");
    assert_eq!(scene.state.phase(), Phase::Paying { owed: 5 });
    scene.play("show:b1");
    assert_eq!((scene.mover(), scene.state.phase()), (1, Phase::Placing));
    assert_eq!(scene.scores(), [-4, 0]);
}

/// HX-8
#[test]
fn there_is_no_spying_where_it_is_off() {
    let mut scene = start(2, "spying = false");
    scene.play("place:L@b1");
    assert!(scene.legal_of("spy").is_empty());
}

/// HX-9
#[test]
fn a_seat_without_a_pile_takes_a_token_back_as_it_lies() {
    let mut scene = start(2, "");
    scene.play("place:W@b1 place:L@g3");
    scene.state.hands = Default::default();
    scene.state.hands[0].add(Token::Lane);
    scene.state.hands[1].add(Token::Lane);
    scene.play("place:L@c1 place:L@g2");
    assert_eq!((scene.mover(), scene.legal()), (0, vec!["withdraw:b1".to_owned(), "withdraw:c1".to_owned()]));
    scene.state.down &= !scene.cell("b1").bit();
    scene.play("withdraw:b1");
    assert_eq!(scene.piece("b1"), None);
    assert_eq!(scene.state.pile_up(Seat(0)).to_string(), "W");
    assert_eq!(scene.mover(), 1);
    let before = scene.state;
    scene.play("withdraw:g2");
    assert_eq!(scene.piece("g2"), None);
    assert_eq!(before.pile_up(Seat(1)), Tokens::NONE);
    assert_ne!(scene.state.phase(), Phase::Withdrawing);
}

/// HX-9
#[test]
fn a_token_taken_back_face_down_stays_hidden() {
    let mut scene = start(2, "");
    scene.play("place:W@b1 place:L@g3");
    scene.state.hands = Default::default();
    scene.state.at = 0;
    scene.state.phase = Phase::Withdrawing;
    scene.play("withdraw:b1");
    assert_eq!(
        (scene.state.pile_down(Seat(0)).to_string(), scene.state.pile_up(Seat(0))),
        ("W".to_owned(), Tokens::NONE)
    );
    assert_eq!(scene.names(scene.state.face_down()), "g3");
}
