use std::time::{Duration, Instant};

use marque::santy_anno::{Action, Outcome, SantyAnno};
use marque::{Event, Game, Seat, Trace, Turn, toml};

use super::*;

const HERE: Seat = Seat(0);
const THERE: Seat = Seat(1);

fn seating(chairs: &[&str], clock: bool) -> Seating {
    Seating { chairs: chairs.iter().map(ToString::to_string).collect(), clock }
}

fn opened(game: &str, chairs: &[&str]) -> Box<dyn AnySitting> {
    open(game, &toml::Table::new(), 7, &seating(chairs, false)).unwrap()
}

/// Plays on until a person is asked or the game is over.
fn settle(sitting: &mut dyn AnySitting) -> Due {
    while sitting.due() == Due::Nobody {
        sitting.advance().unwrap().expect("there is something to play");
    }
    sitting.due()
}

/// Lets people choose the first of their legal actions, so many times or to the end.
fn play(sitting: &mut dyn AnySitting, decisions: usize) {
    for _ in 0..decisions {
        let Due::Person(seat, _) = settle(sitting) else { return };
        let action = sitting.legal(seat).remove(0);
        sitting.act(seat, &action, Instant::now()).unwrap();
    }
}

fn saved(sitting: &dyn AnySitting) -> String {
    let mut file = Vec::new();
    sitting.save(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn every_game_is_played_by_bots_alone_and_by_people_alone() {
    for info in marque::GAMES {
        for who in ["random", "person"] {
            let mut sitting = opened(info.name, &vec![who; info.seats[0]]);
            play(&mut *sitting, usize::MAX);
            assert_eq!(sitting.due(), Due::Over, "{who} at {}", info.name);
            assert!(sitting.ending().is_some());
        }
    }
}

#[test]
fn undo_takes_back_a_decision_and_all_that_followed_but_not_the_dice() {
    let mut sitting = opened("bosman", &["person", "random"]);
    play(&mut *sitting, 3);
    let before = settle(&mut *sitting);
    let events = sitting.news(0).len();
    let action = sitting.legal(HERE).remove(0);
    sitting.act(HERE, &action, Instant::now()).unwrap();
    settle(&mut *sitting);
    let after = saved(&*sitting);
    assert!(sitting.news(events).len() > 2, "the bot moved and chance dealt");

    sitting.undo(HERE).unwrap();
    assert_eq!((sitting.due(), sitting.news(0).len()), (before, events));
    sitting.act(HERE, &action, Instant::now()).unwrap();
    settle(&mut *sitting);
    assert_eq!(saved(&*sitting), after);
}

#[test]
fn undo_goes_back_past_other_people_and_says_when_there_is_nothing_left() {
    let mut sitting = opened("dzicz", &["person", "person"]);
    settle(&mut *sitting);
    let untouched = saved(&*sitting);
    assert!(matches!(sitting.undo(THERE), Err(SittingError::NothingToUndo { seat: THERE })));
    play(&mut *sitting, 2);
    sitting.undo(HERE).unwrap();
    assert_eq!(saved(&*sitting), untouched);
}

#[test]
fn a_saved_game_is_a_trace_and_goes_on_as_it_was() {
    let mut sitting = opened("hexxi", &["random", "person", "greedy"]);
    play(&mut *sitting, 4);
    settle(&mut *sitting);
    let file = saved(&*sitting);
    Trace::read(file.as_bytes()).unwrap().verify::<marque::hexxi::Hexxi>().unwrap();

    let mut again = resume(file.as_bytes(), None).unwrap();
    assert_eq!(again.seating(), seating(&["random", "person", "greedy"], false));
    assert_eq!((again.seed(), again.due(), again.news(0)), (7, sitting.due(), sitting.news(0)));
    for sitting in [&mut sitting, &mut again] {
        play(&mut **sitting, usize::MAX);
    }
    assert_eq!(saved(&*again), saved(&*sitting));
}

#[test]
fn a_trace_that_nobody_sat_at_is_taken_up_by_whoever_says_so() {
    let game = marque::dzicz::Dzicz::create(2, &toml::Table::new()).unwrap();
    let mut trace = Trace::random(game, 3);
    trace.lines.truncate(10);
    let mut file = Vec::new();
    trace.write(&mut file).unwrap();
    assert!(matches!(resume(&file[..], None), Err(SittingError::NoSeating)));
    let sitting = resume(&file[..], Some(&seating(&["person", "random"], false))).unwrap();
    assert!(sitting.is_person(HERE) && !sitting.is_person(THERE));
    assert_eq!(sitting.news(0).len(), 10);

    trace.header.sitting = Some(serde_json::json!({"chairs": 2}));
    file.clear();
    trace.write(&mut file).unwrap();
    let error = resume(&file[..], None).err().unwrap().to_string();
    assert!(error.starts_with("line 1: `sitting` is not understood:"), "{error}");
}

#[test]
fn what_one_person_sees_the_other_does_not() {
    let mut sitting = opened("hexxi", &["person", "person"]);
    settle(&mut *sitting);
    let action = sitting.legal(HERE).into_iter().find(|action| action.starts_with("place:W@")).unwrap();
    sitting.act(HERE, &action, Instant::now()).unwrap();
    let news = sitting.news(0).last().unwrap();
    let [mine, theirs, open] = [Some(HERE), Some(THERE), None].map(|viewer| news.story(viewer));
    assert_eq!(mine, open);
    assert_ne!(mine, theirs);
    assert_eq!(news.seen(HERE), Some(action.as_str()));
    assert_ne!(sitting.board(Some(HERE)), sitting.board(Some(THERE)));
}

#[test]
fn only_the_person_who_is_asked_may_act_and_only_legally() {
    let mut sitting = opened("dzicz", &["person", "random"]);
    let now = Instant::now();
    let mut error = |seat, action| sitting.act(seat, action, now).unwrap_err().to_string();
    assert_eq!(error(HERE, "start:a2"), "seat 0 is not asked for anything now: the game goes on by itself first");
    assert_eq!(error(THERE, "start:a2"), "`random` sits at seat 1, no person");
    assert_eq!(error(Seat(5), "start:a2"), "there is no seat 5: the last is seat 1");
    settle(&mut *sitting);
    let mut error = |action| sitting.act(HERE, action, now).unwrap_err().to_string();
    let illegal = error("start:a1");
    assert!(illegal.starts_with("`start:a1` is not legal for seat 0 now; legal now: start:a2 start:a3"), "{illegal}");
    assert!(error("dance").contains("`dance` is not understood"));
    let untouched = sitting.news(0).len();
    assert!(sitting.advance().unwrap().is_none(), "a person is due");
    assert_eq!(sitting.news(0).len(), untouched);
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let open = |game, chairs: &[&str]| open(game, &toml::Table::new(), 1, &seating(chairs, false)).err().unwrap();
    assert!(matches!(open("chess", &["person"; 2]), SittingError::Game { .. }));
    assert!(matches!(open("bosman", &["person"; 3]), SittingError::Rules(_)));
    assert!(matches!(open("bosman", &["person", "captian"]), SittingError::Bot(_)));
    let game = marque::bosman::Bosman::create(2, &toml::Table::new()).unwrap();
    let chairs = Sitting::new(game, 1, vec![Chair::Person], false).err().unwrap();
    assert_eq!(chairs.to_string(), "1 chairs for 2 seats: give one a seat, `person` or a bot");
}

#[test]
fn kinds_of_actions_come_with_the_rules_that_speak_of_them() {
    let mut sitting = opened("dzicz", &["person", "random"]);
    settle(&mut *sitting);
    assert_eq!(sitting.kinds(HERE), [Kind { name: "start".to_owned(), rules: vec!["DZ-6".to_owned()] }]);
}

#[test]
fn a_hint_names_legal_actions_and_changes_nothing() {
    let mut sitting = opened("dzicz", &["person", "random"]);
    settle(&mut *sitting);
    let before = saved(&*sitting);
    let hint = sitting.hint(HERE).unwrap();
    assert!(!hint.moves.is_empty());
    assert!(hint.moves.iter().all(|advice| sitting.legal(HERE).contains(&advice.action)));
    assert_eq!(saved(&*sitting), before);
    assert!(matches!(sitting.hint(THERE), Err(SittingError::NotAPerson { .. })));
}

/// A sitting at Santy Anno on the clock, at the first question.
fn timed(chairs: &[&str]) -> (Sitting<SantyAnno>, Due) {
    let game = SantyAnno::create(chairs.len(), &toml::Table::new()).unwrap();
    let chairs = seating(chairs, true).seated::<SantyAnno>().unwrap();
    let mut sitting = Sitting::new(game, 7, chairs, true).unwrap();
    let due = settle(&mut sitting);
    (sitting, due)
}

/// Says ready, and runs for a ship after a while.
fn run_after(sitting: &mut Sitting<SantyAnno>, seat: Seat, seconds: u64) {
    let now = Instant::now();
    sitting.ready(seat, now).unwrap();
    let elapsed = Duration::from_secs(seconds);
    assert_eq!(sitting.act(seat, "run:5", now + elapsed).unwrap(), Some(elapsed));
}

/// The ticks a seat was told to have thought in each round, and whether it ran then.
fn told(sitting: &Sitting<SantyAnno>, seat: Seat) -> Vec<(u32, bool)> {
    let mut rounds = Vec::new();
    let mut actor = None;
    sitting.table.retrace(|before, event| {
        match event {
            Event::Outcome(Outcome::Cards(_)) => rounds.push((0, false)),
            Event::Action(action) => {
                actor = Some(before.turn());
                if actor == Some(Turn::Seat(seat)) && matches!(action, Action::Run(_)) {
                    rounds.last_mut().unwrap().1 = true;
                }
            }
            Event::Outcome(Outcome::Mind { ticks, .. }) if actor == Some(Turn::Seat(seat)) => {
                rounds.last_mut().unwrap().0 += ticks;
            }
            Event::Outcome(_) => {}
        };
    });
    rounds
}

#[test]
fn the_clock_starts_when_a_person_is_ready_and_only_runs_can_be_chosen() {
    let (mut sitting, due) = timed(&["person", "random", "random"]);
    assert_eq!(due, Due::Person(HERE, Ask::Ready));
    assert!(matches!(sitting.act(HERE, "run:5", Instant::now()), Err(SittingError::NotReady { seat: HERE })));
    assert!(sitting.legal(HERE).is_empty());
    assert!(!sitting.prompt(Some(HERE)).contains("Follow the cards"), "no card is shown before");
    sitting.ready(HERE, Instant::now()).unwrap();
    assert_eq!(sitting.due(), Due::Person(HERE, Ask::Choose));
    assert!(sitting.prompt(Some(HERE)).contains("Follow the cards"));
    assert_eq!(sitting.legal(HERE), [1, 2, 3, 4, 5, 6, 7, 8].map(|ship| format!("run:{ship}")));
    assert!(matches!(sitting.act(HERE, "think", Instant::now()), Err(SittingError::Illegal { .. })));
    assert!(matches!(sitting.hint(HERE), Err(SittingError::OwnHead)));
    assert!(matches!(sitting.undo(HERE), Err(SittingError::Time)));
}

#[test]
fn the_time_a_person_took_is_the_time_on_its_clock() {
    for (seconds, ticks) in [(0, 0..=0), (12, 120..=130), (20, 200..=210), (27, 270..=290)] {
        // Slow rivals do not count anybody out.
        let slow = "minds = [{speed_percent = 400}, {speed_percent = 399}]".parse().unwrap();
        let game = SantyAnno::create(3, &slow).unwrap();
        let chairs = seating(&["person", "checker", "checker"], true).seated::<SantyAnno>().unwrap();
        let mut sitting = Sitting::new(game, 7, chairs, true).unwrap();
        settle(&mut sitting);
        run_after(&mut sitting, HERE, seconds);
        settle(&mut sitting);
        let (thought, ran) = told(&sitting, HERE)[0];
        assert!(ran && ticks.contains(&thought), "{seconds} s became {thought} ticks");
    }
}

#[test]
fn a_round_that_counts_a_person_out_ends_as_a_round() {
    let (mut sitting, _) = timed(&["person", "random", "random"]);
    run_after(&mut sitting, HERE, 600);
    assert_eq!(settle(&mut sitting), Due::Person(HERE, Ask::Ready), "the next round waits for the person");
    let rounds = told(&sitting, HERE);
    assert!(matches!(rounds[..], [(600.., false) | (1.., false), (0, false)]), "{rounds:?}");
    let stories: Vec<&str> = sitting.news(0).iter().map(|news| news.story(Some(HERE))).collect();
    let end = stories.iter().find(|story| story.contains("The round is over")).unwrap();
    assert!(end.starts_with("The round is over") && end.contains("and was too late"), "{end}");
    assert!(!stories.iter().any(|story| story.contains("believes")), "{stories:?}");
}

#[test]
fn people_on_the_clock_are_asked_side_by_side() {
    let (mut sitting, _) = timed(&["person", "person", "random"]);
    assert_eq!([HERE, THERE].map(|seat| sitting.asked(seat)), [Some(Ask::Ready); 2]);
    // It is the other one's turn by the game's clocks, but nobody need wait for that.
    run_after(&mut sitting, THERE, 3);
    assert_eq!(sitting.asked(THERE), None);
    assert_eq!(sitting.due(), Due::Person(HERE, Ask::Ready));
    run_after(&mut sitting, HERE, 2);
    settle(&mut sitting);
    assert!(told(&sitting, HERE)[0].1 && told(&sitting, THERE)[0].1);
    assert_eq!([HERE, THERE].map(|seat| sitting.asked(seat)), [Some(Ask::Ready); 2], "the next round");
}

#[test]
fn a_saved_game_keeps_its_clock_and_its_pace() {
    let (mut sitting, _) = timed(&["random", "person", "random"]);
    run_after(&mut sitting, THERE, 4);
    settle(&mut sitting);
    let file = saved(&sitting);
    let again = resume(file.as_bytes(), None).unwrap();
    assert!(again.seating().clock);
    assert_eq!((again.due(), again.news(0)), (Due::Person(THERE, Ask::Ready), sitting.news(0)));
    assert_eq!(saved(&*again), file);
    assert_eq!(sitting.table.game().rules().value("minds")[0]["speed_percent"].as_integer(), Some(400));
}

#[test]
fn there_is_no_clock_where_the_rules_know_no_time_or_nobody_is_there() {
    let clock =
        |game, chairs: &[&str]| open(game, &toml::Table::new(), 1, &seating(chairs, true)).unwrap().seating().clock;
    assert!(clock("santy-anno", &["person", "random", "random"]));
    assert!(!clock("santy-anno", &["random"; 3]));
    assert!(!clock("bosman", &["person"; 2]));
}

#[test]
fn a_bot_may_think_elsewhere_and_comes_to_the_same() {
    for info in marque::GAMES {
        let chairs = vec!["greedy"; info.seats[0]];
        let (mut here, mut elsewhere) = (opened(info.name, &chairs), opened(info.name, &chairs));
        for _ in 0..40 {
            let _ = here.advance().unwrap();
            match elsewhere.ponder() {
                Some(pondering) => {
                    assert!(elsewhere.ponder().is_none(), "it is away");
                    assert!(elsewhere.advance().unwrap().is_none(), "nothing happens without it");
                    assert!(elsewhere.decide(pondering.think()).unwrap().is_some());
                }
                None => drop(elsewhere.advance().unwrap()),
            }
        }
        assert_eq!(saved(&*here), saved(&*elsewhere), "{}", info.name);
    }
}

#[test]
fn what_a_bot_decides_counts_no_more_once_the_move_before_is_taken_back() {
    let mut sitting = opened("dzicz", &["person", "greedy"]);
    play(&mut *sitting, 1);
    let pondering = std::iter::from_fn(|| Some(sitting.ponder().or_else(|| sitting.advance().map(|_| None).unwrap())));
    let pondering = pondering.flatten().next().unwrap();
    sitting.undo(HERE).unwrap();
    let before = saved(&*sitting);
    assert!(sitting.decide(pondering.think()).unwrap().is_none());
    assert_eq!(saved(&*sitting), before);
    play(&mut *sitting, 2);
    assert!(matches!(settle(&mut *sitting), Due::Person(HERE, _)), "a new player has taken its place");
}

/// What rivals do until a person sits down does not depend on when it does: a page can show them meanwhile.
#[test]
fn rivals_on_the_clock_do_the_same_whenever_a_person_sits_down() {
    let sat_before = |seconds: u64| {
        let rules = toml::Table::new();
        let mut sitting = open("santy-anno", &rules, 3, &seating(&["person", "greedy", "greedy"], true)).unwrap();
        let now = Instant::now();
        settle(&mut *sitting);
        let first = sitting.news(0).len();
        sitting.ready(HERE, now).unwrap();
        sitting.act(HERE, "run:1", now + Duration::from_secs(seconds)).unwrap();
        settle(&mut *sitting);
        let parts =
            sitting.news(first).iter().filter_map(|news| news.seen(HERE)).flat_map(|seen| seen.split(['=', ';']));
        let list = parts.filter_map(|part| part.strip_prefix("sat:")).flat_map(|list| list.split(','));
        let mut sat: Vec<(u32, String)> =
            list.map(|one| (one.rsplit_once(':').unwrap().1.parse().unwrap(), one.to_owned())).collect();
        sat.sort();
        sat.dedup();
        sat.retain(|(tick, who)| u64::from(*tick) < seconds * 10 && !who.starts_with("0@"));
        sat
    };
    let never = sat_before(3600);
    assert_eq!(never.len(), 2, "both sit in the end: {never:?}");
    for seconds in 1..=40 {
        let expected: Vec<_> = never.iter().filter(|(tick, _)| u64::from(*tick) < seconds * 10).cloned().collect();
        assert_eq!(sat_before(seconds), expected, "after {seconds} s");
    }
}
