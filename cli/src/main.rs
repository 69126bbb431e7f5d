//! The program `marque`: the command with the arguments it was started with.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Programs that play are started through this one, so that none outlives it.
    if let Ok(own) = std::env::current_exe() {
        marque_agents::external::launch_through(own);
    }
    marque_cli::execute(std::env::args_os(), &mut std::io::stdout().lock())
}
