use marque::santy_anno::{SantyAnno, State};
use marque::{Game, MAX_SEATS, Seat};

use super::crowd::{Crowd, GUESS, rashness};
use crate::evaluator::{Values, pairwise};
use crate::learn::Features;

// The weights of the evaluation were fitted on 800 games each of 3, 5 and 8 seats, played by a mix of the three styles
// and random players: they have the least squared error of the payoff over decisions of all rounds. It is 0.082, 0.055
// and 0.046 there, half of what knowing nothing has, and a value means what it says within 0.03 in most tenths.

/// Ticks by which the finish of two seats that still think may turn out otherwise than reckoned.
const HASTE: f32 = 15.0;
/// What one who thinks earns in a round above one who guesses.
const SKILL: f32 = 2.0;
/// How much the coin values of two seats drift apart in a round not yet begun, as a variance.
const DRIFT: f32 = 8.0;
/// The variance left when nothing is open any more: small, so that a coin ahead is nearly won.
const SETTLED: f32 = 0.02;
/// How much of the gap between two seats counts, in deviations.
const GAP: f32 = 0.8;

/// A rough sigmoid from 0 to 1, without an exponential.
fn sigmoid(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// What a seat can hope for in the round under way.
#[derive(Clone, Copy, Default)]
struct Hope {
    /// The chance to sit down at the true ship in time.
    right: f32,
    /// The tick at which it sits down, as far as it can be told.
    sits: f32,
    /// Whether it has set out, so that the tick is certain.
    set_out: bool,
}

impl Hope {
    fn of(game: &SantyAnno, state: &State, crowd: &Crowd, seat: Seat) -> Hope {
        let truth = state.true_ship(seat);
        let in_time = |sits: f32| 1.0 - crowd.counts_out(game, state, seat, sits);
        let sits = crowd.sits[seat.index()];
        if let Some(target) = state.target(seat) {
            let right = if target == truth { in_time(sits) } else { 0.0 };
            return Hope { right, sits, set_out: true };
        }
        let now = sits + state.clock(seat) as f32;
        let sits = now + game.nominal_ticks(state, seat, state.thought(seat)..state.cards()) as f32;
        let in_time = in_time(sits);
        let walk = |from: usize| game.walk_right(state, seat, from..state.cards()) as f32;
        if in_time < 1.0 && walk(0) * in_time < GUESS {
            return Hope { right: GUESS, sits: now, set_out: false };
        }
        let sure = walk(state.thought(seat));
        let right = if state.end_of_walk(seat) == truth { sure } else { (1.0 - sure) / 7.0 };
        Hope { right: right * in_time, sits, set_out: false }
    }

    /// How likely this seat, the lower of two, sits down first.
    fn before(&self, other: &Hope) -> f32 {
        if self.set_out && other.set_out {
            f32::from(u8::from(self.sits <= other.sits))
        } else {
            sigmoid((other.sits - self.sits) / HASTE)
        }
    }
}

/// The value of the coin for a seat with so many ahead of it, between two coins in proportion.
fn coin(coins: &[u8], ahead: f32) -> f32 {
    let value = |position: usize| coins.get(position).map_or(0.0, |&coin| f32::from(coin));
    let position = ahead as usize;
    let part = ahead - position as f32;
    value(position) * (1.0 - part) + value(position + 1) * part
}

/// Whether nobody has done anything in a round yet.
pub(super) fn is_between_rounds(game: &SantyAnno, state: &State) -> bool {
    Seat::all(game.seats()).all(|seat| state.clock(seat) == 0)
}

/// Notes what all seats have won and how rash they are; says what they can expect.
pub(super) fn study(game: &SantyAnno, state: &State, into: &mut Features) -> Values {
    let rash = rashness(game, state);
    let most = f32::from(game.coins().iter().copied().max().unwrap_or(1)).max(1.0);
    let left = (game.rounds() - state.rounds_done()) as f32;
    let lead = Seat::all(game.seats()).map(|seat| state.score(seat)).max().unwrap_or(0);
    let done = state.rounds_done().max(1) as f32;
    for seat in Seat::all(game.seats()) {
        let score = state.score(seat) as f32 / most;
        let behind = (lead - state.score(seat)) as f32 / most;
        let wrong = state.wrong_ships(seat) as f32 / done;
        let rechecks = state.rechecks(seat) as f32 / done;
        let own = rash[seat.index()];
        into.seat(
            seat.index(),
            &[score, behind, score / (left + 0.5), behind / (left + 0.5), own, own * left / 4.0, wrong, rechecks],
        );
    }
    into.table(&[left / 4.0, if left <= 1.0 { 1.0 } else { 0.0 }, game.seats() as f32 / 8.0]);
    evaluate(game, state)
}

/// Each seat's expected payoff: coins won and hoped for in the round under way, compared seat by seat in deviations of what
/// is still open.
pub(super) fn evaluate(game: &SantyAnno, state: &State) -> Values {
    let seats = game.seats();
    // A round in which nobody has done anything yet is like any other to come.
    let under_way = state.is_racing() && !is_between_rounds(game, state);
    let rounds_left = (game.rounds() - state.rounds_done() - usize::from(under_way)) as f32;
    let rash = rashness(game, state);
    let mut worth = [0.0; MAX_SEATS];
    let mut open = [0.0; MAX_SEATS];
    for seat in Seat::all(seats) {
        let outlook = rounds_left * SKILL * (1.0 - rash[seat.index()]);
        worth[seat.index()] = state.score(seat) as f32 + outlook;
    }
    if under_way {
        let crowd = Crowd::of(game, state, &rash);
        let mut hopes = [Hope::default(); MAX_SEATS];
        for seat in Seat::all(seats) {
            hopes[seat.index()] = Hope::of(game, state, &crowd, seat);
        }
        let mut ahead = [0.0; MAX_SEATS];
        for a in 0..seats {
            for b in 0..a {
                let b_first = hopes[b].before(&hopes[a]);
                ahead[a] += hopes[b].right * b_first;
                ahead[b] += hopes[a].right * (1.0 - b_first);
            }
        }
        for (seat, hope) in hopes[..seats].iter().enumerate() {
            let coin = coin(game.coins(), ahead[seat]);
            worth[seat] += hope.right * coin;
            open[seat] = hope.right * (1.0 - hope.right) * coin * coin;
        }
    }
    let drift = SETTLED + DRIFT * rounds_left;
    pairwise(seats, |a, b| sigmoid(GAP * (worth[a] - worth[b]) / (drift + open[a] + open[b]).sqrt()))
}
