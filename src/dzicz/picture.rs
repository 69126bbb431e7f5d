//! The board as a picture.

use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::Show;

use super::Dzicz;
use super::board::{Edge, Field};
use super::mission::{Card, Place, Secrets};
use super::show::{cards_before, owner};
use super::state::{Chit, State};

/// How wide a field is.
const CELL: f32 = 64.0;
/// Where the board begins, from the left and from above.
const LEFT: f32 = 46.0;
const TOP: f32 = 72.0;
/// The panel beside the board, and the space before it.
const PANEL: f32 = 284.0;
const GAP: f32 = 34.0;
/// A card in the panel, how many lie in a row, and how far apart rows are.
const CARD: (f32, f32) = (64.0, 22.0);
const ROW: usize = 4;
const ROWS_APART: f32 = 28.0;
/// What stands above and below the cards of a seat.
const SEAT: f32 = 50.0;
const LEGEND: [&str; 3] = [
    "castle: fort; pawn: soldier; tinted: inner fields",
    "dot: a soldier still to act, a reward still to win",
    "bright field: the soldier on it may charge",
];

/// The board with its pieces and the seats' homes, and beside it what lies before each seat.
pub(super) fn picture(game: &Dzicz, state: &State, viewer: Option<Seat>) -> Picture {
    let side = CELL * f32::from(game.board.size());
    let panel = LEFT + side + GAP;
    let open = || state.cards().iter().filter(|card| card.place() == Place::Open);
    let before_seats = Seat::all(game.seats).map(|seat| SEAT + rows_height(cards_before(state, seat, viewer).count()));
    let open_and_legend = rows_height(open().count()) + 96.0;
    let height = TOP + f32::max(side + 48.0, before_seats.sum::<f32>() + open_and_legend);
    let mut picture = Picture::new(panel + PANEL, height, &format!("Dzicz, {}", game.moment(state)));
    picture.part(0.0, 0.0, panel - GAP / 2.0, TOP + side + 48.0);
    picture.part(panel - 8.0, TOP - 12.0, PANEL + 8.0, height - TOP + 12.0);
    picture.text(LEFT, 20.0, 17.0, &game.moment(state), "strong left");
    picture.text(LEFT, 42.0, 13.0, &game.prompt(state), "left");
    for index in 0..game.board.size() {
        let along = CELL * (f32::from(index) + 0.5);
        let file = char::from(b'a' + index).to_string();
        picture.text(LEFT + along, TOP + side + 30.0, 13.0, &file, "note");
        picture.text(LEFT - 28.0, TOP + side - along, 13.0, &(index + 1).to_string(), "note");
    }
    for field in Field::each(game.board.fields()) {
        let (x, y) = corner(game, field);
        picture.at(&field.to_string(), |picture| draw_field(game, state, field, x, y, picture));
    }
    homes(game, state, side, &mut picture);
    if let Some((seat, advance)) = state.threat() {
        arrow(corner(game, advance.from), corner(game, advance.to), seat, &mut picture);
    }
    let mut y = TOP + 8.0;
    for seat in Seat::all(game.seats) {
        y = draw_seat(game, state, seat, viewer, (panel, y), &mut picture);
    }
    picture.text(panel, y, 13.0, "open missions", "strong left");
    y = draw_cards(game, open().map(|card| (card, true)), (panel, y + 14.0), &mut picture) + 10.0;
    for line in LEGEND {
        picture.text(panel, y, 10.5, line, "note left");
        y += 15.0;
    }
    picture
}

/// How high the rows of so many cards are together; without cards there is still a line that says so.
fn rows_height(cards: usize) -> f32 {
    ROWS_APART * cards.div_ceil(ROW).max(1) as f32
}

/// The upper left corner of a field.
fn corner(game: &Dzicz, field: Field) -> (f32, f32) {
    let down = game.board.size() - 1 - field.rank();
    (LEFT + CELL * f32::from(field.file()), TOP + CELL * f32::from(down))
}

/// A bar along each home edge, in the colour of the seat and with its shape.
fn homes(game: &Dzicz, state: &State, side: f32, picture: &mut Picture) {
    for seat in Seat::all(game.seats) {
        let Some(home) = state.home(seat) else { continue };
        let class = format!("seat{}", seat.0);
        let (long, thick) = (side - 2.0 * CELL, 5.0);
        let (from, far) = (CELL, side + 7.0);
        let (x, y, width, height) = match home {
            Edge::North => (from, -7.0 - thick, long, thick),
            Edge::South => (from, far, long, thick),
            Edge::West => (-7.0 - thick, from, thick, long),
            Edge::East => (far, from, thick, long),
        };
        picture.rect(LEFT + x, TOP + y, width, height, &class);
        picture.shape(LEFT + x + width / 2.0, TOP + y + height / 2.0, 7.0, seat, &class);
    }
}

fn draw_field(game: &Dzicz, state: &State, field: Field, x: f32, y: f32, picture: &mut Picture) {
    let bit = field.bit();
    picture.rect(x, y, CELL, CELL, "field");
    let tint = if state.charger & bit != 0 { Some("mark") } else { (game.board.inner() & bit != 0).then_some("land") };
    if let Some(tint) = tint {
        picture.rect(x + 1.0, y + 1.0, CELL - 2.0, CELL - 2.0, tint);
    }
    if game.board.centre() & bit != 0 {
        picture.circle(x + CELL / 2.0, y + CELL / 2.0, CELL * 0.46, "edge");
    }
    if let Some(seat) = owner(&state.tokens, field) {
        let (x, y) = (x + 25.0, y + 37.0);
        picture.shape(x, y, 20.0, seat, &format!("seat{}", seat.0));
        if state.forts(seat) & bit != 0 {
            picture.polygon(CASTLE.map(|(right, down)| (x + right, y + down)), "on-seat");
        }
    }
    if let Some(seat) = owner(&state.soldiers, field) {
        let (x, y) = (x + 48.0, y + 16.0);
        let class = format!("seat{}", seat.0);
        picture.polygon(PAWN.map(|(right, down)| (x + right, y + down)), &class);
        picture.circle(x, y, 8.5, &class);
        picture.text(x, y + 22.0, 13.0, &seat.0.to_string(), "on-seat");
        if state.ready & bit != 0 {
            picture.circle(x, y, 4.0, "mark");
        }
    }
}

/// A fort around its middle.
const CASTLE: [(f32, f32); 12] = [
    (-9.0, 9.0),
    (-9.0, -9.0),
    (-5.5, -9.0),
    (-5.5, -4.0),
    (-2.0, -4.0),
    (-2.0, -9.0),
    (2.0, -9.0),
    (2.0, -4.0),
    (5.5, -4.0),
    (5.5, -9.0),
    (9.0, -9.0),
    (9.0, 9.0),
];

/// A soldier's body below its head.
const PAWN: [(f32, f32); 4] = [(-5.0, 6.0), (5.0, 6.0), (12.0, 36.0), (-12.0, 36.0)];

/// An arrow between two neighbouring fields, given by their corners.
fn arrow(from: (f32, f32), to: (f32, f32), seat: Seat, picture: &mut Picture) {
    let (right, down) = ((to.0 - from.0) / CELL, (to.1 - from.1) / CELL);
    let tip = (to.0 + CELL * (0.5 - 0.1 * right), to.1 + CELL * (0.5 - 0.1 * down));
    // Each corner by how far it is behind the tip and beside it.
    let at = |(back, beside): (f32, f32)| (tip.0 - back * right - beside * down, tip.1 - back * down + beside * right);
    let corners = [(0.0, 0.0), (14.0, 9.0), (14.0, 3.0), (34.0, 3.0), (34.0, -3.0), (14.0, -3.0), (14.0, -9.0)];
    picture.polygon(corners.map(at), &format!("seat{}", seat.0));
}

/// What lies before a seat, from a height on; returns where it ends.
fn draw_seat(
    game: &Dzicz,
    state: &State,
    seat: Seat,
    viewer: Option<Seat>,
    (x, y): (f32, f32),
    picture: &mut Picture,
) -> f32 {
    picture.shape(x + 9.0, y, 8.0, seat, &format!("seat{}", seat.0));
    let you = if viewer == Some(seat) { " (you)" } else { "" };
    let home = state.home(seat).map_or(String::new(), |home| format!(", home {home}"));
    picture.text(x + 26.0, y, 13.0, &format!("{seat}{you}{home}"), "strong left");
    for (number, chit) in Chit::ALL.into_iter().enumerate() {
        draw_chit(picture, (x + 71.0 * number as f32, y + 19.0), chit, state.chits(seat, chit));
    }
    draw_cards(game, cards_before(state, seat, viewer), (x, y + 32.0), picture) + SEAT - 32.0
}

/// An action token with its sign, and how many of it there are.
fn draw_chit(picture: &mut Picture, (x, y): (f32, f32), chit: Chit, count: u8) {
    let sign: &[(f32, f32)] = match chit {
        Chit::Charge => &[(-5.0, -1.5), (0.0, -1.5), (0.0, -5.0), (6.0, 0.0), (0.0, 5.0), (0.0, 1.5), (-5.0, 1.5)],
        Chit::Defence => &[(-5.0, -5.0), (5.0, -5.0), (5.0, 1.0), (0.0, 6.0), (-5.0, 1.0)],
        Chit::Expansion => &[
            (-1.7, -5.5),
            (1.7, -5.5),
            (1.7, -1.7),
            (5.5, -1.7),
            (5.5, 1.7),
            (1.7, 1.7),
            (1.7, 5.5),
            (-1.7, 5.5),
            (-1.7, 1.7),
            (-5.5, 1.7),
            (-5.5, -1.7),
            (-1.7, -1.7),
        ],
        Chit::Maneuver => &[
            (-6.0, 0.0),
            (-2.0, -4.0),
            (-2.0, -1.3),
            (2.0, -1.3),
            (2.0, -4.0),
            (6.0, 0.0),
            (2.0, 4.0),
            (2.0, 1.3),
            (-2.0, 1.3),
            (-2.0, 4.0),
        ],
    };
    let faint = if count == 0 { " faint" } else { "" };
    picture.circle(x + 9.0, y, 8.5, &format!("mark coast{faint}"));
    picture.polygon(sign.iter().map(|(right, down)| (x + 9.0 + right, y + down)), &format!("solid{faint}"));
    let class = if count == 0 { "note left" } else { "left" };
    picture.text(x + 20.0, y, 9.0, &format!("{} {count}", chit.name()), class);
}

/// Cards with whether they are seen, in rows; returns where they end.
fn draw_cards<'a>(
    game: &Dzicz,
    cards: impl Iterator<Item = (&'a Card, bool)>,
    (left, top): (f32, f32),
    picture: &mut Picture,
) -> f32 {
    let (width, height) = CARD;
    let mut count = 0;
    for (card, seen) in cards {
        let x = left + (width + 4.0) * (count % ROW) as f32;
        let y = top + ROWS_APART * (count / ROW) as f32;
        let secret = matches!(card.place(), Place::Secret(_));
        picture.rect(x, y, width, height, if secret { "hidden" } else { "field" });
        let word = if seen { card.mission().to_string() } else { "?".to_owned() };
        picture.text(x + width / 2.0, y + height / 2.0, 11.5, &word, if secret { "on-seat" } else { "word" });
        let rewarding = match card.place() {
            Place::Open => card.first().is_none(),
            Place::Secret(_) => game.secrets == Secrets::Claimed,
            Place::Claimed(_) => false,
        };
        if rewarding {
            picture.circle(x + width - 3.0, y + 3.0, 4.0, "mark");
        }
        count += 1;
    }
    if count == 0 {
        picture.text(left, top + height / 2.0, 11.5, "no card", "note left");
    }
    top + rows_height(count)
}
