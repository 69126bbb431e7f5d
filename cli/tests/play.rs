//! A person at a terminal: every game is played from the first prompt to the last.

use std::io::Write;
use std::process::{Command, Stdio};

use rexpect::ReadUntil;

const MARQUE: &str = env!("CARGO_BIN_EXE_marque");

/// Answers every prompt at a pseudo-terminal with one of the first moves until the game is over.
fn play_to_the_end(game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(MARQUE);
    command.args(["play", game, "--seed", "4", "--bots", "random"]).current_dir(&folder);
    let mut terminal = rexpect::session::spawn_command(command, Some(120_000)).unwrap();
    for turn in 0.. {
        assert!(turn < 2000, "the game does not end");
        let prompt = ReadUntil::String("\r\n> ".to_owned());
        let over = ReadUntil::String("The game is over".to_owned());
        let (screen, found) = terminal.exp_any(vec![prompt, over]).unwrap();
        if found.starts_with("The game is over") {
            break;
        }
        // Now and then a number that may not be there: it is explained and asked again.
        let answer = ["1", "2", "3", "1", "9"][turn % 5];
        assert!(turn == 0 || !screen.contains("panicked"), "{screen}");
        terminal.send_line(answer).unwrap();
    }
    let rest = terminal.exp_eof().unwrap();
    assert!(rest.contains("seat 0 (you):"), "{rest}");
}

macro_rules! games {
    ($($test:ident $game:literal)*) => {$(
        #[test]
        fn $test() {
            play_to_the_end($game);
        }
    )*};
}

games! {
    bosman_is_played_to_the_end "bosman"
    dzicz_is_played_to_the_end "dzicz"
    hexxi_is_played_to_the_end "hexxi"
    santy_anno_is_played_to_the_end "santy-anno"
    somaliland_is_played_to_the_end "somaliland"
}

/// What the command prints for these lines of input, in a folder of its own.
fn typed(folder: &std::path::Path, args: &[&str], lines: &str) -> String {
    let mut child = Command::new(MARQUE)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_sitting_looks_like_this() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "dzicz", "--seed", "5", "--seat", "1", "--bots", "random"];
    let screen = typed(
        folder.path(),
        &args,
        "help\nrules DZ-7\nflee\nstart:a\nstart:a2\nundo\n2\nmoves token\nsave here.jsonl\n",
    );
    insta::assert_snapshot!(screen);
    let saved = std::fs::read_to_string(folder.path().join("here.jsonl")).unwrap();
    assert!(saved.starts_with("{\"game\":\"dzicz\",\"players\":2,\"seed\":5,"));
}

#[test]
fn the_end_of_input_saves_the_game_and_it_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let start = ["play", "bosman", "--seed", "7", "--bots", "random"];
    let screen = typed(folder.path(), &start, "1\n");
    assert!(
        screen.contains("The game is saved: `marque play bosman --resume marque-bosman-7.jsonl` goes on."),
        "{screen}"
    );
    let resume = ["play", "bosman", "--resume", "marque-bosman-7.jsonl", "--bots", "random"];
    let again = typed(folder.path(), &resume, "quit\n");
    let board =
        |screen: &str| screen.rsplit_once("boat\n").map(|(_, board)| board.split("> ").next().unwrap().to_owned());
    assert_eq!(board(&again), board(&screen), "the same board, the same moves");
}

#[test]
fn what_is_hidden_stays_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let screen = typed(folder.path(), &["play", "bosman", "--seed", "7", "--bots", "random"], "quit\n");
    assert!(screen.contains("Seat 1 (F T): 0 points; hand ? ? ? ? ?"), "{screen}");
}
