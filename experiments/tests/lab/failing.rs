//! Bots that fail.

use std::time::Duration;

use marque_agents::Bot;
use marque_experiments::Player;

use crate::connect_four::ConnectFour;
use crate::dice::Dice;
use crate::{Scratch, bots, run, tournament};

/// Plays a failing bot at Connect Four and returns how its games ended and who got what.
fn ends(bot: Player<ConnectFour>, limit: Option<u64>) -> Vec<[String; 3]> {
    let folder = Scratch::new();
    let name = bot.name().to_owned();
    let mut match_up = tournament(2, 6, vec![bots::random(), bot]);
    match_up.move_limit = limit.map(Duration::from_millis);
    let report = run(&match_up, &folder);
    assert!(report.complete);
    let rows = folder.table("games.csv");
    let forfeits = rows.iter().filter(|row| row["ended"] == "forfeit").count() as u64;
    assert_eq!(report.progress.forfeits, forfeits);
    rows.iter()
        .map(|row| {
            let seat = if row["seat0_bot"] == name { "0" } else { "1" };
            if row["ended"] == "forfeit" {
                assert_eq!(row["forfeit"], seat);
                assert_eq!(row[&format!("seat{seat}_win")], "0");
            }
            ["ended".to_owned(), format!("seat{seat}_payoff"), "reason".to_owned()].map(|column| row[&column].clone())
        })
        .collect()
}

#[test]
fn an_illegal_action_loses() {
    assert_eq!(ends(bots::cheat(), None), vec![["forfeit", "0", "illegal action: drop:9"]; 6]);
}

#[test]
fn a_panic_loses() {
    let found = ends(bots::panicker(), None);
    let said = ["forfeit", "0", "panic: the parrot, \"Flint\","].map(str::to_owned);
    assert!(found.iter().filter(|end| **end == said).count() >= 4, "{found:?}");
    assert_eq!(ends(bots::absentee(), None), vec![["forfeit", "0", "panic: no bot came"]; 6]);
}

#[test]
fn thinking_too_long_loses() {
    assert_eq!(ends(bots::slowcoach(), Some(1)), vec![["forfeit", "0", "thought longer than 1 ms"]; 6]);
    let patient = ends(bots::slowcoach(), Some(60_000));
    assert!(patient.iter().all(|end| end[0] == "goal"), "{patient:?}");
}

/// They would think for hours: that this ends at all shows that they are stopped.
#[test]
fn a_search_over_the_limit_is_stopped_and_loses() {
    for bot in ["search:iterations=100000000", "search:ms=3600000,threads=2", "flat:iterations=100000000"] {
        let bot = Bot::parse::<ConnectFour>(bot).unwrap().into();
        let found = ends(bot, Some(5));
        let lost = |end: &[String; 3]| end[2] == "thought longer than 5 ms";
        assert!(found.iter().all(lost), "{found:?}");
    }
}

#[test]
fn at_a_larger_table_the_others_share_what_is_left() {
    let folder = Scratch::new();
    run(&tournament::<Dice>(3, 30, vec![bots::random(), bots::keeper("a", 9), bots::absentee()]), &folder);
    for row in folder.table("games.csv") {
        for seat in 0..3 {
            let [bot, rank, payoff, win] =
                ["bot", "rank", "payoff", "win"].map(|what| row[&format!("seat{seat}_{what}")].as_str());
            assert_eq!([rank, payoff, win], if bot == "absentee" { ["2", "0", "0"] } else { ["0", "0.75", "1"] });
        }
    }
    let standings = folder.table("standings.csv");
    assert_eq!((standings[2]["bot"].as_str(), standings[2]["forfeits"].as_str()), ("absentee", "30"));
    assert_eq!(standings[0]["wins"], "0.5");
}
