//! In which order the games of an experiment are played.
//!
//! A **round** is as many games of one match as there are seats. Every match has a pace, the number of rounds that the
//! file asks for, and round `k` of a match of pace `p` is due at the time `k / p`; rounds are played in the order of
//! their times. So all matches come along evenly, wherever a run stops; and as the order does not depend on how much is
//! played in all, a longer run begins with every game of a shorter one.

/// The order of the games of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds {
    seats: u64,
    /// Matches of equal pace, in the order of their first matches; match 0 is in the first.
    groups: Vec<Group>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    /// In lowest terms.
    pace: u64,
    /// Numbers of matches.
    matches: Vec<usize>,
}

impl Group {
    fn width(&self) -> u64 {
        self.matches.len() as u64
    }
}

/// A game in the order of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of its match.
    pub contest: usize,
    /// Its number in the match, from 0.
    pub index: u64,
}

impl Rounds {
    /// The order of matches of these paces, at least one and none of them 0, at a table of so many seats.
    pub fn new(seats: usize, paces: &[u64]) -> Rounds {
        let common = paces.iter().fold(0, |common, &pace| greatest_divisor(common, pace)).max(1);
        let mut groups: Vec<Group> = Vec::new();
        for (number, pace) in paces.iter().map(|pace| pace / common).enumerate() {
            match groups.iter_mut().find(|group| group.pace == pace) {
                Some(group) => group.matches.push(number),
                None => groups.push(Group { pace, matches: vec![number] }),
            }
        }
        Rounds { seats: seats as u64, groups }
    }

    /// The pace of a match, in lowest terms.
    pub fn pace(&self, contest: usize) -> u64 {
        self.groups.iter().find(|group| group.matches.contains(&contest)).map_or(0, |group| group.pace)
    }

    /// How many games there are before match 0 begins round `rounds`.
    pub fn games(&self, rounds: u64) -> u64 {
        let games = |group: &Group| self.due(group.pace, rounds).saturating_mul(u128::from(group.width() * self.seats));
        u64::try_from(self.groups.iter().map(games).fold(0, u128::saturating_add)).unwrap_or(u64::MAX)
    }

    /// How many of them are of one match.
    pub fn games_of(&self, contest: usize, rounds: u64) -> u64 {
        u64::try_from(self.due(self.pace(contest), rounds) * u128::from(self.seats)).unwrap_or(u64::MAX)
    }

    /// How many rounds of a match of a pace come before match 0 begins round `rounds`.
    fn due(&self, pace: u64, rounds: u64) -> u128 {
        (u128::from(rounds) * u128::from(pace)).div_ceil(u128::from(self.groups[0].pace))
    }

    /// The game of this number.
    pub fn place(&self, number: u64) -> Place {
        let (turn, rotation) = (number / self.seats, number % self.seats);
        let (contest, round) = self.turn(turn);
        Place { contest, index: round * self.seats + rotation }
    }

    /// Which round of which match is played in a turn of one round.
    fn turn(&self, turn: u64) -> (usize, u64) {
        if let [group] = self.groups.as_slice() {
            return (group.matches[(turn % group.width()) as usize], turn / group.width());
        }
        // On average the group plays `pace` of `cycle` turns; it is never further from that than all matches once.
        let cycle: u128 = self.groups.iter().map(|group| u128::from(group.pace) * u128::from(group.width())).sum();
        let width: u64 = self.groups.iter().map(Group::width).sum();
        for (at, group) in self.groups.iter().enumerate() {
            let rounds = |turns: u64| (u128::from(turns) * u128::from(group.pace) / cycle) as u64;
            let (mut low, mut high) = (rounds(turn.saturating_sub(2 * width)), rounds(turn));
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if self.before(at, middle) <= turn {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            if let Some(&contest) =
                turn.checked_sub(self.before(at, low)).and_then(|inside| group.matches.get(inside as usize))
            {
                return (contest, low);
            }
        }
        unreachable!("every turn belongs to a round of some group")
    }

    /// How many turns come before round `round` of a group. At the same time groups play in their order.
    fn before(&self, group: usize, round: u64) -> u64 {
        let turns = self.groups.iter().enumerate().map(|(at, other)| {
            let due = u128::from(round) * u128::from(other.pace);
            let pace = u128::from(self.groups[group].pace);
            let rounds = if at < group { due / pace + 1 } else { due.div_ceil(pace) };
            rounds as u64 * other.width()
        });
        turns.sum()
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use marque::random::{self, Purpose};

    use super::*;

    #[test]
    fn matches_of_one_pace_take_turns() {
        let rounds = Rounds::new(2, &[10, 10, 10]);
        let places: Vec<(usize, u64)> = (0..8).map(|n| rounds.place(n)).map(|p| (p.contest, p.index)).collect();
        assert_eq!(places, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (0, 2), (0, 3)]);
        assert_eq!((rounds.games(0), rounds.games(1), rounds.games(10)), (0, 6, 60));
    }

    #[test]
    fn a_slow_match_comes_along_in_proportion() {
        let rounds = Rounds::new(1, &[8, 2]);
        let contests: Vec<usize> = (0..10).map(|n| rounds.place(n).contest).collect();
        assert_eq!(contests, [0, 1, 0, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!((rounds.games(8), rounds.games(4), rounds.games(1)), (10, 5, 2));
        assert_eq!((rounds.games_of(0, 4), rounds.games_of(1, 4)), (4, 1));
        assert_eq!(rounds.games(u64::MAX), u64::MAX, "no overflow");
    }

    /// By sorting all rounds by their times, for any paces.
    #[test]
    fn rounds_are_played_in_the_order_of_their_times() {
        for run in 0..200 {
            let mut rng = random::stream(3, run, Purpose::Other(0));
            let some = 1 + random::below(&mut rng, 6) as usize;
            let paces: Vec<u64> = (0..some).map(|_| 1 + u64::from(random::below(&mut rng, 9))).collect();
            let rounds = Rounds::new(3, &paces);
            let group = |contest: usize| rounds.groups.iter().position(|group| group.matches.contains(&contest));
            let mut due: Vec<(u64, Option<usize>, usize, u64)> = Vec::new();
            for (contest, pace) in paces.iter().enumerate() {
                // Times in units that all paces divide.
                due.extend((0..4 * pace).map(|k| (k * 2520 / pace, group(contest), contest, k)));
            }
            due.sort_unstable();
            for (turn, &(time, _, contest, round)) in due.iter().enumerate() {
                for rotation in 0..3 {
                    let place = rounds.place(3 * turn as u64 + rotation);
                    assert_eq!(place, Place { contest, index: 3 * round + rotation }, "{paces:?}");
                }
                if contest == 0 && (turn == 0 || due[turn - 1].0 < time) {
                    assert_eq!(rounds.games(round), 3 * turn as u64, "{paces:?}");
                }
            }
        }
    }

    #[test]
    fn far_numbers_have_a_place_too() {
        let rounds = Rounds::new(4, &[999_999_999_989, 7, 300_000_000_001]);
        for number in [0, 1, 5_000_000_000_000, 5_199_999_999_999] {
            assert!(rounds.place(number).index <= number);
        }
    }
}
