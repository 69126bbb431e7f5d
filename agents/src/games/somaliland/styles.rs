use marque::somaliland::{Action, Card, Lane, Route, Ship, Somaliland, State};
use marque::{Game, Seat, Turn};

use super::aiming::{STRAYS, Throw};
use super::fitted::FITTED;
use super::prospects::RESERVE;
use crate::knowledge::Style;

/// The three plans.
pub(super) const STYLES: &[Style<Somaliland>] = &[
    Style {
        name: "daring",
        plan: "Past Somalia with the big ships, thrown hard.",
        score: |game, state, action| DARING.score(game, state, action),
    },
    Style {
        name: "safe",
        plan: "Around Africa with careful throws.",
        score: |game, state, action| SAFE.score(game, state, action),
    },
    Style {
        name: "small-ships",
        plan: "Low contracts for the small ships, which cost little ransom.",
        score: |game, state, action| SMALL_SHIPS.score(game, state, action),
    },
];

/// A plan to follow for a whole game: which contracts, which ships by which route, and how they are thrown.
struct Plan {
    route: Route,
    /// Only so many ships sail, the smallest ones.
    fleet: usize,
    /// The largest ships are launched first, or the smallest.
    largest_first: bool,
    /// The share of the fleet's displacement that contracts should fill; the rest is a reserve.
    fill: f32,
    /// What every quarter turn is worth to it, in chances of arrival.
    strength: f32,
    /// The strongest throw it makes at ease.
    ease: u8,
}

/// Past Somalia with the big ships, thrown hard.
const DARING: Plan =
    Plan { route: Route::Somalia, fleet: 6, largest_first: true, fill: 0.8, strength: 0.004, ease: 40 };
/// Around Africa with careful throws.
const SAFE: Plan = Plan { route: Route::Africa, fleet: 6, largest_first: true, fill: 0.9, strength: 0.0, ease: 14 };
/// Low contracts for the small ships.
const SMALL_SHIPS: Plan =
    Plan { route: Route::Africa, fleet: 4, largest_first: false, fill: 1.0, strength: 0.0, ease: 40 };

impl Plan {
    /// How well an action of the seat to move fits the plan.
    fn score(&self, game: &Somaliland, state: &State, action: Action) -> f32 {
        let Turn::Seat(seat) = game.turn(state) else { return 0.0 };
        match (action, Throw::new(&FITTED, game, state)) {
            (Action::Take(card), _) => self.draft(game, state, seat, card),
            (Action::Launch(kind, lane), _) => self.launch(game, state, Ship::new(seat, kind.into()), lane),
            (Action::Aim(aim), Some(throw)) => throw
                .by_power(aim, STRAYS)
                .fold(f32::MIN, |best, (power, promise)| best.max(promise.merit() + self.liking(power))),
            (Action::Power(power), Some(throw)) => throw.merit(action) + self.liking(power),
            _ => 0.0,
        }
    }

    /// A contract is good that fills the fleet as wanted, with the best one that fits beside it; passing scores 0.
    fn draft(&self, game: &Somaliland, state: &State, seat: Seat, card: Card) -> f32 {
        let ships = (0..self.fleet).filter(|&kind| !state.sunk().contains(Ship::new(seat, kind)));
        let want = self.fill * ships.map(|kind| game.ship_load(kind)).sum::<i32>() as f32;
        let with = state.cards(seat).value() + card.value();
        let beside = state.offer().filter(|&other| other != card).map(Card::value);
        let full = beside.map(|value| with + value).filter(|&sum| sum as f32 <= want).max().unwrap_or(with);
        if full as f32 <= want { full as f32 } else { want - full as f32 }
    }

    /// A ship is launched where contracts want most, by the plan's route; passing scores 0.
    fn launch(&self, game: &Somaliland, state: &State, ship: Ship, lane: Lane) -> f32 {
        let wants = |north: bool| {
            let cards = state.cards(ship.seat()).bound(north);
            if cards.is_empty() { i32::MIN } else { cards.value() - sent(game, state, ship.seat(), north) }
        };
        let (here, there) = (wants(lane.northbound()), wants(!lane.northbound()));
        let load = game.ship_load(ship.kind()) as f32;
        if lane.route() != self.route || ship.kind() >= self.fleet || here <= -RESERVE || here < there {
            -1.0
        } else if self.largest_first {
            load
        } else {
            1.0 / (1.0 + load)
        }
    }

    fn liking(&self, power: u8) -> f32 {
        self.strength * f32::from(power) - if power > self.ease { 0.1 } else { 0.0 }
    }
}

/// The displacement of a seat's ships at sea or arrived in a direction.
fn sent(game: &Somaliland, state: &State, seat: Seat, north: bool) -> i32 {
    let lanes = Lane::ALL.into_iter().filter(|lane| lane.northbound() == north);
    let ships = lanes.flat_map(|lane| state.sailing(lane).of(seat).chain(state.arrived(lane).of(seat)));
    ships.map(|ship| game.ship_load(ship.kind())).sum()
}
