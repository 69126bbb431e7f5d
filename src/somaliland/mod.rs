//! Somaliland: shipowners roll dice, their ships, over a sea map past the pirates' ports.
//!
//! The rules are in [`Game::RULES`] with their ids, which the items here cite.

mod chart;
mod contracts;
mod hand;
mod lane;
mod notation;
mod picture;
mod play;
mod settings;
mod ship;
mod state;
mod text;
mod throw;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::game::{Ending, Event, Game, Info, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::random::{self, Rng};
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::Seat;
use crate::show::Show;
use crate::standing::Standing;

pub use chart::{Chart, NO_WAY, Place};
pub use contracts::{Card, Cards, Earnings};
pub use hand::Stray;
pub use lane::{Lane, Route};
pub use ship::{FLEET, Lie, SHIP_NAMES, Ship, Ships, Side};
pub use state::{Ledger, Stage, State};
pub use throw::{Course, Stop};

use chart::Calm;
use hand::Hands;
use settings::Settings;
use ship::SIDE;
use throw::Direction;

/// Somaliland under a ruleset.
#[derive(Clone)]
pub struct Somaliland {
    seats: usize,
    rules: Arc<Ruleset>,
    settings: Arc<Settings>,
    chart: Arc<Chart>,
    hands: Arc<Hands>,
    directions: Arc<[Direction; 1024]>,
    /// The quarter turns that need no looking at, by lane and square; see [`Chart::calm`].
    calm: Arc<Calm>,
}

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `take:44N`: takes a contract (SO-7).
    Take(Card),
    /// `pass`: takes or launches nothing more for now.
    Pass,
    /// `launch:24:SS`: puts a ship to sea, to be aimed and thrown next (SO-8). The ship is an index into [`SHIP_NAMES`].
    Launch(u8, Lane),
    /// `aim:5`: the heading of a throw (SO-11).
    Aim(u8),
    /// `power:12`: the quarter turns meant (SO-11).
    Power(u8),
}

/// A result of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `contracts:30N,36S`: the contracts laid out (SO-6).
    Contracts(Cards),
    /// `roll:-3,0,57`: how the hand strays (SO-12).
    Roll(Stray),
}

impl Somaliland {
    /// The map.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// How many headings one can aim in.
    #[inline]
    pub fn headings(&self) -> u8 {
        self.settings.headings
    }

    /// The quarter turns one can mean, rising.
    #[inline]
    pub fn powers(&self) -> &[u8] {
        &self.settings.powers
    }

    /// A heading one can aim in, in 1/1024 turns.
    #[inline]
    pub fn heading(&self, aim: u8) -> i32 {
        i32::from(aim) * 1024 / i32::from(self.settings.headings)
    }

    /// The deviations of a seat's hand at one of [`Somaliland::powers`]: of the heading (1/1024 turns) and of the quarter
    /// turns.
    #[inline]
    pub fn deviations(&self, seat: Seat, power: u8) -> (f32, f32) {
        self.hands.deviations(seat, power)
    }

    /// Legs a turn.
    #[inline]
    pub fn legs(&self) -> u32 {
        self.settings.legs.into()
    }

    /// Turns a game.
    #[inline]
    pub fn turns_in_all(&self) -> u32 {
        self.settings.turns.into()
    }

    /// What a contract counts by a route, in percent.
    #[inline]
    pub fn percent(&self, route: Route) -> i32 {
        match route {
            Route::Africa => self.settings.africa_percent,
            Route::Somalia => 100,
        }
    }

    /// The displacement of a ship, by its index in [`SHIP_NAMES`].
    #[inline]
    pub fn ship_load(&self, kind: usize) -> i32 {
        self.settings.loads[1 << kind].into()
    }

    /// The lanes into which a ship can be launched now.
    #[inline]
    fn launch_lanes(&self, state: &State) -> &'static [Lane] {
        match state.lane() {
            Some(lane) => &Lane::ALL[lane.index()..=lane.index()],
            None => &Lane::ALL,
        }
    }
}

impl serde::Serialize for State {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format!("{self:?}"))
    }
}

impl<'de> serde::Deserialize<'de> for State {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        unimplemented!("replaced in a moment")
    }
}

impl Game for Somaliland {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Observation = State;

    const INFO: Info = Info {
        name: "somaliland",
        title: "Somaliland",
        english: "The Somaliland Run",
        seats: &[2, 3, 4],
        hidden: false,
        rules: include_str!("../../docs/rules/somaliland.md"),
    };

    fn params(seats: usize) -> Vec<Param> {
        settings::params(seats)
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        let (settings, chart) = Settings::read(seats, &rules)?;
        Ok(Somaliland {
            seats,
            calm: chart.calm(SIDE, settings.goal_radius).into(),
            rules: Arc::new(rules),
            hands: Arc::new(Hands::new(&settings)),
            settings: Arc::new(settings),
            chart: Arc::new(chart),
            directions: Arc::new(Direction::all()),
        })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        State::new()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Offer | Stage::Roll => Turn::Chance,
            Stage::Draft | Stage::Launch => Turn::Seat(state.seat),
            Stage::Aim | Stage::Power => Turn::Seat(state.ship.seat()),
            Stage::Over => Turn::Over,
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.stage {
            Stage::Draft => {
                into.push(Action::Pass);
                into.extend(self.takeable(state, state.seat).map(Action::Take));
            }
            Stage::Launch => {
                into.push(Action::Pass);
                for ship in state.in_port(state.seat) {
                    let kind = ship.kind() as u8;
                    into.extend(self.launch_lanes(state).iter().map(|&lane| Action::Launch(kind, lane)));
                }
            }
            Stage::Aim => into.extend((0..self.settings.headings).map(Action::Aim)),
            Stage::Power => into.extend(self.settings.powers.iter().map(|&power| Action::Power(power))),
            Stage::Offer | Stage::Roll | Stage::Over => {}
        }
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        match state.stage {
            Stage::Draft => {
                let cards = self.takeable(state, state.seat);
                match random::below(rng, cards.len() + 1).checked_sub(1) {
                    Some(nth) => Action::Take(Card(random::nth_bit(cards.0, nth) as u8)),
                    None => Action::Pass,
                }
            }
            Stage::Launch => {
                let kinds = state.in_port(state.seat).kinds_of(state.seat);
                let lanes = self.launch_lanes(state);
                let count = lanes.len() as u32;
                match random::below(rng, kinds.count_ones() * count + 1).checked_sub(1) {
                    Some(nth) => {
                        let kind = random::nth_bit(kinds as u64, nth / count);
                        Action::Launch(kind as u8, lanes[(nth % count) as usize])
                    }
                    None => Action::Pass,
                }
            }
            Stage::Aim => Action::Aim(random::below(rng, self.settings.headings.into()) as u8),
            _ => {
                let powers = &self.settings.powers;
                Action::Power(powers[random::below(rng, powers.len() as u32) as usize])
            }
        }
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        self.play_telling(state, action, &mut |_| {});
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Outcome {
        if state.stage == Stage::Roll {
            return Outcome::Roll(self.hands.draw(state.ship.seat(), state.power, rng));
        }
        let mut left = state.deck.0;
        let mut cards = 0;
        for _ in 0..self.offered(state) {
            let card = 1 << random::pick_bit(rng, left);
            cards |= card;
            left &= !card;
        }
        Outcome::Contracts(Cards(cards))
    }

    fn possible(&self, state: &State, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Contracts(cards) => {
                state.stage == Stage::Offer && cards.0 & !state.deck.0 == 0 && cards.len() == self.offered(state)
            }
            Outcome::Roll(stray) => {
                state.stage == Stage::Roll && self.hands.possible(state.ship.seat(), state.power, stray)
            }
        }
    }

    #[inline]
    fn happen(&self, state: &mut State, outcome: Outcome) {
        self.happen_telling(state, outcome, &mut |_| {});
    }

    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; state::SEATS];
        for (score, ledger) in scores.iter_mut().zip(&state.ledgers) {
            *score = ledger.score();
        }
        let merit = |seat: Seat| {
            let ledger = state.ledger(seat);
            (Reverse(ledger.score()), ledger.contracts_met(), ledger.ransom)
        };
        Standing::by(&scores[..self.seats], |a, b| merit(a).cmp(&merit(b)))
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.turn + 1).min(self.turns_in_all())
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last turn over", cut: false }
    }

    fn observe(&self, state: &State, _viewer: Seat) -> State {
        *state
    }

    fn imagine(&self, state: &State, _viewer: Seat, _rng: &mut Rng) -> State {
        *state
    }
}

impl Notation for Somaliland {
    const KINDS: &'static [&'static str] = &["take", "pass", "launch", "aim", "power"];

    fn write_action(&self, action: Action) -> String {
        notation::write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        notation::read_action(&self.settings, text)
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        notation::write_outcome(outcome)
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, NotationError> {
        notation::read_outcome(text)
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Take(_) => 0,
            Action::Pass => 1,
            Action::Launch(..) => 2,
            Action::Aim(_) => 3,
            Action::Power(_) => 4,
        }
    }
}

impl Show for Somaliland {
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        self.tell_deeds(state, seat, tell);
    }

    fn board(&self, state: &State, _viewer: Option<Seat>) -> Page {
        self.page(state)
    }

    fn prompt(&self, state: &State) -> String {
        self.ask(state)
    }

    fn narrate(&self, before: &State, event: Event<Action, Outcome>, _viewer: Option<Seat>) -> String {
        self.story(before, event)
    }

    fn picture(&self, state: &State, _viewer: Option<Seat>) -> Option<crate::picture::Picture> {
        let _ = self.picture(state);
        None
    }
}
