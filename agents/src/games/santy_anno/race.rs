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
    // Who was asked last and chose to think is still to hear what that came to.
    let is_thinking = game.turn(state) == Turn::Chance;
    if !state.is_racing() || !is_thinking && is_between_rounds(game, state) {
        return;
    }
    let first = state.actor();
    let [mut last, mut next] = [&mut Run::of(state, first), &mut Run::of(state, first)];
    if is_thinking {
        last.think(game, state, rng);
    }
    last.go(game, state, rng);
    // When the last but one set out, if anybody else was still to do so.
    let mut before = None;
    for seat in Seat::all(game.seats()) {
        if seat == first || state.target(seat).is_some() {
            continue;
        }
        next.begin(state, seat);
        next.go(game, state, rng);
        if next.racer.order() > last.racer.order() {
            std::mem::swap(&mut last, &mut next);
        }
        game.put_back(state, &next.racer, Some(next.target));
        before = before.max(Some(next.racer.order()));
    }
    let target = last.hurry(game, state, before, rng);
    game.put_back(state, &last.racer, target);
    game.pay_out(state);
}

/// How a racer stands, in a word: its clock above three bits for the ship it believes in.
#[inline]
fn note(racer: &Racer) -> u32 {
    racer.clock << 3 | racer.belief.index() as u32
}

/// How a seat thinks and runs.
struct Run {
    /// How it stands, in the end when it sets out.
    racer: Racer,
    target: Ship,
    /// Notes of how it stood before each card that it thought through in this run, and before a recheck.
    was: [u32; MOST_CARDS + 1],
    /// How many cards it had thought through at first.
    from: usize,
    /// Whether it looked twice in this run.
    rechecks: bool,
}

impl Run {
    /// The run that a seat has before it.
    #[inline]
    fn of(state: &State, seat: Seat) -> Run {
        let racer = state.racer(seat);
        Run { racer, target: racer.belief, was: [0; MOST_CARDS + 1], from: racer.thought, rechecks: false }
    }

    /// Makes this the run that another seat has before it.
    #[inline]
    fn begin(&mut self, state: &State, seat: Seat) {
        self.racer = state.racer(seat);
        self.from = self.racer.thought;
        self.rechecks = false;
    }

    /// Thinks as it has decided before this run.
    fn think(&mut self, game: &SantyAnno, state: &State, rng: &mut Rng) {
        if self.from < state.cards() {
            self.from += 1;
            game.think_alone(state, &mut self.racer, self.from, rng, |_| {});
        } else {
            game.recheck_alone(state, &mut self.racer, rng);
        }
    }

    /// Thinks and decides as one that has all the time it wants.
    #[inline]
    fn go(&mut self, game: &SantyAnno, state: &State, rng: &mut Rng) {
        let (from, cards) = (self.from, state.cards());
        // One lot for all decisions: where it is below the chance that none is a guess, its part of that is a new one.
        let lot = random::unit(rng);
        let no_guess = NO_GUESS[cards - from];
        let to = if lot < no_guess { cards } else { from + (1..).take_while(|&cards| lot < NO_GUESS[cards]).count() };
        let Run { racer, was, .. } = self;
        game.think_alone(state, racer, to, rng, |racer| was[racer.thought] = note(racer));
        self.target = if to < cards { any_ship(rng) } else { self.decide(game, state, (lot / no_guess) as f32, rng) };
    }

    /// The ship for which one sets out that has thought all the cards through, perhaps after another look.
    #[inline]
    fn decide(&mut self, game: &SantyAnno, state: &State, lot: f32, rng: &mut Rng) -> Ship {
        let Racer { seat, thought, belief, first_read, .. } = self.racer;
        let think = if first_read.is_none() { recheck(state, seat) } else { 0.0 };
        choose_ship(belief, first_read, think, lot, rng).unwrap_or_else(|| {
            self.rechecks = true;
            self.was[thought] = note(&self.racer);
            game.recheck_alone(state, &mut self.racer, rng);
            self.choose(rng)
        })
    }

    /// The ship for which one sets out that does not think on.
    fn choose(&self, rng: &mut Rng) -> Ship {
        let Racer { belief, first_read, .. } = self.racer;
        choose_ship(belief, first_read, 0.0, random::unit(rng) as f32, rng).unwrap_or(belief)
    }

    /// Lets the last one hurry in what it decides after all the others, the last of them `before`, have set out. They are back
    /// in the race. Returns where it runs; nowhere if it is counted out (SA-19).
    fn hurry(&mut self, game: &SantyAnno, state: &State, before: Option<(u32, Seat)>, rng: &mut Rng) -> Option<Ship> {
        let (end, cards) = (self.racer, state.cards());
        let others = Seat::all(game.seats()).filter(|&seat| seat != end.seat);
        let deadline = others.map(|seat| state.clock(seat)).fold(0, u32::max) + game.countdown();
        let mut walk = None;
        for thought in self.from..end.thought + usize::from(self.rechecks) {
            let was = self.was[thought];
            if Some((was >> 3, end.seat)) < before {
                continue;
            }
            let racer = Racer { clock: was >> 3, belief: Ship::at(was), thought, first_read: None, ..end };
            if racer.clock > deadline {
                self.racer = racer;
                return None;
            }
            let walk = *walk.get_or_insert_with(|| game.walk_right(state, end.seat, 0..cards) as f32);
            let counts_out = |sits: f32| if sits > deadline as f32 { 1.0 } else { 0.0 };
            if !thinks_too_long(game, state, &racer, walk, counts_out) {
                continue;
            }
            let (hurried, in_time) = if thought < cards {
                (GOES_ON_HURRIED, GOES_ON)
            } else {
                (looks_again(HURRY).into(), looks_again(recheck(state, end.seat)).into())
            };
            // It thought on with the chance of one that has time; that of one in a hurry is a part of it.
            if random::unit(rng) * in_time >= hurried {
                self.racer = racer;
                return Some(if thought < cards { any_ship(rng) } else { self.choose(rng) });
            }
        }
        (end.clock <= deadline).then_some(self.target)
    }
}
