/// How often something was tried, and how well that went on average: what the bandits of UCT know of an arm.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Estimate {
    /// The highest bit says that the mean is proven.
    count: u32,
    /// What it came to on average, or exactly where that is proven.
    pub mean: f32,
}

const PROVEN: u32 = 1 << 31;

impl Estimate {
    /// So many tries that came to so much on average.
    #[inline]
    pub fn new(visits: u32, mean: f32) -> Estimate {
        Estimate { count: visits, mean }
    }

    /// How often it was tried.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.count & !PROVEN
    }

    /// Whether the mean is the exact value under best play.
    #[inline]
    pub fn proven(&self) -> bool {
        self.count & PROVEN != 0
    }

    /// Fixes the mean at a proven value, as MCTS-Solver does.
    pub fn prove(&mut self, value: f32) {
        self.count |= PROVEN;
        self.mean = value;
    }

    /// Counts a visit and, unless it is proven, lets its value change the mean.
    #[inline]
    pub fn add(&mut self, value: f32) {
        self.count += 1;
        if !self.proven() {
            // A running mean, unlike a sum, loses nothing that matters after millions of visits in 32 bits.
            self.mean += (value - self.mean) / self.count as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_holds_over_many_visits() {
        let mut estimate = Estimate::default();
        for turn in 0..20_000_000u32 {
            estimate.add((turn % 4) as f32 / 3.0);
        }
        assert!((estimate.mean - 0.5).abs() < 0.01, "{}", estimate.mean);
    }

    #[test]
    fn what_is_proven_stays_and_is_still_counted() {
        let mut estimate = Estimate::default();
        estimate.add(0.0);
        estimate.prove(1.0);
        estimate.add(0.0);
        assert_eq!((estimate.visits(), estimate.mean, estimate.proven()), (2, 1.0, true));
    }
}
