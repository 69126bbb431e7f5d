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
//!
//! A test that stops when the games favour one answer leaves a mean that leans to it. So the **difference** is estimated
//! from when the test stopped, and where: a decision for `elo1` says the more for the first bot the sooner it came. The
//! value is the one by which as strong a decision comes in half of all tests (median-unbiased), the ends of the interval
//! those by which it comes in 2.5 and 97.5 of 100, the ratio taken as a Brownian motion between the bounds, which are
//! moved outwards by 0.583 of a block's deviation as the ratio is seen only after whole blocks (Siegmund). A test that was
//! decided as soon as it could be has not been ended by its result: there the mean says it, with one drawn block added.

use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;

use statrs::distribution::{ContinuousCDF, Normal};
use thiserror::Error;

use crate::files::codec::{Decimals, Maybe, Name, Named, RatingDigits, SixDigits, Text, Whole};
use crate::intervals::{Estimate, t_quantile};

/// Blocks before which nothing is decided, as their variance is not known well enough.
const FEWEST_BLOCKS: u64 = 10;
/// Added to the sum of squares: the most that one block can add, so that a run of equal blocks does not look certain.
const DOUBT: f64 = 0.25;

/// By how many deviations of a block a ratio seen after whole blocks only is beyond the bound, on average.
const OVERSHOOT: f64 = 0.583;
/// How many waves are added up; beyond, there is nothing to add after ten blocks.
const WAVES: u32 = 500;
/// No difference is estimated beyond this.
const MOST_ELO: f64 = 2000.0;

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

impl Named for Decision {
    const ALL: &'static [Decision] = &[Decision::Elo0, Decision::Elo1];

    fn name(self) -> &'static str {
        match self {
            Decision::Elo0 => "elo0",
            Decision::Elo1 => "elo1",
        }
    }
}

crate::rows! {
    /// What a sequential test (`--sprt`) came to: one row. Ratings and scores of the other files do not know that the games
    /// were ended by their own result, and lean to the answer; the difference here does not.
    pub struct SprtRow in "sprt" {
        /// The bot that is tested.
        bot: String => Text, "text";
        /// The bot that it is tested against.
        against: String => Text, "text";
        /// The difference that is to be refuted.
        elo0: f64 => SixDigits, "Elo points";
        /// The difference that is to be shown.
        elo1: f64 => SixDigits, "Elo points";
        /// How often `elo1` may be accepted where `elo0` is true.
        alpha: f64 => SixDigits, "0 to 1";
        /// How often `elo0` may be accepted where `elo1` is true.
        beta: f64 => SixDigits, "0 to 1";
        /// Blocks seen.
        blocks: u64 => Whole, "count";
        /// Log likelihood ratio of `elo1` against `elo0`.
        llr: f64 => Decimals<3>, "log odds";
        /// The ratio at which `elo0` is accepted.
        llr_low: f64 => Decimals<3>, "log odds";
        /// The ratio at which `elo1` is accepted.
        llr_high: f64 => Decimals<3>, "log odds";
        /// Which of the two the difference is nearer to, `elo0` or `elo1`; nothing while that is undecided.
        decision: Option<Decision> => Maybe<Name>, "text";
        /// Difference of the two bots, median-unbiased; nothing while the test is undecided.
        difference: Estimate => RatingDigits, "Elo points";
    }
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

/// The chance that a Brownian motion with this drift and variance 1 from 0 comes to `above` by `time`, and not to
/// `-below` before: by its chance to come there at all, less that of coming there later, a series over the waves that
/// fit between the two.
fn hits_first(above: f64, below: f64, drift: f64, time: f64) -> f64 {
    let width = above + below;
    // 1 - exp(-2 drift x), over the same for the width, written so that neither overflows.
    let ever = match drift.abs() * width < 1e-9 {
        true => below / width,
        false if drift > 0.0 => (-2.0 * drift * below).exp_m1() / (-2.0 * drift * width).exp_m1(),
        false => (2.0 * drift * above).exp() * (2.0 * drift * below).exp_m1() / (2.0 * drift * width).exp_m1(),
    };
    let wave = |number: u32| {
        let number = f64::from(number);
        let decay = (drift * drift + (number * PI / width).powi(2)) / 2.0;
        let height = number * PI / width.powi(2) * (number * PI * above / width).sin();
        height / decay * (drift * above - decay * time).exp()
    };
    (ever - (1..=WAVES).map(wave).sum::<f64>()).clamp(0.0, 1.0)
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
        let (s0, s1) = (expected_score(self.test.elo0), expected_score(self.test.elo1));
        n / (2.0 * self.variance()) * (s1 - s0) * (2.0 * self.sum / n - s0 - s1)
    }

    /// The variance of a block's score.
    fn variance(&self) -> f64 {
        let n = self.blocks as f64;
        let mean = self.sum / n;
        ((self.squares - n * mean * mean).max(0.0) + DOUBT) / n
    }

    /// The rating difference, in points, from when the test was decided and how; `None` while it is not.
    pub fn difference(&self) -> Option<Estimate> {
        let decision = self.decision()?;
        let (s0, s1) = (expected_score(self.test.elo0), expected_score(self.test.elo1));
        let deviation = (s1 - s0) / self.variance().sqrt();
        let (low, high) = self.bounds();
        let bounds = [low - OVERSHOOT * deviation, high + OVERSHOOT * deviation].map(|bound| bound / deviation);
        let sooner = |elo: f64| {
            let (expected, time) = (expected_score(elo), self.blocks as f64);
            let drift = (expected - (s0 + s1) / 2.0) / self.variance().sqrt();
            match decision {
                _ if self.blocks == FEWEST_BLOCKS => {
                    let mean = (self.sum + 0.5) / (time + 1.0);
                    Normal::standard().cdf((expected - mean) * (time / self.variance()).sqrt())
                }
                Decision::Elo1 => hits_first(bounds[1], -bounds[0], drift, time),
                Decision::Elo0 => 1.0 - hits_first(-bounds[0], bounds[1], -drift, time),
            }
        };
        // It grows with the difference.
        let at = |share: f64| {
            let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
            for _ in 0..50 {
                let middle = (low + high) / 2.0;
                if sooner(middle) < share { low = middle } else { high = middle }
            }
            (low + high) / 2.0
        };
        // A little more than 2.5 %, as the variance comes from so many blocks only.
        let tail = Normal::standard().cdf(-t_quantile(self.blocks as f64 - 1.0));
        Some(Estimate { value: at(0.5), low: at(tail), high: at(1.0 - tail) })
    }

    /// The row of the test of two bots.
    pub fn row(&self, [bot, against]: [&str; 2]) -> SprtRow {
        let Sprt { elo0, elo1, alpha, beta } = self.test;
        let (llr_low, llr_high) = self.bounds();
        SprtRow {
            bot: bot.to_owned(),
            against: against.to_owned(),
            elo0,
            elo1,
            alpha,
            beta,
            blocks: self.blocks,
            llr: self.llr(),
            llr_low,
            llr_high,
            decision: self.decision(),
            difference: self.difference().unwrap_or(Estimate::unsure(f64::NAN, f64::NAN, f64::NAN)),
        }
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

    #[test]
    fn decisions_are_written_as_what_was_accepted() {
        assert_eq!([Decision::Elo0, Decision::Elo1].map(Decision::name), ["elo0", "elo1"]);
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

    /// After Wald: `elo1` at ln((1 - beta) / alpha) and `elo0` at ln(beta / (1 - alpha)), each by both rates of error.
    #[test]
    fn each_rate_of_error_has_its_bound() {
        let state = SprtState::new(Sprt { alpha: 0.01, beta: 0.2, ..Sprt::default() });
        let (low, high) = state.bounds();
        assert!((low - (0.2f64 / 0.99).ln()).abs() < 1e-12 && (high - 80f64.ln()).abs() < 1e-12, "{low} {high}");
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
    fn simulate(elo: f64, games: u32, run: u64) -> SprtState {
        let mut rng = random::stream(11, run, Purpose::Other(games));
        let mut state = SprtState::new(Sprt { elo1: 60.0, ..Sprt::default() });
        loop {
            let odds = expected_score(elo) + (random::unit(&mut rng) - 0.5) * 0.6;
            let wins = (0..games).filter(|_| random::unit(&mut rng) < odds).count();
            state.add(wins as f64 / f64::from(games));
            if state.decision().is_some() {
                return state;
            }
        }
    }

    /// By the reflection principle, a Brownian motion without drift that may fall as far as it likes comes to 1 by time 1
    /// with 2 (1 - Φ(1)) = 0.317311; and it comes to either of two ends first in proportion to how near they are.
    #[test]
    fn a_walk_comes_to_its_ends_as_often_as_it_should() {
        assert!((hits_first(1.0, 12.0, 0.0, 1.0) - 0.317_311).abs() < 1e-5);
        assert!((hits_first(1.0, 3.0, 0.0, 1e6) - 0.75).abs() < 1e-9);
        // exp(2 drift above) is the chance ever to come up against the drift.
        assert!((hits_first(1.0, 40.0, -0.5, 1e6) - (-1f64).exp()).abs() < 1e-9);
        assert!((hits_first(1.0, 40.0, 0.5, 1e6) - 1.0).abs() < 1e-9);
        let sides = hits_first(2.0, 1.0, 0.3, 1e6) + hits_first(1.0, 2.0, -0.3, 1e6);
        assert!((sides - 1.0).abs() < 1e-9);
    }

    /// Of 1000 tests each, 468 to 557 estimates are above the truth and 926 to 969 intervals hold it. The mean score, taken as
    /// if nothing had ended the games, is too low in 674 at the lower hypothesis and too high in 658 at the upper one.
    #[test]
    fn the_difference_leans_to_neither_side() {
        for elo in [0.0, 30.0, 60.0, 100.0, 250.0] {
            let (mut above, mut held) = (0, 0);
            for run in 0..1000 {
                let state = simulate(elo, 2, run);
                let difference = state.difference().unwrap();
                above += u32::from(difference.value > elo);
                held += u32::from(difference.holds(elo));
            }
            assert!((430..=570).contains(&above), "{above} of 1000 above {elo}");
            assert!(held >= 910, "{held} of 1000 hold {elo}");
        }
    }

    /// Both kinds of error stay near their 5 % over 2000 simulated tests, also where the games of a block hang together;
    /// three standard errors are 1.5 points.
    #[test]
    fn it_is_wrong_as_seldom_as_it_says() {
        for games in [2, 4] {
            for (elo, wrong) in [(0.0, Decision::Elo1), (60.0, Decision::Elo0)] {
                let errors = (0..2000).filter(|&run| simulate(elo, games, run).decision() == Some(wrong)).count();
                assert!(errors <= 130, "{errors} of 2000 tests at {elo} with {games} games a block");
            }
        }
    }

    #[test]
    fn a_test_is_written_as_it_is_read() {
        let test = Sprt { elo0: -3.5, elo1: 7.0, alpha: 0.01, beta: 0.2 };
        assert_eq!(test.to_string(), "elo0=-3.5,elo1=7,alpha=0.01,beta=0.2");
        assert_eq!(test.to_string().parse(), Ok(test));
        for text in ["elo0=20", "alpha=0", "beta=0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        let mut state = SprtState::new(test);
        (0..3).for_each(|_| state.add(0.5));
        assert_eq!((state.test(), state.blocks()), (&test, 3));
    }

    /// The chance to come to `above` at all is (1 - exp(-2 drift below)) / (1 - exp(-2 drift width)).
    #[test]
    fn a_walk_may_drift_far_or_hardly() {
        let slow = hits_first(4e5, 6e5, 1e-6, 1e15);
        assert!((slow - (1.0 - (-1.2f64).exp()) / (1.0 - (-2f64).exp())).abs() < 1e-9, "{slow}");
        let (up, down) = (hits_first(0.5, 50.0, 10.0, 1e6), hits_first(0.5, 50.0, -10.0, 1e6));
        assert!((up - 1.0).abs() < 1e-9 && (down - (-10f64).exp()).abs() < 1e-9, "{up} {down}");
    }

    /// The ends are those of a t interval of the mean with one drawn block, in points.
    #[test]
    fn a_test_decided_at_once_is_as_sure_as_its_mean() {
        let mut state = SprtState::new(Sprt { elo1: 60.0, ..Sprt::default() });
        (0..10).for_each(|block| state.add(if block % 2 == 0 { 0.9 } else { 0.6 }));
        let found = state.difference().unwrap();
        // 2.262157 is the quantile of t with 9 degrees of freedom.
        let half = 2.262_157_162_740_992 * (10f64 * 0.15 * 0.15 + 0.25).sqrt() / 10.0;
        let expected = [8.0 / 11.0, 8.0 / 11.0 - half, 8.0 / 11.0 + half];
        for (found, expected) in [found.value, found.low, found.high].into_iter().zip(expected) {
            assert!((expected_score(found) - expected).abs() < 1e-7, "{} {expected}", expected_score(found));
        }
    }

    /// With the value a decision comes as soon in half of all tests, and with the ends in as many as t says.
    #[test]
    fn a_difference_is_one_that_decides_as_soon() {
        for (scores, decision) in [([0.8, 0.5, 0.75], Decision::Elo1), ([0.1, 0.75, 0.25], Decision::Elo0)] {
            let mut state = SprtState::new(Sprt { elo1: 60.0, alpha: 0.02, beta: 0.1, ..Sprt::default() });
            for block in 0.. {
                state.add(scores[block % 3]);
                if state.decision().is_some() {
                    break;
                }
            }
            assert!(state.blocks() > FEWEST_BLOCKS && state.decision() == Some(decision), "{state:?}");
            let (n, v) = (state.blocks() as f64, state.variance());
            let (s0, s1) = (expected_score(0.0), expected_score(60.0));
            let high = 0.583 + 45f64.ln() * v.sqrt() / (s1 - s0);
            let low = 0.583 + 9.8f64.ln() * v.sqrt() / (s1 - s0);
            let sooner = |elo: f64| {
                let drift = (expected_score(elo) - (s0 + s1) / 2.0) / v.sqrt();
                match decision {
                    Decision::Elo1 => hits_first(high, low, drift, n),
                    Decision::Elo0 => 1.0 - hits_first(low, high, -drift, n),
                }
            };
            let tail = Normal::standard().cdf(-t_quantile(n - 1.0));
            let found = state.difference().unwrap();
            for (elo, share) in [(found.value, 0.5), (found.low, tail), (found.high, 1.0 - tail)] {
                assert!((sooner(elo) - share).abs() < 1e-9, "{elo}: {} {share}", sooner(elo));
            }
        }
    }
}
