use std::sync::Arc;

use marque::{Game, Show};

use crate::evaluator::{AsItStands, Evaluator, Values};
use crate::learn::Features;
use crate::options::Options;
use crate::sitting::Clock;

/// What comes with a game for those who play it: an evaluator made by hand, the settings that fit, scripted plans, a clock.
/// Every method has a default, so that a new game can be played at once.
pub trait Knowledge: Show {
    /// What its players go by unless they are given something else or have learnt.
    fn evaluator() -> Arc<dyn Evaluator<Self>> {
        Arc::new(AsItStands)
    }

    /// A state in numbers, for knowledge that is learnt from games, and what its evaluator made by hand says of it. `None`
    /// where nothing can be learnt. States are as an [`Evaluator`] is given them, and it is asked as often.
    fn study(_game: &Self, _state: &Self::State, _into: &mut Features) -> Option<Values> {
        None
    }

    /// Weights that were learnt from games and come with it: files that `marque train` has written, one for each number of
    /// seats that has any.
    fn weights() -> &'static [&'static str] {
        &[]
    }

    /// What a search of this game is best set to, where a bot does not say otherwise.
    fn tuning() -> Options {
        Options::default()
    }

    /// Whether an action may show something that was hidden and that the action does not say, such as a token it turns up:
    /// what a search thought before does not hold after it.
    fn turns_up(_action: Self::Action) -> bool {
        false
    }

    /// The scripted plans for this game.
    fn styles() -> &'static [Style<Self>] {
        &[]
    }

    /// How people play it on a real clock, where its rules know time.
    fn clock() -> Option<&'static dyn Clock<Self>> {
        None
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
