//! Pictures of boards as SVG, complete in themselves: no font, script or file from outside, light and dark.

use std::fmt::{self, Display, Write as _};

use serde::Serialize;

use crate::seat::Seat;

/// A picture that is being drawn. Lengths are in the game's own units; y goes down.
///
/// Looks are classes, defined once for all games: `sea`, `land`, `field`, `edge`, `mark` for boards; `deep` and `shoal` for
/// other seas; `coast`, `dash` and `bold` for lines, `danger` for lines that warn; `solid` and `paper` for what stands out or
/// blends in, `black` for what is black by day and night, `pip` for the dots of dice; `word`, `note` and `strong` for text,
/// `left` and `right` for text that begins or ends at its point; `ink` for bold lines; `red`, `yellow`, `blue` and `green` for
/// what the rules paint so; `hidden` for what lies face down; `seat0` to `seat7` for
/// what belongs to a seat, with `faint` where only a trace of it is meant; `pawn` for what belongs to nobody. What a
/// person can point at is wrapped in [`Picture::at`], which names it as the game's notation does, so that a page can light
/// it up or take a click on it.
///
/// ```
/// use marque::picture::Picture;
///
/// let mut picture = Picture::new(20.0, 10.0, "Two fields");
/// picture.at("a1", |picture| picture.rect(0.0, 0.0, 10.0, 10.0, "field"));
/// picture.at("b1", |picture| picture.rect(10.0, 0.0, 10.0, 10.0, "field"));
/// assert!(picture.to_string().contains("data-at=\"b1\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    width: f32,
    height: f32,
    title: String,
    parts: Vec<[f32; 4]>,
    body: String,
}

/// A thing that rolls through a picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Motion {
    /// What the picture calls it.
    pub what: String,
    /// Where it is, step by step, in the units of the picture.
    pub way: Vec<(f32, f32)>,
}

/// Fills that the colour-blind can tell apart too (after Okabe and Ito); shapes tell seats apart without any colour.
const SEATS: [&str; 8] = ["#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8c6d31", "#666699"];

/// The looks of all classes but the seats'.
const STYLE: &str = "\
svg.marque{--paper:#fbfaf7;--ink:#1d2429;--faint:#5d6a72;--line:#a9b4ba;--field:#efece4;--sea:#dcebf3;--land:#e4d9b8;\
--mark:#f3d46b;--hidden:#8795a1;--deep:#bcd5e4;--shoal:#d2e9de;--danger:#c62828}\
@media(prefers-color-scheme:dark){svg.marque{--paper:#161b1f;--ink:#e8ecee;--faint:#a3b0b8;--line:#4c5a63;\
--field:#232b31;--sea:#1b3442;--land:#4a4330;--mark:#7a6420;--hidden:#56636d;--deep:#142531;--shoal:#1e4440;\
--danger:#ff7b6b}}\
svg.marque{background:var(--paper);font-family:sans-serif}\
svg.marque text{fill:var(--ink);text-anchor:middle;dominant-baseline:central}\
svg.marque .left{text-anchor:start}\
svg.marque .right{text-anchor:end}\
svg.marque .note{fill:var(--faint)}\
svg.marque .strong{font-weight:bold}\
svg.marque .field{fill:var(--field);stroke:var(--line)}\
svg.marque .sea{fill:var(--sea)}\
svg.marque .land{fill:var(--land)}\
svg.marque .mark{fill:var(--mark)}\
svg.marque .edge{fill:none;stroke:var(--line)}\
svg.marque .pawn{fill:var(--ink);stroke:var(--paper)}\
svg.marque .deep{fill:var(--deep)}\
svg.marque .shoal{fill:var(--shoal)}\
svg.marque .coast{stroke:var(--faint)}\
svg.marque .dash{stroke-dasharray:7 6}\
svg.marque .bold{stroke-width:3}\
svg.marque .danger{fill:none;stroke:var(--danger)}\
svg.marque .solid{fill:var(--ink)}\
svg.marque .paper{fill:var(--paper)}\
svg.marque .black{fill:#111;stroke:#999}\
svg.marque .pip{fill:#fff;stroke:#000;stroke-width:.6}\
svg.marque .hidden{fill:var(--hidden);stroke:var(--ink)}\
svg.marque .ink{stroke:var(--ink);stroke-width:3}\
svg.marque .red{fill:#d24a3c;stroke:var(--ink)}\
svg.marque .yellow{fill:#f0c52e;stroke:var(--ink)}\
svg.marque .blue{fill:#3676c4;stroke:var(--ink)}\
svg.marque .green{fill:#3f9c55;stroke:var(--ink)}\
svg.marque .on-seat{fill:#fff;stroke:#000;stroke-width:.12em;paint-order:stroke;font-weight:bold}\
svg.marque .faint{opacity:.3}";

impl Picture {
    /// An empty picture of this size; the title is what a screen reader says.
    pub fn new(width: f32, height: f32, title: &str) -> Picture {
        Picture { width, height, title: title.to_owned(), parts: Vec::new(), body: String::new() }
    }

    /// Says that a rectangle of the picture can stand by itself. Where there is little room, a page shows such parts one
    /// below the other, in this order.
    pub fn part(&mut self, x: f32, y: f32, width: f32, height: f32) {
        self.parts.push([x, y, width, height].map(round));
    }

    /// A rectangle by its upper left corner.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, class: &str) {
        let [x, y, width, height] = [x, y, width, height].map(round);
        self.element(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""), class);
    }

    /// A circle by its centre.
    pub fn circle(&mut self, x: f32, y: f32, radius: f32, class: &str) {
        let [x, y, radius] = [x, y, radius].map(round);
        self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), class);
    }

    /// A straight line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), class: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(round);
        self.element(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""), class);
    }

    /// A closed shape by its corners.
    pub fn polygon(&mut self, corners: impl IntoIterator<Item = (f32, f32)>, class: &str) {
        let corners: Vec<String> = corners.into_iter().map(|(x, y)| format!("{},{}", round(x), round(y))).collect();
        self.element(format_args!("<polygon points=\"{}\"", corners.join(" ")), class);
    }

    /// A line or shape by the commands of an SVG path, such as `M0,0 L10,0 Q15,0 15,5`.
    pub fn path(&mut self, commands: &str, class: &str) {
        self.element(format_args!("<path d=\"{}\"", Escaped(commands)), class);
    }

    /// Words around a point, `size` high.
    pub fn text(&mut self, x: f32, y: f32, size: f32, text: &str, class: &str) {
        let (x, y) = (round(x), round(y));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" class=\"{}\">{}</text>",
            Escaped(class),
            Escaped(text)
        );
    }

    /// A piece of a seat, in its colour and its shape, with a word on it.
    pub fn piece(&mut self, x: f32, y: f32, radius: f32, seat: Seat, word: &str) {
        self.shape(x, y, radius, seat, &format!("seat{}", seat.0));
        self.text(x, y, radius * if word.len() > 2 { 0.7 } else { 0.9 }, word, "on-seat");
    }

    /// A piece of a seat whose face is not to be seen.
    pub fn face_down(&mut self, x: f32, y: f32, radius: f32, seat: Seat) {
        self.shape(x, y, radius, seat, &format!("seat{}", seat.0));
        self.shape(x, y, radius * 0.6, seat, "hidden");
    }

    /// The shape that stands for a seat: with four seats circle, square, triangle and diamond, then shapes of more
    /// corners.
    pub fn shape(&mut self, x: f32, y: f32, radius: f32, seat: Seat, class: &str) {
        let (corners, turn) = match seat.0 {
            0 => return self.circle(x, y, radius, class),
            1 => (4, 0.5),
            2 => (3, 0.0),
            3 => (4, 0.0),
            more => (u16::from(more) + 1, 0.0),
        };
        let angle = |corner: u16| (f32::from(corner) + turn) / f32::from(corners) * std::f32::consts::TAU;
        let radius = radius * if corners == 3 { 1.2 } else { 1.1 };
        let at = |corner| (x + radius * angle(corner).sin(), y - radius * angle(corner).cos());
        self.polygon((0..corners).map(at), class);
    }

    /// Draws what a person can point at as one thing, which the notation calls `place`.
    pub fn at(&mut self, place: &str, draw: impl FnOnce(&mut Picture)) {
        let _ = writeln!(self.body, "<g data-at=\"{}\">", Escaped(place));
        draw(self);
        self.body += "</g>\n";
    }

    /// The picture for a page that has the [style] already.
    pub fn without_style(&self) -> String {
        let mut svg = String::new();
        let _ = self.write(&mut svg, "");
        svg
    }

    fn write(&self, out: &mut dyn fmt::Write, style: &str) -> fmt::Result {
        let Picture { width, height, title, parts, body } = self;
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"marque\" viewBox=\"0 0 {width} {height}\" role=\"img\""
        )?;
        if !parts.is_empty() {
            let parts: Vec<String> = parts.iter().map(|part| part.map(|side| side.to_string()).join(" ")).collect();
            write!(out, " data-parts=\"{}\"", parts.join(","))?;
        }
        writeln!(out, ">\n<title>{}</title>", Escaped(title))?;
        writeln!(out, "{style}{body}</svg>")
    }

    fn element(&mut self, start: fmt::Arguments<'_>, class: &str) {
        let _ = writeln!(self.body, "{start} class=\"{}\"/>", Escaped(class));
    }
}

/// Enough decimals for a picture, the same on every machine.
fn round(x: f32) -> f32 {
    (x * 100.0).round() / 100.0
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &format!("<style>{}</style>\n", style()))
    }
}

/// The looks of all pictures, as a style sheet. A page may set the colours of seats, `--seat0` to `--seat7`, itself.
pub fn style() -> String {
    let seat = |(seat, colour): (usize, &str)| {
        format!("svg.marque .seat{seat}{{fill:var(--seat{seat},{colour});stroke:var(--ink)}}")
    };
    SEATS.into_iter().enumerate().map(seat).fold(STYLE.to_owned(), |style, seat| style + &seat)
}

/// The usual colours of the seats.
pub fn seat_colours() -> [&'static str; 8] {
    SEATS
}

/// Text that cannot leave its place in the picture.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            char => f.write_char(char),
        })
    }
}

/// Checks that the picture on the rules page of a game is this one; with `MARQUE_BLESS=1` draws it there anew.
#[cfg(test)]
pub(crate) fn assert_on_rules_page(game: &str, picture: &Picture) {
    let path = format!("{}/docs/rules/{game}.svg", env!("CARGO_MANIFEST_DIR"));
    let drawn = picture.to_string();
    if std::env::var_os("MARQUE_BLESS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == drawn, "{path} is out of date: run this test with MARQUE_BLESS=1");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        let mut picture = Picture::new(1.0, 1.0, "a <b> & \"c\"");
        picture.text(0.0, 0.0, 1.0, "</text><script>", "note");
        let svg = picture.to_string();
        assert!(!svg.contains("<script>") && svg.contains("a &lt;b&gt; &amp; &quot;c&quot;"));
    }

    #[test]
    fn every_seat_has_a_shape_of_its_own() {
        let shape = |seat| {
            let mut picture = Picture::new(1.0, 1.0, "");
            picture.shape(0.0, 0.0, 1.0, Seat(seat), "");
            picture.body
        };
        let shapes: std::collections::BTreeSet<String> = (0..8).map(shape).collect();
        assert_eq!(shapes.len(), 8);
    }
}
