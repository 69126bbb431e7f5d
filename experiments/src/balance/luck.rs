//! How much of the results the deal explains: games of one block share it, and agree the more the more it matters.

use super::ratio::{UNKNOWN, around};
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

    fn each(&mut self, other: &Sums, sign: f64) {
        self.blocks += sign * other.blocks;
        for (a, b) in self.sums.iter_mut().flatten().zip(other.sums.iter().flatten()) {
            *a += sign * b;
        }
        for (a, b) in self.products.iter_mut().flatten().flatten().zip(other.products.iter().flatten().flatten()) {
            *a += sign * b;
        }
    }

    /// The mean covariance of two games of a block over the mean variance of one.
    fn share(&self) -> f64 {
        let (mut alone, mut together) = (0.0, 0.0);
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
        if alone > 1e-12 { together / alone } else { f64::NAN }
    }
}

/// The share of the variance of payoffs that the deal explains.
///
/// Two games of a block have the same deal and the bots turned by some seats. Seat by seat, and with every bot's own
/// mean taken out, how their payoffs vary together is what the deal does; the rest is play and the bots' own chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    parts: Vec<Sums>,
    blocks: usize,
}

impl Luck {
    /// Nothing yet, for blocks of so many games.
    pub fn new(seats: usize, games: usize) -> Luck {
        Luck { parts: vec![Sums::new(seats, games); PARTS], blocks: 0 }
    }

    /// Adds a block: the payoffs by game, then by seat.
    pub fn add(&mut self, games: &[Vec<f64>]) {
        let part = &mut self.parts[self.blocks % PARTS];
        self.blocks += 1;
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

    /// The share, with an interval by leaving out one part of the blocks after the other.
    pub fn share(&self) -> Estimate {
        let parts: Vec<&Sums> = self.parts.iter().filter(|part| part.blocks > 0.0).collect();
        let games = self.parts[0].sums.first().map_or(0, Vec::len);
        if parts.len() < 3 || games < 2 {
            return UNKNOWN;
        }
        let mut all = parts[0].clone();
        parts[1..].iter().for_each(|part| all.each(part, 1.0));
        let value = all.share();
        let n = parts.len() as f64;
        let squares: f64 = parts
            .iter()
            .map(|part| {
                let mut rest = all.clone();
                rest.each(part, -1.0);
                (rest.share() - value).powi(2)
            })
            .sum();
        around(value, (squares * (n - 1.0) / n).sqrt(), n - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marque::random::{Purpose, stream, unit};

    /// Two games a block; the deal decides a game with the given chance, otherwise a coin does.
    fn luck(decided: f64) -> Estimate {
        let mut rng = stream(5, 0, Purpose::Other(1));
        let mut luck = Luck::new(2, 2);
        for _ in 0..4000 {
            let deal = f64::from(unit(&mut rng) < 0.5);
            let game = |rng: &mut marque::Rng| {
                let coin = f64::from(unit(rng) < 0.5);
                let first = if unit(rng) < decided { deal } else { coin };
                vec![first, 1.0 - first]
            };
            luck.add(&[game(&mut rng), game(&mut rng)]);
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
        assert!(share.low < 0.0 && share.high > 0.0 && share.high < 0.1, "{share:?}");
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
        let mut luck = Luck::new(2, 2);
        for _ in 0..40 {
            luck.add(&[vec![1.0, 0.0], vec![0.0, 1.0]]);
        }
        assert!(luck.share().value.is_nan(), "nothing varies once the bots' means are out");
    }
}
