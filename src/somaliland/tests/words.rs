//! What people read, and what designers count.

use super::super::contracts::Cards;
use super::*;
use crate::{Event, Show};

#[test]
fn deeds_tell_what_designers_count() {
    let mut position = Position::open("");
    let ledger = &mut position.state.ledgers[0];
    (ledger.taken, ledger.met, ledger.arrived) = ([1, 0], [0, 1, 0, 0], [0, 2, 0, 0]);
    (ledger.seized, ledger.ransom, ledger.tipped) = (1, 3, 1);
    let mut position = position.sail(ship(0, "8"), Lane::AfricaNorth, 4000, 4000);
    position.state.sink(ship(0, "8"));
    let mut told = Vec::new();
    position.game.deeds(&position.state, Seat(0), &mut |deed| told.push(deed.to_owned()));
    assert_eq!(told.join(" "), "took-S met-SS arrived-SS arrived-SS sunk seized ransom ransom ransom tipped");
}

#[test]
fn a_throw_is_told_with_its_end_and_what_follows() {
    let told = |position: &Position, ship: Ship, heading: i16, turns: u8, tip: u8| {
        let mut state = position.state;
        (state.ship, state.heading, state.power, state.phase) = (ship, 0, turns, Phase::Roll);
        state.passed = 0b11;
        let outcome = super::super::Outcome::Roll(Stray { heading, turns: 0, tip });
        position.game.narrate(&state, Event::Outcome(outcome), None)
    };
    let (die, other) = (ship(0, "24"), ship(1, "8"));
    let position =
        Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4310, 4000);
    let ends = [
        (
            told(&position, die, 256, 2, 99),
            "The 24 of seat 0 rolls 2 quarter turns (3 cm) at 90 degrees (north) and has 53 cm left.",
        ),
        (
            told(&position, die, 0, 2, 99),
            "The 24 of seat 0 rolls 0 quarter turns (0 cm) at 0 degrees (east) and runs into the 8 of seat 1, so that both miss a turn.",
        ),
        (
            told(&position, die, 0, 9, 0),
            "The 24 of seat 0 rolls 0 quarter turns (0 cm) at 0 degrees (east) and sinks, knocking the 8 of seat 1 over.",
        ),
    ];
    for (text, start) in ends {
        assert!(text.starts_with(start), "{text}");
    }
}

#[test]
fn the_board_shows_the_map_the_ships_and_the_contracts() {
    let mut position = Position::on("", MAP)
        .sail(ship(0, "24"), Lane::SomaliaSouth, 4450, 7500)
        .sail(ship(1, "6a"), Lane::AfricaNorth, 1000, 1000)
        .sail(ship(1, "18"), Lane::SomaliaNorth, 6000, 4000);
    position.state.cards[0] = Cards(1 << 15 | 1 << 2);
    position.pirates();
    let (game, state) = (&position.game, &position.state);
    assert_eq!(game.board(state, None).to_string(), BOARD);
    assert_eq!(game.prompt(state), "seat 0 launches a ship into any lane or passes");
    let pass = game.narrate(state, Event::Action(Action::Pass), None);
    assert_eq!(pass, "Seat 0 launches nothing more in this leg.");
}

#[test]
fn a_picture_names_what_a_move_can_name_and_nothing_else() {
    let names = |position: &Position| -> Vec<String> {
        let svg = position.game.picture(&position.state, None).unwrap().to_string();
        svg.split("data-at=\"").skip(1).map(|rest| rest[..rest.find('"').unwrap()].to_owned()).collect()
    };
    let (die, other) = (ship(0, "24"), ship(1, "8"));
    let mut position = Position::on("headings = 8\npowers = [2, 40]", MAP).sail(die, Lane::SomaliaSouth, 4450, 7500);
    let lanes = ["AS", "AN", "SS", "SN"];
    assert_eq!(names(&position), [&lanes[..], &["0:24", "6a", "6b", "8", "12", "18"]].concat(), "ships to launch");
    position.state.phase = Phase::Draft;
    position.state.offer = Cards(0b11);
    assert_eq!(names(&position), [&lanes[..], &["0:24", "30N", "30S"]].concat(), "contracts to take");
    position = position.sail(other, Lane::AfricaNorth, 1000, 1000);
    (position.state.phase, position.state.ship, position.state.offer) = (Phase::Aim, die, Cards::default());
    let aims = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let twice = [&lanes[..], &["0:24", "1:8"], &aims, &aims].concat();
    assert_eq!(names(&position), twice, "headings around the ship and around the rose");
    position.state.phase = Phase::Power;
    assert_eq!(names(&position), [&lanes[..], &["0:24", "1:8", "2", "2", "40"]].concat(), "40 is beyond the edge");
    position.state.phase = Phase::Roll;
    assert_eq!(names(&position), [&lanes[..], &["0:24", "1:8"]].concat());
}

#[test]
fn ships_on_one_place_are_drawn_side_by_side() {
    let position = Position::open("")
        .sail(ship(0, "24"), Lane::SomaliaSouth, 4000, 4000)
        .sail(ship(0, "18"), Lane::SomaliaSouth, 4000, 4000)
        .sail(ship(1, "6a"), Lane::AfricaSouth, 4010, 4000);
    let svg = position.game.picture(&position.state, None).unwrap().to_string();
    let labels: Vec<&str> = svg.lines().filter(|line| line.contains(">0:24<") || line.contains(">0:18<")).collect();
    assert_eq!(labels.len(), 2);
    let x = |label: &str| label.split('"').nth(1).unwrap().parse::<f32>().unwrap();
    assert!((x(labels[0]) - x(labels[1])).abs() > 20.0, "{labels:?}");
}

const BOARD: &str = "\
Turn 1 of 4, leg 1 of 6, all lanes
.......           ~~###################~~~~~~~~~~~
.......     N     ~~~~~~~~~######~~~~~~~~~~~~~~~~~
.......           ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
.......          ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
.........      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
...........#######~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
..........##################~f########~P~~~~~~~~~~
..........###########################~~~~~~~~~~~~~
.........##########################~~~~~~~~~~~~~~~
.........#########################~~~~~~~~~~~~~~~~
.........########################~~~~~~~~~~~~~~~~~
.........###################P~~~~~~~~~~~~~~~~~~~~~
.........####################~~~~~~~~~~~~~~~~~~~~~
.........###################~~~~~~~~~~~~~~~~~~~~~~
.........##################~~~~~~~~~~~~~~~~~~~~~~~
.........##################~~~~~~~~~~~~~~~~~~~~~~~
.........##############P~~~~~~~~~~~~~~~~k~~~~~~~~~
.........################~~~~~~~~~~~~~~~~~~~~~~~~~
.........###############~~~~~~~~~~~~~~~~~~~~~~~~~~
.........##############~~~~~~~~~~~~~~~~~~~~~~~~~~~
.........##############~~~~~~~~~~~~~~~~~~~~~~~~~~~
...........###########~~~~~~~~~      ~~~~~~~~~~~~~
.............########~~~~~~~~          ~~~~~~~~~~~
...............######~~~~~~~           ~~~~~~~~~~~
................###.........     S     ...........
............................           ...........
......g.......................       .............
..................................................
..................................................
..................................................
# land  . sea around Africa  ~ sea past Somalia  blank: both  N S harbours  P pirate port  a-x ships  + several  north is up, a character is 2 cm wide and 3 cm high
seat 0: score -3 (contracts met 0, ransom 3), contracts 32N 44S
  in port 6a 6b 8 12 18, arrived -, sunk -
  f 24:SS 74 cm left, ransom 3, held, misses a turn
seat 1: score 0 (contracts met 0, ransom 0), contracts -
  in port 6b 8 12 24, arrived -, sunk -
  g 6a:AN 77 cm left, ransom 1
  k 18:SN 77 cm left, ransom 2
";
