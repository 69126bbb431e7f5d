//! A small game of chance for three: each in turn sees a die and keeps it or leaves it; the highest sum wins.

use marque::page::Page;
use marque::random::{self, Rng};
use marque::{Ending, Event, Game, NotationError, Param, RulesError, Ruleset, Seat, Standing, Turn};

/// Turns of every seat.
const ROUNDS: u8 = 4;

#[derive(Clone)]
pub struct Dice {
    rules: Ruleset,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    sums: [i32; 3],
    turn: u8,
    die: u8,
}

impl Game for Dice {
    type State = State;
    type Action = bool;
    type Outcome = u8;
    type Observation = State;

    const NAME: &'static str = "dice";
    const TITLE: &'static str = "Kości";
    const ENGLISH: &'static str = "Dice";
    const SEATS: &'static [usize] = &[3];
    const HIDDEN: bool = false;
    const RULES: &'static str = "";
    const KINDS: &'static [&'static str] = &["keep", "leave"];

    fn params(_seats: usize) -> Vec<Param> {
        vec![Param::new("sides", 3, marque::Domain::Int(2, 6), "sides of the die")]
    }
    fn new(_seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(Dice { rules })
    }
    fn rules(&self) -> &Ruleset {
        &self.rules
    }
    fn seats(&self) -> usize {
        3
    }
    fn start(&self) -> State {
        State { sums: [0; 3], turn: 0, die: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.die {
            _ if state.turn == 3 * ROUNDS => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat(state.turn % 3)),
        }
    }
    fn actions(&self, _state: &State, into: &mut Vec<bool>) {
        into.clear();
        into.extend([true, false]);
    }
    fn play(&self, state: &mut State, keep: bool) {
        if keep {
            state.sums[usize::from(state.turn % 3)] += i32::from(state.die);
        }
        state.turn += 1;
        state.die = 0;
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> u8 {
        random::below(rng, self.rules.int("sides") as u32) as u8 + 1
    }
    fn possible(&self, state: &State, die: u8) -> bool {
        self.turn(state) == Turn::Chance && (1..=self.rules.int("sides")).contains(&i64::from(die))
    }
    fn happen(&self, state: &mut State, die: u8) {
        state.die = die;
    }
    fn standing(&self, state: &State) -> Standing {
        Standing::by_score(&state.sums)
    }
    fn turns(&self, state: &State) -> u32 {
        state.turn.into()
    }
    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "dice, all rolled", cut: false }
    }
    fn observe(&self, state: &State, _viewer: Seat) -> State {
        *state
    }
    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        *state
    }
    fn write_action(&self, keep: bool) -> String {
        if keep { "keep" } else { "leave" }.to_owned()
    }
    fn read_action(&self, text: &str) -> Result<bool, NotationError> {
        match text {
            "keep" => Ok(true),
            "leave" => Ok(false),
            _ => Err(NotationError::new(text, "keep or leave")),
        }
    }
    fn write_outcome(&self, die: u8) -> String {
        format!("die:{die}")
    }
    fn read_outcome(&self, text: &str) -> Result<u8, NotationError> {
        let die = text.strip_prefix("die:").and_then(|die| die.parse().ok());
        die.ok_or_else(|| NotationError::new(text, "die:N"))
    }
    fn kind(&self, keep: bool) -> usize {
        usize::from(!keep)
    }
    fn board(&self, state: &State, _viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        page.line(format!("{:?}", state.sums));
        page
    }
    fn prompt(&self, state: &State) -> String {
        format!("{:?}", self.turn(state))
    }
    fn narrate(&self, _before: &State, event: Event<bool, u8>, _viewer: Option<Seat>) -> String {
        format!("{event:?}")
    }
}

impl marque_agents::Knowledge for Dice {}
