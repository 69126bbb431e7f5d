//! The tables of an experiment as CSV files with named columns.

use std::fmt;
use std::path::Path;

use crate::files::push_field;
use crate::intervals::Estimate;

/// A table; a figure with an interval takes three columns: `NAME`, `NAME_low` and `NAME_high`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row under way; every row of a sheet must name the same columns in the same order.
#[derive(Default)]
pub struct Entry {
    cells: Vec<(String, String)>,
}

impl Entry {
    /// Adds a word or text.
    pub fn text(mut self, column: &str, text: impl ToString) -> Entry {
        self.cells.push((column.to_owned(), text.to_string()));
        self
    }

    /// Adds a figure; what is not a number stays empty.
    pub fn number(self, column: &str, number: f64) -> Entry {
        let text = written(number);
        self.text(column, text)
    }

    /// Adds a figure with its interval.
    pub fn estimate(self, column: &str, estimate: Estimate) -> Entry {
        self.number(column, estimate.value)
            .number(&format!("{column}_low"), estimate.low)
            .number(&format!("{column}_high"), estimate.high)
    }
}

/// A figure to six digits, in as few characters as they need.
pub fn written(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    // Through the exponent form, which counts digits and not places.
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    // A negative zero is just zero.
    (rounded + 0.0).to_string()
}

impl Sheet {
    /// Adds a row.
    pub fn push(&mut self, entry: Entry) {
        let (columns, row): (Vec<String>, Vec<String>) = entry.cells.into_iter().unzip();
        if self.columns.is_empty() {
            self.columns = columns;
        } else {
            debug_assert_eq!(self.columns, columns);
        }
        self.rows.push(row);
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.rows.iter().map(|cells| Row { columns: &self.columns, cells })
    }

    /// The rows in which a column has this text.
    pub fn with<'a>(&'a self, column: &'a str, text: &'a str) -> impl Iterator<Item = Row<'a>> + Clone {
        self.rows().filter(move |row| row.text(column) == text)
    }

    /// Reads a table from a file.
    pub fn read(path: &Path) -> csv::Result<Sheet> {
        let mut reader = csv::Reader::from_path(path)?;
        let columns = reader.headers()?.iter().map(str::to_owned).collect();
        let row = |record: csv::Result<csv::StringRecord>| Ok(record?.iter().map(str::to_owned).collect());
        let rows = reader.records().map(row).collect::<csv::Result<_>>()?;
        Ok(Sheet { columns, rows })
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let mut line = String::new();
            for (place, field) in row.iter().enumerate() {
                if place > 0 {
                    line.push(',');
                }
                push_field(&mut line, field);
            }
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    columns: &'a [String],
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// What a column holds; empty where there is no such column.
    pub fn text(&self, column: &str) -> &'a str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.cells.get(place)).map_or("", String::as_str)
    }

    /// A figure; not a number where it is empty.
    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(f64::NAN)
    }

    /// A figure with its interval.
    pub fn estimate(&self, column: &str) -> Estimate {
        Estimate {
            value: self.number(column),
            low: self.number(&format!("{column}_low")),
            high: self.number(&format!("{column}_high")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_six_digits_at_most() {
        for (number, text) in [
            (1.0 / 3.0, "0.333333"),
            (123_456_789.0, "123457000"),
            (-0.0, "0"),
            (2.5, "2.5"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
            (1e-9, "0.000000001"),
        ] {
            assert_eq!(written(number), text);
        }
    }

    #[test]
    fn a_table_is_read_back_as_written() {
        let mut sheet = Sheet::default();
        let estimate = Estimate { value: 0.5, low: 0.25, high: f64::INFINITY };
        sheet.push(Entry::default().text("variant", "a, \"b\"\nc").estimate("wins", estimate));
        let path = std::env::temp_dir().join(format!("marque-sheet-{}.csv", std::process::id()));
        std::fs::write(&path, sheet.to_string()).unwrap();
        let read = Sheet::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(read, sheet);
        let row = read.with("variant", "a, \"b\"\nc").next().unwrap();
        assert_eq!((row.number("wins"), row.estimate("wins").low), (0.5, 0.25));
        assert!(row.estimate("wins").high.is_nan() && row.number("nothing").is_nan());
    }
}
