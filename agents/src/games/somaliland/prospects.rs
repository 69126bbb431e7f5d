//! What a seat can hope to score: the contracts of this turn with the chances of its ships, and the turns to come.

use arrayvec::ArrayVec;
use marque::somaliland::{Cards, FLEET, Lane, Phase, Route, Ship, Somaliland, State};
use marque::{Game, Seat};

use super::aiming::{Odds, Promise, Throw, throws_left};
use super::owner::{Prey, Shipowner, others};

/// How sure it is that a contract still on offer is taken and met.
const OFFERED: f32 = 0.11;
/// A ship in port has yet to be launched well.
const LAUNCHED: f32 = 0.95;
/// How much displacement is sent beyond what contracts want, as a reserve.
pub(super) const RESERVE: i32 = 12;

/// Chances below this are not reckoned with.
const RARE: f32 = 0.001;

/// Contracts of one direction, rising: what each asks for, and what it pays by route.
type Contracts = ArrayVec<(i32, [i32; 2]), 18>;

/// A ship that may carry for a contract.
#[derive(Clone, Copy)]
struct Carrier {
    load: i32,
    route: Route,
    chance: f32,
}

/// The ships of a seat that sail or will, southbound and northbound.
#[derive(Clone, Default)]
struct Convoys {
    carriers: [ArrayVec<Carrier, FLEET>; 2],
    /// Those that can be taken by pirates.
    prey: Prey,
}

impl Convoys {
    fn add(&mut self, game: &Somaliland, kind: usize, lane: Lane, chance: f32, preyed: bool) {
        let load = game.ship_load(kind);
        self.carriers[usize::from(lane.northbound())].push(Carrier { load, route: lane.route(), chance });
        if preyed {
            // Any of its six faces may be up.
            self.prey.faces += load as f32 / 6.0;
            self.prey.ships += 1;
        }
    }
}

/// The score a seat can hope for at the end of the game.
pub(super) fn hope(owner: &Shipowner, game: &Somaliland, state: &State, seat: Seat) -> f32 {
    let later = game.turns_in_all().saturating_sub(state.turn_number() + 1) as f32;
    let now = if state.phase() == Phase::Over { 0.0 } else { turn_income(owner, game, state, seat, later) };
    state.ledger(seat).score() as f32 + now + later * owner.future * game.displacement(state, seat) as f32
}

/// What a seat can hope to gain in the rest of this turn.
fn turn_income(owner: &Shipowner, game: &Somaliland, state: &State, seat: Seat, later: f32) -> f32 {
    if state.phase() == Phase::Offer {
        return owner.future * game.displacement(state, seat) as f32;
    }
    let mut income = 0.0;
    if state.phase() == Phase::Draft && !state.has_passed(seat) {
        income += game.takeable(state, seat).last().map_or(0.0, |card| OFFERED * card.value() as f32);
    }
    let mut convoys = Convoys::default();
    let crowds = [Route::Africa, Route::Somalia].map(|route| others(state, game.seats(), seat, route));
    for lane in Lane::ALL {
        for ship in state.arrived(lane).of(seat) {
            convoys.add(game, ship.kind(), lane, 1.0, false);
        }
        for ship in state.sailing(lane).of(seat) {
            let promise = ship_promise(owner, game, state, ship, lane, crowds[lane.route() as usize].0 as f32);
            income -= later * owner.future * game.ship_load(ship.kind()) as f32 * promise.sinks;
            convoys.add(game, ship.kind(), lane, promise.arrives.clamp(0.0, 1.0), game.hunts(lane.route()));
        }
    }
    let hunted = game.hunted(state).filter(|ship| ship.seat() != seat).count() as f32;
    let expected_on = |route: Route| owner.abroad[route as usize] * crowds[route as usize].1 as f32;
    let hunted = hunted
        + [Route::Africa, Route::Somalia].into_iter().filter(|&route| game.hunts(route)).map(expected_on).sum::<f32>();
    let hunted = hunted.max(owner.least_abroad * (game.seats() - 2) as f32);
    let cards = state.cards(seat);
    let gain = |convoys: &Convoys| -> f32 {
        let [south, north] = &convoys.carriers;
        let pay = expected(game, south, cards.bound(false)) + expected(game, north, cards.bound(true));
        pay - convoys.prey.ransom(owner.takes, hunted, (game.legs() - state.leg()) as f32)
    };
    if state.in_port(seat).is_empty() || cards.is_empty() {
        return income + gain(&convoys);
    }
    let crowd = |route: Route| crowds[route as usize].0 as f32 + expected_on(route);
    let plan = |route| gain(&with_the_rest(owner, game, state, seat, convoys.clone(), route, crowd));
    // Where ships sail already the rest go with them, whatever the route.
    let open = |north| !cards.bound(north).is_empty() && convoys.carriers[usize::from(north)].is_empty();
    let by_somalia = plan(Route::Somalia);
    income + if open(false) || open(true) { by_somalia.max(plan(Route::Africa)) } else { by_somalia }
}

/// What a ship at sea promises.
fn ship_promise(owner: &Shipowner, game: &Somaliland, state: &State, ship: Ship, lane: Lane, crowd: f32) -> Promise {
    if state.thrown() == Some(ship)
        && let (Some(aim), Some(throw)) = (state.heading(), Throw::new(owner, game, state))
    {
        return match state.power() {
            Some(power) => throw.thrown(aim, power),
            None => throw.aimed(aim),
        };
    }
    let way = game.chart().way_left(lane, state.place(ship));
    Promise {
        arrives: Odds::new(owner, game, lane.route(), throws_left(game, state, ship), crowd).with(way),
        sinks: 0.0,
    }
}

/// How many throws a ship still in port would have in a lane.
fn throws_from_port(game: &Somaliland, state: &State, seat: Seat, lane: Lane) -> i32 {
    let legs = (game.legs() - state.leg()) as i32;
    let drafting = matches!(state.phase(), Phase::Offer | Phase::Draft);
    let still = match state.lane() {
        None => drafting || !state.has_passed(seat),
        Some(current) => current < lane || current == lane && !state.has_passed(seat),
    };
    legs - i32::from(!still)
}

/// Sends the ships in port, the largest first, where contracts want most: with ships that sail there already, or else by
/// the route given.
fn with_the_rest(
    owner: &Shipowner,
    game: &Somaliland,
    state: &State,
    seat: Seat,
    mut convoys: Convoys,
    route: Route,
    crowd: impl Fn(Route) -> f32,
) -> Convoys {
    let cards = state.cards(seat);
    let mut wanted = [false, true].map(|north| {
        let sent = convoys.carriers[usize::from(north)].iter().map(|carrier| carrier.load).sum::<i32>();
        let cards = cards.bound(north);
        if cards.is_empty() { i32::MIN } else { cards.value() - sent }
    });
    let mut ships: ArrayVec<Ship, FLEET> = state.in_port(seat).collect();
    ships.reverse();
    for ship in ships {
        let north = wanted[1] > wanted[0];
        if wanted[usize::from(north)] <= -RESERVE {
            break;
        }
        wanted[usize::from(north)] -= game.ship_load(ship.kind());
        let route = convoys.carriers[usize::from(north)].first().map_or(route, |first| first.route);
        let lane = Lane::of(route, north);
        let way = game.chart().way_left(lane, game.chart().start(lane));
        let throws = throws_from_port(game, state, seat, lane);
        let chance = LAUNCHED * Odds::new(owner, game, route, throws, crowd(route)).with(way);
        convoys.add(game, ship.kind(), lane, chance, game.hunts(route));
    }
    convoys
}

/// The expected pay of contracts in one direction, over all ways in which ships arrive or not.
fn expected(game: &Somaliland, fleet: &[Carrier], contracts: Cards) -> f32 {
    if contracts.is_empty() || fleet.is_empty() {
        return 0.0;
    }
    // How likely some ships arrive and no others yet looked at, and their loads by route.
    let mut arrivals: ArrayVec<(f32, [i32; 2]), { 1 << FLEET }> = ArrayVec::new();
    arrivals.push((1.0, [0; 2]));
    for carrier in fleet {
        for at in 0..arrivals.len() {
            let (odds, mut loads) = arrivals[at];
            loads[carrier.route as usize] += carrier.load;
            let (with, without) = (odds * carrier.chance, odds * (1.0 - carrier.chance));
            // What hardly ever happens is left out.
            if without <= RARE {
                arrivals[at] = (with, loads);
            } else {
                arrivals[at].0 = without;
                if with > RARE {
                    arrivals.push((with, loads));
                }
            }
        }
    }
    let contracts: Contracts = contracts
        .map(|card| {
            (card.value(), [Route::Africa, Route::Somalia].map(|route| card.value() * game.percent(route) / 100))
        })
        .collect();
    arrivals.iter().map(|&(odds, loads)| odds * pay(loads, &contracts) as f32).sum()
}

/// What contracts pay with these loads, dearest first, as if loads could be split at will.
fn pay(mut loads: [i32; 2], contracts: &Contracts) -> i32 {
    let mut pay = 0;
    for &(value, pays) in contracts.iter().rev() {
        for route in [Route::Somalia, Route::Africa] {
            if loads[route as usize] >= value {
                loads[route as usize] -= value;
                pay += pays[route as usize];
                break;
            }
        }
    }
    pay
}
