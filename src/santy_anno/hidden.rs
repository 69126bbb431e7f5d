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

use crate::random::{self, Lots, Rng};
use crate::seat::{MAX_SEATS, Seat};

use super::SantyAnno;
use super::cards::MAX_CARDS;
use super::chance::other_ship;
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
    for card in known.race.cards.as_mut_slice() {
        *card = card.kind().first();
    }
    known.race.courses = [Course::STAY; MAX_CARDS];
    game.blank_rivals(&mut known, viewer);
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
    let mut state = *state;
    game.blank_rivals(&mut state, viewer);
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

/// How many cards one word gives ticks for.
const TICKS_IN_A_WORD: u8 = 4;

/// Which ships the viewer's own thinking points to, and with what weights its first read, its second and neither is
/// right.
struct Reads {
    first: Ship,
    second: Ship,
    weights: [f64; 3],
}

/// Who truly belongs where, as far as it is drawn.
#[derive(Clone, Copy)]
struct Truth {
    ships: [Ship; MAX_SEATS],
    /// The seats without a ship, one bit each.
    homeless: u8,
    /// The ships that are left, one bit each.
    free: u8,
    /// The ships on which a homeless seat does not end.
    shunned: [u8; MAX_SEATS],
}

impl Truth {
    /// Gives a seat its ship.
    #[inline]
    fn settle(&mut self, seat: Seat, ship: Ship) {
        self.ships[seat.index()] = ship;
        self.homeless &= !(1 << seat.0);
        self.free &= !ship.bit();
    }

    /// Gives the homeless the free ships; of the orders that have nobody on a shunned one all are equally likely.
    #[inline]
    fn fill(&self, rng: &mut Rng) -> Option<[Ship; MAX_SEATS]> {
        let free = self.free.count_ones();
        (0..REDRAWS).find_map(|_| {
            let mut lots = Lots::new(rng);
            let mut full = *self;
            let mut left = free;
            while full.homeless != 0 {
                let seat = Seat(full.homeless.trailing_zeros() as u8);
                let ship = Ship::at(lots.pick_in_byte(full.free, left));
                if full.shunned[seat.index()] & ship.bit() != 0 {
                    return None;
                }
                full.settle(seat, ship);
                left -= 1;
            }
            Some(full.ships)
        })
    }
}

impl SantyAnno {
    /// Blanks out all that the viewer does not see of its rivals.
    #[inline]
    fn blank_rivals(&self, state: &mut State, viewer: Seat) {
        let race = &mut state.race;
        let cards = race.cards.len();
        if cards == 0 {
            return;
        }
        // An onlooker has no clock: it sees who sat where when the round is over.
        let now = race.clocks[..self.seats].get(viewer.index()).map(|clock| clock.tick());
        for rival in Seat::all(self.seats).filter(|&seat| seat != viewer) {
            let index = rival.index();
            race.first_reads[index] = None;
            if now.is_none_or(|now| race.waits(rival) || race.clocks[index].tick() > now) {
                race.waiting |= 1 << rival.0;
                race.clocks[index] = Clock::waiting(rival, 0);
                race.thought[index] = 0;
                race.beliefs[index] = state.homes[index];
                race.targets[index] = Ship::at(0);
            } else {
                race.thought[index] = cards as u8;
                race.beliefs[index] = race.targets[index];
            }
        }
    }

    /// Gives every card a face of its kind that is still in the deck, whatever face it had.
    #[inline]
    fn imagine_cards(&self, state: &mut State, rng: &mut Rng) {
        let mut lots = Lots::new(rng);
        let mut deck = state.deck;
        let race = &mut state.race;
        for (card, course) in race.cards.as_mut_slice().iter_mut().zip(&mut race.courses) {
            *card = deck.take_alike(card.kind(), &mut lots);
            *course = card.course(state.ring);
        }
        if let Some(event) = race.event {
            for course in race.courses[..race.cards.len()].iter_mut().skip(3) {
                *course = staggered(state.ring, *course, event);
            }
        }
    }

    /// Whether no rival has been seen to sit down.
    #[inline]
    fn no_rival_sat(&self, state: &State, viewer: Seat) -> bool {
        Seat::all(self.seats).all(|seat| seat == viewer || state.race.waits(seat))
    }

    /// Draws every seat's true ship. Rivals who have sat keep theirs with the chance that a whole walk has no slip, and
    /// so does the viewer once it has thought all the cards through; nobody shares a ship, and nobody who does not keep
    /// a ship ends there after all.
    #[inline]
    fn imagine_truth(&self, state: &State, viewer: Seat, rng: &mut Rng) -> [Ship; MAX_SEATS] {
        let everyone = ((1u32 << self.seats) - 1) as u8;
        let unknown =
            Truth { ships: [Ship::at(0); MAX_SEATS], homeless: everyone, free: 0xff, shunned: [0; MAX_SEATS] };
        let reads = self.reads(state, viewer);
        let truth = match (&reads, self.no_rival_sat(state, viewer)) {
            (None, true) => unknown.fill(rng),
            _ => self.imagine_keepers(state, viewer, reads.as_ref(), unknown, rng),
        };
        // Such a table cannot have come from seats that think all cards through: nothing is known then.
        let truth = truth.or_else(|| unknown.fill(rng));
        truth.expect("eight ships are enough for all where none is shunned")
    }

    /// Draws who keeps the ship its thinking points to, and then where the others belong.
    fn imagine_keepers(
        &self,
        state: &State,
        viewer: Seat,
        reads: Option<&Reads>,
        unknown: Truth,
        rng: &mut Rng,
    ) -> Option<[Ship; MAX_SEATS]> {
        let is_rival_sat = |seat: &Seat| *seat != viewer && !state.race.waits(*seat);
        let mut odds = [0.0; MAX_SEATS];
        // What all outcomes on a ship weigh together: 1 that nobody keeps it, and the odds of each who might.
        let mut stakes = [1.0; SHIPS];
        for seat in Seat::all(self.seats).filter(is_rival_sat) {
            let right = self.walk_right(state, seat, 0..state.cards());
            odds[seat.index()] = (right / (1.0 - right)).min(CERTAIN);
            stakes[state.belief(seat).index()] += odds[seat.index()];
        }
        (0..REDRAWS).find_map(|_| {
            let mut truth = unknown;
            if let Some(reads) = reads {
                // Where the viewer keeps a ship no rival does: that weighs 1 of all that the ship's outcomes weigh.
                let [first, second, neither] = reads.weights;
                let first = first / stakes[reads.first.index()];
                let second = second / stakes[reads.second.index()];
                let pick = random::unit(rng) * (first + second + neither);
                if pick < first + second {
                    truth.settle(viewer, if pick < first { reads.first } else { reads.second });
                } else {
                    truth.shunned[viewer.index()] = reads.first.bit() | reads.second.bit();
                }
            }
            let mut left = stakes;
            for seat in Seat::all(self.seats).filter(is_rival_sat) {
                let ship = state.belief(seat);
                let odds = odds[seat.index()];
                if truth.free & ship.bit() != 0 && random::unit(rng) * left[ship.index()] < odds {
                    truth.settle(seat, ship);
                } else {
                    left[ship.index()] -= odds;
                    truth.shunned[seat.index()] = ship.bit();
                }
            }
            truth.fill(rng)
        })
    }

    /// What the viewer's reads are worth: the first one, then two of them; there are none while cards are left.
    #[inline]
    fn reads(&self, state: &State, viewer: Seat) -> Option<Reads> {
        if state.thought(viewer) < state.cards() {
            return None;
        }
        let belief = state.belief(viewer);
        let p = self.walk_right(state, viewer, 0..state.cards());
        let Some(first) = state.first_read(viewer) else {
            return Some(Reads { first: belief, second: belief, weights: [p, 0.0, 1.0 - p] });
        };
        let r = self.recheck(&state.race, viewer).2;
        let weights = if first == belief {
            [p * r, 0.0, (1.0 - p) * (1.0 - r) / 7.0]
        } else {
            [p * (1.0 - r), (1.0 - p) * r, (1.0 - p) * (1.0 - r) * 6.0 / 7.0]
        };
        Some(Reads { first, second: belief, weights })
    }

    /// Bends the cards so that they lead to the true ships: the last one gives everyone its ship, whatever came before,
    /// and the last one the viewer thought through makes its belief right or wrong so far.
    #[inline]
    fn imagine_courses(&self, state: &mut State, viewer: Seat, truth: &[Ship; MAX_SEATS], rng: &mut Rng) {
        let cards = state.cards();
        let thought = state.thought(viewer);
        let belief = state.belief(viewer);
        if 0 < thought && thought < cards {
            let right = self.read_of(belief, self.walk_right(state, viewer, 0..thought), rng);
            let reached = state.race.walk(state.home(viewer), thought);
            let last = &mut state.race.courses[thought - 1];
            *last = last.then_swap(reached, right);
        }
        let mut lots = Lots::new(rng);
        let mut targets = [0; SHIPS];
        let (mut without_pirate, mut free) = (0xff_u8, 0xff_u8);
        for (&home, &ship) in state.homes.iter().zip(truth).take(self.seats) {
            let from = state.race.walk(home, cards - 1);
            targets[from.index()] = ship.index() as u8;
            without_pirate &= !from.bit();
            free &= !ship.bit();
        }
        for left in (1..=SHIPS - self.seats).rev() {
            let target = lots.pick_in_byte(free, left as u32);
            targets[without_pirate.trailing_zeros() as usize] = target as u8;
            without_pirate &= without_pirate - 1;
            free &= !(1 << target);
        }
        state.race.courses[cards - 1] = Course::of(targets);
    }

    /// Draws how far the rivals who have not been seen to sit have come, as if each thought all the cards through and
    /// then ran to the ship it believes in.
    #[inline]
    fn imagine_rivals(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        let actor = state.race.actor;
        let own = state.clock(viewer);
        let mut now = own;
        if actor != viewer {
            // The one to act is no later than the viewer, who comes first on a tie if its seat is lower.
            let last = own.saturating_sub(u32::from(actor > viewer));
            now = self.think_while(state, actor, rng, |_, then| then <= last);
            state.race.clocks[actor.index()] = Clock::waiting(actor, now);
        }
        for rival in Seat::all(self.seats).filter(|&seat| seat != viewer && seat != actor) {
            if state.race.waits(rival) {
                self.think_past(state, rival, now + u32::from(rival < actor), own, rng);
            }
        }
    }

    /// Lets a rival think the next card through as long as the tick before it and the one after it allow, draws what it
    /// believes then, and returns its clock.
    #[inline]
    fn think_while(&self, state: &mut State, rival: Seat, rng: &mut Rng, goes_on: impl Fn(u32, u32) -> bool) -> u32 {
        let race = &mut state.race;
        let mut lots = Lots::new(rng);
        let (mut clock, mut thought) = (0, 0);
        let (mut reached, mut right) = (state.homes[rival.index()], 1.0);
        let mind = &self.minds[rival.index()];
        for (&task, course) in race.tasks[..race.cards.len()].iter().zip(&race.courses) {
            if thought > 0 && thought % TICKS_IN_A_WORD == 0 {
                lots = Lots::new(rng);
            }
            let pace = mind.pace(task);
            let then = clock + pace.lo + lots.below(pace.span);
            if !goes_on(clock, then) {
                break;
            }
            clock = then;
            thought += 1;
            right *= pace.right;
            reached = course.to(reached);
        }
        race.thought[rival.index()] = thought;
        race.beliefs[rival.index()] = self.read_of(reached, right, rng);
        clock
    }

    /// Lets a rival think until its clock reaches `tick`; if it is done before that it has set out, and sits after the
    /// viewer's clock, having thought twice if that is what it takes.
    #[inline]
    fn think_past(&self, state: &mut State, rival: Seat, tick: u32, own: u32, rng: &mut Rng) {
        let index = rival.index();
        let mut clock = self.think_while(state, rival, rng, |before, _| before < tick);
        if clock < tick {
            let mut sits = clock + self.run_ticks(state, rival, state.belief(rival));
            if sits <= own {
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
                return;
            }
        }
        state.race.clocks[index] = Clock::waiting(rival, clock.max(tick));
    }

    /// The right ship with its chance, and otherwise any other.
    #[inline]
    fn read_of(&self, right: Ship, chance: f64, rng: &mut Rng) -> Ship {
        if random::unit(rng) < chance { right } else { other_ship(right, rng) }
    }
}
