//! Who plays whom: the tables of a tournament, and which table, arrangement and rotation a game is.
//!
//! A table is a choice of as many players as there are seats. Blocks go round the tables in turn, so that a run cut short
//! at any block is nearly balanced. Rotation lets everybody sit everywhere, but the neighbours stay the same; so each
//! time a table comes round again its players are arranged anew, through all orders around the table up to four seats and
//! through [`ARRANGEMENTS`] of them beyond.

use arrayvec::ArrayVec;
use marque::MAX_SEATS;
use marque::random::{self, Purpose};

use crate::game_record::{Lineup, Seating};

/// The most tables that are all played; beyond, a balanced sample of so many is.
pub const MOST_TABLES: usize = 2000;
/// The most orders around a table that are played.
pub const ARRANGEMENTS: usize = 6;

/// The most players that can take part.
pub const MOST_PLAYERS: usize = 1000;

/// What kind of tournament it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

impl Pairing {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Pairing::RoundRobin => "round-robin",
            Pairing::Gauntlet => "gauntlet",
        }
    }
}

/// The plan of a tournament. It does not depend on how many games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    tables: Vec<Lineup>,
    arrangements: Vec<ArrayVec<usize, MAX_SEATS>>,
    whole: bool,
    block_games: usize,
}

impl Schedule {
    /// A plan for `players` at tables of `seats`. Where there are fewer players than seats some sit more than once, each
    /// as often as the others or once more.
    pub fn new(players: usize, seats: usize, pairing: Pairing) -> Schedule {
        let (tables, whole) = match pairing {
            Pairing::RoundRobin => tables(players, seats),
            Pairing::Gauntlet => {
                let (mut tables, whole) = tables(players - 1, seats - 1);
                for table in &mut tables {
                    table.iter_mut().for_each(|player| *player += 1);
                    table.insert(0, 0);
                }
                (tables, whole)
            }
        };
        let alike = tables.iter().flatten().all(|&player| player == tables[0][0]);
        Schedule { tables, arrangements: arrangements(seats), whole, block_games: if alike { 1 } else { seats } }
    }

    /// How many different tables there are.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// Whether every possible table is among them, rather than a balanced sample.
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// How many seats a table has.
    pub fn seats(&self) -> usize {
        self.arrangements[0].len()
    }

    /// How many games share a deal: one for every rotation of the players, or a single one where all seats have the same
    /// player and rotating would change nothing.
    pub fn block_games(&self) -> usize {
        self.block_games
    }

    /// The game of a match that has this number there and `number` in the run.
    pub fn seating(&self, number: u64, index: u64) -> Seating {
        let (seats, games) = (self.seats(), self.block_games() as u64);
        let (block, rotation) = (index / games, (index % games) as usize);
        let table = (block % self.tables.len() as u64) as usize;
        let round = block / self.tables.len() as u64;
        let order = &self.arrangements[(round % self.arrangements.len() as u64) as usize];
        let lineup = (0..seats).map(|seat| self.tables[table][order[(seat + rotation) % seats]]).collect();
        Seating { number, index, block, table: table as u32, lineup }
    }
}

/// Tables of `seats` out of `players` and whether they are all there are.
fn tables(players: usize, seats: usize) -> (Vec<Lineup>, bool) {
    // Everybody sits `seats / players` times; some, all choices of them, once more.
    let (all, some) = (seats / players, seats % players);
    let seat = |chosen: &Lineup| {
        let everybody = (0..all).flat_map(|_| 0..players as u16);
        everybody.chain(chosen.iter().copied()).collect::<Lineup>()
    };
    let whole = choices(players, some) <= MOST_TABLES;
    let mut balance = Balance::new(players);
    let chosen = if whole {
        let mut left = combinations(players, some);
        let mut ordered = Vec::with_capacity(left.len());
        while let Some(at) = (0..left.len()).min_by_key(|&at| balance.cost(&left[at])) {
            let choice = left.remove(at);
            balance.add(&choice);
            ordered.push(choice);
        }
        ordered
    } else {
        (0..MOST_TABLES).map(|_| balance.next(some)).collect()
    };
    (chosen.iter().map(seat).collect(), whole)
}

/// How many choices of `some` out of `all` there are, as far as it matters.
fn choices(all: usize, some: usize) -> usize {
    (0..some).fold(1usize, |ways, i| ways.saturating_mul(all - i) / (i + 1))
}

/// All choices of `some` out of `all`.
fn combinations(all: usize, some: usize) -> Vec<Lineup> {
    let mut done = vec![Lineup::new()];
    for _ in 0..some {
        done = done
            .iter()
            .flat_map(|choice| {
                let from = choice.last().map_or(0, |&last| last + 1);
                (from..all as u16).map(|next| choice.iter().copied().chain([next]).collect())
            })
            .collect();
    }
    done
}

/// How often everybody has been chosen, alone and together.
struct Balance {
    times: Vec<u32>,
    together: Vec<Vec<u32>>,
}

impl Balance {
    fn new(players: usize) -> Balance {
        Balance { times: vec![0; players], together: vec![vec![0; players]; players] }
    }

    fn add(&mut self, choice: &Lineup) {
        for &a in choice {
            self.times[usize::from(a)] += 1;
            for &b in choice {
                self.together[usize::from(a)][usize::from(b)] += 1;
            }
        }
    }

    /// How often those of a choice have been at it already: alone first, together second.
    fn cost(&self, choice: &Lineup) -> (u32, u32) {
        let alone = choice.iter().map(|&a| self.times[usize::from(a)]).sum();
        let together = choice.iter().flat_map(|&a| choice.iter().map(move |&b| (a, b)));
        (alone, together.map(|(a, b)| self.together[usize::from(a)][usize::from(b)]).sum())
    }

    /// The choice of `some` who have been chosen least, and least together; it is added.
    fn next(&mut self, some: usize) -> Lineup {
        let mut choice = Lineup::new();
        for _ in 0..some {
            let free = (0..self.times.len() as u16).filter(|player| !choice.contains(player));
            let best = free.min_by_key(|&player| {
                let met: u32 = choice.iter().map(|&a| self.together[usize::from(a)][usize::from(player)]).sum();
                (self.times[usize::from(player)], met, player)
            });
            choice.extend(best);
        }
        self.add(&choice);
        choice
    }
}

/// Orders of the positions around a table, the first kept in place.
fn arrangements(seats: usize) -> Vec<ArrayVec<usize, MAX_SEATS>> {
    let mut orders = vec![(0..seats).collect::<ArrayVec<usize, MAX_SEATS>>()];
    let wanted = (1..seats).product::<usize>().min(ARRANGEMENTS);
    let mut rng = random::stream(0, seats as u64, Purpose::Other(0));
    while orders.len() < wanted {
        let mut order: ArrayVec<usize, MAX_SEATS> = (0..seats).collect();
        for last in (2..seats).rev() {
            order.swap(last, 1 + random::below(&mut rng, last as u32) as usize);
        }
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// How often each player sits in the games of the first `blocks` blocks.
    fn seated(schedule: &Schedule, blocks: u64) -> BTreeMap<(u16, usize), u32> {
        let mut seated = BTreeMap::new();
        for index in 0..blocks * schedule.seats() as u64 {
            for (seat, player) in schedule.seating(index, index).lineup.into_iter().enumerate() {
                *seated.entry((player, seat)).or_default() += 1;
            }
        }
        seated
    }

    #[test]
    fn a_block_puts_everybody_in_every_seat() {
        let schedule = Schedule::new(3, 3, Pairing::RoundRobin);
        assert_eq!(schedule.tables(), 1);
        let lineups: Vec<Vec<u16>> = (0..6).map(|game| schedule.seating(game, game).lineup.to_vec()).collect();
        assert_eq!(lineups, [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]);
    }

    #[test]
    fn a_player_alone_gets_a_new_deal_in_every_game() {
        let schedule = Schedule::new(1, 3, Pairing::RoundRobin);
        assert_eq!((schedule.block_games(), schedule.tables()), (1, 1));
        let game = schedule.seating(9, 7);
        assert_eq!((game.number, game.index, game.block, game.lineup.as_slice()), (9, 7, 7, &[0, 0, 0][..]));
    }

    #[test]
    fn all_pairs_meet_equally_often() {
        let schedule = Schedule::new(5, 2, Pairing::RoundRobin);
        assert_eq!((schedule.tables(), schedule.whole()), (10, true));
        assert!(seated(&schedule, 10).values().all(|&times| times == 4));
        // A run cut short is nearly balanced: after five blocks everybody has met two others.
        assert!(seated(&schedule, 5).values().all(|&times| times == 2));
    }

    #[test]
    fn too_many_tables_are_sampled_in_balance() {
        let schedule = Schedule::new(20, 8, Pairing::RoundRobin);
        assert_eq!((schedule.tables(), schedule.whole()), (MOST_TABLES, false));
        let mut times = [0u32; 20];
        let mut together = BTreeMap::<(u16, u16), u32>::new();
        for table in &schedule.tables {
            for (i, &a) in table.iter().enumerate() {
                times[usize::from(a)] += 1;
                for &b in &table[i + 1..] {
                    *together.entry((a.min(b), a.max(b))).or_default() += 1;
                }
            }
        }
        assert_eq!(times, [MOST_TABLES as u32 * 8 / 20; 20]);
        // 2000 tables of 28 pairs over 190 pairs: 295 each.
        assert_eq!(together.len(), 190);
        assert!(together.values().all(|times| (280..=310).contains(times)), "{:?}", together.values());
    }

    #[test]
    fn with_few_players_some_sit_twice() {
        let schedule = Schedule::new(2, 3, Pairing::RoundRobin);
        let tables: Vec<Vec<u16>> = schedule.tables.iter().map(|table| table.to_vec()).collect();
        assert_eq!(tables, [[0, 1, 0], [0, 1, 1]]);
        assert!(seated(&schedule, 2).values().all(|&times| times == 3));
        assert_eq!(Schedule::new(2, 4, Pairing::RoundRobin).tables[0].to_vec(), [0, 1, 0, 1]);
    }

    #[test]
    fn a_gauntlet_seats_the_first_player_everywhere() {
        let schedule = Schedule::new(4, 3, Pairing::Gauntlet);
        let tables: Vec<Vec<u16>> = schedule.tables.iter().map(|table| table.to_vec()).collect();
        assert_eq!(tables, [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        assert_eq!(Schedule::new(2, 4, Pairing::Gauntlet).tables[0].to_vec(), [0, 1, 1, 1]);
    }

    #[test]
    fn neighbours_change_from_round_to_round() {
        for seats in 2..=8 {
            let orders = arrangements(seats);
            assert_eq!(orders.len(), (1..seats).product::<usize>().min(6));
            assert!(orders.iter().all(|order| order[0] == 0 && (0..seats).all(|at| order.contains(&at))));
        }
    }
}
