//! What the pages about the game show of it: a picture, a sample turn and a seat's view.

use crate::game::Event;

use super::*;
use crate::picture::assert_on_rules_page;

/// The events before the sample turn.
const OPENING: &str = "\
mission:open=T mission:open=R mission:0=B mission:1=R mission:2=A start:c1 start:c5 start:a3 \
fort:c1 token:c4 fort:a3 \
soldier:c1 skip fort:c4 skip soldier:a3 \
move:c1-c2 end skip skip token:b1 expand:c2 skip skip soldier:c4 move:a3-b3 end skip skip skip token:b3 skip \
end skip skip skip token:d2 end skip skip skip token:d4 end skip skip skip soldier:a3 skip";

fn opening() -> Scene {
    let game = game(3, "");
    let mut scene = Scene { state: game.start(), game };
    for text in OPENING.split_whitespace() {
        match scene.game.read_outcome(text) {
            Ok(deal) => scene.game.apply(&mut scene.state, Event::Outcome(deal)),
            Err(_) => drop(scene.play(text)),
        }
    }
    scene
}

#[test]
fn the_picture_on_the_rules_page_is_current() {
    let scene = opening();
    assert_on_rules_page("dzicz", &scene.game.picture(&scene.state, Some(Seat(0))).unwrap());
}

#[test]
fn the_sample_turn_on_the_rules_page_can_be_played() {
    let mut scene = opening();
    let section = Dzicz::INFO.rules.split("\n## ").find(|section| section.starts_with("A sample turn")).unwrap();
    let moves: Vec<&str> = section.split('`').skip(1).step_by(2).collect();
    assert_eq!(moves.len(), 8);
    scene.play(&moves.join(" "));
    assert_eq!((scene.pieces(0), scene.pieces(1)), ("b1 c1# c2# d2# *d3".to_owned(), "c4# d4 c5 *c4".to_owned()));
    assert_eq!(scene.asks(), (1, Phase::Soldiers));
}

#[test]
fn the_view_on_the_page_of_observations_is_true() {
    let page = include_str!("../../../docs/observations.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Dzicz")).unwrap();
    let example = section.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let scene = opening();
    let seen = serde_json::to_value(scene.game.observe(&scene.state, Seat(0))).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(example).unwrap(), seen, "{seen}");
}

#[test]
fn a_picture_shows_a_seat_nothing_that_is_hidden_from_it() {
    let mut rng = crate::random::stream(8, 0, crate::random::Purpose::Chance);
    for rules in ["", "secret_missions = \"end\"\nsize = 7", "secret_missions = \"held\""] {
        let game = game(4, rules);
        let mut state = game.start();
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
            for viewer in Seat::all(4) {
                let imagined = game.imagine(&state, viewer, &mut rng);
                assert_eq!(game.picture(&imagined, Some(viewer)), game.picture(&state, Some(viewer)));
            }
        }
    }
}

#[test]
fn a_picture_names_every_field_and_shows_everything_to_no_one_in_particular() {
    let scene = opening();
    let picture = |viewer| scene.game.picture(&scene.state, viewer).unwrap().to_string();
    for field in Field::each(scene.game.grid().fields()) {
        assert!(picture(None).contains(&format!("<g data-at=\"{field}\">")), "{field}");
    }
    assert!(picture(None).contains("assault") && !picture(None).contains(">?<"));
    assert!(!picture(Some(Seat(0))).contains("assault"));
    assert_eq!(picture(Some(Seat(0))).matches(">?<").count(), 2);
}
