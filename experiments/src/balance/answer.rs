//! The answer to the question of an experiment: a paragraph and a table, from verdicts alone.

use super::dataset::{About, Dataset, MeasureRow, TrendRow, VerdictRow, once_each};
use super::focus::MATTERS_POINTS;
use super::measure::{Topic, Unit, key, topics};
use super::precision::{half_width, has_no_scale};
use super::verdict::{LEAST_BLOCKS, Verdict, about};
use super::wording::{capital, change, figure, in_hundredths, list, size_of_change, turned};
use crate::files::codec::Named;
use crate::intervals::Estimate;

/// The most variants that the paragraph tells of one by one.
const MOST_TOLD: usize = 6;

/// The topic of a measure's name.
pub fn topic(key: &str) -> Option<Topic> {
    topics().find(|topic| topic.key == key)
}

/// The name of a measure in the middle of a sentence, without what stands in brackets.
fn short_title(title: &str) -> &str {
    title.split(" (").next().unwrap_or(title)
}

/// How large a change is against what matters.
fn weight(change: Estimate, matters: f64) -> f64 {
    let weight = change.value.abs() / matters;
    if weight.is_finite() { weight } else { 0.0 }
}

/// Whether there were too few games to tell any difference. Folders of older versions do not say how many blocks they have.
pub fn too_few(data: &Dataset) -> bool {
    (1..LEAST_BLOCKS).contains(&data.about.blocks_of_a_variant)
}

/// What became of the first seat's advantage, by what happened and not by its sign.
fn first_seat(base: Estimate, value: Estimate, matters: f64) -> String {
    let noun = |figure: f64| if figure < 0.0 { "disadvantage" } else { "advantage" };
    let article = |figure: f64| if figure < 0.0 { "a disadvantage" } else { "an advantage" };
    let size = |estimate: Estimate| if estimate.value < 0.0 { turned(estimate) } else { estimate };
    let (was, is) = (in_hundredths(size(base)), figure(Unit::Payoff, size(value)));
    let sure = |estimate: Estimate| !estimate.holds(0.0);
    let had = format!("the first seat's {} of {was} points", noun(base.value));
    let crossed = base.value * value.value < 0.0;
    if !sure(base) && value.value.abs() > base.value.abs() {
        format!("the first seat gets {} of {is} points", article(value.value))
    } else if !sure(value) && value.value.abs() < matters {
        let left = if base.value < 0.0 { turned(value) } else { value };
        format!("{had} falls to {}, perhaps to none", figure(Unit::Payoff, left))
    } else if crossed {
        format!("{had} turns into {} of {is}", article(value.value))
    } else if value.value.abs() < base.value.abs() {
        format!("{had} shrinks to {is}")
    } else {
        format!("{had} grows to {is}")
    }
}

/// A change that counts, as a clause: "draws are 8 [4, 12] points rarer".
pub fn clause(row: &VerdictRow) -> String {
    match topic(&row.measure) {
        Some(topic) if topic.key == key::FIRST_SEAT => first_seat(row.base, row.value, row.matters),
        Some(topic) => told(&topic, row.unit, row.change),
        None => format!("{} changes by {}", row.title, change(row.unit, row.change)),
    }
}

/// A change of a topic in its own words.
pub fn told(topic: &Topic, unit: Unit, change: Estimate) -> String {
    let words = if change.value > 0.0 { topic.says.more } else { topic.says.less };
    format!("{} {} {words}", topic.says.subject, size_of_change(unit, change))
}

fn trend(row: &TrendRow) -> Option<String> {
    let topic = topic(&row.measure)?;
    Some(format!("as `{}` goes from {} to {}, {}", row.rule, row.from, row.to, told(&topic, row.unit, row.change)))
}

/// Names of variants or rules as code.
fn code(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

/// The answer, what precision was asked for and reached, and what it would take to know all to what matters.
pub fn paragraphs(data: &Dataset) -> Vec<String> {
    let precision = [precision(data), to_what_matters(data)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    paragraph(data).into_iter().chain(Some(precision).filter(|said| !said.is_empty())).collect()
}

/// How well a measure is known in the variant where it is known least; `None` of a measure that was not taken.
fn widest<'a>(data: &'a Dataset, key: &str) -> Option<(f64, &'a MeasureRow)> {
    let mut rows = data.measures.iter().filter(|row| row.measure == key);
    let base = rows.clone().next()?;
    let half = rows.try_fold(0.0, |widest: f64, row| {
        let half = half_width(row.unit, row.value, base.value);
        (!half.is_nan()).then(|| half.max(widest))
    });
    Some((half.unwrap_or(f64::INFINITY), base))
}

/// What precision was asked for and reached; `None` where none was asked for.
fn precision(data: &Dataset) -> Option<String> {
    let About { games_of_a_variant: games, blocks_of_a_variant: blocks, precision, .. } = &data.about;
    let (mut most, mut around_nothing) = (0.0f64, Vec::new());
    let asked = precision.iter().map(|(key, asked)| {
        let (half, base) = widest(data, key).unzip();
        let half = half.unwrap_or(0.0);
        // Figures in files are rounded.
        most = most.max(if half > asked + 1e-3 { half / asked } else { 0.0 });
        let title = base.map_or(key.as_str(), |row| short_title(&row.title));
        around_nothing.extend(base.filter(|row| has_no_scale(row.unit, row.value)).map(|_| title.to_owned()));
        let points = base.is_some_and(|row| row.unit.in_points());
        let unit = if points { "points" } else { "%" };
        let reached = if half.is_finite() { format!("±{half:.1}") } else { "nothing yet".to_owned() };
        format!("±{asked} {unit} of {title} ({reached})")
    });
    let asked: Vec<String> = asked.collect();
    if asked.is_empty() {
        return None;
    }
    let end = if most == 0.0 {
        format!("{games} games of each variant reach it.")
    } else if !around_nothing.is_empty() {
        format!(
            "No number of games reaches it: in the base {} may be 0, of which per cent say nothing.",
            list(&around_nothing)
        )
    } else if most.is_finite() && *blocks > 0 {
        format!(
            "{games} games of each variant do not reach it; about {} would: `--games {0}`.",
            about(*games as f64 * most * most)
        )
    } else {
        format!("{games} games of each variant do not reach it.")
    };
    Some(format!("Precision asked for, and reached in the variant that is least known: {}. {end}", list(&asked)))
}

/// Which measures of the focus are not known to the points that usually matter, and what that would take; `None` where nothing is
/// told in points.
fn to_what_matters(data: &Dataset) -> Option<String> {
    let games = data.about.games_of_a_variant as f64;
    let known = measures(data).into_iter().filter_map(|(key, title)| Some((title, widest(data, key)?)));
    let in_points: Vec<(&str, f64)> =
        known.filter(|(_, (_, row))| row.unit.in_points()).map(|(title, (half, _))| (title, half)).collect();
    if in_points.is_empty() || too_few(data) || in_points.iter().any(|(_, half)| half.is_infinite()) {
        return None;
    }
    let wide: Vec<String> = in_points
        .iter()
        .filter(|(_, half)| *half > MATTERS_POINTS + 1e-3)
        .map(|(title, half)| format!("{title} (±{half:.1} here)"))
        .collect();
    if wide.is_empty() {
        return Some(format!("All that was asked about in points is known to ±{MATTERS_POINTS} points."));
    }
    let times = (in_points.iter().map(|(_, half)| half / MATTERS_POINTS).fold(0.0, f64::max)).powi(2);
    Some(format!(
        "To know {} to ±{MATTERS_POINTS} points in every variant would take about {} games of each, {times:.1} times as many as were played.",
        list(&wide),
        about(games * times)
    ))
}

/// The answer in one paragraph; `None` where there are no verdicts to tell.
pub fn paragraph(data: &Dataset) -> Option<String> {
    let games = data.about.games_of_a_variant;
    if too_few(data) {
        let blocks = data.about.blocks_of_a_variant;
        return Some(format!(
            "Too few games for an answer: {blocks} independent deals of each variant. From {LEAST_BLOCKS} on differences are \
             told; `--games` asks for more."
        ));
    }
    if data.verdicts.is_empty() {
        return None;
    }
    let mut said = Vec::new();
    let names = once_each(data.verdicts.iter().map(|row| row.variant.as_str()));
    let of = |name: &str| data.verdicts.iter().filter(move |row| row.variant == name).collect::<Vec<&VerdictRow>>();
    // Variants that change something, the one that changes most first.
    let mut changing: Vec<(f64, &str, Vec<&VerdictRow>)> = Vec::new();
    for &name in &names {
        let mut rows: Vec<&VerdictRow> = of(name).into_iter().filter(|row| row.verdict.changes()).collect();
        rows.sort_by(|a, b| weight(b.change, b.matters).total_cmp(&weight(a.change, a.matters)));
        if let Some(first) = rows.first() {
            changing.push((weight(first.change, first.matters), name, rows));
        }
    }
    changing.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, name, rows) in changing.iter().take(MOST_TOLD) {
        let clauses: Vec<String> = rows.iter().map(|row| clause(row)).collect();
        said.push(format!("With `{name}` {}.", list(&clauses)));
    }
    if changing.len() > MOST_TOLD {
        said.push(format!("{} more variants change something; the table has them.", changing.len() - MOST_TOLD));
    }
    said.extend(
        data.trends.iter().filter(|row| row.verdict.changes()).filter_map(trend).map(|text| capital(&text) + "."),
    );
    let all_alike = |name: &&str| of(name).iter().all(|row| row.verdict == Verdict::Equivalent);
    let alike: Vec<&str> = names.iter().copied().filter(all_alike).collect();
    if !alike.is_empty() {
        let verb = if alike.len() == 1 { "changes" } else { "change" };
        let asked: Vec<String> = measures(data).iter().map(|(_, title)| (*title).to_owned()).collect();
        said.push(format!("{} {verb} nothing that matters in {}.", capital(&list(&code(&alike))), list(&asked)));
    }
    // What is equivalent in variants that change something else, measure by measure.
    let by_measure = |verdict: Verdict, skip: &[&str]| -> Vec<(String, Vec<&VerdictRow>)> {
        let rows = |key: &str| {
            let of = |row: &&VerdictRow| row.measure == key && row.verdict == verdict;
            data.verdicts.iter().filter(of).filter(|row| !skip.contains(&row.variant.as_str())).collect::<Vec<_>>()
        };
        let found = measures(data).into_iter().map(|(key, title)| (title.to_owned(), rows(key)));
        found.filter(|(_, rows)| !rows.is_empty()).collect()
    };
    let with = |rows: &[&VerdictRow]| {
        if rows.len() == names.len() {
            "any variant".to_owned()
        } else {
            list(&code(&rows.iter().map(|row| row.variant.as_str()).collect::<Vec<_>>()))
        }
    };
    let same: Vec<String> = by_measure(Verdict::Equivalent, &alike)
        .iter()
        .map(|(title, rows)| format!("{title} with {}", with(rows)))
        .collect();
    if !same.is_empty() {
        said.push(format!("No change that matters in {}.", list(&same)));
    }
    let open: Vec<String> = by_measure(Verdict::Undecided, &[])
        .iter()
        .map(|(title, rows)| format!("{title} with {}", with(rows)))
        .collect();
    if !open.is_empty() {
        let needed = data.verdicts.iter().filter_map(|row| row.games_to_decide);
        let needed = match (needed.clone().min(), needed.max()) {
            (Some(least), Some(most)) if least == most => format!("; about {least} games of a variant would decide it"),
            (Some(least), Some(most)) => format!("; {least} to {most} games of a variant would decide it"),
            _ => String::new(),
        };
        said.push(format!("Not decided by {games} games of each: {}{needed}.", list(&open)));
    }
    Some(said.join(" "))
}

/// The measures of the focus with their names, in the order of the file.
fn measures(data: &Dataset) -> Vec<(&str, &str)> {
    let keys = once_each(data.verdicts.iter().map(|row| row.measure.as_str()));
    let title = |key: &str| data.verdicts.iter().find(|row| row.measure == key).map_or("", |row| row.title.as_str());
    keys.into_iter().map(|key| (key, short_title(title(key)))).collect()
}

/// The names of the columns of [`table`].
pub const COLUMNS: [&str; 7] = ["variant", "measure", "base", "value", "change", "verdict", "games to decide"];

/// The verdicts, a row for every variant and measure of the focus.
pub fn table(data: &Dataset) -> Vec<[String; 7]> {
    data.verdicts
        .iter()
        .map(|row| {
            [
                row.variant.clone(),
                short_title(&row.title).to_owned(),
                figure(row.unit, row.base),
                figure(row.unit, row.value),
                if row.change.value.is_nan() { "not known".to_owned() } else { change(row.unit, row.change) },
                row.verdict.name().to_owned(),
                row.games_to_decide.map_or(String::new(), |games| games.to_string()),
            ]
        })
        .collect()
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
