//! What a tournament says: every bot's rating, score and wins, who beat whom, and what the seats are worth.

use std::collections::BTreeMap;

use marque::Seat;

use crate::files::codec::{Maybe, RatingDigits, ShareDigits, Text, Whole};
use crate::game_record::{GameRecord, How};
use crate::intervals::{BlockMean, BlockSums, CONFIDENCE, Estimate, all_of};
use crate::ratings::{Rating, Ratings, Results};

/// Sums of one quantity, table by table.
type Strata = BTreeMap<u32, BlockSums>;

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The bots, best first.
    pub bots: Vec<StandingRow>,
    /// Who beat whom, in the order of the bots.
    pub pairs: Vec<PairRow>,
    /// Who is how far ahead of whom.
    pub differences: Vec<DifferenceRow>,
    /// What the seats are worth.
    pub seats: Vec<SeatRow>,
}

crate::rows! {
    /// The bots, best first. Intervals are 95 % and taken over blocks. After a sequential test ratings and scores lean to its
    /// answer: see `sprt`.
    pub struct StandingRow in "standings" {
        /// Place by rating.
        place: usize => Whole, "number";
        /// The bot.
        bot: String => Text, "text";
        /// Plackett-Luce rating; the mean of all bots is 0.
        rating: Estimate => RatingDigits, "Elo points";
        /// Lower end of an interval so wide that in 95 of 100 tournaments those of all bots hold.
        rating_all_low: f64 => RatingDigits, "Elo points";
        /// Upper end.
        rating_all_high: f64 => RatingDigits, "Elo points";
        /// Likelihood that it is stronger than the next bot.
        above_next: Option<f64> => Maybe<ShareDigits>, "0 to 1";
        /// Games it sat in.
        games: u64 => Whole, "count";
        /// Meetings with seats of other bots in which it came in ahead.
        won: u64 => Whole, "count";
        /// Those in which it was level.
        drawn: u64 => Whole, "count";
        /// Those in which it came in behind.
        lost: u64 => Whole, "count";
        /// Mean pairwise score against other bots: a meeting won is 1, drawn 1/2, lost 0.
        score: Estimate => ShareDigits, "0 to 1";
        /// Mean share of the win for a seat of its own; several winners divide it.
        wins: Estimate => ShareDigits, "0 to 1";
        /// Games it forfeited.
        forfeits: u64 => Whole, "count";
    }

    /// Who beat whom: a row for every bot and opponent, in the order of the standings.
    pub struct PairRow in "crosstable" {
        /// The bot.
        bot: String => Text, "text";
        /// Whom it met.
        opponent: String => Text, "text";
        /// How often, over all pairs of seats.
        meetings: u64 => Whole, "count";
        /// The bot's mean score in them.
        score: Estimate => ShareDigits, "0 to 1";
    }

    /// Who is how far ahead of whom by the ratings: a row for every two bots, the higher of the standings first, whether
    /// they met or not. Compare two bots by this, not by whether the intervals of their ratings overlap.
    pub struct DifferenceRow in "differences" {
        /// The bot.
        bot: String => Text, "text";
        /// The other.
        other: String => Text, "text";
        /// Rating of the bot less that of the other.
        difference: Estimate => RatingDigits, "Elo points";
        /// Lower end of an interval so wide that in 95 of 100 tournaments those of all differences hold.
        difference_all_low: f64 => RatingDigits, "Elo points";
        /// Upper end.
        difference_all_high: f64 => RatingDigits, "Elo points";
        /// Likelihood that the bot is stronger than the other.
        superiority: f64 => ShareDigits, "0 to 1";
    }

    /// What the seats are worth, over all bots.
    pub struct SeatRow in "seats" {
        /// The seat, from 0 in turn order.
        seat: usize => Whole, "number";
        /// Games played.
        games: u64 => Whole, "count";
        /// What the seat adds to whoever sits there; the mean of all seats is 0.
        rating: Estimate => RatingDigits, "Elo points";
        /// Mean payoff of whoever sat there; 0.5 is fair.
        payoff: Estimate => ShareDigits, "0 to 1";
        /// Mean share of the win; 1 / seats is fair.
        wins: Estimate => ShareDigits, "0 to 1";
    }
}

/// Everything counted so far. Its size does not grow with the number of games.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    seats: usize,
    players: Vec<PlayerStrata>,
    pairs: BTreeMap<(u16, u16), Strata>,
    by_seat: Vec<SeatStrata>,
    results: Results,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct PlayerStrata {
    games: u64,
    forfeits: u64,
    /// Meetings lost, drawn and won.
    met: [u64; 3],
    score: Strata,
    wins: Strata,
}

#[derive(Clone, Debug, Default)]
struct SeatStrata {
    payoff: Strata,
    wins: Strata,
}

impl Scoreboard {
    /// Nothing counted yet, of so many players at so many tables.
    pub fn new(players: usize, seats: usize, tables: usize) -> Scoreboard {
        Scoreboard {
            seats,
            players: vec![PlayerStrata::default(); players],
            pairs: BTreeMap::new(),
            by_seat: vec![SeatStrata::default(); seats],
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
        let Some(table) = block.first().map(|game| game.seating.table) else { return };
        self.results.add(block);
        self.games += block.len() as u64;
        let mut pairs = BTreeMap::<(u16, u16), (f64, f64)>::new();
        let mut wins = BTreeMap::<u16, (f64, f64)>::new();
        let mut seats = vec![(0.0, 0.0); self.seats];
        for game in block {
            for (seat, &player) in Seat::all(self.seats).zip(&game.seating.lineup) {
                let (won, sat) = wins.entry(player).or_default();
                *won += game.win_share(seat);
                *sat += 1.0;
                seats[seat.index()].0 += f64::from(game.standing.payoff(seat));
                seats[seat.index()].1 += game.win_share(seat);
                for (other, &against) in
                    Seat::all(self.seats).zip(&game.seating.lineup).filter(|(_, other)| **other != player)
                {
                    let (points, met) = pairs.entry((player, against)).or_default();
                    *points += game.points(seat, other);
                    *met += 1.0;
                    self.players[usize::from(player)].met[(2.0 * game.points(seat, other)) as usize] += 1;
                }
            }
            if let How::Forfeit(seat) = game.end.how {
                self.players[usize::from(game.seating.lineup[seat.index()])].forfeits += 1;
            }
        }
        let games = block.len() as f64;
        for (seat, (payoff, wins)) in self.by_seat.iter_mut().zip(seats) {
            seat.payoff.entry(table).or_default().add(payoff, games);
            seat.wins.entry(table).or_default().add(wins, games);
        }
        for (&player, &(won, sat)) in &wins {
            let strata = &mut self.players[usize::from(player)];
            strata.games += block.len() as u64;
            strata.wins.entry(table).or_default().add(won, sat);
            let own = pairs.range((player, 0)..=(player, u16::MAX)).map(|(_, sums)| sums);
            let (points, met) = own.fold((0.0, 0.0), |(p, m), (points, met)| (p + points, m + met));
            strata.score.entry(table).or_default().add(points, met);
        }
        for (pair, (points, met)) in pairs {
            self.pairs.entry(pair).or_default().entry(table).or_default().add(points, met);
        }
    }

    /// Sums up; `names` are the players'.
    pub fn sum_up(&self, names: &[String]) -> Standings {
        let ratings = self.results.rate();
        let mut order: Vec<usize> = (0..names.len()).filter(|&player| self.players[player].games > 0).collect();
        order.sort_by(|&a, &b| ratings.players[b].points().total_cmp(&ratings.players[a].points()));
        let pairs = order.iter().flat_map(|&a| order.iter().map(move |&b| (a, b)));
        Standings {
            bots: order.iter().enumerate().map(|(at, &player)| self.row(at, &order, player, names, &ratings)).collect(),
            pairs: pairs.filter_map(|(a, b)| self.cell(a, b, names)).collect(),
            differences: differences(&order, names, &ratings),
            seats: self
                .by_seat
                .iter()
                .zip(&ratings.seats)
                .enumerate()
                .filter_map(|(seat, (strata, rating))| {
                    Some(SeatRow {
                        seat,
                        games: self.games,
                        rating: rating.interval(CONFIDENCE),
                        payoff: share(&strata.payoff)?,
                        wins: share(&strata.wins)?,
                    })
                })
                .collect(),
        }
    }

    fn row(&self, at: usize, order: &[usize], player: usize, names: &[String], ratings: &Ratings) -> StandingRow {
        let strata = &self.players[player];
        let unknown = Estimate::unsure(0.5, 0.0, 1.0);
        let rating = ratings.players[player];
        let of_all = rating.interval(all_of(order.len()));
        let [lost, drawn, won] = strata.met;
        StandingRow {
            place: at + 1,
            bot: names[player].clone(),
            rating: rating.interval(CONFIDENCE),
            rating_all_low: of_all.low,
            rating_all_high: of_all.high,
            above_next: order.get(at + 1).map(|&next| ratings.superiority(player, next)),
            games: strata.games,
            won,
            drawn,
            lost,
            score: share(&strata.score).unwrap_or(unknown),
            wins: share(&strata.wins).unwrap_or(unknown),
            forfeits: strata.forfeits,
        }
    }

    fn cell(&self, a: usize, b: usize, names: &[String]) -> Option<PairRow> {
        let strata = self.pairs.get(&(a as u16, b as u16))?;
        Some(PairRow {
            bot: names[a].clone(),
            opponent: names[b].clone(),
            meetings: strata.values().map(BlockSums::weight).sum::<f64>() as u64,
            score: share(strata)?,
        })
    }
}

/// Every two players, in this order.
fn differences(order: &[usize], names: &[String], ratings: &Ratings) -> Vec<DifferenceRow> {
    let intervals = |confidence| ratings.players.iter().map(|rating| Rating::interval(rating, confidence)).collect();
    let each: Vec<Estimate> = intervals(CONFIDENCE);
    let of_all: Vec<Estimate> = intervals(all_of(order.len() * order.len().saturating_sub(1) / 2));
    let pairs = order.iter().enumerate().flat_map(|(at, &a)| order[at + 1..].iter().map(move |&b| (a, b)));
    let row = |(a, b): (usize, usize)| {
        let wide = ratings.difference(a, b, &of_all);
        DifferenceRow {
            bot: names[a].clone(),
            other: names[b].clone(),
            difference: ratings.difference(a, b, &each),
            difference_all_low: wide.low,
            difference_all_high: wide.high,
            superiority: ratings.superiority(a, b),
        }
    };
    pairs.map(row).collect()
}

fn share(strata: &Strata) -> Option<Estimate> {
    BlockMean::of(strata.values()).map(|mean| mean.share_interval())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(index: u64, lineup: [u16; 2], scores: [i32; 2], how: How) -> GameRecord {
        let mut game = GameRecord::made_up(index, &lineup, &scores);
        (game.seating.block, game.end.how) = (index / 2, how);
        game
    }

    /// The first bot wins both games of a block, and of the next it draws one and forfeits the other; a third never plays.
    #[test]
    fn standings_are_of_those_who_played() {
        let mut board = Scoreboard::new(3, 2, 1);
        board.add(&[game(0, [0, 1], [1, 0], How::Goal), game(1, [1, 0], [0, 1], How::Goal)]);
        board.add(&[game(2, [0, 1], [1, 1], How::Goal), game(3, [1, 0], [1, 0], How::Forfeit(Seat(1)))]);
        let standings = board.sum_up(&["first", "second", "third"].map(str::to_owned));
        let of =
            |row: &StandingRow| (row.place, row.bot.clone(), row.games, [row.won, row.drawn, row.lost], row.forfeits);
        let bots: Vec<_> = standings.bots.iter().map(of).collect();
        assert_eq!(bots, [(1, "first".to_owned(), 4, [2, 1, 1], 1), (2, "second".to_owned(), 4, [1, 1, 2], 0)]);
        let shares: Vec<_> = standings.bots.iter().map(|row| (row.score.value, row.wins.value)).collect();
        assert_eq!(shares, [(0.625, 0.625), (0.375, 0.375)]);
        let pairs: Vec<_> = standings.pairs.iter().map(|row| (row.meetings, row.score.value)).collect();
        assert_eq!(pairs, [(4, 0.625), (4, 0.375)]);
        let seats: Vec<_> = standings.seats.iter().map(|row| (row.games, row.payoff.value, row.wins.value)).collect();
        assert_eq!(seats, [(4, 0.625, 0.625), (4, 0.375, 0.375)]);
        assert_eq!((board.games(), board.forfeits(), standings.differences.len()), (4, 1, 1));
    }

    /// Four bots, of which each beats those behind it, some of them only in one game of two.
    #[test]
    fn bots_are_compared_with_the_next_and_with_all_others_at_once() {
        let mut board = Scoreboard::new(4, 2, 6);
        let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        for (index, [a, b]) in (0..).step_by(2).zip(pairs.into_iter().cycle().take(60)) {
            let upset = i32::from(index % 5 == 0);
            board.add(&[game(index, [a, b], [1, 0], How::Goal), game(index + 1, [b, a], [upset, 1], How::Goal)]);
        }
        let names = ["first", "second", "third", "fourth"].map(str::to_owned);
        let (standings, ratings) = (board.sum_up(&names), board.results.rate());
        let order: Vec<&str> = standings.bots.iter().map(|row| &*row.bot).collect();
        assert_eq!(order, names.each_ref().map(|name| &**name));
        let above: Vec<Option<f64>> = standings.bots.iter().map(|row| row.above_next).collect();
        let superiority = |a: usize| Some(ratings.superiority(a, a + 1));
        assert_eq!(above, [superiority(0), superiority(1), superiority(2), None]);
        assert!(above[0] > Some(0.5));
        let of_six: Vec<Estimate> = ratings.players.iter().map(|rating| rating.interval(all_of(6))).collect();
        let ends: Vec<(f64, f64)> =
            standings.differences.iter().map(|row| (row.difference_all_low, row.difference_all_high)).collect();
        let wide = pairs.map(|[a, b]| ratings.difference(a.into(), b.into(), &of_six));
        assert_eq!(ends, wide.map(|difference| (difference.low, difference.high)));
        assert_eq!(board.forfeits(), 0);
    }
}
