//! Games, schedules, files and what they say.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use marque::Trace;
use marque_experiments::clerk::{Observer, Progress};
use marque_experiments::schedule::Pairing;
use marque_experiments::sprt::Decision;

use crate::connect_four::ConnectFour;
use crate::dice::Dice;
use crate::{Scratch, bots, dice, run, run_on, run_watched, tournament};

#[test]
fn threads_change_nothing() {
    let runs: Vec<_> = [1, 2, 5]
        .map(|threads| {
            let folder = Scratch::new();
            let mut dice = dice(1500);
            dice.traces = true;
            run_on(&dice, &folder, threads).unwrap();
            folder.contents()
        })
        .into();
    assert_eq!(runs[0].len(), 1500 + 6);
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

#[test]
fn games_are_rounded_up_to_whole_blocks() {
    let folder = Scratch::new();
    let report = run(&dice(100), &folder);
    assert_eq!((report.progress.done, report.progress.total, report.complete), (102, 102, true));
    assert_eq!(folder.table("games.csv").len(), 102);
}

#[test]
fn a_block_is_one_deal_with_every_rotation() {
    let folder = Scratch::new();
    let mut dice = dice(30);
    dice.traces = true;
    run(&dice, &folder);
    let rows = folder.table("games.csv");
    let deal = |game: usize| -> Vec<String> {
        let trace = Trace::read(folder.read(&format!("traces/{game:06}.jsonl")).as_bytes()).unwrap();
        let table = trace.verify::<Dice>().unwrap();
        let scores: Vec<String> = table.standing().scores().iter().map(i32::to_string).collect();
        assert_eq!(scores, [0, 1, 2].map(|seat| rows[game][&format!("seat{seat}_score")].clone()));
        let lines = folder.read(&format!("traces/{game:06}.jsonl"));
        lines.lines().filter(|line| line.contains("chance")).map(str::to_owned).collect()
    };
    for block in 0..10 {
        // Some games are over sooner.
        let deals = [0, 1, 2].map(|rotation| deal(3 * block + rotation));
        assert!(deals[0].iter().zip(&deals[1]).zip(&deals[2]).all(|((a, b), c)| a == b && b == c));
        for seat in 0..3 {
            let mut sat: Vec<&str> = (0..3).map(|r| rows[3 * block + r][&format!("seat{seat}_bot")].as_str()).collect();
            sat.sort_unstable();
            assert_eq!(sat, ["hasty, \"quick\"", "random", "steady"]);
        }
    }
    assert_ne!(deal(0)[..9], deal(3)[..9]);
}

#[test]
fn files_can_be_read_back() {
    let folder = Scratch::new();
    let report = run(&dice(300), &folder);
    let standings = report.standings.unwrap();
    for row in folder.table("games.csv") {
        let number = |name: &str| row[name].parse::<f64>().unwrap();
        let payoffs: f64 = (0..3).map(|seat| number(&format!("seat{seat}_payoff"))).sum();
        assert!((payoffs - 1.5).abs() < 1e-5, "{row:?}");
        assert_eq!((row["turns"].as_str(), row["ended"].as_str()), (row["decisions"].as_str(), "goal"));
        assert_eq!((row["seed"].as_str(), row["reason"].as_str()), ("7", "points, enough of them"));
        assert_eq!(number("block"), (number("game") / 3.0).floor());
    }
    let table = folder.table("standings.csv");
    let bots: Vec<&str> = table.iter().map(|row| row["bot"].as_str()).collect();
    assert_eq!(bots, ["steady", "hasty, \"quick\"", "random"]);
    for (row, standing) in table.iter().zip(&standings.bots) {
        assert!((row["rating"].parse::<f64>().unwrap() - standing.rating.value).abs() < 0.06);
        assert!(standing.rating.low < standing.rating.value && standing.rating.value < standing.rating.high);
        assert_eq!(row["games"], "300");
    }
    assert_eq!(folder.table("crosstable.csv").len(), 6);
    assert_eq!(folder.table("seats.csv").len(), 3);
    assert_eq!(folder.table("timing.csv").len(), 300);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("manifest.json")).unwrap();
    assert_eq!(manifest["rules"]["sides"], 3);
    assert_eq!(manifest["seed"], 7);
    assert_eq!(manifest["bots"][1], "steady");
}

/// Scores and win shares by hand, from the rows of `games.csv`.
#[test]
fn standings_agree_with_the_rows() {
    let folder = Scratch::new();
    run(&dice(90), &folder);
    let rows = folder.table("games.csv");
    for standing in folder.table("standings.csv") {
        let (mut payoff, mut wins) = (0.0, 0.0);
        for row in &rows {
            let winners = (0..3).filter(|seat| row[&format!("seat{seat}_win")] == "1").count() as f64;
            let seat = (0..3).find(|seat| row[&format!("seat{seat}_bot")] == standing["bot"]).unwrap();
            payoff += row[&format!("seat{seat}_payoff")].parse::<f64>().unwrap();
            wins += row[&format!("seat{seat}_win")].parse::<f64>().unwrap() / winners;
        }
        assert!((standing["score"].parse::<f64>().unwrap() - payoff / 90.0).abs() < 1e-4);
        assert!((standing["wins"].parse::<f64>().unwrap() - wins / 90.0).abs() < 1e-4);
        let [won, drawn, lost] = ["won", "drawn", "lost"].map(|how| standing[how].parse::<f64>().unwrap());
        assert!(won + drawn + lost == 180.0 && ((won + drawn / 2.0) / 180.0 - payoff / 90.0).abs() < 1e-9);
        for what in ["score", "wins", "rating"] {
            let [value, low, high] =
                ["", "_low", "_high"].map(|end| standing[&format!("{what}{end}")].parse::<f64>().unwrap());
            assert!(low < value && value < high, "{standing:?}");
        }
    }
}

#[test]
fn differences_are_of_every_two_bots_and_as_wide_as_asked_for() {
    let folder = Scratch::new();
    run(&dice(90), &folder);
    let ratings = folder.table("standings.csv");
    let rows = folder.table("differences.csv");
    let pairs: Vec<[&str; 2]> = rows.iter().map(|row| ["bot", "other"].map(|key| row[key].as_str())).collect();
    let [first, second, third] = [0, 1, 2].map(|at| ratings[at]["bot"].as_str());
    assert_eq!(pairs, [[first, second], [first, third], [second, third]]);
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    for (row, [a, b]) in rows.iter().zip([[0, 1], [0, 2], [1, 2]]) {
        let apart = number(&ratings[a], "rating") - number(&ratings[b], "rating");
        assert!((number(row, "difference") - apart).abs() < 0.2, "{row:?}");
        let ends = ["difference_all_low", "difference_low", "difference", "difference_high", "difference_all_high"];
        assert!(ends.windows(2).all(|pair| number(row, pair[0]) < number(row, pair[1])), "{row:?}");
        assert_eq!(number(row, "superiority") > 0.975, number(row, "difference_low") > 0.0, "{row:?}");
    }
    assert_eq!(ratings[0]["above_next"], rows[0]["superiority"]);
}

#[test]
fn who_leads_is_told_meanwhile() {
    let mut notes = Notes::default();
    run_watched(&dice(300), &Scratch::new(), 1, &AtomicBool::new(false), &mut notes).unwrap();
    let remark = &notes.0.last().unwrap().remark;
    assert!(
        remark.starts_with("1. steady +") && remark.contains(" ± ") && remark.contains(", 3. random -"),
        "{remark}"
    );
}

#[test]
fn the_better_bot_is_rated_higher() {
    let folder = Scratch::new();
    let players = vec![bots::random::<ConnectFour>(), bots::grabber()];
    let standings = run(&tournament(2, 400, players), &folder).standings.unwrap();
    assert_eq!(standings.bots[0].bot, "grabber");
    assert!(standings.bots[0].rating.low > 40.0 && standings.bots[0].above_next == Some(1.0));
    assert!(
        standings.seats[0].rating.value > standings.seats[1].rating.value,
        "the first to drop has the better of it"
    );
}

#[test]
fn in_a_gauntlet_the_others_do_not_meet() {
    let folder = Scratch::new();
    let players = vec![bots::random(), bots::keeper("a", 3), bots::keeper("b", 5), bots::keeper("c", 9)];
    let mut gauntlet = tournament::<Dice>(3, 90, players);
    gauntlet.pairing = Pairing::Gauntlet;
    run(&gauntlet, &folder);
    for row in folder.table("games.csv") {
        assert_eq!((0..3).filter(|seat| row[&format!("seat{seat}_bot")] == "random").count(), 1);
    }
}

#[test]
fn with_two_bots_at_three_seats_one_sits_twice() {
    let folder = Scratch::new();
    let standings = run(&tournament(3, 60, vec![bots::random(), bots::keeper("a", 50)]), &folder).standings.unwrap();
    assert_eq!(standings.bots[0].bot, "a");
    // Half the tables have one pair of rivals at two seats, the others too: two meetings a game.
    assert_eq!(standings.pairs[0].meetings, 120);
    assert!((standings.pairs[0].score.value - standings.bots[0].score.value).abs() < 1e-12);
}

/// Notes what it is told.
#[derive(Default)]
struct Notes(Vec<Progress>);

impl Observer for Notes {
    fn begin(&mut self, progress: &Progress) {
        self.0.push(progress.clone());
    }
    fn advance(&mut self, progress: &Progress) {
        self.0.push(progress.clone());
    }
}

#[test]
fn a_sequential_test_ends_a_run_early_at_the_same_block() {
    let mut runs = Vec::new();
    for threads in [1, 3] {
        let folder = Scratch::new();
        let mut match_up = tournament::<Dice>(3, 100_000, vec![bots::keeper("a", 50), bots::random()]);
        match_up.sprt = Some("elo1=40".parse().unwrap());
        let mut notes = Notes::default();
        let report = run_watched(&match_up, &folder, threads, &AtomicBool::new(false), &mut notes).unwrap();
        assert!(report.complete && report.progress.done < 3000, "{:?}", report.progress);
        assert_eq!(report.sprt.unwrap().decision(), Some(Decision::Elo1));
        assert_eq!(notes.0[0].done, 0);
        assert!(notes.0[1].remark.starts_with("LLR "), "{:?}", notes.0[1]);
        assert_eq!(notes.0.last(), Some(&report.progress));
        assert!(notes.0.windows(2).all(|pair| pair[0].done < pair[1].done));
        let [row] = &folder.table("sprt.csv")[..] else { panic!("one row") };
        assert_eq!([&row["bot"], &row["decision"], &row["elo1"]], ["a", "elo1", "40"]);
        assert!(row["difference_low"].parse::<f64>().unwrap() > 0.0, "{row:?}");
        // Once decided nothing more is played.
        let again = run_on(&match_up, &folder, threads).unwrap();
        assert_eq!(again, report);
        runs.push(folder.contents());
    }
    assert!(runs[0] == runs[1]);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let refusal = |change: &dyn Fn(&mut marque_experiments::tournament::Tournament<Dice>)| {
        let mut tournament = dice(9);
        change(&mut tournament);
        let folder = Scratch::new();
        let error = run_on(&tournament, &folder, 1).unwrap_err();
        assert!(!folder.0.exists());
        error.to_string()
    };
    assert!(refusal(&|t| t.players.truncate(1)).starts_with("a tournament needs two bots or more, not 1"));
    assert!(refusal(&|t| t.players.push(bots::random())).starts_with("the bot `random` is named twice"));
    assert!(refusal(&|t| t.games = 0).starts_with("a tournament needs one game"));
    assert!(refusal(&|t| t.games = u64::MAX).starts_with("18446744073709551615 games are too many"));
    assert!(refusal(&|t| t.sprt = Some("".parse().unwrap())).starts_with("a sequential test compares two bots, not 3"));
}

#[test]
fn more_threads_than_any_machine_has_are_refused() {
    let folder = Scratch::new();
    let error = run_on(&dice(9), &folder, 100_000).unwrap_err();
    assert!(error.is_usage() && error.to_string().starts_with("100000 threads are too many"), "{error}");
    assert!(!folder.0.exists());
}
