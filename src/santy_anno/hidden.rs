//! What a seat knows, and what it can imagine of the rest.
//!
//! A state is imagined from what is known alone: first everything hidden is blanked out, then it is drawn anew. So what
//! is drawn cannot depend on the cards' faces, on true ships or on what rivals think.
//!
//! The page's section on what bots imagine makes one assumption about rivals: whoever has sat down has thought all the
//! cards through once and run to the ship it believed in. Nothing else about how rivals play is taken for granted here.
//! Those who have not been seen to sit are drawn from the same assumption, with the minds that everybody knows (SA-22),
//! and a second look only where the assumption would contradict what is seen. That a rival may guess, or likes to look
//! twice, is knowledge of play and belongs to the players.

use serde::{Deserialize, Serialize};

use crate::random::{self, Rng};
use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::cards::MAX_CARDS;
use super::chance::{other_ship, shuffle};
use super::race::{Clock, staggered};
use super::ships::{Course, SHIPS, Ship};
use super::state::{Phase, State};

/// All that a seat knows (SA-18). Ships are their numbers, cards their faces or kinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The seat that looks.
    pub viewer: u8,
    /// What is due: `table`, `start`, `remove`, `cards` or `event` from chance, `act` where the viewer must choose,
    /// `mind` where its thinking comes to something, `wait` while others think and run, or `over`.
    pub phase: String,
    /// The round, counted from 1; the last one once the game is over.
    pub round: u8,
    /// The ships clockwise from place 0; none before the table is laid.
    pub table: Vec<u8>,
    /// Everybody's pirate, by seat.
    pub seats: Vec<Pirate>,
    /// The faces of the cards not dealt in earlier rounds: those of the round under way are among them.
    pub deck: Vec<String>,
    /// The event cards not drawn yet; none in a game without events.
    pub event_deck: Vec<String>,
    /// The kinds of the round's cards, in the order in which they are thought through; none between two rounds.
    pub cards: Vec<String>,
    /// The event of the round, once it is drawn.
    pub event: Option<String>,
    /// How far the viewer's own thinking has come; nothing between two rounds.
    pub head: Option<Head>,
}

/// What everybody sees of a seat and its pirate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pirate {
    /// The ship on which the pirate began the round; nothing before chance has given it one.
    pub ship: Option<u8>,
    /// The value of the coins won.
    pub score: u8,
    /// The coins won, highest first.
    pub coins: Vec<u8>,
    /// In how many rounds it sat down at a wrong ship.
    pub wrong: u8,
    /// In how many rounds it was too late, or never sat down.
    pub late: u8,
    /// In how many rounds it thought twice.
    pub rechecks: u8,
    /// Where it is seen to have sat down in this round; for the viewer itself, where it will as soon as it has set out.
    pub sat: Option<Sitting>,
}

/// Where and when a pirate sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// At which ship.
    pub ship: u8,
    /// On which tick of the round.
    pub tick: u32,
}

/// What a seat alone knows of its own thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// What its clock shows, in ticks; once it has set out, the tick on which it sits down.
    pub clock: u32,
    /// How many cards it has thought through.
    pub thought: u8,
    /// The ship on which it believes its pirate to be.
    pub belief: u8,
    /// The ship it believed in before its recheck, if it has made one.
    pub first_read: Option<u8>,
}

/// All that `viewer` knows.
///
/// Whom the table asks is not in it unless that is the viewer: a seat asked no more has set out, which nobody sees
/// (SA-18).
pub(super) fn observe(game: &SantyAnno, state: &State, viewer: Seat) -> Observation {
    let known = known(game, state, viewer);
    let waits = known.is_racing() && known.race.actor != viewer;
    let is_laid = known.phase != Phase::Table;
    let (deck, left) = known.deck.spread();
    let head = || Head {
        clock: known.clock(viewer),
        thought: known.race.thought[viewer.index()],
        belief: known.belief(viewer).number(),
        first_read: known.first_read(viewer).map(Ship::number),
    };
    let events_left = if game.events { known.event_deck.len() } else { 0 };
    Observation {
        viewer: viewer.0,
        phase: if waits { "wait" } else { known.phase.name() }.to_owned(),
        round: (known.round + 1).min(game.rounds),
        table: (0..SHIPS as u32).filter(|_| is_laid).map(|place| known.ring.ship(place).number()).collect(),
        seats: Seat::all(game.seats).map(|seat| pirate(game, &known, seat)).collect(),
        deck: deck[..left].iter().map(|card| card.face().to_owned()).collect(),
        event_deck: (0..events_left).map(|n| known.event_deck.nth(n).name().to_owned()).collect(),
        cards: known.race.cards.as_slice().iter().map(|card| card.kind().name().to_owned()).collect(),
        event: known.event().map(|event| event.name().to_owned()),
        head: (known.cards() > 0).then(head),
    }
}

fn pirate(game: &SantyAnno, known: &State, seat: Seat) -> Pirate {
    let has_ship = !matches!(known.phase, Phase::Table | Phase::Start);
    let tally = known.tallies[seat.index()];
    let won = |coin: usize| vec![game.coins[coin]; known.coins_won(seat, coin) as usize];
    Pirate {
        ship: has_ship.then(|| known.home(seat).number()),
        score: known.scores[seat.index()],
        coins: (0..game.coins.len()).flat_map(won).collect(),
        wrong: tally.wrong,
        late: tally.late,
        rechecks: tally.rechecks,
        sat: known.target(seat).map(|ship| Sitting { ship: ship.number(), tick: known.clock(seat) }),
    }
}

/// The state with everything hidden from the viewer blanked out, apart from whom the table asks and for what: a state
/// must ask somebody.
pub(super) fn known(game: &SantyAnno, state: &State, viewer: Seat) -> State {
    let mut known = *state;
    let race = &mut known.race;
    for card in race.cards.as_mut_slice() {
        *card = card.kind().first();
    }
    race.courses = [Course::STAY; MAX_CARDS];
    if race.cards.len() == 0 {
        return known;
    }
    // An onlooker has no clock: it sees who sat where when the round is over.
    let now = race.clocks[..game.seats].get(viewer.index()).map(|clock| clock.tick());
    for rival in Seat::all(game.seats).filter(|&seat| seat != viewer) {
        let index = rival.index();
        race.first_reads[index] = None;
        if now.is_none_or(|now| race.waits(rival) || race.clocks[index].tick() > now) {
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

/// The seats that have set out, by the tick on which they sit down and then by seat, each with its ship.
pub(super) fn sittings(game: &SantyAnno, state: &State) -> Vec<(u32, Seat, Ship)> {
    let sitting = |seat: Seat| Some((state.clock(seat), seat, state.target(seat)?));
    let mut sittings: Vec<_> = Seat::all(game.seats).filter_map(sitting).collect();
    sittings.sort();
    sittings
}

/// The rivals that a viewer sees to have sat down after a step of the race and did not see before it.
pub(super) fn newly_sat(game: &SantyAnno, before: &State, after: &State, viewer: Seat) -> Vec<(u32, Seat, Ship)> {
    let seen = known(game, before, viewer);
    let mut sat = sittings(game, &known(game, after, viewer));
    sat.retain(|&(_, seat, _)| seat != viewer && seen.target(seat).is_none());
    sat
}

/// A state drawn from what the viewer knows.
pub(super) fn imagine(game: &SantyAnno, state: &State, viewer: Seat, rng: &mut Rng) -> State {
    let mut state = known(game, state, viewer);
    if state.cards() > 0 {
        game.imagine_cards(&mut state, rng);
    }
    if state.is_racing() {
        let truth = game.imagine_truth(&state, viewer, rng);
        game.imagine_courses(&mut state, viewer, &truth, rng);
        game.imagine_rivals(&mut state, viewer, rng);
    }
    state
}

/// A certain seat keeps its ship by odds as long as these, so that of two certain seats on one ship one can be wrong.
const CERTAIN: f64 = 1e12;
/// How often true ships are drawn again, and free ships given out again, before what is asked counts as impossible.
const REDRAWS: usize = 64;

/// Which ships the viewer's own thinking points to, and with what weights its first read, its second and neither is
/// right.
struct Reads {
    first: Ship,
    second: Ship,
    weights: [f64; 3],
    /// The ships it does not end on where neither is right.
    shunned: u8,
}

impl SantyAnno {
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
    /// so does the viewer once it has thought all the cards through; nobody shares a ship, and nobody who does not keep
    /// a ship ends there after all.
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

    /// Gives the seats without a ship the free ones; of the orders that have nobody on a shunned one all are equally
    /// likely.
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
