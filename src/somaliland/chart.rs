//! The sea map (SO-1 to SO-3): squares, harbours, pirate ports and the ways left to the goals.

use super::lane::{Lane, Route};

/// Squares of the map from west to east.
pub const COLUMNS: usize = 75;
/// Squares of the map from south to north.
pub const ROWS: usize = 90;
/// The side of a square in tenths of a millimetre.
pub const SQUARE: i32 = 100;
/// The board from west to east in tenths of a millimetre.
pub const WIDTH: i32 = COLUMNS as i32 * SQUARE;
/// The board from south to north in tenths of a millimetre.
pub const HEIGHT: i32 = ROWS as i32 * SQUARE;

/// A way left from where no path leads to the goal: longer than any.
///
/// A shortest path holds at most two squares of any two by two, so the longest has 3420 squares and is below 47880.
pub const NO_WAY: u16 = u16::MAX;

/// A place on the board in tenths of a millimetre, from the south-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Eastwards.
    pub x: i32,
    /// Northwards.
    pub y: i32,
}

impl Place {
    /// The square of the distance to another place.
    #[inline]
    pub const fn distance2(self, other: Place) -> i32 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        dx * dx + dy * dy
    }

    /// Whether it is on the board.
    #[inline]
    pub const fn on_board(self) -> bool {
        (self.x as u32) < WIDTH as u32 && (self.y as u32) < HEIGHT as u32
    }

    /// The index of its square, row by row from the south.
    #[inline]
    pub(super) const fn square(self) -> usize {
        (self.y as u32 / SQUARE as u32) as usize * COLUMNS + (self.x as u32 / SQUARE as u32) as usize
    }

    /// The middle of a square.
    const fn middle(square: usize) -> Place {
        Place { x: (square % COLUMNS) as i32 * SQUARE + SQUARE / 2, y: (square / COLUMNS) as i32 * SQUARE + SQUARE / 2 }
    }
}

/// Quarter turns by lane and square.
pub type Calm = [[u8; COLUMNS * ROWS]; 4];

/// A map, read and measured.
#[derive(Clone, Debug)]
pub struct Chart {
    /// A byte a square, from the south: bit 0 for sea of the Africa route, bit 1 of the Somalia route.
    sea: Box<[u8; COLUMNS * ROWS]>,
    /// The way left from every square, by lane.
    ways: Box<[[u16; COLUMNS * ROWS]; 4]>,
    north: Place,
    south: Place,
    ports: Vec<Place>,
}

impl Chart {
    /// Reads a map; an error says what was expected where.
    pub fn read(text: &str) -> Result<Chart, String> {
        let lines: Vec<&str> = text.lines().collect();
        if let Some(line) = lines.get(ROWS) {
            return Err(format!("{ROWS} lines, but line {}, column 1 has {:?}", ROWS + 1, shortened(line)));
        }
        let mut sea = Box::new([0; COLUMNS * ROWS]);
        let mut harbours: [Option<(usize, usize, usize)>; 2] = [None; 2];
        let mut ports = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let mut columns = 0;
            for (column, letter) in line.chars().enumerate() {
                let spot = || format!("line {}, column {}", row + 1, column + 1);
                if column == COLUMNS {
                    return Err(format!("{COLUMNS} characters a line, but {} has {letter:?}", spot()));
                }
                let square = (ROWS - 1 - row) * COLUMNS + column;
                sea[square] = match letter {
                    '#' => 0,
                    'a' => 1,
                    's' => 2,
                    '.' | 'N' | 'S' | 'P' => 3,
                    _ => return Err(format!("one of # a s . N S P in each square, but {} has {letter:?}", spot())),
                };
                match letter {
                    'N' | 'S' => {
                        let harbour = &mut harbours[usize::from(letter == 'S')];
                        if let Some((row, column, _)) = harbour {
                            let first = format!("line {}, column {}", *row + 1, *column + 1);
                            return Err(format!("exactly one {letter}, but {} has another than {first}", spot()));
                        }
                        *harbour = Some((row, column, square));
                    }
                    'P' => ports.push(Place::middle(square)),
                    _ => {}
                }
                columns = column + 1;
            }
            if columns < COLUMNS {
                return Err(format!(
                    "{COLUMNS} characters a line, but line {} ends at column {}",
                    row + 1,
                    columns + 1
                ));
            }
        }
        if lines.len() < ROWS {
            return Err(format!("{ROWS} lines, but the map ends at line {}, column 1", lines.len() + 1));
        }
        let [Some((_, _, north)), Some((_, _, south))] = harbours else {
            let missing = if harbours[0].is_none() { 'N' } else { 'S' };
            return Err(format!("exactly one {missing}, but lines 1-{ROWS}, columns 1-{COLUMNS} have none"));
        };
        if ports.is_empty() {
            return Err(format!("at least one P, but lines 1-{ROWS}, columns 1-{COLUMNS} have none"));
        }
        let mut ways = Box::new([[NO_WAY; COLUMNS * ROWS]; 4]);
        for lane in Lane::ALL {
            let (start, goal) = if lane.northbound() { (south, north) } else { (north, south) };
            measure(&sea, lane.route(), goal, &mut ways[lane.index()]);
            if ways[lane.index()][start] == NO_WAY {
                let [from, to] = harbours.map(|harbour| {
                    harbour.map_or(String::new(), |(row, column, _)| format!("line {}, column {}", row + 1, column + 1))
                });
                let (name, letter) = match lane.route() {
                    Route::Africa => ("Africa", 'a'),
                    Route::Somalia => ("Somalia", 's'),
                };
                return Err(format!(
                    "both routes connected, but there is no way by sea on the {name} route ({letter} or .) from N at {from} to S at {to}"
                ));
            }
        }
        Ok(Chart { sea, ways, north: Place::middle(north), south: Place::middle(south), ports })
    }

    /// Whether a place on the board is sea of a route.
    #[inline]
    pub fn is_sea(&self, route: Route, at: Place) -> bool {
        self.sea[at.square()] >> route as u8 & 1 == 1
    }

    /// How many squares each square lies from the nearest that is not sea of a route, off the board included: 0 where it
    /// is not sea itself. Slanting steps count as one.
    fn clearances(&self, route: Route) -> [u8; COLUMNS * ROWS] {
        let mut clear = std::array::from_fn(|square| {
            let (row, column) = (square / COLUMNS, square % COLUMNS);
            let edge = row.min(ROWS - 1 - row).min(column).min(COLUMNS - 1 - column) as u8;
            if self.sea[square] >> route as u8 & 1 == 1 { edge + 1 } else { 0 }
        });
        // One sweep there and one back carry the distances to all sides.
        for square in (0..COLUMNS * ROWS).chain((0..COLUMNS * ROWS).rev()) {
            let nearest = steps(square).fold(clear[square], |least, (next, _)| least.min(clear[next] + 1));
            clear[square] = nearest;
        }
        clear
    }

    /// How many quarter turns of `side` a die surely makes from anywhere in a square, whatever its heading, before it comes
    /// to the edge, to what is not sea of a lane, or within `radius` of the goal; by lane and square.
    pub(super) fn calm(&self, side: i32, radius: i32) -> Box<Calm> {
        let mut calm = Box::new([[0; COLUMNS * ROWS]; 4]);
        for lane in Lane::ALL {
            let clear = self.clearances(lane.route());
            for (square, turns) in calm[lane.index()].iter_mut().enumerate() {
                let open = (i32::from(clear[square]) - 1).max(0) * SQUARE;
                // A corner is 0.71 squares nearer than the middle; headings that are rounded, up to 1/1000 too long, never
                // take the rest of a square, 0.12 squares from one corner of the board to the other.
                let distance = f64::from(Place::middle(square).distance2(self.goal(lane))).sqrt();
                let far = distance as i32 - radius - SQUARE;
                *turns = (open.min(far).max(0) / side) as u8;
            }
        }
        calm
    }

    /// The way left in a lane from a place on the board, 10 a side step of a square; [`NO_WAY`] where none leads on.
    #[inline]
    pub fn way_left(&self, lane: Lane, at: Place) -> u16 {
        self.ways[lane.index()][at.square()]
    }

    /// The harbour where a lane starts.
    #[inline]
    pub fn start(&self, lane: Lane) -> Place {
        if lane.northbound() { self.south } else { self.north }
    }

    /// The harbour where a lane ends.
    #[inline]
    pub fn goal(&self, lane: Lane) -> Place {
        if lane.northbound() { self.north } else { self.south }
    }

    /// A shortest way along a lane, square by square from start to goal.
    pub fn shortest_way(&self, lane: Lane) -> Vec<Place> {
        let ways = &self.ways[lane.index()];
        let mut square = self.start(lane).square();
        let mut way = vec![Place::middle(square)];
        while ways[square] > 0 {
            // Every square but the goal has a neighbour that is exactly its step nearer.
            let nearer = steps(square).find(|&(next, step)| ways[next].checked_add(step) == Some(ways[square]));
            let Some((next, _)) = nearer else { break };
            square = next;
            way.push(Place::middle(square));
        }
        way
    }

    /// The pirate port nearest to a place (the first in the map's reading order), with the square of its distance.
    #[inline]
    pub fn nearest_port(&self, at: Place) -> (Place, i32) {
        let (mut nearest, mut least) = (self.ports[0], i32::MAX);
        for &port in &self.ports {
            let distance2 = at.distance2(port);
            if distance2 < least {
                (nearest, least) = (port, distance2);
            }
        }
        (nearest, least)
    }

    /// The pirate ports in the map's reading order.
    #[inline]
    pub fn ports(&self) -> &[Place] {
        &self.ports
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(10).collect()
}

/// The squares around a square, with the length of the step to each (SO-3).
fn steps(square: usize) -> impl Iterator<Item = (usize, u16)> {
    let (row, column) = (square / COLUMNS, square % COLUMNS);
    let rows = row.saturating_sub(1)..=(row + 1).min(ROWS - 1);
    let columns = column.saturating_sub(1)..=(column + 1).min(COLUMNS - 1);
    rows.flat_map(move |next_row| columns.clone().map(move |next_column| (next_row, next_column)))
        .filter(move |&next| next != (row, column))
        .map(move |(next_row, next_column)| {
            let diagonal = next_row != row && next_column != column;
            (next_row * COLUMNS + next_column, if diagonal { 14 } else { 10 })
        })
}

/// Fills in the way left from every square to `goal` over the sea of a route.
///
/// Steps cost 10 or 14, so squares are settled ring by ring from one list for each length of way.
fn measure(sea: &[u8; COLUMNS * ROWS], route: Route, goal: usize, ways: &mut [u16; COLUMNS * ROWS]) {
    let mut rings: Vec<Vec<usize>> = vec![vec![goal]];
    ways[goal] = 0;
    let mut length = 0;
    while length < rings.len() {
        for square in std::mem::take(&mut rings[length]) {
            if usize::from(ways[square]) < length {
                continue;
            }
            for (next, step) in steps(square) {
                let way = length + usize::from(step);
                if sea[next] >> route as u8 & 1 == 1 && way < usize::from(ways[next]) {
                    ways[next] = way as u16;
                    rings.resize(rings.len().max(way + 1), Vec::new());
                    rings[way].push(next);
                }
            }
        }
        length += 1;
    }
}
