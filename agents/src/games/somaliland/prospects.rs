//! What a seat can hope to score: the contracts of this turn with the chances of its ships, and the turns to come.

use arrayvec::ArrayVec;
use marque::somaliland::{Card, Cards, FLEET, Lane, Phase, Route, Ship, Somaliland, State};
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

/// The ships of a seat that sail or will, southbound and northbound, the heaviest first.
#[derive(Clone, Default)]
struct Convoys {
    carriers: [ArrayVec<Carrier, FLEET>; 2],
    /// Those that can be taken by pirates.
    prey: Prey,
}

impl Convoys {
    fn add(&mut self, game: &Somaliland, kind: usize, lane: Lane, chance: f32, preyed: bool) {
        let load = game.ship_load(kind);
        let carriers = &mut self.carriers[usize::from(lane.northbound())];
        let place = carriers.iter().position(|other| other.load < load).unwrap_or(carriers.len());
        carriers.insert(place, Carrier { load, route: lane.route(), chance });
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
    let hunted = (game.hunted(state).len() - game.hunted(state).of(seat).len()) as f32;
    let expected_on = |route: Route| owner.abroad[route as usize] * crowds[route as usize].1 as f32;
    let hunted = hunted
        + [Route::Africa, Route::Somalia].into_iter().filter(|&route| game.hunts(route)).map(expected_on).sum::<f32>();
    let hunted = hunted.max(owner.least_abroad * (game.seats() - 2) as f32);
    let cards = state.cards(seat);
    let gain = |convoys: &Convoys| -> f32 {
        let [south, north] = &convoys.carriers;
        let pay = expected(game, south, cards.bound(false)) + expected(game, north, cards.bound(true));
        pay - owner.heeded * convoys.prey.ransom(owner.takes, hunted, (game.legs() - state.leg()) as f32)
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

/// The expected pay of contracts in one direction.
fn expected(game: &Somaliland, fleet: &[Carrier], contracts: Cards) -> f32 {
    let [first, others @ ..] = fleet else { return 0.0 };
    let mut cards = contracts;
    let (Some(less), more) = (cards.next(), cards.next()) else { return 0.0 };
    if !cards.is_empty() || others.iter().any(|carrier| carrier.route != first.route) {
        return expected_by_all(game, fleet, contracts);
    }
    let load = fleet.iter().map(|carrier| carrier.load).sum();
    let odds = |wanted: i32| if wanted <= load { odds_of_load(fleet, load, wanted) } else { 0.0 };
    let pays = |card: Card| (card.value() * game.percent(first.route) / 100) as f32;
    let pay = pays(less) * odds(less.value());
    let Some(more) = more else { return pay };
    // With more aboard the dearer one is met instead, and then both.
    let dearer = (pays(more) - pays(less)) * odds(more.value());
    pay + dearer + pays(less) * odds(less.value() + more.value())
}

/// How likely those of some ships that arrive carry what is wanted, the heavy ones first; all together carry so much, which
/// is enough.
fn odds_of_load(fleet: &[Carrier], mut load: i32, wanted: i32) -> f32 {
    let (mut odds, mut without) = (0.0, 1.0);
    for (at, carrier) in fleet.iter().enumerate() {
        load -= carrier.load;
        let rest = wanted - carrier.load;
        let with = if rest <= 0 { 1.0 } else { odds_of_load(&fleet[at + 1..], load, rest) };
        odds += without * carrier.chance * with;
        without *= 1.0 - carrier.chance;
        // Without this one the others do not carry enough, or that hardly ever happens.
        if load < wanted || without <= RARE {
            break;
        }
    }
    odds
}

/// The expected pay of contracts over all ways in which ships arrive or not, by any routes.
fn expected_by_all(game: &Somaliland, fleet: &[Carrier], contracts: Cards) -> f32 {
    let contracts: Contracts = contracts
        .map(|card| {
            (card.value(), [Route::Africa, Route::Somalia].map(|route| card.value() * game.percent(route) / 100))
        })
        .collect();
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

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, below, stream};
    use marque::toml;

    use super::*;

    /// Ships of one route are reckoned by their load alone, which must come to the same as all ways in which they arrive.
    #[test]
    fn reckoning_by_load_agrees_with_all_ways_to_arrive() {
        let game = Somaliland::create(2, &toml::Table::new()).unwrap();
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut met = 0;
        for _ in 0..2000 {
            let mut convoys = Convoys::default();
            let lane = Lane::ALL[below(&mut rng, 4) as usize];
            // With so few of such chances nothing is rare enough to be left out.
            for kind in 0..FLEET {
                if below(&mut rng, 3) > 0 && convoys.prey.ships < 4 {
                    convoys.add(&game, kind, lane, 0.3 + 0.1 * below(&mut rng, 5) as f32, true);
                }
            }
            let fleet = &convoys.carriers[usize::from(lane.northbound())];
            let mut few = Cards::ALL.up_to(30 + 2 * below(&mut rng, 9) as i32).bound(lane.northbound());
            let most = 1 + below(&mut rng, 2);
            while few.len() > most {
                few.next();
            }
            let (fast, slow) = (expected(&game, fleet, few), expected_by_all(&game, fleet, few));
            assert!((fast - slow).abs() < 1e-3, "{fast} by load, {slow} by all ways");
            met += u32::from(fast > 0.0);
        }
        assert!(met > 500, "{met} with hope");
    }
}
