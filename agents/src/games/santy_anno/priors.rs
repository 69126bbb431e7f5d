use marque::random::{self, Rng};
use marque::santy_anno::{Action, SHIPS, SantyAnno, Ship, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use super::crowd::{Crowd, is_too_late_to_think};

/// How often a seat of which nothing is known looks twice: rarely, as that does not pay at a full table.
const SECOND_LOOK: f32 = 0.2;
/// How promising a run to the ship believed in is.
const RUN: f32 = 10.0;

/// How much a seat that still thinks leans to the next card, and to any ship.
const THINK: f32 = 100.0;
const GUESS: f32 = 0.01;
/// How promising a run is to the ship of the first read, and to any other.
const FIRST_READ: f32 = 0.5;
const ANY_SHIP: f32 = 0.002;
/// How promising thinking is when it is too late for it.
const HURRY: f32 = 0.001;

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
    let (belief, first) = (state.belief(seat), state.first_read(seat));
    let is_thinking = state.thought(seat) < state.cards();
    let think = if is_thinking || first.is_none() { think(game, state, seat) } else { 0.0 };
    let any = SHIPS as f32 * if is_thinking { GUESS } else { ANY_SHIP };
    // What the reads weigh above any ship.
    let extra = |ship| run(state, seat, ship) - ANY_SHIP;
    let reads =
        if is_thinking { [0.0; 2] } else { [extra(belief), first.filter(|&ship| ship != belief).map_or(0.0, extra)] };
    let mut left = random::unit(rng) as f32 * (think + any + reads[0] + reads[1]);
    left -= think;
    if left < 0.0 {
        return if is_thinking { Action::Think } else { Action::Recheck };
    }
    for (ship, weight) in [Some(belief), first].into_iter().zip(reads) {
        left -= weight;
        if let (Some(ship), true) = (ship, left < 0.0) {
            return Action::Run(ship);
        }
    }
    Action::Run(Ship::at(random::below(rng, SHIPS as u32)))
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
