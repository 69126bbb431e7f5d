use super::beach::{FIELDS, Field};
use super::token::{Gang, Token};

/// What lies on an outpost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A pirate token.
    Pirate(Token),
    /// The sailor of a gang.
    Sailor(Gang),
}

impl Piece {
    /// A byte for every piece: the tokens, then the sailors.
    const NONE: u8 = u8::MAX;

    #[inline]
    fn pack(self) -> u8 {
        match self {
            Piece::Pirate(token) => token.0,
            Piece::Sailor(gang) => 64 | gang as u8,
        }
    }

    #[inline]
    fn unpack(byte: u8) -> Piece {
        if byte < 64 { Piece::Pirate(Token(byte)) } else { Piece::Sailor(Gang::nth(byte as usize)) }
    }

    /// How far it sends the boatswain (BO-3, BO-4).
    #[inline]
    pub fn digit(self) -> usize {
        match self {
            Piece::Pirate(token) => token.place().digit(),
            Piece::Sailor(_) => 1,
        }
    }

    /// Whose piece it is.
    #[inline]
    pub fn gang(self) -> Gang {
        match self {
            Piece::Pirate(token) => token.gang(),
            Piece::Sailor(gang) => gang,
        }
    }
}

/// The pieces on the beach, and the boatswain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shore {
    pieces: [u8; FIELDS],
    taken: u64,
    pub boatswain: Field,
}

impl Shore {
    pub fn new(boatswain: Field) -> Shore {
        Shore { pieces: [Piece::NONE; FIELDS], taken: 0, boatswain }
    }

    /// The fields with a piece.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.taken
    }

    #[inline]
    pub fn piece(&self, field: Field) -> Option<Piece> {
        (self.taken & field.bit() != 0).then(|| Piece::unpack(self.pieces[field.index()]))
    }

    /// Puts a piece on a field, and returns the one it replaces.
    #[inline]
    pub fn put(&mut self, field: Field, piece: Piece) -> Option<Piece> {
        let before = self.piece(field);
        self.pieces[field.index()] = piece.pack();
        self.taken |= field.bit();
        before
    }

    #[inline]
    pub fn lift(&mut self, field: Field) -> Option<Piece> {
        let piece = self.piece(field);
        self.pieces[field.index()] = Piece::NONE;
        self.taken &= !field.bit();
        piece
    }

    /// Where the boatswain comes to if a piece with this digit is laid on a field beside him (BO-14).
    #[inline]
    pub fn walk(&self, laid: Field, digit: usize) -> Field {
        let mut at = self.boatswain;
        let away = at.towards(laid).opposite();
        for _ in 0..digit {
            let next = at.step(away);
            if self.taken & next.bit() != 0 {
                break;
            }
            at = next;
        }
        at
    }
}
