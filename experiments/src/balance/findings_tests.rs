use super::*;
use crate::balance::dataset::{About, Dataset, VerdictRow};
use crate::balance::verdict::Verdict;

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
            unit: topic(measure).map_or(Unit::Number, |topic| topic.unit),
            value: UNKNOWN,
            games: 10,
            change,
            p: p_holm,
            p_holm,
        });
    }
    data
}

/// What was not asked is told by size against what matters, five sentences at most; what was asked is in the answer.
#[test]
fn other_changes_are_ranked_and_only_those_that_matter_told() {
    let mut data = compared(&[
        ("bigger", "decisions", estimate(0.38, 0.31, 0.45), 0.0001),
        ("bigger", "draws", estimate(-0.3, -0.35, -0.25), 0.01),
        ("bigger", "cut", estimate(0.02, 0.01, 0.03), 0.001),
        ("bigger", "first_seat", estimate(0.2, -0.02, 0.42), 0.7),
        ("odd", "decisions", estimate(0.01, 0.005, 0.015), 0.0001),
    ]);
    assert_eq!(
        changes(&data),
        [
            "With `bigger` draws are 30 [25, 35] points rarer.",
            "With `bigger` games are 38 % [31, 45] longer in decisions.",
        ]
    );
    data.verdicts.push(verdict("bigger", "draws"));
    assert_eq!(changes(&data), ["With `bigger` games are 38 % [31, 45] longer in decisions."]);
    let keys = ["turns", "branching", "widest", "choices", "comebacks", "settled", "shared_wins"];
    let many: Vec<_> = keys.iter().map(|key| ("odd", *key, estimate(0.5, 0.4, 0.6), 0.001)).collect();
    assert_eq!(changes(&compared(&many)).len(), 5);
}

fn verdict(variant: &str, measure: &str) -> VerdictRow {
    VerdictRow {
        variant: variant.to_owned(),
        measure: measure.to_owned(),
        title: String::new(),
        unit: Unit::Share,
        base: UNKNOWN,
        value: UNKNOWN,
        change: UNKNOWN,
        matters: 0.03,
        p_holm: 1.0,
        verdict: Verdict::Undecided,
        games: 10,
        games_to_decide: None,
    }
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
    let told = |variant: &str| shifts(&data, BASE, variant).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(told("bigger"), ["a seat does `africa` in 70 % [60, 80] of games instead of 10 % [5, 20]"]);
    assert_eq!(told("odd"), ["a seat does `moon` in 30 % [20, 40] of games instead of 2 % [0, 9]"]);
}

/// A variant that adds an action, or a coin, has it: nobody needs to be told.
#[test]
fn what_the_rules_rule_out_is_no_finding() {
    let mut data = used(&[("base", "spy", estimate(0.0, 0.0, 0.01)), ("odd", "spy", estimate(0.8, 0.7, 0.9))]);
    assert_eq!(shifts(&data, BASE, "odd").len(), 1);
    for (row, legal) in data.uses.iter_mut().zip([0.0, 0.3]) {
        (row.what, row.legal) = (What::Action, around(legal, 0.0));
    }
    assert!(shifts(&data, BASE, "odd").is_empty());
    // Deeds that cannot be have no row.
    assert!(shifts(&used(&[("odd", "coin16", estimate(0.8, 0.7, 0.9))]), BASE, "odd").is_empty());
}

#[test]
fn never_used_is_told_only_of_what_was_legal() {
    let mut data = used(&["spy", "trap", "moon"].map(|name| ("base", name, estimate(0.0, 0.0, 0.01))));
    for (row, legal) in data.uses.iter_mut().zip([0.3, 0.002, 0.0]) {
        (row.what, row.legal, row.chosen) = (What::Action, around(legal, 0.0), around(0.0, 0.0));
    }
    assert_eq!(
        uses(&data),
        ["Never used by these bots, though legal often enough: `spy`.", "Hardly ever legal, and never used: `trap`."]
    );
}

#[test]
fn few_games_tell_how_long_games_are_and_no_difference() {
    let mut data = compared(&[("bigger", "decisions", estimate(0.38, 0.31, 0.45), 0.0001)]);
    data.about.blocks_of_a_variant = 19;
    let said = findings(&data);
    assert!(said.len() == 1 && !said[0].1.concat().contains("bigger"), "{said:?}");
    data.about.blocks_of_a_variant = 20;
    assert!(findings(&data)[0].1.concat().contains("bigger"));
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
fn the_worth_of_a_rule_is_what_a_bot_is_behind_without_it() {
    let row = |(without, payoff, reach): (&str, f64, f64)| RestrictedRow {
        variant: "base".to_owned(),
        bot: "mate".to_owned(),
        without: without.to_owned(),
        games: 10,
        payoff: around(payoff, reach),
        win_share: UNKNOWN,
    };
    let rows = [("spy", 0.4, 0.03), ("ambush", 0.5, 0.03), ("pass", 0.62, 0.03), ("swap", 0.5, 0.01)].map(row);
    let about = About { seats: 2, ..About::default() };
    let mut data = Dataset { about, restricted: rows.into(), ..Dataset::default() };
    // With 40 % it is 20 points behind the other, who has 60.
    assert_eq!(
        restricted(&data),
        [
            "Without `spy` a bot ends 20 [14, 26] points behind the others.",
            "Without `pass` a bot ends 24 [18, 30] points ahead of the others.",
            "Bots do as well without `swap`.",
            "It is not decided what is lost without `ambush` (0 [-6, 6]), in points.",
        ]
    );
    data.restricted[0].variant = "bigger".to_owned();
    assert!(restricted(&data)[0].ends_with("points behind the others by the `bigger` rules."));
}
