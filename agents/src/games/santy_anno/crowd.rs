//! Who sits when, who only guesses, and for whom it is too late.

use marque::santy_anno::{Racer, SantyAnno, State};
use marque::{Game, MAX_SEATS, Seat};

/// The chance that any ship is the true one.
pub(super) const GUESS: f32 = 1.0 / 8.0;
/// How often one who thinks sits at a wrong ship, and how often one who guesses.
const WRONG: [f32; 2] = [0.35, 0.875];

/// How much likelier one guesses than thinks who sat at a wrong ship so many times, and at the right one.
const POWERS_IF_WRONG: [f32; MOST_ROUNDS + 1] = powers(WRONG[1] / WRONG[0]);
const POWERS_IF_RIGHT: [f32; MOST_ROUNDS + 1] = powers((1.0 - WRONG[1]) / (1.0 - WRONG[0]));
/// The most rounds of a game.
const MOST_ROUNDS: usize = 5;

const fn powers(base: f32) -> [f32; MOST_ROUNDS + 1] {
    let mut powers = [1.0; MOST_ROUNDS + 1];
    let mut exponent = 1;
    while exponent <= MOST_ROUNDS {
        powers[exponent] = powers[exponent - 1] * base;
        exponent += 1;
    }
    powers
}

/// When each seat sits down at the earliest, and how likely it does.
pub(super) struct Crowd {
    /// The tick at which a seat sits that has set out, or that had run at once.
    pub(super) sits: [f32; MAX_SEATS],
    /// The chance that a seat has set out or guesses and runs at once.
    runs: [f32; MAX_SEATS],
}

impl Crowd {
    pub(super) fn of(game: &SantyAnno, state: &State, rash: &[f32; MAX_SEATS]) -> Crowd {
        let mut crowd = Crowd { sits: [0.0; MAX_SEATS], runs: *rash };
        for seat in Seat::all(game.seats()) {
            let set_out = state.target(seat).is_some();
            let run = || game.run_ticks(state, seat, state.true_ship(seat));
            crowd.sits[seat.index()] = if set_out { state.clock(seat) } else { run() } as f32;
            if set_out {
                crowd.runs[seat.index()] = 1.0;
            }
        }
        crowd
    }

    /// The chance that a seat which sits down at a tick is too late. Rivals who have not set out cannot count it out unless
    /// they are all of the kind that guesses.
    pub(super) fn counts_out(&self, game: &SantyAnno, state: &State, seat: Seat, sits: f32) -> f32 {
        let mut all_run = 1.0;
        let mut last = 0.0f32;
        for rival in (0..game.seats()).filter(|&rival| rival != seat.index()) {
            all_run *= self.runs[rival];
            last = last.max(self.sits[rival]);
        }
        if all_run < 1.0 {
            // Those who are still to sit do so after what the seat has seen.
            last = last.max(state.clock(seat) as f32);
        }
        if sits > last + game.countdown() as f32 { all_run } else { 0.0 }
    }
}

/// How likely each seat is to guess instead of thinking, going by how often it and all the others sat at wrong ships.
pub(super) fn rashness(game: &SantyAnno, state: &State) -> [f32; MAX_SEATS] {
    let mut rash = [0.0; MAX_SEATS];
    let rounds = state.rounds_done();
    let wrong: usize = Seat::all(game.seats()).map(|seat| state.wrong_ships(seat)).sum();
    // As if four seats had been seen before, of which a third guessed.
    let rate = (wrong as f32 + 4.0 * 0.525) / ((game.seats() * rounds) as f32 + 4.0);
    let share = ((rate - WRONG[0]) / (WRONG[1] - WRONG[0])).clamp(0.05, 0.95);
    for seat in Seat::all(game.seats()) {
        let wrong = state.wrong_ships(seat);
        let evidence = POWERS_IF_WRONG[wrong] * POWERS_IF_RIGHT[rounds - wrong];
        let odds = share / (1.0 - share) * evidence;
        rash[seat.index()] = odds / (1.0 + odds);
    }
    rash
}

/// Whether a seat that thinks on does worse than one that runs now, as the count may be over before it sits down.
pub(super) fn is_too_late_to_think(game: &SantyAnno, state: &State, crowd: &Crowd, seat: Seat) -> bool {
    let walk = game.walk_right(state, seat, 0..state.cards()) as f32;
    thinks_too_long(game, state, &state.racer(seat), walk, |sits| crowd.counts_out(game, state, seat, sits))
}

/// The same of a seat wherever it stands in the race, with the chance that its walk is right and the chance that one who sits
/// down at a tick is too late.
#[inline]
pub(super) fn thinks_too_long(
    game: &SantyAnno,
    state: &State,
    racer: &Racer,
    walk: f32,
    counts_out: impl Fn(f32) -> f32,
) -> bool {
    let (seat, cards) = (racer.seat, state.cards());
    let now = (racer.clock + game.run_ticks(state, seat, racer.belief)) as f32;
    let (ticks, right, without) = if racer.thought < cards {
        (game.nominal_ticks(state, seat, racer.thought..cards) as f32, walk, GUESS)
    } else {
        let (ticks, right) = game.recheck_odds(state, seat);
        (ticks as f32, right as f32, walk)
    };
    right * (1.0 - counts_out(now + ticks)) < without
}
