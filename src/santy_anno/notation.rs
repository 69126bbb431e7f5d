use crate::game::{Event, Game, Turn};
use crate::notation::{Notation, NotationError};
use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::action::{Action, Outcome, REMOVED};
use super::cards::{Card, EventCard, Hand};
use super::hidden::{newly_sat, sittings};
use super::ships::{SHIPS, Ship};
use super::state::State;

impl Notation for SantyAnno {
    const KINDS: &'static [&'static str] = &["think", "recheck", "run"];

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Think => 0,
            Action::Recheck => 1,
            Action::Run(_) => 2,
        }
    }

    fn write_action(&self, action: Action) -> String {
        match action {
            Action::Think => "think".to_owned(),
            Action::Recheck => "recheck".to_owned(),
            Action::Run(ship) => format!("run:{}", ship.number()),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        match text {
            "think" => Some(Action::Think),
            "recheck" => Some(Action::Recheck),
            _ => text.strip_prefix("run:").and_then(read_ship).map(Action::Run),
        }
        .ok_or_else(|| NotationError::new(text, "think, recheck, or run:1 to run:8"))
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Table(ships) => format!("table:{}", write_ships(&ships)),
            Outcome::Start(homes) => format!("start:{}", write_ships(&homes[..self.seats])),
            Outcome::Remove(cards) => format!("remove:{}", write_cards(&cards)),
            Outcome::Cards(cards) => format!("cards:{}", write_cards(cards.as_slice())),
            Outcome::Event(event) => format!("event:{}", event.name()),
            Outcome::Mind { ticks, belief } => format!("mind:{ticks}:{}", belief.number()),
        }
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, NotationError> {
        let refuse = |expected: String| NotationError::new(text, expected);
        let Some((kind, rest)) = text.split_once(':') else {
            return Err(refuse("table:, start:, remove:, cards:, event: or mind: and what it brings".to_owned()));
        };
        match kind {
            "table" => read_list::<Ship, SHIPS>(rest, read_ship)
                .map(Outcome::Table)
                .ok_or_else(|| refuse("table: and the eight ships, such as table:4,7,1,6,2,8,5,3".to_owned())),
            "start" => read_homes(rest, self.seats)
                .map(Outcome::Start)
                .ok_or_else(|| refuse(format!("start: and {} ships from 1 to 8", self.seats))),
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

    /// A seat sees its own thinking and running whole, nothing of the others' until they sit (SA-18), of the cards
    /// their kinds, and all of a round when it is over.
    fn see(&self, before: &State, event: Event<Action, Outcome>, viewer: Seat) -> Option<String> {
        let is_own = before.race.actor == viewer;
        let seen = match event {
            Event::Action(action) => is_own.then(|| self.write_action(action)),
            Event::Outcome(Outcome::Mind { .. }) if !is_own => None,
            Event::Outcome(Outcome::Cards(cards)) => {
                let kinds = cards.as_slice().iter().map(|card| card.kind().name());
                Some(format!("cards:?={}", join(kinds)))
            }
            Event::Outcome(outcome) => Some(self.write_outcome(outcome)),
        };
        match (seen, brought_to_light(self, before, event, viewer)) {
            (seen, None) => seen,
            (Some(seen), Some(light)) => Some(format!("{seen}={light}")),
            (None, Some(light)) => Some(format!("?={light}")),
        }
    }
}

/// What a step of the race shows a seat beyond the step itself: who has sat down where and when, and that it is to act
/// now; at the end of the round everything, with the faces of the cards and who thought twice.
fn brought_to_light(game: &SantyAnno, before: &State, event: Event<Action, Outcome>, viewer: Seat) -> Option<String> {
    let mut last = *before;
    match event {
        Event::Action(Action::Run(ship)) => game.set_out(&mut last, ship),
        Event::Outcome(Outcome::Mind { ticks, belief }) => game.come_to(&mut last, ticks, belief),
        _ => return None,
    }
    let mut next = last;
    game.go_on(&mut next);
    let is_over = next.round > before.round;
    let sat = if is_over { sittings(game, &last) } else { newly_sat(game, before, &last, viewer) };
    let twice = Seat::all(game.seats).filter(|&seat| is_over && last.first_read(seat).is_some());
    let news = [
        is_over.then(|| format!("cards:{}", write_cards(last.race.cards.as_slice()))),
        (!sat.is_empty()).then(|| format!("sat:{}", write_sittings(sat))),
        twice.clone().next().map(|_| format!("twice:{}", join(twice.map(|seat| seat.0)))),
        (game.turn(&next) == Turn::Seat(viewer)).then(|| "act".to_owned()),
    ];
    let news: Vec<String> = news.into_iter().flatten().collect();
    (!news.is_empty()).then(|| news.join(";"))
}

/// Each as in `1@6:20`: seat 1 at ship 6 on tick 20.
fn write_sittings(sat: Vec<(u32, Seat, Ship)>) -> String {
    join(sat.into_iter().map(|(tick, seat, ship)| format!("{}@{}:{tick}", seat.0, ship.number())))
}

fn read_ship(text: &str) -> Option<Ship> {
    match text.as_bytes() {
        &[digit @ b'1'..=b'8'] => Ship::numbered(digit - b'0'),
        _ => None,
    }
}

fn join(words: impl Iterator<Item = impl ToString>) -> String {
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(",")
}

fn write_ships(ships: &[Ship]) -> String {
    join(ships.iter().map(|ship| ship.number()))
}

fn write_cards(cards: &[Card]) -> String {
    join(cards.iter().map(|card| card.face()))
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
