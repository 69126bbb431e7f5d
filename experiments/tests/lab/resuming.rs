//! Runs that are stopped, torn and taken up again.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use marque::random::{self, Purpose};
use marque_experiments::clerk::{Observer, Progress};
use marque_experiments::tournament::Tournament;

use crate::connect_four::ConnectFour;
use crate::{Scratch, bots, dice, run, run_on, run_watched, tournament};

#[test]
fn a_run_torn_at_any_byte_goes_on_to_the_same_bytes() {
    let folder = Scratch::new();
    let small = tournament(2, 6, vec![bots::random::<ConnectFour>(), bots::panicker()]);
    run(&small, &folder);
    let (whole, timing) = (folder.contents(), folder.read("timing.csv"));
    for name in ["games.csv", "timing.csv"] {
        let text = folder.read(name);
        for bytes in (0..text.len()).step_by(3) {
            fs::write(folder.0.join(name), &text[..bytes]).unwrap();
            run(&small, &folder);
            assert!(folder.contents() == whole, "{name} cut to {bytes} bytes");
        }
    }
    assert_eq!(folder.read("timing.csv").lines().count(), timing.lines().count());
}

#[test]
fn rubbish_at_the_end_is_cut_off() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let whole = folder.contents();
    for rubbish in ["\0\0\0\0", "1,2,3\n", "30,10,7,0,random\n\n\n", "\u{fffd}\n"] {
        fs::write(folder.0.join("games.csv"), format!("{}{rubbish}", whole["games.csv"])).unwrap();
        run(&dice(30), &folder);
        assert!(folder.contents() == whole, "{rubbish:?}");
    }
}

/// Stops the run after so many games.
struct StopAfter<'a> {
    games: u64,
    stop: &'a AtomicBool,
}

impl Observer for StopAfter<'_> {
    fn begin(&mut self, progress: &Progress) {
        self.games += progress.done;
    }
    fn advance(&mut self, progress: &Progress) {
        self.stop.fetch_or(progress.done >= self.games, Ordering::SeqCst);
    }
}

#[test]
fn a_run_stopped_again_and_again_ends_with_the_same_bytes() {
    let unbroken = Scratch::new();
    let mut tournament = dice(4800);
    run(&tournament, &unbroken);
    for threads in [1, 2] {
        let folder = Scratch::new();
        let mut rng = random::stream(1, threads, Purpose::Other(0));
        let mut stops = 0;
        loop {
            let stop = AtomicBool::new(false);
            let mut observer = StopAfter { games: random::below(&mut rng, 200).into(), stop: &stop };
            let report = run_watched(&tournament, &folder, threads as usize, &stop, &mut observer).unwrap();
            if report.complete {
                break;
            }
            stops += 1;
            assert_eq!(report.progress.done % 3, 0);
            let rows = folder.read("games.csv");
            assert!(unbroken.read("games.csv").starts_with(&rows));
            assert_eq!(rows.lines().count() as u64, report.progress.done + 1);
        }
        assert!(stops > 2, "{stops} stops");
        assert!(folder.contents() == unbroken.contents());
    }
    // The wording of the command is no difference.
    tournament.command = "in other words".to_owned();
    assert!(run(&tournament, &unbroken).complete);
}

#[test]
fn a_folder_of_another_run_is_refused_with_what_differs() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let before = folder.contents();
    let refusal = |tournament: &Tournament<crate::Dice>| run_on(tournament, &folder, 1).unwrap_err().to_string();
    let mut other = dice(15);
    other.seed = 8;
    let said = refusal(&other);
    assert!(said.contains("belongs to another run"), "{said}");
    assert!(
        said.ends_with(
            "\n  games: 30 there, 15 asked for (a run can get more, not fewer)\n  seed: 7 there, 8 asked for"
        ),
        "{said}"
    );
    let rules = "sides = 4".parse().unwrap();
    let other = Tournament { game: marque::Game::create(3, &rules).unwrap(), ..dice(30) };
    assert!(refusal(&other).ends_with("\n  rules.sides: 3 there, 4 asked for"));
    fs::remove_file(folder.0.join("manifest.json")).unwrap();
    assert!(refusal(&dice(30)).contains("is there already and is not of this run"));
    fs::write(folder.0.join("manifest.json"), &before["manifest.json"]).unwrap();
    assert!(folder.contents() == before, "nothing was touched");
}

#[test]
fn games_of_another_build_are_not_gone_on_with() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let path = folder.0.join("manifest.json");
    let mut manifest: serde_json::Value = serde_json::from_str(&folder.read("manifest.json")).unwrap();
    manifest["commit"] = "0123+4567".into();
    fs::write(&path, manifest.to_string()).unwrap();
    let said = run_on(&dice(60), &folder, 1).unwrap_err().to_string();
    assert!(said.contains("was begun by another build of marque") && said.contains("go on with that build"), "{said}");
    assert!(said.contains("\n  commit: \"0123+4567\" there, "), "{said}");
}

#[test]
fn a_damaged_manifest_is_told_from_another_run() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let path = folder.0.join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for damaged in [&whole[..0], &whole[..whole.len() / 2], b"[]", b"\xff\xfe"] {
        fs::write(&path, damaged).unwrap();
        let error = run_on(&dice(30), &folder, 1).unwrap_err();
        let said = error.to_string();
        assert!(said.contains("manifest.json is damaged") && error.is_usage(), "{said}");
    }
}

/// Links that lead out of the folder, wherever a run writes.
#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let (folder, elsewhere) = (Scratch::new(), Scratch::new());
    fs::create_dir_all(folder.0.join("traces")).unwrap();
    fs::create_dir_all(&elsewhere.0).unwrap();
    let traced = Tournament { traces: true, ..dice(30) };
    run(&Tournament { games: 3, ..dice(3) }, &elsewhere);
    let before = elsewhere.contents();
    fs::remove_dir(folder.0.join("traces")).unwrap();
    for name in ["manifest.json", "standings.csv", "sprt.csv", "differences.csv"] {
        symlink(elsewhere.0.join(name), folder.0.join(format!("{name}.draft"))).unwrap();
    }
    run(&traced, &folder);
    let trace = folder.0.join("traces/000007.jsonl");
    fs::remove_file(&trace).unwrap();
    symlink(elsewhere.0.join("games.csv"), &trace).unwrap();
    run(&traced, &folder);
    assert!(!trace.is_symlink() && elsewhere.contents() == before);
    fs::rename(folder.0.join("traces"), folder.0.join("moved")).unwrap();
    symlink(&elsewhere.0, folder.0.join("traces")).unwrap();
    let said = run_on(&traced, &folder, 1).unwrap_err().to_string();
    assert!(said.contains("traces is a link") && elsewhere.contents() == before, "{said}");
}

#[test]
fn a_run_that_grows_ends_with_the_same_bytes() {
    let (at_once, grown) = (Scratch::new(), Scratch::new());
    let traced = |games| Tournament { traces: true, ..dice(games) };
    run(&traced(600), &at_once);
    for games in [1, 30, 31, 300, 600] {
        assert!(run(&traced(games), &grown).complete);
    }
    assert!(grown.contents() == at_once.contents());
}

#[test]
fn two_processes_cannot_write_to_one_folder() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let other = fs::File::open(folder.0.join("games.csv")).unwrap();
    other.lock().unwrap();
    let said = run_on(&dice(30), &folder, 1).unwrap_err().to_string();
    assert!(said.contains("is being written by another process"), "{said}");
}

#[test]
fn a_run_that_came_no_further_than_its_empty_logs_can_go_on() {
    let (unbroken, folder) = (Scratch::new(), Scratch::new());
    run(&dice(30), &unbroken);
    for left in [&["games.csv"][..], &["games.csv", "timing.csv"], &["games.csv", "manifest.json.draft"]] {
        fs::create_dir_all(&folder.0).unwrap();
        left.iter().for_each(|name| fs::write(folder.0.join(name), "").unwrap());
        run(&dice(30), &folder);
        assert!(folder.contents() == unbroken.contents(), "{left:?}");
        fs::remove_dir_all(&folder.0).unwrap();
    }
    // A log that is not empty is somebody's games.
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(folder.0.join("timing.csv"), "game,ms\n").unwrap();
    assert!(run_on(&dice(30), &folder, 1).unwrap_err().to_string().contains("is not of this run"));
}

/// Runs of two tournaments that begin in one folder at the same moment: one gets it whole, the other is refused.
#[test]
fn of_two_runs_that_begin_together_one_is_refused() {
    for _ in 0..40 {
        let folder = Scratch::new();
        let tournaments = [dice(3), Tournament { seed: 8, ..dice(6) }];
        let done = std::thread::scope(|scope| {
            let runs = tournaments.each_ref().map(|tournament| scope.spawn(|| run_on(tournament, &folder, 1)));
            runs.map(|run| run.join().unwrap())
        });
        let mut winners = tournaments.iter().zip(&done).filter(|(_, result)| result.is_ok());
        let (winner, loser) = (winners.next().unwrap().0, winners.next());
        assert!(loser.is_none(), "both were played");
        let before = folder.contents();
        assert!(run(winner, &folder).complete);
        assert!(folder.contents() == before);
        assert_eq!(before["games.csv"].lines().count() as u64, winner.games + 1);
    }
}

#[test]
fn traces_that_are_missing_or_damaged_are_made_again() {
    let folder = Scratch::new();
    let mut tournament = tournament(2, 8, vec![bots::random::<ConnectFour>(), bots::panicker()]);
    tournament.traces = true;
    run(&tournament, &folder);
    let whole = folder.contents();
    for game in 0..8 {
        let name = format!("traces/{game:06}.jsonl");
        let (path, text) = (folder.0.join(&name), &whole[&name]);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let swapped = text.replacen("\"action\"", "\"aktion\"", 1);
        for damaged in [None, Some(""), Some(&text[..text.len() / 2]), Some(&text[..text.len() - 1]), Some(&*swapped)] {
            match damaged {
                None => fs::remove_file(&path).unwrap(),
                Some(damaged) => fs::write(&path, damaged).unwrap(),
            }
            run(&tournament, &folder);
            assert!(folder.contents() == whole, "{name}: {damaged:?}");
        }
        fs::write(&path, lines[..lines.len() - 1].concat()).unwrap();
        run(&tournament, &folder);
        assert!(folder.contents() == whole, "{name} without its last line");
    }
}
