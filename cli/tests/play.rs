//! People at a terminal: every game is played from the first prompt to the last.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rexpect::ReadUntil;
use rexpect::session::PtySession;

const MARQUE: &str = env!("CARGO_BIN_EXE_marque");

/// Sits down at a pseudo-terminal, in a folder of its own.
fn sit_down(folder: &Path, args: &str) -> PtySession {
    let mut command = Command::new(MARQUE);
    command.arg("play").args(args.split(' ')).current_dir(folder);
    rexpect::session::spawn_command(command, Some(120_000)).unwrap()
}

/// What `marque check` says of a file.
fn checked(folder: &Path, file: &str) -> String {
    let output = Command::new(MARQUE).args(["check", file]).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Answers every prompt at a pseudo-terminal with one of the first moves until the game is over.
fn play_to_the_end(game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = sit_down(folder.path(), &format!("{game} --seed 4 --bots random"));
    for turn in 0.. {
        assert!(turn < 2000, "the game does not end");
        let prompt = ReadUntil::String("\r\n> ".to_owned());
        let over = ReadUntil::String("The game is over".to_owned());
        let (screen, found) = terminal.exp_any(vec![prompt, over]).unwrap();
        if found.starts_with("The game is over") {
            break;
        }
        assert!(!screen.contains("panicked"), "{screen}");
        // Now and then a number that may not be there: it is explained and asked again.
        let answer = if screen.contains("Press Enter") { "" } else { ["1", "2", "3", "1", "9"][turn % 5] };
        terminal.send_line(answer).unwrap();
    }
    let rest = terminal.exp_eof().unwrap();
    assert!(rest.contains("(you)"), "{rest}");
    let file = format!("games/{game}-4.jsonl");
    assert!(rest.contains(&format!("`marque analyze {game} --trace {file} --all` looks into it")), "{rest}");
    assert!(checked(folder.path(), &file).starts_with(&format!("{file}: right: ")));
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
fn typed(folder: &Path, args: &str, lines: &str) -> String {
    let mut child = Command::new(MARQUE)
        .arg("play")
        .args(args.split(' '))
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
    let screen = typed(
        folder.path(),
        "dzicz --seed 5 --seat 1 --bots random",
        "help\nrules\nrules DZ-7\nrules fort\nflee\nstart:a\nstart:a2\nundo\n2\nmoves token\nseats\nsave here.jsonl\n",
    );
    insta::assert_snapshot!(screen);
    let saved = std::fs::read_to_string(folder.path().join("here.jsonl")).unwrap();
    let sitting = "\"sitting\":{\"chairs\":[\"random\",\"person\"],\"clock\":false}";
    assert!(saved.starts_with(&format!("{{\"game\":\"dzicz\",\"players\":2,\"seed\":5,{sitting},")), "{saved}");
}

#[test]
fn the_end_of_input_saves_the_game_and_it_goes_on_with_who_sat_where() {
    let folder = tempfile::tempdir().unwrap();
    let screen = typed(folder.path(), "bosman --seed 7 --seat 1 --bots greedy", "1\n");
    let saved = "The game is saved: `marque play bosman --resume games/bosman-7.jsonl` goes on.";
    assert!(screen.contains(saved), "{screen}");
    let again = typed(folder.path(), "bosman --resume games/bosman-7.jsonl", "quit\n");
    assert!(again.contains("seat 0: greedy, seat 1: you."), "{again}");
    assert!(again.contains(saved), "to the same file: {again}");
    let board =
        |screen: &str| screen.rsplit_once("boat\n").map(|(_, board)| board.split("> ").next().unwrap().to_owned());
    assert_eq!(board(&again), board(&screen), "the same board, the same moves");
    let other = typed(folder.path(), "bosman --resume games/bosman-7.jsonl --bots random", "quit\n");
    assert!(other.contains("seat 0: you, seat 1: random."), "{other}");
}

#[test]
fn a_game_of_the_same_seed_does_not_overwrite_another() {
    let folder = tempfile::tempdir().unwrap();
    typed(folder.path(), "dzicz --seed 7 --bots random", "1\n");
    let screen = typed(folder.path(), "dzicz --seed 7 --bots random", "2\n");
    assert!(screen.contains("--resume games/dzicz-7-2.jsonl"), "{screen}");
}

#[test]
fn an_interrupt_saves_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = sit_down(folder.path(), "dzicz --seed 5 --bots random");
    terminal.exp_string("\r\n> ").unwrap();
    terminal.send_line("1").unwrap();
    terminal.exp_string("\r\n> ").unwrap();
    terminal.send_control('c').unwrap();
    let rest = terminal.exp_eof().unwrap();
    assert!(rest.contains("`marque play dzicz --resume games/dzicz-5.jsonl` goes on."), "{rest}");
    let verdict = checked(folder.path(), "games/dzicz-5.jsonl");
    assert!(verdict.starts_with("games/dzicz-5.jsonl: right so far"), "{verdict}");
}

#[test]
fn a_round_of_santy_anno_that_counts_you_out_ends_and_the_next_waits_for_you() {
    let folder = tempfile::tempdir().unwrap();
    // Rivals who sit at once, and nobody waits for you.
    let mind = "{speed_percent=10}";
    let rules = format!("--set running=false --set sit=0 --set countdown=0 --set minds=[{mind},{mind},{mind}]");
    let mut terminal = sit_down(folder.path(), &format!("santy-anno --seed 4 --bots random {rules}"));
    let before = terminal.exp_string("Press Enter when you are ready.\r\n> ").unwrap();
    assert!(before.contains("Round 1 has 5 cards") && !before.contains("Follow the cards"), "{before}");
    terminal.send_line("").unwrap();
    let running = terminal.exp_string("\r\n> ").unwrap();
    assert!(running.contains("Follow the cards") && !running.contains("thinks on"), "{running}");
    sleep(Duration::from_millis(800));
    terminal.send_line("1").unwrap();
    let after = terminal.exp_string("Press Enter when you are ready.\r\n> ").unwrap();
    let told = after.replace("\r\n", " ");
    assert!(told.contains("The round is over: seat 0 belongs on"), "{after}");
    assert!(told.contains("and was too late, seat 1"), "{after}");
    assert!(told.contains("Round 2 has 6 cards"), "{after}");
    terminal.send_line("quit").unwrap();
    assert!(terminal.exp_eof().unwrap().contains("--resume games/santy-anno-4.jsonl"));
}

#[test]
fn people_who_share_the_keyboard_see_their_own_hands_only() {
    let folder = tempfile::tempdir().unwrap();
    let screen = typed(folder.path(), "bosman --seed 7 --seat 0,1", "\n1\n\n");
    let hands: Vec<&str> = screen.split("The keyboard goes to ").collect();
    assert!(hands[1].starts_with("seat 0:") && hands[1].contains("Seat 1 (F T): 0 points; hand ? ? ? ? ?"), "{screen}");
    assert!(hands[2].starts_with("seat 1:") && hands[2].contains("Seat 0 (R C): 0 points; hand ? ? ? ?"), "{screen}");
}

#[test]
fn bots_alone_are_watched_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let screen = typed(folder.path(), "dzicz --seed 7 --watch --bots random,greedy", "");
    assert!(screen.contains("seat 0: random, seat 1: greedy.") && screen.contains("The game is over"), "{screen}");
}

#[test]
fn what_is_hidden_stays_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let screen = typed(folder.path(), "bosman --seed 7 --bots random", "quit\n");
    assert!(screen.contains("Seat 1 (F T): 0 points; hand ? ? ? ? ?"), "{screen}");
}
