//! The course of a game: what measures need of it beyond its result, counted while it is played.

use std::collections::BTreeMap;

use marque::{Event, Seat, Show, Turn};

use super::drama::{Drama, Prospects, drama};
use crate::game_record::GameRecord;
use crate::referee::Witness;

/// How often a kind of action was open to a seat, and how often it was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Decisions in which it was legal.
    pub legal: u32,
    /// Decisions in which it was chosen.
    pub chosen: u32,
}

/// What was counted in the course of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// Decisions with more than one legal action.
    pub choices: u32,
    /// Legal actions, summed over all decisions.
    pub legal: u64,
    /// The most legal actions at one decision.
    pub widest: u32,
    /// By seat, then by kind of action.
    pub uses: Vec<Vec<Use>>,
    /// By seat: what it came to, and how often.
    pub deeds: Vec<BTreeMap<String, u32>>,
    /// Its story.
    pub drama: Drama,
}

/// A game of an experiment, with its course.
pub type Watched = GameRecord<Course>;

/// Follows the course of a game while it is played.
pub struct Chronicler<G: Show> {
    choices: u32,
    legal: u64,
    widest: u32,
    uses: Vec<Vec<Use>>,
    deeds: Vec<BTreeMap<String, u32>>,
    story: Vec<Prospects>,
    turns: Option<u32>,
    actions: Vec<G::Action>,
}

impl<G: Show> Chronicler<G> {
    /// Nothing yet, for a table of so many seats.
    pub fn new(seats: usize) -> Chronicler<G> {
        Chronicler {
            choices: 0,
            legal: 0,
            widest: 0,
            uses: vec![vec![Use::default(); G::KINDS.len()]; seats],
            deeds: vec![BTreeMap::new(); seats],
            story: Vec::new(),
            turns: None,
            actions: Vec::new(),
        }
    }

    /// The game that ended so, with its course.
    pub fn close(self, game: GameRecord) -> Watched {
        let drama = drama(&self.story, &game.standing);
        let Chronicler { choices, legal, widest, uses, deeds, .. } = self;
        game.with_course(Course { choices, legal, widest, uses, deeds, drama })
    }
}

impl<G: Show> Witness<G> for Chronicler<G> {
    fn event(&mut self, game: &G, before: &G::State, event: Event<G::Action, G::Outcome>) {
        let turns = game.turns(before);
        if self.turns != Some(turns) {
            self.turns = Some(turns);
            self.story.push(as_it_stands(game, before));
        }
        let (Event::Action(action), Turn::Seat(seat)) = (event, game.turn(before)) else { return };
        game.actions(before, &mut self.actions);
        let width = self.actions.len();
        self.choices += u32::from(width > 1);
        self.legal += width as u64;
        self.widest = self.widest.max(width as u32);
        let uses = &mut self.uses[seat.index()];
        let kinds = self.actions.iter().fold(0u64, |kinds, &action| kinds | 1 << game.kind(action));
        for (kind, counts) in uses.iter_mut().enumerate() {
            counts.legal += (kinds >> kind & 1) as u32;
        }
        uses[game.kind(action)].chosen += 1;
    }

    fn over(&mut self, game: &G, state: &G::State) {
        self.story.push(as_it_stands(game, state));
        for seat in Seat::all(game.seats()) {
            let deeds = &mut self.deeds[seat.index()];
            game.deeds(state, seat, &mut |deed| *deeds.entry(deed.to_owned()).or_default() += 1);
        }
    }
}

/// The payoff each seat would have if the game ended here.
///
/// An evaluation would see further, but it knows the game by one set of rules, and would see things change that do not
/// under another. How things stand is the same under all of them, and what the players at the table see.
fn as_it_stands<G: Show>(game: &G, state: &G::State) -> Prospects {
    let standing = game.standing(state);
    let mut prospects = Prospects::default();
    for seat in Seat::all(game.seats()) {
        prospects[seat.index()] = standing.payoff(seat);
    }
    prospects
}
