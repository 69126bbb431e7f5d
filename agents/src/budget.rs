use std::time::{Duration, Instant};

/// How long a player may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations, so that the same seed plays the same game.
    Iterations(u32),
    /// So much time on the clock.
    Time(Duration),
}

impl Budget {
    /// Begins a decision: from here on the clock runs.
    pub(crate) fn begin(self) -> Limit {
        match self {
            Budget::Iterations(iterations) => Limit::Iterations(iterations),
            Budget::Time(time) => Limit::Deadline(Instant::now() + time),
        }
    }
}

/// Where a decision that has begun must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Iterations(u32),
    Deadline(Instant),
}

impl Limit {
    /// The part of one of several who think about the same decision: iterations are shared out, a deadline is the same
    /// for all.
    pub fn part(self, index: u32, of: u32) -> Limit {
        match self {
            Limit::Iterations(all) => Limit::Iterations(all / of + u32::from(index < all % of)),
            deadline => deadline,
        }
    }

    /// Takes steps until the limit is reached, or a step has nothing left to do.
    pub fn spend(self, mut step: impl FnMut() -> bool) {
        match self {
            Limit::Iterations(iterations) => {
                for _ in 0..iterations {
                    if !step() {
                        return;
                    }
                }
            }
            // The clock is slow next to a step of a fast game.
            Limit::Deadline(deadline) => while (0..16).all(|_| step()) && Instant::now() < deadline {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_shared_out_and_a_deadline_is_the_same_for_all() {
        let parts = |limit: Limit| (0..3).map(|index| limit.part(index, 3)).collect::<Vec<_>>();
        assert_eq!(parts(Limit::Iterations(11)), [4, 4, 3].map(Limit::Iterations));
        let limit = Budget::Time(Duration::from_millis(5)).begin();
        assert!(matches!(limit, Limit::Deadline(_)));
        assert_eq!(parts(limit), [limit; 3]);
    }

    #[test]
    fn a_limit_ends_the_work_and_so_does_a_step_with_nothing_to_do() {
        let count = |limit: Limit, most: u32| {
            let mut steps = 0;
            limit.spend(|| {
                steps += 1;
                steps < most
            });
            steps
        };
        assert_eq!(count(Limit::Iterations(40), u32::MAX), 40);
        assert_eq!(count(Limit::Iterations(40), 7), 7);
        assert_eq!(
            count(Limit::Deadline(Instant::now()), u32::MAX),
            16,
            "a decision past its deadline still looks around"
        );
        assert_eq!(count(Budget::Time(Duration::from_secs(3600)).begin(), 7), 7);
    }
}
