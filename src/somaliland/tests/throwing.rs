//! Throws: SO-12 to SO-16.

use super::super::chart::{HEIGHT, WIDTH};
use super::super::ship::{SIDE, Side};
use super::super::throw::{Course, Stop};
use super::*;
use crate::Notation;

const SOUTH: i16 = 768;
const WEST: i16 = 512;
const NORTH: i16 = 256;
const EAST: i16 = 0;

/// SO-13
#[test]
fn turns_that_need_no_looking_at_change_no_course() {
    let game = Somaliland::create(2, &toml::Table::new()).unwrap();
    let mut looking = Somaliland::create(2, &toml::Table::new()).unwrap();
    looking.calm = std::sync::Arc::new([[0; COLUMNS * ROWS]; 4]);
    for lane in Lane::ALL {
        for (x, y) in (0..WIDTH).step_by(330).flat_map(|x| (0..HEIGHT).step_by(170).map(move |y| (x, y))) {
            let start = Place { x, y };
            for heading in (x % 29..1024).step_by(41) {
                let course = game.open_course(lane, start, heading, 60);
                assert_eq!(course, looking.open_course(lane, start, heading, 60), "{lane:?} {start:?} {heading}");
            }
        }
    }
}

/// SO-12
#[test]
fn a_hand_strays_by_at_most_three_deviations_of_its_throw() {
    let mut game = table(2, "offer = 1\nhands = [100, 50]", MAP);
    play(&mut game, "contracts:30N pass pass launch:24:SN aim:8 power:20");
    // 7 x 2 = 14 and 2 quarter turns: three deviations are 42 and 6.
    for refused in ["roll:43,0,0", "roll:-43,0,0", "roll:0,7,0", "roll:0,-7,0", "roll:0,0,100", "contracts:30N"] {
        assert!(game.happen(refused).is_err(), "{refused}");
    }
    play(&mut game, "roll:42,-6,99 launch:24:SN aim:8 power:3");
    // With half the noise: 7 x 1.15 / 2 = 4.025 and 0.15.
    for refused in ["roll:13,0,0", "roll:0,1,0", "roll:0,-1,0"] {
        assert!(game.happen(refused).is_err(), "{refused}");
    }
    play(&mut game, "roll:-12,0,0");
}

/// SO-12
#[test]
fn a_power_of_one_or_two_never_strays_and_a_still_hand_strays_in_nothing() {
    let mut game = table(2, "offer = 1\npower_sigma_percent = 100\nhands = [400, 0]", MAP);
    play(&mut game, "contracts:30N pass pass launch:24:SN aim:8 power:2");
    assert!(game.happen("roll:0,1,0").is_err());
    play(&mut game, "roll:0,0,0 launch:24:SN aim:8 power:28");
    assert!(game.happen("roll:1,0,0").is_err() && game.happen("roll:0,1,0").is_err());
    let state = state_of(&game);
    let mut rng = random::stream(1, 0, Purpose::Other(0));
    for _ in 0..100 {
        let outcome = game.game().write_outcome(game.game().draw(&state, &mut rng));
        assert!(outcome.starts_with("roll:0,0,"), "{outcome}");
    }
}

/// SO-12
#[test]
fn numbers_are_written_plainly() {
    let game = create(2, "", MAP).unwrap();
    assert!(game.read_outcome("roll:-3,0,57").is_ok());
    for text in ["roll:+3,0,57", "roll:-0,0,5", "roll:03,0,5", "roll:1,2", "roll:1,2,3,4", "roll:1,2,-3", "roll:1, 2,3"]
    {
        assert!(game.read_outcome(text).is_err(), "{text}");
    }
}

/// SO-12
#[test]
fn the_heading_wraps_and_at_least_one_quarter_turn_is_made() {
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000);
    (position.state.ship, position.state.heading, position.state.power) = (die, 1, 1);
    let stray = Stray { heading: -32 - 256, turns: -9, tip: 0 };
    assert_eq!(position.game.strayed(&position.state, stray), (768, 1));
    position.game.throw(&mut position.state, stray);
    assert_eq!(position.at(die), (4000, 3840));
}

/// SO-13
#[test]
fn places_are_rounded_down_from_the_start_of_the_throw() {
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000);
    // Heading 400 of 1024: cosine -792, sine 650 (in 1/1024).
    position.throw(die, 400, 3, 99);
    assert_eq!(position.at(die), (4000 - 372, 4000 + 304), "not -371.25 and 304.69");
    assert!(!position.misses(die));
}

/// SO-13
#[test]
fn a_die_turns_over_towards_the_nearest_side() {
    let side = |headings: [i32; 3]| headings.map(Side::nearest);
    assert_eq!(side([0, 127, 896]), [Side::East; 3]);
    assert_eq!(side([128, 256, 383]), [Side::North; 3]);
    assert_eq!(side([384, 512, 639]), [Side::West; 3]);
    assert_eq!(side([640, 768, 895]), [Side::South; 3]);
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000);
    position.throw(die, SOUTH, 5, 99);
    assert_eq!(
        position.state.lie(die),
        super::super::Lie::START.turned(Side::South, 1),
        "four of five turns undo each other"
    );
}

/// SO-13
#[test]
fn a_die_that_would_leave_the_board_stops_before_and_misses_a_turn() {
    let die = ship(0, "24");
    for (x, y, heading, end) in [
        (500, 4000, WEST, (20, 4000)),
        (480, 4000, WEST, (0, 4000)),
        (WIDTH - 500, 4000, EAST, (WIDTH - 20, 4000)),
        (WIDTH - 481, 4000, EAST, (WIDTH - 1, 4000)),
        (WIDTH - 480, 4000, EAST, (WIDTH - 160, 4000)),
        (4000, 500, SOUTH, (4000, 20)),
        (4000, HEIGHT - 481, NORTH, (4000, HEIGHT - 1)),
    ] {
        let mut position = Position::open("").sail(die, Lane::AfricaSouth, x, y);
        position.throw(die, heading, 9, 99);
        assert_eq!(position.at(die), end);
        assert!(position.misses(die));
        let turns = ((x - end.0).abs() + (y - end.1).abs()) / SIDE;
        let lie = super::super::Lie::START.turned(Side::nearest(heading.into()), turns as u32);
        assert_eq!(position.state.lie(die), lie, "faces turn only with quarter turns really made");
    }
}

/// SO-13, SO-16
#[test]
fn a_die_within_reach_of_its_goal_has_arrived_and_is_off_the_board() {
    // The goal is at (7250, 250); 800 away from it there is land.
    let die = ship(0, "24");
    let goal_in_land = open_sea(&[(64, 2, '#')]);
    for (x, arrives) in [(7250 - 800 - 320, true), (7250 - 801 - 320, false)] {
        let mut position = Position::on("", &goal_in_land).sail(die, Lane::AfricaSouth, x, 250);
        position.throw(die, EAST, 2, 99);
        // The second quarter turn ends on land, but arriving comes first.
        assert_eq!(position.state.arrived(Lane::AfricaSouth).contains(die), arrives, "{x}");
        assert_eq!(position.misses(die), !arrives);
        assert_eq!(position.state.at_sea().contains(die), !arrives);
        assert_eq!(position.state.ledger(Seat(0)).arrived, [u8::from(arrives), 0, 0, 0]);
    }
}

/// SO-13
#[test]
fn only_the_goal_of_its_own_lane_takes_a_ship_in() {
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaNorth, 7250, 1500);
    position.throw(die, SOUTH, 4, 99);
    assert!(position.state.at_sea().contains(die), "it comes from there");
}

/// SO-13
#[test]
fn a_die_on_land_or_on_the_other_routes_sea_stops_before_and_misses_a_turn() {
    let die = ship(0, "24");
    for (letter, lane, aground) in [
        ('#', Lane::AfricaSouth, true),
        ('s', Lane::AfricaSouth, true),
        ('a', Lane::AfricaSouth, false),
        ('s', Lane::SomaliaNorth, false),
        ('a', Lane::SomaliaNorth, true),
    ] {
        let mut position = Position::on("", &open_sea(&[(43, 40, letter)])).sail(die, lane, 4000, 4050);
        position.throw(die, EAST, 2, 99);
        assert_eq!(position.at(die), if aground { (4160, 4050) } else { (4320, 4050) }, "{letter} {lane}");
        assert_eq!(position.misses(die), aground);
    }
}

/// SO-13
#[test]
fn a_die_rolls_over_a_strip_of_land_between_two_quarter_turns() {
    let die = ship(0, "24");
    let mut position = Position::on("", &open_sea(&[(41, 40, '#')])).sail(die, Lane::AfricaSouth, 4090, 4050);
    position.throw(die, EAST, 1, 99);
    assert_eq!(position.at(die), (4250, 4050));
}

/// SO-13, SO-14
#[test]
fn dice_nearer_than_their_side_collide_and_both_miss_a_turn() {
    let (die, other) = (ship(0, "24"), ship(1, "8"));
    for (x, meets) in [(4000 + 160 + 159, true), (4000 + 320 + 160, false)] {
        let mut position =
            Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::SomaliaNorth, x, 4000);
        position.throw(die, EAST, 2, 0);
        assert_eq!(position.at(die), if meets { (4000, 4000) } else { (4320, 4000) });
        assert_eq!([position.misses(die), position.misses(other)], [meets; 2]);
        assert_eq!(position.locked(die), if meets { vec![other] } else { vec![] });
        assert_eq!(position.locked(other), if meets { vec![die] } else { vec![] });
        assert_eq!(position.at(other), (x, 4000), "a knock does not move it");
    }
}

/// SO-13
#[test]
fn ships_near_at_the_start_of_a_throw_are_ignored_during_it() {
    let (die, other) = (ship(0, "24"), ship(1, "8"));
    let mut position =
        Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4159, 4000);
    position.throw(die, EAST, 3, 0);
    assert_eq!(position.at(die), (4480, 4000));
    assert!(!position.misses(other));
}

/// SO-13
#[test]
fn of_two_ships_in_the_way_the_nearest_is_struck_and_then_the_lower() {
    let (die, near, far) = (ship(0, "24"), ship(1, "24"), ship(1, "6a"));
    let both =
        |near_y: i32| {
            Position::open("")
                .sail(die, Lane::AfricaSouth, 4000, 4000)
                .sail(near, Lane::AfricaSouth, 4300, near_y)
                .sail(far, Lane::AfricaSouth, 4300, 3950)
        };
    let mut position = both(4040);
    position.throw(die, EAST, 1, 99);
    assert_eq!(position.locked(die), [near]);
    let mut position = both(4050);
    position.throw(die, EAST, 1, 99);
    assert_eq!(position.locked(die), [far], "the 6a comes before the 24");
}

/// SO-14
#[test]
fn a_hard_knock_turns_the_struck_die_over_pushes_it_and_sinks_the_other() {
    let (die, other) = (ship(0, "24"), ship(1, "24"));
    // They meet at the second of `turns` quarter turns.
    for (turns, tip, knocked) in [(5, 49, true), (5, 50, false), (4, 0, false), (28, 0, true)] {
        let mut position =
            Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4470, 4000);
        position.throw(die, EAST, turns, tip);
        assert_eq!(position.state.sunk().contains(die), knocked, "{turns} {tip}");
        assert_eq!(position.at(other), if knocked { (4630, 4000) } else { (4470, 4000) });
        assert_eq!(position.game.top(&position.state, other), if knocked { 5 } else { 3 });
        assert_eq!(position.locked(other), if knocked { vec![] } else { vec![die] });
        assert!(position.misses(other));
        assert_eq!(position.state.ledger(Seat(1)).tipped, u8::from(knocked));
        assert_eq!(position.state.at_sea().contains(die), !knocked);
    }
}

/// SO-14
#[test]
fn the_rules_say_how_hard_a_knock_must_be() {
    let (die, other) = (ship(0, "24"), ship(1, "24"));
    for (rules, turns, tip, knocked) in
        [("tip_turns = 0\ntip_percent = 100", 1, 99, true), ("tip_percent = 0", 28, 0, false)]
    {
        let mut position =
            Position::open(rules).sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4310, 4000);
        position.throw(die, EAST, turns, tip);
        assert_eq!(position.state.sunk().contains(die), knocked, "{rules}");
    }
}

/// SO-14
#[test]
fn a_die_with_no_sea_behind_it_is_knocked_over_on_the_spot_and_keeps_its_other_locks() {
    let (die, other, third) = (ship(0, "24"), ship(1, "24"), ship(1, "18"));
    for (map, x, lane, moved) in [
        (open_sea(&[]), 4310, Lane::SomaliaSouth, true),
        (open_sea(&[(44, 40, '#')]), 4310, Lane::SomaliaSouth, false),
        (open_sea(&[(44, 40, 'a')]), 4310, Lane::SomaliaSouth, false),
        (open_sea(&[(44, 40, 'a')]), 4310, Lane::AfricaSouth, true),
        (open_sea(&[]), WIDTH - 100, Lane::SomaliaSouth, false),
    ] {
        let mut position = Position::on("", &map)
            .sail(die, Lane::AfricaSouth, x - 310, 4050)
            .sail(other, lane, x, 4050)
            .sail(third, Lane::AfricaSouth, x, 4200);
        position.state.lock(third, other);
        position.state.held |= other.bit();
        position.throw(die, EAST, 28, 0);
        assert_eq!(position.at(other), if moved { (x + 160, 4050) } else { (x, 4050) });
        assert_eq!(position.game.top(&position.state, other), 5, "turned over all the same");
        assert_eq!(position.locked(other), if moved { vec![] } else { vec![third] });
        assert!(position.state.held().contains(other), "it does not stop being held");
        assert!(position.state.sunk().contains(die));
    }
}

/// SO-14
#[test]
fn a_knocked_over_die_neither_arrives_nor_collides() {
    let (die, other, third) = (ship(0, "24"), ship(1, "24"), ship(1, "18"));
    let mut position = Position::open("")
        .sail(die, Lane::AfricaSouth, 6000, 250)
        .sail(other, Lane::SomaliaSouth, 6310, 250)
        .sail(third, Lane::SomaliaSouth, 6480, 250);
    position.throw(die, EAST, 28, 0);
    assert_eq!(position.at(other), (6470, 250), "within reach of the goal and on another ship");
    assert!(position.state.at_sea().contains(other) && !position.misses(third));
}

/// SO-14
#[test]
fn throwing_ends_all_locks_of_a_ship() {
    let (die, other, third) = (ship(0, "24"), ship(1, "24"), ship(1, "18"));
    let mut position = Position::open("")
        .sail(die, Lane::AfricaSouth, 4000, 4000)
        .sail(other, Lane::AfricaSouth, 4310, 4000)
        .sail(third, Lane::AfricaSouth, 3690, 4000);
    position.throw(other, WEST, 1, 99);
    position.throw(third, EAST, 1, 99);
    assert_eq!(position.locked(die), [third, other], "it may be locked to several");
    position.state.held |= die.bit();
    position.throw(die, NORTH, 1, 99);
    assert_eq!(position.locked(die), []);
    assert_eq!([position.locked(other), position.locked(third)], [[], []]);
    assert!(!position.state.held().contains(die), "and it is held no longer");
}

/// SO-15
#[test]
fn missing_turns_do_not_add_up() {
    let (die, other) = (ship(0, "24"), ship(1, "24"));
    let mut position =
        Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4310, 4000);
    position.state.missing |= other.bit();
    position.throw(die, EAST, 1, 99);
    let mut told = 0;
    for _ in 0..2 {
        position.state.leg = 1;
        position.game.begin_lane(&mut position.state, Lane::AfricaSouth);
        position.game.sail_on(&mut position.state, &mut |_| told += 1);
    }
    assert_eq!(told, 2, "each of the two missed one turn");
}

/// SO-16
#[test]
fn a_ship_that_has_arrived_is_in_nobodys_way() {
    let (die, other) = (ship(0, "24"), ship(1, "24"));
    let mut position =
        Position::open("").sail(die, Lane::AfricaNorth, 6000, 250).sail(other, Lane::SomaliaSouth, 6310, 250);
    position.throw(other, EAST, 1, 99);
    assert!(position.state.arrived(Lane::SomaliaSouth).contains(other));
    position.throw(die, EAST, 5, 99);
    assert_eq!(position.at(die), (6800, 250));
}

/// The rolling of SO-13 word for word.
fn course_by_the_book(position: &Position, die: Ship, heading: i32, turns: i32) -> Course {
    let Position { game, state } = position;
    let lane = state.lane_of(die).unwrap();
    let start = state.place(die);
    let angle = f64::from(heading) * std::f64::consts::TAU / 1024.0;
    let (cos, sin) = ((1024.0 * angle.cos()).round() as i32, (1024.0 * angle.sin()).round() as i32);
    let after = |i: i32| place(start.x + ((160 * i * cos) >> 10), start.y + ((160 * i * sin) >> 10));
    let others: Vec<Ship> =
        state.at_sea().filter(|&other| other != die && state.place(other).distance2(start) >= 160 * 160).collect();
    for i in 1..=turns {
        let stopped = |stop| Course { stop, turns: i - 1, end: after(i - 1) };
        if !after(i).on_board() {
            return stopped(Stop::OffBoard);
        }
        if after(i).distance2(game.chart().goal(lane)) <= game.goal_radius.pow(2) {
            return Course { stop: Stop::Arrived, turns: i, end: after(i) };
        }
        if !game.chart().is_sea(lane.route(), after(i)) {
            return stopped(Stop::Aground);
        }
        let nearest = others.iter().map(|&other| (state.place(other).distance2(after(i)), other)).min();
        if let Some((distance2, other)) = nearest
            && distance2 < 160 * 160
        {
            return stopped(Stop::Struck(other));
        }
    }
    Course { stop: Stop::Spent, turns, end: after(turns) }
}

/// SO-13
#[test]
fn courses_agree_with_the_rule_taken_word_for_word() {
    let mut rng = random::stream(2, 0, Purpose::Other(0));
    let mut below = |n: u32| random::below(&mut rng, n) as i32;
    let mut stops = [0; 5];
    for (map, rules) in [(MAP.to_owned(), ""), (open_sea(&[(40, 40, '#')]), "goal_radius = 100")] {
        let empty = Position::on(rules, &map);
        for _ in 0..4000 {
            // Crowded waters, so that ships often meet.
            let (corner_x, corner_y, spread) = (below(6000), below(7500), 200 + below(2000) as u32);
            let mut position = empty.clone();
            for index in 0..12 {
                let lane = Lane::ALL[below(4) as usize];
                let (x, y) = (corner_x + below(spread), corner_y + below(spread));
                if place(x, y).on_board() && position.game.chart().is_sea(lane.route(), place(x, y)) {
                    position = position.sail(Ship::new(Seat(index / 6), usize::from(index % 6)), lane, x, y);
                }
            }
            for die in position.state.at_sea() {
                let (heading, turns) = (below(1024), 1 + below(60));
                let course = position.game.course(&position.state, die, heading, turns);
                assert_eq!(course, course_by_the_book(&position, die, heading, turns), "{die:?} {heading} {turns}");
                let near = position.game.within_reach(&position.state, die, turns);
                assert_eq!(course, position.game.course_among(&position.state, near, die, heading, turns));
                stops[match course.stop {
                    Stop::Spent => 0,
                    Stop::OffBoard => 1,
                    Stop::Arrived => 2,
                    Stop::Aground => 3,
                    Stop::Struck(_) => 4,
                }] += 1;
            }
        }
    }
    assert!(stops.iter().all(|&count| count > 500), "every ending was seen: {stops:?}");
}

#[test]
fn hands_stray_by_the_deviations_of_the_page_scaled_by_seat() {
    let game = create(2, "powers = [2, 4]\nhands = [100, 200]", MAP).unwrap();
    assert_eq!(game.powers(), [2, 4]);
    let told = |seat, power| {
        let (heading, turns) = game.deviations(Seat(seat), power);
        ((heading * 100.0).round(), (turns * 100.0).round())
    };
    assert_eq!([told(0, 2), told(0, 4)], [(770.0, 0.0), (840.0, 40.0)]);
    assert_eq!([told(1, 2), told(1, 4)], [(1540.0, 0.0), (1680.0, 80.0)]);
}
