//! A game of your own with hidden cards and chance in one file: Leduc poker, through the public interface only.
//!
//! `cargo run --release -p marque --example leduc` plays a random hand and shows the table after it.

use marque::page::Page;
use marque::random::{self, Rng};
use marque::{
    Encode, Ending, Event, Game, Info, Notation, NotationError, Param, RecallError, RulesError, Ruleset, Seat, Show,
    Standing, Turn, Vector,
};

/// Jack, queen and king, two cards of each.
const RANKS: &str = "JQK";
const COPIES: usize = 2;
/// What a raise adds in either round.
const RAISE: [u8; 2] = [2, 4];
const MOST_RAISES: u8 = 2;
/// A call, two raises and a call in both rounds.
const MOST_CHOICES: usize = 8;
/// The most that a seat can lose: its ante and two raises in both rounds.
const MOST_CHIPS: u8 = 1 + MOST_RAISES * (RAISE[0] + RAISE[1]);

/// A card's place in [`RANKS`].
pub type Rank = u8;

/// Leduc poker for two.
#[derive(Clone)]
pub struct Leduc {
    rules: Ruleset,
}

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// Gives the pot up; only after a raise.
    Fold,
    /// Puts in as much as the other seat has.
    Call,
    /// Puts in more.
    Raise,
}

impl Choice {
    const ALL: [Choice; 3] = [Choice::Fold, Choice::Call, Choice::Raise];
    const WORDS: &'static [&'static str] = &["fold", "call", "raise"];
}

/// Where a hand stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    cards: [Option<Rank>; 2],
    board: Option<Rank>,
    /// All choices so far.
    choices: [Option<Choice>; MOST_CHOICES],
    chosen: u8,
    /// The chips that each seat has put in.
    stakes: [u8; 2],
    mover: u8,
    /// The round, 0 or 1, and how many raises and choices it has seen.
    round: u8,
    raises: u8,
    acted: u8,
    over: bool,
}

/// What a seat knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Observation {
    /// Which seat that is.
    pub seat: u8,
    /// Its own card.
    pub card: Option<Rank>,
    /// The card on the table.
    pub board: Option<Rank>,
    /// All choices so far, by their first letters.
    pub betting: String,
}

impl State {
    /// How many cards of a rank are left.
    fn left(&self, rank: Rank) -> usize {
        COPIES - [self.cards[0], self.cards[1], self.board].iter().filter(|&&card| card == Some(rank)).count()
    }

    /// What a seat's cards are worth: a pair with the board beats any rank.
    fn strength(&self, seat: usize) -> u8 {
        let rank = self.cards[seat].map_or(0, |rank| rank + 1);
        rank + if self.board.is_some() && self.board == self.cards[seat] { 10 } else { 0 }
    }

    /// A card that is left, each as likely as any other.
    fn draw(&self, rng: &mut Rng) -> Rank {
        let all: usize = (0..3).map(|rank| self.left(rank)).sum();
        let mut drawn = random::below(rng, all as u32) as usize;
        (0..2)
            .find(|&rank| {
                let found = drawn < self.left(rank);
                drawn = drawn.wrapping_sub(self.left(rank));
                found
            })
            .unwrap_or(2)
    }

    /// Whether a seat may choose this.
    fn allows(&self, choice: Choice) -> bool {
        match choice {
            Choice::Fold => self.stakes[0] != self.stakes[1],
            Choice::Call => true,
            Choice::Raise => self.raises < MOST_RAISES,
        }
    }
}

impl Game for Leduc {
    type State = State;
    type Action = Choice;
    type Outcome = Rank;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "leduc",
        title: "Leduc",
        english: "Leduc poker",
        seats: &[2],
        hidden: true,
        rules: "# Leduc poker\n\nBoth seats put in a chip and get one of six cards. After a round of betting a card is laid on \
                the table; after another a pair with it wins, else the higher card.",
    };

    fn params(_seats: usize) -> Vec<Param> {
        Vec::new()
    }

    fn new(_seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(Leduc { rules })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State {
            cards: [None; 2],
            board: None,
            choices: [None; MOST_CHOICES],
            chosen: 0,
            stakes: [1; 2],
            mover: 0,
            round: 0,
            raises: 0,
            acted: 0,
            over: false,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state {
            State { over: true, .. } => Turn::Over,
            State { cards: [_, None], .. } | State { round: 1, board: None, .. } => Turn::Chance,
            _ => Turn::Seat(Seat(state.mover)),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Choice>) {
        into.clear();
        into.extend(Choice::ALL.into_iter().filter(|&choice| state.allows(choice)));
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Choice {
        let (first, last) = (u32::from(!state.allows(Choice::Fold)), if state.allows(Choice::Raise) { 3 } else { 2 });
        Choice::ALL[(first + random::below(rng, last - first)) as usize]
    }

    #[inline]
    fn play(&self, state: &mut State, choice: Choice) {
        let own = usize::from(state.mover);
        state.choices[usize::from(state.chosen)] = Some(choice);
        state.chosen += 1;
        state.acted += 1;
        state.mover ^= 1;
        match choice {
            Choice::Fold => state.over = true,
            Choice::Raise => {
                state.stakes[own] = state.stakes[1 - own] + RAISE[usize::from(state.round)];
                state.raises += 1;
            }
            Choice::Call => {
                state.stakes[own] = state.stakes[1 - own];
                if state.acted > 1 {
                    state.over = state.round == 1;
                    (state.round, state.raises, state.acted, state.mover) = (1, 0, 0, 0);
                }
            }
        }
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Rank {
        state.draw(rng)
    }

    fn possible(&self, state: &State, rank: Rank) -> bool {
        self.turn(state) == Turn::Chance && rank < 3 && state.left(rank) > 0
    }

    #[inline]
    fn happen(&self, state: &mut State, rank: Rank) {
        let place = match state.cards {
            [None, _] => &mut state.cards[0],
            [_, None] => &mut state.cards[1],
            _ => &mut state.board,
        };
        *place = Some(rank);
    }

    fn standing(&self, state: &State) -> Standing {
        // Whoever folded is the one that put in less.
        let ahead = match state.stakes[0].cmp(&state.stakes[1]) {
            std::cmp::Ordering::Equal => state.strength(0).cmp(&state.strength(1)),
            folded => folded,
        };
        let won = match ahead {
            std::cmp::Ordering::Greater => i32::from(state.stakes[1]),
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => -i32::from(state.stakes[0]),
        };
        Standing::by_score(&[won, -won])
    }

    /// The chips won, from all lost to all won.
    #[inline]
    fn reward(&self, standing: &Standing, seat: Seat) -> f32 {
        0.5 + standing.scores()[seat.index()] as f32 / f32::from(2 * MOST_CHIPS)
    }

    fn turns(&self, state: &State) -> u32 {
        state.chosen.into()
    }

    fn ending(&self, state: &State) -> Ending {
        let folded = state.stakes[0] != state.stakes[1];
        Ending { reason: if folded { "a seat folded" } else { "showdown" }, cut: false }
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        let betting = state.choices.iter().flatten().map(|&choice| &Choice::WORDS[choice as usize][..1]).collect();
        Observation { seat: viewer.0, card: state.cards[viewer.index()], board: state.board, betting }
    }

    fn recall(&self, observation: &Observation) -> Result<State, RecallError> {
        let own = usize::from(observation.seat);
        let wrong = || RecallError::whole("no hand comes to that");
        let mut state = self.start();
        if own > 1 || [observation.card, observation.board].iter().flatten().any(|&rank| rank > 2) {
            return Err(wrong());
        }
        state.cards[own] = observation.card;
        state.board = observation.board;
        // Any card that is left will do for the other seat.
        let other = (0..3).find(|&rank| state.left(rank) > 0).filter(|_| observation.card.is_some());
        state.cards[1 - own] = other;
        for letter in observation.betting.chars() {
            let choice = Choice::ALL.into_iter().find(|&choice| Choice::WORDS[choice as usize].starts_with(letter));
            match choice.filter(|&choice| self.turn(&state) == Turn::Seat(Seat(state.mover)) && state.allows(choice)) {
                Some(choice) => self.play(&mut state, choice),
                None => return Err(wrong()),
            }
        }
        if state.board.is_some() && state.round == 0 {
            return Err(wrong());
        }
        Ok(state)
    }

    #[inline]
    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        let mut imagined = *state;
        let hidden = &mut imagined.cards[1 - viewer.index()];
        if hidden.take().is_some() {
            imagined.cards[1 - viewer.index()] = Some(imagined.draw(rng));
        }
        imagined
    }
}

impl Notation for Leduc {
    const KINDS: &'static [&'static str] = Choice::WORDS;

    fn kind(&self, choice: Choice) -> usize {
        choice as usize
    }

    fn write_action(&self, choice: Choice) -> String {
        Choice::WORDS[choice as usize].to_owned()
    }

    fn read_action(&self, text: &str) -> Result<Choice, NotationError> {
        let found = Choice::ALL.into_iter().find(|&choice| Choice::WORDS[choice as usize] == text);
        found.ok_or_else(|| NotationError::new(text, "fold, call or raise"))
    }

    fn write_outcome(&self, rank: Rank) -> String {
        format!("card:{}", letter(rank))
    }

    fn read_outcome(&self, text: &str) -> Result<Rank, NotationError> {
        let rank = text.strip_prefix("card:").filter(|rank| rank.len() == 1).and_then(|rank| RANKS.find(rank));
        rank.map(|rank| rank as Rank).ok_or_else(|| NotationError::new(text, "card:J, card:Q or card:K"))
    }

    fn see(&self, before: &State, event: Event<Choice, Rank>, viewer: Seat) -> Option<String> {
        Some(match (event, dealt_to(before)) {
            (Event::Action(choice), _) => self.write_action(choice),
            (Event::Outcome(_), Some(owner)) if owner != viewer => "card:?".to_owned(),
            (Event::Outcome(rank), _) => self.write_outcome(rank),
        })
    }
}

fn letter(rank: Rank) -> &'static str {
    &RANKS[usize::from(rank)..][..1]
}

/// The seat that gets the next card; nobody where it goes on the table.
fn dealt_to(state: &State) -> Option<Seat> {
    state.cards.iter().position(Option::is_none).map(|seat| Seat(seat as u8))
}

impl Show for Leduc {
    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        let shown = |card: Option<Rank>| card.map_or("-", letter);
        for seat in Seat::all(2) {
            let card = if viewer.is_none_or(|viewer| viewer == seat) { shown(state.cards[seat.index()]) } else { "?" };
            page.line(format!("{seat}: {card}, {} chips in the pot", state.stakes[seat.index()]));
        }
        page.line(format!("on the table: {}   J jack, Q queen, K king, - none yet, ? hidden", shown(state.board)));
        page
    }

    fn prompt(&self, state: &State) -> String {
        match self.turn(state) {
            Turn::Seat(seat) => format!("{seat} folds, calls or raises"),
            Turn::Chance => "a card is dealt".to_owned(),
            Turn::Over => "the hand is over".to_owned(),
        }
    }

    fn narrate(&self, before: &State, event: Event<Choice, Rank>, viewer: Option<Seat>) -> String {
        match (event, dealt_to(before)) {
            (Event::Action(choice), _) => format!("Seat {} {}s.", before.mover, self.write_action(choice)),
            (Event::Outcome(rank), None) => format!("{} is laid on the table.", letter(rank)),
            (Event::Outcome(rank), Some(owner)) if viewer.is_none_or(|viewer| viewer == owner) => {
                format!("Seat {} gets {}.", owner.0, letter(rank))
            }
            (Event::Outcome(_), Some(owner)) => format!("Seat {} gets a card.", owner.0),
        }
    }
}

impl Encode for Leduc {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        Choice::ALL.len()
    }

    fn index_of(&self, _state: &State, choice: Choice) -> usize {
        choice as usize
    }

    fn action_at(&self, _state: &State, index: usize) -> Option<Choice> {
        Choice::ALL.get(index).copied()
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        into.clear();
        into.block("to_move").flag(self.turn(state) == Turn::Seat(viewer));
        into.block("first").flag(viewer == Seat(0));
        for (name, card) in [("card", state.cards[viewer.index()]), ("board", state.board)] {
            into.block(name).one_of(3, card.map(usize::from));
        }
        into.block("betting");
        for choice in state.choices {
            into.one_of(3, choice.map(|choice| choice as usize));
        }
    }
}

/// Not used where this file is a module of a bench or test.
#[allow(dead_code)]
fn main() {
    let game = Leduc::create(2, &marque::toml::Table::new()).expect("the defaults are allowed");
    let mut table = marque::Table::new(game);
    let mut rng = random::stream(1, 0, random::Purpose::Other(0));
    while table.turn() != Turn::Over {
        if table.roll(&mut rng).is_none() {
            table.play_random(&mut rng);
        }
    }
    print!("{}", table.board(None));
    println!("chips won {:?}: {}", table.standing().scores(), table.ending().map_or("", |ending| ending.reason));
}
