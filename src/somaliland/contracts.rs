//! Contract cards (SO-6, SO-7) and how they are met (SO-19).

use std::fmt;

use super::lane::{Lane, Route};
use super::ship::FLEET;

/// A contract: what must be carried, and which way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(super) u8);

impl Card {
    /// The displacement it asks for, and what it scores in full.
    #[inline]
    pub const fn value(self) -> i32 {
        30 + 2 * (self.0 as i32 / 2)
    }

    /// Whether it goes to the northern harbour.
    #[inline]
    pub const fn northbound(self) -> bool {
        self.0 & 1 == 0
    }

    /// The card with this notation, such as `44N`.
    pub fn parse(text: &str) -> Option<Card> {
        (0..Cards::COUNT).map(Card).find(|card| card.to_string() == text)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value(), if self.northbound() { 'N' } else { 'S' })
    }
}

/// A set of contracts, by value, north before south.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cards(pub(super) u64);

impl Cards {
    /// How many contracts there are.
    pub const COUNT: u8 = 36;
    /// All of them.
    pub const ALL: Cards = Cards((1 << Cards::COUNT) - 1);
    /// Those that go north.
    pub const NORTH: Cards = Cards(Cards::ALL.0 / 3);

    /// How many are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those worth at most `value`.
    #[inline]
    pub const fn up_to(self, value: i32) -> Cards {
        let values = if value < 30 { 0 } else { (value - 30) / 2 + 1 };
        if values >= Cards::COUNT as i32 / 2 { self } else { Cards(self.0 & ((1 << (2 * values)) - 1)) }
    }

    /// The sum of their values.
    #[inline]
    pub fn value(self) -> i32 {
        self.map(Card::value).sum()
    }

    /// Those of one direction.
    #[inline]
    pub const fn bound(self, north: bool) -> Cards {
        Cards(if north { self.0 & Cards::NORTH.0 } else { self.0 & !Cards::NORTH.0 })
    }
}

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.enumerate() {
            write!(f, "{}{card}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// What a seat earns with the ships that arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Earnings {
    /// Points for the contracts met.
    pub points: i32,
    /// How many contracts were met, by lane.
    pub met: [u8; 4],
}

impl Earnings {
    /// Whether it scores more, or as much with fewer contracts (SO-19).
    #[inline]
    fn beats(&self, other: &Earnings) -> bool {
        let count = |earnings: &Earnings| earnings.met.iter().sum::<u8>();
        self.points > other.points || self.points == other.points && count(self) < count(other)
    }
}

/// The most that `cards` can earn with the ships that `arrived` in each lane (masks of a seat's ships), where `loads`
/// has the displacement of every set of ships (SO-19).
pub(super) fn earnings(cards: Cards, arrived: [usize; 4], loads: &[u16; 1 << FLEET], africa_percent: i32) -> Earnings {
    let mut sum = Earnings::default();
    // No contract and no ship goes both ways, so the directions are settled one by one.
    for north in [false, true] {
        let lanes = [Route::Somalia, Route::Africa].map(|route| Lane::of(route, north));
        let ships = arrived[lanes[0].index()] | arrived[lanes[1].index()];
        let cards = cards.bound(north);
        if cards.is_empty() || ships == 0 {
            continue;
        }
        // The best with exactly these ships used, contract after contract.
        let mut best: [Option<Earnings>; 1 << FLEET] = [None; 1 << FLEET];
        best[0] = Some(Earnings::default());
        for card in cards {
            for used in (1..=ships).rev().filter(|used| used & !ships == 0) {
                for lane in lanes {
                    let percent = if lane.route() == Route::Africa { africa_percent } else { 100 };
                    let points = card.value() * percent / 100;
                    let mine = used & arrived[lane.index()];
                    let mut carriers = mine;
                    while carriers != 0 {
                        if i32::from(loads[carriers]) >= card.value()
                            && let Some(mut with) = best[used & !carriers]
                        {
                            with.points += points;
                            with.met[lane.index()] += 1;
                            if best[used].is_none_or(|old| with.beats(&old)) {
                                best[used] = Some(with);
                            }
                        }
                        carriers = (carriers - 1) & mine;
                    }
                }
            }
        }
        let most = best.into_iter().flatten().reduce(|most, other| if other.beats(&most) { other } else { most });
        if let Some(most) = most {
            sum.points += most.points;
            for (met, more) in sum.met.iter_mut().zip(most.met) {
                *met += more;
            }
        }
    }
    sum
}
