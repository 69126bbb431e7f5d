//! A table that is served from here.

use std::ops::Deref;
use std::path::Path;

use crate::client::Client;

/// A table that is served as long as this lives.
pub struct Served {
    client: Client,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Served {
    /// Serves a table that keeps its games in a folder.
    pub fn new(games: &Path) -> Served {
        let options = marque_web::Options {
            port: None,
            games: games.to_owned(),
            reports: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../results")],
        };
        let (tell, told) = std::sync::mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let server = marque_web::Server::bind(&options).await.unwrap();
                tell.send(server.address()).unwrap();
                server.serve(async { drop(stopped.await) }).await.unwrap();
            });
            runtime.shutdown_background();
        });
        Served { client: Client { address: told.recv().unwrap() }, stop: Some(stop), thread: Some(thread) }
    }
}

impl Deref for Served {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().map(std::thread::JoinHandle::join);
    }
}
