//! Random games by the thousand, without Python's lock.

use std::ops::Range;

use marque::random::{self, Purpose};
use marque::{Game as _, Seat};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::errors::{RunError, out_of_range};
use crate::game::{Game, with_any_game};
use crate::position::Playable;

/// How many games are played between two looks at Ctrl-C.
const AT_ONCE: usize = 1 << 13;
/// The most games of one call, so that what they come to fits into memory.
const MOST_GAMES: usize = 20_000_000;
/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

/// What came of random games, each seat's in a row.
struct Played {
    decisions: Vec<u32>,
    scores: Vec<i32>,
    ranks: Vec<u8>,
    rewards: Vec<f32>,
}

impl Played {
    /// Room for so many games.
    fn new(games: usize, seats: usize) -> Played {
        let all = games * seats;
        Played { decisions: vec![0; games], scores: vec![0; all], ranks: vec![0; all], rewards: vec![0.0; all] }
    }
}

/// Plays whole random games in bulk, without Python's lock, and returns arrays: `decisions` (a number a game), and
/// `scores`, `ranks` and `rewards` (a row a game, a column a seat).
///
/// Game n depends on the seed and n alone, whatever the threads; `first` is the number of the first one. Ctrl-C stops it.
///
/// >>> import marque
/// >>> result = marque.playouts("connect-four", 100, seed=1)
/// >>> result["rewards"].shape
/// (100, 2)
#[pyfunction]
#[allow(clippy::too_many_arguments)] // They are keywords in Python.
#[pyo3(signature = (game, games, *, seats=None, rules=None, seed=0, first=0, threads=1))]
pub fn playouts<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    games: usize,
    seats: Option<usize>,
    rules: Option<&Bound<'py, PyAny>>,
    seed: u64,
    first: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let game = Game::from_any(game, seats, rules)?;
    if games > MOST_GAMES {
        return Err(out_of_range(
            "games",
            games,
            format!("at most {MOST_GAMES} in one call; `first` goes on from there"),
        ));
    }
    if threads > MOST_THREADS {
        return Err(out_of_range("threads", threads, format!("0 (all there are) to {MOST_THREADS}")));
    }
    let played = with_any_game!(game.name, G => {
        let rules = G::create(game.seats, &game.given).map_err(|error| RunError::new_err(error.to_string()))?;
        play(py, &rules, games, (seed, first), threads)
    })??;
    let result = PyDict::new(py);
    let by_seat = [games, game.seats];
    result.set_item("decisions", PyArray1::from_vec(py, played.decisions))?;
    result.set_item("scores", PyArray1::from_vec(py, played.scores).reshape(by_seat)?)?;
    result.set_item("ranks", PyArray1::from_vec(py, played.ranks).reshape(by_seat)?)?;
    let rewards: Bound<'py, PyArray2<f32>> = PyArray1::from_vec(py, played.rewards).reshape(by_seat)?;
    result.set_item("rewards", rewards)?;
    Ok(result)
}

fn play<G: Playable>(py: Python<'_>, game: &G, games: usize, deal: Deal, threads: usize) -> PyResult<Played> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::new_err(format!("cannot start {threads} threads: {error}")))?;
    let seats = game.seats();
    let mut all = Played::new(games, seats);
    let mut from = 0;
    while from < games {
        let range = from..games.min(from + AT_ONCE);
        py.detach(|| match threads {
            1 => some(game, deal, range.clone(), &mut all, 0),
            _ => {
                // Each thread takes parts of the chunk; what they come to is put together in order.
                let size = range.len().div_ceil(4 * pool.current_num_threads()).max(1);
                let parts: Vec<Range<usize>> =
                    range.clone().step_by(size).map(|at| at..range.end.min(at + size)).collect();
                let played: Vec<Played> = pool.install(|| {
                    parts
                        .par_iter()
                        .map(|part| {
                            let mut own = Played::new(part.len(), seats);
                            some(game, deal, part.clone(), &mut own, part.start);
                            own
                        })
                        .collect()
                });
                for (part, own) in parts.iter().zip(played) {
                    let by_seat = part.start * seats..part.end * seats;
                    all.decisions[part.clone()].copy_from_slice(&own.decisions);
                    all.scores[by_seat.clone()].copy_from_slice(&own.scores);
                    all.ranks[by_seat.clone()].copy_from_slice(&own.ranks);
                    all.rewards[by_seat].copy_from_slice(&own.rewards);
                }
            }
        });
        from = range.end;
        py.check_signals()?;
    }
    Ok(all)
}

/// The seed, and the number of the first game.
type Deal = (u64, u64);

/// Plays these games of a call, of which `room` is the first one that `into` has room for.
fn some<G: Playable>(game: &G, (seed, first): Deal, games: Range<usize>, into: &mut Played, room: usize) {
    let seats = game.seats();
    for number in games {
        let mut rng = random::stream(seed, first.wrapping_add(number as u64), Purpose::Other(0));
        let mut state = game.start();
        let decisions = game.playout(&mut state, &mut rng);
        let standing = game.standing(&state);
        let at = number - room;
        into.decisions[at] = decisions;
        for seat in Seat::all(seats) {
            let at = at * seats + seat.index();
            into.scores[at] = standing.scores()[seat.index()];
            into.ranks[at] = standing.ranks()[seat.index()];
            into.rewards[at] = game.reward(&standing, seat);
        }
    }
}
