use marque::santy_anno::{Action, SantyAnno, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use super::crowd::{Crowd, is_too_late_to_think};

/// How often a seat of which nothing is known looks twice: rarely, as that does not pay at a full table.
const SECOND_LOOK: f32 = 0.2;
/// How promising a run to the ship believed in is.
const RUN: f32 = 10.0;

/// Weighs the mover's actions: thinking while cards are left, then what the reads point to, or one more look as often as
/// the seat has taken one before. Drawn by these weights, a playout hardly ever guesses unless the count would be over before
/// it has thought.
pub(super) fn weigh(game: &SantyAnno, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let Turn::Seat(seat) = game.turn(state) else { return into.resize(actions.len(), 1.0) };
    let all_run = Seat::all(game.seats()).all(|rival| rival == seat || state.target(rival).is_some());
    let hurry = all_run && {
        let crowd = Crowd::of(game, state, &[1.0; MAX_SEATS]);
        is_too_late_to_think(game, state, &crowd, seat)
    };
    let thinking = state.thought(seat) < state.cards();
    let looks = second_look(state, seat);
    into.extend(actions.iter().map(|&action| match action {
        Action::Think | Action::Recheck if hurry => 0.001,
        Action::Think => 100.0,
        Action::Recheck => RUN * looks / (1.0 - looks),
        Action::Run(_) if thinking => 0.01,
        Action::Run(ship) if ship == state.belief(seat) => RUN,
        Action::Run(ship) if Some(ship) == state.first_read(seat) => 0.5,
        Action::Run(_) => 0.002,
    }));
}

/// How likely a seat is to look twice, going by what it has done in earlier rounds.
pub(super) fn second_look(state: &State, seat: Seat) -> f32 {
    // As if it had been seen in one round before.
    (state.rechecks(seat) as f32 + SECOND_LOOK) / (state.rounds_done() as f32 + 1.0)
}
