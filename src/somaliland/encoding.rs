//! The game in numbers (`docs/encoding.md`).

use crate::encoding::{Encode, Rows, Vector, around, behind};
use crate::game::{Game, Turn};
use crate::seat::Seat;

use super::chart::{HEIGHT, NO_WAY, WIDTH};
use super::contracts::{Card, Cards};
use super::lane::Lane;
use super::ship::{FLEET, Ship};
use super::state::{Phase, State};
use super::{Action, Somaliland};

const CARDS: usize = Cards::COUNT as usize;
const LANES: usize = Lane::ALL.len();
/// Points and ransoms are given as shares of so much, and ways left of so many steps of ten.
const POINTS: f64 = 100.0;
const WAY: f64 = 1000.0;

impl Somaliland {
    /// How many indices each kind of action has: contracts, passing, launches, headings, powers.
    fn rows(&self) -> [usize; 5] {
        [CARDS, 1, FLEET * LANES, self.headings.into(), self.powers.len()]
    }

    /// A ship's number where seats are counted from the viewer.
    fn berth(&self, viewer: Seat, ship: Ship) -> usize {
        behind(self.seats, viewer, ship.seat()) * FLEET + ship.kind()
    }
}

impl Encode for Somaliland {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        Rows(&self.rows()).count()
    }

    #[inline]
    fn index_of(&self, _state: &State, action: Action) -> usize {
        let rows = self.rows();
        match action {
            Action::Take(card) => Rows(&rows).index(0, card.0.into()),
            Action::Pass => Rows(&rows).index(1, 0),
            Action::Launch(kind, lane) => Rows(&rows).index(2, usize::from(kind) * LANES + lane.index()),
            Action::Aim(heading) => Rows(&rows).index(3, heading.into()),
            Action::Power(power) => {
                let place = self.powers.iter().position(|&other| other == power);
                debug_assert!(place.is_some(), "a power that can be meant");
                Rows(&rows).index(4, place.unwrap_or(0))
            }
        }
    }

    #[inline]
    fn action_at(&self, _state: &State, index: usize) -> Option<Action> {
        let (row, place) = Rows(&self.rows()).place(index)?;
        Some(match row {
            0 => Action::Take(Card(place as u8)),
            1 => Action::Pass,
            2 => Action::Launch((place / LANES) as u8, Lane::ALL[place % LANES]),
            3 => Action::Aim(place as u8),
            _ => Action::Power(self.powers[place]),
        })
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let seats = self.seats;
        let ships = seats * FLEET;
        let from_viewer = |seat| behind(seats, viewer, seat);
        let berth = |ship| self.berth(viewer, ship);
        let cards = |cards: Cards| cards.map(|card| usize::from(card.0));
        let to_move = match self.turn(state) {
            Turn::Seat(seat) => Some(from_viewer(seat)),
            Turn::Chance | Turn::Over => None,
        };
        let under_way = !matches!(state.phase, Phase::Offer | Phase::Draft | Phase::Over);
        into.clear();
        into.block("first").one_of(seats, Some(from_viewer(Seat(0))));
        into.block("phase").one_of(7, Some(state.phase as usize));
        into.block("to_move").one_of(seats, to_move);
        into.block("clock").share(self.turns(state), self.turns);
        into.share(if under_way { state.leg() + 1 } else { 0 }, self.legs);
        into.block("lane").one_of(LANES, state.lane().map(Lane::index));
        into.block("deck").any_of(CARDS, cards(Cards(state.deck.0 & !state.offer.0)));
        into.block("offer").any_of(CARDS, cards(state.offer));
        into.block("round").one_of(seats, Some(from_viewer(state.seat)));
        into.any_of(seats, Seat::all(seats).filter(|&seat| state.has_passed(seat)).map(from_viewer));
        // Whoever sails next has 1, all others less in their order.
        let mut soon = [0u32; 4 * FLEET];
        for (place, ship) in state.queue().enumerate() {
            soon[berth(ship)] = (ships - place) as u32;
        }
        into.block("queue");
        for &turns in &soon[..ships] {
            into.share(turns, ships as f64);
        }
        into.block("throw").one_of(ships, state.thrown().map(berth));
        into.one_of(self.headings.into(), state.heading().map(usize::from));
        let power = state.power().and_then(|power| self.powers.iter().position(|&other| other == power));
        into.one_of(self.powers.len(), power);
        let fleet = || around(seats, viewer).flat_map(|seat| (0..FLEET).map(move |kind| Ship::new(seat, kind)));
        into.block("locks");
        for ship in fleet() {
            into.one_of(ships, state.ran_into(ship).map(berth));
        }
        into.block("owners");
        for seat in around(seats, viewer) {
            let ledger = state.ledger(seat);
            into.share(ledger.score(), POINTS).share(ledger.points, POINTS).share(ledger.ransom, POINTS);
            into.any_of(CARDS, cards(state.cards(seat)));
            for taken in ledger.taken {
                into.share(taken, CARDS as f64);
            }
            for ships in ledger.met.into_iter().chain(ledger.arrived) {
                into.share(ships, FLEET as f64);
            }
            into.share(ledger.seized, FLEET as f64).share(ledger.tipped, FLEET as f64);
        }
        into.block("ships");
        for ship in fleet() {
            let lane = state.lane_of(ship);
            let at_sea = state.at_sea().contains(ship);
            into.flag(state.in_port(ship.seat()).contains(ship)).flag(at_sea);
            into.flag(lane.is_some() && !at_sea).flag(state.sunk().contains(ship));
            into.one_of(LANES, lane.map(Lane::index));
            let Some(lane) = lane.filter(|_| at_sea) else {
                into.one_of(12, None);
                continue;
            };
            let at = state.place(ship);
            let way = self.chart.way_left(lane, at);
            into.share(at.x, WIDTH).share(at.y, HEIGHT);
            into.share(if way == NO_WAY { 0 } else { way }, WAY).flag(way == NO_WAY);
            for face in state.lie(ship).faces() {
                into.share(self.faces[ship.kind()][usize::from(face)], 9.0);
            }
            into.flag(state.held().contains(ship)).flag(state.missing().contains(ship));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn berths_begin_with_the_viewer() {
        let game = Somaliland::create(3, &toml::Table::new()).unwrap();
        let berths: Vec<usize> =
            around(3, Seat(2)).flat_map(|seat| [0, 5].map(|kind| game.berth(Seat(2), Ship::new(seat, kind)))).collect();
        assert_eq!(berths, [0, 5, 6, 11, 12, 17]);
    }
}
