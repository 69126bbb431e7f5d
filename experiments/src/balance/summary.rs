//! From games, block by block, to the tables of an experiment.

use marque::Show;
use std::collections::BTreeSet;

use super::account::Played;
use super::file::Skill;
use super::measure::{MEASURES, Measure, SKILL, Unit, challenge};
use super::plan::{Plan, Study};
use super::ratio::{Difference, Paired, Ratio, UNKNOWN};
use super::sheet::{Entry, Sheet};
use super::tables::Tables;
use super::tally::{Counts, Tally, UseTally};
use crate::intervals::{Estimate, holm};

/// How many bars a distribution has at most.
const BARS: i64 = 24;

/// How the bot in question fares in a match.
#[derive(Clone, Default)]
struct Contest {
    payoff: Ratio,
    wins: Ratio,
}

/// Everything that was played, added up.
pub struct Summary<'a, G> {
    plan: &'a Plan<G>,
    /// By variant.
    fields: Vec<Tally>,
    /// By match; empty for fields.
    contests: Vec<Contest>,
    /// By variant, then by measure, skill last.
    paired: Vec<Vec<Paired>>,
    /// The totals of the base in the block under way, by measure, skill last.
    base: Vec<(f64, f64)>,
}

impl<'a, G: Show> Summary<'a, G> {
    /// Nothing yet.
    pub fn new(plan: &'a Plan<G>) -> Summary<'a, G> {
        let variants = plan.variants.len();
        Summary {
            plan,
            fields: vec![Tally::new(plan.experiment.seats, G::KINDS.len()); variants],
            contests: vec![Contest::default(); plan.matches.len()],
            paired: vec![vec![Paired::default(); MEASURES.len() + 1]; variants],
            base: vec![(0.0, 0.0); MEASURES.len() + 1],
        }
    }

    /// Adds a whole block of a match. Blocks come in the order of the plan.
    pub fn add(&mut self, contest: usize, block: &[Played]) {
        let Summary { plan, fields, contests, paired, base } = self;
        let contest_plan = &plan.matches[contest];
        let mut pair = |measure: &Measure, number: usize| {
            let totals = measure.block(block);
            if contest_plan.variant == 0 {
                base[number] = totals;
            } else {
                paired[contest_plan.variant][number].add(base[number], totals);
            }
        };
        match contest_plan.study {
            Study::Field => {
                MEASURES.iter().enumerate().for_each(|(number, measure)| pair(measure, number));
                fields[contest_plan.variant].add(block);
                return;
            }
            Study::Skill => pair(&SKILL, MEASURES.len()),
            Study::Ladder(_) | Study::Styles | Study::Restrict(_) => {}
        }
        let mut payoff = (0.0, 0.0);
        let mut wins = (0.0, 0.0);
        for played in block {
            let (sum, count) = challenge(played, |played, seat| played.record.standing.payoff(seat).into());
            payoff = (payoff.0 + sum, payoff.1 + count);
            let (sum, count) = challenge(played, |played, seat| played.record.win_share(seat));
            wins = (wins.0 + sum, wins.1 + count);
        }
        contests[contest].payoff.add(payoff.0, payoff.1);
        contests[contest].wins.add(wins.0, wins.1);
    }

    /// The tables.
    pub fn tables(&self) -> Tables {
        Tables {
            experiment: self.experiment(),
            variants: self.variants(),
            seats: self.seats(),
            actions: self.actions(),
            ladder: self.ladder(),
            styles: self.styles(),
            restricted: self.restricted(),
            distributions: self.distributions(),
            lead: self.lead(),
        }
    }

    fn name(&self, variant: usize) -> &str {
        &self.plan.variants[variant].name
    }

    /// Everything that is said about the experiment rather than found.
    fn experiment(&self) -> Sheet {
        let experiment = &self.plan.experiment;
        let games: u64 = self.fields.iter().map(|tally| tally.games).sum();
        let skill =
            |bot: fn(&Skill) -> &String| experiment.skill.as_ref().map_or(String::new(), |skill| bot(skill).clone());
        let mut sheet = Sheet::default();
        for (key, value) in [
            ("title", experiment.title.clone()),
            ("question", experiment.question.clone()),
            ("game", G::INFO.name.to_owned()),
            ("game_title", format!("{} ({})", G::INFO.title, G::INFO.english)),
            ("seats", experiment.seats.to_string()),
            ("bots", experiment.bots.join(", ")),
            ("strong", skill(|skill| &skill.strong)),
            ("weak", skill(|skill| &skill.weak)),
            ("seed", experiment.seed.to_string()),
            ("games_planned", self.plan.games().to_string()),
            ("games_of_a_variant", (games / self.fields.len() as u64).to_string()),
        ] {
            sheet.push(Entry::default().text("key", key).text("value", value));
        }
        sheet
    }

    fn variants(&self) -> Sheet {
        // All comparisons with the base, so that the correction counts every one of them.
        let compared: Vec<Vec<Option<Difference>>> = (0..self.fields.len())
            .map(|variant| (0..=MEASURES.len()).map(|number| self.difference(variant, number)).collect())
            .collect();
        let p: Vec<f64> = compared.iter().flatten().flatten().map(|difference| difference.p).collect();
        let mut corrected = holm(&p).into_iter();
        let mut sheet = Sheet::default();
        for (variant, differences) in compared.into_iter().enumerate() {
            let tally = &self.fields[variant];
            let mut row = |key: &str, title: &str, unit: Unit, value, difference: Option<(Difference, f64)>| {
                let nothing = (Difference { by: UNKNOWN, p: f64::NAN }, f64::NAN);
                let (Difference { by, p }, p_holm) = difference.unwrap_or(nothing);
                sheet.push(
                    Entry::default()
                        .text("variant", self.name(variant))
                        .text("rules", &self.plan.variants[variant].rules)
                        .text("measure", key)
                        .text("title", title)
                        .text("unit", unit.name())
                        .estimate("value", value)
                        .text("games", tally.games)
                        .estimate("change", by)
                        .number("p", p)
                        .number("p_holm", p_holm),
                );
            };
            for (number, difference) in differences.into_iter().enumerate() {
                let difference = difference.map(|found| (found, corrected.next().unwrap_or(f64::NAN)));
                match MEASURES.get(number) {
                    Some(measure) => {
                        let value = measure.estimate(&tally.measures[number]);
                        row(measure.key, measure.title, measure.unit, value, difference);
                    }
                    None => {
                        if let Some(skill) = self.skill(variant) {
                            row(SKILL.key, SKILL.title, SKILL.unit, SKILL.estimate(&skill.payoff), difference);
                        }
                    }
                }
            }
            let alone = |value: f64| Estimate { value, ..UNKNOWN };
            row("spread", "spread between seats", Unit::Payoff, tally.fairness.spread(), None);
            row("alike", "chance of such seats if all were alike", Unit::P, alone(tally.fairness.alike()), None);
            row("deal", "share of results the deal explains", Unit::Share, tally.luck.share(), None);
            row("widest_ever", "most legal actions at any decision", Unit::Number, alone(tally.widest.into()), None);
            for (ending, ratio) in &tally.endings {
                row(
                    &format!("ending:{ending}"),
                    &format!("games that end: {ending}"),
                    Unit::Share,
                    ratio.share(),
                    None,
                );
            }
        }
        sheet
    }

    /// How a measure differs from the base; `None` for the base itself, and where it was not taken.
    fn difference(&self, variant: usize, number: usize) -> Option<Difference> {
        let paired = &self.paired[variant][number];
        (paired.blocks() > 0).then(|| MEASURES.get(number).unwrap_or(&SKILL).compare(paired))
    }

    fn skill(&self, variant: usize) -> Option<&Contest> {
        let number =
            self.plan.matches.iter().position(|contest| contest.study == Study::Skill && contest.variant == variant)?;
        Some(&self.contests[number])
    }

    fn seats(&self) -> Sheet {
        let mut sheet = Sheet::default();
        for (variant, tally) in self.fields.iter().enumerate() {
            for (seat, seated) in tally.seats.iter().enumerate() {
                sheet.push(
                    Entry::default()
                        .text("variant", self.name(variant))
                        .text("seat", seat)
                        .text("games", tally.games)
                        .estimate("win_share", seated.wins.share())
                        .estimate("payoff", seated.payoff.share())
                        .estimate("score", seated.score.mean()),
                );
            }
        }
        sheet
    }

    fn actions(&self) -> Sheet {
        let mut sheet = Sheet::default();
        let deeds: BTreeSet<&String> = self.fields.iter().flat_map(|tally| tally.deeds.keys()).collect();
        for (variant, tally) in self.fields.iter().enumerate() {
            let mut row = |what: &str, name: &str, used: &UseTally| {
                sheet.push(
                    Entry::default()
                        .text("variant", self.name(variant))
                        .text("what", what)
                        .text("name", name)
                        .estimate("legal", used.legal.share())
                        .estimate("chosen", used.chosen.share())
                        .estimate("taken", used.taken.share())
                        .estimate("users", used.users.share())
                        .estimate("times", used.times.mean())
                        .estimate("win_share_with", used.wins_with.share())
                        .estimate("win_share_without", used.wins_without.share())
                        .estimate("payoff_with", used.payoff_with.share())
                        .estimate("payoff_without", used.payoff_without.share()),
                );
            };
            for (name, used) in G::KINDS.iter().zip(&tally.kinds) {
                row("action", name, used);
            }
            for &name in &deeds {
                row("deed", name, tally.deeds.get(name).unwrap_or(&tally.undone));
            }
        }
        sheet
    }

    /// A table of matches of one kind; `columns` adds what is particular to it.
    fn challenges(&self, study: &str, columns: impl Fn(Entry, &Study, &[String]) -> Entry) -> Sheet {
        let mut sheet = Sheet::default();
        for (contest, played) in self.plan.matches.iter().zip(&self.contests) {
            if contest.study.name() == study {
                let entry = Entry::default().text("variant", self.name(contest.variant));
                sheet.push(
                    columns(entry, &contest.study, &contest.bots)
                        .text("games", played.payoff.weight())
                        .estimate("payoff", played.payoff.share())
                        .estimate("win_share", played.wins.share()),
                );
            }
        }
        sheet
    }

    fn ladder(&self) -> Sheet {
        self.challenges("ladder", |entry, study, bots| {
            let level = if let Study::Ladder(level) = study { *level } else { 0 };
            entry.text("level", level).text("bot", &bots[0]).text("against", &bots[1])
        })
    }

    fn styles(&self) -> Sheet {
        self.challenges("styles", |entry, _, bots| entry.text("bot", &bots[0]).text("against", &bots[1]))
    }

    fn restricted(&self) -> Sheet {
        self.challenges("restrict", |entry, study, bots| {
            let kinds = if let Study::Restrict(kinds) = study { kinds } else { "" };
            entry.text("bot", &bots[1]).text("without", kinds)
        })
    }

    fn distributions(&self) -> Sheet {
        let mut sheet = Sheet::default();
        for (quantity, _) in self.fields[0].distributions.named() {
            let counts: Vec<&Counts> = self
                .fields
                .iter()
                .filter_map(|tally| tally.distributions.named().into_iter().find(|(name, _)| *name == quantity))
                .map(|(_, counts)| counts)
                .collect();
            let Some(bars) = Bars::over(&counts) else { continue };
            for (variant, counts) in counts.iter().enumerate() {
                let total: u64 = counts.values().sum();
                for (from, to, count) in bars.fill(counts) {
                    sheet.push(
                        Entry::default()
                            .text("variant", self.name(variant))
                            .text("quantity", quantity)
                            .text("from", from)
                            .text("to", to)
                            .text("count", count)
                            .number("share", count as f64 / total as f64),
                    );
                }
            }
        }
        sheet
    }

    fn lead(&self) -> Sheet {
        let mut sheet = Sheet::default();
        for (variant, tally) in self.fields.iter().enumerate() {
            for (tenth, (lead, wins)) in tally.lead.iter().zip(&tally.leader_wins).enumerate() {
                sheet.push(
                    Entry::default()
                        .text("variant", self.name(variant))
                        .text("tenth", tenth)
                        .estimate("lead", lead.mean())
                        .estimate("leader_wins", wins.share()),
                );
            }
        }
        sheet
    }
}

/// The bars of a distribution, alike for all variants.
struct Bars {
    first: i64,
    last: i64,
    width: i64,
}

impl Bars {
    /// Bars of equal whole width over everything that came up.
    fn over(counts: &[&Counts]) -> Option<Bars> {
        let first = *counts.iter().filter_map(|counts| counts.keys().next()).min()?;
        let last = *counts.iter().filter_map(|counts| counts.keys().next_back()).max()?;
        Some(Bars { first, last, width: (last - first + 1).div_euclid(BARS) + 1 })
    }

    /// Every bar from its first to its last number, with how often one of them came up.
    fn fill(&self, counts: &Counts) -> Vec<(i64, i64, u64)> {
        (0..=(self.last - self.first) / self.width)
            .map(|bar| {
                let from = self.first + bar * self.width;
                let to = from + self.width - 1;
                (from, to, counts.range(from..=to).map(|(_, count)| count).sum())
            })
            .collect()
    }
}
