use super::*;
use crate::balance::dataset::{About, Dataset};

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high }
}

fn around(value: f64, reach: f64) -> Estimate {
    estimate(value, value - reach, value + reach)
}

fn compared(rows: &[(&str, &str, Estimate, f64)]) -> Dataset {
    let mut data = Dataset::default();
    for name in ["base", "bigger", "odd", "other"] {
        data.seats.push(VariantSeatRow {
            variant: name.to_owned(),
            seat: 0,
            games: 10,
            win_share: UNKNOWN,
            payoff: UNKNOWN,
            score: UNKNOWN,
        });
    }
    for &(variant, measure, change, p_holm) in rows {
        data.measures.push(MeasureRow {
            variant: variant.to_owned(),
            rules: String::new(),
            measure: measure.to_owned(),
            title: String::new(),
            unit: Unit::Number,
            value: UNKNOWN,
            games: 10,
            change,
            p: p_holm,
            p_holm,
        });
    }
    data
}

#[test]
fn variants_are_told_in_plain_sentences() {
    let data = compared(&[
        ("bigger", "decisions", estimate(0.38, 0.31, 0.45), 0.0001),
        ("bigger", "draws", estimate(-0.1, -0.15, -0.05), 0.01),
        ("bigger", "first_seat", estimate(0.01, -0.02, 0.04), 0.7),
        ("odd", "decisions", estimate(0.01, -0.01, 0.03), 0.6),
        ("odd", "first_seat", estimate(-0.03, -0.12, 0.06), 0.7),
        ("other", "draws", estimate(0.0, -0.01, 0.01), 1.0),
    ]);
    assert_eq!(
        comparisons(&data),
        [
            "With `bigger` games are 38 % [31, 45] longer in decisions and draws are 10 [5, 15] points rarer.",
            "With `odd` and `other` nothing changes measurably.",
            "Changes that do not show in so many games may still be as large as this: advantage of the first seat 12 \
             points and decisions a game 3 %.",
        ]
    );
}

fn used(rows: &[(&str, &str, Estimate)]) -> Dataset {
    let mut data = compared(&[]);
    for &(variant, name, users) in rows {
        data.uses.push(UseRow {
            variant: variant.to_owned(),
            what: What::Deed,
            name: name.to_owned(),
            legal: UNKNOWN,
            chosen: UNKNOWN,
            taken: UNKNOWN,
            users,
            times: UNKNOWN,
            win_share_with: UNKNOWN,
            win_share_without: UNKNOWN,
            payoff_with: UNKNOWN,
            payoff_without: UNKNOWN,
        });
    }
    data
}

#[test]
fn what_other_seats_do_in_a_variant_is_told() {
    let data = used(&[
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
        shifts(&data),
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

fn met(results: &[(&str, &str, f64)]) -> Dataset {
    let row = |&(bot, against, payoff): &(&str, &str, f64)| StyleRow {
        variant: "base".to_owned(),
        bot: bot.to_owned(),
        against: against.to_owned(),
        games: 10,
        payoff: around(payoff, 0.05),
        win_share: UNKNOWN,
    };
    let about = About { seats: 2, ..About::default() };
    Dataset { about, styles: results.iter().map(row).collect(), ..Dataset::default() }
}

#[test]
fn a_ring_of_plans_is_found() {
    let data = met(&[("rock", "scissors", 0.8), ("paper", "rock", 0.7), ("paper", "scissors", 0.2)]);
    assert_eq!(
        styles(&data),
        ["By the `base` rules plans beat each other in a ring: `rock` beats `scissors` beats `paper` beats `rock`."]
    );
}

#[test]
fn a_plan_that_beats_all_is_named() {
    let data = met(&[("rock", "scissors", 0.8), ("paper", "rock", 0.3), ("paper", "scissors", 0.5)]);
    assert_eq!(
        styles(&data),
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
        let row = |(level, &payoff): (u32, &f64)| LadderRow {
            variant: "base".to_owned(),
            level,
            bot: format!("b{level}"),
            against: format!("b{}", level - 1),
            games: 10,
            payoff: around(payoff, 0.04),
            win_share: UNKNOWN,
        };
        ladder(&(1..).zip(payoffs).map(row).collect::<Vec<_>>()).concat()
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
    let rows = [("spy", 0.4), ("ambush", 0.5), ("pass", 0.62)].map(|(without, payoff)| RestrictedRow {
        variant: "base".to_owned(),
        bot: "mate".to_owned(),
        without: without.to_owned(),
        games: 10,
        payoff: around(payoff, 0.03),
        win_share: UNKNOWN,
    });
    assert_eq!(
        restricted(&rows),
        [
            "Without `spy` a bot loses 10 [7, 13] points of 100.",
            "Without `pass` a bot gains 12 [9, 15] points of 100.",
            "No loss shows without `ambush` (0 [-3, 3]), in points of 100.",
        ]
    );
}
