//! Every rule id of the rules pages is covered by a test, and every id a test names is on a page.
//!
//! A test covers an id by naming it in the doc comment right above its `#[test]`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The words of a text that are rule ids, such as `BO-12`.
fn ids(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| is_id(word)).map(str::to_owned)
}

fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(game, number)| {
        game.len() == 2
            && game.bytes().all(|b| b.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

fn files(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, into);
        } else if path.to_str().is_some_and(|name| name.ends_with(ending)) {
            into.push(path);
        }
    }
}

/// The ids in the doc comments of the tests of a source file.
fn covered(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut doc = String::new();
    for line in source.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            doc.push_str(text);
        } else if line == "#[test]" {
            found.extend(ids(&doc));
        } else {
            doc.clear();
        }
    }
    found
}

#[test]
fn every_rule_id_is_covered_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    files(&root.join("docs/rules"), ".md", &mut pages);
    // A rule is where its id stands in bold.
    let rules: BTreeSet<String> = pages
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).unwrap();
            text.split("**").skip(1).step_by(2).flat_map(ids).collect::<Vec<_>>()
        })
        .collect();
    let mut sources = Vec::new();
    files(&root.join("src"), ".rs", &mut sources);
    files(&root.join("tests"), ".rs", &mut sources);
    let covered: BTreeSet<String> =
        sources.iter().flat_map(|source| covered(&fs::read_to_string(source).unwrap())).collect();
    let untested: Vec<_> = rules.difference(&covered).collect();
    assert!(untested.is_empty(), "rules without a test: {untested:?}");
    let unknown: Vec<_> = covered.difference(&rules).collect();
    assert!(unknown.is_empty(), "tests of rules that are on no page: {unknown:?}");
}

#[test]
fn ids_are_found_in_doc_comments_of_tests_only() {
    let source = "/// XX-1\n#[test]\nfn a() {}\n/// XX-2\nfn b() {}\n// XX-3\n#[test]\nfn c() {}\n";
    assert_eq!(covered(source).into_iter().collect::<Vec<_>>(), ["XX-1"]);
}
