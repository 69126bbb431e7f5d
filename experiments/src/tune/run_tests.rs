use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::dice::Dice;
use crate::tune::goal::Verdict;

/// A longer goal makes longer games, whatever the die; six sides shorten them.
const LONGER: &str = r#"title = "Longer games"
game = "dice"
seats = 2
bots = ["random"]
games = 4000
seed = 3

[space]
goal = { from = 10, to = 40, step = 10 }
sides = [2, 3, 6]

[goals]
decisions = { within = [50, 65] }
spread = { at_most = 12 }
"#;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("marque-tune-{name}-{}", std::process::id()));
    drop(fs::remove_dir_all(&path));
    path
}

fn run(text: &str, out: &Path, threads: usize, observer: &mut dyn Observer, stop: &AtomicBool) -> TuneResult {
    let source = Source::read(text).unwrap();
    let tune = Tune::<Dice>::new(&source, Path::new(".")).unwrap();
    tune.run("marque tune test", Venue { out, threads, formats: &[], stop, observer }).unwrap()
}

/// Every file below a folder but for times, by its path there.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("timing.csv") {
                found.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Stops a run after so many calls.
struct StopAfter<'a>(u32, &'a AtomicBool);

impl Observer for StopAfter<'_> {
    fn advance(&mut self, _progress: &Progress) {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            self.1.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    }
}

#[test]
fn a_number_of_seats_that_the_game_cannot_have_is_refused_before_anything_is_made_for_them() {
    let text = LONGER.replace("game = \"dice\"", "game = \"santy-anno\"").replace("seats = 2", "seats = 4294967296");
    let source = Source::read(&text).unwrap();
    let Err(error) = Tune::<marque::santy_anno::SantyAnno>::new(&source, Path::new(".")) else { panic!("let pass") };
    let said = "`seats`: santy-anno is for 3, 4, 5, 6, 7 or 8 seats, not 4294967296";
    assert!(error.to_string().contains(said), "{error}");
}

#[test]
fn the_smallest_change_that_does_it_is_found_and_told() {
    let out = folder("found");
    let findings = run(LONGER, &out, 2, &mut (), &AtomicBool::new(false)).findings.unwrap();
    let best = &findings.confirmed[findings.answer.unwrap()];
    // With three sides a turn brings a point on average, and both seats' turns count.
    assert_eq!((best.name.as_str(), best.verdicts[0]), ("goal=30", Verdict::Met), "{:?}", findings.told);
    assert!(findings.told[0].starts_with("Change `goal` from 20 to 30"), "{:?}", findings.told);
    let best = fs::read_to_string(out.join("best.toml")).unwrap();
    assert!(best.contains("goal = 30"), "{best}");
    assert!(findings.effects.iter().any(|row| row.key == "goal" && row.to == "40" && row.effect.value > 10.0));
    assert!(findings.effects.iter().any(|row| row.key == "sides" && row.to == "6" && row.effect.value < 0.0));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    for part in ["Change <code>goal</code> from 20 to 30", "Trade-offs", "What every key does", "How the search went"] {
        assert!(page.contains(part), "{part}");
    }
    // The confirmation is on deals of its own.
    let seed = |file: &str| {
        let text = fs::read_to_string(out.join(file)).unwrap();
        text.parse::<Table>().unwrap()["seed"].as_integer().unwrap()
    };
    assert_ne!(seed("confirmed.toml"), seed("rounds/00.toml"));
    assert_ne!(seed("rounds/01.toml"), seed("rounds/00.toml"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn threads_and_stops_change_no_byte() {
    let whole = folder("whole");
    run(LONGER, &whole, 1, &mut (), &AtomicBool::new(false));
    let broken = folder("broken");
    for calls in [1, 5, 17, 40, u32::MAX] {
        let stop = AtomicBool::new(false);
        let result = run(LONGER, &broken, 3, &mut StopAfter(calls, &stop), &stop);
        if result.findings.is_some() {
            break;
        }
        assert!(result.progress.done < result.progress.total);
    }
    assert_eq!(files(&whole), files(&broken));
    fs::remove_dir_all(whole).unwrap();
    fs::remove_dir_all(broken).unwrap();
}

#[test]
fn goals_in_conflict_are_named() {
    let text = LONGER.replace("spread = { at_most = 12 }", "turns = { at_most = 20 }").replace("[50, 65]", "[60, 90]");
    let out = folder("conflict");
    let findings = run(&text, &out, 2, &mut (), &AtomicBool::new(false)).findings.unwrap();
    assert_eq!(findings.answer, None);
    assert_eq!(findings.obstacles.len(), 1, "{:?}", findings.told);
    assert!(findings.told[1].starts_with("In conflict: decisions a game from 60 to 90 and turns a game at most 20"));
    assert!(fs::read_to_string(out.join("best.toml")).unwrap().contains("no ruleset met all goals"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn where_the_base_does_it_nothing_need_be_changed() {
    let text = LONGER.replace("[50, 65]", "[30, 55]");
    let out = folder("base");
    let findings = run(&text, &out, 2, &mut (), &AtomicBool::new(false)).findings.unwrap();
    assert!(findings.told[0].starts_with("Nothing need be changed: the base"), "{:?}", findings.told);
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn another_question_does_not_go_on_in_the_same_folder() {
    let out = folder("another");
    let stop = AtomicBool::new(false);
    run(LONGER, &out, 1, &mut StopAfter(1, &stop), &stop);
    let text = LONGER.replace("[50, 65]", "[30, 55]");
    let source = Source::read(&text).unwrap();
    let tune = Tune::<Dice>::new(&source, Path::new(".")).unwrap();
    let venue = Venue { out: &out, threads: 1, formats: &[], stop: &stop, observer: &mut () };
    let error = tune.run("marque tune test", venue).err().unwrap();
    assert!(error.is_usage() && error.to_string().contains("goals.decisions.within"), "{error}");
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn too_few_games_and_wrong_bots_are_refused() {
    for (from, to, message) in [
        ("games = 4000", "games = 90", "line 5: `games`: 90 games cannot tell rulesets apart; expected at least 960"),
        ("[\"random\"]", "[\"ranbom\"]", "`bots`"),
    ] {
        let source = Source::read(&LONGER.replace(from, to)).unwrap();
        let error = Tune::<Dice>::new(&source, Path::new(".")).err().unwrap().to_string();
        assert!(error.contains(message), "{error}");
    }
}
