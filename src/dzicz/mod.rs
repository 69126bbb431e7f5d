//! Dzicz (Wilderness): spreading over a square wilderness with tokens, forts and soldiers; whoever holds a mission card
//! at the end wins.

mod action;
mod board;
mod cards;
mod legal;
mod mission;
mod notation;
mod play;
mod state;
#[cfg(test)]
mod tests;
mod text;

pub use action::{Action, Advance, Deal};
pub use board::{Board, Edge, Field, Fields};
pub use cards::Observation;
pub use mission::{Card, Mission, Place};
pub use state::{Chit, State, Step};

use crate::game::{Ending, Event, Game, Info, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::random::Rng;
use crate::ruleset::{Domain, Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::show::Show;
use crate::standing::Standing;
use state::{CARDS, SEATS};

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
    /// Whether a secret card counts only once its owner has met it.
    secrets_claimable: bool,
    later_claims: bool,
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

    /// Whether `seat` and not `rival` gets an open card whose condition both meet (DZ-17).
    #[inline]
    pub fn goes_first(&self, seat: Seat, rival: Seat) -> bool {
        (seat > rival) == self.later_claims
    }

    /// Whether a card counts for a seat as it lies now.
    #[inline]
    pub fn holds(&self, seat: Seat, card: &Card) -> bool {
        match card.place() {
            Place::Open => false,
            Place::Claimed(holder) => holder == seat,
            Place::Secret(owner) => owner == seat && !self.secrets_claimable,
        }
    }
}

impl serde::Serialize for cards::Observation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format!("{self:?}"))
    }
}

impl<'de> serde::Deserialize<'de> for cards::Observation {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        unimplemented!("replaced in a moment")
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
        let at_start = |chit: Chit, meaning| Param::new(chit.name(), 1, Domain::Int(0, 3), meaning);
        vec![
            Param::new("size", 5, Domain::OneOf(&[5, 7]), "fields a side of the board"),
            Param::new("turns", 12, Domain::Int(2, 40), "turns a game lasts"),
            Param::new("mission_copies", 2, Domain::Int(2, 4), "cards of each mission"),
            Param::new("open_missions", seats as i64 - 1, Domain::Int(0, 4), "cards dealt face up"),
            Param::new(
                "secret_missions",
                "claim",
                Domain::Word(&["claim", "held", "none"]),
                "whether a secret card counts once met, always, or is not dealt",
            ),
            at_start(Chit::Charge, "charges a seat starts with"),
            at_start(Chit::Defence, "defences a seat starts with"),
            at_start(Chit::Expansion, "expansions a seat starts with"),
            at_start(Chit::Maneuver, "maneuvers a seat starts with"),
            Param::new("later_mover_claims", true, Domain::Bool, "whether the later of several seats claims a card"),
        ]
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        let number = |key| rules.int(key) as u8;
        let open_cards = number("open_missions");
        let secrets = rules.word("secret_missions");
        Ok(Dzicz {
            seats,
            board: Board::new(number("size")),
            turns: number("turns"),
            copies: number("mission_copies"),
            open_cards,
            cards: open_cards + if secrets == "none" { 0 } else { seats as u8 },
            secrets_claimable: secrets == "claim",
            later_claims: rules.flag("later_mover_claims"),
            chits: Chit::ALL.map(|chit| number(chit.name())),
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
        let mut chits = [[0; 4]; SEATS];
        chits[..self.seats].fill(self.chits);
        let mut state = State {
            tokens: [0; SEATS],
            forts: [0; SEATS],
            soldiers: [0; SEATS],
            ready: 0,
            charger: 0,
            chits,
            cards: [Card::BLANK; CARDS],
            claims: [[0; 4]; SEATS],
            ruled_out: [0; SEATS],
            homes: [None; SEATS],
            threat: None,
            dealt: 0,
            turn: 0,
            active: Seat(0),
            mover: Seat(0),
            step: Step::Deal,
            rewards: 0,
            left: 0,
        };
        if self.cards == 0 {
            self.next_turn(&mut state);
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.step {
            Step::Deal => Turn::Chance,
            Step::Over => Turn::Over,
            _ => Turn::Seat(state.mover),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.list(state, into);
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        self.pick(state, rng)
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        self.act(state, action);
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Deal {
        self.draw_card(state, rng)
    }

    fn possible(&self, state: &State, deal: Deal) -> bool {
        self.next_deal(state) == Some(deal.to.map_or(Place::Open, Place::Secret))
            && self.deck(state)[deal.mission as usize] > 0
    }

    fn happen(&self, state: &mut State, deal: Deal) {
        self.deal(state, deal);
    }

    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; SEATS];
        for seat in Seat::all(self.seats) {
            scores[seat.index()] = state.cards().iter().filter(|card| self.holds(seat, card)).count() as i32;
        }
        let holds_any = |seat: Seat| scores[seat.index()] > 0;
        Standing::by(&scores[..self.seats], |a, b| holds_any(b).cmp(&holds_any(a))).winning_only_if(holds_any)
    }

    fn turns(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last turn played", cut: false }
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        self.look(state, viewer)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        self.deal_again(state, viewer, rng)
    }
}

impl Notation for Dzicz {
    const KINDS: &'static [&'static str] = notation::KINDS;

    fn write_action(&self, action: Action) -> String {
        notation::write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        self.parse_action(text)
    }

    fn write_outcome(&self, deal: Deal) -> String {
        notation::write_deal(deal)
    }

    fn read_outcome(&self, text: &str) -> Result<Deal, NotationError> {
        self.parse_deal(text)
    }

    fn kind(&self, action: Action) -> usize {
        notation::kind(action)
    }
}

impl Show for Dzicz {
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for mission in Mission::ALL {
            for _ in 0..state.claims[seat.index()][mission as usize] {
                tell(&format!("claimed-{}", mission.letter()));
            }
        }
        for card in state.cards() {
            if self.holds(seat, card) {
                tell(&format!("held-{}", card.mission().letter()));
            }
            if card.first() == Some(seat) {
                tell(&format!("reward-{}", card.mission().letter()));
            }
        }
    }

    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        self.draw_board(state, viewer)
    }

    fn prompt(&self, state: &State) -> String {
        self.ask(state)
    }

    fn narrate(&self, before: &State, event: Event<Action, Deal>, viewer: Option<Seat>) -> String {
        self.tell(before, event, viewer)
    }
}
