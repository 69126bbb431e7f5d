//! A small game of chance for tests: each in turn sees a die and keeps it or leaves it; the first with enough points wins.

use marque::page::Page;
use marque::random::{self, Rng};
use marque::{
    Domain, Ending, Event, Game, Info, Notation, NotationError, Param, RulesError, Ruleset, Seat, Show, Standing, Turn,
};

#[derive(Clone)]
pub struct Dice {
    rules: Ruleset,
    seats: usize,
}

#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct State {
    sums: [i32; 4],
    /// Dice left lying, by seat.
    left: [u32; 4],
    turn: u32,
    die: u8,
}

impl Dice {
    fn mover(&self, state: &State) -> usize {
        state.turn as usize % self.seats
    }

    fn won(&self, state: &State) -> bool {
        state.sums.iter().any(|&sum| i64::from(sum) >= self.rules.int("goal"))
    }
}

impl Game for Dice {
    type State = State;
    type Action = bool;
    type Outcome = u8;
    type Observation = State;

    const INFO: Info =
        Info { name: "dice", title: "Kości", english: "Dice", seats: &[2, 3, 4], hidden: false, rules: "" };

    fn params(_seats: usize) -> Vec<Param> {
        vec![
            Param::new("sides", 3, Domain::Int(2, 6), "sides of the die"),
            Param::new("goal", 20, Domain::Int(5, 100), "points that win"),
            Param::new("limit", 200, Domain::Int(1, 1000), "turns before the game is cut"),
        ]
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(Dice { rules, seats })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        State { sums: [0; 4], left: [0; 4], turn: 0, die: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.die {
            _ if self.won(state) || i64::from(state.turn) >= self.rules.int("limit") => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat(self.mover(state) as u8)),
        }
    }

    fn actions(&self, _state: &State, into: &mut Vec<bool>) {
        into.clear();
        into.extend([true, false]);
    }

    fn play(&self, state: &mut State, keep: bool) {
        let mover = self.mover(state);
        if keep {
            state.sums[mover] += i32::from(state.die);
        } else {
            state.left[mover] += 1;
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
        Standing::by_score(&state.sums[..self.seats])
    }

    fn turns(&self, state: &State) -> u32 {
        state.turn
    }

    fn ending(&self, state: &State) -> Ending {
        let cut = !self.won(state);
        Ending { reason: if cut { "limit" } else { "points, enough of them" }, cut }
    }

    fn observe(&self, state: &State, _viewer: Seat) -> State {
        *state
    }

    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        *state
    }
}

impl Notation for Dice {
    const KINDS: &'static [&'static str] = &["keep", "leave", "cheat"];

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
}

impl Show for Dice {
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        (0..state.left[seat.index()]).for_each(|_| tell("left"));
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

impl marque_agents::Knowledge for Dice {
    fn study(game: &Dice, state: &State, into: &mut marque_agents::learn::Features) -> Option<marque_agents::Values> {
        let goal = game.rules.int("goal") as f32;
        for seat in 0..game.seats {
            let moves = f32::from(u8::from(game.mover(state) == seat));
            into.seat(seat, &[state.sums[seat] as f32 / goal, moves]);
        }
        let mut even = [0.0; marque::MAX_SEATS];
        even[..game.seats].fill(0.5);
        Some(even)
    }
}
