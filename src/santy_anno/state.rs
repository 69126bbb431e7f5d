use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::cards::{Deck, EventCard, EventDeck, Kind};
use super::race::Race;
use super::ships::{Ring, Ship};

/// Where a game stands. In a state that a player imagines, the cards have faces drawn by their kinds and lead to the
/// true ships imagined.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub(super) phase: Phase,
    /// Rounds paid out.
    pub(super) round: u8,
    pub(super) ring: Ring,
    /// The ships the pirates began the round on.
    pub(super) homes: [Ship; MAX_SEATS],
    /// The cards left before this round's were dealt.
    pub(super) deck: Deck,
    pub(super) event_deck: EventDeck,
    pub(super) scores: [u8; MAX_SEATS],
    /// Coins won, four bits a value with the highest on top, so that tied seats compare as numbers (SA-23).
    pub(super) coins: [u32; MAX_SEATS],
    pub(super) tallies: [Tally; MAX_SEATS],
    pub(super) race: Race,
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Chance lays the table.
    Table,
    /// Chance seats the pirates.
    Start,
    /// Chance removes ten basic cards.
    Remove,
    /// Chance deals the cards of a round.
    Cards,
    /// Chance draws the event of a round.
    Event,
    /// A seat must choose.
    Act,
    /// Chance tells what a seat's thinking came to.
    Mind,
    /// The last round is paid out.
    Over,
}

impl Phase {
    /// The word for it in an observation.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Phase::Table => "table",
            Phase::Start => "start",
            Phase::Remove => "remove",
            Phase::Cards => "cards",
            Phase::Event => "event",
            Phase::Act => "act",
            Phase::Mind => "mind",
            Phase::Over => "over",
        }
    }
}

/// What happened to a seat in the rounds paid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// Rounds in which it sat down at a wrong ship.
    pub(super) wrong: u8,
    /// Rounds in which it was too late, or never sat down.
    pub(super) late: u8,
    /// Rounds in which it thought twice.
    pub(super) rechecks: u8,
}

/// Before chance lays the table.
pub(super) fn start(game: &SantyAnno) -> State {
    State {
        phase: Phase::Table,
        round: 0,
        ring: Ring::BARE,
        homes: [Ship::at(0); MAX_SEATS],
        deck: if game.expert { Deck::EXPERT } else { Deck::BASIC },
        event_deck: EventDeck::FULL,
        scores: [0; MAX_SEATS],
        coins: [0; MAX_SEATS],
        tallies: [Tally::default(); MAX_SEATS],
        race: Race::NONE,
    }
}

impl State {
    /// Rounds paid out so far.
    pub fn rounds_done(&self) -> usize {
        self.round.into()
    }

    /// The coin value a seat has won.
    #[inline]
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()].into()
    }

    /// How often a seat has won the coin at a position of `coins`.
    pub fn coins_won(&self, seat: Seat, coin: usize) -> u32 {
        self.coins[seat.index()] >> (28 - 4 * coin) & 15
    }

    /// In how many rounds paid out so far a seat thought all the cards through twice.
    #[inline]
    pub fn rechecks(&self, seat: Seat) -> usize {
        self.tallies[seat.index()].rechecks.into()
    }

    /// In how many rounds a seat sat down at a wrong ship.
    #[inline]
    pub fn wrong_ships(&self, seat: Seat) -> usize {
        self.tallies[seat.index()].wrong.into()
    }

    /// Whether a round is being run: the cards lie open and not all have sat.
    #[inline]
    pub fn is_racing(&self) -> bool {
        matches!(self.phase, Phase::Act | Phase::Mind)
    }

    /// The seat that is to choose in a race, or that thinks and is to be told what that comes to.
    #[inline]
    pub fn actor(&self) -> Seat {
        self.race.actor
    }

    /// How many cards the round has; none between two rounds.
    #[inline]
    pub fn cards(&self) -> usize {
        self.race.cards.len()
    }

    /// The event of the round.
    pub fn event(&self) -> Option<EventCard> {
        self.race.event
    }

    /// The ship on which a seat's pirate began the round.
    #[inline]
    pub fn home(&self, seat: Seat) -> Ship {
        self.homes[seat.index()]
    }

    /// Where the cards take a seat's pirate (SA-16).
    #[inline]
    pub fn true_ship(&self, seat: Seat) -> Ship {
        self.race.walk(self.home(seat), self.cards())
    }

    /// Where the cards a seat has not thought through yet lead from the ship it believes in: its true ship if it is
    /// right so far.
    #[inline]
    pub fn end_of_walk(&self, seat: Seat) -> Ship {
        let left = &self.race.courses[self.thought(seat)..self.cards()];
        left.iter().fold(self.belief(seat), |ship, course| course.to(ship))
    }

    /// The kind of the card at a position of the round, in the order they are thought through.
    #[inline]
    pub fn card_kind(&self, position: usize) -> Kind {
        self.race.cards.as_slice()[position].kind()
    }

    /// Where a seat believes its pirate is, as far as it has thought.
    #[inline]
    pub fn belief(&self, seat: Seat) -> Ship {
        self.race.beliefs[seat.index()]
    }

    /// What a seat believed before its recheck, if it made one.
    #[inline]
    pub fn first_read(&self, seat: Seat) -> Option<Ship> {
        self.race.first_reads[seat.index()]
    }

    /// How many cards a seat has thought through.
    #[inline]
    pub fn thought(&self, seat: Seat) -> usize {
        self.race.thought[seat.index()].into()
    }

    /// What a seat's clock shows; once it has set out, the tick at which it sits down.
    #[inline]
    pub fn clock(&self, seat: Seat) -> u32 {
        self.race.clocks[seat.index()].tick()
    }

    /// The ship a seat runs to, once it has set out.
    #[inline]
    pub fn target(&self, seat: Seat) -> Option<Ship> {
        (self.cards() > 0 && !self.race.waits(seat)).then(|| self.race.targets[seat.index()])
    }
}
