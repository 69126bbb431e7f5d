//! The tables of a summary as CSV.

use super::{columns, number, push_field};
use crate::intervals::Estimate;
use crate::standings::{PairRow, SeatRow, StandingRow};

/// Decimals of a rating.
const POINTS: usize = 1;
/// Decimals of a share.
const SHARE: usize = 4;

/// A row under way.
#[derive(Default)]
struct Fields(String);

impl Fields {
    fn add(mut self, text: &str) -> Fields {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        push_field(&mut self.0, text);
        self
    }

    fn estimate(self, estimate: Estimate, decimals: usize) -> Fields {
        [estimate.value, estimate.low, estimate.high]
            .into_iter()
            .fold(self, |fields, value| fields.add(&number(value, decimals)))
    }
}

fn table(file: &columns::FileInfo, rows: impl Iterator<Item = Fields>) -> String {
    rows.fold(file.header_line(0), |text, row| text + &row.0 + "\n")
}

/// The text of `standings.csv`.
pub fn standings_csv(rows: &[StandingRow]) -> String {
    table(
        &columns::STANDINGS,
        rows.iter().map(|row| {
            Fields::default()
                .add(&row.place.to_string())
                .add(&row.bot)
                .estimate(row.rating, POINTS)
                .add(&row.above_next.map_or(String::new(), |share| number(share, SHARE)))
                .add(&row.games.to_string())
                .estimate(row.score, SHARE)
                .estimate(row.wins, SHARE)
                .add(&row.forfeits.to_string())
        }),
    )
}

/// The text of `crosstable.csv`.
pub fn crosstable_csv(rows: &[PairRow]) -> String {
    table(
        &columns::CROSSTABLE,
        rows.iter().map(|row| {
            Fields::default()
                .add(&row.bot)
                .add(&row.opponent)
                .add(&row.meetings.to_string())
                .estimate(row.score, SHARE)
                .add(&number(row.superiority, SHARE))
        }),
    )
}

/// The text of `seats.csv`.
pub fn seats_csv(rows: &[SeatRow]) -> String {
    table(
        &columns::SEATS,
        rows.iter().map(|row| {
            Fields::default()
                .add(&row.seat.to_string())
                .add(&row.games.to_string())
                .estimate(row.rating, POINTS)
                .estimate(row.payoff, SHARE)
                .estimate(row.wins, SHARE)
        }),
    )
}
