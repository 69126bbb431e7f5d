use super::*;
use crate::balance::sheet::Entry;

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high }
}

fn compared(rows: &[(&str, Estimate, f64)]) -> Sheet {
    let mut sheet = Sheet::default();
    for &(measure, change, p_holm) in rows {
        let entry = Entry::default().text("variant", "bigger").text("measure", measure);
        sheet.push(entry.estimate("change", change).number("p_holm", p_holm));
    }
    sheet
}

#[test]
fn a_variant_is_told_in_a_plain_sentence() {
    let sheet = compared(&[
        ("decisions", estimate(0.38, 0.31, 0.45), 0.0001),
        ("draws", estimate(-0.1, -0.15, -0.05), 0.01),
        ("first_seat", estimate(0.01, -0.02, 0.04), 0.7),
    ]);
    assert_eq!(
        comparison(&sheet, "bigger").unwrap(),
        "With `bigger` games last 38 % [31, 45] longer in decisions, draws are 10 [5, 15] points rarer; advantage of the \
         first seat does not change measurably."
    );
}

#[test]
fn a_variant_without_effect_says_so() {
    let sheet = compared(&[("decisions", estimate(0.01, -0.01, 0.03), 0.6)]);
    assert_eq!(comparison(&sheet, "bigger").unwrap(), "With `bigger` nothing changes measurably.");
    assert_eq!(comparison(&sheet, "other"), None);
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
        ["With `base` rules plans beat each other in a ring: `rock` beats `scissors` beats `paper` beats `rock`."]
    );
}

#[test]
fn a_plan_that_beats_all_is_named() {
    let tables = met(&[("rock", "scissors", 0.8), ("paper", "rock", 0.3), ("paper", "scissors", 0.5)]);
    assert_eq!(styles(&tables), ["With `base` rules `rock` beats every other plan."]);
    let even = met(&[("rock", "scissors", 0.5), ("paper", "rock", 0.5), ("paper", "scissors", 0.5)]);
    assert_eq!(styles(&even), ["With `base` rules no plan beats every other, and there is no ring."]);
}

#[test]
fn the_ladder_counts_levels_from_the_bottom() {
    let mut sheet = Sheet::default();
    for (level, payoff) in [(1, 0.7), (2, 0.58), (3, 0.52), (4, 0.6)] {
        let entry = Entry::default().text("variant", "base").text("level", level);
        sheet.push(entry.estimate("payoff", estimate(payoff, payoff - 0.04, payoff + 0.04)));
    }
    assert_eq!(
        ladder(&sheet),
        [
            "With `base` rules 2 of 4 doublings of the budget still bring 55 % or more (1 of them for sure); the last brings \
          60 % [56, 64]."
        ]
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
            "Without `ambush` a bot loses nothing measurable: 0 [-3, 3] points of 100.",
            "Without `pass` a bot does better: it loses -12 [-15, -9] points of 100.",
        ]
    );
}
