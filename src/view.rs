use crate::encoding::{Encode, Vector};
use crate::game::Game;
use crate::random::Rng;
use crate::seat::Seat;

/// What a player gets when it must decide: the rules, its legal actions, what it knows, and states it can imagine.
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
}

impl<'a, G: Game> View<'a, G> {
    /// What `seat` sees of `state`.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> View<'a, G> {
        View { game, state, seat }
    }

    /// The rules in force.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Who is looking.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Fills `into` with the legal actions of the seat, which must be the one to move.
    pub fn actions(&self, into: &mut Vec<G::Action>) {
        debug_assert_eq!(self.game.turn(self.state), crate::Turn::Seat(self.seat));
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
