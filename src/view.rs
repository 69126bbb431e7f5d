use std::time::Instant;

use crate::encoding::{Encode, Vector};
use crate::game::{Event, Game, Turn};
use crate::notation::Notation;
use crate::random::Rng;
use crate::seat::Seat;

/// What a player gets when it must decide: the rules, its legal actions, what it knows, states it can imagine, and
/// until when it may think.
///
/// The true state is private to this crate, so that a bot cannot peek:
///
/// ```compile_fail,E0616
/// fn peek<G: marque::Game>(view: &marque::View<G>) -> G::State {
///     view.state.clone()
/// }
/// ```
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    deadline: Option<Instant>,
}

impl<'a, G: Game> View<'a, G> {
    /// What `seat` sees of `state`.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> View<'a, G> {
        View { game, state, seat, deadline: None }
    }

    /// The same for a player that must have decided by then.
    pub fn until(self, deadline: Option<Instant>) -> View<'a, G> {
        View { deadline, ..self }
    }

    /// The rules in force.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Who is looking.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// When the player must have decided, if its time is limited. One that thinks on has lost: it should stop.
    #[inline]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Fills `into` with the legal actions of the seat, which must be the one to move.
    pub fn actions(&self, into: &mut Vec<G::Action>) {
        debug_assert_eq!(self.game.turn(self.state), Turn::Seat(self.seat));
        self.game.actions(self.state, into);
    }

    /// All that the seat knows.
    pub fn observe(&self) -> G::Observation {
        self.game.observe(self.state, self.seat)
    }

    /// A state the seat cannot tell from the true one.
    pub fn imagine(&self, rng: &mut Rng) -> G::State {
        self.game.imagine(self.state, self.seat, rng)
    }
}

impl<G: Encode> View<'_, G> {
    /// All that the seat knows, as numbers.
    pub fn encode(&self, into: &mut Vector) {
        self.game.encode(self.state, self.seat, into);
    }

    /// The index of one of the seat's legal actions.
    pub fn index_of(&self, action: G::Action) -> usize {
        self.game.index_of(self.state, action)
    }

    /// The action that an index stands for, if it stands for any; the seat must be the one to move.
    pub fn action_at(&self, index: usize) -> Option<G::Action> {
        self.game.action_at(self.state, index)
    }
}

/// What a seat sees of an event that is about to happen. Like a [`View`], it keeps the rest to itself.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    before: &'a G::State,
    turn: Turn,
    event: Event<G::Action, G::Outcome>,
    seat: Seat,
}

impl<'a, G: Game> Sight<'a, G> {
    /// What `seat` sees of an event about to be applied to `before`, where `turn` is due.
    #[inline]
    pub fn new(
        game: &'a G,
        before: &'a G::State,
        turn: Turn,
        event: Event<G::Action, G::Outcome>,
        seat: Seat,
    ) -> Sight<'a, G> {
        Sight { game, before, turn, event, seat }
    }

    /// The action, where the seat chose it or all seats see the whole of it: what [`Game::hear`] says.
    #[inline]
    pub fn action(&self) -> Option<G::Action> {
        self.game.hear(self.turn, self.event, self.seat)
    }
}

impl<G: Notation> Sight<'_, G> {
    /// The event in notation as far as the seat sees it: what [`Notation::see`] says.
    pub fn words(&self) -> Option<String> {
        self.game.see(self.before, self.event, self.seat)
    }
}
