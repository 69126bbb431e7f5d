//! What a seat knows: faces that lie open, its own tokens, and how many tokens others have where.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Hexxi;
use super::action::Action;
use super::board::{Cell, cells};
use super::play::play;
use super::state::{Bidding, Chain, Deed, Phase, State};
use super::token::{Piece, Token, Tokens};
use crate::random::{self, Rng};
use crate::seat::Seat;

/// All that a seat knows of a game (see `docs/observations.md`). Cells and faces are written as in moves, seats are
/// numbers, and lists by seat begin with seat 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Whose view this is.
    pub viewer: u8,
    /// What is due: `placing`, `paying`, `withdrawing`, `bidding`, `confronting`, `escorting`, or `over`.
    pub phase: String,
    /// The seat to act; none once the game is over.
    pub turn: Option<u8>,
    /// The order in which seats act.
    pub order: Vec<u8>,
    /// How many rounds have been scored.
    pub rounds_scored: u8,
    /// How many turns have been begun.
    pub turns: u32,
    /// Turns in a row without an action, in a confrontation (HX-13).
    pub idle: u8,
    /// Actions in a row that took nothing off the board, in a confrontation (HX-13).
    pub quiet: u8,
    /// What stands where; cells that are not listed are empty.
    pub board: BTreeMap<String, SeenPiece>,
    /// What each seat has.
    pub seats: Vec<SeenSeat>,
    /// What the seat to act still has to pay for spying.
    pub owed: Option<u8>,
    /// The auction under way.
    pub bidding: Option<SeenBidding>,
    /// The chain of escorts under way.
    pub chain: Option<SeenChain>,
}

/// A token or base on the board as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenPiece {
    /// Whose it is.
    pub seat: u8,
    /// `L`, `S`, `P` or `W`, `B` for a base, `?` for a face the viewer does not know.
    pub face: String,
    /// Whether it lies face down.
    pub face_down: bool,
    /// Whether it is a ship that took a base in this confrontation (HX-22).
    pub marked: bool,
}

/// What a seat has, as another or itself sees it. Tokens are one letter each, `?` where the viewer does not know the face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenSeat {
    /// Its points.
    pub score: i32,
    /// The points that its captures in this confrontation will bring.
    pub loot: i32,
    /// Its tokens in hand.
    pub hand: String,
    /// The tokens of its initiative pile that lie face up.
    pub pile_up: String,
    /// The tokens of its initiative pile that lie face down.
    pub pile_down: String,
    /// By seat, how many ships of that seat it seized in this confrontation and holds.
    pub seized: Vec<u8>,
    /// Whether it has passed for good in this confrontation.
    pub left: bool,
    /// What it has done so far that designers count, each with how often; what it never did is not listed.
    pub deeds: BTreeMap<String, u8>,
}

/// An auction for an earlier place in the order (HX-11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenBidding {
    /// The place bid for, from 0.
    pub place: u8,
    /// The seats with equal piles, in the order of bidding.
    pub tied: Vec<u8>,
    /// Those that have not folded.
    pub bidders: Vec<u8>,
    /// The highest bid so far; 0 before the first.
    pub highest: u8,
}

/// A chain of escorts (HX-18).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenChain {
    /// Where the warship stands now.
    pub warship: String,
    /// The cells it has stood on in this action.
    pub stood: Vec<String>,
    /// The token that the next jump may not go over, where the last one can only be read as going over that.
    pub barred: Option<String>,
    /// Whether it has taken a lane in this action.
    pub took_lane: bool,
}

pub(super) fn observe(game: &Hexxi, state: &State, viewer: Seat) -> Observation {
    let by_place = |places: Range<u8>| places.map(|place| state.nth(place.into()).0);
    Observation {
        viewer: viewer.0,
        phase: state.phase.word().to_owned(),
        turn: (state.phase != Phase::Over).then(|| state.mover().0),
        order: by_place(0..game.seats as u8).collect(),
        rounds_scored: state.round,
        turns: state.turns,
        idle: state.idle,
        quiet: state.quiet,
        board: cells(state.occupied()).map(|cell| (game.cell_name(cell), see_piece(state, cell, viewer))).collect(),
        seats: Seat::all(game.seats).map(|seat| see_seat(game, state, seat, viewer)).collect(),
        owed: match state.phase {
            Phase::Paying { owed } => Some(owed),
            _ => None,
        },
        bidding: match state.phase {
            Phase::Bidding(Bidding { place, end, still, high }) => Some(SeenBidding {
                place,
                tied: by_place(place..end).collect(),
                bidders: (place..end).filter(|at| still >> at & 1 == 1).map(|at| state.nth(at.into()).0).collect(),
                highest: high,
            }),
            _ => None,
        },
        chain: match state.phase {
            Phase::Escorting(Chain { warship, stood, barred, took }) => Some(SeenChain {
                warship: game.cell_name(warship),
                stood: cells(stood).map(|cell| game.cell_name(cell)).collect(),
                barred: barred.map(|cell| game.cell_name(cell)),
                took_lane: took,
            }),
            _ => None,
        },
    }
}

fn see_piece(state: &State, cell: Cell, viewer: Seat) -> SeenPiece {
    let seat = state.owner(cell);
    let face_down = state.down & cell.bit() != 0;
    let face = match state.piece(cell) {
        Some(Piece::Token(..)) if face_down && seat != viewer => '?',
        Some(Piece::Token(_, token)) => token.letter(),
        _ => 'B',
    };
    SeenPiece { seat: seat.0, face: face.to_string(), face_down, marked: state.marked & cell.bit() != 0 }
}

fn see_seat(game: &Hexxi, state: &State, seat: Seat, viewer: Seat) -> SeenSeat {
    let deeds = Deed::ALL.into_iter().map(|deed| (deed.word().to_owned(), state.deeds(seat, deed)));
    SeenSeat {
        score: state.score(seat),
        loot: state.loot(seat),
        hand: state.hand(seat).letters(seat == viewer),
        pile_up: state.pile_up(seat).to_string(),
        pile_down: state.pile_down(seat).letters(seat == viewer),
        seized: Seat::all(game.seats).map(|owner| state.seized(seat, owner)).collect(),
        left: state.has_left(seat),
        deeds: deeds.filter(|&(_, count)| count > 0).collect(),
    }
}

/// Whether the initiative piles (HX-10) and the tokens on the board (HX-12) are turned up between two states, one action
/// apart.
pub(super) fn turns_up(before: &State, after: &State) -> (bool, bool) {
    let scored = after.round > before.round;
    let piles = before.phase.is_placing() && (scored || !after.phase.is_placing());
    let board = !before.phase.is_confrontation() && (scored || after.phase.is_confrontation());
    (piles, board)
}

/// The face-down tokens that are turned up of themselves after an action, because it ends the placing (HX-10) or settles
/// the order (HX-12): the piles as `LLS@1`, by seat, then the tokens on the board as `S@d3`.
pub(super) fn turned_up(game: &Hexxi, before: &State, action: Action) -> Vec<String> {
    let mut after = *before;
    play(game, &mut after, action);
    let (piles, board) = turns_up(before, &after);
    if !(piles || board) {
        return Vec::new();
    }
    // How all lies once the action is done and before anything follows from it.
    let mut lying = *before;
    let seat = before.mover();
    match action {
        Action::Place(token, cell) => {
            lying.hands[seat.index()].take(token);
            lying.put(seat, token, cell);
            lying.down |= cell.bit();
        }
        Action::Offer(token) => lying.hands[seat.index()].take(token),
        Action::Show(cell) => lying.down &= !cell.bit(),
        Action::Withdraw(cell) if lying.down & cell.bit() != 0 => {
            lying.piles_down[seat.index()].add(lying.token(cell));
            lying.down &= !cell.bit();
        }
        _ => {}
    }
    let mut turned = Vec::new();
    for seat in Seat::all(game.seats).filter(|_| piles) {
        // What is in hand now goes to the pile, stashed by this action or because the board is full.
        let mut pile = lying.pile_down(seat);
        pile.take_all(&mut lying.hands[seat.index()]);
        if !pile.is_empty() {
            turned.push(format!("{pile}@{}", seat.0));
        }
    }
    let down = if board { lying.down } else { 0 };
    turned.extend(cells(down).map(|cell| format!("{}@{}", lying.token(cell).letter(), game.cell_name(cell))));
    turned
}

/// The state with every other seat's unknown tokens dealt anew over the places where they may be.
pub(super) fn imagine(game: &Hexxi, state: &State, viewer: Seat, rng: &mut Rng) -> State {
    let mut imagined = *state;
    for seat in Seat::all(game.seats).filter(|&seat| seat != viewer) {
        game.deal(&mut imagined, seat, rng);
    }
    imagined
}

impl Hexxi {
    fn deal(&self, state: &mut State, seat: Seat, rng: &mut Rng) {
        let down = state.down & state.owned(seat);
        let pile = &mut state.piles_down[seat.index()];
        let piled = pile.len();
        let mut unknown = std::mem::take(&mut state.hands[seat.index()]);
        unknown.take_all(pile);
        for (mask, token) in state.tokens.iter_mut().zip(Token::ALL) {
            for _ in cells(*mask & down) {
                unknown.add(token);
            }
            *mask &= !down;
        }
        // A token laid on a far edge is no ship where ships may not be laid there (HX-6), so such cells are dealt first.
        let shipless = if self.edge_placing { 0 } else { down & self.board.far_edges(seat) };
        let mut ships = 0;
        if shipless != 0 {
            ships = unknown.count(Token::Ship);
            (0..ships).for_each(|_| unknown.take(Token::Ship));
        }
        for cell in cells(shipless) {
            let token = draw(&mut unknown, rng);
            state.put(seat, token, cell);
        }
        (0..ships).for_each(|_| unknown.add(Token::Ship));
        for cell in cells(down & !shipless) {
            let token = draw(&mut unknown, rng);
            state.put(seat, token, cell);
        }
        for _ in 0..piled {
            state.piles_down[seat.index()].add(draw(&mut unknown, rng));
        }
        state.hands[seat.index()] = unknown;
    }
}

/// Takes one of the tokens, each with the same odds.
fn draw(tokens: &mut Tokens, rng: &mut Rng) -> Token {
    let mut pick = random::below(rng, tokens.len());
    let token = tokens
        .faces()
        .find(|&token| {
            let count = u32::from(tokens.count(token));
            let found = pick < count;
            pick = pick.wrapping_sub(count);
            found
        })
        .expect("the pick is below the number of tokens");
    tokens.take(token);
    token
}
