//! Dzicz (Wilderness): spreading over a square wilderness with tokens, forts and soldiers; whoever holds a mission card
//! at the end wins.

mod action;
mod board;
mod chance;
mod encoding;
mod hidden;
mod legal;
mod mission;
mod notation;
mod order;
mod params;
mod picture;
mod play;
mod recall;
mod show;
mod state;
#[cfg(test)]
mod tests;

pub use action::{Action, Advance, Deal};
pub use board::{Board, Edge, Field, Fields, Way};
pub use hidden::{Observation, SeenCard, SeenSeat, SeenThreat};
pub use legal::Verb;
pub use mission::{Card, Mission, Place};
pub use state::{Chit, Phase, State};

use crate::game::{Ending, Game, Info, Turn};
use crate::random::Rng;
use crate::recall::RecallError;
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::standing::Standing;
use mission::Secrets;
use order::Order;
use state::SEATS;

/// The game with its rules.
#[derive(Clone, Debug)]
pub struct Dzicz {
    rules: Ruleset,
    seats: usize,
    board: Board,
    turns: u8,
    copies: u8,
    open_cards: u8,
    /// How many cards are dealt in all.
    cards: u8,
    secrets: Secrets,
    /// Whether a seat plays for a card, whoever else holds one, and not to beat its rivals (DZ-24).
    for_a_card: bool,
    later_claims: bool,
    order: Order,
    /// The action tokens each seat starts with.
    chits: [u8; 4],
}

impl Dzicz {
    /// The board that is played on.
    #[inline]
    pub fn grid(&self) -> &Board {
        &self.board
    }

    /// The number of the last turn.
    #[inline]
    pub fn last_turn(&self) -> u8 {
        self.turns
    }

    /// Whether secret cards are judged only once, when the last turn ends, and not claimed before.
    #[inline]
    pub fn judges_secrets_last(&self) -> bool {
        self.secrets == Secrets::Shown
    }

    /// Whether a card counts for a seat as it lies now.
    #[inline]
    pub fn holds(&self, seat: Seat, card: &Card) -> bool {
        match card.place() {
            Place::Open => false,
            Place::Claimed(holder) => holder == seat,
            Place::Secret(owner) => owner == seat && self.secrets == Secrets::Held,
        }
    }
}

impl Game for Dzicz {
    type State = State;
    type Action = Action;
    type Outcome = Deal;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "dzicz",
        title: "Dzicz",
        english: "Wilderness",
        seats: &[2, 3, 4],
        hidden: true,
        rules: include_str!("../../docs/rules/dzicz.md"),
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
        state::start(self)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Seat(state.mover),
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

    fn draw(&self, state: &State, rng: &mut Rng) -> Deal {
        chance::draw(self, state, rng)
    }

    fn possible(&self, state: &State, deal: Deal) -> bool {
        chance::possible(self, state, deal)
    }

    fn happen(&self, state: &mut State, deal: Deal) {
        chance::happen(self, state, deal);
    }

    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; SEATS];
        for seat in Seat::all(self.seats) {
            scores[seat.index()] = state.cards().iter().filter(|card| self.holds(seat, card)).count() as i32;
        }
        let holds_any = |seat: Seat| scores[seat.index()] > 0;
        Standing::by(&scores[..self.seats], |a, b| holds_any(b).cmp(&holds_any(a))).winning_only_if(holds_any)
    }

    #[inline]
    fn reward(&self, standing: &Standing, seat: Seat) -> f32 {
        if self.for_a_card {
            // Whoever holds a card wins, and nobody else.
            f32::from(u8::from(standing.wins(seat)))
        } else {
            standing.payoff(seat)
        }
    }

    #[inline]
    fn constant_sum(&self) -> bool {
        !self.for_a_card
    }

    fn turns(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last turn played", cut: false }
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
}
