use super::*;
use crate::balance::dataset::About;

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high }
}

fn row(variant: &str, key: &str, change: Estimate, verdict: Verdict) -> VerdictRow {
    let topic = topic(key).unwrap();
    let base = estimate(0.2, 0.1, 0.3);
    VerdictRow {
        variant: variant.to_owned(),
        measure: key.to_owned(),
        title: topic.title.to_owned(),
        unit: topic.unit,
        base,
        value: estimate(base.value + change.value, 0.0, 0.4),
        change,
        matters: 0.03,
        p_holm: 0.01,
        verdict,
        games: 400,
        games_to_decide: (verdict == Verdict::Undecided).then_some(4500),
    }
}

fn data(verdicts: Vec<VerdictRow>) -> Dataset {
    let about = About { games_of_a_variant: 400, blocks_of_a_variant: 200, ..About::default() };
    Dataset { about, verdicts, ..Dataset::default() }
}

#[test]
fn the_first_seat_is_told_by_what_happened() {
    let sure = |value: f64| estimate(value, value - 0.09, value + 0.09);
    for (base, value, said) in [
        (-0.26, 0.0, "the first seat's disadvantage of 26 points falls to 0 [-9, 9], perhaps to none"),
        (0.26, 0.01, "the first seat's advantage of 26 points falls to 1 [-8, 10], perhaps to none"),
        (-0.26, -0.12, "the first seat's disadvantage of 26 points shrinks to 12 [3, 21]"),
        (-0.26, 0.12, "the first seat's disadvantage of 26 points turns into an advantage of 12 [3, 21]"),
        (-0.26, -0.4, "the first seat's disadvantage of 26 points grows to 40 [31, 49]"),
        (0.01, 0.55, "the first seat gets an advantage of 55 [46, 64] points"),
        (0.05, -0.55, "the first seat gets a disadvantage of 55 [46, 64] points"),
    ] {
        assert_eq!(first_seat(sure(base), sure(value), 0.03), said);
    }
}

#[test]
fn the_answer_begins_with_what_changes_most() {
    let data = data(vec![
        row("little", "draws", estimate(0.04, 0.01, 0.07), Verdict::Worse),
        row("little", "decisions", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
        row("much", "draws", estimate(-0.2, -0.25, -0.15), Verdict::Better),
        row("much", "decisions", estimate(0.38, 0.31, 0.45), Verdict::Higher),
        row("nothing", "draws", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
        row("nothing", "decisions", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
        row("unknown", "draws", estimate(0.02, -0.05, 0.09), Verdict::Undecided),
        row("unknown", "decisions", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
    ]);
    assert_eq!(
        paragraph(&data).unwrap(),
        "With `much` games are 38 % [31, 45] longer in decisions and draws are 20 [15, 25] points rarer. With `little` draws \
         are 4 [1, 7] points more frequent. `nothing` changes nothing that matters in draws and decisions a game. No change \
         that matters in decisions a game with `little` and `unknown`. Not decided by 400 games of each: draws with `unknown`; \
         about 4500 games of a variant would decide it."
    );
    assert_eq!(table(&data)[2][4..6], ["-20 [-25, -15] points", "better"]);
}

#[test]
fn few_games_tell_no_difference() {
    let mut few = data(vec![row("much", "draws", estimate(-0.2, -0.25, -0.15), Verdict::Better)]);
    few.about.blocks_of_a_variant = 19;
    let said = paragraph(&few).unwrap();
    assert!(said.starts_with("Too few games for an answer: 19 independent deals") && !said.contains("much"), "{said}");
}

#[test]
fn trends_are_told_from_end_to_end() {
    let mut data = data(vec![row("a", "draws", estimate(0.0, -0.01, 0.01), Verdict::Equivalent)]);
    data.trends.push(TrendRow {
        rule: "open_missions".to_owned(),
        from: 0.0,
        to: 4.0,
        measure: "draws".to_owned(),
        title: "draws".to_owned(),
        unit: Unit::Share,
        change: estimate(-0.08, -0.12, -0.04),
        p_holm: 0.001,
        verdict: Verdict::Lower,
    });
    assert!(
        paragraph(&data)
            .unwrap()
            .starts_with("As `open_missions` goes from 0 to 4, draws are 8 [4, 12] points rarer. `a` changes nothing")
    );
}

fn measured(variant: &str, key: &str, value: Estimate) -> MeasureRow {
    let topic = topic(key).unwrap();
    MeasureRow {
        variant: variant.to_owned(),
        measure: key.to_owned(),
        title: topic.title.to_owned(),
        unit: topic.unit,
        value,
        rules: String::new(),
        games: 400,
        change: estimate(f64::NAN, f64::NAN, f64::NAN),
        p: f64::NAN,
        p_holm: f64::NAN,
    }
}

#[test]
fn what_three_points_would_take_is_told_after_the_answer() {
    let mut data = data(vec![
        row("a", "first_seat", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
        row("a", "draws", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
        row("a", "decisions", estimate(0.0, -0.01, 0.01), Verdict::Equivalent),
    ]);
    data.measures = vec![
        measured("base", "first_seat", estimate(0.0, -0.02, 0.02)),
        measured("a", "first_seat", estimate(0.1, 0.04, 0.16)),
        measured("a", "draws", estimate(0.1, 0.08, 0.12)),
        measured("a", "decisions", estimate(50.0, 10.0, 90.0)),
    ];
    assert_eq!(
        paragraphs(&data)[1],
        "To know advantage of the first seat (±6.0 here) to ±3 points in every variant would take about 1600 games of each, \
         4.0 times as many as were played."
    );
    data.measures[1].value = estimate(0.1, 0.08, 0.12);
    assert_eq!(paragraphs(&data)[1], "All that was asked about in points is known to ±3 points.");
}

#[test]
fn per_cent_of_a_score_that_may_be_nothing_are_not_promised() {
    let mut data = data(Vec::new());
    data.about.precision = vec![("score".to_owned(), 5.0)];
    data.measures =
        vec![measured("base", "score", estimate(28.8, 28.7, 28.9)), measured("a", "score", estimate(-1.5, -1.8, -1.2))];
    let said = paragraphs(&data).concat();
    assert!(said.ends_with("±5 % of score of a seat (±1.0). 400 games of each variant reach it."), "{said}");
    data.measures.reverse();
    data.measures[0].value = estimate(0.1, -0.2, 0.4);
    let said = paragraphs(&data).concat();
    assert!(
        said.ends_with(
            "No number of games reaches it: in the base score of a seat may be 0, of which per cent say nothing."
        ),
        "{said}"
    );
}
