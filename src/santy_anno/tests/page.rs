//! What the rules page tells is true.

use super::cards::target;
use super::*;

/// The part of the rules page under a heading.
fn section(heading: &str) -> &'static str {
    let start = SantyAnno::INFO.rules.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    start.split("\n## ").next().unwrap()
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// SA-17, SA-20
#[test]
fn the_sample_round_can_be_played_as_it_is_told() {
    let words = quoted(section("A sample round"));
    assert_eq!(&words[..2], [TABLE, "start:1,2,3"]);
    let (last, played) = words.split_last().unwrap();
    let scene = Scene::fresh(3, "").then(&played.join(" "));
    assert_eq!(scene.turn(), Turn::Seat(Seat(1)));
    assert_eq!((scene.clock(2), scene.clock(0), scene.clock(1)), (5, 80, 68));
    let running = scene.game.run_ticks(&scene.state, Seat(1), ship(1));
    assert_eq!(68 + running, 85);
    assert_eq!(scene.true_ships(), [4, 1, 5]);
    let end = scene.then(last);
    assert_eq!((end.scores(), end.state.rounds_done()), (vec![5, 4, 0], 1));
}

/// SA-5, SA-6, SA-7, SA-8, SA-9, SA-10, SA-11
#[test]
fn the_examples_of_the_cards_hold_and_there_is_one_for_each_kind() {
    let mut kinds = Vec::new();
    for line in section("Ships, table and cards").lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let face = cells[0].trim_matches('`');
        let [from, to] = [cells[1], cells[2]].map(|cell| Ship::all().find(|ship| ship.to_string() == cell).unwrap());
        assert_eq!(target(face, from.number()), to.number(), "{line}");
        kinds.push(Card::read(face).unwrap().kind());
    }
    assert_eq!(kinds, Kind::ALL);
}

/// SA-22
#[test]
fn the_ticks_and_slips_on_the_page_are_the_defaults() {
    let row = |start: &str| -> Vec<&str> {
        let line = section("Minds").lines().find(|line| line.starts_with(start)).unwrap();
        line.trim_matches('|').split('|').skip(1).map(|cell| cell.trim().trim_matches('`')).collect()
    };
    let rules = Scene::fresh(3, "").game.rules;
    for (key, start) in [("ticks", "| ticks"), ("slips", "| slips")] {
        for (kind, number) in row("| kind").into_iter().zip(row(start)) {
            assert_eq!(rules.value(key)[kind].to_string(), number, "{key} of {kind}");
        }
    }
    assert_eq!(row("| kind"), Kind::ALL.map(Kind::name));
}

#[test]
fn the_ruleset_table_lists_every_key_with_its_default_and_meaning() {
    let rows: Vec<Vec<&str>> = section("Ruleset")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    let params = SantyAnno::params(3);
    assert_eq!(
        rows.iter().map(|row| row[0]).collect::<Vec<_>>(),
        params.iter().map(|param| param.key).collect::<Vec<_>>()
    );
    for (row, param) in rows.iter().zip(&params).filter(|(_, param)| param.default.as_integer().is_some()) {
        assert!(row[1].starts_with(&param.default.to_string()), "{row:?}");
        assert_eq!(row[2], param.domain.to_string(), "{row:?}");
    }
}
