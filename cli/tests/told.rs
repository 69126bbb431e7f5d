//! Every command that README.md, results/README.md and `--help` tell people to type, run in a copy of what a fresh clone has;
//! and the tables that README.md prints, compared with what its commands print. Long runs are cut short, all else is typed as
//! it stands.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const README: &str = include_str!("../../README.md");
const RESULTS: &str = include_str!("../../results/README.md");

/// What of a clone commands look for.
const CLONED: [&str; 3] = ["examples", "experiments", "results"];

/// What tells a newcomer's first command apart.
const FIRST: &str = "--out runs/first";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(path, to).unwrap();
        }
    }
}

/// A fresh clone, with searches for rules that are over soon.
fn cloned() -> TempDir {
    let (folder, root) = (tempfile::tempdir().unwrap(), Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    for name in CLONED {
        copy(&root.join(name), &folder.path().join(name));
    }
    for entry in fs::read_dir(folder.path().join("experiments/tune")).unwrap().map(Result::unwrap) {
        let text = fs::read_to_string(entry.path()).unwrap();
        let brief = text.lines().filter_map(|line| match line.split(' ').next()? {
            "bots" => Some("bots = [\"random\"]"),
            "games" => Some("games = 960"),
            // Skill is played by bots that think.
            "skill" => None,
            _ => Some(line),
        });
        fs::write(entry.path(), brief.collect::<Vec<_>>().join("\n")).unwrap();
    }
    folder
}

/// A shell in a folder, with our program first on the path and no browser to open.
fn shell(line: &str, folder: &Path) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_marque"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-e", "-c", line]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a line, which must go well.
fn run(line: &str, folder: &Path) -> String {
    let Output { status, stdout, stderr } = shell(line, folder).output().unwrap();
    assert!(status.success(), "{line}\nends with {status}\n{}{}", text(&stdout), text(&stderr));
    text(&stdout)
}

/// The commands that a text shows as code, each once, in order. `cargo run --` stands for the program.
fn commands(page: &str) -> Vec<String> {
    let page = page.replace("cargo run --release -- ", "marque ").replace("cargo run -- ", "marque ");
    // Code is every second piece between backticks, those of fences too.
    let code = page.split('`').skip(1).step_by(2);
    let fenced = |code: &str| code.starts_with("sh\n") || code.starts_with("text\n");
    let lines = code.flat_map(|code| if fenced(code) { code.lines().collect() } else { vec![code] });
    let mut seen = BTreeSet::new();
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|line| line.starts_with("marque ") && seen.insert(line.clone())).collect()
}

/// Code fences count as one pair of backticks each.
fn fences_as_spans(page: &str) -> String {
    page.replace("```", "`")
}

/// A command with names for what it leaves open; `None` where only the name of a command is mentioned.
fn filled(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split(' ').collect();
    let whole = ["games", "table", "bench"].contains(&words[1]) || words.len() > 2;
    if !whole || command.contains('…') || command.contains("DIR") {
        return None;
    }
    let names = [("results/NAME", "results/bosman-boat"), ("NAME", "santy-anno-heads"), ("GAME", "hexxi")];
    Some(names.iter().fold(command.to_owned(), |command, (open, name)| command.replace(open, name)))
}

/// The same with fewer games, and folders of its own where parts or another command's files are needed.
fn cut_short(command: &str) -> String {
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    let fewer = |words: &mut Vec<String>, option: &str, number: &str| match words.iter().position(|word| word == option)
    {
        Some(at) => words[at + 1] = number.to_owned(),
        None => words.splice(2..2, [option.to_owned(), number.to_owned()]).for_each(drop),
    };
    match words[1].as_str() {
        "tournament" => fewer(&mut words, "--games", "6"),
        "run" if !words.contains(&"--list".to_owned()) => fewer(&mut words, "--games", "2"),
        "bench" => fewer(&mut words, "--ms", "1"),
        "analyze" => fewer(&mut words, "--iterations", "2"),
        "train" => {
            words.retain(|word| word != "--minutes" && word.parse::<u64>().is_err());
            fewer(&mut words, "--generations", "1");
            fewer(&mut words, "--games", "20");
            fewer(&mut words, "--bot", "search:iterations=4");
        }
        _ => {}
    }
    let command = words.join(" ");
    match words[1].as_str() {
        // What has learnt so little is not kept.
        "tournament" if command.contains("learn=") => command.replace("search:learn=hexxi.weights", "greedy"),
        "tournament" if !command.contains("--out") => command + " --out runs/unnamed",
        // A folder that has all its games does not get a precision.
        "run" if command.contains("--precision") => command + " --out runs/precise",
        "play" => format!("echo quit | {command}"),
        "merge" => format!(
            "for blocks in 0..1 1..2; do marque tournament bosman --bots random,greedy --games 4 --blocks $blocks --out parts/$blocks; done; {command}"
        ),
        _ => command,
    }
}

/// A table is set and cleared.
fn set_table(command: &str, folder: &Path) {
    let mut table = shell(&format!("exec {command} --no-open"), folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(table.stdout.take().unwrap()).read_line(&mut said).unwrap();
    table.kill().unwrap();
    table.wait().unwrap();
    assert!(said.starts_with("The table is set at http://127.0.0.1:"), "{command}: {said}");
}

/// The commands of the program, as `marque --help` lists them.
fn subcommands(folder: &Path) -> Vec<String> {
    let help = run("marque --help", folder);
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_people_are_told_runs_in_a_fresh_clone() {
    let clone = cloned();
    let folder = clone.path();
    let known = subcommands(folder);
    assert!(known.len() > 15, "{known:?}");
    let helps = known.iter().filter(|name| *name != "help").map(|name| run(&format!("marque {name} --help"), folder));
    let mut told: Vec<String> = [README, RESULTS].iter().flat_map(|page| commands(&fences_as_spans(page))).collect();
    told.extend(helps.chain([run("marque --help", folder)]).flat_map(|help| commands(&help)));
    // What a game on file is needed for comes after what writes one.
    told.sort_by_key(|command| !command.starts_with("marque trace") && !command.contains("--toml >"));
    told.dedup();
    let (mut ran, mut table) = (0, None);
    for command in &told {
        let name = command.split(' ').nth(1).unwrap();
        assert!(known.iter().any(|known| known == name), "{command}: there is no such command");
        match filled(command) {
            Some(command) if name == "table" => {
                // The first table takes any port; one that names a port may find it taken.
                if table.is_none() {
                    set_table(&command, folder);
                }
                table = Some(());
            }
            Some(command) => drop(run(&cut_short(&command), folder)),
            None => continue,
        }
        ran += 1;
    }
    assert!(ran >= 35, "{ran} of {told:#?}");
}

/// The fenced block that follows a piece of README.md.
fn block_after(piece: &str) -> &'static str {
    let at = README.find(piece).unwrap_or_else(|| panic!("README.md has no {piece:?}"));
    README[at + piece.len()..].split("\n```\n").nth(1).unwrap()
}

#[test]
fn the_first_table_of_the_readme_is_what_its_command_prints() {
    let clone = tempfile::tempdir().unwrap();
    let command = commands(&fences_as_spans(README)).into_iter().find(|command| command.contains(FIRST)).unwrap();
    let printed = run(&command, clone.path());
    let shown = block_after("cargo test --workspace\n```\n");
    assert!(printed.starts_with(shown), "README.md shows\n{shown}\nand the command prints\n{printed}");
}

#[test]
fn the_sitting_in_the_readme_is_what_people_see() {
    let clone = tempfile::tempdir().unwrap();
    let line = "printf 'start:a2\\nhint\\nquit\\n' | marque play dzicz --seed 12 --bots captain";
    assert!(README.contains("`marque play dzicz --seed 12 --bots captain`, after landing on `a2`:"));
    // Whoever types sees what was typed, a pipe does not.
    let shown = block_after("after landing on `a2`:\n").replace("> hint\n", "> ");
    let printed: Vec<String> = run(line, clone.path()).lines().map(|line| line.trim_end().to_owned()).collect();
    let printed = printed.join("\n");
    assert!(printed.contains(&shown), "README.md shows\n{shown}\nand the command prints\n{printed}");
}
