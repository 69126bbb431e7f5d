//! Piraci HEXXI (Hex Pirates): merchants, pirates and navies on a hexagon, in rounds of placing, confrontation and
//! scoring.

mod action;
mod auction;
mod board;
mod confrontation;
mod hidden;
mod notation;
mod placing;
mod scoring;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod token;

pub use action::{Action, Blow, Way};
pub use board::{Board, Cell, cells};
pub use confrontation::Networks;
pub use hidden::Observation;
pub use state::{Bidding, Chain, Deed, Phase, State};
pub use token::{Piece, Token, Tokens};

use crate::game::{Ending, Event, Game, Info, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::random::Rng;
use crate::ruleset::{Domain, Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::show::Show;
use crate::standing::Standing;
use board::MAX_SEATS;

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

impl serde::Serialize for hidden::Observation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format!("{self:?}"))
    }
}

impl<'de> serde::Deserialize<'de> for hidden::Observation {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        unimplemented!("replaced in a moment")
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

    fn params(_seats: usize) -> Vec<Param> {
        let count = |key, default: i64, max, meaning| Param::new(key, default, Domain::Int(1, max), meaning);
        let points = |key, default: i64, max, meaning| Param::new(key, default, Domain::Int(0, max), meaning);
        let flag = |key, meaning| Param::new(key, true, Domain::Bool, meaning);
        vec![
            Param::new("board_side", 4, Domain::Int(3, 5), "cells on a side of the board"),
            count("rounds", 3, 5, "rounds a game"),
            count("lanes", 6, 10, "lanes of a seat"),
            count("ships", 3, 5, "ships of a seat"),
            count("pirates", 2, 4, "boats of pirates of a seat"),
            count("warships", 1, 2, "warships of a seat"),
            count("value_lane", 1, 12, "value of a lane"),
            count("value_ship", 2, 12, "value of a ship"),
            count("value_pirates", 3, 12, "value of pirates"),
            count("value_warship", 6, 12, "value of a warship"),
            count("edge_multiplier", 3, 6, "times its value that a ship on a far edge scores"),
            count("capture_multiplier", 2, 6, "times its value that a captured unit scores"),
            points("base_points", 10, 40, "points for taking a base"),
            points("round_tax", 20, 40, "points taken off every round"),
            flag("spying", "seats may spy"),
            flag("edge_placing", "ships may be laid on their far edges"),
            flag("pass_is_final", "a pass leaves the confrontation for good"),
            Param::new(
                "quiet_limit",
                16,
                Domain::Int(4, 200),
                "actions in a row without a capture that end a confrontation",
            ),
            points("max_bid", 20, 60, "the highest bid for initiative; 0 for no bidding"),
        ]
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        // Every parameter's range fits a byte.
        let byte = |key| rules.int(key) as u8;
        let int = |key| rules.int(key) as i32;
        Ok(Hexxi {
            seats,
            board: Board::new(usize::from(byte("board_side")), seats),
            rounds: byte("rounds"),
            tokens: Tokens::new(["lanes", "ships", "pirates", "warships"].map(byte)),
            values: ["value_lane", "value_ship", "value_pirates", "value_warship"].map(byte),
            edge_multiplier: int("edge_multiplier"),
            capture_multiplier: int("capture_multiplier"),
            base_points: int("base_points"),
            round_tax: int("round_tax"),
            spying: rules.flag("spying"),
            edge_placing: rules.flag("edge_placing"),
            pass_is_final: rules.flag("pass_is_final"),
            quiet_limit: byte("quiet_limit"),
            max_bid: byte("max_bid"),
            rules,
        })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        let mut state = State {
            tokens: [0; 4],
            owned: [0; MAX_SEATS],
            bases: 0,
            down: 0,
            reach: [0; MAX_SEATS],
            hands: [Tokens::NONE; MAX_SEATS],
            piles_up: [Tokens::NONE; MAX_SEATS],
            piles_down: [Tokens::NONE; MAX_SEATS],
            scores: [0; MAX_SEATS],
            loot: [0; MAX_SEATS],
            seized: [[0; MAX_SEATS]; MAX_SEATS],
            deeds: Default::default(),
            phase: Phase::Placing,
            turns: 0,
            round: 0,
            order: [0, 1, 2, 3].map(Seat),
            at: 0,
            gone: 0,
            idle: 0,
            quiet: 0,
        };
        state.hands[..self.seats].fill(self.tokens);
        self.begin_round(&mut state);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if matches!(state.phase, Phase::Over) { Turn::Over } else { Turn::Seat(state.mover()) }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::Placing => self.list_placing(state, into),
            Phase::Paying { .. } => self.list_payments(state, into),
            Phase::Withdrawing => self.list_withdrawals(state, into),
            Phase::Bidding(_) => self.list_bids(into),
            Phase::Confronting => self.list_actions(state, into),
            Phase::Escorting(chain) => self.list_escorts(state, chain, into),
            Phase::Over => {}
        }
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        match state.phase {
            Phase::Placing => self.random_placing(state, rng),
            Phase::Paying { .. } => self.random_payment(state, rng),
            Phase::Withdrawing => self.random_withdrawal(state, rng),
            Phase::Bidding(_) => self.random_bid(rng),
            Phase::Confronting => self.random_act(state, rng),
            Phase::Escorting(chain) => self.random_escort(state, chain, rng),
            Phase::Over => unreachable!("no seat moves once the game is over"),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        state.turns += u32::from(matches!(state.phase, Phase::Placing | Phase::Confronting));
        match (action, state.phase) {
            (Action::Place(token, cell), _) => self.place(state, token, cell),
            (Action::Stash(token), _) => self.stash(state, token),
            (Action::Spy(cell), _) => self.spy(state, cell),
            (Action::Show(cell), Phase::Paying { owed }) => self.show(state, cell, owed),
            (Action::Offer(token), Phase::Paying { owed }) => self.offer(state, token, owed),
            (Action::Withdraw(cell), _) => self.withdraw(state, cell),
            (Action::Raise, Phase::Bidding(bidding)) => self.raise(state, bidding),
            (Action::Fold, Phase::Bidding(bidding)) => self.fold(state, bidding),
            (Action::Pass, _) => self.pass(state),
            (Action::Halt, Phase::Escorting(chain)) => self.halt(state, chain),
            (Action::Move(way, from, to), _) => self.move_unit(state, way, from, to),
            (Action::Attack(blow, by, on), _) => self.attack(state, blow, by, on),
            (Action::Rescue(_, captor), _) => self.rescue(state, captor),
            _ => debug_assert!(false, "{action:?} is not legal in {:?}", state.phase),
        }
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

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        self.observation(state, viewer)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        let mut imagined = *state;
        self.deal_unknown(&mut imagined, viewer, rng);
        imagined
    }

    fn open(&self, action: Action) -> bool {
        !matches!(action, Action::Place(..) | Action::Stash(_))
    }
}

impl Notation for Hexxi {
    const KINDS: &'static [&'static str] = Action::KINDS;

    fn write_action(&self, action: Action) -> String {
        self.write(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        self.read(text)
    }

    fn kind(&self, action: Action) -> usize {
        action.kind()
    }
}

impl Show for Hexxi {
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for deed in Deed::ALL {
            (0..state.deeds(seat, deed)).for_each(|_| tell(deed.word()));
        }
    }

    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        self.page(state, viewer)
    }

    fn prompt(&self, state: &State) -> String {
        self.question(state)
    }

    fn narrate(&self, before: &State, event: Event<Action, ()>, viewer: Option<Seat>) -> String {
        match event {
            Event::Action(action) => self.story(before, action, viewer),
            Event::Outcome(()) => String::new(),
        }
    }
}
