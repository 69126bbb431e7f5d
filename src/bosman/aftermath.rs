//! What follows from an event without being one: draws from under the stack (BO-10) and silent passes (BO-17).

use super::Bosman;
use super::action::Action;
use super::queue::Slot;
use super::shore::Piece;
use super::state::{Phase, State};
use super::token::Token;
use crate::game::{Event, Game};

pub(super) struct Aftermath {
    /// What the seat took from under the stack, in order.
    pub taken: Vec<Slot>,
    /// How many turns passed silently.
    pub passes: u32,
    /// The state the event leads to.
    pub state: State,
}

pub(super) fn aftermath(game: &Bosman, before: &State, event: Event<Action, Token>) -> Aftermath {
    let mut state = *before;
    game.apply(&mut state, event);
    let mut under: Vec<Slot> = before.queue().collect();
    match event {
        Event::Action(Action::Swap(batch)) => {
            under.extend(batch.iter().map(|token| Slot { token, by: Some(before.seat) }));
        }
        Event::Action(Action::Play { field, .. } | Action::Sailor { field, .. }) => {
            if let Some(Piece::Pirate(token)) = before.piece(field) {
                under.push(Slot { token, by: None });
            }
        }
        _ => {}
    }
    under.truncate(under.len() - state.queue().count());
    let begun = u32::from(state.turns - before.turns);
    // The last turn begun is the one of the seat that is to act now.
    let passes = if state.phase == Phase::Over { begun } else { begun.saturating_sub(1) };
    Aftermath { taken: under, passes, state }
}
