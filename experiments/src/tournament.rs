//! Tournaments: bots play each other in blocks, every game is kept, and the results are summed up.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use marque::{Event, Show, Table, Trace};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use serde_json::Value;
use thiserror::Error;

use crate::arena::Arena;
use crate::clerk::{Account, Clerk, Kept, Observer, Progress};
use crate::files::{self, FilesError, RowFormat};
use crate::manifest::Manifest;
use crate::player::Player;
use crate::record::GameRecord;
use crate::schedule::{Format, Schedule};
use crate::sprt::{Sprt, SprtState};
use crate::standings::{Summary, Tally};

/// What is to be played.
pub struct Tournament<G: Show> {
    /// The game with its rules.
    pub game: G,
    /// Who takes part; the first runs the gauntlet, if it is one.
    pub players: Vec<Player<G>>,
    /// Who meets whom.
    pub format: Format,
    /// How many games, at least: they are rounded up to whole blocks, one game for every rotation over the seats.
    pub games: u64,
    /// The seed everything random comes from.
    pub seed: u64,
    /// A sequential test of two bots, which may end it early.
    pub sprt: Option<Sprt>,
    /// How long a bot may think about one choice.
    pub move_limit: Option<Duration>,
    /// Whether whole games are kept as traces.
    pub traces: bool,
    /// The command that asks for it, for the manifest.
    pub command: String,
}

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// Too few bots.
    #[error("a tournament needs two bots or more, not {0}; name them as `--bots a,b`")]
    TooFew(usize),
    /// Too many bots to number.
    #[error("a tournament is for at most {max} bots, not {0}", max = Self::MOST)]
    TooMany(usize),
    /// A bot twice.
    #[error(
        "the bot `{0}` is named twice; every bot can take part once (it sits more than once where there are too few)"
    )]
    Twice(String),
    /// A name that cannot be a field of a row.
    #[error("the bot name {0:?} has control characters in it")]
    Name(String),
    /// No games.
    #[error("a tournament needs one game or more")]
    NoGames,
    /// A sequential test of other than two bots.
    #[error("a sequential test compares two bots, not {0}")]
    SprtBots(usize),
    /// Its files.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Its threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

impl TournamentError {
    /// The most bots that can take part.
    pub const MOST: usize = 1000;
}

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How far it came.
    pub progress: Progress,
    /// Whether it is over, rather than stopped.
    pub complete: bool,
    /// What the games say; `None` before the first block is done.
    pub summary: Option<Summary>,
}

impl<G: Show> Tournament<G> {
    /// The games to be played: as many as asked for, rounded up to whole blocks.
    pub fn total(&self) -> u64 {
        self.games.next_multiple_of(self.game.seats() as u64)
    }

    /// Who meets whom.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.game.seats(), self.format)
    }

    /// Refuses what cannot be played.
    pub fn check(&self) -> Result<(), TournamentError> {
        let mut names = BTreeSet::new();
        for name in self.players.iter().map(Player::name) {
            if name.chars().any(char::is_control) {
                return Err(TournamentError::Name(name.to_owned()));
            }
            if !names.insert(name) {
                return Err(TournamentError::Twice(name.to_owned()));
            }
        }
        match names.len() {
            bots @ ..2 => Err(TournamentError::TooFew(bots)),
            bots if bots > TournamentError::MOST => Err(TournamentError::TooMany(bots)),
            bots if self.sprt.is_some() && bots != 2 => Err(TournamentError::SprtBots(bots)),
            _ if self.games == 0 => Err(TournamentError::NoGames),
            _ => Ok(()),
        }
    }

    /// Plays it on `threads` threads (0: as many as the machine has), with its files in `out`, or goes on where they end.
    ///
    /// When `stop` is set it comes to rest after the games being played, and the files hold whole blocks.
    pub fn run(
        &self,
        out: &Path,
        threads: usize,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Report, TournamentError> {
        self.check()?;
        let schedule = self.schedule();
        let seats = self.game.seats();
        let names: Vec<String> = self.players.iter().map(|player| player.name().to_owned()).collect();
        let format = RowFormat::new(seats, self.seed, names.clone());
        let mut count = Count {
            tally: Tally::new(self.players.len(), seats, schedule.tables()),
            sprt: self.sprt.map(SprtState::new),
            total: self.total(),
        };
        let arena = Arena { game: &self.game, players: &self.players, seed: self.seed, move_limit: self.move_limit };
        let folder = Clerk { out, manifest: &self.manifest(), format: &format, seats, threads, stop, observer }
            .run::<_, TournamentError>(&mut count, |index| self.play(&arena, &schedule, &format, index))?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let summary = (count.tally.games() > 0).then(|| pool.install(|| count.tally.sum_up(&names, self.seed)));
        if let Some(summary) = &summary {
            folder.replace("standings.csv", &files::standings_csv(&summary.standings))?;
            folder.replace("crosstable.csv", &files::crosstable_csv(&summary.crosstable))?;
            folder.replace("seats.csv", &files::seats_csv(&summary.seats))?;
        }
        Ok(Report { progress: count.progress(), complete: count.complete(), summary })
    }

    /// Plays one game and writes it down.
    fn play(&self, arena: &Arena<'_, G>, schedule: &Schedule, format: &RowFormat, index: u64) -> Kept<GameRecord> {
        let (table, lineup) = schedule.game(index);
        let (bout, trace) = if self.traces {
            let mut events = Vec::new();
            let bout = arena.play(index, table, lineup, &mut events);
            (bout, Some(self.trace(&events)))
        } else {
            (arena.play(index, table, lineup, &mut ()), None)
        };
        let rows = format.row(&bout);
        Kept { game: bout.record, rows, trace }
    }

    /// The trace of a game, as text.
    fn trace(&self, events: &[Event<G::Action, G::Outcome>]) -> Vec<u8> {
        let mut table = Table::new(self.game.clone());
        for &event in events {
            let applied = match event {
                Event::Action(action) => table.choose(action),
                Event::Outcome(outcome) => table.happen(&self.game.write_outcome(outcome)),
            };
            applied.expect("the referee let it pass");
        }
        let mut text = Vec::new();
        Trace::of(&table, self.seed).write(&mut text).expect("a buffer takes everything");
        text
    }

    /// Everything needed to run it again.
    pub fn manifest(&self) -> Manifest {
        let rules = serde_json::to_value(self.game.rules().values()).unwrap_or(Value::Null);
        let bots: Vec<&str> = self.players.iter().map(Player::name).collect();
        Manifest::new("tournament", &self.command)
            .with("game", G::INFO.name)
            .with("players", self.game.seats())
            .with("rules", rules)
            .with("bots", bots)
            .with("format", self.format.name())
            .with("games", self.total())
            .with("seed", self.seed)
            .with("sprt", self.sprt.map(|sprt| sprt.to_string()))
            .with("move_limit_ms", self.move_limit.map(|limit| limit.as_millis() as u64))
            .with("traces", self.traces)
    }
}

/// Everything that is counted as blocks come in, from files or from play.
struct Count {
    tally: Tally,
    sprt: Option<SprtState>,
    total: u64,
}

impl Account for Count {
    type Game = GameRecord;

    fn add(&mut self, block: &[GameRecord]) {
        self.tally.add(block);
        if let Some(sprt) = &mut self.sprt {
            sprt.add(first_against_second(block));
        }
    }

    fn complete(&self) -> bool {
        self.tally.games() >= self.total || self.sprt.is_some_and(|sprt| sprt.decision().is_some())
    }

    fn progress(&self) -> Progress {
        Progress { done: self.tally.games(), total: self.total, forfeits: self.tally.forfeits(), sprt: self.sprt }
    }
}

/// The mean score of player 0 against player 1 in a block.
fn first_against_second(block: &[GameRecord]) -> f64 {
    let (mut points, mut meetings) = (0.0, 0.0);
    for game in block {
        let seats =
            |player: u16| marque::Seat::all(game.lineup.len()).filter(move |s| game.lineup[s.index()] == player);
        for (first, second) in seats(0).flat_map(|first| seats(1).map(move |second| (first, second))) {
            points += game.points(first, second);
            meetings += 1.0;
        }
    }
    points / meetings
}
