//! What an experiment found, in sentences.

use super::answer::{told, too_few, topic};
use super::dataset::{Dataset, LadderRow, MeasureRow, RestrictedRow, StyleRow, UseRow, VariantSeatRow, once_each};
use super::focus::{MATTERS_PERCENT, MATTERS_POINTS};
use super::game_rows::What;
use super::measure::{SKILL, Topic, Unit, key};
use super::plan::{BASE, adapted, is_adapted};
use super::ratio::UNKNOWN;
use super::verdict::LEVEL;
use super::wording::{capital, does, equal, figure, in_hundredths, list, size_of_change};
use crate::intervals::Estimate;

/// A level of skill counts while its payoff is at least this.
pub const WORTH_CLIMBING: f64 = 0.55;
/// The most sentences about a variant, those of the answer included.
const MOST_SENTENCES: usize = 5;
/// By how much the share of seats that do something must change to be told.
const SHIFT: f64 = 0.1;
/// An action that is legal in a smaller share of decisions is hardly ever possible.
const HARDLY_LEGAL: f64 = 0.01;

/// Everything else an experiment found, under headings: what was not asked but shows, then how things are.
pub fn findings(data: &Dataset) -> Vec<(&'static str, Vec<String>)> {
    if too_few(data) {
        return vec![("The game by the base rules", vec![length(data)])];
    }
    let all = [
        ("What adapting changed", adapting(data)),
        ("What else the variants change (exploratory)", changes(data)),
        ("The game by the base rules", base(data)),
        ("Skill and plans", [skill(data), ladder(&data.ladder), styles(data)].concat()),
        ("Use and worth of rules", [restricted(data), uses(data)].concat()),
    ];
    all.into_iter().filter(|(_, said): &(_, Vec<String>)| !said.is_empty()).collect()
}

impl MeasureRow {
    /// Whether the figure is compared with the base's.
    pub fn compared(&self) -> bool {
        !self.p_holm.is_nan()
    }

    /// Whether it differs from the base's, after correction for all comparisons of its kind.
    pub fn differs(&self) -> bool {
        self.p_holm < LEVEL
    }
}

/// The smallest change in points that matters here, as a part of 1.
fn points_that_matter(data: &Dataset) -> f64 {
    let in_points = data.verdicts.iter().find(|row| row.unit.in_points());
    in_points.map_or(MATTERS_POINTS / 100.0, |row| row.matters)
}

/// The smallest change of a topic that is told, on the scale of its changes from this base.
fn worth_telling(data: &Dataset, topic: &Topic, base: f64) -> f64 {
    match topic.unit {
        Unit::Number => MATTERS_PERCENT / 100.0 * base.abs(),
        _ if topic.unit.in_points() => points_that_matter(data),
        _ => MATTERS_PERCENT / 100.0,
    }
}

/// What changes beside what was asked, variant by variant: the largest changes against what matters.
fn changes(data: &Dataset) -> Vec<String> {
    let asked = |variant: &str, key: &str| {
        data.verdicts.iter().any(|row| row.measure == key && (row.variant == variant || variant == BASE))
    };
    let mut said = Vec::new();
    for variant in data.variant_names().into_iter().skip(1).filter(|variant| !is_adapted(variant)) {
        let mut found: Vec<(f64, String)> = shifts(data, BASE, variant);
        let rows = data.measures.iter().filter(|row| row.variant == variant && row.differs());
        for row in rows.filter(|row| !asked(variant, &row.measure)) {
            let Some(topic) = topic(&row.measure) else { continue };
            let weight = row.change.value.abs() / worth_telling(data, &topic, measure(data, topic.key).value);
            if weight >= 1.0 {
                found.push((weight, told(&topic, row.unit, row.change)));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let answered = data.verdicts.iter().filter(|row| row.variant == variant && row.verdict.changes()).count();
        let room = MOST_SENTENCES.saturating_sub(answered);
        said.extend(found.into_iter().take(room).map(|(_, text)| format!("With `{variant}` {text}.")));
    }
    said
}

/// What players that were trained for a variant do otherwise there than players trained for the base.
fn adapting(data: &Dataset) -> Vec<String> {
    let mut said = Vec::new();
    for variant in data.variant_names() {
        let with = adapted(variant);
        let rows = |name: &str| data.measures.iter().filter(move |row| row.variant == *name).collect::<Vec<_>>();
        let [plain, trained] = [variant, &with].map(rows);
        if trained.is_empty() {
            continue;
        }
        let mut found: Vec<String> = shifts(data, variant, &with).into_iter().map(|(_, text)| text).collect();
        for (before, after) in plain.iter().zip(&trained).filter(|(a, b)| a.measure == b.measure) {
            let worth =
                topic(&before.measure).map_or(f64::MAX, |topic| worth_telling(data, &topic, before.value.value));
            let by = (after.value.value - before.value.value).abs();
            let scale = if before.unit == Unit::Size { before.value.value.abs() } else { 1.0 };
            if apart(before.value, after.value) && by >= worth * scale {
                let [was, is] = [before, after].map(|row| figure(row.unit, row.value));
                found.push(format!("{}: {is} instead of {was}", before.title));
            }
        }
        let told = if found.is_empty() { "no difference that matters is shown".to_owned() } else { found.join("; ") };
        said.push(format!("With `{variant}`, players trained for it beside players trained for the base: {told}."));
    }
    said
}

fn measure(data: &Dataset, key: &str) -> Estimate {
    let found = data.measures.iter().find(|row| row.variant == BASE && row.measure == key);
    found.map_or(UNKNOWN, |row| row.value)
}

/// How long a game is and how much there is to decide.
fn length(data: &Dataset) -> String {
    let of = |key: &str, unit| figure(unit, measure(data, key));
    let mut said = format!(
        "A game takes {} decisions and {} turns; {} of decisions leave a choice, {} legal actions on average.",
        of(key::DECISIONS, Unit::Size),
        of(key::TURNS, Unit::Size),
        of(key::CHOICES, Unit::Share),
        of(key::BRANCHING, Unit::Size),
    );
    if measure(data, key::CUT).value > 0.0 {
        said += &format!(" A limit cuts {} of games.", of(key::CUT, Unit::Share));
    }
    said
}

/// Whether the seats are alike: only where nothing that matters can hide.
fn seats(data: &Dataset) -> Option<String> {
    let (alike, spread) = (measure(data, key::ALIKE).value, measure(data, key::SPREAD));
    if alike.is_nan() {
        return None;
    }
    let advantage = measure(data, key::FIRST_SEAT);
    let first = format!("the first seat's payoff less the others' is {} points", figure(Unit::Payoff, advantage));
    let mut rows: Vec<&VariantSeatRow> = data.seats.iter().filter(|row| row.variant == BASE).collect();
    rows.sort_by(|a, b| a.payoff.value.total_cmp(&b.payoff.value));
    Some(match rows.as_slice() {
        [worst, .., best] if alike < LEVEL => format!(
            "The seats are not alike (p {}): seat {} scores most, {}, and seat {} least, {}; {first}.",
            equal(alike),
            best.seat,
            figure(Unit::Share, best.payoff),
            worst.seat,
            figure(Unit::Share, worst.payoff),
        ),
        _ if spread.high < points_that_matter(data) => {
            format!("The seats are alike, to within {} points; {first}.", figure(Unit::Payoff, spread))
        }
        _ => format!(
            "No difference between seats shows (p {}), but they may lie up to {} points apart; {first}.",
            equal(alike),
            in_hundredths(Estimate { value: spread.high, ..spread }),
        ),
    })
}

fn base(data: &Dataset) -> Vec<String> {
    let of = |key: &str, unit| figure(unit, measure(data, key));
    let mut said: Vec<String> = seats(data).into_iter().collect();
    said.push(length(data));
    // Older versions counted changes of the lead a game.
    let a_turn = |row: &MeasureRow| row.measure == key::LEAD_CHANGES && row.unit == Unit::Share;
    if data.measures.iter().any(a_turn) && !measure(data, key::SETTLED).value.is_nan() {
        said.push(format!(
            "As the score stands the lead changes hands in {} of turns; the winner is ahead for good after {} of the game, and {} \
             of winners were behind at half time.",
            of(key::LEAD_CHANGES, Unit::Share),
            of(key::SETTLED, Unit::Share),
            of(key::COMEBACKS, Unit::Share),
        ));
    }
    let deal = measure(data, key::DEAL);
    if deal.low > 0.0 {
        said.push(format!(
            "The deal's tape explains {} of the variance of results, with these bots.",
            of(key::DEAL, Unit::Share)
        ));
    } else if deal.high < 1.0 {
        let most = in_hundredths(Estimate { value: deal.high, ..deal });
        said.push(format!(
            "No effect of the deal's tape on results shows; with these bots it explains {most} % of their variance at most."
        ));
    }
    said
}

/// Whether two figures differ beyond their intervals.
fn apart(one: Estimate, other: Estimate) -> bool {
    one.low > other.high || one.high < other.low
}

fn uses(data: &Dataset) -> Vec<String> {
    let rows = || data.uses.iter().filter(|row| row.variant == BASE);
    let unused = |possible: &dyn Fn(f64) -> bool| -> Vec<String> {
        let unused = rows().filter(|row| row.what == What::Action && row.chosen.value == 0.0);
        unused.filter(|row| possible(row.legal.value)).map(|row| format!("`{}`", row.name)).collect()
    };
    let mut said = Vec::new();
    let never = unused(&|legal| legal >= HARDLY_LEGAL);
    if !never.is_empty() {
        said.push(format!("Never used by these bots, though legal often enough: {}.", list(&never)));
    }
    let hardly = unused(&|legal| legal > 0.0 && legal < HARDLY_LEGAL);
    if !hardly.is_empty() {
        said.push(format!("Hardly ever legal, and never used: {}.", list(&hardly)));
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
        let does = does(&data.about.game, row.what, &row.name);
        format!("a seat that {does} scores {with}, one that does not {without}")
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        said.push(format!("What goes with success or failure, as a cause or not: {}.", told.join("; ")));
    }
    said
}

/// What more or fewer seats do or come to in a variant than in another, with how large the shift is against what is told.
/// What the rules of one of the two rule out altogether is no finding.
fn shifts(data: &Dataset, from: &str, variant: &str) -> Vec<(f64, String)> {
    let possible = |row: &UseRow| row.what == What::Deed || row.legal.value > 0.0;
    let rows = data.uses.iter().filter(|row| row.variant == from && possible(row)).filter_map(|row| {
        let same = |other: &&UseRow| other.variant == variant && (other.what, &other.name) == (row.what, &row.name);
        let other = data.uses.iter().find(same).filter(|other| possible(other))?;
        Some((row, row.users, other.users))
    });
    let by = |(_, from, to): &(&UseRow, Estimate, Estimate)| (to.value - from.value).abs();
    let mut shifted: Vec<_> = rows.filter(|row| apart(row.1, row.2) && by(row) >= SHIFT).collect();
    shifted.sort_by(|a, b| by(b).total_cmp(&by(a)));
    // An action often leaves a deed of its own, which tells the same again.
    shifted.dedup_by(|a, b| (a.1, a.2) == (b.1, b.2));
    let told = |row: &(&UseRow, Estimate, Estimate)| {
        let (used, from, to) = row;
        let [from, to] = [from, to].map(|users| figure(Unit::Share, *users));
        let does = does(&data.about.game, used.what, &used.name);
        (by(row) / SHIFT, format!("a seat {does} in {to} of games instead of {from}"))
    };
    shifted.iter().map(told).collect()
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

/// What a kind of action is worth to a bot: by how much it falls behind the others without it.
fn restricted(data: &Dataset) -> Vec<String> {
    let matters = points_that_matter(data);
    let seats = data.about.seats.max(2) as f64;
    let everywhere = data.restricted.iter().any(|row| row.variant != BASE);
    let (mut said, mut nothing, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for RestrictedRow { variant, payoff, without, .. } in &data.restricted {
        // What the bot lacks of an even share the others have more, divided among them.
        let behind = |payoff: f64| (0.5 - payoff) * seats / (seats - 1.0);
        let loss = Estimate { value: behind(payoff.value), low: behind(payoff.high), high: behind(payoff.low) };
        let rules = if everywhere { format!(" by the `{variant}` rules") } else { String::new() };
        if loss.low > -matters && loss.high < matters {
            nothing.push(format!("`{without}`{rules}"));
        } else if loss.holds(0.0) || loss.value.abs() < matters {
            open.push(format!("`{without}`{rules} ({})", figure(Unit::Payoff, loss)));
        } else {
            let words = if loss.value > 0.0 { "behind" } else { "ahead of" };
            let size = size_of_change(Unit::Payoff, loss);
            said.push(format!("Without `{without}` a bot ends {size} {words} the others{rules}."));
        }
    }
    if !nothing.is_empty() {
        said.push(format!("Bots do as well without {}.", list(&nothing)));
    }
    if !open.is_empty() {
        said.push(capital(&format!("it is not decided what is lost without {}, in points.", list(&open))));
    }
    said
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
