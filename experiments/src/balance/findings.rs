//! What an experiment found, in sentences.

use super::dataset::{Dataset, LadderRow, MeasureRow, RestrictedRow, StyleRow, UseRow, VariantSeatRow, once_each};
use super::game_rows::What;
use super::measure::{MEASURES, Measure, SKILL, Unit, key};
use super::plan::BASE;
use super::ratio::UNKNOWN;
use crate::intervals::Estimate;

/// Below this corrected chance a difference is called one.
const LEVEL: f64 = 0.05;
/// What designers ask about first: where it does not change, it is told how much of a change may have been missed.
const ASKED_FIRST: [&str; 4] = [key::FIRST_SEAT, key::DECISIONS, key::COMEBACKS, key::SKILL];
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
pub fn findings(data: &Dataset) -> Vec<(&'static str, Vec<String>)> {
    let all = [
        ("What the variants change", [comparisons(data), shifts(data)].concat()),
        ("The game by the base rules", base(data)),
        ("Skill and plans", [skill(data), ladder(&data.ladder), styles(data)].concat()),
        ("Use and worth of rules", [restricted(&data.restricted), uses(data)].concat()),
    ];
    all.into_iter().filter(|(_, said): &(_, Vec<String>)| !said.is_empty()).collect()
}

impl MeasureRow {
    /// Whether the figure is compared with the base's.
    pub fn compared(&self) -> bool {
        !self.p_holm.is_nan()
    }

    /// Whether it differs from the base's, after correction for all comparisons.
    pub fn differs(&self) -> bool {
        self.p_holm < LEVEL
    }
}

fn measure(data: &Dataset, key: &str) -> Estimate {
    let found = data.measures.iter().find(|row| row.variant == BASE && row.measure == key);
    found.map_or(UNKNOWN, |row| row.value)
}

fn base(data: &Dataset) -> Vec<String> {
    let of = |key: &str, unit| figure(unit, measure(data, key));
    let alike = measure(data, key::ALIKE).value;
    let mut said = Vec::new();
    if !alike.is_nan() {
        let first = format!(
            "the first seat's advantage over the others is {} points of 100",
            of(key::FIRST_SEAT, Unit::Payoff)
        );
        let mut seats: Vec<&VariantSeatRow> = data.seats.iter().filter(|row| row.variant == BASE).collect();
        seats.sort_by(|a, b| a.payoff.value.total_cmp(&b.payoff.value));
        said.push(match seats.as_slice() {
            [worst, .., best] if alike < LEVEL => format!(
                "The seats are not alike (p {}): seat {} scores most, {}, and seat {} least, {}; {first}.",
                equal(alike),
                best.seat,
                figure(Unit::Share, best.payoff),
                worst.seat,
                figure(Unit::Share, worst.payoff),
            ),
            _ => format!("All seats taken together, no difference shows (p {}); {first}.", equal(alike)),
        });
    }
    said.push(format!(
        "A game takes {} decisions and {} turns; {} of decisions leave a choice, {} legal actions on average. A limit cuts {} of games.",
        of(key::DECISIONS, Unit::Size),
        of(key::TURNS, Unit::Size),
        of(key::CHOICES, Unit::Share),
        of(key::BRANCHING, Unit::Size),
        of(key::CUT, Unit::Share),
    ));
    if !measure(data, key::SETTLED).value.is_nan() {
        said.push(format!(
            "The lead changes {} times a game; the winner is ahead for good after {} of it, and {} of winners were behind at half time.",
            of(key::LEAD_CHANGES, Unit::Number),
            of(key::SETTLED, Unit::Share),
            of(key::COMEBACKS, Unit::Share),
        ));
    }
    let deal = measure(data, key::DEAL);
    if deal.low > 0.0 {
        said.push(format!("The deal explains {} of the variance of results.", of(key::DEAL, Unit::Share)));
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

fn uses(data: &Dataset) -> Vec<String> {
    let rows = || data.uses.iter().filter(|row| row.variant == BASE);
    let never: Vec<String> = rows()
        .filter(|row| row.what == What::Action && row.chosen.value == 0.0)
        .map(|row| format!("`{}`", row.name))
        .collect();
    let mut said = Vec::new();
    if !never.is_empty() {
        said.push(format!("Never used by these bots: {}.", list(&never)));
    }
    // What separates those who do it from those who do not, for sure and most.
    let gap = |row: &UseRow| row.payoff_with.value - row.payoff_without.value;
    let mut telling: Vec<&UseRow> = [What::Action, What::Deed]
        .into_iter()
        .filter_map(|what| {
            rows()
                .filter(|row| row.what == what && gap(row).abs() >= 0.05)
                .filter(|row| apart(row.payoff_with, row.payoff_without))
                .max_by(|a, b| gap(a).abs().total_cmp(&gap(b).abs()))
        })
        .collect();
    // Here too an action and its deed may tell the same.
    telling.dedup_by_key(|row| [row.payoff_with.value, row.payoff_without.value]);
    let told = telling.iter().map(|row| {
        let [with, without] = [row.payoff_with, row.payoff_without].map(|payoff| figure(Unit::Share, payoff));
        format!("seats with `{}` score {with}, the others {without}", row.name)
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        said.push(format!("What goes with success or failure, as a cause or not: {}.", told.join("; ")));
    }
    said
}

/// What more or fewer seats do or come to in a variant than in the base: the largest differences.
fn shifts(data: &Dataset) -> Vec<String> {
    const MOST: usize = 3;
    let said = |variant: &str| {
        let rows = data.uses.iter().filter(|row| row.variant == BASE).filter_map(|row| {
            let same = |other: &&UseRow| other.variant == variant && (other.what, &other.name) == (row.what, &row.name);
            let other = data.uses.iter().find(same)?;
            Some((&row.name, row.users, other.users))
        });
        let by = |(_, from, to): &(&String, Estimate, Estimate)| (to.value - from.value).abs();
        let mut shifted: Vec<_> = rows.filter(|row| apart(row.1, row.2) && by(row) >= 0.1).collect();
        shifted.sort_by(|a, b| by(b).total_cmp(&by(a)));
        // An action often leaves a deed of its own, which tells the same again.
        shifted.dedup_by(|a, b| (a.1, a.2) == (b.1, b.2));
        let told = shifted.iter().take(MOST).map(|(name, from, to)| {
            format!("with `{name}` {} instead of {}", figure(Unit::Share, *to), figure(Unit::Share, *from))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("Shares of seats that change with `{variant}`: {}.", list(&told)))
    };
    data.variant_names().into_iter().skip(1).filter_map(said).collect()
}

fn skill(data: &Dataset) -> Vec<String> {
    let payoff = measure(data, SKILL.topic.key);
    if payoff.value.is_nan() {
        return Vec::new();
    }
    let (strong, weak) = (&data.about.strong, &data.about.weak);
    vec![format!("By the `base` rules `{strong}` scores {} against `{weak}`.", figure(Unit::Share, payoff))]
}

fn ladder(rows: &[LadderRow]) -> Vec<String> {
    let said = |variant: &str| {
        let steps: Vec<&LadderRow> = rows.iter().filter(|row| row.variant == variant).collect();
        let climbs =
            |end: fn(&Estimate) -> f64| steps.iter().take_while(|row| end(&row.payoff) >= WORTH_CLIMBING).count();
        let (worth, sure, all) = (climbs(|payoff| payoff.value), climbs(|payoff| payoff.low), steps.len());
        let brings = |row: &&LadderRow| figure(Unit::Share, row.payoff);
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
                steps[worth - 1].bot,
            ),
        }
    };
    once_each(rows.iter().map(|row| row.variant.as_str())).into_iter().map(said).collect()
}

/// What one plan scores alone with another: of `bot` against `against`, turned round where only that was played.
pub fn style_payoff(rows: &[StyleRow], variant: &str, bot: &str, against: &str) -> Option<Estimate> {
    let find = |bot: &str, against: &str| {
        let met = |row: &&StyleRow| row.variant == variant && row.bot == bot && row.against == against;
        rows.iter().find(met).map(|row| row.payoff)
    };
    find(bot, against)
        .or_else(|| find(against, bot).map(|e| Estimate { value: 1.0 - e.value, low: 1.0 - e.high, high: 1.0 - e.low }))
}

/// The plans met in a table of styles.
pub fn style_names(rows: &[StyleRow]) -> Vec<&str> {
    once_each(rows.iter().map(|row| row.bot.as_str()).chain(rows.iter().map(|row| row.against.as_str())))
}

fn styles(data: &Dataset) -> Vec<String> {
    let rows = &data.styles;
    let bots = style_names(rows);
    let said = |variant: &str| {
        let beats = |a: &str, b: &str| {
            style_payoff(rows, variant, a, b).is_some_and(|payoff| payoff.low > 0.5)
                && (data.about.seats == 2 || style_payoff(rows, variant, b, a).is_none_or(|payoff| payoff.value < 0.5))
        };
        let best = bots.iter().find(|&&bot| bots.iter().all(|&other| other == bot || beats(bot, other)));
        let scores = |bot: &str| -> Vec<(&str, Estimate)> {
            bots.iter().filter_map(|&other| Some((other, style_payoff(rows, variant, bot, other)?))).collect()
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
    once_each(rows.iter().map(|row| row.variant.as_str())).into_iter().map(said).collect()
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

fn restricted(rows: &[RestrictedRow]) -> Vec<String> {
    let (mut said, mut nothing) = (Vec::new(), Vec::new());
    for RestrictedRow { payoff, without, .. } in rows {
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
fn comparisons(data: &Dataset) -> Vec<String> {
    let (mut said, mut without) = (Vec::new(), Vec::new());
    // How far a change may reach that does not show, by measure.
    let mut hidden: Vec<(&Measure, f64)> = Vec::new();
    for variant in data.variant_names().into_iter().skip(1) {
        let mut told = Vec::new();
        for measure in MEASURES.iter().chain([&SKILL]) {
            let found = data.measures.iter().find(|row| row.variant == variant && row.measure == measure.topic.key);
            let Some(row) = found.filter(|row| row.compared()) else { continue };
            let change = row.change;
            if row.differs() {
                let words = if change.value > 0.0 { measure.topic.says.more } else { measure.topic.says.less };
                told.push(format!(
                    "{} {} {words}",
                    measure.topic.says.subject,
                    size_of_change(measure.topic.unit, change)
                ));
            } else if ASKED_FIRST.contains(&measure.topic.key) {
                let reach = change.low.abs().max(change.high.abs());
                match hidden.iter_mut().find(|(known, _)| known.topic.key == measure.topic.key) {
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
            let unit = if measure.topic.unit == Unit::Size { "%" } else { "points" };
            format!("{} {:.0} {unit}", measure.topic.title, 100.0 * reach)
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
