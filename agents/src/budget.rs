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
    /// Begins a decision that must be made by then, if there is a deadline: from here on the clock runs.
    pub(crate) fn begin(self, deadline: Option<Instant>) -> Limit {
        match self {
            Budget::Iterations(iterations) => Limit { iterations: Some(iterations), deadline },
            Budget::Time(time) => {
                let own = Instant::now() + time;
                Limit { iterations: None, deadline: Some(deadline.map_or(own, |deadline| deadline.min(own))) }
            }
        }
    }
}

/// Where a decision that has begun must end: whichever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    iterations: Option<u32>,
    deadline: Option<Instant>,
}

impl Limit {
    /// The part of one of several who think about the same decision: iterations are shared out, a deadline is the same
    /// for all.
    pub fn part(self, index: u32, of: u32) -> Limit {
        let iterations = self.iterations.map(|all| all / of + u32::from(index < all % of));
        Limit { iterations, ..self }
    }

    /// Takes steps until the limit is reached, or a step has nothing left to do.
    pub fn spend(self, mut step: impl FnMut() -> bool) {
        let mut left = self.iterations;
        loop {
            // The clock is slow next to a step of a fast game.
            let steps = match (left, self.deadline) {
                (Some(left), None) => left,
                (Some(left), Some(_)) => left.min(16),
                (None, _) => 16,
            };
            left = left.map(|left| left - steps);
            if !(0..steps).all(|_| step()) || left == Some(0) {
                return;
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_shared_out_and_a_deadline_is_the_same_for_all() {
        let parts = |limit: Limit| (0..3).map(|index| limit.part(index, 3)).collect::<Vec<_>>();
        let iterations = |iterations| Budget::Iterations(iterations).begin(None);
        assert_eq!(parts(iterations(11)), [4, 4, 3].map(iterations));
        let limit = Budget::Time(Duration::from_millis(5)).begin(None);
        assert!(limit.deadline.is_some());
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
        let (iterations, hour) = (Budget::Iterations(40), Budget::Time(Duration::from_secs(3600)));
        assert_eq!(count(iterations.begin(None), u32::MAX), 40);
        assert_eq!(count(iterations.begin(None), 7), 7);
        assert_eq!(count(hour.begin(None), 70), 70);
        let now = Some(Instant::now());
        for budget in [iterations, hour] {
            assert_eq!(count(budget.begin(now), u32::MAX), 16, "a decision past its deadline still looks around");
        }
        let later = Some(Instant::now() + Duration::from_secs(3600));
        assert_eq!(count(iterations.begin(later), u32::MAX), 40);
    }
}
