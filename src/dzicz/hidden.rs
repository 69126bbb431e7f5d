//! What a seat knows, and what it can imagine of the secret cards of others.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::game::{Game, Turn};
use crate::random::{self, Rng};
use crate::seat::Seat;

use super::Dzicz;
use super::board::{Edge, Field, Fields};
use super::chance::Counts;
use super::mission::{Card, Mission, Place};
use super::state::{CARDS, Chit, Phase, State};

/// All that a seat knows of a state: everything but the secret cards of others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Whose knowledge this is.
    pub viewer: u8,
    /// The turn, from 1; 0 while the cards are dealt.
    pub turn: u8,
    /// The seat whose turn it is; none while cards are dealt or rewards given, and once the game is over.
    pub active: Option<u8>,
    /// What is due.
    pub phase: Phase,
    /// Who decides; none while cards are dealt, and once the game is over.
    pub mover: Option<u8>,
    /// What each seat has.
    pub seats: Vec<SeenSeat>,
    /// The cards dealt so far, by number.
    pub cards: Vec<SeenCard>,
    /// The fields with soldiers of the active seat that may still act in step 1.
    pub ready: Vec<String>,
    /// The field with the soldier that may charge now.
    pub charger: Option<String>,
    /// The soldier about to enter a field of the mover, who may send it back.
    pub threat: Option<SeenThreat>,
    /// How many recruits or actions of the present reward are left, the one due included.
    pub left: u8,
    /// The numbers of the cards whose reward comes after the present one.
    pub rewards: Vec<u8>,
}

/// What a seat has, as others see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenSeat {
    /// Its home edge, once it has landed.
    pub home: Option<Edge>,
    /// The fields with its tokens.
    pub tokens: Vec<String>,
    /// The fields with its forts, all of them with a token too.
    pub forts: Vec<String>,
    /// The fields with its soldiers.
    pub soldiers: Vec<String>,
    /// How many charges it has.
    pub charge: u8,
    /// How many defences it has.
    pub defence: u8,
    /// How many expansions it has.
    pub expansion: u8,
    /// How many maneuvers it has.
    pub maneuver: u8,
    /// The missions it has claimed, each as often as it did.
    pub claims: Vec<char>,
    /// The missions that its secret card cannot be: it met them when that would have brought the card to light.
    pub ruled_out: Vec<char>,
}

/// A card as a seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenCard {
    /// The letter of its mission; `?` where it is hidden from the viewer.
    pub mission: char,
    /// The seat before whom it lies; none for an open card.
    pub seat: Option<u8>,
    /// Whether it lies face up, for all to see.
    pub face_up: bool,
    /// Who claimed it first, and so had its reward.
    pub first: Option<u8>,
}

/// A soldier about to enter a field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenThreat {
    /// Whose soldier it is.
    pub by: u8,
    /// Its step, with an `x` where it is to remove the token there: `b2-b3x`.
    pub advance: String,
    /// The phase that goes on after the answer.
    pub during: Phase,
}

fn names(fields: Fields) -> Vec<String> {
    Field::each(fields).map(|field| field.to_string()).collect()
}

/// The numbers of the cards that `viewer` cannot see, and whose they are.
fn hidden(state: &State, viewer: Seat) -> impl Iterator<Item = (usize, Seat)> {
    state.cards().iter().enumerate().filter_map(move |(number, card)| match card.place {
        Place::Secret(owner) if owner != viewer => Some((number, owner)),
        _ => None,
    })
}

pub(super) fn observe(game: &Dzicz, state: &State, viewer: Seat) -> Observation {
    let letter = |mission: Mission| mission.letter();
    let seat = |seat: Seat| {
        let claimed = |mission: Mission| usize::from(state.claims[seat.index()][mission as usize]);
        let ruled_out = state.ruled_out[seat.index()];
        SeenSeat {
            home: state.home(seat),
            tokens: names(state.tokens(seat)),
            forts: names(state.forts(seat)),
            soldiers: names(state.soldiers(seat)),
            charge: state.chits(seat, Chit::Charge),
            defence: state.chits(seat, Chit::Defence),
            expansion: state.chits(seat, Chit::Expansion),
            maneuver: state.chits(seat, Chit::Maneuver),
            claims: Mission::ALL.into_iter().flat_map(|m| std::iter::repeat_n(m.letter(), claimed(m))).collect(),
            ruled_out: Mission::ALL.into_iter().filter(|m| ruled_out & m.bit() != 0).map(letter).collect(),
        }
    };
    let card = |card: &Card| {
        let (seat, face_up) = match card.place {
            Place::Open => (None, true),
            Place::Secret(owner) => (Some(owner), false),
            Place::Claimed(holder) => (Some(holder), true),
        };
        let seen = face_up || seat == Some(viewer);
        SeenCard {
            mission: if seen { card.mission.letter() } else { '?' },
            seat: seat.map(|seat| seat.0),
            face_up,
            first: card.first.map(|seat| seat.0),
        }
    };
    let between_turns = matches!(state.phase, Phase::Deal | Phase::Recruits | Phase::Works | Phase::Over);
    Observation {
        viewer: viewer.0,
        turn: state.turn,
        active: (!between_turns).then_some(state.active.0),
        phase: state.phase,
        mover: if let Turn::Seat(mover) = game.turn(state) { Some(mover.0) } else { None },
        seats: Seat::all(game.seats).map(seat).collect(),
        cards: state.cards().iter().map(card).collect(),
        ready: names(state.ready),
        charger: state.charger().map(|field| field.to_string()),
        threat: state.threat.map(|threat| SeenThreat {
            by: threat.by.0,
            advance: threat.advance.to_string(),
            during: threat.during,
        }),
        left: state.left,
        rewards: (0..CARDS as u8).filter(|number| state.rewards >> number & 1 == 1).collect(),
    }
}

/// Deals the cards that `viewer` cannot see anew, each deal that it cannot rule out with its right odds.
pub(super) fn imagine(game: &Dzicz, state: &State, viewer: Seat, rng: &mut Rng) -> State {
    let mut imagined = *state;
    let mut numbers = ArrayVec::<usize, CARDS>::new();
    let mut ruled_out = ArrayVec::<u8, CARDS>::new();
    for (number, owner) in hidden(state, viewer) {
        numbers.push(number);
        ruled_out.push(state.ruled_out[owner.index()]);
    }
    let seen = state.cards().iter().enumerate().filter(|(number, _)| !numbers.contains(number));
    let mut unseen = game.rest(seen.map(|(_, card)| card.mission));
    for (index, &number) in numbers.iter().enumerate() {
        let (first, rest) = (ruled_out[index], &ruled_out[index + 1..]);
        let mut drawn = random::below(rng, ways(unseen, &ruled_out[index..]));
        for mission in Mission::ALL {
            let ways = ways_with(unseen, mission, first, rest);
            if drawn < ways {
                imagined.cards[number].mission = mission;
                unseen[mission as usize] -= 1;
                break;
            }
            drawn -= ways;
        }
    }
    imagined
}

/// Whether there is any deal of the cards that `viewer` cannot see.
pub(super) fn can_imagine(game: &Dzicz, state: &State, viewer: Seat) -> bool {
    let hidden: ArrayVec<(usize, Seat), CARDS> = hidden(state, viewer).collect();
    let is_seen = |number: usize| hidden.iter().all(|&(other, _)| other != number);
    let mut unseen: Counts = [game.copies; 4];
    for (_, card) in state.cards().iter().enumerate().filter(|&(number, _)| is_seen(number)) {
        match unseen[card.mission as usize].checked_sub(1) {
            Some(left) => unseen[card.mission as usize] = left,
            None => return false,
        }
    }
    let ruled_out: ArrayVec<u8, CARDS> = hidden.iter().map(|(_, owner)| state.ruled_out[owner.index()]).collect();
    ways(unseen, &ruled_out) > 0
}

/// How many ways there are to deal a card out of `unseen` to each of the seats whose missions `ruled_out` lists.
fn ways(unseen: Counts, ruled_out: &[u8]) -> u32 {
    let Some((&first, rest)) = ruled_out.split_first() else { return 1 };
    Mission::ALL.iter().map(|&mission| ways_with(unseen, mission, first, rest)).sum()
}

/// How many of those ways give the first seat this mission.
fn ways_with(mut unseen: Counts, mission: Mission, first: u8, rest: &[u8]) -> u32 {
    let cards = unseen[mission as usize];
    if cards == 0 || first & mission.bit() != 0 {
        return 0;
    }
    unseen[mission as usize] -= 1;
    u32::from(cards) * ways(unseen, rest)
}
