use std::fmt;

/// One of the eight ships (SA-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ship(u8);

/// How many ships there are, and places at the table.
pub const SHIPS: usize = 8;

/// The colours, as cards are listed by them.
pub(super) const COLOURS: [u8; 4] = *b"rybg";
/// The first letters, as cards are listed by them.
pub(super) const LETTERS: [u8; 4] = *b"PRSV";
const CORNERS: [&str; 4] = ["top left", "top right", "bottom left", "bottom right"];

/// What is painted on a ship.
struct Build {
    name: &'static str,
    /// The colours of nest, sails, hull and name.
    colours: [u8; 4],
    /// The corner in which Coco sits.
    coco: u8,
}

const BUILDS: [Build; SHIPS] = [
    Build { name: "Profundis", colours: *b"rgyb", coco: 1 },
    Build { name: "Revenge", colours: *b"yrgb", coco: 0 },
    Build { name: "Santy Anno", colours: *b"gbyr", coco: 2 },
    Build { name: "Paradise", colours: *b"rybg", coco: 0 },
    Build { name: "Viper", colours: *b"bgry", coco: 2 },
    Build { name: "Sahara", colours: *b"ybrg", coco: 3 },
    Build { name: "Royal", colours: *b"bygr", coco: 1 },
    Build { name: "Vulture", colours: *b"grby", coco: 3 },
];

impl Ship {
    /// The ship with this number, from 1 to 8.
    pub const fn numbered(number: u8) -> Option<Ship> {
        if number >= 1 && number <= SHIPS as u8 { Some(Ship(number - 1)) } else { None }
    }

    /// All ships by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Ship> + ExactSizeIterator + Clone {
        (0..SHIPS as u8).map(Ship)
    }

    /// The number painted on it, from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The name painted on it.
    pub const fn name(self) -> &'static str {
        BUILDS[self.index()].name
    }

    /// The ship as an index into arrays by ship.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ship with this index, which is taken modulo eight.
    #[inline]
    pub const fn at(index: u32) -> Ship {
        Ship((index & 7) as u8)
    }

    /// The ship as a set of one.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self.0
    }

    /// The colours of its elements, one letter each.
    pub(super) const fn colours(self) -> [u8; 4] {
        BUILDS[self.index()].colours
    }

    /// The corner in which Coco sits, in words.
    pub(super) const fn corner(self) -> &'static str {
        CORNERS[BUILDS[self.index()].coco as usize]
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

/// Where every ship's pirate goes, four bits a ship: what a card does (SA-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Course(u32);

impl Course {
    /// Everyone stays.
    pub(super) const STAY: Course = Course(0x7654_3210);

    /// The course that takes ship `i` to ship `targets[i]`.
    pub(super) const fn of(targets: [u8; SHIPS]) -> Course {
        let mut word = 0;
        let mut ship = 0;
        while ship < SHIPS {
            word |= (targets[ship] as u32) << (4 * ship);
            ship += 1;
        }
        Course(word)
    }

    /// Where it takes a pirate on `ship`.
    #[inline]
    pub(super) const fn to(self, ship: Ship) -> Ship {
        Ship::at(self.0 >> (4 * ship.0))
    }

    /// This course and then another.
    #[inline]
    pub(super) fn then(self, next: Course) -> Course {
        let step = |ship: usize| (next.to(self.to(Ship::at(ship as u32))).0 as u32) << (4 * ship);
        Course((0..SHIPS).fold(0, |word, ship| word | step(ship)))
    }

    /// This course, after which `a` and `b` change places.
    #[inline]
    pub(super) fn then_swap(self, a: Ship, b: Ship) -> Course {
        let swap = u32::from(a.0 ^ b.0);
        let moved = |ship: Ship| ship == a || ship == b;
        let mask = |ship: Ship| if moved(self.to(ship)) { swap << (4 * ship.0) } else { 0 };
        Course(Ship::all().fold(self.0, |word, ship| word ^ mask(ship)))
    }
}

/// The ships around the table (SA-2), by place and back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ring {
    /// The ship at each place, four bits a place.
    ships: u32,
    /// The place of each ship, four bits a ship.
    places: u32,
}

impl Ring {
    /// Ships in the order of their numbers: what stands there before chance lays the table.
    pub(super) const BARE: Ring = Ring { ships: 0x7654_3210, places: 0x7654_3210 };

    /// The ships clockwise from place 0, all different.
    pub(super) fn laid(ships: [Ship; SHIPS]) -> Ring {
        let mut ring = Ring { ships: 0, places: 0 };
        for (place, ship) in ships.into_iter().enumerate() {
            ring.ships |= u32::from(ship.0) << (4 * place);
            ring.places |= (place as u32) << (4 * ship.0);
        }
        ring
    }

    /// The ship at a place, which is taken modulo eight.
    #[inline]
    pub(super) fn ship(self, place: u32) -> Ship {
        Ship::at(self.ships >> (4 * (place & 7)))
    }

    /// Where a ship lies.
    #[inline]
    pub(super) fn place(self, ship: Ship) -> u32 {
        self.places >> (4 * ship.0) & 7
    }

    /// How many places two ships are apart, the shorter way around.
    #[inline]
    pub(super) fn apart(self, a: Ship, b: Ship) -> usize {
        let clockwise = self.place(a).wrapping_sub(self.place(b)) & 7;
        clockwise.min(SHIPS as u32 - clockwise) as usize
    }

    /// The course of a helm: so many places clockwise, or against where negative (SA-9).
    #[inline]
    pub(super) fn helm(self, places: i32) -> Course {
        let step = |ship: Ship| self.ship(self.place(ship).wrapping_add_signed(places));
        Course(Ship::all().fold(0, |word, ship| word | u32::from(step(ship).0) << (4 * ship.0)))
    }
}

/// The course to the other ship with the same mark; those marked `stays` stay.
pub(super) const fn pairs(marks: [u8; SHIPS], stays: Option<u8>) -> Course {
    let mut targets = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        let mut other = 0;
        while other == ship || marks[other] != marks[ship] {
            other += 1;
        }
        targets[ship] = match stays {
            Some(mark) if mark == marks[ship] => ship as u8,
            _ => other as u8,
        };
        ship += 1;
    }
    Course::of(targets)
}

/// The colour of one element on every ship.
pub(super) const fn colours_of(element: usize) -> [u8; SHIPS] {
    let mut marks = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        marks[ship] = BUILDS[ship].colours[element];
        ship += 1;
    }
    marks
}

/// Which element has the colour, on every ship.
pub(super) const fn elements_in(colour: u8) -> [u8; SHIPS] {
    let mut marks = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        while BUILDS[ship].colours[marks[ship] as usize] != colour {
            marks[ship] += 1;
        }
        ship += 1;
    }
    marks
}

/// The first letter of every ship's name.
pub(super) const fn letters() -> [u8; SHIPS] {
    let mut marks = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        marks[ship] = BUILDS[ship].name.as_bytes()[0];
        ship += 1;
    }
    marks
}

/// Coco's corner on every ship.
pub(super) const fn cocos() -> [u8; SHIPS] {
    let mut marks = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        marks[ship] = BUILDS[ship].coco;
        ship += 1;
    }
    marks
}

/// The course to the ship on which the colours of two elements are exchanged (SA-10).
pub(super) const fn exchange(one: usize, two: usize) -> Course {
    let mut targets = [0; SHIPS];
    let mut ship = 0;
    while ship < SHIPS {
        let own = BUILDS[ship].colours;
        let mut other = 0;
        while BUILDS[other].colours[one] != own[two] || BUILDS[other].colours[two] != own[one] {
            other += 1;
        }
        targets[ship] = other as u8;
        ship += 1;
    }
    Course::of(targets)
}
