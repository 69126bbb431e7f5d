//! Runs played in parts and put together.

use std::fs;
use std::sync::atomic::AtomicBool;

use marque_experiments::clerk::Venue;
use marque_experiments::parts::{Blocks, Parts};
use marque_experiments::tournament::{Tournament, TournamentError, TournamentResult};

use crate::dice::Dice;
use crate::{Scratch, bots, dice, run, tournament};

fn play_part(tournament: &Tournament<Dice>, blocks: &str, folder: &Scratch) -> Result<(), TournamentError> {
    let (stop, blocks): (_, Blocks) = (AtomicBool::new(false), blocks.parse().unwrap());
    let venue = Venue { out: &folder.0, threads: 2, formats: &[], stop: &stop, observer: &mut () };
    let progress = tournament.run_part(blocks, venue)?;
    assert_eq!((progress.done, progress.total), (blocks.count() * 3, blocks.count() * 3));
    Ok(())
}

fn merge(tournament: &Tournament<Dice>, parts: &[&Scratch], out: &Scratch) -> Result<TournamentResult, String> {
    let paths: Vec<_> = parts.iter().map(|part| part.0.clone()).collect();
    let parts = Parts::read(&paths).map_err(|error| error.to_string())?;
    let stop = AtomicBool::new(false);
    let venue = Venue { out: &out.0, threads: 2, formats: &[], stop: &stop, observer: &mut () };
    tournament.merge(&parts, venue).map_err(|error| error.to_string())
}

fn traced(games: u64) -> Tournament<Dice> {
    Tournament { traces: true, ..dice(games) }
}

#[test]
fn parts_put_together_are_the_whole_run() {
    let (whole, merged) = (Scratch::new(), Scratch::new());
    run(&traced(120), &whole);
    let parts = [Scratch::new(), Scratch::new(), Scratch::new()];
    for (part, blocks) in parts.iter().zip(["0..1", "1..25", "25..40"]) {
        play_part(&traced(120), blocks, part).unwrap();
    }
    assert!(merge(&traced(120), &[&parts[2], &parts[0], &parts[1]], &merged).unwrap().complete);
    assert!(merged.contents() == whole.contents());
    let times = |folder: &Scratch| folder.read("timing.csv").lines().count();
    assert_eq!(times(&merged), times(&whole));
    // Once more changes nothing.
    assert!(merge(&traced(120), &[&parts[0], &parts[1]], &merged).unwrap().complete);
    assert!(merged.contents() == whole.contents());
}

#[test]
fn parts_can_be_added_as_they_come() {
    let (whole, merged) = (Scratch::new(), Scratch::new());
    run(&dice(120), &whole);
    let parts = [Scratch::new(), Scratch::new()];
    play_part(&dice(120), "0..13", &parts[0]).unwrap();
    play_part(&dice(120), "13..40", &parts[1]).unwrap();
    let said = merge(&dice(120), &[&parts[1]], &merged).unwrap_err();
    assert!(said.starts_with("no part has blocks 0..13: play them with `--blocks 0..13`"), "{said}");
    assert!(!merge(&dice(120), &[&parts[0]], &merged).unwrap().complete);
    assert_eq!(dice(120).next_round(&merged.0).unwrap(), Some(Blocks { first: 13, end: 40 }));
    assert!(merge(&dice(120), &[&parts[1]], &merged).unwrap().complete);
    assert_eq!(dice(120).next_round(&merged.0).unwrap(), None);
    assert!(merged.contents() == whole.contents());
    // A run begun here can be finished by parts, and one begun by parts can be finished here.
    let mixed = Scratch::new();
    run(&dice(36), &mixed);
    merge(&dice(120), &[&parts[1]], &mixed).unwrap_err();
    merge(&dice(120), &[&parts[0]], &mixed).unwrap();
    run(&dice(120), &mixed);
    assert!(mixed.contents() == whole.contents());
}

#[test]
fn a_part_torn_at_any_byte_goes_on_to_the_same_bytes() {
    let folder = Scratch::new();
    play_part(&dice(30), "2..5", &folder).unwrap();
    let whole = folder.contents();
    let text = folder.read("games.csv");
    for bytes in 0..text.len() {
        fs::write(folder.0.join("games.csv"), &text[..bytes]).unwrap();
        if bytes % 40 == 0 {
            let said = merge(&dice(30), &[&folder], &Scratch::new()).unwrap_err();
            assert!(said.starts_with("no part has blocks 0..2"), "{said}");
        }
        play_part(&dice(30), "2..5", &folder).unwrap();
        assert!(folder.contents() == whole, "cut to {bytes} bytes");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_what_differs() {
    let parts = [Scratch::new(), Scratch::new(), Scratch::new(), Scratch::new(), Scratch::new()];
    play_part(&dice(30), "0..4", &parts[0]).unwrap();
    play_part(&dice(30), "3..10", &parts[1]).unwrap();
    play_part(&dice(30), "6..10", &parts[2]).unwrap();
    play_part(&Tournament { seed: 8, ..dice(30) }, "4..10", &parts[3]).unwrap();
    run(&dice(30), &parts[4]);
    let refusal = |chosen: &[usize]| {
        let chosen: Vec<&Scratch> = chosen.iter().map(|&part| &parts[part]).collect();
        let out = Scratch::new();
        let said = merge(&dice(30), &chosen, &out).unwrap_err();
        assert!(!out.0.exists(), "nothing was written");
        said
    };
    let said = refusal(&[0, 1]);
    assert!(said.contains(" has blocks 0..4 and ") && said.ends_with("3..10: they overlap; leave out one"), "{said}");
    assert!(refusal(&[2, 0]).starts_with("no part has blocks 4..6"));
    assert!(refusal(&[0, 3]).ends_with("It has:\n  seed: 8 instead of 7"), "{}", refusal(&[0, 3]));
    assert!(refusal(&[4]).contains("is no part of a run"));
    // Parts of another version of the program, and of another command.
    let manifest = parts[0].0.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace(env!("CARGO_PKG_VERSION"), "0.0.1")).unwrap();
    assert!(refusal(&[0]).contains("\n  version: \"0.0.1\" instead of"), "{}", refusal(&[0]));
    fs::write(&manifest, text).unwrap();
    let said = merge(&dice(60), &[&parts[0]], &Scratch::new()).unwrap_err();
    assert!(said.contains("this program would play") && said.contains("\n  games: 30 instead of 60"), "{said}");
    // A part that was stopped.
    let games = parts[0].read("games.csv");
    fs::write(parts[0].0.join("games.csv"), &games[..games.len() - 3]).unwrap();
    let said = merge(&dice(30), &[&parts[0]], &Scratch::new()).unwrap_err();
    assert!(said.contains("should have blocks 0..4 but ends before block 3"), "{said}");
    let said = play_part(&dice(30), "8..11", &Scratch::new()).unwrap_err().to_string();
    assert_eq!(said, "there are no blocks 8..11: the run has 0..10");
}

/// Round after round until the test decides; what was played beyond is left out.
#[test]
fn a_sequential_test_goes_by_rounds_to_the_same_bytes() {
    // Bots that differ: the blocks of two that are alike all come out even, and a few decide.
    let mut match_up = tournament::<Dice>(3, 100_000, vec![bots::keeper("a", 50), bots::keeper("b", 20)]);
    match_up.sprt = Some("elo1=10".parse().unwrap());
    let (whole, merged) = (Scratch::new(), Scratch::new());
    let result = run(&match_up, &whole);
    let (mut rounds, mut played) = (0, 0);
    while let Some(round) = match_up.next_round(&merged.0).unwrap() {
        let parts: Vec<Scratch> = round.cut(3).iter().map(|_| Scratch::new()).collect();
        for (part, blocks) in parts.iter().zip(round.cut(3)) {
            play_part(&match_up, &blocks.to_string(), part).unwrap();
        }
        merge(&match_up, &parts.iter().collect::<Vec<_>>(), &merged).unwrap();
        (rounds, played) = (rounds + 1, round.end);
    }
    assert!(rounds > 1 && played * 3 > result.progress.done, "{rounds} rounds, {} games", result.progress.done);
    assert!(merged.contents() == whole.contents());
}
