//! The beach, the boat, the hands and the stack as a picture.

use super::Bosman;
use super::beach::{Field, SIDE};
use super::boat::places_in;
use super::hidden::veil;
use super::notation::write_sitter;
use super::shore::Piece;
use super::show::{count, name};
use super::state::{Phase, State};
use super::token::{BOAT_SIDE, Gang};
use crate::game::Game;
use crate::picture::Picture;
use crate::seat::Seat;

/// The side of a field and of a place.
const CELL: f32 = 44.0;
/// Where the beach begins, from the left and from above.
const BEACH: (f32, f32) = (30.0, 16.0);
const WIDTH: f32 = 620.0;
/// The left and right end of the sea beside the beach.
const SEA: (f32, f32) = (BEACH.0 + CELL * SIDE as f32 + 28.0, WIDTH - 16.0);
/// Where the places of the boat begin, from above.
const BOAT: f32 = 74.0;
/// Where the sea ends, below the largest boat.
const SHORE: f32 = BOAT + CELL * BOAT_SIDE as f32 + 22.0;
/// Where the seats begin below the beach.
const SEATS: f32 = BEACH.1 + CELL * SIDE as f32 + 38.0;
/// The height of a seat's part.
const SEAT: f32 = 88.0;
/// How many tokens under the stack fill a row, and how far they are apart.
const QUEUE: (usize, f32) = (24, 24.0);

pub(super) fn picture(game: &Bosman, state: &State, viewer: Option<Seat>) -> Picture {
    let state = &viewer.map_or(*state, |viewer| veil(game, state, viewer).0);
    // As high as the largest queue needs, so that it stays the same through a game.
    let tokens = 4 * game.places.count_ones() as usize * game.copies;
    let stack = SEATS + SEAT * (game.seats / 2) as f32;
    let height = stack + 30.0 + QUEUE.1 * tokens.div_ceil(QUEUE.0) as f32;
    let mut picture = Picture::new(WIDTH, height, "Bosman: beach, boat and hands");
    picture.part(0.0, 0.0, SEA.0 - 8.0, SEATS - 8.0);
    picture.part(SEA.0 - 8.0, 8.0, WIDTH - SEA.0 + 8.0, SEATS - 8.0);
    draw_beach(game, state, &mut picture);
    draw_boat(game, state, &mut picture);
    draw_moment(game, state, &mut picture);
    for seat in Seat::all(game.seats) {
        let (column, row) = (f32::from(seat.0 % 2), f32::from(seat.0 / 2));
        picture.part(column * WIDTH / 2.0, SEATS + row * SEAT - 6.0, WIDTH / 2.0, SEAT);
        draw_seat(game, state, seat, (12.0 + column * WIDTH / 2.0, SEATS + row * SEAT), &mut picture);
    }
    picture.part(0.0, stack - 6.0, WIDTH, height - stack + 6.0);
    draw_stack(state, viewer, stack, &mut picture);
    picture
}

/// The seat whose colour and shape a gang has in pictures: with four seats its own.
fn look(gang: Gang) -> Seat {
    Seat(gang as u8)
}

fn draw_piece(picture: &mut Picture, (x, y): (f32, f32), radius: f32, piece: Piece) {
    draw_sitter(picture, (x, y), radius, (piece.gang(), matches!(piece, Piece::Sailor(_))), &piece.to_string());
}

/// A piece in the colour and shape of its gang; a sailor has a second rim.
fn draw_sitter(picture: &mut Picture, (x, y): (f32, f32), radius: f32, (gang, sailor): (Gang, bool), word: &str) {
    if sailor {
        picture.shape(x, y, radius * 1.2, look(gang), "field");
    }
    picture.piece(x, y, radius, look(gang), word);
}

/// The fields, with those beside the boatswain lit up and a dot on the piece laid this turn, which may not board (BO-15).
fn draw_beach(game: &Bosman, state: &State, picture: &mut Picture) {
    let (left, top) = BEACH;
    for n in 0..SIDE {
        let along = (n as f32 + 0.5) * CELL;
        let file = char::from(b'a' + n as u8).to_string();
        picture.text(left + along, top + CELL * SIDE as f32 + 14.0, 13.0, &file, "note");
        picture.text(left - 14.0, top + along, 13.0, &(SIDE - n).to_string(), "note");
    }
    for field in (0..SIDE).flat_map(|rank| (0..SIDE).map(move |file| Field::at(file, rank))) {
        let (x, y) = (left + field.file() as f32 * CELL, top + (SIDE - 1 - field.rank()) as f32 * CELL);
        let centre = (x + CELL / 2.0, y + CELL / 2.0);
        let beside = state.boatswain().neighbours() & field.bit() != 0;
        picture.at(&field.to_string(), |picture| {
            picture.rect(x, y, CELL, CELL, if beside { "mark" } else { "land" });
            picture.rect(x, y, CELL, CELL, "edge");
            match (state.piece(field), game.outpost(field)) {
                (Some(piece), _) => draw_piece(picture, centre, 16.0, piece),
                (None, Some(gang)) => {
                    picture.shape(centre.0, centre.1, 16.0, look(gang), &format!("seat{} faint", gang.index()));
                    picture.text(centre.0, centre.1, 13.0, &gang.to_string(), "note");
                }
                (None, None) => {}
            }
            if field == state.boatswain() {
                draw_boatswain(picture, centre);
            }
            if state.laid() == Some(field) {
                picture.circle(x + 6.0, y + 6.0, 4.0, "pawn");
            }
        });
    }
}

/// A pawn.
fn draw_boatswain(picture: &mut Picture, (x, y): (f32, f32)) {
    let half = [(0.0, -7.0), (5.0, -4.0), (6.0, 8.0), (11.0, 15.0)];
    let left = half.into_iter().rev().map(|(dx, dy)| (x - dx, y + dy));
    picture.polygon(half.into_iter().map(|(dx, dy)| (x + dx, y + dy)).chain(left), "pawn");
    picture.circle(x, y - 9.0, 7.0, "pawn");
}

/// The boat with its bow above, a place a square.
fn draw_boat(game: &Bosman, state: &State, picture: &mut Picture) {
    let (top, bottom) = (BOAT, BOAT + game.rows as f32 * CELL);
    let (middle, half) = ((SEA.0 + SEA.1) / 2.0, game.columns as f32 * CELL / 2.0);
    let (left, right) = (middle - half, middle + half);
    picture.rect(SEA.0, BEACH.1, SEA.1 - SEA.0, SHORE - BEACH.1, "sea");
    picture.polygon(
        [
            (middle, top - 50.0),
            (right + 10.0, top - 14.0),
            (right + 14.0, bottom - 10.0),
            (right, bottom + 12.0),
            (left, bottom + 12.0),
            (left - 14.0, bottom - 10.0),
            (left - 10.0, top - 14.0),
        ],
        "land",
    );
    picture.text(middle, top - 20.0, 13.0, "boat", "note");
    for place in places_in(game.places) {
        let (x, y) = (left + place.dots() as f32 * CELL, top + (place.digit() - 1) as f32 * CELL);
        let (middle_x, middle_y) = (x + CELL / 2.0, y + CELL / 2.0);
        picture.at(&place.to_string(), |picture| {
            picture.rect(x, y, CELL, CELL, "field");
            match state.sitter(place) {
                Some(sitter) => draw_sitter(picture, (middle_x, middle_y), 15.0, sitter, &write_sitter(sitter)),
                None => picture.text(middle_x, middle_y, 12.0, &place.to_string(), "note"),
            }
            draw_covered(picture, (x + CELL - 8.0, y + 8.0), state.covered(place));
        });
    }
}

/// How many poisoned tokens lie on a place.
fn draw_covered(picture: &mut Picture, (x, y): (f32, f32), covered: u32) {
    if covered > 0 {
        picture.circle(x, y, 6.5, "hidden");
        picture.text(x, y, 9.0, &covered.to_string(), "on-seat");
    }
}

/// Whose turn it is, and how near the limits are (BO-18).
fn draw_moment(game: &Bosman, state: &State, picture: &mut Picture) {
    let (left, top) = (SEA.0, SHORE + 18.0);
    let (seat, due) = (name(state.seat), state.due());
    let (who, what) = match state.phase {
        Phase::Over => ("The game is over".to_owned(), game.ending(state).reason.to_owned()),
        _ if due > 0 => (seat, format!("draws {}", count(due, "token"))),
        Phase::Deal | Phase::Exchange => (seat, "may exchange tokens".to_owned()),
        Phase::Turn => (seat, "plays, swaps or poisons".to_owned()),
        Phase::Boarding => (seat, "takes a token on board".to_owned()),
    };
    picture.text(left, top, 15.0, &who, "left strong");
    picture.text(left, top + 18.0, 13.0, &what, "left");
    let turns = format!("turn {} of at most {}", state.turns, game.max_turns);
    let quiet = format!("{} of {} turns without a boarding", state.quiet_turns(), game.stall_limit);
    picture.text(left, top + 36.0, 11.0, &turns, "left note");
    picture.text(left, top + 51.0, 11.0, &quiet, "left note");
}

/// A seat: its gangs and points, its hand, its sailors and its poisons.
fn draw_seat(game: &Bosman, state: &State, seat: Seat, (left, top): (f32, f32), picture: &mut Picture) {
    let gangs: Vec<Gang> = game.gangs_of(seat).collect();
    let points = gangs.iter().map(|&gang| game.score(state, gang)).sum();
    let words = format!("{}: {}", name(seat), count(points, "point"));
    let class = if seat == state.seat && state.phase != Phase::Over { "left strong" } else { "left" };
    let mut x = left + 8.0;
    for &gang in &gangs {
        picture.shape(x, top + 8.0, 6.0, look(gang), &format!("seat{}", gang.index()));
        x += 16.0;
    }
    picture.text(x, top + 8.0, 14.0, &words, class);
    let hand = state.hand(seat);
    let step = 31.0;
    let mut x = left + 16.0;
    let y = top + 38.0;
    for token in hand.iter() {
        picture.at(&token.to_string(), |picture| draw_piece(picture, (x, y), 13.0, Piece::Pirate(token)));
        x += step;
    }
    for _ in hand.total()..state.hand_size(seat) {
        draw_unseen(picture, (x, y), 12.0);
        x += step;
    }
    let mut x = left + 16.0;
    let y = top + 68.0;
    for &gang in gangs.iter().filter(|&&gang| state.has_sailor(gang)) {
        picture.at(&gang.to_string(), |picture| draw_piece(picture, (x, y), 10.0, Piece::Sailor(gang)));
        x += 28.0;
    }
    let poisons = count(state.poisons(seat), "poison");
    picture.text(x - 10.0, y, 12.0, &poisons, "left note");
}

/// A token whose face the viewer does not see.
fn draw_unseen(picture: &mut Picture, (x, y): (f32, f32), radius: f32) {
    picture.circle(x, y, radius, "hidden");
    picture.text(x, y, radius, "?", "on-seat");
}

/// The stack: how many are shuffled, and what lies under them, the next to be drawn first.
fn draw_stack(state: &State, viewer: Option<Seat>, top: f32, picture: &mut Picture) {
    let under = if state.stack_size() > state.shuffled_size() { "under them" } else { "nothing under them" };
    let words = format!("Stack: {} shuffled, {under}", state.shuffled_size());
    picture.text(12.0, top + 8.0, 13.0, &words, "left");
    let (columns, step) = QUEUE;
    for (n, slot) in state.queue().enumerate() {
        let at = (26.0 + (n % columns) as f32 * step, top + 32.0 + (n / columns) as f32 * step);
        if viewer.is_none_or(|viewer| slot.is_known_to(viewer)) {
            draw_piece(picture, at, 9.5, Piece::Pirate(slot.token));
        } else {
            draw_unseen(picture, at, 8.5);
        }
    }
}
