use std::time::Duration;

use marque::random::{self, Rng};
use marque::{Event, Game, Seat, Sight, Standing, Table, View};
use thiserror::Error;

/// A player at one seat of one game.
pub trait Agent<G: Game>: Send {
    /// Sits down at a game that is about to begin, in which a choice may take so long at most.
    fn begin(&mut self, _view: &View<'_, G>, _limit: Option<Duration>) {}

    /// Chooses one of the legal actions of the view's seat. Only a player that is a program of its own can fail to.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure>;

    /// Sees every event since the game began, in order, before it happens. Players that go by actions alone
    /// [follow](Agent::follow).
    fn watch(&mut self, sight: &Sight<'_, G>) {
        self.follow(sight.action());
    }

    /// Hears of every event since the game began, in order: what [`Game::hear`] says, so `None` for an action of another
    /// seat that is partly hidden and for an outcome of chance.
    fn follow(&mut self, _seen: Option<G::Action>) {}

    /// Hears how the game ended.
    fn over(&mut self, _standing: &Standing, _reason: &str) {}

    /// Whether it only ever picks from the list its view gives, and at once: then no referee need look at its choices or
    /// its clock, which would take longer than the choices do.
    fn picks_blindly(&self) -> bool {
        false
    }
}

/// Why a player did not choose, in a few words: it has lost its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Failure(pub String);

/// Lets every player, one a seat, see an event that is about to happen at a table.
pub fn tell<G: Game>(before: &Table<G>, event: Event<G::Action, G::Outcome>, agents: &mut [Box<dyn Agent<G>>]) {
    for (seat, agent) in Seat::all(agents.len()).zip(agents) {
        agent.watch(&before.sight(event, seat));
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
    use std::sync::{Arc, Mutex};

    use marque::hexxi::{Action, Hexxi, Token};
    use marque::random::{Purpose, stream};
    use marque::toml;

    use super::*;

    /// Notes what it hears.
    struct Listener(Arc<Mutex<Vec<Option<Action>>>>);

    impl Agent<Hexxi> for Listener {
        fn choose(&mut self, _view: &View<'_, Hexxi>, _rng: &mut Rng) -> Result<Action, Failure> {
            unreachable!("it only listens")
        }

        fn follow(&mut self, seen: Option<Action>) {
            self.0.lock().unwrap().push(seen);
        }
    }

    #[test]
    fn a_secret_is_told_to_its_owner_and_to_nobody_else() {
        let game = Hexxi::create(3, &toml::Table::new()).unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let mut agents: Vec<Box<dyn Agent<Hexxi>>> = (0..3).map(|_| Box::new(Listener(heard.clone())) as _).collect();
        let table = Table::new(game);
        assert_eq!(table.turn(), marque::Turn::Seat(Seat(0)));
        let mut told = |action| {
            tell(&table, Event::Action(action), &mut agents);
            std::mem::take(&mut *heard.lock().unwrap())
        };
        let secret = Action::Stash(Token::Ship);
        assert_eq!(told(secret), [Some(secret), None, None]);
        assert_eq!(told(Action::Raise), [Some(Action::Raise); 3]);
    }

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
