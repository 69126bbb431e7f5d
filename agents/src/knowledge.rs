use marque::{Game, MAX_SEATS, Seat, Show};

use crate::options::Options;

/// What is known about playing a game well. Every method has a default that knows nothing.
pub trait Knowledge: Show {
    /// Each seat's expected reward in a state, 0 to 1, calibrated against results of games; where the game's rewards are
    /// of constant sum they sum to seats / 2.
    fn evaluate(&self, state: &Self::State) -> [f32; MAX_SEATS] {
        let standing = self.standing(state);
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(self.seats()) {
            values[seat.index()] = self.reward(&standing, seat);
        }
        values
    }

    /// Whether a playout may be cut in a state and the state evaluated. Where a game says no, playouts go on until the
    /// matter in hand is settled.
    #[inline]
    fn is_calm(&self, _state: &Self::State) -> bool {
        true
    }

    /// How promising each of the mover's legal actions looks without search: positive weights, 1 for an ordinary one.
    /// Replaces what `into` holds.
    fn priors(&self, _state: &Self::State, actions: &[Self::Action], into: &mut Vec<f32>) {
        into.clear();
        into.resize(actions.len(), 1.0);
    }

    /// What a search of this game is best set to, where a bot does not say otherwise.
    fn tuning() -> Options {
        Options::default()
    }

    /// The scripted plans for this game.
    fn styles() -> &'static [Style<Self>] {
        &[]
    }
}

/// A scripted bot that follows one plan without search: it plays the action with the highest score.
pub struct Style<G: Game> {
    /// Its name as a bot.
    pub name: &'static str,
    /// The plan in a line.
    pub plan: &'static str,
    /// How well an action of the mover fits the plan, in a state the player imagines. Equal scores are drawn from alike.
    pub score: fn(&G, &G::State, G::Action) -> f32,
}
