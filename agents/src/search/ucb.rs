//! The two functions of an upper confidence bound (UCB1), near enough and fast, and the same on every machine: the
//! logarithm of a system's library differs in its last bits, and would make the same seed play another game elsewhere.

use std::f32::consts::LN_2;

/// The root of the logarithm of a count.
#[inline]
pub(crate) fn root_of_log(count: u32) -> f32 {
    // The bits of a float are its logarithm to base 2, as a fixed-point number with straight lines between the powers;
    // a little less than the usual 127 is taken off, to halve the error.
    let log = (count as f32).to_bits() as f32 / (1 << 23) as f32 - 126.957;
    (log * LN_2).max(0.0).sqrt()
}

/// One over the root of a number from 1 up.
#[inline]
pub(crate) fn inverse_root(x: f32) -> f32 {
    // Halving the bits and turning their sign is a first guess at it; a step of Newton's makes it good to 0.2%.
    let guess = f32::from_bits(0x5f37_5a86 - (x.to_bits() >> 1));
    guess * (1.5 - 0.5 * x * guess * guess)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_near_the_truth() {
        for count in (2..100).chain([1000, 12_345, 1 << 20, 77_777_777]) {
            let x = count as f32;
            assert!((root_of_log(count).powi(2) - x.ln()).abs() < 0.04, "{count}");
            assert!((inverse_root(x) * x.sqrt() - 1.0).abs() < 0.002, "{count}");
        }
        assert!(root_of_log(0) == 0.0 && root_of_log(1) < 0.2);
    }
}
