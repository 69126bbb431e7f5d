//! The notation of tokens, fields, places, actions and draws.

use std::fmt;

use super::Bosman;
use super::action::Action;
use super::aftermath::aftermath;
use super::beach::{Field, SIDE};
use super::shore::Piece;
use super::state::State;
use super::token::{Batch, Gang, Place, Token};
use crate::game::Event;
use crate::notation::{Notation, NotationError};
use crate::seat::Seat;

impl Notation for Bosman {
    const KINDS: &'static [&'static str] = &["play", "sailor", "board", "poison", "swap", "keep", "pass"];

    fn kind(&self, action: Action) -> usize {
        kind(action)
    }

    fn write_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let (word, rest) = text.split_once(':').unzip();
        let action = match (word.unwrap_or(text), rest) {
            ("play", Some(rest)) => rest
                .split_once('@')
                .and_then(|(token, at)| Some(Action::Play { token: self.token(token)?, field: field(at)? })),
            ("sailor", Some(rest)) => rest
                .split_once('@')
                .and_then(|(letter, at)| Some(Action::Sailor { gang: gang(letter)?, field: field(at)? })),
            ("board", Some(rest)) => rest
                .split_once('>')
                .and_then(|(from, to)| Some(Action::Board { field: field(from)?, place: self.place(to)? })),
            ("poison", Some(rest)) => self.place(rest).map(Action::Poison),
            ("swap", Some(rest)) => self.batch(rest).map(Action::Swap),
            ("keep", None) => Some(Action::Keep),
            ("pass", None) => Some(Action::Pass),
            _ => None,
        };
        action.ok_or_else(|| {
            self.misread(text, "play:F20@d5, sailor:R@d3, board:d5>20, poison:21, swap:R11,F20, keep or pass")
        })
    }

    fn write_outcome(&self, token: Token) -> String {
        format!("draw:{token}")
    }

    fn read_outcome(&self, text: &str) -> Result<Token, NotationError> {
        text.strip_prefix("draw:")
            .and_then(|token| self.token(token))
            .ok_or_else(|| self.misread(text, "a draw such as draw:F20"))
    }

    /// Only swaps and draws hide anything. Behind the `=` stand the tokens that the acting seat itself takes from under
    /// the stack, and a `pass` for every turn that goes by silently: hands that others do not see decide about that.
    fn see(&self, before: &State, event: Event<Action, Token>, viewer: Seat) -> Option<String> {
        let own = viewer == before.seat;
        let mut text = match event {
            Event::Action(Action::Swap(batch)) if !own => {
                format!("swap:{}", ["?"].repeat(batch.size() as usize).join(","))
            }
            Event::Action(action) => self.write_action(action),
            Event::Outcome(token) if own => self.write_outcome(token),
            Event::Outcome(_) => "draw:?".to_owned(),
        };
        let aftermath = aftermath(self, before, event);
        let taken = aftermath.taken.iter().filter(|_| own).map(|slot| slot.token.to_string());
        let passes = (0..aftermath.passes).map(|_| Action::Pass.to_string());
        for (n, more) in taken.chain(passes).enumerate() {
            text.push(if n == 0 { '=' } else { ',' });
            text.push_str(&more);
        }
        Some(text)
    }
}

/// Which of the kinds an action is.
#[inline]
fn kind(action: Action) -> usize {
    match action {
        Action::Play { .. } => 0,
        Action::Sailor { .. } => 1,
        Action::Board { .. } => 2,
        Action::Poison(_) => 3,
        Action::Swap(_) => 4,
        Action::Keep => 5,
        Action::Pass => 6,
    }
}

impl fmt::Display for Gang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.digit(), self.dots())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.gang(), self.place())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

/// The tokens joined by commas.
impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, token) in self.iter().enumerate() {
            write!(f, "{}{token}", if n == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// `R10` for a token, `R*` for a sailor.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Pirate(token) => token.fmt(f),
            Piece::Sailor(gang) => write!(f, "{gang}*"),
        }
    }
}

/// Who sits in the boat: `R` for a pirate of the gang, `R*` for its sailor.
pub(super) fn write_sitter((gang, sailor): (Gang, bool)) -> String {
    format!("{gang}{}", if sailor { "*" } else { "" })
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Bosman::KINDS[kind(*self)];
        match self {
            Action::Play { token, field } => write!(f, "{word}:{token}@{field}"),
            Action::Sailor { gang, field } => write!(f, "{word}:{gang}@{field}"),
            Action::Board { field, place } => write!(f, "{word}:{field}>{place}"),
            Action::Poison(place) => write!(f, "{word}:{place}"),
            Action::Swap(batch) => write!(f, "{word}:{batch}"),
            Action::Keep | Action::Pass => f.write_str(word),
        }
    }
}

/// The number of a character in a range that starts at `first`.
fn offset(byte: u8, first: u8, count: usize) -> Option<usize> {
    byte.checked_sub(first).map(usize::from).filter(|&n| n < count)
}

pub(super) fn gang(text: &str) -> Option<Gang> {
    let &[letter] = text.as_bytes() else { return None };
    Gang::from_letter(letter.into())
}

pub(super) fn field(text: &str) -> Option<Field> {
    let &[file, rank] = text.as_bytes() else { return None };
    Some(Field::at(offset(file, b'a', SIDE)?, offset(rank, b'1', SIDE)?))
}

impl Bosman {
    pub(super) fn place(&self, text: &str) -> Option<Place> {
        let &[digit, dots] = text.as_bytes() else { return None };
        Some(Place::at(offset(digit, b'1', self.rows)?, offset(dots, b'0', self.columns)?))
    }

    pub(super) fn token(&self, text: &str) -> Option<Token> {
        let (letter, place) = text.split_at_checked(1)?;
        Some(Token::new(gang(letter)?, self.place(place)?))
    }

    fn batch(&self, text: &str) -> Option<Batch> {
        let tokens = text.split(',').map(|token| self.token(token)).collect::<Option<Vec<Token>>>()?;
        (tokens.len() <= Batch::MOST && tokens.is_sorted()).then(|| Batch::new(tokens))
    }

    /// An example of everything that can stand where `text` does not fit.
    fn misread(&self, text: &str, expected: &str) -> NotationError {
        let last = Place::at(self.rows - 1, self.columns - 1);
        NotationError::new(
            text,
            format!("{expected} (gangs R F C T; places 10 to {last}; fields a1 to g7; tokens of a swap in that order)"),
        )
    }
}
