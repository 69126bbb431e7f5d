//! What the rules page and the page on observations show is true.

use super::*;
use crate::picture::assert_on_rules_page;

/// The placing of the first round in the game that the rules page shows.
const PLACING: &str = "
    place:W@e5 place:W@c4 place:L@b2 place:L@f4 place:L@c3 place:L@e4 place:L@d4 place:L@g3
    place:S@d5 place:S@b3 place:S@e3 place:S@a4 place:P@c2 place:P@f3 stash:L place:P@g2
    stash:L stash:L stash:L stash:L stash:S stash:L stash:P stash:S";

const RULES: &str = include_str!("../../../docs/rules/hexxi.md");
const OBSERVATIONS: &str = include_str!("../../../docs/observations.md");

fn placed() -> Scene {
    let mut scene = start(2, "");
    scene.play(PLACING);
    scene
}

#[test]
fn the_picture_on_the_rules_page_is_current() {
    let scene = placed();
    assert_on_rules_page("hexxi", &scene.game.picture(&scene.state, None).unwrap());
}

#[test]
fn the_sample_turns_on_the_rules_page_can_be_played() {
    let mut scene = placed();
    let sample = RULES.split("\n## ").find(|section| section.starts_with("A few turns")).unwrap();
    let moves: Vec<&str> = sample
        .lines()
        .filter_map(|line| line.split_once(". `"))
        .map(|(_, rest)| rest.split('`').next().unwrap())
        .collect();
    assert_eq!(moves.len(), 8);
    for (index, action) in moves.into_iter().enumerate() {
        assert_eq!(usize::from(scene.mover()), index % 2);
        scene.play(action);
    }
    assert_eq!((scene.state.loot(Seat(0)), scene.state.loot(Seat(1))), (6, 10));
}

#[test]
fn the_observation_shown_as_an_example_is_one() {
    let section = OBSERVATIONS.split("\n## ").find(|section| section.starts_with("Piraci HEXXI")).unwrap();
    let json = section.split("```").nth(1).unwrap().trim_start_matches("json");
    let mut scene = start(2, "");
    scene.play("place:W@b2 place:S@d4 stash:L place:L@c2 spy:d4");
    let example: Observation = serde_json::from_str(json).unwrap();
    assert_eq!(example, scene.game.observe(&scene.state, Seat(1)));
}

#[test]
fn the_table_of_rules_has_every_key_with_its_default_and_range() {
    for param in Hexxi::params(2) {
        let default = param.default.to_string().replace('"', "");
        let range = param.domain.to_string().replace('"', "").replace(" or ", ", ");
        let row = format!("| `{}` | {default} | {range} |", param.key);
        assert!(RULES.contains(&row), "{row}");
    }
}
