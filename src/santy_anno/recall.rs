//! A state read back from what a seat knows.

use super::SantyAnno;
use super::cards::{Card, Deck, EventCard, EventDeck, Kind, MAX_CARDS};
use super::hidden::Observation;
use super::race::{Clock, Race};
use super::ships::{Ring, SHIPS, Ship};
use super::state::{Phase, State, Tally, start};
use crate::recall::{self, RecallError, wrong};
use crate::seat::Seat;

/// No run and no thought takes so long.
const LATEST: u32 = 1 << 24;

/// What the viewer does not see of its rivals is as if they had not begun.
pub(super) fn recall(game: &SantyAnno, seen: &Observation) -> Result<State, RecallError> {
    let viewer = recall::seat(game.seats, "viewer", seen.viewer)?;
    let ship = |field, number: u8| Ship::numbered(number).ok_or_else(|| wrong(field, number));
    let tick = |field, tick: u32| Some(tick).filter(|&tick| tick < LATEST).ok_or_else(|| wrong(field, tick));
    if seen.phase != Phase::Act.name() {
        return Err(wrong("phase", &seen.phase));
    }
    let mut state = start(game);
    state.phase = Phase::Act;
    let round = seen.round.checked_sub(1).filter(|&round| round < game.rounds);
    state.round = round.ok_or_else(|| wrong("round", seen.round))?;
    let table = seen.table.iter().map(|&number| ship("table", number)).collect::<Result<Vec<Ship>, _>>()?;
    let table: [Ship; SHIPS] = table.try_into().map_err(|_| wrong("table", "not eight ships"))?;
    if !all_differ(&table) {
        return Err(wrong("table", "a ship twice"));
    }
    state.ring = Ring::laid(table);
    let cards = seen.deck.iter().map(|face| Card::read(face).ok_or_else(|| wrong("deck", face.clone())));
    state.deck = Deck::of(cards.collect::<Result<Vec<Card>, _>>()?).ok_or_else(|| wrong("deck", "a card twice"))?;
    let event = |field, name: &String| EventCard::read(name).ok_or_else(|| wrong(field, name));
    if game.events {
        let left =
            seen.event_deck.iter().map(|name| event("event_deck", name)).collect::<Result<Vec<EventCard>, _>>()?;
        state.event_deck = EventDeck::of(left).ok_or_else(|| wrong("event_deck", "a card too many"))?;
    }

    let race = &mut state.race;
    *race = Race { actor: viewer, ..Race::NONE };
    if !(1..=MAX_CARDS).contains(&seen.cards.len()) {
        return Err(wrong("cards", seen.cards.len()));
    }
    let mut left = state.deck;
    for name in &seen.cards {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let card = kind.map(Kind::first).ok_or_else(|| wrong("cards", name))?;
        let mut alike = left.of_kind(card.kind());
        if alike.len() == 0 {
            return Err(wrong("cards", name));
        }
        left.take(alike.take_nth(0));
        race.cards.push(card);
    }
    race.event = seen.event.as_ref().map(|name| event("event", name)).transpose()?;
    race.set_tasks();
    if seen.seats.len() != game.seats {
        return Err(wrong("seats", seen.seats.len()));
    }
    for (seat, pirate) in Seat::all(game.seats).zip(&seen.seats) {
        let index = seat.index();
        let home = ship("ship", pirate.ship.unwrap_or(0))?;
        state.homes[index] = home;
        state.scores[index] = pirate.score;
        for coin in &pirate.coins {
            let position = game.coins.iter().position(|value| value == coin);
            let position = position.filter(|&position| state.coins[index] >> (28 - 4 * position) & 15 < 15);
            state.coins[index] += 1 << (28 - 4 * position.ok_or_else(|| wrong("coins", coin))?);
        }
        state.tallies[index] = Tally { wrong: pirate.wrong, late: pirate.late, rechecks: pirate.rechecks };
        let race = &mut state.race;
        race.beliefs[index] = home;
        race.clocks[index] = Clock::waiting(seat, 0);
        race.waiting |= 1 << seat.0;
        if let Some(sat) = &pirate.sat {
            race.waiting &= !(1 << seat.0);
            race.clocks[index] = Clock::sitting(seat, tick("tick", sat.tick)?);
            race.targets[index] = ship("sat", sat.ship)?;
            race.beliefs[index] = race.targets[index];
            race.thought[index] = seen.cards.len() as u8;
        }
    }
    if !all_differ(&state.homes[..game.seats]) {
        return Err(wrong("ship", "two pirates on one"));
    }
    if !state.race.waits(viewer) {
        return Err(wrong("sat", "whoever chooses has not sat down"));
    }
    let head = seen.head.as_ref().ok_or_else(|| wrong("head", "none"))?;
    let race = &mut state.race;
    race.clocks[viewer.index()] = Clock::waiting(viewer, tick("clock", head.clock)?);
    race.thought[viewer.index()] = Some(head.thought)
        .filter(|&thought| usize::from(thought) <= seen.cards.len())
        .ok_or_else(|| wrong("thought", head.thought))?;
    race.beliefs[viewer.index()] = ship("belief", head.belief)?;
    race.first_reads[viewer.index()] = head.first_read.map(|number| ship("first_read", number)).transpose()?;
    Ok(state)
}

fn all_differ(ships: &[Ship]) -> bool {
    ships.iter().enumerate().all(|(index, ship)| !ships[..index].contains(ship))
}
