//! Long use in one test: a tournament, an experiment and two tables side by side. Two of the runs and one table are
//! interrupted again and again and must lose nothing; the others go on undisturbed and must not swell.
//!
//! `MINUTES=60 cargo test --release -p marque-cli --test interrupted -- --ignored --nocapture soak`

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use marque::random::{Purpose, Rng, below, stream};
use serde_json::{Value, json};

use crate::client::Client;
use crate::long::{EXPERIMENT, Long, TOURNAMENT, send};

const SIGNALS: [&str; 3] = ["KILL", "INT", "TERM"];

#[test]
fn nothing_is_lost_and_nothing_swells_in_a_short_soak() {
    soak(Duration::from_secs(20));
}

#[test]
#[ignore = "takes an hour, or MINUTES"]
fn nothing_is_lost_and_nothing_swells_in_a_long_soak() {
    let minutes = std::env::var("MINUTES").map_or(60.0, |minutes| minutes.parse().unwrap());
    soak(Duration::from_secs_f64(60.0 * minutes));
}

fn soak(time: Duration) {
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        scope.spawn(|| run_that_is_interrupted(&TOURNAMENT, 1, end));
        scope.spawn(|| run_that_is_interrupted(&EXPERIMENT, 2, end));
        scope.spawn(|| table_that_is_interrupted(end));
        scope.spawn(|| run_that_goes_on(end));
        scope.spawn(|| table_that_goes_on(end));
    });
}

/// Ends with the same files as an unbroken run, however often it is interrupted.
fn run_that_is_interrupted(long: &Long, seed: u64, end: Instant) {
    let whole = long.unbroken();
    let mut rng = stream(seed, 0, Purpose::Other(0));
    let (mut runs, mut signals) = (0, 0);
    while runs == 0 || Instant::now() < end {
        let folder = tempfile::tempdir().unwrap();
        signals += long.interrupt(folder.path(), &SIGNALS, 12, 600, &mut rng);
        assert!(long.finish(folder.path(), "1") == whole, "`{}` after {signals} signals", long.command);
        runs += 1;
    }
    println!("{}: {runs} runs through {signals} signals, each with the same bytes", long.command);
}

/// A game between people that a table is to keep, whatever happens to the table.
fn table_that_is_interrupted(end: Instant) {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = stream(3, 0, Purpose::Other(0));
    let mut table = Table::set(folder.path(), None);
    let (mut games, mut moves, mut signals) = (0, 0, 0);
    while signals == 0 || Instant::now() < end {
        let game = marque::NAMES[games % marque::NAMES.len()];
        let links = table.open(game, &vec!["person"; if game == "santy-anno" { 3 } else { 2 }], games);
        while let Some(link) = table.act(&links, &mut rng) {
            moves += 1;
            if below(&mut rng, 10) > 0 {
                continue;
            }
            let before = lasting(&table.client.look(link));
            let port = table.client.address.port();
            table.end(SIGNALS[below(&mut rng, 3) as usize]);
            table = Table::set(folder.path(), Some(port));
            assert_eq!(lasting(&table.client.look(link)), before, "{game} after {moves} moves and {signals} signals");
            signals += 1;
            if Instant::now() >= end {
                break;
            }
        }
        games += 1;
    }
    table.end("INT");
    println!("a table: {moves} moves in {games} games through {signals} signals, none of them lost");
}

/// What of a sheet is the same when the table is set again.
fn lasting(sheet: &Value) -> [Value; 4] {
    ["picture", "legal", "turn", "stories"].map(|field| sheet[field].clone())
}

/// A tournament that is not disturbed takes no more of the machine the longer it lasts.
fn run_that_goes_on(end: Instant) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
    command.args("tournament hexxi --bots random,ismcts:iterations=40 --games 1000000000 --threads 2 --out".split(' '));
    let child = command.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut child = Process(child);
    let mut use_of = UseOverTime::new(end);
    while Instant::now() < end {
        sleep(Duration::from_millis(200));
        use_of.note(&child);
    }
    send("INT", &mut child.0);
    assert_eq!(child.0.wait().unwrap().code(), Some(1), "it was not done");
    let games = fs::read_to_string(folder.path().join("games.csv")).unwrap().lines().count() - 1;
    println!("a tournament of {games} games: {}", use_of.sum_up(true));
}

/// A table that one game after another is played at takes no more of the machine once all its places are filled.
fn table_that_goes_on(end: Instant) {
    /// As many tables as are kept at once, and some.
    const ALL_PLACES: u64 = 300;
    let folder = tempfile::tempdir().unwrap();
    let mut rng = stream(4, 0, Purpose::Other(0));
    let table = Table::set(folder.path(), None);
    let (mut games, mut use_of) = (0, UseOverTime::new(end));
    while games == 0 || Instant::now() < end {
        let links = table.open("dzicz", &["person", "random"], games as usize);
        while table.act(&links, &mut rng).is_some() {}
        games += 1;
        if games == ALL_PLACES {
            use_of = UseOverTime::new(end);
        }
        use_of.note(&table.process);
    }
    println!("a table of {games} games: {}", use_of.sum_up(games > 2 * ALL_PLACES));
    table.end("TERM");
}

/// A process that does not outlive the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A table that is served by a process of its own.
struct Table {
    process: Process,
    client: Client,
    /// Held open, as it may still say something.
    _said: BufReader<ChildStdout>,
}

impl Table {
    /// Sets a table that keeps its games in a folder, at a port or at any that is free.
    fn set(folder: &Path, port: Option<u16>) -> Table {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
        command.args(["table", "--no-open"]).args(port.map(|port| format!("--port={port}"))).current_dir(folder);
        let mut process = Process(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
        let mut said = BufReader::new(process.0.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address: {line}")).parse().unwrap();
        Table { process, client: Client { address }, _said: said }
    }

    fn end(mut self, signal: &str) {
        send(signal, &mut self.process.0);
        self.process.0.wait().unwrap();
    }

    /// Opens a game, and returns the links of its people.
    fn open(&self, game: &str, chairs: &[&str], seed: usize) -> Vec<Value> {
        let house = json!({ "pace": 0 });
        let links = self.client.open(&json!({ "game": game, "chairs": chairs, "seed": seed, "house": house }));
        links["seats"].as_array().unwrap().iter().filter(|link| link.is_string()).cloned().collect()
    }

    /// Has whoever is asked do anything that is legal, and says who that was; nobody where the game is over.
    fn act<'a>(&self, links: &'a [Value], rng: &mut Rng) -> Option<&'a Value> {
        loop {
            for link in links {
                let sheet = self.client.look(link);
                if !sheet["over"].is_null() {
                    return None;
                }
                if sheet["asked"] == "choose" {
                    let legal = sheet["legal"].as_array().unwrap();
                    let action = legal[below(rng, legal.len() as u32) as usize].as_str().unwrap();
                    let answer = self.client.act(link, action);
                    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
                    return Some(link);
                }
            }
            sleep(Duration::from_millis(1));
        }
    }
}

/// What a process holds: kilobytes of memory, open files and threads.
type Use = [u64; 3];

/// What a process held at the start and at the end of a time, and the most in its first and in its second half.
struct UseOverTime {
    middle: Instant,
    start: Option<Use>,
    now: Use,
    halves: [Use; 2],
}

impl UseOverTime {
    fn new(end: Instant) -> UseOverTime {
        let now = Instant::now();
        let middle = now + end.saturating_duration_since(now) / 2;
        UseOverTime { middle, start: None, now: [0; 3], halves: [[0; 3]; 2] }
    }

    fn note(&mut self, process: &Process) {
        let folder = format!("/proc/{}", process.0.id());
        let status = fs::read_to_string(format!("{folder}/status")).unwrap();
        let figure = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        let files = fs::read_dir(format!("{folder}/fd")).unwrap().count() as u64;
        self.now = [figure("VmRSS:"), files, figure("Threads:")];
        self.start.get_or_insert(self.now);
        let half = &mut self.halves[usize::from(Instant::now() >= self.middle)];
        for (most, now) in half.iter_mut().zip(self.now) {
            *most = now.max(*most);
        }
    }

    /// Says what was held, which must not have grown; memory is looked at where it can have come to rest.
    fn sum_up(&self, at_rest: bool) -> String {
        let [first, second] = self.halves;
        let told = format!(
            "kilobytes, files and threads {:?} at the start and {:?} at the end, at most {first:?} in the first half and \
             {second:?} in the second",
            self.start.unwrap_or_default(),
            self.now,
        );
        // A request or a game more may be under way in one half than in the other.
        assert!(second[1] <= first[1] + 4 && second[2] <= first[2] + 4, "{told}");
        assert!(!at_rest || second[0] <= first[0] + first[0] / 10 + 8192, "{told}");
        told
    }
}
