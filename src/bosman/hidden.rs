//! What is hidden from a seat (the last section of the rules), what it sees instead, and how it imagines the rest.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Bosman;
use super::beach::fields_in;
use super::boat::places_in;
use super::notation::write_sitter;
use super::queue::MOST;
use super::state::{Phase, State};
use super::token::{Token, Tokens};
use crate::game::Game;
use crate::random::{self, Rng};
use crate::seat::Seat;

/// All that one seat knows. Lists by seat start with seat 0; tokens, fields and places are in notation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The seat that sees this.
    pub viewer: u8,
    /// What is due.
    pub phase: Phase,
    /// The seat whose turn it is.
    pub seat: u8,
    /// How many tokens that seat has yet to draw; while there are any, chance acts.
    pub due: u32,
    /// How many turns have been begun (BO-18).
    pub turns: u32,
    /// How many of them since a token boarded, the present one included (BO-18).
    pub quiet_turns: u32,
    /// The field of the boatswain.
    pub boatswain: String,
    /// What lies on the beach by field: a token such as `R10`, or a sailor such as `R*`.
    pub beach: BTreeMap<String, String>,
    /// The field of the token laid this turn, which may not board (BO-15).
    pub laid: Option<String>,
    /// Whose uncovered tokens sit in the boat by place: a gang such as `R`, or a sailor such as `R*`.
    pub boat: BTreeMap<String, String>,
    /// How many covered tokens lie on a place of the boat, where there are any.
    pub covered: BTreeMap<String, u32>,
    /// The score of each seat.
    pub scores: Vec<i32>,
    /// The hand of each seat.
    pub hands: Vec<Hand>,
    /// The gangs of each seat whose sailor is not yet laid.
    pub sailors: Vec<Vec<String>>,
    /// How many poisons each seat has left.
    pub poisons: Vec<u32>,
    /// How many tokens the shuffled part of the stack holds.
    pub shuffled: u32,
    /// The tokens put under the stack, the next to be drawn first.
    pub queue: Vec<Queued>,
    /// Every token of which the viewer does not know where it is: those that others hold or swapped unseen, and the
    /// shuffled part.
    pub unseen: Vec<String>,
}

/// What one seat sees of a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// How many tokens it holds.
    pub size: u32,
    /// Those that the viewer knows, in order: all of its own hand.
    pub tokens: Vec<String>,
    /// Those that others than the hand's owner know, as far as the viewer knows that, in the order drawn.
    pub known: Vec<KnownToken>,
}

/// A token that is known in the hand of another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KnownToken {
    /// The token.
    pub token: String,
    /// The seat that knows it, since it had swapped it under the stack; nobody in particular where all know it.
    pub to: Option<u8>,
}

/// What one seat sees of a token under the stack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Queued {
    /// The token, where the viewer knows it.
    pub token: Option<String>,
    /// The seat that swapped it there unseen by the others; nobody where it was replaced on the beach, seen by all.
    pub by: Option<u8>,
}

pub(super) fn observe(game: &Bosman, state: &State, viewer: Seat) -> Observation {
    let (seen, unseen) = veil(game, state, viewer);
    let texts = |tokens: &Tokens| tokens.iter().map(|token| token.to_string()).collect();
    let hand = |seat: Seat| Hand {
        size: seen.hand_size(seat),
        tokens: texts(seen.hand(seat)),
        known: seen.known[seat.index()]
            .iter(seat)
            .map(|(token, to)| KnownToken { token: token.to_string(), to: to.map(|seat| seat.0) })
            .collect(),
    };
    let sailors = |seat| game.gangs_of(seat).filter(|&gang| seen.has_sailor(gang)).map(|gang| gang.to_string());
    let queued = seen.queue().map(|slot| Queued {
        token: slot.is_known_to(viewer).then(|| slot.token.to_string()),
        by: slot.by.map(|seat| seat.0),
    });
    let seats = || Seat::all(game.seats);
    Observation {
        viewer: viewer.0,
        phase: seen.phase,
        seat: seen.seat.0,
        due: seen.due(),
        turns: seen.turns.into(),
        quiet_turns: seen.quiet_turns(),
        boatswain: seen.boatswain().to_string(),
        beach: fields_in(seen.beach())
            .filter_map(|field| Some((field.to_string(), seen.piece(field)?.to_string())))
            .collect(),
        laid: seen.laid().map(|field| field.to_string()),
        boat: places_in(seen.boat())
            .filter_map(|place| seen.sitter(place).map(|sitter| (place.to_string(), write_sitter(sitter))))
            .collect(),
        covered: places_in(game.places)
            .filter(|&place| seen.covered(place) > 0)
            .map(|place| (place.to_string(), seen.covered(place)))
            .collect(),
        scores: game.standing(&seen).scores().to_vec(),
        hands: seats().map(hand).collect(),
        sailors: seats().map(|seat| sailors(seat).collect()).collect(),
        poisons: seats().map(|seat| seen.poisons(seat)).collect(),
        shuffled: seen.shuffled_size(),
        queue: queued.collect(),
        unseen: texts(&unseen),
    }
}

/// The state with everything that `viewer` does not know left out, and the tokens left out.
///
/// What two other seats know of each other is left out too.
pub(super) fn veil(game: &Bosman, state: &State, viewer: Seat) -> (State, Tokens) {
    let mut seen = *state;
    let mut unseen = state.shuffled;
    seen.shuffled = Tokens::default();
    for hand in Seat::all(game.seats).filter(|&hand| hand != viewer) {
        let mut rest = *state.hand(hand);
        let known = state.known[hand.index()].seen_by(hand, viewer);
        let shown = &mut seen.hands[hand.index()];
        *shown = Tokens::default();
        for (token, _) in known.iter(hand) {
            shown.add(token);
            rest.remove(token);
        }
        rest.iter().for_each(|token| unseen.add(token));
        seen.known[hand.index()] = known;
    }
    seen.queue.replace_unknown(viewer, |token| {
        unseen.add(token);
        Token(0)
    });
    (seen, unseen)
}

/// Deals what `viewer` does not know anew: an unseen token is equally likely in every unseen place.
pub(super) fn imagine(game: &Bosman, state: &State, viewer: Seat, rng: &mut Rng) -> State {
    let (mut seen, mut unseen) = veil(game, state, viewer);
    // Listed in order, which does not depend on where they were.
    let mut list: ArrayVec<Token, MOST> = unseen.iter().collect();
    let mut deal = || {
        let token = list.swap_remove(random::below(rng, list.len() as u32) as usize);
        unseen.remove(token);
        token
    };
    for (hand, &size) in seen.hands.iter_mut().zip(&seen.sizes) {
        for _ in hand.total()..size.into() {
            hand.add(deal());
        }
    }
    seen.queue.replace_unknown(viewer, |_| deal());
    seen.shuffled = unseen;
    seen
}
