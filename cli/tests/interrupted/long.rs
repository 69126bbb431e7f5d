//! Runs that take a while, started as anybody starts them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use marque::random::{Rng, below};

pub const TOURNAMENT: Long = Long {
    command: "tournament bosman --players 4 --bots random,greedy,ismcts:iterations=40 --games 120 --seed 3 --traces",
    files: 6 + 120,
};
pub const EXPERIMENT: Long = Long { command: "run tests/small.toml", files: 16 };

/// A run that takes a while.
pub struct Long {
    pub command: &'static str,
    /// How many files it leaves, apart from the clock's. Its blocks are of four games.
    files: usize,
}

impl Long {
    /// Begins it, or goes on with it.
    pub fn start(&self, folder: &Path, threads: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
        command.args(self.command.split(' ')).args(["--threads", threads, "--out"]).arg(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    pub fn finish(&self, folder: &Path, threads: &str) -> BTreeMap<String, String> {
        let output = self.start(folder, threads).wait_with_output().unwrap();
        assert!(output.status.success());
        contents(folder)
    }

    pub fn unbroken(&self) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let files = self.finish(folder.path(), "2");
        assert_eq!(files.len(), self.files, "{:?}", files.keys());
        files
    }

    /// Sends one of these signals within so many milliseconds of its start, so many times or until it is done; says how
    /// often that was.
    pub fn interrupt(&self, folder: &Path, signals: &[&str], times: u32, within: u32, rng: &mut Rng) -> u32 {
        for sent in 0..times {
            let mut child = self.start(folder, "2");
            sleep(Duration::from_millis(below(rng, within).into()));
            if child.try_wait().unwrap().is_some_and(|status| status.success()) {
                return sent;
            }
            send(signals[below(rng, signals.len() as u32) as usize], &mut child);
            child.wait_with_output().unwrap();
        }
        times
    }
}

/// Sends a signal to a process; where there are none, it is ended.
pub fn send(signal: &str, child: &mut Child) {
    if cfg!(unix) {
        // It may have come to its end by itself.
        let _ =
            Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).stderr(Stdio::null()).status();
    } else {
        child.kill().unwrap();
    }
}

/// Every file by its path, apart from the clock's.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            files.extend(contents(&path).into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if name != "timing.csv" {
            files.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    files
}
