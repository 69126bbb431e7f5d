//! Somaliland: shipowners roll dice, their ships, over a sea map past the pirates' ports.
//!
//! The rules are in [`Info::rules`] with their ids, which the items here cite.

mod action;
mod chance;
mod chart;
mod contracts;
mod encoding;
mod hand;
mod hidden;
mod lane;
mod legal;
mod notation;
mod outline;
mod params;
mod picture;
mod pirates;
mod play;
mod recall;
mod ship;
mod show;
mod state;
mod throw;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::game::{Ending, Game, Info, Turn};
use crate::random::Rng;
use crate::recall::RecallError;
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::standing::Standing;

pub use action::{Action, Outcome};
pub use chart::{Chart, NO_WAY, Place};
pub use contracts::{Card, Cards, Earnings};
pub use hand::Stray;
pub use hidden::{Arrived, AtSea, Observation, Owner, Round, Throw};
pub use lane::{Lane, Route};
pub use ship::{FLEET, Lie, SHIP_NAMES, Ship, Ships, Side};
pub use state::{Ledger, Phase, State};
pub use throw::{Course, Stop};

use chart::Calm;
use hand::Hands;
use throw::Direction;

/// Somaliland under a ruleset.
#[derive(Clone)]
pub struct Somaliland {
    seats: usize,
    rules: Arc<Ruleset>,
    turns: u8,
    legs: u8,
    offer: u32,
    africa_percent: i32,
    headings: u8,
    powers: Arc<[u8]>,
    goal_radius: i32,
    tip_turns: i32,
    tip_percent: u8,
    hunts_all: bool,
    faces: [[u8; 6]; FLEET],
    /// The displacement of every set of a seat's ships.
    loads: [u16; 1 << FLEET],
    hands: Arc<Hands>,
    chart: Arc<Chart>,
    directions: Arc<[Direction; 1024]>,
    /// The quarter turns that need no looking at, by lane and square; see [`Chart::calm`].
    calm: Arc<Calm>,
}

impl Somaliland {
    /// The map.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// How many headings one can aim in.
    #[inline]
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// The quarter turns one can mean, rising.
    #[inline]
    pub fn powers(&self) -> &[u8] {
        &self.powers
    }

    /// A heading one can aim in, in 1/1024 turns.
    #[inline]
    pub fn heading(&self, aim: u8) -> i32 {
        i32::from(aim) * 1024 / i32::from(self.headings)
    }

    /// The deviations of a seat's hand at one of [`Somaliland::powers`]: of the heading (1/1024 turns) and of the quarter
    /// turns.
    #[inline]
    pub fn deviations(&self, seat: Seat, power: u8) -> (f32, f32) {
        self.hands.deviations(seat, power)
    }

    /// Legs a turn.
    #[inline]
    pub fn legs(&self) -> u32 {
        self.legs.into()
    }

    /// Turns a game.
    #[inline]
    pub fn turns_in_all(&self) -> u32 {
        self.turns.into()
    }

    /// What a contract counts by a route, in percent.
    #[inline]
    pub fn percent(&self, route: Route) -> i32 {
        match route {
            Route::Africa => self.africa_percent,
            Route::Somalia => 100,
        }
    }

    /// The displacement of a ship, by its index in [`SHIP_NAMES`].
    #[inline]
    pub fn ship_load(&self, kind: usize) -> i32 {
        self.loads[1 << kind].into()
    }

    /// The displacement of a seat's ships that are not sunk.
    #[inline]
    pub fn displacement(&self, state: &State, seat: Seat) -> i32 {
        self.loads[!state.sunk().kinds_of(seat) & ((1 << FLEET) - 1)].into()
    }

    /// The number on the top face of a ship's die: its ransom.
    #[inline]
    pub fn top(&self, state: &State, ship: Ship) -> u8 {
        self.faces[ship.kind()][state.lie(ship).top()]
    }

    /// What a seat would earn if the turn ended now.
    pub fn earned(&self, state: &State, seat: Seat) -> Earnings {
        self.earned_with(state.cards(seat), Lane::ALL.map(|lane| state.arrived(lane).kinds_of(seat)))
    }

    /// What contracts earn with the ships (masks over a seat's ships) that arrive in each lane.
    pub fn earned_with(&self, cards: Cards, arrived: [usize; 4]) -> Earnings {
        contracts::earnings(cards, arrived, &self.loads, self.africa_percent)
    }

    /// Who starts a turn (SO-7).
    #[inline]
    fn starter(&self, state: &State) -> Seat {
        Seat(state.turn % self.seats as u8)
    }
}

impl Game for Somaliland {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "somaliland",
        title: "Somaliland",
        english: "The Somaliland Run",
        seats: &[2, 3, 4],
        hidden: false,
        rules: include_str!("../../docs/rules/somaliland.md"),
    };

    fn params(seats: usize) -> Vec<Param> {
        params::params(seats)
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
        state::start()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Offer | Phase::Roll => Turn::Chance,
            Phase::Draft | Phase::Launch => Turn::Seat(state.seat),
            Phase::Aim | Phase::Power => Turn::Seat(state.ship.seat()),
            Phase::Over => Turn::Over,
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

    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; state::SEATS];
        for (score, ledger) in scores.iter_mut().zip(&state.ledgers) {
            *score = ledger.score();
        }
        let merit = |seat: Seat| {
            let ledger = state.ledger(seat);
            (Reverse(ledger.score()), ledger.contracts_met(), ledger.ransom)
        };
        Standing::by(&scores[..self.seats], |a, b| merit(a).cmp(&merit(b)))
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn + 1).min(self.turns_in_all())
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last turn over", cut: false }
    }

    fn recall(&self, observation: &Observation) -> Result<State, RecallError> {
        recall::recall(self, observation)
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        hidden::observe(self, state, viewer)
    }

    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        // Every seat sees all there is.
        *state
    }
}
