use std::cmp::Ordering;

use crate::seat::{MAX_SEATS, Seat};

/// How the seats stand: scores, ranks and who wins.
///
/// Ranks count the seats ahead: two winners of three are 0, 0, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    seats: u8,
    winners: u8,
    ranks: [u8; MAX_SEATS],
    scores: [i32; MAX_SEATS],
}

impl Standing {
    /// Ranks the seats by score alone, highest first.
    pub fn by_score(scores: &[i32]) -> Standing {
        Standing::by(scores, |a, b| scores[b.index()].cmp(&scores[a.index()]))
    }

    /// Ranks the seats by `order`, where `Less` means that the first seat is ahead of the second.
    #[inline]
    pub fn by(scores: &[i32], order: impl Fn(Seat, Seat) -> Ordering) -> Standing {
        let mut standing =
            Standing { seats: scores.len() as u8, winners: 0, ranks: [0; MAX_SEATS], scores: [0; MAX_SEATS] };
        standing.scores[..scores.len()].copy_from_slice(scores);
        for a in 0..scores.len() {
            for b in a + 1..scores.len() {
                match order(Seat(a as u8), Seat(b as u8)) {
                    Ordering::Less => standing.ranks[b] += 1,
                    Ordering::Greater => standing.ranks[a] += 1,
                    Ordering::Equal => {}
                }
            }
        }
        for seat in 0..scores.len() {
            standing.winners |= u8::from(standing.ranks[seat] == 0) << seat;
        }
        standing
    }

    /// The same ranks, with only those seats as winners for which `wins` holds too.
    pub fn winning_only_if(mut self, wins: impl Fn(Seat) -> bool) -> Standing {
        for seat in Seat::all(self.seats()) {
            if !wins(seat) {
                self.winners &= !(1 << seat.0);
            }
        }
        self
    }

    /// The same ranks, with all seats as winners that have fewer than `winners` seats ahead of them.
    #[inline]
    pub fn with_winners(mut self, winners: u8) -> Standing {
        self.winners = 0;
        for (seat, &rank) in self.ranks[..self.seats()].iter().enumerate() {
            self.winners |= u8::from(rank < winners) << seat;
        }
        self
    }

    /// How many seats stand here.
    #[inline]
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Every seat's score.
    #[inline]
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.seats()]
    }

    /// Every seat's rank; 0 is best.
    #[inline]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.seats()]
    }

    /// Whether the seat wins.
    #[inline]
    pub fn wins(&self, seat: Seat) -> bool {
        self.winners >> seat.0 & 1 == 1
    }

    /// The pairwise score, 0 to 1: (seats beaten + half the seats tied) / (seats - 1).
    #[inline]
    pub fn payoff(&self, seat: Seat) -> f32 {
        let own = self.ranks[seat.index()];
        let mut halves = 0u32;
        for &rank in self.ranks() {
            halves += match own.cmp(&rank) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            };
        }
        // The seat itself counted as tied with itself.
        (halves - 1) as f32 / (2 * (self.seats() - 1)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seats_share_the_better_rank() {
        let standing = Standing::by_score(&[5, 2, 5]);
        assert_eq!(standing.ranks(), [0, 2, 0]);
        assert!(standing.wins(Seat(0)) && !standing.wins(Seat(1)) && standing.wins(Seat(2)));
    }

    #[test]
    fn payoff_is_the_share_of_rivals_beaten_with_ties_halved() {
        let standing = Standing::by_score(&[5, 2, 5]);
        assert_eq!([0.75, 0.0, 0.75], [0, 1, 2].map(|s| standing.payoff(Seat(s))));
        let standing = Standing::by_score(&[1, 2, 3, 4]);
        assert_eq!(standing.payoff(Seat(2)), 2.0 / 3.0);
    }

    #[test]
    fn more_ranks_than_the_first_can_win() {
        let wins = |scores: &[i32], winners: u8| -> Vec<bool> {
            let standing = Standing::by_score(scores).with_winners(winners);
            Seat::all(scores.len()).map(|seat| standing.wins(seat)).collect()
        };
        assert_eq!(wins(&[1, 4, 3, 2], 2), [false, true, true, false]);
        assert_eq!(wins(&[1, 3, 3, 3], 2), [false, true, true, true], "all three have nobody ahead");
        assert_eq!(wins(&[2, 4, 2, 3], 3), [true, true, true, true], "two are ahead of the last ones");
        assert_eq!(wins(&[1, 4, 3, 3], 1), [false, true, false, false]);
        assert_eq!(wins(&[1, 4, 3], 7), [true; 3]);
    }

    #[test]
    fn a_rank_of_zero_can_be_no_win() {
        let nobody = Standing::by_score(&[0, 0]).winning_only_if(|_| false);
        assert_eq!(nobody.ranks(), [0, 0]);
        assert!(!nobody.wins(Seat(0)));
        assert_eq!(nobody.payoff(Seat(0)), 0.5);
    }
}
