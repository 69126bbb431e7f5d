use marque::hexxi::{Action, Blow, Hexxi, State, Token, Way};
use marque::{Game, Seat, Turn};

use super::ledger::{Chart, Ledger};
use crate::knowledge::Style;

/// The three plans.
pub(super) const STYLES: &[Style<Hexxi>] = &[
    Style {
        name: "trader",
        plan: "Lays ships on the far edges, brings the others there, and lets the warship guard them.",
        score: trader,
    },
    Style {
        name: "raider",
        plan: "Lays pirates where ships will pass, with lanes to the base, and seizes what it can.",
        score: raider,
    },
    Style {
        name: "admiral",
        plan: "Rules the sea with the warship: guards ships, hunts pirates, sets traps and ambushes.",
        score: admiral,
    },
];

/// A sober view of points, from which the plans of the styles depart.
const SOBER: Ledger = Ledger {
    banked: 1.0,
    units: 1.0,
    edge: 1.0,
    hand: 0.9,
    pile: 0.02,
    early: 0.5,
    exposed: -0.5,
    seizures: 0.5,
    hunts: 0.5,
    traps: 0.5,
    lurking: 0.15,
    advance: 0.5,
    guarded: 0.1,
    sheltered: 0.1,
};

const TRADER: Ledger = Ledger {
    banked: 0.5,
    edge: 2.0,
    advance: 1.5,
    exposed: -0.7,
    guarded: 0.4,
    seizures: 0.2,
    traps: 0.0,
    lurking: 0.0,
    ..SOBER
};

const RAIDER: Ledger = Ledger {
    banked: 2.0,
    edge: 0.5,
    hand: 1.05,
    pile: 0.0,
    seizures: 0.9,
    hunts: 0.0,
    traps: 0.0,
    lurking: 0.7,
    guarded: -0.1,
    sheltered: 0.3,
    ..SOBER
};

const ADMIRAL: Ledger =
    Ledger { banked: 1.5, edge: 0.7, exposed: -1.0, seizures: 0.0, hunts: 1.2, lurking: 0.0, guarded: 0.6, ..SOBER };

/// How well an action serves a plan: the mover's ledger after it, less part of what it leaves to others.
fn follow(plan: &Ledger, game: &Hexxi, state: &State, action: Action) -> f32 {
    let Turn::Seat(seat) = game.turn(state) else { return 0.0 };
    let mut after = *state;
    game.play(&mut after, action);
    let chart = Chart::new(game, &after);
    let weigh = |seat| chart.ledger(game, &after, seat).weigh(plan);
    let others: f32 = Seat::all(game.seats()).filter(|&other| other != seat).map(weigh).sum();
    weigh(seat) - 0.3 * others / (game.seats() - 1) as f32
}

/// Pirates only help a trader to act early, and it fights when nothing better is left.
fn trader(game: &Hexxi, state: &State, action: Action) -> f32 {
    let taste = match action {
        Action::Stash(Token::Pirates) => 5.0,
        Action::Attack(..) => -6.0,
        _ => 0.0,
    };
    taste + follow(&TRADER, game, state, action)
}

/// Without a warship on the board a raider acts first, and guards no ship by mistake.
fn raider(game: &Hexxi, state: &State, action: Action) -> f32 {
    let taste = match action {
        Action::Stash(Token::Warship) => 8.0,
        Action::Attack(Blow::Seize, ..) => 3.0,
        _ => 0.0,
    };
    taste + follow(&RAIDER, game, state, action)
}

/// An admiral has no use for pirates but on its pile.
fn admiral(game: &Hexxi, state: &State, action: Action) -> f32 {
    let taste = match action {
        Action::Stash(Token::Pirates) => 5.0,
        Action::Attack(..) => 3.0,
        Action::Move(Way::Escort, ..) => 0.3,
        _ => 0.0,
    };
    taste + follow(&ADMIRAL, game, state, action)
}
