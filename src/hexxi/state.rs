use super::Hexxi;
use super::board::{Cell, MAX_SEATS};
use super::network::Networks;
use super::token::{Piece, Token, Tokens};
use crate::seat::Seat;

/// What is going on, and what only then matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Seats lay tokens or spy (HX-6).
    Placing,
    /// A seat pays for spying (HX-8).
    Paying {
        /// What it still has to pay.
        owed: u8,
    },
    /// A seat without an initiative pile takes a token back for it (HX-9).
    Withdrawing,
    /// Seats with equal piles bid for the earlier place (HX-11).
    Bidding(Bidding),
    /// Seats act in the order of their piles (HX-13).
    Confronting,
    /// A warship may go on escorting (HX-18).
    Escorting(Chain),
    /// All rounds are scored.
    Over,
}

impl Phase {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Placing => "placing",
            Phase::Paying { .. } => "paying",
            Phase::Withdrawing => "withdrawing",
            Phase::Bidding(_) => "bidding",
            Phase::Confronting => "confronting",
            Phase::Escorting(_) => "escorting",
            Phase::Over => "over",
        }
    }

    /// Whether seats still lay tokens, and the initiative piles lie face down.
    pub(super) const fn is_placing(self) -> bool {
        matches!(self, Phase::Placing | Phase::Paying { .. } | Phase::Withdrawing)
    }

    /// Whether seats act on the board, and all lies face up.
    pub(super) const fn is_confrontation(self) -> bool {
        matches!(self, Phase::Confronting | Phase::Escorting(_))
    }
}

/// An auction among seats that follow each other in the order, for the first of their places (HX-11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bidding {
    /// The place they bid for.
    pub place: u8,
    /// The place after the last of the tied seats.
    pub end: u8,
    /// Who has not folded, by place, as a mask.
    pub still: u8,
    /// The highest bid; 0 before the first.
    pub high: u8,
}

/// A warship in the middle of its chain of escorts (HX-18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Where it stands now.
    pub warship: Cell,
    /// The cells it has stood on in this action.
    pub stood: u64,
    /// The token that its last jump went over in every reading: the next must be over another.
    pub barred: Option<Cell>,
    /// Whether it has taken a lane.
    pub took: bool,
}

/// What a seat has done in a game that designers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Seized a ship.
    Seized,
    /// Intercepted pirates.
    Intercepted,
    /// Ambushed a warship.
    Ambushed,
    /// Took a base.
    Trapped,
    /// Took back a seized ship.
    Rescued,
    /// Scored a ship on a far edge.
    Edge,
    /// Spied.
    Spied,
    /// Attacked a token or base of its own.
    Betrayed,
}

impl Deed {
    /// Every deed.
    pub const ALL: [Deed; 8] = [
        Deed::Seized,
        Deed::Intercepted,
        Deed::Ambushed,
        Deed::Trapped,
        Deed::Rescued,
        Deed::Edge,
        Deed::Spied,
        Deed::Betrayed,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        ["seized", "intercepted", "ambushed", "base", "rescued", "edge", "spied", "betrayed"][self as usize]
    }
}

/// Where a game stands. Sets of cells are masks; a cell's mask is [`Cell::bit`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// The tokens on the board by face.
    pub(super) tokens: [u64; 4],
    /// The tokens and bases on the board by owner.
    pub(super) owned: [u64; MAX_SEATS],
    /// The bases on the board.
    pub(super) bases: u64,
    /// The tokens on the board that lie face down.
    pub(super) down: u64,
    /// The ships on the board that took a base in this confrontation (HX-22).
    pub(super) marked: u64,
    /// The seats' networks; nothing outside a confrontation.
    pub(super) reach: Networks,
    pub(super) hands: [Tokens; MAX_SEATS],
    pub(super) piles_up: [Tokens; MAX_SEATS],
    pub(super) piles_down: [Tokens; MAX_SEATS],
    pub(super) scores: [i32; MAX_SEATS],
    /// Points for what was taken in this confrontation (HX-27).
    pub(super) loot: [i32; MAX_SEATS],
    /// How many ships of a seat (first) another (second) seized in this confrontation and holds (HX-23).
    pub(super) seized: [[u8; MAX_SEATS]; MAX_SEATS],
    pub(super) deeds: [[u8; Deed::ALL.len()]; MAX_SEATS],
    pub(super) phase: Phase,
    pub(super) turns: u32,
    pub(super) round: u8,
    /// The order in which seats act; of the placing until the piles are turned up, then of the confrontation.
    pub(super) order: [Seat; MAX_SEATS],
    /// The place in the order of the seat to move.
    pub(super) at: u8,
    /// Who has passed for good, as a mask of seats.
    pub(super) gone: u8,
    /// Turns in a row without an action.
    pub(super) idle: u8,
    /// Actions in a row that took nothing off the board.
    pub(super) quiet: u8,
}

/// The beginning: all tokens in hand, the bases in their corners.
pub(super) fn start(game: &Hexxi) -> State {
    let mut state = State {
        tokens: [0; 4],
        owned: [0; MAX_SEATS],
        bases: 0,
        down: 0,
        marked: 0,
        reach: [0; MAX_SEATS],
        hands: [Tokens::NONE; MAX_SEATS],
        piles_up: [Tokens::NONE; MAX_SEATS],
        piles_down: [Tokens::NONE; MAX_SEATS],
        scores: [0; MAX_SEATS],
        loot: [0; MAX_SEATS],
        seized: [[0; MAX_SEATS]; MAX_SEATS],
        deeds: Default::default(),
        phase: Phase::Placing,
        turns: 0,
        round: 0,
        order: [0, 1, 2, 3].map(Seat),
        at: 0,
        gone: 0,
        idle: 0,
        quiet: 0,
    };
    state.hands[..game.seats].fill(game.tokens);
    game.begin_round(&mut state);
    state
}

impl State {
    /// Makes what a seat hides as it is in another state that its rivals could imagine as well.
    pub fn hide_as_in(&mut self, other: &State, seat: Seat) {
        let down = self.down & self.owned(seat);
        for (mask, theirs) in self.tokens.iter_mut().zip(other.tokens) {
            *mask = *mask & !down | theirs & down;
        }
        self.hands[seat.index()] = other.hands[seat.index()];
        self.piles_down[seat.index()] = other.piles_down[seat.index()];
    }

    /// What is going on.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How many rounds have been scored.
    pub fn round(&self) -> usize {
        self.round.into()
    }

    /// A seat's points so far.
    #[inline]
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// The points that a seat's captures in this confrontation will bring (HX-27).
    #[inline]
    pub fn loot(&self, seat: Seat) -> i32 {
        self.loot[seat.index()]
    }

    /// The ships of `owner` that `captor` seized in this confrontation and still holds (HX-23).
    pub fn seized(&self, captor: Seat, owner: Seat) -> u8 {
        self.seized[owner.index()][captor.index()]
    }

    /// The cells of a seat's tokens of one face.
    #[inline]
    pub fn tokens(&self, seat: Seat, token: Token) -> u64 {
        self.tokens[token.index()] & self.owned[seat.index()]
    }

    /// The cells of all seats' tokens of one face.
    #[inline]
    pub fn all_tokens(&self, token: Token) -> u64 {
        self.tokens[token.index()]
    }

    /// The cells of a seat's tokens and base.
    #[inline]
    pub fn owned(&self, seat: Seat) -> u64 {
        self.owned[seat.index()]
    }

    /// The bases that stand on the board.
    #[inline]
    pub fn bases(&self) -> u64 {
        self.bases
    }

    /// The tokens that lie face down.
    #[inline]
    pub fn face_down(&self) -> u64 {
        self.down
    }

    /// The ships that took a base in this confrontation, wherever they have gone since (HX-22).
    #[inline]
    pub fn marked(&self) -> u64 {
        self.marked
    }

    /// Every cell with a token or base.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.owned[0] | self.owned[1] | self.owned[2] | self.owned[3]
    }

    /// The tokens in a seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Tokens {
        self.hands[seat.index()]
    }

    /// The tokens of a seat's initiative pile that lie face up.
    #[inline]
    pub fn pile_up(&self, seat: Seat) -> Tokens {
        self.piles_up[seat.index()]
    }

    /// The tokens of a seat's initiative pile that lie face down.
    #[inline]
    pub fn pile_down(&self, seat: Seat) -> Tokens {
        self.piles_down[seat.index()]
    }

    /// The seat at a place of the order in which they act, from 0.
    #[inline]
    pub fn nth(&self, place: usize) -> Seat {
        self.order[place]
    }

    /// Whether a seat has passed for good in this confrontation (HX-13).
    #[inline]
    pub fn has_left(&self, seat: Seat) -> bool {
        self.gone >> seat.0 & 1 == 1
    }

    /// How many actions in a row took nothing off the board (HX-13).
    pub fn quiet(&self) -> u8 {
        self.quiet
    }

    /// How often a seat has done something that designers count.
    pub fn deeds(&self, seat: Seat, deed: Deed) -> u8 {
        self.deeds[seat.index()][deed as usize]
    }

    /// What stands on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        (self.occupied() & cell.bit() != 0).then(|| {
            let owner = self.owner(cell);
            if self.bases & cell.bit() != 0 { Piece::Base(owner) } else { Piece::Token(owner, self.token(cell)) }
        })
    }

    /// The seat to move; meaningless once the game is over.
    #[inline]
    pub(super) fn mover(&self) -> Seat {
        self.order[usize::from(self.at)]
    }

    /// Whose token or base stands on a taken cell.
    #[inline]
    pub(super) fn owner(&self, cell: Cell) -> Seat {
        let shift = cell.index();
        let bit = |seat: usize| (self.owned[seat] >> shift & 1) as u8;
        Seat(bit(1) + 2 * bit(2) + 3 * bit(3))
    }

    /// The face of the token on a cell that has one.
    #[inline]
    pub(super) fn token(&self, cell: Cell) -> Token {
        let shift = cell.index();
        let bit = |token: Token| (self.tokens[token.index()] >> shift & 1) as usize;
        Token::ALL[bit(Token::Ship) + 2 * bit(Token::Pirates) + 3 * bit(Token::Warship)]
    }

    #[inline]
    pub(super) fn put(&mut self, seat: Seat, token: Token, cell: Cell) {
        self.tokens[token.index()] |= cell.bit();
        self.owned[seat.index()] |= cell.bit();
    }

    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, token: Token, cell: Cell) {
        self.tokens[token.index()] &= !cell.bit();
        self.owned[seat.index()] &= !cell.bit();
    }

    #[inline]
    pub(super) fn note(&mut self, seat: Seat, deed: Deed) {
        self.deeds[seat.index()][deed as usize] += 1;
    }
}
