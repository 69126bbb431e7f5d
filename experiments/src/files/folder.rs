//! The folder of a run: opened for the first time or to go on, and appended to a block at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::columns;
use super::rows::{Row, RowFormat};
use crate::manifest::{self, Difference, Manifest};
use crate::record::GameRecord;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FilesError {
    /// The system would not read or write.
    #[error("{}: {problem}", path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What the system said.
        problem: io::Error,
    },
    /// The folder holds another run.
    #[error("{} belongs to another run; give another folder, or the command that began it. What differs:{}", path.display(), list(differences))]
    Another {
        /// Which folder.
        path: PathBuf,
        /// In what it differs.
        differences: Vec<Difference>,
    },
    /// A file of that name is there, but not from a run.
    #[error("{} is there already and is not of this run; give another folder", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// Another process writes to it.
    #[error("{} is being written by another process; wait for it or give another folder", path.display())]
    Busy {
        /// Which folder.
        path: PathBuf,
    },
}

fn list(differences: &[Difference]) -> String {
    differences.iter().map(|difference| format!("\n  {difference}")).collect()
}

/// The error for what the system said about a path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> FilesError {
    let path = path.to_owned();
    |problem| FilesError::Io { path, problem }
}

/// A file that grows by whole blocks.
struct Log {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Log {
    fn open(path: PathBuf) -> Result<Log, FilesError> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = options.map_err(at(&path))?;
        Ok(Log { path, file, length: 0 })
    }

    /// The whole lines of the file after its header. A header cut short counts as an empty file; another header is not
    /// ours to write over.
    fn lines(&self, header: &str) -> Result<Option<impl Iterator<Item = String>>, FilesError> {
        let mut reader = BufReader::new(self.file.try_clone().map_err(at(&self.path))?);
        reader.seek(SeekFrom::Start(0)).map_err(at(&self.path))?;
        let mut first = Vec::new();
        reader.read_until(b'\n', &mut first).map_err(at(&self.path))?;
        if first != header.as_bytes() {
            let torn = header.as_bytes().starts_with(&first);
            return if torn { Ok(None) } else { Err(FilesError::Foreign { path: self.path.clone() }) };
        }
        Ok(Some(std::iter::from_fn(move || {
            let mut line = Vec::new();
            reader.read_until(b'\n', &mut line).ok()?;
            String::from_utf8(line).ok().filter(|line| line.ends_with('\n'))
        })))
    }

    /// Cuts the file off after `length` bytes, from where it grows.
    fn cut(&mut self, length: u64) -> Result<(), FilesError> {
        self.file.set_len(length).map_err(at(&self.path))?;
        self.file.seek(SeekFrom::Start(length)).map_err(at(&self.path))?;
        self.length = length;
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), FilesError> {
        if let Err(problem) = self.file.write_all(text.as_bytes()) {
            // A full disk: leave whole blocks if that is still possible; if not, the next run mends it.
            let _ = self.cut(self.length);
            return Err(at(&self.path)(problem));
        }
        self.length += text.len() as u64;
        Ok(())
    }
}

/// The open folder of a run.
pub struct Folder {
    path: PathBuf,
    games: Log,
    timing: Log,
}

impl Folder {
    /// Opens the folder of the run that `manifest` describes, or makes it, and tells `read` of every whole block that is
    /// there, in order, until it says `false`. A torn end is cut off. Returns with the folder how many games it holds.
    pub fn open(
        path: &Path,
        manifest: &Manifest,
        format: &RowFormat,
        seats: usize,
        mut read: impl FnMut(&[GameRecord]) -> bool,
    ) -> Result<(Folder, u64), FilesError> {
        fs::create_dir_all(path).map_err(at(path))?;
        let known = Manifest::read(path).map_err(at(&path.join(manifest::FILE)))?;
        if let Some(found) = &known {
            let differences = manifest.differences(found);
            if !differences.is_empty() {
                return Err(FilesError::Another { path: path.to_owned(), differences });
            }
        } else if let Some(there) = columns::FILES.iter().map(|file| path.join(file.name)).find(|file| file.exists()) {
            return Err(FilesError::Foreign { path: there });
        }
        let mut folder = Folder {
            path: path.to_owned(),
            games: Log::open(path.join(columns::GAMES.name))?,
            timing: Log::open(path.join(columns::TIMING.name))?,
        };
        match folder.games.file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FilesError::Busy { path: path.to_owned() }),
            // Some file systems have no locks; that is no reason not to write.
            Err(TryLockError::Error(_)) => {}
        }
        if known.is_none() {
            folder.replace(manifest::FILE, &manifest.text())?;
        }
        let games = folder.recover(format, seats, &mut read)?;
        Ok((folder, games))
    }

    /// Cuts both logs to the whole blocks that both hold, and returns how many games those are.
    fn recover(
        &mut self,
        format: &RowFormat,
        seats: usize,
        read: &mut impl FnMut(&[GameRecord]) -> bool,
    ) -> Result<u64, FilesError> {
        let headers = format.headers();
        let (Some(rows), Some(times)) = (self.games.lines(&headers.game)?, self.timing.lines(&headers.timing)?) else {
            for (log, header) in [(&mut self.games, &headers.game), (&mut self.timing, &headers.timing)] {
                log.cut(0)?;
                log.append(header)?;
            }
            return Ok(0);
        };
        let fields = headers.timing.matches(',').count();
        let (mut ends, mut games) = ((headers.game.len(), headers.timing.len()), 0);
        let (mut block, mut lengths) = (Vec::with_capacity(seats), (0, 0));
        for (index, (row, time)) in (0..).zip(rows.zip(times)) {
            let Some(game) = format.read(&row).filter(|game| game.index == index) else { break };
            if !time.starts_with(&format!("{index},")) || time.matches(',').count() != fields {
                break;
            }
            block.push(game);
            lengths = (lengths.0 + row.len(), lengths.1 + time.len());
            if block.len() == seats {
                ends = (ends.0 + lengths.0, ends.1 + lengths.1);
                games += seats as u64;
                if !read(&block) {
                    break;
                }
                block.clear();
                lengths = (0, 0);
            }
        }
        self.games.cut(ends.0 as u64)?;
        self.timing.cut(ends.1 as u64)?;
        Ok(games)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the rows of whole blocks.
    pub fn append(&mut self, rows: &Row) -> Result<(), FilesError> {
        // Games last: a game that is there has all its other parts.
        self.timing.append(&rows.timing)?;
        self.games.append(&rows.game)
    }

    /// Keeps the trace of a game.
    pub fn keep_trace(&self, game: u64, text: &[u8]) -> Result<(), FilesError> {
        let folder = self.path.join("traces");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let path = folder.join(format!("{game:06}.jsonl"));
        fs::write(&path, text).map_err(at(&path))
    }

    /// Writes a file anew; whoever reads it gets the old or the new one, never half.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), FilesError> {
        let (path, draft) = (self.path.join(name), self.path.join(format!("{name}.draft")));
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path)).map_err(at(&path))
    }
}
