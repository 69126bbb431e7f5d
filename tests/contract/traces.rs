use std::io::BufReader;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use marque::{Show, Trace};

/// The traces of a game that another program wrote.
pub fn of_game(name: &str) -> Vec<(PathBuf, Trace)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/traces").join(name);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let file = GzDecoder::new(std::fs::File::open(&path).unwrap());
        let trace = Trace::read(BufReader::new(file)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, trace)
    };
    files.into_iter().map(read).collect()
}

pub fn replay_exactly<G: Show>() {
    let traces = of_game(G::INFO.name);
    assert!(
        traces.len() >= 24 || !marque::NAMES.contains(&G::INFO.name),
        "{} traces of {}",
        traces.len(),
        G::INFO.name
    );
    for (path, trace) in traces {
        let table = trace.verify::<G>().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(table.turn(), marque::Turn::Over, "{} is a whole game", path.display());
        assert_eq!(Trace::of(&table, trace.header.seed).lines, trace.lines, "{}", path.display());
    }
}

#[test]
fn a_line_that_never_ends_is_refused() {
    let error = Trace::read(BufReader::new(std::io::repeat(b'x'))).unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "a line is longer than 16 MB");
}
