//! What a tournament says: every bot's rating, score and wins, who beat whom, and what the seats are worth.

use std::collections::BTreeMap;

use marque::Seat;

use crate::intervals::{BlockMean, BlockSums, Estimate};
use crate::ratings::{Ratings, Results};
use crate::record::{GameRecord, How};

/// Sums of one quantity, table by table.
type Strata = BTreeMap<u32, BlockSums>;

/// Everything counted so far. Its size does not grow with the number of games.
#[derive(Clone, Debug)]
pub struct Tally {
    seats: usize,
    players: Vec<PlayerTally>,
    pairs: BTreeMap<(u16, u16), Strata>,
    places: Vec<PlaceTally>,
    results: Results,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct PlayerTally {
    games: u64,
    forfeits: u64,
    score: Strata,
    wins: Strata,
}

#[derive(Clone, Debug, Default)]
struct PlaceTally {
    payoff: Strata,
    wins: Strata,
}

impl Tally {
    /// Nothing counted yet, of so many players at so many tables.
    pub fn new(players: usize, seats: usize, tables: usize) -> Tally {
        Tally {
            seats,
            players: vec![PlayerTally::default(); players],
            pairs: BTreeMap::new(),
            places: vec![PlaceTally::default(); seats],
            results: Results::new(players, seats, tables),
            games: 0,
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games were forfeited.
    pub fn forfeits(&self) -> u64 {
        self.players.iter().map(|player| player.forfeits).sum()
    }

    /// Counts the games of a block.
    pub fn add(&mut self, block: &[GameRecord]) {
        let Some(table) = block.first().map(|game| game.table) else { return };
        self.results.add(block);
        self.games += block.len() as u64;
        let mut pairs = BTreeMap::<(u16, u16), (f64, f64)>::new();
        let mut wins = BTreeMap::<u16, (f64, f64)>::new();
        let mut places = vec![(0.0, 0.0); self.seats];
        for game in block {
            for (seat, &player) in Seat::all(self.seats).zip(&game.lineup) {
                let (won, sat) = wins.entry(player).or_default();
                *won += game.win_share(seat);
                *sat += 1.0;
                places[seat.index()].0 += f64::from(game.standing.payoff(seat));
                places[seat.index()].1 += game.win_share(seat);
                for (other, &against) in Seat::all(self.seats).zip(&game.lineup).filter(|(_, other)| **other != player)
                {
                    let (points, met) = pairs.entry((player, against)).or_default();
                    *points += game.points(seat, other);
                    *met += 1.0;
                }
            }
            if let How::Forfeit(seat) = game.end.how {
                self.players[usize::from(game.lineup[seat.index()])].forfeits += 1;
            }
        }
        let games = block.len() as f64;
        for (place, (payoff, wins)) in self.places.iter_mut().zip(places) {
            place.payoff.entry(table).or_default().add(payoff, games);
            place.wins.entry(table).or_default().add(wins, games);
        }
        for (&player, &(won, sat)) in &wins {
            let tally = &mut self.players[usize::from(player)];
            tally.games += block.len() as u64;
            tally.wins.entry(table).or_default().add(won, sat);
            let own = pairs.range((player, 0)..=(player, u16::MAX)).map(|(_, sums)| sums);
            let (points, met) = own.fold((0.0, 0.0), |(p, m), (points, met)| (p + points, m + met));
            tally.score.entry(table).or_default().add(points, met);
        }
        for (pair, (points, met)) in pairs {
            self.pairs.entry(pair).or_default().entry(table).or_default().add(points, met);
        }
    }

    /// Sums up; `names` are the players', and the seed is for resampling.
    pub fn sum_up(&self, names: &[String], seed: u64) -> Summary {
        let ratings = self.results.rate(seed, None);
        let mut order: Vec<usize> = (0..names.len()).filter(|&player| self.players[player].games > 0).collect();
        order.sort_by(|&a, &b| ratings.players[b].value.total_cmp(&ratings.players[a].value));
        Summary {
            standings: order
                .iter()
                .enumerate()
                .map(|(at, &player)| self.row(at, &order, player, names, &ratings))
                .collect(),
            crosstable: order
                .iter()
                .flat_map(|&a| order.iter().map(move |&b| (a, b)))
                .filter_map(|(a, b)| self.cell(a, b, names, &ratings))
                .collect(),
            seats: self
                .places
                .iter()
                .zip(&ratings.seats)
                .enumerate()
                .filter_map(|(seat, (place, &rating))| {
                    Some(SeatRow {
                        seat,
                        games: self.games,
                        rating,
                        payoff: share(&place.payoff)?,
                        wins: share(&place.wins)?,
                    })
                })
                .collect(),
        }
    }

    fn row(&self, at: usize, order: &[usize], player: usize, names: &[String], ratings: &Ratings) -> StandingRow {
        let tally = &self.players[player];
        let unknown = Estimate::unsure(0.5, 0.0, 1.0);
        StandingRow {
            place: at + 1,
            bot: names[player].clone(),
            rating: ratings.players[player],
            above_next: order.get(at + 1).map(|&next| ratings.superiority[player][next]),
            games: tally.games,
            score: share(&tally.score).unwrap_or(unknown),
            wins: share(&tally.wins).unwrap_or(unknown),
            forfeits: tally.forfeits,
        }
    }

    fn cell(&self, a: usize, b: usize, names: &[String], ratings: &Ratings) -> Option<PairRow> {
        let strata = self.pairs.get(&(a as u16, b as u16))?;
        Some(PairRow {
            bot: names[a].clone(),
            opponent: names[b].clone(),
            meetings: strata.values().map(BlockSums::weight).sum::<f64>() as u64,
            score: share(strata)?,
            superiority: ratings.superiority[a][b],
        })
    }
}

fn share(strata: &Strata) -> Option<Estimate> {
    BlockMean::of(strata.values()).map(|mean| mean.share_interval())
}

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The bots, best first.
    pub standings: Vec<StandingRow>,
    /// Who beat whom, in the order of the standings.
    pub crosstable: Vec<PairRow>,
    /// What the seats are worth.
    pub seats: Vec<SeatRow>,
}

/// One bot in the standings.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingRow {
    /// Its place, from 1.
    pub place: usize,
    /// Its name.
    pub bot: String,
    /// Its rating; the mean is 0.
    pub rating: Estimate,
    /// The likelihood that it is stronger than the next.
    pub above_next: Option<f64>,
    /// In how many games it sat.
    pub games: u64,
    /// Its mean pairwise score against other bots.
    pub score: Estimate,
    /// Its mean share of wins for each seat it had; shared wins are divided.
    pub wins: Estimate,
    /// How many games it forfeited.
    pub forfeits: u64,
}

/// One bot against another.
#[derive(Clone, PartialEq, Debug)]
pub struct PairRow {
    /// The bot.
    pub bot: String,
    /// Whom it met.
    pub opponent: String,
    /// How often, over all pairs of seats.
    pub meetings: u64,
    /// The bot's mean score.
    pub score: Estimate,
    /// The likelihood that it is the stronger, by rating.
    pub superiority: f64,
}

/// One seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    /// Its number.
    pub seat: usize,
    /// How many games were played.
    pub games: u64,
    /// What it adds to a rating.
    pub rating: Estimate,
    /// The mean payoff of whoever sat there.
    pub payoff: Estimate,
    /// The mean share of wins.
    pub wins: Estimate,
}
