//! The game in numbers (`docs/encoding.md`).

use crate::encoding::{Encode, Vector, around, behind};
use crate::seat::Seat;

use super::SantyAnno;
use super::action::Action;
use super::cards::{CARDS, EventCard, KINDS, MAX_CARDS};
use super::hidden::known;
use super::ships::{SHIPS, Ship};
use super::state::{Phase, State};

/// Ticks are given as shares of so many.
const TICKS: f64 = 200.0;
/// The most rounds a game has.
const ROUNDS: usize = 5;

impl Encode for SantyAnno {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        2 + SHIPS
    }

    #[inline]
    fn index_of(&self, _state: &State, action: Action) -> usize {
        match action {
            Action::Think => 0,
            Action::Recheck => 1,
            Action::Run(ship) => 2 + ship.index(),
        }
    }

    #[inline]
    fn action_at(&self, _state: &State, index: usize) -> Option<Action> {
        match index {
            0 => Some(Action::Think),
            1 => Some(Action::Recheck),
            _ => Ship::all().nth(index - 2).map(Action::Run),
        }
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let known = known(self, state, viewer);
        let waits = known.is_racing() && known.race.actor != viewer;
        let has_ships = !matches!(known.phase, Phase::Table | Phase::Start);
        into.clear();
        into.block("first").one_of(self.seats, Some(behind(self.seats, viewer, Seat(0))));
        into.block("phase").one_of(9, Some(if waits { 8 } else { known.phase as usize }));
        into.block("round").one_of(ROUNDS, Some(usize::from((known.round + 1).min(self.rounds) - 1)));
        into.block("table");
        for place in 0..SHIPS as u32 {
            into.one_of(SHIPS, (known.phase != Phase::Table).then(|| known.ring.ship(place).index()));
        }
        into.block("seats");
        for seat in around(self.seats, viewer) {
            let tally = known.tallies[seat.index()];
            into.one_of(SHIPS, has_ships.then(|| known.home(seat).index())).share(known.scores[seat.index()], 25.0);
            for coin in 0..self.coins.len() {
                into.share(known.coins_won(seat, coin), ROUNDS as f64);
            }
            for rounds in [tally.wrong, tally.late, tally.rechecks] {
                into.share(rounds, ROUNDS as f64);
            }
            let sat = known.target(seat);
            into.one_of(SHIPS, sat.map(Ship::index));
            into.share(if sat.is_some() { known.clock(seat) } else { 0 }, TICKS);
        }
        let (deck, left) = known.deck.spread();
        into.block("deck").counts(CARDS, 1.0, deck[..left].iter().map(|card| card.index()));
        let events = if self.events { known.event_deck.len() } else { 0 };
        into.block("event_deck").counts(EventCard::NAMES, 1.0, (0..events).map(|n| known.event_deck.nth(n) as usize));
        into.block("cards");
        for position in 0..MAX_CARDS {
            into.one_of(KINDS, (position < known.cards()).then(|| known.card_kind(position) as usize));
        }
        into.block("event").one_of(EventCard::NAMES, known.event().map(|event| event as usize));
        let thinks = known.cards() > 0;
        into.block("head").flag(thinks);
        into.share(if thinks { known.clock(viewer) } else { 0 }, TICKS);
        into.share(if thinks { known.thought(viewer) as u32 } else { 0 }, MAX_CARDS as f64);
        into.one_of(SHIPS, thinks.then(|| known.belief(viewer).index()));
        into.one_of(SHIPS, known.first_read(viewer).filter(|_| thinks).map(Ship::index));
    }
}
