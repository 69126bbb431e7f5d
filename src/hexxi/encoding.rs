//! The game in numbers (`docs/encoding.md`).
//!
//! The board is turned so that the seat that looks has its base in the first corner.

use crate::encoding::{Encode, Rows, Vector, ahead, around, behind, chooser};
use crate::seat::Seat;

use super::Hexxi;
use super::action::{Action, Blow, Way};
use super::board::{Cell, NEAR, REACH, cells};
use super::state::{Bidding, Chain, Phase, State};
use super::token::{Piece, Token, Tokens};

const FACES: usize = Token::ALL.len();
/// Points are given as shares of so many.
const POINTS: f64 = 100.0;

/// How a unit moves or attacks, and how many cells it could reach: neighbours come first, those two cells off after them.
const ERRANDS: [(usize, usize); 7] = [(0, NEAR), (NEAR, REACH), (0, REACH), (0, NEAR), (0, NEAR), (0, NEAR), (0, NEAR)];

/// How many errands there are from a cell.
const FROM_CELL: usize = {
    let (mut sum, mut errand) = (0, 0);
    while errand < ERRANDS.len() {
        sum += ERRANDS[errand].1 - ERRANDS[errand].0;
        errand += 1;
    }
    sum
};

/// The actions that need no cell or token, in order.
const PLAIN: [Action; 4] = [Action::Raise, Action::Fold, Action::Pass, Action::Halt];

impl Hexxi {
    /// How many indices each kind of action has: placing, stashing, spying, showing, offering, withdrawing, the plain
    /// ones, moves and attacks, rescues.
    fn rows(&self) -> [usize; 9] {
        let cells = self.board.count();
        [FACES * cells, FACES, cells, cells, FACES, cells, PLAIN.len(), FROM_CELL * cells, cells * self.seats]
    }

    /// The index of a move or attack among those from its cell.
    #[inline]
    fn errand_index(&self, seat: Seat, errand: usize, from: Cell, to: Cell) -> usize {
        let step = self.board.step_of(self.board.turned(seat, from), self.board.turned(seat, to));
        let before: usize = ERRANDS[..errand].iter().map(|&(low, high)| high - low).sum();
        debug_assert!((ERRANDS[errand].0..ERRANDS[errand].1).contains(&step));
        self.board.turned(seat, from).index() * FROM_CELL + before + step.saturating_sub(ERRANDS[errand].0)
    }

    fn errand_at(&self, seat: Seat, index: usize) -> Option<Action> {
        let near = Cell::numbered((index / FROM_CELL) as u32);
        let sizes = ERRANDS.map(|(low, high)| high - low);
        let (errand, step) = Rows(&sizes).place(index % FROM_CELL)?;
        let to = self.board.turned_back(seat, self.board.stepped(near, step + ERRANDS[errand].0)?);
        let from = self.board.turned_back(seat, near);
        Some(match errand {
            0 => Action::Move(Way::Sail, from, to),
            1 => Action::Move(Way::Convoy, from, to),
            2 => Action::Move(Way::Escort, from, to),
            3 => Action::Attack(Blow::Seize, from, to),
            4 => Action::Attack(Blow::Intercept, from, to),
            5 => Action::Attack(Blow::Ambush, from, to),
            _ => Action::Attack(Blow::Trap, from, to),
        })
    }
}

impl Encode for Hexxi {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        Rows(&self.rows()).count()
    }

    #[inline]
    fn index_of(&self, state: &State, action: Action) -> usize {
        let seat = chooser(self, state);
        let turned = |cell| self.board.turned(seat, cell).index();
        let plain = |action| (6, PLAIN.iter().position(|&other| other == action).unwrap_or(0));
        let (row, place) = match action {
            Action::Place(token, cell) => (0, token.index() * self.board.count() + turned(cell)),
            Action::Stash(token) => (1, token.index()),
            Action::Spy(cell) => (2, turned(cell)),
            Action::Show(cell) => (3, turned(cell)),
            Action::Offer(token) => (4, token.index()),
            Action::Withdraw(cell) => (5, turned(cell)),
            Action::Raise | Action::Fold | Action::Pass | Action::Halt => plain(action),
            Action::Move(way, from, to) => (7, self.errand_index(seat, way as usize, from, to)),
            Action::Attack(blow, from, to) => (7, self.errand_index(seat, 3 + blow as usize, from, to)),
            Action::Rescue(cell, captor) => (8, turned(cell) * self.seats + behind(self.seats, seat, captor)),
        };
        Rows(&self.rows()).index(row, place)
    }

    #[inline]
    fn action_at(&self, state: &State, index: usize) -> Option<Action> {
        let seat = chooser(self, state);
        let (row, place) = Rows(&self.rows()).place(index)?;
        let cell = |number: usize| self.board.turned_back(seat, Cell::numbered(number as u32));
        let count = self.board.count();
        Some(match row {
            0 => Action::Place(Token::ALL[place / count], cell(place % count)),
            1 => Action::Stash(Token::ALL[place]),
            2 => Action::Spy(cell(place)),
            3 => Action::Show(cell(place)),
            4 => Action::Offer(Token::ALL[place]),
            5 => Action::Withdraw(cell(place)),
            6 => PLAIN[place],
            7 => self.errand_at(seat, place)?,
            _ => Action::Rescue(cell(place / self.seats), ahead(self.seats, seat, place % self.seats)),
        })
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let seats = self.seats;
        let from_viewer = |seat| behind(seats, viewer, seat);
        let turned = |cell| self.board.turned(viewer, cell).index();
        let count = self.board.count();
        let phase = match state.phase {
            Phase::Placing => 0,
            Phase::Paying { .. } => 1,
            Phase::Withdrawing => 2,
            Phase::Bidding(_) => 3,
            Phase::Confronting => 4,
            Phase::Escorting(_) => 5,
            Phase::Over => 6,
        };
        into.clear();
        into.block("phase").one_of(7, Some(phase));
        into.block("turn").one_of(seats, (state.phase != Phase::Over).then(|| from_viewer(state.mover())));
        into.block("order");
        for place in 0..seats {
            into.one_of(seats, Some(from_viewer(state.nth(place))));
        }
        into.block("clock").share(state.round, self.rounds).share(state.idle, seats as f64);
        into.share(state.quiet, self.quiet_limit);
        into.block("board");
        for place in 0..count {
            let cell = self.board.turned_back(viewer, Cell::numbered(place as u32));
            let face_down = state.down & cell.bit() != 0;
            let (owner, face) = match state.piece(cell) {
                None => (None, None),
                Some(Piece::Base(owner)) => (Some(owner), Some(FACES)),
                Some(Piece::Token(owner, _)) if face_down && owner != viewer => (Some(owner), None),
                Some(Piece::Token(owner, token)) => (Some(owner), Some(token.index())),
            };
            into.one_of(seats, owner.map(from_viewer)).one_of(FACES + 1, face);
            into.flag(face_down).flag(state.marked & cell.bit() != 0);
        }
        into.block("seats");
        let whole = f64::from(self.tokens.len());
        let faces = |into: &mut Vector, tokens: Tokens, known: bool| {
            into.share(tokens.len(), whole);
            for token in Token::ALL {
                into.share(if known { tokens.count(token) } else { 0 }, whole);
            }
        };
        for seat in around(seats, viewer) {
            into.share(state.score(seat), POINTS).share(state.loot(seat), POINTS);
            faces(into, state.hand(seat), seat == viewer);
            faces(into, state.pile_up(seat), true);
            faces(into, state.pile_down(seat), seat == viewer);
            for owner in around(seats, viewer) {
                into.share(state.seized(seat, owner), FACES as f64);
            }
            into.flag(state.has_left(seat));
        }
        let owed = if let Phase::Paying { owed } = state.phase { owed } else { 0 };
        into.block("owed").share(owed, 12.0);
        let bidding = if let Phase::Bidding(bidding) = state.phase { Some(bidding) } else { None };
        let Bidding { place, end, still, high } = bidding.unwrap_or(Bidding { place: 0, end: 0, still: 0, high: 0 });
        let bidders = (place..end).map(|at| (at, from_viewer(state.nth(at.into()))));
        into.block("bidding").one_of(seats, bidding.map(|_| place.into()));
        into.any_of(seats, bidders.clone().map(|(_, seat)| seat));
        into.any_of(seats, bidders.filter(|(at, _)| still >> at & 1 == 1).map(|(_, seat)| seat));
        into.share(high, self.max_bid.max(1));
        let chain = if let Phase::Escorting(chain) = state.phase { Some(chain) } else { None };
        into.block("chain").one_of(count, chain.map(|Chain { warship, .. }| turned(warship)));
        into.any_of(count, cells(chain.map_or(0, |chain| chain.stood)).map(turned));
        into.one_of(count, chain.and_then(|chain| chain.barred).map(turned));
        into.flag(chain.is_some_and(|chain| chain.took));
    }
}
