use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::random::{self, Rng};
use crate::recall::RecallError;
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

/// What a list of games shows of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// The name in commands and traces, such as `bosman`.
    pub name: &'static str,
    /// The Polish title.
    pub title: &'static str,
    /// The title in English.
    pub english: &'static str,
    /// The numbers of seats it can be played with.
    pub seats: &'static [usize],
    /// Whether anything is hidden from a seat, apart from what chance has yet to bring.
    pub hidden: bool,
    /// The rules in words, with their ids.
    pub rules: &'static str,
}

/// The rules of a game: the first of the four traits of a kernel. How its events are written is
/// [`Notation`](crate::Notation), how it is shown to people [`Show`](crate::Show), and in numbers to learning programs
/// [`Encode`](crate::Encode).
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
    /// All that one seat knows of a state, as data: one JSON object, described in `docs/observations.md`. Bots in other
    /// programs and browsers get this and nothing else.
    type Observation: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// What the game is called, how many can play it, and its rules in words.
    const INFO: Info;

    /// Every parameter of the ruleset for so many seats, as many as the game can have.
    fn params(seats: usize) -> Vec<Param>;
    /// The same for any number of seats that somebody asks for.
    fn checked_params(seats: usize) -> Result<Vec<Param>, RulesError> {
        if !Self::INFO.seats.contains(&seats) {
            return Err(RulesError::Seats { game: Self::INFO.name, seats, allowed: Self::INFO.seats });
        }
        Ok(Self::params(seats))
    }
    /// The game with these rules, which are checked against [`Game::params`] already; what no single parameter shows is
    /// checked here.
    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError>;

    /// The game with the given rules over the defaults.
    fn create(seats: usize, given: &toml::Table) -> Result<Self, RulesError> {
        Self::new(seats, Ruleset::new(Self::checked_params(seats)?, given)?)
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
    /// A legal action of the seat to move, all equally likely, without listing them where that is faster.
    fn random_action(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions[random::below(rng, actions.len() as u32) as usize]
    }
    /// Plays a legal action of the seat to move.
    fn play(&self, state: &mut Self::State, action: Self::Action);
    /// An outcome of chance with its right odds. This and the next two are for games with chance only.
    fn draw(&self, _state: &Self::State, _rng: &mut Rng) -> Self::Outcome {
        unreachable!("{} has no chance", Self::INFO.name)
    }
    /// Whether chance could bring this outcome here.
    fn possible(&self, _state: &Self::State, _outcome: Self::Outcome) -> bool {
        false
    }
    /// Lets a possible outcome happen.
    fn happen(&self, _state: &mut Self::State, _outcome: Self::Outcome) {
        unreachable!("{} has no chance", Self::INFO.name)
    }
    /// How the seats stand; final when the game is over, as if it ended now before.
    fn standing(&self, state: &Self::State) -> Standing;

    /// What a seat plays for, 0 to 1: its payoff, unless the rules of the game say otherwise. Search, evaluation and
    /// playouts go after it; statistics compare payoffs.
    #[inline]
    fn reward(&self, standing: &Standing, seat: Seat) -> f32 {
        standing.payoff(seat)
    }
    /// Whether the rewards of all seats always sum to half the seats, as payoffs do: what one seat gains, others lose.
    #[inline]
    fn constant_sum(&self) -> bool {
        true
    }

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
    /// Whether nothing is hidden from any seat in a state, nor in any that can follow from it: then it can be thought
    /// through to the end.
    #[inline]
    fn lies_open(&self, _state: &Self::State) -> bool {
        !Self::INFO.hidden
    }
    /// A state that looks so to the seat that made this observation, which must be the one to choose. Whatever it does not
    /// know lies anywhere; nobody but a [`View`](crate::View) of that seat may look there. Observations come from outside:
    /// nothing in them is taken for granted. [`recall`](crate::recall) is the checked way to it.
    fn recall(&self, _observation: &Self::Observation) -> Result<Self::State, RecallError> {
        Err(RecallError::whole(format!("{} does not say how to read one back", Self::INFO.name)))
    }
    /// Whether all seats see the whole of this action when it is played.
    fn open(&self, _action: Self::Action) -> bool {
        true
    }

    /// What a seat hears of an event as a player that follows the game: the action, where it chose it or all seats see
    /// the whole of it.
    #[inline]
    fn hear(&self, turn: Turn, event: Event<Self::Action, Self::Outcome>, viewer: Seat) -> Option<Self::Action> {
        match event {
            Event::Action(action) if turn == Turn::Seat(viewer) || self.open(action) => Some(action),
            _ => None,
        }
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
