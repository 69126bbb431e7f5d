use std::time::{Duration, Instant};

use marque::picture::Picture;
use marque::random::Rng;
use marque::{Event, Game, Seat, Table};

/// How people play a game on a real clock.
///
/// The game is played in heats: what [`Game::turns`] counts. In each, every person says that it is ready, sees what there
/// is to see, and chooses one action; the time from the one to the other is told to the game in the game's own events.
pub trait Clock<G: Game>: Send + Sync {
    /// The game at a pace that people can keep up with, unless its rules set a pace of their own.
    fn paced(&self, game: G) -> G;

    /// What people may choose, in any heat. All other actions only stand for time that has passed.
    fn choices(&self, game: &G) -> Vec<G::Action>;

    /// What a person must know before its clock starts, in a few lines.
    fn before(&self, table: &Table<G>, seat: Seat) -> String;

    /// What a person sees when its clock has started, and what it has to do.
    fn running(&self, table: &Table<G>, seat: Seat) -> String;

    /// A picture of what a person sees when its clock has started, where that is more than its seat sees of the game.
    fn picture(&self, _table: &Table<G>, _seat: Seat) -> Option<Picture> {
        None
    }

    /// What the game must be told next of a person that took so long to choose an action: an action, where the seat is to
    /// act, and an outcome, where chance is to answer it. It ends with the action chosen, or with the heat.
    fn account(
        &self,
        table: &Table<G>,
        seat: Seat,
        chosen: G::Action,
        elapsed: Duration,
        rng: &mut Rng,
    ) -> Event<G::Action, G::Outcome>;
}

/// The running clock of a person.
pub(super) struct Watch<A> {
    /// The heat it was started in.
    pub heat: u32,
    pub since: Instant,
    pub answer: Option<Answer<A>>,
}

/// What a person chose on the clock.
#[derive(Clone, Copy)]
pub(super) struct Answer<A> {
    pub chosen: A,
    pub elapsed: Duration,
}
