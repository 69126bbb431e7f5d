//! `marque.Table`: a game under way, for its referee.

use marque::{Seat, Trace, Turn, Vector};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors::{ActionError, TraceError, out_of_range};
use crate::game::{Game, with_any_game};
use crate::position::{At, Position};

/// A game under way. Whoever holds a table is its referee and sees all; a player gets `observation` or `vector` of its seat.
///
/// Chance acts by itself, from the seed; with `auto_chance=False` it waits for `roll`, `settle` or `happen`.
///
/// >>> import marque
/// >>> table = marque.Table("dzicz", seed=1)
/// >>> table.turn, table.legal()[:2]
/// (0, ['start:a2', 'start:a3'])
/// >>> table.play("start:a2")
/// >>> table.turn, len(table.legal_indices())
/// (1, 9)
#[pyclass(module = "marque", name = "Table")]
pub struct Table {
    game: Game,
    pub position: Box<dyn Position>,
    seed: u64,
    auto_chance: bool,
    vector: Vector,
}

impl Table {
    fn new_at(game: Game, position: Box<dyn Position>, seed: u64, auto_chance: bool) -> Table {
        let mut table = Table { game, position, seed, auto_chance, vector: Vector::default() };
        table.go_on();
        table
    }

    /// Lets chance act where it acts by itself.
    fn go_on(&mut self) {
        if self.auto_chance {
            self.position.settle();
        }
    }

    fn viewer(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.position.seats() {
            Ok(Seat(seat as u8))
        } else {
            Err(out_of_range("seat", seat, format!("0 to {}", self.position.seats() - 1)))
        }
    }

    /// The seat that a player looks from: the one given, or the one to move.
    fn viewer_or_mover(&self, seat: Option<usize>) -> PyResult<Seat> {
        match (seat, self.position.turn()) {
            (Some(seat), _) => self.viewer(seat),
            (None, Turn::Seat(seat)) => Ok(seat),
            (None, _) => Err(ActionError::new_err("no seat is to move: say which one looks")),
        }
    }
}

fn no_history() -> PyErr {
    ActionError::new_err("an imagined table has no history")
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, seats=None, rules=None, *, seed=0, auto_chance=true))]
    fn new(
        game: &Bound<'_, PyAny>,
        seats: Option<usize>,
        rules: Option<&Bound<'_, PyAny>>,
        seed: u64,
        auto_chance: bool,
    ) -> PyResult<Table> {
        let game = Game::from_any(game, seats, rules)?;
        let position = game.table(seed);
        Ok(Table::new_at(game, position, seed, auto_chance))
    }

    /// A table at the end of a trace, whole or not; every line of it is checked against the rules.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed=0, auto_chance=true))]
    fn from_trace(text: &str, seed: u64, auto_chance: bool) -> PyResult<Table> {
        let wrong = |error: marque::TraceError| TraceError::new_err(error.to_string());
        let trace = Trace::read(text.as_bytes()).map_err(wrong)?;
        let game = Game::create(&trace.header.game, Some(trace.header.players), trace.header.rules.clone())?;
        let position: Result<Box<dyn Position>, _> =
            with_any_game!(game.name, G => At::<G>::after(&trace, seed).map(|at| Box::new(at) as _))?;
        Ok(Table::new_at(game, position.map_err(wrong)?, seed, auto_chance))
    }

    /// The game with its rules.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> usize {
        self.position.seats()
    }

    /// The seat to move; None where chance is to act or the game is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        match self.position.turn() {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether chance is to act.
    #[getter]
    fn at_chance(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// How the game ended, in a few words; None as long as it goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.position.ending().map(|ending| ending.reason)
    }

    /// How many turns have been begun, as the game counts them.
    #[getter]
    fn turns(&self) -> u32 {
        self.position.turns()
    }

    /// Every seat's score, as if the game ended now.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.position.standing().scores().to_vec()
    }

    /// How many seats are ahead of each.
    #[getter]
    fn ranks(&self) -> Vec<u32> {
        self.position.standing().ranks().iter().map(|&rank| rank.into()).collect()
    }

    /// The seats that win.
    #[getter]
    fn winners(&self) -> Vec<u8> {
        let standing = self.position.standing();
        Seat::all(standing.seats()).filter(|&seat| standing.wins(seat)).map(|seat| seat.0).collect()
    }

    /// What every seat plays for, 0 to 1, as if the game ended now.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        Seat::all(self.position.seats()).map(|seat| self.position.reward(seat)).collect()
    }

    /// The legal actions of the seat to move in notation, sorted.
    fn legal(&self) -> Vec<String> {
        self.position.legal()
    }

    /// The indices of the same actions, in the order in which the game lists them.
    fn legal_indices(&mut self) -> Vec<u32> {
        self.position.legal_indices().to_vec()
    }

    /// Which indices are legal, as an array of bool; none are where no seat is to move.
    fn mask<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.position.action_count()];
        for &index in self.position.legal_indices() {
            mask[index as usize] = true;
        }
        PyArray1::from_vec(py, mask)
    }

    /// What an index stands for here, in notation; None where it stands for nothing.
    fn action(&self, index: usize) -> Option<String> {
        self.position.action_at(index)
    }

    /// The index of a legal action.
    fn index(&self, action: &str) -> PyResult<usize> {
        self.position.index_of(action).map_err(|error| ActionError::new_err(error.to_string()))
    }

    /// Plays an action of the seat to move, by index or notation.
    ///
    /// >>> import marque
    /// >>> table = marque.Table("connect-four")
    /// >>> table.play(3); table.play("drop:4")
    /// >>> table.history()
    /// ['drop:4', 'drop:4']
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let played = match action.extract::<usize>() {
            Ok(index) => self.position.play_index(index),
            Err(_) => match action.extract::<String>() {
                Ok(text) => self.position.play(&text),
                Err(_) => return Err(ActionError::new_err(format!("{action} is neither an index nor a notation"))),
            },
        };
        played.map_err(|error| ActionError::new_err(error.to_string()))?;
        self.go_on();
        Ok(())
    }

    /// Plays a random legal action, all equally likely.
    fn play_random(&mut self) {
        self.position.play_random();
        self.go_on();
    }

    /// Plays at random to the end, and returns how many decisions that took.
    fn play_out(&mut self) -> u32 {
        let mut decisions = 0;
        loop {
            self.position.settle();
            if self.position.turn() == Turn::Over {
                return decisions;
            }
            self.position.play_random();
            decisions += 1;
        }
    }

    /// Draws one outcome if chance is to act, and returns it in notation.
    fn roll(&mut self) -> Option<String> {
        self.position.roll()
    }

    /// Lets chance act until a seat must choose or the game is over.
    fn settle(&mut self) {
        self.position.settle();
    }

    /// Lets chance bring an outcome, in notation.
    fn happen(&mut self, outcome: &str) -> PyResult<()> {
        self.position.happen(outcome).map_err(|error| ActionError::new_err(error.to_string()))?;
        self.go_on();
        Ok(())
    }

    /// All that a seat (by default the one to move) knows, as a dict; docs/observations.md explains it.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.position.observe(self.viewer_or_mover(seat)?))?)
    }

    /// All that a seat (by default the one to move) knows, as an array of float32; docs/encoding.md explains it.
    #[pyo3(signature = (seat=None))]
    fn vector<'py>(&mut self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let viewer = self.viewer_or_mover(seat)?;
        self.position.encode(viewer, &mut self.vector);
        Ok(PyArray1::from_slice(py, self.vector.values()))
    }

    /// Writes the same into an array of float32 of the right size.
    #[pyo3(signature = (into, seat=None))]
    fn vector_into(&mut self, into: &Bound<'_, PyArray1<f32>>, seat: Option<usize>) -> PyResult<()> {
        let viewer = self.viewer_or_mover(seat)?;
        self.position.encode(viewer, &mut self.vector);
        let mut into =
            into.try_readwrite().map_err(|error| out_of_range("the array", error, "one that can be written"))?;
        let size = self.vector.values().len();
        match into.as_slice_mut() {
            Ok(slice) if slice.len() == size => slice.copy_from_slice(self.vector.values()),
            Ok(slice) => return Err(out_of_range("the size of the array", slice.len(), size)),
            Err(error) => return Err(out_of_range("the array", error, "a contiguous one")),
        }
        Ok(())
    }

    /// The board as text: as a seat sees it, or with everything shown.
    #[pyo3(signature = (seat=None))]
    fn board(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.position.board(seat.map(|seat| self.viewer(seat)).transpose()?))
    }

    /// Whose decision it is and why.
    fn prompt(&self) -> String {
        self.position.prompt()
    }

    /// Everything that happened so far, in notation.
    fn history(&self) -> PyResult<Vec<String>> {
        self.position.history().ok_or_else(no_history)
    }

    /// What a seat saw of everything that happened; None for what it did not see at all.
    fn seen(&self, seat: usize) -> PyResult<Vec<Option<String>>> {
        self.position.seen(self.viewer(seat)?).ok_or_else(no_history)
    }

    /// The game so far as a trace: JSON lines, as `marque check` and `marque replay` read them.
    fn trace(&self) -> PyResult<String> {
        let trace = self.position.trace(self.seed).ok_or_else(no_history)?;
        let mut text = Vec::new();
        trace.write(&mut text).map_err(|error| TraceError::new_err(error.to_string()))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Takes back everything after the first so many events of `history`.
    ///
    /// What chance brings from there on is new: `seed` says what.
    #[pyo3(signature = (events, *, seed=0))]
    fn rewind(&mut self, events: usize, seed: u64) -> PyResult<()> {
        if !self.position.rewind(events) {
            return Err(no_history());
        }
        self.position.reseed(seed);
        Ok(())
    }

    /// The same table once more, with the same chance to come. `copy.copy` and `copy.deepcopy` do the same.
    fn copy(&self) -> Table {
        Table {
            game: self.game.clone(),
            position: self.position.copy(),
            seed: self.seed,
            auto_chance: self.auto_chance,
            vector: Vector::default(),
        }
    }

    fn __copy__(&self) -> Table {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Table {
        self.copy()
    }

    /// A table that a seat (by default the one to move) cannot tell from this one, for search without peeking.
    ///
    /// What is hidden from the seat is drawn anew from what it knows; the table has no history.
    #[pyo3(signature = (seat=None, *, seed=0))]
    fn imagine(&self, seat: Option<usize>, seed: u64) -> PyResult<Table> {
        let position = self.position.imagine(self.viewer_or_mover(seat)?, seed);
        Ok(Table::new_at(self.game.clone(), position, seed, self.auto_chance))
    }

    /// Starts chance and random play anew from a seed.
    fn reseed(&mut self, seed: u64) {
        self.position.reseed(seed);
    }

    fn __repr__(&self) -> String {
        format!("<Table of {}, {} seats: {}>", self.game.name, self.game.seats, self.position.prompt())
    }

    fn __str__(&self) -> String {
        self.position.board(None)
    }
}
