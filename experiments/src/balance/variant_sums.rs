//! Everything that is told of a variant's games, added up block by block.

use std::collections::BTreeMap;

use marque::Seat;

use super::course::Watched;
use super::drama::TENTHS;
use super::fairness::Fairness;
use super::luck::Luck;
use super::measure::{MEASURES, margin};
use super::ratio::Ratio;
use crate::files::codec::Named;
use crate::game_record::Lineup;

/// How a seat fares.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatSums {
    /// Share of the wins.
    pub wins: Ratio,
    /// Payoff.
    pub payoff: Ratio,
    /// Score.
    pub score: Ratio,
}

/// How a kind of action, or a deed, is used and what becomes of those who use it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UseRatios {
    /// Decisions in which it was legal, of all decisions.
    pub legal: Ratio,
    /// Decisions in which it was chosen, of all decisions.
    pub chosen: Ratio,
    /// Decisions in which it was chosen, of those in which it was legal.
    pub taken: Ratio,
    /// Seats that did it at least once in a game, of all.
    pub users: Ratio,
    /// How often one of those did it.
    pub times: Ratio,
    /// Share of the win of those who did it.
    pub wins_with: Ratio,
    /// Share of the win of those who did not.
    pub wins_without: Ratio,
    /// Payoff of those who did it.
    pub payoff_with: Ratio,
    /// Payoff of those who did not.
    pub payoff_without: Ratio,
}

/// One block's part in a use.
#[derive(Clone, Copy, Default)]
struct UseInBlock {
    legal: f64,
    chosen: f64,
    users: f64,
    times: f64,
    wins: f64,
    payoffs: f64,
}

impl UseInBlock {
    /// Counts a seat's result for one that did it so many times in a game, if any.
    fn credit(&mut self, times: u32, win: f64, payoff: f64) {
        if times > 0 {
            self.users += 1.0;
            self.times += f64::from(times);
            self.wins += win;
            self.payoffs += payoff;
        }
    }
}

/// A block's totals over all seats.
#[derive(Clone, Copy, Default)]
struct BlockTotals {
    decisions: f64,
    seats: f64,
    wins: f64,
    payoffs: f64,
}

impl UseRatios {
    fn add(&mut self, table: usize, sums: UseInBlock, block: BlockTotals) {
        self.legal.add(table, sums.legal, block.decisions);
        self.chosen.add(table, sums.chosen, block.decisions);
        self.taken.add(table, sums.chosen, sums.legal);
        self.users.add(table, sums.users, block.seats);
        self.times.add(table, sums.times, sums.users);
        self.wins_with.add(table, sums.wins, sums.users);
        self.wins_without.add(table, block.wins - sums.wins, block.seats - sums.users);
        self.payoff_with.add(table, sums.payoffs, sums.users);
        self.payoff_without.add(table, block.payoffs - sums.payoffs, block.seats - sums.users);
    }
}

/// How often each whole number came up.
pub type Counts = BTreeMap<i64, u64>;

/// What is counted number by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    /// Decisions a game.
    Decisions,
    /// Turns a game.
    Turns,
    /// Score of a seat.
    Score,
    /// Winning margin in score.
    Margin,
}

impl Named for Quantity {
    const ALL: &'static [Quantity] = &[Quantity::Decisions, Quantity::Turns, Quantity::Score, Quantity::Margin];

    fn name(self) -> &'static str {
        match self {
            Quantity::Decisions => "decisions",
            Quantity::Turns => "turns",
            Quantity::Score => "score",
            Quantity::Margin => "margin",
        }
    }
}

/// How figures of games are distributed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distributions(BTreeMap<Quantity, Counts>);

impl Distributions {
    fn add(&mut self, block: &[Watched]) {
        let mut count = |quantity, number: i64| {
            *self.0.entry(quantity).or_default().entry(number).or_default() += 1;
        };
        for game in block {
            count(Quantity::Decisions, game.decisions.into());
            count(Quantity::Turns, game.turns.into());
            count(Quantity::Margin, margin(game).into());
            for &score in game.standing.scores() {
                count(Quantity::Score, score.into());
            }
        }
    }

    /// How often each number came up.
    pub fn of(&self, quantity: Quantity) -> Option<&Counts> {
        self.0.get(&quantity)
    }
}

/// Into how many bands of payoff the calibration of the judge is cut.
pub const BANDS: usize = 5;

/// What was judged of seats, and what they came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The payoff they had as things stood.
    pub judged: Ratio,
    /// The payoff they had in the end.
    pub came_to: Ratio,
}

/// Everything that is told of a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantSums {
    /// The measures, in the order of [`MEASURES`].
    pub measures: Vec<Ratio>,
    /// By seat.
    pub seats: Vec<SeatSums>,
    /// Whether seats are alike.
    pub fairness: Fairness,
    /// What the deal explains.
    pub luck: Luck,
    /// By kind of action.
    pub kinds: Vec<UseRatios>,
    /// By deed.
    pub deeds: BTreeMap<String, UseRatios>,
    /// How length and scores are distributed.
    pub distributions: Distributions,
    /// How games ended, in words.
    pub endings: BTreeMap<String, Ratio>,
    /// The most legal actions at any decision.
    pub widest: u32,
    /// How far the winners were ahead at the start and after every tenth of the game but the last.
    pub lead: [Ratio; TENTHS],
    /// The share of the win of who led then, of the games in which somebody led.
    pub leader_wins: [Ratio; TENTHS],
    /// What became of seats by how they stood.
    pub calibration: [Judgement; BANDS],
    /// How many games were added.
    pub games: u64,
    /// What a deed nobody has done yet would have: where one seen for the first time begins.
    pub undone: UseRatios,
    /// What an ending not seen yet would have.
    unseen: Ratio,
}

impl VariantSums {
    /// Nothing yet, for a table of so many seats and blocks of as many games, in a game with so many kinds of action.
    pub fn new(seats: usize, kinds: usize) -> VariantSums {
        VariantSums {
            measures: vec![Ratio::default(); MEASURES.len()],
            seats: vec![SeatSums::default(); seats],
            fairness: Fairness::new(seats),
            luck: Luck::new(seats),
            kinds: vec![UseRatios::default(); kinds],
            deeds: BTreeMap::new(),
            distributions: Distributions::default(),
            endings: BTreeMap::new(),
            widest: 0,
            lead: Default::default(),
            leader_wins: Default::default(),
            calibration: Default::default(),
            games: 0,
            undone: UseRatios::default(),
            unseen: Ratio::default(),
        }
    }

    /// Adds a block: its games in the order of the rotations.
    pub fn add(&mut self, block: &[Watched]) {
        let table = table_of(block);
        self.games += block.len() as u64;
        for (measure, ratio) in MEASURES.iter().zip(&mut self.measures) {
            let (y, x) = measure.block(block);
            ratio.add(table, y, x);
        }
        self.add_seats(table, block);
        self.add_uses(table, block);
        self.add_leads(table, block);
        self.add_endings(table, block);
        self.distributions.add(block);
        self.widest = block.iter().map(|game| game.course.widest).fold(self.widest, u32::max);
    }

    fn add_endings(&mut self, table: usize, block: &[Watched]) {
        let mut endings: BTreeMap<&str, f64> = BTreeMap::new();
        for game in block {
            *endings.entry(&game.end.reason).or_default() += 1.0;
        }
        for &ending in endings.keys() {
            self.endings.entry(ending.to_owned()).or_insert_with(|| self.unseen.clone());
        }
        let games = block.len() as f64;
        for (ending, ratio) in &mut self.endings {
            ratio.add(table, endings.get(ending.as_str()).copied().unwrap_or_default(), games);
        }
        self.unseen.add(table, 0.0, games);
    }

    fn add_seats(&mut self, table: usize, block: &[Watched]) {
        let games = block.len() as f64;
        for (seat, sums) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            let total = |figure: &dyn Fn(&Watched) -> f64| block.iter().map(figure).sum::<f64>();
            sums.wins.add(table, total(&|game| game.win_share(seat)), games);
            sums.payoff.add(table, total(&|game| game.standing.payoff(seat).into()), games);
            sums.score.add(table, total(&|game| game.standing.scores()[seat.index()].into()), games);
        }
        self.fairness.add(table, &seat_payoffs(block));
        self.luck.add(lineup_of(block), &payoffs(block));
    }

    fn add_uses(&mut self, table: usize, block: &[Watched]) {
        let mut all = BlockTotals::default();
        let mut kinds = vec![UseInBlock::default(); self.kinds.len()];
        let mut deeds: BTreeMap<&str, UseInBlock> = BTreeMap::new();
        for game in block {
            all.decisions += f64::from(game.decisions);
            for seat in Seat::all(self.seats.len()) {
                let (win, payoff) = (game.win_share(seat), f64::from(game.standing.payoff(seat)));
                all.seats += 1.0;
                all.wins += win;
                all.payoffs += payoff;
                for (sums, counts) in kinds.iter_mut().zip(&game.course.uses[seat.index()]) {
                    sums.legal += f64::from(counts.legal);
                    sums.chosen += f64::from(counts.chosen);
                    sums.credit(counts.chosen, win, payoff);
                }
                for (deed, &times) in &game.course.deeds[seat.index()] {
                    deeds.entry(deed).or_default().credit(times, win, payoff);
                }
            }
        }
        for (ratios, &sums) in self.kinds.iter_mut().zip(&kinds) {
            ratios.add(table, sums, all);
        }
        for &deed in deeds.keys() {
            self.deeds.entry(deed.to_owned()).or_insert_with(|| self.undone.clone());
        }
        for (deed, ratios) in &mut self.deeds {
            ratios.add(table, deeds.get(deed.as_str()).copied().unwrap_or_default(), all);
        }
        self.undone.add(table, UseInBlock::default(), all);
    }

    fn add_leads(&mut self, table: usize, block: &[Watched]) {
        for tenth in 0..TENTHS {
            let (mut sum, mut games, mut led, mut held) = (0.0, 0.0, 0.0, 0.0);
            for game in block {
                let drama = &game.course.drama;
                if let Some(lead) = drama.lead(tenth, &game.standing) {
                    sum += f64::from(lead);
                    games += 1.0;
                }
                if let Some(leader) = drama.leader(tenth) {
                    led += 1.0;
                    held += game.win_share(leader);
                }
            }
            self.lead[tenth].add(table, sum, games);
            self.leader_wins[tenth].add(table, held, led);
        }
        let mut bands = [(0.0, 0.0, 0.0); BANDS];
        for game in block {
            // What stands before the first turn is no judgement of anybody.
            for moment in &game.course.drama.prospects[1..] {
                for (seat, &judged) in Seat::all(game.standing.seats()).zip(moment) {
                    let band = &mut bands[((f64::from(judged) * BANDS as f64) as usize).min(BANDS - 1)];
                    band.0 += f64::from(judged);
                    band.1 += f64::from(game.standing.payoff(seat));
                    band.2 += 1.0;
                }
            }
        }
        for (sums, (judged, came_to, moments)) in self.calibration.iter_mut().zip(bands) {
            sums.judged.add(table, judged, moments);
            sums.came_to.add(table, came_to, moments);
        }
    }
}

/// The table a block was played at.
pub fn table_of(block: &[Watched]) -> usize {
    block.first().map_or(0, |game| game.seating.table as usize)
}

/// Who sat where in the first game of a block.
pub fn lineup_of(block: &[Watched]) -> Lineup {
    block.first().map_or(Lineup::new(), |game| game.seating.lineup.clone())
}

/// The payoffs of a block by game, then by seat.
pub fn payoffs(block: &[Watched]) -> Vec<Vec<f64>> {
    let of = |game: &Watched| Seat::all(game.standing.seats()).map(|seat| game.standing.payoff(seat).into()).collect();
    block.iter().map(of).collect()
}

/// Every seat's mean payoff in a block.
pub fn seat_payoffs(block: &[Watched]) -> Vec<f64> {
    let payoffs = payoffs(block);
    let seats = payoffs.first().map_or(0, Vec::len);
    (0..seats).map(|seat| payoffs.iter().map(|game| game[seat]).sum::<f64>() / payoffs.len() as f64).collect()
}

#[cfg(test)]
#[path = "variant_sums_tests.rs"]
pub(super) mod tests;
