//! Tournaments that are interrupted from outside end with the same files as one that is not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use marque::random::{Purpose, below, stream};

/// Begins a tournament, or goes on with it.
fn start(folder: &Path, threads: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
    command.args(["tournament", "bosman", "--players", "4", "--bots", "random,greedy,ismcts:iterations=40"]);
    command.args(["--games", "120", "--seed", "3", "--traces", "--threads", threads, "--out"]).arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Every file by its path, apart from the clock's.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let files = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    files(folder)
        .into_iter()
        .chain(files(&folder.join("traces")))
        .filter(|path| path.is_file() && !path.ends_with("timing.csv"))
        .map(|path| (path.display().to_string().replace(&folder.display().to_string(), ""), fs::read_to_string(path)))
        .map(|(name, text)| (name, text.unwrap()))
        .collect()
}

fn unbroken() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    assert!(start(folder.path(), "2").wait().unwrap().success());
    contents(folder.path())
}

#[test]
fn a_run_killed_again_and_again_ends_with_the_same_bytes() {
    let whole = unbroken();
    assert_eq!(whole.len(), 5 + 120);
    let folder = tempfile::tempdir().unwrap();
    let mut rng = stream(1, 0, Purpose::Other(0));
    let mut killed = 0;
    while killed < 12 {
        let mut child = start(folder.path(), "2");
        sleep(Duration::from_millis(below(&mut rng, 150).into()));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    assert!(killed > 0);
    assert!(start(folder.path(), "1").wait().unwrap().success());
    assert!(contents(folder.path()) == whole, "after {killed} kills");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_blocks_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = start(folder.path(), "2");
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
    assert!(start(folder.path(), "2").wait().unwrap().success());
    assert!(contents(folder.path()) == unbroken());
}
