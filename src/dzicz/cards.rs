//! The deal of the mission cards, and what a seat can tell of those it has not seen.

use arrayvec::ArrayVec;

use crate::random::{self, Rng};
use crate::seat::Seat;

use super::Dzicz;
use super::action::Deal;
use super::mission::{Card, Mission, Place};
use super::state::{CARDS, State, Step};

/// How many cards of each mission.
type Counts = [u8; 4];

/// All that a seat knows of a state: everything but the secret cards of others.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The state with those cards blank.
    known: State,
    hidden: u8,
}

impl Observation {
    /// The mission on a card by its number, where it is dealt and not hidden.
    pub fn mission(&self, number: usize) -> Option<Mission> {
        let card = self.known.cards().get(number)?;
        (self.hidden >> number & 1 == 0).then_some(card.mission)
    }
}

/// How many ways there are to deal a card out of `unseen` to each of the seats whose missions `ruled_out` lists.
fn ways(unseen: Counts, ruled_out: &[u8]) -> u32 {
    let Some((&first, rest)) = ruled_out.split_first() else { return 1 };
    Mission::ALL.iter().map(|&mission| ways_with(unseen, mission, first, rest)).sum()
}

/// How many of those ways give the first seat this mission.
fn ways_with(mut unseen: Counts, mission: Mission, first: u8, rest: &[u8]) -> u32 {
    let cards = unseen[mission as usize];
    if cards == 0 || first & mission.bit() != 0 {
        return 0;
    }
    unseen[mission as usize] -= 1;
    u32::from(cards) * ways(unseen, rest)
}

impl Dzicz {
    /// Where the next card goes; none when all are dealt.
    pub(super) fn next_deal(&self, state: &State) -> Option<Place> {
        if state.step != Step::Deal {
            return None;
        }
        Some(match state.dealt.checked_sub(self.open_cards) {
            None => Place::Open,
            Some(seat) => Place::Secret(Seat(seat)),
        })
    }

    /// The cards of each mission that are not among these.
    fn rest(&self, seen: impl Iterator<Item = Mission>) -> Counts {
        let mut rest = [self.copies; 4];
        for mission in seen {
            rest[mission as usize] -= 1;
        }
        rest
    }

    /// The cards of each mission that are not dealt.
    pub(super) fn deck(&self, state: &State) -> Counts {
        self.rest(state.cards().iter().map(|card| card.mission))
    }

    pub(super) fn draw_card(&self, state: &State, rng: &mut Rng) -> Deal {
        let deck = self.deck(state);
        let mut drawn = random::below(rng, deck.iter().map(|&cards| u32::from(cards)).sum());
        let mission = Mission::ALL.into_iter().find(|&mission| {
            let cards = u32::from(deck[mission as usize]);
            let found = drawn < cards;
            drawn = drawn.wrapping_sub(cards);
            found
        });
        let to = match self.next_deal(state) {
            Some(Place::Secret(seat)) => Some(seat),
            _ => None,
        };
        Deal { to, mission: mission.expect("the number drawn is below the number of cards") }
    }

    pub(super) fn deal(&self, state: &mut State, deal: Deal) {
        let place = deal.to.map_or(Place::Open, Place::Secret);
        state.cards[usize::from(state.dealt)] = Card { mission: deal.mission, place, first: None };
        state.dealt += 1;
        if state.dealt == self.cards {
            self.next_turn(state);
        }
    }

    /// The numbers of the cards that `viewer` cannot see, and whose they are.
    fn hidden(state: &State, viewer: Seat) -> impl Iterator<Item = (usize, Seat)> {
        state.cards().iter().enumerate().filter_map(move |(number, card)| match card.place {
            Place::Secret(owner) if owner != viewer => Some((number, owner)),
            _ => None,
        })
    }

    pub(super) fn look(&self, state: &State, viewer: Seat) -> Observation {
        let mut seen = Observation { known: *state, hidden: 0 };
        for (number, _) in Dzicz::hidden(state, viewer) {
            seen.known.cards[number].mission = Card::BLANK.mission;
            seen.hidden |= 1 << number;
        }
        seen
    }

    /// Deals the cards that `viewer` cannot see anew, each deal that it cannot rule out with its right odds.
    pub(super) fn deal_again(&self, state: &State, viewer: Seat, rng: &mut Rng) -> State {
        let mut imagined = *state;
        let mut hidden = ArrayVec::<usize, CARDS>::new();
        let mut ruled_out = ArrayVec::<u8, CARDS>::new();
        for (number, owner) in Dzicz::hidden(state, viewer) {
            hidden.push(number);
            ruled_out.push(state.ruled_out[owner.index()]);
        }
        let seen = state.cards().iter().enumerate().filter(|(number, _)| !hidden.contains(number));
        let mut unseen = self.rest(seen.map(|(_, card)| card.mission));
        for (index, &number) in hidden.iter().enumerate() {
            let (first, rest) = (ruled_out[index], &ruled_out[index + 1..]);
            let mut drawn = random::below(rng, ways(unseen, &ruled_out[index..]));
            for mission in Mission::ALL {
                let ways = ways_with(unseen, mission, first, rest);
                if drawn < ways {
                    imagined.cards[number].mission = mission;
                    unseen[mission as usize] -= 1;
                    break;
                }
                drawn -= ways;
            }
        }
        imagined
    }
}
