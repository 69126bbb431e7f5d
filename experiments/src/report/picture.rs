//! The answer in pictures: what every variant changes of what was asked, against what matters.

use super::Figure;
use super::plot::{Figures, Labels, Line, escape, percent};
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

/// The style of reports.
const STYLE: &str = include_str!("../../templates/style.css");
/// How wide a panel is, with its margin.
const PANEL: f64 = 380.0;
/// Room above a panel's plot for its title.
const HEAD: f64 = 26.0;

/// What of the style is about colours and plots.
fn plot_style() -> String {
    let (colours, rest) = STYLE.split_once("@media print").unwrap_or((STYLE, ""));
    let about_plots = |line: &&str| line.starts_with(".t") || line.starts_with("svg ") && !line.starts_with("svg {");
    let rest: Vec<&str> = rest.lines().filter(about_plots).collect();
    format!("{colours}{}", rest.join("\n"))
}

/// The same pictures as a file of their own, two beside each other, for pages that are not ours; `None` without any.
pub fn file(data: &Dataset) -> Option<String> {
    let panels = panels(data);
    let tallest = panels.iter().map(|panel| panel.plot.height).fold(0.0, f64::max) + HEAD + 10.0;
    let (width, rows) = (PANEL * panels.len().min(2) as f64, panels.len().div_ceil(2));
    let height = tallest * rows as f64 + 6.0;
    let drawn = panels.iter().enumerate().map(|(number, panel)| {
        let (x, y) = (PANEL * (number % 2) as f64 + 10.0, tallest * (number / 2) as f64 + 8.0);
        let title = escape(&panel.title);
        format!(
            "<text x=\"{:.0}\" y=\"{:.0}\" style=\"font-size: 14px; font-weight: 600\">{title}</text><g transform=\"translate({x:.0} {:.0})\">{}</g>",
            x + 14.0, y + 14.0, y + HEAD, panel.plot.body
        )
    });
    let drawn = drawn.collect::<String>();
    let about = &data.about;
    (!panels.is_empty()).then(|| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\"><style>{}</style><rect width=\"100%\" height=\"100%\" rx=\"6\" style=\"fill: var(--card)\"/>{drawn}</svg>\n",
            escape(&format!("{}: what every variant changes", about.title)),
            plot_style(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_on_its_own_has_the_colours_of_plots_and_no_page() {
        let style = plot_style();
        assert!(style.contains("--t7") && style.contains(".t7 {") && style.contains("svg .whisker"));
        assert!(style.contains("prefers-color-scheme: dark"));
        assert!(!style.contains("svg {") && !style.contains("table"));
    }
}
