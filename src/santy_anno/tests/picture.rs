use super::*;
use crate::picture::assert_on_rules_page;

/// The second round of a game with events: everyone is seasick, and two have sat down already.
fn scene() -> Scene {
    let first = "cards:E:hull,+3,N-P,C:y,E:nest event:rum run:4 run:1 run:3 run:6 run:8";
    let second = "cards:+1,E:sails-g,C:b,N,E:name,+6 event:seasick+ think mind:12:5 run:2 run:8 think mind:10:8 run:1";
    Scene::new(5, "events = true").then(first).then(second).then("think mind:15:7 think mind:16:3 think mind:18:1")
}

fn picture(scene: &Scene, viewer: Option<u8>) -> String {
    scene.game.picture(&scene.state, viewer.map(Seat)).unwrap().to_string()
}

#[test]
fn the_picture_on_the_rules_page_is_current() {
    let scene = scene();
    assert_on_rules_page("santy-anno", &scene.game.picture(&scene.state, None).unwrap());
}

#[test]
fn every_ship_can_be_pointed_at_by_the_number_that_a_run_names() {
    let drawn = picture(&scene(), Some(0));
    for ship in Ship::all() {
        assert_eq!(drawn.matches(&format!("data-at=\"{}\"", ship.number())).count(), 1, "{ship}");
    }
}

#[test]
fn a_viewer_sees_kinds_and_its_own_head_and_everything_shows_the_rest() {
    let scene = scene();
    let (seen, all) = (picture(&scene, Some(3)), picture(&scene, None));
    for (text, in_seen, in_all) in [
        (">+1<", false, true),
        (">+?<", true, false),
        (">number<", true, true),
        (">2 of 6<", false, true),
        (">3 of 6<", true, true),
        (">sits at 2 Revenge on tick 17<", true, true),
        (">seat 0 has the earliest clock: it thinks on or runs for a ship<", false, true),
        (">the others think and run<", true, false),
    ] {
        assert_eq!((seen.contains(text), all.contains(text)), (in_seen, in_all), "{text}");
    }
}

/// SA-18
#[test]
fn the_picture_of_an_imagined_state_is_that_of_the_true_one() {
    for (seats, rules) in [(3, ""), (5, "expert = true\nevents = true"), (8, "lap_from = 1\nsit = 0")] {
        let game = Scene::fresh(seats, rules).game;
        for seed in 0..4 {
            let mut rng = rng(seed);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                for viewer in Seat::all(seats) {
                    let imagined = game.imagine(&state, viewer, &mut rng);
                    let drawn = |state: &State| game.picture(state, Some(viewer)).unwrap();
                    assert!(drawn(&imagined) == drawn(&state), "{viewer} in {state:?}");
                }
                let event = match game.turn(&state) {
                    Turn::Seat(_) => Event::Action(game.random_action(&state, &mut rng)),
                    _ => Event::Outcome(game.draw(&state, &mut rng)),
                };
                game.apply(&mut state, event);
            }
        }
    }
}
