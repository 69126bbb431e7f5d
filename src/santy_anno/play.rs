use crate::seat::Seat;

use super::SantyAnno;
use super::action::Action;
use super::legal::thinking;
use super::race::{Clock, Race};
use super::ships::Ship;
use super::state::{Phase, State};

/// Thinks on or sets out (SA-17).
#[inline]
pub(super) fn play(game: &SantyAnno, state: &mut State, action: Action) {
    debug_assert!(state.phase == Phase::Act);
    match action {
        Action::Think | Action::Recheck => {
            debug_assert_eq!(thinking(state), Some(action));
            state.phase = Phase::Mind;
        }
        Action::Run(ship) => {
            game.set_out(state, ship);
            game.go_on(state);
        }
    }
}

impl SantyAnno {
    /// Sends the acting seat running (SA-17).
    #[inline]
    pub(super) fn set_out(&self, state: &mut State, target: Ship) {
        let seat = state.race.actor;
        let sits = state.clock(seat) + self.run_ticks(state, seat, target);
        let race = &mut state.race;
        race.clocks[seat.index()] = Clock::sitting(seat, sits);
        race.targets[seat.index()] = target;
        race.waiting &= !(1 << seat.0);
    }

    /// Asks the seat with the earliest clock, or pays the round out when nobody is left to ask.
    #[inline]
    pub(super) fn go_on(&self, state: &mut State) {
        let race = &mut state.race;
        if race.waiting == 0 {
            return self.pay(state);
        }
        let earliest = race.clocks[..self.seats].iter().fold(Clock::ABSENT, |earliest, &clock| earliest.min(clock));
        race.actor = earliest.seat();
        // All others have set out: the last one is counted out (SA-19).
        if self.deadline(state, earliest.seat()).is_some_and(|deadline| earliest.tick() > deadline) {
            return self.pay(state);
        }
        state.phase = Phase::Act;
    }

    /// Shows the true ships, pays the coins (SA-20) and moves the pirates on (SA-21).
    pub(super) fn pay(&self, state: &mut State) {
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
}
