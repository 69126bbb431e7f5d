//! A look back at a game: what its positions were worth, how much of that was luck, and which choices gave something
//! away, with what would have been better and why.
//!
//! All of it is one judge's opinion, a search's. It looks at every position from outside, as it was or as one seat knew
//! it, so that positions can be compared with each other ([`Moment`]). It looks at every decision as the seat that made it
//! knew it then, and gives the action played and its rivals the same number of iterations on the same imagined states and
//! the same tape of chance ([`Decision`]). The same seed gives the same review on any number of threads.

mod decision;
#[cfg(test)]
mod planted;
mod probe;
mod story;
#[cfg(test)]
mod tests;

use marque::random::{Purpose, stream};
use marque::{Event, Seat, Table, Turn};
use rand::Rng as _;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use crate::budget::Budget;
use crate::evaluator::rewards;
use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::search::Position;

pub use decision::{Candidate, Decision, Grade};
pub use story::{Line, Why};

use probe::Probe;

/// A look back at a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// Whose knowledge and whose decisions it is about; with none, all were looked at and nothing was hidden.
    pub seat: Option<Seat>,
    /// How many iterations the judge took: twice as many for a position, half as many for each candidate of a decision at
    /// the least, and seven times that where a gap was not clear.
    pub iterations: u32,
    /// The positions: the first before anything happened, then one after each event.
    pub moments: Vec<Moment>,
    /// How the seats came from what they could expect at first to what they could expect at last, by seat.
    pub swings: Vec<Swings>,
    /// The decisions with more than one choice, in the order of the game.
    pub decisions: Vec<Decision>,
}

impl Review {
    /// The decisions that gave something away, the worst first.
    pub fn mistakes(&self) -> Vec<&Decision> {
        let mut mistakes: Vec<&Decision> = self.decisions.iter().filter(|decision| decision.grade.is_some()).collect();
        mistakes.sort_by(|a, b| b.gap.total_cmp(&a.gap));
        mistakes
    }
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// Who brought it about; nobody brings about the first.
    pub by: Option<Actor>,
    /// The event that did, in the game's notation, as far as it was seen; empty where nothing of it was.
    pub event: String,
    /// What each seat can expect from there, by seat.
    pub values: Vec<f32>,
}

/// Who is behind an event; in JSON the number of the seat, or `"chance"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A seat chose it.
    Seat(Seat),
    /// It happened.
    Chance,
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Actor::Seat(seat) => seat.serialize(serializer),
            Actor::Chance => serializer.serialize_str("chance"),
        }
    }
}

/// What moved a seat's expectation over a game: luck, what it chose itself, and what the others chose. The three sums add
/// up to the difference between the last position and the first.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Swings {
    /// By outcomes of chance, in sum.
    pub luck: f32,
    /// By its own choices, in sum.
    pub own: f32,
    /// By the others' choices, in sum.
    pub others: f32,
    /// How far chance moved it to and fro: the same sum without signs.
    pub by_chance: f32,
    /// How far choices of any seat moved it to and fro.
    pub by_choice: f32,
}

/// Of how many choices, the worst, a review tells why.
const EXPLAINED: usize = 12;
/// Iterations where a budget is told as time, which would make the outcome depend on the machine.
const UNTIMED: u32 = 1000;

/// Looks back at a game: as it was, at all decisions; or as one seat knew it, at the decisions of that seat.
///
/// `options` say how the judge searches, and for how long.
pub fn review<G: Knowledge>(table: &Table<G>, options: &Options, seat: Option<Seat>, seed: u64) -> Review {
    let iterations = match options.budget {
        Budget::Iterations(iterations) => iterations.max(2),
        Budget::Time(_) => UNTIMED,
    };
    let options = Options { threads: 1, budget: Budget::Iterations(iterations), ..*options };
    let game = table.game();
    let states = states(table);
    let judge = Judge { game, options, iterations, seed };
    let moments = judge.moments(table.events(), &states, seat);
    let swings = Seat::all(game.seats()).map(|seat| swings(&moments, seat)).collect();
    Review { seat, iterations, swings, decisions: judge.decisions(table.events(), &states, seat), moments }
}

/// The states a game went through: before the first event, and after each.
fn states<G: Knowledge>(table: &Table<G>) -> Vec<G::State> {
    let mut states = vec![table.game().start()];
    for &event in table.events() {
        let mut state = states[states.len() - 1].clone();
        table.game().apply(&mut state, event);
        states.push(state);
    }
    states
}

/// One judge for a whole game.
struct Judge<'a, G: Knowledge> {
    game: &'a G,
    options: Options,
    iterations: u32,
    seed: u64,
}

type Events<G> = [Event<<G as marque::Game>::Action, <G as marque::Game>::Outcome>];

impl<G: Knowledge> Judge<'_, G> {
    /// A number of its own for everything random about a position.
    fn seed(&self, ply: usize, purpose: Purpose) -> u64 {
        stream(self.seed, ply as u64, purpose).next_u64()
    }

    fn moments(&self, events: &Events<G>, states: &[G::State], viewer: Option<Seat>) -> Vec<Moment> {
        let mut values: Vec<Option<Vec<f32>>> = (0..states.len())
            .into_par_iter()
            .map(|ply| (!self.is_forced(&states[ply])).then(|| self.value(ply, events, &states[ply], viewer)))
            .collect();
        // Where there is no choice, a position is worth what the next one is; the last of an unfinished game has none.
        for ply in (0..states.len()).rev() {
            if values[ply].is_none() {
                let next = values.get(ply + 1).cloned().flatten();
                values[ply] = Some(next.unwrap_or_else(|| self.value(ply, events, &states[ply], viewer)));
            }
        }
        let moment = |(ply, values): (usize, Option<Vec<f32>>)| {
            let (by, event) = match ply.checked_sub(1) {
                Some(before) => self.cause(&states[before], events[before], viewer),
                None => (None, String::new()),
            };
            Moment { by, event, values: values.unwrap_or_default() }
        };
        values.into_iter().enumerate().map(moment).collect()
    }

    /// Whether the seat to move has one legal action only.
    fn is_forced(&self, state: &G::State) -> bool {
        let Turn::Seat(_) = self.game.turn(state) else { return false };
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        actions.len() == 1
    }

    /// Who is behind an event, and what it looked like.
    fn cause(
        &self,
        before: &G::State,
        event: Event<G::Action, G::Outcome>,
        viewer: Option<Seat>,
    ) -> (Option<Actor>, String) {
        let by = match self.game.turn(before) {
            Turn::Seat(seat) => Some(Actor::Seat(seat)),
            _ => Some(Actor::Chance),
        };
        let text = match (viewer, event) {
            (Some(viewer), event) => self.game.see(before, event, viewer).unwrap_or_default(),
            (None, Event::Action(action)) => self.game.write_action(action),
            (None, Event::Outcome(outcome)) => self.game.write_outcome(outcome),
        };
        (by, text)
    }

    /// What each seat can expect in a position.
    fn value(&self, ply: usize, events: &Events<G>, state: &G::State, viewer: Option<Seat>) -> Vec<f32> {
        let seats = self.game.seats();
        let actions = events.iter().filter_map(|event| match event {
            Event::Action(action) => Some(*action),
            Event::Outcome(_) => None,
        });
        let values = match (self.game.turn(state), actions.last().or_else(|| self.first_action(state))) {
            (Turn::Over, _) | (_, None) => rewards(self.game, state),
            (_, Some(filler)) => {
                // Where players look but few actions ahead, since they do not know what they will know then, whoever
                // looks on decides one less for them: a judge that sees everything would choose too well.
                let depth = self.options.depth.map(|depth| depth.saturating_sub(1));
                let mut probe = Probe::new(Options { depth, ..self.options });
                let position = Position { game: self.game, state, viewer, filler };
                probe.run(&position, self.iterations, self.iterations, self.seed(ply, Purpose::Chance));
                probe.mean()
            }
        };
        values[..seats].to_vec()
    }

    /// An action that is legal in a position.
    fn first_action(&self, state: &G::State) -> Option<G::Action> {
        let mut actions = Vec::new();
        if let Turn::Seat(_) = self.game.turn(state) {
            self.game.actions(state, &mut actions);
        }
        actions.first().copied()
    }

    fn decisions(&self, events: &Events<G>, states: &[G::State], only: Option<Seat>) -> Vec<Decision> {
        let chosen = |ply: usize| match (self.game.turn(&states[ply]), events[ply]) {
            (Turn::Seat(seat), Event::Action(played)) => Some((seat, played)),
            _ => None,
        };
        let judge = |ply: usize| {
            let (seat, played) = chosen(ply)?;
            let of_interest = only.is_none_or(|only| only == seat) && !self.is_forced(&states[ply]);
            of_interest.then(|| self.decision(ply, &states[ply], seat, played))
        };
        let mut decisions: Vec<Decision> = (0..events.len()).into_par_iter().filter_map(judge).collect();
        let mut worst: Vec<&mut Decision> = decisions.iter_mut().filter(|decision| decision.grade.is_some()).collect();
        worst.sort_by(|a, b| b.gap.total_cmp(&a.gap));
        worst.truncate(EXPLAINED);
        worst.into_par_iter().for_each(|decision| {
            let ply = decision.ply;
            decision.why = chosen(ply).map(|(seat, played)| self.explain(ply, &states[ply], seat, played));
        });
        decisions
    }
}

/// What moved a seat's expectation.
fn swings(moments: &[Moment], seat: Seat) -> Swings {
    let mut swings = Swings::default();
    for pair in moments.windows(2) {
        let swing = pair[1].values[seat.index()] - pair[0].values[seat.index()];
        match pair[1].by {
            Some(Actor::Seat(mover)) => {
                *if mover == seat { &mut swings.own } else { &mut swings.others } += swing;
                swings.by_choice += swing.abs();
            }
            _ => {
                swings.luck += swing;
                swings.by_chance += swing.abs();
            }
        }
    }
    swings
}
