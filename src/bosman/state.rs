use serde::{Deserialize, Serialize};

use super::Bosman;
use super::beach::{CENTRE, CORNERS, Field};
use super::boat::Boat;
use super::known::Known;
use super::queue::{Queue, Slot};
use super::shore::{Piece, Shore};
use super::token::{Batch, Gang, Place, Token, Tokens};
use crate::seat::Seat;

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// The state before the first event (BO-6, BO-7).
pub(super) fn start(game: &Bosman) -> State {
    let mut shuffled = Tokens::full(game.places, game.copies);
    let mut shore = Shore::new(CENTRE);
    for gang in Gang::ALL {
        let first = Token::new(gang, Place::at(0, 0));
        shuffled.remove(first);
        shore.put(CORNERS[gang.index()], Piece::Pirate(first));
    }
    let mut poisons = [0; 4];
    poisons[..game.seats].fill(game.poisons);
    State {
        hands: [Tokens::default(); 4],
        sizes: [0; 4],
        known: [Known::NOTHING; 4],
        shuffled,
        shuffled_size: shuffled.total() as u8,
        queue: Queue::EMPTY,
        shore,
        boat: Boat::default(),
        sailors: if game.sailors { 0b1111 } else { 0 },
        poisons,
        phase: Phase::Deal,
        seat: Seat(0),
        due: game.hand,
        laid: None,
        turns: 0,
        boarded: 0,
    }
}

impl State {
    /// What is due.
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
        self.shore.taken()
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

    /// The gang whose uncovered token sits on a place, and whether that is its sailor.
    pub fn sitter(&self, place: Place) -> Option<(Gang, bool)> {
        let gang = Gang::ALL.into_iter().find(|&gang| self.aboard(gang) & place.bit() != 0)?;
        Some((gang, self.sailors_aboard() & place.bit() != 0))
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
        self.shore.walk(laid, digit)
    }
}
