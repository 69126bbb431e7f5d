use super::*;
use crate::balance::sheet::Entry;

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high }
}

fn compared(rows: &[(&str, &str, Estimate, f64)]) -> Tables {
    let mut tables = Tables::default();
    for name in ["base", "bigger", "odd", "other"] {
        tables.seats.push(Entry::default().text("variant", name));
    }
    for &(variant, measure, change, p_holm) in rows {
        let entry = Entry::default().text("variant", variant).text("measure", measure);
        tables.variants.push(entry.estimate("change", change).number("p_holm", p_holm));
    }
    tables
}

#[test]
fn variants_are_told_in_plain_sentences() {
    let tables = compared(&[
        ("bigger", "decisions", estimate(0.38, 0.31, 0.45), 0.0001),
        ("bigger", "draws", estimate(-0.1, -0.15, -0.05), 0.01),
        ("bigger", "first_seat", estimate(0.01, -0.02, 0.04), 0.7),
        ("odd", "decisions", estimate(0.01, -0.01, 0.03), 0.6),
        ("odd", "first_seat", estimate(-0.03, -0.12, 0.06), 0.7),
        ("other", "draws", estimate(0.0, -0.01, 0.01), 1.0),
    ]);
    assert_eq!(
        comparisons(&tables),
        [
            "With `bigger` games are 38 % [31, 45] longer in decisions and draws are 10 [5, 15] points rarer.",
            "With `odd` and `other` nothing changes measurably.",
            "Changes that do not show in so many games may still be as large as this: advantage of the first seat 12 \
             points and decisions a game 3 %.",
        ]
    );
}

fn used(rows: &[(&str, &str, Estimate)]) -> Tables {
    let mut tables = compared(&[]);
    for &(variant, name, users) in rows {
        let entry = Entry::default().text("variant", variant).text("what", "deed").text("name", name);
        tables.actions.push(entry.estimate("users", users));
    }
    tables
}

#[test]
fn what_other_seats_do_in_a_variant_is_told() {
    let tables = used(&[
        ("base", "africa", estimate(0.1, 0.05, 0.2)),
        ("base", "suez", estimate(0.9, 0.8, 0.95)),
        ("base", "moon", estimate(0.02, 0.0, 0.09)),
        ("bigger", "africa", estimate(0.7, 0.6, 0.8)),
        ("bigger", "suez", estimate(0.85, 0.7, 0.9)),
        ("odd", "africa", estimate(0.12, 0.05, 0.2)),
        ("odd", "suez", estimate(0.9, 0.8, 0.95)),
        ("odd", "moon", estimate(0.3, 0.2, 0.4)),
    ]);
    assert_eq!(
        shifts(&tables),
        [
            "Shares of seats that change with `bigger`: with `africa` 70 % [60, 80] instead of 10 % [5, 20].",
            "Shares of seats that change with `odd`: with `moon` 30 % [20, 40] instead of 2 % [0, 9].",
        ]
    );
}

#[test]
fn a_change_that_may_be_none_keeps_the_sign_of_its_ends() {
    assert_eq!(size_of_change(Unit::Payoff, estimate(-0.02, -0.08, 0.04)), "2 [-4, 8] points");
}

#[test]
fn figures_show_what_their_interval_allows() {
    assert_eq!(figure(Unit::Share, estimate(0.523, 0.47, 0.576)), "52 % [47, 58]");
    assert_eq!(figure(Unit::Share, estimate(0.523, 0.52, 0.526)), "52.3 % [52.0, 52.6]");
    assert_eq!(figure(Unit::Payoff, estimate(-0.001, -0.03, 0.03)), "0 [-3, 3]");
    assert_eq!(figure(Unit::Size, estimate(123.4, 120.0, 127.0)), "123 [120, 127]");
    assert_eq!(figure(Unit::Size, estimate(12.0, 12.0, 12.0)), "12.0");
    assert_eq!(figure(Unit::Number, estimate(f64::NAN, f64::NAN, f64::NAN)), "not known");
}

fn met(results: &[(&str, &str, f64)]) -> Tables {
    let mut tables = Tables::default();
    tables.experiment.push(Entry::default().text("key", "seats").text("value", "2"));
    for &(bot, against, payoff) in results {
        let entry = Entry::default().text("variant", "base").text("bot", bot).text("against", against);
        tables.styles.push(entry.estimate("payoff", estimate(payoff, payoff - 0.05, payoff + 0.05)));
    }
    tables
}

#[test]
fn a_ring_of_plans_is_found() {
    let tables = met(&[("rock", "scissors", 0.8), ("paper", "rock", 0.7), ("paper", "scissors", 0.2)]);
    assert_eq!(
        styles(&tables),
        ["By the `base` rules plans beat each other in a ring: `rock` beats `scissors` beats `paper` beats `rock`."]
    );
}

#[test]
fn a_plan_that_beats_all_is_named() {
    let tables = met(&[("rock", "scissors", 0.8), ("paper", "rock", 0.3), ("paper", "scissors", 0.5)]);
    assert_eq!(
        styles(&tables),
        ["By the `base` rules `rock` beats every other plan: at least 70 % [65, 75], against `paper`."]
    );
    let even = met(&[("rock", "scissors", 0.5), ("paper", "rock", 0.5), ("paper", "scissors", 0.54)]);
    assert_eq!(
        styles(&even),
        [
            "By the `base` rules no plan beats every other, and there is no ring; `paper` does best, with 52 % on average."
        ]
    );
}

#[test]
fn the_ladder_counts_levels_from_the_bottom() {
    let told = |payoffs: &[f64]| {
        let mut sheet = Sheet::default();
        for (level, &payoff) in (1..).zip(payoffs) {
            let entry = Entry::default().text("variant", "base").text("level", level).text("bot", format!("b{level}"));
            sheet.push(entry.estimate("payoff", estimate(payoff, payoff - 0.04, payoff + 0.04)));
        }
        ladder(&sheet).concat()
    };
    assert_eq!(
        told(&[0.7, 0.58, 0.52, 0.6]),
        "By the `base` rules the first 2 of 4 doublings of the budget bring 55 % or more (1 for sure), up to `b2`; the last \
         brings 60 % [56, 64]."
    );
    assert_eq!(
        told(&[0.5, 0.6]),
        "By the `base` rules not even the first of 2 doublings of the budget brings 55 %: 50 % [46, 54]; the last brings 60 % \
         [56, 64]."
    );
    assert_eq!(
        told(&[0.7, 0.6]),
        "By the `base` rules each of 2 doublings of the budget brings 55 % or more; the last brings 60 % [56, 64], so that \
         there is more to learn beyond."
    );
}

#[test]
fn the_worth_of_a_rule_is_what_a_bot_loses_without_it() {
    let mut sheet = Sheet::default();
    for (without, payoff) in [("spy", 0.4), ("ambush", 0.5), ("pass", 0.62)] {
        let entry = Entry::default().text("without", without);
        sheet.push(entry.estimate("payoff", estimate(payoff, payoff - 0.03, payoff + 0.03)));
    }
    assert_eq!(
        restricted(&sheet),
        [
            "Without `spy` a bot loses 10 [7, 13] points of 100.",
            "Without `pass` a bot gains 12 [9, 15] points of 100.",
            "No loss shows without `ambush` (0 [-3, 3]), in points of 100.",
        ]
    );
}
