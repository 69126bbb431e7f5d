//! The square board as bits of a word, and the lines on it that the rules name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A set of fields, a bit for each; see [`Field::bit`].
pub type Fields = u64;

/// How far apart two ranks are in a word: at least one more than the largest board is wide, so that a step over the
/// east or west edge falls on a bit that is no field.
const RANK: u8 = 8;

/// A field by its number: eight times the rank plus the file, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

impl Field {
    /// The field on a file and a rank, both from 0 and below 8.
    pub const fn new(file: u8, rank: u8) -> Field {
        debug_assert!(file < RANK && rank < RANK);
        Field(rank * RANK + file)
    }

    /// The field whose bit is the lowest of a set that is not empty.
    #[inline]
    pub const fn lowest(fields: Fields) -> Field {
        debug_assert!(fields != 0);
        Field(fields.trailing_zeros() as u8)
    }

    /// The file, from 0 in the west.
    pub const fn file(self) -> u8 {
        self.0 % RANK
    }

    /// The rank, from 0 in the south.
    pub const fn rank(self) -> u8 {
        self.0 / RANK
    }

    /// The set of this field alone.
    #[inline]
    pub const fn bit(self) -> Fields {
        1 << self.0
    }

    /// The fields of a set, from the south-west.
    pub fn each(mut fields: Fields) -> impl Iterator<Item = Field> {
        std::iter::from_fn(move || {
            (fields != 0).then(|| {
                let field = Field::lowest(fields);
                fields &= fields - 1;
                field
            })
        })
    }

    /// The field one step back from this one, which `way` led to.
    #[inline]
    pub(super) const fn before(self, way: Way) -> Field {
        Field(match way {
            Way::North => self.0 - RANK,
            Way::South => self.0 + RANK,
            Way::East => self.0 - 1,
            Way::West => self.0 + 1,
        })
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// A way to step to a neighbouring field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// To the next rank.
    North,
    /// To the rank before.
    South,
    /// To the next file.
    East,
    /// To the file before.
    West,
}

impl Way {
    /// All four.
    pub const ALL: [Way; 4] = [Way::North, Way::South, Way::East, Way::West];

    /// The fields one step on, some of them off the board.
    #[inline]
    pub const fn step(self, fields: Fields) -> Fields {
        match self {
            Way::North => fields << RANK,
            Way::South => fields >> RANK,
            Way::East => fields << 1,
            Way::West => fields >> 1,
        }
    }
}

/// An edge of the board (DZ-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The first rank.
    South,
    /// The last rank.
    North,
    /// File a.
    West,
    /// The last file.
    East,
}

impl Edge {
    /// All four.
    pub const ALL: [Edge; 4] = [Edge::South, Edge::North, Edge::West, Edge::East];
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edge::South => "south",
            Edge::North => "north",
            Edge::West => "west",
            Edge::East => "east",
        })
    }
}

/// A board of one size: its fields and lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: u8,
    fields: Fields,
    lines: [Fields; 4],
    sides: [Fields; 4],
    goals: [Fields; 4],
    inner: Fields,
    centre: Fields,
}

impl Board {
    pub(super) fn new(size: u8) -> Board {
        let where_field = |holds: &dyn Fn(u8, u8) -> bool| -> Fields {
            let all = (0..size).flat_map(|rank| (0..size).map(move |file| (file, rank)));
            all.filter(|&(file, rank)| holds(file, rank))
                .fold(0, |set, (file, rank)| set | Field::new(file, rank).bit())
        };
        let last = size - 1;
        let line = |edge: Edge, inside: u8| {
            where_field(&|file, rank| match edge {
                Edge::South => rank == inside,
                Edge::North => rank == last - inside,
                Edge::West => file == inside,
                Edge::East => file == last - inside,
            })
        };
        let corners = where_field(&|file, rank| [0, last].contains(&file) && [0, last].contains(&rank));
        let lines = Edge::ALL.map(|edge| line(edge, 0));
        let fields = where_field(&|_, _| true);
        Board {
            size,
            fields,
            lines,
            sides: lines.map(|line| line & !corners),
            goals: [Edge::North, Edge::South, Edge::East, Edge::West].map(|opposite| line(opposite, 1)),
            inner: lines.iter().fold(fields, |rest, line| rest & !line),
            centre: Field::new(size / 2, size / 2).bit(),
        }
    }

    /// How many fields a side has.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All fields.
    #[inline]
    pub fn fields(&self) -> Fields {
        self.fields
    }

    /// The fields of an edge with its corners.
    #[inline]
    pub fn line(&self, edge: Edge) -> Fields {
        self.lines[edge as usize]
    }

    /// The fields of an edge without its corners.
    #[inline]
    pub fn side(&self, edge: Edge) -> Fields {
        self.sides[edge as usize]
    }

    /// The line just inside the edge opposite to `home`, where a trail from there leads (DZ-19).
    #[inline]
    pub fn goal(&self, home: Edge) -> Fields {
        self.goals[home as usize]
    }

    /// The fields on no edge.
    #[inline]
    pub fn inner(&self) -> Fields {
        self.inner
    }

    /// The field in the middle.
    #[inline]
    pub fn centre(&self) -> Fields {
        self.centre
    }

    /// All fields next to any of these: those that share an edge with one.
    #[inline]
    pub fn next_to(&self, fields: Fields) -> Fields {
        Way::ALL.iter().fold(0, |all, way| all | way.step(fields)) & self.fields
    }

    /// These fields and all that touch any of them, by an edge or a corner.
    #[inline]
    pub fn touching(&self, fields: Fields) -> Fields {
        let rows = (fields | Way::East.step(fields) | Way::West.step(fields)) & self.fields;
        (rows | Way::North.step(rows) | Way::South.step(rows)) & self.fields
    }

    /// All of `ground` that is joined to any of `seeds` by touching fields of `ground`.
    #[inline]
    pub fn joined(&self, seeds: Fields, ground: Fields) -> Fields {
        let mut group = seeds & ground;
        loop {
            let grown = self.touching(group) & ground;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// The field with this name, if it is on the board.
    pub(super) fn read(&self, name: &str) -> Option<Field> {
        let &[file, rank] = name.as_bytes() else { return None };
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        (file < self.size && rank < self.size).then(|| Field::new(file, rank))
    }
}
