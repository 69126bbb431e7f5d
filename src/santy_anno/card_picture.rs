//! Cards as pictures: a ship with what to look at lit up, a colour, a number, a helm or Coco.

use crate::picture::Picture;

use super::cards::{Card, Kind};
use super::picture::{colour, draw_parrot};

/// What a card shows, around its middle; with a `?` where its face is not to be seen.
pub(super) fn draw_card(picture: &mut Picture, (x, y): (f32, f32), card: Card, face: bool) {
    let words = if face { card.face() } else { veiled(card.kind()) };
    let (word, crossed) = match words.split_once('-') {
        Some((word, crossed)) if card.kind() != Kind::Helm => (word, Some(crossed)),
        _ => (words, None),
    };
    let what = word.split_once(':').map_or("", |(_, what)| what);
    let above = (x, y - 9.0);
    match card.kind() {
        Kind::Element | Kind::Crossed | Kind::Double => {
            draw_little_ship(picture, above, &what.split('/').collect::<Vec<_>>())
        }
        Kind::Colour if face => {
            picture.circle(above.0, above.1, 17.0, colour(what.as_bytes()[0]));
            picture.text(above.0, above.1, 18.0, what, "on-seat");
        }
        Kind::Letter | Kind::LetterCrossed => {
            picture.rect(x - 22.0, above.1 - 11.0, 44.0, 22.0, "mark coast");
            picture.text(x - 9.0, above.1, 20.0, "A", "strong");
            picture.text(x + 9.0, above.1 + 2.0, 13.0, "bc", "note");
        }
        Kind::Helm => draw_helm(picture, above, &words[1..]),
        Kind::Coco => draw_parrot(picture, above, 1.8, 1.0),
        Kind::Colour | Kind::Number => picture.text(above.0, above.1, 28.0, if face { word } else { "?" }, "strong"),
    }
    if let Some(crossed) = crossed {
        draw_crossed(picture, (x + 16.0, y - 27.0), crossed);
    }
    let words = words.replace(':', " ");
    picture.text(x, y + 29.0, if words.len() > 8 { 9.0 } else { 11.5 }, &words, "strong");
}

/// A kind of card in the notation, with a `?` for what its face would say.
fn veiled(kind: Kind) -> &'static str {
    match kind {
        Kind::Element => "E:?",
        Kind::Crossed => "E:?-?",
        Kind::Colour => "C:?",
        Kind::Letter => "N",
        Kind::LetterCrossed => "N-?",
        Kind::Number => "+?",
        Kind::Helm => "H?",
        Kind::Double => "D:?/?",
        Kind::Coco => "K",
    }
}

/// A ship with the elements lit up that a card is about.
fn draw_little_ship(picture: &mut Picture, (x, y): (f32, f32), lit: &[&str]) {
    let look = |element: &str| if lit.contains(&element) { "mark coast bold" } else { "field coast" };
    picture.line((x, y - 20.0), (x, y + 5.0), "coast");
    picture.polygon([(x + 1.0, y - 14.0), (x + 17.0, y + 4.0), (x + 1.0, y + 4.0)], look("sails"));
    picture.polygon([(x - 1.0, y - 11.0), (x - 13.0, y + 4.0), (x - 1.0, y + 4.0)], look("sails"));
    picture.rect(x - 6.0, y - 23.0, 12.0, 7.0, look("nest"));
    picture
        .polygon([(x - 20.0, y + 6.0), (x + 21.0, y + 6.0), (x + 15.0, y + 15.0), (x - 14.0, y + 15.0)], look("hull"));
    picture.rect(x - 20.0, y + 18.0, 40.0, 8.0, look("name"));
}

/// A wheel with how far it turns.
fn draw_helm(picture: &mut Picture, (x, y): (f32, f32), places: &str) {
    for spoke in 0..4u8 {
        let (sin, cos) = (f32::from(spoke) * std::f32::consts::FRAC_PI_4).sin_cos();
        picture.line((x - 22.0 * cos, y - 22.0 * sin), (x + 22.0 * cos, y + 22.0 * sin), "coast");
    }
    picture.circle(x, y, 16.0, "mark coast bold");
    picture.text(x, y, 17.0, places, "strong");
}

/// A colour or letter that stays, crossed out.
fn draw_crossed(picture: &mut Picture, (x, y): (f32, f32), crossed: &str) {
    let class = match crossed {
        "r" | "y" | "b" | "g" => colour(crossed.as_bytes()[0]),
        _ => "field coast",
    };
    picture.rect(x - 8.0, y - 8.0, 16.0, 16.0, class);
    picture.text(x, y, 12.0, crossed, "on-seat");
    picture.line((x - 10.0, y + 10.0), (x + 10.0, y - 10.0), "danger bold");
}
