use std::fs;
use std::path::PathBuf;

use super::*;
use crate::balance::dice::Dice;
use crate::balance::file::Source;
use crate::balance::findings::findings;

const FILE: &str = r#"title = "Longer games of dice"
question = "Is a longer game <fairer>?"
game = "dice"
seats = 3
bots = ["random"]
games = 45
restrict = ["keep"]

[variants.long]
goal = 40

[grid]
limit = [5, 200]

[skill]
strong = "greedy"
weak = "random"
games = 12

[ladder]
bot = "flat:iterations={}"
from = 2
levels = 2
games = 6

[styles]
bots = ["random", "greedy", "flat:iterations=4"]
games = 9
variants = ["base", "long"]
"#;

/// A folder that is there as long as the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("marque-balance-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan() -> Plan<Dice> {
    Plan::new(&Source::read(FILE).unwrap(), None, Path::new(".")).unwrap()
}

fn run(out: &Scratch, threads: usize) -> Result<Outcome, RunError> {
    plan().run(&out.0, "test", threads, &AtomicBool::new(false), &mut ())
}

const KEPT: [&str; 11] = [
    "games.csv",
    "experiment.csv",
    "variants.csv",
    "seats.csv",
    "actions.csv",
    "ladder.csv",
    "styles.csv",
    "restricted.csv",
    "distributions.csv",
    "lead.csv",
    "report.html",
];

#[test]
fn an_experiment_gives_the_same_bytes_on_any_threads() {
    let (one, three) = (Scratch::new("one"), Scratch::new("three"));
    let outcome = run(&one, 1).unwrap();
    assert_eq!(outcome.progress.done, outcome.progress.total);
    run(&three, 3).unwrap();
    for file in KEPT {
        assert_eq!(one.text(file), three.text(file), "{file}");
    }
}

#[test]
fn a_stopped_run_ends_with_the_same_bytes() {
    let (whole, broken) = (Scratch::new("whole"), Scratch::new("broken"));
    run(&whole, 2).unwrap();
    let games = whole.text("games.csv");
    // Wherever the file was cut off, in the middle of a row too, the next run mends it.
    for length in [0, 17, games.len() / 3, games.len() / 2 + 5, games.len() - 1] {
        fs::create_dir_all(&broken.0).unwrap();
        for file in ["manifest.json", "timing.csv"] {
            fs::copy(whole.0.join(file), broken.0.join(file)).unwrap();
        }
        fs::write(broken.0.join("games.csv"), &games[..length]).unwrap();
        run(&broken, 2).unwrap();
        for file in KEPT {
            assert_eq!(whole.text(file), broken.text(file), "{file} from {length} bytes");
        }
        fs::remove_dir_all(&broken.0).unwrap();
    }
}

#[test]
fn a_folder_of_another_experiment_is_refused() {
    let out = Scratch::new("another");
    run(&out, 2).unwrap();
    let other =
        Plan::<Dice>::new(&Source::read(&FILE.replace("goal = 40", "goal = 41")).unwrap(), None, Path::new("."));
    let error = other.unwrap().run(&out.0, "test", 1, &AtomicBool::new(false), &mut ()).err().unwrap();
    assert!(error.to_string().contains("variants.long.goal: 40 there, 41 asked for"), "{error}");
}

#[test]
fn the_report_is_made_from_the_tables_alone() {
    let out = Scratch::new("report");
    let tables = run(&out, 2).unwrap().tables.unwrap();
    let read = Tables::read(&out.0).unwrap();
    assert_eq!(read, tables);
    assert_eq!(report::page(&read).unwrap(), out.text("report.html"));
    assert!(out.text("report.html").contains("Is a longer game &#60;fairer&#62;?"));
}

#[test]
fn what_is_never_used_is_named_and_skill_tells() {
    let out = Scratch::new("told");
    let tables = run(&out, 2).unwrap().tables.unwrap();
    let said: Vec<String> = findings(&tables).into_iter().flat_map(|(_, said)| said).collect();
    assert!(said.iter().any(|finding| finding == "Never used by these bots: `cheat`."), "{said:#?}");
    let length = said.iter().find(|finding| finding.starts_with("With `long`")).unwrap();
    assert!(length.contains("longer in decisions"), "{said:#?}");
}

#[test]
fn every_column_of_every_file_is_documented() {
    let out = Scratch::new("columns");
    run(&out, 2).unwrap();
    let page = include_str!("../../../docs/measures.md");
    for file in KEPT.iter().filter(|file| file.ends_with(".csv")) {
        let (_, section) = page.split_once(&format!("### `{file}`")).unwrap_or_else(|| panic!("no section on {file}"));
        let section = section.split("\n##").next().unwrap_or_default();
        for column in out.text(file).lines().next().unwrap_or_default().split(',') {
            let column = column.strip_prefix("seat0").map_or(column.to_owned(), |rest| format!("seat{{n}}{rest}"));
            let plain = column.trim_end_matches("_low").trim_end_matches("_high");
            let told =
                section.contains(&format!("`{plain}`")) || column.starts_with("seat1") || column.starts_with("seat2");
            assert!(told, "{file}: {column}");
        }
    }
}
