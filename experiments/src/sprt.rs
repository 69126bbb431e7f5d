//! A sequential test of two bots: it stops as soon as the blocks say enough.
//!
//! The generalised sequential probability ratio test on block scores. A block's score is the first bot's mean pairwise
//! score against the second in it, from 0 to 1, whatever the number of seats; blocks are independent though their games
//! are not. Under a rating difference `elo` its mean is `1 / (1 + 10^(-elo / 400))`. With `n` blocks of mean `m` and
//! variance `v` the log likelihood ratio of `elo1` against `elo0`, the variance put at its estimate, is about
//!
//! ```text
//! n / (2 v) · (s1 - s0) · (2 m - s0 - s1)
//! ```
//!
//! with `s0`, `s1` the expected scores. The test accepts `elo1` at `ln((1 - beta) / alpha)` or more and `elo0` at
//! `ln(beta / (1 - alpha))` or less.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Blocks before which nothing is decided, as their variance is not known well enough.
const FEWEST_BLOCKS: u64 = 10;
/// Added to the sum of squares: the most that one block can add, so that a run of equal blocks does not look certain.
const DOUBT: f64 = 0.25;

/// What is tested, and how often it may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The rating difference of the first bot over the second that is to be refuted.
    pub elo0: f64,
    /// The one that is to be shown.
    pub elo1: f64,
    /// How often `elo1` may be accepted where `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted where `elo1` is true.
    pub beta: f64,
}

/// A text that describes no test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{text}`: {problem}; expected elo0=0,elo1=20,alpha=0.05,beta=0.05 with elo0 below elo1 and alpha, beta between 0 and 0.5"
)]
pub struct SprtError {
    text: String,
    problem: String,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=20,alpha=0.05,beta=0.05`, any of which may be left out.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let wrong = |problem: String| SprtError { text: text.to_owned(), problem };
        let mut sprt = Sprt::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| wrong(format!("`{part}` is no key=value")))?;
            let number: f64 = value.trim().parse().map_err(|_| wrong(format!("`{value}` is no number")))?;
            match key.trim() {
                "elo0" => sprt.elo0 = number,
                "elo1" => sprt.elo1 = number,
                "alpha" => sprt.alpha = number,
                "beta" => sprt.beta = number,
                key => return Err(wrong(format!("there is no `{key}`"))),
            }
        }
        if !(sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1) {
            return Err(wrong(format!("elo0 is {} and elo1 {}", sprt.elo0, sprt.elo1)));
        }
        if let Some(odds) = [sprt.alpha, sprt.beta].into_iter().find(|odds| !(*odds > 0.0 && *odds < 0.5)) {
            return Err(wrong(format!("an error rate of {odds}")));
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={},elo1={},alpha={},beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The difference is nearer `elo0`.
    Elo0,
    /// The difference is nearer `elo1`.
    Elo1,
}

/// A test under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    test: Sprt,
    blocks: u64,
    sum: f64,
    squares: f64,
}

/// The expected pairwise score for a rating difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl SprtState {
    /// A test before the first block.
    pub fn new(test: Sprt) -> SprtState {
        SprtState { test, blocks: 0, sum: 0.0, squares: 0.0 }
    }

    /// Adds a block's score of the first bot against the second.
    pub fn add(&mut self, score: f64) {
        self.blocks += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// What is tested.
    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// How many blocks have been seen.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The log likelihood ratio of `elo1` against `elo0`.
    pub fn llr(&self) -> f64 {
        if self.blocks == 0 {
            return 0.0;
        }
        let n = self.blocks as f64;
        let mean = self.sum / n;
        let variance = ((self.squares - n * mean * mean).max(0.0) + DOUBT) / n;
        let (s0, s1) = (expected_score(self.test.elo0), expected_score(self.test.elo1));
        n / (2.0 * variance) * (s1 - s0) * (2.0 * mean - s0 - s1)
    }

    /// The ratios at which `elo0` and `elo1` are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self.test;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// What the test has come to, if it has.
    pub fn decision(&self) -> Option<Decision> {
        let (low, high) = self.bounds();
        let llr = self.llr();
        match self.blocks >= FEWEST_BLOCKS {
            true if llr >= high => Some(Decision::Elo1),
            true if llr <= low => Some(Decision::Elo0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use marque::random::{self, Purpose};

    use super::*;

    #[test]
    fn a_test_is_read_with_its_defaults_or_refused_with_a_reason() {
        assert_eq!("".parse(), Ok(Sprt::default()));
        assert_eq!("elo1=5, beta=0.1".parse(), Ok(Sprt { elo1: 5.0, beta: 0.1, ..Sprt::default() }));
        assert_eq!(Sprt::default().to_string().parse(), Ok(Sprt::default()));
        for (text, problem) in [
            ("elo2=1", "there is no `elo2`"),
            ("elo1", "`elo1` is no key=value"),
            ("alpha=x", "`x` is no number"),
            ("elo0=30", "elo0 is 30 and elo1 20"),
            ("beta=0.5", "an error rate of 0.5"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }

    /// By hand: s0 = 1/2, s1 = 10/11 at 400 points; 16 blocks, half of them 1 and half 1/2.
    #[test]
    fn the_ratio_is_the_formula() {
        let mut state = SprtState::new(Sprt { elo1: 400.0, ..Sprt::default() });
        (0..16).for_each(|block| state.add(if block % 2 == 0 { 1.0 } else { 0.5 }));
        let variance = (16.0 * 0.0625 + 0.25) / 16.0;
        let expected = 16.0 / (2.0 * variance) * (10.0 / 11.0 - 0.5) * (1.5 - 0.5 - 10.0 / 11.0);
        assert!((state.llr() - expected).abs() < 1e-9);
        assert!((state.bounds().1 - 19f64.ln()).abs() < 1e-12 && (state.bounds().0 + 19f64.ln()).abs() < 1e-12);
        assert_eq!(state.decision(), Some(Decision::Elo1));
    }

    #[test]
    fn nothing_is_decided_by_a_few_blocks() {
        let mut state = SprtState::new(Sprt { elo1: 400.0, ..Sprt::default() });
        (1..FEWEST_BLOCKS).for_each(|_| state.add(1.0));
        assert_eq!(state.decision(), None);
        state.add(1.0);
        assert_eq!(state.decision(), Some(Decision::Elo1));
    }

    /// Plays blocks of `games` games that share a deal until the test decides; the deal favours one bot or the other.
    fn simulate(elo: f64, games: u32, run: u64) -> Decision {
        let mut rng = random::stream(11, run, Purpose::Other(games));
        let mut state = SprtState::new(Sprt { elo1: 60.0, ..Sprt::default() });
        loop {
            let odds = expected_score(elo) + (random::unit(&mut rng) - 0.5) * 0.6;
            let wins = (0..games).filter(|_| random::unit(&mut rng) < odds).count();
            state.add(wins as f64 / f64::from(games));
            if let Some(decision) = state.decision() {
                return decision;
            }
        }
    }

    /// Both kinds of error stay near their 5 % over 2000 simulated tests, also where the games of a block hang together;
    /// three standard errors are 1.5 points.
    #[test]
    fn it_is_wrong_as_seldom_as_it_says() {
        for games in [2, 4] {
            for (elo, wrong) in [(0.0, Decision::Elo1), (60.0, Decision::Elo0)] {
                let errors = (0..2000).filter(|&run| simulate(elo, games, run) == wrong).count();
                assert!(errors <= 130, "{errors} of 2000 tests at {elo} with {games} games a block");
            }
        }
    }
}
