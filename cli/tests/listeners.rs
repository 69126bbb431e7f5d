//! Runs go on when nobody listens, and end quietly when nobody reads.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A short tournament or experiment in its own folder; nothing of it is read until it is over.
fn marque(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
    command.args(arguments.split(' ')).current_dir(folder);
    command
}

const TOURNAMENT: &str = "tournament bosman --bots random,greedy:samples=1 --games 40 --out there";

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn games(folder: &Path) -> usize {
    fs::read_to_string(folder.join("there/games.csv")).map_or(0, |text| text.lines().count() - 1)
}

#[test]
fn a_listener_who_goes_away_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = marque(folder.path(), TOURNAMENT).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(games(folder.path()), 40);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_messages_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = marque(folder.path(), TOURNAMENT).stdout(Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(games(folder.path()), 40);
    // Nor does it change how an error ends.
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = marque(folder.path(), "run nothing").stdout(Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_reader_who_goes_away_ends_it_quietly() {
    for arguments in [TOURNAMENT, "games", "trace bosman", "run --list", "bots bosman --options"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = marque(folder.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert!(!said(&output).contains("panicked"), "{}", said(&output));
    }
}

#[test]
fn an_experiment_in_a_fresh_place_runs_without_being_told_where() {
    let folder = tempfile::tempdir().unwrap();
    // The published results of an experiment of that name are not in its way.
    fs::create_dir_all(folder.path().join("results/small")).unwrap();
    fs::write(folder.path().join("results/small/manifest.json"), "{}").unwrap();
    fs::copy("tests/small.toml", folder.path().join("small.toml")).unwrap();
    let run = || marque(folder.path(), "run small.toml --games 4 --format jsonl.gz").output().unwrap();
    let output = run();
    assert!(output.status.success(), "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Report: runs/small/report.html"));
    for name in ["games.csv", "uses.csv", "uses.jsonl.gz", "games.jsonl.gz", "variants.jsonl.gz"] {
        assert!(folder.path().join("runs/small").join(name).is_file(), "{name}");
    }
    assert!(run().status.success(), "the same command goes on");
    let grown = marque(folder.path(), "run small.toml --games 8").output().unwrap();
    assert!(grown.status.success(), "{}", said(&grown));
    let text = fs::read_to_string("tests/small.toml").unwrap();
    fs::write(folder.path().join("small.toml"), text.replace("seed = 3", "seed = 77")).unwrap();
    let other = run();
    assert_eq!(other.status.code(), Some(2));
    let error = said(&other);
    assert!(error.contains("belongs to another run: name another folder with `--out DIR`"), "{error}");
    assert!(error.contains("seed: ") && error.contains("77"), "{error}");
    assert!(error.len() < 2000, "{error}");
}
