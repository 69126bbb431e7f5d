use marque::somaliland::{Lane, Phase, Route, Somaliland, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use super::owner::{Shipowner, prey};
use super::prospects::hope;
use crate::evaluator::{Values, logistic, pairwise};
use crate::learn::Features;

/// Each seat's expected payoff.
pub(super) fn evaluate(owner: &Shipowner, game: &Somaliland, state: &State) -> Values {
    compare(owner, game, state, &hopes(owner, game, state))
}

/// Notes what all seats have, hope for and have at sea; says what the hopes are worth.
pub(super) fn study(owner: &Shipowner, game: &Somaliland, state: &State, into: &mut Features) -> Values {
    let hopes = hopes(owner, game, state);
    let mean = hopes.iter().sum::<f32>() / game.seats() as f32;
    let is = |holds: bool| f32::from(u8::from(holds));
    for seat in Seat::all(game.seats()) {
        let ledger = state.ledger(seat);
        let cards = state.cards(seat);
        let hunted = prey(game, state, seat);
        let mut numbers = [0.0; 20];
        numbers[..10].copy_from_slice(&[
            ledger.score() as f32 / 30.0,
            (hopes[seat.index()] - mean) / 20.0,
            game.displacement(state, seat) as f32 / 60.0,
            cards.bound(false).value() as f32 / 20.0,
            cards.bound(true).value() as f32 / 20.0,
            state.in_port(seat).count() as f32 / 4.0,
            hunted.ships as f32 / 2.0,
            hunted.faces / 4.0,
            state.held().of(seat).count() as f32,
            is(game.turn(state) == Turn::Seat(seat)),
        ]);
        // By lane: ships at sea and arrived, in displacement, and the way left.
        for (at, lane) in Lane::ALL.into_iter().enumerate() {
            let loads = |ship: marque::somaliland::Ship| game.ship_load(ship.kind()) as f32;
            numbers[10 + at] = state.sailing(lane).of(seat).map(loads).sum::<f32>() / 12.0;
            let chart = game.chart();
            let whole = f32::from(chart.way_left(lane, chart.start(lane))).max(1.0);
            let ways = state.sailing(lane).of(seat).map(|ship| f32::from(chart.way_left(lane, state.place(ship))));
            numbers[14 + at] = ways.sum::<f32>() / whole;
        }
        for (at, route) in [Route::Africa, Route::Somalia].into_iter().enumerate() {
            let lanes = Lane::ALL.into_iter().filter(|lane| lane.route() == route);
            numbers[18 + at] = lanes.map(|lane| state.arrived(lane).of(seat).count()).sum::<usize>() as f32 / 2.0;
        }
        into.seat(seat.index(), &numbers);
    }
    let done = state.leg() as f32 / game.legs() as f32;
    into.table(&[
        (game.turns_in_all() - state.turn_number()) as f32 / 3.0,
        done,
        is(state.phase() == Phase::Draft),
        is(state.phase() == Phase::Offer),
        is(state.thrown().is_some()),
    ]);
    compare(owner, game, state, &hopes)
}

fn hopes(owner: &Shipowner, game: &Somaliland, state: &State) -> Values {
    let mut hopes = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        hopes[seat.index()] = hope(owner, game, state, seat);
    }
    hopes
}

/// What hopes are worth, beside those of the others.
fn compare(owner: &Shipowner, game: &Somaliland, state: &State, hopes: &Values) -> Values {
    let done = state.leg() as f32 / game.legs() as f32;
    let left = (game.turns_in_all() - state.turn_number()) as f32 - done;
    let spread = owner.spread * left.sqrt();
    pairwise(game.seats(), |a, b| logistic((hopes[a] - hopes[b]) / spread))
}
