use crate::trace::Trace;

use super::*;

fn refusal(seats: usize, rules: &str) -> String {
    SantyAnno::create(seats, &rules.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn a_bad_value_is_refused_by_key_value_and_range() {
    for (rules, message) in [
        ("rounds = 6", "rule `rounds` is 6; allowed: 1-5"),
        ("winners = 0", "rule `winners` is 0; allowed: 1-7"),
        ("winners = 8", "rule `winners` is 8; allowed: 1-7"),
        ("coins = []", "rule `coins` is []; allowed: a list of 1-8 numbers 0-20, strictly falling"),
        ("coins = [3, 3]", "rule `coins` is [3, 3]; allowed: a list of 1-8 numbers 0-20, strictly falling"),
        ("coins = [21]", "rule `coins` is [21]; allowed: a list of 1-8 numbers 0-20, strictly falling"),
        ("coins = { a = 1 }", "rule `coins` is { a = 1 }; allowed: a list of 1-8 numbers 0-20, strictly falling"),
        ("ticks = { coco = 201 }", "rule `ticks.coco` is 201; allowed: 1-200"),
        ("ticks = { coco = 0 }", "rule `ticks.coco` is 0; allowed: 1-200"),
        ("ticks = [1]", "rule `ticks` is [1]; allowed: a table by kind of card, 1-200"),
        ("slips = { helm = 501 }", "rule `slips.helm` is 501; allowed: 0-500"),
        ("slips = { helm = true }", "rule `slips.helm` is true; allowed: 0-500"),
        (
            "slips = { helms = 1 }",
            "unknown rule `slips.helms` (value 1), did you mean `helm`?; allowed: element, crossed, colour, letter, \
             letter_crossed, number, helm, double, coco",
        ),
        (
            "minds = [{}, {}, {}, {}]",
            "rule `minds` is [{}, {}, {}, {}]; allowed: a list of at most 3 tables, one a seat",
        ),
        ("minds = [7]", "rule `minds` is [7]; allowed: a list of at most 3 tables, one a seat"),
        ("minds = [{}, { slip_percent = 401 }]", "rule `minds[1].slip_percent` is 401; allowed: 0-400"),
        ("minds = [{ speed_percent = 9 }]", "rule `minds[0].speed_percent` is 9; allowed: 10-400"),
    ] {
        assert_eq!(refusal(3, rules), message);
    }
}

/// SA-23
#[test]
fn winners_are_written_as_a_number_that_goes_by_the_seats() {
    let winners = |seats: usize| Scene::fresh(seats, "").game.rules.int("winners");
    assert_eq!([3, 4, 5, 6, 7, 8].map(winners), [1, 1, 3, 3, 3, 3]);
}

#[test]
fn tables_and_lists_are_filled_up_and_written_in_full() {
    let given = "ticks = { coco = 99 }\nminds = [{ slip_percent = 0 }]";
    let rules = Scene::fresh(3, given).game.rules;
    assert_eq!(rules.value("ticks")["coco"].as_integer(), Some(99));
    assert_eq!(rules.value("ticks")["double"].as_integer(), Some(25));
    assert_eq!(rules.value("minds").as_array().unwrap().len(), 3);
    assert_eq!(rules.value("minds")[0]["speed_percent"].as_integer(), Some(100));
    let trace = Trace::random(Scene::fresh(3, given).game, 1);
    assert_eq!(&trace.header.rules, rules.values());
    assert_eq!(trace.header.rules.len(), SantyAnno::params(3).len());
}
