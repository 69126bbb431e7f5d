//! The search at Leduc poker against an equilibrium, which counterfactual regret minimization works out here.

use std::collections::HashMap;
use std::sync::Arc;

use marque::{Game, Seat, Turn, View, toml};
use marque_agents::{Budget, Evaluator, Knowledge, Options, Search};

use crate::leduc::{Choice, Leduc, Observation, State};
use crate::rng;

/// Knows that strong cards are raised with and weak ones are not.
struct Sense;

impl Evaluator<Leduc> for Sense {
    fn plausibility(&self, game: &Leduc, state: &State, viewer: Seat) -> f32 {
        let rival = game.observe(state, Seat(1 - viewer.0));
        let (mut plausibility, mut board) = (1.0, None);
        for (choice, mover, round) in choices_made(&rival.betting) {
            if round == 1 {
                board = rival.board;
            }
            if mover != viewer.0 {
                let strength = rival.card.map_or(0, |card| if Some(card) == board { 3 } else { card });
                let raises = [0.25, 0.4, 0.7, 0.9][usize::from(strength)];
                plausibility *= if choice == 'r' { raises } else { 1.0 - raises };
            }
        }
        plausibility
    }
}

/// Every choice of a hand with who made it and in which round.
fn choices_made(betting: &str) -> Vec<(char, u8, u8)> {
    let (mut made, mut mover, mut round, mut acted) = (Vec::new(), 0, 0, 0);
    for choice in betting.chars() {
        made.push((choice, mover, round));
        (mover, acted) = (1 - mover, acted + 1);
        if choice == 'c' && acted > 1 {
            (mover, round, acted) = (0, 1, 0);
        }
    }
    made
}

impl Knowledge for Leduc {
    fn evaluator() -> Arc<dyn Evaluator<Leduc>> {
        Arc::new(Sense)
    }

    /// A chip is a small part of what can be won, so that little must be explored.
    fn tuning() -> Options {
        Options { c: 0.2, infer: 2, ..Options::default() }
    }
}

/// How often each choice is made, by what a seat knows.
type Policy = HashMap<Observation, Vec<(Choice, f64)>>;

/// What a seat knows, its regrets for not having made each choice (CFR+), and how often it made them, later ones weighing
/// more.
#[derive(Default)]
struct Regrets {
    choices: Vec<Choice>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

fn game() -> Leduc {
    Leduc::create(2, &toml::Table::new()).unwrap()
}

fn choices(game: &Leduc, state: &State) -> Vec<Choice> {
    let mut choices = Vec::new();
    game.actions(state, &mut choices);
    choices
}

/// Every card that may come next, with its odds.
fn cards(game: &Leduc, state: &State) -> Vec<(f64, State)> {
    let seen = [0, 1].map(|seat| game.observe(state, Seat(seat)));
    let known = [seen[0].card, seen[1].card, seen[0].board];
    let left = |card| 2.0 - known.iter().filter(|&&other| other == Some(card)).count() as f64;
    let all: f64 = (0..3).map(left).sum();
    let after = |card| {
        let mut next = *state;
        game.happen(&mut next, card);
        (left(card) / all, next)
    };
    (0..3).filter(|&card| game.possible(state, card)).map(after).collect()
}

/// The chips that seat 0 wins.
fn chips(game: &Leduc, state: &State) -> f64 {
    f64::from(game.standing(state).scores()[0])
}

/// One round of CFR+ for a seat: what it wins from here, and regrets on the way, weighed by the odds that the others brought
/// it here.
fn regret(
    game: &Leduc,
    state: &State,
    seat: Seat,
    reach: [f64; 2],
    round: f64,
    all: &mut HashMap<Observation, Regrets>,
) -> f64 {
    let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
    let mover = match game.turn(state) {
        Turn::Over => return sign * chips(game, state),
        Turn::Chance => {
            let next = cards(game, state).into_iter();
            return next
                .map(|(odds, next)| odds * regret(game, &next, seat, reach.map(|r| r * odds), round, all))
                .sum();
        }
        Turn::Seat(mover) => mover,
    };
    let key = game.observe(state, mover);
    let entry = all.entry(key.clone()).or_default();
    if entry.choices.is_empty() {
        entry.choices = choices(game, state);
        (entry.regrets, entry.sums) = (vec![0.0; entry.choices.len()], vec![0.0; entry.choices.len()]);
    }
    let made = entry.choices.clone();
    let sum: f64 = entry.regrets.iter().sum();
    let odds: Vec<f64> =
        entry.regrets.iter().map(|regret| if sum > 0.0 { regret / sum } else { 1.0 / made.len() as f64 }).collect();
    let values = made.iter().zip(&odds).map(|(&choice, &odds)| {
        let (mut next, mut reach) = (*state, reach);
        game.play(&mut next, choice);
        reach[mover.index()] *= odds;
        regret(game, &next, seat, reach, round, all)
    });
    let values: Vec<f64> = values.collect();
    let value: f64 = values.iter().zip(&odds).map(|(value, odds)| value * odds).sum();
    if mover == seat {
        let entry = all.get_mut(&key).unwrap();
        for at in 0..made.len() {
            let regret = &mut entry.regrets[at];
            *regret = (*regret + reach[1 - mover.index()] * (values[at] - value)).max(0.0);
            entry.sums[at] += round * reach[mover.index()] * odds[at];
        }
    }
    value
}

/// An equilibrium, near enough.
fn equilibrium(game: &Leduc, rounds: u32) -> Policy {
    let mut all = HashMap::new();
    for round in 1..=rounds {
        for seat in Seat::all(2) {
            regret(game, &game.start(), seat, [1.0; 2], round.into(), &mut all);
        }
    }
    let policy = |Regrets { choices, sums, .. }: Regrets| {
        let sum: f64 = sums.iter().sum();
        choices.into_iter().zip(sums.into_iter().map(|part| part / sum)).collect()
    };
    all.into_iter().map(|(key, regrets)| (key, policy(regrets))).collect()
}

/// The chips that seat 0 wins on average from here, by what each seat does.
fn worth(game: &Leduc, state: &State, play: [&Policy; 2]) -> f64 {
    match game.turn(state) {
        Turn::Over => chips(game, state),
        Turn::Chance => cards(game, state).iter().map(|(odds, next)| odds * worth(game, next, play)).sum(),
        Turn::Seat(mover) => {
            let odds = &play[mover.index()][&game.observe(state, mover)];
            let part = |&(choice, odds): &(Choice, f64)| {
                let mut next = *state;
                game.play(&mut next, choice);
                odds * worth(game, &next, play)
            };
            odds.iter().filter(|(_, odds)| *odds > 0.0).map(part).sum()
        }
    }
}

/// What the search does wherever a seat may come to, as often as it does it with different seeds.
fn searched(game: &Leduc, state: &State, options: Options, seeds: u64, into: &mut Policy) {
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance => cards(game, state).iter().for_each(|(_, next)| searched(game, next, options, seeds, into)),
        Turn::Seat(mover) => {
            let choices = choices(game, state);
            into.entry(game.observe(state, mover)).or_insert_with(|| {
                let view = View::new(game, state, mover);
                let play = |seed| Search::new(options).analyse(&view, &mut rng(seed)).moves[0].action;
                let played: Vec<Choice> = (0..seeds).map(play).collect();
                let odds = |choice| played.iter().filter(|&&other| other == choice).count() as f64 / seeds as f64;
                choices.iter().map(|&choice| (choice, odds(choice))).collect()
            });
            for choice in choices {
                let mut next = *state;
                game.play(&mut next, choice);
                searched(game, &next, options, seeds, into);
            }
        }
    }
}

/// Over both seats, so that the equilibrium is worth nothing, in chips a hand of which 13 can be lost.
#[test]
fn the_search_comes_near_the_equilibrium_at_poker() {
    let game = game();
    let best = equilibrium(&game, 300);
    let value = worth(&game, &game.start(), [&best, &best]);
    assert!((value + 0.0856).abs() < 0.002, "the first seat's value is known: {value}");
    let loss = |policy: &Policy| {
        let (first, second) = ([policy, &best], [&best, policy]);
        (worth(&game, &game.start(), second) - worth(&game, &game.start(), first)) / 2.0
    };
    let mut policy = Policy::new();
    let options = Options { budget: Budget::Iterations(3000), ..Leduc::tuning() };
    searched(&game, &game.start(), options, 3, &mut policy);
    let any = |(key, odds): (&Observation, &Vec<(Choice, f64)>)| {
        (key.clone(), odds.iter().map(|&(choice, _)| (choice, 1.0 / odds.len() as f64)).collect())
    };
    let random = loss(&best.iter().map(any).collect());
    let loss = loss(&policy);
    assert!(random > 0.5 && loss < 0.3, "it loses {loss} chips a hand, random play {random}");
}
