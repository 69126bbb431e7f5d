//! What a seat may choose.

use crate::random::{self, Rng};
use crate::seat::Seat;

use super::contracts::{Card, Cards};
use super::lane::Lane;
use super::state::{Phase, State};
use super::{Action, Somaliland};

pub(super) fn actions(game: &Somaliland, state: &State, into: &mut Vec<Action>) {
    into.clear();
    match state.phase {
        Phase::Draft => {
            into.push(Action::Pass);
            into.extend(game.takeable(state, state.seat).map(Action::Take));
        }
        Phase::Launch => {
            into.push(Action::Pass);
            for ship in state.in_port(state.seat) {
                let kind = ship.kind() as u8;
                into.extend(launch_lanes(state).iter().map(|&lane| Action::Launch(kind, lane)));
            }
        }
        Phase::Aim => into.extend((0..game.headings).map(Action::Aim)),
        Phase::Power => into.extend(game.powers.iter().map(|&power| Action::Power(power))),
        Phase::Offer | Phase::Roll | Phase::Over => {}
    }
}

#[inline]
pub(super) fn random_action(game: &Somaliland, state: &State, rng: &mut Rng) -> Action {
    match state.phase {
        Phase::Draft => {
            let cards = game.takeable(state, state.seat);
            match random::below(rng, cards.len() + 1).checked_sub(1) {
                Some(nth) => Action::Take(Card(random::nth_bit(cards.0, nth) as u8)),
                None => Action::Pass,
            }
        }
        Phase::Launch => {
            let kinds = state.in_port(state.seat).kinds_of(state.seat);
            let lanes = launch_lanes(state);
            let count = lanes.len() as u32;
            match random::below(rng, kinds.count_ones() * count + 1).checked_sub(1) {
                Some(nth) => {
                    let kind = random::nth_bit(kinds as u64, nth / count);
                    Action::Launch(kind as u8, lanes[(nth % count) as usize])
                }
                None => Action::Pass,
            }
        }
        Phase::Aim => Action::Aim(random::below(rng, game.headings.into()) as u8),
        _ => Action::Power(game.powers[random::below(rng, game.powers.len() as u32) as usize]),
    }
}

/// The lanes into which a ship can be launched now.
#[inline]
fn launch_lanes(state: &State) -> &'static [Lane] {
    match state.lane() {
        Some(lane) => &Lane::ALL[lane.index()..=lane.index()],
        None => &Lane::ALL,
    }
}

impl Somaliland {
    /// The contracts on offer that a seat may still take (SO-7).
    #[inline]
    pub fn takeable(&self, state: &State, seat: Seat) -> Cards {
        state.offer.up_to(self.displacement(state, seat) - state.cards(seat).value())
    }
}
