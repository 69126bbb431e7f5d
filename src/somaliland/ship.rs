//! Ships and the dice they are (SO-4).

use std::fmt;

use crate::seat::Seat;

/// How many ships a seat has.
pub const FLEET: usize = 6;

/// The side of a die in tenths of a millimetre: how far a quarter turn takes it, and how near dice can be.
pub const SIDE: i32 = 160;

/// The names of a seat's ships, by displacement.
pub const SHIP_NAMES: [&str; FLEET] = ["6a", "6b", "8", "12", "18", "24"];

/// The faces of each die at the start of a throw from harbour: top, north, east, south, west, bottom.
pub(super) const FACES: [[u8; 6]; FLEET] = [
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 2, 2],
    [1, 1, 2, 2, 3, 3],
    [2, 2, 3, 3, 4, 4],
    [3, 3, 4, 4, 5, 5],
];

/// A ship of a seat; in order they settle all ties: lower seat, then smaller name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ship(pub(super) u8);

impl Ship {
    /// The ship of a seat at `index` in [`SHIP_NAMES`].
    #[inline]
    pub const fn new(seat: Seat, index: usize) -> Ship {
        Ship(seat.0 * FLEET as u8 + index as u8)
    }

    /// Whose it is.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self.0 / FLEET as u8)
    }

    /// Which of its owner's ships it is, as an index into [`SHIP_NAMES`].
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize % FLEET
    }

    /// Its name among its owner's ships.
    pub const fn name(self) -> &'static str {
        SHIP_NAMES[self.kind()]
    }

    /// The ship as an index into arrays by ship.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ship alone in a set.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// Seat and name, such as `1:24`.
impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seat().0, self.name())
    }
}

/// A set of ships, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ships(pub(super) u32);

impl Ships {
    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a ship is among them.
    #[inline]
    pub const fn contains(self, ship: Ship) -> bool {
        self.0 & ship.bit() != 0
    }

    /// Those of one seat.
    #[inline]
    pub const fn of(self, seat: Seat) -> Ships {
        Ships(self.0 & fleet(seat))
    }

    /// One seat's as a mask over [`SHIP_NAMES`].
    #[inline]
    pub(super) const fn kinds_of(self, seat: Seat) -> usize {
        (self.of(seat).0 >> (seat.0 * FLEET as u8)) as usize
    }
}

impl Iterator for Ships {
    type Item = Ship;

    #[inline]
    fn next(&mut self) -> Option<Ship> {
        if self.0 == 0 {
            return None;
        }
        let ship = Ship(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(ship)
    }
}

/// All ships of a seat.
#[inline]
pub(super) const fn fleet(seat: Seat) -> u32 {
    ((1 << FLEET) - 1) << (seat.0 * FLEET as u8)
}

/// A side to which a die turns over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Towards x.
    East,
    /// Towards y.
    North,
    /// Against x.
    West,
    /// Against y.
    South,
}

impl Side {
    /// The side nearest to a heading in 1/1024 turns (SO-13).
    #[inline]
    pub const fn nearest(heading: i32) -> Side {
        match ((heading + 128) >> 8) & 3 {
            0 => Side::East,
            1 => Side::North,
            2 => Side::West,
            _ => Side::South,
        }
    }
}

/// How a die lies: one of 24 ways, of which the first is that of a throw from harbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lie(u8);

impl Lie {
    /// As it leaves harbour.
    pub const START: Lie = Lie(0);

    /// Every way a die can lie.
    pub(super) fn all() -> impl Iterator<Item = Lie> {
        (0..LIES.faces.len() as u8).map(Lie)
    }

    /// After so many quarter turns towards a side.
    #[inline]
    pub const fn turned(self, side: Side, times: u32) -> Lie {
        Lie(LIES.turned[self.0 as usize][side as usize][times as usize & 3])
    }

    /// Which face is up, of those that are on top, north, east, south, west and below as it leaves harbour.
    #[inline]
    pub const fn top(self) -> usize {
        LIES.faces[self.0 as usize][0] as usize
    }

    /// The faces that are on top, north, east, south, west and below now, each told by where it was as it left harbour.
    pub const fn faces(self) -> [u8; 6] {
        LIES.faces[self.0 as usize]
    }
}

/// All 24 lies: where each face of the start is now, and how they turn into each other.
struct Lies {
    faces: [[u8; 6]; 24],
    turned: [[[u8; 4]; 4]; 24],
}

static LIES: Lies = lies();

/// Finds all lies by turning the first one over and over.
const fn lies() -> Lies {
    let mut lies = Lies { faces: [[0, 1, 2, 3, 4, 5]; 24], turned: [[[0; 4]; 4]; 24] };
    let mut known = 1;
    let mut at = 0;
    while at < 24 {
        let mut side = 0;
        while side < 4 {
            let mut faces = lies.faces[at];
            let mut times = 0;
            while times < 4 {
                let mut found = 0;
                while found < known && !same(&lies.faces[found], &faces) {
                    found += 1;
                }
                if found == known {
                    lies.faces[known] = faces;
                    known += 1;
                }
                lies.turned[at][side][times] = found as u8;
                faces = turn_over(faces, side);
                times += 1;
            }
            side += 1;
        }
        at += 1;
    }
    lies
}

const fn same(a: &[u8; 6], b: &[u8; 6]) -> bool {
    let mut i = 0;
    while i < 6 && a[i] == b[i] {
        i += 1;
    }
    i == 6
}

/// One quarter turn: the top goes to the side, the side down, the bottom to the other side, and that one up.
const fn turn_over(old: [u8; 6], side: usize) -> [u8; 6] {
    // Where east, north, west and south stand among the faces.
    const PLACES: [usize; 4] = [2, 1, 4, 3];
    let (ahead, behind) = (PLACES[side], PLACES[(side + 2) % 4]);
    let mut new = old;
    new[ahead] = old[0];
    new[5] = old[ahead];
    new[behind] = old[5];
    new[0] = old[behind];
    new
}
