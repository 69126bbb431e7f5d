use std::borrow::Cow;

use arrayvec::ArrayVec;
use marque::{MAX_SEATS, Seat, Standing};

/// Who sits where: the number of a player for every seat, in seat order.
pub type Lineup = ArrayVec<u16, MAX_SEATS>;

/// What stopped a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It came to its goal.
    Goal,
    /// A limit of its rules cut it.
    Cut,
    /// A player failed, and with that lost.
    Forfeit(Seat),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// What stopped it.
    pub how: How,
    /// In a few words.
    pub reason: Cow<'static, str>,
}

/// One game that was played: all that statistics need, and nothing that depends on the clock.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number in the run, from 0.
    pub index: u64,
    /// The block it belongs to; games of a block share their deal.
    pub block: u64,
    /// Which table of the schedule the block was played at.
    pub table: u32,
    /// Who sat where.
    pub lineup: Lineup,
    /// Scores, ranks and winners.
    pub standing: Standing,
    /// How many choices were made.
    pub decisions: u32,
    /// How many turns were begun, as the game counts them.
    pub turns: u32,
    /// How it ended.
    pub end: End,
}

impl GameRecord {
    /// A seat's share of the win: one win is divided evenly among all who win.
    pub fn win_share(&self, seat: Seat) -> f64 {
        if !self.standing.wins(seat) {
            return 0.0;
        }
        let winners = Seat::all(self.standing.seats()).filter(|&seat| self.standing.wins(seat)).count();
        1.0 / winners as f64
    }

    /// What one seat scores against another: 1 ahead of it, 1/2 level, 0 behind.
    pub fn points(&self, seat: Seat, against: Seat) -> f64 {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let ranks = self.standing.ranks();
        match ranks[seat.index()].cmp(&ranks[against.index()]) {
            Less => 1.0,
            Equal => 0.5,
            Greater => 0.0,
        }
    }
}
