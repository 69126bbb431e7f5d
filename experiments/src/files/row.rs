//! The one description of a file: the struct of its row. Every field says what it means, in which unit, and how it is
//! written and read; header, CSV, other formats, reader and documentation follow from it.

use std::borrow::Cow;

use csv::StringRecord;
use thiserror::Error;

use crate::brief::brief;

/// A column of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name; with `{n}` there is one for every seat.
    pub name: String,
    /// What it is counted in, in a word or two.
    pub unit: &'static str,
    /// What it holds.
    pub meaning: &'static str,
}

/// What a row holds in one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number, in the digits it is written with.
    Number(String),
    /// Nothing: there is no such figure.
    Empty,
}

impl Cell {
    /// What is written in CSV. A text that a spreadsheet would take for a formula has an apostrophe before it, which
    /// spreadsheets take for the sign of a text; so has one that begins with an apostrophe.
    pub fn csv(&self) -> Cow<'_, [u8]> {
        match self {
            Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r', TEXT]) => {
                Cow::Owned(format!("{TEXT}{text}").into_bytes())
            }
            Cell::Text(text) | Cell::Number(text) => Cow::Borrowed(text.as_bytes()),
            Cell::Empty => Cow::Borrowed(b""),
        }
    }
}

/// The sign of a text in CSV.
const TEXT: char = '\'';

/// A cell that does not hold what its column should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column `{column}`: {problem}")]
pub struct CellError {
    /// The column.
    pub column: String,
    /// What is wrong with it.
    pub problem: String,
}

/// The cells of a row, read one after the other.
pub struct Cells<'a> {
    names: &'a [String],
    record: &'a StringRecord,
    seats: usize,
    at: usize,
}

impl<'a> Cells<'a> {
    /// The cells of a record under these names, of a table of so many seats.
    pub fn new(names: &'a [String], record: &'a StringRecord, seats: usize) -> Cells<'a> {
        Cells { names, record, seats, at: 0 }
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The next cell, which stays the next.
    pub fn peek(&self) -> Option<&'a str> {
        self.record.get(self.at).map(|cell| cell.strip_prefix(TEXT).unwrap_or(cell))
    }

    /// The next cell.
    pub fn text(&mut self) -> Result<&'a str, CellError> {
        let text = self.peek().ok_or_else(|| self.error("it is missing".to_owned()))?;
        self.at += 1;
        Ok(text)
    }

    /// The next cell as what `read` makes of it; `expected` says what that is.
    pub fn read<T>(&mut self, expected: &str, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, CellError> {
        let found = self.peek();
        found.and_then(read).inspect(|_| self.at += 1).ok_or_else(|| {
            let found = found.map_or("nothing".to_owned(), |text| format!("`{}`", brief(text)));
            self.error(format!("{found} is not {expected}"))
        })
    }

    /// Refuses cells that are left over.
    pub fn end(&self) -> Result<(), CellError> {
        if self.at == self.record.len() { Ok(()) } else { Err(self.error("there is a cell too many".to_owned())) }
    }

    fn error(&self, problem: String) -> CellError {
        CellError { column: self.names.get(self.at).map_or(String::new(), |name| brief(name).into_owned()), problem }
    }
}

/// A row of a file, or a part of one that is repeated.
pub trait Row: Sized {
    /// The columns at a table of so many seats; without a number those of a seat are given once, with `{n}`.
    fn columns(seats: Option<usize>) -> Vec<Column>;

    /// Adds its cells, one for each column.
    fn write(&self, into: &mut Vec<Cell>);

    /// Reads what [`Row::write`] wrote.
    fn read(from: &mut Cells<'_>) -> Result<Self, CellError>;

    /// The names of all columns at a table of so many seats.
    fn header(seats: usize) -> Vec<String> {
        Self::columns(Some(seats)).into_iter().map(|column| column.name).collect()
    }
}

/// A row with a file of its own.
pub trait File: Row {
    /// The file's name, without what stands behind the dot.
    const NAME: &'static str;
    /// What it is for, in lines.
    const ABOUT: &'static str;
}

/// A file of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileInfo {
    /// Its name, without what stands behind the dot.
    pub name: &'static str,
    /// What it is for, in lines.
    pub about: &'static str,
    /// Its columns in order; those with `{n}` stand together and are repeated seat by seat.
    pub columns: Vec<Column>,
}

impl FileInfo {
    /// The file of these rows.
    pub fn of<R: File>() -> FileInfo {
        FileInfo { name: R::NAME, about: R::ABOUT, columns: R::columns(None) }
    }
}

/// How a value is written into columns and read back: one column or, as for an estimate, several.
pub trait Codec<T> {
    /// The columns it takes; `column` is as the row describes it.
    fn columns(column: Column, _seats: Option<usize>, into: &mut Vec<Column>) {
        into.push(column);
    }

    /// Adds the cells of a value.
    fn write(value: &T, into: &mut Vec<Cell>);

    /// Reads what [`Codec::write`] wrote.
    fn read(from: &mut Cells<'_>) -> Result<T, CellError>;
}

/// Describes files by their rows:
///
/// ```
/// use marque_experiments::files::{Row, codec::{ShareDigits, Whole}};
/// use marque_experiments::intervals::Estimate;
///
/// marque_experiments::rows! {
///     /// How often ships come home.
///     pub struct HomeRow in "home" {
///         /// The ship.
///         ship: u32 => Whole, "number";
///         /// How often it came home.
///         rate as "came_home": Estimate => ShareDigits, "share";
///     }
/// }
/// assert_eq!(HomeRow::header(2), ["ship", "came_home", "came_home_low", "came_home_high"]);
/// ```
///
/// A field is a column of its name, or of the name behind `as`; behind `=>` stand how it is written and its unit. The
/// comments are the documentation of the file. Without `in` it is a part of other rows.
#[macro_export]
macro_rules! rows {
    ($($(#[doc = $about:literal])+ $vis:vis struct $row:ident $(in $file:literal)? {
        $($(#[doc = $meaning:literal])+ $field:ident $(as $name:literal)?: $type:ty => $codec:ty, $unit:literal;)+
    })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $row {
            $($(#[doc = $meaning])+ pub $field: $type,)+
        }

        impl $crate::files::Row for $row {
            fn columns(seats: Option<usize>) -> Vec<$crate::files::Column> {
                let mut columns = Vec::new();
                $(<$codec as $crate::files::Codec<$type>>::columns(
                    $crate::files::Column {
                        name: $crate::rows!(@name $field $($name)?).to_owned(),
                        unit: $unit,
                        meaning: concat!($($meaning),+).trim_ascii(),
                    },
                    seats,
                    &mut columns,
                );)+
                columns
            }

            fn write(&self, into: &mut Vec<$crate::files::Cell>) {
                $(<$codec as $crate::files::Codec<$type>>::write(&self.$field, into);)+
            }

            fn read(from: &mut $crate::files::Cells<'_>) -> Result<Self, $crate::files::CellError> {
                Ok($row { $($field: <$codec as $crate::files::Codec<$type>>::read(from)?,)+ })
            }
        }

        $crate::rows!(@file $row, concat!($($about, "\n"),+) $(, $file)?);
    )+};
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    (@file $row:ident, $about:expr) => {};
    (@file $row:ident, $about:expr, $file:literal) => {
        impl $crate::files::File for $row {
            const NAME: &'static str = $file;
            const ABOUT: &'static str = $about.trim_ascii();
        }
    };
}
