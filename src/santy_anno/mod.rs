//! Santy Anno: cards take every pirate from ship to ship, all in the head, and who sits down first at the right ship
//! earns most. A race of 3-8 seats in which thinking takes time and goes wrong.
//!
//! Who sits in a seat sees the kinds of the cards but not their faces, since a machine that could read them would be
//! right at once: so it is in an [`Observation`], in what [`see`](crate::Notation::see) tells, and in the board and the
//! picture of a viewer. The faces are in the outcome that deals them and in a board or picture of everything. Whoever
//! runs a table with a real clock may show them to a person, who then does the thinking.

mod action;
mod card_picture;
mod cards;
mod chance;
mod encoding;
mod hidden;
mod legal;
mod mind;
mod notation;
mod params;
mod picture;
mod play;
mod race;
mod racer;
mod recall;
mod ships;
mod show;
mod state;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::game::{Ending, Game, Info, Turn};
use crate::random::Rng;
use crate::recall::RecallError;
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::{MAX_SEATS, Seat};
use crate::standing::Standing;

use mind::{Mind, Spread};

use state::Phase;

pub use action::{Action, Outcome};
pub use cards::{Card, EventCard, Hand, Kind};
pub use hidden::{Head, Observation, Pirate, Sitting};
pub use racer::Racer;
pub use ships::{SHIPS, Ship};
pub use state::State;

/// Santy Anno under one ruleset.
#[derive(Clone, Debug)]
pub struct SantyAnno {
    rules: Ruleset,
    seats: usize,
    rounds: u8,
    /// A seat with fewer than so many ahead of it wins.
    winners: u8,
    first_cards: usize,
    expert: bool,
    events: bool,
    /// The values of the coins, highest first.
    coins: ArrayVec<u8, SHIPS>,
    lap_from: u8,
    countdown: u32,
    recheck_percent: u64,
    spread: Spread,
    /// Ticks from setting out to sitting down, by lap, rum and places to run.
    runs: [[[u32; SHIPS / 2 + 1]; 2]; 2],
    minds: [Mind; MAX_SEATS],
}

impl SantyAnno {
    /// The values of the coins a round pays, highest first.
    pub fn coins(&self) -> &[u8] {
        &self.coins
    }

    /// How many ticks the last one has to sit down once all others sit (SA-19).
    pub fn countdown(&self) -> u32 {
        self.countdown
    }

    /// How many rounds a game has.
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }
}

impl Game for SantyAnno {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "santy-anno",
        title: "Santy Anno",
        english: "The Santy Anno",
        seats: &[3, 4, 5, 6, 7, 8],
        hidden: true,
        rules: include_str!("../../docs/rules/santy-anno.md"),
    };

    fn params(seats: usize) -> Vec<Param> {
        params::params(seats)
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        params::new(seats, &rules)
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        state::start(self)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Act => Turn::Seat(state.race.actor),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        legal::actions(self, state, into);
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        legal::random_action(self, state, rng)
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        play::play(self, state, action);
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Outcome {
        chance::draw(self, state, rng)
    }

    fn possible(&self, state: &State, outcome: Outcome) -> bool {
        chance::possible(self, state, outcome)
    }

    #[inline]
    fn happen(&self, state: &mut State, outcome: Outcome) {
        chance::happen(self, state, outcome);
    }

    /// By coin value, then by the number of each coin from the highest down; the first `winners` win (SA-23).
    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        for (score, &value) in scores.iter_mut().zip(&state.scores) {
            *score = value.into();
        }
        let merit = |seat: Seat| Reverse((state.score(seat), state.coins[seat.index()]));
        Standing::by(&scores[..self.seats], |a, b| merit(a).cmp(&merit(b))).with_winners(self.winners)
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.round) + u32::from(state.cards() > 0)
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last round paid out", cut: false }
    }

    fn recall(&self, observation: &Observation) -> Result<State, RecallError> {
        recall::recall(self, observation)
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        hidden::observe(self, state, viewer)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        hidden::imagine(self, state, viewer, rng)
    }

    /// Nobody sees what others think, nor that they run, until they sit (SA-18).
    fn open(&self, _action: Action) -> bool {
        false
    }
}
