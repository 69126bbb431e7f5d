//! From games, block by block, to the tables of an experiment.

use std::collections::BTreeSet;

use marque::Show;

use super::course::Watched;
use super::dataset::{
    About, BarRow, Dataset, LadderRow, LeadRow, MeasureRow, RestrictedRow, StyleRow, UseRow, VariantSeatRow,
};
use super::experiment_file::Skill;
use super::game_rows::What;
use super::measure::{MEASURES, Measure, SKILL, Unit, challenge, key};
use super::plan::{Match, Plan, Study};
use super::ratio::{Difference, Paired, Ratio, UNKNOWN};
use super::variant_sums::{Counts, Quantity, SeatSums, UseRatios, VariantSums};
use crate::files::codec::Named;
use crate::intervals::{Estimate, holm};

/// How many bars a distribution has at most.
const BARS: i64 = 24;

/// How the bot in question fares in a match.
#[derive(Clone, Default)]
struct ChallengeSums {
    payoff: Ratio,
    wins: Ratio,
}

/// Everything that was played, added up.
pub struct Totals<'a, G> {
    plan: &'a Plan<G>,
    /// By variant.
    fields: Vec<VariantSums>,
    /// By match; empty for fields.
    challenges: Vec<ChallengeSums>,
    /// By variant, then by measure, skill last.
    paired: Vec<Vec<Paired>>,
    /// The totals of the base in the blocks of the round under way, each by measure, skill last.
    base: Vec<Vec<(f64, f64)>>,
}

impl<'a, G: Show> Totals<'a, G> {
    /// Nothing yet.
    pub fn new(plan: &'a Plan<G>) -> Totals<'a, G> {
        let variants = plan.variants.len();
        Totals {
            plan,
            fields: vec![VariantSums::new(plan.experiment.seats, G::KINDS.len()); variants],
            challenges: vec![ChallengeSums::default(); plan.matches.len()],
            paired: vec![vec![Paired::default(); MEASURES.len() + 1]; variants],
            base: vec![vec![(0.0, 0.0); MEASURES.len() + 1]; plan.experiment.seats],
        }
    }

    /// Adds a whole round of a match: a block, or several. Rounds come in the order of the plan.
    pub fn add(&mut self, contest: usize, round: &[Watched]) {
        let games = self.plan.matches[contest].schedule.block_games();
        round.chunks(games).enumerate().for_each(|(at, block)| self.add_block(contest, at, block));
    }

    /// Adds block `at` of a round of a match.
    fn add_block(&mut self, contest: usize, at: usize, block: &[Watched]) {
        let Totals { plan, fields, challenges, paired, base } = self;
        let base = &mut base[at];
        let Match { variant, study, .. } = &plan.matches[contest];
        let mut pair = |measure: &Measure, number: usize| {
            let totals = measure.block(block);
            if *variant == 0 {
                base[number] = totals;
            } else {
                paired[*variant][number].add(base[number], totals);
            }
        };
        match study {
            Study::Field => {
                MEASURES.iter().enumerate().for_each(|(number, measure)| pair(measure, number));
                fields[*variant].add(block);
                return;
            }
            Study::Skill => pair(&SKILL, MEASURES.len()),
            Study::Ladder(_) | Study::Styles | Study::Restrict(_) => {}
        }
        let mut payoff = (0.0, 0.0);
        let mut wins = (0.0, 0.0);
        for game in block {
            let (sum, count) = challenge(game, |game, seat| game.standing.payoff(seat).into());
            payoff = (payoff.0 + sum, payoff.1 + count);
            let (sum, count) = challenge(game, |game, seat| game.win_share(seat));
            wins = (wins.0 + sum, wins.1 + count);
        }
        challenges[contest].payoff.add(payoff.0, payoff.1);
        challenges[contest].wins.add(wins.0, wins.1);
    }

    /// The tables.
    pub fn dataset(&self) -> Dataset {
        let mut dataset = Dataset {
            about: self.about(),
            measures: self.measures(),
            seats: self.seats(),
            uses: self.uses(),
            bars: self.bars(),
            lead: self.lead(),
            ..Dataset::default()
        };
        for (contest, sums) in self.plan.matches.iter().zip(&self.challenges) {
            self.add_challenge(contest, sums, &mut dataset);
        }
        dataset
    }

    fn name(&self, variant: usize) -> String {
        self.plan.variants[variant].name.clone()
    }

    fn about(&self) -> About {
        let experiment = &self.plan.experiment;
        let games: u64 = self.fields.iter().map(|sums| sums.games).sum();
        let skill =
            |bot: fn(&Skill) -> &String| experiment.skill.as_ref().map_or(String::new(), |skill| bot(skill).clone());
        About {
            title: experiment.title.clone(),
            question: experiment.question.clone(),
            game: G::INFO.name.to_owned(),
            game_title: format!("{} ({})", G::INFO.title, G::INFO.english),
            seats: experiment.seats,
            bots: experiment.bots.join(", "),
            strong: skill(|skill| &skill.strong),
            weak: skill(|skill| &skill.weak),
            seed: experiment.seed,
            games_planned: self.plan.games(),
            games_of_a_variant: games / self.fields.len() as u64,
        }
    }

    fn measures(&self) -> Vec<MeasureRow> {
        // All comparisons with the base, so that the correction counts every one of them.
        let compared: Vec<Vec<Option<Difference>>> = (0..self.fields.len())
            .map(|variant| (0..=MEASURES.len()).map(|number| self.difference(variant, number)).collect())
            .collect();
        let p: Vec<f64> = compared.iter().flatten().flatten().map(|difference| difference.p).collect();
        let mut corrected = holm(&p).into_iter();
        let mut rows = Vec::new();
        for (variant, differences) in compared.into_iter().enumerate() {
            let sums = &self.fields[variant];
            let mut row = |measure: &str, title: &str, unit: Unit, value, difference: Option<(Difference, f64)>| {
                let nothing = (Difference { by: UNKNOWN, p: f64::NAN }, f64::NAN);
                let (Difference { by: change, p }, p_holm) = difference.unwrap_or(nothing);
                rows.push(MeasureRow {
                    variant: self.name(variant),
                    rules: self.plan.variants[variant].rules.clone(),
                    measure: measure.to_owned(),
                    title: title.to_owned(),
                    unit,
                    value,
                    games: sums.games,
                    change,
                    p,
                    p_holm,
                });
            };
            for (number, difference) in differences.into_iter().enumerate() {
                let difference = difference.map(|found| (found, corrected.next().unwrap_or(f64::NAN)));
                match MEASURES.get(number) {
                    Some(measure) => {
                        let value = measure.estimate(&sums.measures[number]);
                        row(measure.topic.key, measure.topic.title, measure.topic.unit, value, difference);
                    }
                    None => {
                        if let Some(skill) = self.skill(variant) {
                            row(
                                SKILL.topic.key,
                                SKILL.topic.title,
                                SKILL.topic.unit,
                                SKILL.estimate(&skill.payoff),
                                difference,
                            );
                        }
                    }
                }
            }
            let alone = |value: f64| Estimate { value, ..UNKNOWN };
            let alike = alone(sums.fairness.alike());
            row(key::SPREAD, "spread between seats", Unit::Payoff, sums.fairness.spread(), None);
            row(key::ALIKE, "chance of such seats if all were alike", Unit::P, alike, None);
            row(key::DEAL, "share of results the deal explains", Unit::Share, sums.luck.share(), None);
            let widest = alone(sums.widest.into());
            row(key::WIDEST_EVER, "most legal actions at any decision", Unit::Number, widest, None);
            for (ending, ratio) in &sums.endings {
                let (measure, title) = (format!("{}{ending}", key::ENDING), format!("games that end: {ending}"));
                row(&measure, &title, Unit::Share, ratio.share(), None);
            }
        }
        rows
    }

    /// How a measure differs from the base; `None` for the base itself, and where it was not taken.
    fn difference(&self, variant: usize, number: usize) -> Option<Difference> {
        let paired = &self.paired[variant][number];
        (paired.blocks() > 0).then(|| MEASURES.get(number).unwrap_or(&SKILL).compare(paired))
    }

    fn skill(&self, variant: usize) -> Option<&ChallengeSums> {
        let number =
            self.plan.matches.iter().position(|contest| contest.study == Study::Skill && contest.variant == variant)?;
        Some(&self.challenges[number])
    }

    fn seats(&self) -> Vec<VariantSeatRow> {
        let of_variant = |(variant, sums): (usize, &VariantSums)| -> Vec<VariantSeatRow> {
            let row = |(seat, seated): (usize, &SeatSums)| VariantSeatRow {
                variant: self.name(variant),
                seat,
                games: sums.games,
                win_share: seated.wins.share(),
                payoff: seated.payoff.share(),
                score: seated.score.mean(),
            };
            sums.seats.iter().enumerate().map(row).collect()
        };
        self.fields.iter().enumerate().flat_map(of_variant).collect()
    }

    fn uses(&self) -> Vec<UseRow> {
        let mut rows = Vec::new();
        let deeds: BTreeSet<&String> = self.fields.iter().flat_map(|sums| sums.deeds.keys()).collect();
        for (variant, sums) in self.fields.iter().enumerate() {
            let mut row = |what: What, name: &str, used: &UseRatios| {
                rows.push(UseRow {
                    variant: self.name(variant),
                    what,
                    name: name.to_owned(),
                    legal: used.legal.share(),
                    chosen: used.chosen.share(),
                    taken: used.taken.share(),
                    users: used.users.share(),
                    times: used.times.mean(),
                    win_share_with: used.wins_with.share(),
                    win_share_without: used.wins_without.share(),
                    payoff_with: used.payoff_with.share(),
                    payoff_without: used.payoff_without.share(),
                });
            };
            for (name, used) in G::KINDS.iter().zip(&sums.kinds) {
                row(What::Action, name, used);
            }
            for &name in &deeds {
                row(What::Deed, name, sums.deeds.get(name).unwrap_or(&sums.undone));
            }
        }
        rows
    }

    /// Adds the row of a match, unless it is a field.
    fn add_challenge(&self, contest: &Match, sums: &ChallengeSums, dataset: &mut Dataset) {
        let variant = self.name(contest.variant);
        let (games, payoff, win_share) = (sums.payoff.weight() as u64, sums.payoff.share(), sums.wins.share());
        let bot = |number: usize| contest.bots[number].clone();
        match &contest.study {
            Study::Field | Study::Skill => {}
            &Study::Ladder(level) => {
                let (bot, against) = (bot(0), bot(1));
                dataset.ladder.push(LadderRow { variant, level, bot, against, games, payoff, win_share });
            }
            Study::Styles => {
                let (bot, against) = (bot(0), bot(1));
                dataset.styles.push(StyleRow { variant, bot, against, games, payoff, win_share });
            }
            Study::Restrict(kinds) => {
                let (bot, without) = (bot(1), kinds.clone());
                dataset.restricted.push(RestrictedRow { variant, bot, without, games, payoff, win_share });
            }
        }
    }

    fn bars(&self) -> Vec<BarRow> {
        let mut rows = Vec::new();
        for &quantity in Quantity::ALL {
            let fields = self.fields.iter().enumerate();
            let counts: Vec<(usize, &Counts)> =
                fields.filter_map(|(variant, sums)| Some((variant, sums.distributions.of(quantity)?))).collect();
            let Some(bars) = Bars::over(&counts) else { continue };
            for &(variant, counts) in &counts {
                let total: u64 = counts.values().sum();
                for (from, to, count) in bars.fill(counts) {
                    let share = count as f64 / total as f64;
                    rows.push(BarRow { variant: self.name(variant), quantity, from, to, count, share });
                }
            }
        }
        rows
    }

    fn lead(&self) -> Vec<LeadRow> {
        let mut rows = Vec::new();
        for (variant, sums) in self.fields.iter().enumerate() {
            for (tenth, (lead, wins)) in sums.lead.iter().zip(&sums.leader_wins).enumerate() {
                let variant = self.name(variant);
                rows.push(LeadRow { variant, tenth, lead: lead.mean(), leader_wins: wins.share() });
            }
        }
        rows
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
    fn over(counts: &[(usize, &Counts)]) -> Option<Bars> {
        let first = *counts.iter().filter_map(|(_, counts)| counts.keys().next()).min()?;
        let last = *counts.iter().filter_map(|(_, counts)| counts.keys().next_back()).max()?;
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
