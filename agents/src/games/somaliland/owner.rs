//! What a shipowner reckons with: how ships arrive, what the pirates take, and what is left for later.

use marque::somaliland::{Lane, Phase, Route, Ship, Somaliland, State};
use marque::{Game, Seat};

/// An evaluator of this game with figures of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Shipowner {
    /// How ships arrive around Africa, and past Somalia.
    pub arrivals: [Arrivals; 2],
    /// In what share of the legs left the pirates find a ship to take.
    pub takes: f32,
    /// What share of the ransom reckoned with counts against a hope: plans are made as if every ship sailed to the last leg.
    pub heeded: f32,
    /// How many ships are still to come around Africa, and past Somalia, for every one that a rival can launch in the
    /// first leg.
    pub abroad: [f32; 2],
    /// With how many ships of others past Somalia it reckons at the least, for every rival beyond the first.
    pub least_abroad: f32,
    /// What a turn to come brings for every unit of displacement.
    pub future: f32,
    /// How many points of hope make a lead of e to 1, where a whole turn is left; it shrinks with the root of what is left.
    pub spread: f32,
}

/// How likely ships arrive, as a logistic regression on the throws left, the way left and the crowd.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arrivals {
    /// What a spare throw counts.
    pub slope: f32,
    /// How far a throw brings a ship for every quarter turn of the strongest power, in units of the way left.
    pub reach: f32,
    /// What speaks for an arrival without a throw to spare.
    pub offset: f32,
    /// What every ship of others on the route speaks against it.
    pub crowd: f32,
}

/// A ship at sea, as its arrival is reckoned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Voyage {
    /// Throws left in this turn.
    pub throws: i32,
    /// The way left, in quarter turns of the strongest power.
    pub way: f32,
    /// Ships of others on the route, at sea or expected.
    pub crowd: f32,
}

/// The ships of a seat that the pirates hunt, as its ransom is reckoned.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Prey {
    /// How many there are.
    pub ships: usize,
    /// What all of them would pay together, any of their faces being up.
    pub faces: f32,
}

impl Prey {
    /// The ransom that the seat can expect to pay in so many legs, with so many ships of others to hunt.
    #[inline]
    pub fn ransom(&self, takes: f32, others: f32, legs: f32) -> f32 {
        // The pirates take one ship a leg, but none in two legs running.
        takes * legs * self.faces / (self.ships as f32 + others).max(2.0)
    }
}

/// How many ships of others there are on a route, and how many of theirs can still be launched in the first leg.
#[inline]
pub fn others(state: &State, seats: usize, seat: Seat, route: Route) -> (usize, usize) {
    let lanes = Lane::ALL.into_iter().filter(|lane| lane.route() == route);
    let sailing = lanes.map(|lane| state.sailing(lane).len() - state.sailing(lane).of(seat).len()).sum();
    let launching = state.leg() == 0 && state.phase() != Phase::Over;
    let rivals = Seat::all(seats).filter(|&rival| rival != seat && launching && may_launch(state, rival));
    (sailing, rivals.map(|rival| state.in_port(rival).len()).sum())
}

/// Whether a seat may launch ships in the first leg, as far as its passing goes.
fn may_launch(state: &State, seat: Seat) -> bool {
    matches!(state.phase(), Phase::Offer | Phase::Draft) || !state.has_passed(seat)
}

/// A ship at sea in a lane, as its arrival is reckoned; `None` where it is not.
pub fn voyage(game: &Somaliland, state: &State, ship: Ship) -> Option<(Route, Voyage)> {
    let lane = state.lane_of(ship).filter(|_| state.at_sea().contains(ship))?;
    let longest = f32::from(game.powers().last().copied().unwrap_or(1));
    let (sailing, _) = others(state, game.seats(), ship.seat(), lane.route());
    let way = f32::from(game.chart().way_left(lane, state.place(ship))) / longest;
    let throws = super::aiming::throws_left(game, state, ship);
    Some((lane.route(), Voyage { throws, way, crowd: sailing as f32 }))
}

/// The ships of a seat that the pirates hunt.
pub fn prey(game: &Somaliland, state: &State, seat: Seat) -> Prey {
    let mut prey = Prey::default();
    for ship in game.hunted(state).of(seat) {
        prey.ships += 1;
        prey.faces += game.ship_load(ship.kind()) as f32 / 6.0;
    }
    prey
}
