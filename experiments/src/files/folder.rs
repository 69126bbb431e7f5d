//! The folder of a run: opened for the first time or to go on, appended to a block at a time, exported at the end.

use std::fs::{self, File as SystemFile, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use flate2::Compression;
use flate2::write::GzEncoder;
use marque::Trace;
use marque::trace::Line;
use thiserror::Error;

use super::format::{Format, LineReader, RowWriter, csv_line, path_of, row_line};
use super::games::{Scorebook, TimingRow};
use super::log::Log;
use super::row::{File, FileInfo, Row};
use crate::game_record::GameRecord;
use crate::manifest::{self, Manifest, Mismatch, listed};

/// The folder of traces.
const TRACES: &str = "traces";
/// What else a run writes beside files of rows.
const OTHERS: [&str; 2] = [TRACES, "report.html"];

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
    #[error(
        "{} belongs to another run: name another folder with `--out DIR`, or go on with that one by `{command}`. What differs:{}",
        path.display(),
        listed(mismatches, Mismatch::to_string)
    )]
    Another {
        /// Which folder.
        path: PathBuf,
        /// The command that began the other run.
        command: String,
        /// In what it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The folder holds the same run, begun by another build of the program.
    #[error(
        "{} was begun by another build of marque, whose games may differ: go on with that build, or name another folder \
         with `--out DIR`. What differs:{}",
        path.display(),
        listed(mismatches, Mismatch::to_string)
    )]
    OtherBuild {
        /// Which folder.
        path: PathBuf,
        /// In what it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The manifest is there but cannot be understood.
    #[error(
        "{} is damaged ({problem}), so nobody can tell which run the folder belongs to: put back a copy of it, or name \
         another folder with `--out DIR`",
        path.display()
    )]
    Damaged {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        problem: io::Error,
    },
    /// A link where the run would write.
    #[error("{} is a link, and a run writes into its own folder only: take it away, or name another folder with `--out DIR`", path.display())]
    Link {
        /// Which.
        path: PathBuf,
    },
    /// A file of that name is there, but not from a run.
    #[error("{} is there already and is not of this run; name another folder with `--out DIR`", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// Another process writes to it.
    #[error("{} is being written by another process; wait for it, or name another folder with `--out DIR`", path.display())]
    Busy {
        /// Which folder.
        path: PathBuf,
    },
}

/// The error for what the system said about a path.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> FilesError {
    let path = path.to_owned();
    |problem| FilesError::Io { path, problem }
}

/// A game read back from the logs, or why it could not be read.
type ReadGame<B> = Result<Logged<<B as Scorebook>::Course>, FilesError>;

/// A game of the logs, with its line in either.
pub struct Logged<C> {
    /// The game.
    pub game: GameRecord<C>,
    /// Its line among the games.
    pub row: String,
    /// Its line among the times.
    pub time: String,
}

/// The open folder of a run, or of a part of it. While it is open to be written no other process can write to it.
pub struct Folder {
    path: PathBuf,
    /// The number of the first game that it is to hold.
    first: u64,
    games: Log,
    timing: Log,
}

impl Folder {
    /// Opens the folder of the run that `manifest` describes, or makes it, for games from number `first` on, and tells
    /// `read` of every whole block that is there, in order, until it says `false`. A torn end is cut off. Returns with
    /// the folder how many games it holds.
    pub fn open<B: Scorebook>(
        path: &Path,
        manifest: &Manifest,
        book: &B,
        first: u64,
        read: impl FnMut(&[GameRecord<B::Course>]) -> bool,
    ) -> Result<(Folder, u64), FilesError> {
        fs::create_dir_all(path).map_err(at(path))?;
        // Once before anything is touched, so that a folder that is refused stays as it is; and once more when nobody else
        // can write to it, as another run may have come and gone meanwhile.
        let (logs, files) = ([path_of::<B::Row>(path), path_of::<TimingRow>(path)], book.files());
        claim(path, manifest, &logs, &files)?;
        let games = Log::open(path_of::<B::Row>(path))?;
        match games.file().try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FilesError::Busy { path: path.to_owned() }),
            // Some file systems have no locks; that is no reason not to write.
            Err(TryLockError::Error(_)) => {}
        }
        let found = claim(path, manifest, &logs, &files)?;
        let manifest = found.iter().fold(manifest.clone(), Manifest::begun_with);
        if found.as_ref() != Some(&manifest) {
            keep_safe(path, manifest::FILE, &manifest.text())?;
        }
        let timing = Log::open(path_of::<TimingRow>(path))?;
        let mut folder = Folder { path: path.to_owned(), first, games, timing };
        let games = folder.recover(book, read)?;
        Ok((folder, games))
    }

    /// Tells `read` of every whole block that the folder of the run holds, in order, until it says `false`, and changes
    /// nothing there.
    pub fn look<B: Scorebook>(
        path: &Path,
        manifest: &Manifest,
        book: &B,
        mut read: impl FnMut(&[GameRecord<B::Course>]) -> bool,
    ) -> Result<(), FilesError> {
        let (logs, files) = ([path_of::<B::Row>(path), path_of::<TimingRow>(path)], book.files());
        if !path.exists() || claim(path, manifest, &logs, &files)?.is_none() {
            return Ok(());
        }
        let mut block = Vec::with_capacity(book.seats());
        for logged in Folder::open_to_read::<B>(path, 0)?.logged(book)?.into_iter().flatten() {
            block.push(logged?.game);
            if block.len() == book.seats() {
                if !read(&block) {
                    break;
                }
                block.clear();
            }
        }
        Ok(())
    }

    /// Opens a folder to be read only, with games from number `first` on.
    pub fn open_to_read<B: Scorebook>(path: &Path, first: u64) -> Result<Folder, FilesError> {
        let (games, timing) = (path_of::<B::Row>(path), path_of::<TimingRow>(path));
        Ok(Folder {
            path: path.to_owned(),
            first,
            games: Log::open_to_read(games)?,
            timing: Log::open_to_read(timing)?,
        })
    }

    /// Cuts both logs to the whole blocks that both hold, and returns how many games those are.
    fn recover<B: Scorebook>(
        &mut self,
        book: &B,
        mut read: impl FnMut(&[GameRecord<B::Course>]) -> bool,
    ) -> Result<u64, FilesError> {
        let seats = book.seats();
        let headers = [csv_line(B::Row::header(seats)), csv_line(TimingRow::header(seats))];
        let mut ends = headers.each_ref().map(|header| header.len() as u64);
        let mut lengths = ends;
        let (mut games, mut block) = (0, Vec::with_capacity(seats));
        let Some(logged) = self.logged(book)? else {
            for (log, header) in [&mut self.games, &mut self.timing].into_iter().zip(headers) {
                log.cut(0)?;
                log.append(&header)?;
            }
            return Ok(0);
        };
        for logged in logged {
            let Logged { game, row, time } = logged?;
            lengths = [lengths[0] + row.len() as u64, lengths[1] + time.len() as u64];
            block.push(game);
            if block.len() == seats {
                (ends, games) = (lengths, games + seats as u64);
                if !read(&block) {
                    break;
                }
                block.clear();
            }
        }
        self.games.cut(ends[0])?;
        self.timing.cut(ends[1])?;
        Ok(games)
    }

    /// Every game that both logs hold, up to the first that is torn or not of this run; `None` where there is no header yet.
    pub fn logged<'b, B: Scorebook>(
        &self,
        book: &'b B,
    ) -> Result<Option<impl Iterator<Item = ReadGame<B>> + use<'b, B>>, FilesError> {
        let seats = book.seats();
        let (names, times) = (B::Row::header(seats), TimingRow::header(seats));
        let logs = (self.games.lines(&csv_line(&names))?, self.timing.lines(&csv_line(&times))?);
        let (Some(mut games), Some(mut timing)) = logs else { return Ok(None) };
        let (mut number, mut lines) = (self.first, LineReader::default());
        Ok(Some(std::iter::from_fn(move || {
            let (row, time) = match (games.next()?, timing.next()?) {
                (Ok(row), Ok(time)) => (row, time),
                (Err(error), _) | (_, Err(error)) => return Some(Err(error)),
            };
            let clock: TimingRow = lines.row(&time, &times, seats).filter(|clock: &TimingRow| clock.game == number)?;
            let game = book.recall(number, lines.row(&row, &names, seats)?, clock.clock())?;
            // Anything torn, or not written by this run, does not come out the same again.
            if row_line(&book.row(&game)) != row.as_bytes() {
                return None;
            }
            number += 1;
            Some(Ok(Logged { game, row, time }))
        })))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells of every game that is kept, in order.
    pub fn each_game<B: Scorebook>(
        &self,
        book: &B,
        mut tell: impl FnMut(&GameRecord<B::Course>) -> Result<(), FilesError>,
    ) -> Result<(), FilesError> {
        self.logged(book)?.into_iter().flatten().try_for_each(|logged| tell(&logged?.game))
    }

    /// Has the system write down all games for good.
    pub fn sync(&self) -> Result<(), FilesError> {
        self.timing.sync().and_then(|()| self.games.sync())
    }

    /// Adds the lines of whole blocks.
    pub fn append(&mut self, games: &[u8], timing: &[u8]) -> Result<(), FilesError> {
        // Games last: a game that is there has all its other parts.
        self.timing.append(timing)?;
        self.games.append(games)
    }

    fn trace_path(&self, number: u64) -> PathBuf {
        self.path.join(TRACES).join(format!("{number:06}.jsonl"))
    }

    /// Keeps the trace of a game.
    pub fn keep_trace(&self, number: u64, text: &[u8]) -> Result<(), FilesError> {
        let path = self.trace_path(number);
        let folder = self.path.join(TRACES);
        if folder.is_symlink() {
            return Err(FilesError::Link { path: folder });
        }
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        create(&path).and_then(|mut file| file.write_all(text)).map_err(at(&path))
    }

    /// Keeps the trace of a game that another folder has.
    pub fn copy_trace(&self, from: &Folder, number: u64) -> Result<(), FilesError> {
        let path = from.trace_path(number);
        self.keep_trace(number, &fs::read(&path).map_err(at(&path))?)
    }

    /// Whether the trace of a game is there and tells of that game from start to end.
    pub fn has_trace<C>(&self, game: &GameRecord<C>) -> Result<bool, FilesError> {
        let path = self.trace_path(game.seating.number);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(at(&path)(error)),
        };
        let Ok(trace) = Trace::read(text.as_slice()) else { return Ok(false) };
        let choices = trace.lines.iter().filter(|line| matches!(line, Line::Choice { .. })).count();
        let ended = match trace.lines.last() {
            Some(Line::Over { scores, ranks }) => {
                scores == game.standing.scores() && ranks == game.standing.ranks() && !game.forfeited()
            }
            _ => game.forfeited(),
        };
        Ok(choices == game.decisions as usize && ended && text.ends_with(b"\n"))
    }

    /// Writes a file anew; whoever reads it gets the old or the new one, never half.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), FilesError> {
        keep_safe(&self.path, name, text)
    }

    /// Begins a file of rows, at a table of so many seats, in some formats.
    pub fn export<R: File>(&self, formats: &[Format], seats: usize) -> Result<Export<R>, FilesError> {
        Export::begin(&self.path, formats, seats)
    }

    /// Writes a whole file of rows in some formats.
    pub fn export_all<R: File>(&self, formats: &[Format], rows: &[R]) -> Result<(), FilesError> {
        write_rows(&self.path, formats, rows)
    }
}

/// Writes a whole file of rows into a folder in some formats.
pub(crate) fn write_rows<R: File>(folder: &Path, formats: &[Format], rows: &[R]) -> Result<(), FilesError> {
    let mut export = Export::begin(folder, formats, 0)?;
    rows.iter().try_for_each(|row| export.write(row))?;
    export.finish()
}

/// Makes the folder of a run that keeps no games of its own, or finds it made by the same run before; `files` is what the
/// run would write there.
pub(crate) fn claim_folder(path: &Path, manifest: &Manifest, files: &[FileInfo]) -> Result<(), FilesError> {
    fs::create_dir_all(path).map_err(at(path))?;
    match claim(path, manifest, &[], files)? {
        Some(_) => Ok(()),
        None => keep_safe(path, manifest::FILE, &manifest.text()),
    }
}

fn draft_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.draft"))
}

/// The manifest of the run if the folder is its already. One of another run is refused, and so is one without a manifest
/// that holds anything the run would write over; logs that are empty were left by a run that came no further.
fn claim(
    path: &Path,
    manifest: &Manifest,
    logs: &[PathBuf],
    files: &[FileInfo],
) -> Result<Option<Manifest>, FilesError> {
    let file = path.join(manifest::FILE);
    let found = Manifest::read(path).map_err(|problem| match problem.kind() {
        io::ErrorKind::InvalidData => FilesError::Damaged { path: file.clone(), problem },
        _ => at(&file)(problem),
    })?;
    if let Some(found) = found {
        let mismatches = manifest.mismatches(&found);
        if mismatches.is_empty() {
            return Ok(Some(found));
        }
        let path = path.to_owned();
        return Err(if mismatches.iter().all(Mismatch::is_of_builds) {
            FilesError::OtherBuild { path, mismatches }
        } else {
            FilesError::Another { path, command: found.command(), mismatches }
        });
    }
    for entry in fs::read_dir(path).map_err(at(path))? {
        let there = entry.map_err(at(path))?.path();
        let name = there.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rows = name.split_once('.').is_some_and(|(stem, format)| {
            files.iter().any(|file| file.name == stem) && Format::from_str(format).is_ok()
        });
        let begun =
            logs.contains(&there) && fs::symlink_metadata(&there).is_ok_and(|data| data.is_file() && data.len() == 0);
        if (rows || OTHERS.contains(&name.as_str())) && !begun {
            return Err(FilesError::Foreign { path: there });
        }
    }
    Ok(None)
}

/// Makes a file anew. Where a link of that name was, the file is in its place and what it pointed to is left alone.
fn create(path: &Path) -> io::Result<SystemFile> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => SystemFile::create_new(path),
    }
}

/// Puts a draft in its place, so that it is there even if the machine fails the next moment: its text, its name and its
/// folder. Whoever reads it gets the old file or the new one, never half.
fn put_in_place(file: &SystemFile, draft: &Path, path: &Path) -> io::Result<()> {
    file.sync_all()?;
    fs::rename(draft, path)?;
    // Only Unix opens folders as files.
    match path.parent() {
        Some(folder) if cfg!(unix) => SystemFile::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Writes a whole file.
pub(crate) fn keep_safe(folder: &Path, name: &str, text: &str) -> Result<(), FilesError> {
    let (path, draft) = (folder.join(name), draft_of(folder, name));
    let write = || {
        let mut file = create(&draft)?;
        file.write_all(text.as_bytes())?;
        put_in_place(&file, &draft, &path)
    };
    write().map_err(at(&path))
}

/// A file of rows under way, in one or more formats; what was there before stays until it is finished.
pub struct Export<R>(Vec<Draft<R>>);

struct Draft<R> {
    path: PathBuf,
    draft: PathBuf,
    writer: RowWriter<R, Sink>,
}

impl<R: Row> Export<R> {
    /// Begins a file of rows in a folder, at a table of so many seats, in some formats.
    fn begin(folder: &Path, formats: &[Format], seats: usize) -> Result<Export<R>, FilesError>
    where
        R: File,
    {
        let file = |&format: &Format| {
            let name = format!("{}.{format}", R::NAME);
            let (path, draft) = (folder.join(&name), draft_of(folder, &name));
            let begin = || {
                let out = BufWriter::new(create(&draft)?);
                let out = if format.gzip {
                    Sink::Gzip(GzEncoder::new(out, Compression::default()))
                } else {
                    Sink::Plain(out)
                };
                RowWriter::new(out, format.layout, seats)
            };
            let writer = begin().map_err(at(&draft))?;
            Ok(Draft { path, draft, writer })
        };
        Ok(Export(formats.iter().map(file).collect::<Result<_, FilesError>>()?))
    }

    /// Adds a row.
    pub fn write(&mut self, row: &R) -> Result<(), FilesError> {
        self.0.iter_mut().try_for_each(|file| file.writer.write(row).map_err(at(&file.draft)))
    }

    /// Puts the files in their place.
    pub fn finish(self) -> Result<(), FilesError> {
        self.0.into_iter().try_for_each(|Draft { path, draft, writer }| {
            let end = || {
                let out = match writer.finish()? {
                    Sink::Plain(out) => out,
                    Sink::Gzip(out) => out.finish()?,
                };
                put_in_place(&out.into_inner()?, &draft, &path)
            };
            end().map_err(at(&path))
        })
    }
}

/// A file, packed or not.
enum Sink {
    Plain(BufWriter<SystemFile>),
    Gzip(GzEncoder<BufWriter<SystemFile>>),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Plain(out) => out.write(bytes),
            Sink::Gzip(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Plain(out) => out.flush(),
            Sink::Gzip(out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use marque::Seat;

    use super::*;
    use crate::files::games::GameRow;
    use crate::game_record::How;

    /// A folder that is taken away again.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("marque-folder-{name}-{}", std::process::id()));
            let _gone = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        fn folder(&self) -> Folder {
            let log = |name: &str| Log::open(self.0.join(name)).unwrap();
            Folder { path: self.0.clone(), first: 0, games: log("games.csv"), timing: log("timing.csv") }
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _gone = fs::remove_dir_all(&self.0);
        }
    }

    const HEAD: &str = "{\"game\":\"dice\",\"players\":2,\"seed\":7,\"rules\":{}}\n";
    const CHOICE: &str = "{\"seat\":0,\"legal\":[\"keep\",\"leave\"],\"action\":\"keep\"}\n";

    /// A trace with so many choices that ends with these scores.
    fn trace(choices: usize, scores: &str, ranks: &str) -> String {
        format!("{HEAD}{}{{\"over\":true,\"scores\":{scores},\"ranks\":{ranks}}}\n", CHOICE.repeat(choices))
    }

    #[test]
    fn a_trace_is_there_if_it_tells_of_the_game_from_start_to_end() {
        let scratch = Scratch::new("traces");
        let folder = scratch.folder();
        let mut game = GameRecord::made_up(3, &[0, 1], &[4, 9]);
        game.decisions = 2;
        assert!(!folder.has_trace(&game).unwrap(), "nothing is there");
        let whole = trace(2, "[4,9]", "[1,0]");
        for (text, there) in [
            (whole.clone(), true),
            (trace(1, "[4,9]", "[1,0]"), false),
            (trace(2, "[4,8]", "[1,0]"), false),
            (trace(2, "[4,9]", "[0,0]"), false),
            (whole.trim_end().to_owned(), false),
            (format!("{HEAD}{CHOICE}{CHOICE}"), false),
            (whole[1..].to_owned(), false),
        ] {
            folder.keep_trace(3, text.as_bytes()).unwrap();
            assert_eq!(folder.has_trace(&game).unwrap(), there, "{text}");
        }
        // A game that was forfeited has no end.
        game.end.how = How::Forfeit(Seat(0));
        for (text, there) in
            [(whole, false), (format!("{HEAD}{CHOICE}{CHOICE}"), true), (format!("{HEAD}{CHOICE}"), false)]
        {
            folder.keep_trace(3, text.as_bytes()).unwrap();
            assert_eq!(folder.has_trace(&game).unwrap(), there, "{text}");
        }
        fs::remove_file(folder.trace_path(3)).unwrap();
        fs::create_dir(folder.trace_path(3)).unwrap();
        assert!(matches!(folder.has_trace(&game), Err(FilesError::Io { .. })), "what cannot be read is not missing");
        assert!(
            matches!(folder.keep_trace(3, b""), Err(FilesError::Io { problem, .. }) if problem.kind() != io::ErrorKind::AlreadyExists)
        );
    }

    #[test]
    fn a_folder_is_claimed_once_and_only_if_nothing_in_it_would_be_written_over() {
        let (one, other) = (Manifest::new("tune", "marque tune a"), Manifest::new("run", "marque run b"));
        let files = [FileInfo::of::<GameRow>(), FileInfo::of::<TimingRow>()];
        let scratch = Scratch::new("claims");
        let claim = |manifest: &Manifest| claim_folder(&scratch.0, manifest, &files);
        let put = |name: &str| fs::write(scratch.0.join(name), "x").unwrap();
        put("notes.csv");
        put("games.txt");
        put("timing.csv");
        assert!(matches!(claim(&one), Err(FilesError::Foreign { path }) if path.ends_with("timing.csv")));
        fs::remove_file(scratch.0.join("timing.csv")).unwrap();
        claim(&one).unwrap();
        let kept = Manifest::read(&scratch.0).unwrap();
        assert_eq!(kept.as_ref().map(Manifest::text), Some(one.text()));
        claim(&one).unwrap();
        assert!(matches!(claim(&other), Err(FilesError::Another { .. })));
        assert_eq!(Manifest::read(&scratch.0).unwrap(), kept, "what was refused is as it was");
    }
}
