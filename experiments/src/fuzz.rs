//! Whatever the lab reads, changed a little: it gets an error or what it says, and never a panic.
//! `tests/fuzz/mutate.rs` says how to run more cases.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use marque_agents::Bot;

use crate::balance::dataset::Dataset;
use crate::balance::experiment_file;
use crate::balance::plan::Plan;
use crate::balance::ready::READY;
use crate::clerk::Venue;
use crate::experiment;
use crate::report;
use crate::tune::run::Tune;
use crate::tune::tune_file;

#[allow(dead_code)]
#[path = "../../tests/fuzz/mutate.rs"]
mod mutate;

/// Feeds a target with changed texts; what is no UTF-8 never gets as far as any of them.
fn fuzz_texts(target: &str, usual: u64, seeds: &[&str], mut feed: impl FnMut(&str)) {
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|text| text.as_bytes().to_vec()).collect();
    mutate::fuzz(target, 1, usual, &seeds, |bytes| {
        if let Ok(text) = std::str::from_utf8(bytes) {
            feed(text);
        }
    });
}

#[test]
fn fuzz_experiment_files() {
    let seeds: Vec<&str> = READY.iter().map(|ready| ready.text).collect();
    let reads = |text: &str| {
        let Ok(source) = experiment_file::Source::read(text) else { return false };
        let game = source.experiment.game.clone();
        marque::with_game!(&game, G => Plan::<G>::new(&source, None, Path::new("/nowhere")).is_ok()).unwrap_or(false)
    };
    assert!(seeds.iter().copied().all(reads));
    fuzz_texts("experiment files", 1500, &seeds, |text| {
        let _ = reads(text);
    });
}

#[test]
fn fuzz_tune_files() {
    let seeds = [
        include_str!("../tune/bosman-brisk.toml"),
        include_str!("../tune/dzicz-fair.toml"),
        include_str!("../tune/hexxi-fair.toml"),
        include_str!("../tune/santy-anno-heads.toml"),
        include_str!("../tune/somaliland-close.toml"),
    ];
    let reads = |text: &str| {
        let Ok(source) = tune_file::Source::read(text) else { return false };
        let game = source.file.game.clone();
        marque::with_game!(&game, G => Tune::<G>::new(&source, Path::new("/nowhere")).is_ok()).unwrap_or(false)
    };
    assert!(seeds.into_iter().all(reads));
    fuzz_texts("tune files", 1500, &seeds, |text| {
        let _ = reads(text);
    });
}

#[test]
fn fuzz_bot_names() {
    let seeds = [
        "search:ms=500,playout=prior,puct=1",
        "ismcts:iterations=4000,c=0.8,bias=2,widen=1.5,depth=20,ripe=4,solve=off,memory=64",
        "greedy:samples=50",
        "flat:iterations=300,cut=20",
        "captain:threads=2,restrict=spy+ambush",
        "cmd:python3 'my bot.py' --quick",
        "trader",
    ];
    fuzz_texts("bot names", 5000, &seeds, |text| {
        for game in marque::NAMES {
            marque::with_game!(game, G => if let Ok(bot) = Bot::parse::<G>(text) {
                let shown = bot.to_string();
                let again = Bot::parse::<G>(&shown).unwrap_or_else(|error| panic!("{text} is shown as {shown}: {error}"));
                assert_eq!(again, bot, "{text} is shown as {shown}");
            });
        }
    });
}

/// A report of files that somebody changed.
#[test]
fn fuzz_tables_of_an_experiment() {
    let folder = std::env::temp_dir().join(format!("marque-fuzz-{}", std::process::id()));
    let file = "title = \"Boats\"\nquestion = \"Which?\"\ngame = \"santy-anno\"\nseats = 3\nbots = [\"random\"]\ngames = 40\n\
        [variants.hasty]\ncountdown = 20\n[skill]\nstrong = \"random\"\nweak = \"random\"\ngames = 6\n";
    let source = experiment_file::Source::read(file).unwrap();
    let plan = Plan::<marque::santy_anno::SantyAnno>::new(&source, None, Path::new(".")).unwrap();
    let venue = Venue { out: &folder, formats: &[], threads: 1, stop: &AtomicBool::new(false), observer: &mut () };
    experiment::run(&plan, "marque run boats", venue).unwrap();
    report::page(&Dataset::read(&folder).unwrap()).unwrap();
    let tables = ["experiment", "variants", "verdicts", "seats", "actions", "distributions", "lead", "calibration"];
    for name in tables {
        let path = folder.join(name).with_extension("csv");
        let whole = fs::read(&path).unwrap();
        mutate::fuzz(&format!("the table {name}"), tables.len() as u32, 100, std::slice::from_ref(&whole), |bytes| {
            fs::write(&path, bytes).unwrap();
            if let Ok(data) = Dataset::read(&folder) {
                let _ = report::page(&data);
            }
        });
        fs::write(&path, whole).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}
