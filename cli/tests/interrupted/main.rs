//! Runs that are interrupted from outside end with the same files as one that is not.

#[allow(dead_code)]
#[path = "../../../web/tests/protocol/client.rs"]
mod client;
mod long;
#[cfg(target_os = "linux")]
mod soak;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use long::{EXPERIMENT, Long, TOURNAMENT, send};
use marque::random::{Purpose, stream};

fn survives_kills(long: &Long) {
    let folder = tempfile::tempdir().unwrap();
    let killed = long.interrupt(folder.path(), &["KILL"], 12, 150, &mut stream(1, 0, Purpose::Other(0)));
    assert!(killed > 0);
    assert!(long.finish(folder.path(), "1") == long.unbroken(), "after {killed} kills");
}

#[test]
fn a_tournament_killed_again_and_again_ends_with_the_same_bytes() {
    survives_kills(&TOURNAMENT);
}

#[test]
fn an_experiment_killed_again_and_again_ends_with_the_same_bytes() {
    survives_kills(&EXPERIMENT);
}

/// Folders, manifests and empty logs are made in the first moments.
#[test]
fn a_run_killed_fifty_times_before_it_has_begun_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    EXPERIMENT.interrupt(folder.path(), &["KILL"], 50, 12, &mut stream(2, 0, Purpose::Other(0)));
    assert!(EXPERIMENT.finish(folder.path(), "2") == EXPERIMENT.unbroken());
}

fn survives_an_interrupt(long: &Long) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = long.start(folder.path(), "2");
    let games = folder.path().join("games.csv");
    while fs::read_to_string(&games).map_or(0, |text| text.lines().count()) < 2 {
        sleep(Duration::from_millis(5));
    }
    send("INT", &mut child);
    let output = child.wait_with_output().unwrap();
    let rows = fs::read_to_string(&games).unwrap();
    assert!(rows.ends_with('\n') && (rows.lines().count() - 1).is_multiple_of(4));
    let said = String::from_utf8(output.stdout).unwrap();
    // A fast machine may have been done before the interrupt came.
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("give the same command again to go on"), "{said}");
    }
    assert!(long.finish(folder.path(), "2") == long.unbroken());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_blocks_of_a_tournament_and_says_how_to_go_on() {
    survives_an_interrupt(&TOURNAMENT);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_blocks_of_an_experiment_and_says_how_to_go_on() {
    survives_an_interrupt(&EXPERIMENT);
}
