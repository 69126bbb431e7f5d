//! Tournaments: bots play each other in blocks, every game is kept, and the results are summed up.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use marque::toml::Table;
use marque::{Event, Show, Table as GameTable, Trace};
use marque_agents::{Bot, Knowledge};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::arena::Arena;
use crate::brief::brief;
use crate::clerk::{Clerk, MOST_GAMES, Progress, RunError, Tracker, Venue, with_csv};
use crate::files::{FileInfo, Folder, Format, GameRow, Scorebook, TimingRow};
use crate::game_record::{Clock, GameRecord};
use crate::manifest::Manifest;
use crate::parts::{Blocks, Parts, PartsError};
use crate::player::Player;
use crate::schedule::{MOST_PLAYERS, Pairing, Schedule};
use crate::sprt::{Sprt, SprtRow, SprtState};
use crate::standings::{DifferenceRow, PairRow, Scoreboard, SeatRow, StandingRow, Standings};

/// The files of a tournament.
pub fn files() -> Vec<FileInfo> {
    vec![
        FileInfo::of::<GameRow>(),
        FileInfo::of::<TimingRow>(),
        FileInfo::of::<StandingRow>(),
        FileInfo::of::<PairRow>(),
        FileInfo::of::<DifferenceRow>(),
        FileInfo::of::<SeatRow>(),
        FileInfo::of::<SprtRow>(),
    ]
}

/// The most bots whose ratings are told while they play, and how often in a tournament.
const TOLD_MEANWHILE: usize = 50;
const TIMES_TOLD: u64 = 20;
/// How many of them are told.
const LEADERS: usize = 3;
/// How many blocks the first round of a sequential test has, where it is played in parts.
const FIRST_ROUND: u64 = 64;

/// What is to be played.
///
/// ```
/// use marque::{Game, bosman::Bosman, toml};
/// use marque_agents::Bot;
/// use marque_experiments::schedule::Pairing;
/// use marque_experiments::tournament::Tournament;
///
/// let bots = Bot::parse_list::<Bosman>("random,greedy,mate")?;
/// let tournament = Tournament {
///     game: Bosman::create(2, &toml::Table::new())?,
///     players: bots.into_iter().map(Into::into).collect(),
///     pairing: Pairing::RoundRobin,
///     games: 60,
///     seed: 1,
///     sprt: None,
///     move_limit: None,
///     traces: false,
///     command: "an example".to_owned(),
/// };
/// tournament.check()?;
/// assert_eq!(tournament.total(), 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tournament<G: Show> {
    /// The game with its rules.
    pub game: G,
    /// Who takes part; the first runs the gauntlet, if it is one.
    pub players: Vec<Player<G>>,
    /// Who meets whom.
    pub pairing: Pairing,
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
    #[error("a tournament is for at most {MOST_PLAYERS} bots, not {0}")]
    TooMany(usize),
    /// A bot twice.
    #[error(
        "the bot `{}` is named twice; every bot can take part once (it sits more than once where there are too few)",
        brief(.0)
    )]
    Twice(String),
    /// A name that cannot be a field of a row.
    #[error("the bot name {:?} has control characters in it; leave them out", brief(.0))]
    Name(String),
    /// No games.
    #[error("a tournament needs one game or more")]
    NoGames,
    /// More games than can be numbered.
    #[error("{0} games are too many for a tournament; at most {MOST_GAMES} can be asked for")]
    TooManyGames(u64),
    /// A sequential test of other than two bots.
    #[error("a sequential test compares two bots, not {0}")]
    SprtBots(usize),
    /// Its files or threads.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl TournamentError {
    /// Whether another command would do, rather than another disk or machine.
    pub fn is_usage(&self) -> bool {
        if let TournamentError::Run(error) = self { error.is_usage() } else { true }
    }
}

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentResult {
    /// How far it came.
    pub progress: Progress,
    /// Whether it is over, rather than stopped.
    pub complete: bool,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// What the games say; `None` before the first block is done.
    pub standings: Option<Standings>,
}

impl<G: Show> Tournament<G> {
    /// The games to be played: as many as asked for, rounded up to whole blocks.
    pub fn total(&self) -> u64 {
        self.games.min(MOST_GAMES).next_multiple_of(self.game.seats() as u64)
    }

    /// Who meets whom.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.game.seats(), self.pairing)
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
            bots if bots > MOST_PLAYERS => Err(TournamentError::TooMany(bots)),
            bots if self.sprt.is_some() && bots != 2 => Err(TournamentError::SprtBots(bots)),
            _ if self.games == 0 => Err(TournamentError::NoGames),
            _ if self.games > MOST_GAMES => Err(TournamentError::TooManyGames(self.games)),
            _ => Ok(()),
        }
    }

    /// Plays it, with its files in the folder of the venue, or goes on where they end.
    pub fn run(&self, venue: Venue<'_>) -> Result<TournamentResult, TournamentError> {
        self.check()?;
        let (book, mut tracker) = (self.book(), self.tracker());
        let formats = with_csv(venue.formats);
        let play = |number| self.play(&book.schedule, number);
        let folder = self.clerk(&self.manifest(), &book).run(venue, &mut tracker, play)?;
        self.conclude(&book, tracker, &folder, &formats)
    }

    /// Plays some blocks of it, with their games in the folder of the venue, or goes on where they end.
    pub fn run_part(&self, blocks: Blocks, venue: Venue<'_>) -> Result<Progress, TournamentError> {
        self.check()?;
        let all = Blocks { first: 0, end: self.total() / self.game.seats() as u64 };
        if blocks.end > all.end {
            return Err(RunError::from(PartsError::Beyond { asked: blocks, all }).into());
        }
        let book = self.book();
        let play = |number| self.play(&book.schedule, number);
        Ok(self.clerk(&self.manifest(), &book).run_part(blocks, venue, play)?)
    }

    /// Puts parts of it together, behind what the folder of the venue holds already.
    pub fn merge(&self, parts: &Parts, venue: Venue<'_>) -> Result<TournamentResult, TournamentError> {
        self.check()?;
        let manifest = self.manifest();
        parts.check(&manifest).map_err(RunError::from)?;
        let (book, mut tracker) = (self.book(), self.tracker());
        let formats = with_csv(venue.formats);
        let folder = self.clerk(&manifest, &book).merge(&parts.parts, venue, &mut tracker)?;
        self.conclude(&book, tracker, &folder, &formats)
    }

    /// The blocks that are to be played next, by what a folder holds of it; `None` once it is over. Without a sequential
    /// test these are all; with one they are as many again as there were, so that few are played in vain.
    pub fn next_round(&self, out: &Path) -> Result<Option<Blocks>, TournamentError> {
        let (book, mut tracker) = (self.book(), self.tracker());
        self.clerk(&self.manifest(), &book).look(out, &mut tracker).map_err(RunError::from)?;
        let seats = self.game.seats() as u64;
        let (first, all) = (tracker.scoreboard.games() / seats, self.total() / seats);
        let end = if self.sprt.is_some() { all.min(first + first.max(FIRST_ROUND)) } else { all };
        Ok((!tracker.complete()).then_some(Blocks { first, end }))
    }

    fn book(&self) -> Book {
        let names = self.players.iter().map(|player| player.name().to_owned()).collect();
        Book { schedule: self.schedule(), seed: self.seed, total: self.total(), names }
    }

    fn tracker(&self) -> TournamentTracker {
        TournamentTracker {
            scoreboard: Scoreboard::new(self.players.len(), self.game.seats(), self.schedule().tables()),
            sprt: self.sprt.map(SprtState::new),
            total: self.total(),
            names: self.players.iter().map(|player| player.name().to_owned()).collect(),
            leaders: String::new(),
            told: 0,
        }
    }

    fn clerk<'a>(&self, manifest: &'a Manifest, book: &'a Book) -> Clerk<'a, Book> {
        Clerk { manifest, book, traces: self.traces }
    }

    /// Sums up, and writes that down.
    fn conclude(
        &self,
        book: &Book,
        tracker: TournamentTracker,
        folder: &Folder,
        formats: &[Format],
    ) -> Result<TournamentResult, TournamentError> {
        let scoreboard = &tracker.scoreboard;
        let standings = (scoreboard.games() > 0).then(|| scoreboard.sum_up(&book.names));
        if let Some(Standings { bots, pairs, differences, seats }) = &standings {
            let exported = folder.export_all(formats, bots).and_then(|()| folder.export_all(formats, pairs));
            let exported = exported.and_then(|()| folder.export_all(formats, differences));
            exported.and_then(|()| folder.export_all(formats, seats)).map_err(RunError::from)?;
        }
        if let (Some(sprt), [first, second]) = (tracker.sprt, &book.names[..]) {
            folder.export_all(formats, &[sprt.row([first, second])]).map_err(RunError::from)?;
        }
        let complete = tracker.complete();
        Ok(TournamentResult { progress: tracker.progress(), complete, sprt: tracker.sprt, standings })
    }

    /// Plays one game.
    fn play(&self, schedule: &Schedule, number: u64) -> GameRecord {
        let arena = Arena { game: &self.game, players: &self.players, seed: self.seed, move_limit: self.move_limit };
        let seating = schedule.seating(number, number);
        if !self.traces {
            return arena.play(seating, &mut ());
        }
        let mut events = Vec::new();
        let game = arena.play(seating, &mut events);
        GameRecord { trace: Some(self.trace(&events)), ..game }
    }

    /// The trace of a game, as text.
    fn trace(&self, events: &[Event<G::Action, G::Outcome>]) -> Vec<u8> {
        let mut table = GameTable::new(self.game.clone());
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
            .with("format", self.pairing.name())
            .with("games", self.total())
            .with("seed", self.seed)
            .with("sprt", self.sprt.map(|sprt| sprt.to_string()))
            .with("move_limit_ms", self.move_limit.map(|limit| limit.as_millis() as u64))
            .with("traces", self.traces)
    }
}

impl<G: Knowledge> Tournament<G> {
    /// The tournament that a manifest describes; `None` if it describes none.
    pub fn recall(manifest: &Manifest) -> Option<Tournament<G>> {
        #[derive(Deserialize)]
        struct Said {
            command: String,
            players: usize,
            rules: Table,
            bots: Vec<String>,
            format: String,
            games: u64,
            seed: u64,
            sprt: Option<String>,
            move_limit_ms: Option<u64>,
            traces: bool,
        }
        let said: Said = manifest.to().ok()?;
        let player = |bot: &String| Bot::parse::<G>(bot).map(Player::from).ok();
        Some(Tournament {
            game: G::create(said.players, &said.rules).ok()?,
            players: said.bots.iter().map(player).collect::<Option<_>>()?,
            pairing: [Pairing::RoundRobin, Pairing::Gauntlet]
                .into_iter()
                .find(|pairing| pairing.name() == said.format)?,
            games: said.games,
            seed: said.seed,
            sprt: match said.sprt {
                Some(sprt) => Some(sprt.parse().ok()?),
                None => None,
            },
            move_limit: said.move_limit_ms.map(Duration::from_millis),
            traces: said.traces,
            command: said.command,
        })
    }
}

/// How the games of a tournament are written down.
struct Book {
    schedule: Schedule,
    seed: u64,
    total: u64,
    names: Vec<String>,
}

impl Scorebook for Book {
    type Course = ();
    type Row = GameRow;

    fn seats(&self) -> usize {
        self.schedule.seats()
    }

    fn files(&self) -> Vec<FileInfo> {
        files()
    }

    fn row(&self, game: &GameRecord) -> GameRow {
        GameRow::of(game, self.seed, &self.names)
    }

    fn recall(&self, number: u64, row: GameRow, clock: Clock) -> Option<GameRecord> {
        (number < self.total).then(|| row.recall(self.schedule.seating(number, number), clock))?
    }
}

/// Everything that is counted as blocks come in, from files or from play.
struct TournamentTracker {
    scoreboard: Scoreboard,
    sprt: Option<SprtState>,
    total: u64,
    names: Vec<String>,
    /// Who was ahead when that was last looked at, and after how many games that was.
    leaders: String,
    told: u64,
}

impl Tracker<()> for TournamentTracker {
    fn add(&mut self, block: &[GameRecord]) {
        self.scoreboard.add(block);
        if let Some(sprt) = &mut self.sprt {
            sprt.add(first_against_second(block));
        } else if self.names.len() <= TOLD_MEANWHILE && self.scoreboard.games() - self.told > self.total / TIMES_TOLD {
            self.told = self.scoreboard.games();
            self.leaders = leaders(&self.scoreboard.sum_up(&self.names));
        }
    }

    fn complete(&self) -> bool {
        self.scoreboard.games() >= self.total || self.sprt.is_some_and(|sprt| sprt.decision().is_some())
    }

    fn progress(&self) -> Progress {
        let remark = self.sprt.map_or(self.leaders.clone(), |sprt| {
            let (low, high) = sprt.bounds();
            format!("LLR {:.2} ({low:.2} to {high:.2})", sprt.llr())
        });
        let (done, forfeits) = (self.scoreboard.games(), self.scoreboard.forfeits());
        Progress { done, total: self.total, likely: None, forfeits, remark }
    }
}

/// The best bots so far, with their ratings and half the width of the intervals.
fn leaders(standings: &Standings) -> String {
    let one = |StandingRow { place, bot, rating, .. }: &StandingRow| {
        let half = (rating.high - rating.low) / 2.0;
        format!("{place}. {} {:+.0} ± {half:.0}", brief(bot), rating.value)
    };
    standings.bots.iter().take(LEADERS).map(one).collect::<Vec<_>>().join(", ")
}

/// The mean score of player 0 against player 1 in a block.
pub(crate) fn first_against_second(block: &[GameRecord]) -> f64 {
    let (mut points, mut meetings) = (0.0, 0.0);
    for game in block {
        let seats = |player: u16| {
            marque::Seat::all(game.seating.lineup.len()).filter(move |s| game.seating.lineup[s.index()] == player)
        };
        for (first, second) in seats(0).flat_map(|first| seats(1).map(move |second| (first, second))) {
            points += game.points(first, second);
            meetings += 1.0;
        }
    }
    points / meetings
}
