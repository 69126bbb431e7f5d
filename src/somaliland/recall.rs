//! A state read back from what a seat knows: all of it but which of equal faces of a die is which.

use std::collections::BTreeMap;

use super::Somaliland;
use super::chart::Place;
use super::contracts::{Card, Cards};
use super::hidden::{Observation, Owner};
use super::lane::Lane;
use super::ship::{Lie, SHIP_NAMES, Ship};
use super::state::{Ledger, Phase, State, start};
use crate::recall::{self, RecallError, wrong};
use crate::seat::Seat;

pub(super) fn recall(game: &Somaliland, seen: &Observation) -> Result<State, RecallError> {
    let seat = |field, number| recall::seat(game.seats, field, number);
    // A ship with its owner, such as `1:24`.
    let ship = |field, text: &str| {
        let parts = text.split_once(':').and_then(|(owner, name)| {
            let owner = Seat::all(game.seats).find(|seat| seat.0.to_string() == owner)?;
            named(owner, name)
        });
        parts.ok_or_else(|| wrong(field, text))
    };
    let mut state = start();
    state.phase = seen.phase;
    let turn = seen.turn.checked_sub(1).filter(|&turn| turn < game.turns_in_all());
    state.turn = turn.ok_or_else(|| wrong("turn", seen.turn))? as u8;
    let under_way = !matches!(seen.phase, Phase::Offer | Phase::Draft | Phase::Over);
    let leg = seen.leg.checked_sub(u32::from(under_way)).and_then(|leg| u8::try_from(leg).ok());
    state.leg = leg.ok_or_else(|| wrong("leg", seen.leg))?;
    state.offer = cards("offer", &seen.offer)?;
    state.deck = Cards(cards("deck", &seen.deck)?.0 | state.offer.0);
    state.seat = seat("round", seen.round.seat)?;
    for &number in &seen.round.passed {
        state.passed |= 1 << seat("passed", number)?.0;
    }
    if seen.seats.len() != game.seats {
        return Err(wrong("seats", seen.seats.len()));
    }
    for (owner, has) in Seat::all(game.seats).zip(&seen.seats) {
        state.cards[owner.index()] = cards("contracts", &has.contracts)?;
        state.ledgers[owner.index()] = ledger(has)?;
        let lane = |text: &str| Lane::parse(text).ok_or_else(|| wrong("lane", text));
        let own = |name: &str| named(owner, name).ok_or_else(|| wrong("ship", name));
        for at_sea in &has.at_sea {
            let ship = own(&at_sea.ship)?;
            let on_board = |x: i32| (0..=i32::from(i16::MAX)).contains(&x);
            if state.lane_of(ship).is_some() || !on_board(at_sea.x) || !on_board(at_sea.y) {
                return Err(wrong("at_sea", &at_sea.ship));
            }
            state.launch(ship, lane(&at_sea.lane)?, Place { x: at_sea.x, y: at_sea.y });
            let lie = Lie::all()
                .find(|lie| lie.faces().map(|face| game.faces[ship.kind()][usize::from(face)]) == at_sea.faces);
            state.set_lie(ship, lie.ok_or_else(|| wrong("faces", format!("{:?}", at_sea.faces)))?);
            state.held |= if at_sea.held { ship.bit() } else { 0 };
            state.missing |= if at_sea.misses { ship.bit() } else { 0 };
        }
        for arrived in &has.arrived {
            let ship = own(&arrived.ship)?;
            if state.lane_of(ship).is_some() {
                return Err(wrong("arrived", &arrived.ship));
            }
            state.land(ship, lane(&arrived.lane)?);
        }
        for name in &has.sunk {
            let ship = own(name)?;
            if state.lane_of(ship).is_some() {
                return Err(wrong("sunk", name));
            }
            state.drown(ship);
        }
    }
    let mut order = Vec::new();
    for text in &seen.queue {
        let queued = ship("queue", text)?;
        if order.contains(&queued) || !state.at_sea().contains(queued) {
            return Err(wrong("queue", text));
        }
        order.push(queued);
    }
    if let Some(name) = &seen.lane {
        state.open_lane(Lane::parse(name).ok_or_else(|| wrong("lane", name))?, order.into_iter());
    }
    if let Some(throw) = &seen.throw {
        state.ship = ship("throw", &throw.ship)?;
        if !state.at_sea().contains(state.ship) {
            return Err(wrong("throw", &throw.ship));
        }
        (state.heading, state.power) = (throw.aim.unwrap_or(0), throw.power.unwrap_or(0));
    }
    for (thrown, struck) in &seen.locks {
        let (thrown, struck) = (ship("locks", thrown)?, ship("locks", struck)?);
        if !state.at_sea().contains(thrown) || !state.at_sea().contains(struck) || thrown == struck {
            return Err(wrong("locks", "a ship that is not at sea"));
        }
        state.lock(thrown, struck);
    }
    Ok(state)
}

fn named(owner: Seat, name: &str) -> Option<Ship> {
    SHIP_NAMES.iter().position(|&other| other == name).map(|kind| Ship::new(owner, kind))
}

fn cards(field: &'static str, texts: &[String]) -> Result<Cards, RecallError> {
    texts.iter().try_fold(Cards::default(), |cards, text| {
        let card = Card::parse(text).ok_or_else(|| wrong(field, text))?;
        Ok(Cards(cards.0 | 1 << card.0))
    })
}

fn ledger(has: &Owner) -> Result<Ledger, RecallError> {
    let too_much = |field: &'static str| move |_| wrong(field, "too much");
    let count = |field, from: &BTreeMap<String, u32>, key: &str| {
        u8::try_from(from.get(key).copied().unwrap_or(0)).map_err(too_much(field))
    };
    let mut ledger = Ledger {
        points: i16::try_from(has.points).map_err(too_much("points"))?,
        ransom: u16::try_from(has.ransom).map_err(too_much("ransom"))?,
        seized: u16::try_from(has.seized).map_err(too_much("seized"))?,
        tipped: u8::try_from(has.tipped).map_err(too_much("tipped"))?,
        taken: [count("taken", &has.taken, "S")?, count("taken", &has.taken, "N")?],
        ..Ledger::default()
    };
    for lane in Lane::ALL {
        ledger.met[lane.index()] = count("met", &has.met, lane.name())?;
        ledger.arrived[lane.index()] = count("arrivals", &has.arrivals, lane.name())?;
    }
    Ok(ledger)
}
