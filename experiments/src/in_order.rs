//! Work on many threads whose results are handed over in order, with a bounded number waiting.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

/// The most threads that can be asked for.
pub const MOST_THREADS: usize = 1024;

/// The most items a thread takes at once; fast work is shared out in larger helpings.
const LARGEST_HELPING: u64 = 64;
/// How many items a thread may be ahead of the slowest, for each thread.
const AHEAD: u64 = 4 * LARGEST_HELPING;
/// A helping done faster than this asks for a larger one.
const QUICK: Duration = Duration::from_millis(1);
/// How long a thread that is too far ahead sleeps before it looks at the stop flag again.
const NAP: Duration = Duration::from_millis(50);

/// Why there are no threads to work on.
#[derive(Debug, Error)]
pub enum ThreadsError {
    /// More than can be of use.
    #[error("{0} threads are too many; at most {MOST_THREADS} can be asked for, and 0 is as many as the machine has")]
    TooMany(usize),
    /// The system would not start them.
    #[error("cannot start threads: {0}")]
    Start(#[from] ThreadPoolBuildError),
}

/// Refuses more threads than can be asked for.
pub fn check_threads(threads: usize) -> Result<(), ThreadsError> {
    if threads > MOST_THREADS { Err(ThreadsError::TooMany(threads)) } else { Ok(()) }
}

/// So many threads (0: as many as the machine has).
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadsError> {
    check_threads(threads)?;
    Ok(ThreadPoolBuilder::new().num_threads(threads).build()?)
}

/// Does `work` for every number of the range on `threads` threads (0: as many as the machine has) and hands the results
/// to `deliver` in order, a few at a time, until it says `Break` or `stop` is set.
///
/// No thread does anything but work and deliver, and `deliver` runs on one thread at a time, so that one thread means
/// one thread. How the work is shared out depends on the clock; what is delivered does not.
pub fn in_order<T: Send>(
    range: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    deliver: impl FnMut(Vec<T>) -> ControlFlow<()> + Send,
) -> Result<(), ThreadsError> {
    let pool = pool(threads)?;
    let queue = Queue {
        end: range.end,
        threads: pool.current_num_threads() as u64,
        stop,
        state: Mutex::new(State {
            next: range.start,
            due: range.start,
            ready: BTreeMap::new(),
            delivering: false,
            halted: false,
        }),
        moved: Condvar::new(),
    };
    let deliver = Mutex::new(deliver);
    // A broadcast, not spawned jobs: a job could be picked up by a thread that waits inside a parallel search.
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| queue.serve(&work, &deliver));
    });
    Ok(())
}

struct Queue<'a, T> {
    end: u64,
    threads: u64,
    stop: &'a AtomicBool,
    state: Mutex<State<T>>,
    /// Signals that something was delivered or that all is over.
    moved: Condvar,
}

struct State<T> {
    /// The first number nobody has taken.
    next: u64,
    /// The first number not delivered.
    due: u64,
    /// Results that wait for an earlier one, by their first number.
    ready: BTreeMap<u64, Vec<T>>,
    /// Whether some thread is delivering now.
    delivering: bool,
    /// Nothing more is to be taken.
    halted: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panicked brings the whole run down; the others only need to get out.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send> Queue<'_, T> {
    fn serve<D: FnMut(Vec<T>) -> ControlFlow<()>>(&self, work: &(impl Fn(u64) -> T + Sync), deliver: &Mutex<D>) {
        let _leave = Leave(self);
        let mut helping = 1;
        while let Some(numbers) = self.take(helping) {
            let began = Instant::now();
            let wanted = (numbers.end - numbers.start) as usize;
            let mut results = Vec::with_capacity(wanted);
            for number in numbers.clone() {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                results.push(work(number));
            }
            helping = match began.elapsed() {
                took if took < QUICK => (helping * 2).min(LARGEST_HELPING),
                took if took > 4 * QUICK => (helping / 2).max(1),
                _ => helping,
            };
            self.hand_in(numbers.start, results, wanted, deliver);
        }
    }

    /// The next numbers to work on, at most `helping`, once they are not too far ahead.
    fn take(&self, helping: u64) -> Option<Range<u64>> {
        let mut state = lock(&self.state);
        loop {
            if state.halted || state.next == self.end || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if state.next < state.due + self.threads * AHEAD {
                // Towards the end the helpings shrink, so that no thread is left with more than the others.
                let fair = (self.end - state.next).div_ceil(2 * self.threads);
                let first = state.next;
                state.next += helping.min(fair);
                return Some(first..state.next);
            }
            state = self.moved.wait_timeout(state, NAP).map_or_else(|e| e.into_inner().0, |(guard, _)| guard);
        }
    }

    /// Queues results, and delivers whatever is due unless another thread is at it.
    fn hand_in<D: FnMut(Vec<T>) -> ControlFlow<()>>(
        &self,
        first: u64,
        results: Vec<T>,
        wanted: usize,
        deliver: &Mutex<D>,
    ) {
        let mut state = lock(&self.state);
        // Stopped on the way: nothing behind the gap can ever be delivered.
        state.halted |= results.len() < wanted;
        state.ready.insert(first, results);
        if state.delivering {
            return;
        }
        state.delivering = true;
        loop {
            let due = state.due;
            let Some(results) = state.ready.remove(&due).filter(|results| !results.is_empty()) else { break };
            let count = results.len() as u64;
            drop(state);
            let flow = lock(deliver)(results);
            state = lock(&self.state);
            state.due += count;
            if flow.is_break() {
                state.halted = true;
                state.ready.clear();
                // Nothing handed in from now on is due.
                state.due = u64::MAX;
            }
            self.moved.notify_all();
        }
        state.delivering = false;
    }
}

/// Lets the others go when a thread panics; they would wait for its results for ever.
struct Leave<'a, 'b, T>(&'a Queue<'b, T>);

impl<T> Drop for Leave<'_, '_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.state).halted = true;
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    static GO: AtomicBool = AtomicBool::new(false);

    #[test]
    fn everything_arrives_once_and_in_order() {
        for threads in [1, 2, 5] {
            for end in [0, 1, 7, 5000] {
                let mut seen = Vec::new();
                in_order(
                    3.min(end)..end,
                    threads,
                    &GO,
                    |n| n * n,
                    |batch| {
                        seen.extend(batch);
                        ControlFlow::Continue(())
                    },
                )
                .unwrap();
                assert_eq!(seen, (3.min(end)..end).map(|n| n * n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn nobody_runs_far_ahead_of_the_slowest() {
        let (begun, delivered, furthest) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let work = |n| {
            if n % 1000 == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            let ahead = begun.fetch_add(1, Ordering::SeqCst) + 1 - delivered.load(Ordering::SeqCst);
            furthest.fetch_max(ahead, Ordering::SeqCst);
        };
        in_order(0..20_000, 3, &GO, work, |batch| {
            delivered.fetch_add(batch.len() as u64, Ordering::SeqCst);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(delivered.into_inner(), 20_000);
        assert!(furthest.into_inner() <= 3 * AHEAD + 4 * LARGEST_HELPING);
    }

    #[test]
    fn a_stop_leaves_a_whole_beginning() {
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let mut seen = Vec::new();
            let work = |n| {
                stop.fetch_or(n == 700, Ordering::SeqCst);
                n
            };
            in_order(0..100_000, threads, &stop, work, |batch| {
                seen.extend(batch);
                ControlFlow::Continue(())
            })
            .unwrap();
            assert!(seen.len() < 10_000);
            assert!(seen.iter().copied().eq(0..seen.len() as u64));
        }
    }

    #[test]
    fn a_break_ends_it() {
        for threads in [1, 3] {
            let mut last = 0;
            in_order(
                0..100_000,
                threads,
                &GO,
                |n| n,
                |batch| {
                    last = batch[batch.len() - 1];
                    if last > 500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            )
            .unwrap();
            assert!((501..501 + LARGEST_HELPING).contains(&last));
        }
    }

    #[test]
    fn more_threads_than_any_machine_has_are_refused() {
        let error = in_order(0..1, 100_000, &GO, |n| n, |_| ControlFlow::Continue(())).unwrap_err().to_string();
        assert!(error.starts_with("100000 threads are too many; at most 1024"), "{error}");
    }

    #[test]
    #[should_panic(expected = "broken")]
    fn a_panic_brings_it_down_without_hanging() {
        let work = |n| assert!(n != 300, "broken");
        in_order(0..100_000, 3, &GO, work, |_| ControlFlow::Continue(())).unwrap();
    }
}
