use super::*;
use crate::encoding::{Encode, Vector};
use crate::hexxi::board::MAX_SEATS;
use crate::random::{self, Purpose};

/// The same position with every seat so many seats on, and the board turned with them.
fn passed_on(game: &Hexxi, state: &State, places: usize) -> State {
    let next = |seat: Seat| Seat(((seat.index() + places) % game.seats) as u8);
    let turn = |cell: Cell| game.board.turned_back(Seat(places as u8), cell);
    let turn_all = |mask: u64| cells(mask).fold(0, |all, cell| all | turn(cell).bit());
    fn moved<T: Copy>(seats: usize, places: usize, mut by_seat: [T; MAX_SEATS]) -> [T; MAX_SEATS] {
        by_seat[..seats].rotate_right(places);
        by_seat
    }
    let moved_masks = |masks: [u64; MAX_SEATS]| moved(game.seats, places, masks.map(turn_all));
    let mut on = *state;
    on.tokens = state.tokens.map(turn_all);
    on.owned = moved_masks(state.owned);
    on.reach = moved_masks(state.reach);
    for mask in [&mut on.bases, &mut on.down, &mut on.marked] {
        *mask = turn_all(*mask);
    }
    on.hands = moved(game.seats, places, state.hands);
    on.piles_up = moved(game.seats, places, state.piles_up);
    on.piles_down = moved(game.seats, places, state.piles_down);
    on.scores = moved(game.seats, places, state.scores);
    on.loot = moved(game.seats, places, state.loot);
    on.seized = moved(game.seats, places, state.seized.map(|row| moved(game.seats, places, row)));
    for place in 0..game.seats {
        on.order[place] = next(state.order[place]);
    }
    on.gone = Seat::all(game.seats).filter(|&seat| state.has_left(seat)).fold(0, |gone, seat| gone | 1 << next(seat).0);
    if let Phase::Escorting(Chain { warship, stood, barred, took }) = state.phase {
        on.phase =
            Phase::Escorting(Chain { warship: turn(warship), stood: turn_all(stood), barred: barred.map(turn), took });
    }
    on
}

#[test]
fn seats_alike_by_a_turn_of_the_board_have_the_same_numbers() {
    for (seats, places) in [(2, 1), (3, 1), (3, 2), (4, 2)] {
        let game = game(seats, "");
        let mut rng = random::stream(1, seats as u64, Purpose::Other(0));
        let mut state = game.start();
        while let Turn::Seat(_) = game.turn(&state) {
            let on = passed_on(&game, &state, places);
            for viewer in Seat::all(seats) {
                let next = Seat(((viewer.index() + places) % seats) as u8);
                let (mut one, mut other) = (Vector::default(), Vector::default());
                game.encode(&state, viewer, &mut one);
                game.encode(&on, next, &mut other);
                assert!(one.values() == other.values(), "{viewer} and {next} at {state:?}");
            }
            let (mut mask, mut mask_on) = (vec![false; game.action_count()], vec![false; game.action_count()]);
            game.mask(&state, &mut mask);
            game.mask(&on, &mut mask_on);
            assert!(mask == mask_on, "at {state:?}");
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
    }
}
