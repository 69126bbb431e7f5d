//! Once warm, the search asks for no memory: counted by the allocator itself.

#[path = "../../examples/connect_four.rs"]
mod connect_four;
#[path = "players/high_card.rs"]
#[allow(dead_code)]
mod high_card;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_four::ConnectFour;
use high_card::HighCard;
use marque::random::{Purpose, stream};
use marque::{Notation, Table, Turn, toml};
use marque_agents::learn::{Learnt, Net};
use marque_agents::{Agent, Budget, Evaluator, Knowledge, Options, Search};

impl Knowledge for ConnectFour {}

/// Counts what it hands on to the system's allocator.
struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a decision asks for memory when the same was decided before.
fn allocations<G: Knowledge>(seats: usize, options: Options, evaluator: Arc<dyn Evaluator<G>>) -> usize {
    let mut chance = stream(1, 0, Purpose::Chance);
    let mut table = Table::new(G::create(seats, &toml::Table::new()).unwrap());
    while table.roll(&mut chance).is_some() {}
    let Turn::Seat(seat) = table.turn() else { panic!("a seat is to move") };
    let view = table.view(seat);
    let mut search = Search::<G>::with(options, evaluator);
    let mut counts = [0; 2];
    for count in &mut counts {
        let before = COUNT.load(Ordering::Relaxed);
        search.choose(&view, &mut stream(1, 0, Purpose::Seat(seat))).unwrap();
        *count = COUNT.load(Ordering::Relaxed) - before;
    }
    assert!(counts[0] > 10, "the tree had to be made once");
    counts[1]
}

/// One test, so that nothing else runs beside it.
#[test]
fn a_warm_search_asks_for_no_memory_however_long_it_runs() {
    let plain = Options { budget: Budget::Iterations(20_000), ..Options::default() };
    let wide = Options { bias: 1.0, widen: Some(3.0), cut: Some(30), prior_playouts: true, ..plain };
    let puct = Options { puct: Some(1.0), ripe: 3, infer: 2, ..plain };
    for options in [plain, wide, puct] {
        // What is left is the list of what it found, made once a decision.
        assert!(allocations::<ConnectFour>(2, options, ConnectFour::evaluator()) < 10);
        assert!(allocations::<HighCard>(3, options, HighCard::evaluator()) < 10);
        let mut net = Net::new(1, HighCard::KINDS.len(), || 0.0);
        net.kinds.iter_mut().flatten().for_each(|weight| *weight = 1.0);
        assert!(allocations::<HighCard>(3, options, Arc::new(Learnt::new(Arc::new(net)))) < 10);
    }
}
