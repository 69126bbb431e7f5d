//! Pirates and scores: SO-17, SO-19, SO-20.

use super::super::chart::Place;
use super::super::contracts::{Card, Cards, Earnings, earnings};
use super::*;

/// The port of the open sea.
const PORT: (i32, i32) = (7250, 8750);

fn cards(list: &str) -> Cards {
    Cards(list.split(',').filter_map(Card::parse).map(|card| 1 << card.0).sum())
}

/// SO-17
#[test]
fn pirates_take_the_ship_past_somalia_that_is_nearest_to_a_port() {
    let (near, far, africa) = (ship(1, "24"), ship(0, "24"), ship(0, "18"));
    let mut position = Position::open("")
        .sail(near, Lane::SomaliaNorth, 6000, 8000)
        .sail(far, Lane::SomaliaSouth, 5000, 8000)
        .sail(africa, Lane::AfricaSouth, 7000, 8700);
    position.pirates();
    assert_eq!(position.at(near), PORT);
    assert!(position.misses(near) && position.state.held().contains(near));
    assert_eq!((position.ransom(0), position.ransom(1)), (0, 3), "the owner pays what is on top");
    assert_eq!(position.at(far), (5000, 8000));
    assert_eq!(position.at(africa), (7000, 8700), "nobody hunts around Africa");
}

/// SO-17
#[test]
fn the_top_face_is_the_ransom() {
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::SomaliaSouth, 4000, 4000);
    position.throw(die, 0, 1, 99);
    position.pirates();
    assert_eq!(position.ransom(0), 5);
    assert_eq!(position.state.ledger(Seat(0)).score(), -5);
}

/// SO-17
#[test]
fn equal_distances_are_settled_by_seat_then_ship_and_by_the_first_port_read() {
    let (a, b) = (ship(0, "24"), ship(1, "6a"));
    // Two ports a ship is equally far from: the northern one comes first, and of two in a line the western one.
    let map = open_sea(&[(72, 87, '.'), (40, 60, 'P'), (40, 50, 'P'), (38, 55, '.')]);
    let mut position =
        Position::on("", &map).sail(b, Lane::SomaliaSouth, 4050, 5550).sail(a, Lane::SomaliaSouth, 4050, 5550);
    position.pirates();
    assert_eq!(position.at(a), (4050, 6050));
    assert_eq!(position.at(b), (4050, 5550));
    let map = open_sea(&[(72, 87, '.'), (50, 50, 'P'), (40, 50, 'P')]);
    let mut position = Position::on("", &map).sail(b, Lane::SomaliaSouth, 4550, 5550);
    position.pirates();
    assert_eq!(position.at(b), (4050, 5050));
}

/// SO-17
#[test]
fn a_held_ship_is_not_taken_twice_before_it_throws() {
    let (die, other) = (ship(0, "24"), ship(1, "24"));
    let mut position =
        Position::open("").sail(die, Lane::SomaliaSouth, 7000, 8000).sail(other, Lane::SomaliaSouth, 3000, 3000);
    position.pirates();
    position.pirates();
    position.pirates();
    assert_eq!((position.ransom(0), position.ransom(1)), (3, 3), "the second raid takes the other, the third nobody");
    position.throw(die, 512, 1, 99);
    assert!(!position.state.held().contains(die));
    position.pirates();
    assert_eq!(position.state.ledger(Seat(0)).seized, 2);
}

/// SO-17
#[test]
fn a_ship_locked_to_the_one_taken_is_taken_too() {
    let (near, locked, third) = (ship(0, "24"), ship(1, "18"), ship(1, "6a"));
    let mut position = Position::open("")
        .sail(near, Lane::SomaliaSouth, 7000, 8000)
        .sail(locked, Lane::SomaliaNorth, 6690, 8000)
        .sail(third, Lane::SomaliaNorth, 6380, 8000);
    position.throw(locked, 0, 1, 99);
    position.throw(third, 0, 1, 99);
    assert_eq!(position.locked(locked), [near, third]);
    position.pirates();
    assert_eq!([position.at(near), position.at(locked)], [PORT; 2]);
    assert_eq!((position.ransom(0), position.ransom(1)), (3, 2));
    assert!(position.state.held().contains(locked) && position.misses(locked));
    assert!(!position.state.held().contains(third), "it is locked to it only by way of another");
    assert_eq!(position.locked(third), [], "being moved ends locks");
}

/// SO-17
#[test]
fn a_locked_ship_around_africa_pays_where_it_lies() {
    let (near, africa) = (ship(0, "24"), ship(1, "18"));
    let mut position =
        Position::open("").sail(near, Lane::SomaliaSouth, 7000, 8000).sail(africa, Lane::AfricaNorth, 6690, 8000);
    position.throw(africa, 0, 1, 99);
    position.pirates();
    assert_eq!(position.ransom(1), 2);
    assert_eq!(position.at(africa), (6690, 8000));
    assert!(position.state.held().contains(africa) && position.misses(africa));
}

/// SO-17
#[test]
fn a_locked_ship_that_is_held_already_does_not_pay_again() {
    let (near, held) = (ship(0, "24"), ship(1, "18"));
    let mut position =
        Position::open("").sail(held, Lane::SomaliaSouth, 7000, 8000).sail(near, Lane::SomaliaSouth, 7250, 8440);
    position.pirates();
    assert_eq!(position.at(near), PORT, "the nearer one is taken first");
    let mut position =
        Position::open("").sail(held, Lane::SomaliaSouth, 7250, 8750).sail(near, Lane::SomaliaSouth, 7250, 8440);
    position.pirates();
    assert!(position.state.held().contains(held));
    position.throw(near, 256, 1, 99);
    assert_eq!(position.locked(near), [held], "a held ship is at sea for collisions");
    position.pirates();
    assert_eq!((position.ransom(0), position.ransom(1)), (3, 2));
}

/// SO-17
#[test]
fn pirates_may_hunt_in_all_lanes() {
    let (africa, somalia) = (ship(0, "24"), ship(1, "24"));
    let mut position = Position::open("pirates_hunt = \"all\"").sail(africa, Lane::AfricaSouth, 7000, 8700).sail(
        somalia,
        Lane::SomaliaSouth,
        4000,
        4000,
    );
    position.pirates();
    assert_eq!((position.ransom(0), position.ransom(1)), (3, 0));
    assert_eq!(position.at(africa), (7000, 8700), "it stays where it lies");
    assert!(position.state.held().contains(africa));
}

/// SO-17
#[test]
fn with_nobody_to_hunt_the_pirates_take_nobody() {
    let mut position = Position::open("").sail(ship(0, "24"), Lane::AfricaSouth, 7250, 8750);
    position.pirates();
    assert_eq!((position.ransom(0), position.ransom(1)), (0, 0));
}

/// What contracts earn with ships (by name) arrived in AS, SS, SN, AN.
fn earned(list: &str, arrived: [&[&str]; 4]) -> Earnings {
    let game = create(2, "", MAP).unwrap();
    let mask = |names: &[&str]| names.iter().map(|name| 1 << ship(0, name).kind()).sum();
    game.earned_with(cards(list), arrived.map(mask))
}

/// SO-19
#[test]
fn a_contract_is_met_by_enough_displacement_arrived_in_one_lane_of_its_direction() {
    let none: &[&str] = &[];
    assert_eq!(earned("30S", [none, &["24", "6a"], none, none]), Earnings { points: 30, met: [0, 1, 0, 0] });
    assert_eq!(earned("30S", [none, &["24"], none, none]).points, 0, "24 is less than 30");
    assert_eq!(earned("30S", [&["6a"], &["24"], none, none]).points, 0, "not from two lanes");
    assert_eq!(earned("30S", [none, none, &["24", "6a"], none]).points, 0, "not the other way");
    assert_eq!(earned("30N", [none, none, &["24", "6a"], none]).met, [0, 0, 1, 0]);
    assert_eq!(earned("30S,30N", [none, &["24", "6a"], none, none]).points, 30, "each ship is used once");
}

/// SO-19
#[test]
fn around_africa_a_contract_counts_half_rounded_down() {
    let none: &[&str] = &[];
    assert_eq!(earned("30S", [&["24", "6a"], none, none, none]), Earnings { points: 15, met: [1, 0, 0, 0] });
    assert_eq!(earned("30N", [none, none, none, &["24", "12"]]), Earnings { points: 15, met: [0, 0, 0, 1] });
    let game = create(2, "africa_percent = 33", MAP).unwrap();
    assert_eq!(game.earned_with(cards("50S"), [0b11_1111, 0, 0, 0]).points, 16);
    let game = create(2, "africa_percent = 0", MAP).unwrap();
    assert_eq!(game.earned_with(cards("50S"), [0b11_1111, 0, 0, 0]).met, [0; 4], "meeting it gains nothing");
}

/// SO-19
#[test]
fn ships_are_assigned_so_that_the_seat_scores_most_with_fewest_contracts() {
    let none: &[&str] = &[];
    let all: &[&str] = &["6a", "6b", "8", "12", "18", "24"];
    assert_eq!(earned("30S,44S,64S", [none, all, none, none]).points, 74, "30 and 44 fill all ships");
    // 30 + 32 = 62 as one contract of 62: the single one is chosen.
    let one = earned("30S,32S,62S", [none, all, none, none]);
    assert_eq!((one.points, one.met), (62, [0, 1, 0, 0]));
    // Two lanes of one direction: the dearer contract goes where it counts in full.
    let two = earned("30S,32S", [&["18", "12", "6a"], &["24", "8"], none, none]);
    assert_eq!((two.points, two.met), (32 + 15, [1, 1, 0, 0]));
}

/// SO-19
#[test]
fn assignments_agree_with_trying_every_one() {
    /// Tries every contract for every ship, and none; a contract may be met in one lane only.
    fn try_all(
        hand: &[Card],
        owners: &mut Vec<usize>,
        arrived: &[Option<Lane>; 6],
        loads: &[i32; 6],
        best: &mut (i32, i32),
    ) {
        if owners.len() == 6 {
            let mut result = (0, 0);
            for (index, card) in hand.iter().enumerate() {
                for lane in Lane::ALL.into_iter().filter(|lane| lane.northbound() == card.northbound()) {
                    let carriers = (0..6).filter(|&ship| owners[ship] == index);
                    if !carriers.clone().all(|ship| arrived[ship] == Some(lane)) {
                        continue;
                    }
                    if carriers.map(|ship| loads[ship]).sum::<i32>() >= card.value() {
                        let percent = if matches!(lane, Lane::AfricaSouth | Lane::AfricaNorth) { 45 } else { 100 };
                        result.0 += card.value() * percent / 100;
                        result.1 -= 1;
                        break;
                    }
                }
            }
            *best = (*best).max(result);
            return;
        }
        for owner in 0..=hand.len() {
            owners.push(owner);
            try_all(hand, owners, arrived, loads, best);
            owners.pop();
        }
    }
    let mut rng = random::stream(3, 0, Purpose::Other(0));
    for _ in 0..150 {
        let mut below = |n: u32| random::below(&mut rng, n);
        let loads: [i32; 6] = std::array::from_fn(|_| below(55) as i32);
        let sums =
            std::array::from_fn(|set| (0..6).filter(|ship| set >> ship & 1 == 1).map(|ship| loads[ship] as u16).sum());
        let arrived: [Option<Lane>; 6] = std::array::from_fn(|_| Lane::ALL.get(below(6) as usize).copied());
        let mut masks = [0; 4];
        for (ship, lane) in arrived.iter().enumerate() {
            if let Some(lane) = lane {
                masks[lane.index()] |= 1 << ship;
            }
        }
        let hand = Cards((0..4).fold(0, |hand, _| hand | 1 << below(36)));
        let found = earnings(hand, masks, &sums, 45);
        let mut best = (0, 0);
        try_all(&hand.collect::<Vec<_>>(), &mut Vec::new(), &arrived, &loads, &mut best);
        assert_eq!((found.points, -i32::from(found.met.iter().sum::<u8>())), best, "{hand} {arrived:?} {loads:?}");
    }
}

/// SO-19
#[test]
fn the_turn_pays_for_ships_arrived_and_clears_the_contracts() {
    let (big, small) = (ship(0, "24"), ship(0, "6a"));
    let mut position =
        Position::open("").sail(big, Lane::SomaliaSouth, 6500, 250).sail(small, Lane::SomaliaSouth, 6500, 650);
    position.state.cards[0] = cards("30S,44S");
    position.throw(big, 0, 1, 99);
    position.throw(small, 0, 1, 99);
    assert_eq!(position.game.earned(&position.state, Seat(0)).points, 30);
    position.game.end_turn(&mut position.state, &mut |_| {});
    assert_eq!(position.state.ledger(Seat(0)).score(), 30);
    assert!(position.state.cards(Seat(0)).is_empty());
    assert!(position.state.in_port(Seat(0)).contains(big));
}

/// Ranks of two seats with points, contracts met and ransoms.
fn ranks(seats: [(i16, u8, u16); 2]) -> Vec<u8> {
    let mut position = Position::open("");
    for (ledger, (points, met, ransom)) in position.state.ledgers.iter_mut().zip(seats) {
        (ledger.points, ledger.met[1], ledger.ransom) = (points, met, ransom);
    }
    position.game.standing(&position.state).ranks().to_vec()
}

/// SO-20
#[test]
fn the_score_is_contracts_less_ransoms_and_ties_go_by_contracts_then_ransoms() {
    assert_eq!(ranks([(40, 1, 3), (39, 1, 0)]), [1, 0], "37 against 39");
    assert_eq!(ranks([(40, 2, 0), (40, 1, 0)]), [1, 0], "fewer contracts");
    assert_eq!(ranks([(42, 1, 2), (41, 1, 1)]), [1, 0], "less ransom");
    assert_eq!(ranks([(42, 1, 2), (41, 2, 1)]), [0, 1], "contracts come before ransoms");
    assert_eq!(ranks([(41, 1, 1), (41, 1, 1)]), [0, 0], "shared");
}

/// SO-17
#[test]
fn a_ship_that_never_left_its_port_is_taken_there_again() {
    // It throws against the land behind the port, stays where it is, and is no longer held.
    let map = open_sea(&[(72, 87, '.'), (40, 40, 'P'), (39, 40, '#'), (38, 40, '#')]);
    let die = ship(0, "24");
    let mut position = Position::on("", &map).sail(die, Lane::SomaliaSouth, 4200, 4050);
    position.pirates();
    position.throw(die, 512, 3, 99);
    assert_eq!(position.state.place(die), Place { x: 4050, y: 4050 });
    position.pirates();
    assert_eq!(position.state.ledger(Seat(0)).seized, 2);
}
