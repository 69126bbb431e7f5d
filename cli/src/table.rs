//! `marque table`: sit down in the browser.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::tell::tell;

/// Sit down in the browser
///
/// Serves a table to the browsers of this machine: play against bots and people, watch bots, look back on games, read
/// reports. It prints its address and opens it. Games are kept in the folder `games` here, finished or not; links to seats
/// stay good when the table is set again on the same port. Example: `marque table --port 4000`
#[derive(clap::Args)]
pub struct TableArgs {
    /// The port to listen on, at 127.0.0.1 (default: any that is free)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Leaves it to you to open the address
    #[arg(long)]
    no_open: bool,
}

/// Serves the table until Ctrl-C.
pub fn run(args: &TableArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let options = marque_web::Options {
        port: args.port,
        games: PathBuf::from("games"),
        reports: ["results", "runs"].map(PathBuf::from).to_vec(),
    };
    let served = marque_web::run(&options, |address| {
        let address = format!("http://{address}/");
        let _ = writeln!(out, "The table is set at {address}; Ctrl-C clears it.").and_then(|()| out.flush());
        if !args.no_open && open::that_detached(&address).is_err() {
            tell("No browser could be opened: visit the address yourself.");
        }
    });
    served.with_context(|| match args.port {
        Some(port) => format!("cannot serve the table at port {port}"),
        None => "cannot serve the table".to_owned(),
    })?;
    Ok(ExitCode::SUCCESS)
}
