use marque::bosman::{Action, Bosman, Field, Piece, Place, State};

use super::tactics::{Shore, gain, harm, is_useful, owns};

/// What all swaps weigh together: there are many, most of them alike.
pub(super) const SWAPS: f32 = 2.0;

/// Weighs the mover's actions.
pub(super) fn weigh(game: &Bosman, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let shore = Shore::new(game, state);
    into.extend(actions.iter().map(|&action| prior(game, state, &shore, action)));
    let swap = |(action, _): &(&Action, &mut f32)| matches!(action, Action::Swap(_));
    let sum: f32 = actions.iter().zip(into.iter_mut()).filter(swap).map(|(_, weight)| *weight).sum();
    for (_, weight) in actions.iter().zip(into.iter_mut()).filter(swap) {
        *weight *= SWAPS / sum;
    }
}

/// How promising an action looks; swaps only beside each other.
fn prior(game: &Bosman, state: &State, shore: &Shore, action: Action) -> f32 {
    let boarding = |field, piece: Piece| shore.boarding_by(state, field, piece.digit());
    match action {
        Action::Play { token, field } => {
            laying(game, state, field, is_useful(game, state, token), boarding(field, Piece::Pirate(token)))
        }
        Action::Sailor { gang, field } => sailing(boarding(field, Piece::Sailor(gang))),
        Action::Board { field, place } => gain(game, state, field, place),
        Action::Poison(place) => poisoning(game, state, place),
        Action::Swap(batch) => batch.iter().map(|token| parting(is_useful(game, state, token))).product(),
        Action::Keep | Action::Pass => 1.0,
    }
}

/// What laying a token on a field weighs, after which so many of the mover's can board.
pub(super) fn laying(game: &Bosman, state: &State, field: Field, useful: bool, boarding: u32) -> f32 {
    let claim = match state.piece(field) {
        // The old token makes way: good if it was a rival's, bad if it was waiting for the boatswain.
        Some(piece) if owns(game, state.seat(), piece.gang()) => 0.5,
        Some(_) => 1.2,
        None if useful => 2.0,
        None => 0.8,
    };
    claim * (1.0 + 4.0 * boarding as f32)
}

/// What laying a sailor weighs, after which so many of the mover's can board.
pub(super) fn sailing(boarding: u32) -> f32 {
    0.5 + 3.0 * boarding as f32
}

/// What poisoning a place weighs.
pub(super) fn poisoning(game: &Bosman, state: &State, place: Place) -> f32 {
    (harm(game, state, place) * 2.0 * game.progress(state)).max(0.02)
}

/// What it weighs that a token goes with a swap.
pub(super) fn parting(useful: bool) -> f32 {
    if useful { 0.4 } else { 1.3 }
}
