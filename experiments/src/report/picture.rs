//! The answer in pictures: what every variant changes of what was asked, against what matters.

use super::Figure;
use super::plot::{Figures, Labels, Line, percent};
use super::sections::labels;
use crate::balance::answer::topic;
use crate::balance::dataset::{Dataset, VerdictRow, once_each};
use crate::balance::measure::{Unit, Wish};
use crate::balance::verdict::Verdict;
use crate::balance::wording::{capital, change, figure};
use crate::files::codec::Named;

/// The colour of a verdict, and whether its dot is only a ring.
fn look(verdict: Verdict) -> (usize, bool) {
    match verdict {
        Verdict::Better => (2, false),
        Verdict::Worse => (1, false),
        Verdict::Higher | Verdict::Lower => (4, false),
        Verdict::Equivalent => (3, false),
        Verdict::Undecided => (0, true),
    }
}

/// The answer in pictures: every measure of the focus with the change of every variant, and what does not matter shaded.
pub fn panels(data: &Dataset) -> Vec<Figure> {
    let keys = once_each(data.verdicts.iter().map(|row| row.measure.as_str()));
    let panel = |key: &str| {
        let rows: Vec<&VerdictRow> = data.verdicts.iter().filter(|row| row.measure == key).collect();
        let lines: Vec<Line> = rows
            .iter()
            .map(|row| {
                let (tint, hollow) = look(row.verdict);
                let by = change(row.unit, row.change);
                let label = format!("{}: {}, {}", row.variant, row.verdict.name(), by.trim_end_matches(" points"));
                Line { label, estimate: row.change, tint, hollow, beside: None }
            })
            .collect();
        let first = rows.first()?;
        let labels = match first.unit {
            Unit::Size => percent as Labels,
            unit => labels(match unit {
                Unit::Share => Unit::Payoff,
                unit => unit,
            }),
        };
        let matters = Some(first.matters).filter(|matters| matters.is_finite());
        let title = capital(&first.title);
        let described = format!("Change of: {}", first.title);
        let plot = Figures {
            described: &described,
            lines: &lines,
            reference: Some(0.0),
            band: matters,
            holds: &[],
            bars: false,
            labels,
        };
        let scale = match first.unit {
            Unit::Size => "In per cent of the base.",
            Unit::Share | Unit::Payoff => "In points.",
            Unit::Number | Unit::P => "",
        };
        let wish = match topic(key).map(|topic| topic.wish) {
            Some(Wish::Zero) => " Of the size of the advantage, whichever seat has it.",
            _ => "",
        };
        let base = format!("By the base rules: {}.", figure(first.unit, first.base));
        plot.plot().map(|plot| Figure { title, legend: Vec::new(), plot, caption: format!("{scale}{wish} {base}") })
    };
    keys.into_iter().filter_map(panel).collect()
}
