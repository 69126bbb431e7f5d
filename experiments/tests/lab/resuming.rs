//! Runs that are stopped, torn and taken up again.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use marque::random::{self, Purpose};
use marque_experiments::clerk::{Observer, Progress};

use crate::connect_four::ConnectFour;
use crate::{Scratch, bots, dice, run, tournament};

#[test]
fn a_run_torn_at_any_byte_goes_on_to_the_same_bytes() {
    let folder = Scratch::new();
    let small = tournament(2, 6, vec![bots::random::<ConnectFour>(), bots::panicker()]);
    run(&small, &folder);
    let (whole, timing) = (folder.contents(), folder.read("timing.csv"));
    for name in ["games.csv", "timing.csv"] {
        let text = folder.read(name);
        for bytes in 0..text.len() {
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
    let mut tournament = dice(1200);
    run(&tournament, &unbroken);
    for threads in [1, 2] {
        let folder = Scratch::new();
        let mut rng = random::stream(1, threads, Purpose::Other(0));
        let mut stops = 0;
        loop {
            let stop = AtomicBool::new(false);
            let mut observer = StopAfter { games: random::below(&mut rng, 200).into(), stop: &stop };
            let report = tournament.run(&folder.0, threads as usize, &stop, &mut observer).unwrap();
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
    let refusal = |tournament: &marque_experiments::tournament::Tournament<crate::Dice>| {
        tournament.run(&folder.0, 1, &AtomicBool::new(false), &mut ()).unwrap_err().to_string()
    };
    let mut other = dice(60);
    other.seed = 8;
    let said = refusal(&other);
    assert!(said.contains("belongs to another run"), "{said}");
    assert!(said.ends_with("What differs:\n  games: 30 there, 60 asked for\n  seed: 7 there, 8 asked for"), "{said}");
    let rules = "sides = 4".parse().unwrap();
    let other =
        marque_experiments::tournament::Tournament { game: marque::Game::create(3, &rules).unwrap(), ..dice(30) };
    assert!(refusal(&other).ends_with("\n  rules.sides: 3 there, 4 asked for"));
    fs::remove_file(folder.0.join("manifest.json")).unwrap();
    assert!(refusal(&dice(30)).contains("is there already and is not of this run"));
    fs::write(folder.0.join("manifest.json"), &before["manifest.json"]).unwrap();
    assert!(folder.contents() == before, "nothing was touched");
}

#[test]
fn two_processes_cannot_write_to_one_folder() {
    let folder = Scratch::new();
    run(&dice(30), &folder);
    let other = fs::File::open(folder.0.join("games.csv")).unwrap();
    other.lock().unwrap();
    let said = dice(30).run(&folder.0, 1, &AtomicBool::new(false), &mut ()).unwrap_err().to_string();
    assert!(said.contains("is being written by another process"), "{said}");
}
