//! The game in numbers (`docs/encoding.md`).
//!
//! The gangs are counted from the seat's first one, and a beach that treats them alike is turned with them. Swaps are told
//! by which tokens of the seat's hand go, since there are far more batches of tokens than hands can hold.

use arrayvec::ArrayVec;

use crate::encoding::{Encode, Rows, Vector, around, behind, chooser};
use crate::game::Game;
use crate::seat::Seat;

use super::Bosman;
use super::action::Action;
use super::beach::{Direction, FIELDS, Field, SIDE, fields_in};
use super::boat::places_in;
use super::hidden::veil;
use super::shore::Piece;
use super::state::{Phase, State};
use super::token::{Batch, Gang, Place, Token, Tokens};

const GANGS: usize = Gang::ALL.len();
const WAYS: usize = Direction::ALL.len();
/// How many tokens under the stack are told one by one.
const QUEUED: usize = Batch::MOST;

/// The tokens of a hand in the order of their slots.
type Slots = ArrayVec<Token, { Batch::MOST }>;

/// How the beach and the gangs look to a seat.
#[derive(Clone, Copy)]
struct Frame {
    /// By how much the gangs are counted on: the seat's first one.
    first: usize,
    /// How many quarter turns, clockwise, bring the beach to where the first gang's is.
    turns: usize,
}

impl Frame {
    #[inline]
    fn gang(self, gang: Gang) -> usize {
        (gang.index() + GANGS - self.first) % GANGS
    }

    #[inline]
    fn gang_at(self, index: usize) -> Gang {
        Gang::nth(index + self.first)
    }

    #[inline]
    fn field(self, field: Field) -> usize {
        (0..self.turns).fold(field, |field, _| Field::at(field.rank(), SIDE - 1 - field.file())).index()
    }

    #[inline]
    fn way(self, way: Direction) -> usize {
        (way as usize + self.turns) % WAYS
    }

    #[inline]
    fn way_at(self, index: usize) -> Direction {
        Direction::ALL[(index + WAYS - self.turns) % WAYS]
    }

    /// A hand's tokens, by gang from the seat's first one on and then by place.
    #[inline]
    fn slots(self, hand: &Tokens) -> Slots {
        let mut slots = Slots::new();
        for gang in (0..GANGS).map(|index| self.gang_at(index)) {
            for place in places_in(hand.of_gang(gang)) {
                let token = Token::new(gang, place);
                slots.extend(std::iter::repeat_n(token, hand.copies(token) as usize));
            }
        }
        slots
    }
}

impl Bosman {
    #[inline]
    fn frame(&self, seat: Seat) -> Frame {
        let first = seat.index();
        Frame { first, turns: if self.beach.is_alike() { (WAYS - first) % WAYS } else { 0 } }
    }

    fn place_count(&self) -> usize {
        self.rows * self.columns
    }

    #[inline]
    fn place_index(&self, place: Place) -> usize {
        (place.digit() - 1) * self.columns + place.dots()
    }

    fn place_at(&self, index: usize) -> Place {
        Place::at(index / self.columns, index % self.columns)
    }

    /// A kind of token, by gang as the seat counts them and then by place.
    #[inline]
    fn kind_index(&self, frame: Frame, token: Token) -> usize {
        frame.gang(token.gang()) * self.place_count() + self.place_index(token.place())
    }

    /// How many indices each kind of action has: laying a token or the sailor on each side of the boatswain, boarding
    /// from there, poisoning, swapping, keeping and passing.
    fn rows(&self) -> [usize; 6] {
        let places = self.place_count();
        [WAYS * (places + 1), WAYS * places, places, (1 << self.hand) - 1, 1, 1]
    }

    /// A token's gang, digit and dots.
    fn encode_token(&self, frame: Frame, token: Option<Token>, into: &mut Vector) {
        into.one_of(GANGS, token.map(|token| frame.gang(token.gang())));
        into.one_of(self.rows, token.map(|token| token.place().digit() - 1));
        into.one_of(self.columns, token.map(|token| token.place().dots()));
    }

    /// The index of an action as a seat with these slots of its hand counts them.
    #[inline]
    fn index_in(&self, frame: Frame, slots: &Slots, state: &State, action: Action) -> usize {
        let way = |field: Field| frame.way(state.boatswain().towards(field));
        let places = self.place_count();
        let (row, place) = match action {
            Action::Play { token, field } => (0, way(field) * (places + 1) + self.place_index(token.place())),
            Action::Sailor { field, .. } => (0, way(field) * (places + 1) + places),
            Action::Board { field, place } => (1, way(field) * places + self.place_index(place)),
            Action::Poison(place) => (2, self.place_index(place)),
            Action::Swap(batch) => {
                let mut taken = 0usize;
                for token in batch.iter() {
                    let slot = (0..slots.len()).find(|&slot| slots[slot] == token && taken >> slot & 1 == 0);
                    debug_assert!(slot.is_some(), "only what is in hand is swapped");
                    taken |= slot.map_or(0, |slot| 1 << slot);
                }
                (3, taken.max(1) - 1)
            }
            Action::Keep => (4, 0),
            Action::Pass => (5, 0),
        };
        Rows(&self.rows()).index(row, place)
    }
}

impl Encode for Bosman {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        Rows(&self.rows()).count()
    }

    #[inline]
    fn index_of(&self, state: &State, action: Action) -> usize {
        let seat = chooser(self, state);
        let frame = self.frame(seat);
        self.index_in(frame, &frame.slots(state.hand(seat)), state, action)
    }

    /// The slots of the hand are the same for all.
    fn indices_of(&self, state: &State, actions: &[Action], into: &mut Vec<u32>) {
        let seat = chooser(self, state);
        let frame = self.frame(seat);
        let slots = frame.slots(state.hand(seat));
        into.clear();
        into.extend(actions.iter().map(|&action| self.index_in(frame, &slots, state, action) as u32));
    }

    #[inline]
    fn action_at(&self, state: &State, index: usize) -> Option<Action> {
        let (row, place) = Rows(&self.rows()).place(index)?;
        let seat = chooser(self, state);
        let frame = self.frame(seat);
        let places = self.place_count();
        let field = |way| state.boatswain().step(frame.way_at(way));
        Some(match row {
            0 => {
                let field = field(place / (places + 1));
                let gang = self.beach.outpost(field)?;
                match place % (places + 1) {
                    place if place == places => Action::Sailor { gang, field },
                    place => Action::Play { token: Token::new(gang, self.place_at(place)), field },
                }
            }
            1 => Action::Board { field: field(place / places), place: self.place_at(place % places) },
            2 => Action::Poison(self.place_at(place)),
            3 => {
                let slots = frame.slots(state.hand(seat));
                let taken = place + 1;
                let is_taken = |slot: usize| taken >> slot & 1 == 1;
                // Of tokens that are alike the first ones go, so that a swap has one index.
                let is_plain = (1..slots.len())
                    .all(|slot| !is_taken(slot) || slots[slot] != slots[slot - 1] || is_taken(slot - 1));
                if taken >> slots.len() != 0 || !is_plain {
                    return None;
                }
                let mut batch: Slots =
                    (0..slots.len()).filter(|&slot| is_taken(slot)).map(|slot| slots[slot]).collect();
                batch.sort_unstable();
                Action::Swap(Batch::new(batch))
            }
            4 => Action::Keep,
            _ => Action::Pass,
        })
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let (seen, unseen) = veil(self, state, viewer);
        let frame = self.frame(viewer);
        let seats = self.seats;
        let from_viewer = |seat| behind(seats, viewer, seat);
        let kinds = GANGS * self.place_count();
        let copies = self.copies as f32;
        let kind = |token| self.kind_index(frame, token);
        let is_dealing = matches!(seen.phase, Phase::Deal | Phase::Exchange);
        into.clear();
        into.block("phase").one_of(5, Some(seen.phase as usize));
        into.block("turn").one_of(seats, Some(from_viewer(seen.seat)));
        into.block("due").share(seen.due, Batch::MOST as f64);
        into.share(if is_dealing { seats as u32 - 1 - u32::from(seen.seat.0) } else { 0 }, seats as f64);
        into.block("clock").share(seen.turns, self.max_turns).share(seen.quiet_turns(), self.stall_limit);
        into.block("boatswain").one_of(FIELDS, Some(frame.field(seen.boatswain())));
        into.block("around");
        for way in 0..WAYS {
            let gang = self.beach.outpost(seen.boatswain().step(frame.way_at(way)));
            into.one_of(GANGS, gang.map(|gang| frame.gang(gang)));
        }
        let mut beach = [None; FIELDS];
        for field in fields_in(seen.beach()) {
            beach[frame.field(field)] = seen.piece(field);
        }
        into.block("beach");
        for piece in beach {
            let (token, sailor) = match piece {
                Some(Piece::Pirate(token)) => (Some(token), None),
                Some(Piece::Sailor(gang)) => (None, Some(frame.gang(gang))),
                None => (None, None),
            };
            self.encode_token(frame, token, into);
            into.one_of(GANGS, sailor);
        }
        into.block("laid").one_of(FIELDS, seen.laid.map(|field| frame.field(field)));
        into.block("boat");
        for place in places_in(self.places) {
            let sitter = seen.sitter(place);
            into.one_of(GANGS, sitter.map(|(gang, _)| frame.gang(gang)));
            into.flag(sitter.is_some_and(|(_, is_sailor)| is_sailor)).share(seen.covered(place), GANGS as f64);
        }
        let standing = self.standing(&seen);
        into.block("seats");
        for seat in around(seats, viewer) {
            into.share(standing.scores()[seat.index()], self.place_count() as f64);
            into.share(seen.hand_size(seat), Batch::MOST as f64).share(seen.poisons(seat), 3);
        }
        into.block("sailors");
        for gang in (0..GANGS).map(|index| frame.gang_at(index)) {
            into.flag(seen.has_sailor(gang));
        }
        let hand = frame.slots(seen.hand(viewer));
        into.block("hand");
        for slot in 0..usize::from(self.hand) {
            self.encode_token(frame, hand.get(slot).copied(), into);
        }
        into.block("known");
        for other in around(seats, viewer).skip(1) {
            into.counts(kinds, copies, seen.hand(other).iter().map(kind));
            let told = seen.known[viewer.index()].iter(viewer);
            into.counts(kinds, copies, told.filter(|(_, to)| to.is_none_or(|to| to == other)).map(|(t, _)| kind(t)));
        }
        let tokens = f64::from(Tokens::full(self.places, self.copies).total());
        into.block("stack").share(seen.shuffled_size, tokens).share(seen.queue.size(), tokens);
        into.counts(kinds, copies, unseen.iter().map(kind));
        into.block("queue");
        let mut queue = seen.queue();
        for _ in 0..QUEUED {
            let slot = queue.next();
            into.flag(slot.is_some()).one_of(seats, slot.and_then(|slot| slot.by).map(from_viewer));
            let token = slot.filter(|slot| slot.is_known_to(viewer)).map(|slot| slot.token);
            self.encode_token(frame, token, into);
        }
        let known = queue.filter(|slot| slot.is_known_to(viewer)).map(|slot| kind(slot.token));
        into.counts(kinds, copies, known);
    }
}
