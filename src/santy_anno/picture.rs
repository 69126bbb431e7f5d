use crate::game::{Game, Turn};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::Show;
use crate::table::Table;

use super::SantyAnno;
use super::card_picture::draw_card;
use super::hidden::known;
use super::ships::{SHIPS, Ship};
use super::show::{headline, racer, stagger};
use super::state::{Phase, State};

const WIDTH: f32 = 1000.0;
/// The middles of the places around the table, clockwise from the top.
const PLACES: [(f32, f32); SHIPS] = [
    (500.0, 90.0),
    (772.0, 150.0),
    (904.0, 330.0),
    (772.0, 510.0),
    (500.0, 570.0),
    (228.0, 510.0),
    (96.0, 330.0),
    (228.0, 150.0),
];
/// Half the width and height of what is drawn at a place.
const HALF: (f32, f32) = (78.0, 62.0);
/// Where the list of seats begins, and how far its lines are apart.
const LIST: f32 = 690.0;
const LINE: f32 = 30.0;
/// A card of the round, and how far cards are apart.
const CARD: (f32, f32) = (54.0, 78.0);
const CARD_STEP: f32 = 60.0;

impl Table<SantyAnno> {
    /// A picture for a person who follows the cards in its own head: what its seat sees, and the faces of the cards.
    pub fn picture_with_faces(&self, seat: Seat) -> Picture {
        draw(self.game(), self.state(), Some(seat), true)
    }
}

/// The table as `viewer` sees it, or with everything shown: then the cards show their faces too.
pub(super) fn picture(game: &SantyAnno, state: &State, viewer: Option<Seat>) -> Picture {
    draw(game, state, viewer, viewer.is_none())
}

fn draw(game: &SantyAnno, state: &State, viewer: Option<Seat>, faces: bool) -> Picture {
    let known = viewer.map_or(*state, |viewer| known(game, state, viewer));
    let height = LIST + LINE * (game.seats as f32 + 1.0) + 50.0;
    let headline = headline(game, &known);
    let mut picture = Picture::new(WIDTH, height, &format!("Santy Anno. {headline}"));
    // On a narrow page the ring in three rows, then the cards once more, large, and the list.
    for (x, y, wide, high) in [
        (140.0, 0.0, 720.0, 218.0),
        (0.0, 246.0, 1000.0, 152.0),
        (140.0, 430.0, 720.0, 208.0),
        (225.0, 214.0, 550.0, 216.0),
        (20.0, LIST - 24.0, 700.0, height - LIST - 12.0),
    ] {
        picture.part(x, y, wide, high);
    }
    let head = head(game, &known, viewer);
    picture.polygon(PLACES, "edge");
    for (place, &middle) in PLACES.iter().enumerate() {
        let label = format!("place {place}");
        picture.text(middle.0, middle.1 - HALF.1 - 9.0, 12.0, &label, "note");
        if known.phase == Phase::Table {
            cell(&mut picture, middle, "field");
        } else {
            let ship = known.ring.ship(place as u32);
            let is_believed = head.is_some_and(|seat| known.belief(seat) == ship);
            picture.at(&ship.number().to_string(), |picture| draw_ship(picture, middle, ship, is_believed));
            draw_pirates(game, &known, &mut picture, middle, ship);
        }
    }
    picture.text(500.0, 236.0, 17.0, &headline, "strong");
    draw_cards(&known, state, &mut picture, faces, head);
    let due = if faces && viewer.is_some() {
        "follow the cards from your ship, then run for the ship you come to".to_owned()
    } else {
        due(game, &known, viewer)
    };
    picture.text(500.0, 424.0, 15.0, &due, "word");
    draw_list(game, &known, &mut picture, viewer);
    picture.text(34.0, height - 26.0, 13.0, &legend(head), "note left");
    picture
}

fn legend(head: Option<Seat>) -> String {
    let places = "Beside a ship: who began the round there; below it: who sits there.";
    match head {
        Some(seat) => {
            format!("{places} In colour: the ship in which {seat} believes and the cards that it has thought through.")
        }
        None => places.to_owned(),
    }
}

/// The seat whose head is shown on the table: the viewer's, or else that of the seat to act.
fn head(game: &SantyAnno, known: &State, viewer: Option<Seat>) -> Option<Seat> {
    let acting = match game.turn(known) {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    viewer.or(acting).filter(|&seat| known.cards() > 0 && seat != Seat::ONLOOKER)
}

/// What is due, without telling a viewer who else is asked (SA-18).
fn due(game: &SantyAnno, known: &State, viewer: Option<Seat>) -> String {
    match viewer {
        Some(viewer) if known.is_racing() && known.race.actor != viewer => "the others think and run".to_owned(),
        _ => game.prompt(known),
    }
}

fn cell(picture: &mut Picture, (x, y): (f32, f32), class: &str) {
    picture.rect(x - HALF.0, y - HALF.1, 2.0 * HALF.0, 2.0 * HALF.1, class);
}

pub(super) fn colour(letter: u8) -> &'static str {
    match letter {
        b'r' => "red",
        b'y' => "yellow",
        b'b' => "blue",
        _ => "green",
    }
}

/// A ship with its four elements in their colours, each with the colour's letter, its number and Coco in his corner.
fn draw_ship(picture: &mut Picture, (x, y): (f32, f32), ship: Ship, is_believed: bool) {
    let [nest, sails, hull, name] = ship.colours();
    let letter = |colour: u8| char::from(colour).to_string();
    cell(picture, (x, y), if is_believed { "mark" } else { "sea" });
    cell(picture, (x, y), "edge");
    picture.line((x, y - 50.0), (x, y + 16.0), "ink");
    picture.polygon([(x + 3.0, y - 40.0), (x + 34.0, y + 9.0), (x + 3.0, y + 9.0)], colour(sails));
    picture.polygon([(x - 3.0, y - 32.0), (x - 26.0, y + 9.0), (x - 3.0, y + 9.0)], colour(sails));
    picture.text(x + 12.0, y - 2.0, 15.0, &letter(sails), "on-seat");
    picture.rect(x - 11.0, y - 55.0, 22.0, 13.0, colour(nest));
    picture.text(x, y - 48.0, 13.0, &letter(nest), "on-seat");
    let deck = [(x - 40.0, y + 14.0), (x + 46.0, y + 14.0), (x + 32.0, y + 34.0), (x - 28.0, y + 34.0)];
    picture.polygon(deck, colour(hull));
    picture.text(x, y + 24.0, 15.0, &letter(hull), "on-seat");
    picture.rect(x - 48.0, y + 39.0, 96.0, 19.0, colour(name));
    picture.text(x, y + 48.5, 13.0, &format!("{} {}", ship.name(), letter(name)), "on-seat");
    picture.text(x - 57.0, y - 4.0, 28.0, &ship.number().to_string(), "strong");
    draw_coco(picture, x, y, ship.corner());
}

/// The parrot, looking at the ship.
fn draw_coco(picture: &mut Picture, x: f32, y: f32, corner: &str) {
    let side = if corner.ends_with("left") { -1.0 } else { 1.0 };
    let at = (x + side * 63.0, y + if corner.starts_with("top") { -48.0 } else { 48.0 });
    draw_parrot(picture, at, 1.0, side);
}

/// A parrot of some size; it looks to the left on the right side.
pub(super) fn draw_parrot(picture: &mut Picture, (x, y): (f32, f32), size: f32, side: f32) {
    let at = |dx: f32, dy: f32| (x - side * size * dx, y + size * dy);
    picture.polygon([at(-8.0, 10.0), at(-3.0, -6.0), at(5.0, -2.0), at(3.0, 7.0)], "hidden");
    picture.circle(at(2.0, -5.0).0, at(2.0, -5.0).1, 5.0 * size, "hidden");
    picture.polygon([at(6.0, -7.0), at(11.0, -3.0), at(6.0, -2.0)], "yellow");
}

/// Beside a ship the pirate that began the round on it, below those that are seen to have sat down there.
fn draw_pirates(game: &SantyAnno, known: &State, picture: &mut Picture, (x, y): (f32, f32), ship: Ship) {
    for seat in Seat::all(game.seats).filter(|&seat| known.phase != Phase::Start && known.home(seat) == ship) {
        picture.piece(x + 57.0, y - 4.0, 15.0, seat, &seat.0.to_string());
    }
    let sat = Seat::all(game.seats).filter(|&seat| known.target(seat) == Some(ship));
    let count = sat.clone().count() as f32;
    let step = (2.0 * HALF.0 / count).min(26.0);
    let from = x - step * (count - 1.0) / 2.0;
    for (position, seat) in sat.enumerate() {
        picture.piece(from + step * position as f32, y + HALF.1 + 14.0, 11.0, seat, &seat.0.to_string());
    }
}

/// The cards of the round in the order in which they are thought through, with the event between the third and the
/// fourth.
fn draw_cards(known: &State, state: &State, picture: &mut Picture, faces: bool, head: Option<Seat>) {
    let hand = if faces { state } else { known }.race.cards.as_slice();
    let event = known.event();
    let slots = hand.len() + usize::from(event.is_some());
    let middle = |slot: usize| 500.0 + CARD_STEP * (slot as f32 - (slots as f32 - 1.0) / 2.0);
    let top = 330.0 - CARD.1 / 2.0;
    for (position, &card) in hand.iter().enumerate() {
        let x = middle(position + usize::from(event.is_some() && position >= 3));
        let is_thought = head.is_some_and(|seat| position < known.thought(seat));
        picture.text(x, top - 11.0, 12.0, &(position + 1).to_string(), "note");
        for class in [if is_thought { "land" } else { "field" }, "edge"] {
            picture.rect(x - CARD.0 / 2.0, top, CARD.0, CARD.1, class);
        }
        draw_card(picture, (x, 330.0), card, faces);
        let stagger = stagger(known, position).map(|helm| format!("then {helm}"));
        for (line, word) in card.kind().name().split('_').chain(stagger.as_deref()).enumerate() {
            picture.text(x, top + CARD.1 + 12.0 + 13.0 * line as f32, 12.0, word, "note");
        }
    }
    if let Some(event) = event {
        let x = middle(hand.len().min(3));
        picture.rect(x - CARD.0 / 2.0, top, CARD.0, CARD.1, "hidden");
        picture.text(x, 330.0, 11.0, event.name(), "on-seat");
        picture.text(x, top + CARD.1 + 12.0, 12.0, "event", "note");
    }
}

/// Everybody's coins and thinking, as far as they are to be seen.
fn draw_list(game: &SantyAnno, known: &State, picture: &mut Picture, viewer: Option<Seat>) {
    const COLUMNS: [(f32, &str); 6] = [
        (34.0, "pirate"),
        (110.0, "coins"),
        (330.0, "clock"),
        (410.0, "thought"),
        (500.0, "believes"),
        (640.0, "then"),
    ];
    for (x, word) in COLUMNS {
        picture.text(x, LIST, 13.0, word, "note left");
    }
    for seat in Seat::all(game.seats) {
        let y = LIST + LINE * (f32::from(seat.0) + 1.0);
        picture.piece(54.0, y, 11.0, seat, &seat.0.to_string());
        picture.text(110.0, y, 16.0, &known.score(seat).to_string(), "strong left");
        let won = (0..game.coins.len()).flat_map(|coin| vec![coin; known.coins_won(seat, coin) as usize]);
        for (position, coin) in won.enumerate() {
            let x = 158.0 + 26.0 * position as f32;
            picture.circle(x, y, 11.0, "mark");
            picture.circle(x, y, 11.0, "edge");
            picture.text(x, y, 13.0, &game.coins[coin].to_string(), "word");
        }
        let (clock, thought, belief, then) = racer(known, seat, viewer.is_none_or(|viewer| viewer == seat));
        for ((x, _), text) in COLUMNS[2..].iter().zip([clock, thought, belief, then]) {
            picture.text(*x, y, 15.0, &text, "word left");
        }
    }
}
