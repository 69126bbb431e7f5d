//! What an experiment found, in sentences.

use super::measure::{MEASURES, Measure, SKILL, Unit};
use super::plan::BASE;
use super::sheet::{Row, Sheet};
use super::tables::Tables;
use crate::intervals::Estimate;

/// Below this corrected chance a difference is called one.
const LEVEL: f64 = 0.05;
/// What designers ask about first: where it does not change, it is told how much of a change may have been missed.
const ASKED_FIRST: [&str; 4] = ["first_seat", "decisions", "comebacks", "skill"];
/// A level of skill counts while its payoff is at least this.
pub const WORTH_CLIMBING: f64 = 0.55;

/// A figure with a few digits, the more the smaller it is.
fn digits(number: f64) -> String {
    let number = number + 0.0;
    match number.abs() {
        n if n >= 99.95 => format!("{number:.0}"),
        n if n >= 9.995 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// Hundredths: whole ones, or with a decimal where the interval is narrow.
fn hundredths(number: f64, estimate: Estimate) -> String {
    let narrow = (estimate.high - estimate.low).abs() < 0.04;
    let text = if narrow { format!("{:.1}", 100.0 * number) } else { format!("{:.0}", 100.0 * number) };
    if text.trim_matches(['-', '0', '.']).is_empty() { text.trim_start_matches('-').to_owned() } else { text }
}

/// A figure with its interval as people read it.
pub fn figure(unit: Unit, estimate: Estimate) -> String {
    if estimate.value.is_nan() {
        return "not known".to_owned();
    }
    let show = |number: f64| match unit {
        Unit::Share | Unit::Payoff => hundredths(number, estimate),
        Unit::Size | Unit::Number => digits(number),
        Unit::P => chance(number),
    };
    let sign = match unit {
        Unit::Share => " %",
        _ => "",
    };
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(show);
    // Where every game has the same figure an interval tells nothing more.
    if estimate.low.is_nan() || low == high {
        format!("{value}{sign}")
    } else {
        format!("{value}{sign} [{low}, {high}]")
    }
}

/// A p-value as people read it.
pub fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// A change with its interval in the direction that the words say.
fn size_of_change(unit: Unit, change: Estimate) -> String {
    let size = if change.value < 0.0 {
        Estimate { value: -change.value, low: -change.high, high: -change.low }
    } else {
        change
    };
    match unit {
        Unit::Size => figure(Unit::Share, size),
        Unit::Share | Unit::Payoff => format!("{} points", figure(Unit::Payoff, size)),
        Unit::Number | Unit::P => figure(Unit::Number, size),
    }
}

/// Everything an experiment found, under headings: what the variants change first, as that is what was asked.
pub fn findings(tables: &Tables) -> Vec<(&'static str, Vec<String>)> {
    let all = [
        ("What the variants change", [comparisons(tables), shifts(tables)].concat()),
        ("The game by the base rules", base(tables)),
        ("Skill and plans", [skill(tables), ladder(&tables.ladder), styles(tables)].concat()),
        ("Use and worth of rules", [restricted(&tables.restricted), uses(tables)].concat()),
    ];
    all.into_iter().filter(|(_, said): &(_, Vec<String>)| !said.is_empty()).collect()
}

fn measure(tables: &Tables, key: &str) -> Estimate {
    let found = tables.variants.with("variant", BASE).find(|row| row.text("measure") == key);
    found.map_or(Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN }, |row| row.estimate("value"))
}

fn base(tables: &Tables) -> Vec<String> {
    let of = |key: &str, unit| figure(unit, measure(tables, key));
    let alike = measure(tables, "alike").value;
    let mut said = Vec::new();
    if !alike.is_nan() {
        let first =
            format!("the first seat's advantage over the others is {} points of 100", of("first_seat", Unit::Payoff));
        let mut seats: Vec<Row<'_>> = tables.seats.with("variant", BASE).collect();
        seats.sort_by(|a, b| a.number("payoff").total_cmp(&b.number("payoff")));
        said.push(match seats.as_slice() {
            [worst, .., best] if alike < LEVEL => format!(
                "The seats are not alike (p {}): seat {} scores most, {}, and seat {} least, {}; {first}.",
                equal(alike),
                best.text("seat"),
                figure(Unit::Share, best.estimate("payoff")),
                worst.text("seat"),
                figure(Unit::Share, worst.estimate("payoff")),
            ),
            _ => format!("All seats taken together, no difference shows (p {}); {first}.", equal(alike)),
        });
    }
    said.push(format!(
        "A game takes {} decisions and {} turns; {} of decisions leave a choice, {} legal actions on average. A limit cuts {} of games.",
        of("decisions", Unit::Size),
        of("turns", Unit::Size),
        of("choices", Unit::Share),
        of("branching", Unit::Size),
        of("cut", Unit::Share),
    ));
    if !measure(tables, "settled").value.is_nan() {
        said.push(format!(
            "The lead changes {} times a game; the winner is ahead for good after {} of it, and {} of winners were behind at half time.",
            of("lead_changes", Unit::Number),
            of("settled", Unit::Share),
            of("comebacks", Unit::Share),
        ));
    }
    let deal = measure(tables, "deal");
    if deal.low > 0.0 {
        said.push(format!("The deal explains {} of the variance of results.", of("deal", Unit::Share)));
    } else if deal.high < 1.0 {
        let most = hundredths(deal.high.max(0.0), deal);
        said.push(format!("No effect of the deal on results shows; it explains {most} % of their variance at most."));
    }
    said
}

fn equal(p: f64) -> String {
    if p < 0.001 { chance(p) } else { format!("= {}", chance(p)) }
}

fn list(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Whether two figures differ beyond their intervals.
fn apart(one: Estimate, other: Estimate) -> bool {
    one.low > other.high || one.high < other.low
}

fn quoted(row: &Row<'_>) -> String {
    format!("`{}`", row.text("name"))
}

fn uses(tables: &Tables) -> Vec<String> {
    let rows = || tables.actions.with("variant", BASE);
    let never: Vec<String> = rows()
        .filter(|row| row.text("what") == "action" && row.number("chosen") == 0.0)
        .map(|row| quoted(&row))
        .collect();
    let mut said = Vec::new();
    if !never.is_empty() {
        said.push(format!("Never used by these bots: {}.", list(&never)));
    }
    // What separates those who do it from those who do not, for sure and most.
    let gap = |row: &Row<'_>| row.number("payoff_with") - row.number("payoff_without");
    let mut telling: Vec<Row<'_>> = ["action", "deed"]
        .into_iter()
        .filter_map(|what| {
            rows()
                .filter(|row| row.text("what") == what && gap(row).abs() >= 0.05)
                .filter(|row| apart(row.estimate("payoff_with"), row.estimate("payoff_without")))
                .max_by(|a, b| gap(a).abs().total_cmp(&gap(b).abs()))
        })
        .collect();
    // Here too an action and its deed may tell the same.
    telling.dedup_by_key(|row| ["payoff_with", "payoff_without"].map(|column| row.text(column)));
    let told = telling.iter().map(|row| {
        let [with, without] = ["payoff_with", "payoff_without"].map(|column| figure(Unit::Share, row.estimate(column)));
        format!("seats with {} score {with}, the others {without}", quoted(row))
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        said.push(format!("What goes with success or failure, as a cause or not: {}.", told.join("; ")));
    }
    said
}

/// What more or fewer seats do or come to in a variant than in the base: the largest differences.
fn shifts(tables: &Tables) -> Vec<String> {
    const MOST: usize = 3;
    let said = |variant: &str| {
        let rows = tables.actions.with("variant", BASE).filter_map(|row| {
            let same = |other: &Row<'_>| ["what", "name"].iter().all(|column| other.text(column) == row.text(column));
            let other = tables.actions.with("variant", variant).find(same)?;
            Some((quoted(&row), row.estimate("users"), other.estimate("users")))
        });
        let by = |(_, from, to): &(String, Estimate, Estimate)| (to.value - from.value).abs();
        let mut shifted: Vec<_> = rows.filter(|row| apart(row.1, row.2) && by(row) >= 0.1).collect();
        shifted.sort_by(|a, b| by(b).total_cmp(&by(a)));
        // An action often leaves a deed of its own, which tells the same again.
        shifted.dedup_by(|a, b| (a.1, a.2) == (b.1, b.2));
        let told = shifted.iter().take(MOST).map(|(name, from, to)| {
            format!("with {name} {} instead of {}", figure(Unit::Share, *to), figure(Unit::Share, *from))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("Shares of seats that change with `{variant}`: {}.", list(&told)))
    };
    tables.variant_names().into_iter().skip(1).filter_map(said).collect()
}

fn skill(tables: &Tables) -> Vec<String> {
    let payoff = measure(tables, SKILL.key);
    if payoff.value.is_nan() {
        return Vec::new();
    }
    let (strong, weak) = (tables.about("strong"), tables.about("weak"));
    vec![format!("By the `base` rules `{strong}` scores {} against `{weak}`.", figure(Unit::Share, payoff))]
}

fn names<'a>(sheet: &'a Sheet, column: &str) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for row in sheet.rows() {
        let name = row.text(column);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn ladder(sheet: &Sheet) -> Vec<String> {
    let said = |variant: &str| {
        let steps: Vec<Row<'_>> = sheet.with("variant", variant).collect();
        let climbs = |column: &'static str| steps.iter().take_while(|row| row.number(column) >= WORTH_CLIMBING).count();
        let (worth, sure, all) = (climbs("payoff"), climbs("payoff_low"), steps.len());
        let brings = |row: &Row<'_>| figure(Unit::Share, row.estimate("payoff"));
        let top = steps.last().map_or(String::new(), brings);
        let sure = match sure {
            _ if sure == worth => String::new(),
            0 => " (not for sure)".to_owned(),
            _ => format!(" ({sure} for sure)"),
        };
        let rule = format!("By the `{variant}` rules");
        match worth {
            0 => format!(
                "{rule} not even the first of {all} doublings of the budget brings 55 %: {}; the last brings {top}.",
                brings(&steps[0])
            ),
            _ if worth == all => format!(
                "{rule} each of {all} doublings of the budget brings 55 % or more{sure}; the last brings {top}, so that there is more to learn beyond."
            ),
            _ => format!(
                "{rule} the first {}of {all} doublings of the budget bring{} 55 % or more{sure}, up to `{}`; the last brings {top}.",
                if worth == 1 { String::new() } else { format!("{worth} ") },
                if worth == 1 { "s" } else { "" },
                steps[worth - 1].text("bot"),
            ),
        }
    };
    names(sheet, "variant").into_iter().map(said).collect()
}

/// What one plan scores alone with another: of `bot` against `against`, turned round where only that was played.
pub fn style_payoff(sheet: &Sheet, variant: &str, bot: &str, against: &str) -> Option<Estimate> {
    let find = |bot: &str, against: &str| {
        sheet
            .with("variant", variant)
            .find(|row| row.text("bot") == bot && row.text("against") == against)
            .map(|row| row.estimate("payoff"))
    };
    find(bot, against)
        .or_else(|| find(against, bot).map(|e| Estimate { value: 1.0 - e.value, low: 1.0 - e.high, high: 1.0 - e.low }))
}

/// The plans met in a table of styles.
pub fn style_names(sheet: &Sheet) -> Vec<&str> {
    let mut all = names(sheet, "bot");
    for name in names(sheet, "against") {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn styles(tables: &Tables) -> Vec<String> {
    let sheet = &tables.styles;
    let bots = style_names(sheet);
    let said = |variant: &str| {
        let beats = |a: &str, b: &str| {
            style_payoff(sheet, variant, a, b).is_some_and(|payoff| payoff.low > 0.5)
                && (tables.about("seats") == "2"
                    || style_payoff(sheet, variant, b, a).is_none_or(|payoff| payoff.value < 0.5))
        };
        let best = bots.iter().find(|&&bot| bots.iter().all(|&other| other == bot || beats(bot, other)));
        let scores = |bot: &str| -> Vec<(&str, Estimate)> {
            bots.iter().filter_map(|&other| Some((other, style_payoff(sheet, variant, bot, other)?))).collect()
        };
        let mean = |bot: &str| {
            let scores = scores(bot);
            scores.iter().map(|(_, payoff)| payoff.value).sum::<f64>() / scores.len() as f64
        };
        let verdict = match (best, ring(&bots, beats)) {
            (Some(best), _) => {
                let least = scores(best).into_iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
                let least = least
                    .map(|(other, payoff)| format!(": at least {}, against `{other}`", figure(Unit::Share, payoff)));
                format!("`{best}` beats every other plan{}", least.unwrap_or_default())
            }
            (None, Some(ring)) => {
                let links: Vec<String> = ring.iter().map(|bot| format!("`{bot}`")).collect();
                format!("plans beat each other in a ring: {} beats {}", links.join(" beats "), links[0])
            }
            (None, None) => {
                let top = bots
                    .iter()
                    .max_by(|a, b| mean(a).total_cmp(&mean(b)))
                    .map(|top| format!("; `{top}` does best, with {:.0} % on average", 100.0 * mean(top)));
                format!("no plan beats every other, and there is no ring{}", top.unwrap_or_default())
            }
        };
        format!("By the `{variant}` rules {verdict}.")
    };
    names(sheet, "variant").into_iter().map(said).collect()
}

/// A shortest ring of plans in which each beats the next and the last beats the first.
fn ring<'a>(bots: &[&'a str], beats: impl Fn(&str, &str) -> bool) -> Option<Vec<&'a str>> {
    let mut shortest: Option<Vec<&str>> = None;
    for &start in bots {
        // Breadth first: paths of plans each beaten by the one before.
        let mut paths = vec![vec![start]];
        let mut seen = vec![start];
        while let Some(path) = (!paths.is_empty()).then(|| paths.remove(0)) {
            let last = path[path.len() - 1];
            if path.len() > 2 && beats(last, start) {
                if shortest.as_ref().is_none_or(|ring| path.len() < ring.len()) {
                    shortest = Some(path);
                }
                break;
            }
            for &next in bots.iter().filter(|&&next| beats(last, next)) {
                if !seen.contains(&next) {
                    seen.push(next);
                    paths.push(path.iter().copied().chain([next]).collect());
                }
            }
        }
    }
    shortest
}

fn restricted(sheet: &Sheet) -> Vec<String> {
    let (mut said, mut nothing) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let (payoff, without) = (row.estimate("payoff"), row.text("without"));
        let loss = Estimate { value: 0.5 - payoff.value, low: 0.5 - payoff.high, high: 0.5 - payoff.low };
        if payoff.holds(0.5) {
            nothing.push(format!("`{without}` ({})", figure(Unit::Payoff, loss)));
        } else {
            let words = if loss.value > 0.0 { "loses" } else { "gains" };
            said.push(format!("Without `{without}` a bot {words} {} of 100.", size_of_change(Unit::Payoff, loss)));
        }
    }
    if !nothing.is_empty() {
        said.push(format!("No loss shows without {}, in points of 100.", list(&nothing)));
    }
    said
}

/// What the variants change: "With `bigger` games are 38 % [31, 45] longer; …", and how much may have been missed.
fn comparisons(tables: &Tables) -> Vec<String> {
    let (mut said, mut without) = (Vec::new(), Vec::new());
    // How far a change may reach that does not show, by measure.
    let mut hidden: Vec<(&Measure, f64)> = Vec::new();
    for variant in tables.variant_names().into_iter().skip(1) {
        let mut told = Vec::new();
        for measure in MEASURES.iter().chain([&SKILL]) {
            let found = tables.variants.with("variant", variant).find(|row| row.text("measure") == measure.key);
            let Some(row) = found.filter(|row| !row.number("p_holm").is_nan()) else { continue };
            let change = row.estimate("change");
            if row.number("p_holm") < LEVEL {
                let words = if change.value > 0.0 { measure.says.more } else { measure.says.less };
                told.push(format!("{} {} {words}", measure.says.subject, size_of_change(measure.unit, change)));
            } else if ASKED_FIRST.contains(&measure.key) {
                let reach = change.low.abs().max(change.high.abs());
                match hidden.iter_mut().find(|(known, _)| known.key == measure.key) {
                    Some((_, most)) => *most = most.max(reach),
                    None => hidden.push((measure, reach)),
                }
            }
        }
        if told.is_empty() {
            without.push(format!("`{variant}`"));
        } else {
            said.push(format!("With `{variant}` {}.", list(&told)));
        }
    }
    if !without.is_empty() {
        said.push(format!("With {} nothing changes measurably.", list(&without)));
    }
    let reaches: Vec<String> = hidden
        .iter()
        .map(|(measure, reach)| {
            let unit = if measure.unit == Unit::Size { "%" } else { "points" };
            format!("{} {:.0} {unit}", measure.title, 100.0 * reach)
        })
        .collect();
    if !reaches.is_empty() {
        said.push(format!(
            "Changes that do not show in so many games may still be as large as this: {}.",
            list(&reaches)
        ));
    }
    said
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
