use std::fmt;

use crate::seat::Seat;

/// A token's face (HX-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Token {
    /// A lane (*rejs*): a chain of them connects units with a base.
    Lane,
    /// A merchant ship.
    Ship,
    /// A boat of pirates.
    Pirates,
    /// A warship of the navy.
    Warship,
}

impl Token {
    /// Every face.
    pub const ALL: [Token; 4] = [Token::Lane, Token::Ship, Token::Pirates, Token::Warship];
    /// The faces that move and fight (HX-4).
    pub const UNITS: [Token; 3] = [Token::Ship, Token::Pirates, Token::Warship];

    /// The face as an index into arrays by face.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of its notation.
    pub const fn letter(self) -> char {
        ['L', 'S', 'P', 'W'][self as usize]
    }

    /// Its name with an article.
    pub(super) const fn a_name(self) -> &'static str {
        ["a lane", "a ship", "pirates", "a warship"][self as usize]
    }
}

/// So many tokens of each face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens([u8; 4]);

impl Tokens {
    /// No tokens.
    pub const NONE: Tokens = Tokens([0; 4]);

    pub(super) const fn new(counts: [u8; 4]) -> Tokens {
        Tokens(counts)
    }

    /// How many there are of a face.
    #[inline]
    pub const fn count(self, token: Token) -> u8 {
        self.0[token as usize]
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Tokens::NONE
    }

    /// One letter a token, or one `?` where their faces are not known.
    pub(super) fn letters(self, known: bool) -> String {
        if known { self.to_string() } else { "?".repeat(self.len() as usize) }
    }

    /// The faces of which there is one at least.
    pub fn faces(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().filter(move |&token| self.count(token) > 0)
    }

    #[inline]
    pub(super) fn add(&mut self, token: Token) {
        self.0[token as usize] += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, token: Token) {
        self.0[token as usize] -= 1;
    }

    /// Moves all tokens here from `other`.
    #[inline]
    pub(super) fn take_all(&mut self, other: &mut Tokens) {
        for (count, more) in self.0.iter_mut().zip(std::mem::take(&mut other.0)) {
            *count += more;
        }
    }
}

impl fmt::Display for Tokens {
    /// One letter a token, such as `LLSW`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().try_for_each(|token| (0..self.count(token)).try_for_each(|_| write!(f, "{}", token.letter())))
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A token of a seat.
    Token(Seat, Token),
    /// The base of a seat.
    Base(Seat),
}
