//! The arena: seeded games, each on one thread.
//!
//! Game `g` of a match at a table of `P` seats belongs to block `g / P` and is its rotation `g % P`. All games of a block
//! are played on the same tape of chance, the stream of (seed, block); every seat's player has randomness of its own, the
//! stream of (seed, game, seat). So a game depends on its number alone, never on threads or order.

use std::time::Duration;

use marque::random::{self, Purpose};
use marque::{Seat, Show};

use crate::game_record::{GameRecord, Seating};
use crate::player::Player;
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

impl<G: Show> Arena<'_, G> {
    /// Plays the game of a seating.
    pub fn play(&self, seating: Seating, witness: &mut impl Witness<G>) -> GameRecord {
        let mut chance = random::stream(self.seed, seating.block, Purpose::Chance);
        let index = seating.index;
        let lineup = seating.lineup.clone();
        let players = Seat::all(lineup.len()).zip(&lineup).map(|(seat, &player)| {
            (&self.players[usize::from(player)], random::stream(self.seed, index, Purpose::Seat(seat)))
        });
        referee::play(self.game, seating, players, &mut chance, self.move_limit, witness)
    }
}
