use serde::{Deserialize, Serialize};

use crate::seat::Seat;

use super::chart::Place;
use super::contracts::{Cards, Earnings};
use super::lane::{Lane, Route};
use super::ship::{FLEET, Lie, Ship, Ships, fleet};

/// The most seats the game has.
pub(super) const SEATS: usize = 4;
const SHIPS: usize = SEATS * FLEET;
/// Locked to nobody.
const NOBODY: u8 = u8::MAX;

/// What is due next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Chance lays out contracts.
    Offer,
    /// A seat takes a contract or passes.
    Draft,
    /// A seat launches a ship or passes.
    Launch,
    /// A seat aims a ship.
    Aim,
    /// A seat says how hard it throws the ship it has aimed.
    Power,
    /// The hand strays and the ship rolls.
    Roll,
    /// The last turn is scored.
    Over,
}

/// What a seat has come to in the game so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// Points for contracts met.
    pub points: i16,
    /// Ransoms paid, all together.
    pub ransom: u16,
    /// How often a ship was taken by pirates.
    pub seized: u16,
    /// Contracts taken: southbound, northbound.
    pub taken: [u8; 2],
    /// Contracts met, by lane.
    pub met: [u8; 4],
    /// Ships arrived, by lane.
    pub arrived: [u8; 4],
    /// Ships knocked over by others.
    pub tipped: u8,
}

impl Ledger {
    /// The score: contracts met less ransoms paid (SO-20).
    #[inline]
    pub fn score(&self) -> i32 {
        i32::from(self.points) - i32::from(self.ransom)
    }

    /// How many contracts were met.
    #[inline]
    pub fn contracts_met(&self) -> u8 {
        self.met.iter().sum()
    }

    pub(super) fn earn(&mut self, earnings: Earnings) {
        self.points += earnings.points as i16;
        for (met, more) in self.met.iter_mut().zip(earnings.met) {
            *met += more;
        }
    }
}

/// Where a game stands. Ships not at sea lie at (0, 0) as they leave harbour, so that equal games are equal states.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// The ships that still sail in this lane's part of the leg, five bits each (ship + 1), first ones lowest (SO-9).
    queue: u128,
    /// Cards never taken.
    pub(super) deck: Cards,
    pub(super) offer: Cards,
    pub(super) cards: [Cards; SEATS],
    pub(super) ledgers: [Ledger; SEATS],
    /// Ships at sea or arrived, by lane.
    lanes: [u32; 4],
    pub(super) at_sea: u32,
    sunk: u32,
    pub(super) missing: u32,
    pub(super) held: u32,
    xs: [i16; SHIPS],
    ys: [i16; SHIPS],
    lies: [Lie; SHIPS],
    /// The ship that a ship ran into and is locked to since. Every lock was made by a throw, which ended the thrower's
    /// other locks, so one for each ship holds them all.
    struck: [u8; SHIPS],
    pub(super) turn: u8,
    pub(super) leg: u8,
    lane: Lane,
    pub(super) phase: Phase,
    /// Who last had its turn in the round of a draft or of launches.
    pub(super) seat: Seat,
    /// Who has passed in that round.
    pub(super) passed: u8,
    pub(super) ship: Ship,
    pub(super) heading: u8,
    pub(super) power: u8,
}

/// The state before the first event.
pub(super) fn start() -> State {
    State {
        queue: 0,
        deck: Cards::ALL,
        offer: Cards::default(),
        cards: [Cards::default(); SEATS],
        ledgers: [Ledger::default(); SEATS],
        lanes: [0; 4],
        at_sea: 0,
        sunk: 0,
        missing: 0,
        held: 0,
        xs: [0; SHIPS],
        ys: [0; SHIPS],
        lies: [Lie::START; SHIPS],
        struck: [NOBODY; SHIPS],
        turn: 0,
        leg: 0,
        lane: Lane::AfricaSouth,
        phase: Phase::Offer,
        seat: Seat(0),
        passed: 0,
        ship: Ship(0),
        heading: 0,
        power: 0,
    }
}

impl State {
    /// What is due next.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The turn under way, from 0; the number of turns when the game is over.
    #[inline]
    pub fn turn_number(&self) -> u32 {
        self.turn.into()
    }

    /// The leg under way, from 0.
    #[inline]
    pub fn leg(&self) -> u32 {
        self.leg.into()
    }

    /// The lane whose part of the leg it is; none in the first leg, which is for all.
    #[inline]
    pub fn lane(&self) -> Option<Lane> {
        (self.leg > 0).then_some(self.lane)
    }

    /// The ship being aimed or thrown, in the phases where there is one.
    #[inline]
    pub fn thrown(&self) -> Option<Ship> {
        matches!(self.phase, Phase::Aim | Phase::Power | Phase::Roll).then_some(self.ship)
    }

    /// The heading chosen for the throw, once it is.
    #[inline]
    pub fn heading(&self) -> Option<u8> {
        matches!(self.phase, Phase::Power | Phase::Roll).then_some(self.heading)
    }

    /// The quarter turns chosen for the throw, once they are.
    #[inline]
    pub fn power(&self) -> Option<u8> {
        (self.phase == Phase::Roll).then_some(self.power)
    }

    /// Whether a ship at sea has had its turn in this leg; not the one being thrown.
    #[inline]
    pub fn has_sailed(&self, ship: Ship) -> bool {
        if self.thrown() == Some(ship) {
            return false;
        }
        match self.lane_of(ship) {
            Some(lane) if self.leg > 0 && lane == self.lane => !self.is_queued(ship),
            Some(lane) => self.leg == 0 || lane < self.lane,
            None => true,
        }
    }

    /// The ships that still sail in this lane's part of the leg, in their order (SO-9).
    pub fn queue(&self) -> impl Iterator<Item = Ship> {
        let mut left = *self;
        std::iter::from_fn(move || left.next_in_queue())
    }

    #[inline]
    fn is_queued(&self, ship: Ship) -> bool {
        let mut queue = self.queue;
        while queue != 0 {
            if queue & 31 == u128::from(ship.0 + 1) {
                return true;
            }
            queue >>= 5;
        }
        false
    }

    /// The contracts laid out and not yet taken.
    #[inline]
    pub fn offer(&self) -> Cards {
        self.offer
    }

    /// The contracts never taken: the deck with the offer.
    #[inline]
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// A seat's contracts of this turn.
    #[inline]
    pub fn cards(&self, seat: Seat) -> Cards {
        self.cards[seat.index()]
    }

    /// What a seat has come to.
    #[inline]
    pub fn ledger(&self, seat: Seat) -> &Ledger {
        &self.ledgers[seat.index()]
    }

    /// The ships at sea.
    #[inline]
    pub fn at_sea(&self) -> Ships {
        Ships(self.at_sea)
    }

    /// The ships at sea in a lane.
    #[inline]
    pub fn sailing(&self, lane: Lane) -> Ships {
        Ships(self.lanes[lane.index()] & self.at_sea)
    }

    /// The ships that arrived in a lane this turn.
    #[inline]
    pub fn arrived(&self, lane: Lane) -> Ships {
        Ships(self.lanes[lane.index()] & !self.at_sea)
    }

    /// A seat's ships in port, not launched this turn.
    #[inline]
    pub fn in_port(&self, seat: Seat) -> Ships {
        let [a, b, c, d] = self.lanes;
        Ships(fleet(seat) & !(a | b | c | d | self.sunk))
    }

    /// The ships sunk for the game.
    #[inline]
    pub fn sunk(&self) -> Ships {
        Ships(self.sunk)
    }

    /// The ships that must miss their next turn.
    #[inline]
    pub fn missing(&self) -> Ships {
        Ships(self.missing)
    }

    /// The ships held by pirates.
    #[inline]
    pub fn held(&self) -> Ships {
        Ships(self.held)
    }

    /// The lane of a ship at sea or arrived.
    #[inline]
    pub fn lane_of(&self, ship: Ship) -> Option<Lane> {
        Lane::ALL.into_iter().find(|lane| self.lanes[lane.index()] & ship.bit() != 0)
    }

    /// Where a ship at sea lies.
    #[inline]
    pub fn place(&self, ship: Ship) -> Place {
        Place { x: self.xs[ship.index()].into(), y: self.ys[ship.index()].into() }
    }

    /// How the die of a ship at sea lies.
    #[inline]
    pub fn lie(&self, ship: Ship) -> Lie {
        self.lies[ship.index()]
    }

    /// The ship that a ship ran into and is still locked to (SO-14).
    #[inline]
    pub fn ran_into(&self, ship: Ship) -> Option<Ship> {
        let struck = self.struck[ship.index()];
        (struck != NOBODY).then_some(Ship(struck))
    }

    /// The ships that a ship is locked to, whichever of them ran into the other (SO-14).
    pub fn locked_to(&self, ship: Ship) -> Ships {
        let mut locked = self.ran_into(ship).map_or(0, Ship::bit);
        for other in self.at_sea() {
            if self.struck[other.index()] == ship.0 {
                locked |= other.bit();
            }
        }
        Ships(locked)
    }

    /// The route of a ship at sea or arrived.
    #[inline]
    pub(super) fn route_of(&self, ship: Ship) -> Route {
        let past_somalia = self.lanes[Lane::SomaliaSouth.index()] | self.lanes[Lane::SomaliaNorth.index()];
        if past_somalia & ship.bit() != 0 { Route::Somalia } else { Route::Africa }
    }

    /// Whether a seat has passed in the round of the draft or of launches under way.
    #[inline]
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed >> seat.0 & 1 == 1
    }

    /// Puts a ship to sea in a lane.
    pub(super) fn launch(&mut self, ship: Ship, lane: Lane, at: Place) {
        self.lanes[lane.index()] |= ship.bit();
        self.at_sea |= ship.bit();
        self.put(ship, at);
    }

    #[inline]
    pub(super) fn put(&mut self, ship: Ship, at: Place) {
        self.xs[ship.index()] = at.x as i16;
        self.ys[ship.index()] = at.y as i16;
    }

    #[inline]
    pub(super) fn set_lie(&mut self, ship: Ship, lie: Lie) {
        self.lies[ship.index()] = lie;
    }

    #[inline]
    pub(super) fn lock(&mut self, thrown: Ship, struck: Ship) {
        self.struck[thrown.index()] = struck.0;
    }

    /// Ends all locks of a ship.
    #[inline]
    pub(super) fn unlock(&mut self, ship: Ship) {
        self.struck[ship.index()] = NOBODY;
        for other in &mut self.struck {
            if *other == ship.0 {
                *other = NOBODY;
            }
        }
    }

    /// Takes a ship off the board that has arrived.
    pub(super) fn arrive(&mut self, ship: Ship) {
        self.leave(ship);
    }

    /// Takes a ship out of the game.
    pub(super) fn sink(&mut self, ship: Ship) {
        self.leave(ship);
        for lane in &mut self.lanes {
            *lane &= !ship.bit();
        }
        self.sunk |= ship.bit();
    }

    /// Puts a ship where one is that has arrived.
    pub(super) fn land(&mut self, ship: Ship, lane: Lane) {
        self.lanes[lane.index()] |= ship.bit();
    }

    /// Puts a ship where one is that has sunk.
    pub(super) fn drown(&mut self, ship: Ship) {
        self.sunk |= ship.bit();
    }

    /// Only a ship that is being thrown leaves the board, so it neither is held nor misses a turn nor has locks.
    fn leave(&mut self, ship: Ship) {
        debug_assert!((self.held | self.missing) & ship.bit() == 0 && self.locked_to(ship).is_empty());
        self.at_sea &= !ship.bit();
        self.put(ship, Place { x: 0, y: 0 });
        self.set_lie(ship, Lie::START);
    }

    /// Brings all ships not sunk back to port and clears the contracts away (SO-18).
    pub(super) fn clear_board(&mut self) {
        *self = State { deck: self.deck, ledgers: self.ledgers, sunk: self.sunk, turn: self.turn, ..start() };
    }

    /// Begins a lane's part of a leg with its ships in the order in which they sail.
    #[inline]
    pub(super) fn open_lane(&mut self, lane: Lane, order: impl DoubleEndedIterator<Item = Ship>) {
        self.lane = lane;
        self.queue = order.rev().fold(0, |queue, ship| queue << 5 | u128::from(ship.0 + 1));
    }

    /// The next ship that sails in this lane's part of the leg.
    #[inline]
    pub(super) fn next_in_queue(&mut self) -> Option<Ship> {
        let ship = (self.queue & 31) as u8;
        self.queue >>= 5;
        ship.checked_sub(1).map(Ship)
    }
}
