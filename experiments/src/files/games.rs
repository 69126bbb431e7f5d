//! Rows of `games.csv` and `timing.csv`, and the games they are of.

use std::borrow::Cow;
use std::time::Duration;

use marque::{Seat, Standing};

use super::codec::{EachSeat, Flag, Flat, Maybe, Millis, Name, Named, Text, UpTo, Whole};
use super::row::{File, FileInfo};
use crate::game_record::{Clock, End, GameRecord, How, Seating};

crate::rows! {
    /// What a seat came to.
    pub struct SeatResult {
        /// Who sat in seat n.
        bot: String => Text, "text";
        /// Its score.
        score: i32 => Whole, "points";
        /// How many seats finished ahead of it.
        rank: u8 => Whole, "seats";
        /// Share of the others it beat, ties counted half.
        payoff: f64 => UpTo<6>, "0 to 1";
        /// 1 if it won, else 0.
        win: bool => Flag, "0 or 1";
    }

    /// One row a game, in order. Rows appear a block at a time as blocks finish. The same seed gives the same bytes, on any
    /// number of threads.
    pub struct GameRow in "games" {
        /// Number of the game, from 0.
        game: u64 => Whole, "number";
        /// Number of the block: games that share a deal, one for every rotation of the bots over the seats, or a game alone
        /// where all seats have the same bot.
        block: u64 => Whole, "number";
        /// Seed of the run; with `block` it makes the deal.
        seed: u64 => Whole, "number";
        /// Number of the choice of bots, in the order of the schedule.
        table: u32 => Whole, "number";
        /// What each seat came to.
        seats as "seat{n}_": Vec<SeatResult> => EachSeat<Flat>, "";
        /// Choices made by all seats.
        decisions: u32 => Whole, "count";
        /// Turns begun, as the game counts them.
        turns: u32 => Whole, "count";
        /// `goal`, `cut` (a limit of the rules) or `forfeit` (a bot failed).
        ended: Ended => Name, "text";
        /// Seat that forfeited, if one did: it is last, all others are level, scores are as they stood.
        forfeit: Option<u8> => Maybe<Whole>, "seat";
        /// How it ended, in words.
        reason: String => Text, "text";
    }

    /// What the clock said of every game; the only file that differs from run to run.
    pub struct TimingRow in "timing" {
        /// Number of the game in the run, from 0, which is also the number of its row in `games`.
        game: u64 => Whole, "number";
        /// How long it took.
        took as "ms": Duration => Millis, "ms";
        /// How long the bot in seat n thought; 0 for one that picks at random, which is not timed.
        thought as "seat{n}_ms": Vec<Duration> => EachSeat<Millis>, "ms";
    }
}

/// What stopped a game, without who forfeited it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It came to its goal.
    Goal,
    /// A limit of its rules cut it.
    Cut,
    /// A player failed.
    Forfeit,
}

impl Named for Ended {
    const ALL: &'static [Ended] = &[Ended::Goal, Ended::Cut, Ended::Forfeit];

    fn name(self) -> &'static str {
        match self {
            Ended::Goal => "goal",
            Ended::Cut => "cut",
            Ended::Forfeit => "forfeit",
        }
    }
}

impl GameRow {
    /// The row of a game between players of these names, in a run with this seed.
    pub fn of<C>(game: &GameRecord<C>, seed: u64, names: &[String]) -> GameRow {
        let (seating, standing) = (&game.seating, &game.standing);
        let seat = |(seat, &player): (Seat, &u16)| SeatResult {
            bot: names[usize::from(player)].clone(),
            score: standing.scores()[seat.index()],
            rank: standing.ranks()[seat.index()],
            payoff: standing.payoff(seat).into(),
            win: standing.wins(seat),
        };
        let (ended, forfeit) = match game.end.how {
            How::Goal => (Ended::Goal, None),
            How::Cut => (Ended::Cut, None),
            How::Forfeit(seat) => (Ended::Forfeit, Some(seat.0)),
        };
        GameRow {
            game: seating.index,
            block: seating.block,
            seed,
            table: seating.table,
            seats: Seat::all(standing.seats()).zip(&seating.lineup).map(seat).collect(),
            decisions: game.decisions,
            turns: game.turns,
            ended,
            forfeit,
            reason: game.end.reason.clone().into_owned(),
        }
    }

    /// The game of the row, if it is the one of the seating; what the row says of who sat there is not looked at.
    pub fn recall(self, seating: Seating, clock: Clock) -> Option<GameRecord> {
        let scores: Vec<i32> = self.seats.iter().map(|seat| seat.score).collect();
        let rank = |seat: Seat| self.seats[seat.index()].rank;
        let standing = Standing::by(&scores, |a, b| rank(a).cmp(&rank(b)));
        let how = match (self.ended, self.forfeit) {
            (Ended::Goal, None) => How::Goal,
            (Ended::Cut, None) => How::Cut,
            (Ended::Forfeit, Some(seat)) if usize::from(seat) < scores.len() => How::Forfeit(Seat(seat)),
            _ => return None,
        };
        Some(GameRecord {
            seating,
            standing: standing.winning_only_if(|seat| self.seats[seat.index()].win),
            decisions: self.decisions,
            turns: self.turns,
            end: End { how, reason: Cow::Owned(self.reason) },
            clock,
            course: (),
            trace: None,
        })
    }
}

impl TimingRow {
    /// The row of a game.
    pub fn of<C>(game: &GameRecord<C>) -> TimingRow {
        let Clock { took, thought } = &game.clock;
        TimingRow { game: game.seating.number, took: *took, thought: thought.to_vec() }
    }

    /// What the clock said.
    pub fn clock(self) -> Clock {
        Clock { took: self.took, thought: self.thought.into_iter().collect() }
    }
}

/// How the games of a run are written down and recalled.
pub trait Scorebook: Sync {
    /// What is counted in a game.
    type Course: Send;
    /// A game as a row of `games.csv`.
    type Row: File;

    /// How many seats the table has, which is how many games a round has.
    fn seats(&self) -> usize;

    /// The files that the run writes.
    fn files(&self) -> Vec<FileInfo>;

    /// The row of a game.
    fn row(&self, game: &GameRecord<Self::Course>) -> Self::Row;

    /// The game of this number in the run as a row tells it; `None` if the row is not of that game.
    fn recall(&self, number: u64, row: Self::Row, clock: Clock) -> Option<GameRecord<Self::Course>>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::format::{LineReader, row_line};
    use crate::files::row::Row;

    fn game(how: How) -> GameRecord {
        let thought = [Duration::from_micros(1500), Duration::ZERO];
        let made_up = GameRecord::made_up(7, &[0, 1], &[4, 9]);
        GameRecord {
            seating: Seating { number: 17, block: 3, table: 2, ..made_up.seating },
            decisions: 30,
            turns: 12,
            end: End { how, reason: Cow::Borrowed("the end") },
            clock: Clock { took: Duration::from_millis(2), thought: thought.into_iter().collect() },
            ..made_up
        }
    }

    #[test]
    fn games_are_recalled_from_their_lines() {
        let names = ["mate", "=bosun"].map(str::to_owned);
        let mut lines = LineReader::default();
        for (how, end) in [(How::Goal, "goal,"), (How::Cut, "cut,"), (How::Forfeit(Seat(1)), "forfeit,1")] {
            let game = game(how);
            let line = String::from_utf8(row_line(&GameRow::of(&game, 5, &names))).unwrap();
            assert_eq!(line, format!("7,3,5,2,mate,4,1,0,0,'=bosun,9,0,1,1,30,12,{end},the end\n"));
            let row: GameRow = lines.row(&line, &GameRow::header(2), 2).unwrap();
            assert_eq!(row.recall(game.seating.clone(), game.clock.clone()), Some(game));
        }
    }

    #[test]
    fn times_are_recalled_from_their_lines() {
        let game = game(How::Goal);
        assert_eq!(TimingRow::header(2), ["game", "ms", "seat0_ms", "seat1_ms"]);
        let line = String::from_utf8(row_line(&TimingRow::of(&game))).unwrap();
        assert_eq!(line, "17,2.000,1.500,0.000\n");
        let row: TimingRow = LineReader::default().row(&line, &TimingRow::header(2), 2).unwrap();
        assert_eq!(row.clock(), game.clock);
    }

    #[test]
    fn who_forfeits_must_sit_at_the_table_and_only_then_is_it_a_forfeit() {
        let game = game(How::Goal);
        for (ended, forfeit, fine) in [
            (Ended::Forfeit, Some(1), true),
            (Ended::Forfeit, Some(2), false),
            (Ended::Forfeit, None, false),
            (Ended::Goal, Some(1), false),
            (Ended::Cut, Some(1), false),
        ] {
            let names = ["mate", "bosun"].map(str::to_owned);
            let row = GameRow { ended, forfeit, ..GameRow::of(&game, 5, &names) };
            assert_eq!(row.recall(game.seating.clone(), game.clock.clone()).is_some(), fine, "{ended:?} {forfeit:?}");
        }
    }
}
