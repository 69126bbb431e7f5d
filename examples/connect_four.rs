//! A game of your own in one file: Connect Four, through the public interface only.
//!
//! `cargo run --release -p marque --example connect_four` plays a random game and shows the board after it.

use marque::page::{Ink, Page};
use marque::random::{self, Rng};
use marque::{
    Encode, Ending, Event, Game, Info, Notation, NotationError, Param, RecallError, RulesError, Ruleset, Seat, Show,
    Standing, Turn, Vector,
};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Seven bits a column, the lowest row first; the seventh stays empty and keeps lines from wrapping.
const COLUMN_BITS: u32 = ROWS + 1;
const COLUMN: u64 = (1 << ROWS) - 1;

/// Connect Four on its usual board of seven columns and six rows.
#[derive(Clone)]
pub struct ConnectFour {
    rules: Ruleset,
}

/// All discs, and those of the seat to move.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct State {
    all: u64,
    own: u64,
    taken: u8,
    won: bool,
}

/// The column a disc is dropped into, from 0.
pub type Column = u8;

/// Whether four of these discs stand in a line.
#[inline]
fn has_four(discs: u64) -> bool {
    let lines = [1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1].map(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    });
    // One test of all four directions is faster than four tests.
    lines[0] | lines[1] | lines[2] | lines[3] != 0
}

impl State {
    /// The cell a disc would fall to; 0 where the column is full.
    #[inline]
    fn landing(&self, column: Column) -> u64 {
        let shift = u32::from(column) * COLUMN_BITS;
        (self.all + (1 << shift)) & COLUMN << shift
    }
}

impl Game for ConnectFour {
    type State = State;
    type Action = Column;
    type Outcome = ();
    type Observation = State;

    const INFO: Info = Info {
        name: "connect-four",
        title: "Cztery w rzędzie",
        english: "Connect Four",
        seats: &[2],
        hidden: false,
        rules: "# Connect Four\n\nDrop discs in turn; four of your own in a line win.",
    };

    fn params(_seats: usize) -> Vec<Param> {
        Vec::new()
    }

    fn new(_seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        Ok(ConnectFour { rules })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { all: 0, own: 0, taken: 0, won: false }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.won || u32::from(state.taken) == COLUMNS * ROWS {
            Turn::Over
        } else {
            Turn::Seat(Seat(state.taken & 1))
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Column>) {
        into.clear();
        into.extend((0..COLUMNS as Column).filter(|&column| state.landing(column) != 0));
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Column {
        // Columns are seldom full, so that drawing again is faster than counting those that are free.
        loop {
            let column = random::below(rng, COLUMNS) as Column;
            if state.landing(column) != 0 {
                return column;
            }
        }
    }

    #[inline]
    fn play(&self, state: &mut State, column: Column) {
        let own = state.own | state.landing(column);
        state.own ^= state.all;
        state.all |= own;
        state.taken += 1;
        state.won = has_four(own);
    }

    fn standing(&self, state: &State) -> Standing {
        let last = usize::from(state.taken.wrapping_sub(1) & 1);
        let mut scores = [0; 2];
        scores[last] = i32::from(state.won);
        Standing::by_score(&scores)
    }

    fn turns(&self, state: &State) -> u32 {
        state.taken.into()
    }

    fn ending(&self, state: &State) -> Ending {
        Ending { reason: if state.won { "four in a line" } else { "board full" }, cut: false }
    }

    fn observe(&self, state: &State, _viewer: Seat) -> State {
        *state
    }

    fn recall(&self, observation: &State) -> Result<State, RecallError> {
        Ok(*observation)
    }

    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        *state
    }
}

impl Notation for ConnectFour {
    const KINDS: &'static [&'static str] = &["drop"];

    fn write_action(&self, column: Column) -> String {
        format!("drop:{}", column + 1)
    }

    fn read_action(&self, text: &str) -> Result<Column, NotationError> {
        match text.strip_prefix("drop:").map(str::as_bytes) {
            Some(&[digit @ b'1'..=b'7']) => Ok(digit - b'1'),
            _ => Err(NotationError::new(text, "drop:1 to drop:7")),
        }
    }

    fn kind(&self, _column: Column) -> usize {
        0
    }
}

impl Show for ConnectFour {
    fn board(&self, state: &State, _viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let cell = 1u64 << (column * COLUMN_BITS + row);
                let own = u8::from(state.own & cell != 0);
                match (state.all & cell != 0, (state.taken ^ own) & 1) {
                    (false, _) => page.text(". "),
                    (true, 1) => page.ink(Ink::Seat(Seat(0)), "x "),
                    (true, _) => page.ink(Ink::Seat(Seat(1)), "o "),
                };
            }
            page.line("");
        }
        page.line("1 2 3 4 5 6 7   x seat 0, o seat 1");
        page
    }

    fn prompt(&self, state: &State) -> String {
        match self.turn(state) {
            Turn::Seat(seat) => format!("{seat} drops a disc"),
            _ => "the game is over".to_owned(),
        }
    }

    fn narrate(&self, state: &State, event: Event<Column, ()>, _viewer: Option<Seat>) -> String {
        match event {
            Event::Action(column) => format!("Seat {} drops a disc into column {}.", state.taken & 1, column + 1),
            Event::Outcome(()) => String::new(),
        }
    }
}

impl Encode for ConnectFour {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        COLUMNS as usize
    }

    #[inline]
    fn index_of(&self, _state: &State, column: Column) -> usize {
        column.into()
    }

    #[inline]
    fn action_at(&self, _state: &State, index: usize) -> Option<Column> {
        (index < COLUMNS as usize).then_some(index as Column)
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let cells = |discs: u64| {
            (0..COLUMNS * ROWS).filter(move |cell| discs >> (cell / ROWS * COLUMN_BITS + cell % ROWS) & 1 == 1)
        };
        let is_to_move = viewer.0 == state.taken & 1;
        let (own, other) =
            if is_to_move { (state.own, state.all ^ state.own) } else { (state.all ^ state.own, state.own) };
        into.clear();
        into.block("to_move").flag(is_to_move);
        for (name, discs) in [("own", own), ("other", other)] {
            into.block(name).any_of((COLUMNS * ROWS) as usize, cells(discs).map(|cell| cell as usize));
        }
    }
}

/// Not used where this file is a module of a bench or test.
#[allow(dead_code)]
fn main() {
    let game = ConnectFour::create(2, &marque::toml::Table::new()).expect("the defaults are allowed");
    let mut table = marque::Table::new(game);
    let mut rng = random::stream(1, 0, random::Purpose::Other(0));
    while table.turn() != Turn::Over {
        table.play_random(&mut rng);
    }
    print!("{}", table.board(None));
    println!("scores {:?}: {}", table.standing().scores(), table.ending().map_or("", |ending| ending.reason));
}
