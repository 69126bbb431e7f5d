use std::ops::Range;

use crate::seat::Seat;

use super::SantyAnno;
use super::cards::EventCard;
use super::mind::Pace;
use super::ships::{Course, Ring, Ship};
use super::state::{Clock, Hand, Phase, Race, State};

impl SantyAnno {
    /// Deals a round's cards (SA-14) and puts everyone at the start.
    #[inline]
    pub(super) fn deal(&self, state: &mut State, cards: Hand) {
        let mut race = Race::NONE;
        race.cards = cards;
        for (course, card) in race.courses.iter_mut().zip(cards.as_slice()) {
            *course = card.course(state.ring);
        }
        race.waiting = ((1u32 << self.seats) - 1) as u8;
        for seat in Seat::all(self.seats) {
            race.clocks[seat.index()] = Clock::waiting(seat, 0);
            race.beliefs[seat.index()] = state.home(seat);
        }
        state.race = race;
        state.phase = if self.events { Phase::Event } else { Phase::Act };
    }

    /// Lets the event of a round work on its cards (SA-15).
    pub(super) fn upset(&self, state: &mut State, event: EventCard) {
        state.event_deck.take(event);
        let race = &mut state.race;
        race.event = Some(event);
        let len = race.cards.len();
        match event {
            EventCard::Tornado if len > 3 => {
                race.cards.as_mut_slice().swap(2, 3);
                race.courses.swap(2, 3);
            }
            EventCard::Bermuda => {
                race.cards.as_mut_slice()[3..].reverse();
                race.courses[3..len].reverse();
            }
            EventCard::SeasickOn | EventCard::SeasickBack => {
                for position in 3..len {
                    let course = race.courses[position];
                    race.courses[position] = staggered(state.ring, course, event);
                }
            }
            EventCard::Tornado | EventCard::Rum => {}
        }
        state.phase = Phase::Act;
    }

    /// Sends the acting seat running (SA-17).
    #[inline]
    pub(super) fn set_out(&self, state: &mut State, target: Ship) {
        let seat = state.race.actor;
        let sits = state.clock(seat) + self.run_ticks(state, seat, target);
        let race = &mut state.race;
        race.clocks[seat.index()] = Clock::sitting(seat, sits);
        race.targets[seat.index()] = target;
        race.waiting &= !(1 << seat.0);
        self.next(state);
    }

    /// Ticks from setting out to sitting down at a ship (SA-15, SA-17).
    #[inline]
    pub fn run_ticks(&self, state: &State, seat: Seat, target: Ship) -> u32 {
        let lap = state.round + 1 >= self.lap_from;
        let rum = state.race.event == Some(EventCard::Rum);
        self.runs[usize::from(lap)][usize::from(rum)][state.ring.apart(state.home(seat), target)]
    }

    /// Tells the acting seat what its thinking came to (SA-17).
    #[inline]
    pub(super) fn come_to(&self, state: &mut State, ticks: u32, belief: Ship) {
        let seat = state.race.actor;
        let cards = state.cards();
        let race = &mut state.race;
        if usize::from(race.thought[seat.index()]) < cards {
            race.thought[seat.index()] += 1;
        } else {
            race.first_reads[seat.index()] = Some(race.beliefs[seat.index()]);
        }
        race.beliefs[seat.index()] = belief;
        race.clocks[seat.index()] = Clock::waiting(seat, race.clocks[seat.index()].tick() + ticks);
        self.next(state);
    }

    /// Asks the seat with the earliest clock, or pays the round out when nobody is left to ask.
    #[inline]
    fn next(&self, state: &mut State) {
        let race = &mut state.race;
        let earliest = race.clocks[..self.seats].iter().copied().min();
        let Some(earliest) = earliest.filter(|_| race.waiting != 0) else {
            return self.pay(state);
        };
        race.actor = earliest.seat();
        // All others have set out: the last one is counted out (SA-19).
        if self.deadline(state, earliest.seat()).is_some_and(|deadline| earliest.tick() > deadline) {
            return self.pay(state);
        }
        state.phase = Phase::Act;
    }

    /// The last tick at which a seat may sit down, once all the others have set out (SA-19).
    #[inline]
    fn deadline(&self, state: &State, seat: Seat) -> Option<u32> {
        let race = &state.race;
        let others = race.clocks[..self.seats].iter().filter(|clock| clock.seat() != seat);
        let all_set_out = race.waiting & !(1 << seat.0) == 0;
        all_set_out.then(|| others.max().map_or(0, |clock| clock.tick()) + self.countdown)
    }

    /// Shows the true ships, pays the coins (SA-20) and moves the pirates on (SA-21).
    fn pay(&self, state: &mut State) {
        let race = state.race;
        let late = race.waiting | self.last_too_late(state);
        let mut due = 0u8;
        for seat in Seat::all(self.seats) {
            let home = state.true_ship(seat);
            let sits_right = race.targets[seat.index()] == home;
            let tally = &mut state.tallies[seat.index()];
            tally.late += late >> seat.0 & 1;
            tally.wrong += u8::from(!race.waits(seat) && !sits_right);
            tally.rechecks += u8::from(race.first_reads[seat.index()].is_some());
            due |= u8::from(sits_right) << seat.0;
            state.homes[seat.index()] = home;
        }
        due &= !late;
        for (position, &value) in self.coins.iter().enumerate() {
            let in_time = race.clocks[..self.seats].iter().filter(|clock| due >> clock.seat().0 & 1 == 1);
            let Some(seat) = in_time.min().map(|clock| clock.seat()) else { break };
            due &= !(1 << seat.0);
            state.scores[seat.index()] += value;
            state.coins[seat.index()] += 1 << (28 - 4 * position);
        }
        for &card in race.cards.as_slice() {
            state.deck.take(card);
        }
        state.race = Race::NONE;
        state.round += 1;
        state.phase = if state.round == self.rounds { Phase::Over } else { Phase::Cards };
    }

    /// The seat that sat down too long after all the others, if all have sat, as a set (SA-19).
    #[inline]
    fn last_too_late(&self, state: &State) -> u8 {
        let last = state.race.clocks[..self.seats].iter().max().filter(|_| state.race.waiting == 0);
        last.map_or(0, |last| {
            let deadline = self.deadline(state, last.seat());
            u8::from(deadline.is_some_and(|deadline| last.tick() > deadline)) << last.seat().0
        })
    }

    /// How a seat takes the card at a position of the round (SA-22).
    #[inline]
    pub(super) fn pace(&self, race: &Race, seat: Seat, position: usize) -> &Pace {
        self.minds[seat.index()].pace(race.cards.as_slice()[position].kind(), race.is_seasick(position))
    }

    /// The fewest and most ticks a recheck takes a seat, and the chance that it is right (SA-22).
    pub(super) fn recheck(&self, race: &Race, seat: Seat) -> (u32, u32, f64) {
        let paces = || (0..race.cards.len()).map(|position| self.pace(race, seat, position));
        let nominal: u64 = paces().map(|pace| pace.nominal).sum();
        let (lo, hi) = self.spread.around(nominal * self.recheck_percent, 10_000);
        (lo, hi, paces().map(|pace| pace.recheck_right).product())
    }

    /// The chance that a seat's walk through some cards of the round has no slip.
    pub fn walk_right(&self, state: &State, seat: Seat, cards: Range<usize>) -> f64 {
        cards.map(|position| self.pace(&state.race, seat, position).right).product()
    }

    /// Ticks that a seat still has to think, on average, to get through all the cards.
    pub fn ticks_left(&self, state: &State, seat: Seat) -> f64 {
        let left = state.thought(seat)..state.cards();
        left.map(|position| self.pace(&state.race, seat, position).nominal as f64 / 100.0).sum()
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
