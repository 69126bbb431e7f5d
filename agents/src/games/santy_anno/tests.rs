use marque::Seat;

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
