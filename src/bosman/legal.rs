//! What the seat to move may choose: counted, listed, and drawn without listing.

use super::Bosman;
use super::action::Action;
use super::beach::{Field, fields_in};
use super::boat::{places_in, row_of};
use super::shore::Piece;
use super::state::{Phase, State};
use super::token::{Batch, Gang, LANES, Token, kinds_in};
use crate::random::{self, Rng};

/// How many bits are set in each sixteen bits of a word, in those sixteen bits.
#[inline]
fn count_lanes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    (bytes + (bytes >> 8)) & (LANES * 0xff)
}

/// What the seat to move may lay on an outpost of each gang.
#[derive(Clone, Copy)]
struct Layable {
    /// The kinds in hand, sixteen bits a gang.
    kinds: u64,
    /// The sailors at hand, a bit a gang.
    sailors: u8,
    /// How many choices there are, sixteen bits a gang.
    counts: u64,
}

impl Layable {
    #[inline]
    fn count(self, gang: Gang) -> u32 {
        (self.counts >> (16 * gang.index())) as u32 & 0xffff
    }

    #[inline]
    fn kinds(self, gang: Gang) -> u64 {
        self.kinds & 0xffff << (16 * gang.index())
    }

    #[inline]
    fn has_sailor(self, gang: Gang) -> bool {
        self.sailors >> gang.index() & 1 == 1
    }
}

pub(super) fn actions(game: &Bosman, state: &State, into: &mut Vec<Action>) {
    into.clear();
    if state.phase == Phase::Boarding {
        for (field, places) in game.boardings(state) {
            into.extend(places_in(places).map(|place| Action::Board { field, place }));
        }
        return;
    }
    let hand = state.hand(state.seat);
    into.extend((1..=game.swaps(state)).map(|n| Action::Swap(Batch::selection(hand, n))));
    if state.phase == Phase::Exchange {
        into.push(Action::Keep);
        return;
    }
    let layable = game.layable(state);
    for field in fields_in(state.boatswain().neighbours()) {
        let Some(gang) = game.beach.outpost(field) else { continue };
        into.extend(kinds_in(layable.kinds(gang)).map(|token| Action::Play { token, field }));
        if layable.has_sailor(gang) {
            into.push(Action::Sailor { gang, field });
        }
    }
    if into.is_empty() {
        into.push(Action::Pass);
    }
    into.extend(places_in(game.poisonable(state)).map(Action::Poison));
}

#[inline]
pub(super) fn random_action(game: &Bosman, state: &State, rng: &mut Rng) -> Action {
    match state.phase {
        Phase::Turn => game.any_in_turn(state, rng),
        Phase::Boarding => game.any_boarding(state, rng),
        _ => match random::below(rng, game.swaps(state) + 1) {
            0 => Action::Keep,
            n => Action::Swap(Batch::selection(state.hand(state.seat), n)),
        },
    }
}

impl Bosman {
    /// The places that no uncovered token takes, four columns in every row.
    #[inline]
    pub fn free_places(&self, state: &State) -> u16 {
        self.places & !state.boat()
    }

    /// The free places that a piece may take (BO-3, BO-4).
    #[inline]
    pub fn places_for(&self, state: &State, piece: Piece) -> u16 {
        let free = self.free_places(state);
        match piece {
            Piece::Sailor(_) => free,
            Piece::Pirate(token) if self.whole_row => free & row_of(token.place().digit()),
            Piece::Pirate(token) => free & token.place().bit(),
        }
    }

    /// The tokens that must board now: where each lies, and the places it may take (BO-15).
    #[inline]
    pub(super) fn boardings(&self, state: &State) -> impl Iterator<Item = (Field, u16)> {
        let laid = state.laid.map_or(0, Field::bit);
        let beside = state.boatswain().neighbours() & state.beach() & self.outposts[state.seat.index()] & !laid;
        fields_in(beside)
            .filter_map(|field| Some((field, self.places_for(state, state.piece(field)?))))
            .filter(|&(_, places)| places != 0)
    }

    #[inline]
    fn layable(&self, state: &State) -> Layable {
        let kinds = state.hand(state.seat).kinds();
        let sailors = state.sailors & self.gangs[state.seat.index()];
        // Four products side by side bring bit n to bit 16 n.
        let spread = u64::from(sailors).wrapping_mul(1 | 1 << 15 | 1 << 30 | 1 << 45) & LANES;
        Layable { kinds, sailors, counts: count_lanes(kinds) + spread }
    }

    /// How many ways there are to lay a token or sailor (BO-13).
    #[inline]
    pub(super) fn plays(&self, state: &State) -> u32 {
        self.beach.sum_around(state.boatswain(), self.layable(state).counts)
    }

    /// Whether the seat to move has a token to swap and one to draw for it (BO-11).
    #[inline]
    pub(super) fn can_swap(&self, state: &State) -> bool {
        state.hand_size(state.seat) > 0 && state.stack_size() > 0
    }

    /// How many swaps there are.
    #[inline]
    fn swaps(&self, state: &State) -> u32 {
        if !self.can_swap(state) {
            return 0;
        }
        Batch::selections(state.hand(state.seat), state.hand_size(state.seat)) - 1
    }

    /// The places whose token may be poisoned (BO-12).
    #[inline]
    pub(super) fn poisonable(&self, state: &State) -> u16 {
        if state.poisons(state.seat) > 0 { state.boat() } else { 0 }
    }

    #[inline]
    fn any_in_turn(&self, state: &State, rng: &mut Rng) -> Action {
        let swaps = self.swaps(state);
        let layable = self.layable(state);
        let plays = self.beach.sum_around(state.boatswain(), layable.counts);
        let poisonable = self.poisonable(state);
        let passes = u32::from(swaps + plays == 0);
        let mut n = random::below(rng, swaps + plays + poisonable.count_ones() + passes);
        if n < swaps {
            return Action::Swap(Batch::selection(state.hand(state.seat), n + 1));
        }
        n -= swaps;
        if n < plays {
            return self.nth_play(state, layable, n);
        }
        match places_in(poisonable).nth((n - plays) as usize) {
            Some(place) => Action::Poison(place),
            None => Action::Pass,
        }
    }

    #[inline]
    fn nth_play(&self, state: &State, layable: Layable, mut n: u32) -> Action {
        for field in fields_in(state.boatswain().neighbours()) {
            let Some(gang) = self.beach.outpost(field) else { continue };
            let count = layable.count(gang);
            if n < count {
                let kinds = layable.kinds(gang);
                // The sailor comes behind the tokens.
                return if layable.has_sailor(gang) && n + 1 == count {
                    Action::Sailor { gang, field }
                } else {
                    Action::Play { token: Token(random::nth_bit(kinds, n) as u8), field }
                };
            }
            n -= count;
        }
        unreachable!("the plays were counted")
    }

    #[inline]
    fn any_boarding(&self, state: &State, rng: &mut Rng) -> Action {
        let count = self.boardings(state).map(|(_, places)| places.count_ones()).sum();
        let mut n = random::below(rng, count);
        for (field, places) in self.boardings(state) {
            if let Some(place) = places_in(places).nth(n as usize) {
                return Action::Board { field, place };
            }
            n -= places.count_ones();
        }
        unreachable!("the boardings were counted")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_counted_apart() {
        assert_eq!(count_lanes(0xffff_0001_8001_0000), 0x0010_0001_0002_0000);
    }
}
