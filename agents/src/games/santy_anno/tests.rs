use marque::random::{Purpose, stream};
use marque::{Seat, Show};

use super::priors::second_look;
use super::styles::thinking_score;
use super::*;
use crate::games::trial::{bot, draws_by_priors, game, keeps_the_contract, play};

#[test]
fn values_and_priors_keep_the_contract() {
    for &seats in SantyAnno::INFO.seats {
        keeps_the_contract::<SantyAnno>(seats, "", 30);
    }
}

#[test]
fn actions_are_drawn_by_their_priors() {
    for seats in [3, 8] {
        draws_by_priors::<SantyAnno>(seats, "", 30);
    }
}

/// Plays the round under way ply by ply with all seats going by their priors.
fn play_by_plies(game: &SantyAnno, state: &mut State, rng: &mut Rng) {
    let round = state.rounds_done();
    while state.rounds_done() == round {
        match game.turn(state) {
            Turn::Seat(seat) => game.play(state, priors::draw(game, state, seat, rng)),
            _ => {
                let outcome = game.draw(state, rng);
                game.happen(state, outcome);
            }
        }
    }
}

/// The mean and the variance of what a round comes to for each seat: coins, wrong ships, rounds too late, second looks.
fn fates(
    game: &SantyAnno,
    state: &State,
    rng: &mut Rng,
    play: fn(&SantyAnno, &mut State, &mut Rng),
) -> Vec<(f64, f64)> {
    const ROUNDS: usize = 2000;
    let mut sums = vec![(0.0, 0.0); 4 * game.seats()];
    for _ in 0..ROUNDS {
        let mut end = *state;
        play(game, &mut end, rng);
        for seat in Seat::all(game.seats()) {
            let mut late = 0;
            game.deeds(&end, seat, &mut |deed| late += usize::from(deed == "late"));
            let fate = [end.score(seat) as usize, end.wrong_ships(seat), late, end.rechecks(seat)];
            for (sum, fate) in sums[4 * seat.index()..].iter_mut().zip(fate.map(|fate| fate as f64)) {
                *sum = (sum.0 + fate, sum.1 + fate * fate);
            }
        }
    }
    let mean = |sum: f64| sum / ROUNDS as f64;
    sums.into_iter().map(|(sum, squares)| (mean(sum), (mean(squares) - mean(sum).powi(2)) / ROUNDS as f64)).collect()
}

#[test]
fn a_round_played_out_at_once_goes_as_ply_by_ply() {
    let hasty = "countdown = 5\nminds = [{ speed_percent = 300 }, { slip_percent = 300 }]";
    for (seats, rules) in [(3, ""), (3, hasty), (4, "expert = true\nevents = true\ncountdown = 20"), (8, "")] {
        let game = game::<SantyAnno>(seats, rules);
        let mut rng = stream(5, 0, Purpose::Chance);
        let mut state = game.start();
        for decision in 0..10 * seats {
            let Turn::Seat(seat) = game.settle(&mut state, &mut rng) else { break };
            let action = priors::draw(&game, &state, seat, &mut rng);
            game.play(&mut state, action);
            if decision % (seats - 1) != 0 || !state.is_racing() || evaluation::is_between_rounds(&game, &state) {
                continue;
            }
            let at_once = fates(&game, &state, &mut rng, race::play_out);
            let by_plies = fates(&game, &state, &mut rng, play_by_plies);
            for (index, (once, plies)) in at_once.into_iter().zip(by_plies).enumerate() {
                let deviation = (once.1 + plies.1).sqrt().max(5e-4);
                assert!(
                    (once.0 - plies.0).abs() < 4.5 * deviation,
                    "{seats} {rules} {decision} {index}: {once:?} {plies:?}"
                );
            }
        }
    }
}

/// The mean payoff of a bot at every other seat against random ones at the rest, both ways round: alone among those who run
/// at once, nobody would have the time to think. `look` sees its choices.
fn payoff(name: &str, seats: usize, games: u64, mut look: impl FnMut(&State, Seat, Action)) -> f32 {
    let game = game::<SantyAnno>(seats, "");
    let (mut sum, mut count) = (0.0, 0);
    for number in 0..games {
        let plays = |seat: Seat| u64::from(seat.0) % 2 == number % 2;
        let mut players: Vec<_> =
            Seat::all(seats).map(|seat| bot::<SantyAnno>(if plays(seat) { name } else { "random" })()).collect();
        let end = play(&game, &mut players, number / 2, |state, seat, action| {
            if plays(seat) {
                look(state, seat, action);
            }
        });
        let standing = game.standing(&end);
        for seat in Seat::all(seats).filter(|&seat| plays(seat)) {
            sum += standing.payoff(seat);
            count += 1;
        }
    }
    sum / count as f32
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for &seats in SantyAnno::INFO.seats {
        let payoff = payoff("greedy", seats, 48, |_, _, _| {});
        assert!(payoff > 0.6, "{payoff} with {seats} seats");
    }
}

/// Lets a style play and returns its payoff and how often it ran with cards left in spite of time to think, ran with
/// all thought through, and rechecked.
fn watch(name: &str, seats: usize) -> (f32, [u32; 3]) {
    let game = game::<SantyAnno>(seats, "");
    let mut counts = [0; 3];
    let payoff = payoff(name, seats, 60, |state, seat, action| {
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
fn every_style_beats_random_play_and_plays_its_plan() {
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
    let mut players: Vec<_> = ["checker", "steady", "steady"].map(|name| bot::<SantyAnno>(name)()).into();
    let mut after_two_rounds = None;
    play(&game(3, ""), &mut players, 1, |state, _, _| {
        if state.rounds_done() == 2 {
            after_two_rounds.get_or_insert(*state);
        }
    });
    let state = after_two_rounds.unwrap();
    assert!(second_look(&state, Seat(0)) > 0.7);
    assert!(second_look(&state, Seat(1)) < 0.1);
}
