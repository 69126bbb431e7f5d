use marque::Seat;

use crate::tally::Tally;

/// Where the root of a tree lies.
pub(crate) const ROOT: u32 = 0;

/// What is known of an action after the actions on the way to it.
///
/// Children lie side by side, sorted by action and seat, in a block of the arena with room for a power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<A> {
    /// How it went for the seat that moved into the node.
    pub tally: Tally,
    /// How often the action could have been chosen.
    pub available: u32,
    first: u32,
    count: u16,
    /// The block holds two to this power.
    room: u8,
    /// The seat in the lowest bits, [`PROVEN`] and [`FULL`].
    marks: u8,
    /// How promising the action looked, from 0 to 255.
    pub prior: u8,
    /// The action that leads here; at the root any action.
    pub action: A,
}

const SEAT: u8 = 7;
const PROVEN: u8 = 8;
const FULL: u8 = 16;

impl<A: Copy + Ord> Node<A> {
    pub fn new(action: A, seat: Seat) -> Node<A> {
        Node { tally: Tally::default(), available: 0, first: 0, count: 0, room: 0, marks: seat.0, prior: 0, action }
    }

    /// Who moved into the node.
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat(self.marks & SEAT)
    }

    /// Whether the mean is the exact value under best play.
    #[inline]
    pub fn proven(&self) -> bool {
        self.marks & PROVEN != 0
    }

    pub fn prove(&mut self, value: f32) {
        self.marks |= PROVEN;
        self.tally.mean = value;
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
}

/// The nodes of one tree in one piece of memory, addressed by index.
pub(crate) struct Arena<A> {
    nodes: Vec<Node<A>>,
    /// What is known of each node's action played at any later time (all moves as first); empty where nobody asks.
    later: Vec<Tally>,
    with_later: bool,
    /// The first of the unused blocks of each size, chained by `first`.
    unused: [u32; 17],
    used: usize,
    spare: Vec<Node<A>>,
    spare_later: Vec<Tally>,
}

/// More nodes than this are not made: the search goes on in the tree it has.
const MOST: usize = 1 << 25;

impl<A: Copy + Ord> Arena<A> {
    pub fn new(with_later: bool) -> Arena<A> {
        Arena {
            nodes: Vec::new(),
            later: Vec::new(),
            with_later,
            unused: [0; 17],
            used: 0,
            spare: Vec::new(),
            spare_later: Vec::new(),
        }
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Drops the tree and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.later.clear();
        self.unused = [0; 17];
        self.used = 0;
    }

    /// Starts a tree of nothing but a root.
    pub fn plant(&mut self, root: Node<A>) {
        self.clear();
        self.extend(root, 1);
        self.used = 1;
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
    pub fn size(&self) -> (usize, usize) {
        let bytes = self.nodes.len() * size_of::<Node<A>>() + self.later.len() * size_of::<Tally>();
        (self.used, bytes)
    }

    /// Whether another child of this node may be made.
    pub fn has_room(&self, parent: u32) -> bool {
        self.nodes.len() < MOST && self.node(parent).count < u16::MAX
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node<A> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, index: u32) -> &mut Node<A> {
        &mut self.nodes[index as usize]
    }

    /// What is known of the node's action played later.
    #[inline]
    pub fn later(&self, index: u32) -> &Tally {
        &self.later[index as usize]
    }

    #[inline]
    pub fn later_mut(&mut self, index: u32) -> &mut Tally {
        &mut self.later[index as usize]
    }

    /// Where the children of a node lie.
    #[inline]
    pub fn span(&self, parent: u32) -> std::ops::Range<u32> {
        let node = self.node(parent);
        node.first..node.first + u32::from(node.count)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, parent: u32) -> &[Node<A>] {
        let span = self.span(parent);
        &self.nodes[span.start as usize..span.end as usize]
    }

    /// The child with this action of this seat.
    pub fn find(&self, parent: u32, key: (A, Seat)) -> Option<u32> {
        let position = self.children(parent).binary_search_by(|child| child.key().cmp(&key)).ok()?;
        Some(self.node(parent).first + position as u32)
    }

    /// Adds a child, which must be new, and returns where it lies. Its siblings may move.
    pub fn insert(&mut self, parent: u32, child: Node<A>) -> u32 {
        let Node { first, count, room, .. } = *self.node(parent);
        let mut first = first;
        if first == 0 {
            first = self.take_block(0, child);
            self.node_mut(parent).first = first;
        } else if u32::from(count) == 1 << room {
            let old = first as usize..first as usize + usize::from(count);
            first = self.take_block(room + 1, child);
            self.nodes.copy_within(old.clone(), first as usize);
            if self.with_later {
                self.later.copy_within(old, first as usize);
            }
            let node = self.node_mut(parent);
            let small = std::mem::replace(&mut node.first, first);
            node.room = room + 1;
            self.nodes[small as usize].first = std::mem::replace(&mut self.unused[usize::from(room)], small);
        }
        let end = first as usize + usize::from(count);
        let at = first as usize + self.nodes[first as usize..end].partition_point(|other| other.key() < child.key());
        self.nodes.copy_within(at..end, at + 1);
        self.nodes[at] = child;
        if self.with_later {
            self.later.copy_within(at..end, at + 1);
            self.later[at] = Tally::default();
        }
        self.node_mut(parent).count = count + 1;
        self.used += 1;
        at as u32
    }

    /// A block with room for two to the power `room`; `filler` stands in the new ones.
    fn take_block(&mut self, room: u8, filler: Node<A>) -> u32 {
        let unused = self.unused[usize::from(room)];
        if unused != 0 {
            self.unused[usize::from(room)] = self.nodes[unused as usize].first;
            return unused;
        }
        self.extend(filler, 1 << room)
    }

    fn extend(&mut self, filler: Node<A>, by: usize) -> u32 {
        let start = self.nodes.len();
        self.nodes.resize(start + by, filler);
        if self.with_later {
            self.later.resize(start + by, Tally::default());
        }
        start as u32
    }

    /// Makes a node the root and forgets everything that is not below it.
    pub fn reroot(&mut self, root: u32) {
        std::mem::swap(&mut self.nodes, &mut self.spare);
        std::mem::swap(&mut self.later, &mut self.spare_later);
        let old = std::mem::take(&mut self.spare);
        let old_later = std::mem::take(&mut self.spare_later);
        self.plant(old[root as usize]);
        if self.with_later {
            self.later[0] = old_later[root as usize];
        }
        // Every block is copied when the walk comes to its parent; the fillers behind a block have no children.
        let mut at = 0;
        while at < self.nodes.len() {
            let Node { first, count, .. } = self.nodes[at];
            if count > 0 {
                let from = first as usize..first as usize + usize::from(count);
                let room = usize::from(count).next_power_of_two();
                let filler = Node::new(self.nodes[at].action, Seat(0));
                let to = self.extend(filler, room) as usize;
                self.nodes[to..to + usize::from(count)].copy_from_slice(&old[from.clone()]);
                if self.with_later {
                    self.later[to..to + usize::from(count)].copy_from_slice(&old_later[from]);
                }
                self.nodes[at].first = to as u32;
                self.nodes[at].room = room.trailing_zeros() as u8;
                self.used += usize::from(count);
            }
            at += 1;
        }
        self.spare = old;
        self.spare_later = old_later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        let aside = size_of::<Tally>();
        assert!(size_of::<Node<u64>>() + aside <= 40, "{}", size_of::<Node<u64>>());
        assert_eq!(size_of::<Node<u8>>(), 24);
        assert_eq!(size_of::<Node<u16>>(), 24);
        assert_eq!(size_of::<Node<u32>>(), 28);
    }

    fn child(action: u8) -> Node<u8> {
        Node { available: u32::from(action), ..Node::new(action, Seat(1)) }
    }

    fn actions(arena: &Arena<u8>, parent: u32) -> Vec<u8> {
        arena.children(parent).iter().map(|node| node.action).collect()
    }

    #[test]
    fn children_stay_sorted_and_keep_what_they_know() {
        let mut arena = Arena::new(true);
        arena.plant(child(0));
        for action in [5, 2, 9, 1, 7, 3] {
            let at = arena.insert(ROOT, child(action));
            arena.later_mut(at).visits = u32::from(action);
        }
        assert_eq!(actions(&arena, ROOT), [1, 2, 3, 5, 7, 9]);
        for index in arena.span(ROOT) {
            assert_eq!(arena.later(index).visits, u32::from(arena.node(index).action));
            assert_eq!(arena.node(index).available, u32::from(arena.node(index).action));
        }
        assert_eq!(arena.find(ROOT, (7, Seat(1))), Some(arena.span(ROOT).start + 4));
        assert_eq!(arena.find(ROOT, (7, Seat(0))), None);
    }

    #[test]
    fn blocks_left_behind_are_used_again() {
        let mut arena = Arena::new(false);
        arena.plant(child(0));
        let mut parent = ROOT;
        for _ in 0..100 {
            for action in 0..4 {
                arena.insert(parent, child(action));
            }
            parent = arena.find(parent, (2, Seat(1))).unwrap();
        }
        let (used, bytes) = arena.size();
        assert_eq!(used, 401);
        assert!(bytes <= 405 * size_of::<Node<u8>>(), "{bytes}");
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it_and_nothing_else() {
        let mut arena = Arena::new(true);
        arena.plant(child(0));
        for action in [5, 2, 9] {
            arena.insert(ROOT, child(action));
        }
        let two = arena.find(ROOT, (2, Seat(1))).unwrap();
        for action in [8, 4, 6] {
            arena.insert(two, child(action));
        }
        let four = arena.find(two, (4, Seat(1))).unwrap();
        let leaf = arena.insert(four, child(1));
        arena.later_mut(leaf).visits = 77;
        arena.reroot(two);
        assert_eq!(arena.size().0, 5);
        assert_eq!(actions(&arena, ROOT), [4, 6, 8]);
        let four = arena.find(ROOT, (4, Seat(1))).unwrap();
        assert_eq!(actions(&arena, four), [1]);
        assert_eq!(arena.later(arena.span(four).start).visits, 77);
        arena.insert(ROOT, child(5));
        assert_eq!(actions(&arena, ROOT), [4, 5, 6, 8]);
    }
}
