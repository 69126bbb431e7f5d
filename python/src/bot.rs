//! `marque.Bot`: a player by name, which sees what its seat sees.

use std::sync::Mutex;

use marque::random::{self, Purpose, Rng};
use marque::{Event, Ruleset, Seat, Sight, Turn, View};
use marque_agents::Agent;
use pyo3::prelude::*;

use crate::errors::BotError;
use crate::game::{Game, with_any_game};
use crate::position::{At, Playable, Position};
use crate::table::Table;

/// A player by name, with a mind of its own.
///
/// It is given a table but sees no more of it than its seat does, the same as in a tournament.
///
/// >>> import marque
/// >>> table = marque.Table("dzicz", seed=1)
/// >>> bot = marque.Bot("dzicz", "greedy", seed=7)
/// >>> table.play(bot.choose(table))
/// >>> table.turn
/// 1
#[pyclass(frozen, module = "marque", name = "Bot")]
pub struct Bot {
    name: String,
    game: &'static str,
    mind: Mutex<Box<dyn Mind>>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (game, name, *, seed=0))]
    fn new(game: &Bound<'_, PyAny>, name: &str, seed: u64) -> PyResult<Bot> {
        let game = match game.extract::<Game>() {
            Ok(game) => game.name,
            Err(_) => Game::create(&game.extract::<String>()?, None, Default::default())?.name,
        };
        let made: Result<(String, Box<dyn Mind>), marque_agents::BotError> = with_any_game!(game, G => {
            marque_agents::Bot::parse::<G>(name).map(|bot| (bot.to_string(), Box::new(Seated::<G>::new(bot, seed)) as _))
        })?;
        let (name, mind) = made.map_err(|error| BotError::new_err(error.to_string()))?;
        Ok(Bot { name, game, mind: Mutex::new(mind) })
    }

    /// Its name with its options.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Chooses for the seat to move, and returns the index of the action.
    fn choose(&self, py: Python<'_>, table: PyRef<'_, Table>) -> PyResult<usize> {
        let position: &dyn Position = &*table.position;
        let Turn::Seat(seat) = position.turn() else {
            return Err(BotError::new_err("no seat is to move at this table"));
        };
        if position.info().name != self.game {
            return Err(BotError::new_err(format!("a bot for {} cannot play {}", self.game, position.info().name)));
        }
        let choice = py.detach(|| match self.mind.lock() {
            Ok(mut mind) => mind.choose(position, seat),
            Err(_) => Err("it broke down in an earlier choice".to_owned()),
        });
        choice.map_err(|problem| BotError::new_err(format!("bot `{}`: {problem}", self.name)))
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?}, {:?})", self.game, self.name)
    }
}

/// A bot of any game.
trait Mind: Send {
    fn choose(&mut self, position: &dyn Position, seat: Seat) -> Result<usize, String>;
}

/// A bot in its seat, with what it has seen so far.
struct Seated<G: Playable> {
    bot: marque_agents::Bot,
    rng: Rng,
    sitting: Option<Sitting<G>>,
}

struct Sitting<G: Playable> {
    agent: Box<dyn Agent<G>>,
    seat: Seat,
    rules: Ruleset,
    seen: Vec<Event<G::Action, G::Outcome>>,
    /// Where the game stands after what it has seen.
    state: G::State,
}

impl<G: Playable> Seated<G> {
    fn new(bot: marque_agents::Bot, seed: u64) -> Seated<G> {
        Seated { bot, rng: random::stream(seed, 0, Purpose::Seat(Seat(0))), sitting: None }
    }

    /// Shows the bot what has happened since it last chose; at another game it sits down anew.
    fn catch_up(&mut self, at: &At<G>, seat: Seat) -> &mut Sitting<G> {
        let events = at.events.as_deref().unwrap_or_default();
        let goes_on = |sitting: &Sitting<G>| {
            sitting.seat == seat && events.starts_with(&sitting.seen) && sitting.rules == *at.game.rules()
        };
        if !self.sitting.as_ref().is_some_and(goes_on) || at.events.is_none() {
            let mut agent = self.bot.sit::<G>();
            let state = if at.events.is_some() { at.game.start() } else { at.state.clone() };
            agent.begin(&View::new(&at.game, &state, seat), None);
            self.sitting = Some(Sitting { agent, seat, rules: at.game.rules().clone(), seen: Vec::new(), state });
        }
        let sitting = self.sitting.as_mut().expect("it has just sat down");
        for &event in &events[sitting.seen.len()..] {
            let turn = at.game.turn(&sitting.state);
            sitting.agent.watch(&Sight::new(&at.game, &sitting.state, turn, event, seat));
            at.game.apply(&mut sitting.state, event);
            sitting.seen.push(event);
        }
        sitting
    }
}

impl<G: Playable> Mind for Seated<G> {
    fn choose(&mut self, position: &dyn Position, seat: Seat) -> Result<usize, String> {
        let at = position.as_any().downcast_ref::<At<G>>().ok_or("it plays another game")?;
        let mut rng = self.rng.clone();
        let sitting = self.catch_up(at, seat);
        let action = sitting.agent.choose(&View::new(&at.game, &at.state, seat), &mut rng);
        self.rng = rng;
        let action = action.map_err(|failure| failure.to_string())?;
        let mut legal = Vec::new();
        at.game.actions(&at.state, &mut legal);
        if !legal.contains(&action) {
            return Err(format!("it chose `{}`, which is not legal", at.game.write_action(action)));
        }
        Ok(at.game.index_of(&at.state, action))
    }
}
