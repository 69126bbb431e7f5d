//! The program `marque`: the command with the arguments it was started with.

use std::process::ExitCode;

fn main() -> ExitCode {
    marque_cli::execute(std::env::args_os(), &mut std::io::stdout().lock())
}
