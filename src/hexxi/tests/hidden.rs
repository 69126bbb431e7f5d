use serde_json::json;

use super::*;
use crate::random::{Purpose, stream};
use crate::recall::tests::refuses;

#[test]
fn laying_and_stashing_are_the_only_secret_actions() {
    let game = game(2, "");
    for (text, open) in
        [("place:S@c3", false), ("stash:L", false), ("spy:c3", true), ("withdraw:c3", true), ("offer:L", true)]
    {
        assert_eq!(game.open(game.read_action(text).unwrap()), open, "{text}");
    }
}

#[test]
fn others_see_where_tokens_are_but_not_which() {
    let mut one = start(2, "");
    one.play("place:W@b1 stash:L");
    let mut other = start(2, "");
    other.play("place:S@b1 stash:P");
    let seen = |scene: &Scene, viewer| scene.game.observe(&scene.state, Seat(viewer));
    assert_ne!(seen(&one, 0), seen(&other, 0));
    let mut third = start(2, "");
    third.play("place:W@b1 stash:S");
    assert_eq!(seen(&one, 0), seen(&third, 0), "only seat 1 knows its pile");
    assert_ne!(seen(&one, 1), seen(&third, 1));
}

#[test]
fn every_arrangement_of_unknown_tokens_is_as_likely() {
    let mut scene = start(2, "lanes = 1\nships = 1\npirates = 1\nwarships = 1");
    scene.play("place:L@b1 place:W@b2 place:S@b3 stash:L");
    let mut rng = stream(3, 0, Purpose::Other(0));
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..2400 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        let place = (
            imagined.token(scene.cell("b2")),
            imagined.pile_down(Seat(1)).to_string(),
            imagined.hand(Seat(1)).to_string(),
        );
        assert_eq!(imagined.token(scene.cell("b1")), Token::Lane, "one's own is known");
        *counts.entry(place).or_insert(0) += 1;
    }
    // One of four on the board, one of the other three in the pile, the rest in hand.
    assert_eq!(counts.len(), 12);
    assert!(counts.values().all(|&count| (140..=260).contains(&count)), "{counts:?}");
}

/// HX-6
#[test]
fn no_ship_is_imagined_where_none_may_be_laid() {
    let mut scene = start(2, "edge_placing = false\nships = 5\nlanes = 1");
    scene.play("place:L@d3 place:W@b1 place:P@d4 place:P@a2 place:P@d5 place:L@b3");
    let mut rng = stream(3, 0, Purpose::Other(0));
    let mut ships = 0;
    for _ in 0..300 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        assert_ne!(imagined.token(scene.cell("b1")), Token::Ship);
        assert_ne!(imagined.token(scene.cell("a2")), Token::Ship);
        ships += u32::from(imagined.token(scene.cell("b3")) == Token::Ship);
    }
    assert!((180..=255).contains(&ships), "5 of the 7 left are ships: {ships} of 300");
}

/// What a viewer sees of actions played one after the other.
fn sights(scene: &mut Scene, actions: &str, viewer: u8) -> Vec<String> {
    let see = |action| {
        let event = Event::Action(scene.game.read_action(action).unwrap());
        let seen = scene.game.see(&scene.state, event, Seat(viewer)).unwrap();
        scene.play(action);
        seen
    };
    actions.split_whitespace().map(see).collect()
}

/// A small game in which everything is hidden until the piles are turned up; nobody can act then.
const SECRETS: &str = "lanes = 1\nships = 1\npirates = 1\nwarships = 1\nboard_side = 5\nrounds = 2";

/// HX-6, HX-8
#[test]
fn a_spied_or_shown_token_is_seen_by_all_and_a_laid_one_by_its_owner() {
    let actions = "place:W@d1 place:S@d3 spy:d3 offer:L show:d1";
    let [owner, other] = [0, 1].map(|viewer| sights(&mut start(2, ""), actions, viewer));
    assert_eq!(owner, ["place:W@d1", "place:?@d3", "spy:d3=S", "offer:L", "show:d1=W"]);
    assert_eq!(other, ["place:?@d1", "place:S@d3", "spy:d3=S", "offer:L", "show:d1=W"]);
    assert_eq!(sights(&mut start(2, ""), "stash:P", 0), ["stash:P"]);
    assert_eq!(sights(&mut start(2, ""), "stash:P", 1), ["stash:?"]);
}

/// HX-10, HX-12
#[test]
fn the_last_token_laid_brings_piles_and_board_to_light() {
    let actions = "place:W@d3 place:W@e1 place:L@d5 stash:S stash:P place:L@e3 place:S@e7 place:P@e6";
    let seen = sights(&mut start(2, SECRETS), actions, 0);
    assert_eq!(seen[..7], ["place:W@d3", "place:?@e1", "place:L@d5", "stash:?", "stash:P", "place:?@e3", "place:S@e7"]);
    assert_eq!(seen[7], "place:?@e6=P@0,S@1,W@d3,L@d5,W@e1,L@e3,P@e6,S@e7");
}

/// HX-7, HX-10
#[test]
fn hands_swept_onto_the_piles_come_to_light_with_them() {
    let mut scene = start(2, "board_side = 3\nlanes = 10\npirates = 4\nspying = false\nmax_bid = 0");
    let free = scene.names(scene.game.board.cells() & !scene.game.board.reserved());
    let free: Vec<&str> = free.split(' ').collect();
    let (last, first) = free.split_last().unwrap();
    for cell in first {
        scene.play(&format!("place:L@{cell}"));
    }
    let seen = sights(&mut scene, &format!("place:S@{last}"), 1);
    assert!(seen[0].starts_with(&format!("place:?@{last}=LLSSPPPPW@0,LLSSSPPPPW@1,L@a2,")), "{seen:?}");
    assert!(seen[0].ends_with(&format!(",S@{last}")), "{seen:?}");
}

/// HX-9, HX-10
#[test]
fn a_token_taken_back_is_seen_as_it_lies_until_the_piles_are_turned_up() {
    let all = "place:W@d3 place:W@e1 place:L@d5 place:L@e2 place:S@e5 place:S@e3 place:P@e7 place:P@e9";
    let mut scene = start(2, SECRETS);
    scene.play(all);
    let seen = sights(&mut scene, "withdraw:d3 withdraw:e1", 1);
    assert_eq!(seen[0], "withdraw:d3");
    assert_eq!(seen[1], "withdraw:e1=W@0,W@1", "the piles are equal: the board waits for the bidding");
    let seen = sights(&mut scene, "raise fold", 1);
    assert_eq!(seen, ["raise", "fold=L@d5,L@e2,S@e3,S@e5,P@e7,P@e9"]);
}

/// HX-8, HX-9, HX-10
#[test]
fn a_token_taken_back_that_all_have_seen_does_not_come_to_light_again() {
    let mut scene = start(2, SECRETS);
    scene.play("place:W@d3 place:W@e1 spy:e1 offer:L show:d3 place:L@e2 place:S@e5 place:S@e3 place:P@e7 place:P@e9");
    let seen = sights(&mut scene, "withdraw:e1", 0);
    assert_eq!(seen, ["withdraw:e1=L@e2,S@e3,S@e5,P@e7,P@e9"]);
}

/// HX-8, HX-10
#[test]
fn what_a_spy_pays_with_last_does_not_come_to_light_again() {
    let before = "place:W@d3 place:W@e1 place:L@d5 place:L@e2 stash:S place:S@e3 place:P@e7";
    let mut cheap = start(2, SECRETS);
    cheap.play(before);
    assert_eq!(sights(&mut cheap, "spy:d5 offer:P", 0), ["spy:d5=L", "offer:P=S@0,W@d3,W@e1,L@e2,S@e3,P@e7"]);
    let mut dear = start(2, SECRETS);
    dear.play(before);
    assert_eq!(
        sights(&mut dear, "spy:d3 offer:P show:e1", 0),
        ["spy:d3=W", "offer:P", "show:e1=W,S@0,L@d5,L@e2,S@e3,P@e7"]
    );
}

#[test]
fn an_observation_that_leaves_nothing_to_choose_is_refused() {
    let mut scene = start(2, "");
    scene.state.phase = Phase::Withdrawing;
    let seen = scene.game.observe(&scene.state, Seat(0));
    let error = crate::recall::recall(&scene.game, &seen, Seat(0)).unwrap_err();
    assert!(error.to_string().contains("nothing to choose"), "{error}");
}

#[test]
fn what_a_seat_hides_can_be_taken_from_another_state() {
    let mut scene = start(2, "");
    scene.play("place:L@b1 place:W@b2 place:S@b3 stash:L");
    let mut rng = stream(3, 0, Purpose::Other(0));
    for _ in 0..20 {
        let imagined = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        let mut state = scene.state;
        state.hide_as_in(&imagined, Seat(1));
        assert_eq!(state, imagined, "to its rival nothing else is hidden");
    }
}

#[test]
fn an_observation_tells_of_bids_debts_and_chains() {
    let observe = |scene: &Scene| scene.game.observe(&scene.state, Seat(0));
    let mut scene = piles(3, "", &["S", "P", "S"]);
    scene.play("raise");
    let seen = observe(&scene);
    assert_eq!((seen.phase.as_str(), seen.turn, seen.order), ("bidding", Some(2), vec![1, 0, 2]));
    assert_eq!(seen.bidding, Some(SeenBidding { place: 1, tied: vec![0, 2], bidders: vec![0, 2], highest: 1 }));

    let mut scene = fight(2, "", "W0@f4 S1@e4 S1@d5 L1@e5 L1@f5");
    scene.play("escort:f4-e5");
    let chain = observe(&scene).chain.unwrap();
    assert_eq!((chain.warship.as_str(), chain.took_lane), ("e5", true));
    assert_eq!((chain.stood.join(" "), chain.barred), ("e5 f4".to_owned(), Some("e4".to_owned())));

    let mut scene = fight(2, "", "S1@a2 W0@a3 S0@f4 L1@f5").by(1);
    scene.play("trap:a2xa1");
    let seen = observe(&scene);
    assert!(seen.board["a2"].marked && !seen.board.contains_key("a1"));
    assert_eq!(seen.seats[1].deeds, [("base".to_owned(), 1)].into());
}

#[test]
fn a_picture_shows_a_seat_what_it_knows_and_nothing_else() {
    let mut rng = stream(5, 0, Purpose::Other(0));
    for seats in 2..=4 {
        let game = game(seats, "board_side = 3");
        let mut state = game.start();
        let mut differed = false;
        while game.turn(&state) != Turn::Over {
            for viewer in Seat::all(seats) {
                let imagined = game.imagine(&state, viewer, &mut rng);
                assert_eq!(game.picture(&imagined, Some(viewer)), game.picture(&state, Some(viewer)));
                differed |= game.picture(&imagined, None) != game.picture(&state, None);
            }
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        assert!(differed, "what is hidden is drawn for those who may see it");
    }
}

#[test]
fn every_place_a_move_can_name_can_be_pointed_at() {
    let mut scene = start(2, "");
    scene.play("place:W@b2");
    let picture = scene.game.picture(&scene.state, Some(Seat(1))).unwrap().to_string();
    for place in scene.names(scene.game.board.cells()).split(' ').chain(["L", "S", "P", "W", "0", "1"]) {
        assert_eq!(picture.matches(&format!("data-at=\"{place}\"")).count(), 1, "{place}");
    }
}

#[test]
fn what_no_seat_can_have_seen_is_refused_by_its_field() {
    let mut scene = start(2, "edge_placing = false\nships = 2\npirates = 1\nwarships = 1\nlanes = 3");
    scene.play("place:W@b1 place:L@f4 stash:L stash:P");
    let piece =
        |seat: u8, face: &str, down: bool| json!({ "seat": seat, "face": face, "face_down": down, "marked": false });
    refuses(
        &scene.game,
        &scene.state,
        Seat(0),
        &[
            ("/viewer", json!(2), "viewer"),
            ("/order", json!([0, 0]), "order"),
            ("/order", json!([0]), "order"),
            ("/order", json!([1, 0]), ""),
            ("/turn", json!(null), "turn"),
            ("/turn", json!(2), "turn"),
            ("/phase", json!("sleeping"), "phase"),
            ("/phase", json!("paying"), "phase"),
            ("/owed", json!(1), "phase"),
            ("/rounds_scored", json!(200), "seats"),
            ("/seats", json!([]), "seats"),
            ("/board", json!({ "z9": piece(0, "L", false) }), "board"),
            ("/board/b1", piece(2, "W", true), "board"),
            ("/board/b1", piece(0, "X", true), "face"),
            ("/board/b1", piece(0, "WW", true), "face"),
            ("/board/b1", piece(0, "", true), "face"),
            ("/board/b1", piece(0, "B", false), "face"),
            ("/board/b1", piece(0, "?", true), "face"),
            ("/board/b1", piece(0, "P", true), "hand"),
            ("/board/a1", piece(0, "B", true), "face"),
            ("/board/f4", piece(1, "?", false), "face"),
            ("/seats/0/seized", json!([0]), "seized"),
            ("/seats/0/deeds", json!({ "sleeping": 1 }), "deeds"),
            ("/seats/0/pile_up", json!("X"), "pile_up"),
            ("/seats/0/hand", json!("X"), "hand"),
            ("/seats/0/hand", json!("WW"), "hand"),
            ("/seats/1/hand", json!("?"), "hand"),
            ("/seats/1/pile_down", json!(""), "hand"),
        ],
    );
}

/// HX-6
#[test]
fn a_seat_is_refused_whose_one_unseen_token_is_a_ship_where_none_may_be() {
    let mut scene = start(2, "edge_placing = false\nlanes = 1\nships = 1\npirates = 1\nwarships = 1");
    scene.play("place:L@d3 place:P@b1");
    let seen = serde_json::to_value(scene.game.observe(&scene.state, Seat(0))).unwrap();
    let shown = |pile: &str| {
        let mut rival = seen["seats"][1].clone();
        (rival["hand"], rival["pile_up"]) = (json!(""), json!(pile));
        rival
    };
    let changes = [("/seats/1", shown("LSP"), ""), ("/seats/1", shown("LPW"), "hand")];
    refuses(&scene.game, &scene.state, Seat(0), &changes);
}
