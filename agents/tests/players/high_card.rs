//! High Card: each seat is dealt one of nine cards, which only it sees. In turn each keeps its card or swaps it for
//! one of the rest, at once or after a moment of thought. The highest card wins.

use std::sync::Arc;

use marque::page::Page;
use marque::random::{self, Rng};
use marque::{
    Ending, Event, Game, Info, Notation, NotationError, Param, RulesError, Ruleset, Seat, Show, Standing, Turn,
};
use marque_agents::{Evaluator, Knowledge, Style};

pub const CARDS: u8 = 9;
const NONE: u8 = 0;

#[derive(Clone)]
pub struct HighCard {
    rules: Ruleset,
    seats: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// The card of each seat, from 1.
    pub cards: [u8; 3],
    /// Who decides; the number of seats once all have.
    mover: u8,
    /// Whether a card is due: to a seat without one.
    due: Option<u8>,
    /// Whether the mover said `think` and must decide now.
    thought: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    Keep,
    Swap,
    /// Decide a moment later, which changes nothing: two decisions of one seat in a row.
    Think,
}

const WORDS: &[&str] = &["keep", "swap", "think"];

impl State {
    fn rest(&self) -> impl Iterator<Item = u8> {
        let cards = self.cards;
        (1..=CARDS).filter(move |card| !cards.contains(card))
    }
}

impl Game for HighCard {
    type State = State;
    type Action = Choice;
    type Outcome = u8;
    type Observation = (u8, u8, bool, Option<u8>);

    const INFO: Info = Info {
        name: "high-card",
        title: "Wysoka karta",
        english: "High Card",
        seats: &[2, 3],
        hidden: true,
        rules: "# High Card",
    };

    fn params(_seats: usize) -> Vec<Param> {
        Vec::new()
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(HighCard { rules, seats })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        State { cards: [NONE; 3], mover: 0, due: Some(0), thought: false }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.due {
            Some(_) => Turn::Chance,
            None if usize::from(state.mover) == self.seats => Turn::Over,
            None => Turn::Seat(Seat(state.mover)),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Choice>) {
        into.clear();
        into.extend([Choice::Swap, Choice::Keep]);
        if !state.thought {
            into.push(Choice::Think);
        }
    }

    fn random_action(&self, state: &State, rng: &mut Rng) -> Choice {
        let all = [Choice::Keep, Choice::Swap, Choice::Think];
        all[random::below(rng, if state.thought { 2 } else { 3 }) as usize]
    }

    fn play(&self, state: &mut State, choice: Choice) {
        match choice {
            Choice::Think => state.thought = true,
            Choice::Keep => {
                state.mover += 1;
                state.thought = false;
            }
            Choice::Swap => {
                state.cards[usize::from(state.mover)] = NONE;
                state.due = Some(state.mover);
                state.mover += 1;
                state.thought = false;
            }
        }
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> u8 {
        let count = state.rest().count() as u32;
        state.rest().nth(random::below(rng, count) as usize).unwrap()
    }

    fn possible(&self, state: &State, card: u8) -> bool {
        state.due.is_some() && state.rest().any(|other| other == card)
    }

    fn happen(&self, state: &mut State, card: u8) {
        let seat = usize::from(state.due.unwrap());
        state.cards[seat] = card;
        state.due = (0..self.seats).find(|&seat| state.cards[seat] == NONE).map(|seat| seat as u8);
    }

    fn standing(&self, state: &State) -> Standing {
        Standing::by_score(&state.cards.map(i32::from)[..self.seats])
    }

    fn turns(&self, state: &State) -> u32 {
        state.mover.into()
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "all have decided", cut: false }
    }

    fn observe(&self, state: &State, viewer: Seat) -> Self::Observation {
        (state.cards[viewer.index()], state.mover, state.thought, state.due)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        let mut imagined = State { cards: [NONE; 3], ..*state };
        imagined.cards[viewer.index()] = state.cards[viewer.index()];
        for seat in Seat::all(self.seats) {
            if seat != viewer && state.cards[seat.index()] != NONE {
                imagined.cards[seat.index()] = self.draw(&imagined, rng);
            }
        }
        imagined
    }
}

impl Notation for HighCard {
    const KINDS: &'static [&'static str] = WORDS;

    fn write_action(&self, choice: Choice) -> String {
        WORDS[choice as usize].to_owned()
    }

    fn read_action(&self, text: &str) -> Result<Choice, NotationError> {
        [Choice::Keep, Choice::Swap, Choice::Think]
            .into_iter()
            .find(|&choice| WORDS[choice as usize] == text)
            .ok_or_else(|| NotationError::new(text, "keep, swap or think"))
    }

    fn write_outcome(&self, card: u8) -> String {
        card.to_string()
    }

    fn read_outcome(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new(text, "a card"))
    }

    fn kind(&self, choice: Choice) -> usize {
        choice as usize
    }
}

impl Show for HighCard {
    fn board(&self, _state: &State, _viewer: Option<Seat>) -> Page {
        Page::new()
    }

    fn prompt(&self, _state: &State) -> String {
        "Keep or swap?".to_owned()
    }

    fn narrate(&self, _before: &State, _event: Event<Choice, u8>, _viewer: Option<Seat>) -> String {
        "Something happens.".to_owned()
    }
}

/// Knows that high cards are better kept.
struct Sense;

impl Evaluator<HighCard> for Sense {
    fn priors(&self, _game: &HighCard, state: &State, actions: &[Choice], into: &mut Vec<f32>) {
        let high = state.cards[usize::from(state.mover)] > CARDS / 2;
        into.clear();
        into.extend(actions.iter().map(|&choice| if high == (choice == Choice::Keep) { 3.0 } else { 1.0 }));
    }
}

impl Knowledge for HighCard {
    fn evaluator() -> Arc<dyn Evaluator<HighCard>> {
        Arc::new(Sense)
    }

    fn styles() -> &'static [Style<Self>] {
        &[
            Style {
                name: "stubborn",
                plan: "Keeps whatever it gets.",
                score: |_, _, choice| f32::from(choice == Choice::Keep),
            },
            Style {
                name: "restless",
                plan: "Swaps whatever it gets.",
                score: |_, _, choice| f32::from(choice == Choice::Swap),
            },
        ]
    }
}
