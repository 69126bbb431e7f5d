//! Pig, a small game with dice for tests: roll as often as you dare, a one loses what this turn brought.

use marque::page::Page;
use marque::random::{self, Rng};
use marque::{Domain, Ending, Event, Game, NotationError, Param, RulesError, Ruleset, Seat, Standing, Turn};
use marque_agents::Knowledge;

#[derive(Clone)]
pub struct Pig {
    rules: Ruleset,
    seats: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    scores: Vec<i32>,
    busts: Vec<u32>,
    pot: i32,
    rolling: bool,
    turns: u32,
}

impl Pig {
    fn mover(&self, state: &State) -> usize {
        state.turns as usize % self.seats
    }

    fn pass_on(&self, state: &mut State) {
        (state.pot, state.rolling) = (0, false);
        state.turns += 1;
    }
}

/// `false` rolls, `true` holds.
impl Game for Pig {
    type State = State;
    type Action = bool;
    type Outcome = i32;
    type Observation = State;
    const NAME: &'static str = "pig";
    const TITLE: &'static str = "Świnka";
    const ENGLISH: &'static str = "Pig";
    const SEATS: &'static [usize] = &[2, 3, 4];
    const HIDDEN: bool = false;
    const RULES: &'static str = "";
    const KINDS: &'static [&'static str] = &["roll", "hold", "oink"];

    fn params(_seats: usize) -> Vec<Param> {
        vec![
            Param::new("goal", 20, Domain::Int(5, 100), "points that win"),
            Param::new("limit", 200, Domain::Int(1, 1000), "turns before the game is cut"),
        ]
    }
    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(Pig { rules, seats })
    }
    fn rules(&self) -> &Ruleset {
        &self.rules
    }
    fn seats(&self) -> usize {
        self.seats
    }
    fn start(&self) -> State {
        State { scores: vec![0; self.seats], busts: vec![0; self.seats], pot: 0, rolling: false, turns: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        let goal = self.rules.int("goal") as i32;
        if state.scores.iter().any(|&score| score >= goal) || i64::from(state.turns) >= self.rules.int("limit") {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::Seat(Seat(self.mover(state) as u8))
        }
    }
    fn actions(&self, state: &State, into: &mut Vec<bool>) {
        into.clear();
        into.push(false);
        into.extend((state.pot > 0).then_some(true));
    }
    fn play(&self, state: &mut State, hold: bool) {
        if hold {
            let mover = self.mover(state);
            state.scores[mover] += state.pot;
            self.pass_on(state);
        } else {
            state.rolling = true;
        }
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> i32 {
        1 + random::below(rng, 6) as i32
    }
    fn possible(&self, state: &State, die: i32) -> bool {
        state.rolling && (1..=6).contains(&die)
    }
    fn happen(&self, state: &mut State, die: i32) {
        if die == 1 {
            let mover = self.mover(state);
            state.busts[mover] += 1;
            self.pass_on(state);
        } else {
            state.pot += die;
            state.rolling = false;
        }
    }
    fn standing(&self, state: &State) -> Standing {
        Standing::by_score(&state.scores)
    }
    fn turns(&self, state: &State) -> u32 {
        state.turns + 1
    }
    fn ending(&self, state: &State) -> Ending {
        let cut = i64::from(state.turns) >= self.rules.int("limit");
        Ending { reason: if cut { "limit" } else { "goal" }, cut }
    }
    fn observe(&self, state: &State, _viewer: Seat) -> State {
        state.clone()
    }
    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        state.clone()
    }
    fn write_action(&self, hold: bool) -> String {
        if hold { "hold" } else { "roll" }.to_owned()
    }
    fn read_action(&self, text: &str) -> Result<bool, NotationError> {
        match text {
            "roll" => Ok(false),
            "hold" => Ok(true),
            _ => Err(NotationError::new(text, "roll or hold")),
        }
    }
    fn kind(&self, hold: bool) -> usize {
        usize::from(hold)
    }
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        (0..state.busts[seat.index()]).for_each(|_| tell("bust"));
    }
    fn board(&self, _state: &State, _viewer: Option<Seat>) -> Page {
        Page::new()
    }
    fn prompt(&self, _state: &State) -> String {
        String::new()
    }
    fn narrate(&self, _before: &State, _event: Event<bool, i32>, _viewer: Option<Seat>) -> String {
        String::new()
    }
}

impl Knowledge for Pig {}
