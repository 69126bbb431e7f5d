//! The arena: many seeded games in parallel, each on one thread, handed over in order.
//!
//! Game `g` at a table of `P` seats belongs to block `g / P` and is its rotation `g % P`. All games of a block are played
//! on the same tape of chance, the stream of (seed, block); every seat's player has randomness of its own, the stream
//! of (seed, game, seat). So a game depends on its number alone, never on threads or order.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use marque::random::{self, Purpose};
use marque::{MAX_SEATS, Seat, Show};
use rayon::ThreadPoolBuildError;

use crate::in_order::in_order;
use crate::player::Player;
use crate::record::{GameRecord, Lineup};
use crate::referee::{self, Witness};

/// A game, those who play it, and the seed of a run.
pub struct Arena<'a, G: Show> {
    /// The game with its rules.
    pub game: &'a G,
    /// The players, whom lineups name by number.
    pub players: &'a [Player<G>],
    /// The seed everything random comes from.
    pub seed: u64,
    /// How long a player may think about one choice.
    pub move_limit: Option<Duration>,
}

/// A game of the arena with what the clock said.
#[derive(Clone, PartialEq, Debug)]
pub struct Bout {
    /// The game.
    pub record: GameRecord,
    /// How long it took.
    pub took: Duration,
    /// How long each seat thought; zero for a player that picks blindly.
    pub thought: ArrayVec<Duration, MAX_SEATS>,
}

impl<G: Show> Arena<'_, G> {
    /// Plays game number `index` with the players of `lineup` in their seats.
    pub fn play(&self, index: u64, table: u32, lineup: Lineup, witness: &mut impl Witness<G>) -> Bout {
        let began = Instant::now();
        let block = index / lineup.len() as u64;
        let mut chance = random::stream(self.seed, block, Purpose::Chance);
        let players = Seat::all(lineup.len()).zip(&lineup).map(|(seat, &player)| {
            (&self.players[usize::from(player)], random::stream(self.seed, index, Purpose::Seat(seat)))
        });
        let played = referee::play(self.game, players, &mut chance, self.move_limit, witness);
        let record = GameRecord {
            index,
            block,
            table,
            lineup,
            standing: played.standing,
            decisions: played.decisions,
            turns: played.turns,
            end: played.end,
        };
        Bout { record, took: began.elapsed(), thought: played.thought }
    }

    /// Plays the games of a range on `threads` threads (0: as many as the machine has). `play` plays one, given its
    /// number; `deliver` gets what it returns in order, a few at a time, until it says `Break` or `stop` is set. However
    /// many games there are, only a bounded number wait for delivery.
    pub fn run<T: Send>(
        &self,
        games: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        play: impl Fn(&Self, u64) -> T + Sync,
        deliver: impl FnMut(Vec<T>) -> ControlFlow<()> + Send,
    ) -> Result<(), ThreadPoolBuildError> {
        in_order(games, threads, stop, |index| play(self, index), deliver)
    }
}
