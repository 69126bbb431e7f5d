//! Santy Anno: think on, or run?
//!
//! Everything here looks at states that a player imagines. Where a seat is to choose, only what that seat knows may
//! count: its belief, its clock and who has sat, never its true ship.

use marque::santy_anno::{Action, EventCard, Kind, SantyAnno, Ship, State};
use marque::{Game, MAX_SEATS, Seat, Turn};

use crate::knowledge::{Knowledge, Style};
use crate::options::Options;

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

/// The chance that any ship is the true one.
const GUESS: f32 = 1.0 / 8.0;
/// How often one who thinks sits at a wrong ship, and how often one who guesses.
const WRONG: [f32; 2] = [0.35, 0.875];
/// How often a seat of which nothing is known looks twice: rarely, as that does not pay at a full table.
const SECOND_LOOK: f32 = 0.2;
/// How promising a run to the ship believed in is.
const RUN: f32 = 10.0;
/// A round with more cards than this is worth a gamble to the gambler.
const LONG_ROUND: usize = 5;

/// A rough sigmoid from 0 to 1, without an exponential.
fn sigmoid(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// When each seat sits down at the earliest, and how likely it does.
struct Crowd {
    /// The tick at which a seat sits that has set out, or that had run at once.
    sits: [f32; MAX_SEATS],
    /// The chance that a seat has set out or guesses and runs at once.
    runs: [f32; MAX_SEATS],
}

impl Crowd {
    fn of(game: &SantyAnno, state: &State, rash: &[f32; MAX_SEATS]) -> Crowd {
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
    fn counts_out(&self, game: &SantyAnno, state: &State, seat: Seat, sits: f32) -> f32 {
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
        let sits = now + game.ticks_left(state, seat) as f32;
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

impl Knowledge for SantyAnno {
    /// Coins won and hoped for in the round under way, compared seat by seat in deviations of what is still open.
    fn evaluate(&self, state: &State) -> [f32; MAX_SEATS] {
        let seats = self.seats();
        let mut values = [0.0; MAX_SEATS];
        if self.turn(state) == Turn::Over {
            let standing = self.standing(state);
            for seat in Seat::all(seats) {
                values[seat.index()] = standing.payoff(seat);
            }
            return values;
        }
        // A round in which nobody has done anything yet is like any other to come.
        let under_way = state.is_racing() && !self.is_calm(state);
        let rounds_left = (self.rounds() - state.rounds_done() - usize::from(under_way)) as f32;
        let rash = rashness(self, state);
        let mut worth = [0.0; MAX_SEATS];
        let mut open = [0.0; MAX_SEATS];
        for seat in Seat::all(seats) {
            let outlook = rounds_left * SKILL * (1.0 - rash[seat.index()]);
            worth[seat.index()] = state.score(seat) as f32 + outlook;
        }
        if under_way {
            let crowd = Crowd::of(self, state, &rash);
            let mut hopes = [Hope::default(); MAX_SEATS];
            for seat in Seat::all(seats) {
                hopes[seat.index()] = Hope::of(self, state, &crowd, seat);
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
                let coin = coin(self.coins(), ahead[seat]);
                worth[seat] += hope.right * coin;
                open[seat] = hope.right * (1.0 - hope.right) * coin * coin;
            }
        }
        let drift = SETTLED + DRIFT * rounds_left;
        let share = 1.0 / (seats - 1) as f32;
        for a in 0..seats {
            for b in 0..a {
                let deviation = (drift + open[a] + open[b]).sqrt();
                let wins = sigmoid(GAP * (worth[a] - worth[b]) / deviation);
                values[a] += wins * share;
                values[b] += (1.0 - wins) * share;
            }
        }
        values
    }

    /// Between two rounds: within one, playouts show best who comes before whom.
    fn is_calm(&self, state: &State) -> bool {
        Seat::all(self.seats()).all(|seat| state.clock(seat) == 0)
    }

    /// Thinking while cards are left, then what the reads point to, or one more look as often as the seat has taken one
    /// before. Drawn by these weights, a playout hardly ever guesses unless the count would be over before it has
    /// thought.
    fn priors(&self, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        into.clear();
        let Turn::Seat(seat) = self.turn(state) else { return into.resize(actions.len(), 1.0) };
        let all_run = Seat::all(self.seats()).all(|rival| rival == seat || state.target(rival).is_some());
        let hurry = all_run && {
            let crowd = Crowd::of(self, state, &[1.0; MAX_SEATS]);
            is_too_late_to_think(self, state, &crowd, seat)
        };
        let thinking = state.thought(seat) < state.cards();
        let looks = second_look(state, seat);
        into.extend(actions.iter().map(|&action| match action {
            Action::Think | Action::Recheck if hurry => 0.001,
            Action::Think => 100.0,
            Action::Recheck => RUN * looks / (1.0 - looks),
            Action::Run(_) if thinking => 0.01,
            Action::Run(ship) if ship == state.belief(seat) => RUN,
            Action::Run(ship) if Some(ship) == state.first_read(seat) => 0.5,
            Action::Run(_) => 0.002,
        }));
    }

    fn tuning() -> Options {
        Options { c: 0.3, prior_playouts: true, cut: 0, bias: 5.0, depth: 1, ..Options::default() }
    }

    fn styles() -> &'static [Style<SantyAnno>] {
        &[
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
        ]
    }
}

/// The seat to choose.
fn mover(game: &SantyAnno, state: &State) -> Seat {
    match game.turn(state) {
        Turn::Seat(seat) => seat,
        turn => unreachable!("a style was asked at {turn:?}"),
    }
}

/// How likely each seat is to guess instead of thinking, going by how often it and all the others sat at wrong ships.
fn rashness(game: &SantyAnno, state: &State) -> [f32; MAX_SEATS] {
    let mut rash = [0.0; MAX_SEATS];
    let rounds = state.rounds_done();
    let wrong: usize = Seat::all(game.seats()).map(|seat| state.wrong_ships(seat)).sum();
    // As if four seats had been seen before, of which a third guessed.
    let rate = (wrong as f32 + 4.0 * 0.525) / ((game.seats() * rounds) as f32 + 4.0);
    let share = ((rate - WRONG[0]) / (WRONG[1] - WRONG[0])).clamp(0.05, 0.95);
    for seat in Seat::all(game.seats()) {
        let wrong = state.wrong_ships(seat) as i32;
        let right = rounds as i32 - wrong;
        let evidence = (WRONG[1] / WRONG[0]).powi(wrong) * ((1.0 - WRONG[1]) / (1.0 - WRONG[0])).powi(right);
        let odds = share / (1.0 - share) * evidence;
        rash[seat.index()] = odds / (1.0 + odds);
    }
    rash
}

/// How likely a seat is to look twice, going by what it has done in earlier rounds.
fn second_look(state: &State, seat: Seat) -> f32 {
    // As if it had been seen in one round before.
    (state.rechecks(seat) as f32 + SECOND_LOOK) / (state.rounds_done() as f32 + 1.0)
}

/// Whether a seat that thinks on does worse than one that runs now, as the count may be over before it sits down.
fn is_too_late_to_think(game: &SantyAnno, state: &State, crowd: &Crowd, seat: Seat) -> bool {
    let run = game.run_ticks(state, seat, state.belief(seat));
    let now = (state.clock(seat) + run) as f32;
    let walk = game.walk_right(state, seat, 0..state.cards()) as f32;
    let (ticks, right, without) = if state.thought(seat) < state.cards() {
        (game.ticks_left(state, seat) as f32, walk, GUESS)
    } else {
        let (ticks, right) = game.recheck_odds(state, seat);
        (ticks as f32, right as f32, walk)
    };
    right * (1.0 - crowd.counts_out(game, state, seat, now + ticks)) < without
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
fn thinking_score(game: &SantyAnno, state: &State) -> f32 {
    let crowd = Crowd::of(game, state, &rashness(game, state));
    if is_too_late_to_think(game, state, &crowd, mover(game, state)) { 0.0 } else { 1.0 }
}

fn run_score(game: &SantyAnno, state: &State, ship: Ship) -> f32 {
    let crowd = Crowd::of(game, state, &rashness(game, state));
    guess(game, state, &crowd, mover(game, state), ship)
}

#[cfg(test)]
mod tests {
    use marque::random::{self, Purpose, Rng};
    use marque::toml;

    use super::*;

    fn game(seats: usize) -> SantyAnno {
        SantyAnno::create(seats, &toml::Table::new()).unwrap()
    }

    fn rng(seed: u64) -> Rng {
        random::stream(seed, 0, Purpose::Other(0))
    }

    /// An action with the highest score in a state the seat imagines.
    fn follow(style: &Style<SantyAnno>, game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng) -> Action {
        let imagined = game.imagine(state, seat, rng);
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let score = |&action: &Action| (style.score)(game, &imagined, action);
        let best = actions.iter().map(score).fold(f32::MIN, f32::max);
        actions.retain(|action| score(action) == best);
        actions[random::below(rng, actions.len() as u32) as usize]
    }

    /// The action after which a seat's value is highest, on average over states it imagines.
    fn greedy(game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng) -> Action {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let imagined: Vec<State> = (0..40).map(|_| game.imagine(state, seat, rng)).collect();
        let mut value = |action: Action| -> f32 {
            let mut after = |mut state: State| {
                game.play(&mut state, action);
                game.settle(&mut state, rng);
                game.evaluate(&state)[seat.index()]
            };
            imagined.iter().map(|&state| after(state)).sum()
        };
        let values: Vec<f32> = actions.iter().map(|&action| value(action)).collect();
        let best = values.iter().copied().fold(f32::MIN, f32::max);
        actions[values.iter().position(|&value| value == best).unwrap()]
    }

    type Player<'a> = &'a dyn Fn(&SantyAnno, &State, Seat, &mut Rng) -> Action;

    /// The mean payoff of a player at every other seat against random ones at the rest, both ways round, and its actions
    /// with the state in which it chose them.
    fn against_random(seats: usize, games: u64, player: Player, mut look: impl FnMut(&State, Seat, Action)) -> f32 {
        let game = game(seats);
        let (mut total, mut count) = (0.0, 0);
        for number in 0..games {
            let mut rng = rng(number / 2);
            let mut state = game.start();
            let plays = |seat: Seat| u64::from(seat.0) % 2 == number % 2;
            while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
                let action = if plays(seat) {
                    let action = player(&game, &state, seat, &mut rng);
                    look(&state, seat, action);
                    action
                } else {
                    game.random_action(&state, &mut rng)
                };
                game.play(&mut state, action);
            }
            let standing = game.standing(&state);
            for seat in Seat::all(seats).filter(|&seat| plays(seat)) {
                total += standing.payoff(seat);
                count += 1;
            }
        }
        total / count as f32
    }

    #[test]
    fn values_are_payoffs_and_weights_are_positive() {
        for &seats in SantyAnno::INFO.seats {
            let game = game(seats);
            let (mut actions, mut weights) = (Vec::new(), Vec::new());
            for seed in 0..30 {
                let mut rng = rng(seed);
                let mut state = game.start();
                loop {
                    let values = game.evaluate(&state);
                    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
                    assert!((values.iter().sum::<f32>() - seats as f32 / 2.0).abs() < 1e-4, "{values:?}");
                    let Turn::Seat(seat) = game.settle(&mut state, &mut rng) else { break };
                    game.actions(&state, &mut actions);
                    game.priors(&game.imagine(&state, seat, &mut rng), &actions, &mut weights);
                    assert_eq!(weights.len(), actions.len());
                    assert!(weights.iter().all(|&weight| weight > 0.0));
                    let think = random::below(&mut rng, 3) > 0 && !matches!(actions[0], Action::Run(_));
                    let action = if think { actions[0] } else { game.random_action(&state, &mut rng) };
                    game.play(&mut state, action);
                }
            }
        }
    }

    #[test]
    fn a_greedy_player_beats_random_with_any_number_of_seats() {
        for &seats in SantyAnno::INFO.seats {
            let payoff = against_random(seats, 48, &greedy, |_, _, _| {});
            assert!(payoff > 0.6, "{payoff} with {seats} seats");
        }
    }

    /// A style by its name.
    fn style(name: &str) -> &'static Style<SantyAnno> {
        SantyAnno::styles().iter().find(|style| style.name == name).unwrap()
    }

    /// Lets a style play and returns its payoff and how often it ran with cards left in spite of time to think, ran with
    /// all thought through, and rechecked.
    fn watch(name: &str, seats: usize) -> (f32, [u32; 3]) {
        let game = game(seats);
        let mut counts = [0; 3];
        let play =
            |game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng| follow(style(name), game, state, seat, rng);
        let payoff = against_random(seats, 60, &play, |state, seat, action| {
            let done = state.thought(seat) == state.cards();
            match action {
                Action::Run(_) if done => counts[1] += 1,
                Action::Run(_) if thinking_score(&game, state) > 0.0 => counts[0] += 1,
                Action::Recheck => counts[2] += 1,
                Action::Run(_) | Action::Think => {}
            }
        });
        (payoff, counts)
    }

    #[test]
    fn styles_beat_random_and_do_what_their_names_say() {
        for seats in [4, 7] {
            let (payoff, [early, done, rechecks]) = watch("steady", seats);
            assert!(payoff > 0.6, "steady {payoff} with {seats}");
            assert!(early * 20 < done && rechecks == 0, "steady {early} {done} {rechecks}");
            let (payoff, [early, done, rechecks]) = watch("gambler", seats);
            assert!(payoff > 0.6, "gambler {payoff} with {seats}");
            assert!(early * 3 > done && rechecks == 0, "gambler {early} {done} {rechecks}");
            let (payoff, [early, done, rechecks]) = watch("checker", seats);
            assert!(payoff > 0.6, "checker {payoff} with {seats}");
            assert!(early * 20 < done && rechecks * 2 > done, "checker {early} {done} {rechecks}");
        }
    }

    #[test]
    fn who_looked_twice_is_thought_to_do_so_again() {
        let game = game(3);
        let mut rng = rng(1);
        let mut state = game.start();
        while state.rounds_done() < 2 {
            let Turn::Seat(seat) = game.settle(&mut state, &mut rng) else { panic!("five rounds are played") };
            let name = if seat == Seat(0) { "checker" } else { "steady" };
            let action = follow(style(name), &game, &state, seat, &mut rng);
            game.play(&mut state, action);
        }
        assert!(second_look(&state, Seat(0)) > 0.7);
        assert!(second_look(&state, Seat(1)) < 0.1);
    }
}
