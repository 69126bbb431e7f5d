//! Seeds and independent random streams.
//!
//! A run has one `u64` seed. Every game and purpose gets a stream of its own derived from it, so that results do not
//! depend on threads, order or resuming, and two bots can be compared on the same tape of chance.

use rand::{Rng as _, SeedableRng};

use crate::seat::Seat;

/// The generator behind everything random here.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// What a stream is for. Streams of different purposes are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The tape of chance: deals, draws, dice.
    Chance,
    /// A seat's own decisions.
    Seat(Seat),
    /// Anything else, numbered by whoever needs it (resampling, tests).
    Other(u32),
}

/// The stream of game number `game` of a run seeded with `seed`, for one purpose.
pub fn stream(seed: u64, game: u64, purpose: Purpose) -> Rng {
    let purpose = match purpose {
        Purpose::Chance => 0,
        Purpose::Seat(seat) => 1 + u64::from(seat.0),
        Purpose::Other(number) => 1 << 32 | u64::from(number),
    };
    Rng::seed_from_u64(mix(mix(mix(seed).wrapping_add(game)).wrapping_add(purpose)))
}

/// A stream where it stands, as 64 hexadecimal digits, for a player in another process.
pub fn write_stream(rng: &Rng) -> String {
    let state = serde_json::to_value(rng).unwrap_or_default();
    let words = state["s"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64);
    words.flat_map(u64::to_le_bytes).map(|byte| format!("{byte:02x}")).collect()
}

/// The stream that was written so.
pub fn read_stream(text: &str) -> Option<Rng> {
    let mut state = [0; 32];
    if text.len() != 2 * state.len() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, at) in state.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(Rng::from_seed(state))
}

/// SplitMix64's finaliser: every input bit reaches every output bit.
fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A whole number below `n`, all equally likely: the widening product of a word is off by less than `n` in 2^64.
#[inline]
pub fn below(rng: &mut Rng, n: u32) -> u32 {
    debug_assert!(n > 0);
    ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u32
}

/// A number in [0, 1).
#[inline]
pub fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The position of a set bit of `mask`, all equally likely.
#[inline]
pub fn pick_bit(rng: &mut Rng, mask: u64) -> u32 {
    let ranks = ranks(mask);
    select(mask, ranks, below(rng, (ranks >> 56) as u32))
}

/// The position of the `n`th set bit of `mask`, from 0.
#[inline]
pub fn nth_bit(mask: u64, n: u32) -> u32 {
    select(mask, ranks(mask), n)
}

/// Several small draws out of one word: what the widening product of a draw leaves below it is as random as the word was, and
/// serves the next one. Every draw is off by less than the product of all their numbers so far in 2^64.
#[derive(Clone, Debug)]
pub struct Lots(u64);

impl Lots {
    /// A word's worth of draws.
    #[inline]
    pub fn new(rng: &mut Rng) -> Lots {
        Lots(rng.next_u64())
    }

    /// A whole number below `n`, all equally likely.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let product = u128::from(self.0) * u128::from(n);
        self.0 = product as u64;
        (product >> 64) as u32
    }

    /// The position of a set bit of `mask`, all equally likely.
    #[inline]
    pub fn pick_bit(&mut self, mask: u16) -> u32 {
        let [low, high] = mask.to_le_bytes().map(usize::from);
        let (few, more) = (u32::from(SET[low]), u32::from(SET[high]));
        let n = self.below(few + more);
        let (byte, before) = if n < few { (low, 0) } else { (high, few) };
        u32::from(IN_BYTE[byte][(n - before) as usize & 7]) + if n < few { 0 } else { 8 }
    }

    /// The position of one of the `count` set bits of a byte, all equally likely.
    #[inline]
    pub fn pick_in_byte(&mut self, mask: u8, count: u32) -> u32 {
        debug_assert_eq!(mask.count_ones(), count);
        IN_BYTE[usize::from(mask)][self.below(count) as usize & 7].into()
    }
}

/// One in every byte of a word.
const EACH: u64 = 0x0101_0101_0101_0101;

/// How many bits are set up to the end of each byte, in that byte.
#[inline]
fn ranks(mask: u64) -> u64 {
    let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EACH)
}

/// The position of the `n`th set bit without a loop, whose end no processor could foresee.
#[inline]
fn select(mask: u64, ranks: u64, n: u32) -> u32 {
    debug_assert!(u64::from(n) < ranks >> 56);
    // The highest bit of each byte stays set where all up to there are not more than `n`.
    let passed = ((0x80 + u64::from(n)) * EACH - ranks) & (0x80 * EACH);
    let byte = 8 * ((passed >> 7).wrapping_mul(EACH) >> 56) as u32;
    let before = ((ranks << 8) >> byte) as u8;
    byte + u32::from(IN_BYTE[(mask >> byte) as u8 as usize][(n - u32::from(before)) as usize & 7])
}

/// How many bits of every byte are set.
static SET: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

/// The position of each set bit of every byte.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_other_games_and_purposes_differ() {
        let first = |game, purpose| stream(7, game, purpose).next_u64();
        let all = [
            first(0, Purpose::Chance),
            first(1, Purpose::Chance),
            first(0, Purpose::Seat(Seat(0))),
            first(0, Purpose::Seat(Seat(1))),
            first(0, Purpose::Other(0)),
            stream(8, 0, Purpose::Chance).next_u64(),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
        assert_eq!(first(3, Purpose::Chance), first(3, Purpose::Chance));
    }

    #[test]
    fn a_stream_goes_on_where_it_was_written() {
        let mut rng = stream(7, 3, Purpose::Chance);
        rng.next_u64();
        let text = write_stream(&rng);
        assert_eq!(text.len(), 64, "{text}");
        assert_eq!(read_stream(&text), Some(rng));
        for wrong in ["", "0123", &text[1..], &text.replace(&text[..2], "é")] {
            assert_eq!(read_stream(wrong), None);
        }
    }

    #[test]
    fn draws_below_n_are_even() {
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 22.5, "chi-squared with 6 degrees of freedom: {chi2}");
    }

    /// All orders of three draws from one word come equally often.
    #[test]
    fn lots_of_one_word_do_not_depend_on_each_other() {
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut counts = [0u32; 5 * 3 * 4];
        for _ in 0..60_000 {
            let mut lots = Lots::new(&mut rng);
            let (five, three) = (lots.below(5), lots.pick_in_byte(0b1000_1010, 3));
            let four = lots.pick_bit(1 << 13 | 0b111);
            let three = [1, 3, 7].iter().position(|&bit| bit == three).unwrap();
            let four = [0, 1, 2, 13].iter().position(|&bit| bit == four).unwrap();
            counts[(five as usize * 3 + three) * 4 + four] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi2 < 98.0, "chi-squared with 59 degrees of freedom: {chi2}");
    }

    #[test]
    fn bits_are_picked_by_rank() {
        assert_eq!([0, 1, 2].map(|n| nth_bit(0b1010_0100, n)), [2, 5, 7]);
        let mut rng = stream(1, 0, Purpose::Other(0));
        let any = (0..1000).map(|_| rng.next_u64() & rng.next_u64());
        for mask in any.chain([1, u64::MAX, 1 << 63]) {
            let set = (0..64).filter(|bit| mask >> bit & 1 == 1);
            assert!(set.enumerate().all(|(n, bit)| nth_bit(mask, n as u32) == bit), "{mask:x}");
        }
        for _ in 0..50 {
            assert!([2, 5, 7].contains(&pick_bit(&mut rng, 0b1010_0100)));
        }
    }
}
