use std::ops::Range;

use marque::Seat;

use super::estimate::Estimate;

/// Where the root of a tree lies.
pub(crate) const ROOT: u32 = 0;

/// A node of the tree, which stands for an action after the actions on the way to it: all that the way down needs to know
/// of it once it is selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<A> {
    /// How often the action could have been chosen: what UCB takes for the parent's visits in ISMCTS.
    pub available: u32,
    first: u32,
    count: u16,
    /// The seat in the lowest bits, and [`FULLY_EXPANDED`].
    marks: u8,
    /// How promising the action looked, from 0 to 255.
    pub prior: u8,
    /// The action that leads here; at the root any action.
    pub action: A,
}

const SEAT: u8 = 7;
const FULLY_EXPANDED: u8 = 8;

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
    pub fn is_fully_expanded(&self) -> bool {
        self.marks & FULLY_EXPANDED != 0
    }

    /// Says that the children are all there can be.
    pub fn set_fully_expanded(&mut self) {
        self.marks |= FULLY_EXPANDED;
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

/// Where the nodes of one tree are kept, addressed by index.
///
/// Children lie side by side, sorted by action and seat, in a block with room for a power of two. What selection among
/// them looks at, their estimates, lies apart from the rest: those of eight children share a line of the cache.
pub(crate) struct NodeStore<A> {
    now: Columns<A>,
    /// The first of the unused blocks of each size, chained by `first`.
    unused: [u32; 17],
    used: usize,
    /// Memory for the next [`NodeStore::reroot`].
    spare: Columns<A>,
}

/// What is known of the nodes, column by column.
struct Columns<A> {
    nodes: Vec<Node<A>>,
    estimates: Vec<Estimate>,
    /// All moves as first (AMAF): how it went when a node's action was played then or at any later time; empty where
    /// nobody asks.
    amaf: Vec<Estimate>,
}

/// More nodes than this are not made: the search goes on in the tree it has.
const MOST: usize = 1 << 25;

impl<A: Copy> Columns<A> {
    fn new() -> Columns<A> {
        Columns { nodes: Vec::new(), estimates: Vec::new(), amaf: Vec::new() }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.estimates.clear();
        self.amaf.clear();
    }

    fn extend(&mut self, filler: Node<A>, by: usize, with_amaf: bool) -> u32 {
        let start = self.nodes.len();
        self.nodes.resize(start + by, filler);
        self.estimates.resize(start + by, Estimate::default());
        if with_amaf {
            self.amaf.resize(start + by, Estimate::default());
        }
        start as u32
    }

    fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.nodes.copy_within(from.clone(), to);
        self.estimates.copy_within(from.clone(), to);
        if !self.amaf.is_empty() {
            self.amaf.copy_within(from, to);
        }
    }

    fn copy_from(&mut self, to: Range<usize>, other: &Columns<A>, from: Range<usize>) {
        self.nodes[to.clone()].copy_from_slice(&other.nodes[from.clone()]);
        self.estimates[to.clone()].copy_from_slice(&other.estimates[from.clone()]);
        if !self.amaf.is_empty() {
            self.amaf[to].copy_from_slice(&other.amaf[from]);
        }
    }
}

impl<A: Copy + Ord> NodeStore<A> {
    pub fn new() -> NodeStore<A> {
        NodeStore { now: Columns::new(), unused: [0; 17], used: 0, spare: Columns::new() }
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

    /// Starts a tree of nothing but a root, with or without AMAF records.
    pub fn plant(&mut self, root: Node<A>, with_amaf: bool) {
        self.clear();
        self.now.extend(root, 1, with_amaf);
        self.used = 1;
    }

    /// How many nodes there are, and the bytes of the memory they lie in.
    pub fn size(&self) -> (usize, usize) {
        let Columns { nodes, estimates, amaf } = &self.now;
        (self.used, size_of_val(&nodes[..]) + size_of_val(&estimates[..]) + size_of_val(&amaf[..]))
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
    pub fn estimate(&self, index: u32) -> &Estimate {
        &self.now.estimates[index as usize]
    }

    #[inline]
    pub fn estimate_mut(&mut self, index: u32) -> &mut Estimate {
        &mut self.now.estimates[index as usize]
    }

    /// How it went when the node's action was played then or at any later time (AMAF).
    #[inline]
    pub fn amaf(&self, index: u32) -> &Estimate {
        &self.now.amaf[index as usize]
    }

    #[inline]
    pub fn amaf_mut(&mut self, index: u32) -> &mut Estimate {
        &mut self.now.amaf[index as usize]
    }

    /// Where the children of a node lie.
    #[inline]
    pub fn children(&self, parent: u32) -> Range<u32> {
        self.node(parent).children()
    }

    /// The estimates of a node's children.
    #[inline]
    pub fn estimates(&self, parent: u32) -> &[Estimate] {
        let children = self.children(parent);
        &self.now.estimates[children.start as usize..children.end as usize]
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
        self.now.estimates[at] = Estimate::default();
        if let Some(amaf) = self.now.amaf.get_mut(at) {
            *amaf = Estimate::default();
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
            return self.now.extend(filler, 1 << room, !self.now.amaf.is_empty()) as usize;
        }
        self.unused[usize::from(room)] = self.node(unused).first;
        unused as usize
    }

    /// Makes a node the root and forgets everything that is not below it.
    pub fn reroot(&mut self, root: u32) {
        std::mem::swap(&mut self.now, &mut self.spare);
        let with_amaf = !self.spare.amaf.is_empty();
        self.plant(self.spare.nodes[root as usize], with_amaf);
        let root = root as usize;
        self.now.copy_from(0..1, &self.spare, root..root + 1);
        // Every block is copied when the walk comes to its parent; what fills the rest of a block has no children.
        let mut at = 0;
        while at < self.now.nodes.len() {
            let node = self.now.nodes[at];
            if node.count > 0 {
                let from = node.first as usize..node.first as usize + usize::from(node.count);
                let filler = Node::new(node.action, Seat(0));
                let to = self.now.extend(filler, 1 << node.room(), with_amaf) as usize;
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
        let estimates = 2 * size_of::<Estimate>();
        assert_eq!(size_of::<Node<u8>>() + estimates, 32);
        assert_eq!(size_of::<Node<u32>>() + estimates, 32);
        assert_eq!(size_of::<Node<u64>>() + estimates, 40);
    }

    fn child(action: u8) -> Node<u8> {
        Node { available: u32::from(action), ..Node::new(action, Seat(1)) }
    }

    fn actions(store: &NodeStore<u8>, parent: u32) -> Vec<u8> {
        store.children(parent).map(|index| store.node(index).action).collect()
    }

    fn add_amaf(store: &mut NodeStore<u8>, index: u32, times: u8) {
        (0..times).for_each(|_| store.amaf_mut(index).add(0.5));
    }

    #[test]
    fn children_stay_sorted_and_keep_what_they_know() {
        let mut store = NodeStore::new();
        store.plant(child(0), true);
        for action in [5, 2, 9, 1, 7, 3] {
            let at = store.insert(ROOT, child(action));
            add_amaf(&mut store, at, action);
        }
        assert_eq!(actions(&store, ROOT), [1, 2, 3, 5, 7, 9]);
        for index in store.children(ROOT) {
            assert_eq!(store.amaf(index).visits(), u32::from(store.node(index).action));
            assert_eq!(store.node(index).available, u32::from(store.node(index).action));
        }
        assert_eq!(store.find(ROOT, (7, Seat(1))), Some(store.children(ROOT).start + 4));
        assert_eq!(store.find(ROOT, (7, Seat(0))), None);
    }

    #[test]
    fn blocks_left_behind_are_used_again() {
        let mut store = NodeStore::new();
        store.plant(child(0), false);
        let mut parent = ROOT;
        for _ in 0..100 {
            for action in 0..4 {
                store.insert(parent, child(action));
            }
            parent = store.find(parent, (2, Seat(1))).unwrap();
        }
        let (used, bytes) = store.size();
        assert_eq!(used, 401);
        assert!(bytes <= 405 * (size_of::<Node<u8>>() + size_of::<Estimate>()), "{bytes}");
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it_and_nothing_else() {
        let mut store = NodeStore::new();
        store.plant(child(0), true);
        for action in [5, 2, 9] {
            store.insert(ROOT, child(action));
        }
        let two = store.find(ROOT, (2, Seat(1))).unwrap();
        for action in [8, 4, 6] {
            store.insert(two, child(action));
        }
        let four = store.find(two, (4, Seat(1))).unwrap();
        let leaf = store.insert(four, child(1));
        add_amaf(&mut store, leaf, 77);
        store.reroot(two);
        assert_eq!(store.size().0, 5);
        assert_eq!(actions(&store, ROOT), [4, 6, 8]);
        let four = store.find(ROOT, (4, Seat(1))).unwrap();
        assert_eq!(actions(&store, four), [1]);
        assert_eq!(store.amaf(store.children(four).start).visits(), 77);
        store.insert(ROOT, child(5));
        assert_eq!(actions(&store, ROOT), [4, 5, 6, 8]);
    }
}
