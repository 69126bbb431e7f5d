//! From games, block by block, to the tables of an experiment.

use std::collections::BTreeSet;

use marque::Show;

use super::course::Watched;
use super::dataset::{
    About, BarRow, CalibrationRow, Dataset, LadderRow, LeadRow, MeasureRow, RestrictedRow, StyleRow, TrendRow, UseRow,
    VariantSeatRow, VerdictRow,
};
use super::experiment_file::Skill;
use super::fairness::PairedFairness;
use super::focus::Focus;
use super::game_rows::What;
use super::luck::Luck;
use super::measure::{MEASURES, Measure, SKILL, Topic, Unit, Wish, challenge, key, topics};
use super::plan::{Match, Plan, Study};
use super::precision::{Precision, excess};
use super::ratio::{Difference, Paired, Ratio, UNKNOWN};
use super::trend::{Axis, PARTS, Parts};
use super::variant_sums::{
    BANDS, Counts, Judgement, Quantity, SeatSums, UseRatios, VariantSums, lineup_of, payoffs, seat_payoffs, table_of,
};
use super::verdict::{LEAST_BLOCKS, Verdict};
use crate::files::codec::Named;
use crate::intervals::{Estimate, holm};

/// What the share of the deal is called.
const DEAL_TITLE: &str = "share of results that the deal's tape explains with these bots";
/// How many bars a distribution has at most.
const BARS: i64 = 24;

/// How the bot in question fares in a match.
#[derive(Clone)]
struct ChallengeSums {
    payoff: Ratio,
    wins: Ratio,
    /// What the deal explains, where the match is about skill.
    luck: Luck,
}

/// A measure with its place in the order of totals: those of [`MEASURES`], then skill.
fn measure(number: usize) -> &'static Measure {
    MEASURES.get(number).unwrap_or(&SKILL)
}

/// How a variant differs from the base, block by block.
#[derive(Clone)]
struct VariantPairs {
    /// By measure, skill last.
    measures: Vec<Paired>,
    seats: PairedFairness,
}

/// What a variant, or the base, had in a block that is under way in all variants.
#[derive(Clone, Default)]
struct BaseBlock {
    /// By measure, skill last.
    measures: Vec<(f64, f64)>,
    /// Every seat's payoff.
    seats: Vec<f64>,
}

/// Everything that was played, added up.
pub struct Totals<'a, G> {
    plan: &'a Plan<G>,
    /// By variant.
    fields: Vec<VariantSums>,
    /// By match; empty for fields.
    challenges: Vec<ChallengeSums>,
    /// By variant.
    paired: Vec<VariantPairs>,
    /// The base in the blocks of the round under way.
    base: Vec<BaseBlock>,
    /// The rules along which there can be a trend.
    axes: Vec<Axis>,
    /// By variant, then by measure, skill last; nothing where there is no axis.
    parts: Vec<Vec<Parts>>,
    /// Games of all matches.
    games: u64,
}

impl<'a, G: Show> Totals<'a, G> {
    /// Nothing yet.
    pub fn new(plan: &'a Plan<G>) -> Totals<'a, G> {
        let (variants, seats, measures) = (plan.variants.len(), plan.experiment.seats, MEASURES.len() + 1);
        let challenge = ChallengeSums { payoff: Ratio::default(), wins: Ratio::default(), luck: Luck::new(seats) };
        let pairs = VariantPairs { measures: vec![Paired::default(); measures], seats: PairedFairness::new(seats) };
        let axes = Axis::all(&plan.experiment.grid, plan.variants.iter().map(|variant| &variant.grid));
        let parts = if axes.is_empty() { 0 } else { variants };
        Totals {
            plan,
            fields: vec![VariantSums::new(seats, G::KINDS.len()); variants],
            challenges: vec![challenge; plan.matches.len()],
            paired: vec![pairs; variants],
            base: vec![BaseBlock { measures: vec![(0.0, 0.0); measures], seats: Vec::new() }; seats],
            axes,
            parts: vec![vec![[(0.0, 0.0); PARTS]; measures]; parts],
            games: 0,
        }
    }

    /// Adds a whole round of a match: a block, or several. Rounds come in the order of the plan.
    pub fn add(&mut self, contest: usize, round: &[Watched]) {
        self.games += round.len() as u64;
        let games = self.plan.matches[contest].schedule.block_games();
        round.chunks(games).enumerate().for_each(|(at, block)| self.add_block(contest, at, block));
    }

    /// Adds block `at` of a round of a match.
    fn add_block(&mut self, contest: usize, at: usize, block: &[Watched]) {
        let Totals { plan, fields, challenges, paired, base, parts, .. } = self;
        let base = &mut base[at];
        let Match { variant, study, .. } = &plan.matches[contest];
        let table = table_of(block);
        let part = block.first().map_or(0, |game| game.seating.block % PARTS as u64) as usize;
        let mut pair = |number: usize| {
            let totals = measure(number).block(block);
            if let Some(parts) = parts.get_mut(*variant) {
                let part = &mut parts[number][part];
                *part = (part.0 + totals.0, part.1 + totals.1);
            }
            if *variant == 0 {
                base.measures[number] = totals;
            } else {
                paired[*variant].measures[number].add(table, base.measures[number], totals);
            }
        };
        match study {
            Study::Field => {
                (0..MEASURES.len()).for_each(&mut pair);
                let seats = seat_payoffs(block);
                if *variant == 0 {
                    base.seats = seats;
                } else {
                    paired[*variant].seats.add(table, &base.seats, &seats);
                }
                fields[*variant].add(block);
                return;
            }
            Study::Skill => pair(MEASURES.len()),
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
        challenges[contest].payoff.add(table, payoff.0, payoff.1);
        challenges[contest].wins.add(table, wins.0, wins.1);
        if *study == Study::Skill {
            challenges[contest].luck.add(lineup_of(block), &payoffs(block));
        }
    }

    /// The tables.
    pub fn dataset(&self) -> Dataset {
        let (verdicts, trends) = self.verdicts();
        let mut dataset = Dataset {
            about: self.about(),
            verdicts,
            trends,
            measures: self.measures(),
            seats: self.seats(),
            uses: self.uses(),
            bars: self.bars(),
            lead: self.lead(),
            calibration: self.calibration(),
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
        let asked = self.plan.precision.as_ref().map_or(&[][..], Precision::asked);
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
            games_played: self.games,
            precision: asked.iter().map(|(topic, size)| (topic.key.to_owned(), *size)).collect(),
            games_of_a_variant: games / self.fields.len() as u64,
            blocks_of_a_variant: self.fields.iter().map(|sums| sums.measures[0].blocks()).min().unwrap_or(0),
            ..About::default()
        }
    }

    /// The figure of a topic in a variant, and from how many games and blocks it comes.
    fn figure(&self, variant: usize, topic: &Topic) -> Option<(Estimate, u64, u64)> {
        let sums = &self.fields[variant];
        let blocks = sums.measures[0].blocks();
        match topic.key {
            key::SKILL => {
                let payoff = &self.skill(variant)?.payoff;
                Some((payoff.figure(topic), payoff.weight() as u64, payoff.blocks()))
            }
            key::SPREAD => Some((sums.fairness.spread(), sums.games, blocks)),
            key => {
                let number = MEASURES.iter().position(|measure| measure.topic.key == key)?;
                Some((sums.measures[number].figure(topic), sums.games, blocks))
            }
        }
    }

    /// How many times wider than asked for the widest interval is, over all variants and measures.
    pub fn excess(&self, precision: &Precision) -> f64 {
        let asked = |variant: usize| {
            precision.asked().iter().map(move |(topic, asked)| {
                let figures = self.figure(variant, topic).zip(self.figure(0, topic));
                figures.map_or(f64::INFINITY, |((figure, _, blocks), (base, _, _))| {
                    excess(topic.unit, *asked, figure, base, blocks)
                })
            })
        };
        (0..self.fields.len()).flat_map(asked).fold(0.0, f64::max)
    }

    /// How a topic differs from the base; `None` for the base itself, and where it was not taken.
    fn difference(&self, variant: usize, topic: &Topic) -> Option<Difference> {
        let pairs = &self.paired[variant];
        if topic.key == key::SPREAD {
            return (variant > 0).then(|| pairs.seats.spread(self.fields[0].fairness.spread()));
        }
        let number = (0..=MEASURES.len()).find(|&number| measure(number).topic.key == topic.key)?;
        let paired = &pairs.measures[number];
        (paired.blocks() > 0).then(|| measure(number).compare(paired))
    }

    /// The change that a verdict is about: of the size of an advantage, where that is what counts.
    fn change(&self, variant: usize, focus: &Focus) -> Option<Difference> {
        if focus.topic.wish != Wish::Zero {
            return self.difference(variant, &focus.topic);
        }
        let number = MEASURES.iter().position(|measure| measure.topic.key == focus.topic.key)?;
        let paired = &self.paired[variant].measures[number];
        (paired.blocks() > 0).then(|| paired.distance(focus.topic.range))
    }

    /// What the question is about: a verdict for every variant and every measure of the focus, and the trends of a grid,
    /// corrected together.
    fn verdicts(&self) -> (Vec<VerdictRow>, Vec<TrendRow>) {
        let focus = &self.plan.focus;
        let variants = 1..self.fields.len();
        let changes: Vec<(usize, &Focus, Difference)> = variants
            .flat_map(|variant| {
                focus.iter().filter_map(move |focus| Some((variant, focus, self.change(variant, focus)?)))
            })
            .collect();
        let trends: Vec<(&Axis, &Focus, Difference)> = self
            .axes
            .iter()
            .flat_map(|axis| focus.iter().filter_map(move |focus| Some((axis, focus, self.trend(axis, focus)?))))
            .collect();
        let of_changes = changes.iter().map(|(_, _, change)| change.p);
        let p: Vec<f64> = of_changes.chain(trends.iter().map(|(_, _, trend)| trend.p)).collect();
        let mut corrected = holm_of_known(&p).into_iter();
        let verdict = |(variant, focus, change): (usize, &Focus, Difference)| {
            let p = corrected.next().unwrap_or(f64::NAN);
            let (base, _, _) = self.figure(0, &focus.topic)?;
            let (value, games, blocks) = self.figure(variant, &focus.topic)?;
            let verdict = focus.verdict(Difference { p, ..change }, base.value, blocks);
            let enough = blocks >= LEAST_BLOCKS && verdict == Verdict::Undecided;
            Some(VerdictRow {
                variant: self.name(variant),
                measure: focus.topic.key.to_owned(),
                title: focus.topic.title.to_owned(),
                unit: focus.topic.unit,
                base,
                value,
                change: change.by,
                matters: focus.band(base.value),
                p_holm: p,
                verdict,
                games,
                // Matches of skill grow with the field, so it is the field's games that are to be told.
                games_to_decide: focus
                    .games_to_decide(change, base.value, self.fields[variant].games)
                    .filter(|_| enough),
            })
        };
        let verdicts = changes.into_iter().filter_map(verdict).collect();
        let trend = |(axis, focus, trend): (&Axis, &Focus, Difference)| {
            let p = corrected.next().unwrap_or(f64::NAN);
            let (base, _, blocks) = self.figure(0, &focus.topic)?;
            let values = axis.values();
            // Along a rule more or less is neither better nor worse.
            let open = Focus { topic: Topic { wish: Wish::Open, ..focus.topic }, ..*focus };
            Some(TrendRow {
                rule: axis.rule.clone(),
                from: *values.first()?,
                to: *values.last()?,
                measure: focus.topic.key.to_owned(),
                title: focus.topic.title.to_owned(),
                unit: focus.topic.unit,
                change: trend.by,
                p_holm: p,
                verdict: open.verdict(Difference { p, ..trend }, base.value, blocks),
            })
        };
        let trends = trends.into_iter().filter_map(trend).collect();
        (verdicts, trends)
    }

    /// How a measure of the focus changes along a rule; the spread between seats is not followed.
    fn trend(&self, axis: &Axis, focus: &Focus) -> Option<Difference> {
        let number = (0..=MEASURES.len()).find(|&number| measure(number).topic.key == focus.topic.key)?;
        Some(axis.trend(focus.topic.unit, |variant| self.parts[variant][number]))
    }

    fn measures(&self) -> Vec<MeasureRow> {
        let variants = 0..self.fields.len();
        let asked = |topic: &Topic| self.plan.focus.iter().any(|focus| focus.topic.key == topic.key);
        // What was asked and what was not are corrected each by itself.
        let compared: Vec<(usize, Topic, Option<Difference>)> = variants
            .clone()
            .flat_map(|variant| topics().map(move |topic| (variant, topic, self.difference(variant, &topic))))
            .collect();
        let mut p_holm = vec![f64::NAN; compared.len()];
        for family in [true, false] {
            let of_family: Vec<(usize, f64)> = compared
                .iter()
                .enumerate()
                .filter(|(_, (_, topic, _))| asked(topic) == family)
                .filter_map(|(at, (_, _, difference))| Some((at, difference.as_ref()?.p)))
                .collect();
            let p: Vec<f64> = of_family.iter().map(|&(_, p)| p).collect();
            of_family.iter().zip(holm_of_known(&p)).for_each(|(&(at, _), p)| p_holm[at] = p);
        }
        let mut compared = compared.into_iter().zip(p_holm).peekable();
        let mut rows = Vec::new();
        for variant in variants {
            let sums = &self.fields[variant];
            let mut row = |measure: &str, title: &str, unit: Unit, (value, games), (difference, p_holm)| {
                let Difference { by: change, p } = difference;
                let (measure, title) = (measure.to_owned(), title.to_owned());
                let rules = self.plan.variants[variant].rules.clone();
                rows.push(MeasureRow {
                    variant: self.name(variant),
                    rules,
                    measure,
                    title,
                    unit,
                    value,
                    games,
                    change,
                    p,
                    p_holm,
                });
            };
            let nothing = (Difference::UNKNOWN, f64::NAN);
            while let Some(((_, topic, difference), p)) = compared.next_if(|((of, _, _), _)| *of == variant) {
                if let Some((value, games, _)) = self.figure(variant, &topic) {
                    let difference = difference.map_or(nothing, |difference| (difference, p));
                    row(topic.key, topic.title, topic.unit, (value, games), difference);
                }
            }
            let same = Difference { by: UNKNOWN, p: self.paired[variant].seats.same() };
            let alike = Estimate::alone(sums.fairness.alike());
            let title = "chance of such seats if all were alike";
            row(key::ALIKE, title, Unit::P, (alike, sums.games), (same, f64::NAN));
            row(key::DEAL, DEAL_TITLE, Unit::Share, self.deal(variant), nothing);
            let widest = Estimate::alone(sums.widest.into());
            row(key::WIDEST_EVER, "most legal actions at any decision", Unit::Number, (widest, sums.games), nothing);
            for (ending, ratio) in &sums.endings {
                let (measure, title) = (format!("{}{ending}", key::ENDING), format!("games that end: {ending}"));
                row(&measure, &title, Unit::Share, (ratio.share(), sums.games), nothing);
            }
        }
        rows
    }

    /// What the deal explains in a variant, and from how many games: from the field if its blocks have several games on one
    /// deal, or else from the games on skill.
    fn deal(&self, variant: usize) -> (Estimate, u64) {
        let sums = &self.fields[variant];
        let of_field = sums.luck.share();
        match self.skill(variant) {
            Some(skill) if of_field.value.is_nan() => (skill.luck.share(), skill.payoff.weight() as u64),
            _ => (of_field, sums.games),
        }
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
            // What cannot be done by these rules is not known to be left undone.
            let possible = |name: &str| self.plan.variants[variant].game.can_come_to(name);
            for &name in deeds.iter().filter(|name| possible(name)) {
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
                let lead = lead.mean();
                let lead = if lead.low.is_infinite() { Estimate::alone(lead.value) } else { lead.within((-1.0, 1.0)) };
                rows.push(LeadRow { variant, tenth, lead, leader_wins: wins.share() });
            }
        }
        rows
    }

    fn calibration(&self) -> Vec<CalibrationRow> {
        let of = |(variant, sums): (usize, &VariantSums)| -> Vec<CalibrationRow> {
            let bands = sums.calibration.iter().enumerate().filter(|(_, band)| band.judged.weight() > 0.0);
            let row = |(band, sums): (usize, &Judgement)| CalibrationRow {
                variant: self.name(variant),
                from: band as f64 / BANDS as f64,
                to: (band + 1) as f64 / BANDS as f64,
                moments: sums.judged.weight() as u64,
                judged: sums.judged.mean().value,
                came_to: sums.came_to.share(),
            };
            bands.map(row).collect()
        };
        self.fields.iter().enumerate().flat_map(of).collect()
    }
}

/// Holm's correction among the p-values that are known.
fn holm_of_known(p: &[f64]) -> Vec<f64> {
    let known: Vec<f64> = p.iter().copied().filter(|p| !p.is_nan()).collect();
    let mut corrected = holm(&known).into_iter();
    p.iter().map(|p| if p.is_nan() { f64::NAN } else { corrected.next().unwrap_or(f64::NAN) }).collect()
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

#[cfg(test)]
#[path = "totals_tests.rs"]
mod tests;
