use super::token::{BOAT_SIDE, Gang, Place};

/// Four columns in every row: the places of a set that start a row of three across or falling to the right.
const LEFT: u16 = 0x3333;
/// The places that start a row of three falling to the left.
const RIGHT: u16 = 0xcccc;

/// The places of a row of the boat, by its digit.
#[inline]
pub(super) const fn row_of(digit: usize) -> u16 {
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
    let across = set & set >> 1 & set >> 2 & LEFT;
    let down = set & set >> 4 & set >> 8;
    let falling = set & set >> 5 & set >> 10 & LEFT;
    let rising = set & set >> 3 & set >> 6 & RIGHT;
    across.count_ones() + down.count_ones() + falling.count_ones() + rising.count_ones()
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
        }
    }
}
