//! The table: sittings served to browsers on this machine.
//!
//! Pages are small and plain: the server sends what one seat sees (a sheet), as often as it changes, and takes what a person
//! does. Boards are the kernels' own pictures; what can be pointed at in them is called as in the notation, so
//! one page plays every game. Nothing leaves the machine: it listens on 127.0.0.1 only, to its own pages only.

mod api;
mod failure;
mod games;
mod guard;
mod hall;
mod key;
mod race;
mod replay;
mod reports;
mod room;
mod sheet;
mod thinkers;

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;

use guard::{Door, Names};
use hall::Hall;

/// How the table is set.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port, or any that is free.
    pub port: Option<u16>,
    /// Where games are kept.
    pub games: PathBuf,
    /// Folders of runs, each with a `report.html`.
    pub reports: Vec<PathBuf>,
}

/// A table that is set but not served yet.
pub struct Server {
    door: Door,
    address: SocketAddr,
    hall: Arc<Hall>,
}

impl Server {
    /// Takes the port, and takes up the games that were left.
    pub async fn bind(options: &Options) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port.unwrap_or(0))).await?;
        let address = listener.local_addr()?;
        let hall = Arc::new(Hall::new(&options.games, options.reports.clone()));
        Ok(Server { door: Door::new(listener, guard::CONNECTIONS), address, hall })
    }

    /// Where it can be reached.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves pages until something happens.
    pub async fn serve(self, until: impl Future<Output = ()>) -> io::Result<()> {
        let app = api::app(self.hall, Names::of(self.address.port()));
        tokio::select! {
            served = async { axum::serve(self.door, app).await } => served,
            () = until => Ok(()),
        }
    }
}

/// Serves the table until Ctrl-C; `open` is told the address as soon as it can be visited.
pub fn run(options: &Options, open: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(options).await?;
        open(server.address());
        let interrupted = async { drop(tokio::signal::ctrl_c().await) };
        server.serve(interrupted).await
    });
    // A bot that is thinking need not be waited for: its move will be found again.
    runtime.shutdown_background();
    served
}
