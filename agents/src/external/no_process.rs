//! Programs cannot be started here: that needs a Unix.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::log::Log;
use crate::agent::Failure;

/// There is none.
pub(super) enum Process {}

impl Process {
    pub fn start(words: &[String], _log: Arc<Log>) -> Result<Process, Failure> {
        Err(Failure(format!("`{}` cannot be started: programs can play on Unix systems only", words[0])))
    }

    pub fn tell(&mut self, _line: &[u8]) {}

    pub fn has_spoken(&mut self) -> bool {
        match *self {}
    }

    pub fn ask(&mut self, _deadline: Instant) -> Result<Vec<u8>, Failure> {
        match *self {}
    }

    pub fn flush(&mut self, _deadline: Instant) -> Result<(), Failure> {
        match *self {}
    }

    pub fn is_waiting(&mut self) -> bool {
        match *self {}
    }

    pub fn dismiss(&mut self, _farewell: &[u8]) {}

    pub fn leave(self) {}
}

/// Nothing is started through it.
pub fn launch_through(_launcher: PathBuf) {}

/// Always fails.
pub fn keep(_parent: u32, _words: &[String]) -> io::Error {
    io::ErrorKind::Unsupported.into()
}
