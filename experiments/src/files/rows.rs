//! Rows of `games.csv` and `timing.csv`, written and read back.

use std::borrow::Cow;
use std::fmt::Write;

use marque::{Seat, Standing};

use super::{columns, number, push_field};
use crate::arena::Bout;
use crate::record::{End, GameRecord, How, Lineup};

/// How the games of a run are written as rows.
#[derive(Clone, Debug)]
pub struct RowFormat {
    seats: usize,
    seed: u64,
    names: Vec<String>,
    quoted: Vec<String>,
}

/// The rows of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// For `games.csv`.
    pub game: String,
    /// For `timing.csv`.
    pub timing: String,
}

impl RowFormat {
    /// The format for a run with this seed of players with these names.
    pub fn new(seats: usize, seed: u64, names: Vec<String>) -> RowFormat {
        let quoted = names
            .iter()
            .map(|name| {
                let mut quoted = String::new();
                push_field(&mut quoted, name);
                quoted
            })
            .collect();
        RowFormat { seats, seed, names, quoted }
    }

    /// The header lines.
    pub fn headers(&self) -> Row {
        Row { game: columns::GAMES.header_line(self.seats), timing: columns::TIMING.header_line(self.seats) }
    }

    /// The rows of a game.
    pub fn row(&self, bout: &Bout) -> Row {
        let mut timing = format!("{},{:.3}", bout.record.index, bout.took.as_secs_f64() * 1e3);
        for thought in &bout.thought {
            // Writing to a string cannot fail; so below.
            let _ = write!(timing, ",{:.3}", thought.as_secs_f64() * 1e3);
        }
        timing.push('\n');
        Row { game: self.write(&bout.record), timing }
    }

    /// The row of a game in `games.csv`.
    pub fn write(&self, game: &GameRecord) -> String {
        let mut row = String::with_capacity(64 + 40 * self.seats);
        let _ = write!(row, "{},{},{},{}", game.index, game.block, self.seed, game.table);
        let standing = &game.standing;
        for (seat, &player) in Seat::all(self.seats).zip(&game.lineup) {
            let at = seat.index();
            let payoff = number(f64::from(standing.payoff(seat)), 6);
            let win = u8::from(standing.wins(seat));
            let name = &self.quoted[usize::from(player)];
            let _ = write!(row, ",{name},{},{},{payoff},{win}", standing.scores()[at], standing.ranks()[at]);
        }
        let _ = write!(row, ",{},{},", game.decisions, game.turns);
        let _ = match game.end.how {
            How::Goal => write!(row, "goal,,"),
            How::Cut => write!(row, "cut,,"),
            How::Forfeit(seat) => write!(row, "forfeit,{},", seat.0),
        };
        push_field(&mut row, &game.end.reason);
        row.push('\n');
        row
    }

    /// The game of a row of `games.csv`; `None` if no game is written like that.
    pub fn read(&self, line: &str) -> Option<GameRecord> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).buffer_capacity(line.len()).from_reader(line.as_bytes());
        let record = reader.records().next()?.ok()?;
        let mut fields = record.iter();
        let index = fields.next()?.parse().ok()?;
        let block = fields.next()?.parse().ok()?;
        let _seed = fields.next()?;
        let table = fields.next()?.parse().ok()?;
        let mut lineup = Lineup::new();
        let (mut scores, mut ranks, mut wins) = (Vec::new(), Vec::<u8>::new(), Vec::new());
        for _ in 0..self.seats {
            let bot = fields.next()?;
            lineup.push(self.names.iter().position(|name| name == bot)? as u16);
            scores.push(fields.next()?.parse().ok()?);
            ranks.push(fields.next()?.parse().ok()?);
            let _payoff = fields.next()?;
            wins.push(fields.next()? == "1");
        }
        let standing = Standing::by(&scores, |a, b| ranks[a.index()].cmp(&ranks[b.index()]));
        let decisions = fields.next()?.parse().ok()?;
        let turns = fields.next()?.parse().ok()?;
        let how = match (fields.next()?, fields.next()?) {
            ("goal", "") => How::Goal,
            ("cut", "") => How::Cut,
            ("forfeit", seat) => {
                How::Forfeit(seat.parse().ok().filter(|&seat| usize::from(seat) < self.seats).map(Seat)?)
            }
            _ => return None,
        };
        let game = GameRecord {
            index,
            block,
            table,
            lineup,
            standing: standing.winning_only_if(|seat| wins[seat.index()]),
            decisions,
            turns,
            end: End { how, reason: Cow::Owned(fields.next()?.to_owned()) },
        };
        // Anything torn, or not written by this format, does not come out the same again.
        (self.write(&game) == line).then_some(game)
    }
}
