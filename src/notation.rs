use thiserror::Error;

/// Text that is no action or outcome of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not understood: expected {expected}")]
pub struct NotationError {
    /// The text as given.
    pub text: String,
    /// What could have stood there.
    pub expected: String,
}

impl NotationError {
    /// Says that `text` is not what was `expected`.
    pub fn new(text: &str, expected: impl Into<String>) -> NotationError {
        NotationError { text: text.to_owned(), expected: expected.into() }
    }
}
