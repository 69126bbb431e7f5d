//! The draft and the order of sailing: SO-6 to SO-11, SO-15, SO-18.

use super::super::chance::happen_telling;
use super::*;
use crate::Notation;

/// Ends the draft without contracts, whatever was laid out.
fn no_contracts(table: &mut Table<Somaliland>, seats: usize) {
    play(table, "contracts:30N");
    play(table, &"pass ".repeat(seats));
}

const ONE: &str = "offer = 1";

/// SO-6
#[test]
fn as_many_contracts_are_laid_out_as_the_rules_say_or_as_are_left() {
    let mut game = table(2, "offer = 3", MAP);
    for refused in ["contracts:30N", "contracts:30N,30S,32N,32S"] {
        assert!(game.happen(refused).is_err(), "{refused}");
    }
    for unsorted in ["contracts:30S,30N,32N", "contracts:30N,30N,32N", "contracts:", "contracts:30N,66N,64S"] {
        assert!(game.game().read_outcome(unsorted).is_err(), "{unsorted}");
    }
    play(&mut game, "contracts:30N,30S,64S");
    assert_eq!(game.legal(), ["pass", "take:30N", "take:30S", "take:64S"]);
    let mut state = game.game().start();
    state.deck = super::super::Cards(0b11);
    assert!(game.game().possible(&state, game.game().read_outcome("contracts:30N,30S").unwrap()));
    assert!(!game.game().possible(&state, game.game().read_outcome("contracts:30N,30S,64S").unwrap()));
}

/// SO-6, SO-7
#[test]
fn contracts_taken_leave_the_deck_for_good_and_others_come_back() {
    let mut game = table(2, "offer = 2\nlegs = 2", MAP);
    play(&mut game, "contracts:30N,30S take:30N pass");
    pass_legs(&mut game);
    assert!(game.happen("contracts:30N,32N").is_err(), "30N was taken");
    play(&mut game, "contracts:30S,32N");
}

/// Passes until contracts are due or the game is over.
fn pass_legs(table: &mut Table<Somaliland>) {
    while let Turn::Seat(_) = table.turn() {
        play(table, "pass");
    }
}

/// SO-7
#[test]
fn seats_take_in_turn_from_the_starting_seat_of_the_turn() {
    let mut game = table(3, "offer = 4\nlegs = 2", MAP);
    play(&mut game, "contracts:30N,30S,32N,32S");
    for seat in [0, 1, 2, 0] {
        assert_eq!(game.turn(), Turn::Seat(Seat(seat)));
        let card = game.legal().into_iter().find(|action| action.starts_with("take")).unwrap();
        play(&mut game, &card);
    }
    pass_legs(&mut game);
    play(&mut game, "contracts:34N,34S,36N,36S");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)), "the second turn starts with seat 1");
}

/// SO-7
#[test]
fn a_pass_is_final_for_the_draft() {
    let mut game = table(2, "offer = 3", MAP);
    play(&mut game, "contracts:30N,30S,32N pass take:30N");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)), "seat 0 is out");
    assert_eq!(game.legal(), ["pass", "take:30S", "take:32N"]);
}

/// SO-7
#[test]
fn nobody_takes_contracts_above_the_displacement_of_its_ships() {
    let mut game = table(2, "offer = 4", MAP);
    play(&mut game, "contracts:30N,44N,44S,46N take:30N take:46N");
    // Seat 0 may reach 74 exactly; seat 1 has only 28 left, so it passes silently.
    assert_eq!(game.legal(), ["pass", "take:44N", "take:44S"]);
    play(&mut game, "take:44N");
    assert!(game.legal().iter().any(|action| action.starts_with("launch")), "the draft is over: {:?}", game.legal());
}

/// SO-7
#[test]
fn sunk_ships_carry_no_contracts() {
    let mut position = Position::open("");
    position.state.offer = super::super::Cards(0b11_1111);
    for name in ["24", "18"] {
        position = position.sail(ship(0, name), Lane::AfricaSouth, 4000, 4000);
        position.state.sink(ship(0, name));
    }
    let takeable = position.game.takeable(&position.state, Seat(0));
    assert_eq!(takeable.to_string(), "30N,30S,32N,32S", "the ships left displace 32");
}

/// SO-7
#[test]
fn without_cards_left_the_turn_begins_with_its_first_leg() {
    let mut position = Position::open("legs = 2");
    position.state.deck = super::super::Cards::default();
    position.state.phase = Phase::Launch;
    position.state.leg = 1;
    position.game.begin_lane(&mut position.state, Lane::AfricaNorth);
    position.state.passed = 0b11;
    position.game.sail_on(&mut position.state, &mut |_| {});
    assert_eq!((position.state.turn_number(), position.state.leg()), (1, 0));
    assert_eq!(position.state.phase(), Phase::Launch);
    assert_eq!(position.game.turn(&position.state), Turn::Seat(Seat(1)));
}

/// SO-8
#[test]
fn in_the_first_leg_seats_launch_into_any_lane_until_all_have_passed() {
    let mut game = table(2, ONE, MAP);
    no_contracts(&mut game, 2);
    assert_eq!(game.legal().len(), 6 * 4 + 1);
    play(&mut game, "launch:24:SS aim:0 power:1 roll:0,0,0");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)));
    play(&mut game, "pass");
    assert_eq!(game.turn(), Turn::Seat(Seat(0)));
    assert!(!game.legal().contains(&"launch:24:AS".to_owned()), "it is at sea");
    play(&mut game, "launch:8:AN aim:0 power:1 roll:0,0,0");
    assert_eq!(game.turn(), Turn::Seat(Seat(0)), "the other has passed for this leg");
}

/// SO-8
#[test]
fn a_launch_throws_the_ship_from_the_start_of_its_lane() {
    let mut game = table(2, ONE, MAP);
    no_contracts(&mut game, 2);
    play(&mut game, "launch:24:SN aim:8 power:2 roll:0,0,0");
    let state = state_of(&game);
    assert_eq!(state.place(ship(0, "24")), place(5050, 1750 + 320));
    assert_eq!(state.lane_of(ship(0, "24")), Some(Lane::SomaliaNorth));
}

/// SO-8
#[test]
fn a_seat_with_nothing_to_launch_is_not_asked() {
    let mut position = Position::open("");
    for kind in 0..6 {
        let one = Ship::new(Seat(0), kind);
        position = position.sail(one, Lane::AfricaSouth, 4000, 4000);
        position.state.arrive(one);
    }
    position.state.seat = Seat(1);
    position.game.sail_on(&mut position.state, &mut |_| {});
    assert_eq!(position.game.turn(&position.state), Turn::Seat(Seat(1)));
}

/// The order in which ships are aimed in a lane's part, when every one is thrown a little to the east.
fn order(mut position: Position, lane: Lane) -> Vec<Ship> {
    position.state.leg = 1;
    position.game.begin_lane(&mut position.state, lane);
    position.game.sail_on(&mut position.state, &mut |_| {});
    let mut order = Vec::new();
    while let (Some(ship), Some(current)) = (position.state.thrown(), position.state.lane())
        && current == lane
    {
        order.push(ship);
        for word in ["aim:0", "power:1"] {
            let action = position.game.read_action(word).unwrap();
            position.game.play(&mut position.state, action);
        }
        let outcome = position.game.read_outcome("roll:0,0,99").unwrap();
        position.game.happen(&mut position.state, outcome);
    }
    order
}

/// SO-9
#[test]
fn ships_of_a_lane_sail_by_way_left_shortest_first() {
    let (a, b, c) = (ship(0, "6a"), ship(1, "6a"), ship(1, "24"));
    let position = Position::open("")
        .sail(a, Lane::AfricaSouth, 1000, 8000)
        .sail(b, Lane::AfricaSouth, 3000, 5000)
        .sail(c, Lane::AfricaSouth, 6000, 3000)
        .sail(ship(0, "24"), Lane::SomaliaSouth, 6000, 1000);
    assert_eq!(order(position, Lane::AfricaSouth), [c, b, a], "and those of other lanes wait");
}

/// SO-9
#[test]
fn equal_ways_left_are_settled_by_seat_then_by_ship() {
    let (a, b, c) = (ship(0, "8"), ship(0, "24"), ship(1, "6a"));
    let position = Position::open("")
        .sail(b, Lane::AfricaSouth, 6950, 3250)
        .sail(a, Lane::AfricaSouth, 6910, 3210)
        .sail(c, Lane::AfricaSouth, 6990, 3290);
    assert_eq!(order(position, Lane::AfricaSouth), [a, b, c]);
}

/// SO-9, SO-15
#[test]
fn a_ship_that_must_miss_a_turn_misses_it_once() {
    let (a, b) = (ship(0, "8"), ship(1, "24"));
    let mut position = Position::open("").sail(a, Lane::AfricaSouth, 6000, 3000).sail(b, Lane::AfricaSouth, 3000, 5000);
    position.state.missing |= a.bit();
    position.state.leg = 1;
    position.game.begin_lane(&mut position.state, Lane::AfricaSouth);
    position.game.sail_on(&mut position.state, &mut |_| {});
    assert_eq!(position.state.thrown(), Some(b));
    assert!(!position.misses(a), "it has missed it");
}

/// SO-9, SO-15
#[test]
fn the_order_stays_and_a_ship_struck_before_its_turn_misses_this_leg() {
    // The leader runs back into the last one, which is pushed ahead of the second but still comes after it, and misses.
    let (leader, second, last) = (ship(0, "24"), ship(1, "24"), ship(1, "6a"));
    let mut position = Position::open("")
        .sail(leader, Lane::AfricaSouth, 6000, 3000)
        .sail(second, Lane::AfricaSouth, 3000, 6000)
        .sail(last, Lane::AfricaSouth, 5000, 8800);
    position.state.leg = 1;
    position.game.begin_lane(&mut position.state, Lane::AfricaSouth);
    position.game.sail_on(&mut position.state, &mut |_| {});
    assert_eq!(position.state.thrown(), Some(leader));
    position.state.put(last, place(6400, 3000));
    let mut told = String::new();
    for word in ["aim:0", "power:6"] {
        let action = position.game.read_action(word).unwrap();
        position.game.play(&mut position.state, action);
    }
    let outcome = position.game.read_outcome("roll:0,0,99").unwrap();
    happen_telling(&position.game, &mut position.state, outcome, &mut |news| told += &format!("{news:?} "));
    assert_eq!(position.state.thrown(), Some(second));
    assert!(position.misses(leader) && position.misses(last), "{told}");
    for word in ["aim:0", "power:1"] {
        let action = position.game.read_action(word).unwrap();
        position.game.play(&mut position.state, action);
    }
    happen_telling(&position.game, &mut position.state, outcome, &mut |news| told += &format!("{news:?} "));
    assert_eq!(told.trim(), format!("Misses({last:?})"));
    assert!(position.misses(leader), "it had moved already, so it misses the next leg");
    assert!(!position.misses(last));
}

/// SO-9
#[test]
fn a_ship_has_sailed_once_its_turn_in_the_lane_is_over() {
    let (first, second, later) = (ship(0, "24"), ship(1, "24"), ship(1, "8"));
    let mut position = Position::open("")
        .sail(first, Lane::SomaliaSouth, 6000, 3000)
        .sail(second, Lane::SomaliaSouth, 3000, 6000)
        .sail(later, Lane::AfricaNorth, 5000, 5000)
        .sail(ship(0, "8"), Lane::AfricaSouth, 4000, 5000);
    let sailed = |state: &State| [first, second, later, ship(0, "8")].map(|ship| state.has_sailed(ship));
    assert_eq!(sailed(&position.state), [true; 4], "launched in the first leg");
    position.state.leg = 1;
    position.game.begin_lane(&mut position.state, Lane::SomaliaSouth);
    position.game.sail_on(&mut position.state, &mut |_| {});
    assert_eq!(sailed(&position.state), [false, false, false, true], "the first is being thrown");
    for word in ["aim:8", "power:1"] {
        let action = position.game.read_action(word).unwrap();
        position.game.play(&mut position.state, action);
    }
    let outcome = position.game.read_outcome("roll:0,0,99").unwrap();
    position.game.happen(&mut position.state, outcome);
    assert_eq!(sailed(&position.state), [true, false, false, true]);
}

/// SO-9
#[test]
fn later_launches_go_into_the_lane_under_way_and_a_pass_holds_for_it_only() {
    let mut game = table(2, ONE, MAP);
    no_contracts(&mut game, 2);
    play(&mut game, "pass pass");
    assert_eq!(game.turn(), Turn::Seat(Seat(0)));
    assert_eq!(
        game.legal(),
        ["launch:12:AS", "launch:18:AS", "launch:24:AS", "launch:6a:AS", "launch:6b:AS", "launch:8:AS", "pass"]
    );
    play(&mut game, "pass launch:8:AS aim:24 power:1 roll:0,0,0");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)), "seat 0 has passed in this lane");
    play(&mut game, "pass");
    assert_eq!(game.turn(), Turn::Seat(Seat(0)), "the next lane asks it again");
    assert!(game.legal().contains(&"launch:8:SS".to_owned()));
}

/// SO-9, SO-15
#[test]
fn a_ship_launched_in_a_leg_has_moved_in_it() {
    let mut game = table(2, ONE, MAP);
    no_contracts(&mut game, 2);
    // A throw off the board from harbour, in the second leg; in the third it sits out, in the fourth it sails.
    play(&mut game, "pass pass launch:24:AS aim:8 power:28 roll:0,0,0");
    assert_eq!(state_of(&game).missing().len(), 1);
    let mut asked = Vec::new();
    while game.turns() == 1 && asked.is_empty() {
        let state = state_of(&game);
        if state.phase() == Phase::Aim {
            asked.push(state.leg());
        } else {
            play(&mut game, "pass");
        }
    }
    assert_eq!(asked, [3], "legs are counted from 0");
}

/// SO-10
#[test]
fn pirates_come_after_every_leg_and_the_last_too() {
    let mut game = table(2, "offer = 1\nlegs = 2\nturns = 1\naim_sigma = 0\npower_sigma_percent = 0", MAP);
    no_contracts(&mut game, 2);
    // The ship nearer to a port is taken first, the other after the second leg.
    play(&mut game, "launch:6a:SN aim:8 power:2 roll:0,0,0 launch:24:SN aim:16 power:2 roll:0,0,0");
    play(&mut game, "pass pass");
    let state = state_of(&game);
    assert_eq!((state.leg(), state.ledger(Seat(0)).seized, state.ledger(Seat(1)).seized), (1, 1, 0));
    while game.turn() != Turn::Over {
        let word = match state_of(&game).phase() {
            Phase::Aim => "aim:8",
            Phase::Power => "power:1",
            Phase::Roll => "roll:0,0,0",
            _ => "pass",
        };
        play(&mut game, word);
    }
    let state = state_of(&game);
    assert_eq!((state.ledger(Seat(0)).seized, state.ledger(Seat(1)).seized), (1, 1));
    assert_eq!(game.standing().scores(), [-1, -4]);
}

/// SO-11
#[test]
fn a_throw_is_an_aim_and_then_a_power_of_the_rules() {
    let mut game = table(2, "offer = 1\nheadings = 8\npowers = [3, 40]", MAP);
    no_contracts(&mut game, 2);
    play(&mut game, "launch:24:SN");
    assert_eq!(game.legal(), (0..8).map(|heading| format!("aim:{heading}")).collect::<Vec<_>>());
    play(&mut game, "aim:3");
    assert_eq!(game.legal(), ["power:3", "power:40"]);
    assert!(game.play("power:4").is_err());
    assert_eq!(game.game().heading(3), 384, "in 1/1024 turns");
    assert_eq!(create(2, "headings = 64", MAP).unwrap().heading(63), 1008);
}

/// SO-18
#[test]
fn after_the_last_leg_ships_are_back_in_port_with_faces_as_at_the_start() {
    let mut game = table(2, "offer = 1\nlegs = 2\npowers = [1]", MAP);
    no_contracts(&mut game, 2);
    play(&mut game, "launch:24:SN aim:8 power:1 roll:0,0,0 pass pass");
    while game.turns() == 1 {
        match state_of(&game).phase() {
            Phase::Aim => play(&mut game, "aim:8"),
            Phase::Power => play(&mut game, "power:1"),
            Phase::Roll => play(&mut game, "roll:0,0,0"),
            _ => play(&mut game, "pass"),
        }
    }
    let mut fresh = start();
    let state = state_of(&game);
    fresh.turn = 1;
    fresh.seat = Seat(0);
    fresh.ledgers = state.ledgers;
    assert_eq!(state, fresh, "but for the accounts the turn begins like the first");
}

/// SO-7
#[test]
fn seats_start_turns_one_after_another() {
    let mut position = Position::open("");
    let starters = [0, 1, 2, 3].map(|turn| {
        position.state.turn = turn;
        position.game.starter(&position.state)
    });
    assert_eq!(starters, [0, 1, 0, 1].map(Seat));
}
