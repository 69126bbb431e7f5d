use marque::hexxi::{Hexxi, Phase, State};
use marque::{Game, MAX_SEATS, Seat};

use super::ledger::{Chart, Ledger, fleet};
use crate::evaluator::{Values, logistic, pairwise};

/// What a point of each kind adds to the odds of ending ahead of another seat.
#[derive(Clone, Copy)]
struct Fit {
    placing: Ledger,
    fighting: Ledger,
}

/// Weights of points for the odds of ending ahead of another seat, by rounds to come after this one (two or more alike).
///
/// Fitted by logistic regression on pairs of seats, about 1.7 million of them out of 24 000 games of two to four seats with
/// the default rules, in which seats of like strength played at random, by the plans below, or greedily by an earlier fit
/// with some random actions. Banked points of a first placing are only debts of spies, so there the weight is that of the
/// fight which follows.
#[rustfmt::skip]
const FITS: [Fit; 3] = [
    Fit {
        placing: Ledger {
            banked: 0.343, units: 0.316, edge: 0.268, hand: 0.311, pile: 0.023, early: 0.0, exposed: -0.157, seizures: 0.086,
            hunts: 0.067, traps: 0.119, lurking: 0.017, advance: 0.0, guarded: -0.003, sheltered: 0.029,
        },
        fighting: Ledger {
            banked: 0.470, units: 0.475, edge: 0.431, hand: 0.0, pile: 0.0, early: 0.022, exposed: -0.219, seizures: 0.140,
            hunts: 0.111, traps: 0.161, lurking: 0.015, advance: 0.110, guarded: 0.007, sheltered: 0.023,
        },
    },
    Fit {
        placing: Ledger {
            banked: 0.223, units: 0.197, edge: 0.198, hand: 0.192, pile: -0.001, early: 0.0, exposed: -0.109, seizures: 0.077,
            hunts: 0.056, traps: 0.069, lurking: 0.014, advance: 0.0, guarded: -0.003, sheltered: 0.041,
        },
        fighting: Ledger {
            banked: 0.237, units: 0.253, edge: 0.250, hand: 0.0, pile: -0.008, early: 0.107, exposed: -0.127, seizures: 0.087,
            hunts: 0.069, traps: 0.067, lurking: 0.023, advance: 0.085, guarded: 0.019, sheltered: 0.040,
        },
    },
    Fit {
        placing: Ledger {
            banked: 0.159, units: 0.219, edge: 0.171, hand: 0.192, pile: 0.050, early: 0.0, exposed: -0.087, seizures: 0.076,
            hunts: 0.053, traps: 0.030, lurking: 0.011, advance: 0.0, guarded: 0.024, sheltered: 0.038,
        },
        fighting: Ledger {
            banked: 0.159, units: 0.202, edge: 0.198, hand: 0.0, pile: -0.002, early: 0.090, exposed: -0.108, seizures: 0.092,
            hunts: 0.058, traps: 0.049, lurking: 0.014, advance: 0.067, guarded: 0.019, sheltered: 0.048,
        },
    },
];

/// The worth of a seat's units under the default rules, on which the weights were fitted.
const DEFAULT_FLEET: f32 = 18.0;

/// Each seat's expected payoff.
pub(super) fn evaluate(game: &Hexxi, state: &State) -> Values {
    let chart = Chart::new(game, state);
    weigh(game, state, |seat| chart.ledger(game, state, seat))
}

/// Each seat's expected payoff by what it has and may come to.
pub(super) fn weigh(game: &Hexxi, state: &State, ledger: impl Fn(Seat) -> Ledger) -> Values {
    let left = (game.rounds() - state.round() - 1).min(FITS.len() - 1);
    let plan = match state.phase() {
        Phase::Placing | Phase::Paying { .. } | Phase::Withdrawing => &FITS[left].placing,
        _ => &FITS[left].fighting,
    };
    // Where ships must break through, those about to are worth their way already while tokens are laid.
    let plan = &Ledger { advance: FITS[left].fighting.advance, ..*plan };
    // Other rulesets have other points: measured by what a seat's units are worth.
    let scale = DEFAULT_FLEET / fleet(game);
    let mut prospects = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        prospects[seat.index()] = ledger(seat).weigh(plan) * scale;
    }
    pairwise(game.seats(), |a, b| logistic(prospects[a] - prospects[b]))
}
