//! The native half of the Python package `marque`.

mod bot;
mod bulk;
mod command;
#[path = "../../examples/connect_four.rs"]
mod connect_four;
mod errors;
mod game;
mod position;
mod table;

use pyo3::prelude::*;

impl marque_agents::Knowledge for connect_four::ConnectFour {}

/// The names of all games, the example of a game of one's own (Connect Four) last.
#[pyfunction]
fn games() -> Vec<&'static str> {
    game::names()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<bot::Bot>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(bulk::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add("RulesError", py.get_type::<errors::RulesError>())?;
    module.add("ActionError", py.get_type::<errors::ActionError>())?;
    module.add("BotError", py.get_type::<errors::BotError>())?;
    module.add("TraceError", py.get_type::<errors::TraceError>())?;
    module.add("RunError", py.get_type::<errors::RunError>())?;
    Ok(())
}
