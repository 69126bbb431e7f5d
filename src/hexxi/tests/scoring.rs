use super::*;

/// A confrontation that is over as it begins: nobody is connected.
fn scored(rules: &str, tokens: &str) -> Scene {
    let mut scene = fight(2, &format!("round_tax = 0\n{rules}"), tokens);
    scene.game.score(&mut scene.state);
    scene
}

/// HX-25
#[test]
fn units_on_the_board_score_their_value() {
    assert_eq!(scored("", "L0@d1 S0@d2 P0@d3 P0@d4 W0@d5 S1@c2").scores(), [2 + 6 + 6, 2]);
    assert_eq!(scored("value_ship = 5", "S0@d2 S1@c2 S1@c3").scores(), [5, 10]);
}

/// HX-26
#[test]
fn a_ship_on_a_far_edge_scores_three_times_and_goes_home() {
    let scene = scored("", "S0@d7 S0@g1 S0@a2 P0@g2");
    assert_eq!(scene.scores(), [6 + 6 + 2 + 3, 0]);
    assert_eq!((scene.piece("d7"), scene.piece("g1"), scene.in_hand(0, 'S')), (None, None, 2));
    assert!(scene.piece("a2").is_some() && scene.piece("g2").is_some(), "all else stays");
    assert_eq!(scored("edge_multiplier = 5", "S0@g1 S1@a2").scores(), [10, 10]);
}

/// HX-26, HX-22
#[test]
fn a_ship_that_took_a_base_scores_its_plain_value_and_goes_home() {
    // a2 is on a far edge of seat 1, and nobody can do anything after the trap.
    let mut scene = fight(2, "round_tax = 0", "S1@a2 W0@a3").by(1);
    scene.play("trap:a2xa1");
    assert_eq!((scene.state.round(), scene.scores()), (1, &[6, 10 + 2][..]));
    assert_eq!((scene.piece("a2"), scene.in_hand(1, 'S'), scene.state.marked()), (None, 3, 0));
    assert_eq!(scene.state.deeds(Seat(1), Deed::Edge), 0);
    assert_eq!(scene.piece("a1"), Some(Piece::Base(Seat(0))));
    // Off the edges it goes home as well, with the same points.
    let mut scene = fight(2, "round_tax = 0", "S1@b2 W0@c3").by(1);
    scene.play("trap:b2xa1");
    assert_eq!((scene.state.round(), scene.scores()), (1, &[6, 10 + 2][..]));
    assert_eq!((scene.piece("b2"), scene.in_hand(1, 'S')), (None, 3));
}

/// HX-27
#[test]
fn captures_score_twice_their_value_and_a_base_ten() {
    let points = |seats: usize, rules: &str, tokens: &str, by: u8, action: &str| {
        let mut scene = fight(seats, rules, tokens).by(by);
        scene.play(action);
        // The phase may be over already, and the loot counted.
        scene.state.loot(Seat(by)) + scene.state.score(Seat(by)) + 20 * scene.state.round() as i32
            - scene.game.board_points(&scene.state, Seat(by)) * scene.state.round() as i32
    };
    assert_eq!(points(2, "", "P0@b1 S1@c2", 0, "seize:b1xc2"), 4);
    assert_eq!(points(2, "", "W0@f4 P1@e4", 0, "intercept:f4xe4"), 6);
    assert_eq!(points(2, "", "W1@a2 P1@a3", 0, "ambush:a1xa2"), 12);
    let leaves = "trap_ship = \"leaves\"";
    assert_eq!(points(2, leaves, "S1@a2 W0@a3", 1, "trap:a2xa1"), 10);
    assert_eq!(points(2, "capture_multiplier = 6", "P0@b1 S1@c2", 0, "seize:b1xc2"), 12);
    assert_eq!(points(2, &format!("{leaves}\nbase_points = 37"), "S1@a2 W0@a3", 1, "trap:a2xa1"), 37);
}

/// HX-27, HX-24
#[test]
fn attacks_on_ones_own_score_nothing() {
    let mut scene = fight(2, "round_tax = 0", "P0@b1 S0@b2");
    scene.play("seize:b1xb2");
    assert_eq!(scene.scores(), [3, 0]);
}

/// HX-28
#[test]
fn the_tax_is_paid_and_all_but_piles_and_bases_stays() {
    let mut scene = fight(2, "round_tax = 7", "L0@d1 W0@d5 S1@c2").without_base(1);
    scene.state.hands[0].take(Token::Pirates);
    scene.state.piles_up[0].add(Token::Pirates);
    scene.game.score(&mut scene.state);
    assert_eq!(scene.scores(), [6 - 7, 2 - 7]);
    assert_eq!((scene.state.pile_up(Seat(0)), scene.in_hand(0, 'P')), (Tokens::NONE, 2));
    assert_eq!(scene.piece("g4"), Some(Piece::Base(Seat(1))));
    assert!(["d1", "d5", "c2"].iter().all(|cell| scene.piece(cell).is_some()));
    assert_eq!((scene.state.face_down(), scene.state.phase()), (0, Phase::Placing));
}

/// HX-28
#[test]
fn a_board_that_is_cleared_gives_all_tokens_back() {
    let scene = scored("clear_board = true", "L0@d1 W0@d5 S1@c2 S0@d7 P1@e3");
    assert_eq!(scene.scores(), [6 + 6, 2 + 3], "after it is scored");
    assert_eq!((scene.state.occupied(), scene.state.hand(Seat(0))), (scene.state.bases(), scene.game.tokens()));
    assert_eq!(scene.state.hand(Seat(1)), scene.game.tokens());
}

/// HX-29
#[test]
fn after_the_last_round_the_highest_total_wins() {
    let mut scene = fight(3, "rounds = 2\nround_tax = 0", "W0@d5 P1@c2 P1@c3");
    scene.game.score(&mut scene.state);
    assert_eq!(scene.game.turn(&scene.state), Turn::Seat(Seat(0)));
    scene.state.scores[2] = 8;
    scene.game.score(&mut scene.state);
    assert_eq!(scene.game.turn(&scene.state), Turn::Over);
    let standing = scene.game.standing(&scene.state);
    assert_eq!((standing.scores(), standing.ranks()), (&[12, 12, 8][..], &[0, 0, 2][..]));
    assert!(standing.wins(Seat(0)) && standing.wins(Seat(1)) && !standing.wins(Seat(2)));
    assert!(scene.legal().is_empty());
}

/// HX-28
#[test]
fn the_tax_of_a_round_is_told_as_the_rules_have_it() {
    assert_eq!([0, 20, 40].map(|tax| game(2, &format!("round_tax = {tax}")).round_tax()), [0, 20, 40]);
}
