//! Errors on their way out: what is printed, and with which code the command ends.

use std::io;
use std::process::ExitCode;

use marque::RulesError;

use crate::tell::tell;

/// The most letters of an error that are printed: somebody may have given us a whole book.
const LETTERS: usize = 4000;

/// The command was asked for something that cannot be: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Prints an error and gives the exit code: 2 for wrong usage, 1 for anything else that went wrong.
pub fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever reads our output may stop reading: `marque trace bosman | head` is no failure.
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let message = format!("{error:#}");
    match message.char_indices().nth(LETTERS) {
        Some((end, _)) => tell(format_args!("marque: {}… ({} bytes)", &message[..end], message.len())),
        None => tell(format_args!("marque: {message}")),
    }
    let usage = error.downcast_ref::<Usage>().is_some() || error.downcast_ref::<RulesError>().is_some();
    ExitCode::from(if usage { 2 } else { 1 })
}
