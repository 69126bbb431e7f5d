//! The examples of `docs/clusters.md`, run as they stand: parts played by shell, by tasks of Slurm and Kubernetes, and merged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../docs/clusters.md");

/// The blocks of the page in a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let begun = PAGE.split(&fence).skip(1);
    begun.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Runs a script in a folder, with our program first on the path, and gives back whether it went well.
fn shell(script: &str, folder: &Path, variables: &[(&str, &str)]) {
    let program = Path::new(env!("CARGO_BIN_EXE_marque"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = Command::new("sh")
        .args(["-e", "-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(run.status.success(), "{script}\n{}", String::from_utf8_lossy(&run.stderr));
}

/// Every file of a run but what the clock said.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut all = BTreeMap::new();
    for file in files.map(|file| file.unwrap()) {
        let (name, path) = (file.file_name().into_string().unwrap(), file.path());
        if path.is_dir() {
            all.extend(contents(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != "timing.csv" {
            all.insert(name, fs::read(path).unwrap());
        }
    }
    all
}

/// The merged run in `folder/name` has the bytes of the plain command.
fn same_as(plain: &str, folder: &Path, name: &str) {
    shell(&format!("marque {plain} --out plain-{name}"), folder, &[]);
    let (plain, merged) = (contents(&folder.join(format!("plain-{name}"))), contents(&folder.join("runs").join(name)));
    assert!(plain.keys().eq(merged.keys()), "{:?} {:?}", plain.keys(), merged.keys());
    for (file, bytes) in plain {
        assert!(bytes == merged[&file], "{name}/{file} differs");
    }
}

#[test]
fn rounds_of_a_sequential_test_end_where_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    shell(blocks("sh")[0], folder.path(), &[]);
    same_as("tournament bosman --bots greedy,random --sprt elo1=200 --games 4000", folder.path(), "test");
}

#[test]
fn rounds_of_a_search_find_what_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let search = "title = \"Brisk\"\ngame = \"santy-anno\"\nseats = 3\nbots = [\"random\"]\ngames = 960\n\
                  [space]\nrecheck_slip_percent = [25, 50]\n[goals]\ndecisions = { at_most = 30 }\n";
    fs::write(folder.path().join("search.toml"), search).unwrap();
    shell(blocks("sh")[1], folder.path(), &[]);
    same_as("tune search.toml", folder.path(), "tuned");
}

/// The loop of a sequential test does for a precision too.
#[test]
fn rounds_of_a_precise_experiment_end_where_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"\"\nquestion = \"\"\ngame = \"bosman\"\nseats = 2\nbots = [\"random\", \"greedy:samples=1\"]\n\
                games = 2000\nfocus = [\"draws\", \"decisions\"]\nprecision = { decisions = 6 }\n[variants.small]\nhand = 4\n";
    fs::write(folder.path().join("precise.toml"), text).unwrap();
    let (sprt, precise) = ("tournament bosman --bots greedy,random --sprt elo1=200 --games 4000", "run precise.toml");
    assert!(blocks("sh")[0].contains(sprt));
    shell(&blocks("sh")[0].replace(sprt, precise), folder.path(), &[]);
    same_as(precise, folder.path(), "test");
}

#[test]
fn parallel_plays_parts() {
    let folder = tempfile::tempdir().unwrap();
    let there = Command::new("parallel").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    // Without it a shell plays the same lines one after the other.
    let script = if there { blocks("sh")[2].to_owned() } else { blocks("sh")[2].replace("| parallel", "| sh -e") };
    shell(&script, folder.path(), &[]);
    same_as("tournament bosman --bots random,greedy --games 400", folder.path(), "many");
}

/// Runs an example whose middle line hands over to a cluster, with the task once for every index instead.
fn on_a_cluster(example: &str, task: &str, variable: &str, folder: &Path) {
    let lines: Vec<&str> = example.lines().collect();
    let [plan, _, merge] = lines[..] else { panic!("three lines: {example}") };
    shell(plan, folder, &[]);
    for index in 0..8 {
        shell(task, folder, &[(variable, &index.to_string())]);
    }
    shell(merge, folder, &[]);
}

#[test]
fn a_slurm_array_plays_parts() {
    let folder = tempfile::tempdir().unwrap();
    on_a_cluster(blocks("sh")[3], blocks("sbatch")[0], "SLURM_ARRAY_TASK_ID", folder.path());
    same_as("run santy-anno-heads --games 8", folder.path(), "heads");
}

#[test]
fn an_indexed_job_plays_parts() {
    let folder = tempfile::tempdir().unwrap();
    let job = blocks("yaml")[0];
    let task = job.split("- |\n").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    on_a_cluster(blocks("sh")[4], task.trim(), "JOB_COMPLETION_INDEX", folder.path());
    same_as("tournament hexxi --bots random,greedy --games 64", folder.path(), "pods");
}
