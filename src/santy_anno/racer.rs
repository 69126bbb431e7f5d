//! One seat's race apart from the others'.
//!
//! What a seat thinks, and that it runs, nobody sees until it sits (SA-18). So whoever plays a round out need not ask the
//! seats in the order of their clocks: each can race on alone, and what it came to is put back into the state.

use crate::random::{self, Lots, Rng};
use crate::seat::Seat;

use super::SantyAnno;
use super::chance::other_ship;
use super::mind::SLIP_UNIT;
use super::race::Clock;
use super::ships::{SHIPS, Ship};
use super::state::State;

/// How far a seat has come that races on alone.
#[derive(Clone, Copy, Debug)]
pub struct Racer {
    /// Whose pirate it is.
    pub seat: Seat,
    /// What its clock shows.
    pub clock: u32,
    /// How many cards it has thought through.
    pub thought: usize,
    /// The ship it believes in.
    pub belief: Ship,
    /// The ship it believed in before a recheck.
    pub first_read: Option<Ship>,
}

impl Racer {
    /// When it acts: by clock, then by seat (SA-17).
    #[inline]
    pub fn order(&self) -> (u32, Seat) {
        (self.clock, self.seat)
    }
}

impl State {
    /// A seat that has not set out, as it stands in the race.
    #[inline]
    pub fn racer(&self, seat: Seat) -> Racer {
        Racer {
            seat,
            clock: self.clock(seat),
            thought: self.thought(seat),
            belief: self.belief(seat),
            first_read: self.first_read(seat),
        }
    }
}

impl SantyAnno {
    /// Thinks the cards through up to so many, as chance would have it (SA-17, SA-22), and notes before each how it stands.
    #[inline]
    pub fn think_alone(
        &self,
        state: &State,
        racer: &mut Racer,
        cards: usize,
        rng: &mut Rng,
        mut note: impl FnMut(&Racer),
    ) {
        let mind = &self.minds[racer.seat.index()];
        let ahead = racer.thought..cards;
        for (&task, course) in state.race.tasks[ahead.clone()].iter().zip(&state.race.courses[ahead]) {
            note(racer);
            let pace = mind.pace(task);
            let mut lots = Lots::new(rng);
            racer.clock += pace.lo + lots.below(pace.span);
            racer.belief = course.to(racer.belief);
            racer.thought += 1;
            if lots.below(SLIP_UNIT) < pace.slip {
                racer.belief = Ship::at(racer.belief.index() as u32 + 1 + lots.below(SHIPS as u32 - 1));
            }
        }
    }

    /// Goes through all the cards again, as chance would have it (SA-17, SA-22).
    pub fn recheck_alone(&self, state: &State, racer: &mut Racer, rng: &mut Rng) {
        let (lo, hi, right) = self.recheck(&state.race, racer.seat);
        racer.clock += lo + random::below(rng, hi - lo + 1);
        racer.first_read = Some(racer.belief);
        racer.belief = state.true_ship(racer.seat);
        if random::unit(rng) >= right {
            racer.belief = other_ship(racer.belief, rng);
        }
    }

    /// Puts a racer back into its race, where it runs to a ship; without one it is counted out (SA-19).
    #[inline]
    pub fn put_back(&self, state: &mut State, racer: &Racer, target: Option<Ship>) {
        let index = racer.seat.index();
        let ticks = target.map(|ship| self.run_ticks(state, racer.seat, ship));
        let race = &mut state.race;
        debug_assert!(race.waits(racer.seat));
        race.thought[index] = racer.thought as u8;
        race.beliefs[index] = racer.belief;
        race.first_reads[index] = racer.first_read;
        race.clocks[index] = Clock::waiting(racer.seat, racer.clock);
        if let (Some(ship), Some(ticks)) = (target, ticks) {
            race.clocks[index] = Clock::sitting(racer.seat, racer.clock + ticks);
            race.targets[index] = ship;
            race.waiting &= !(1 << racer.seat.0);
        }
    }

    /// Pays a round out in which everyone has set out or is counted out (SA-20).
    #[inline]
    pub fn pay_out(&self, state: &mut State) {
        self.pay(state);
    }
}
