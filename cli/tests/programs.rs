//! Programs as bots, and our bots as programs.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const MARQUE: &str = env!("CARGO_BIN_EXE_marque");

fn marque(args: &[&str], folder: &Path) -> Output {
    Command::new(MARQUE).args(args).current_dir(folder).output().unwrap()
}

/// Plays a tournament of two bots and returns what it printed and its games.
fn tournament(game: &str, bots: &str, more: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let args = ["tournament", game, "--bots", bots, "--seed", "5", "--threads", "2", "--out", "out"];
    let output = marque(&[&args[..], more].concat(), folder.path());
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    (said, fs::read_to_string(folder.path().join("out/games.csv")).unwrap())
}

#[test]
fn a_bot_plays_the_same_games_as_a_program() {
    for game in marque::NAMES {
        let plays = |bot: &str| {
            let (_, games) = tournament(game, &format!("{bot},random"), &["--games", "4"]);
            // Only the name tells them apart, however the file quotes it.
            games.replace(&format!("\"{bot}\""), "it").replace(bot, "it")
        };
        let program = format!("cmd:{MARQUE} bot mate:iterations=30");
        assert_eq!(plays(&program.replace("mate:iterations=30", "'mate:iterations=30'")), plays("mate:iterations=30"));
    }
}

#[test]
fn a_tournament_goes_on_without_a_program_that_fails() {
    let hello = r#"read line; echo "{\"type\":\"ready\",\"protocol\":1}""#;
    for (rest, reason) in [("sleep 1000", "thought longer than 100 ms"), ("exit 7", "ended by itself (exit status: 7)")]
    {
        let bots = format!("cmd:sh -c '{hello}; {rest}',random");
        let (said, games) = tournament("dzicz", &bots, &["--games", "6", "--move-limit-ms", "100"]);
        assert!(said.contains("6 games, 6 forfeited"), "{said}");
        assert_eq!(games.matches(reason).count(), 6, "{games}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_found_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    for bots in ["cmd:/no/such/program,random", "cmd:sh -c 'exit 1',random"] {
        let output = marque(&["tournament", "dzicz", "--bots", bots, "--out", "out"], folder.path());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot be started") || said.contains("not ready"), "{said}");
        assert!(!folder.path().join("out/games.csv").exists());
    }
}

/// Which starters can be played here, each with its command.
fn starters() -> Vec<String> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let has = |program: &str| {
        let version = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let mut commands = Vec::new();
    for (program, file) in [("python3", "random_bot.py"), ("python3", "keen_bot.py"), ("node", "random_bot.js")] {
        let lines = fs::read_to_string(bots.join(file)).unwrap().lines().count();
        assert!(lines < 60, "{file} has {lines} lines");
        if has(program) {
            commands.push(format!("cmd:{program} '{}'", bots.join(file).display()));
        } else {
            println!("{program} is not here: {file} is not played");
        }
    }
    let rust: PathBuf = Path::new(MARQUE).with_file_name("examples").join("random_bot");
    if rust.exists() {
        commands.push(format!("cmd:'{}'", rust.display()))
    } else {
        println!("{rust:?} is not built")
    }
    commands
}

#[test]
fn the_starters_play_every_game() {
    for command in starters() {
        for game in marque::NAMES {
            let (said, _) = tournament(game, &format!("{command},random"), &["--games", "2"]);
            assert!(!said.contains("forfeited"), "{command} at {game}: {said}");
        }
    }
}

/// A tenth of the sea would be enough for a random player; the keen one thinks its cards through.
#[test]
fn the_keen_starter_beats_random_by_an_interval() {
    let Some(keen) = starters().into_iter().find(|command| command.contains("keen")) else { return };
    let folder = tempfile::tempdir().unwrap();
    let bots = format!("{keen},random");
    let output = marque(&["tournament", "santy-anno", "--bots", &bots, "--games", "60", "--out", "out"], folder.path());
    assert!(output.status.success());
    let standings = fs::read_to_string(folder.path().join("out/standings.csv")).unwrap();
    let mut rows = standings.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let low = header.iter().position(|name| *name == "score_low").unwrap_or_else(|| panic!("{header:?}"));
    let keen = rows.find(|row| row.iter().any(|cell| cell.contains("keen"))).unwrap();
    // Commands have no comma here, so that cells are where they seem.
    assert!(keen[low].parse::<f64>().unwrap() > 0.5, "{standings}");
}

#[test]
fn analyze_and_play_ask_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("cmd:{MARQUE} bot random");
    let trace = marque(&["trace", "dzicz", "--seed", "7"], folder.path());
    fs::write(folder.path().join("game.jsonl"), trace.stdout).unwrap();
    let asked = marque(&["analyze", "dzicz", "--trace", "game.jsonl", "--bot", &bot, "--ply", "30"], folder.path());
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    assert!(asked.status.success() && said.contains(&format!("{bot} plays ")), "{said}");
    let all = marque(&["analyze", "dzicz", "--trace", "game.jsonl", "--bot", &bot, "--all"], folder.path());
    assert_eq!(all.status.code(), Some(2));

    let watched = marque(&["play", "dzicz", "--seed", "3", "--watch", "--bots", &bot], folder.path());
    let said = String::from_utf8_lossy(&watched.stdout).into_owned();
    assert!(watched.status.success() && said.contains("The game is over"), "{said}");
    let saved = "games/dzicz-3.jsonl";
    let resumed = marque(&["play", "dzicz", "--resume", saved], folder.path());
    let said = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(!resumed.status.success() && said.contains("is a program"), "a file starts no program: {said}");
    let again = marque(&["play", "dzicz", "--resume", saved, "--watch", "--bots", &bot], folder.path());
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_outlives_the_command_however_it_ends() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().unwrap();
    for signal in ["INT", "TERM", "KILL"] {
        let pids = folder.path().join(format!("pids-{signal}"));
        // Deaf to everything but the end: it neither reads on nor minds a signal that can be minded.
        let hello = r#"read line; echo "{\"type\":\"ready\",\"protocol\":1}""#;
        let script =
            format!("trap \"\" INT TERM HUP PIPE; {hello}; echo $$ >> {}; while :; do sleep 0.1; done", pids.display());
        let bots = format!("cmd:sh -c '{script}',random");
        let out = folder.path().join(signal);
        let mut child = Command::new(MARQUE)
            .args([
                "tournament",
                "dzicz",
                "--bots",
                &bots,
                "--threads",
                "2",
                "--move-limit-ms",
                "2000",
                "--games",
                "4",
                "--out",
            ])
            .arg(&out)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while fs::read_to_string(&pids).map_or(0, |pids| pids.lines().count()) < 2 {
            assert!(began.elapsed() < Duration::from_secs(60), "the programs do not start");
            sleep(Duration::from_millis(20));
        }
        let kill = |signal: &str, pid: &str| {
            let line = format!("kill -{signal} {pid} 2>/dev/null");
            Command::new("sh").args(["-c", &line]).status().unwrap().success()
        };
        assert!(kill(signal, &child.id().to_string()));
        let status = child.wait().unwrap();
        assert!(signal != "KILL" || status.signal() == Some(9));
        // What ends with its parent does so right after it.
        let gone = |pid: &str| {
            (0..200).any(|_| {
                let gone = !kill("0", pid);
                if !gone {
                    sleep(Duration::from_millis(10))
                };
                gone
            })
        };
        for pid in fs::read_to_string(&pids).unwrap().lines() {
            assert!(gone(pid), "{pid} is still there after {signal}");
        }
    }
}

/// `cargo test -p marque-cli --test programs -- --ignored --nocapture ten_thousand`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn memory_and_open_files_stay_flat_over_ten_thousand_games() {
    let folder = tempfile::tempdir().unwrap();
    let hello = r#"read line; echo "{\"type\":\"ready\",\"protocol\":1}""#;
    let bots = format!("cmd:{MARQUE} bot random,cmd:sh -c '{hello}; echo fails >&2; read line; exit 1'");
    let mut child = Command::new(MARQUE)
        .args([
            "tournament",
            "dzicz",
            "--set",
            "turns=3",
            "--games",
            "10000",
            "--threads",
            "1",
            "--bots",
            &bots,
            "--out",
        ])
        .arg(folder.path().join("out"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let look = || -> Option<(usize, u64)> {
        let files = fs::read_dir(process.join("fd")).ok()?.count();
        let status = fs::read_to_string(process.join("status")).ok()?;
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some((files, memory.trim().trim_end_matches(" kB").parse().ok()?))
    };
    let mut seen: Vec<(u64, usize, u64)> = Vec::new();
    while child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(500));
        let games = fs::read_to_string(folder.path().join("out/games.csv")).map_or(0, |text| text.lines().count());
        if let Some((files, memory)) = look() {
            seen.push((games as u64, files, memory));
        }
    }
    let warm: Vec<_> = seen.iter().filter(|(games, ..)| *games > 500).collect();
    for (games, files, memory) in warm.iter().step_by((warm.len() / 12).max(1)) {
        println!("{games} games: {files} files, {memory} kB");
    }
    let files = |of: &&&(u64, usize, u64)| of.1;
    let (few, many) = (warm.iter().min_by_key(files).unwrap().1, warm.iter().max_by_key(files).unwrap().1);
    assert!(many - few <= 8, "{few} to {many} open files: no more than the pipes of two processes");
    let (first, last) = (warm.first().unwrap().2, warm.last().unwrap().2);
    assert!(last < first + 2000, "from {first} to {last} kB");
}
