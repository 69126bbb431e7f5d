//! Tells the program which commit it is built from, where that is known.

use std::path::Path;
use std::process::Command;

/// What games are made of, seen from the repository's root; other changes make no other program.
const SOURCES: [&str; 4] = ["src", "agents/src", "experiments/src", "Cargo.lock"];

fn main() {
    let root = Path::new("..");
    println!("cargo:rerun-if-changed=build.rs");
    SOURCES.iter().for_each(|source| println!("cargo:rerun-if-changed={}", root.join(source).display()));
    if let Some(commit) = commit(root, &SOURCES) {
        println!("cargo:rustc-env=MARQUE_COMMIT={commit}");
    }
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = git(Path::new("."), &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={}", String::from_utf8_lossy(&log).trim());
    }
}

/// The commit that a repository is at; where the sources are not as committed, with a number that their changes give.
pub fn commit(root: &Path, sources: &[&str]) -> Option<String> {
    let commit = String::from_utf8(git(root, &["rev-parse", "HEAD"])?).ok()?;
    let with_sources = |args: &[&'static str]| git(root, &[args, &["--"], sources].concat());
    let mut changes = with_sources(&["diff", "--binary", "HEAD"])?;
    for path in with_sources(&["ls-files", "-z", "--others", "--exclude-standard"])?.split_inclusive(|byte| *byte == 0)
    {
        changes.extend(path);
        let path = String::from_utf8_lossy(path);
        changes.extend(std::fs::read(root.join(path.trim_end_matches('\0'))).unwrap_or_default());
    }
    let commit = commit.trim();
    Some(if changes.is_empty() { commit.to_owned() } else { format!("{commit}+{:016x}", fnv(&changes)) })
}

fn git(folder: &Path, args: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").current_dir(folder).args(args).output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// Fowler, Noll and Vo's hash (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
