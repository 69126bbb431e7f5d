//! The hexagon of cells (HX-1), its corners and far edges (HX-2).

use crate::seat::Seat;

/// The most cells a board has: a hexagon of side 5.
pub const MAX_CELLS: usize = 61;

/// The most seats this game has.
pub const MAX_SEATS: usize = 4;

/// A cell, numbered from 0 row by row from the south, and in a row from the west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Stands for every place off the board: its bit is in no mask of cells.
    const NONE: Cell = Cell(63);

    /// The cell as an index into arrays by cell.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The mask that holds only this cell.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The only cell of a mask.
    #[inline]
    pub(super) const fn lowest(mask: u64) -> Cell {
        Cell(mask.trailing_zeros() as u8)
    }

    /// The cell of this number, which must be below that of all cells.
    #[inline]
    pub const fn numbered(number: u32) -> Cell {
        Cell(number as u8)
    }
}

/// The cells of a mask, in order.
#[inline]
pub fn cells(mask: u64) -> impl Iterator<Item = Cell> {
    Cells(mask)
}

struct Cells(u64);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        (self.0 != 0).then(|| {
            let cell = Cell::lowest(self.0);
            self.0 &= self.0 - 1;
            cell
        })
    }
}

/// The cells of one board and how they lie to each other; sets of cells are masks.
#[derive(Clone, Debug)]
pub struct Board {
    side: usize,
    cells: u64,
    reserved: u64,
    bases: [Cell; MAX_SEATS],
    far: [u64; MAX_SEATS],
    near: [u64; 64],
    beyond: [[Cell; 64]; MAX_CELLS],
    lines: [[u64; MAX_CELLS]; MAX_SEATS],
    /// Where every cell lies.
    spots: Vec<Spot>,
    /// Every cell once the board is turned until the seat's base is in the first corner, and which one it was.
    turned: [[Cell; MAX_CELLS]; MAX_SEATS],
    turned_back: [[Cell; MAX_CELLS]; MAX_SEATS],
}

/// A place by row and by slant: the same slant runs on to the north-west. In these coordinates a direction is the same
/// step everywhere.
type Spot = (i32, i32);

/// The six directions clockwise: E, SE, SW, W, NW, NE.
const DIRECTIONS: [Spot; 6] = [(0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0), (1, 1)];

/// How many neighbours a cell has, and how many cells are at most two steps off.
pub(super) const NEAR: usize = 6;
pub(super) const REACH: usize = 18;

/// The steps to all cells at most two off: the neighbours, then what lies straight behind them and what lies between.
const STEPS: [Spot; REACH] = {
    let mut steps = [(0, 0); REACH];
    let mut at = 0;
    while at < NEAR {
        let (one, next) = (DIRECTIONS[at], DIRECTIONS[(at + 1) % NEAR]);
        steps[at] = one;
        steps[NEAR + 2 * at] = (2 * one.0, 2 * one.1);
        steps[NEAR + 2 * at + 1] = (one.0 + next.0, one.1 + next.1);
        at += 1;
    }
    steps
};

/// The corners where bases stand, by seat, for a number of seats (HX-2).
fn base_corners(seats: usize) -> &'static [usize] {
    match seats {
        2 => &[0, 3],
        3 => &[0, 2, 4],
        _ => &[0, 1, 3, 4],
    }
}

impl Board {
    pub(super) fn new(side: usize, seats: usize, line_reach: usize) -> Board {
        let spots: Vec<Spot> = (0..rows(side))
            .flat_map(|row| (0..row_length(side, row)).map(move |column| spot(side, row, column)))
            .collect();
        let cell_at = |(row, slant): Spot| {
            spots.iter().position(|&spot| spot == (row, slant)).map_or(Cell::NONE, |index| Cell(index as u8))
        };
        let mask = |holds: &dyn Fn(Spot) -> bool| {
            spots.iter().enumerate().filter(|&(_, &spot)| holds(spot)).fold(0, |mask, (index, _)| mask | 1 << index)
        };
        let cells = mask(&|_| true);
        let mut near = [0; 64];
        let mut beyond = [[Cell::NONE; 64]; MAX_CELLS];
        for (index, &(row, slant)) in spots.iter().enumerate() {
            for (north, east) in DIRECTIONS {
                let next = cell_at((row + north, slant + east));
                if next != Cell::NONE {
                    near[index] |= next.bit();
                    beyond[index][next.index()] = cell_at((row + 2 * north, slant + 2 * east));
                }
            }
        }
        // Edge e runs from corner e to corner e + 1, clockwise; each is a line on which one coordinate stands still.
        let last = rows(side) as i32 - 1;
        let middle = last / 2;
        let edges = [
            mask(&|(_, slant)| slant == 0),
            mask(&|(row, slant)| row - slant == middle),
            mask(&|(row, _)| row == last),
            mask(&|(_, slant)| slant == last),
            mask(&|(row, slant)| slant - row == middle),
            mask(&|(row, _)| row == 0),
        ];
        let mut bases = [Cell::NONE; MAX_SEATS];
        let mut far = [0; MAX_SEATS];
        let mut lines = [[0; MAX_CELLS]; MAX_SEATS];
        let mut reserved = 0;
        let mut turned = [[Cell::NONE; MAX_CELLS]; MAX_SEATS];
        let mut turned_back = turned;
        for (seat, &corner) in base_corners(seats).iter().enumerate() {
            bases[seat] = Cell::lowest(edges[corner] & edges[(corner + 5) % 6]);
            reserved |= bases[seat].bit();
            far[seat] = edges[(corner + 2) % 6] | edges[(corner + 3) % 6];
            let (row, slant) = spots[bases[seat].index()];
            for (north, east) in DIRECTIONS {
                let on_line = |steps: i32| cell_at((row + steps * north, slant + steps * east));
                if on_line(1) != Cell::NONE {
                    let behind = (2..=1 + line_reach as i32).map(on_line);
                    lines[seat][on_line(1).index()] = behind.fold(0, |line, cell| line | cell.bit()) & cells;
                }
            }
            for (index, &(row, slant)) in spots.iter().enumerate() {
                // A sixth of a turn clockwise about the middle takes a step north-west to north-east, and east to south-east.
                let (north, east) =
                    (corner..6).fold((row - middle, slant - middle), |(north, east), _| (north - east, north));
                let cell = cell_at((middle + north, middle + east));
                turned[seat][index] = cell;
                turned_back[seat][cell.index()] = Cell(index as u8);
            }
        }
        Board { side, cells, reserved, bases, far, near, beyond, lines, spots, turned, turned_back }
    }

    /// How many cells an edge has.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Every cell.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The cells that no token ever enters, because a base belongs there (HX-3).
    #[inline]
    pub fn reserved(&self) -> u64 {
        self.reserved
    }

    /// The corner of a seat's base (HX-2).
    #[inline]
    pub fn base(&self, seat: Seat) -> Cell {
        self.bases[seat.index()]
    }

    /// The two edges that meet in the corner opposite a seat's base (HX-2).
    #[inline]
    pub fn far_edges(&self, seat: Seat) -> u64 {
        self.far[seat.index()]
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn near(&self, cell: Cell) -> u64 {
        self.near[cell.index()]
    }

    /// The cells next to any cell of a mask.
    #[inline]
    pub fn near_any(&self, mask: u64) -> u64 {
        cells(mask).fold(0, |near, cell| near | self.near(cell))
    }

    /// The cell straight behind the neighbour `over`, seen from `from`, as a mask: empty off the board.
    #[inline]
    pub fn behind(&self, from: Cell, over: Cell) -> u64 {
        self.beyond[from.index()][over.index()].bit() & self.cells
    }

    /// The cells straight behind a neighbour of a seat's base, seen from that base, on which a helper makes a line
    /// (HX-21, HX-22).
    #[inline]
    pub fn line(&self, base: Seat, over: Cell) -> u64 {
        self.lines[base.index()][over.index()]
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.spots.len()
    }

    /// The cell that takes this one's place when the board is turned until the seat's base is in the first corner.
    #[inline]
    pub(super) fn turned(&self, seat: Seat, cell: Cell) -> Cell {
        self.turned[seat.index()][cell.index()]
    }

    /// The cell that comes to lie here when the board is turned like that.
    #[inline]
    pub(super) fn turned_back(&self, seat: Seat, cell: Cell) -> Cell {
        self.turned_back[seat.index()][cell.index()]
    }

    /// The number of the step from a cell to one at most two off.
    #[inline]
    pub(super) fn step_of(&self, from: Cell, to: Cell) -> usize {
        let ((row, slant), (to_row, to_slant)) = (self.spots[from.index()], self.spots[to.index()]);
        let step = STEPS.iter().position(|&step| step == (to_row - row, to_slant - slant));
        debug_assert!(step.is_some(), "the cells are at most two off");
        step.unwrap_or(0)
    }

    /// The cell to which a step leads, if it is on the board.
    pub(super) fn stepped(&self, from: Cell, step: usize) -> Option<Cell> {
        let (row, slant) = self.spots[from.index()];
        let (north, east) = STEPS[step];
        let cell = self.spots.iter().position(|&spot| spot == (row + north, slant + east))?;
        Some(Cell(cell as u8))
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        rows(self.side)
    }

    /// How many cells a row has, counted from the south.
    pub fn row_length(&self, row: usize) -> usize {
        row_length(self.side, row)
    }

    /// The cell in a row and column, both from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        (row < self.rows() && column < self.row_length(row)).then(|| {
            let before: usize = (0..row).map(|row| self.row_length(row)).sum();
            Cell((before + column) as u8)
        })
    }

    /// The row and column of a cell, both from 0.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let mut column = cell.index();
        let mut row = 0;
        while column >= self.row_length(row) {
            column -= self.row_length(row);
            row += 1;
        }
        (row, column)
    }
}

fn rows(side: usize) -> usize {
    2 * side - 1
}

fn row_length(side: usize, row: usize) -> usize {
    side + row.min(2 * side - 2 - row)
}

fn spot(side: usize, row: usize, column: usize) -> Spot {
    (row as i32, (column + (row + 1).saturating_sub(side)) as i32)
}
