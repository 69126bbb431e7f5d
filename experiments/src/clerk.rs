//! The clerk of a run: opens its folder, counts the blocks that are there, has the rest played, and writes and counts
//! every block as it becomes whole.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::files::{FilesError, Folder, Format, Logged, Scorebook, TimingRow, row_line};
use crate::game_record::GameRecord;
use crate::in_order::{ThreadsError, check_threads, in_order};
use crate::manifest::Manifest;
use crate::parts::{Blocks, Part, PartsError};

/// The most games that a run can have.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// Why a run cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// Its files.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Its threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// Its parts.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

impl RunError {
    /// Whether another command would do, rather than another disk or machine.
    pub fn is_usage(&self) -> bool {
        match self {
            RunError::Threads(error) => matches!(error, ThreadsError::TooMany(_)),
            RunError::Files(error) => !matches!(error, FilesError::Io { .. }),
            RunError::Parts(error) => !matches!(error, PartsError::Io { .. }),
        }
    }
}

/// How far a run is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games done, those of an earlier run included.
    pub done: u64,
    /// Games to do, at most where the games decide.
    pub total: u64,
    /// About how many games will do, once the games tell.
    pub likely: Option<u64>,
    /// Games forfeited.
    pub forfeits: u64,
    /// What else there is to say, in a few words; mostly nothing.
    pub remark: String,
}

impl Progress {
    /// Counts the games of a block.
    pub(crate) fn add<C>(&mut self, block: &[GameRecord<C>]) {
        self.done += block.len() as u64;
        self.forfeits += block.iter().filter(|game| game.forfeited()).count() as u64;
    }
}

/// Watches a run; it is told of games by the block, as they are written.
pub trait Observer: Send {
    /// Play begins; `progress` counts what files of an earlier run hold.
    fn begin(&mut self, _progress: &Progress) {}
    /// More blocks are done.
    fn advance(&mut self, _progress: &Progress) {}
}

impl Observer for () {}

/// Where and how a run is played; nothing of it changes what is played.
pub struct Venue<'a> {
    /// The folder of its files.
    pub out: &'a Path,
    /// Threads (0: as many as the machine has).
    pub threads: usize,
    /// What files are written as, beside CSV.
    pub formats: &'a [Format],
    /// Set from outside to stop it; it comes to rest after the games being played, and the files hold whole blocks.
    pub stop: &'a AtomicBool,
    /// Who is told of progress.
    pub observer: &'a mut dyn Observer,
}

impl Venue<'_> {
    /// The same venue for a while.
    pub(crate) fn lend(&mut self) -> Venue<'_> {
        Venue { observer: &mut *self.observer, ..*self }
    }
}

/// Everything that is counted as blocks come in, from files or from play.
pub(crate) trait Tracker<C>: Send {
    /// Counts a whole block.
    fn add(&mut self, block: &[GameRecord<C>]);

    /// Whether that is all.
    fn complete(&self) -> bool;

    /// How far it is.
    fn progress(&self) -> Progress;
}

/// What a run is and how it is written down.
pub(crate) struct Clerk<'a, B> {
    /// What the folder belongs to.
    pub manifest: &'a Manifest,
    /// How games are written down.
    pub book: &'a B,
    /// Whether whole games are kept as traces.
    pub traces: bool,
}

impl<B: Scorebook> Clerk<'_, B> {
    /// Plays what the folder does not hold yet, until the tracker says that is all; `play` plays the game of a number.
    pub fn run<T: Tracker<B::Course>>(
        &self,
        mut venue: Venue<'_>,
        tracker: &mut T,
        play: impl Fn(u64) -> GameRecord<B::Course> + Sync,
    ) -> Result<Folder, RunError> {
        let folder = self.play(0, venue.lend(), tracker, play)?;
        folder.sync()?;
        export(&folder, self.book, venue.formats)?;
        Ok(folder)
    }

    /// Plays some blocks of the run, or what the folder does not hold of them yet.
    pub fn run_part(
        &self,
        blocks: Blocks,
        venue: Venue<'_>,
        play: impl Fn(u64) -> GameRecord<B::Course> + Sync,
    ) -> Result<Progress, RunError> {
        let (clerk, seats) = (Clerk { manifest: &self.manifest.clone().with_blocks(blocks), ..*self }, self.seats());
        let mut count = Count(Progress { total: blocks.count() * seats, ..Progress::default() });
        clerk.play(blocks.first * seats, venue, &mut count, play)?.sync()?;
        Ok(count.0)
    }

    /// Adds what parts hold to what the folder holds already, until the tracker says that is all.
    pub fn merge<T: Tracker<B::Course>>(
        &self,
        parts: &[Part],
        venue: Venue<'_>,
        tracker: &mut T,
    ) -> Result<Folder, RunError> {
        let (mut folder, done) = self.open(0, venue.out, tracker)?;
        venue.observer.begin(&tracker.progress());
        let seats = self.seats();
        let mut due = done / seats;
        for &Part { ref path, blocks } in parts {
            if blocks.first > due && !tracker.complete() {
                return Err(PartsError::Gap(Blocks { first: due, end: blocks.first }).into());
            }
            if blocks.end <= due || tracker.complete() {
                continue;
            }
            let from = Folder::open_to_read::<B>(path, blocks.first * seats)?;
            let wanted = due * seats..blocks.end * seats;
            let (mut block, mut lines) = (Vec::new(), Lines::default());
            for logged in from.logged(self.book)?.into_iter().flatten() {
                let Logged { game, row, time } = logged?;
                if !wanted.contains(&game.seating.number) {
                    continue;
                }
                if self.traces {
                    folder.copy_trace(&from, game.seating.number)?;
                }
                lines.game.extend(row.into_bytes());
                lines.time.extend(time.into_bytes());
                block.push(game);
                if block.len() as u64 == seats {
                    tracker.add(&block);
                    block.clear();
                    due += 1;
                    if lines.game.len() > LARGEST_COPY {
                        folder.append(&lines.game, &lines.time)?;
                        lines = Lines::default();
                        venue.observer.advance(&tracker.progress());
                    }
                    if tracker.complete() || venue.stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
            // A block of which the part holds only some games is not taken.
            if !block.is_empty() {
                return Err(PartsError::Unfinished { path: path.clone(), blocks, end: due }.into());
            }
            folder.append(&lines.game, &lines.time)?;
            venue.observer.advance(&tracker.progress());
            if venue.stop.load(Ordering::Relaxed) {
                break;
            }
            if due < blocks.end && !tracker.complete() {
                return Err(PartsError::Unfinished { path: path.clone(), blocks, end: due }.into());
            }
        }
        folder.sync()?;
        export(&folder, self.book, venue.formats)?;
        Ok(folder)
    }

    /// Counts what a folder holds, and changes nothing there.
    pub fn look<T: Tracker<B::Course>>(&self, out: &Path, tracker: &mut T) -> Result<(), FilesError> {
        Folder::look(out, self.manifest, self.book, |block| {
            tracker.add(block);
            !tracker.complete()
        })
    }

    /// How many games a block of the run has.
    fn seats(&self) -> u64 {
        self.book.seats() as u64
    }

    /// Opens a folder for the games from number `first` on, and counts those that are there.
    fn open<T: Tracker<B::Course>>(
        &self,
        first: u64,
        out: &Path,
        tracker: &mut T,
    ) -> Result<(Folder, u64), FilesError> {
        Folder::open(out, self.manifest, self.book, first, |block| {
            tracker.add(block);
            !tracker.complete()
        })
    }

    /// Plays the games from number `first` on that the folder does not hold yet, until the tracker says that is all.
    fn play<T: Tracker<B::Course>>(
        &self,
        first: u64,
        venue: Venue<'_>,
        tracker: &mut T,
        play: impl Fn(u64) -> GameRecord<B::Course> + Sync,
    ) -> Result<Folder, RunError> {
        let Clerk { book, traces, .. } = *self;
        let Venue { out, threads, stop, observer, .. } = venue;
        check_threads(threads)?;
        let (mut folder, done) = self.open(first, out, tracker)?;
        observer.begin(&tracker.progress());
        if traces {
            mend_traces(&folder, book, threads, stop, &play)?;
        }
        if !tracker.complete() {
            let (mut waiting, mut failed) = (Vec::new(), None);
            let work = |number| {
                let game = play(number);
                let lines = Lines { game: row_line(&book.row(&game)), time: row_line(&TimingRow::of(&game)) };
                (game, lines)
            };
            in_order(first + done..first + tracker.progress().total, threads, stop, work, |games| {
                waiting.extend(games);
                if waiting.len() < book.seats() {
                    return ControlFlow::Continue(());
                }
                failed = keep(&mut waiting, book.seats(), &mut folder, tracker).err();
                observer.advance(&tracker.progress());
                if failed.is_some() || tracker.complete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(folder)
    }
}

/// Counts the games of a part.
struct Count(Progress);

impl<C> Tracker<C> for Count {
    fn add(&mut self, block: &[GameRecord<C>]) {
        self.0.add(block);
    }

    fn complete(&self) -> bool {
        self.0.done >= self.0.total
    }

    fn progress(&self) -> Progress {
        self.0.clone()
    }
}

/// How many bytes of rows are taken over from a part at once.
const LARGEST_COPY: usize = 1 << 20;

/// A game in the words of the logs.
#[derive(Default)]
struct Lines {
    game: Vec<u8>,
    time: Vec<u8>,
}

/// Writes all whole blocks at once: slow games come alone and are seen at once, fast ones share a write.
fn keep<C, T: Tracker<C>>(
    waiting: &mut Vec<(GameRecord<C>, Lines)>,
    seats: usize,
    folder: &mut Folder,
    tracker: &mut T,
) -> Result<(), FilesError> {
    let mut lines = Lines { game: Vec::new(), time: Vec::new() };
    while waiting.len() >= seats && !tracker.complete() {
        let mut block = Vec::with_capacity(seats);
        for (mut game, Lines { game: row, time }) in waiting.drain(..seats) {
            if let Some(trace) = game.trace.take() {
                folder.keep_trace(game.seating.number, &trace)?;
            }
            lines.game.extend(row);
            lines.time.extend(time);
            block.push(game);
        }
        tracker.add(&block);
    }
    folder.append(&lines.game, &lines.time)
}

/// Plays the games again whose traces are missing or damaged.
fn mend_traces<B: Scorebook>(
    folder: &Folder,
    book: &B,
    threads: usize,
    stop: &AtomicBool,
    play: &(impl Fn(u64) -> GameRecord<B::Course> + Sync),
) -> Result<(), RunError> {
    let mut damaged = Vec::new();
    folder.each_game(book, |game| {
        if !folder.has_trace(game)? {
            damaged.push(game.seating.number);
        }
        Ok(())
    })?;
    if damaged.is_empty() {
        return Ok(());
    }
    let mut failed = None;
    in_order(
        0..damaged.len() as u64,
        threads,
        stop,
        |at| play(damaged[at as usize]),
        |games| {
            let mut traces = games.iter().filter_map(|game| Some((game.seating.number, game.trace.as_ref()?)));
            failed = traces.try_for_each(|(number, trace)| folder.keep_trace(number, trace)).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Writes the games in other formats, from the logs.
fn export<B: Scorebook>(folder: &Folder, book: &B, formats: &[Format]) -> Result<(), FilesError> {
    let formats: Vec<Format> = formats.iter().copied().filter(|&format| format != Format::CSV).collect();
    if formats.is_empty() {
        return Ok(());
    }
    let mut games = folder.export::<B::Row>(&formats, book.seats())?;
    let mut timing = folder.export::<TimingRow>(&formats, book.seats())?;
    folder.each_game(book, |game| {
        games.write(&book.row(game))?;
        timing.write(&TimingRow::of(game))
    })?;
    games.finish()?;
    timing.finish()
}

/// CSV and the formats asked for, each once.
pub(crate) fn with_csv(formats: &[Format]) -> Vec<Format> {
    let mut all = vec![Format::CSV];
    for &format in formats {
        if !all.contains(&format) {
            all.push(format);
        }
    }
    all
}
