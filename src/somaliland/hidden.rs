//! What a seat sees: everything. Nothing is hidden, so every seat's view differs only in whose it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Game, Turn};
use crate::seat::Seat;

use super::Somaliland;
use super::chart::NO_WAY;
use super::contracts::Cards;
use super::lane::Lane;
use super::ship::{Ship, Ships};
use super::state::{Phase, State};

/// All that a seat knows of a game.
///
/// Contracts, lanes and a seat's own ships are written as in the notation (`44N`, `SS`, `24`), ships of all seats with their
/// owner in front (`1:24`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The seat whose view it is.
    pub viewer: u8,
    /// What is due.
    pub phase: Phase,
    /// Who must choose, if a seat must.
    pub to_move: Option<u8>,
    /// The turn under way, from 1; the last one once the game is over.
    pub turn: u32,
    /// The leg under way, from 1; 0 while contracts are dealt with and once the game is over.
    pub leg: u32,
    /// The lane whose part of the leg it is; none in the first leg, which is for all.
    pub lane: Option<String>,
    /// The contracts in the deck: never taken and not on offer.
    pub deck: Vec<String>,
    /// The contracts on offer.
    pub offer: Vec<String>,
    /// How far the round of the draft or of launches has come.
    pub round: Round,
    /// The ships that still sail in this lane's part of the leg, in their order, without the one being thrown.
    pub queue: Vec<String>,
    /// The throw being made.
    pub throw: Option<Throw>,
    /// The pairs of ships locked to each other; the first ran into the second.
    pub locks: Vec<(String, String)>,
    /// What each seat has.
    pub seats: Vec<Owner>,
}

/// How far a round of the seats has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Who had its turn last, or has it now: the round goes on with the seat after it.
    pub seat: u8,
    /// Who has passed, which is final.
    pub passed: Vec<u8>,
}

/// A throw being made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Throw {
    /// The ship thrown.
    pub ship: String,
    /// The heading chosen, as in `aim:5`.
    pub aim: Option<u8>,
    /// The quarter turns chosen, as in `power:12`.
    pub power: Option<u8>,
}

/// What a seat has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Owner {
    /// Points for contracts met less ransoms paid.
    pub score: i32,
    /// Points for contracts met.
    pub points: i32,
    /// Ransoms paid, all together.
    pub ransom: u32,
    /// Its contracts of this turn.
    pub contracts: Vec<String>,
    /// Its ships in port, not launched in this turn.
    pub in_port: Vec<String>,
    /// Its ships at sea.
    pub at_sea: Vec<AtSea>,
    /// Its ships that arrived in this turn.
    pub arrived: Vec<Arrived>,
    /// Its ships sunk for the game.
    pub sunk: Vec<String>,
    /// Contracts taken in the game, by direction.
    pub taken: BTreeMap<String, u32>,
    /// Contracts met in the game, by lane.
    pub met: BTreeMap<String, u32>,
    /// Ships arrived in the game, by lane.
    pub arrivals: BTreeMap<String, u32>,
    /// How often pirates took a ship of its.
    pub seized: u32,
    /// How often a ship of its was knocked over.
    pub tipped: u32,
}

/// A ship at sea.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AtSea {
    /// Which of its owner's.
    pub ship: String,
    /// Its lane.
    pub lane: String,
    /// Where it lies, in tenths of a millimetre from the west.
    pub x: i32,
    /// Where it lies, in tenths of a millimetre from the south.
    pub y: i32,
    /// Its way left to the goal, 10 a square; none where no way leads there.
    pub way_left: Option<u16>,
    /// The faces of its die: top (the ransom), north, east, south, west, bottom.
    pub faces: [u8; 6],
    /// Whether pirates hold it.
    pub held: bool,
    /// Whether it must miss its next turn.
    pub misses: bool,
}

/// A ship that has arrived.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arrived {
    /// Which of its owner's.
    pub ship: String,
    /// The lane it came by.
    pub lane: String,
}

pub(super) fn observe(game: &Somaliland, state: &State, viewer: Seat) -> Observation {
    let under_way = !matches!(state.phase, Phase::Offer | Phase::Draft | Phase::Over);
    let to_move = match game.turn(state) {
        Turn::Seat(seat) => Some(seat.0),
        Turn::Chance | Turn::Over => None,
    };
    let throw = |ship: Ship| Throw { ship: ship.to_string(), aim: state.heading(), power: state.power() };
    let lock = |ship: Ship| Some((ship.to_string(), state.ran_into(ship)?.to_string()));
    Observation {
        viewer: viewer.0,
        phase: state.phase,
        to_move,
        turn: game.turns(state),
        leg: if under_way { state.leg() + 1 } else { 0 },
        lane: state.lane().map(|lane| lane.to_string()),
        deck: written(Cards(state.deck.0 & !state.offer.0)),
        offer: written(state.offer),
        round: Round {
            seat: state.seat.0,
            passed: Seat::all(game.seats).filter(|&seat| state.has_passed(seat)).map(|seat| seat.0).collect(),
        },
        queue: state.queue().map(|ship| ship.to_string()).collect(),
        throw: state.thrown().map(throw),
        locks: state.at_sea().filter_map(lock).collect(),
        seats: Seat::all(game.seats).map(|seat| owner(game, state, seat)).collect(),
    }
}

fn owner(game: &Somaliland, state: &State, seat: Seat) -> Owner {
    let ledger = state.ledger(seat);
    let by_lane = |counts: [u8; 4]| Lane::ALL.map(|lane| (lane.to_string(), counts[lane.index()].into())).into();
    let lane_of = |ship| state.lane_of(ship).map_or(String::new(), |lane| lane.to_string());
    let at_sea = |ship: Ship| {
        let at = state.place(ship);
        let way = state.lane_of(ship).map(|lane| game.chart.way_left(lane, at));
        AtSea {
            ship: ship.name().to_owned(),
            lane: lane_of(ship),
            x: at.x,
            y: at.y,
            way_left: way.filter(|&way| way != NO_WAY),
            faces: state.lie(ship).faces().map(|face| game.faces[ship.kind()][usize::from(face)]),
            held: state.held().contains(ship),
            misses: state.missing().contains(ship),
        }
    };
    let arrived = Lane::ALL.into_iter().flat_map(|lane| state.arrived(lane).of(seat));
    Owner {
        score: ledger.score(),
        points: ledger.points.into(),
        ransom: ledger.ransom.into(),
        contracts: written(state.cards(seat)),
        in_port: names(state.in_port(seat)),
        at_sea: state.at_sea().of(seat).map(at_sea).collect(),
        arrived: arrived.map(|ship| Arrived { ship: ship.name().to_owned(), lane: lane_of(ship) }).collect(),
        sunk: names(state.sunk().of(seat)),
        taken: ["S", "N"].map(str::to_owned).into_iter().zip(ledger.taken.map(u32::from)).collect(),
        met: by_lane(ledger.met),
        arrivals: by_lane(ledger.arrived),
        seized: ledger.seized.into(),
        tipped: ledger.tipped.into(),
    }
}

fn written(cards: Cards) -> Vec<String> {
    cards.map(|card| card.to_string()).collect()
}

fn names(ships: Ships) -> Vec<String> {
    ships.map(|ship| ship.name().to_owned()).collect()
}
