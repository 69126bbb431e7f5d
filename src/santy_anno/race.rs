use std::ops::Range;

use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::cards::{EventCard, Hand, Kind, MAX_CARDS};
use super::mind::{Pace, Task};
use super::ships::{Course, Ring, Ship};
use super::state::State;

/// One round, from its cards to its coins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Race {
    /// In the order in which they are thought through.
    pub(super) cards: Hand,
    pub(super) event: Option<EventCard>,
    /// What each card does, a seasick stagger included.
    pub(super) courses: [Course; MAX_CARDS],
    /// What each card is to those who think it through: as much as all seats see of it.
    pub(super) tasks: [Task; MAX_CARDS],
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
        tasks: [Task::new(Kind::Element, false); MAX_CARDS],
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

    /// Says what there is to think through, by the cards and the event.
    #[inline]
    pub(super) fn set_tasks(&mut self) {
        let seasick = self.event.is_some_and(|event| event.stagger().is_some());
        for (position, (task, card)) in self.tasks.iter_mut().zip(self.cards.as_slice()).enumerate() {
            *task = Task::new(card.kind(), seasick && position >= 3);
        }
    }
}

/// A seat's clock, in one word whose order is that of acting: those who have not set out by their clocks, then those
/// who have by the tick at which they sit down; ties go to the lower seat (SA-17, SA-20).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Clock(u32);

impl Clock {
    /// Of a seat that does not play.
    pub(super) const ABSENT: Clock = Clock(u32::MAX);
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

impl SantyAnno {
    /// Ticks from setting out to sitting down at a ship (SA-15, SA-17).
    #[inline]
    pub fn run_ticks(&self, state: &State, seat: Seat, target: Ship) -> u32 {
        let lap = state.round + 1 >= self.lap_from;
        let rum = state.race.event == Some(EventCard::Rum);
        self.runs[usize::from(lap)][usize::from(rum)][state.ring.apart(state.home(seat), target)]
    }

    /// The last tick at which a seat may sit down, once all the others have set out (SA-19).
    #[inline]
    pub(super) fn deadline(&self, state: &State, seat: Seat) -> Option<u32> {
        let race = &state.race;
        let others = race.clocks[..self.seats].iter().filter(|clock| clock.seat() != seat);
        let all_set_out = race.waiting & !(1 << seat.0) == 0;
        all_set_out.then(|| others.max().map_or(0, |clock| clock.tick()) + self.countdown)
    }

    /// How a seat takes the card at a position of the round (SA-22).
    #[inline]
    pub(super) fn pace(&self, race: &Race, seat: Seat, position: usize) -> &Pace {
        self.minds[seat.index()].pace(race.tasks[position])
    }

    /// The fewest and most ticks a recheck takes a seat, and the chance that it is right (SA-22).
    pub(super) fn recheck(&self, race: &Race, seat: Seat) -> (u32, u32, f64) {
        let (mut nominal, mut right) = (0, 1.0);
        for position in 0..race.cards.len() {
            let pace = self.pace(race, seat, position);
            nominal += pace.nominal;
            right *= pace.recheck_right;
        }
        let (lo, hi) = self.spread.around(nominal * self.recheck_percent, 10_000);
        (lo, hi, right)
    }

    /// The chance that a seat's walk through some cards of the round has no slip.
    pub fn walk_right(&self, state: &State, seat: Seat, cards: Range<usize>) -> f64 {
        cards.map(|position| self.pace(&state.race, seat, position).right).product()
    }

    /// Ticks that a seat has to think about some cards of the round, on average.
    pub fn nominal_ticks(&self, state: &State, seat: Seat, cards: Range<usize>) -> f64 {
        cards.map(|position| self.pace(&state.race, seat, position).nominal as f64 / 100.0).sum()
    }

    /// Ticks that a recheck takes a seat, on average, and the chance that it is right.
    pub fn recheck_odds(&self, state: &State, seat: Seat) -> (f64, f64) {
        let (lo, hi, right) = self.recheck(&state.race, seat);
        (f64::from(lo + hi) / 2.0, right)
    }
}

/// A card's course with the stagger of an event after it, if that makes seasick.
#[inline]
pub(super) fn staggered(ring: Ring, course: Course, event: EventCard) -> Course {
    event.stagger().map_or(course, |places| course.then(ring.helm(places)))
}
