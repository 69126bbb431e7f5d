//! A state read back from what a seat knows.

use super::Bosman;
use super::hidden::{Hand, Observation};
use super::known::Known;
use super::notation::{field, gang};
use super::queue::{MOST, Queue, Slot};
use super::shore::{Piece, Shore};
use super::state::{State, start};
use super::token::{Batch, Token, Tokens};
use crate::recall::{self, RecallError, wrong};
use crate::seat::Seat;

/// What the viewer does not know lies anywhere it could.
pub(super) fn recall(game: &Bosman, seen: &Observation) -> Result<State, RecallError> {
    let seat = |field, number| recall::seat(game.seats, field, number);
    let viewer = seat("viewer", seen.viewer)?;
    // Every token that is anywhere: no more of a kind than there are.
    let mut all = Tokens::default();
    let mut token = |field, text: &str| {
        let token = game.token(text).filter(|&token| (all.copies(token) as usize) < game.copies);
        token.inspect(|&token| all.add(token)).ok_or_else(|| wrong(field, text))
    };
    let mut unseen = seen.unseen.iter().map(|text| token("unseen", text)).collect::<Result<Vec<Token>, _>>()?;

    let mut state = start(game);
    state.shore = Shore::new(field(&seen.boatswain).ok_or_else(|| wrong("boatswain", &seen.boatswain))?);
    for (at, piece) in &seen.beach {
        let at = field(at).ok_or_else(|| wrong("beach", at))?;
        let piece = match piece.strip_suffix('*').and_then(gang) {
            Some(gang) => Piece::Sailor(gang),
            None => Piece::Pirate(token("beach", piece)?),
        };
        state.shore.put(at, piece);
    }
    for (place, sitter) in &seen.boat {
        let at = game.place(place).filter(|at| game.places & at.bit() != 0).ok_or_else(|| wrong("boat", place))?;
        let letter = sitter.strip_suffix('*');
        let gang = gang(letter.unwrap_or(sitter)).ok_or_else(|| wrong("boat", sitter))?;
        state.boat.seat(gang, at, letter.is_some());
    }
    for (place, &count) in &seen.covered {
        let at = game.place(place).filter(|_| (1..16).contains(&count)).ok_or_else(|| wrong("covered", place))?;
        state.boat.cover(at, count);
    }
    if [seen.hands.len(), seen.sailors.len(), seen.poisons.len()] != [game.seats; 3] {
        return Err(wrong("hands", seen.hands.len()));
    }
    state.sailors = 0;
    for (index, Hand { size, tokens, known }) in seen.hands.iter().enumerate() {
        let owner = Seat(index as u8);
        let size = u8::try_from(*size).ok().filter(|&size| usize::from(size) <= Batch::MOST);
        state.sizes[index] = size.ok_or_else(|| wrong("size", seen.hands[index].size))?;
        let (hand, notes) = (&mut state.hands[index], &mut state.known[index]);
        if tokens.len() > usize::from(state.sizes[index]) || known.len() > tokens.len() {
            return Err(wrong("tokens", tokens.join(" ")));
        }
        for text in tokens {
            hand.add(token("tokens", text)?);
        }
        *notes = Known::NOTHING;
        // A note is of one token: no more of a kind than there are in the hand.
        let mut without = *hand;
        for note in known {
            let of = game.token(&note.token).filter(|&token| without.copies(token) > 0);
            let to = note.to.map(|to| seat("known", to)).transpose()?;
            let of = of.filter(|_| to != Some(owner)).ok_or_else(|| wrong("known", &note.token))?;
            without.remove(of);
            notes.note(owner, Slot { token: of, by: to });
        }
        for letter in &seen.sailors[index] {
            state.sailors |= 1 << gang(letter).ok_or_else(|| wrong("sailors", letter))?.index();
        }
        let poisons = u8::try_from(seen.poisons[index]);
        state.poisons[index] = poisons.map_err(|_| wrong("poisons", seen.poisons[index]))?;
    }
    if seen.queue.len() > MOST {
        return Err(wrong("queue", seen.queue.len()));
    }
    state.queue = Queue::EMPTY;
    let mut hide = || unseen.pop().ok_or_else(|| wrong("unseen", "too few"));
    for (index, hand) in state.hands.iter_mut().enumerate() {
        for _ in hand.total()..state.sizes[index].into() {
            hand.add(hide()?);
        }
    }
    for queued in &seen.queue {
        let by = queued.by.map(|by| seat("queue", by)).transpose()?;
        let token = match &queued.token {
            Some(text) => token("queue", text)?,
            None if by.is_some_and(|by| by != viewer) => hide()?,
            None => return Err(wrong("queue", "a token that the viewer must know")),
        };
        state.queue.push(Slot { token, by });
    }
    state.shuffled = Tokens::default();
    unseen.iter().for_each(|&token| state.shuffled.add(token));
    state.shuffled_size = unseen.len() as u8;
    let small = |field, number: u32| u16::try_from(number).map_err(|_| wrong(field, number));
    state.turns = small("turns", seen.turns)?;
    let quiet = small("quiet_turns", seen.quiet_turns)?;
    state.boarded = state.turns.checked_sub(quiet).ok_or_else(|| wrong("quiet_turns", quiet))?;
    state.phase = seen.phase;
    state.seat = seat("seat", seen.seat)?;
    state.due = 0;
    state.laid = match &seen.laid {
        Some(text) => Some(field(text).ok_or_else(|| wrong("laid", text))?),
        None => None,
    };
    Ok(state)
}
