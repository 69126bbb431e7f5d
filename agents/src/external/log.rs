use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most that is kept of what a program writes to its standard error, in bytes.
const MOST: u64 = 1024 * 1024;

/// What a program wrote to its standard error: a file that is there once it wrote anything, and never grows beyond a limit.
#[derive(Debug)]
pub(super) struct Log {
    name: String,
    folder: OnceLock<PathBuf>,
    file: Mutex<LogFile>,
}

#[derive(Debug)]
enum LogFile {
    /// Nothing has been written yet.
    Unopened,
    /// So much may still be written.
    Open(File, u64),
    /// It is full, or could not be written: nobody's game stops for that.
    Closed,
}

impl Log {
    /// The log of a program, by a name that fits into a folder.
    pub fn new(name: String) -> Log {
        Log { name, folder: OnceLock::new(), file: Mutex::new(LogFile::Unopened) }
    }

    /// Says where it goes; what was said first counts.
    pub fn settle(&self, folder: &Path) {
        let _ = self.folder.set(folder.to_owned());
    }

    /// Where it is or will be: in the folder it was given, or where the command was started.
    pub fn path(&self) -> PathBuf {
        self.folder.get().map_or_else(PathBuf::new, PathBuf::clone).join(&self.name)
    }

    /// Keeps what a program wrote, as far as there is room.
    pub fn keep(&self, bytes: &[u8]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let LogFile::Unopened = *file {
            *file = self.open().unwrap_or(LogFile::Closed);
        }
        if let LogFile::Open(open, left) = &mut *file {
            let part = &bytes[..bytes.len().min(*left as usize)];
            *left -= part.len() as u64;
            let full = *left == 0;
            let kept = open.write_all(part);
            if full {
                let _ = writeln!(open, "\n[the rest is not kept: {MOST} bytes are the most]");
            }
            if full || kept.is_err() {
                *file = LogFile::Closed;
            }
        }
    }

    fn open(&self) -> std::io::Result<LogFile> {
        if let Some(folder) = self.folder.get() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(self.path())?;
        let left = MOST.saturating_sub(file.metadata()?.len());
        Ok(if left == 0 { LogFile::Closed } else { LogFile::Open(file, left) })
    }
}
