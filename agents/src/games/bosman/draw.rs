//! Draws an action by its prior without listing any: plays by field and digit, swaps token by token.

use arrayvec::ArrayVec;
use marque::bosman::{Action, Batch, Bosman, Field, Gang, Piece, Place, State, Token, fields_in, places_in, row_of};
use marque::random::{self, Rng};
use rand::Rng as _;

use super::priors::{SWAPS, laying, parting, poisoning, sailing};
use super::tactics::{Shore, is_useful, owns};

/// Actions that are drawn together.
enum Class {
    /// Tokens of a gang for these places, laid on a field.
    Play(Field, Gang, u16),
    Sailor(Field, Gang),
    Poison(Place),
    Swap,
    Pass,
}

/// Four fields beside the boatswain with a sailor and up to four digits each, useful or not; sixteen places to poison; and
/// the swaps.
const MOST: usize = 4 * (1 + 4 * 2) + 16 + 1;

/// Draws an action of a seat that begins its turn.
pub(super) fn in_turn(game: &Bosman, state: &State, rng: &mut Rng) -> Action {
    let mut classes: ArrayVec<(f32, Class), MOST> = ArrayVec::new();
    let seat = state.seat();
    if can_swap(state) {
        classes.push((SWAPS, Class::Swap));
    }
    let shore = Shore::new(game, state);
    let useful = useful_places(game, state);
    for field in fields_in(state.boatswain().neighbours()) {
        let Some(gang) = game.outpost(field) else { continue };
        let own = owns(game, seat, gang);
        let mut rest = state.hand(seat).of_gang(gang);
        while rest != 0 {
            let digit = Place::lowest(rest).digit();
            let row = row_of(digit);
            let boarding = shore.boarding_by(state, field, digit);
            let split = if own { useful } else { 0 };
            for (useful, places) in [(true, rest & row & split), (false, rest & row & !split)] {
                if places != 0 {
                    let weight = laying(game, state, field, useful, boarding);
                    classes.push((weight * places.count_ones() as f32, Class::Play(field, gang, places)));
                }
            }
            rest &= !row;
        }
        if own && state.has_sailor(gang) {
            let boarding = shore.boarding_by(state, field, Piece::Sailor(gang).digit());
            classes.push((sailing(boarding), Class::Sailor(field, gang)));
        }
    }
    if classes.is_empty() {
        classes.push((1.0, Class::Pass));
    }
    if state.poisons(seat) > 0 {
        classes.extend(places_in(state.boat()).map(|place| (poisoning(game, state, place), Class::Poison(place))));
    }
    let mut left = random::unit(rng) as f32 * classes.iter().map(|(weight, _)| weight).sum::<f32>();
    let drawn = classes.iter().find(|(weight, _)| {
        left -= weight;
        left < 0.0
    });
    // Rounding can leave a little behind the last.
    match drawn.unwrap_or(&classes[classes.len() - 1]).1 {
        Class::Play(field, gang, places) => {
            let place = Place::lowest(1 << random::pick_bit(rng, places.into()));
            Action::Play { token: Token::new(gang, place), field }
        }
        Class::Sailor(field, gang) => Action::Sailor { gang, field },
        Class::Poison(place) => Action::Poison(place),
        Class::Swap => swap(game, state, rng),
        Class::Pass => Action::Pass,
    }
}

/// Draws whether a seat exchanges its first hand.
pub(super) fn exchange(game: &Bosman, state: &State, rng: &mut Rng) -> Action {
    let swaps = if can_swap(state) { SWAPS } else { 0.0 };
    if random::unit(rng) as f32 * (1.0 + swaps) < 1.0 { Action::Keep } else { swap(game, state, rng) }
}

fn can_swap(state: &State) -> bool {
    state.hand_size(state.seat()) > 0 && state.stack_size() > 0
}

/// The places whose tokens are useful to their gang.
fn useful_places(game: &Bosman, state: &State) -> u16 {
    let fits = |&place: &Place| game.places_for(state, Piece::Pirate(Token::new(Gang::Carpet, place))) != 0;
    places_in(game.places()).filter(fits).fold(0, |places, place| places | place.bit())
}

/// A swap: how many go of each kind is drawn by itself, until any go at all.
fn swap(game: &Bosman, state: &State, rng: &mut Rng) -> Action {
    loop {
        let mut batch: ArrayVec<Token, { Batch::MOST }> = ArrayVec::new();
        let hand = state.hand(state.seat());
        for token in hand.each_kind() {
            let weight = parting(is_useful(game, state, token));
            // Of weights 1, w, w² … for none, one, two … of the kind.
            let copies = hand.copies(token);
            let sum = (0..copies).fold(1.0, |sum, _| sum * weight + 1.0);
            let mut left = (rng.next_u32() >> 8) as f32 * (1.0 / (1 << 24) as f32) * sum - 1.0;
            let mut part = weight;
            for _ in 0..copies {
                if left < 0.0 {
                    break;
                }
                batch.push(token);
                left -= part;
                part *= weight;
            }
        }
        if !batch.is_empty() {
            return Action::Swap(Batch::new(batch));
        }
    }
}
