//! The map, the lanes and the dice: SO-1 to SO-5.

use super::super::chart::{NO_WAY, SQUARE};
use super::super::lane::Route;
use super::super::ship::{FACES, Lie, Side};
use super::*;

/// SO-1
#[test]
fn the_built_in_map_is_read_from_the_north_with_harbours_in_the_middle_of_their_squares() {
    let game = create(2, "", MAP).unwrap();
    let chart = game.chart();
    assert_eq!(chart.goal(Lane::SomaliaNorth), place(1850, 8450));
    assert_eq!(chart.goal(Lane::SomaliaSouth), place(5050, 1750));
    assert_eq!(chart.ports(), [place(4350, 6950), place(5850, 6950), place(4250, 5550), place(3550, 4050)]);
    let sails = |x, y| [Route::Africa, Route::Somalia].map(|route| chart.is_sea(route, place(x, y)));
    assert_eq!(sails(0, 8999), [true, false], "a");
    assert_eq!(sails(7499, 8999), [false, true], "s");
    assert_eq!(sails(1450, 8999), [true, true], ".");
    assert_eq!(sails(4000, 8999), [false, false], "#");
    assert_eq!(sails(4350, 6950), [true, true], "a port is sea of both routes");
    assert_eq!(sails(1850, 8450), [true, true], "a harbour is sea of both routes");
}

/// SO-1
#[test]
fn a_bad_map_is_refused_with_line_and_column() {
    let message = |map: &str| create(2, "", map).map(|_| ()).unwrap_err().to_string();
    for (map, words) in [
        (open_sea(&[(4, 89, 'x')]), "but line 1, column 5 has 'x'"),
        (open_sea(&[(4, 0, 'N')]), "exactly one N, but line 90, column 5 has another than line 3, column 3"),
        (open_sea(&[(2, 87, '.')]), "exactly one N, but lines 1-90, columns 1-75 have none"),
        (open_sea(&[(72, 2, '.')]), "exactly one S, but lines 1-90, columns 1-75 have none"),
        (open_sea(&[(72, 87, '.')]), "at least one P, but lines 1-90, columns 1-75 have none"),
        (open_sea(&[]) + "..", "90 lines, but line 91, column 1 has \"..\""),
        (open_sea(&[]).replacen('.', "", 1), "75 characters a line, but line 1 ends at column 75"),
        (open_sea(&[]).replacen('.', "..", 1), "75 characters a line, but line 1, column 76 has '.'"),
        (open_sea(&[])[..76 * 3].to_owned(), "90 lines, but the map ends at line 4, column 1"),
        (String::new(), "90 lines, but the map ends at line 1, column 1"),
    ] {
        let message = message(&map);
        assert!(message.starts_with("rule `map` is ") && message.ends_with(words), "{message}");
    }
    let walled: Vec<_> = (0..COLUMNS).map(|column| (column, 40, 's')).collect();
    let message = message(&open_sea(&walled));
    let words = "no way by sea on the Africa route (a or .) from N at line 3, column 3 to S at line 88, column 73";
    assert!(message.ends_with(words), "{message}");
}

/// SO-1, SO-3
#[test]
fn the_way_around_africa_is_the_longer_one() {
    let chart = create(2, "", MAP).unwrap().chart().clone();
    let [africa_south, somalia_south, somalia_north, africa_north] =
        Lane::ALL.map(|lane| chart.way_left(lane, chart.start(lane)));
    assert_eq!((africa_south, somalia_south), (africa_north, somalia_north), "there and back are the same");
    let longer = f64::from(africa_south) / f64::from(somalia_south);
    assert!((1.025..1.035).contains(&longer), "3 % longer: {africa_south} against {somalia_south}");
}

/// SO-1
#[test]
fn a_map_may_have_the_line_ends_of_any_system_and_is_kept_with_plain_ones() {
    let rules = |map: &str| create(2, "", map).unwrap().rules().clone();
    let plain = rules(&open_sea(&[]));
    assert_eq!(rules(&open_sea(&[]).replace('\n', "\r\n")), plain);
    assert_eq!(plain.word("map"), open_sea(&[]));
    assert!(create(2, "", &open_sea(&[]).replace('\n', "\r")).is_err());
}

/// SO-2
#[test]
fn southbound_lanes_lead_from_n_to_s_and_northbound_ones_back() {
    let chart = create(2, "", MAP).unwrap().chart().clone();
    let (north, south) = (place(1850, 8450), place(5050, 1750));
    assert_eq!(Lane::ALL.map(Lane::name), ["AS", "SS", "SN", "AN"]);
    assert_eq!(Lane::ALL.map(|lane| chart.start(lane)), [north, north, south, south]);
    assert_eq!(Lane::ALL.map(|lane| chart.goal(lane)), [south, south, north, north]);
    use Route::{Africa, Somalia};
    assert_eq!(Lane::ALL.map(Lane::route), [Africa, Somalia, Somalia, Africa]);
}

/// SO-3
#[test]
fn the_way_left_counts_ten_a_side_step_and_fourteen_a_diagonal_one() {
    let game = create(2, "", &open_sea(&[])).unwrap();
    let way =
        |column: i32, row: i32| game.chart().way_left(Lane::AfricaSouth, place(column * SQUARE + 99, row * SQUARE));
    assert_eq!([way(72, 2), way(71, 2), way(71, 3), way(70, 5)], [0, 10, 14, 2 * 14 + 10]);
}

/// SO-3
#[test]
fn a_way_may_pass_diagonally_between_land_but_not_over_it() {
    // The harbour in the corner can be left diagonally only, through a gap between two squares of land.
    let map = open_sea(&[(72, 2, '.'), (74, 0, 'S'), (73, 0, '#'), (74, 1, '#')]);
    let game = create(2, "", &map).unwrap();
    let way = |column: i32, row: i32| game.chart().way_left(Lane::SomaliaSouth, place(column * SQUARE, row * SQUARE));
    assert_eq!([way(73, 1), way(72, 1), way(73, 2)], [14, 24, 24]);
    assert_eq!(way(74, 1), NO_WAY, "land");
    // A pond has no way out, nor has the sea of the other route only.
    let map = open_sea(&[(0, 0, '.'), (0, 1, '#'), (1, 0, '#'), (1, 1, '#'), (9, 9, 'a')]);
    let game = create(2, "", &map).unwrap();
    assert_eq!(game.chart().way_left(Lane::SomaliaSouth, place(50, 50)), NO_WAY);
    assert_eq!(game.chart().way_left(Lane::SomaliaSouth, place(950, 950)), NO_WAY);
    assert_ne!(game.chart().way_left(Lane::AfricaSouth, place(950, 950)), NO_WAY);
}

/// SO-3
#[test]
fn ways_left_agree_with_relaxing_every_step_until_nothing_changes() {
    let mut rng = random::stream(4, 0, Purpose::Other(0));
    let spots: Vec<_> = (0..2200)
        .map(|_| {
            let square = random::below(&mut rng, 6750) as usize;
            (square % COLUMNS, square / COLUMNS, ['#', 'a', 's'][random::below(&mut rng, 3) as usize])
        })
        .filter(|&(column, row, _)| !matches!((column, row), (2, 87) | (72, 2) | (72, 87)))
        .collect();
    for map in [MAP.to_owned(), open_sea(&spots)] {
        let game = create(2, "", &map).unwrap();
        for lane in Lane::ALL {
            let sea = |column: i32, row: i32| {
                let at = place(column * SQUARE, row * SQUARE);
                at.on_board() && game.chart().is_sea(lane.route(), at)
            };
            let mut ways = vec![u32::MAX; COLUMNS * ROWS];
            let goal = game.chart().goal(lane);
            ways[(goal.y / SQUARE) as usize * COLUMNS + (goal.x / SQUARE) as usize] = 0;
            loop {
                let before = ways.clone();
                for square in 0..COLUMNS * ROWS {
                    let (column, row) = ((square % COLUMNS) as i32, (square / COLUMNS) as i32);
                    for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                        if sea(column, row) && sea(column + dx, row + dy) {
                            let next = ways[(row + dy) as usize * COLUMNS + (column + dx) as usize];
                            let step = if dx * dy == 0 { 10 } else { 14 };
                            ways[square] = ways[square].min(next.saturating_add(step));
                        }
                    }
                }
                if ways == before {
                    break;
                }
            }
            for (square, way) in ways.into_iter().enumerate() {
                let at = place((square % COLUMNS) as i32 * SQUARE, (square / COLUMNS) as i32 * SQUARE);
                let expected = u16::try_from(way).unwrap_or(NO_WAY);
                assert_eq!(game.chart().way_left(lane, at), expected, "{lane} {at:?}");
            }
        }
    }
}

/// SO-4
#[test]
fn a_die_displaces_the_sum_of_its_faces() {
    let game = create(2, "", MAP).unwrap();
    assert_eq!([0, 1, 2, 3, 4, 5].map(|kind| game.ship_load(kind)), [6, 6, 8, 12, 18, 24]);
    assert_eq!(game.displacement(&game.start(), Seat(1)), 74);
    let game = create(2, "faces = { 24 = [9, 9, 9, 9, 9, 9], 6a = [0, 0, 0, 0, 0, 0] }", MAP).unwrap();
    assert_eq!([0, 1, 2, 3, 4, 5].map(|kind| game.ship_load(kind)), [0, 6, 8, 12, 18, 54]);
}

/// SO-4
#[test]
fn a_ruleset_keeps_the_faces_of_all_ships_whichever_it_names() {
    let faces = |rules: &str| create(2, rules, MAP).unwrap().rules().value("faces").clone();
    let named = faces("faces = { 24 = [9, 8, 7, 6, 5, 4] }");
    assert_eq!(named.as_table().unwrap().keys().collect::<Vec<_>>(), SHIP_NAMES);
    assert_eq!(named["24"], toml::Value::from(vec![9, 8, 7, 6, 5, 4]));
    assert_eq!(named["18"], faces("")["18"]);
}

/// SO-4, SO-13
#[test]
fn a_quarter_turn_brings_the_face_behind_to_the_top() {
    let top = |lie: Lie| FACES[5][lie.top()] * 10 + lie.top() as u8;
    // The 24 has 3 on top and north, 4 east and south, 5 west and below; the second digit tells which face it is.
    assert_eq!(top(Lie::START), 30);
    let once = [Side::East, Side::North, Side::West, Side::South].map(|side| top(Lie::START.turned(side, 1)));
    assert_eq!(once, [54, 43, 42, 31], "east brings west up, north south, west east, and south north");
    assert_eq!(top(Lie::START.turned(Side::East, 2)), 55, "two turns bring the bottom up");
    assert_eq!(Lie::START.turned(Side::South, 4), Lie::START);
    let tumbled = Lie::START.turned(Side::East, 1).turned(Side::North, 1);
    assert_eq!(top(tumbled), 43, "turning east leaves south where it is, turning north brings it up");
    assert_eq!(top(tumbled.turned(Side::East, 1)), 55, "the bottom is in the west now");
}

/// SO-4
#[test]
fn all_lies_are_reached_and_turning_back_undoes_a_turn() {
    let mut seen = vec![Lie::START];
    let mut at = 0;
    while at < seen.len() {
        for (side, back) in [(Side::East, Side::West), (Side::North, Side::South)] {
            let next = seen[at].turned(side, 1);
            assert_eq!(next.turned(back, 1), seen[at]);
            assert_eq!(next.turned(side, 2), seen[at].turned(side, 3));
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
        at += 1;
    }
    assert_eq!(seen.len(), 24);
}

/// SO-4
#[test]
fn faces_carry_over_from_throw_to_throw() {
    let die = ship(0, "24");
    let mut position = Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000);
    position.throw(die, 0, 1, 99);
    assert_eq!(position.game.top(&position.state, die), 5, "the west face came up");
    position.throw(die, 256, 1, 99);
    assert_eq!(position.game.top(&position.state, die), 4, "then the south face");
}

/// SO-5
#[test]
fn a_sunk_ship_is_out_for_the_whole_game() {
    let (die, other) = (ship(0, "24"), ship(1, "6a"));
    let mut position =
        Position::open("").sail(die, Lane::AfricaSouth, 4000, 4000).sail(other, Lane::AfricaSouth, 4320, 4000);
    assert!(!position.state.in_port(Seat(0)).contains(die), "at sea");
    position.throw(die, 0, 28, 0);
    assert!(position.state.sunk().contains(die) && !position.state.at_sea().contains(die));
    assert!(!position.state.in_port(Seat(0)).contains(die));
    position.game.end_turn(&mut position.state, &mut |_| {});
    assert!(!position.state.in_port(Seat(0)).contains(die), "nor in the next turn");
    assert!(position.state.in_port(Seat(1)).contains(other));
    assert_eq!(position.game.displacement(&position.state, Seat(0)), 50);
}

/// Every ruleset key that no single number bounds is checked, and the error says what it may be.
#[test]
fn bad_lists_are_refused_with_key_value_and_range() {
    for (rules, message) in [
        ("powers = []", "rule `powers` is []; allowed: a list of 1-16 rising numbers, each 1-40"),
        ("powers = [3, 3]", "rule `powers` is [3, 3]; allowed: a list of 1-16 rising numbers, each 1-40"),
        ("powers = [41]", "rule `powers` is [41]; allowed: a list of 1-16 rising numbers, each 1-40"),
        ("hands = [100]", "rule `hands` is [100]; allowed: a list with a percent 0-400 for each seat (2 seats)"),
        ("hands = [1, 401]", "rule `hands` is [1, 401]; allowed: a list with a percent 0-400 for each seat (2 seats)"),
        (
            "faces = { 7 = [1, 1, 1, 1, 1, 1] }",
            "rule `faces` is { 7 = [1, 1, 1, 1, 1, 1] }; allowed: a table from ship names (6a, 6b, 8, 12, 18, 24) to \
             lists of six numbers 0-9",
        ),
        ("turns = 9", "rule `turns` is 9; allowed: 1-8"),
    ] {
        assert_eq!(create(2, rules, MAP).map(|_| ()).unwrap_err().to_string(), message);
    }
    for rules in ["faces = [1]", "faces = { 8 = [1] }", "faces = { 8 = [1, 1, 1, 1, 1, 10] }", "hands = { a = 1 }"] {
        assert!(create(2, rules, MAP).is_err(), "{rules}");
    }
}
