//! What an action does; every phase plays its own.

use super::Hexxi;
use super::action::Action;
use super::state::{Phase, State};

#[inline]
pub(super) fn play(game: &Hexxi, state: &mut State, action: Action) {
    state.turns += u32::from(matches!(state.phase, Phase::Placing | Phase::Confronting));
    match (action, state.phase) {
        (Action::Place(token, cell), _) => game.place(state, token, cell),
        (Action::Stash(token), _) => game.stash(state, token),
        (Action::Spy(cell), _) => game.spy(state, cell),
        (Action::Show(cell), Phase::Paying { owed }) => game.show(state, cell, owed),
        (Action::Offer(token), Phase::Paying { owed }) => game.offer(state, token, owed),
        (Action::Withdraw(cell), _) => game.withdraw(state, cell),
        (Action::Raise, Phase::Bidding(bidding)) => game.raise(state, bidding),
        (Action::Fold, Phase::Bidding(bidding)) => game.fold(state, bidding),
        (Action::Pass, _) => game.pass(state),
        (Action::Halt, Phase::Escorting(chain)) => game.halt(state, chain),
        (Action::Move(way, from, to), _) => game.move_unit(state, way, from, to),
        (Action::Attack(blow, by, on), _) => game.attack(state, blow, by, on),
        (Action::Rescue(_, captor), _) => game.rescue(state, captor),
        _ => debug_assert!(false, "{action:?} is not legal in {:?}", state.phase),
    }
}
