use marque::random::{self, Rng};
use marque::{Event, Game, Notation, Seat, Turn, View};

use crate::restrict::Restriction;

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
pub(crate) struct RandomAgent<G: Game> {
    restriction: Restriction,
    actions: Vec<G::Action>,
}

impl<G: Game> RandomAgent<G> {
    pub(crate) fn new(restriction: Restriction) -> Self {
        RandomAgent { restriction, actions: Vec::new() }
    }
}

impl<G: Notation> Agent<G> for RandomAgent<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        self.restriction.actions(view, &mut self.actions);
        self.actions[random::below(rng, self.actions.len() as u32) as usize]
    }

    fn picks_blindly(&self) -> bool {
        true
    }
}

/// The position of the highest score, equal ones drawn alike.
///
/// # Panics
/// Where there is no score at all.
pub(crate) fn draw_best(scores: impl IntoIterator<Item = f32>, rng: &mut Rng) -> usize {
    let mut best: Option<(usize, f32)> = None;
    let mut equals = 1;
    for (index, score) in scores.into_iter().enumerate() {
        match best {
            Some((_, high)) if score < high => {}
            Some((_, high)) if score == high => {
                // The n-th of n equals takes the place with odds 1 in n.
                equals += 1;
                if random::below(rng, equals) == 0 {
                    best = Some((index, score));
                }
            }
            _ => {
                best = Some((index, score));
                equals = 1;
            }
        }
    }
    best.expect("there is something to choose from").0
}

#[cfg(test)]
mod tests {
    use marque::random::{Purpose, stream};

    use super::*;

    #[test]
    fn equal_scores_are_drawn_alike() {
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut counts = [0; 5];
        for _ in 0..3000 {
            counts[draw_best([1.0, 3.0, 3.0, 0.0, 3.0], &mut rng)] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!([1, 2, 4].iter().all(|&index| (900..1100).contains(&counts[index])), "{counts:?}");
    }
}
