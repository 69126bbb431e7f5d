use marque::random::{self, Purpose, Rng};
use marque::{Notation, Turn, toml};

use super::*;

fn game(seats: usize) -> Dzicz {
    Dzicz::create(seats, &toml::Table::new()).unwrap()
}

/// Plays a game in which `choose` sees every decision, and takes those it likes; the others are random.
fn play(game: &Dzicz, rng: &mut Rng, mut choose: impl FnMut(&State, Seat, &[Action]) -> Option<Action>) -> State {
    let mut state = game.start();
    let mut actions = Vec::new();
    while let Turn::Seat(seat) = game.settle(&mut state, rng) {
        game.actions(&state, &mut actions);
        let action = choose(&state, seat, &actions).unwrap_or_else(|| game.random_action(&state, rng));
        game.play(&mut state, action);
    }
    state
}

/// The action with the highest score, any of several alike.
fn best(actions: &[Action], rng: &mut Rng, score: impl Fn(Action) -> f32) -> Action {
    let scores: Vec<f32> = actions.iter().map(|&action| score(action)).collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let best: Vec<Action> = actions.iter().zip(&scores).filter(|(_, score)| **score == most).map(|(a, _)| *a).collect();
    best[random::below(rng, best.len() as u32) as usize]
}

/// The mean payoff over seat rotations against random players, and how often each kind of action was played.
fn result(seats: usize, games: u64, score: impl Fn(&Dzicz, &State, Action) -> f32) -> (f32, Vec<f32>) {
    let game = game(seats);
    let mut kinds = vec![0.0; Dzicz::KINDS.len()];
    let mut payoffs = 0.0;
    for number in 0..games {
        let hero = Seat((number % seats as u64) as u8);
        let mut rng = random::stream(3, number, Purpose::Chance);
        let mut ties = random::stream(3, number, Purpose::Seat(hero));
        let end = play(&game, &mut rng, |state, seat, actions| {
            (seat == hero).then(|| {
                let action = best(actions, &mut ties, |action| score(&game, state, action));
                kinds[game.kind(action)] += 1.0 / games as f32;
                action
            })
        });
        payoffs += game.standing(&end).payoff(hero);
    }
    (payoffs / games as f32, kinds)
}

fn style(name: &str) -> &'static Style<Dzicz> {
    Dzicz::styles().iter().find(|style| style.name == name).unwrap()
}

fn count(kinds: &[f32], kind: &str) -> f32 {
    kinds[Dzicz::KINDS.iter().position(|&name| name == kind).unwrap()]
}

#[test]
fn values_are_rewards_at_the_end_and_priors_are_positive() {
    for seats in [2, 3, 4] {
        for rules in [
            "",
            "aim = \"rivals\"",
            "size = 7\nturns = 25",
            "secret_missions = \"end\"",
            "secret_missions = \"held\"",
            "secret_missions = \"none\"",
        ] {
            let game = Dzicz::create(seats, &rules.parse().unwrap()).unwrap();
            for number in 0..10 {
                let mut rng = random::stream(1, number, Purpose::Chance);
                let mut weights = Vec::new();
                let check = |state: &State| {
                    let values = game.evaluate(state);
                    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
                    let sum = values.iter().sum::<f32>();
                    assert!(!game.constant_sum() || (sum - seats as f32 / 2.0).abs() < 1e-5, "{values:?}");
                };
                check(&game.start());
                let end = play(&game, &mut rng, |state, _, actions| {
                    check(state);
                    game.priors(state, actions, &mut weights);
                    assert_eq!(weights.len(), actions.len());
                    assert!(weights.iter().all(|&weight| weight > 0.0 && weight.is_finite()), "{weights:?}");
                    None
                });
                check(&end);
                let standing = game.standing(&end);
                for seat in Seat::all(seats) {
                    assert!((game.evaluate(&end)[seat.index()] - game.reward(&standing, seat)).abs() < 1e-6);
                }
            }
        }
    }
}

#[test]
fn needs_agree_with_the_conditions_of_the_missions() {
    for (seats, rules) in [(2, ""), (4, "size = 7\nturns = 30")] {
        let game = Dzicz::create(seats, &rules.parse().unwrap()).unwrap();
        for number in 0..60 {
            play(&game, &mut random::stream(2, number, Purpose::Chance), |state, _, _| {
                for seat in Seat::all(seats) {
                    let needs = Camp::of(&game, state, seat).needs();
                    for mission in Mission::ALL {
                        assert_eq!(needs[mission as usize] == 0, game.meets(state, seat, mission), "{mission}");
                    }
                }
                None
            });
        }
    }
}

#[test]
fn a_token_on_the_trail_brings_it_one_nearer() {
    let game = game(2);
    for number in 0..60 {
        play(&game, &mut random::stream(4, number, Purpose::Chance), |state, seat, actions| {
            let camp = Camp::of(&game, state, seat);
            let need = camp.needs()[Mission::Trail as usize];
            let trail = camp.trail_fields(need);
            for &action in actions {
                if let Action::Token(field) = action {
                    let extended = Camp { tokens: camp.tokens | field.bit(), ..camp };
                    let nearer = extended.needs()[Mission::Trail as usize] < need;
                    assert_eq!(nearer, trail & field.bit() != 0, "{field} of {need}");
                }
            }
            None
        });
    }
}

#[test]
fn looking_one_action_ahead_beats_random_play() {
    for seats in [2, 3, 4] {
        let (payoff, _) = result(seats, 60, expects);
        assert!(payoff > 0.85, "{seats} seats: {payoff}");
    }
}

#[test]
fn following_the_highest_prior_beats_random_play() {
    let prior = |game: &Dzicz, state: &State, action| Wishes::of(game, state, state.mover()).weight(state, action);
    for seats in [2, 3, 4] {
        let (payoff, _) = result(seats, 60, prior);
        assert!(payoff > 0.85, "{seats} seats: {payoff}");
    }
}

#[test]
fn every_style_beats_random_play() {
    for style in Dzicz::styles() {
        for seats in [2, 3, 4] {
            let (payoff, _) = result(seats, 48, style.score);
            assert!(payoff > 0.65, "{} with {seats} seats: {payoff}", style.name);
        }
    }
}

#[test]
fn styles_do_what_their_names_say() {
    let kinds = |name| result(3, 45, style(name).score).1;
    let [blazer, builder, raider] = ["trail-blazer", "fort-builder", "raider"].map(kinds);
    let more = |kind, one: &[f32], others: &[&[f32]]| {
        for other in others {
            assert!(count(one, kind) > 1.2 * count(other, kind), "{kind}: {} {}", count(one, kind), count(other, kind));
        }
    };
    more("token", &blazer, &[&raider]);
    more("fort", &builder, &[&blazer, &raider]);
    more("move", &raider, &[&blazer, &builder]);
    more("soldier", &raider, &[&blazer, &builder]);
}
