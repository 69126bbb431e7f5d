//! What actions do, and how one turn follows another.

use super::Bosman;
use super::action::Action;
use super::beach::Field;
use super::queue::Slot;
use super::shore::Piece;
use super::state::{Phase, State};
use super::token::Place;
use crate::seat::Seat;

#[inline]
pub(super) fn play(game: &Bosman, state: &mut State, action: Action) {
    match action {
        Action::Swap(batch) => {
            state.swap(batch);
            game.draw_due(state);
        }
        Action::Play { token, field } => {
            state.show(token);
            game.lay(state, Piece::Pirate(token), field);
        }
        Action::Board { field, place } => game.board_from(state, field, place),
        Action::Sailor { gang, field } => {
            state.sailors &= !(1 << gang.index());
            game.lay(state, Piece::Sailor(gang), field);
        }
        Action::Poison(place) => {
            state.poisons[state.seat.index()] -= 1;
            state.boat.poison(place);
            game.end_turn(state);
        }
        Action::Keep => game.end_exchange(state),
        Action::Pass => game.end_turn(state),
    }
}

impl Bosman {
    /// Lays a piece, which sends the boatswain on his way (BO-13, BO-14).
    #[inline]
    fn lay(&self, state: &mut State, piece: Piece, field: Field) {
        if let Some(Piece::Pirate(token)) = state.shore.put(field, piece) {
            state.queue.push(Slot { token, by: None });
        }
        state.laid = Some(field);
        state.shore.boatswain = state.walk(field, piece.digit());
        self.board_or_refill(state);
    }

    fn board_from(&self, state: &mut State, field: Field, place: Place) {
        if let Some(piece) = state.shore.lift(field) {
            state.boat.seat(piece.gang(), place, matches!(piece, Piece::Sailor(_)));
        }
        state.boarded = state.turns;
        if self.free_places(state) == 0 {
            state.phase = Phase::Over;
        } else {
            self.board_or_refill(state);
        }
    }

    /// Asks for the next boarding; when there is none left, the hand is refilled (BO-15, BO-16).
    #[inline]
    fn board_or_refill(&self, state: &mut State) {
        if self.boardings(state).next().is_some() {
            state.phase = Phase::Boarding;
            return;
        }
        let pirate = state.laid.is_some_and(|field| matches!(state.piece(field), Some(Piece::Pirate(_))));
        state.due = u8::from(self.refill && pirate);
        self.draw_due(state);
    }

    /// Draws what is due and needs no chance (BO-10); when nothing is due any more, the game goes on.
    #[inline]
    pub(super) fn draw_due(&self, state: &mut State) {
        if state.due > 0 && state.shuffled_size > 0 {
            return;
        }
        while state.due > 0 && state.take_queued() {}
        state.due = 0;
        match state.phase {
            Phase::Deal => self.end_deal(state),
            Phase::Exchange => self.end_exchange(state),
            Phase::Turn | Phase::Boarding => self.end_turn(state),
            Phase::Over => {}
        }
    }

    /// The next seat is dealt its hand; after the last the exchange begins (BO-8, BO-9).
    fn end_deal(&self, state: &mut State) {
        state.seat = state.seat.next(self.seats);
        if state.seat != Seat(0) {
            state.due = self.hand;
        } else if state.stack_size() > 0 {
            state.phase = Phase::Exchange;
        } else {
            // Nobody can do anything but keep: nobody is asked.
            self.begin_turn(state);
        }
    }

    fn end_exchange(&self, state: &mut State) {
        state.seat = state.seat.next(self.seats);
        if state.seat == Seat(0) {
            self.begin_turn(state);
        }
    }

    #[inline]
    fn end_turn(&self, state: &mut State) {
        if self.close_turn(state) {
            self.begin_turn(state);
        }
    }

    /// Ends a turn; `false` if the game ends with it (BO-18).
    #[inline]
    fn close_turn(&self, state: &mut State) -> bool {
        state.laid = None;
        if state.quiet_turns() >= self.stall_limit || u32::from(state.turns) >= self.max_turns {
            state.phase = Phase::Over;
            return false;
        }
        state.seat = state.seat.next(self.seats);
        true
    }

    /// Begins a turn, passing silently over seats that can do nothing (BO-17).
    #[inline]
    fn begin_turn(&self, state: &mut State) {
        state.phase = Phase::Turn;
        state.turns += 1;
        while !self.can_act(state) && self.close_turn(state) {
            state.turns += 1;
        }
    }

    /// Whether the seat to move can do anything but pass.
    #[inline]
    fn can_act(&self, state: &State) -> bool {
        self.can_swap(state) || self.plays(state) > 0 || self.poisonable(state) != 0
    }
}
