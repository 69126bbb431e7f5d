use crate::notation::NotationError;
use crate::seat::MAX_SEATS;

use super::Action;
use super::cards::{Card, EventCard};
use super::chance::{Outcome, REMOVED};
use super::ships::{SHIPS, Ship};
use super::state::Hand;

fn read_ship(text: &str) -> Option<Ship> {
    match text.as_bytes() {
        &[digit @ b'1'..=b'8'] => Ship::numbered(digit - b'0'),
        _ => None,
    }
}

pub(super) fn write_action(action: Action) -> String {
    match action {
        Action::Think => "think".to_owned(),
        Action::Recheck => "recheck".to_owned(),
        Action::Run(ship) => format!("run:{}", ship.number()),
    }
}

pub(super) fn read_action(text: &str) -> Result<Action, NotationError> {
    match text {
        "think" => Some(Action::Think),
        "recheck" => Some(Action::Recheck),
        _ => text.strip_prefix("run:").and_then(read_ship).map(Action::Run),
    }
    .ok_or_else(|| NotationError::new(text, "think, recheck, or run:1 to run:8"))
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(",")
}

fn write_ships(ships: &[Ship]) -> String {
    join(ships.iter().map(|ship| ship.number().to_string()))
}

fn write_cards(cards: &[Card]) -> String {
    join(cards.iter().map(|card| card.face().to_owned()))
}

pub(super) fn write_outcome(outcome: Outcome, seats: usize) -> String {
    match outcome {
        Outcome::Table(ships) => format!("table:{}", write_ships(&ships)),
        Outcome::Start(homes) => format!("start:{}", write_ships(&homes[..seats])),
        Outcome::Remove(cards) => format!("remove:{}", write_cards(&cards)),
        Outcome::Cards(cards) => format!("cards:{}", write_cards(cards.as_slice())),
        Outcome::Event(event) => format!("event:{}", event.name()),
        Outcome::Mind { ticks, belief } => format!("mind:{ticks}:{}", belief.number()),
    }
}

/// Exactly so many items joined by commas.
fn read_list<T, const N: usize>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<[T; N]> {
    text.split(',').map(read).collect::<Option<Vec<T>>>()?.try_into().ok()
}

fn read_homes(text: &str, seats: usize) -> Option<[Ship; MAX_SEATS]> {
    let listed: Vec<Ship> = text.split(',').map(read_ship).collect::<Option<_>>()?;
    let mut homes = [Ship::at(0); MAX_SEATS];
    (listed.len() == seats).then(|| homes[..seats].copy_from_slice(&listed))?;
    Some(homes)
}

fn read_hand(text: &str) -> Option<Hand> {
    let mut hand = Hand::EMPTY;
    text.split(',').all(|face| Card::read(face).is_some_and(|card| hand.push(card))).then_some(hand)
}

fn read_mind(text: &str) -> Option<Outcome> {
    let (digits, ship) = text.split_once(':')?;
    let ticks: u32 = digits.parse().ok().filter(|ticks: &u32| ticks.to_string() == digits)?;
    Some(Outcome::Mind { ticks, belief: read_ship(ship)? })
}

pub(super) fn read_outcome(text: &str, seats: usize) -> Result<Outcome, NotationError> {
    let refuse = |expected: String| NotationError::new(text, expected);
    let Some((kind, rest)) = text.split_once(':') else {
        return Err(refuse("table:, start:, remove:, cards:, event: or mind: and what it brings".to_owned()));
    };
    match kind {
        "table" => read_list::<Ship, SHIPS>(rest, read_ship)
            .map(Outcome::Table)
            .ok_or_else(|| refuse("table: and the eight ships, such as table:4,7,1,6,2,8,5,3".to_owned())),
        "start" => read_homes(rest, seats)
            .map(Outcome::Start)
            .ok_or_else(|| refuse(format!("start: and {seats} ships from 1 to 8"))),
        "remove" => read_list::<Card, REMOVED>(rest, Card::read)
            .map(Outcome::Remove)
            .ok_or_else(|| refuse(format!("remove: and {REMOVED} cards, such as E:hull or +3"))),
        "cards" => read_hand(rest)
            .map(Outcome::Cards)
            .ok_or_else(|| refuse("cards: and at most nine cards, such as E:hull or +3".to_owned())),
        "event" => EventCard::read(rest)
            .map(Outcome::Event)
            .ok_or_else(|| refuse("event:tornado, seasick+, seasick-, bermuda or rum".to_owned())),
        "mind" => read_mind(rest).ok_or_else(|| refuse("mind:, ticks and a ship, such as mind:14:6".to_owned())),
        _ => Err(refuse("table:, start:, remove:, cards:, event: or mind: and what it brings".to_owned())),
    }
}
