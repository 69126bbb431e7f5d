use marque::bosman::{Action, Bosman, Field, Piece, State, fields_in, rows_lacking_one};
use marque::{Game, Seat};

use super::tactics::{boarding_by, gain, harm, is_useful, owns, reach, score_of, sitting_on, sort_out, threat};
use crate::knowledge::Style;

/// The three plans.
pub(super) const STYLES: &[Style<Bosman>] = &[
    Style {
        name: "boarder",
        plan: "Takes its own people on board as fast as it can and lays its own tokens to that end.",
        score: boarder,
    },
    Style {
        name: "blocker",
        plan: "Keeps the boatswain away from the others' tokens and poisons whoever is ahead.",
        score: blocker,
    },
    Style {
        name: "saver",
        plan: "Keeps good tokens, swaps the rest, builds rows, and saves sailors and poison for the end.",
        score: saver,
    },
];

fn boarder(game: &Bosman, state: &State, action: Action) -> f32 {
    match action {
        Action::Play { token, field } => {
            let boarding = boarding_by(game, state, Piece::Pirate(token), field) as f32;
            let own = f32::from(u8::from(is_useful(game, state, token) && state.piece(field).is_none()));
            10.0 * boarding + 2.0 * own
        }
        Action::Sailor { gang, field } => 1.5 + 10.0 * boarding_by(game, state, Piece::Sailor(gang), field) as f32,
        Action::Board { field, place } => gain(game, state, field, place) + 0.1 * place.digit() as f32,
        Action::Poison(_) => -10.0,
        Action::Swap(batch) => {
            let (useful, useless) = sort_out(game, state, batch);
            0.3 * useless - useful
        }
        Action::Keep | Action::Pass => 0.0,
    }
}

fn blocker(game: &Bosman, state: &State, action: Action) -> f32 {
    let seat = state.seat();
    if let Action::Poison(place) = action {
        let lead = Seat::all(game.seats()).map(|seat| score_of(game, state, seat)).max();
        let of_leader = sitting_on(state, place)
            .map(|gang| gang.seat(game.seats()))
            .is_some_and(|owner| owner != seat && Some(score_of(game, state, owner)) == lead);
        return if of_leader { 3.0 * harm(game, state, place) } else { -10.0 };
    }
    let mut after = *state;
    game.play(&mut after, action);
    // What the rivals could do from here, the next most of all, and what waits for the boatswain anyway.
    let mut danger = 0.0;
    let mut rival = seat.next(game.seats());
    let mut nearness = 1.0;
    while rival != seat {
        danger += nearness * (reach(game, &after, rival) + threat(game, &after, rival)) as f32;
        nearness *= 0.5;
        rival = rival.next(game.seats());
    }
    let waiting = |field: &Field| {
        after.piece(*field).is_some_and(|piece| !owns(game, seat, piece.gang()) && game.places_for(&after, piece) != 0)
    };
    let waiting = fields_in(after.beach()).filter(waiting).count() as f32;
    let boarding = match action {
        Action::Play { token, field } => boarding_by(game, state, Piece::Pirate(token), field) as f32,
        Action::Sailor { gang, field } => boarding_by(game, state, Piece::Sailor(gang), field) as f32 - 0.4,
        Action::Board { field, place } => gain(game, state, field, place),
        _ => -0.2,
    };
    4.0 * boarding - 3.0 * danger - waiting
}

fn saver(game: &Bosman, state: &State, action: Action) -> f32 {
    let late = game.progress(state) >= 0.6;
    match action {
        Action::Play { token, field } => {
            let boarding = boarding_by(game, state, Piece::Pirate(token), field) as f32;
            let rows = rows_lacking_one(state.aboard(token.gang()), token.place().bit()) as f32;
            let own = f32::from(u8::from(is_useful(game, state, token) && state.piece(field).is_none()));
            10.0 * boarding + own * (2.5 + rows)
        }
        Action::Sailor { gang, field } => {
            let boarding = boarding_by(game, state, Piece::Sailor(gang), field) as f32;
            if late { 4.0 + 10.0 * boarding } else { -5.0 }
        }
        Action::Board { field, place } => {
            let Some(piece) = state.piece(field) else { return 0.0 };
            let aboard = state.aboard(piece.gang()) | place.bit();
            let open = rows_lacking_one(aboard, game.free_places(state) & !place.bit()) as f32;
            3.0 * gain(game, state, field, place) + open + 0.1 * place.digit() as f32
        }
        Action::Poison(place) if late => 5.0 * harm(game, state, place),
        Action::Poison(_) => -10.0,
        Action::Swap(batch) => {
            let (useful, useless) = sort_out(game, state, batch);
            1.2 * useless - 3.0 * useful
        }
        Action::Keep | Action::Pass => 0.0,
    }
}
