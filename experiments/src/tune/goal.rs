//! What a designer wants of the game: bounds on measures, and how likely it is that they hold.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::balance::measure::{Topic, Unit};
use crate::balance::verdict::games_to_narrow;
use crate::files::codec::Named;
use crate::intervals::Estimate;

/// Bounds on a measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// The measure.
    pub topic: Topic,
    /// The least it may be, as the measure counts (a share of 0 to 1, not per cent).
    pub low: f64,
    /// The most it may be.
    pub high: f64,
}

/// Whether a goal holds, by an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The whole interval is inside the bounds.
    Met,
    /// The whole interval is outside.
    Missed,
    /// A bound lies in the interval.
    Undecided,
}

/// How many of the units people read make one of a measure's own: shares and payoffs are read in hundredths.
fn scale(topic: &Topic) -> f64 {
    match topic.unit {
        Unit::Share | Unit::Payoff => 100.0,
        Unit::Size | Unit::Number | Unit::P => 1.0,
    }
}

impl Named for Verdict {
    const ALL: &'static [Verdict] = &[Verdict::Met, Verdict::Missed, Verdict::Undecided];

    fn name(self) -> &'static str {
        match self {
            Verdict::Met => "met",
            Verdict::Missed => "missed",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Goal {
    /// Bounds as people write them.
    pub fn new(topic: Topic, low: f64, high: f64) -> Goal {
        let scale = scale(&topic);
        Goal { topic, low: low / scale, high: high / scale }
    }

    /// Whether a figure is inside the bounds.
    pub fn holds(&self, figure: f64) -> bool {
        (self.low..=self.high).contains(&figure)
    }

    /// The bound that is nearest to a figure.
    fn nearest_bound(&self, figure: f64) -> f64 {
        if (figure - self.low).abs() < (figure - self.high).abs() { self.low } else { self.high }
    }

    /// The step from a bound that a designer would notice: three points, or a tenth of the bound.
    fn step(&self, bound: f64) -> f64 {
        match self.topic.unit {
            Unit::Share | Unit::Payoff | Unit::P => 0.03,
            Unit::Size | Unit::Number => (bound.abs() / 10.0).max(0.1),
        }
    }

    /// How far a figure is outside the bounds, in steps.
    pub fn miss(&self, figure: f64) -> f64 {
        let bound = self.nearest_bound(figure);
        if self.holds(figure) { 0.0 } else { (figure - bound).abs() / self.step(bound) }
    }

    /// About how many games would tell whether the goal holds, if the figure is as measured by so many. At a bound no number
    /// would; then as many as tell it to a quarter of a step.
    pub fn games_to_decide(&self, figure: &Estimate, games: u64) -> Option<u64> {
        let bound = self.nearest_bound(figure.value);
        let half = (figure.high - figure.value).max(figure.value - figure.low);
        games_to_narrow(half, (figure.value - bound).abs().max(self.step(bound) / 4.0), games)
    }

    /// The chance that the true figure is inside the bounds, where it is thought normal around a value.
    pub fn chance(&self, value: f64, deviation: f64) -> f64 {
        if deviation <= 0.0 {
            return f64::from(self.holds(value));
        }
        let normal = Normal::standard();
        let below = |bound: f64| normal.cdf((bound - value) / deviation);
        (below(self.high) - below(self.low)).clamp(0.0, 1.0)
    }

    /// Whether the goal holds, as far as an interval tells.
    pub fn judge(&self, figure: &Estimate) -> Verdict {
        if self.low <= figure.low && figure.high <= self.high {
            Verdict::Met
        } else if figure.high < self.low || self.high < figure.low {
            Verdict::Missed
        } else {
            // An interval that could not be told is here too.
            Verdict::Undecided
        }
    }

    /// A figure as a person reads it: in points or per cent where it is a share.
    pub fn told(&self, figure: f64) -> f64 {
        figure * scale(&self.topic)
    }

    /// The goal in words: `draws at most 15 %`.
    pub fn words(&self) -> String {
        let unit = match self.topic.unit {
            Unit::Share => " %",
            Unit::Payoff => " points",
            Unit::Size | Unit::Number | Unit::P => "",
        };
        // A share and back again is not always the number that was asked for, to the last bit.
        let [low, high] = [self.low, self.high].map(|bound| (1e9 * self.told(bound)).round() / 1e9);
        let bounds = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("from {low} to {high}"),
            (true, false) => format!("at least {low}"),
            _ => format!("at most {high}"),
        };
        format!("{} {bounds}{unit}", self.topic.title)
    }
}

/// How far seats' payoffs lie apart: their standard deviation.
pub fn spread(payoffs: &[f64]) -> f64 {
    let seats = payoffs.len() as f64;
    let middle = payoffs.iter().sum::<f64>() / seats;
    (payoffs.iter().map(|payoff| (payoff - middle).powi(2)).sum::<f64>() / (seats - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::measure::topics;

    fn of(measure: &str, low: f64, high: f64) -> Goal {
        Goal { topic: topics().find(|topic| topic.key == measure).unwrap(), low, high }
    }

    fn goal(low: f64, high: f64) -> Goal {
        of("draws", low, high)
    }

    #[test]
    fn a_goal_is_judged_by_the_whole_interval() {
        let goal = goal(f64::NEG_INFINITY, 0.15);
        let judge = |low, high| goal.judge(&Estimate { value: (low + high) / 2.0, low, high });
        assert_eq!(judge(0.05, 0.15), Verdict::Met);
        assert_eq!(judge(0.05, 0.16), Verdict::Undecided);
        assert_eq!(judge(0.16, 0.2), Verdict::Missed);
        assert_eq!(judge(f64::NAN, f64::NAN), Verdict::Undecided);
        assert_eq!(goal.words(), "draws (all seats level) at most 15 %");
        assert_eq!(self::goal(0.55, f64::INFINITY).words(), "draws (all seats level) at least 55 %");
    }

    #[test]
    fn the_chance_is_that_of_the_normal_law() {
        assert!((goal(0.1, 0.2).chance(0.15, 0.05) - 0.682_689).abs() < 1e-5);
        assert!((goal(0.1, f64::INFINITY).chance(0.1, 0.05) - 0.5).abs() < 1e-9);
        assert_eq!(goal(0.1, 0.2).chance(0.2, 0.0), 1.0);
        assert_eq!(goal(0.1, 0.2).chance(0.21, 0.0), 0.0);
    }

    #[test]
    fn a_miss_is_told_in_steps_that_matter() {
        assert_eq!(goal(0.1, 0.2).miss(0.15), 0.0);
        assert!((goal(0.1, 0.2).miss(0.26) - 2.0).abs() < 1e-9);
        assert!((goal(0.1, 0.2).miss(0.07) - 1.0).abs() < 1e-9);
        let length = of("decisions", 80.0, 140.0);
        assert!((length.miss(154.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_figure_near_its_bound_takes_more_games_to_judge() {
        let around = |value: f64| Estimate { value, low: value - 0.06, high: value + 0.06 };
        let goal = goal(0.7, f64::INFINITY);
        assert_eq!(goal.games_to_decide(&around(0.67), 1000), Some(4000));
        assert_eq!(goal.games_to_decide(&around(0.73), 1000), Some(4000));
        assert_eq!(goal.games_to_decide(&around(0.7), 1000), Some(64_000));
        assert_eq!(goal.games_to_decide(&Estimate { value: 0.7, low: f64::NAN, high: f64::NAN }, 1000), None);
    }

    #[test]
    fn seats_that_are_alike_have_no_spread() {
        assert_eq!(spread(&[0.5, 0.5, 0.5]), 0.0);
        assert!((spread(&[0.6, 0.4]) - 0.02f64.sqrt()).abs() < 1e-12);
    }
}
