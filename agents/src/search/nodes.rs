use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use hashbrown::HashTable;
use marque::Seat;
use rustc_hash::FxBuildHasher;

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
    /// Where the action stood in the list of legal ones when it was last looked for: most often it stands there again.
    pub position: u16,
    /// How promising the action looked, in bits of the search's own choice.
    pub prior: u8,
    /// The share that the best action not tried here had when that was last asked.
    pub rest: Share,
    /// The seat in the lowest bits, and [`FULLY_EXPANDED`].
    marks: u8,
    /// The action that leads here; at the root any action.
    pub action: A,
}

const SEAT: u8 = 7;
const FULLY_EXPANDED: u8 = 8;

/// A share from 0 to 1 in a byte: five bits of exponent and three of mantissa, so that small ones are as exact as large ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share(pub u8);

impl Share {
    /// All of it.
    pub const ALL: Share = Share::new(1.0);
    /// The bits of the least float above zero that a share can be, without those of the mantissa that are left out.
    const LEAST: u32 = ((127 - 31) << 3) - 1;

    /// The nearest to a number from 0 to 1.
    #[inline]
    pub const fn new(share: f32) -> Share {
        let bits = (share.to_bits() + (1 << 19)) >> 20;
        Share(bits.saturating_sub(Share::LEAST) as u8)
    }

    /// The number it stands for.
    #[inline]
    pub const fn get(self) -> f32 {
        f32::from_bits((self.0 as u32 + Share::LEAST) << 20)
    }
}

impl<A: Copy + Eq> Node<A> {
    pub fn new(action: A, seat: Seat) -> Node<A> {
        Node { available: 0, first: 0, count: 0, position: 0, prior: 0, rest: Share::ALL, marks: seat.0, action }
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

    /// Says whether the children are all there can be.
    pub fn set_fully_expanded(&mut self, fully: bool) {
        self.marks = self.marks & !FULLY_EXPANDED | if fully { FULLY_EXPANDED } else { 0 };
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
/// Children lie side by side, in the order in which they came, in a block with room for a power of two. What selection
/// among them looks at, their estimates, lies apart from the rest: those of eight children share a line of the cache.
pub(crate) struct NodeStore<A> {
    now: Columns<A>,
    /// Children of crowded nodes by their action.
    index: HashTable<Entry>,
    /// The first of the unused blocks of each size, chained by `first`.
    unused: [u32; 17],
    used: usize,
    /// How many nodes there may be room for: where that is used up, the search goes on in the tree it has.
    most: usize,
    /// Memory for the next [`NodeStore::reroot`].
    spare: Columns<A>,
}

/// A child in the index, and where the block it lies in begins.
#[derive(Debug)]
struct Entry {
    block: u32,
    child: u32,
}

/// The most bytes that an entry takes, in a table that has just grown: two places and a byte beside each.
const ENTRY: usize = 2 * (size_of::<Entry>() + 1) * 8 / 7 + 1;

/// What is known of the nodes, column by column.
struct Columns<A> {
    nodes: Vec<Node<A>>,
    estimates: Vec<Estimate>,
}

impl<A: Copy> Columns<A> {
    fn new() -> Columns<A> {
        Columns { nodes: Vec::new(), estimates: Vec::new() }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.estimates.clear();
    }

    /// Makes room for `by` more nodes; never for more than `most` in all, if only so many are asked for.
    fn extend(&mut self, filler: Node<A>, by: usize, most: usize) -> u32 {
        let start = self.nodes.len();
        if start + by > self.nodes.capacity() {
            let capacity = (2 * (start + by)).clamp(64, most.max(start + by));
            self.nodes.reserve_exact(capacity - start);
            self.estimates.reserve_exact(capacity - start);
        }
        self.nodes.resize(start + by, filler);
        self.estimates.resize(start + by, Estimate::default());
        start as u32
    }

    fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.nodes.copy_within(from.clone(), to);
        self.estimates.copy_within(from, to);
    }

    fn copy_from(&mut self, to: Range<usize>, other: &Columns<A>, from: Range<usize>) {
        self.nodes[to.clone()].copy_from_slice(&other.nodes[from.clone()]);
        self.estimates[to].copy_from_slice(&other.estimates[from]);
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<A>>() + self.estimates.capacity() * size_of::<Estimate>()
    }
}

impl<A: Copy + Eq + Hash> NodeStore<A> {
    /// Nodes with more children than this are crowded: theirs are in the index. As many fill a block.
    const CROWD: usize = 1 << 5;
    /// The least number of nodes a store has room for, however little memory it may take: the actions of any root.
    const LEAST: usize = 1 << 12;

    /// A store that takes no more than so many bytes, its spare memory included.
    pub fn new(bytes: usize) -> NodeStore<A> {
        let most = bytes / (2 * (size_of::<Node<A>>() + size_of::<Estimate>()) + ENTRY);
        let most = most.clamp(NodeStore::<A>::LEAST, u32::MAX as usize);
        let (now, spare) = (Columns::new(), Columns::new());
        NodeStore { now, index: HashTable::new(), unused: [0; 17], used: 0, most, spare }
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Drops the tree and keeps the memory.
    pub fn clear(&mut self) {
        self.now.clear();
        self.index.clear();
        self.unused = [0; 17];
        self.used = 0;
    }

    /// Starts a tree of nothing but a root.
    pub fn plant(&mut self, root: Node<A>) {
        self.clear();
        self.now.extend(root, 1, self.most);
        self.used = 1;
    }

    /// How many nodes there are, and the bytes of all the memory that is kept for them.
    pub fn size(&self) -> (usize, usize) {
        (self.used, self.now.bytes() + self.spare.bytes() + self.index.allocation_size())
    }

    /// Whether another child of this node may be made.
    #[inline]
    pub fn has_room(&self, parent: u32) -> bool {
        let node = self.node(parent);
        let fits = |room: u8| self.unused[usize::from(room)] != 0 || self.now.nodes.len() + (1 << room) <= self.most;
        match node.count {
            u16::MAX => false,
            0 => fits(0),
            count if count == 1 << node.room() => fits(node.room() + 1),
            _ => true,
        }
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

    /// Adds a child, which must be new and have room, and returns where it lies. Its siblings may move.
    pub fn insert(&mut self, parent: u32, child: Node<A>) -> u32 {
        let &Node { first, count, .. } = self.node(parent);
        let room = self.node(parent).room();
        let mut first = first as usize;
        let count = usize::from(count);
        if count == 0 {
            first = self.take_block(0, child);
        } else if count == 1 << room {
            let small = std::mem::replace(&mut first, self.take_block(room + 1, child));
            if count > NodeStore::<A>::CROWD {
                self.delist(small, count);
            }
            self.now.copy_within(small..small + count, first);
            if count >= NodeStore::<A>::CROWD {
                self.enlist(first, first..first + count);
            }
            self.now.nodes[small].first = std::mem::replace(&mut self.unused[usize::from(room)], small as u32);
        }
        let at = first + count;
        self.now.nodes[at] = child;
        self.now.estimates[at] = Estimate::default();
        if count >= NodeStore::<A>::CROWD {
            self.enlist(first, at..at + 1);
        }
        let node = self.node_mut(parent);
        node.first = first as u32;
        node.count += 1;
        self.used += 1;
        at as u32
    }

    /// Enters some children of a block into the index.
    fn enlist(&mut self, block: usize, children: Range<usize>) {
        let Columns { nodes, .. } = &self.now;
        let hash = |entry: &Entry| hash(entry.block, nodes[entry.child as usize].action);
        for child in children {
            let entry = Entry { block: block as u32, child: child as u32 };
            self.index.insert_unique(hash(&entry), entry, hash);
        }
    }

    /// Takes the children of a block out of the index.
    fn delist(&mut self, block: usize, count: usize) {
        for child in block..block + count {
            let hash = hash(block as u32, self.now.nodes[child].action);
            let entry = self.index.find_entry(hash, |entry| entry.child == child as u32);
            entry.expect("children of a crowded node are in the index").remove();
        }
    }

    /// Whether a node has so many children that they are found faster than looked through.
    #[inline]
    pub fn is_crowded(&self, parent: u32) -> bool {
        usize::from(self.node(parent).count) > NodeStore::<A>::CROWD
    }

    /// The child of a crowded node into which a seat moved by an action.
    #[inline]
    pub fn find(&self, parent: u32, action: A, seat: Seat) -> Option<u32> {
        let block = self.node(parent).first;
        let entry = self.index.find(hash(block, action), |entry| {
            let node = self.node(entry.child);
            entry.block == block && node.action == action && node.seat() == seat
        });
        entry.map(|entry| entry.child)
    }

    /// A block with room for two to the power `room`; `filler` stands in a new one.
    fn take_block(&mut self, room: u8, filler: Node<A>) -> usize {
        let unused = self.unused[usize::from(room)];
        if unused == 0 {
            return self.now.extend(filler, 1 << room, self.most) as usize;
        }
        self.unused[usize::from(room)] = self.node(unused).first;
        unused as usize
    }

    /// Drops those children of the root that do not fit, with all below them.
    pub fn prune_root(&mut self, mut fits: impl FnMut(&Node<A>) -> bool) {
        let children = self.children(ROOT);
        if children.clone().all(|child| fits(self.node(child))) {
            return;
        }
        let mut kept = children.start;
        for child in children {
            if fits(self.node(child)) {
                self.now.copy_within(child as usize..child as usize + 1, kept as usize);
                kept += 1;
            }
        }
        let node = self.node_mut(ROOT);
        node.count = (kept - node.first) as u16;
        // What hung below the others, and room in the block that a smaller one would not have, go with a copy.
        self.reroot(ROOT);
    }

    /// Makes a node the root and forgets everything that is not below it.
    pub fn reroot(&mut self, root: u32) {
        std::mem::swap(&mut self.now, &mut self.spare);
        self.plant(self.spare.nodes[root as usize]);
        let root = root as usize;
        self.now.copy_from(0..1, &self.spare, root..root + 1);
        // Every block is copied when the walk comes to its parent; what fills the rest of a block has no children.
        let mut at = 0;
        while at < self.now.nodes.len() {
            let node = self.now.nodes[at];
            if node.count > 0 {
                let from = node.first as usize..node.first as usize + usize::from(node.count);
                let filler = Node::new(node.action, Seat(0));
                let to = self.now.extend(filler, 1 << node.room(), self.most) as usize;
                self.now.copy_from(to..to + from.len(), &self.spare, from.clone());
                self.now.nodes[at].first = to as u32;
                if from.len() > NodeStore::<A>::CROWD {
                    self.enlist(to, to..to + from.len());
                }
                self.used += usize::from(node.count);
            }
            at += 1;
        }
    }
}

/// Where the index looks for an action of the node whose children lie in a block.
#[inline]
fn hash(block: u32, action: impl Hash) -> u64 {
    FxBuildHasher.hash_one((block, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_at_most_32_bytes() {
        assert_eq!(size_of::<Node<u8>>() + size_of::<Estimate>(), 24);
        assert_eq!(size_of::<Node<[u8; 8]>>() + size_of::<Estimate>(), 32);
        assert_eq!(size_of::<Node<u64>>() + size_of::<Estimate>(), 32);
    }

    #[test]
    fn a_share_is_kept_within_a_sixteenth() {
        for share in [1.0, 0.9, 0.5, 0.3, 0.01, 0.0001, 1e-8] {
            let kept = Share::new(share).get();
            assert!((kept / share - 1.0).abs() <= 1.0 / 16.0, "{share} is kept as {kept}");
        }
        assert!(Share::new(0.0).get() < 1e-9);
        assert_eq!(Share::ALL.get(), 1.0);
    }

    fn child(action: u8) -> Node<u8> {
        Node { available: u32::from(action), ..Node::new(action, Seat(1)) }
    }

    fn store() -> NodeStore<u8> {
        let mut store = NodeStore::new(1 << 20);
        store.plant(child(0));
        store
    }

    fn actions(store: &NodeStore<u8>, parent: u32) -> Vec<u8> {
        store.children(parent).map(|index| store.node(index).action).collect()
    }

    fn find(store: &NodeStore<u8>, parent: u32, action: u8) -> u32 {
        store.children(parent).find(|&index| store.node(index).action == action).unwrap()
    }

    fn visit(store: &mut NodeStore<u8>, index: u32, times: u8) {
        (0..times).for_each(|_| store.estimate_mut(index).add(0.5));
    }

    #[test]
    fn children_keep_what_they_know_when_more_come() {
        let mut store = store();
        for action in [5, 2, 9, 1, 7, 3] {
            let at = store.insert(ROOT, child(action));
            visit(&mut store, at, action);
        }
        assert_eq!(actions(&store, ROOT), [5, 2, 9, 1, 7, 3]);
        for index in store.children(ROOT) {
            assert_eq!(store.estimate(index).visits(), u32::from(store.node(index).action));
            assert_eq!(store.node(index).available, u32::from(store.node(index).action));
        }
    }

    #[test]
    fn blocks_left_behind_are_used_again() {
        let mut store = store();
        let mut parent = ROOT;
        for _ in 0..100 {
            for action in 0..4 {
                store.insert(parent, child(action));
            }
            parent = find(&store, parent, 2);
        }
        assert_eq!(store.size().0, 401);
        assert!(store.now.nodes.len() <= 405, "{}", store.now.nodes.len());
    }

    /// The root and whatever a path of eights adds to it: all blocks grow, and no node has room that there is not.
    #[test]
    fn no_more_memory_is_taken_than_allowed() {
        for bytes in [0, 1 << 19, 5 << 17] {
            let mut store = NodeStore::new(bytes);
            store.plant(child(0));
            let (mut parent, mut made) = (ROOT, 1);
            while store.has_room(parent) {
                let last = store.insert(parent, child(7));
                made += 1;
                if store.node(parent).count == 8 {
                    parent = last;
                }
            }
            store.reroot(ROOT);
            let allowed = bytes.max((2 * 24 + ENTRY) * NodeStore::<u8>::LEAST);
            let (used, taken) = store.size();
            assert_eq!(used, made);
            assert!(taken <= allowed && taken > allowed / 2, "{taken} of {allowed}");
        }
    }

    /// Of room for six nodes the root takes one, its first child another and two children a block of two: the third would
    /// need a block of four.
    #[test]
    fn a_child_has_room_where_its_whole_block_has() {
        let mut store = store();
        store.most = 1;
        assert!(!store.has_room(ROOT));
        store.most = 6;
        for action in 0..2 {
            assert!(store.has_room(ROOT));
            store.insert(ROOT, child(action));
        }
        assert!(!store.has_room(ROOT));
        store.most = 8;
        assert!(store.has_room(ROOT));
        store.node_mut(ROOT).count = u16::MAX;
        assert!(!store.has_room(ROOT), "more children than can be counted");
    }

    #[test]
    fn memory_is_doubled_when_it_is_used_up_and_ends_where_it_must() {
        let mut columns = Columns::new();
        let mut kept = Vec::new();
        for _ in 0..200 {
            columns.extend(child(0), 1, 200);
            if kept.last() != Some(&columns.nodes.capacity()) {
                kept.push(columns.nodes.capacity());
            }
        }
        assert_eq!(kept, [64, 130, 200]);
        assert_eq!(columns.estimates.capacity(), 200);
    }

    /// The root has a block of eight, of which five are taken, when a path of eights uses up all memory.
    #[test]
    fn places_left_in_a_block_are_filled_when_memory_is_used_up() {
        let mut store = NodeStore::new(0);
        store.plant(child(0));
        let mut parent = ROOT;
        for action in 0..5 {
            parent = store.insert(ROOT, child(action));
        }
        while store.has_room(parent) {
            let last = store.insert(parent, child(7));
            if store.node(parent).count == 8 {
                parent = last;
            }
        }
        for action in 5..8 {
            assert!(store.has_room(ROOT));
            store.insert(ROOT, child(action));
        }
        assert!(!store.has_room(ROOT));
        assert_eq!(actions(&store, ROOT), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it_and_nothing_else() {
        let mut store = store();
        for action in [5, 2, 9] {
            store.insert(ROOT, child(action));
        }
        let two = find(&store, ROOT, 2);
        for action in [8, 4, 6] {
            store.insert(two, child(action));
        }
        let four = find(&store, two, 4);
        let leaf = store.insert(four, child(1));
        visit(&mut store, leaf, 77);
        store.reroot(two);
        assert_eq!(store.size().0, 5);
        assert_eq!(actions(&store, ROOT), [8, 4, 6]);
        let four = find(&store, ROOT, 4);
        assert_eq!(actions(&store, four), [1]);
        assert_eq!(store.estimate(store.children(four).start).visits(), 77);
        store.insert(ROOT, child(5));
        assert_eq!(actions(&store, ROOT), [8, 4, 6, 5]);
    }

    /// Whether more come, some go or all are copied: whoever is there is found, by both seats that may have moved.
    #[test]
    fn children_of_a_crowded_node_are_found_wherever_they_lie() {
        let found = |store: &NodeStore<u8>, parent| {
            assert!(store.is_crowded(parent));
            for action in 0..200 {
                let lies = |seat| {
                    store.children(parent).find(|&index| {
                        let node = store.node(index);
                        (node.action, node.seat()) == (action, seat)
                    })
                };
                for seat in [Seat(0), Seat(1)] {
                    assert_eq!(store.find(parent, action, seat), lies(seat), "{action}");
                }
            }
        };
        let mut store = store();
        store.insert(ROOT, child(0));
        let right = store.insert(ROOT, child(1));
        let left = find(&store, ROOT, 0);
        for action in 0..150 {
            store.insert(left, child(action));
            if action % 3 == 0 {
                store.insert(right, child(action));
            }
            store.insert(right, Node::new(action, Seat(0)));
            assert_eq!([left, right].map(|node| store.is_crowded(node)), [action >= 32, action >= 24]);
            if action > 40 {
                found(&store, left);
                found(&store, right);
            }
        }
        store.reroot(left);
        found(&store, ROOT);
        store.prune_root(|child| child.action > 60);
        found(&store, ROOT);
        store.insert(ROOT, child(3));
        found(&store, ROOT);
    }

    /// One node grows out of a block, and another moves in: what the first one had there is not found any more.
    #[test]
    fn who_moves_into_a_block_does_not_find_what_was_left_there() {
        let mut store = store();
        store.insert(ROOT, child(0));
        let right = store.insert(ROOT, child(1));
        let left = find(&store, ROOT, 0);
        (0..100).for_each(|action| _ = store.insert(left, child(action)));
        (100..150).for_each(|action| _ = store.insert(right, child(action)));
        for action in 0..200 {
            assert_eq!(store.find(left, action, Seat(1)).is_some(), action < 100, "{action}");
            assert_eq!(store.find(right, action, Seat(1)).is_some(), (100..150).contains(&action), "{action}");
        }
        assert_eq!(store.index.len(), 150);
        assert!(store.size().1 > store.now.bytes() + store.spare.bytes(), "the index counts too");
    }

    #[test]
    fn a_full_block_is_not_crowded_yet_wherever_it_is_copied() {
        let mut store = store();
        (0..32).for_each(|action| _ = store.insert(ROOT, child(action)));
        store.reroot(ROOT);
        assert_eq!(store.index.len(), 0);
        store.insert(ROOT, child(32));
        assert_eq!(store.index.len(), 33);
    }

    #[test]
    fn a_pruned_root_loses_what_does_not_fit_and_grows_on() {
        let mut store = store();
        for action in 0..7 {
            let at = store.insert(ROOT, child(action));
            visit(&mut store, at, action);
            store.insert(at, child(action + 10));
        }
        store.prune_root(|child| child.action % 3 != 0);
        assert_eq!(actions(&store, ROOT), [1, 2, 4, 5]);
        assert_eq!(store.size().0, 9);
        for index in store.children(ROOT) {
            let action = store.node(index).action;
            assert_eq!(store.estimate(index).visits(), u32::from(action));
            assert_eq!(actions(&store, index), [action + 10]);
        }
        store.insert(ROOT, child(8));
        assert_eq!(actions(&store, ROOT), [1, 2, 4, 5, 8]);
        store.prune_root(|_| true);
        assert_eq!(store.size().0, 10);
    }
}
