//! What both priors and styles look at: who could board, and what an action gains or spoils.

use marque::bosman::{
    Batch, Bosman, Field, Gang, Piece, Place, State, Token, fields_in, places_in, rows_lacking_one, rows_of_three,
};
use marque::{Game, Seat};

/// How many of a seat's pieces could board if the boatswain stood on a field after it laid one on `laid`.
pub(super) fn boarding_at(game: &Bosman, state: &State, seat: Seat, at: Field, laid: Field) -> u32 {
    let beside = at.neighbours() & state.beach() & game.outposts_of(seat) & !laid.bit();
    let fits = |&field: &Field| state.piece(field).is_some_and(|piece| game.places_for(state, piece) != 0);
    fields_in(beside).filter(fits).count() as u32
}

/// How many of the mover's pieces could board if it laid a piece on a field.
pub(super) fn boarding_by(game: &Bosman, state: &State, piece: Piece, field: Field) -> u32 {
    boarding_at(game, state, state.seat(), state.walk(field, piece.digit()), field)
}

/// The mover's pieces ashore that have a place in the boat, looked up once for many plays.
pub(super) struct Shore(u64);

impl Shore {
    pub(super) fn new(game: &Bosman, state: &State) -> Shore {
        let fits = |field: &Field| state.piece(*field).is_some_and(|piece| game.places_for(state, piece) != 0);
        let waiting = fields_in(state.beach() & game.outposts_of(state.seat())).filter(fits);
        Shore(waiting.fold(0, |fields, field| fields | field.bit()))
    }

    /// How many of them could board if the mover laid a piece with this digit on a field.
    pub(super) fn boarding_by(&self, state: &State, field: Field, digit: usize) -> u32 {
        (state.walk(field, digit).neighbours() & self.0 & !field.bit()).count_ones()
    }
}

/// The most pieces a seat could take on board by one play, of the digits (a bit each) that it can lay for each gang.
fn most_boarding(game: &Bosman, state: &State, seat: Seat, digits: impl Fn(Gang) -> u8) -> u32 {
    let mut most = 0;
    for field in fields_in(state.boatswain().neighbours()) {
        let Some(gang) = game.outpost(field) else { continue };
        let digits = digits(gang);
        for digit in (1..=4).filter(|digit| digits >> digit & 1 == 1) {
            most = most.max(boarding_at(game, state, seat, state.walk(field, digit), field));
        }
    }
    most
}

/// The most pieces a seat could take on board by one play of its hand.
pub(super) fn threat(game: &Bosman, state: &State, seat: Seat) -> u32 {
    most_boarding(game, state, seat, |gang| {
        let sailor = u8::from(state.has_sailor(gang) && owns(game, seat, gang));
        places_in(state.hand(seat).of_gang(gang)).fold(sailor << 1, |digits, place| digits | 1 << place.digit())
    })
}

/// The most pieces a seat could take on board whatever its hand may be.
pub(super) fn reach(game: &Bosman, state: &State, seat: Seat) -> u32 {
    most_boarding(game, state, seat, |_| 0b1_1110)
}

/// How many rows of three run through a place that a gang has taken.
fn rows_through(aboard: u16, place: Place) -> u32 {
    rows_of_three(aboard) - rows_of_three(aboard & !place.bit())
}

pub(super) fn owns(game: &Bosman, seat: Seat, gang: Gang) -> bool {
    gang.seat(game.seats()) == seat
}

/// Whether the token is of the mover's own gang and could board.
pub(super) fn is_useful(game: &Bosman, state: &State, token: Token) -> bool {
    owns(game, state.seat(), token.gang()) && game.places_for(state, Piece::Pirate(token)) != 0
}

/// How many tokens of a batch are useful to the mover, and how many are not.
pub(super) fn sort_out(game: &Bosman, state: &State, batch: Batch) -> (f32, f32) {
    let useful = batch.iter().filter(|&token| is_useful(game, state, token)).count() as f32;
    (useful, batch.size() as f32 - useful)
}

/// The gang that sits on a place.
pub(super) fn sitting_on(state: &State, place: Place) -> Option<Gang> {
    Gang::ALL.into_iter().find(|&gang| state.aboard(gang) & place.bit() != 0)
}

/// What a gang of the mover gains by taking a place, rows included.
pub(super) fn gain(game: &Bosman, state: &State, field: Field, place: Place) -> f32 {
    let Some(piece) = state.piece(field) else { return 0.0 };
    1.0 + (game.row_bonus() * rows_lacking_one(state.aboard(piece.gang()), place.bit())) as f32
}

/// What the mover's rivals lose by a poison; below zero if it is the mover's own token.
pub(super) fn harm(game: &Bosman, state: &State, place: Place) -> f32 {
    let Some(gang) = sitting_on(state, place) else { return 0.0 };
    let loss = 1.0 + (game.row_bonus() * rows_through(state.aboard(gang), place)) as f32;
    if owns(game, state.seat(), gang) { -loss } else { loss }
}

pub(super) fn score_of(game: &Bosman, state: &State, seat: Seat) -> u32 {
    game.gangs_of(seat).map(|gang| game.score(state, gang)).sum()
}
