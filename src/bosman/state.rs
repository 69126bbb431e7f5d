use super::beach::{FIELDS, Field};
use super::boat::Boat;
use super::known::Known;
use super::queue::{Queue, Slot};
use super::token::{Batch, Gang, Place, Token, Tokens};
use crate::seat::Seat;

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lays a pirate token beside the boatswain (BO-13).
    Play {
        /// The token laid.
        token: Token,
        /// Where it is laid.
        field: Field,
    },
    /// Lays an own sailor beside the boatswain (BO-13).
    Sailor {
        /// Whose sailor.
        gang: Gang,
        /// Where it is laid.
        field: Field,
    },
    /// Takes a token beside the boatswain on board (BO-15).
    Board {
        /// Where it comes from.
        field: Field,
        /// Where it sits down.
        place: Place,
    },
    /// Covers a token in the boat (BO-12).
    Poison(Place),
    /// Puts tokens of the hand under the stack and draws as many (BO-9, BO-11).
    Swap(Batch),
    /// Keeps the hand that was dealt (BO-9).
    Keep,
    /// Does nothing for a turn (BO-17).
    Pass,
}

/// What lies on an outpost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A pirate token.
    Pirate(Token),
    /// The sailor of a gang.
    Sailor(Gang),
}

impl Piece {
    /// A byte for every piece: the tokens, then the sailors.
    const NONE: u8 = u8::MAX;

    #[inline]
    fn pack(self) -> u8 {
        match self {
            Piece::Pirate(token) => token.0,
            Piece::Sailor(gang) => 64 | gang as u8,
        }
    }

    #[inline]
    fn unpack(byte: u8) -> Piece {
        if byte < 64 { Piece::Pirate(Token(byte)) } else { Piece::Sailor(Gang::nth(byte as usize)) }
    }

    /// How far it sends the boatswain (BO-3, BO-4).
    #[inline]
    pub fn digit(self) -> usize {
        match self {
            Piece::Pirate(token) => token.place().digit(),
            Piece::Sailor(_) => 1,
        }
    }

    /// Whose piece it is.
    #[inline]
    pub fn gang(self) -> Gang {
        match self {
            Piece::Pirate(token) => token.gang(),
            Piece::Sailor(gang) => gang,
        }
    }
}

/// What the seat to move is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first hands are dealt (BO-8).
    Deal,
    /// A seat may exchange once before the first turn (BO-9).
    Exchange,
    /// A seat begins its turn (BO-11 to BO-13).
    Turn,
    /// A seat takes tokens on board (BO-15).
    Boarding,
    /// The game is over (BO-18).
    Over,
}

/// The tokens on the beach, and the boatswain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shore {
    pieces: [u8; FIELDS],
    taken: u64,
    pub boatswain: Field,
}

impl Shore {
    pub fn new(boatswain: Field) -> Shore {
        Shore { pieces: [Piece::NONE; FIELDS], taken: 0, boatswain }
    }

    #[inline]
    pub fn piece(&self, field: Field) -> Option<Piece> {
        (self.taken & field.bit() != 0).then(|| Piece::unpack(self.pieces[field.index()]))
    }

    #[inline]
    pub fn put(&mut self, field: Field, piece: Piece) -> Option<Piece> {
        let before = self.piece(field);
        self.pieces[field.index()] = piece.pack();
        self.taken |= field.bit();
        before
    }

    #[inline]
    pub fn lift(&mut self, field: Field) -> Option<Piece> {
        let piece = self.piece(field);
        self.pieces[field.index()] = Piece::NONE;
        self.taken &= !field.bit();
        piece
    }
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub(super) hands: [Tokens; 4],
    /// How many tokens each hand holds; more than `hands` shows where a viewer does not know them all.
    pub(super) sizes: [u8; 4],
    /// What others know of each hand.
    pub(super) known: [Known; 4],
    pub(super) shuffled: Tokens,
    /// How many tokens the shuffled part holds; more than it shows to a viewer.
    pub(super) shuffled_size: u8,
    pub(super) queue: Queue,
    pub(super) shore: Shore,
    pub(super) boat: Boat,
    /// The sailors not yet laid, a bit a gang.
    pub(super) sailors: u8,
    pub(super) poisons: [u8; 4],
    pub(super) phase: Phase,
    pub(super) seat: Seat,
    /// How many tokens the seat has yet to draw.
    pub(super) due: u8,
    /// The field of the token laid this turn.
    pub(super) laid: Option<Field>,
    /// The turns begun.
    pub(super) turns: u16,
    /// The last turn in which a token boarded.
    pub(super) boarded: u16,
}

impl State {
    /// What the seat to move is about.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The tokens in a seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Tokens {
        &self.hands[seat.index()]
    }

    /// How many tokens a seat's hand holds.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.sizes[seat.index()].into()
    }

    /// How many tokens the seat whose turn it is has yet to draw.
    #[inline]
    pub fn due(&self) -> u32 {
        self.due.into()
    }

    /// Whether a gang's sailor is still beside its seat.
    #[inline]
    pub fn has_sailor(&self, gang: Gang) -> bool {
        self.sailors >> gang.index() & 1 == 1
    }

    /// How many poisons a seat has left.
    #[inline]
    pub fn poisons(&self, seat: Seat) -> u32 {
        self.poisons[seat.index()].into()
    }

    /// How many tokens the stack holds, the queue under it included.
    #[inline]
    pub fn stack_size(&self) -> u32 {
        u32::from(self.shuffled_size) + self.queue.size()
    }

    /// How many tokens are in the shuffled part of the stack.
    #[inline]
    pub fn shuffled_size(&self) -> u32 {
        self.shuffled_size.into()
    }

    /// The tokens put under the stack, the next to be drawn first.
    pub fn queue(&self) -> impl Iterator<Item = Slot> + '_ {
        self.queue.iter()
    }

    /// Where the boatswain stands.
    #[inline]
    pub fn boatswain(&self) -> Field {
        self.shore.boatswain
    }

    /// What lies on a field.
    #[inline]
    pub fn piece(&self, field: Field) -> Option<Piece> {
        self.shore.piece(field)
    }

    /// The fields with a token.
    #[inline]
    pub fn beach(&self) -> u64 {
        self.shore.taken
    }

    /// Where a token was laid this turn.
    #[inline]
    pub fn laid(&self) -> Option<Field> {
        self.laid
    }

    /// The places in the boat with an uncovered token of a gang, four columns in every row.
    #[inline]
    pub fn aboard(&self, gang: Gang) -> u16 {
        self.boat.of_gang(gang)
    }

    /// The places in the boat with an uncovered sailor.
    #[inline]
    pub fn sailors_aboard(&self) -> u16 {
        self.boat.sailors()
    }

    /// The places in the boat with an uncovered token.
    #[inline]
    pub fn boat(&self) -> u16 {
        self.boat.taken()
    }

    /// How many covered tokens a place holds.
    pub fn covered(&self, place: Place) -> u32 {
        self.boat.covered(place)
    }

    /// How many turns have been begun since a token boarded, the present one included.
    #[inline]
    pub fn quiet_turns(&self) -> u32 {
        (self.turns - self.boarded).into()
    }

    /// Gives a token from the shuffled part to the seat that draws.
    #[inline]
    pub(super) fn take(&mut self, token: Token) {
        self.shuffled.remove(token);
        self.shuffled_size -= 1;
        self.receive(token);
    }

    /// Gives the front of the queue to the seat that draws; `false` where there is none.
    #[inline]
    pub(super) fn take_queued(&mut self) -> bool {
        let Some(slot) = self.queue.pop() else { return false };
        self.known[self.seat.index()].note(self.seat, slot);
        self.receive(slot.token);
        true
    }

    #[inline]
    fn receive(&mut self, token: Token) {
        let seat = self.seat.index();
        self.hands[seat].add(token);
        self.sizes[seat] += 1;
        self.due -= 1;
    }

    /// Puts tokens of the seat to move under the stack and owes it as many (BO-11).
    #[inline]
    pub(super) fn swap(&mut self, batch: Batch) {
        let seat = self.seat.index();
        let mut size = 0;
        for token in batch.iter() {
            self.hands[seat].remove(token);
            self.queue.push(Slot { token, by: Some(self.seat) });
            size += 1;
        }
        self.sizes[seat] -= size;
        self.known[seat] = Known::NOTHING;
        self.due = size;
    }

    /// Takes a token out of the hand of the seat to move, in the open.
    #[inline]
    pub(super) fn show(&mut self, token: Token) {
        let seat = self.seat.index();
        self.hands[seat].remove(token);
        self.sizes[seat] -= 1;
        self.known[seat].show(self.seat, token);
    }

    /// Where the boatswain comes to if a piece with this digit is laid on a field beside him (BO-14).
    #[inline]
    pub fn walk(&self, laid: Field, digit: usize) -> Field {
        let mut at = self.shore.boatswain;
        let away = at.towards(laid).opposite();
        for _ in 0..digit {
            let next = at.step(away);
            if self.shore.taken & next.bit() != 0 {
                break;
            }
            at = next;
        }
        at
    }
}
