use std::fmt::Debug;
use std::hash::Hash;

use crate::notation::NotationError;
use crate::page::Page;
use crate::random::{self, Rng};
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::standing::Standing;

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A seat must choose one of its legal actions.
    Seat(Seat),
    /// Chance must produce an outcome.
    Chance,
    /// The game is over.
    Over,
}

/// One step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<A, O> {
    /// What a seat chose.
    Action(A),
    /// What chance gave.
    Outcome(O),
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The reason in a few words, such as `boat full`.
    pub reason: &'static str,
    /// Whether a limit cut the game rather than its goal.
    pub cut: bool,
}

/// The contract of a kernel.
///
/// A game is a value, its ruleset; a state is plain data that copies without allocating. `play` and `happen` are
/// deterministic: everything random is an outcome. The methods trust their caller (a legal action, a possible outcome)
/// and only `debug_assert!`; [`Table`](crate::Table) is the door for untrusted input.
pub trait Game: Clone + Send + Sync + 'static {
    /// Where a game stands, hidden things included. Equal games give equal states.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A choice of a seat, at most eight bytes, the same in every state in which its notation is the same.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// A result of chance.
    type Outcome: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// All that one seat knows of a state.
    type Observation: Clone + PartialEq + Debug;

    /// The name in commands and traces, such as `bosman`.
    const NAME: &'static str;
    /// The Polish title.
    const TITLE: &'static str;
    /// The title in English.
    const ENGLISH: &'static str;
    /// The numbers of seats it can be played with.
    const SEATS: &'static [usize];
    /// Whether anything is hidden from a seat, apart from what chance has yet to bring.
    const HIDDEN: bool;
    /// The rules in words, with their ids.
    const RULES: &'static str;

    /// Every parameter of the ruleset for so many seats.
    fn params(seats: usize) -> Vec<Param>;
    /// The game with these rules, which are checked against [`Game::params`] already; what no single parameter shows is
    /// checked here.
    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError>;

    /// The game with the given rules over the defaults.
    fn create(seats: usize, given: &toml::Table) -> Result<Self, RulesError> {
        if !Self::SEATS.contains(&seats) {
            return Err(RulesError::Seats { game: Self::NAME, seats, allowed: Self::SEATS });
        }
        Self::new(seats, Ruleset::new(Self::params(seats), given)?)
    }

    /// The rules in force, every parameter.
    fn rules(&self) -> &Ruleset;
    /// How many seats play.
    fn seats(&self) -> usize;

    /// The state before the first event.
    fn start(&self) -> Self::State;
    /// Who is to move.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Replaces what `into` holds by the legal actions of the seat to move, each once, in any order.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);
    /// A legal action of the seat to move, each alike, without listing them where that is faster.
    fn random_action(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions[random::below(rng, actions.len() as u32) as usize]
    }
    /// Plays a legal action of the seat to move.
    fn play(&self, state: &mut Self::State, action: Self::Action);
    /// An outcome of chance with its right odds. This and the next two are for games with chance only.
    fn draw(&self, _state: &Self::State, _rng: &mut Rng) -> Self::Outcome {
        unreachable!("{} has no chance", Self::NAME)
    }
    /// Whether chance could bring this outcome here.
    fn possible(&self, _state: &Self::State, _outcome: Self::Outcome) -> bool {
        false
    }
    /// Lets a possible outcome happen.
    fn happen(&self, _state: &mut Self::State, _outcome: Self::Outcome) {
        unreachable!("{} has no chance", Self::NAME)
    }
    /// How the seats stand; final when the game is over, as if it ended now before.
    fn standing(&self, state: &Self::State) -> Standing;

    /// How many turns (as the game counts them) have been begun.
    fn turns(&self, state: &Self::State) -> u32;
    /// How the game ended, once it is over.
    fn ending(&self, state: &Self::State) -> Ending;

    /// All that `viewer` knows.
    fn observe(&self, state: &Self::State, viewer: Seat) -> Self::Observation;
    /// A state that `viewer` cannot tell from this one, drawn as its knowledge allows.
    ///
    /// It must depend on nothing but what the viewer knows: two states equal to the viewer give the same imagined state
    /// for the same `rng`.
    fn imagine(&self, state: &Self::State, viewer: Seat, rng: &mut Rng) -> Self::State;
    /// Whether all seats see the whole of this action when it is played.
    fn open(&self, _action: Self::Action) -> bool {
        true
    }

    /// The notation of an action: one short ASCII word.
    fn write_action(&self, action: Self::Action) -> String;
    /// The action with this notation, legal or not.
    fn read_action(&self, text: &str) -> Result<Self::Action, NotationError>;
    /// The notation of an outcome.
    fn write_outcome(&self, _outcome: Self::Outcome) -> String {
        unreachable!("{} has no chance", Self::NAME)
    }
    /// The outcome with this notation, possible or not.
    fn read_outcome(&self, text: &str) -> Result<Self::Outcome, NotationError> {
        Err(NotationError::new(text, "no chance in this game"))
    }
    /// Every kind of action there is: the words before the colon in their notation.
    const KINDS: &'static [&'static str];
    /// Which of [`Game::KINDS`] an action is, as an index.
    fn kind(&self, action: Self::Action) -> usize;

    /// Tells what a seat has come to that designers count: missions held, contracts met, gangs on board. Each is one
    /// short word, told as often as it happened.
    fn deeds(&self, _state: &Self::State, _seat: Seat, _tell: &mut dyn FnMut(&str)) {}
    /// The board for people, as `viewer` sees it (or with everything shown), with a legend of its symbols.
    fn board(&self, state: &Self::State, viewer: Option<Seat>) -> Page;
    /// Whose decision it is and why, in a sentence.
    fn prompt(&self, state: &Self::State) -> String;
    /// What an event, about to be applied to `before`, looks like to `viewer` (or with everything shown), in a sentence;
    /// empty where there is nothing to see.
    fn narrate(&self, before: &Self::State, event: Event<Self::Action, Self::Outcome>, viewer: Option<Seat>) -> String;
    /// A picture of the board, where the game has one.
    fn svg(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Applies an event.
    fn apply(&self, state: &mut Self::State, event: Event<Self::Action, Self::Outcome>) {
        match event {
            Event::Action(action) => self.play(state, action),
            Event::Outcome(outcome) => self.happen(state, outcome),
        }
    }

    /// Lets chance act until a seat must choose or the game is over, which it returns.
    fn settle(&self, state: &mut Self::State, rng: &mut Rng) -> Turn {
        loop {
            match self.turn(state) {
                Turn::Chance => {
                    let outcome = self.draw(state, rng);
                    self.happen(state, outcome);
                }
                turn => return turn,
            }
        }
    }

    /// Plays at random to the end and returns how many decisions it took.
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) -> u32 {
        let mut decisions = 0;
        while let Turn::Seat(_) = self.settle(state, rng) {
            let action = self.random_action(state, rng);
            self.play(state, action);
            decisions += 1;
        }
        decisions
    }
}
