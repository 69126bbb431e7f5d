use marque::santy_anno::{Action, EventCard, Kind, SantyAnno, Ship, State};
use marque::{Game, Seat, Turn};

use super::crowd::{Crowd, GUESS, is_too_late_to_think, rashness};
use crate::knowledge::Style;

/// A round with more cards than this is worth a gamble to the gambler.
const LONG_ROUND: usize = 5;

/// The three plans.
pub(super) const STYLES: &[Style<SantyAnno>] = &[
    Style {
        name: "steady",
        plan: "Thinks all the cards through, then runs to the ship it believes in.",
        score: |game, state, action| match action {
            Action::Think => thinking_score(game, state),
            Action::Recheck => 0.0,
            Action::Run(ship) => run_score(game, state, ship),
        },
    },
    Style {
        name: "gambler",
        plan: "In long rounds runs before the last card if that may leave it where it is.",
        score: |game, state, action| match action {
            Action::Think if state.cards() > LONG_ROUND && may_stay(state, mover(game, state)) => 0.0,
            Action::Think => thinking_score(game, state),
            Action::Recheck => 0.0,
            Action::Run(ship) => run_score(game, state, ship),
        },
    },
    Style {
        name: "checker",
        plan: "Thinks all the cards through twice before it runs.",
        score: |game, state, action| match action {
            Action::Think | Action::Recheck => thinking_score(game, state),
            Action::Run(ship) => run_score(game, state, ship),
        },
    },
];

/// The seat to choose.
fn mover(game: &SantyAnno, state: &State) -> Seat {
    match game.turn(state) {
        Turn::Seat(seat) => seat,
        turn => unreachable!("a style was asked at {turn:?}"),
    }
}

/// Whether the last card is the only one left, and may leave the pirate where it is.
fn may_stay(state: &State, seat: Seat) -> bool {
    let seasick = matches!(state.event(), Some(EventCard::SeasickOn | EventCard::SeasickBack));
    state.thought(seat) + 1 == state.cards()
        && matches!(state.card_kind(state.cards() - 1), Kind::Crossed | Kind::LetterCrossed)
        && !(seasick && state.cards() > 3)
}

/// How likely a ship is to be a seat's true one, as far as the seat can tell.
fn guess(game: &SantyAnno, state: &State, crowd: &Crowd, seat: Seat, ship: Ship) -> f32 {
    let believed = ship == state.belief(seat);
    let chance = match state.cards() - state.thought(seat) {
        0 if believed => 0.8,
        0 if state.first_read(seat) == Some(ship) => 0.15,
        0 => 0.01,
        // A crossed card moves three pirates of four, most others move all.
        1 if may_stay(state, seat) => {
            if believed {
                0.25
            } else {
                0.75 / 7.0
            }
        }
        1 => {
            if believed {
                0.02
            } else {
                1.0 / 7.0
            }
        }
        _ => GUESS,
    };
    // Whoever sits there may well be right, and then nobody else is.
    let is_sat = |rival: Seat| state.target(rival) == Some(ship) && state.clock(rival) <= state.clock(seat);
    let free = if Seat::all(game.seats()).any(|rival| rival != seat && is_sat(rival)) { 0.7 } else { 1.0 };
    let sits = state.clock(seat) + game.run_ticks(state, seat, ship);
    let in_time = if crowd.counts_out(game, state, seat, sits as f32) > 0.5 { 0.02 } else { 1.0 };
    chance * free * in_time
}

/// Thinking on comes before any run unless the count will be over.
pub(super) fn thinking_score(game: &SantyAnno, state: &State) -> f32 {
    let crowd = Crowd::of(game, state, &rashness(game, state));
    if is_too_late_to_think(game, state, &crowd, mover(game, state)) { 0.0 } else { 1.0 }
}

fn run_score(game: &SantyAnno, state: &State, ship: Ship) -> f32 {
    let crowd = Crowd::of(game, state, &rashness(game, state));
    guess(game, state, &crowd, mover(game, state), ship)
}
