use marque::{Game, Seat, Turn};

use super::priors::second_look;
use super::styles::thinking_score;
use super::*;
use crate::games::trial::{bot, game, keeps_the_contract, payoff_among, payoff_among_random, play};

#[test]
fn values_and_priors_keep_the_contract() {
    for &seats in SantyAnno::INFO.seats {
        keeps_the_contract::<SantyAnno>(seats, "", 30);
    }
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for &seats in SantyAnno::INFO.seats {
        let payoff = payoff_among_random::<SantyAnno>(seats, 48, &bot("greedy"));
        assert!(payoff > 0.6, "{payoff} with {seats} seats");
    }
}

/// Lets a style play and returns its payoff and how often it ran with cards left in spite of time to think, ran with
/// all thought through, and rechecked.
fn watch(name: &str, seats: usize) -> (f32, [u32; 3]) {
    let game = game::<SantyAnno>(seats, "");
    let mut counts = [0; 3];
    let payoff = payoff_among(&game, 120, &bot(name), &bot("random"), |state, own, action| {
        let (true, Turn::Seat(seat)) = (own, game.turn(state)) else { return };
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
            after_two_rounds.get_or_insert_with(|| *state);
        }
    });
    let state = after_two_rounds.unwrap();
    assert!(second_look(&state, Seat(0)) > 0.7);
    assert!(second_look(&state, Seat(1)) < 0.1);
}
