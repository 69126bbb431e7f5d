use super::*;

/// HX-10
#[test]
fn the_highest_pile_acts_first() {
    assert_eq!(piles(4, "", &["LL", "W", "P", "SP"]).order(), [1, 3, 2, 0]);
    assert_eq!(piles(2, "value_lane = 4", &["P", "L"]).order(), [1, 0]);
}

/// HX-11
#[test]
fn equal_piles_are_bid_for_and_the_winner_pays_its_bid() {
    let mut scene = piles(2, "", &["S", "LL"]);
    assert_eq!((scene.mover(), scene.legal()), (0, vec!["fold".to_owned(), "raise".to_owned()]));
    scene.play("raise raise raise");
    assert_eq!(scene.mover(), 1);
    scene.play("fold");
    assert_eq!((scene.order(), scene.scores()), (vec![0, 1], &[-3, 0][..]));

    let mut scene = piles(2, "", &["S", "LL"]);
    scene.play("raise raise fold");
    assert_eq!((scene.order(), scene.scores()), (vec![1, 0], &[0, -2][..]));
}

/// HX-11
#[test]
fn who_is_left_without_a_bid_pays_nothing() {
    let mut scene = piles(2, "", &["S", "S"]);
    scene.play("fold");
    assert_eq!((scene.order(), scene.scores()), (vec![1, 0], &[0, 0][..]));
}

/// HX-11
#[test]
fn three_equal_seats_bid_for_the_first_place_and_two_again_for_the_next() {
    let mut scene = piles(3, "", &["S", "S", "S"]);
    scene.play("raise fold raise");
    assert_eq!(scene.mover(), 0, "seat 1 is out of this bidding");
    scene.play("fold");
    assert_eq!((scene.order(), scene.scores()), (vec![2, 0, 1], &[0, 0, -2][..]));
    assert_eq!(scene.mover(), 0, "the rest bid again from 0, first in placing order first");
    scene.play("raise raise fold");
    assert_eq!((scene.order(), scene.scores()), (vec![2, 1, 0], &[0, -2, -2][..]));
}

/// HX-11
#[test]
fn bidding_goes_in_the_order_of_placing() {
    let mut scene = start(3, "round_tax = 0");
    scene.state.order = [2, 0, 1, 3].map(Seat);
    scene.state.hands = Default::default();
    for seat in 0..3 {
        scene.state.piles_down[seat].add(Token::Ship);
    }
    scene.game.turn_piles_up(&mut scene.state);
    assert_eq!(scene.mover(), 2);
    scene.play("fold");
    assert_eq!(scene.mover(), 0);
    scene.play("raise");
    assert_eq!(scene.mover(), 1);
    scene.play("fold");
    assert_eq!((scene.order(), scene.mover()), (vec![0, 2, 1], 2));
}

/// HX-11
#[test]
fn the_tie_of_the_higher_sum_is_settled_first() {
    let mut scene = piles(4, "", &["S", "P", "S", "P"]);
    assert_eq!(scene.mover(), 1);
    scene.play("fold");
    assert_eq!(scene.mover(), 0);
    scene.play("fold");
    assert_eq!(scene.order(), [3, 1, 2, 0]);
}

/// HX-11
#[test]
fn nobody_raises_above_the_highest_bid_allowed() {
    let mut scene = piles(3, "max_bid = 2", &["S", "S", "S"]);
    scene.play("raise raise");
    assert_eq!((scene.order(), scene.scores()), (vec![1, 0, 2], &[0, -2, 0][..]), "the others fold unasked");
    assert_eq!(scene.mover(), 0, "and bid for the next place");
}

/// HX-11
#[test]
fn without_bidding_the_order_of_placing_decides() {
    let scene = piles(3, "max_bid = 0", &["S", "P", "S"]);
    assert_eq!((scene.order(), scene.scores()), (vec![1, 0, 2], &[0, 0, 0][..]));
}
