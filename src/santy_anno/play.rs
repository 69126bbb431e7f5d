use crate::seat::{MAX_SEATS, Seat};

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
        let late = state.race.waiting | self.last_too_late(&state.race);
        // The clocks of those who sat down right and in time.
        let mut due = [Clock::ABSENT; MAX_SEATS];
        for seat in Seat::all(self.seats) {
            let index = seat.index();
            let home = state.true_ship(seat);
            let race = &state.race;
            let sits_right = race.targets[index] == home;
            let is_late = late >> seat.0 & 1;
            if sits_right && is_late == 0 {
                due[index] = race.clocks[index];
            }
            let tally = &mut state.tallies[index];
            tally.late += is_late;
            tally.wrong += u8::from(!race.waits(seat) && !sits_right);
            tally.rechecks += u8::from(race.first_reads[index].is_some());
            state.homes[index] = home;
        }
        for (position, &value) in self.coins.iter().enumerate() {
            let first = due[..self.seats].iter().fold(Clock::ABSENT, |first, &clock| first.min(clock));
            if first == Clock::ABSENT {
                break;
            }
            let index = first.seat().index();
            due[index] = Clock::ABSENT;
            state.scores[index] += value;
            state.coins[index] += 1 << (28 - 4 * position);
        }
        for &card in state.race.cards.as_slice() {
            state.deck.take(card);
        }
        state.race = Race::NONE;
        state.round += 1;
        state.phase = if state.round == self.rounds { Phase::Over } else { Phase::Cards };
    }

    /// The seat that sat down too long after all the others, if all have sat, as a set (SA-19).
    #[inline]
    fn last_too_late(&self, race: &Race) -> u8 {
        if race.waiting != 0 {
            return 0;
        }
        let [mut last, mut before] = [race.clocks[0].max(race.clocks[1]), race.clocks[0].min(race.clocks[1])];
        for &clock in &race.clocks[2..self.seats] {
            before = before.max(last.min(clock));
            last = last.max(clock);
        }
        u8::from(last.tick() > before.tick() + self.countdown) << last.seat().0
    }
}
