//! Verdicts: what a change from the base comes to, from its interval and from what matters.

use super::focus::Focus;
use super::measure::{Unit, Wish};
use super::ratio::Difference;
use crate::files::codec::Named;

/// Below this corrected chance a difference is called one.
pub const LEVEL: f64 = 0.05;
/// With fewer blocks nothing is told of differences.
pub const LEAST_BLOCKS: u64 = 20;

/// What a change comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A change for the better.
    Better,
    /// A change for the worse.
    Worse,
    /// Higher, of a measure that has no better or worse.
    Higher,
    /// Lower, of a measure that has no better or worse.
    Lower,
    /// No change that matters.
    Equivalent,
    /// It cannot be told yet.
    Undecided,
}

impl Named for Verdict {
    const ALL: &'static [Verdict] =
        &[Verdict::Better, Verdict::Worse, Verdict::Higher, Verdict::Lower, Verdict::Equivalent, Verdict::Undecided];

    fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Higher => "higher",
            Verdict::Lower => "lower",
            Verdict::Equivalent => "equivalent",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Verdict {
    /// Whether something changes that matters.
    pub fn changes(self) -> bool {
        !matches!(self, Verdict::Equivalent | Verdict::Undecided)
    }
}

impl Focus {
    /// The smallest change that matters, on the scale on which changes from this base are measured.
    pub fn band(&self, base: f64) -> f64 {
        match self.topic.unit {
            Unit::Number if base != 0.0 => self.matters * base.abs(),
            _ => self.matters,
        }
    }

    /// What a higher figure is called.
    fn rise(&self) -> Verdict {
        match self.topic.wish {
            Wish::More => Verdict::Better,
            Wish::Less | Wish::Zero => Verdict::Worse,
            Wish::Open => Verdict::Higher,
        }
    }

    /// What a lower figure is called.
    fn fall(&self) -> Verdict {
        match self.topic.wish {
            Wish::More => Verdict::Worse,
            Wish::Less | Wish::Zero => Verdict::Better,
            Wish::Open => Verdict::Lower,
        }
    }

    /// The verdict on a change, whose `p` is corrected for all that was asked, of a `base` figure, after so many blocks.
    ///
    /// Equivalent: the whole 95 % interval lies inside what does not matter. Otherwise a change counts if it is sure that
    /// there is one and if it is, as measured, large enough to matter.
    pub fn verdict(&self, change: Difference, base: f64, blocks: u64) -> Verdict {
        let (by, band) = (change.by, self.band(base));
        if blocks < LEAST_BLOCKS || by.low.is_nan() || by.high.is_nan() {
            Verdict::Undecided
        } else if by.low > -band && by.high < band {
            Verdict::Equivalent
        } else if change.p < LEVEL && by.value.abs() >= band {
            if by.value > 0.0 { self.rise() } else { self.fall() }
        } else {
            Verdict::Undecided
        }
    }

    /// About how many games would decide, if the change is as measured and `games` gave this interval. Where the change is
    /// about as large as what just matters no number would; then as many as tell it to a quarter of that.
    pub fn games_to_decide(&self, change: Difference, base: f64, games: u64) -> Option<u64> {
        let (by, band) = (change.by, self.band(base));
        let half = (by.high - by.low) / 2.0;
        let size = by.value.abs();
        let wanted = if size < band { (band - size).max(band / 4.0) } else { size.max(band) * 0.75 };
        games_to_narrow(half, wanted, games)
    }
}

/// About how many games make an interval as narrow as wanted that so many left undecided; `None` where it cannot be told.
pub fn games_to_narrow(half: f64, wanted: f64, games: u64) -> Option<u64> {
    // What is undecided after so many games takes more of them, be it only for the correction.
    let times = (half / wanted).powi(2).max(1.1);
    (half / wanted).is_finite().then(|| about(games as f64 * times))
}

/// A number of games that is no more than a plan: to two digits, upwards.
pub fn about(games: f64) -> u64 {
    let unit = 10f64.powf((games.log10().floor() - 1.0).max(0.0));
    ((games / unit - 1e-6).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::measure::{MEASURES, SKILL};
    use crate::intervals::Estimate;

    fn focus(key: &str) -> Focus {
        let topic = MEASURES.iter().chain([&SKILL]).find(|measure| measure.topic.key == key).unwrap().topic;
        Focus { topic, matters: 0.03 }
    }

    fn change(value: f64, half: f64, p: f64) -> Difference {
        Difference { by: Estimate { value, low: value - half, high: value + half }, p }
    }

    #[test]
    fn a_verdict_follows_from_the_interval_and_what_matters() {
        let draws = focus("draws");
        for (value, half, p, verdict) in [
            (0.08, 0.04, 0.001, Verdict::Worse),
            (-0.08, 0.04, 0.001, Verdict::Better),
            (0.01, 0.01, 0.2, Verdict::Equivalent),
            // A change that is certain but too small to matter.
            (0.015, 0.01, 0.001, Verdict::Equivalent),
            // One that is certain but may be too small.
            (0.025, 0.01, 0.001, Verdict::Undecided),
            (0.05, 0.08, 0.3, Verdict::Undecided),
            (0.0, 0.08, 1.0, Verdict::Undecided),
        ] {
            assert_eq!(draws.verdict(change(value, half, p), 0.2, 100), verdict, "{value} {half}");
        }
        assert_eq!(focus("skill").verdict(change(0.08, 0.04, 0.001), 0.6, 100), Verdict::Better);
        assert_eq!(focus("decisions").verdict(change(0.08, 0.04, 0.001), 50.0, 100), Verdict::Higher);
        // An advantage that shrinks, whichever side it is on, is a change for the better.
        assert_eq!(focus("first_seat").verdict(change(-0.08, 0.04, 0.001), 0.1, 100), Verdict::Better);
    }

    #[test]
    fn few_blocks_decide_nothing() {
        assert_eq!(focus("draws").verdict(change(0.5, 0.1, 0.001), 0.2, 19), Verdict::Undecided);
        assert_eq!(focus("draws").verdict(change(f64::NAN, f64::NAN, f64::NAN), 0.2, 100), Verdict::Undecided);
    }

    #[test]
    fn what_is_a_number_matters_in_proportion_to_the_base() {
        let score = focus("score");
        assert_eq!(score.verdict(change(1.0, 0.5, 0.001), 100.0, 50), Verdict::Equivalent);
        assert_eq!(score.verdict(change(4.0, 0.5, 0.001), 100.0, 50), Verdict::Higher);
    }

    #[test]
    fn more_games_are_asked_for_as_the_interval_needs() {
        // From 10 points to 3 takes eleven times the games.
        assert_eq!(focus("draws").games_to_decide(change(0.0, 0.1, 1.0), 0.2, 400), Some(4500));
        assert_eq!(focus("draws").games_to_decide(change(0.02, 0.1, 1.0), 0.2, 400), Some(40_000));
        assert_eq!(focus("draws").games_to_decide(change(0.0, 0.001, 1.0), 0.2, 400), Some(440));
        assert_eq!(focus("draws").games_to_decide(change(f64::NAN, 0.1, 1.0), 0.2, 400), None);
    }
}
