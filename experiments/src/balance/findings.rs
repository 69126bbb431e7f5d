//! What an experiment found, in sentences.

use super::measure::{MEASURES, Measure, SKILL, Unit};
use super::plan::BASE;
use super::sheet::{Row, Sheet};
use super::tables::Tables;
use crate::intervals::Estimate;

/// Below this corrected chance a difference is called one.
const LEVEL: f64 = 0.05;
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
    let value = format!("{}{sign}", show(estimate.value));
    if estimate.low.is_nan() { value } else { format!("{value} [{}, {}]", show(estimate.low), show(estimate.high)) }
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
    let variants = tables.variant_names().into_iter().skip(1);
    let mut skill = ladder(&tables.ladder);
    skill.extend(styles(tables));
    let mut rules = restricted(&tables.restricted);
    rules.extend(uses(tables));
    let all = [
        ("What the variants change", variants.filter_map(|name| comparison(&tables.variants, name)).collect()),
        ("The game by the base rules", base(tables)),
        ("Skill and plans", skill),
        ("The worth of rules", rules),
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
        let first = format!("the first seat's advantage is {} points of 100", of("first_seat", Unit::Payoff));
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
            _ => format!("No difference between the seats shows (p {}); {first}.", equal(alike)),
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
    if !measure(tables, "deal").value.is_nan() {
        said.push(format!("The deal explains {} of the variance of results.", of("deal", Unit::Share)));
    }
    if !measure(tables, SKILL.key).value.is_nan() {
        said.push(format!("The stronger bot's payoff against the weaker is {}.", of(SKILL.key, Unit::Share)));
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

fn uses(tables: &Tables) -> Vec<String> {
    let rows = || tables.actions.with("variant", BASE);
    let quoted = |row: Row<'_>| format!("`{}`", row.text("name"));
    let never: Vec<String> =
        rows().filter(|row| row.text("what") == "action" && row.number("chosen") == 0.0).map(quoted).collect();
    let mut said = Vec::new();
    if !never.is_empty() {
        said.push(format!("Never used by these bots: {}.", list(&never)));
    }
    // What separates those who do it from those who do not, for sure and most.
    let gap = |row: &Row<'_>| row.number("payoff_with") - row.number("payoff_without");
    let apart = |row: &Row<'_>| {
        let (with, without) = (row.estimate("payoff_with"), row.estimate("payoff_without"));
        with.low > without.high || with.high < without.low
    };
    for (what, doing) in [("action", "used"), ("deed", "came to")] {
        let telling = rows().filter(|row| row.text("what") == what && gap(row).abs() >= 0.05).filter(apart);
        if let Some(row) = telling.max_by(|a, b| gap(a).abs().total_cmp(&gap(b).abs())) {
            said.push(format!(
                "Seats that {doing} `{}` score {}, those that did not {}. (That goes together; which causes which it does \
                 not say.)",
                row.text("name"),
                figure(Unit::Share, row.estimate("payoff_with")),
                figure(Unit::Share, row.estimate("payoff_without")),
            ));
        }
    }
    said
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
        let sure = climbs("payoff_low");
        let tail = if sure < climbs("payoff") { format!(" ({sure} of them for sure)") } else { String::new() };
        format!(
            "With `{variant}` rules {} of {} doublings of the budget still bring 55 % or more{tail}; the last brings {}.",
            climbs("payoff"),
            steps.len(),
            steps.last().map_or(String::new(), |row| figure(Unit::Share, row.estimate("payoff"))),
        )
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
        let verdict = match (best, ring(&bots, beats)) {
            (Some(best), _) => format!("`{best}` beats every other plan"),
            (None, Some(ring)) => {
                let links: Vec<String> = ring.iter().map(|bot| format!("`{bot}`")).collect();
                format!("plans beat each other in a ring: {} beats {}", links.join(" beats "), links[0])
            }
            (None, None) => "no plan beats every other, and there is no ring".to_owned(),
        };
        format!("With `{variant}` rules {verdict}.")
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
    let worth = |row: Row<'_>| {
        let payoff = row.estimate("payoff");
        let loss = Estimate { value: 0.5 - payoff.value, low: 0.5 - payoff.high, high: 0.5 - payoff.low };
        let points = figure(Unit::Payoff, loss);
        if loss.low > 0.0 {
            format!("Without `{}` a bot loses {points} points of 100.", row.text("without"))
        } else if loss.high < 0.0 {
            format!("Without `{}` a bot does better: it loses {points} points of 100.", row.text("without"))
        } else {
            format!("Without `{}` a bot loses nothing measurable: {points} points of 100.", row.text("without"))
        }
    };
    sheet.rows().map(worth).collect()
}

/// What a variant changes: "With `bigger` games last 38 % [31, 45] longer; …".
fn comparison(sheet: &Sheet, variant: &str) -> Option<String> {
    let rows: Vec<(&Measure, Row<'_>)> = MEASURES
        .iter()
        .chain([&SKILL])
        .filter_map(|measure| {
            let row = sheet.with("variant", variant).find(|row| row.text("measure") == measure.key)?;
            (!row.number("p_holm").is_nan()).then_some((measure, row))
        })
        .collect();
    let (changed, same): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, row)| row.number("p_holm") < LEVEL);
    let told: Vec<String> = changed
        .iter()
        .map(|(measure, row)| {
            let change = row.estimate("change");
            let words = if change.value > 0.0 { measure.says.more } else { measure.says.less };
            format!("{} {} {words}", measure.says.subject, size_of_change(measure.unit, change))
        })
        .collect();
    // Of what stays the same only what designers ask about first.
    let steady: Vec<String> = same
        .iter()
        .filter(|(measure, _)| ["first_seat", "decisions", "comebacks", "skill"].contains(&measure.key))
        .map(|(measure, _)| measure.title.to_owned())
        .collect();
    let steady = match steady.len() {
        0 => String::new(),
        1 => format!("; {} does not change measurably", steady[0]),
        _ => format!("; {} do not change measurably", list(&steady)),
    };
    if told.is_empty() {
        return (!same.is_empty()).then(|| format!("With `{variant}` nothing changes measurably."));
    }
    Some(format!("With `{variant}` {}{steady}.", told.join(", ")))
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
