use crate::seat::{MAX_SEATS, Seat};

use super::cards::{Card, Deck, EventCard, EventDeck, Kind};
use super::ships::{Course, Ring, Ship};

/// The most cards of a round.
pub(super) const MAX_CARDS: usize = 9;

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

/// One round, from its cards to its coins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Race {
    /// In the order in which they are thought through.
    pub(super) cards: Hand,
    pub(super) event: Option<EventCard>,
    /// What each card does, a seasick stagger included.
    pub(super) courses: [Course; MAX_CARDS],
    /// The seat to choose or to be told.
    pub(super) actor: Seat,
    /// The seats that have not set out, one bit each.
    pub(super) waiting: u8,
    pub(super) clocks: [Clock; MAX_SEATS],
    /// How many cards each seat has thought through.
    pub(super) thought: [u8; MAX_SEATS],
    pub(super) beliefs: [Ship; MAX_SEATS],
    /// What a seat believed before it thought twice.
    pub(super) first_reads: [Option<Ship>; MAX_SEATS],
    /// Where each seat that has set out runs.
    pub(super) targets: [Ship; MAX_SEATS],
}

impl Race {
    /// What stands between two rounds.
    pub(super) const NONE: Race = Race {
        cards: Hand::EMPTY,
        event: None,
        courses: [Course::STAY; MAX_CARDS],
        actor: Seat(0),
        waiting: 0,
        clocks: [Clock::ABSENT; MAX_SEATS],
        thought: [0; MAX_SEATS],
        beliefs: [Ship::at(0); MAX_SEATS],
        first_reads: [None; MAX_SEATS],
        targets: [Ship::at(0); MAX_SEATS],
    };

    /// Whether a seat has not set out yet.
    #[inline]
    pub(super) fn waits(&self, seat: Seat) -> bool {
        self.waiting >> seat.0 & 1 == 1
    }

    /// Where the first so many cards lead from a ship.
    #[inline]
    pub(super) fn walk(&self, from: Ship, cards: usize) -> Ship {
        self.courses[..cards].iter().fold(from, |ship, course| course.to(ship))
    }

    /// Whether the card at a position is followed by a stagger.
    #[inline]
    pub(super) fn is_seasick(&self, position: usize) -> bool {
        position >= 3 && self.event.is_some_and(|event| event.stagger().is_some())
    }
}

/// Cards in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    len: u8,
    cards: [Card; MAX_CARDS],
}

impl Hand {
    /// No cards.
    pub(super) const EMPTY: Hand = Hand { len: 0, cards: [Kind::ALL[0].first(); MAX_CARDS] };

    /// Adds a card at the end and says whether there was room.
    #[inline]
    pub(super) fn push(&mut self, card: Card) -> bool {
        let room = self.len() < MAX_CARDS;
        if room {
            self.cards[self.len()] = card;
            self.len += 1;
        }
        room
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The cards in order.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    /// The cards in order, to change.
    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Card] {
        let len = self.len();
        &mut self.cards[..len]
    }
}

/// A seat's clock, in one word whose order is that of acting: those who have not set out by their clocks, then those
/// who have by the tick at which they sit down; ties go to the lower seat (SA-17, SA-20).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Clock(u32);

impl Clock {
    /// Of a seat that does not play.
    const ABSENT: Clock = Clock(u32::MAX);
    const SET_OUT: u32 = 1 << 31;

    /// A seat that may still think.
    #[inline]
    pub(super) fn waiting(seat: Seat, tick: u32) -> Clock {
        Clock(tick << 3 | u32::from(seat.0))
    }

    /// A seat that has set out and sits down at a tick.
    #[inline]
    pub(super) fn sitting(seat: Seat, tick: u32) -> Clock {
        Clock(Clock::SET_OUT | Clock::waiting(seat, tick).0)
    }

    /// The tick it shows.
    #[inline]
    pub(super) fn tick(self) -> u32 {
        (self.0 & !Clock::SET_OUT) >> 3
    }

    /// Whose it is.
    #[inline]
    pub(super) fn seat(self) -> Seat {
        Seat((self.0 & 7) as u8)
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

    /// How many cards the round has; none between two rounds.
    #[inline]
    pub fn cards(&self) -> usize {
        self.race.cards.len()
    }

    /// The cards of the round in the order they are thought through, faces and all. In an imagined state the faces are
    /// guessed by the kinds, and do not tell where the cards lead.
    pub fn card_faces(&self) -> Vec<&'static str> {
        self.race.cards.as_slice().iter().map(|card| card.face()).collect()
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

    /// Where the cards a seat has not thought through yet lead from the ship it believes in: its true ship if it is right
    /// so far.
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
