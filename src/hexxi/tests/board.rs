use super::*;

/// HX-1
#[test]
fn a_cell_touches_up_to_six_others() {
    let scene = start(2, "");
    let near = |name| scene.names(scene.game.board.near(scene.cell(name)));
    assert_eq!(near("a1"), "a2 b1 b2");
    assert_eq!(near("d1"), "c1 d2 e1");
    assert_eq!(near("d4"), "c3 c4 d3 d5 e3 e4");
    assert_eq!(near("b2"), "a1 a2 b1 b3 c2 c3");
    assert_eq!(near("f2"), "e2 e3 f1 f3 g1 g2");
}

/// HX-1
#[test]
fn a_side_of_three_four_or_five_gives_19_37_or_61_cells() {
    for (side, cells, last) in [(3, 19, "e3"), (4, 37, "g4"), (5, 61, "i5")] {
        let scene = start(2, &format!("board_side = {side}"));
        assert_eq!(scene.game.board.cells().count_ones(), cells);
        assert_eq!(scene.cell(last).index() as u32, cells - 1);
        assert_eq!(scene.names(scene.game.board.cells()).split(' ').count() as u32, cells, "names read back");
    }
    assert_eq!(start(2, "").game.cell_named("a5"), None);
    assert_eq!(start(2, "").game.cell_named("h1"), None);
}

/// HX-1
#[test]
fn the_cell_behind_a_neighbour_lies_straight_on() {
    let scene = start(2, "");
    let behind = |from, over| scene.names(scene.game.board.behind(scene.cell(from), scene.cell(over)));
    for (over, beyond) in [("d5", "d6"), ("c4", "b4"), ("c3", "b2"), ("d3", "d2"), ("e3", "f2"), ("e4", "f4")] {
        assert_eq!(behind("d4", over), beyond);
    }
    assert_eq!(behind("c1", "d1"), "", "off the board");
}

/// HX-2
#[test]
fn bases_stand_on_corners_by_seat() {
    for (seats, corners) in [(2, "a1 g4"), (3, "a1 g1 d7"), (4, "a1 d1 g4 d7")] {
        let scene = start(seats, "");
        for (seat, corner) in Seat::all(seats).zip(corners.split(' ')) {
            assert_eq!(scene.piece(corner), Some(Piece::Base(seat)), "{seats} seats");
        }
        assert_eq!(scene.state.bases.count_ones() as usize, seats);
    }
}

/// HX-2
#[test]
fn far_edges_meet_opposite_the_base() {
    let far = |seats, seat| {
        let scene = start(seats, "");
        scene.names(scene.game.board.far_edges(Seat(seat)))
    };
    let (from_a1, from_g4) = ("d7 e6 f5 g1 g2 g3 g4", "a1 a2 a3 a4 b1 c1 d1");
    let (from_g1, from_d7, from_d1) = ("a1 a2 a3 a4 b5 c6 d7", "a1 b1 c1 d1 e1 f1 g1", "a4 b5 c6 d7 e6 f5 g4");
    assert_eq!([0, 1].map(|seat| far(2, seat)), [from_a1, from_g4]);
    assert_eq!([0, 1, 2].map(|seat| far(3, seat)), [from_a1, from_g1, from_d7]);
    assert_eq!([0, 1, 2, 3].map(|seat| far(4, seat)), [from_a1, from_d1, from_g4, from_d7]);
}

/// HX-3, HX-4
#[test]
fn a_game_begins_with_twelve_tokens_in_every_hand() {
    let scene = start(3, "");
    for seat in 0..3 {
        assert_eq!(scene.state.hands[seat].to_string(), "LLLLLLSSSPPW");
    }
    assert_eq!(Token::ALL.map(|token| scene.game.value(token)), [1, 2, 3, 6]);
    let other = start(2, "lanes = 2\nships = 1\npirates = 4\nwarships = 2\nvalue_lane = 7");
    assert_eq!(other.state.hands[1].to_string(), "LLSPPPPWW");
    assert_eq!(other.game.value(Token::Lane), 7);
}

/// HX-3
#[test]
fn no_token_is_laid_on_the_corner_of_a_base() {
    let scene = start(2, "");
    assert!(!scene.may("place:L@a1") && !scene.may("place:L@g4"));
    assert!(scene.may("place:L@g1"), "a corner without a base is a cell like others");
}

/// HX-3, HX-15
#[test]
fn no_unit_enters_the_corner_of_a_base_that_is_gone() {
    let scene = fight(2, "", "L0@b2 L0@c3 L0@d4 S0@e4 S1@f4").without_base(1);
    assert_eq!(scene.legal(), ["pass", "sail:e4-d4"]);
    let scene = fight(2, "", "L0@b2 L0@c3 L0@d4 S0@e4 W1@f4").without_base(1);
    assert_eq!(scene.legal_of("convoy"), ["convoy:e4-f5", "convoy:e4-g3"]);
}

/// HX-4, HX-14
#[test]
fn lanes_do_not_act() {
    assert_eq!(fight(2, "", "L0@b2 L1@b1").legal(), Vec::<String>::new());
}
