//! A picture of the board as SVG, complete in itself.

use std::fmt::Write as _;

use crate::seat::Seat;

use super::Somaliland;
use super::chart::{COLUMNS, HEIGHT, Place, ROWS, SQUARE, WIDTH};
use super::lane::{Lane, Route};
use super::ship::{SIDE, Ship};
use super::state::State;

/// The panel of words beside the map.
const PANEL: i32 = 4600;
const COLOURS: [&str; 4] = ["#c62828", "#1565c0", "#e0a100", "#2e7d32"];

/// A piece of the picture; writing to a string cannot fail.
macro_rules! draw {
    ($svg:expr, $($part:tt)*) => {
        let _ = writeln!($svg, $($part)*);
    };
}

/// A place as the picture has it, with y downwards.
fn on_page(place: Place) -> (i32, i32) {
    (place.x, HEIGHT - place.y)
}

impl Somaliland {
    /// The map with lanes, ports and ships, and a panel with scores and contracts; units are tenths of a millimetre.
    pub(super) fn picture(&self, state: &State) -> String {
        let mut svg = String::new();
        let (width, height) = (WIDTH + PANEL, HEIGHT);
        draw!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
             font-family=\"sans-serif\">",
            width / 10,
            height / 10
        );
        draw!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
        self.draw_sea(&mut svg);
        self.draw_lanes(&mut svg);
        self.draw_harbours(&mut svg);
        for ship in state.at_sea() {
            draw_locks(&mut svg, state, ship);
        }
        for ship in state.at_sea() {
            self.draw_ship(&mut svg, state, ship);
        }
        self.draw_panel(&mut svg, state);
        svg += "</svg>\n";
        svg
    }

    /// Every row of squares as a few rectangles.
    fn draw_sea(&self, svg: &mut String) {
        draw!(svg, "<g shape-rendering=\"crispEdges\">");
        for row in 0..ROWS {
            let y = row as i32 * SQUARE;
            let colour = |column: usize| {
                let at = Place { x: column as i32 * SQUARE, y };
                match (self.chart.is_sea(Route::Africa, at), self.chart.is_sea(Route::Somalia, at)) {
                    (false, false) => "#e6d5a8",
                    (true, false) => "#dcebf3",
                    (false, true) => "#b9dcec",
                    (true, true) => "#cbe6d8",
                }
            };
            let mut from = 0;
            while from < COLUMNS {
                let to = (from..COLUMNS).find(|&column| colour(column) != colour(from)).unwrap_or(COLUMNS);
                draw!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{SQUARE}\" fill=\"{}\"/>",
                    from as i32 * SQUARE,
                    HEIGHT - y - SQUARE,
                    (to - from) as i32 * SQUARE,
                    colour(from)
                );
                from = to;
            }
        }
        draw!(svg, "</g>");
    }

    /// The shortest way of each route as a broken line, with the names of its lanes.
    fn draw_lanes(&self, svg: &mut String) {
        for (lane, back) in [(Lane::AfricaSouth, Lane::AfricaNorth), (Lane::SomaliaSouth, Lane::SomaliaNorth)] {
            let way = self.chart.shortest_way(lane);
            let mut points = String::new();
            for &place in &way {
                let (x, y) = on_page(place);
                let _ = write!(points, "{x},{y} ");
            }
            draw!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"#54788a\" stroke-width=\"16\" \
                 stroke-dasharray=\"70 70\"/>"
            );
            let (x, y) = on_page(way[way.len() / 2]);
            let label = format!("{lane} {back}");
            draw!(svg, "{}", words((x + 60).min(WIDTH - 700), y, 200, "#54788a", "start", &label));
        }
    }

    fn draw_harbours(&self, svg: &mut String) {
        for (lane, name) in [(Lane::AfricaNorth, 'N'), (Lane::AfricaSouth, 'S')] {
            let (x, y) = on_page(self.chart.goal(lane));
            draw!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#37474f\" stroke-width=\"12\" \
                 stroke-dasharray=\"30 30\"/>",
                self.settings.goal_radius
            );
            draw!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"120\" fill=\"#37474f\"/>");
            draw!(svg, "{}", words(x, y + 65, 180, "#ffffff", "middle", &name.to_string()));
        }
        for &port in self.chart.ports() {
            let (x, y) = on_page(port);
            draw!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"110\" fill=\"#000000\"/>");
            draw!(svg, "{}", words(x, y + 60, 160, "#ffffff", "middle", "P"));
        }
    }

    /// A die with the number that is up; a ring shows that pirates hold it, a bar that it misses a turn.
    fn draw_ship(&self, svg: &mut String, state: &State, ship: Ship) {
        let (x, y) = on_page(state.place(ship));
        let half = SIDE / 2;
        if state.held().contains(ship) {
            draw!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"145\" fill=\"none\" stroke=\"#d50000\" stroke-width=\"28\"/>"
            );
        }
        let thrown = if state.thrown() == Some(ship) { "#000000" } else { "#ffffff" };
        draw!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"24\" fill=\"{}\" stroke=\"{thrown}\" \
             stroke-width=\"16\"/>",
            x - half,
            y - half,
            COLOURS[ship.seat().index()]
        );
        draw!(svg, "{}", words(x, y + 46, 130, "#ffffff", "middle", &self.top(state, ship).to_string()));
        if state.missing().contains(ship) {
            draw!(
                svg,
                "<line x1=\"{0}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\" stroke=\"#000000\" stroke-width=\"26\"/>",
                x - half,
                x + half,
                y + half + 28
            );
        }
        // The label stays on the map.
        let (anchor, x) = if x > WIDTH - 800 { ("end", x - half - 40) } else { ("start", x + half + 40) };
        let y = (y - half).max(130);
        draw!(svg, "{}", words(x, y, 130, COLOURS[ship.seat().index()], anchor, &self.label(state, ship)));
    }

    fn draw_panel(&self, svg: &mut String, state: &State) {
        let x = WIDTH + 150;
        let mut y = 300;
        draw!(svg, "{}", words(x, y, 200, "#000000", "start", &self.moment(state)));
        let mut line = |svg: &mut String, colour: &str, text: &str| {
            y += 175;
            draw!(svg, "{}", words(x, y, 125, colour, "start", text));
        };
        if !state.offer().is_empty() {
            line(svg, "#000000", "on offer:");
            line(svg, "#000000", &state.offer().to_string());
        }
        for seat in Seat::all(self.seats) {
            line(svg, "#000000", "");
            let ledger = state.ledger(seat);
            line(svg, COLOURS[seat.index()], &format!("{seat}: score {}, ransom {}", ledger.score(), ledger.ransom));
            line(svg, "#000000", &format!("contracts {}", state.cards(seat)));
            line(svg, "#000000", &self.ashore(state, seat));
            for ship in state.at_sea().of(seat) {
                line(svg, COLOURS[seat.index()], &self.fares(state, ship));
            }
        }
        line(svg, "#000000", "");
        for text in [
            "number: ransom; red ring: held; bar: misses a turn",
            "red line: locked; dark edge: to be thrown",
            "sand: land; green: sea of both routes",
            "pale: around Africa; blue: past Somalia",
        ] {
            line(svg, "#607d8b", text);
        }
    }
}

fn words(x: i32, y: i32, size: i32, colour: &str, anchor: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\" \
         font-weight=\"bold\" stroke=\"#ffffff\" stroke-opacity=\"0.7\" stroke-width=\"{}\" \
         paint-order=\"stroke\">{text}</text>",
        // White letters need no rim.
        if colour == "#ffffff" { 0 } else { size / 5 }
    )
}

/// A line to every ship that this one is locked to, drawn from the lower of the two.
fn draw_locks(svg: &mut String, state: &State, ship: Ship) {
    let (x, y) = on_page(state.place(ship));
    for other in state.locked_to(ship).filter(|&other| ship < other) {
        let (to_x, to_y) = on_page(state.place(other));
        draw!(svg, "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"#d50000\" stroke-width=\"60\"/>");
    }
}
