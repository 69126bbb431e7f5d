//! The lab as a whole: tournaments of Connect Four and of a game of dice, with their files.

#![allow(missing_docs)]

mod bots;
#[path = "../../../examples/connect_four.rs"]
mod connect_four;
mod dice;
mod failing;
mod hearing;
mod parts;
mod playing;
mod resuming;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use connect_four::ConnectFour;
use dice::Dice;
use marque::{Show, toml};
use marque_experiments::Player;
use marque_experiments::clerk::{Observer, Venue};
use marque_experiments::schedule::Pairing;
use marque_experiments::tournament::{Tournament, TournamentError, TournamentResult};

impl marque_agents::Knowledge for ConnectFour {}

/// A folder of its own for a test, gone when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("marque-lab-{}-{number}", std::process::id())))
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Every file by name, apart from the clock's.
    fn contents(&self) -> BTreeMap<String, String> {
        fn walk(folder: &Path, prefix: &str, into: &mut BTreeMap<String, String>) {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), into);
                } else if name != "timing.csv" {
                    into.insert(name, std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        let mut files = BTreeMap::new();
        walk(&self.0, "", &mut files);
        files
    }

    /// The rows of a CSV file by column.
    fn table(&self, name: &str) -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(self.0.join(name)).unwrap();
        reader.deserialize().map(Result::unwrap).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tournament<G: Show>(seats: usize, games: u64, players: Vec<Player<G>>) -> Tournament<G> {
    Tournament {
        game: G::create(seats, &toml::Table::new()).unwrap(),
        players,
        pairing: Pairing::RoundRobin,
        games,
        seed: 7,
        sprt: None,
        move_limit: None,
        traces: false,
        command: "marque tournament …".to_owned(),
    }
}

fn dice(games: u64) -> Tournament<Dice> {
    let players = vec![bots::random(), bots::keeper("steady", 50), bots::keeper("hasty, \"quick\"", 4)];
    tournament(3, games, players)
}

/// Plays on so many threads, watched by somebody.
fn run_watched<G: Show>(
    tournament: &Tournament<G>,
    folder: &Scratch,
    threads: usize,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<TournamentResult, TournamentError> {
    tournament.run(Venue { out: &folder.0, threads, formats: &[], stop, observer })
}

/// Plays on so many threads.
fn run_on<G: Show>(
    tournament: &Tournament<G>,
    folder: &Scratch,
    threads: usize,
) -> Result<TournamentResult, TournamentError> {
    run_watched(tournament, folder, threads, &AtomicBool::new(false), &mut ())
}

fn run<G: Show>(tournament: &Tournament<G>, folder: &Scratch) -> TournamentResult {
    run_on(tournament, folder, 2).unwrap()
}
