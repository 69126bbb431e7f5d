use marque::random::{self, Rng};
use marque::{Event, Game, Seat, Turn, View};

/// A player at one seat of one game.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions of the view's seat.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action;

    /// Hears of every event since the game began, in order: the action, where the player chose it or all seats see the
    /// whole of it; `None` for anything else (an action partly hidden, an outcome of chance).
    fn follow(&mut self, _seen: Option<G::Action>) {}
}

/// Lets every player, one a seat, hear of an event that happens when `turn` is due.
pub fn tell<G: Game>(game: &G, turn: Turn, event: Event<G::Action, G::Outcome>, agents: &mut [Box<dyn Agent<G>>]) {
    for (seat, agent) in Seat::all(agents.len()).zip(agents) {
        agent.follow(match event {
            Event::Action(action) if turn == Turn::Seat(seat) || game.open(action) => Some(action),
            _ => None,
        });
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
}
