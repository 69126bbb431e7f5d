use marque::Seat;
use marque::somaliland::Route;

use super::*;
use crate::games::trial::{bot, by_priors, game, keeps_the_contract, payoff_among, payoff_among_random, play};

#[test]
fn values_and_priors_keep_the_contract() {
    let rules = [
        "",
        "pirates_hunt = \"all\"\ntip_turns = 0\ntip_percent = 100\nturns = 1",
        "headings = 64\npowers = [1]\nlegs = 2\noffer = 36\nturns = 2",
        "africa_percent = 0\naim_sigma = 200\npower_sigma_percent = 100\npowers = [40]\nturns = 2",
        "faces = { 6a = [9, 9, 9, 9, 9, 9], 24 = [0, 0, 0, 0, 0, 0] }\noffer = 36\nturns = 2",
    ];
    for (seats, rules) in [2, 3, 4].into_iter().flat_map(|seats| rules.map(|rules| (seats, rules))) {
        keeps_the_contract::<Somaliland>(seats, rules, 1);
    }
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for seats in [2, 3, 4] {
        let payoff = payoff_among_random::<Somaliland>(seats, 12, &bot("greedy:samples=5"));
        assert!(payoff > 0.9, "{payoff} at {seats} seats");
    }
}

#[test]
fn what_looks_promising_beats_random_play() {
    let payoff = payoff_among_random::<Somaliland>(2, 12, &by_priors());
    assert!(payoff > 0.9, "{payoff}");
}

#[test]
fn every_style_beats_random_play() {
    for style in Somaliland::styles() {
        for seats in [2, 4] {
            let payoff = payoff_among_random::<Somaliland>(seats, 24, &bot(style.name));
            assert!(payoff > 0.65, "{} has {payoff} at {seats} seats", style.name);
        }
    }
}

/// What a plan does in some games: launches by route, mean load of the ships launched, mean contract, mean power.
#[derive(Default)]
struct Habits {
    africa: u32,
    somalia: u32,
    loads: Vec<i32>,
    contracts: Vec<i32>,
    powers: Vec<i32>,
}

fn habits(name: &str) -> Habits {
    let game = game::<Somaliland>(2, "");
    let mut habits = Habits::default();
    payoff_among(&game, 4, &bot(name), &bot("random"), |_, own, action| match action {
        _ if !own => {}
        Action::Take(card) => habits.contracts.push(card.value()),
        Action::Launch(kind, lane) => {
            match lane.route() {
                Route::Africa => habits.africa += 1,
                Route::Somalia => habits.somalia += 1,
            }
            habits.loads.push(game.ship_load(kind.into()));
        }
        Action::Power(power) => habits.powers.push(power.into()),
        Action::Pass | Action::Aim(_) => {}
    });
    habits
}

fn mean(numbers: &[i32]) -> f32 {
    numbers.iter().sum::<i32>() as f32 / numbers.len() as f32
}

#[test]
fn each_style_plays_its_plan() {
    let (daring, safe, small) = (habits("daring"), habits("safe"), habits("small-ships"));
    assert!(daring.somalia > 20 && daring.africa == 0, "daring sails past Somalia");
    assert!(safe.africa > 20 && safe.somalia == 0, "safe sails around Africa");
    assert!(mean(&daring.powers) > mean(&safe.powers) + 2.0, "daring throws harder");
    assert!(safe.powers.iter().filter(|&&power| power > 14).count() * 5 < safe.powers.len(), "safe throws with care");
    assert!(mean(&small.loads) < 10.0 && mean(&daring.loads) > 11.0, "small ships against big ones");
    assert!(mean(&small.contracts) < mean(&daring.contracts), "and low contracts");
    assert!(small.contracts.iter().all(|&value| value <= 32));
}

/// What the pirates are expected to ask is about what they get, however many share it.
#[test]
fn ransoms_told_are_ransoms_paid() {
    for (seats, games) in [(2, 60), (3, 60), (4, 60)] {
        let game = game::<Somaliland>(seats, "");
        let paid_so_far =
            |state: &State| Seat::all(seats).map(|seat| i32::from(state.ledger(seat).ransom)).sum::<i32>();
        let (mut told, mut paid) = (0.0, 0);
        for seed in 0..games {
            let mut players: Vec<_> = (0..seats).map(|_| bot::<Somaliland>("greedy:samples=1")()).collect();
            // The turn looked at, and what all had paid after its first leg.
            let mut open: Option<(u32, i32)> = None;
            let end = play(&game, &mut players, seed, |state, _, _| {
                if let Some((_, before)) = open.take_if(|(turn, _)| *turn != state.turn_number()) {
                    paid += paid_so_far(state) - before;
                }
                if state.leg() == 1 && open.is_none() {
                    open = Some((state.turn_number(), paid_so_far(state)));
                    for seat in Seat::all(seats) {
                        let (rivals, _) = others(state, seats, seat, Route::Somalia);
                        let legs = (game.legs() - 1) as f32;
                        told += prey(&game, state, seat).ransom(fitted::FITTED.takes, rivals as f32, legs);
                    }
                }
            });
            paid += open.map_or(0, |(_, before)| paid_so_far(&end) - before);
        }
        let ratio = told / paid as f32;
        assert!((0.85..1.15).contains(&ratio), "{seats} seats: {told} told, {paid} paid");
    }
}
