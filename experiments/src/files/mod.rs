//! The files of a run, and how a run goes on where they end.
//!
//! Rows are appended a whole block at a time, in block order. A run that was stopped (Ctrl-C, a kill, a full disk) leaves a
//! beginning of what the whole run would have written, possibly with a torn end; [`Folder::open`] cuts that off and says
//! how many games there are, and a run that goes on from there ends with the same bytes as one that was never stopped.

mod columns;
mod folder;
mod rows;
mod tables;

pub use columns::{Column, FILES, FileInfo, page};
pub use folder::{FilesError, Folder};
pub use rows::{Row, RowFormat};
pub use tables::{crosstable_csv, seats_csv, standings_csv};

/// Adds a field to a row of CSV, in quotes where it needs them.
fn push_field(row: &mut String, text: &str) {
    if text.contains(['"', ',', '\n', '\r']) {
        row.push('"');
        row.push_str(&text.replace('"', "\"\""));
        row.push('"');
    } else {
        row.push_str(text);
    }
}

/// A number with at most so many decimals and no trailing zeros.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
