use marque::somaliland::{Action, Somaliland, State};
use marque::{Game, Turn};

use super::aiming::{Throw, exp};
use super::owner::Shipowner;
use super::prospects::hope;

/// Weighs the mover's actions.
pub(super) fn weigh(owner: &Shipowner, game: &Somaliland, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let Turn::Seat(seat) = game.turn(state) else { return };
    // Merits of throws are chances of arrival, hopes are points; `scale` is what makes an action e times as promising.
    let scale = match Throw::new(owner, game, state) {
        Some(throw) => {
            throw.merits(actions, into);
            0.1
        }
        None => {
            into.extend(actions.iter().map(|&action| {
                let mut after = *state;
                game.play(&mut after, action);
                hope(owner, game, &after, seat)
            }));
            3.0
        }
    };
    let mean = into.iter().sum::<f32>() / into.len().max(1) as f32;
    for weight in into {
        *weight = exp((*weight - mean) / scale).clamp(0.01, 100.0);
    }
}
