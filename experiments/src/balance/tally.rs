//! Everything that is told of a variant's games, added up block by block.

use std::collections::BTreeMap;

use marque::Seat;

use super::account::Played;
use super::drama::TENTHS;
use super::fairness::Fairness;
use super::luck::Luck;
use super::measure::{MEASURES, margin};
use super::ratio::Ratio;

/// How a seat fares.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatTally {
    /// Share of the wins.
    pub wins: Ratio,
    /// Payoff.
    pub payoff: Ratio,
    /// Score.
    pub score: Ratio,
}

/// How a kind of action, or a deed, is used and what becomes of those who use it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UseTally {
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
struct UseSums {
    legal: f64,
    chosen: f64,
    users: f64,
    times: f64,
    wins: f64,
    payoffs: f64,
}

impl UseSums {
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
struct BlockSums {
    decisions: f64,
    seats: f64,
    wins: f64,
    payoffs: f64,
}

impl UseTally {
    fn add(&mut self, sums: UseSums, block: BlockSums) {
        self.legal.add(sums.legal, block.decisions);
        self.chosen.add(sums.chosen, block.decisions);
        self.taken.add(sums.chosen, sums.legal);
        self.users.add(sums.users, block.seats);
        self.times.add(sums.times, sums.users);
        self.wins_with.add(sums.wins, sums.users);
        self.wins_without.add(block.wins - sums.wins, block.seats - sums.users);
        self.payoff_with.add(sums.payoffs, sums.users);
        self.payoff_without.add(block.payoffs - sums.payoffs, block.seats - sums.users);
    }
}

/// How often each whole number came up.
pub type Counts = BTreeMap<i64, u64>;

/// How figures of games are distributed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distributions {
    /// Decisions a game.
    pub decisions: Counts,
    /// Turns a game.
    pub turns: Counts,
    /// Score of a seat.
    pub score: Counts,
    /// Winning margin in score.
    pub margin: Counts,
}

impl Distributions {
    fn add(&mut self, block: &[Played]) {
        for played in block {
            *self.decisions.entry(played.record.decisions.into()).or_default() += 1;
            *self.turns.entry(played.record.turns.into()).or_default() += 1;
            *self.margin.entry(margin(played).into()).or_default() += 1;
            for &score in played.record.standing.scores() {
                *self.score.entry(score.into()).or_default() += 1;
            }
        }
    }

    /// Every distribution with its name.
    pub fn named(&self) -> [(&'static str, &Counts); 4] {
        [("decisions", &self.decisions), ("turns", &self.turns), ("score", &self.score), ("margin", &self.margin)]
    }
}

/// The tally of one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The measures, in the order of [`MEASURES`].
    pub measures: Vec<Ratio>,
    /// By seat.
    pub seats: Vec<SeatTally>,
    /// Whether seats are alike.
    pub fairness: Fairness,
    /// What the deal explains.
    pub luck: Luck,
    /// By kind of action.
    pub kinds: Vec<UseTally>,
    /// By deed.
    pub deeds: BTreeMap<String, UseTally>,
    /// How length and scores are distributed.
    pub distributions: Distributions,
    /// How games ended, in words.
    pub endings: BTreeMap<String, Ratio>,
    /// The most legal actions at any decision.
    pub widest: u32,
    /// How far the winner was ahead at the start and after every tenth of the game.
    pub lead: [Ratio; TENTHS + 1],
    /// Whether who led then won, of the games in which somebody led.
    pub leader_wins: [Ratio; TENTHS + 1],
    /// How many games were added.
    pub games: u64,
    /// What a deed nobody has done yet would have: where one seen for the first time begins.
    pub undone: UseTally,
    /// What an ending not seen yet would have.
    unseen: Ratio,
}

impl Tally {
    /// Nothing yet, for a table of so many seats and blocks of as many games, in a game with so many kinds of action.
    pub fn new(seats: usize, kinds: usize) -> Tally {
        Tally {
            measures: vec![Ratio::default(); MEASURES.len()],
            seats: vec![SeatTally::default(); seats],
            fairness: Fairness::new(seats),
            luck: Luck::new(seats, seats),
            kinds: vec![UseTally::default(); kinds],
            deeds: BTreeMap::new(),
            distributions: Distributions::default(),
            endings: BTreeMap::new(),
            widest: 0,
            lead: Default::default(),
            leader_wins: Default::default(),
            games: 0,
            undone: UseTally::default(),
            unseen: Ratio::default(),
        }
    }

    /// Adds a block: its games in the order of the rotations.
    pub fn add(&mut self, block: &[Played]) {
        self.games += block.len() as u64;
        for (measure, ratio) in MEASURES.iter().zip(&mut self.measures) {
            let (y, x) = measure.block(block);
            ratio.add(y, x);
        }
        self.add_seats(block);
        self.add_uses(block);
        self.add_leads(block);
        self.add_endings(block);
        self.distributions.add(block);
        self.widest = block.iter().map(|played| played.account.widest).fold(self.widest, u32::max);
    }

    fn add_endings(&mut self, block: &[Played]) {
        let mut endings: BTreeMap<&str, f64> = BTreeMap::new();
        for played in block {
            *endings.entry(&played.record.end.reason).or_default() += 1.0;
        }
        for &ending in endings.keys() {
            self.endings.entry(ending.to_owned()).or_insert(self.unseen);
        }
        let games = block.len() as f64;
        for (ending, ratio) in &mut self.endings {
            ratio.add(endings.get(ending.as_str()).copied().unwrap_or_default(), games);
        }
        self.unseen.add(0.0, games);
    }

    fn add_seats(&mut self, block: &[Played]) {
        let games = block.len() as f64;
        let payoffs: Vec<Vec<f64>> = block
            .iter()
            .map(|Played { record, .. }| {
                Seat::all(self.seats.len()).map(|seat| record.standing.payoff(seat).into()).collect()
            })
            .collect();
        let mut means = Vec::with_capacity(self.seats.len());
        for (seat, tally) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            let total = |figure: &dyn Fn(&Played) -> f64| block.iter().map(figure).sum::<f64>();
            let payoff = payoffs.iter().map(|game| game[seat.index()]).sum::<f64>();
            tally.wins.add(total(&|played| played.record.win_share(seat)), games);
            tally.payoff.add(payoff, games);
            tally.score.add(total(&|played| played.record.standing.scores()[seat.index()].into()), games);
            means.push(payoff / games);
        }
        self.fairness.add(&means);
        if block.len() == self.seats.len() {
            self.luck.add(&payoffs);
        }
    }

    fn add_uses(&mut self, block: &[Played]) {
        let mut all = BlockSums::default();
        let mut kinds = vec![UseSums::default(); self.kinds.len()];
        let mut deeds: BTreeMap<&str, UseSums> = BTreeMap::new();
        for Played { record, account } in block {
            all.decisions += f64::from(record.decisions);
            for seat in Seat::all(self.seats.len()) {
                let (win, payoff) = (record.win_share(seat), f64::from(record.standing.payoff(seat)));
                all.seats += 1.0;
                all.wins += win;
                all.payoffs += payoff;
                for (sums, counts) in kinds.iter_mut().zip(&account.uses[seat.index()]) {
                    sums.legal += f64::from(counts.legal);
                    sums.chosen += f64::from(counts.chosen);
                    sums.credit(counts.chosen, win, payoff);
                }
                for (deed, &times) in &account.deeds[seat.index()] {
                    deeds.entry(deed).or_default().credit(times, win, payoff);
                }
            }
        }
        for (tally, &sums) in self.kinds.iter_mut().zip(&kinds) {
            tally.add(sums, all);
        }
        for &deed in deeds.keys() {
            self.deeds.entry(deed.to_owned()).or_insert_with(|| self.undone.clone());
        }
        for (deed, tally) in &mut self.deeds {
            tally.add(deeds.get(deed.as_str()).copied().unwrap_or_default(), all);
        }
        self.undone.add(UseSums::default(), all);
    }

    fn add_leads(&mut self, block: &[Played]) {
        for tenth in 0..=TENTHS {
            let leads = block.iter().map(|played| f64::from(played.account.drama.lead[tenth])).filter(|x| !x.is_nan());
            let (mut sum, mut games, mut led, mut held) = (0.0, 0.0, 0.0, 0.0);
            for lead in leads {
                sum += lead;
                games += 1.0;
                led += f64::from(lead != 0.0);
                held += f64::from(lead > 0.0);
            }
            self.lead[tenth].add(sum, games);
            self.leader_wins[tenth].add(held, led);
        }
    }
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
