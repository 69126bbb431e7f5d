//! Santy Anno: cards take every pirate from ship to ship, all in the head, and who sits down first at the right ship
//! earns most. A race of 3-8 seats in which thinking takes time and goes wrong.
//!
//! A bot sees the kinds of the cards but never what they do to it: a machine that could read the faces would be right at
//! once. A person at the table reads the faces ([`State::card_faces`]) and does the thinking.

mod cards;
mod chance;
mod mind;
mod notation;
mod params;
mod race;
mod ships;
mod sight;
mod state;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::game::{Ending, Event, Game, Info, Turn};
use crate::notation::{Notation, NotationError};
use crate::page::Page;
use crate::random::{self, Rng};
use crate::ruleset::{Param, RulesError, Ruleset};
use crate::seat::{MAX_SEATS, Seat};
use crate::show::Show;
use crate::standing::Standing;

use cards::{Deck, EventDeck};
use mind::{Mind, Spread};
use ships::{Ring, SHIPS};
use state::{Phase, Race, Tally};

pub use cards::{Card, EventCard, Kind};
pub use chance::Outcome;
pub use ships::Ship;
pub use sight::Observation;
pub use state::{Hand, State};

/// Santy Anno under one ruleset.
#[derive(Clone, Debug)]
pub struct SantyAnno {
    rules: Ruleset,
    seats: usize,
    rounds: u8,
    first_cards: usize,
    expert: bool,
    events: bool,
    /// The values of the coins, highest first.
    coins: ArrayVec<u8, SHIPS>,
    lap_from: u8,
    countdown: u32,
    recheck_percent: u64,
    spread: Spread,
    /// Ticks from setting out to sitting down, by lap, rum and places to run.
    runs: [[[u32; SHIPS / 2 + 1]; 2]; 2],
    minds: [Mind; MAX_SEATS],
}

/// What a seat can do (SA-17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Think the next card through.
    Think,
    /// Go through all the cards again.
    Recheck,
    /// Set out for a ship.
    Run(Ship),
}

impl SantyAnno {
    /// The values of the coins a round pays, highest first.
    pub fn coins(&self) -> &[u8] {
        &self.coins
    }

    /// How many ticks the last one has to sit down once all others sit (SA-19).
    pub fn countdown(&self) -> u32 {
        self.countdown
    }

    /// How many rounds a game has.
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }
}

/// Ticks from setting out to sitting down (SA-15, SA-17): places are run, a lap included, at a stride longer with rum.
fn runs(rules: &Ruleset) -> [[[u32; SHIPS / 2 + 1]; 2]; 2] {
    let number = |key: &str| rules.int(key) as usize;
    let stride = if rules.flag("running") { number("stride") } else { 0 };
    let ticks = |lap: usize, rum: usize, places: usize| {
        let percent = if rum == 1 { number("rum_percent") } else { 100 };
        ((stride * (lap * SHIPS + places) * percent).div_ceil(100) + number("sit")) as u32
    };
    [0, 1].map(|lap| [0, 1].map(|rum| [0, 1, 2, 3, 4].map(|places| ticks(lap, rum, places))))
}

impl serde::Serialize for sight::Observation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format!("{self:?}"))
    }
}

impl<'de> serde::Deserialize<'de> for sight::Observation {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        unimplemented!("replaced in a moment")
    }
}

impl Game for SantyAnno {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Observation = Observation;

    const INFO: Info = Info {
        name: "santy-anno",
        title: "Santy Anno",
        english: "The Santy Anno",
        seats: &[3, 4, 5, 6, 7, 8],
        hidden: true,
        rules: include_str!("../../docs/rules/santy-anno.md"),
    };

    fn params(seats: usize) -> Vec<Param> {
        params::params(seats)
    }

    fn new(seats: usize, rules: Ruleset) -> Result<Self, RulesError> {
        let coins = params::coins(&rules)?.into_iter().collect();
        let rules = params::in_full(seats, &rules)?;
        let mut minds = [Mind::default(); MAX_SEATS];
        for (seat, mind) in minds[..seats].iter_mut().enumerate() {
            *mind = Mind::of(&rules, seat);
        }
        Ok(SantyAnno {
            seats,
            rounds: rules.int("rounds") as u8,
            first_cards: rules.int("first_cards") as usize,
            expert: rules.flag("expert"),
            events: rules.flag("events"),
            coins,
            lap_from: rules.int("lap_from") as u8,
            countdown: rules.int("countdown") as u32,
            recheck_percent: rules.int("recheck_percent") as u64,
            spread: Spread::of(&rules),
            runs: runs(&rules),
            minds,
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
        State {
            phase: Phase::Table,
            round: 0,
            ring: Ring::BARE,
            homes: [Ship::at(0); MAX_SEATS],
            deck: if self.expert { Deck::EXPERT } else { Deck::BASIC },
            event_deck: EventDeck::FULL,
            scores: [0; MAX_SEATS],
            coins: [0; MAX_SEATS],
            tallies: [Tally::default(); MAX_SEATS],
            race: Race::NONE,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Act => Turn::Seat(state.race.actor),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        into.extend(thinking(state));
        into.extend(Ship::all().map(Action::Run));
    }

    #[inline]
    fn random_action(&self, state: &State, rng: &mut Rng) -> Action {
        let thinking = thinking(state);
        let pick = random::below(rng, SHIPS as u32 + u32::from(thinking.is_some()));
        match thinking {
            Some(action) if pick == SHIPS as u32 => action,
            _ => Action::Run(Ship::at(pick)),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        debug_assert!(state.phase == Phase::Act);
        match action {
            Action::Think | Action::Recheck => {
                debug_assert_eq!(thinking(state), Some(action));
                state.phase = Phase::Mind;
            }
            Action::Run(ship) => self.set_out(state, ship),
        }
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Outcome {
        self.draw_outcome(state, rng)
    }

    fn possible(&self, state: &State, outcome: Outcome) -> bool {
        self.could_happen(state, outcome)
    }

    #[inline]
    fn happen(&self, state: &mut State, outcome: Outcome) {
        debug_assert!(self.could_happen(state, outcome));
        match outcome {
            Outcome::Table(ships) => {
                state.ring = Ring::laid(ships);
                state.phase = Phase::Start;
            }
            Outcome::Start(homes) => {
                state.homes = homes;
                state.phase = if self.expert { Phase::Remove } else { Phase::Cards };
            }
            Outcome::Remove(cards) => {
                for card in cards {
                    state.deck.take(card);
                }
                state.phase = Phase::Cards;
            }
            Outcome::Cards(cards) => self.deal(state, cards),
            Outcome::Event(event) => self.upset(state, event),
            Outcome::Mind { ticks, belief } => self.come_to(state, ticks, belief),
        }
    }

    fn standing(&self, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        for (score, &value) in scores.iter_mut().zip(&state.scores) {
            *score = value.into();
        }
        let merit = |seat: Seat| Reverse((state.score(seat), state.coins[seat.index()]));
        Standing::by(&scores[..self.seats], |a, b| merit(a).cmp(&merit(b)))
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.round) + u32::from(state.cards() > 0)
    }

    fn ending(&self, _state: &State) -> Ending {
        Ending { reason: "last round paid out", cut: false }
    }

    fn observe(&self, state: &State, viewer: Seat) -> Observation {
        Observation::new(self.known(state, viewer), viewer)
    }

    fn imagine(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        self.imagine_from(self.known(state, viewer), viewer, rng)
    }

    /// Nobody sees what others think, nor that they run, until they sit (SA-18).
    fn open(&self, _action: Action) -> bool {
        false
    }
}

impl Notation for SantyAnno {
    const KINDS: &'static [&'static str] = &["think", "recheck", "run"];

    fn write_action(&self, action: Action) -> String {
        notation::write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        notation::read_action(text)
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        notation::write_outcome(outcome, self.seats)
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, NotationError> {
        notation::read_outcome(text, self.seats)
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Think => 0,
            Action::Recheck => 1,
            Action::Run(_) => 2,
        }
    }
}

impl Show for SantyAnno {
    /// `coinN` for every coin of value N won, `slip` for every wrong ship, `late` for every round without sitting down in
    /// time, `recheck` for every recheck.
    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for (coin, value) in self.coins.iter().enumerate() {
            for _ in 0..state.coins_won(seat, coin) {
                tell(&format!("coin{value}"));
            }
        }
        let tally = state.tallies[seat.index()];
        for (deed, times) in [("slip", tally.wrong), ("late", tally.late), ("recheck", tally.rechecks)] {
            for _ in 0..times {
                tell(deed);
            }
        }
    }

    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        text::board(self, state, viewer)
    }

    fn prompt(&self, state: &State) -> String {
        text::prompt(self, state)
    }

    fn narrate(&self, before: &State, event: Event<Action, Outcome>, viewer: Option<Seat>) -> String {
        text::narrate(self, before, event, viewer)
    }
}

/// How the seat to choose can go on thinking, if it can: the next card, or all of them once more.
#[inline]
fn thinking(state: &State) -> Option<Action> {
    let actor = state.race.actor;
    if state.thought(actor) < state.cards() {
        Some(Action::Think)
    } else if state.first_read(actor).is_none() {
        Some(Action::Recheck)
    } else {
        None
    }
}
