//! The files of a run, and how a run goes on where they end.
//!
//! Every file is described once, by the struct of its row ([`rows!`](crate::rows)); how it is written, read, documented
//! and exported follows from that.
//!
//! Rows of games are appended a whole block at a time, in block order. A run that was stopped (Ctrl-C, a kill, a full disk)
//! leaves a beginning of what the whole run would have written, possibly with a torn end; [`Folder::open`] cuts that off
//! and says how many games there are, and a run that goes on from there ends with the same bytes as one that was never
//! stopped.

pub mod codec;
mod folder;
mod format;
mod games;
mod log;
mod row;

pub use folder::{Export, FilesError, Folder, Logged};
pub(crate) use folder::{at, claim_folder, keep_safe, write_rows};
pub(crate) use format::row_line;
pub use format::{Format, FormatError, Layout, ReadError, RowWriter, path_of, read_file};
pub use games::{GameRow, Scorebook, SeatResult, TimingRow};
pub use row::{Cell, CellError, Cells, Codec, Column, File, FileInfo, Row};
