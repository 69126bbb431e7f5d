//! The clerk of a run: opens its folder, counts the blocks that are there, has the rest played, and writes and counts
//! every block as it becomes whole.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;

use crate::files::{FilesError, Folder, Format, Row};
use crate::in_order::in_order;
use crate::manifest::Manifest;
use crate::sprt::SprtState;

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Games done, those of an earlier run included.
    pub done: u64,
    /// Games to do.
    pub total: u64,
    /// Games forfeited.
    pub forfeits: u64,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
}

/// Watches a run; it is told of games by the block, as they are written.
pub trait Observer: Send {
    /// Play begins; `progress` counts what files of an earlier run hold.
    fn begin(&mut self, _progress: &Progress) {}
    /// More blocks are done.
    fn advance(&mut self, _progress: &Progress) {}
}

impl Observer for () {}

/// Everything that is counted as blocks come in, from files or from play.
pub(crate) trait Account: Send {
    /// A game.
    type Game;

    /// Counts a whole block.
    fn add(&mut self, block: &[Self::Game]);

    /// Whether that is all.
    fn complete(&self) -> bool;

    /// How far it is.
    fn progress(&self) -> Progress;
}

/// A game with the texts that are kept of it.
pub(crate) struct Kept<T> {
    /// The game.
    pub game: T,
    /// Its rows.
    pub rows: Row,
    /// All that happened in it, if that is kept.
    pub trace: Option<Vec<u8>>,
}

/// How a run is kept, and on how many threads it is played.
pub(crate) struct Clerk<'a, F> {
    /// The folder.
    pub out: &'a Path,
    /// What the folder belongs to.
    pub manifest: &'a Manifest,
    /// How games are written.
    pub format: &'a F,
    /// Games of a block.
    pub seats: usize,
    /// Threads (0: as many as the machine has).
    pub threads: usize,
    /// Set from outside to stop it.
    pub stop: &'a AtomicBool,
    /// Who is told of progress.
    pub observer: &'a mut dyn Observer,
}

impl<F: Format<Game: Send>> Clerk<'_, F> {
    /// Plays what the folder does not hold yet, until the account is complete; `play` plays the game of a number.
    pub fn run<A, E>(self, account: &mut A, play: impl Fn(u64) -> Kept<A::Game> + Sync) -> Result<Folder, E>
    where
        A: Account<Game = F::Game>,
        E: From<FilesError> + From<ThreadPoolBuildError>,
    {
        let Clerk { out, manifest, format, seats, threads, stop, observer } = self;
        let (mut folder, done) = Folder::open(out, manifest, format, seats, |block| {
            account.add(block);
            !account.complete()
        })?;
        observer.begin(&account.progress());
        if account.complete() {
            return Ok(folder);
        }
        let (mut waiting, mut failed) = (Vec::new(), None);
        in_order(done..account.progress().total, threads, stop, play, |games| {
            waiting.extend(games);
            if waiting.len() < seats {
                return ControlFlow::Continue(());
            }
            failed = keep(&mut waiting, seats, &mut folder, account).err();
            observer.advance(&account.progress());
            if failed.is_some() || account.complete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        failed.map_or(Ok(folder), |error| Err(error.into()))
    }
}

/// Writes all whole blocks at once: slow games come alone and are seen at once, fast ones share a write.
fn keep<A: Account>(
    waiting: &mut Vec<Kept<A::Game>>,
    seats: usize,
    folder: &mut Folder,
    account: &mut A,
) -> Result<(), FilesError> {
    let mut rows = Row { game: String::new(), timing: String::new() };
    while waiting.len() >= seats && !account.complete() {
        let mut block = Vec::with_capacity(seats);
        for (number, kept) in (account.progress().done..).zip(waiting.drain(..seats)) {
            if let Some(trace) = &kept.trace {
                folder.keep_trace(number, trace)?;
            }
            rows.game += &kept.rows.game;
            rows.timing += &kept.rows.timing;
            block.push(kept.game);
        }
        account.add(&block);
    }
    folder.append(&rows)
}
