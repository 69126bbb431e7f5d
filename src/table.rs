use thiserror::Error;

use crate::game::{Event, Game, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::picture::{Motion, Picture};
use crate::random::Rng;
use crate::seat::Seat;
use crate::show::Show;
use crate::standing::Standing;
use crate::view::{Sight, View};

/// The checked door to a game: strings in, errors out. It keeps the events, so that a game can be taken back or saved.
///
/// It never gives the state away: front ends see it through a [`View`], a board or a standing.
///
/// ```
/// use marque::random::{self, Purpose};
/// use marque::{Game, Table, bosman::Bosman, toml};
///
/// let mut table = Table::new(Bosman::create(2, &toml::Table::new())?);
/// let mut chance = random::stream(7, 0, Purpose::Chance);
/// while table.roll(&mut chance).is_some() {}
/// assert!(table.play("poison:11").is_err(), "nobody sits in the boat yet");
/// table.play("keep")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    state: G::State,
    events: Vec<Event<G::Action, G::Outcome>>,
}

/// Why the table refused something; nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// The text is no action or outcome of the game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// An action of the game that the seat to move may not choose now.
    #[error("`{action}` is not legal for {seat} now")]
    Illegal {
        /// The action refused.
        action: String,
        /// Who is to move.
        seat: Seat,
    },
    /// An outcome that chance cannot bring here.
    #[error("`{outcome}` cannot happen now")]
    Impossible {
        /// The outcome refused.
        outcome: String,
    },
    /// An action or outcome when something else is due.
    #[error("{given} is out of turn: {due}")]
    OutOfTurn {
        /// What was given.
        given: String,
        /// What is due.
        due: String,
    },
}

/// What is due, for messages.
pub(crate) fn due(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("{seat} is to choose"),
        Turn::Chance => "chance is to act".to_owned(),
        Turn::Over => "the game is over".to_owned(),
    }
}

impl<G: Game> Table<G> {
    /// A table at the start of a game.
    pub fn new(game: G) -> Table<G> {
        let state = game.start();
        Table { game, state, events: Vec::new() }
    }

    /// The rules in force.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where the game stands, for pictures of the kernels' own.
    pub(crate) fn state(&self) -> &G::State {
        &self.state
    }

    /// Everything that happened so far.
    pub fn events(&self) -> &[Event<G::Action, G::Outcome>] {
        &self.events
    }

    /// Who is to move.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Draws one outcome if chance is to act, and returns it.
    pub fn roll(&mut self, rng: &mut Rng) -> Option<G::Outcome> {
        (self.turn() == Turn::Chance).then(|| {
            let outcome = self.game.draw(&self.state, rng);
            self.apply(Event::Outcome(outcome));
            outcome
        })
    }

    /// Plays a random legal action for the seat to move.
    pub fn play_random(&mut self, rng: &mut Rng) {
        if let Turn::Seat(_) = self.turn() {
            self.apply(Event::Action(self.game.random_action(&self.state, rng)));
        }
    }

    /// Applies an event known to fit: one of this game's own.
    fn apply(&mut self, event: Event<G::Action, G::Outcome>) {
        self.game.apply(&mut self.state, event);
        self.events.push(event);
    }

    /// Takes back everything after the first `events` events.
    pub fn rewind(&mut self, events: usize) {
        self.events.truncate(events);
        self.state = self.game.start();
        for &event in &self.events {
            self.game.apply(&mut self.state, event);
        }
    }

    /// Plays the game again from the start and shows the table before each event.
    pub fn retrace(&self, mut look: impl FnMut(&Table<G>, Event<G::Action, G::Outcome>)) {
        let mut table = Table::new(self.game.clone());
        for &event in &self.events {
            look(&table, event);
            table.apply(event);
        }
    }

    /// What a seat sees.
    pub fn view(&self, seat: Seat) -> View<'_, G> {
        View::new(&self.game, &self.state, seat)
    }

    /// What a seat sees of an event about to happen, for its player.
    pub fn sight(&self, event: Event<G::Action, G::Outcome>, seat: Seat) -> Sight<'_, G> {
        Sight::new(&self.game, &self.state, self.turn(), event, seat)
    }

    /// How the seats stand.
    pub fn standing(&self) -> Standing {
        self.game.standing(&self.state)
    }

    /// How many turns have been begun, as the game counts them.
    pub fn turns(&self) -> u32 {
        self.game.turns(&self.state)
    }

    /// How the game ended, if it is over.
    pub fn ending(&self) -> Option<crate::Ending> {
        (self.turn() == Turn::Over).then(|| self.game.ending(&self.state))
    }
}

impl<G: Notation> Table<G> {
    /// The legal actions of the seat to move, sorted by notation; none where no seat is to move.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Turn::Seat(_) = self.turn() {
            self.game.actions(&self.state, &mut actions);
        }
        let mut legal: Vec<String> = actions.into_iter().map(|action| self.game.write_action(action)).collect();
        legal.sort_unstable();
        legal
    }

    /// Plays an action, given by its notation, for the seat to move.
    pub fn play(&mut self, text: &str) -> Result<(), TableError> {
        self.choose(self.game.read_action(text)?)
    }

    /// Plays an action for the seat to move.
    pub fn choose(&mut self, action: G::Action) -> Result<(), TableError> {
        let text = || self.game.write_action(action);
        let Turn::Seat(seat) = self.turn() else {
            return Err(TableError::OutOfTurn { given: format!("`{}`", text()), due: due(self.turn()) });
        };
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        if !actions.contains(&action) {
            return Err(TableError::Illegal { action: text(), seat });
        }
        self.apply(Event::Action(action));
        Ok(())
    }

    /// Lets chance bring an outcome.
    pub fn happen(&mut self, text: &str) -> Result<(), TableError> {
        let outcome = self.game.read_outcome(text)?;
        if self.turn() != Turn::Chance {
            return Err(TableError::OutOfTurn { given: format!("chance `{text}`"), due: due(self.turn()) });
        }
        if !self.game.possible(&self.state, outcome) {
            return Err(TableError::Impossible { outcome: text.to_owned() });
        }
        self.apply(Event::Outcome(outcome));
        Ok(())
    }

    /// What an event about to happen looks like to `viewer`, in the game's notation.
    pub fn see(&self, event: Event<G::Action, G::Outcome>, viewer: Seat) -> Option<String> {
        self.game.see(&self.state, event, viewer)
    }
}

impl<G: Show> Table<G> {
    /// The board, as `viewer` sees it or with everything shown.
    pub fn board(&self, viewer: Option<Seat>) -> Page {
        self.game.board(&self.state, viewer)
    }

    /// A picture of the board, as `viewer` sees it or with everything shown, where the game has one.
    pub fn picture(&self, viewer: Option<Seat>) -> Option<Picture> {
        self.game.picture(&self.state, viewer)
    }

    /// What moves in the picture when an event happens.
    pub fn motion(&self, event: Event<G::Action, G::Outcome>) -> Option<Motion> {
        self.game.motion(&self.state, event)
    }

    /// Whose decision it is and why.
    pub fn prompt(&self) -> String {
        self.game.prompt(&self.state)
    }

    /// What an event about to happen looks like to `viewer`, in a sentence.
    pub fn narrate(&self, event: Event<G::Action, G::Outcome>, viewer: Option<Seat>) -> String {
        self.game.narrate(&self.state, event, viewer)
    }
}
