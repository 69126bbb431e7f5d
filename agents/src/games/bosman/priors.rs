use marque::bosman::{Action, Bosman, Piece, State};

use super::tactics::{boarding_by, gain, harm, is_useful, owns};

/// Weighs the mover's actions.
pub(super) fn weigh(game: &Bosman, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    into.extend(actions.iter().map(|&action| prior(game, state, action)));
    // There are many swaps, most of them alike: together they weigh as much as two ordinary actions.
    let swap = |(action, _): &(&Action, &mut f32)| matches!(action, Action::Swap(_));
    let sum: f32 = actions.iter().zip(into.iter_mut()).filter(swap).map(|(_, weight)| *weight).sum();
    for (_, weight) in actions.iter().zip(into.iter_mut()).filter(swap) {
        *weight *= 2.0 / sum;
    }
}

/// How promising an action looks; swaps only beside each other.
fn prior(game: &Bosman, state: &State, action: Action) -> f32 {
    match action {
        Action::Play { token, field } => {
            let boarding = boarding_by(game, state, Piece::Pirate(token), field) as f32;
            let claim = match state.piece(field) {
                // The old token makes way: good if it was a rival's, bad if it was waiting for the boatswain.
                Some(piece) if owns(game, state.seat(), piece.gang()) => 0.5,
                Some(_) => 1.2,
                None if is_useful(game, state, token) => 2.0,
                None => 0.8,
            };
            claim * (1.0 + 4.0 * boarding)
        }
        Action::Sailor { gang, field } => 0.5 + 3.0 * boarding_by(game, state, Piece::Sailor(gang), field) as f32,
        Action::Board { field, place } => gain(game, state, field, place),
        Action::Poison(place) => (harm(game, state, place) * 2.0 * game.progress(state)).max(0.02),
        Action::Swap(batch) => {
            batch.iter().map(|token| if is_useful(game, state, token) { 0.4 } else { 1.3 }).product()
        }
        Action::Keep | Action::Pass => 1.0,
    }
}
