use marque::random::{self, Rng};
use marque::santy_anno::{Action, SHIPS, SantyAnno, Ship, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use super::crowd::{Crowd, is_too_late_to_think};

/// How often a seat of which nothing is known looks twice: rarely, as that does not pay at a full table.
const SECOND_LOOK: f32 = 0.2;
/// How promising a run to the ship believed in is.
const RUN: f32 = 10.0;

/// How much a seat that still thinks leans to the next card, and to any ship.
pub(super) const THINK: f32 = 100.0;
const GUESS: f32 = 0.01;
/// What all guesses weigh together.
pub(super) const GUESSES: f32 = SHIPS as f32 * GUESS;
/// How promising a run is to the ship of the first read, and to any other.
const FIRST_READ: f32 = 0.5;
const ANY_SHIP: f32 = 0.002;
/// How promising thinking is when it is too late for it.
pub(super) const HURRY: f32 = 0.001;

/// Weighs the mover's actions: thinking while cards are left, then what the reads point to, or one more look as often as
/// the seat has taken one before. Drawn by these weights, a playout hardly ever guesses unless the count would be over before
/// it has thought.
pub(super) fn weigh(game: &SantyAnno, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let Turn::Seat(seat) = game.turn(state) else { return into.resize(actions.len(), 1.0) };
    let think = think(game, state, seat);
    into.extend(actions.iter().map(|&action| match action {
        Action::Think | Action::Recheck => think,
        Action::Run(ship) => run(state, seat, ship),
    }));
}

/// Draws one of the mover's actions by these weights, without a list.
pub(super) fn draw(game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng) -> Action {
    let lot = random::unit(rng) as f32;
    if state.thought(seat) < state.cards() {
        let think = think(game, state, seat);
        return if lot * (think + GUESSES) < think { Action::Think } else { Action::Run(any_ship(rng)) };
    }
    let first = state.first_read(seat);
    let think = if first.is_none() { think(game, state, seat) } else { 0.0 };
    choose_ship(state.belief(seat), first, think, lot, rng).map_or(Action::Recheck, Action::Run)
}

/// The ship to which one runs who has thought all the cards through, by the lot drawn, or none for another look.
#[inline]
pub(super) fn choose_ship(belief: Ship, first: Option<Ship>, think: f32, lot: f32, rng: &mut Rng) -> Option<Ship> {
    // What the reads weigh above any ship.
    let (second, first_read) = (RUN - ANY_SHIP, if differs(belief, first) { FIRST_READ - ANY_SHIP } else { 0.0 });
    let mut left = lot * (think + second + first_read + SHIPS as f32 * ANY_SHIP) - think;
    if left < 0.0 {
        return None;
    }
    left -= second;
    if left < 0.0 {
        return Some(belief);
    }
    first.filter(|_| left < first_read).or_else(|| Some(any_ship(rng)))
}

/// How likely one who has thought all the cards through once is to look again, where that weighs so much.
pub(super) fn looks_again(think: f32) -> f32 {
    think / (think + RUN - ANY_SHIP + SHIPS as f32 * ANY_SHIP)
}

fn differs(belief: Ship, first: Option<Ship>) -> bool {
    first.is_some_and(|first| first != belief)
}

pub(super) fn any_ship(rng: &mut Rng) -> Ship {
    Ship::at(random::below(rng, SHIPS as u32))
}

/// The weight of thinking on, where that can be done.
fn think(game: &SantyAnno, state: &State, seat: Seat) -> f32 {
    let all_run = Seat::all(game.seats()).all(|rival| rival == seat || state.target(rival).is_some());
    let hurry = all_run && {
        let crowd = Crowd::of(game, state, &[1.0; MAX_SEATS]);
        is_too_late_to_think(game, state, &crowd, seat)
    };
    if hurry {
        return HURRY;
    }
    if state.thought(seat) < state.cards() {
        return THINK;
    }
    recheck(state, seat)
}

/// The weight of a second look where there is time for one.
#[inline]
pub(super) fn recheck(state: &State, seat: Seat) -> f32 {
    let looks = second_look(state, seat);
    RUN * looks / (1.0 - looks)
}

/// The weight of a run to a ship.
fn run(state: &State, seat: Seat, ship: Ship) -> f32 {
    if state.thought(seat) < state.cards() {
        GUESS
    } else if ship == state.belief(seat) {
        RUN
    } else if Some(ship) == state.first_read(seat) {
        FIRST_READ
    } else {
        ANY_SHIP
    }
}

/// How likely a seat is to look twice, going by what it has done in earlier rounds.
pub(super) fn second_look(state: &State, seat: Seat) -> f32 {
    // As if it had been seen in one round before.
    (state.rechecks(seat) as f32 + SECOND_LOOK) / (state.rounds_done() as f32 + 1.0)
}
