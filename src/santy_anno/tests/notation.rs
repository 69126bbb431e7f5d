use super::*;

/// What seats 0, 1 and 2 see of an event, with `-` for nothing.
fn seen(scene: &Scene, word: &str) -> [String; 3] {
    let see = |seat: u8| scene.game.see(&scene.state, scene.event(word), Seat(seat));
    [0, 1, 2].map(|seat| see(seat).unwrap_or_else(|| "-".to_owned()))
}

/// SA-14
#[test]
fn everyone_sees_what_chance_lays_open_but_of_the_cards_only_the_kinds() {
    let fresh = Scene::fresh(3, "expert = true\nevents = true");
    let remove = "remove:E:nest,E:sails,E:hull,E:name,C:r,C:y,C:b,C:g,N,N";
    assert_eq!(seen(&fresh, TABLE), [TABLE; 3]);
    let laid = fresh.then(TABLE);
    assert_eq!(seen(&laid, "start:1,2,3"), ["start:1,2,3"; 3]);
    let ready = laid.then("start:1,2,3");
    assert_eq!(seen(&ready, remove), [remove; 3]);
    let ready = ready.then(remove);
    let cards = "cards:+1,H-2,D:nest/hull,K,E:hull-y";
    assert_eq!(seen(&ready, cards), ["cards:?=number,helm,double,coco,crossed"; 3]);
    assert_eq!(seen(&ready.then(cards), "event:rum"), ["event:rum"; 3]);
}

/// SA-17, SA-18
#[test]
fn nobody_sees_others_think_or_run_until_they_sit() {
    let scene = Scene::new(3, "").then(NUMBERS);
    assert_eq!(seen(&scene, "think"), ["think", "-", "-"]);
    let thinking = scene.then("think");
    assert_eq!(seen(&thinking, "mind:12:2"), ["mind:12:2", "?=act", "-"], "seat 1 is asked next");
    // Seat 0's clock shows 12. Seat 1 sits at ship 6, next to its own, on tick 11, and at ship 1 on tick 17.
    let next = thinking.then("mind:12:2");
    assert_eq!(seen(&next, "run:6"), ["?=sat:1@6:11", "run:6", "?=act"]);
    assert_eq!(seen(&next, "run:1"), ["-", "run:1", "?=act"]);
    // A seat that runs sees who sits down before it does.
    let running = next.then("run:1");
    assert_eq!(seen(&running, "run:3"), ["?=sat:2@3:5;act", "?=sat:2@3:5", "run:3"]);
    // By its next thought seat 0 has seen both of the others come.
    assert_eq!(seen(&running.then("run:3 think"), "mind:12:4"), ["mind:12:4=sat:1@1:17;act", "-", "-"]);
}

/// SA-20
#[test]
fn the_end_of_a_round_brings_everything_to_light() {
    let scene = Scene::new(3, "running = false\ncountdown = 600").then(NUMBERS).then("run:8 run:3");
    let scene = scene.then("think mind:12:4 think mind:12:6 think mind:12:1 think mind:12:5 think mind:12:2");
    let all = "cards:+1,+2,+3,+4,+5;sat:0@8:5,1@3:5,2@2:65";
    assert_eq!(seen(&scene, "run:2"), [format!("?={all}"), format!("?={all}"), format!("run:2={all}")]);
    let twice = scene.then("recheck mind:18:2");
    assert_eq!(seen(&twice, "run:2")[2], "run:2=cards:+1,+2,+3,+4,+5;sat:0@8:5,1@3:5,2@2:83;twice:2");
}

/// SA-19
#[test]
fn one_who_is_counted_out_is_not_among_those_who_sat() {
    let rules = "running = false\nsit = 0\ncountdown = 11";
    let scene = Scene::new(3, rules).then(NUMBERS).then("think mind:12:2 run:1");
    assert_eq!(seen(&scene, "run:2")[0], "?=cards:+1,+2,+3,+4,+5;sat:1@1:0,2@2:0");
}
