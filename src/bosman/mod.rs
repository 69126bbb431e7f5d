//! Bosman (The Boatswain): four gangs jostle on a beach, and one boatswain takes them on board.
//!
//! The beach is a torus in the bits of a word, the boat a set of places for each gang, and a hand a multiset of kinds
//! of tokens in three words, so that what can be played is counted and drawn without listing it.

mod action;
mod aftermath;
mod beach;
mod boat;
mod chance;
mod encoding;
mod hidden;
mod known;
mod legal;
mod notation;
mod params;
mod picture;
mod play;
mod queue;
mod recall;
mod shore;
mod show;
mod state;
mod token;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use beach::{Direction, FIELDS, Field, SIDE, fields_in};
pub use boat::{places_in, row_of, rows_lacking_one, rows_of_three};
pub use hidden::{Hand, KnownToken, Observation, Queued};
pub use queue::Slot;
pub use shore::Piece;
pub use state::{Phase, State};
pub use token::{BOAT_SIDE, Batch, Gang, Place, Token, Tokens};

use crate::game::{Ending, Game, Info, Turn};
use crate::random::Rng;
use crate::recall::RecallError;
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::standing::Standing;
use beach::Beach;

/// The game, for two or four seats.
#[derive(Clone, Debug)]
pub struct Bosman {
    rules: Ruleset,
    seats: usize,
    beach: Beach,
    rows: usize,
    columns: usize,
    places: u16,
    copies: usize,
    whole_row: bool,
    hand: u8,
    poisons: u8,
    sailors: bool,
    refill: bool,
    row_bonus: u32,
    max_turns: u32,
    stall_limit: u32,
    /// The gangs of each seat, a bit a gang.
    gangs: [u8; 4],
    /// The outposts of each seat's gangs.
    outposts: [u64; 4],
}

impl Bosman {
    /// The gangs that a seat plays for (BO-6).
    pub fn gangs_of(&self, seat: Seat) -> impl Iterator<Item = Gang> + use<> {
        let seats = self.seats;
        Gang::ALL.into_iter().filter(move |gang| gang.seat(seats) == seat)
    }

    /// The gang whose outpost a field is (BO-1).
    #[inline]
    pub fn outpost(&self, field: Field) -> Option<Gang> {
        self.beach.outpost(field)
    }

    /// The outposts of all the gangs of a seat.
    #[inline]
    pub fn outposts_of(&self, seat: Seat) -> u64 {
        self.outposts[seat.index()]
    }

    /// Every place of the boat, four columns in every row (BO-2).
    #[inline]
    pub fn places(&self) -> u16 {
        self.places
    }

    /// How near the end is, 0 to 1: by the places taken or by the limits on turns, whichever is nearer (BO-18).
    #[inline]
    pub fn progress(&self, state: &State) -> f32 {
        let part = |now: u32, all: u32| now as f32 / all as f32;
        part(state.boat().count_ones(), self.places.count_ones())
            .max(part(state.quiet_turns(), self.stall_limit))
            .max(part(state.turns.into(), self.max_turns))
    }

    /// The points for three of a gang in a row (BO-19).
    #[inline]
    pub fn row_bonus(&self) -> u32 {
        self.row_bonus
    }

    /// A gang's score (BO-19).
    #[inline]
    pub fn score(&self, state: &State, gang: Gang) -> u32 {
        let aboard = state.aboard(gang);
        aboard.count_ones() + self.row_bonus * rows_of_three(aboard)
    }
}

impl Game for Bosman {
    type State = State;
    type Action = Action;
    type Outcome = Token;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "bosman",
        title: "Bosman",
        english: "The Boatswain",
        seats: &[2, 4],
        hidden: true,
        rules: include_str!("../../docs/rules/bosman.md"),
    };

    fn params(_seats: usize) -> Vec<Param> {
        params::params()
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        params::new(seats, rules)
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
        if state.due > 0 {
            Turn::Chance
        } else if state.phase == Phase::Over {
            Turn::Over
        } else {
            Turn::Seat(state.seat)
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
    fn draw(&self, state: &State, rng: &mut Rng) -> Token {
        chance::draw(state, rng)
    }

    fn possible(&self, state: &State, token: Token) -> bool {
        chance::possible(state, token)
    }

    #[inline]
    fn happen(&self, state: &mut State, token: Token) {
        chance::happen(self, state, token);
    }

    fn standing(&self, state: &State) -> Standing {
        let (mut scores, mut digits) = ([0; 4], [0; 4]);
        for gang in Gang::ALL {
            let seat = gang.seat(self.seats).index();
            scores[seat] += self.score(state, gang) as i32;
            digits[seat] += state.boat.digits(gang);
        }
        let key = |seat: Seat| (scores[seat.index()], digits[seat.index()]);
        Standing::by(&scores[..self.seats], |a, b| key(b).cmp(&key(a)))
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns.into()
    }

    fn ending(&self, state: &State) -> Ending {
        if self.free_places(state) == 0 {
            Ending { reason: "boat full", cut: false }
        } else if state.quiet_turns() >= self.stall_limit {
            Ending { reason: "nobody boards", cut: true }
        } else {
            Ending { reason: "turn limit", cut: true }
        }
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

    fn open(&self, action: Action) -> bool {
        !matches!(action, Action::Swap(_))
    }
}
