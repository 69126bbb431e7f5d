use crate::random;
use crate::seat::Seat;

/// The most rows and columns a boat can have, and so the most digits and dots.
pub const BOAT_SIDE: usize = 4;

/// A gang of pirates, in the order of the notation (BO-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Gang {
    /// The gang of the Red Carpet, `R`.
    Carpet,
    /// The gang of the Dead Fish, `F`.
    Fish,
    /// The gang of the Wooden Crate, `C`.
    Crate,
    /// The gang of the Old Tin, `T`.
    Tin,
}

impl Gang {
    /// Every gang in order.
    pub const ALL: [Gang; 4] = [Gang::Carpet, Gang::Fish, Gang::Crate, Gang::Tin];

    /// The gang as an index into arrays by gang.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The gang with this index.
    #[inline]
    pub(super) const fn nth(index: usize) -> Gang {
        Gang::ALL[index & 3]
    }

    /// Its letter in the notation.
    pub const fn letter(self) -> char {
        ['R', 'F', 'C', 'T'][self.index()]
    }

    /// The gang with this letter.
    pub fn from_letter(letter: char) -> Option<Gang> {
        Gang::ALL.into_iter().find(|gang| gang.letter() == letter)
    }

    /// The seat that plays for it at a table of two or four (BO-6).
    #[inline]
    pub const fn seat(self, seats: usize) -> Seat {
        Seat(self as u8 & (seats as u8 - 1))
    }
}

/// A place in the boat (BO-2): four bits, the row above the column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub(super) u8);

impl Place {
    /// The place in a row and a column, both from 0.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Place {
        debug_assert!(row < BOAT_SIDE && column < BOAT_SIDE);
        Place((row * BOAT_SIDE + column) as u8)
    }

    /// The place as an index, row by row of four.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place as a set of one.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The lowest place of a set, which must hold one.
    #[inline]
    pub const fn lowest(set: u16) -> Place {
        Place(set.trailing_zeros() as u8 & 15)
    }

    /// Its row, from 1, which is also the digit of the tokens meant for it.
    #[inline]
    pub const fn digit(self) -> usize {
        self.index() / BOAT_SIDE + 1
    }

    /// Its column, from 0, which is also the number of dots of the tokens meant for it.
    #[inline]
    pub const fn dots(self) -> usize {
        self.index() % BOAT_SIDE
    }
}

/// A kind of pirate token (BO-3): six bits, the gang above the place, so that their order is that of the notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token(pub(super) u8);

impl Token {
    /// The token of a gang that is meant for a place.
    #[inline]
    pub const fn new(gang: Gang, place: Place) -> Token {
        Token((gang as u8) << 4 | place.0)
    }

    /// Whose token it is.
    #[inline]
    pub const fn gang(self) -> Gang {
        Gang::nth((self.0 >> 4) as usize)
    }

    /// The place that its digit and dots name.
    #[inline]
    pub const fn place(self) -> Place {
        Place(self.0 & 15)
    }
}

/// The lowest bit of each gang's sixteen in a set of kinds.
pub(super) const LANES: u64 = 0x0001_0001_0001_0001;

/// A multiset of pirate tokens, up to three of each kind: a hand or the shuffled part of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// `layers[n]` holds the kinds of which there are more than `n`.
    layers: [u64; 3],
}

impl Tokens {
    /// So many copies of every gang's token for each of these places (BO-3).
    pub(super) fn full(places: u16, copies: usize) -> Tokens {
        let kinds = u64::from(places) * LANES;
        Tokens { layers: std::array::from_fn(|n| if n < copies { kinds } else { 0 }) }
    }

    /// Adds one token.
    #[inline]
    pub(super) fn add(&mut self, token: Token) {
        let mut carry = 1u64 << token.0;
        for layer in &mut self.layers {
            let full = *layer & carry;
            *layer |= carry;
            carry = full;
        }
        debug_assert_eq!(carry, 0, "there are at most three copies of a token");
    }

    /// Takes one token out.
    #[inline]
    pub(super) fn remove(&mut self, token: Token) {
        let mut rest = 1u64 << token.0;
        for layer in self.layers.iter_mut().rev() {
            let taken = *layer & rest;
            *layer ^= taken;
            rest ^= taken;
        }
        debug_assert_eq!(rest, 0, "only what is there can be taken");
    }

    /// How many there are of a kind.
    #[inline]
    pub fn copies(&self, token: Token) -> u32 {
        self.layers.iter().map(|layer| (layer >> token.0 & 1) as u32).sum()
    }

    /// How many there are in all.
    #[inline]
    pub fn total(&self) -> u32 {
        self.layers.iter().map(|layer| layer.count_ones()).sum()
    }

    /// The kinds there are, sixteen bits a gang.
    #[inline]
    pub(super) fn kinds(&self) -> u64 {
        self.layers[0]
    }

    /// Whether no kind is there twice.
    #[inline]
    pub(super) fn all_differ(&self) -> bool {
        self.layers[1] == 0
    }

    /// The kinds of a gang that there are, a bit a place.
    #[inline]
    pub fn of_gang(&self, gang: Gang) -> u16 {
        (self.layers[0] >> (16 * gang.index())) as u16
    }

    /// The `n`th token, copies counted, in an order of its own.
    #[inline]
    pub(super) fn nth(&self, mut n: u32) -> Token {
        for &layer in &self.layers[..2] {
            let size = layer.count_ones();
            if n < size {
                return Token(random::nth_bit(layer, n) as u8);
            }
            n -= size;
        }
        Token(random::nth_bit(self.layers[2], n) as u8)
    }

    /// Every kind there is, in order.
    #[inline]
    pub fn each_kind(&self) -> impl Iterator<Item = Token> + use<> {
        kinds_in(self.layers[0])
    }

    /// Every token in order, as often as there are copies.
    pub fn iter(&self) -> impl Iterator<Item = Token> + '_ {
        kinds_in(self.layers[0]).flat_map(|token| std::iter::repeat_n(token, self.copies(token) as usize))
    }
}

/// The kinds of a set of kinds, in order.
#[inline]
pub(super) fn kinds_in(mut kinds: u64) -> impl Iterator<Item = Token> {
    std::iter::from_fn(move || {
        (kinds != 0).then(|| {
            let token = Token(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            token
        })
    })
}

/// The tokens of one swap in their order, at most seven (BO-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Batch([u8; Batch::MOST]);

impl Batch {
    /// The most tokens of a hand, and so of a swap.
    pub const MOST: usize = 7;
    /// No token, behind the last one.
    const NONE: u8 = u8::MAX;

    /// The batch of these tokens, which are in order and at most seven.
    pub fn new(tokens: impl IntoIterator<Item = Token>) -> Batch {
        let mut batch = Batch([Batch::NONE; Batch::MOST]);
        for (slot, token) in batch.0.iter_mut().zip(tokens) {
            *slot = token.0;
        }
        batch
    }

    /// How many selections can be made of a hand of `size`, the empty one included: each kind is taken from not at all
    /// to as often as it is there.
    #[inline]
    pub(super) fn selections(hand: &Tokens, size: u32) -> u32 {
        if hand.all_differ() {
            return 1 << size;
        }
        let [one, two, three] = hand.layers.map(u64::count_ones);
        (1 << (one - two)) * 3u32.pow(two - three) * 4u32.pow(three)
    }

    /// The `n`th selection of a hand; number 0 is the empty one.
    #[inline]
    pub(super) fn selection(hand: &Tokens, mut n: u32) -> Batch {
        let (mut packed, mut end) = (0u64, 0);
        let mut kinds = hand.kinds();
        if hand.all_differ() {
            while kinds != 0 {
                let taken = n & 1;
                packed |= u64::from(kinds.trailing_zeros() * taken) << end;
                end += 8 * taken;
                n >>= 1;
                kinds &= kinds - 1;
            }
        } else {
            for token in kinds_in(kinds) {
                let choices = hand.copies(token) + 1;
                for _ in 0..n % choices {
                    packed |= u64::from(token.0) << end;
                    end += 8;
                }
                n /= choices;
            }
        }
        packed |= u64::MAX << end;
        let [a, b, c, d, e, f, g, _] = packed.to_le_bytes();
        Batch([a, b, c, d, e, f, g])
    }

    /// Its tokens in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Token> {
        self.0.into_iter().take_while(|&slot| slot != Batch::NONE).map(Token)
    }

    /// How many tokens it holds.
    #[inline]
    pub fn size(self) -> u32 {
        self.iter().count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(kinds: &[u8]) -> Tokens {
        let mut tokens = Tokens::default();
        kinds.iter().for_each(|&kind| tokens.add(Token(kind)));
        tokens
    }

    #[test]
    fn a_multiset_counts_copies() {
        let mut set = tokens(&[5, 63, 5, 0, 5]);
        assert_eq!((set.copies(Token(5)), set.copies(Token(63)), set.copies(Token(1))), (3, 1, 0));
        assert_eq!(set.iter().map(|token| token.0).collect::<Vec<_>>(), [0, 5, 5, 5, 63]);
        let mut numbered: Vec<u8> = (0..set.total()).map(|n| set.nth(n).0).collect();
        numbered.sort_unstable();
        assert_eq!(numbered, [0, 5, 5, 5, 63]);
        set.remove(Token(5));
        set.remove(Token(0));
        assert_eq!(set, tokens(&[63, 5, 5]));
    }

    #[test]
    fn every_selection_of_a_hand_is_made_once() {
        for hand in [&[1, 2, 3][..], &[1, 1, 2, 9, 9, 9], &[4; 3], &[0, 1, 2, 3, 4, 5, 63], &[7]] {
            let hand = tokens(hand);
            let count = Batch::selections(&hand, hand.total());
            let all: std::collections::BTreeSet<Batch> = (0..count).map(|n| Batch::selection(&hand, n)).collect();
            assert_eq!(all.len(), count as usize);
            assert!(all.contains(&Batch::new(hand.iter())), "the whole hand can go");
            for batch in all {
                assert!(batch.iter().is_sorted());
                assert!(batch.iter().all(|token| {
                    batch.iter().filter(|&other| other == token).count() as u32 <= hand.copies(token)
                }));
                assert_eq!(Batch::new(batch.iter()), batch);
            }
        }
    }
}
