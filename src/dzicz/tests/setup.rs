//! Board, deal and landing.

use super::*;

fn names(fields: Fields) -> String {
    Field::each(fields).map(|field| field.to_string()).collect::<Vec<_>>().join(" ")
}

/// DZ-1
#[test]
fn neighbours_share_an_edge_and_touching_fields_also_a_corner() {
    for (size, corner, beside, around) in [(5, "e5", "e4 d5", "d4 e4 d5 e5"), (7, "g7", "g6 f7", "f6 g6 f7 g7")] {
        let board = Board::new(size);
        let [a1, c3, corner] = ["a1", "c3", corner].map(|name| board.read(name).unwrap().bit());
        assert_eq!(names(board.next_to(c3)), "c2 b3 d3 c4");
        assert_eq!(names(board.touching(c3)), "b2 c2 d2 b3 c3 d3 b4 c4 d4");
        assert_eq!(names(board.next_to(a1)), "b1 a2");
        assert_eq!(names(board.next_to(corner)), beside);
        assert_eq!(names(board.touching(corner)), around);
        let block = board.touching(c3);
        assert_eq!(board.touching(block) & block, block, "a field among others touches itself too");
        assert_eq!(board.next_to(block) & block, block);
        for pair in [["b3", "d3"], ["c2", "c4"]] {
            let beside = pair.map(|name| board.read(name).unwrap().bit());
            assert_eq!(board.touching(beside[0] | beside[1]) & c3, c3, "it touches both of {pair:?}");
        }
    }
}

/// DZ-1
#[test]
fn edges_are_the_outermost_lines_and_inner_fields_lie_on_none() {
    let board = Board::new(5);
    let lines = Edge::ALL.map(|edge| names(board.line(edge)));
    assert_eq!(lines, ["a1 b1 c1 d1 e1", "a5 b5 c5 d5 e5", "a1 a2 a3 a4 a5", "e1 e2 e3 e4 e5"]);
    assert_eq!(names(board.inner()), "b2 c2 d2 b3 c3 d3 b4 c4 d4");
    assert_eq!((names(board.centre()), names(Board::new(7).centre())), ("c3".to_owned(), "d4".to_owned()));
    assert_eq!((board.fields().count_ones(), Board::new(7).fields().count_ones()), (25, 49));
    assert_eq!(board.read("f1"), None);
    assert_eq!(board.read("a0"), None);
}

/// DZ-2
#[test]
fn a_field_holds_one_token_one_fort_and_one_soldier_at_most() {
    for seats in [2, 3, 4] {
        let game = game(seats, "expansion = 3\nmaneuver = 3");
        let mut rng = crate::random::stream(2, 0, crate::random::Purpose::Chance);
        for _ in 0..30 {
            let mut state = game.start();
            while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
                let action = game.random_action(&state, &mut rng);
                game.play(&mut state, action);
                for a in 0..seats {
                    assert_eq!(state.forts[a] & !state.tokens[a], 0, "a fort stands on a token of its owner");
                    for b in 0..a {
                        assert_eq!(state.tokens[a] & state.tokens[b], 0);
                        assert_eq!(state.soldiers[a] & state.soldiers[b], 0);
                    }
                }
            }
        }
    }
}

/// DZ-3
#[test]
fn a_seat_starts_with_one_action_token_of_each_kind_or_as_many_as_the_ruleset_says() {
    let state = game(2, "").start();
    assert!(Chit::ALL.into_iter().all(|chit| state.chits(Seat(1), chit) == 1));
    let state = game(2, "charge = 0\ndefence = 3").start();
    assert_eq!(Chit::ALL.map(|chit| state.chits(Seat(0), chit)), [0, 3, 1, 1]);
}

/// DZ-4
#[test]
fn there_are_so_many_cards_of_each_mission_as_the_ruleset_says() {
    for copies in 2..=4 {
        let game = game(4, &format!("mission_copies = {copies}\nopen_missions = 4"));
        let mut state = game.start();
        for _ in 0..copies {
            let deal = game.read_outcome("mission:open=T").unwrap();
            assert!(game.possible(&state, deal));
            game.happen(&mut state, deal);
        }
        let to = if copies == 4 { "0" } else { "open" };
        assert!(!game.possible(&state, game.read_outcome(&format!("mission:{to}=T")).unwrap()));
        assert!(game.possible(&state, game.read_outcome(&format!("mission:{to}=A")).unwrap()));
    }
}

/// DZ-5
#[test]
fn open_cards_are_dealt_before_one_secret_card_to_each_seat() {
    let game = game(3, "");
    let mut state = game.start();
    for right in ["open=T", "open=A", "0=B", "1=B", "2=A"] {
        assert_eq!(game.turn(&state), Turn::Chance);
        for to in ["open", "0", "1", "2"] {
            let deal = game.read_outcome(&format!("mission:{to}=R")).unwrap();
            assert_eq!(game.possible(&state, deal), right.starts_with(to), "{to} at {right}");
        }
        game.happen(&mut state, game.read_outcome(&format!("mission:{right}")).unwrap());
    }
    assert_eq!(game.turn(&state), Turn::Seat(Seat(0)));
    assert!(!game.possible(&state, game.read_outcome("mission:open=R").unwrap()), "the deal is over");
    let scene = Scene { game, state };
    assert_eq!(scene.table(), "T A B?0 B?1 A?2");
}

/// DZ-5
#[test]
fn without_cards_the_game_begins_with_the_landing() {
    let game = game(2, "open_missions = 0\nsecret_missions = \"none\"");
    assert_eq!(game.turn(&game.start()), Turn::Seat(Seat(0)));
}

/// DZ-6
#[test]
fn seats_land_on_edges_without_a_token_but_not_on_corners() {
    let game = game(3, "open_missions = 0\nsecret_missions = \"none\"");
    let mut scene = Scene { state: game.start(), game };
    assert_eq!(scene.choices_of("start"), "a2 a3 a4 b1 b5 c1 c5 d1 d5 e2 e3 e4");
    scene.play("start:c1");
    assert_eq!(scene.choices_of("start"), "a2 a3 a4 b5 c5 d5 e2 e3 e4");
    scene.play("start:e2");
    assert_eq!(scene.choices_of("start"), "a2 a3 a4 b5 c5 d5");
    scene.play("start:b5");
    let homes = [0, 1, 2].map(|seat| scene.state.home(Seat(seat)));
    assert_eq!(homes, [Some(Edge::South), Some(Edge::East), Some(Edge::North)]);
    assert_eq!((scene.state.turn(), scene.asks()), (2, (0, Phase::Action)), "turn 2 begins");
}

/// DZ-6
#[test]
fn turns_go_in_the_order_that_the_rules_say() {
    for (order, turns) in [
        ("fixed", ["012", "012", "012", "012"]),
        ("rotating", ["012", "120", "201", "012"]),
        ("reversed", ["012", "210", "210", "210"]),
    ] {
        let game = game(3, &format!("order = \"{order}\"\nturns = 4"));
        let mut rng = crate::random::stream(3, 0, crate::random::Purpose::Chance);
        let (mut state, mut seen) = (game.start(), vec![String::new(); 4]);
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            if !matches!(state.phase, Phase::Recruits | Phase::Works) {
                let (turn, active) = (&mut seen[usize::from(state.turn) - 1], state.active.0.to_string());
                if !turn.ends_with(&active) {
                    turn.push_str(&active);
                }
            }
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        assert_eq!(seen, turns, "{order}");
        for turn in 1..=4 {
            assert!(Seat::all(3).all(|seat| game.seat_at(turn, game.place_of(turn, seat)) == seat), "{order}");
        }
    }
}
