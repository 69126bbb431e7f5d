//! What goes wrong, as Python's exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(marque, RulesError, PyValueError, "Rules, seats or a game that cannot be played.");
create_exception!(marque, ActionError, PyValueError, "An action or outcome that is not understood or not allowed now.");
create_exception!(marque, BotError, PyValueError, "A bot that is not there, or that failed to choose.");
create_exception!(marque, TraceError, PyValueError, "A trace that cannot be read, or does not follow the rules.");
create_exception!(marque, RunError, PyRuntimeError, "A tournament or experiment that could not be run.");

/// A value that is not in the range it must be in.
pub fn out_of_range(what: &str, given: impl std::fmt::Display, expected: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{what} is {given}; expected {expected}"))
}
