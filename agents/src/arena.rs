use std::ops::Range;

use marque::Seat;

use crate::tally::Tally;

/// Where the root of a tree lies.
pub(crate) const ROOT: u32 = 0;

/// An action after the actions on the way to it: all that the way down needs to know of a node once it is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<A> {
    /// How often the action could have been chosen.
    pub available: u32,
    first: u32,
    count: u16,
    /// The seat in the lowest bits, and [`FULL`].
    marks: u8,
    /// How promising the action looked, from 0 to 255.
    pub prior: u8,
    /// The action that leads here; at the root any action.
    pub action: A,
}

const SEAT: u8 = 7;
const FULL: u8 = 8;

impl<A: Copy + Ord> Node<A> {
    pub fn new(action: A, seat: Seat) -> Node<A> {
        Node { available: 0, first: 0, count: 0, marks: seat.0, prior: 0, action }
    }

    /// Who moved into the node.
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat(self.marks & SEAT)
    }

    /// Whether the children are all the actions there can ever be.
    #[inline]
    pub fn full(&self) -> bool {
        self.marks & FULL != 0
    }

    pub fn fill(&mut self) {
        self.marks |= FULL;
    }

    /// What children are sorted by.
    #[inline]
    pub fn key(&self) -> (A, Seat) {
        (self.action, self.seat())
    }

    /// Where the children lie.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        self.first..self.first + u32::from(self.count)
    }

    /// How many children there is room for, as a power of two.
    fn room(&self) -> u8 {
        self.count.next_power_of_two().trailing_zeros() as u8
    }
}

/// The nodes of one tree, addressed by index.
///
/// Children lie side by side, sorted by action and seat, in a block with room for a power of two. What a choice among
/// them looks at, their tallies, lies apart from the rest: those of eight children share a line of the cache.
pub(crate) struct Arena<A> {
    now: Columns<A>,
    /// The first of the unused blocks of each size, chained by `first`.
    unused: [u32; 17],
    used: usize,
    /// Memory for the next [`Arena::reroot`].
    spare: Columns<A>,
}

/// What is known of the nodes, column by column.
struct Columns<A> {
    nodes: Vec<Node<A>>,
    tallies: Vec<Tally>,
    /// How it went when a node's action was played at any later time; empty where nobody asks.
    later: Vec<Tally>,
}

/// More nodes than this are not made: the search goes on in the tree it has.
const MOST: usize = 1 << 25;

impl<A: Copy> Columns<A> {
    fn new() -> Columns<A> {
        Columns { nodes: Vec::new(), tallies: Vec::new(), later: Vec::new() }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.tallies.clear();
        self.later.clear();
    }

    fn extend(&mut self, filler: Node<A>, by: usize, with_later: bool) -> u32 {
        let start = self.nodes.len();
        self.nodes.resize(start + by, filler);
        self.tallies.resize(start + by, Tally::default());
        if with_later {
            self.later.resize(start + by, Tally::default());
        }
        start as u32
    }

    fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.nodes.copy_within(from.clone(), to);
        self.tallies.copy_within(from.clone(), to);
        if !self.later.is_empty() {
            self.later.copy_within(from, to);
        }
    }

    fn copy_from(&mut self, to: Range<usize>, other: &Columns<A>, from: Range<usize>) {
        self.nodes[to.clone()].copy_from_slice(&other.nodes[from.clone()]);
        self.tallies[to.clone()].copy_from_slice(&other.tallies[from.clone()]);
        if !self.later.is_empty() {
            self.later[to].copy_from_slice(&other.later[from]);
        }
    }
}

impl<A: Copy + Ord> Arena<A> {
    pub fn new() -> Arena<A> {
        Arena { now: Columns::new(), unused: [0; 17], used: 0, spare: Columns::new() }
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Drops the tree and keeps the memory.
    pub fn clear(&mut self) {
        self.now.clear();
        self.unused = [0; 17];
        self.used = 0;
    }

    /// Starts a tree of nothing but a root, with or without records of actions played later.
    pub fn plant(&mut self, root: Node<A>, with_later: bool) {
        self.clear();
        self.now.extend(root, 1, with_later);
        self.used = 1;
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
    pub fn size(&self) -> (usize, usize) {
        let Columns { nodes, tallies, later } = &self.now;
        (self.used, size_of_val(&nodes[..]) + size_of_val(&tallies[..]) + size_of_val(&later[..]))
    }

    /// Whether another child of this node may be made.
    pub fn has_room(&self, parent: u32) -> bool {
        self.now.nodes.len() < MOST && self.node(parent).count < u16::MAX
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node<A> {
        &self.now.nodes[index as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, index: u32) -> &mut Node<A> {
        &mut self.now.nodes[index as usize]
    }

    /// How it went for the seat that moved into the node.
    #[inline]
    pub fn tally(&self, index: u32) -> &Tally {
        &self.now.tallies[index as usize]
    }

    #[inline]
    pub fn tally_mut(&mut self, index: u32) -> &mut Tally {
        &mut self.now.tallies[index as usize]
    }

    /// How it went when the node's action was played at any later time.
    #[inline]
    pub fn later(&self, index: u32) -> &Tally {
        &self.now.later[index as usize]
    }

    #[inline]
    pub fn later_mut(&mut self, index: u32) -> &mut Tally {
        &mut self.now.later[index as usize]
    }

    /// Where the children of a node lie.
    #[inline]
    pub fn children(&self, parent: u32) -> Range<u32> {
        self.node(parent).children()
    }

    /// The tallies of a node's children.
    #[inline]
    pub fn tallies(&self, parent: u32) -> &[Tally] {
        let children = self.children(parent);
        &self.now.tallies[children.start as usize..children.end as usize]
    }

    /// The child with this action of this seat.
    pub fn find(&self, parent: u32, key: (A, Seat)) -> Option<u32> {
        let children = self.children(parent);
        let nodes = &self.now.nodes[children.start as usize..children.end as usize];
        let position = nodes.binary_search_by(|child| child.key().cmp(&key)).ok()?;
        Some(children.start + position as u32)
    }

    /// Adds a child, which must be new, and returns where it lies. Its siblings may move.
    pub fn insert(&mut self, parent: u32, child: Node<A>) -> u32 {
        let &Node { first, count, .. } = self.node(parent);
        let room = self.node(parent).room();
        let mut first = first as usize;
        let count = usize::from(count);
        if count == 0 {
            first = self.take_block(0, child);
        } else if count == 1 << room {
            let small = std::mem::replace(&mut first, self.take_block(room + 1, child));
            self.now.copy_within(small..small + count, first);
            self.now.nodes[small].first = std::mem::replace(&mut self.unused[usize::from(room)], small as u32);
        }
        let nodes = &self.now.nodes[first..first + count];
        let at = first + nodes.partition_point(|other| other.key() < child.key());
        self.now.copy_within(at..first + count, at + 1);
        self.now.nodes[at] = child;
        self.now.tallies[at] = Tally::default();
        if let Some(later) = self.now.later.get_mut(at) {
            *later = Tally::default();
        }
        let node = self.node_mut(parent);
        node.first = first as u32;
        node.count += 1;
        self.used += 1;
        at as u32
    }

    /// A block with room for two to the power `room`; `filler` stands in a new one.
    fn take_block(&mut self, room: u8, filler: Node<A>) -> usize {
        let unused = self.unused[usize::from(room)];
        if unused == 0 {
            return self.now.extend(filler, 1 << room, !self.now.later.is_empty()) as usize;
        }
        self.unused[usize::from(room)] = self.node(unused).first;
        unused as usize
    }

    /// Makes a node the root and forgets everything that is not below it.
    pub fn reroot(&mut self, root: u32) {
        std::mem::swap(&mut self.now, &mut self.spare);
        let with_later = !self.spare.later.is_empty();
        self.plant(self.spare.nodes[root as usize], with_later);
        let root = root as usize;
        self.now.copy_from(0..1, &self.spare, root..root + 1);
        // Every block is copied when the walk comes to its parent; what fills the rest of a block has no children.
        let mut at = 0;
        while at < self.now.nodes.len() {
            let node = self.now.nodes[at];
            if node.count > 0 {
                let from = node.first as usize..node.first as usize + usize::from(node.count);
                let filler = Node::new(node.action, Seat(0));
                let to = self.now.extend(filler, 1 << node.room(), with_later) as usize;
                self.now.copy_from(to..to + from.len(), &self.spare, from);
                self.now.nodes[at].first = to as u32;
                self.used += usize::from(node.count);
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        let tallies = 2 * size_of::<Tally>();
        assert_eq!(size_of::<Node<u8>>() + tallies, 32);
        assert_eq!(size_of::<Node<u32>>() + tallies, 32);
        assert_eq!(size_of::<Node<u64>>() + tallies, 40);
    }

    fn child(action: u8) -> Node<u8> {
        Node { available: u32::from(action), ..Node::new(action, Seat(1)) }
    }

    fn actions(arena: &Arena<u8>, parent: u32) -> Vec<u8> {
        arena.children(parent).map(|index| arena.node(index).action).collect()
    }

    fn add_later(arena: &mut Arena<u8>, index: u32, times: u8) {
        (0..times).for_each(|_| arena.later_mut(index).add(0.5));
    }

    #[test]
    fn children_stay_sorted_and_keep_what_they_know() {
        let mut arena = Arena::new();
        arena.plant(child(0), true);
        for action in [5, 2, 9, 1, 7, 3] {
            let at = arena.insert(ROOT, child(action));
            add_later(&mut arena, at, action);
        }
        assert_eq!(actions(&arena, ROOT), [1, 2, 3, 5, 7, 9]);
        for index in arena.children(ROOT) {
            assert_eq!(arena.later(index).visits(), u32::from(arena.node(index).action));
            assert_eq!(arena.node(index).available, u32::from(arena.node(index).action));
        }
        assert_eq!(arena.find(ROOT, (7, Seat(1))), Some(arena.children(ROOT).start + 4));
        assert_eq!(arena.find(ROOT, (7, Seat(0))), None);
    }

    #[test]
    fn blocks_left_behind_are_used_again() {
        let mut arena = Arena::new();
        arena.plant(child(0), false);
        let mut parent = ROOT;
        for _ in 0..100 {
            for action in 0..4 {
                arena.insert(parent, child(action));
            }
            parent = arena.find(parent, (2, Seat(1))).unwrap();
        }
        let (used, bytes) = arena.size();
        assert_eq!(used, 401);
        assert!(bytes <= 405 * (size_of::<Node<u8>>() + size_of::<Tally>()), "{bytes}");
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it_and_nothing_else() {
        let mut arena = Arena::new();
        arena.plant(child(0), true);
        for action in [5, 2, 9] {
            arena.insert(ROOT, child(action));
        }
        let two = arena.find(ROOT, (2, Seat(1))).unwrap();
        for action in [8, 4, 6] {
            arena.insert(two, child(action));
        }
        let four = arena.find(two, (4, Seat(1))).unwrap();
        let leaf = arena.insert(four, child(1));
        add_later(&mut arena, leaf, 77);
        arena.reroot(two);
        assert_eq!(arena.size().0, 5);
        assert_eq!(actions(&arena, ROOT), [4, 6, 8]);
        let four = arena.find(ROOT, (4, Seat(1))).unwrap();
        assert_eq!(actions(&arena, four), [1]);
        assert_eq!(arena.later(arena.children(four).start).visits(), 77);
        arena.insert(ROOT, child(5));
        assert_eq!(actions(&arena, ROOT), [4, 5, 6, 8]);
    }
}
