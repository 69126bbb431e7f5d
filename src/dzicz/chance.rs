//! The deal of the mission cards (DZ-5).

use crate::random::{self, Rng};
use crate::seat::Seat;

use super::Dzicz;
use super::action::Deal;
use super::mission::{Card, Mission, Place};
use super::state::{Phase, State};

/// How many cards of each mission.
pub(super) type Counts = [u8; 4];

pub(super) fn draw(game: &Dzicz, state: &State, rng: &mut Rng) -> Deal {
    let deck = game.deck(state);
    let mut drawn = random::below(rng, deck.iter().map(|&cards| u32::from(cards)).sum());
    let mission = Mission::ALL.into_iter().find(|&mission| {
        let cards = u32::from(deck[mission as usize]);
        let found = drawn < cards;
        drawn = drawn.wrapping_sub(cards);
        found
    });
    let to = match game.next_deal(state) {
        Some(Place::Secret(seat)) => Some(seat),
        _ => None,
    };
    Deal { to, mission: mission.expect("the number drawn is below the number of cards") }
}

pub(super) fn possible(game: &Dzicz, state: &State, deal: Deal) -> bool {
    game.next_deal(state) == Some(deal.to.map_or(Place::Open, Place::Secret))
        && game.deck(state)[deal.mission as usize] > 0
}

pub(super) fn happen(game: &Dzicz, state: &mut State, deal: Deal) {
    let place = deal.to.map_or(Place::Open, Place::Secret);
    state.cards[usize::from(state.dealt)] = Card { mission: deal.mission, place, first: None };
    state.dealt += 1;
    if state.dealt == game.cards {
        game.next_turn(state);
    }
}

impl Dzicz {
    /// Where the next card goes; none when all are dealt.
    pub(super) fn next_deal(&self, state: &State) -> Option<Place> {
        if state.phase != Phase::Deal {
            return None;
        }
        Some(match state.dealt.checked_sub(self.open_cards) {
            None => Place::Open,
            Some(seat) => Place::Secret(Seat(seat)),
        })
    }

    /// The cards of each mission that are not among these.
    pub(super) fn rest(&self, seen: impl Iterator<Item = Mission>) -> Counts {
        let mut rest = [self.copies; 4];
        for mission in seen {
            rest[mission as usize] -= 1;
        }
        rest
    }

    /// The cards of each mission that are not dealt.
    fn deck(&self, state: &State) -> Counts {
        self.rest(state.cards().iter().map(|card| card.mission))
    }
}
