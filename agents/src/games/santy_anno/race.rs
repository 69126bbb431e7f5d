//! A round played out at once.
//!
//! Nobody sees what others think until they sit, and by the priors nobody cares, except for the last one: once all the others
//! have set out, it hurries where the count would be over before it had thought. So every seat races alone as if it
//! had all the time, and only then it is seen who was the last, and from which of its decisions on it should have
//! hurried. That comes to the same as asking the seats in the order of their clocks, for a fraction of the work.

use marque::random::{self, Rng};
use marque::santy_anno::{Racer, SantyAnno, Ship, State};
use marque::{Game, Seat, Turn};

use super::crowd::thinks_too_long;
use super::evaluation::is_between_rounds;
use super::priors::{GUESSES, HURRY, THINK, any_ship, choose_ship, looks_again, recheck};

/// The most cards of a round.
const MOST_CARDS: usize = 9;

/// How likely one who thinks goes on to the next card, with time and in a hurry.
const GOES_ON: f64 = (THINK / (THINK + GUESSES)) as f64;
const GOES_ON_HURRIED: f64 = (HURRY / (HURRY + GUESSES)) as f64;

/// How likely one who has time thinks so many cards through without a guess.
const NO_GUESS: [f64; MOST_CARDS + 1] = {
    let mut chances = [1.0; MOST_CARDS + 1];
    let mut cards = 1;
    while cards <= MOST_CARDS {
        chances[cards] = chances[cards - 1] * GOES_ON;
        cards += 1;
    }
    chances
};

/// Plays the round under way to its end and pays it out, with every seat going by its priors. Between two rounds there is
/// nothing to play.
pub(super) fn play_out(game: &SantyAnno, state: &mut State, rng: &mut Rng) {
    if state.is_racing() && game.turn(state) == Turn::Chance {
        let outcome = game.draw(state, rng);
        game.happen(state, outcome);
    }
    if !state.is_racing() || is_between_rounds(game, state) {
        return;
    }
    let mut last: Option<Run> = None;
    // Who set out last but one.
    let mut before: Option<Racer> = None;
    for seat in Seat::all(game.seats()) {
        if state.target(seat).is_some() {
            continue;
        }
        let run = Run::of(game, state, seat, rng);
        let earlier = match &mut last {
            Some(last) if last.racer.acts_after(&run.racer) => run,
            Some(last) => std::mem::replace(last, run),
            None => {
                last = Some(run);
                continue;
            }
        };
        game.put_back(state, &earlier.racer, Some(earlier.target));
        if before.is_none_or(|before| earlier.racer.acts_after(&before)) {
            before = Some(earlier.racer);
        }
    }
    if let Some(mut last) = last {
        let target = last.hurry(game, state, before.as_ref(), rng);
        game.put_back(state, &last.racer, target);
    }
    game.pay_out(state);
}

/// How a seat thinks and runs.
struct Run {
    /// How it stands when it sets out.
    racer: Racer,
    target: Ship,
    /// How it stood before each card that it thought through in this run, and before a recheck.
    was: [(u32, Ship); MOST_CARDS + 1],
    /// How many cards it had thought through at first.
    from: usize,
    /// Whether it looked twice in this run.
    rechecks: bool,
}

impl Run {
    /// The run of a seat that has all the time it wants.
    #[inline]
    fn of(game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng) -> Run {
        let mut racer = state.racer(seat);
        let (from, cards) = (racer.thought, state.cards());
        let mut was = [(0, racer.belief); MOST_CARDS + 1];
        // One lot for all decisions: where it is below the chance that none is a guess, its part of that is a new one.
        let lot = random::unit(rng);
        let no_guess = NO_GUESS[cards - from];
        let to = if lot < no_guess { cards } else { from + (1..).take_while(|&cards| lot < NO_GUESS[cards]).count() };
        for position in from..to {
            was[position] = (racer.clock, racer.belief);
            game.think_alone(state, &mut racer, rng);
        }
        let mut run = Run { racer, target: racer.belief, was, from, rechecks: false };
        run.target = if to < cards { any_ship(rng) } else { run.decide(game, state, (lot / no_guess) as f32, rng) };
        run
    }

    /// The ship for which one sets out that has thought all the cards through, perhaps after another look.
    #[inline]
    fn decide(&mut self, game: &SantyAnno, state: &State, lot: f32, rng: &mut Rng) -> Ship {
        let Racer { seat, clock, thought, belief, first_read } = self.racer;
        let think = if first_read.is_none() { recheck(state, seat) } else { 0.0 };
        choose_ship(belief, first_read, think, lot, rng).unwrap_or_else(|| {
            self.rechecks = true;
            self.was[thought] = (clock, belief);
            game.recheck_alone(state, &mut self.racer, rng);
            self.choose(rng)
        })
    }

    /// The ship for which one sets out that does not think on.
    fn choose(&self, rng: &mut Rng) -> Ship {
        let Racer { belief, first_read, .. } = self.racer;
        choose_ship(belief, first_read, 0.0, random::unit(rng) as f32, rng).unwrap_or(belief)
    }

    /// Lets the last one hurry once all the others have set out, `before` as the last of those who were asked; all of them are
    /// back in the race. Returns where it runs; nowhere if it is counted out (SA-19).
    fn hurry(&mut self, game: &SantyAnno, state: &State, before: Option<&Racer>, rng: &mut Rng) -> Option<Ship> {
        let end = self.racer;
        let others = Seat::all(game.seats()).filter(|&seat| seat != end.seat);
        let deadline = others.map(|seat| state.clock(seat)).max().unwrap_or(0) + game.countdown();
        let decisions = self.from..end.thought + usize::from(self.rechecks);
        for thought in decisions {
            let (clock, belief) = self.was[thought];
            let racer = Racer { clock, belief, thought, first_read: None, ..end };
            if before.is_some_and(|before| !racer.acts_after(before)) {
                continue;
            }
            if clock > deadline {
                self.racer = racer;
                return None;
            }
            let counts_out = |sits: f32| f32::from(u8::from(sits > deadline as f32));
            if !thinks_too_long(game, state, &racer, counts_out) {
                continue;
            }
            let (now, in_time) = if thought < state.cards() {
                (GOES_ON_HURRIED, GOES_ON)
            } else {
                (looks_again(HURRY).into(), looks_again(recheck(state, end.seat)).into())
            };
            // It thought on by the odds of one that has time; of that the odds of one in a hurry are a part.
            if random::unit(rng) * in_time >= now {
                self.racer = racer;
                return Some(if thought < state.cards() { any_ship(rng) } else { self.choose(rng) });
            }
        }
        (end.clock <= deadline).then_some(self.target)
    }
}
