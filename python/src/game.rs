//! Games by name: how they are looked up and made.

use marque::{Game as _, nearest, toml};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::{depythonize, pythonize};

use crate::connect_four::ConnectFour;
use crate::errors::RulesError;
use crate::position::{At, Position};

/// Runs an expression with the type of the game called `$name`, the example of a game of one's own included.
macro_rules! with_any_game {
    ($name:expr, $G:ident => $body:expr) => {{
        let name: &str = $name;
        if name == <$crate::connect_four::ConnectFour as marque::Game>::INFO.name {
            type $G = $crate::connect_four::ConnectFour;
            Ok($body)
        } else {
            marque::with_game!(name, $G => $body).ok_or_else(|| $crate::game::unknown(name))
        }
    }};
}
pub(crate) use with_any_game;

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    marque::NAMES.into_iter().chain([ConnectFour::INFO.name]).collect()
}

pub fn unknown(name: &str) -> PyErr {
    let hint = nearest(name, &names()).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
    RulesError::new_err(format!("there is no game `{name}`{hint}; games: {}", names().join(", ")))
}

/// A game under its rules for a number of seats.
///
/// >>> import marque
/// >>> game = marque.Game("hexxi", seats=3, rules={"rounds": 2})
/// >>> game.seats, game.rules["rounds"], game.action_count
/// (3, 2, 2602)
#[pyclass(frozen, module = "marque", name = "Game", from_py_object)]
#[derive(Clone)]
pub struct Game {
    pub name: &'static str,
    pub seats: usize,
    pub given: toml::Table,
    /// The game before its first event, for questions about it.
    start: std::sync::Arc<dyn Position>,
}

impl Game {
    pub fn create(name: &str, seats: Option<usize>, given: toml::Table) -> PyResult<Game> {
        let made: PyResult<(&'static str, Box<dyn Position>)> = with_any_game!(name, G => {
            let game = G::create(seats.unwrap_or(G::INFO.seats[0]), &given);
            game.map(|game| (G::INFO.name, Box::new(At::new(game, 0)) as _)).map_err(|error| RulesError::new_err(error.to_string()))
        })?;
        let (name, start) = made?;
        Ok(Game { name, seats: start.seats(), given, start: start.into() })
    }

    /// The game from what Python gave: a game, or its name with seats and rules.
    pub fn from_any(
        given: &Bound<'_, PyAny>,
        seats: Option<usize>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        if let Ok(game) = given.extract::<Game>() {
            if seats.is_none() && rules.is_none() {
                return Ok(game);
            }
            return Err(RulesError::new_err(
                "seats and rules belong to a game's name, not to a Game, which has its own",
            ));
        }
        Game::create(&given.extract::<String>()?, seats, read_rules(rules)?)
    }

    /// A table at the start of the game.
    pub fn table(&self, seed: u64) -> Box<dyn Position> {
        let mut position = self.start.copy();
        position.reseed(seed);
        position
    }
}

fn read_rules(rules: Option<&Bound<'_, PyAny>>) -> PyResult<toml::Table> {
    let Some(rules) = rules else { return Ok(toml::Table::new()) };
    depythonize(rules).map_err(|error| RulesError::new_err(format!("rules must be a dict of plain values: {error}")))
}

/// How a game is made again: by its class, from name, seats and rules.
type Pickled<'py> = (Bound<'py, PyAny>, (String, usize, Bound<'py, PyAny>));

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, seats=None, rules=None))]
    fn new(name: &str, seats: Option<usize>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        Game::create(name, seats, read_rules(rules)?)
    }

    /// The name in commands and traces.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The Polish title.
    #[getter]
    fn title(&self) -> &'static str {
        self.start.info().title
    }

    /// The title in English.
    #[getter]
    fn english(&self) -> &'static str {
        self.start.info().english
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// The numbers of seats it can be played with.
    #[getter]
    fn seats_allowed(&self) -> Vec<usize> {
        self.start.info().seats.to_vec()
    }

    /// Whether anything is hidden from a seat, apart from what chance has yet to bring.
    #[getter]
    fn hidden(&self) -> bool {
        self.start.info().hidden
    }

    /// The rules in words, as Markdown.
    #[getter]
    fn rules_page(&self) -> &'static str {
        self.start.info().rules
    }

    /// Every rule in force, by its key.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.start.rules())?)
    }

    /// Every parameter of the ruleset: its default, what it may be, and what it means.
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let params = with_any_game!(self.name, G => G::params(self.seats))?;
        let all = PyDict::new(py);
        for param in params {
            let one = PyDict::new(py);
            one.set_item("default", pythonize(py, &param.default)?)?;
            one.set_item("allowed", param.domain.to_string())?;
            one.set_item("meaning", param.meaning)?;
            all.set_item(param.key, one)?;
        }
        Ok(all)
    }

    /// How many action indices there are under these rules.
    #[getter]
    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    /// How many numbers a seat's vector has under these rules.
    #[getter]
    fn vector_size(&self) -> usize {
        self.start.layout().last().map_or(0, |block| block.start + block.size)
    }

    /// The version of the encoding: vectors and indices mean the same as long as it is the same.
    #[getter]
    fn encoding_version(&self) -> u32 {
        self.start.encoding_version()
    }

    /// The parts of a seat's vector: name, where it begins, how many numbers it has.
    ///
    /// >>> import marque
    /// >>> marque.Game("connect-four").layout()
    /// [('to_move', 0, 1), ('own', 1, 42), ('other', 43, 42)]
    fn layout(&self) -> Vec<(&'static str, usize, usize)> {
        self.start.layout().into_iter().map(|block| (block.name, block.start, block.size)).collect()
    }

    /// Every bot there is for the game, by name, with a line about it.
    ///
    /// >>> import marque
    /// >>> marque.Game("bosman").bots()["random"]
    /// 'Plays any legal action, all equally likely.'
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for bot in with_any_game!(self.name, G => marque_agents::bots::<G>())? {
            all.set_item(bot.name, bot.about)?;
        }
        Ok(all)
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.name == other.name && self.seats == other.seats && self.start.rules() == other.start.rules()
    }

    fn __repr__(&self) -> String {
        let rules = match self.given.is_empty() {
            true => String::new(),
            false => format!(", rules={{{}}}", self.given.keys().cloned().collect::<Vec<_>>().join(", ")),
        };
        format!("Game({:?}, seats={}{rules})", self.name, self.seats)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let class = py.get_type::<Game>().into_any();
        Ok((class, (self.name.to_owned(), self.seats, pythonize(py, &self.given)?)))
    }
}
