use crate::random::{self, Rng};

use super::SantyAnno;
use super::action::Action;
use super::ships::{SHIPS, Ship};
use super::state::State;

/// Thinking on, where that can be done, and a run to any ship (SA-17).
pub(super) fn actions(_game: &SantyAnno, state: &State, into: &mut Vec<Action>) {
    into.clear();
    into.extend(thinking(state));
    into.extend(Ship::all().map(Action::Run));
}

/// One of the same, all equally likely.
#[inline]
pub(super) fn random_action(_game: &SantyAnno, state: &State, rng: &mut Rng) -> Action {
    let thinking = thinking(state);
    let pick = random::below(rng, SHIPS as u32 + u32::from(thinking.is_some()));
    match thinking {
        Some(action) if pick == SHIPS as u32 => action,
        _ => Action::Run(Ship::at(pick)),
    }
}

/// How the seat to choose can go on thinking, if it can: the next card, or all of them once more.
#[inline]
pub(super) fn thinking(state: &State) -> Option<Action> {
    let actor = state.race.actor;
    if state.thought(actor) < state.cards() {
        Some(Action::Think)
    } else if state.first_read(actor).is_none() {
        Some(Action::Recheck)
    } else {
        None
    }
}
