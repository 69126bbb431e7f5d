//! A picture of the board: the map with lanes, ports and ships, and a panel with scores, contracts and what is due.
//!
//! Lengths are in millimetres of the board.

use std::f32::consts::TAU;
use std::fmt::Write as _;

use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::Show;

use super::Somaliland;
use super::chart::{COLUMNS, HEIGHT, Place, ROWS, SQUARE, WIDTH};
use super::contracts::Cards;
use super::lane::{Lane, Route};
use super::outline::outlines;
use super::ship::{SHIP_NAMES, Ship};
use super::state::{Phase, State};

/// The upper left corner of the board in the picture.
const LEFT: f32 = 36.0;
const TOP: f32 = 20.0;
/// The board in millimetres.
const WIDE: f32 = (WIDTH / 10) as f32;
const HIGH: f32 = (HEIGHT / 10) as f32;
/// Where the panel begins and how wide it is.
const PANEL: f32 = LEFT + WIDE + 26.0;
const PANEL_WIDE: f32 = 440.0;
const BOTTOM: f32 = TOP + HIGH + 40.0;
/// The side of a die as drawn: larger than it is, so that its pips can be counted.
const DIE: f32 = 27.0;

/// The board as anyone sees it; the viewer's own seat is marked.
pub(super) fn picture(game: &Somaliland, state: &State, viewer: Option<Seat>) -> Picture {
    let mut picture = Picture::new(PANEL + PANEL_WIDE + 14.0, BOTTOM, &format!("Somaliland: {}", game.moment(state)));
    picture.part(0.0, 0.0, LEFT + WIDE + 8.0, BOTTOM);
    picture.part(PANEL - 8.0, 0.0, PANEL_WIDE + 22.0, BOTTOM);
    draw_map(&mut picture, game);
    for route in [Lane::AfricaSouth, Lane::SomaliaSouth] {
        draw_route(&mut picture, game, route);
    }
    draw_harbours(&mut picture, game);
    draw_ships(&mut picture, game, state);
    draw_frame(&mut picture);
    draw_throw(&mut picture, game, state);
    let below = draw_choices(&mut picture, game, state);
    let height = 136.0;
    for seat in Seat::all(game.seats) {
        draw_owner(&mut picture, game, state, seat, viewer == Some(seat), below + height * f32::from(seat.0));
    }
    draw_rose(&mut picture, game, state, (PANEL + 108.0, BOTTOM - 118.0), 86.0);
    draw_legend(&mut picture, PANEL + 232.0, BOTTOM - 212.0);
    picture
}

/// A place of the board in the picture.
pub(super) fn on_page(place: Place) -> (f32, f32) {
    (LEFT + place.x as f32 / 10.0, TOP + HIGH - place.y as f32 / 10.0)
}

/// A point at a distance from another along a heading in turns, counter-clockwise from the east.
fn towards((x, y): (f32, f32), turns: f32, distance: f32) -> (f32, f32) {
    (x + distance * (turns * TAU).cos(), y - distance * (turns * TAU).sin())
}

/// Land and the three kinds of sea.
fn draw_map(picture: &mut Picture, game: &Somaliland) {
    picture.rect(LEFT, TOP, WIDE, HIGH, "sea");
    let kinds = [([true, false], "deep"), ([true, true], "shoal"), ([false, false], "land coast")];
    for (kind, class) in kinds {
        let is_kind = |column: usize, row: usize| {
            let at = Place { x: column as i32 * SQUARE, y: (ROWS - 1 - row) as i32 * SQUARE };
            [Route::Africa, Route::Somalia].map(|route| game.chart.is_sea(route, at)) == kind
        };
        let mut path = String::new();
        for outline in outlines(COLUMNS, ROWS, is_kind) {
            let side = SQUARE as f32 / 10.0;
            let corners: Vec<_> = outline.iter().map(|&(x, y)| (LEFT + x * side, TOP + y * side)).collect();
            rounded(&mut path, &corners);
        }
        picture.path(path.trim_end(), class);
    }
}

/// Adds a closed line with rounded corners to a path.
fn rounded(path: &mut String, corners: &[(f32, f32)]) {
    const ROUND: f32 = 4.0;
    let near = |from: (f32, f32), to: (f32, f32)| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let share = (ROUND / dx.hypot(dy)).min(0.5);
        (from.0 + dx * share, from.1 + dy * share)
    };
    for (index, &corner) in corners.iter().enumerate() {
        let before = near(corner, corners[(index + corners.len() - 1) % corners.len()]);
        let after = near(corner, corners[(index + 1) % corners.len()]);
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(
            path,
            "{letter}{:.1},{:.1}Q{:.1},{:.1} {:.1},{:.1}",
            before.0, before.1, corner.0, corner.1, after.0, after.1
        );
    }
    *path += "Z ";
}

/// A way along a route as a taut string: from each bend as far as one can see over its sea.
fn taut_way(game: &Somaliland, lane: Lane) -> Vec<(f32, f32)> {
    let way = game.chart.shortest_way(lane);
    let in_sight = |from: Place, to: Place| {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let steps = (dx.abs().max(dy.abs()) / 20).max(1);
        (0..=steps).all(|step| {
            let at = Place { x: from.x + dx * step / steps, y: from.y + dy * step / steps };
            game.chart.is_sea(lane.route(), at)
        })
    };
    let mut bends = vec![on_page(way[0])];
    let mut at = 0;
    while at + 1 < way.len() {
        let farthest = (at + 2..way.len()).rev().find(|&next| in_sight(way[at], way[next]));
        at = farthest.unwrap_or(at + 1);
        bends.push(on_page(way[at]));
    }
    bends
}

/// A route as a broken line, with a tag for the lane at either end that points where it leads.
fn draw_route(picture: &mut Picture, game: &Somaliland, lane: Lane) {
    let back = Lane::of(lane.route(), !lane.northbound());
    let mut bends = taut_way(game, lane);
    let points: Vec<String> = bends.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    picture.path(&format!("M{}", points.join(" L")), "edge coast dash");
    for lane in [lane, back] {
        let ((x, y), turns) = along(&bends, game.goal_radius as f32 / 10.0 + 34.0);
        let corner = |(ahead, aside): (f32, f32)| towards(towards((x, y), turns, ahead), turns + 0.25, aside);
        picture.at(lane.name(), |picture| {
            let tag = [(-19.0, -13.0), (10.0, -13.0), (23.0, 0.0), (10.0, 13.0), (-19.0, 13.0)];
            picture.polygon(tag.map(corner), "field");
            picture.text(x, y, 15.0, lane.name(), "strong");
        });
        bends.reverse();
    }
}

/// The point so far along a line, and the heading there in turns.
fn along(bends: &[(f32, f32)], mut distance: f32) -> ((f32, f32), f32) {
    let mut found = (bends[0], 0.0);
    for pair in bends.windows(2) {
        let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
        let length = dx.hypot(dy);
        let share = (distance / length).min(1.0);
        found = ((x + dx * share, y + dy * share), (-dy).atan2(dx) / TAU);
        if distance <= length {
            break;
        }
        distance -= length;
    }
    found
}

/// Harbours with the reach of the goals around them, and the flags of the pirates.
fn draw_harbours(picture: &mut Picture, game: &Somaliland) {
    for (lane, name) in [(Lane::AfricaNorth, "N"), (Lane::AfricaSouth, "S")] {
        let (x, y) = on_page(game.chart.goal(lane));
        picture.circle(x, y, game.goal_radius as f32 / 10.0, "edge coast");
        picture.circle(x, y, 15.0, "solid");
        picture.text(x, y, 20.0, name, "strong paper");
    }
    for &port in game.chart.ports() {
        let (x, y) = on_page(port);
        picture.circle(x, y, 4.0, "solid");
        // High enough to be seen above a ship in the port.
        let top = y - 52.0;
        picture.line((x, y), (x, top), "coast bold");
        let flag = [(0.0, 0.0), (18.0, -3.0), (34.0, 1.0), (34.0, 23.0), (18.0, 20.0), (0.0, 23.0)];
        picture.polygon(flag.map(|(dx, dy)| (x + dx, top + dy)), "black");
        picture.rect(x + 14.0, top + 11.0, 6.0, 6.0, "pip");
        picture.circle(x + 17.0, top + 8.5, 6.0, "pip");
        picture.circle(x + 14.8, top + 8.0, 1.6, "black");
        picture.circle(x + 19.2, top + 8.0, 1.6, "black");
    }
}

/// Where ships are drawn: at their places, but beside those they would cover.
fn spread(state: &State) -> Vec<(Ship, (f32, f32))> {
    let mut drawn: Vec<(Ship, (f32, f32))> = Vec::new();
    for ship in state.at_sea() {
        let (mut x, y) = on_page(state.place(ship));
        let step = if x > LEFT + WIDE * 0.75 { -DIE } else { DIE };
        let covers = |x: f32| drawn.iter().any(|&(_, other)| (other.0 - x).hypot(other.1 - y) < DIE * 0.9);
        while covers(x) {
            x += step;
        }
        drawn.push((ship, (x, y)));
    }
    drawn
}

/// Ships as dice that show their top faces, with the locks between them.
fn draw_ships(picture: &mut Picture, game: &Somaliland, state: &State) {
    let drawn = spread(state);
    for &(ship, (x, y)) in &drawn {
        picture.at(&ship.to_string(), |picture| {
            if state.thrown() == Some(ship) {
                picture.circle(x, y, DIE * 0.95, "mark coast");
            }
            if state.held().contains(ship) {
                picture.circle(x, y, DIE * 0.8, "danger bold");
            }
            draw_die(picture, ship.seat(), x, y, DIE, game.top(state, ship));
            if state.missing().contains(ship) {
                picture.rect(x - DIE / 2.0 - 7.0, y - DIE / 2.0, 5.0, DIE, "solid");
            }
            // The name stays on the map.
            let (side, class) = if x > LEFT + WIDE - 70.0 { (-1.0, "right strong") } else { (1.0, "left strong") };
            picture.text(x + side * (DIE / 2.0 + 10.0), y, 15.0, &ship.to_string(), class);
        });
    }
    for &(ship, (x, y)) in &drawn {
        let struck = drawn.iter().find(|&&(other, _)| state.ran_into(ship) == Some(other));
        if let Some(&(_, (to_x, to_y))) = struck {
            let between = |share: f32| (x + (to_x - x) * share, y + (to_y - y) * share);
            draw_lock(picture, between(0.25), between(0.75));
        }
    }
}

/// A link between ships that are locked to each other.
fn draw_lock(picture: &mut Picture, from: (f32, f32), to: (f32, f32)) {
    picture.line(from, to, "danger bold");
    picture.circle((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0, 4.5, "danger bold paper");
}

/// A die from above.
fn draw_die(picture: &mut Picture, seat: Seat, x: f32, y: f32, side: f32, top: u8) {
    // In a grid of three by three: the middle, the corners by diagonals, then the sides.
    const PIPS: [(f32, f32); 9] = [
        (0.0, 0.0),
        (-1.0, 1.0),
        (1.0, -1.0),
        (-1.0, -1.0),
        (1.0, 1.0),
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
    ];
    picture.rect(x - side / 2.0, y - side / 2.0, side, side, &format!("seat{}", seat.0));
    // An odd number has one in the middle.
    let first = usize::from(top.is_multiple_of(2));
    for (dx, dy) in &PIPS[first..first + usize::from(top)] {
        picture.circle(x + dx * side * 0.28, y + dy * side * 0.28, side * 0.11, "pip");
    }
}

/// The edges of the board with their centimetres, and a bar to measure by.
fn draw_frame(picture: &mut Picture) {
    let (right, bottom) = (LEFT + WIDE, TOP + HIGH);
    // Coasts and goals go on beyond the edges; paper covers that.
    let far = 300.0;
    picture.rect(-far, -far, far + LEFT, BOTTOM + 2.0 * far, "paper");
    picture.rect(right, -far, PANEL_WIDE + 2.0 * far, BOTTOM + 2.0 * far, "paper");
    picture.rect(LEFT, -far, WIDE, far + TOP, "paper");
    picture.rect(LEFT, bottom, WIDE, far, "paper");
    picture.rect(LEFT, TOP, WIDE, HIGH, "edge coast");
    for centimetres in (0..=HEIGHT / 100).step_by(10) {
        let at = centimetres as f32 * 10.0;
        let text = centimetres.to_string();
        picture.line((LEFT - 6.0, bottom - at), (LEFT, bottom - at), "edge coast");
        picture.text(LEFT - 19.0, bottom - at, 13.0, &text, "note");
        if at <= WIDE {
            picture.line((LEFT + at, bottom), (LEFT + at, bottom + 6.0), "edge coast");
            picture.text(LEFT + at, bottom + 17.0, 13.0, &text, "note");
        }
    }
    let (x, y) = (right - 230.0, bottom - 22.0);
    for piece in 0..4u8 {
        let class = if piece % 2 == 0 { "solid coast" } else { "paper coast" };
        picture.rect(x + 50.0 * f32::from(piece), y, 50.0, 7.0, class);
    }
    for (at, text) in [(0.0, "0"), (100.0, "10"), (200.0, "20 cm")] {
        picture.text(x + at, y - 10.0, 14.0, text, "word");
    }
}

/// The headings or powers to choose from, around the ship that is thrown and ahead of it.
fn draw_throw(picture: &mut Picture, game: &Somaliland, state: &State) {
    let Some(ship) = state.thrown() else { return };
    let at = on_page(state.place(ship));
    let option = |picture: &mut Picture, word: &str, (x, y): (f32, f32)| {
        picture.at(word, |picture| {
            picture.circle(x, y, 7.6, "mark coast");
            picture.text(x, y, 10.0, word, "strong");
        });
    };
    match (state.phase, state.heading()) {
        (Phase::Aim, _) => {
            let distance = 2.6 * f32::from(game.headings.max(24));
            for aim in 0..game.headings {
                let place = towards(at, f32::from(aim) / f32::from(game.headings), distance);
                option(picture, &aim.to_string(), place);
            }
        }
        (Phase::Power, Some(aim)) => {
            for &power in &*game.powers {
                let place = game.place_after(state.place(ship), game.heading(aim), power.into());
                if place.on_board() {
                    option(picture, &power.to_string(), on_page(place));
                }
            }
        }
        _ => {
            if let (Some(aim), Some(power)) = (state.heading(), state.power()) {
                let end = game.place_after(state.place(ship), game.heading(aim), power.into());
                picture.line(at, on_page(end), "edge coast dash");
            }
        }
    }
}

/// Cards side by side, nine a row; returns where they end.
fn draw_cards(picture: &mut Picture, words: impl Iterator<Item = String>, live: bool, x: f32, y: f32) -> f32 {
    let (mut end, mut count) = (y, 0u16);
    for word in words {
        let (left, top) = (x + 48.0 * f32::from(count % 9), y + 32.0 * f32::from(count / 9));
        let draw = |picture: &mut Picture| {
            picture.rect(left, top, 43.0, 27.0, if live { "mark coast" } else { "field" });
            picture.text(left + 21.5, top + 13.5, 15.0, &word, "strong");
        };
        if live {
            picture.at(&word, draw)
        } else {
            draw(picture)
        }
        (end, count) = (top + 32.0, count + 1);
    }
    end
}

fn words(cards: Cards) -> impl Iterator<Item = String> {
    cards.map(|card| card.to_string())
}

/// What is due, and the contracts or powers to choose from; returns where the seats begin.
fn draw_choices(picture: &mut Picture, game: &Somaliland, state: &State) -> f32 {
    picture.text(PANEL, TOP + 16.0, 22.0, &game.moment(state), "left strong");
    picture.text(PANEL, TOP + 44.0, 15.0, &game.prompt(state), "left note");
    let y = TOP + 64.0;
    let end = match state.phase {
        Phase::Power => draw_cards(picture, game.powers.iter().map(u8::to_string), true, PANEL, y),
        _ => draw_cards(picture, words(state.offer()), true, PANEL, y),
    };
    end + 8.0
}

fn points(score: i32) -> String {
    format!("{score} point{}", if score.abs() == 1 { "" } else { "s" })
}

/// A seat's score, contracts and ships.
fn draw_owner(picture: &mut Picture, game: &Somaliland, state: &State, seat: Seat, own: bool, y: f32) {
    let ledger = state.ledger(seat);
    picture.shape(PANEL + 11.0, y + 14.0, 10.0, seat, &format!("seat{}", seat.0));
    let name = if own { format!("{seat} (you)") } else { seat.to_string() };
    picture.text(PANEL + 30.0, y + 14.0, 18.0, &format!("{name}: {}", points(ledger.score())), "left strong");
    let account = format!("{} for contracts, {} in ransoms", ledger.points, ledger.ransom);
    picture.text(PANEL + 222.0, y + 14.0, 14.0, &account, "left note");
    if state.cards(seat).is_empty() {
        picture.text(PANEL, y + 43.0, 14.0, "no contracts", "left note");
    }
    draw_cards(picture, words(state.cards(seat)), false, PANEL, y + 30.0);
    for (kind, name) in SHIP_NAMES.into_iter().enumerate() {
        let ship = Ship::new(seat, kind);
        let (x, y) = (PANEL + 73.0 * kind as f32, y + 64.0);
        let in_port = state.in_port(seat).contains(ship);
        let lane = state.lane_of(ship).map_or("", Lane::name);
        let (first, second) = if in_port {
            ("in", "port".to_owned())
        } else if state.sunk().contains(ship) {
            ("sunk", String::new())
        } else if state.at_sea().contains(ship) {
            (lane, game.left(state, ship).replace(" left", ""))
        } else {
            (lane, "arrived".to_owned())
        };
        let live = in_port && state.phase == Phase::Launch && state.seat == seat;
        let draw = |picture: &mut Picture| {
            picture.rect(x, y, 70.0, 48.0, if live { "mark coast" } else { "field" });
            let class = if state.sunk().contains(ship) { "hidden".to_owned() } else { format!("seat{}", seat.0) };
            picture.rect(x + 4.0, y + 12.0, 24.0, 24.0, &class);
            picture.text(x + 16.0, y + 24.0, 13.0, name, "on-seat");
            picture.text(x + 49.0, y + 16.0, 12.0, first, "strong");
            picture.text(x + 49.0, y + 33.0, 12.0, &second, "note");
        };
        if live { picture.at(name, draw) } else { draw(picture) }
    }
}

/// A compass rose with the headings one can aim in.
fn draw_rose(picture: &mut Picture, game: &Somaliland, state: &State, centre: (f32, f32), radius: f32) {
    picture.circle(centre.0, centre.1, radius, "edge coast");
    for (quarter, letter) in [(0u8, "E"), (1, "N"), (2, "W"), (3, "S")] {
        let turns = f32::from(quarter) / 4.0;
        let point = [
            towards(centre, turns, radius * 0.6),
            towards(centre, turns + 0.125, radius * 0.18),
            centre,
            towards(centre, turns - 0.125, radius * 0.18),
        ];
        picture.polygon(point, if quarter == 1 { "solid coast" } else { "field coast" });
        let (x, y) = towards(centre, turns, radius * 0.75);
        picture.text(x, y, 15.0, letter, "strong");
    }
    let size = if game.headings > 32 { 8.0 } else { 12.0 };
    for aim in 0..game.headings {
        let turns = f32::from(aim) / f32::from(game.headings);
        picture.line(towards(centre, turns, radius - 5.0), towards(centre, turns, radius), "edge coast");
        let (x, y) = towards(centre, turns, radius + 11.0);
        let word = aim.to_string();
        let draw = |picture: &mut Picture| {
            if state.phase == Phase::Aim || state.heading() == Some(aim) {
                picture.circle(x, y, size * 0.72, "mark coast");
            }
            picture.text(x, y, size, &word, "word");
        };
        if state.phase == Phase::Aim { picture.at(&word, draw) } else { draw(picture) }
    }
}

/// What colours and signs mean.
fn draw_legend(picture: &mut Picture, x: f32, mut y: f32) {
    for (class, text) in
        [("deep", "sea around Africa"), ("sea", "sea past Somalia"), ("shoal", "sea of both"), ("land", "land")]
    {
        picture.rect(x, y - 8.0, 26.0, 16.0, &format!("{class} coast"));
        picture.text(x + 36.0, y, 14.0, text, "left word");
        y += 23.0;
    }
    let middle = x + 13.0;
    draw_die(picture, Seat(0), middle, y, 18.0, 4);
    picture.text(x + 36.0, y, 14.0, "ship; its pips are the ransom", "left word");
    y += 25.0;
    picture.circle(middle, y, 9.0, "danger bold");
    picture.text(x + 36.0, y, 14.0, "held by pirates", "left word");
    y += 23.0;
    picture.rect(middle - 2.5, y - 9.0, 5.0, 18.0, "solid");
    picture.text(x + 36.0, y, 14.0, "misses a turn", "left word");
    y += 23.0;
    draw_lock(picture, (x, y), (x + 26.0, y));
    picture.text(x + 36.0, y, 14.0, "locked by a collision", "left word");
}
