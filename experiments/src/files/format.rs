//! The formats of files: each writes the same rows from the same columns.

use std::fmt;
use std::fs;
use std::io::{self, Cursor, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use csv::{Position, StringRecord};
use serde_json::Value;
use thiserror::Error;

use super::row::{Cell, CellError, Cells, File, Row};
use crate::brief::brief;

/// How rows are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Comma-separated values with a header line.
    Csv,
    /// A JSON object a line.
    Jsonl,
}

/// What a file is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// How rows are laid out.
    pub layout: Layout,
    /// Whether the file is packed.
    pub gzip: bool,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [
        Format { layout: Layout::Csv, gzip: false },
        Format { layout: Layout::Csv, gzip: true },
        Format { layout: Layout::Jsonl, gzip: false },
        Format { layout: Layout::Jsonl, gzip: true },
    ];
    /// The format that everything is always written in.
    pub const CSV: Format = Format::ALL[0];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = match self.layout {
            Layout::Csv => "csv",
            Layout::Jsonl => "jsonl",
        };
        write!(f, "{layout}{}", if self.gzip { ".gz" } else { "" })
    }
}

/// A text that names no format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no format `{0}`; formats: csv, csv.gz, jsonl, jsonl.gz")]
pub struct FormatError(String);

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        let named = Format::ALL.into_iter().find(|format| format.to_string() == text);
        named.ok_or_else(|| FormatError(brief(text).into_owned()))
    }
}

/// Writes rows of one kind in a layout.
pub struct RowWriter<R, W: Write> {
    names: Vec<String>,
    out: Out<W>,
    cells: Vec<Cell>,
    rows: PhantomData<fn(&R)>,
}

enum Out<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Jsonl(W),
}

impl<R: Row, W: Write> RowWriter<R, W> {
    /// Begins with what stands before the first row, at a table of so many seats.
    pub fn new(out: W, layout: Layout, seats: usize) -> io::Result<RowWriter<R, W>> {
        let names = R::header(seats);
        let out = match layout {
            Layout::Csv => {
                let mut out = csv::Writer::from_writer(out);
                out.write_record(&names)?;
                Out::Csv(Box::new(out))
            }
            Layout::Jsonl => Out::Jsonl(out),
        };
        Ok(RowWriter { names, out, cells: Vec::new(), rows: PhantomData })
    }

    /// Writes a row.
    pub fn write(&mut self, row: &R) -> io::Result<()> {
        self.cells.clear();
        row.write(&mut self.cells);
        match &mut self.out {
            Out::Csv(out) => out.write_record(self.cells.iter().map(Cell::csv))?,
            Out::Jsonl(out) => {
                for (at, (name, cell)) in self.names.iter().zip(&self.cells).enumerate() {
                    write!(out, "{}{}:", if at == 0 { '{' } else { ',' }, Value::from(name.as_str()))?;
                    match cell {
                        Cell::Text(text) => write!(out, "{}", Value::from(text.as_str()))?,
                        Cell::Number(digits) => out.write_all(digits.as_bytes())?,
                        Cell::Empty => out.write_all(b"null")?,
                    }
                }
                out.write_all(b"}\n")?;
            }
        }
        Ok(())
    }

    /// Ends it and gives back what it was written to.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Csv(out) => out.into_inner().map_err(csv::IntoInnerError::into_error),
            Out::Jsonl(out) => Ok(out),
        }
    }
}

/// A line of CSV.
pub fn csv_line<S: AsRef<[u8]>>(cells: impl IntoIterator<Item = S>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).buffer_capacity(512).from_writer(Vec::new());
    writer.write_record(cells).expect("a buffer takes everything");
    writer.into_inner().expect("a buffer takes everything")
}

/// A row as a line of CSV.
pub fn row_line<R: Row>(row: &R) -> Vec<u8> {
    let mut cells = Vec::new();
    row.write(&mut cells);
    csv_line(cells.iter().map(Cell::csv))
}

/// Reads lines of CSV that come one by one. To make a reader for each would take several times as long as reading it.
pub struct LineReader {
    reader: csv::Reader<Cursor<Vec<u8>>>,
    record: StringRecord,
}

impl Default for LineReader {
    fn default() -> LineReader {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(Cursor::default());
        // Names are given with every line: none is taken for a header.
        reader.set_headers(StringRecord::new());
        LineReader { reader, record: StringRecord::new() }
    }
}

impl LineReader {
    /// The row of a line under these names; `None` if it is no such row.
    pub fn row<R: Row>(&mut self, line: &str, names: &[String], seats: usize) -> Option<R> {
        let bytes = self.reader.get_mut().get_mut();
        bytes.clear();
        bytes.extend(line.as_bytes());
        self.reader.seek_raw(SeekFrom::Start(0), Position::new()).ok()?;
        self.reader.read_record(&mut self.record).ok().filter(|&found| found)?;
        let mut cells = Cells::new(names, &self.record, seats);
        let row = R::read(&mut cells).ok()?;
        cells.end().ok().map(|()| row)
    }
}

/// A file that cannot be read as what it should be.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is not there.
    #[error("{} is missing", .0.display())]
    Missing(PathBuf),
    /// It is no CSV.
    #[error("{}: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: csv::Error,
    },
    /// It has other columns.
    #[error("{}: expected the column `{expected}`, found {found}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The first column that is not as it should be.
        expected: String,
        /// What stands in its place.
        found: String,
    },
    /// A row holds something else.
    #[error("{}, line {line}: {problem}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: CellError,
    },
    /// The rows do not hold what they must.
    #[error("{}: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

/// The path of a file of rows in a folder.
pub fn path_of<R: File>(folder: &Path) -> PathBuf {
    folder.join(format!("{}.{}", R::NAME, Format::CSV))
}

/// Reads a CSV file of a folder; its columns must be those of the row.
pub fn read_file<R: File>(folder: &Path) -> Result<Vec<R>, ReadError> {
    let path = path_of::<R>(folder);
    let unreadable = |problem: csv::Error| ReadError::Unreadable { path: path.clone(), problem };
    let file = match fs::File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ReadError::Missing(path)),
        Err(error) => return Err(unreadable(error.into())),
    };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
    let names = R::header(0);
    let header = reader.headers().map_err(unreadable)?;
    for at in 0..names.len().max(header.len()) {
        let (expected, found) = (names.get(at).map(String::as_str), header.get(at));
        if expected != found {
            let found = found.map_or("nothing".to_owned(), |name| format!("`{}`", brief(name)));
            return Err(ReadError::Header { path, expected: expected.unwrap_or("no more").to_owned(), found });
        }
    }
    let row = |record: csv::Result<StringRecord>| {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        let mut cells = Cells::new(&names, &record, 0);
        let row = R::read(&mut cells).and_then(|row| cells.end().map(|()| row));
        row.map_err(|problem| ReadError::Row { path: path.clone(), line, problem })
    };
    reader.records().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::codec::{SixDigits, Text, Whole};
    use crate::intervals::Estimate;

    crate::rows! {
        /// Ships.
        struct ShipRow in "ships" {
            /// Its name.
            ship: String => Text, "text";
            /// Its guns.
            guns: u8 => Whole, "number";
            /// How often it came home.
            home: Estimate => SixDigits, "share";
        }
    }

    fn ship() -> ShipRow {
        let home = Estimate { value: 0.5, low: 0.25, high: f64::INFINITY };
        ShipRow { ship: "a, \"b\"\nc".to_owned(), guns: 12, home }
    }

    fn written(layout: Layout) -> String {
        let mut writer = RowWriter::new(Vec::new(), layout, 0).unwrap();
        writer.write(&ship()).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    /// A folder that holds `ships.csv`.
    fn read(text: &str) -> Result<Vec<ShipRow>, ReadError> {
        let folder = std::env::temp_dir().join(format!("marque-ships-{}-{}", std::process::id(), text.len()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(path_of::<ShipRow>(&folder), text).unwrap();
        let rows = read_file(&folder);
        std::fs::remove_dir_all(folder).unwrap();
        rows
    }

    #[test]
    fn every_layout_has_every_column() {
        assert_eq!(written(Layout::Csv), "ship,guns,home,home_low,home_high\n\"a, \"\"b\"\"\nc\",12,0.5,0.25,\n");
        let line = "{\"ship\":\"a, \\\"b\\\"\\nc\",\"guns\":12,\"home\":0.5,\"home_low\":0.25,\"home_high\":null}\n";
        assert_eq!(written(Layout::Jsonl), line);
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["guns"], 12);
    }

    #[test]
    fn a_file_is_read_back_as_written() {
        let rows = read(&written(Layout::Csv)).unwrap();
        assert_eq!((rows[0].ship.as_str(), rows[0].guns, rows[0].home.low), ("a, \"b\"\nc", 12, 0.25));
        assert!(rows[0].home.high.is_nan());
    }

    #[test]
    fn no_text_is_a_formula_to_a_spreadsheet() {
        let mut lines = LineReader::default();
        for name in ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "'quoted", "''", "plain", "a=b", ""] {
            let row = ShipRow { ship: name.to_owned(), guns: 3, home: Estimate { value: -1.5, low: -2.0, high: -1.0 } };
            let line = String::from_utf8(row_line(&row)).unwrap();
            let cell = line.trim_start_matches('"');
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && line.ends_with(",-1.5,-2,-1\n"), "{line}");
            assert_eq!(lines.row::<ShipRow>(&line, &ShipRow::header(0), 0), Some(row));
            // A line that is torn does not spoil the next.
            assert_eq!(lines.row::<ShipRow>(&line[..line.len() / 2], &ShipRow::header(0), 0), None);
        }
    }

    #[test]
    fn what_is_not_as_it_should_be_is_named() {
        for (text, problem) in [
            ("ship,guns,home\n", "expected the column `home_low`, found nothing"),
            ("ship,gunz,home,home_low,home_high\n", "expected the column `guns`, found `gunz`"),
            ("ship,guns,home,home_low,home_high,x\n", "expected the column `no more`, found `x`"),
            ("ship,guns,home,home_low,home_high\na,300,,,\n", "line 2: column `guns`: `300` is not a whole number"),
            ("ship,guns,home,home_low,home_high\na,3,inf,,\n", "line 2: column `home`: `inf` is not a finite number"),
            ("ship,guns,home,home_low,home_high\na,3\n", "line 2: column `home`: nothing is not a finite number"),
            ("ship,guns,home,home_low,home_high\na,3,,,,\n", "line 2: column ``: there is a cell too many"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_missing_is_told_from_one_that_cannot_be_read() {
        let folder = std::env::temp_dir().join(format!("marque-no-ships-{}", std::process::id()));
        assert!(matches!(read_file::<ShipRow>(&folder), Err(ReadError::Missing(_))));
        std::fs::write(&folder, "no folder").unwrap();
        assert!(matches!(read_file::<ShipRow>(&folder), Err(ReadError::Unreadable { .. })));
        std::fs::remove_file(folder).unwrap();
    }

    #[test]
    fn formats_are_named_after_their_files() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("xlsx".parse::<Format>().is_err());
    }
}
