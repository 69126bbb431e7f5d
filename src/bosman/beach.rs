use super::token::Gang;

/// Fields a side.
pub const SIDE: usize = 7;
/// Fields of the beach.
pub const FIELDS: usize = SIDE * SIDE;
/// Where the boatswain starts (BO-7).
pub(super) const CENTRE: Field = Field::at(3, 3);
/// The outposts that hold a token from the start, by gang (BO-7).
pub(super) const CORNERS: [Field; 4] = [Field::at(0, 0), Field::at(0, 6), Field::at(6, 6), Field::at(6, 0)];
/// The beach of the default rules, rank 7 first (BO-1).
pub(super) const MAP: [&str; SIDE] = ["FTR.T.C", "....F.R", "CRTCR.F", "..F.T..", "T.CRFCR", "C.T....", "R.F.CFT"];

/// A field of the beach (BO-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(pub(super) u8);

impl Field {
    /// The field in a file and a rank, both from 0.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Field {
        debug_assert!(file < SIDE && rank < SIDE);
        Field((rank * SIDE + file) as u8)
    }

    /// The field as an index, rank by rank from `a1`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The field as a set of one.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Its file, from 0.
    pub const fn file(self) -> usize {
        self.index() % SIDE
    }

    /// Its rank, from 0.
    pub const fn rank(self) -> usize {
        self.index() / SIDE
    }

    /// The next field in a direction, around the torus.
    #[inline]
    pub const fn step(self, direction: Direction) -> Field {
        Field(STEPS[direction as usize][self.index()])
    }

    /// The four fields beside it, as a set.
    #[inline]
    pub const fn neighbours(self) -> u64 {
        NEIGHBOURS[self.index()]
    }

    /// The direction in which a neighbour lies.
    #[inline]
    pub fn towards(self, neighbour: Field) -> Direction {
        let found = Direction::ALL.into_iter().find(|&direction| self.step(direction) == neighbour);
        debug_assert!(found.is_some(), "the field is no neighbour");
        found.unwrap_or(Direction::North)
    }
}

/// The fields of a set, in order.
#[inline]
pub fn fields_in(mut set: u64) -> impl Iterator<Item = Field> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let field = Field(set.trailing_zeros() as u8);
            set &= set - 1;
            field
        })
    })
}

/// A way the boatswain can walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up the ranks.
    North,
    /// Up the files.
    East,
    /// Down the ranks.
    South,
    /// Down the files.
    West,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction straight away from this one.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) & 3]
    }
}

/// The next field in each direction, from each field.
const STEPS: [[u8; FIELDS]; 4] = {
    let mut steps = [[0; FIELDS]; 4];
    let mut field = 0;
    while field < FIELDS {
        let (rank, file) = (field / SIDE, field % SIDE);
        steps[0][field] = Field::at(file, (rank + 1) % SIDE).0;
        steps[1][field] = Field::at((file + 1) % SIDE, rank).0;
        steps[2][field] = Field::at(file, (rank + SIDE - 1) % SIDE).0;
        steps[3][field] = Field::at((file + SIDE - 1) % SIDE, rank).0;
        field += 1;
    }
    steps
};

const NEIGHBOURS: [u64; FIELDS] = {
    let mut sets = [0; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        let mut direction = 0;
        while direction < 4 {
            sets[field] |= 1 << STEPS[direction][field];
            direction += 1;
        }
        field += 1;
    }
    sets
};

/// Which gang has an outpost on which field.
#[derive(Clone, Debug)]
pub(super) struct Beach {
    gangs: [Option<Gang>; FIELDS],
    outposts: [u64; 4],
    /// For every field, how many outposts of each gang are beside it: sixteen bits a gang, the last gang lowest.
    around: [u64; FIELDS],
    /// Whether a quarter turn clockwise takes every gang's outposts to those of the next.
    alike: bool,
}

impl Beach {
    /// Reads a map of seven strings, rank 7 first; `None` where it is not as BO-1 and BO-7 want it.
    pub fn read<'a>(rows: impl ExactSizeIterator<Item = &'a str>) -> Option<Beach> {
        if rows.len() != SIDE {
            return None;
        }
        let mut gangs = [None; FIELDS];
        let mut outposts = [0u64; 4];
        for (row, rank) in rows.zip((0..SIDE).rev()) {
            if row.len() != SIDE {
                return None;
            }
            for (file, letter) in row.chars().enumerate() {
                if letter != '.' {
                    let gang = Gang::from_letter(letter)?;
                    let field = Field::at(file, rank);
                    gangs[field.index()] = Some(gang);
                    outposts[gang.index()] |= field.bit();
                }
            }
        }
        let mut beach = Beach { gangs, outposts, around: [0; FIELDS], alike: false };
        let corners = Gang::ALL.into_iter().all(|gang| beach.outpost(CORNERS[gang.index()]) == Some(gang));
        if !corners || beach.outpost(CENTRE).is_some() {
            return None;
        }
        for (field, around) in beach.around.iter_mut().enumerate() {
            for (gang, fields) in outposts.iter().enumerate() {
                *around |= u64::from((NEIGHBOURS[field] & fields).count_ones()) << (48 - 16 * gang);
            }
        }
        beach.alike = (0..FIELDS as u8).map(Field).all(|field| {
            let turned = beach.outpost(Field::at(field.rank(), SIDE - 1 - field.file()));
            turned == beach.outpost(field).map(|gang| Gang::nth(gang.index() + 1))
        });
        Some(beach)
    }

    /// Whether it treats all gangs alike: a quarter turn clockwise takes the outposts of each to those of the next.
    #[inline]
    pub fn is_alike(&self) -> bool {
        self.alike
    }

    /// The gang whose outpost a field is.
    #[inline]
    pub fn outpost(&self, field: Field) -> Option<Gang> {
        self.gangs[field.index()]
    }

    /// The outposts of a gang.
    #[inline]
    pub fn outposts(&self, gang: Gang) -> u64 {
        self.outposts[gang.index()]
    }

    /// The sum over the outposts beside a field of what `counts` (sixteen bits a gang, the first lowest, each below a
    /// hundred) holds for their gang: the middle column of the product adds up just that.
    #[inline]
    pub fn sum_around(&self, field: Field, counts: u64) -> u32 {
        (counts.wrapping_mul(self.around[field.index()]) >> 48) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BO-1
    #[test]
    fn going_off_one_side_comes_in_at_the_other() {
        use Direction::*;
        let a4 = Field::at(0, 3);
        assert_eq!(
            [North, East, South, West].map(|d| a4.step(d)),
            [(0, 4), (1, 3), (0, 2), (6, 3)].map(|(f, r)| Field::at(f, r))
        );
        for field in (0..FIELDS as u8).map(Field) {
            assert_eq!(field.neighbours().count_ones(), 4);
            for direction in Direction::ALL {
                let next = field.step(direction);
                assert_eq!((next.step(direction.opposite()), field.towards(next)), (field, direction));
                assert_eq!((0..SIDE).fold(field, |field, _| field.step(direction)), field);
                assert!(field.neighbours() & next.bit() != 0);
            }
        }
    }

    /// BO-1: turning the beach a quarter turn maps each gang to the next, every field sees two gangs, the centre all.
    #[test]
    fn the_default_beach_treats_the_gangs_alike() {
        let beach = Beach::read(MAP.into_iter()).unwrap();
        assert!(beach.is_alike());
        for field in (0..FIELDS as u8).map(Field) {
            let seen = Gang::ALL.iter().filter(|&&gang| beach.outposts(gang) & field.neighbours() != 0).count();
            assert!(seen >= if field == CENTRE { 4 } else { 2 }, "{field:?} sees {seen}");
        }
    }

    #[test]
    fn sums_around_a_field_weigh_each_outpost() {
        let beach = Beach::read(MAP.into_iter()).unwrap();
        let counts = [3, 5, 7, 8];
        let packed = (0..4).fold(0, |packed, gang| packed | counts[gang] << (16 * gang));
        for field in (0..FIELDS as u8).map(Field) {
            let sum: u64 = fields_in(field.neighbours())
                .filter_map(|beside| beach.outpost(beside))
                .map(|gang| counts[gang.index()])
                .sum();
            assert_eq!(u64::from(beach.sum_around(field, packed)), sum);
        }
    }
}
