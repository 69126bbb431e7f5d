use super::*;

/// Rules under which a card takes exactly its nominal ticks and nobody slips.
const SURE: &str = "spread = 0\nslips = { element = 0, crossed = 0, colour = 0, letter = 0, letter_crossed = 0, \
                    number = 0, helm = 0, double = 0, coco = 0 }\n";

fn sure(seats: usize, more: &str) -> Scene {
    Scene::new(seats, &format!("{SURE}{more}"))
}

/// SA-17
#[test]
fn the_earliest_clock_acts_and_ties_go_to_the_lower_seat() {
    let scene = sure(3, "minds = [{ speed_percent = 100 }, { speed_percent = 50 }]").then(NUMBERS);
    assert_eq!(scene.turn(), Turn::Seat(Seat(0)));
    let scene = scene.then("think mind:12:2");
    assert_eq!(scene.turn(), Turn::Seat(Seat(1)));
    let scene = scene.then("think mind:6:3");
    assert_eq!(scene.turn(), Turn::Seat(Seat(2)));
    let scene = scene.then("think mind:12:4");
    assert_eq!(scene.turn(), Turn::Seat(Seat(1)), "6 is before 12");
    let scene = scene.then("think mind:6:5");
    assert_eq!(scene.turn(), Turn::Seat(Seat(0)), "all show 12");
    assert_eq!((scene.clock(0), scene.clock(1), scene.clock(2)), (12, 12, 12));
}

/// SA-17
#[test]
fn thinking_moves_the_belief_from_where_it_was() {
    let scene = sure(3, "").then(NUMBERS);
    assert_eq!(scene.legal().len(), 9);
    assert!(scene.allows("think") && !scene.allows("recheck"));
    let scene = scene.then("think");
    assert_eq!(scene.possible_beliefs(), [2]);
    let scene = scene.then("mind:12:2 run:1 run:1 think");
    assert_eq!(scene.possible_beliefs(), [4], "from 2 by +2");
    assert!(scene.legal().is_empty() && !scene.allows("run:1"));
}

/// SA-17
#[test]
fn a_slip_gives_any_ship_but_the_right_one_each_alike() {
    let scene = Scene::new(3, "slips = { number = 500 }\nminds = [{ slip_percent = 200 }]").then(NUMBERS).then("think");
    assert_eq!(scene.possible_beliefs(), [1, 3, 4, 5, 6, 7, 8], "always wrong, and 1 was believed before");
    let mut counts = [0; 9];
    for seed in 0..7000 {
        let Outcome::Mind { belief, .. } = scene.game.draw(&scene.state, &mut rng(seed)) else { panic!() };
        counts[usize::from(belief.number())] += 1;
    }
    assert_eq!(counts[2], 0);
    assert!(counts[3..].iter().chain(&counts[1..2]).all(|count| (850..1150).contains(count)), "{counts:?}");
}

/// SA-17
#[test]
fn a_recheck_is_made_once_when_all_cards_are_thought_through() {
    let scene = Scene::new(3, "").then(NUMBERS).then("think mind:12:2 run:1 run:1");
    let scene = scene.then("think mind:9:4 think mind:9:7 think mind:9:3 think mind:9:5");
    assert_eq!(scene.legal().len(), 9);
    assert!(scene.allows("recheck") && !scene.allows("think"), "three cards thought rightly, then a slip to 5");
    let scene = scene.then("recheck");
    assert_eq!(scene.possible_beliefs().len(), 8);
    let scene = scene.then("mind:18:8");
    assert_eq!((scene.state.belief(Seat(0)), scene.state.first_read(Seat(0))), (ship(8), Some(ship(5))));
    assert_eq!(scene.legal().len(), 8, "only running is left");
    assert!(!scene.allows("recheck"));
    let walked = sure(3, "").then(NUMBERS).then("run:1 run:1 think mind:12:4 think mind:12:6 think mind:12:1");
    let rechecking = walked.then("think mind:12:5 think mind:12:2 recheck");
    assert_eq!(rechecking.possible_beliefs(), [2], "from its own ship 3 through all the cards");
}

/// SA-17
#[test]
fn a_run_takes_the_shorter_way_from_the_own_ship() {
    // Seat 0 starts on ship 1 at place 2.
    for (to, places) in [(1, 0), (6, 1), (7, 1), (4, 2), (2, 2), (3, 3), (8, 3), (5, 4)] {
        let scene = Scene::new(3, "").then(NUMBERS).then(&format!("run:{to}"));
        assert_eq!(scene.clock(0), 6 * places + 5, "to {to}");
    }
    let scene = sure(3, "stride = 7\nsit = 2").then(NUMBERS).then("think mind:12:2 run:1 run:1 run:6");
    assert_eq!(scene.homes(), [8, 1, 2], "paid out");
    let running =
        sure(4, "stride = 7\nsit = 2").then(NUMBERS).then("think mind:12:2 run:1 run:1 think mind:12:5 run:6");
    assert_eq!(running.clock(0), 12 + 7 + 2, "on from its clock, not from where it believes to be");
}

/// SA-17
#[test]
fn late_rounds_begin_with_a_lap() {
    let scene = Scene::new(3, "lap_from = 2").then(NUMBERS).then("run:7");
    assert_eq!(scene.clock(0), 6 + 5);
    let scene = scene.then("run:1 run:1 cards:+6,+7,C:r,C:y,C:b,N");
    let own = scene.state.home(Seat(0)).number();
    assert_eq!(scene.then(&format!("run:{own}")).clock(0), 8 * 6 + 5);
}

/// SA-17, SA-15
#[test]
fn without_running_there_is_only_sitting_down() {
    let rules = "running = false\nlap_from = 1\nevents = true\nsit = 9";
    let scene = Scene::new(3, rules).then(NUMBERS).then("event:rum run:5");
    assert_eq!(scene.clock(0), 9);
}

/// SA-15
#[test]
fn rum_stretches_the_run_and_the_lap_but_not_sitting_down() {
    let rules = "events = true\nlap_from = 1\nrum_percent = 150\nstride = 3";
    let scene = Scene::new(3, rules).then(NUMBERS).then("event:rum run:6");
    assert_eq!(scene.clock(0), 41 + 5, "nine places of 4.5 ticks are 40.5, rounded up");
}

/// SA-18
#[test]
fn a_seat_sees_who_has_sat_up_to_its_clock_and_nothing_else_of_the_others() {
    let look = |script: &str, seat: u8| {
        let scene = sure(3, "").then(NUMBERS).then(script);
        scene.game.observe(&scene.state, Seat(seat))
    };
    // Seat 1 runs from 2 to 6, next to it, and sits on tick 11; seat 0's clock shows 12.
    let seen = look("think mind:12:2 run:6 think mind:12:4", 0);
    assert_ne!(seen, look("think mind:12:2 run:8 think mind:12:4", 0), "sat at another ship on the same tick");
    // From 2 to 1 it takes two places, 17 ticks, which seat 0 does not see at 12.
    let unseen = look("think mind:12:2 run:1 think mind:12:4", 0);
    assert_eq!(unseen, look("think mind:12:2 run:5 think mind:12:4", 0));
    assert_eq!(unseen, look("think mind:12:2 think mind:12:3 think mind:12:4", 0), "nor whether it runs at all");
    assert_ne!(unseen, look("think mind:12:2 run:1 think mind:12:4", 1), "a seat knows its own run");
    let slips = |belief: u8| {
        let scene = Scene::new(3, "").then(NUMBERS).then(&format!("think mind:12:2 think mind:12:{belief}"));
        [0, 1, 2].map(|seat| scene.game.observe(&scene.state, Seat(seat)))
    };
    let (right, slipped) = (slips(3), slips(7));
    assert_eq!((&right[0], &right[2]), (&slipped[0], &slipped[2]));
    assert_ne!(right[1], slipped[1]);
    let game = sure(3, "").game;
    assert!(!game.open(Action::Think) && !game.open(Action::Recheck) && !game.open(Action::Run(ship(1))));
}

/// SA-19
#[test]
fn the_last_to_sit_must_keep_within_the_countdown() {
    // Without running, setting out at 12 means sitting at 12; the others sat at 0. Everyone runs to the true ship.
    let race = |countdown: u32| {
        let scene = sure(3, &format!("running = false\nsit = 0\ncountdown = {countdown}")).then(NUMBERS);
        scene.then("think mind:12:2 run:1 run:2")
    };
    assert_eq!(race(12).turn(), Turn::Seat(Seat(0)), "12 is not past 12");
    assert_eq!(race(12).then("run:8").scores(), [3, 5, 4]);
    assert_eq!(race(11).turn(), Turn::Chance, "asked no more");
    assert_eq!((race(11).scores(), race(11).homes()), (vec![0, 5, 4], vec![8, 1, 2]));
    // With 5 ticks to sit down, the others sit at 5 and seat 0 at 17: asked, but too late.
    let scene = sure(3, "running = false\ncountdown = 11").then(NUMBERS).then("think mind:12:2 run:1 run:2");
    assert_eq!(scene.turn(), Turn::Seat(Seat(0)));
    assert_eq!(scene.then("run:8").scores(), [0, 5, 4]);
}

/// SA-19
#[test]
fn the_one_who_sits_last_is_too_late_even_if_it_set_out_first() {
    // Seat 0 runs four places with a stride of 40 at once; the others run none and sit at 5.
    let rules = "stride = 40\ncountdown = 100\nfirst_cards = 3";
    let scene = sure(3, rules).then("cards:+1,+5,+6").then("run:5 run:2 run:3");
    assert_eq!(scene.scores(), [0, 0, 0]);
    let late = |seat: u8| {
        let mut told = Vec::new();
        scene.game.deeds(&scene.state, Seat(seat), &mut |deed| told.push(deed.to_owned()));
        told
    };
    assert_eq!((late(0), late(1)), (vec!["late".to_owned()], vec!["slip".to_owned()]), "5 is where 1 belongs");
}

/// SA-19
#[test]
fn one_who_never_sits_makes_nobody_else_too_late() {
    // Seat 1 sits right away, seat 2 on tick 105, far behind it; seat 0 thinks on until it is counted out.
    let rules = "stride = 25\ncountdown = 0\nticks = { number = 200 }\nfirst_cards = 3";
    let scene = sure(3, rules).then("cards:+1,+5,+6 think mind:200:2 run:2 run:7");
    assert_eq!(scene.turn(), Turn::Chance, "200 is past 105");
    assert_eq!((scene.scores(), scene.homes()), (vec![0, 0, 5], vec![5, 6, 7]));
}

/// SA-20
#[test]
fn coins_go_by_time_of_sitting_among_those_who_are_right() {
    // True ships are 8, 1, 2, 3, 4: all by +7.
    let scene = sure(5, "running = false").then("cards:+1,+2,+3,+4,+5");
    assert_eq!(scene.true_ships(), [8, 1, 2, 3, 4]);
    let scene = scene.then("think mind:12:2 run:1 run:7 think mind:12:5 run:4 run:8 run:3");
    assert_eq!(scene.scores(), [3, 5, 0, 2, 4], "seats 1 and 4 sit at 5, seats 0 and 3 at 17, seat 2 is wrong");
    let few = sure(5, "running = false\ncoins = [9, 0]").then(NUMBERS).then("run:8 run:1 run:2 run:3 run:4");
    assert_eq!(few.scores(), [9, 0, 0, 0, 0]);
    assert_eq!(few.game.standing(&few.state).ranks(), [0, 1, 2, 2, 2], "a coin of no value still counts in a tie");
}

/// SA-21
#[test]
fn pirates_begin_the_next_round_on_their_true_ships() {
    let scene = sure(3, "").then(NUMBERS).then("run:5 run:5 run:5");
    assert_eq!(scene.homes(), [8, 1, 2], "wherever they sat");
    let scene = scene.then("cards:+6,+7,C:r,C:y,C:b,N");
    assert_eq!(scene.state.belief(Seat(0)), ship(8));
    assert_eq!((scene.clock(0), scene.state.thought(Seat(0))), (0, 0));
}

/// SA-22
#[test]
fn thinking_time_is_rounded_to_nearest_with_halves_up() {
    let range = |rules: &str, cards: &str| Scene::new(3, rules).then(cards).then("think").tick_range();
    assert_eq!(range("", NUMBERS), (9, 15), "12 by a quarter");
    assert_eq!(range("spread = 0", NUMBERS), (12, 12));
    assert_eq!(range("spread = 0\nminds = [{ speed_percent = 104 }]", NUMBERS), (12, 12), "12.48");
    assert_eq!(range("spread = 0\nticks = { number = 10 }\nminds = [{ speed_percent = 125 }]", NUMBERS), (13, 13));
    assert_eq!(range("", "cards:E:hull-r,+2,+3,+4,+5"), (11, 19), "11.25 and 18.75");
    assert_eq!(range("", "cards:N-P,+2,+3,+4,+5"), (8, 13), "7.5 and 12.5");
    assert_eq!(range("ticks = { number = 1 }\nspread = 90", NUMBERS), (1, 2), "0.1 is 1 at least");
    assert_eq!(range("minds = [{ speed_percent = 50 }]\nspread = 90", NUMBERS), (1, 11), "0.6 and 11.4 of 6");
}

/// SA-22
#[test]
fn every_kind_has_its_ticks_and_slips() {
    let rules = "expert = true\nspread = 0";
    let removed = "remove:E:nest-r,E:nest-y,E:nest-b,E:nest-g,E:sails-r,E:sails-y,E:sails-b,E:sails-g,C:g,+7";
    let thinking = |face: &str| {
        let rest: Vec<&str> = ["+1", "+2", "+3", "+4", "+5"].into_iter().filter(|other| *other != face).collect();
        let cards = format!("cards:{face},{}", rest[..4].join(","));
        Scene::new(3, rules).then(removed).then(&cards).then("think")
    };
    for (face, ticks, slips) in [
        ("E:hull", 12, 40),
        ("E:hull-r", 15, 60),
        ("C:r", 18, 80),
        ("N", 8, 20),
        ("N-S", 10, 40),
        ("+6", 12, 40),
        ("H-3", 9, 50),
        ("D:hull/name", 25, 120),
        ("K", 12, 40),
    ] {
        let scene = thinking(face);
        assert_eq!(scene.tick_range(), (ticks, ticks), "{face}");
        let pace = scene.game.pace(&scene.state.race, Seat(0), 0);
        assert_eq!(pace.slip, slips * 100, "{face}");
    }
}

/// SA-22
#[test]
fn the_seasick_pay_for_a_helm_with_each_card_after_the_third() {
    let rules = "events = true\nspread = 0\nslips = { helm = 500, number = 0 }\nminds = [{ slip_percent = 150 }]";
    let scene = Scene::new(3, rules).then(NUMBERS).then("event:seasick+ run:1 run:1");
    assert_eq!(scene.turn(), Turn::Seat(Seat(2)));
    let scene = Scene::new(3, rules).then(NUMBERS).then("event:seasick+");
    let scene = scene.then("think mind:12:2 run:1 run:1 think mind:12:4 think mind:12:7 think");
    assert_eq!(scene.tick_range(), (21, 21));
    assert_eq!(scene.game.pace(&scene.state.race, Seat(0), 3).slip, 75_000);
    assert_eq!(scene.game.pace(&scene.state.race, Seat(0), 2).slip, 0);
    // From 7 by +4 to 3, and a place on to 4.
    let right = scene.game.draw(&scene.state, &mut rng(1));
    assert!(scene.game.possible(&scene.state, right) && scene.allows("mind:21:4"));
}

/// SA-22
#[test]
fn slip_chances_stop_at_certainty() {
    let beliefs = |slips: u32, percent: u32| {
        let rules = format!("slips = {{ number = {slips} }}\nminds = [{{ slip_percent = {percent} }}]");
        Scene::new(3, &rules).then(NUMBERS).then("think").possible_beliefs()
    };
    assert_eq!(beliefs(0, 400), [2]);
    assert_eq!(beliefs(500, 0), [2]);
    assert_eq!(beliefs(1, 1).len(), 8);
    assert_eq!(beliefs(500, 199).len(), 8);
    assert_eq!(beliefs(500, 200).len(), 7);
    assert_eq!(beliefs(500, 400).len(), 7);
}

/// A scene in which seat 0 is going through five cards of 12 ticks again.
fn rechecking(rules: &str) -> Scene {
    let mut scene = Scene::new(3, rules).then("cards:+1,+2,+3,+4,+5 think");
    let mut others = "run:1 run:1 ";
    for _ in 0..5 {
        let ticks = scene.tick_range().0;
        let belief = scene.possible_beliefs()[0];
        scene = scene.then(&format!("mind:{ticks}:{belief} {others}"));
        others = "";
        scene = scene.then(if scene.allows("think") { "think" } else { "recheck" });
    }
    scene
}

/// SA-22
#[test]
fn a_recheck_takes_its_share_of_all_the_time_with_one_spread() {
    assert_eq!(rechecking("countdown = 600").tick_range(), (14, 23), "18 by a quarter: 13.5 and 22.5");
    assert_eq!(rechecking("countdown = 600\nrecheck_percent = 100\nspread = 10").tick_range(), (54, 66));
    let slow = "countdown = 600\nminds = [{ speed_percent = 111 }]\nspread = 0\nrecheck_percent = 51";
    assert_eq!(rechecking(slow).tick_range(), (34, 34), "33.966, of times not rounded one by one");
}

/// SA-22
#[test]
fn a_recheck_slips_less_and_never_without_a_chance_to() {
    let right = |rules: &str| {
        let scene = rechecking(&format!("countdown = 600\n{rules}"));
        (scene.possible_beliefs().len(), scene.game.recheck(&scene.state.race, Seat(0)).2)
    };
    let (ships, chance) = right("");
    assert_eq!(ships, 8);
    assert!((chance - 0.99_f64.powi(5)).abs() < 1e-12, "a quarter of 40 in 1000 each: {chance}");
    assert_eq!(right("recheck_slip_percent = 0"), (1, 1.0));
    assert_eq!(right("minds = [{ slip_percent = 0 }]"), (1, 1.0));
    let certain = "slips = { number = 500 }\nminds = [{ slip_percent = 200 }]\nrecheck_slip_percent = 100";
    assert_eq!(right(certain), (7, 0.0), "never the true ship");
    let scene = rechecking("countdown = 600\nslips = { number = 200 }\nrecheck_slip_percent = 100");
    let wrong = (0..4000).filter(|&seed| {
        let Outcome::Mind { belief, .. } = scene.game.draw(&scene.state, &mut rng(seed)) else { panic!() };
        belief != scene.state.true_ship(Seat(0))
    });
    let expected = 4000.0 * (1.0 - 0.8_f64.powi(5));
    assert!((wrong.count() as f64 - expected).abs() < 130.0);
}

/// SA-23
#[test]
fn the_game_ends_after_its_rounds_and_coin_value_ranks() {
    let scene = sure(3, "rounds = 1\nrunning = false").then(NUMBERS).then("run:1 run:1 run:2");
    assert_eq!(scene.turn(), Turn::Over);
    let standing = scene.game.standing(&scene.state);
    assert_eq!((standing.scores(), standing.ranks()), (&[0, 5, 4][..], &[2, 0, 1][..]));
    assert!(standing.wins(Seat(1)) && !standing.wins(Seat(2)));
    assert!(!scene.game.ending(&scene.state).cut);
}

/// SA-23
#[test]
fn ties_compare_the_highest_coins_first_and_may_stay_ties() {
    let mut scene = sure(4, "coins = [5, 4, 3, 2, 1]");
    let ranks = |scene: &Scene| scene.game.standing(&scene.state).ranks().to_vec();
    // Six in all, by a 5 and a 1, by a 4 and a 2, by two of 3.
    scene.state.scores[..4].copy_from_slice(&[6, 6, 6, 6]);
    scene.state.coins[..4].copy_from_slice(&[0x1000_1000, 0x0101_0000, 0x0020_0000, 0x0101_0000]);
    assert_eq!(ranks(&scene), [0, 1, 3, 1]);
    scene.state.scores[2] = 7;
    assert_eq!(ranks(&scene), [1, 2, 0, 2]);
    let standing = scene.game.standing(&scene.state);
    assert!(standing.wins(Seat(2)) && !standing.wins(Seat(0)));
}

/// The seats that win a game of one round in which the first seats sit down at their true ships one after another, so
/// many of them, and the others at a wrong one.
fn winners(seats: usize, rules: &str, right: usize) -> Vec<u8> {
    let scene = sure(seats, &format!("rounds = 1\nrunning = false\n{rules}")).then(NUMBERS);
    let runs: Vec<String> = scene
        .true_ships()
        .iter()
        .enumerate()
        .map(|(seat, &ship)| format!("run:{}", if seat < right { ship } else { ship % 8 + 1 }))
        .collect();
    let end = scene.then(&runs.join(" "));
    let standing = end.game.standing(&end.state);
    Seat::all(seats).filter(|&seat| standing.wins(seat)).map(|seat| seat.0).collect()
}

/// SA-23
#[test]
fn the_mates_win_too_from_five_seats_on() {
    assert_eq!(winners(3, "", 3), [0]);
    assert_eq!(winners(4, "", 4), [0]);
    assert_eq!(winners(5, "", 5), [0, 1, 2]);
    assert_eq!(winners(8, "", 8), [0, 1, 2]);
}

/// SA-23
#[test]
fn whoever_has_fewer_than_winners_ahead_wins() {
    assert_eq!(winners(5, "winners = 2", 5), [0, 1]);
    assert_eq!(winners(4, "winners = 3", 4), [0, 1, 2]);
    assert_eq!(winners(3, "winners = 7", 3), [0, 1, 2], "no more than there are");
    assert_eq!(winners(5, "", 2), [0, 1, 2, 3, 4], "three share the third rank, with two ahead of them");
    assert_eq!(winners(5, "", 3), [0, 1, 2], "two share the fourth, with three ahead");
    assert_eq!(winners(5, "winners = 1", 0), [0, 1, 2, 3, 4], "nobody is ahead of anybody");
}

/// SA-17, SA-22
#[test]
fn whoever_races_alone_thinks_as_long_and_errs_as_often_as_at_the_table() {
    const TIMES: u32 = 2000;
    let scene = Scene::new(3, "slips = { number = 100 }\nrecheck_slip_percent = 100").then(NUMBERS);
    let (game, state, me) = (&scene.game, &scene.state, Seat(0));
    let mut rng = random::stream(9, 0, random::Purpose::Other(0));
    let (mut ticks, mut again, mut right, mut right_again) = (0, 0, 0, 0);
    for _ in 0..TIMES {
        let mut racer = state.racer(me);
        let (start, mut noted) = (racer.clock, Vec::new());
        game.think_alone(state, &mut racer, 5, &mut rng, |racer| noted.push(racer.thought));
        assert_eq!((noted, racer.thought), (vec![0, 1, 2, 3, 4], 5));
        let first = racer;
        game.recheck_alone(state, &mut racer, &mut rng);
        assert_eq!(racer.first_read, Some(first.belief));
        ticks += first.clock - start;
        again += racer.clock - first.clock;
        right += u32::from(first.belief == state.true_ship(me));
        right_again += u32::from(racer.belief == state.true_ship(me));
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(TIMES);
    let nominal = game.nominal_ticks(state, me, 0..5);
    let (recheck, sure) = game.recheck_odds(state, me);
    assert!((mean(ticks) / nominal - 1.0).abs() < 0.05, "{} for {nominal}", mean(ticks));
    assert!((mean(again) / recheck - 1.0).abs() < 0.05, "{} for {recheck}", mean(again));
    let walk = game.walk_right(state, me, 0..5);
    assert!(walk < 0.9 && (mean(right) - walk).abs() < 0.06, "{} for {walk}", mean(right));
    assert!(sure < 0.9 && (mean(right_again) - sure).abs() < 0.06, "{} for {sure}", mean(right_again));
}

/// SA-20
#[test]
fn a_round_raced_alone_is_paid_out_once_all_are_back() {
    let scene = Scene::new(3, "").then(NUMBERS);
    let mut state = scene.state;
    for seat in Seat::all(3) {
        let (racer, target) = (state.racer(seat), state.true_ship(seat));
        scene.game.put_back(&mut state, &racer, Some(target));
    }
    scene.game.pay_out(&mut state);
    assert!(scene.game.standing(&state).scores().iter().any(|&score| score > 0), "{state:?}");
}

#[test]
fn a_round_counts_as_a_turn_from_its_cards_on() {
    let turns = |scene: &Scene| scene.game.turns(&scene.state);
    let before = Scene::new(3, "");
    assert_eq!((turns(&before), turns(&before.then(NUMBERS))), (0, 1));
    let mut later = before.then(NUMBERS);
    later.state.round = 2;
    assert_eq!(turns(&later), 3);
}

#[test]
fn each_seats_rechecks_are_counted_apart() {
    let mut scene = Scene::new(3, "");
    scene.state.tallies[2].rechecks = 2;
    assert_eq!([0, 1, 2].map(|seat| scene.state.rechecks(Seat(seat))), [0, 0, 2]);
}
