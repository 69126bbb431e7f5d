use super::*;
use crate::bosman::boat::Boat;
use crate::bosman::known::Known;
use crate::bosman::queue::Queue;
use crate::encoding::{Encode, Vector};
use crate::random::{self, Purpose};

/// The same position with every seat one seat on, and gangs and beach turned with them.
fn passed_on(game: &Bosman, state: &State) -> State {
    let seats = game.seats;
    let next = |seat: Seat| seat.next(seats);
    let turned = |field: Field| Field::at(field.rank(), SIDE - 1 - field.file());
    let gang_after = |gang: Gang| Gang::nth(gang.index() + 1);
    let token_after = |token: Token| Token::new(gang_after(token.gang()), token.place());
    let all_after = |tokens: &Tokens| {
        let mut after = Tokens::default();
        tokens.iter().for_each(|token| after.add(token_after(token)));
        after
    };
    let slot_after = |slot: Slot| Slot { token: token_after(slot.token), by: slot.by.map(next) };
    let mut on = *state;
    for seat in Seat::all(seats) {
        on.hands[next(seat).index()] = all_after(state.hand(seat));
        on.sizes[next(seat).index()] = state.sizes[seat.index()];
        on.poisons[next(seat).index()] = state.poisons[seat.index()];
        let mut known = Known::NOTHING;
        for (token, to) in state.known[seat.index()].iter(seat) {
            known.note(next(seat), slot_after(Slot { token, by: to }));
        }
        on.known[next(seat).index()] = known;
    }
    on.shuffled = all_after(&state.shuffled);
    on.queue = Queue::EMPTY;
    state.queue().for_each(|slot| on.queue.push(slot_after(slot)));
    on.shore = Shore::new(turned(state.boatswain()));
    for field in fields_in(state.beach()) {
        let piece = match state.piece(field) {
            Some(Piece::Pirate(token)) => Piece::Pirate(token_after(token)),
            Some(Piece::Sailor(gang)) => Piece::Sailor(gang_after(gang)),
            None => continue,
        };
        on.shore.put(turned(field), piece);
    }
    on.boat = Boat::default();
    for place in places_in(game.places) {
        for _ in 0..state.covered(place) {
            on.boat.seat(Gang::Carpet, place, false);
            on.boat.poison(place);
        }
        if let Some((gang, is_sailor)) = state.sitter(place) {
            on.boat.seat(gang_after(gang), place, is_sailor);
        }
    }
    on.sailors = (state.sailors << 1 | state.sailors >> 3) & 0b1111;
    on.seat = next(state.seat);
    on.laid = state.laid.map(turned);
    on
}

#[test]
fn seats_alike_by_a_turn_of_the_beach_have_the_same_numbers() {
    for seats in [2, 4] {
        let game = game(seats, "token_copies = 3");
        let mut rng = random::stream(3, seats as u64, Purpose::Other(0));
        let mut state = game.start();
        while game.settle(&mut state, &mut rng) != Turn::Over {
            let on = passed_on(&game, &state);
            // The last seat of two comes back with its gangs the other way round.
            let followed = || Seat::all(seats).take(if seats == 2 { 1 } else { seats });
            // Before the first turn seats differ by when they may exchange.
            for viewer in followed().filter(|_| state.phase != Phase::Exchange) {
                let (mut one, mut other) = (Vector::default(), Vector::default());
                game.encode(&state, viewer, &mut one);
                game.encode(&on, viewer.next(seats), &mut other);
                assert!(one.values() == other.values(), "{viewer} at {state:?}");
            }
            if followed().any(|seat| seat == state.seat) {
                let (mut mask, mut mask_on) = (vec![false; game.action_count()], vec![false; game.action_count()]);
                game.mask(&state, &mut mask);
                game.mask(&on, &mut mask_on);
                assert!(mask == mask_on, "at {state:?}");
            }
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
    }
}

#[test]
fn a_beach_that_favours_a_gang_is_not_turned() {
    let plain = game(2, "");
    let mut rows: Vec<String> =
        ["FTR.T.C", "....F.R", "CRTCR.F", "..F.T..", "T.CRFCR", "C.T....", "R.F.CFT"].map(str::to_owned).to_vec();
    rows[1].replace_range(0..1, "R");
    let map = toml::Value::Array(rows.into_iter().map(toml::Value::from).collect());
    let favoured = Bosman::create(2, &toml::Table::from_iter([("beach".to_owned(), map)])).unwrap();
    let field = favoured.layout().into_iter().find(|block| block.name == "boatswain").unwrap().start;
    let mut state = favoured.start();
    state.shore = Shore::new(Field::at(2, 0));
    for (game, expected) in [(&plain, Field::at(6, 2)), (&favoured, Field::at(2, 0))] {
        let mut vector = Vector::default();
        game.encode(&state, Seat(1), &mut vector);
        assert_eq!(vector.values()[field + expected.index()], 1.0);
    }
}
