//! Piraci HEXXI (Hex Pirates): merchants, pirates and navies on a hexagon, in rounds of placing, confrontation and
//! scoring.

mod action;
mod auction;
mod board;
mod confrontation;
mod encoding;
mod escort;
mod hidden;
mod legal;
mod network;
mod notation;
mod params;
mod picture;
mod placing;
mod play;
mod recall;
mod scoring;
mod show;
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use action::{Action, Blow, Way};
pub use board::{Board, Cell, cells};
pub use hidden::{Observation, SeenBidding, SeenChain, SeenPiece, SeenSeat};
pub use network::Networks;
pub use state::{Bidding, Chain, Deed, Phase, State};
pub use token::{Piece, Token, Tokens};

use crate::game::{Ending, Game, Info, Turn};
use crate::random::Rng;
use crate::recall::RecallError;
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::standing::Standing;

/// The game with its rules.
#[derive(Clone)]
pub struct Hexxi {
    rules: Ruleset,
    seats: usize,
    board: Board,
    rounds: u8,
    tokens: Tokens,
    values: [u8; 4],
    edge_multiplier: i32,
    capture_multiplier: i32,
    base_points: i32,
    round_tax: i32,
    spying: bool,
    edge_placing: bool,
    clear_board: bool,
    trap_ship_stays: bool,
    pass_is_final: bool,
    quiet_limit: u8,
    max_bid: u8,
}

impl Hexxi {
    /// The board and how its cells lie.
    pub fn sea(&self) -> &Board {
        &self.board
    }

    /// The value of a token (HX-3).
    #[inline]
    pub fn value(&self, token: Token) -> u8 {
        self.values[token.index()]
    }

    /// The points for taking a base (HX-27).
    pub fn base_points(&self) -> i32 {
        self.base_points
    }

    /// How many times its value a ship on a far edge scores (HX-26).
    pub fn edge_multiplier(&self) -> i32 {
        self.edge_multiplier
    }

    /// Whether ships may be laid on their far edges (HX-6).
    pub fn edge_placing(&self) -> bool {
        self.edge_placing
    }

    /// The points taken off every round (HX-28).
    pub fn round_tax(&self) -> i32 {
        self.round_tax
    }

    /// The tokens of a seat (HX-3).
    pub fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// How many rounds are played (HX-29).
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }
}

impl Game for Hexxi {
    type State = State;
    type Action = Action;
    type Outcome = ();
    type Observation = Observation;

    const INFO: Info = Info {
        name: "hexxi",
        title: "Piraci HEXXI",
        english: "Hex Pirates",
        seats: &[2, 3, 4],
        hidden: true,
        rules: include_str!("../../docs/rules/hexxi.md"),
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
        if matches!(state.phase, Phase::Over) { Turn::Over } else { Turn::Seat(state.mover()) }
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

    fn standing(&self, state: &State) -> Standing {
        Standing::by_score(&state.scores[..self.seats])
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last round scored", cut: false }
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

    /// In the last confrontation; in others, tokens will be laid face down again.
    fn lies_open(&self, state: &State) -> bool {
        state.phase.is_confrontation() && state.round + 1 == self.rounds
    }

    fn open(&self, action: Action) -> bool {
        !matches!(action, Action::Place(..) | Action::Stash(_))
    }
}
