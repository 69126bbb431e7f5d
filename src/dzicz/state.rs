//! Where a game stands.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

use super::Dzicz;
use super::action::Advance;
use super::board::{Edge, Field, Fields};
use super::mission::Card;

/// The most seats at a board, one an edge.
pub(super) const SEATS: usize = 4;
/// The most cards a game deals: four open and a secret one each.
pub(super) const CARDS: usize = 8;

/// A kind of action token (DZ-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chit {
    /// Moves a soldier once more.
    Charge,
    /// Sends a soldier back.
    Defence,
    /// Puts token and fort under a soldier.
    Expansion,
    /// Moves a soldier before an action.
    Maneuver,
}

impl Chit {
    /// All four, in the order of the rules.
    pub const ALL: [Chit; 4] = [Chit::Charge, Chit::Defence, Chit::Expansion, Chit::Maneuver];

    /// Its name, which is also that of the rule for how many a seat starts with.
    pub const fn name(self) -> &'static str {
        match self {
            Chit::Charge => "charge",
            Chit::Defence => "defence",
            Chit::Expansion => "expansion",
            Chit::Maneuver => "maneuver",
        }
    }
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Chance deals the next card (DZ-5).
    Deal,
    /// Where the first token of a seat goes (DZ-6).
    Landing,
    /// What the soldiers of the active seat do (DZ-7 to DZ-11).
    Soldiers,
    /// Whether a soldier is sent back (DZ-12).
    Defence,
    /// Whether a seat maneuvers before the action, or the active one charges after that (DZ-13).
    Window,
    /// The action of the active seat (DZ-14).
    Action,
    /// Whether the active seat expands (DZ-15).
    Expansion,
    /// Where the soldiers of a trail's reward go (DZ-18).
    Recruits,
    /// An action of the reward of resources (DZ-18).
    Works,
    /// Nothing: the game is over.
    Over,
}

/// A soldier about to enter a field whose owner may send it back (DZ-12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threat {
    pub by: Seat,
    pub advance: Advance,
    /// The phase to go on with: [`Phase::Soldiers`] or [`Phase::Window`].
    pub during: Phase,
}

/// Where a game stands, with the secret cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub(super) tokens: [Fields; SEATS],
    pub(super) forts: [Fields; SEATS],
    pub(super) soldiers: [Fields; SEATS],
    /// Soldiers of the active seat that may still act in step 1.
    pub(super) ready: Fields,
    /// The soldier that may charge now; empty also where its seat has no charge.
    pub(super) charger: Fields,
    pub(super) chits: [[u8; 4]; SEATS],
    pub(super) cards: [Card; CARDS],
    /// How often each seat claimed each mission.
    pub(super) claims: [[u8; 4]; SEATS],
    /// The missions that each seat's secret card cannot be, since it would have come to light.
    pub(super) ruled_out: [u8; SEATS],
    pub(super) homes: [Option<Edge>; SEATS],
    pub(super) threat: Option<Threat>,
    pub(super) dealt: u8,
    pub(super) turn: u8,
    pub(super) active: Seat,
    /// Who decides; see [`State::phase`].
    pub(super) mover: Seat,
    pub(super) phase: Phase,
    /// Cards whose reward is still to be given in this turn, a bit for each number.
    pub(super) rewards: u8,
    /// How many recruits or works of the present reward are left.
    pub(super) left: u8,
}

pub(super) fn start(game: &Dzicz) -> State {
    let mut chits = [[0; 4]; SEATS];
    chits[..game.seats].fill(game.chits);
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
        phase: Phase::Deal,
        rewards: 0,
        left: 0,
    };
    if game.cards == 0 {
        game.next_turn(&mut state);
    }
    state
}

impl State {
    /// The fields with a token of the seat.
    #[inline]
    pub fn tokens(&self, seat: Seat) -> Fields {
        self.tokens[seat.index()]
    }

    /// The fields with a fort of the seat, all of them with its token too.
    #[inline]
    pub fn forts(&self, seat: Seat) -> Fields {
        self.forts[seat.index()]
    }

    /// The fields with a soldier of the seat.
    #[inline]
    pub fn soldiers(&self, seat: Seat) -> Fields {
        self.soldiers[seat.index()]
    }

    /// The fields with a token of another seat.
    #[inline]
    pub fn other_tokens(&self, seat: Seat) -> Fields {
        // A field has one token at most.
        union(&self.tokens) ^ self.tokens(seat)
    }

    /// The fields with a fort of another seat.
    #[inline]
    pub fn other_forts(&self, seat: Seat) -> Fields {
        union(&self.forts) ^ self.forts(seat)
    }

    /// The fields with a soldier, whosever.
    #[inline]
    pub fn all_soldiers(&self) -> Fields {
        union(&self.soldiers)
    }

    /// The soldiers of the active seat that may still act in step 1.
    #[inline]
    pub fn ready(&self) -> Fields {
        self.ready
    }

    /// The soldier that may charge now, if any.
    #[inline]
    pub fn charger(&self) -> Option<Field> {
        (self.charger != 0).then(|| Field::lowest(self.charger))
    }

    /// How many action tokens of a kind the seat holds.
    #[inline]
    pub fn chits(&self, seat: Seat, chit: Chit) -> u8 {
        self.chits[seat.index()][chit as usize]
    }

    /// The cards dealt so far, by number.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.dealt as usize]
    }

    /// The home edge of the seat, once it has landed.
    #[inline]
    pub fn home(&self, seat: Seat) -> Option<Edge> {
        self.homes[seat.index()]
    }

    /// The turn, from 1; 0 while the cards are dealt.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// The seat whose turn it is; the first while rewards are given.
    #[inline]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The seat that decides, where one does.
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What is due.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The soldier's step that the mover may answer with a defence, and whose soldier it is.
    #[inline]
    pub fn threat(&self) -> Option<(Seat, Advance)> {
        self.threat.map(|threat| (threat.by, threat.advance))
    }

    /// The threat that the mover is asked about in [`Phase::Defence`].
    pub(super) fn answered(&self) -> Threat {
        self.threat.expect("a defence is asked for where there is a threat")
    }

    /// How many recruits or works of the present reward are left, this one included.
    #[inline]
    pub fn left(&self) -> u8 {
        self.left
    }
}

#[inline]
fn union(sets: &[Fields; SEATS]) -> Fields {
    sets[0] | sets[1] | sets[2] | sets[3]
}
