//! What a seat knows and imagines (SA-18 and the page's part on what is hidden).

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::recall::tests::refuses;
use crate::santy_anno::hidden::known;
use crate::santy_anno::legal::thinking;

/// Slips so frequent that right and wrong both happen often.
const CARELESS: &str = "slips = { number = 150 }\nrunning = false\ncountdown = 600\nrecheck_slip_percent = 100\n";

/// A scene in which the rivals of seat 0 sit at the ships given, and seat 0 has thought all five cards through to these
/// reads, the second by a recheck.
fn all_sat(rules: &str, rivals: &[u8], reads: &[u8]) -> Scene {
    let mut scene = Scene::new(rivals.len() + 1, rules).then("cards:+1,+2,+3,+4,+5 think");
    let ticks = scene.tick_range().0;
    let belief = |ship: u8, scene: &Scene| if scene.possible_beliefs().contains(&ship) { ship } else { 0 };
    scene = scene.then(&format!("mind:{ticks}:{}", scene.possible_beliefs()[0]));
    for goal in rivals {
        scene = scene.then(&format!("run:{goal}"));
    }
    for _ in 1..4 {
        scene = scene.then("think");
        scene = scene.then(&format!("mind:{ticks}:{}", scene.possible_beliefs()[0]));
    }
    for (read, thinking) in reads.iter().zip(["think", "recheck"]) {
        scene = scene.then(thinking);
        let ticks = scene.tick_range().0;
        scene = scene.then(&format!("mind:{ticks}:{}", belief(*read, &scene)));
    }
    assert_eq!(scene.turn(), Turn::Seat(Seat(0)));
    scene
}

/// How often seat 0 imagines each set of true ships.
fn imagined(scene: &Scene, draws: u32) -> BTreeMap<Vec<u8>, f64> {
    let mut counts = BTreeMap::new();
    let mut rng = rng(11);
    for _ in 0..draws {
        let state = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        let dream = Scene { state, ..scene.clone() };
        *counts.entry(dream.true_ships()).or_insert(0.0) += 1.0 / f64::from(draws);
    }
    counts
}

/// Ways to give the seats without a ship one each, none of them shunned.
fn completions(truth: &[u8], shunned: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let Some(seat) = truth.iter().position(|&ship| ship == 0) else { return vec![truth.to_vec()] };
    let free = (1..=8).filter(|ship| !truth.contains(ship) && !shunned[seat].contains(ship));
    free.flat_map(|ship| {
        let mut next = truth.to_vec();
        next[seat] = ship;
        completions(&next, shunned)
    })
    .collect()
}

/// The chances the page gives to every set of true ships, worked out by trying everything: each rival keeps its ship or
/// not, and the viewer's first read, its second or neither is right.
fn expected(scene: &Scene, reads: &[u8]) -> BTreeMap<Vec<u8>, f64> {
    let (game, state) = (&scene.game, &scene.state);
    let p = |seat: usize| game.walk_right(state, Seat(seat as u8), 0..5);
    let r = game.recheck(&state.race, Seat(0)).2;
    let p0 = p(0);
    let viewer: Vec<(u8, f64)> = match *reads {
        [] => vec![(0, 1.0)],
        [read] => vec![(read, p0), (0, 1.0 - p0)],
        [one, two] if one == two => vec![(one, p0 * r), (0, (1.0 - p0) * (1.0 - r) / 7.0)],
        [one, two] => {
            vec![(one, p0 * (1.0 - r)), (two, (1.0 - p0) * r), (0, (1.0 - p0) * (1.0 - r) * 6.0 / 7.0)]
        }
        _ => unreachable!(),
    };
    let goals: Vec<u8> = (1..game.seats).map(|seat| state.target(Seat(seat as u8)).unwrap().number()).collect();
    let mut chances = BTreeMap::new();
    for (own, weight) in viewer {
        for kept in 0..1u32 << goals.len() {
            let mut weight = weight;
            let mut truth = vec![own];
            let mut shunned = vec![if own == 0 { reads.to_vec() } else { Vec::new() }];
            for (rival, &goal) in goals.iter().enumerate() {
                let keeps = kept >> rival & 1 == 1;
                weight *= if keeps { p(rival + 1) } else { 1.0 - p(rival + 1) };
                truth.push(if keeps { goal } else { 0 });
                shunned.push(vec![goal]);
            }
            let shared = |ship: u8| ship != 0 && truth.iter().filter(|&&other| other == ship).count() > 1;
            if truth.iter().any(|&ship| shared(ship)) {
                continue;
            }
            let ways = completions(&truth, &shunned);
            for way in &ways {
                *chances.entry(way.clone()).or_insert(0.0) += weight / ways.len() as f64;
            }
        }
    }
    let total: f64 = chances.values().sum();
    chances.into_iter().map(|(truth, chance)| (truth, chance / total)).collect()
}

/// The chance of every two seats, or one, to belong on two ships.
fn by_pairs(chances: &BTreeMap<Vec<u8>, f64>) -> BTreeMap<(usize, u8, usize, u8), f64> {
    let mut pairs = BTreeMap::new();
    for (truth, chance) in chances {
        for (a, &one) in truth.iter().enumerate() {
            for (b, &two) in truth[..=a].iter().enumerate() {
                *pairs.entry((a, one, b, two)).or_insert(0.0) += chance;
            }
        }
    }
    pairs
}

fn assert_imagined_as_expected(scene: &Scene, reads: &[u8]) {
    let draws = 20_000;
    let (found, right) = (imagined(scene, draws), expected(scene, reads));
    assert!(found.keys().all(|truth| right.contains_key(truth)), "nothing impossible is imagined");
    let found = by_pairs(&found);
    for (pair, right) in by_pairs(&right) {
        let found = found.get(&pair).copied().unwrap_or(0.0);
        let error = (right * (1.0 - right) / f64::from(draws)).sqrt();
        assert!((found - right).abs() <= 5.0 * error + 1e-9, "{pair:?}: {found} for {right}");
    }
}

/// SA-18
#[test]
fn true_ships_are_imagined_with_the_chances_of_the_page() {
    for reads in [&[][..], &[6], &[6, 6], &[6, 3], &[3, 6]] {
        assert_imagined_as_expected(&all_sat(CARELESS, &[6, 6, 2], reads), reads);
    }
    // A full table leaves little room, so that much must be drawn again.
    let careless_rivals = format!("{CARELESS}minds = [{{ slip_percent = 100 }}, {{ slip_percent = 30 }}]");
    let scene = all_sat(&careless_rivals, &[1, 2, 3, 4, 5, 5, 7], &[8]);
    assert_imagined_as_expected(&scene, &[8]);
    assert_imagined_as_expected(&all_sat(&careless_rivals, &[1, 2, 3, 4, 5, 6, 7], &[8, 7]), &[8, 7]);
}

/// SA-18
#[test]
fn with_cards_left_any_ship_may_come_out() {
    let scene = Scene::new(3, "").then(NUMBERS).then("think mind:12:2");
    let mut counts = [0.0; 9];
    for (truth, chance) in imagined(&scene, 16_000) {
        counts[usize::from(truth[0])] += chance;
    }
    assert!(counts[1..].iter().all(|chance| (0.115..0.135).contains(chance)), "{counts:?}");
}

/// SA-18
#[test]
fn a_picture_that_cannot_be_is_still_imagined() {
    // Nobody ever slips, and yet two sit together, or on the ship the viewer found.
    let sure = "slips = { number = 0 }\nrunning = false\ncountdown = 600";
    let chances = imagined(&all_sat(sure, &[6, 6], &[8]), 4000);
    let kept = |seat: usize| -> f64 { chances.iter().filter(|(truth, _)| truth[seat] == 6).map(|(_, c)| c).sum() };
    assert!((kept(1) - 0.5).abs() < 0.05 && (kept(1) + kept(2) - 1.0).abs() < 1e-9, "one of them must be right");
    // Everyone always slips, and yet all eight point to one ship.
    let never = "slips = { number = 500 }\nrunning = false\ncountdown = 600\n";
    let minds = format!("minds = [{}]", ["{ slip_percent = 200 }"; 8].join(", "));
    let scene = all_sat(&format!("{never}{minds}"), &[7; 7], &[7]);
    assert!(imagined(&scene, 50).len() > 40);
}

/// SA-18
#[test]
fn other_faces_of_the_same_kinds_are_imagined_alike() {
    let play = "think mind:12:2 run:6 think mind:13:5 think mind:12:8";
    let one = Scene::new(3, "").then("cards:+1,+2,E:hull,C:b,+5").then(play);
    let other = Scene::new(3, "").then("cards:+7,+3,E:nest,C:y,+1").then(play);
    assert_ne!(one.true_ships(), other.true_ships());
    assert_eq!(one.game.observe(&one.state, Seat(0)), other.game.observe(&other.state, Seat(0)));
    for seed in 0..50 {
        let imagine = |scene: &Scene| scene.game.imagine(&scene.state, Seat(0), &mut rng(seed));
        assert_eq!(imagine(&one), imagine(&other));
    }
}

/// SA-18
#[test]
fn thinking_on_in_an_imagined_state_leads_home_unless_there_was_a_slip() {
    let scene = Scene::new(3, "slips = { number = 200 }").then(NUMBERS).then("think mind:12:2 run:2 run:3");
    let scene = scene.then("think mind:12:7");
    let mut rng = rng(5);
    let right = (0..8000).filter(|_| {
        let state = scene.game.imagine(&scene.state, Seat(0), &mut rng);
        state.end_of_walk(Seat(0)) == state.true_ship(Seat(0))
    });
    let share = right.count() as f64 / 8000.0;
    assert!((share - 0.8 * 0.8).abs() < 0.03, "two cards without a slip: {share}");
}

/// Plays a game in which all seats think all cards through and run to what they believe, and shows every decision.
fn watch_steady_play(game: &SantyAnno, seed: u64, mut look: impl FnMut(&State, Seat)) {
    let mut state = game.start();
    let mut rng = rng(seed);
    while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
        look(&state, seat);
        let action = steady(&state);
        game.play(&mut state, action);
    }
}

/// Thinks all cards through, then runs to the ship believed in.
fn steady(state: &State) -> Action {
    let run = Action::Run(state.belief(state.race.actor));
    thinking(state).filter(|&action| action == Action::Think).unwrap_or(run)
}

/// The ship that a seat does best to run to, as far as imagining tells: it counts true ships and plays every run out.
fn best_run(game: &SantyAnno, state: &State, seat: Seat, rng: &mut Rng) -> Ship {
    let mut value = [0i32; SHIPS];
    for _ in 0..60 {
        let dream = game.imagine(state, seat, rng);
        value[dream.true_ship(seat).index()] += 10;
        for goal in Ship::all() {
            let mut next = dream;
            game.play(&mut next, Action::Run(goal));
            while let Turn::Seat(_) = game.settle(&mut next, rng) {
                if next.round > dream.round {
                    break;
                }
                let action = steady(&next);
                game.play(&mut next, action);
            }
            value[goal.index()] += next.score(seat) - dream.score(seat);
        }
    }
    Ship::all().max_by_key(|goal| value[goal.index()]).unwrap_or(state.home(seat))
}

/// SA-18
#[test]
fn no_search_names_the_true_ship_before_all_cards_are_thought_through() {
    let game = Scene::fresh(4, "expert = true\nevents = true").game;
    let (mut early, mut early_right, mut late, mut late_right) = (0, 0, 0, 0);
    for seed in 0..40 {
        let mut aside = rng(1000 + seed);
        watch_steady_play(&game, seed, |state, seat| {
            let nobody_sat = Seat::all(4).all(|rival| rival == seat || known(&game, state, seat).race.waits(rival));
            if !nobody_sat || random::below(&mut aside, 4) != 0 {
                return;
            }
            let right = best_run(&game, state, seat, &mut aside) == state.true_ship(seat);
            if state.thought(seat) < state.cards() {
                (early, early_right) = (early + 1, early_right + u32::from(right));
            } else {
                (late, late_right) = (late + 1, late_right + u32::from(right));
            }
        });
    }
    let share = f64::from(early_right) / f64::from(early);
    let error = (0.125 * 0.875 / f64::from(early)).sqrt();
    assert!(early > 800 && share < 0.125 + 4.0 * error, "{early_right} of {early}");
    assert!(
        late > 20 && f64::from(late_right) / f64::from(late) > 0.5,
        "{late_right} of {late} with all thought through"
    );
}

/// SA-17, SA-18
#[test]
fn rivals_are_imagined_where_the_order_of_acting_allows() {
    for (seats, rules) in [(3, ""), (5, "expert = true\nevents = true"), (8, "running = false\nsit = 0\ncountdown = 0")]
    {
        let game = Scene::fresh(seats, rules).game;
        let mut set_out = 0;
        for seed in 0..30 {
            let mut aside = rng(seed);
            watch_steady_play(&game, seed, |state, seat| {
                for viewer in Seat::all(seats) {
                    let dream = game.imagine(state, viewer, &mut aside);
                    let race = &dream.race;
                    let earliest = race.clocks[..seats].iter().min().map(|clock| clock.seat());
                    assert_eq!(earliest, Some(seat), "the one to act has the earliest clock");
                    for rival in Seat::all(seats).filter(|&rival| rival != viewer) {
                        let hidden = known(&game, state, viewer).race.waits(rival);
                        assert!(race.waits(rival) || !hidden || dream.clock(rival) > dream.clock(viewer));
                        set_out += u32::from(hidden && !race.waits(rival));
                    }
                    for position in 0..state.cards() {
                        let kind = |state: &State| state.race.cards.as_slice()[position].kind();
                        assert_eq!(kind(&dream), kind(state));
                    }
                }
            });
        }
        assert!(set_out > 0 || seats == 8, "some rival is imagined to run");
    }
}

/// SA-18, SA-22
#[test]
fn rivals_are_imagined_to_slip_and_to_run_as_their_minds_and_the_ring_have_it() {
    let game = Scene::fresh(5, "slips = { number = 150 }\ncountdown = 200").game;
    let (mut reads, mut right, mut expected, mut runs) = (0, 0.0, 0.0, 0);
    for seed in 0..60 {
        let mut aside = rng(seed);
        watch_steady_play(&game, seed, |state, _| {
            for viewer in Seat::all(game.seats) {
                let hidden = known(&game, state, viewer);
                let dream = game.imagine(state, viewer, &mut aside);
                for rival in Seat::all(game.seats).filter(|&rival| rival != viewer && hidden.race.waits(rival)) {
                    let (thought, second) = (dream.thought(rival), dream.first_read(rival).is_some());
                    let read = dream.first_read(rival).unwrap_or(dream.belief(rival));
                    reads += 1;
                    right += f64::from(u8::from(read == dream.race.walk(dream.home(rival), thought)));
                    expected += game.walk_right(&dream, rival, 0..thought);
                    if !dream.race.waits(rival) && !second {
                        let ran = game.run_ticks(&dream, rival, dream.belief(rival));
                        let paces = || (0..thought).map(|position| game.pace(&dream.race, rival, position));
                        let least: u32 = paces().map(|pace| pace.lo).sum();
                        let most: u32 = paces().map(|pace| pace.lo + pace.span - 1).sum();
                        assert!((least..=most).contains(&(dream.clock(rival) - ran)), "it thinks, then it runs");
                        runs += 1;
                    }
                }
            }
        });
    }
    assert!(runs > 50, "{runs}");
    let (right, expected) = (right / f64::from(reads), expected / f64::from(reads));
    assert!(expected < 0.95 && (right - expected).abs() < 0.02, "{right} of the reads are right, not {expected}");
}

/// SA-17, SA-18, SA-22: where thinking takes as long as the mind says, what is imagined of a rival follows from when it may act.
#[test]
fn rivals_think_until_it_may_be_their_turn_and_look_twice_only_if_they_must() {
    let rules = "spread = 0\ncountdown = 400\nslips = { number = 100 }\nticks = { number = 6 }\nfirst_cards = 5\nstride = 1\nsit = 2\n\
                 minds = [{ speed_percent = 100 }, { speed_percent = 50 }, { speed_percent = 150 }, { speed_percent = 75 }]";
    let game = Scene::fresh(4, rules).game;
    // Those who still think, who have set out, who have after a second look, and who still look a second time.
    let mut met = [0; 4];
    for seed in 0..50 {
        let mut luck = rng(seed);
        let mut state = game.start();
        while let Turn::Seat(actor) = game.settle(&mut state, &mut luck) {
            for viewer in Seat::all(game.seats) {
                let hidden = known(&game, &state, viewer);
                let dream = game.imagine(&state, viewer, &mut luck.clone());
                let (own, cards) = (dream.clock(viewer), dream.cards());
                let after = |rival: Seat, cards: usize| -> u32 {
                    (0..cards).map(|position| game.pace(&dream.race, rival, position).lo).sum()
                };
                for rival in Seat::all(game.seats).filter(|&rival| rival != viewer && hidden.race.waits(rival)) {
                    let (waits, thought) = (dream.race.waits(rival), dream.thought(rival));
                    let (clock, first) = (dream.clock(rival), dream.first_read(rival));
                    if rival == actor {
                        // It acts no later than the viewer, and before it on a tie if its seat is lower.
                        let comes = |cards: usize| (after(rival, cards), rival) < (own, viewer);
                        let all = (0..=cards).filter(|&cards| comes(cards)).max().unwrap_or(0);
                        assert_eq!((waits, thought, clock), (true, all, after(rival, all)));
                        continue;
                    }
                    let tick = dream.clock(actor) + u32::from(rival < actor);
                    let part = (0..=cards).find(|&cards| after(rival, cards) >= tick);
                    if let Some(part) = part {
                        assert_eq!((waits, thought, clock, first), (true, part, after(rival, part), None));
                        met[0] += 1;
                        continue;
                    }
                    let done = after(rival, cards);
                    let run = |ship: Ship| game.run_ticks(&dream, rival, ship);
                    assert_eq!(thought, cards);
                    let Some(first) = first else {
                        assert_eq!((waits, clock), (false, done + run(dream.belief(rival))));
                        assert!(clock > own && dream.target(rival) == Some(dream.belief(rival)));
                        met[1] += 1;
                        continue;
                    };
                    assert!(done + run(first) <= own, "it would have been seen to sit");
                    let (lo, hi, _) = game.recheck(&dream.race, rival);
                    assert_eq!(lo, hi);
                    let sits = done + lo + run(dream.belief(rival));
                    let sets_out = done + lo < tick && sits > own;
                    assert_eq!((!waits, clock), (sets_out, if sets_out { sits } else { (done + lo).max(tick) }));
                    met[if sets_out { 2 } else { 3 }] += 1;
                }
            }
            let run = Action::Run(state.belief(actor));
            let looks_twice = random::below(&mut luck, 3) > 0;
            let think = thinking(&state).filter(|&action| action == Action::Think || looks_twice);
            game.play(&mut state, think.unwrap_or(run));
        }
    }
    assert!(met.iter().all(|&times| times > 500), "{met:?}");
}

/// SA-18
#[test]
fn between_two_rounds_nobody_thinks() {
    let scene = Scene::new(3, "rounds = 2");
    assert_eq!(scene.game.observe(&scene.state, Seat(0)).head, None);
    let after = scene.then(NUMBERS).then("run:1 run:2 run:3");
    assert_eq!(after.game.observe(&after.state, Seat(0)).head, None);
}

/// Rules from all corners of what is allowed.
fn any_rules(rng: &mut Rng) -> String {
    let one_of = |rng: &mut Rng, values: &[u32]| values[random::below(rng, values.len() as u32) as usize];
    let flag = |rng: &mut Rng| random::below(rng, 2) == 0;
    let mut rules = String::new();
    for key in ["expert", "events", "running"] {
        rules += &format!("{key} = {}\n", flag(rng));
    }
    for (key, values) in [
        ("first_cards", &[3, 4, 5][..]),
        ("lap_from", &[1, 4, 6]),
        ("stride", &[0, 6, 40]),
        ("sit", &[0, 5, 40]),
        ("countdown", &[0, 60, 600]),
        ("rum_percent", &[10, 200, 400]),
        ("recheck_percent", &[10, 30, 400]),
        ("recheck_slip_percent", &[0, 25, 100]),
        ("spread", &[0, 25, 90]),
    ] {
        rules += &format!("{key} = {}\n", one_of(rng, values));
    }
    let (ticks, slips) = (one_of(rng, &[1, 12, 200]), one_of(rng, &[0, 60, 500]));
    rules +=
        &format!("ticks = {{ number = {ticks}, helm = 200 }}\nslips = {{ crossed = {slips}, element = {slips} }}\n");
    let (speed, slip) = (one_of(rng, &[10, 100, 400]), one_of(rng, &[0, 100, 400]));
    rules + &format!("minds = [{{ speed_percent = {speed} }}, {{ slip_percent = {slip} }}]")
}

/// SA-17, SA-18
#[test]
fn imagining_holds_in_thoughtful_play_under_any_rules() {
    for seed in 0..150 {
        let mut rng = rng(seed);
        let rules = any_rules(&mut rng);
        let game = Scene::fresh(3 + (seed % 6) as usize, &rules).game;
        let mut state = game.start();
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            let mut action = game.random_action(&state, &mut rng);
            if let (Some(thinking), 0..9) = (thinking(&state), random::below(&mut rng, 10)) {
                action = thinking;
            }
            game.play(&mut state, action);
            for viewer in Seat::all(game.seats) {
                let dream = game.imagine(&state, viewer, &mut rng.clone());
                assert_eq!(game.observe(&dream, viewer), game.observe(&state, viewer), "{rules}");
                assert_eq!(game.turn(&dream), game.turn(&state), "{rules}");
                assert_eq!(game.imagine(&dream, viewer, &mut rng.clone()), dream, "{rules}");
                if random::below(&mut rng, 20) == 0 {
                    let mut end = dream;
                    game.playout(&mut end, &mut rng);
                    assert_eq!(game.turn(&end), Turn::Over);
                }
            }
        }
    }
}

/// The example of `docs/observations.md`: its JSON, and the position it is taken from.
#[test]
fn the_example_of_an_observation_is_what_a_seat_sees() {
    let page = include_str!("../../../docs/observations.md");
    let section = page.split("\n## Santy Anno").nth(1).unwrap();
    let example = section.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let scene = Scene::new(3, "events = true\nrounds = 2").then("cards:+1,+2,+3,+4,+5 event:rum run:8 run:1 run:4");
    let scene = scene.then("cards:E:hull-y,N,C:b,+7,N-P,+6 event:seasick+ think mind:15:4 run:1 think mind:17:6");
    let seen = serde_json::to_value(scene.game.observe(&scene.state, Seat(0))).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(example).unwrap(), seen, "{seen}");
}

/// What an observation tells apart is what imagining goes by, and nothing else but whom the table asks.
#[test]
fn states_that_look_the_same_are_known_the_same() {
    for (seats, rules) in [(3, ""), (4, "expert = true\nevents = true\nrounds = 2")] {
        let game = Scene::fresh(seats, rules).game;
        let mut pairs = 0;
        for seed in 0..300 {
            let mut luck = rng(seed);
            let mut state = game.start();
            while let Turn::Seat(_) = game.settle(&mut state, &mut luck) {
                // Two ways on from here, which a viewer may or may not tell apart when it is asked.
                let mut ways = [state, state];
                for way in &mut ways {
                    for _ in 0..3 {
                        if let Turn::Seat(_) = game.settle(way, &mut luck) {
                            let action = game.random_action(way, &mut luck);
                            let action = thinking(way).filter(|_| random::below(&mut luck, 2) == 0).unwrap_or(action);
                            game.play(way, action);
                        }
                    }
                }
                let [one, two] = ways;
                let asked = |state: &State| (state.phase, state.race.actor);
                for viewer in Seat::all(seats).filter(|_| asked(&one) == asked(&two)) {
                    let look_same = game.observe(&one, viewer) == game.observe(&two, viewer);
                    assert_eq!(known(&game, &one, viewer) == known(&game, &two, viewer), look_same, "{one:?} {two:?}");
                    pairs += u32::from(look_same && one != two);
                }
                let action = if random::below(&mut luck, 3) == 0 { Action::Run(ship(1)) } else { steady(&state) };
                game.play(&mut state, action);
            }
        }
        assert!(pairs > 100, "{pairs} pairs of different states look the same");
    }
}

#[test]
fn what_no_seat_can_have_seen_is_refused_by_its_field() {
    let scene = Scene::new(3, "").then(NUMBERS);
    let sat = |ship: u8, tick: u32| json!({ "ship": ship, "tick": tick });
    refuses(
        &scene.game,
        &scene.state,
        Seat(0),
        &[
            ("/viewer", json!(3), "viewer"),
            ("/phase", json!("table"), "phase"),
            ("/round", json!(0), "round"),
            ("/round", json!(scene.game.rounds), ""),
            ("/round", json!(scene.game.rounds + 1), "round"),
            ("/table", json!([4, 7, 1, 6, 2, 8, 5]), "table"),
            ("/table", json!([4, 7, 1, 6, 2, 8, 5, 9]), "table"),
            ("/table", json!([4, 7, 1, 6, 2, 8, 5, 4]), "table"),
            ("/deck", json!(["?"]), "deck"),
            ("/cards", json!([]), "cards"),
            ("/cards", json!(["sleep"]), "cards"),
            ("/seats", json!([]), "seats"),
            ("/seats/0/ship", json!(null), "ship"),
            ("/seats/0/ship", json!(9), "ship"),
            ("/seats/0/ship", json!(2), "ship"),
            ("/seats/0/coins", json!([99]), "coins"),
            ("/seats/0/coins", json!(vec![scene.game.coins[0]; 15]), ""),
            ("/seats/0/coins", json!(vec![scene.game.coins[0]; 16]), "coins"),
            ("/seats/0/sat", sat(3, 5), "sat"),
            ("/seats/1/sat", sat(3, 5), ""),
            ("/seats/1/sat", sat(9, 5), "sat"),
            ("/seats/1/sat", sat(3, (1 << 24) - 1), ""),
            ("/seats/1/sat", sat(3, 1 << 24), "tick"),
            ("/head", json!(null), "head"),
            ("/head/clock", json!(1 << 24), "clock"),
            ("/head/thought", json!(5), ""),
            ("/head/thought", json!(6), "thought"),
            ("/head/belief", json!(0), "belief"),
            ("/head/first_read", json!(9), "first_read"),
        ],
    );
}
