//! How much of the results the deal explains: games of one block share it, and agree the more the more it matters.

use std::collections::BTreeMap;

use super::ratio::{UNKNOWN, around};
use super::verdict::LEAST_BLOCKS;
use crate::game_record::Lineup;
use crate::intervals::Estimate;

/// How many parts the blocks are dealt into, to see how far the figure moves without each of them.
const PARTS: usize = 20;

/// Sums over blocks of the payoffs of every seat in every game of the block, and their products within a seat.
#[derive(Clone, PartialEq, Debug)]
struct Sums {
    blocks: f64,
    /// By seat, then by game of the block.
    sums: Vec<Vec<f64>>,
    /// By seat, then by two games of the block.
    products: Vec<Vec<Vec<f64>>>,
}

impl Sums {
    fn new(seats: usize, games: usize) -> Sums {
        Sums { blocks: 0.0, sums: vec![vec![0.0; games]; seats], products: vec![vec![vec![0.0; games]; games]; seats] }
    }

    fn games(&self) -> usize {
        self.sums.first().map_or(0, Vec::len)
    }

    fn join(&mut self, other: &Sums) {
        self.blocks += other.blocks;
        for (a, b) in self.sums.iter_mut().flatten().zip(other.sums.iter().flatten()) {
            *a += b;
        }
        for (a, b) in self.products.iter_mut().flatten().flatten().zip(other.products.iter().flatten().flatten()) {
            *a += b;
        }
    }

    /// How two games of a block vary together, and how one varies by itself, each as a mean, times the blocks beyond the
    /// first.
    fn covariances(&self) -> (f64, f64) {
        let (mut together, mut alone) = (0.0, 0.0);
        if self.blocks < 2.0 {
            return (together, alone);
        }
        for (sums, products) in self.sums.iter().zip(&self.products) {
            let games = sums.len();
            for i in 0..games {
                for j in 0..games {
                    let covariance = products[i][j] - sums[i] * sums[j] / self.blocks;
                    if i == j {
                        alone += covariance / games as f64;
                    } else {
                        together += covariance / (games * (games - 1)) as f64;
                    }
                }
            }
        }
        (together, alone)
    }
}

/// The share of the variance of payoffs that the deal's tape explains, with the bots that sit there.
///
/// Two games of a block have the same deal and the bots turned by some seats. Seat by seat, and with the mean of whoever
/// sits where taken out (of every game of blocks that are seated alike), how their payoffs vary together is what the deal does;
/// the rest is play and the bots' own chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    seats: usize,
    /// By who sits where in the first game: how many blocks were seated so, and their sums by part.
    lineups: BTreeMap<Lineup, (usize, Vec<Sums>)>,
}

impl Luck {
    /// Nothing yet, for a table of so many seats.
    pub fn new(seats: usize) -> Luck {
        Luck { seats, lineups: BTreeMap::new() }
    }

    /// Adds a block: who sat where in its first game, and the payoffs by game, then by seat.
    pub fn add(&mut self, lineup: Lineup, games: &[Vec<f64>]) {
        let nothing = || (0, vec![Sums::new(self.seats, games.len()); PARTS]);
        let (blocks, parts) = self.lineups.entry(lineup).or_insert_with(nothing);
        let part = &mut parts[*blocks % PARTS];
        *blocks += 1;
        part.blocks += 1.0;
        for (seat, (sums, products)) in part.sums.iter_mut().zip(&mut part.products).enumerate() {
            for (i, a) in games.iter().enumerate() {
                sums[i] += a[seat];
                for (j, b) in games.iter().enumerate() {
                    products[i][j] += a[seat] * b[seat];
                }
            }
        }
    }

    /// The share without one of the parts, or of all.
    fn without(&self, left_out: Option<usize>) -> f64 {
        let (mut together, mut alone) = (0.0, 0.0);
        for (_, parts) in self.lineups.values() {
            let mut all = Sums::new(self.seats, parts[0].games());
            let kept = parts.iter().enumerate().filter(|&(part, _)| Some(part) != left_out);
            kept.for_each(|(_, part)| all.join(part));
            let (a, b) = all.covariances();
            together += a;
            alone += b;
        }
        if alone > 1e-12 { together / alone } else { f64::NAN }
    }

    /// The share, with an interval by leaving out one part of the blocks after the other; both stay in 0 to 1. Unknown
    /// with few blocks, and where games of a block are not more than one.
    pub fn share(&self) -> Estimate {
        let parts = self.lineups.values().map(|(blocks, _)| *blocks).max().unwrap_or(0).min(PARTS);
        let blocks: usize = self.lineups.values().map(|(blocks, _)| *blocks).sum();
        if parts < 3 || (blocks as u64) < LEAST_BLOCKS || self.lineups.values().any(|(_, parts)| parts[0].games() < 2) {
            return UNKNOWN;
        }
        let value = self.without(None);
        let n = parts as f64;
        let squares: f64 = (0..parts).map(|part| (self.without(Some(part)) - value).powi(2)).sum();
        let share = around(value, (squares * (n - 1.0) / n).sqrt(), n - 1.0);
        if value.is_nan() || squares.is_nan() {
            return UNKNOWN;
        }
        let clip = |share: f64| share.clamp(0.0, 1.0);
        Estimate { value: clip(share.value), low: clip(share.low), high: clip(share.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marque::random::{Purpose, stream, unit};

    /// A lineup for every table.
    fn seated(table: usize) -> Lineup {
        [table as u16, 9].into_iter().collect()
    }

    /// Two games a block; the deal decides a game with the given chance, otherwise a coin does.
    fn luck(decided: f64) -> Estimate {
        let mut rng = stream(5, 0, Purpose::Other(1));
        let mut luck = Luck::new(2);
        for _ in 0..4000 {
            let deal = f64::from(unit(&mut rng) < 0.5);
            let game = |rng: &mut marque::Rng| {
                let coin = f64::from(unit(rng) < 0.5);
                let first = if unit(rng) < decided { deal } else { coin };
                vec![first, 1.0 - first]
            };
            luck.add(seated(0), &[game(&mut rng), game(&mut rng)]);
        }
        luck.share()
    }

    #[test]
    fn a_deal_that_decides_explains_all() {
        let share = luck(1.0);
        assert_eq!(share.value, 1.0);
        assert!(share.high - share.low < 1e-9);
    }

    #[test]
    fn a_deal_that_does_nothing_explains_nothing() {
        let share = luck(0.0);
        assert!(share.low == 0.0 && share.high > 0.0 && share.high < 0.1, "{share:?}");
    }

    #[test]
    fn a_deal_that_decides_half_the_games_explains_a_quarter() {
        // Both games follow the deal in a quarter of the blocks.
        let share = luck(0.5);
        assert!(share.low < 0.25 && share.high > 0.25 && share.high - share.low < 0.1, "{share:?}");
    }

    #[test]
    fn a_stronger_bot_is_not_luck() {
        // The bot in seat 0 of the first game and seat 1 of the second always wins.
        let mut luck = Luck::new(2);
        for _ in 0..40 {
            luck.add(seated(0), &[vec![1.0, 0.0], vec![0.0, 1.0]]);
        }
        assert!(luck.share().value.is_nan(), "nothing varies once the bots' means are out");
    }

    /// Four tables of two bots of which one is much stronger or both are alike, in turn: who sits where explains most of the
    /// payoffs, and the deal a quarter of the rest.
    #[test]
    fn who_sits_where_is_not_the_deal() {
        let mut rng = stream(6, 0, Purpose::Other(1));
        let mut luck = Luck::new(2);
        for block in 0..4000 {
            let table = block % 4;
            // The chance that whoever sits in seat 0 in the first game wins.
            let strength = [0.95, 0.05, 0.5, 0.9][table];
            let deal = unit(&mut rng);
            let mut game = |first: f64| {
                let coin = if unit(&mut rng) < 0.5 { deal } else { unit(&mut rng) };
                let wins = f64::from(coin < first);
                vec![wins, 1.0 - wins]
            };
            luck.add(seated(table), &[game(strength), game(1.0 - strength)]);
        }
        let share = luck.share();
        assert!(share.low > 0.05 && share.high < 0.3, "{share:?}");
    }

    #[test]
    fn few_blocks_tell_nothing_of_the_deal() {
        let share = |blocks: u64| {
            let mut luck = Luck::new(2);
            for block in 0..blocks {
                let won = (block % 2) as f64;
                luck.add(seated(0), &[vec![won, 1.0 - won], vec![won, 1.0 - won]]);
            }
            luck.share().value
        };
        assert!(share(LEAST_BLOCKS - 1).is_nan());
        assert!((share(LEAST_BLOCKS) - 1.0).abs() < 1e-9);
    }

    /// Blocks of three games for two seats: the seating, and the payoffs by game, then by seat.
    fn three_games(blocks: usize, seatings: usize) -> Vec<(usize, Vec<Vec<f64>>)> {
        let mut rng = stream(8, 0, Purpose::Other(1));
        let mut block = |at: usize| {
            let deal = unit(&mut rng);
            let games = (0..3).map(|game| {
                let first = 0.2 + 0.5 * deal + 0.2 * unit(&mut rng) + 0.05 * f64::from(game);
                vec![first, 0.3 * unit(&mut rng) - first]
            });
            (at % seatings, games.collect())
        };
        (0..blocks).map(&mut block).collect()
    }

    fn of(blocks: &[(usize, Vec<Vec<f64>>)]) -> Luck {
        let mut luck = Luck::new(2);
        blocks.iter().for_each(|(table, games)| luck.add(seated(*table), games));
        luck
    }

    /// How games of a block vary together over how they vary alone, around the mean of their seating, seat and game.
    fn plain_share<'a>(blocks: impl Iterator<Item = &'a (usize, Vec<Vec<f64>>)> + Clone) -> f64 {
        let (mut together, mut alone) = (0.0, 0.0);
        for (seating, block) in blocks.clone() {
            let like = blocks.clone().filter(|(other, _)| other == seating);
            let n = like.clone().count() as f64;
            let off = |game: usize, seat: usize| {
                block[game][seat] - like.clone().map(|(_, games)| games[game][seat]).sum::<f64>() / n
            };
            for seat in 0..2 {
                for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    let product = off(i, seat) * off(j, seat);
                    if i == j { alone += product / 3.0 } else { together += product / 6.0 }
                }
            }
        }
        together / alone
    }

    #[test]
    fn the_share_and_its_interval_are_those_of_the_payoffs_themselves() {
        // As few as three blocks of a seating are enough, if there are enough seatings.
        for (blocks, seatings, parts) in [(24, 2, 12), (24, 8, 3)] {
            let blocks = three_games(blocks, seatings);
            let value = plain_share(blocks.iter());
            let n = parts as f64;
            let moved = (0..parts).map(|part| {
                let kept = blocks.iter().enumerate().filter(|(at, _)| at / seatings % PARTS != part);
                (plain_share(kept.map(|(_, block)| block)) - value).powi(2)
            });
            let expected = around(value, (moved.sum::<f64>() * (n - 1.0) / n).sqrt(), n - 1.0);
            let share = of(&blocks).share();
            assert!(expected.low > 0.0 || parts == 3, "{expected:?}");
            for (a, b) in [(share.value, value), (share.low, expected.low), (share.high, expected.high)] {
                assert!((a - b.clamp(0.0, 1.0)).abs() < 1e-9, "{share:?} is not {expected:?}");
            }
        }
    }

    #[test]
    fn two_blocks_of_a_seating_or_single_games_tell_nothing_of_the_deal() {
        assert!(of(&three_games(24, 12)).share().value.is_nan());
        let single: Vec<_> =
            three_games(24, 1).into_iter().map(|(table, games)| (table, games[..1].to_vec())).collect();
        assert!(of(&single).share().value.is_nan());
    }

    #[test]
    fn one_block_that_varies_tells_nothing_of_the_deal() {
        let mut luck = Luck::new(2);
        for block in 0..20 {
            let won = f64::from(u8::from(block == 7));
            luck.add(seated(0), &[vec![won, 1.0 - won], vec![won, 1.0 - won]]);
        }
        // Without that block nothing varies, so there is no saying how far the figure moves.
        assert!(luck.share().value.is_nan());
    }

    #[test]
    fn sums_of_two_blocks_vary_by_their_difference() {
        let mut luck = Luck::new(1);
        luck.add(seated(0), &[vec![0.75], vec![0.5]]);
        luck.add(seated(0), &[vec![0.25], vec![1.0]]);
        let (_, parts) = &luck.lineups[&seated(0)];
        let mut all = Sums::new(1, 2);
        parts.iter().for_each(|part| all.join(part));
        let products = vec![vec![vec![0.625, 0.625], vec![0.625, 1.25]]];
        assert_eq!(all, Sums { blocks: 2.0, sums: vec![vec![1.0, 1.5]], products });
        // Half the products of the differences -0.5 and 0.5.
        assert_eq!(all.covariances(), (-0.125, 0.125));
    }
}
