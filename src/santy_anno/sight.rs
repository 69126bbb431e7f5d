//! What a seat knows, and what it can imagine of the rest.
//!
//! A state is imagined from what is known alone: first everything hidden is blanked out, then it is drawn anew. So what
//! is drawn cannot depend on the cards' faces, on true ships or on what rivals think.

use crate::random::{self, Rng};
use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::chance::{other_ship, shuffle};
use super::race::staggered;
use super::ships::{Course, SHIPS, Ship};
use super::state::{Clock, MAX_CARDS, State};

/// All that a seat knows (SA-18): a state in which everything hidden from it is blank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    known: State,
    viewer: Seat,
}

impl Observation {
    pub(super) fn new(known: State, viewer: Seat) -> Observation {
        Observation { known, viewer }
    }
}

/// A certain seat keeps its ship by odds as long as these, so that of two certain seats on one ship one can be wrong.
const CERTAIN: f64 = 1e12;
/// How often true ships are drawn again, and free ships given out again, before what is asked counts as impossible.
const REDRAWS: usize = 64;

/// Which ships the viewer's own thinking points to, and with what weights its first read, its second and neither is right.
struct Reads {
    first: Ship,
    second: Ship,
    weights: [f64; 3],
    /// The ships it does not end on where neither is right.
    shunned: u8,
}

impl SantyAnno {
    /// The state with everything hidden from the viewer blanked out.
    pub(super) fn known(&self, state: &State, viewer: Seat) -> State {
        let mut known = *state;
        let race = &mut known.race;
        for card in race.cards.as_mut_slice() {
            *card = card.kind().first();
        }
        race.courses = [Course::STAY; MAX_CARDS];
        if race.cards.len() == 0 {
            return known;
        }
        let now = race.clocks[viewer.index()].tick();
        for rival in Seat::all(self.seats).filter(|&seat| seat != viewer) {
            let index = rival.index();
            race.first_reads[index] = None;
            if race.waits(rival) || race.clocks[index].tick() > now {
                race.waiting |= 1 << rival.0;
                race.clocks[index] = Clock::waiting(rival, 0);
                race.thought[index] = 0;
                race.beliefs[index] = state.home(rival);
                race.targets[index] = Ship::at(0);
            } else {
                race.thought[index] = race.cards.len() as u8;
                race.beliefs[index] = race.targets[index];
            }
        }
        known
    }

    /// A state drawn from what the viewer knows.
    pub(super) fn imagine_from(&self, known: State, viewer: Seat, rng: &mut Rng) -> State {
        let mut state = known;
        if state.cards() > 0 {
            self.imagine_cards(&mut state, rng);
        }
        if state.is_racing() {
            let truth = self.imagine_truth(&state, viewer, rng);
            self.imagine_courses(&mut state, viewer, &truth, rng);
            self.imagine_rivals(&mut state, viewer, rng);
        }
        state
    }

    /// Gives every card a face of its kind that is still in the deck.
    fn imagine_cards(&self, state: &mut State, rng: &mut Rng) {
        let mut deck = state.deck;
        let race = &mut state.race;
        for (position, card) in race.cards.as_mut_slice().iter_mut().enumerate() {
            let mut alike = deck.of_kind(card.kind());
            *card = alike.take_nth(random::below(rng, alike.len()));
            deck.take(*card);
            race.courses[position] = card.course(state.ring);
            if let (Some(event), 3..) = (race.event, position) {
                race.courses[position] = staggered(state.ring, race.courses[position], event);
            }
        }
    }

    /// Draws every seat's true ship. Rivals who have sat keep theirs with the chance that a whole walk has no slip, and
    /// so does the viewer once it has thought all the cards through; nobody shares a ship, and nobody who does not keep a
    /// ship ends there after all.
    fn imagine_truth(&self, state: &State, viewer: Seat, rng: &mut Rng) -> [Ship; MAX_SEATS] {
        let reads = self.reads(state, viewer);
        let is_rival_sat = |seat: &Seat| *seat != viewer && !state.race.waits(*seat);
        let mut odds = [0.0; MAX_SEATS];
        // What all outcomes on a ship weigh together: 1 that nobody keeps it, and the odds of each who might.
        let mut stakes = [1.0; SHIPS];
        for seat in Seat::all(self.seats).filter(is_rival_sat) {
            let right = self.walk_right(state, seat, 0..state.cards());
            odds[seat.index()] = (right / (1.0 - right)).min(CERTAIN);
            stakes[state.belief(seat).index()] += odds[seat.index()];
        }
        for _ in 0..REDRAWS {
            let mut truth = [None; MAX_SEATS];
            let mut shunned = [0u8; MAX_SEATS];
            let mut taken = 0u8;
            // Where the viewer keeps a ship no rival does: that weighs 1 of all that the ship's outcomes weigh.
            let [first, second, neither] = reads.weights;
            let first = first / stakes[reads.first.index()];
            let second = second / stakes[reads.second.index()];
            let pick = random::unit(rng) * (first + second + neither);
            if pick < first + second {
                let ship = if pick < first { reads.first } else { reads.second };
                truth[viewer.index()] = Some(ship);
                taken |= ship.bit();
            } else {
                shunned[viewer.index()] = reads.shunned;
            }
            let mut left = stakes;
            for seat in Seat::all(self.seats).filter(is_rival_sat) {
                let ship = state.belief(seat);
                let odds = odds[seat.index()];
                if taken & ship.bit() == 0 && random::unit(rng) * left[ship.index()] < odds {
                    truth[seat.index()] = Some(ship);
                    taken |= ship.bit();
                } else {
                    left[ship.index()] -= odds;
                    shunned[seat.index()] = ship.bit();
                }
            }
            if let Some(truth) = self.fill(truth, taken, &shunned, rng) {
                return truth;
            }
        }
        // Such a table cannot have come from seats that think all cards through: nothing is known then.
        let anywhere = self.fill([None; MAX_SEATS], 0, &[0; MAX_SEATS], rng);
        anywhere.expect("eight ships are enough for all where none is shunned")
    }

    /// Gives the seats without a ship the free ones, in any order alike that has nobody on a shunned one.
    fn fill(
        &self,
        truth: [Option<Ship>; MAX_SEATS],
        taken: u8,
        shunned: &[u8; MAX_SEATS],
        rng: &mut Rng,
    ) -> Option<[Ship; MAX_SEATS]> {
        let mut free = [Ship::at(0); SHIPS];
        let mut count = 0;
        for ship in Ship::all().filter(|ship| taken & ship.bit() == 0) {
            free[count] = ship;
            count += 1;
        }
        let homeless = self.seats + count - SHIPS;
        for _ in 0..REDRAWS {
            shuffle(&mut free[..count], homeless, rng);
            let mut next = 0;
            let mut full = [Ship::at(0); MAX_SEATS];
            let fits = (0..self.seats).all(|seat| {
                full[seat] = truth[seat].unwrap_or_else(|| {
                    next += 1;
                    free[next - 1]
                });
                truth[seat].is_some() || shunned[seat] & full[seat].bit() == 0
            });
            if fits {
                return Some(full);
            }
        }
        None
    }

    /// What the viewer's reads are worth: nothing with cards left, then the first read, then two of them.
    fn reads(&self, state: &State, viewer: Seat) -> Reads {
        let belief = state.belief(viewer);
        if state.thought(viewer) < state.cards() {
            return Reads { first: belief, second: belief, weights: [0.0, 0.0, 1.0], shunned: 0 };
        }
        let p = self.walk_right(state, viewer, 0..state.cards());
        let r = self.recheck(&state.race, viewer).2;
        let (first, weights) = match state.first_read(viewer) {
            None => (belief, [p, 0.0, 1.0 - p]),
            Some(first) if first == belief => (belief, [p * r, 0.0, (1.0 - p) * (1.0 - r) / 7.0]),
            Some(first) => (first, [p * (1.0 - r), (1.0 - p) * r, (1.0 - p) * (1.0 - r) * 6.0 / 7.0]),
        };
        Reads { first, second: belief, weights, shunned: first.bit() | belief.bit() }
    }

    /// Bends the cards so that they lead to the true ships: the last one gives everyone its ship, whatever came before,
    /// and the last one the viewer thought through makes its belief right or wrong so far.
    fn imagine_courses(&self, state: &mut State, viewer: Seat, truth: &[Ship; MAX_SEATS], rng: &mut Rng) {
        let cards = state.cards();
        let thought = state.thought(viewer);
        let belief = state.belief(viewer);
        if 0 < thought && thought < cards {
            let is_right = random::unit(rng) < self.walk_right(state, viewer, 0..thought);
            let right = if is_right { belief } else { other_ship(belief, rng) };
            let reached = state.race.walk(state.home(viewer), thought);
            let last = &mut state.race.courses[thought - 1];
            *last = last.then_swap(reached, right);
        }
        let mut targets = [0; SHIPS];
        let (mut without_pirate, mut free) = (0xff_u8, 0xff_u8);
        for (&home, &ship) in state.homes.iter().zip(truth).take(self.seats) {
            let from = state.race.walk(home, cards - 1);
            targets[from.index()] = ship.index() as u8;
            without_pirate &= !from.bit();
            free &= !ship.bit();
        }
        for from in Ship::all().filter(|ship| without_pirate & ship.bit() != 0) {
            let target = random::pick_bit(rng, free.into());
            targets[from.index()] = target as u8;
            free &= !(1 << target);
        }
        state.race.courses[cards - 1] = Course::of(targets);
    }

    /// Draws how far the rivals who have not been seen to sit have come, as if each thought all the cards through and
    /// then ran to the ship it believes in.
    fn imagine_rivals(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        let actor = state.race.actor;
        let own = state.clock(viewer);
        let mut now = own;
        if actor != viewer {
            // The one to act is no later than the viewer, who comes first on a tie if its seat is lower.
            self.think_until(state, actor, own.saturating_sub(u32::from(actor > viewer)), rng);
            now = state.clock(actor);
        }
        for rival in Seat::all(self.seats).filter(|&seat| seat != viewer && seat != actor) {
            if state.race.waits(rival) {
                self.think_past(state, rival, now + u32::from(rival < actor), own, rng);
            }
        }
    }

    fn ticks(&self, state: &State, seat: Seat, rng: &mut Rng) -> u32 {
        let pace = self.pace(&state.race, seat, state.thought(seat));
        pace.lo + random::below(rng, pace.hi - pace.lo + 1)
    }

    /// Lets a rival think as long as its clock does not pass a tick.
    fn think_until(&self, state: &mut State, rival: Seat, tick: u32, rng: &mut Rng) {
        let mut clock = 0;
        while state.thought(rival) < state.cards() {
            clock += self.ticks(state, rival, rng);
            if clock > tick {
                break;
            }
            state.race.clocks[rival.index()] = Clock::waiting(rival, clock);
            state.race.thought[rival.index()] += 1;
        }
        self.imagine_belief(state, rival, rng);
    }

    /// Lets a rival think until its clock reaches `tick`; if it is done before that it has set out, and sits after the
    /// viewer's clock, having thought twice if that is what it takes.
    fn think_past(&self, state: &mut State, rival: Seat, tick: u32, own: u32, rng: &mut Rng) {
        let index = rival.index();
        let mut clock = 0;
        while clock < tick && state.thought(rival) < state.cards() {
            clock += self.ticks(state, rival, rng);
            state.race.thought[index] += 1;
        }
        self.imagine_belief(state, rival, rng);
        let mut sits = clock + self.run_ticks(state, rival, state.belief(rival));
        if clock < tick && sits <= own {
            let (lo, hi, right) = self.recheck(&state.race, rival);
            clock += lo + random::below(rng, hi - lo + 1);
            state.race.first_reads[index] = Some(state.belief(rival));
            state.race.beliefs[index] = self.read_of(state.true_ship(rival), right, rng);
            sits = clock + self.run_ticks(state, rival, state.belief(rival));
        }
        if clock < tick && sits > own {
            state.race.waiting &= !(1 << rival.0);
            state.race.targets[index] = state.belief(rival);
            state.race.clocks[index] = Clock::sitting(rival, sits);
        } else {
            state.race.clocks[index] = Clock::waiting(rival, clock.max(tick));
        }
    }

    /// Draws what a rival believes after the cards it has thought through.
    fn imagine_belief(&self, state: &mut State, rival: Seat, rng: &mut Rng) {
        let thought = state.thought(rival);
        let reached = state.race.walk(state.home(rival), thought);
        state.race.beliefs[rival.index()] = self.read_of(reached, self.walk_right(state, rival, 0..thought), rng);
    }

    /// The right ship with its chance, and otherwise any other.
    fn read_of(&self, right: Ship, chance: f64, rng: &mut Rng) -> Ship {
        if random::unit(rng) < chance { right } else { other_ship(right, rng) }
    }
}
