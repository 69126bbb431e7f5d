//! The files of a search for rules: every ruleset tried, and what every key does.

use marque::toml::Value;

use super::answer::Confirmed;
use super::goal::Goal;
use super::search::{Beliefs, Evidence, Output, outputs};
use super::space::{Point, Space};
use crate::balance::measure::{Unit, topics};
use crate::files::FileInfo;
use crate::files::codec::{Name, Named, SixDigits, Text, Whole};
use crate::intervals::Estimate;

crate::rows! {
    /// Every ruleset tried, a row a goal: first as it was believed to be when the search was over, then the finalists and the
    /// base on fresh deals.
    pub struct CandidateRow in "candidates" {
        /// What it changes of the base.
        ruleset: String => Text, "text";
        /// `search` for what was believed after the search, `confirmed` for fresh deals alone.
        stage: Stage => Name, "text";
        /// Keys that differ from the base.
        changes: usize => Whole, "count";
        /// Games of its field.
        games: u64 => Whole, "count";
        /// The measure of the goal.
        measure: String => Text, "text";
        /// How the figure is read, as in `variants`.
        unit: Unit => Name, "text";
        /// The figure.
        value: Estimate => SixDigits, "by `unit`";
        /// The chance that the goal holds.
        chance: f64 => SixDigits, "0 to 1";
        /// The chance that all goals hold, each taken by itself.
        all_goals: f64 => SixDigits, "0 to 1";
    }

    /// What a key does to what the goals are about when it goes from the base's value to another, whatever the others are.
    pub struct EffectRow in "effects" {
        /// The key.
        key: String => Text, "text";
        /// Its value in the base.
        from: String => Text, "text";
        /// The other value.
        to: String => Text, "text";
        /// The measure, or `payoff of seat N` where the goal is the spread of the seats.
        measure: String => Text, "text";
        /// How the figure is read, as in `variants`.
        unit: Unit => Name, "text";
        /// The change of the figure.
        effect: Estimate => SixDigits, "by `unit`";
    }
}

/// The files of a search.
pub fn files() -> Vec<FileInfo> {
    vec![FileInfo::of::<CandidateRow>(), FileInfo::of::<EffectRow>()]
}

/// Where a figure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// What was believed after the search.
    Search,
    /// Fresh deals.
    Confirmed,
}

impl Named for Stage {
    const ALL: &'static [Stage] = &[Stage::Search, Stage::Confirmed];

    fn name(self) -> &'static str {
        match self {
            Stage::Search => "search",
            Stage::Confirmed => "confirmed",
        }
    }
}

/// The rows of the search.
pub fn searched(
    space: &Space,
    goals: &[Goal],
    beliefs: &Beliefs<'_>,
    tried: &[Point],
    evidence: &[Evidence],
) -> Vec<CandidateRow> {
    let rows = |point: &Point| {
        let (chances, figures) = (beliefs.chances(point), beliefs.estimates(point));
        let all_goals = chances.iter().product();
        let games = evidence.iter().filter(|seen| seen.point == *point).map(|seen| seen.games).sum();
        let row = |((goal, value), chance): ((&Goal, Estimate), f64)| CandidateRow {
            ruleset: space.name(point),
            stage: Stage::Search,
            changes: space.change(point).keys,
            games,
            measure: goal.topic.key.to_owned(),
            unit: goal.topic.unit,
            value,
            chance,
            all_goals,
        };
        goals.iter().zip(figures).zip(chances).map(row).collect::<Vec<_>>()
    };
    tried.iter().flat_map(rows).collect()
}

/// The rows of the confirmation.
pub fn confirmed(goals: &[Goal], confirmed: &[Confirmed], games: u64) -> Vec<CandidateRow> {
    let rows = |ruleset: &Confirmed| {
        let row = |((goal, &value), &chance): ((&Goal, &Estimate), &f64)| CandidateRow {
            ruleset: ruleset.name.clone(),
            stage: Stage::Confirmed,
            changes: ruleset.change.keys,
            games,
            measure: goal.topic.key.to_owned(),
            unit: goal.topic.unit,
            value,
            chance,
            all_goals: ruleset.chance,
        };
        goals.iter().zip(&ruleset.figures).zip(&ruleset.chances).map(row).collect::<Vec<_>>()
    };
    confirmed.iter().flat_map(rows).collect()
}

/// What every key does.
pub fn effects(space: &Space, goals: &[Goal], seats: usize, beliefs: &Beliefs<'_>) -> Vec<EffectRow> {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut rows = Vec::new();
    for (number, key) in space.keys.iter().enumerate() {
        for to in (0..key.values.len()).filter(|&to| to != key.base) {
            for (output, model) in outputs(goals, seats).iter().zip(beliefs.models()) {
                let (measure, unit) = match output {
                    Output::Measure(measure) => {
                        let unit = topics().find(|topic| topic.key == measure).map_or(Unit::Number, |topic| topic.unit);
                        (measure.clone(), unit)
                    }
                    Output::Seat(seat) => (format!("payoff of seat {seat}"), Unit::Payoff),
                };
                rows.push(EffectRow {
                    key: key.name.clone(),
                    from: plain(&key.values[key.base]),
                    to: plain(&key.values[to]),
                    measure,
                    unit,
                    effect: model.effect(number, key.base, to),
                });
            }
        }
    }
    rows
}
