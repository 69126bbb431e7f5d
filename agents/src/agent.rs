use marque::random::{self, Rng};
use marque::{Game, View};

/// A player at one seat of one game.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions of the view's seat.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action;

    /// Hears of every event since the game began, in order: the action, where the player chose it or all seats see the
    /// whole of it; `None` for anything else (an action partly hidden, an outcome of chance).
    fn follow(&mut self, _seen: Option<G::Action>) {}

    /// Whether it only ever picks from the list its view gives, and at once: then no referee need look at its choices or
    /// its clock, which would take longer than the choices do.
    fn picks_blindly(&self) -> bool {
        false
    }
}

/// Plays any legal action, each alike.
pub struct RandomAgent<G: Game> {
    actions: Vec<G::Action>,
}

impl<G: Game> Default for RandomAgent<G> {
    fn default() -> Self {
        RandomAgent { actions: Vec::new() }
    }
}

impl<G: Game> Agent<G> for RandomAgent<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        view.actions(&mut self.actions);
        self.actions[random::below(rng, self.actions.len() as u32) as usize]
    }

    fn picks_blindly(&self) -> bool {
        true
    }
}
