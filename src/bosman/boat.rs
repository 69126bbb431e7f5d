use super::token::{BOAT_SIDE, Gang, Place};

/// The directions of rows of three: how far apart their places are, and the places they can start from.
const LINES: [(u32, u16); 4] = [(1, 0x3333), (4, 0xffff), (5, 0x3333), (3, 0xcccc)];

/// The places of a row of the boat, by its digit.
#[inline]
pub const fn row_of(digit: usize) -> u16 {
    0b1111 << (BOAT_SIDE * (digit - 1))
}

/// The places of a set, in order.
#[inline]
pub fn places_in(mut set: u16) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = Place(set.trailing_zeros() as u8);
            set &= set - 1;
            place
        })
    })
}

/// How many straight rows of three neighbouring places a set holds (BO-19).
#[inline]
pub fn rows_of_three(set: u16) -> u32 {
    LINES.iter().map(|&(step, starts)| (set & set >> step & set >> (2 * step) & starts).count_ones()).sum()
}

/// How many straight rows of three have two places in a set and the third among `free`, which is apart from it.
#[inline]
pub fn rows_lacking_one(set: u16, free: u16) -> u32 {
    let row = |&(step, starts): &(u32, u16)| {
        let [a, b, c] = [set, set >> step, set >> (2 * step)];
        let [x, y, z] = [free, free >> step, free >> (2 * step)];
        ((a & b & z | a & y & c | x & b & c) & starts).count_ones()
    };
    LINES.iter().map(row).sum()
}

/// Who sits in the boat (BO-2, BO-5): sets of places, four columns in every row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Boat {
    gangs: [u16; 4],
    sailors: u16,
    /// Four bits a place: how many covered tokens it holds.
    covered: u64,
}

impl Boat {
    /// The places with an uncovered token.
    #[inline]
    pub fn taken(&self) -> u16 {
        self.gangs[0] | self.gangs[1] | self.gangs[2] | self.gangs[3]
    }

    /// The places with an uncovered token of a gang.
    #[inline]
    pub fn of_gang(&self, gang: Gang) -> u16 {
        self.gangs[gang.index()]
    }

    /// The places with an uncovered sailor.
    #[inline]
    pub fn sailors(&self) -> u16 {
        self.sailors
    }

    /// How many covered tokens a place holds.
    pub fn covered(&self, place: Place) -> u32 {
        (self.covered >> (4 * place.0) & 15) as u32
    }

    /// Takes a token of a gang on board.
    #[inline]
    pub fn seat(&mut self, gang: Gang, place: Place, sailor: bool) {
        debug_assert_eq!(self.taken() & place.bit(), 0, "the place is free");
        self.gangs[gang.index()] |= place.bit();
        self.sailors |= u16::from(sailor) << place.0;
    }

    /// Covers the token on a place with poison.
    #[inline]
    pub fn poison(&mut self, place: Place) {
        debug_assert_ne!(self.taken() & place.bit(), 0, "the place is taken");
        for places in &mut self.gangs {
            *places &= !place.bit();
        }
        self.sailors &= !place.bit();
        self.covered += 1 << (4 * place.0);
    }

    /// Puts so many covered tokens on a place.
    pub fn cover(&mut self, place: Place, tokens: u32) {
        self.covered |= u64::from(tokens & 15) << (4 * place.0);
    }

    /// The sum of the digits of a gang's uncovered tokens; sailors have none (BO-20).
    #[inline]
    pub fn digits(&self, gang: Gang) -> u32 {
        let pirates = self.of_gang(gang) & !self.sailors;
        (1..=BOAT_SIDE).map(|digit| digit as u32 * (pirates & row_of(digit)).count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BO-19: every run of three in a straight line, and nothing around the edge.
    #[test]
    fn rows_are_the_runs_of_three_on_the_grid() {
        let inside = |row: i32, column: i32| (0..4).contains(&row) && (0..4).contains(&column);
        for set in 0..=u16::MAX {
            let holds = |row: i32, column: i32| inside(row, column) && set >> (4 * row + column) & 1 == 1;
            let mut runs = 0;
            for (row, column) in (0..16).map(|place| (place / 4, place % 4)) {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    runs += u32::from((0..3).all(|n| holds(row + n * down, column + n * right)));
                }
            }
            assert_eq!(rows_of_three(set), runs, "{set:016b}");
            let closing = |place: Place| rows_of_three(set | place.bit()) - runs;
            assert_eq!(rows_lacking_one(set, !set), places_in(!set).map(closing).sum::<u32>(), "{set:016b}");
        }
    }
}
