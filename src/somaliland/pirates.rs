//! The pirates: whom they hunt, and what they take after every leg (SO-17).

use super::Somaliland;
use super::chart::Place;
use super::lane::{Lane, Route};
use super::play::News;
use super::ship::{Ship, Ships};
use super::state::State;

impl Somaliland {
    /// Whether pirates hunt along a route.
    #[inline]
    pub fn hunts(&self, route: Route) -> bool {
        self.hunts_all || route == Route::Somalia
    }

    /// The ships that the pirates can take: those at sea where they hunt that they do not hold already.
    #[inline]
    pub fn hunted(&self, state: &State) -> Ships {
        let lanes = Lane::ALL.into_iter().filter(|lane| self.hunts(lane.route()));
        Ships(lanes.fold(0, |ships, lane| ships | state.sailing(lane).0) & !state.held)
    }

    /// The pirates take the ship nearest to a port, with those locked to it.
    pub(super) fn send_pirates(&self, state: &mut State, news: &mut impl FnMut(News)) {
        let mut nearest: Option<(i32, Ship, Place)> = None;
        for ship in self.hunted(state) {
            let (port, distance2) = self.chart.nearest_port(state.place(ship));
            if nearest.is_none_or(|(least, ..)| distance2 < least) {
                nearest = Some((distance2, ship, port));
            }
        }
        let Some((_, ship, port)) = nearest else { return };
        let with = state.locked_to(ship).0 & !state.held;
        for ship in Ships(ship.bit() | with) {
            let ransom = u16::from(self.top(state, ship));
            let ledger = &mut state.ledgers[ship.seat().index()];
            ledger.ransom += ransom;
            ledger.seized += 1;
            state.missing |= ship.bit();
            state.held |= ship.bit();
            if state.route_of(ship) == Route::Somalia {
                state.unlock(ship);
                state.put(ship, port);
            }
            news(News::Seized { ship, ransom });
        }
    }
}
