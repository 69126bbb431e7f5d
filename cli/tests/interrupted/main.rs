//! Runs that are interrupted from outside end with the same files as one that is not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use marque::random::{Purpose, below, stream};

const TOURNAMENT: Long = Long {
    command: "tournament bosman --players 4 --bots random,greedy,ismcts:iterations=40 --games 120 --seed 3 --traces",
    files: 6 + 120,
};
const EXPERIMENT: Long = Long { command: "run tests/small.toml", files: 16 };

/// A run that takes a while.
struct Long {
    command: &'static str,
    /// How many files it leaves, apart from the clock's. Its blocks are of four games.
    files: usize,
}

impl Long {
    /// Begins it, or goes on with it.
    fn start(&self, folder: &Path, threads: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
        command.args(self.command.split(' ')).args(["--threads", threads, "--out"]).arg(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn finish(&self, folder: &Path, threads: &str) -> BTreeMap<String, String> {
        let output = self.start(folder, threads).wait_with_output().unwrap();
        assert!(output.status.success());
        contents(folder)
    }

    fn unbroken(&self) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let files = self.finish(folder.path(), "2");
        assert_eq!(files.len(), self.files, "{:?}", files.keys());
        files
    }

    fn survives_kills(&self) {
        let whole = self.unbroken();
        let folder = tempfile::tempdir().unwrap();
        let mut rng = stream(1, 0, Purpose::Other(0));
        let mut killed = 0;
        while killed < 12 {
            let mut child = self.start(folder.path(), "2");
            sleep(Duration::from_millis(below(&mut rng, 150).into()));
            if child.try_wait().unwrap().is_some_and(|status| status.success()) {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            killed += 1;
        }
        assert!(killed > 0);
        assert!(self.finish(folder.path(), "1") == whole, "after {killed} kills");
    }

    #[cfg(unix)]
    fn survives_an_interrupt(&self) {
        let folder = tempfile::tempdir().unwrap();
        let child = self.start(folder.path(), "2");
        let games = folder.path().join("games.csv");
        while fs::read_to_string(&games).map_or(0, |text| text.lines().count()) < 2 {
            sleep(Duration::from_millis(5));
        }
        let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(interrupted.success());
        let output = child.wait_with_output().unwrap();
        let rows = fs::read_to_string(&games).unwrap();
        assert!(rows.ends_with('\n') && (rows.lines().count() - 1).is_multiple_of(4));
        let said = String::from_utf8(output.stdout).unwrap();
        // A fast machine may have been done before the interrupt came.
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(1));
            assert!(said.contains("give the same command again to go on"), "{said}");
        }
        assert!(self.finish(folder.path(), "2") == self.unbroken());
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

#[test]
fn a_tournament_killed_again_and_again_ends_with_the_same_bytes() {
    TOURNAMENT.survives_kills();
}

#[test]
fn an_experiment_killed_again_and_again_ends_with_the_same_bytes() {
    EXPERIMENT.survives_kills();
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_blocks_of_a_tournament_and_says_how_to_go_on() {
    TOURNAMENT.survives_an_interrupt();
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_blocks_of_an_experiment_and_says_how_to_go_on() {
    EXPERIMENT.survives_an_interrupt();
}
