//! Numbers for those who learn: what a seat knows as a vector, and an index for every action (`docs/encoding.md`).
//!
//! ```
//! use marque::random::{self, Purpose};
//! use marque::{Encode, Game, Seat, Vector, dzicz::Dzicz, toml};
//!
//! let game = Dzicz::create(2, &toml::Table::new())?;
//! let mut state = game.start();
//! game.settle(&mut state, &mut random::stream(1, 0, Purpose::Chance));
//! let mut vector = Vector::default();
//! game.encode(&state, Seat(0), &mut vector);
//! assert_eq!(vector.values().len(), game.vector_size());
//! let mut mask = vec![false; game.action_count()];
//! game.mask(&state, &mut mask);
//! let first = mask.iter().position(|&legal| legal).expect("a seat to move can choose");
//! assert!(game.action_at(&state, first).is_some());
//! # Ok::<(), marque::RulesError>(())
//! ```

use crate::game::{Game, Turn};
use crate::seat::Seat;

/// A game in numbers: the fourth trait of a kernel, for learners.
///
/// Vector and indices are relative to the seat: seats are counted from the one that looks or moves, on in turn order, and
/// where the board belongs to seats it is turned so that its own side is always the same. They hold nothing that the seat
/// does not know. Both are the same in every version that has the same [`Encode::VERSION`].
pub trait Encode: Game {
    /// Grows whenever a vector or an index of this game comes to mean something else.
    const VERSION: u32;

    /// How many indices there are under these rules; most are legal only now and then.
    fn action_count(&self) -> usize;
    /// The index of an action that the seat to move can choose here.
    fn index_of(&self, state: &Self::State, action: Self::Action) -> usize;
    /// Replaces what `into` holds by the indices of several such actions, in their order.
    #[inline]
    fn indices_of(&self, state: &Self::State, actions: &[Self::Action], into: &mut Vec<u32>) {
        into.clear();
        into.extend(actions.iter().map(|&action| self.index_of(state, action) as u32));
    }
    /// The action that an index stands for here, legal or not; `None` where it stands for nothing.
    fn action_at(&self, state: &Self::State, index: usize) -> Option<Self::Action>;
    /// Replaces what `into` holds by what `viewer` knows.
    fn encode(&self, state: &Self::State, viewer: Seat, into: &mut Vector);

    /// The parts of a vector in order.
    fn layout(&self) -> Vec<Block> {
        let mut vector = Vector { values: Vec::new(), blocks: Some(Vec::new()) };
        self.encode(&self.start(), Seat(0), &mut vector);
        let end = vector.values.len();
        let starts = vector.blocks.unwrap_or_default();
        let ends = starts.iter().skip(1).map(|&(_, start)| start).chain([end]);
        starts.iter().zip(ends).map(|(&(name, start), end)| Block { name, start, size: end - start }).collect()
    }

    /// How many numbers a vector has under these rules.
    fn vector_size(&self) -> usize {
        let mut vector = Vector::default();
        self.encode(&self.start(), Seat(0), &mut vector);
        vector.values.len()
    }

    /// Sets `mask` to which indices are legal; none are where no seat is to move.
    fn mask(&self, state: &Self::State, mask: &mut [bool]) {
        mask.fill(false);
        if let Turn::Seat(_) = self.turn(state) {
            let mut actions = Vec::new();
            self.actions(state, &mut actions);
            for action in actions {
                mask[self.index_of(state, action)] = true;
            }
        }
    }
}

/// A part of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// What it is about, as `docs/encoding.md` explains it.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub size: usize,
}

/// The numbers of a seat's view, in the making and made.
#[derive(Clone, Debug, Default)]
pub struct Vector {
    values: Vec<f32>,
    /// Where each block begins, if anybody wants to know.
    blocks: Option<Vec<(&'static str, usize)>>,
}

impl Vector {
    /// The numbers.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Forgets all numbers.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Begins a part of the vector.
    #[inline]
    pub fn block(&mut self, name: &'static str) -> &mut Vector {
        if let Some(blocks) = &mut self.blocks {
            blocks.push((name, self.values.len()));
        }
        self
    }

    /// Adds 1 or 0.
    #[inline]
    pub fn flag(&mut self, is_so: bool) -> &mut Vector {
        self.values.push(f32::from(u8::from(is_so)));
        self
    }

    /// Adds a number as a share of `whole`, which is its usual greatest value.
    #[inline]
    pub fn share(&mut self, number: impl Into<f64>, whole: impl Into<f64>) -> &mut Vector {
        self.values.push((number.into() / whole.into()) as f32);
        self
    }

    /// Adds `size` zeros, with a 1 at a position if there is one.
    #[inline]
    pub fn one_of(&mut self, size: usize, position: Option<usize>) -> &mut Vector {
        let start = self.values.len();
        self.values.resize(start + size, 0.0);
        if let Some(position) = position {
            debug_assert!(position < size);
            self.values[start + position] = 1.0;
        }
        self
    }

    /// Adds `size` zeros, with a 1 at every position given.
    #[inline]
    pub fn any_of(&mut self, size: usize, positions: impl IntoIterator<Item = usize>) -> &mut Vector {
        self.counts(size, 1.0, positions)
    }

    /// Adds `size` zeros, and to each position as many shares of `whole` as it is given times.
    #[inline]
    pub fn counts(&mut self, size: usize, whole: f32, positions: impl IntoIterator<Item = usize>) -> &mut Vector {
        let start = self.values.len();
        self.values.resize(start + size, 0.0);
        for position in positions {
            debug_assert!(position < size);
            self.values[start + position] += 1.0 / whole;
        }
        self
    }
}

/// How many seats after `viewer` a seat comes.
#[inline]
pub(crate) fn behind(seats: usize, viewer: Seat, seat: Seat) -> usize {
    (seat.index() + seats - viewer.index()) % seats
}

/// The seat that comes so many after `viewer`.
#[inline]
pub(crate) fn ahead(seats: usize, viewer: Seat, places: usize) -> Seat {
    Seat(((viewer.index() + places) % seats) as u8)
}

/// All seats, from the viewer on.
pub(crate) fn around(seats: usize, viewer: Seat) -> impl Iterator<Item = Seat> + Clone {
    (0..seats).map(move |places| ahead(seats, viewer, places))
}

/// The seat that chooses, whose indices are asked for.
#[inline]
pub(crate) fn chooser<G: Game>(game: &G, state: &G::State) -> Seat {
    match game.turn(state) {
        Turn::Seat(seat) => seat,
        turn => {
            debug_assert!(false, "an action has an index where a seat chooses, not at {turn:?}");
            Seat(0)
        }
    }
}

/// Indices in rows: each kind of action gets so many in turn.
///
/// Written once as a list of sizes, it is read both ways.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a>(pub &'a [usize]);

impl Rows<'_> {
    /// How many indices there are in all.
    pub fn count(self) -> usize {
        self.0.iter().sum()
    }

    /// The index at a place of a row.
    #[inline]
    pub fn index(self, row: usize, place: usize) -> usize {
        debug_assert!(place < self.0[row]);
        self.0[..row].iter().sum::<usize>() + place
    }

    /// The row of an index, and its place there.
    #[inline]
    pub fn place(self, mut index: usize) -> Option<(usize, usize)> {
        for (row, &size) in self.0.iter().enumerate() {
            if index < size {
                return Some((row, index));
            }
            index -= size;
        }
        None
    }
}
