//! A game under way, whichever game it is.

use std::any::Any;

use marque::random::{self, Purpose, Rng};
use marque::{Block, Encode, Ending, Event, Info, Seat, Standing, Table, TableError, Trace, TraceError, Turn, Vector};
use marque_agents::Knowledge;
use serde_json::Value;

/// What the package asks of a game.
pub trait Playable: Knowledge + Encode {}

impl<G: Knowledge + Encode> Playable for G {}

/// A game under way: the rules, where it stands, and what chance will bring.
///
/// Everything is for a referee, but for [`Position::observe`] and [`Position::encode`], which are for a seat.
pub trait Position: Send + Sync {
    fn info(&self) -> Info;
    fn seats(&self) -> usize;
    fn rules(&self) -> Value;
    fn turn(&self) -> Turn;
    /// Lets chance act until a seat must choose or the game is over.
    fn settle(&mut self);
    /// Draws one outcome, if chance is to act.
    fn roll(&mut self) -> Option<String>;
    fn happen(&mut self, text: &str) -> Result<(), TableError>;
    fn play(&mut self, text: &str) -> Result<(), TableError>;
    fn play_index(&mut self, index: usize) -> Result<(), TableError>;
    fn play_random(&mut self);
    fn legal(&self) -> Vec<String>;
    /// The indices of the legal actions, in the order in which the game lists them.
    fn legal_indices(&mut self) -> &[u32];
    fn action_count(&self) -> usize;
    fn action_at(&self, index: usize) -> Option<String>;
    fn index_of(&self, text: &str) -> Result<usize, TableError>;
    fn encoding_version(&self) -> u32;
    fn layout(&self) -> Vec<Block>;
    fn observe(&self, viewer: Seat) -> Value;
    fn encode(&self, viewer: Seat, into: &mut Vector);
    fn standing(&self) -> Standing;
    fn reward(&self, seat: Seat) -> f32;
    fn turns(&self) -> u32;
    fn ending(&self) -> Option<Ending>;
    fn board(&self, viewer: Option<Seat>) -> String;
    fn prompt(&self) -> String;
    /// Everything that happened, in notation; `None` for a position that was imagined.
    fn history(&self) -> Option<Vec<String>>;
    /// What a seat saw of everything that happened.
    fn seen(&self, viewer: Seat) -> Option<Vec<Option<String>>>;
    fn trace(&self, seed: u64) -> Option<Trace>;
    /// The game as it stood after so many events.
    fn rewind(&mut self, events: usize) -> bool;
    /// A position that the viewer cannot tell from this one.
    fn imagine(&self, viewer: Seat, seed: u64) -> Box<dyn Position>;
    fn reseed(&mut self, seed: u64);
    fn copy(&self) -> Box<dyn Position>;
    fn as_any(&self) -> &dyn Any;
}

/// [`Position`] of one game.
#[derive(Clone)]
pub struct At<G: Playable> {
    pub game: G,
    pub state: G::State,
    /// What happened so far; nobody knows in an imagined position.
    pub events: Option<Vec<Event<G::Action, G::Outcome>>>,
    chance: Rng,
    choice: Rng,
    /// The legal actions and their indices, as long as they hold.
    legal: Vec<G::Action>,
    indices: Vec<u32>,
    listed: bool,
}

impl<G: Playable> At<G> {
    /// The start of a game.
    pub fn new(game: G, seed: u64) -> At<G> {
        let state = game.start();
        let (chance, choice) = streams(seed);
        At {
            game,
            state,
            events: Some(Vec::new()),
            chance,
            choice,
            legal: Vec::new(),
            indices: Vec::new(),
            listed: false,
        }
    }

    /// The end of a trace.
    pub fn after(trace: &Trace, seed: u64) -> Result<At<G>, TraceError> {
        let table = trace.verify::<G>()?;
        let mut position = At::new(table.game().clone(), seed);
        for &event in table.events() {
            position.apply(event);
        }
        Ok(position)
    }

    fn apply(&mut self, event: Event<G::Action, G::Outcome>) {
        self.game.apply(&mut self.state, event);
        self.listed = false;
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    fn list(&mut self) {
        if self.listed {
            return;
        }
        self.legal.clear();
        self.indices.clear();
        if let Turn::Seat(_) = self.turn() {
            self.game.actions(&self.state, &mut self.legal);
            self.game.indices_of(&self.state, &self.legal, &mut self.indices);
        }
        self.listed = true;
    }

    fn chooser(&self, given: impl FnOnce() -> String) -> Result<Seat, TableError> {
        let due = match self.turn() {
            Turn::Seat(seat) => return Ok(seat),
            Turn::Chance => "chance is to act",
            Turn::Over => "the game is over",
        };
        Err(TableError::OutOfTurn { given: format!("`{}`", given()), due: due.to_owned() })
    }

    fn choose(&mut self, action: G::Action) -> Result<(), TableError> {
        let seat = self.chooser(|| self.game.write_action(action))?;
        self.list();
        if !self.legal.contains(&action) {
            return Err(TableError::Illegal { action: self.game.write_action(action), seat });
        }
        self.apply(Event::Action(action));
        Ok(())
    }

    /// The same game at a table, which keeps what happened.
    fn table(&self) -> Option<Table<G>> {
        let mut table = Table::new(self.game.clone());
        for &event in self.events.as_ref()? {
            let applied = match event {
                Event::Action(action) => table.choose(action),
                Event::Outcome(outcome) => table.happen(&self.game.write_outcome(outcome)),
            };
            applied.ok()?;
        }
        Some(table)
    }
}

/// What chance brings and what is chosen at random, from a seed.
fn streams(seed: u64) -> (Rng, Rng) {
    (random::stream(seed, 0, Purpose::Chance), random::stream(seed, 0, Purpose::Other(0)))
}

impl<G: Playable> Position for At<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn rules(&self) -> Value {
        serde_json::to_value(self.game.rules().values()).unwrap_or(Value::Null)
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn settle(&mut self) {
        while let Turn::Chance = self.turn() {
            let outcome = self.game.draw(&self.state, &mut self.chance);
            self.apply(Event::Outcome(outcome));
        }
    }

    fn roll(&mut self) -> Option<String> {
        (self.turn() == Turn::Chance).then(|| {
            let outcome = self.game.draw(&self.state, &mut self.chance);
            self.apply(Event::Outcome(outcome));
            self.game.write_outcome(outcome)
        })
    }

    fn happen(&mut self, text: &str) -> Result<(), TableError> {
        let outcome = self.game.read_outcome(text)?;
        let due = match self.turn() {
            Turn::Chance if self.game.possible(&self.state, outcome) => {
                self.apply(Event::Outcome(outcome));
                return Ok(());
            }
            Turn::Chance => return Err(TableError::Impossible { outcome: text.to_owned() }),
            Turn::Seat(seat) => format!("{seat} is to choose"),
            Turn::Over => "the game is over".to_owned(),
        };
        Err(TableError::OutOfTurn { given: format!("chance `{text}`"), due })
    }

    fn play(&mut self, text: &str) -> Result<(), TableError> {
        let action = self.game.read_action(text)?;
        self.choose(action)
    }

    fn play_index(&mut self, index: usize) -> Result<(), TableError> {
        let seat = self.chooser(|| format!("action {index}"))?;
        let action = if self.listed {
            self.indices.iter().position(|&legal| legal as usize == index).map(|at| self.legal[at])
        } else {
            let mut legal = std::mem::take(&mut self.legal);
            self.game.actions(&self.state, &mut legal);
            self.legal = legal;
            self.game.action_at(&self.state, index).filter(|action| self.legal.contains(action))
        };
        let Some(action) = action else {
            let action = match self.game.action_at(&self.state, index) {
                Some(action) => format!("{} (action {index})", self.game.write_action(action)),
                None => format!("action {index}"),
            };
            return Err(TableError::Illegal { action, seat });
        };
        self.apply(Event::Action(action));
        Ok(())
    }

    fn play_random(&mut self) {
        if let Turn::Seat(_) = self.turn() {
            let action = self.game.random_action(&self.state, &mut self.choice);
            self.apply(Event::Action(action));
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Turn::Seat(_) = self.turn() {
            self.game.actions(&self.state, &mut actions);
        }
        let mut legal: Vec<String> = actions.into_iter().map(|action| self.game.write_action(action)).collect();
        legal.sort_unstable();
        legal
    }

    fn legal_indices(&mut self) -> &[u32] {
        self.list();
        &self.indices
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn action_at(&self, index: usize) -> Option<String> {
        let Turn::Seat(_) = self.turn() else { return None };
        self.game.action_at(&self.state, index).map(|action| self.game.write_action(action))
    }

    fn index_of(&self, text: &str) -> Result<usize, TableError> {
        let action = self.game.read_action(text)?;
        let seat = self.chooser(|| text.to_owned())?;
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        if !actions.contains(&action) {
            return Err(TableError::Illegal { action: text.to_owned(), seat });
        }
        Ok(self.game.index_of(&self.state, action))
    }

    fn encoding_version(&self) -> u32 {
        G::VERSION
    }

    fn layout(&self) -> Vec<Block> {
        self.game.layout()
    }

    fn observe(&self, viewer: Seat) -> Value {
        serde_json::to_value(self.game.observe(&self.state, viewer)).unwrap_or(Value::Null)
    }

    fn encode(&self, viewer: Seat, into: &mut Vector) {
        self.game.encode(&self.state, viewer, into);
    }

    fn standing(&self) -> Standing {
        self.game.standing(&self.state)
    }

    fn reward(&self, seat: Seat) -> f32 {
        self.game.reward(&self.standing(), seat)
    }

    fn turns(&self) -> u32 {
        self.game.turns(&self.state)
    }

    fn ending(&self) -> Option<Ending> {
        (self.turn() == Turn::Over).then(|| self.game.ending(&self.state))
    }

    fn board(&self, viewer: Option<Seat>) -> String {
        self.game.board(&self.state, viewer).to_string()
    }

    fn prompt(&self) -> String {
        self.game.prompt(&self.state)
    }

    fn history(&self) -> Option<Vec<String>> {
        let write = |event: &Event<G::Action, G::Outcome>| match *event {
            Event::Action(action) => self.game.write_action(action),
            Event::Outcome(outcome) => self.game.write_outcome(outcome),
        };
        Some(self.events.as_ref()?.iter().map(write).collect())
    }

    fn seen(&self, viewer: Seat) -> Option<Vec<Option<String>>> {
        let mut state = self.game.start();
        let see = |&event: &Event<G::Action, G::Outcome>| {
            let seen = self.game.see(&state, event, viewer);
            self.game.apply(&mut state, event);
            seen
        };
        Some(self.events.as_ref()?.iter().map(see).collect())
    }

    fn trace(&self, seed: u64) -> Option<Trace> {
        Some(Trace::of(&self.table()?, seed))
    }

    fn rewind(&mut self, count: usize) -> bool {
        let Some(mut events) = self.events.take() else { return false };
        events.truncate(count);
        self.state = self.game.start();
        for &event in &events {
            self.game.apply(&mut self.state, event);
        }
        self.events = Some(events);
        self.listed = false;
        true
    }

    fn imagine(&self, viewer: Seat, seed: u64) -> Box<dyn Position> {
        let mut rng = random::stream(seed, 0, Purpose::Other(1));
        let state = self.game.imagine(&self.state, viewer, &mut rng);
        Box::new(At { state, events: None, ..At::new(self.game.clone(), seed) })
    }

    fn reseed(&mut self, seed: u64) {
        (self.chance, self.choice) = streams(seed);
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
