use marque::hexxi::{Action, Cell, Hexxi, Phase, State, Token};
use marque::{Game, Seat, Turn};

/// Weighs the mover's actions.
pub(super) fn weigh(game: &Hexxi, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let Turn::Seat(seat) = game.turn(state) else { return };
    into.extend(actions.iter().map(|&action| prior(game, state, seat, action)));
}

/// A guess at an action from what it is and where, without playing it.
fn prior(game: &Hexxi, state: &State, seat: Seat, action: Action) -> f32 {
    let sea = game.sea();
    let far = |cell: Cell| sea.far_edges(seat) & cell.bit() != 0;
    let next_to = |cell: Cell, mask: u64| sea.near(cell) & mask != 0;
    let known = !state.face_down() | state.owned(seat);
    match action {
        Action::Place(Token::Ship, cell) if far(cell) => {
            if next_to(cell, state.tokens(seat, Token::Warship)) {
                6.0
            } else {
                3.0
            }
        }
        Action::Place(Token::Ship, _) => 0.6,
        // Next to its base pirates are connected, and no warship can take them.
        Action::Place(Token::Pirates, cell) => {
            let hunting = next_to(cell, state.all_tokens(Token::Ship) & !state.owned(seat) & known);
            let home = next_to(cell, sea.base(seat).bit());
            1.0 + f32::from(hunting) + 2.0 * f32::from(home)
        }
        Action::Place(Token::Warship, cell) => {
            if next_to(cell, state.tokens(seat, Token::Ship)) {
                3.0
            } else {
                1.0
            }
        }
        Action::Place(Token::Lane, _) => 0.3,
        Action::Stash(Token::Lane) => 3.0,
        Action::Stash(_) => 0.3,
        Action::Spy(_) => 0.3,
        Action::Show(_) => 1.0,
        Action::Offer(Token::Lane) => 2.0,
        Action::Offer(_) => 0.3,
        Action::Withdraw(cell) => {
            if state.tokens(seat, Token::Lane) & cell.bit() != 0 {
                4.0
            } else {
                0.5
            }
        }
        Action::Raise => match state.phase() {
            Phase::Bidding(bidding) => 1.0 / (1.0 + f32::from(bidding.high)),
            _ => 1.0,
        },
        Action::Fold | Action::Halt => 1.0,
        Action::Pass => 0.5,
        Action::Move(_, from, to) => {
            let ship = state.tokens(seat, Token::Ship) & from.bit() != 0;
            match (ship && far(from), ship && far(to)) {
                (false, true) => 8.0,
                (true, false) => 0.1,
                _ => 1.0,
            }
        }
        Action::Attack(_, _, on) if state.owned(seat) & on.bit() != 0 => 1.0,
        Action::Attack(..) => 8.0,
        Action::Rescue(..) => 6.0,
    }
}
