//! A game from the moment it is played until it is counted: one struct all the way.

use std::borrow::Cow;
use std::time::Duration;

use arrayvec::ArrayVec;
use marque::{MAX_SEATS, Seat, Standing};

/// Who sits where: the number of a player for every seat, in seat order.
pub type Lineup = ArrayVec<u16, MAX_SEATS>;

/// Which game it is, and who sits where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Its number in the run, from 0.
    pub number: u64,
    /// Its number in its match, from 0; a tournament is one match. The same number in another match has the same deal.
    pub index: u64,
    /// The block it belongs to; games of a block share their deal.
    pub block: u64,
    /// Which table of the schedule the block is played at.
    pub table: u32,
    /// Who sits where.
    pub lineup: Lineup,
}

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

/// What the clock said of a game; nothing but `timing.csv` depends on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// How long it took.
    pub took: Duration,
    /// How long each seat thought; zero for a player that picks blindly.
    pub thought: ArrayVec<Duration, MAX_SEATS>,
}

/// One game that was played. `C` is what was counted meanwhile: nothing in a tournament, its course in an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord<C = ()> {
    /// Which game it is, and who sat where.
    pub seating: Seating,
    /// Scores, ranks and winners, a forfeit counted in.
    pub standing: Standing,
    /// How many choices were made.
    pub decisions: u32,
    /// How many turns were begun, as the game counts them.
    pub turns: u32,
    /// How it ended.
    pub end: End,
    /// What the clock said.
    pub clock: Clock,
    /// What was counted meanwhile.
    pub course: C,
    /// All that happened in it as a trace, where traces are kept and it was played just now.
    pub trace: Option<Vec<u8>>,
}

impl<C> GameRecord<C> {
    /// The same game with what was counted meanwhile.
    pub fn with_course<D>(self, course: D) -> GameRecord<D> {
        let GameRecord { seating, standing, decisions, turns, end, clock, trace, .. } = self;
        GameRecord { seating, standing, decisions, turns, end, clock, course, trace }
    }

    /// Whether a player failed, and with that lost.
    pub fn forfeited(&self) -> bool {
        matches!(self.end.how, How::Forfeit(_))
    }

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

#[cfg(test)]
impl GameRecord {
    /// A game to test with, in a block of its own, of which nothing is known but who sat where and what they scored.
    pub fn made_up(index: u64, lineup: &[u16], scores: &[i32]) -> GameRecord {
        GameRecord {
            seating: Seating { number: index, index, block: index, table: 0, lineup: lineup.iter().copied().collect() },
            standing: Standing::by_score(scores),
            decisions: 1,
            turns: 1,
            end: End { how: How::Goal, reason: Cow::Borrowed("") },
            clock: Clock::default(),
            course: (),
            trace: None,
        }
    }
}
