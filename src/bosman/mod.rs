//! Bosman (The Boatswain): four gangs jostle on a beach, and one boatswain takes them on board.
//!
//! The beach is a torus in the bits of a word, the boat a set of places for each gang, and a hand a multiset of kinds
//! of tokens in three words, so that what can be played is counted and drawn without listing it.

mod beach;
mod boat;
mod choices;
mod known;
mod notation;
mod play;
mod queue;
mod state;
mod text;
mod token;

#[cfg(test)]
mod tests;

pub use beach::{Direction, FIELDS, Field, SIDE, fields_in};
pub use boat::{places_in, rows_lacking_one, rows_of_three};
pub use queue::Slot;
pub use state::{Action, Phase, Piece, State};
pub use token::{BOAT_SIDE, Batch, Gang, Place, Token, Tokens};

use toml::Value;

use crate::game::{Ending, Event, Game, Info, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::random::{self, Rng};
use crate::ruleset::{Domain, Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::show::Show;
use crate::standing::Standing;
use beach::{Beach, CENTRE, CORNERS, MAP};
use boat::Boat;
use known::Known;
use queue::Queue;
use state::Shore;

/// What a beach must be like, for errors.
const BEACH: &str = "7 strings of 7 of R F C T ., rank 7 first, with R on a1, F on a7, C on g7, T on g1 and . on d4";

/// The game, for two or four seats.
#[derive(Clone, Debug)]
pub struct Bosman {
    rules: Ruleset,
    seats: usize,
    beach: Beach,
    rows: usize,
    columns: usize,
    places: u16,
    whole_row: bool,
    hand: u8,
    refill: bool,
    row_bonus: u32,
    max_turns: u32,
    stall_limit: u32,
    /// The gangs of each seat, a bit a gang.
    gangs: [u8; 4],
    /// The outposts of each seat's gangs.
    outposts: [u64; 4],
    start: State,
}

/// All that one seat knows: a state in which everything else is left out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation(State);

impl Bosman {
    /// The gangs that a seat plays for (BO-6).
    pub fn gangs_of(&self, seat: Seat) -> impl Iterator<Item = Gang> + use<> {
        let seats = self.seats;
        Gang::ALL.into_iter().filter(move |gang| gang.seat(seats) == seat)
    }

    /// The gang whose outpost a field is (BO-1).
    #[inline]
    pub fn outpost(&self, field: Field) -> Option<Gang> {
        self.beach.outpost(field)
    }

    /// The outposts of all the gangs of a seat.
    #[inline]
    pub fn outposts_of(&self, seat: Seat) -> u64 {
        self.outposts[seat.index()]
    }

    /// Every place of the boat, four columns in every row (BO-2).
    #[inline]
    pub fn places(&self) -> u16 {
        self.places
    }

    /// How near the end is, 0 to 1: by the places taken or by the limits on turns, whichever is nearer (BO-18).
    #[inline]
    pub fn progress(&self, state: &State) -> f32 {
        let part = |now: u32, all: u32| now as f32 / all as f32;
        part(state.boat().count_ones(), self.places.count_ones())
            .max(part(state.quiet_turns(), self.stall_limit))
            .max(part(state.turns.into(), self.max_turns))
    }

    /// The points for three of a gang in a row (BO-19).
    #[inline]
    pub fn row_bonus(&self) -> u32 {
        self.row_bonus
    }
}

/// The state before the first event (BO-6, BO-7).
fn set_up(seats: usize, places: u16, rules: &Ruleset) -> State {
    let mut shuffled = Tokens::default();
    let mut shore = Shore::new(CENTRE);
    for gang in Gang::ALL {
        for token in places_in(places).map(|place| Token::new(gang, place)) {
            (0..rules.int("token_copies")).for_each(|_| shuffled.add(token));
        }
        let first = Token::new(gang, Place::at(0, 0));
        shuffled.remove(first);
        shore.put(CORNERS[gang.index()], Piece::Pirate(first));
    }
    let mut poisons = [0; 4];
    poisons[..seats].fill(rules.int("poisons") as u8);
    State {
        hands: [Tokens::default(); 4],
        sizes: [0; 4],
        known: [Known::NOTHING; 4],
        shuffled,
        shuffled_size: shuffled.total() as u8,
        queue: Queue::EMPTY,
        shore,
        boat: Boat::default(),
        sailors: if rules.flag("sailors") { 0b1111 } else { 0 },
        poisons,
        phase: Phase::Deal,
        seat: Seat(0),
        due: rules.int("hand") as u8,
        laid: None,
        turns: 0,
        boarded: 0,
    }
}

impl serde::Serialize for Observation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format!("{self:?}"))
    }
}

impl<'de> serde::Deserialize<'de> for Observation {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        unimplemented!("replaced in a moment")
    }
}

impl Game for Bosman {
    type State = State;
    type Action = Action;
    type Outcome = Token;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "bosman",
        title: "Bosman",
        english: "The Boatswain",
        seats: &[2, 4],
        hidden: true,
        rules: include_str!("../../docs/rules/bosman.md"),
    };

    fn params(_seats: usize) -> Vec<Param> {
        let side = Domain::Int(2, BOAT_SIDE as i64);
        let map = Value::Array(MAP.into_iter().map(Value::from).collect());
        vec![
            Param::new("boat_rows", 3, side, "rows of places in the boat, and digits of tokens"),
            Param::new("boat_cols", 3, side, "columns of places in the boat, and numbers of dots"),
            Param::new("token_copies", 2, Domain::Int(1, 3), "copies of each gang's token for each place"),
            Param::new(
                "places",
                "exact",
                Domain::Word(&["exact", "row"]),
                "whether a token takes the one place it names or any in its digit's row",
            ),
            Param::new("hand", 5, Domain::Int(1, Batch::MOST as i64), "tokens dealt to each seat"),
            Param::new("poisons", 1, Domain::Int(0, 3), "poisons of each seat"),
            Param::new("sailors", true, Domain::Bool, "whether each gang has a sailor"),
            Param::new("refill", true, Domain::Bool, "whether a seat draws a token after playing one"),
            Param::new("row_bonus", 1, Domain::Int(0, 3), "points for three of a gang in a row"),
            Param::new("max_turns", 200, Domain::Int(10, 1000), "turns after which the boat leaves"),
            Param::new("stall_limit", 40, Domain::Int(4, 1000), "turns without a boarding after which the boat leaves"),
            Param::new("beach", map, Domain::Other(BEACH), "the outposts on the beach"),
        ]
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        let map = rules.value("beach").as_array().and_then(|rows| rows.iter().map(Value::as_str).collect());
        let beach = map.and_then(|rows: Vec<&str>| Beach::read(rows.into_iter()));
        let beach = beach.ok_or_else(|| rules.refuse("beach", BEACH))?;
        let [rows, columns] = ["boat_rows", "boat_cols"].map(|key| rules.int(key) as usize);
        let tokens = 4 * (rows * columns) as i64 * rules.int("token_copies") - 4;
        let largest = tokens / seats as i64;
        if rules.int("hand") > largest {
            return Err(rules.refuse("hand", format!("1-{largest} ({tokens} tokens for {seats} seats)")));
        }
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Place::at(row, column).bit())).sum();
        let (mut gangs, mut outposts) = ([0; 4], [0; 4]);
        for gang in Gang::ALL {
            let seat = gang.seat(seats).index();
            gangs[seat] |= 1 << gang.index();
            outposts[seat] |= beach.outposts(gang);
        }
        Ok(Bosman {
            seats,
            beach,
            rows,
            columns,
            places,
            whole_row: rules.word("places") == "row",
            hand: rules.int("hand") as u8,
            refill: rules.flag("refill"),
            row_bonus: rules.int("row_bonus") as u32,
            max_turns: rules.int("max_turns") as u32,
            stall_limit: rules.int("stall_limit") as u32,
            gangs,
            outposts,
            start: set_up(seats, places, &rules),
            rules,
        })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.due > 0 {
            Turn::Chance
        } else if state.phase == Phase::Over {
            Turn::Over
        } else {
            Turn::Seat(state.seat)
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.list(state, into);
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        self.any(state, rng)
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        self.act(state, action);
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Token {
        state.shuffled.nth(random::below(rng, state.shuffled_size()))
    }

    fn possible(&self, state: &State, token: Token) -> bool {
        state.due > 0 && state.shuffled.copies(token) > 0
    }

    #[inline]
    fn happen(&self, state: &mut State, token: Token) {
        state.take(token);
        self.draw_due(state);
    }

    fn standing(&self, state: &State) -> Standing {
        let (mut scores, mut digits) = ([0; 4], [0; 4]);
        for gang in Gang::ALL {
            let seat = gang.seat(self.seats).index();
            scores[seat] += self.score(state, gang) as i32;
            digits[seat] += state.boat.digits(gang);
        }
        let key = |seat: Seat| (scores[seat.index()], digits[seat.index()]);
        Standing::by(&scores[..self.seats], |a, b| key(b).cmp(&key(a)))
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns.into()
    }

    fn ending(&self, state: &State) -> Ending {
        if self.free_places(state) == 0 {
            Ending { reason: "boat full", cut: false }
        } else if state.quiet_turns() >= self.stall_limit {
            Ending { reason: "nobody boards", cut: true }
        } else {
            Ending { reason: "turn limit", cut: true }
        }
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        Observation(self.veil(state, viewer).0)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        self.imagined(state, viewer, rng)
    }

    fn open(&self, action: Action) -> bool {
        !matches!(action, Action::Swap(_))
    }
}

impl Notation for Bosman {
    const KINDS: &'static [&'static str] = notation::KINDS;

    fn write_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        self.parse_action(text)
    }

    fn write_outcome(&self, token: Token) -> String {
        format!("draw:{token}")
    }

    fn read_outcome(&self, text: &str) -> Result<Token, NotationError> {
        self.parse_draw(text)
    }

    fn kind(&self, action: Action) -> usize {
        notation::kind(action)
    }
}

impl Show for Bosman {
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        self.tell_deeds(state, seat, tell);
    }

    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        self.draw_board(state, viewer)
    }

    fn prompt(&self, state: &State) -> String {
        self.ask(state)
    }

    fn narrate(&self, before: &State, event: Event<Action, Token>, viewer: Option<Seat>) -> String {
        self.story(before, event, viewer)
    }
}
