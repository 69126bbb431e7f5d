//! The board as a picture, with a panel of what the seats hold.

use super::Hexxi;
use super::board::{Cell, cells};
use super::show::{points, sees};
use super::state::State;
use super::token::{Piece, Token, Tokens};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::Show;

/// From the centre of a cell to its corners.
const RADIUS: f32 = 30.0;
/// Half the width of a cell, which stands on a corner.
const HALF: f32 = RADIUS * 0.866;
/// From one row to the next.
const ROW: f32 = RADIUS * 1.5;
/// Round the board, where the strips of the far edges run.
const MARGIN: f32 = 30.0;
/// How much higher than the middle of its cell a piece stands, to leave room for the cell's name.
const LIFT: f32 = 3.0;
/// The width of the panel, and the height of its head, of a seat's part and of the legend.
const PANEL: f32 = 390.0;
const HEAD: f32 = 80.0;
const BLOCK: f32 = 84.0;
const LEGEND: f32 = 66.0;

type Point = (f32, f32);

pub(super) fn picture(game: &Hexxi, state: &State, viewer: Option<Seat>) -> Picture {
    let sea = &game.board;
    let rows = sea.rows() as f32;
    let panel_height = HEAD + BLOCK * game.seats as f32 + LEGEND;
    let board_height = 2.0 * MARGIN + ROW * (rows - 1.0) + 2.0 * RADIUS;
    let board_width = 2.0 * MARGIN + 2.0 * HALF * rows;
    let height = panel_height.max(board_height);
    let mut picture = Picture::new(board_width + PANEL, height, &format!("Piraci HEXXI. {}", game.heading(state)));
    let drawing = Drawing { game, state, viewer, top: MARGIN + (height - board_height) / 2.0 };
    picture.part(0.0, (height - board_height) / 2.0, board_width, board_height);
    picture.part(board_width - 8.0, (height - panel_height) / 2.0, PANEL + 8.0, panel_height);
    drawing.far_edges(&mut picture);
    for row in 0..sea.rows() {
        for cell in (0..sea.row_length(row)).filter_map(|column| sea.cell(row, column)) {
            picture.at(&game.cell_name(cell), |picture| drawing.cell(picture, cell));
        }
    }
    drawing.links(&mut picture);
    drawing.panel(&mut picture, board_width, (height - panel_height) / 2.0);
    picture
}

struct Drawing<'a> {
    game: &'a Hexxi,
    state: &'a State,
    viewer: Option<Seat>,
    top: f32,
}

impl Drawing<'_> {
    /// The middle of a cell; rows run upwards, each shifted by half a cell.
    fn centre(&self, cell: Cell) -> Point {
        let sea = &self.game.board;
        let (row, column) = sea.place(cell);
        let indent = (sea.rows() - sea.row_length(row)) as f32;
        let x = MARGIN + HALF * (indent + 1.0 + 2.0 * column as f32);
        let y = self.top + RADIUS + ROW * (sea.rows() - 1 - row) as f32;
        (x, y)
    }

    /// A strip along every edge of the board for each seat that wants its ships there (HX-2).
    fn far_edges(&self, picture: &mut Picture) {
        let sea = &self.game.board;
        let (middle, last) = (sea.side() - 1, sea.rows() - 1);
        let corners: Vec<Cell> = [(0, 0), (middle, 0), (last, 0), (last, middle), (middle, last), (0, middle)]
            .into_iter()
            .filter_map(|(row, column)| sea.cell(row, column))
            .collect();
        for (index, &corner) in corners.iter().enumerate() {
            let ends = [corner, corners[(index + 1) % corners.len()]];
            let [from, to] = ends.map(|end| self.centre(end));
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            // Corners go round clockwise, so outside lies to the left.
            let outward = ((to.1 - from.1) / length, (from.0 - to.0) / length);
            let off = |point: Point, by: f32| (point.0 + outward.0 * by, point.1 + outward.1 * by);
            let aims = |seat: &Seat| ends.iter().all(|end| sea.far_edges(*seat) & end.bit() != 0);
            for (nth, seat) in Seat::all(self.game.seats).filter(aims).enumerate() {
                let near = RADIUS + 6.0 + 9.0 * nth as f32;
                let strip = [off(from, near), off(to, near), off(to, near + 6.0), off(from, near + 6.0)];
                picture.polygon(strip, &format!("seat{}", seat.0));
            }
        }
    }

    fn cell(&self, picture: &mut Picture, cell: Cell) {
        let Drawing { game, state, .. } = *self;
        let (x, y) = self.centre(cell);
        let corners = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
        let hexagon = |scale: f32| corners.map(|(dx, dy)| (x + dx * HALF * scale, y + dy * RADIUS * scale));
        let reserved = game.board.reserved() & cell.bit() != 0;
        picture.polygon(hexagon(1.0), if reserved { "land" } else { "sea" });
        picture.polygon(hexagon(1.0), "edge");
        let y = y - LIFT;
        match state.piece(cell) {
            Some(Piece::Base(seat)) => picture.piece(x, y, 17.0, seat, "B"),
            Some(Piece::Token(seat, token)) => {
                if state.marked & cell.bit() != 0 {
                    picture.circle(x, y, 20.0, "mark");
                }
                let radius = if token == Token::Lane && self.shows(seat, cell) { 11.0 } else { 16.0 };
                self.token(
                    picture,
                    (x, y),
                    radius,
                    seat,
                    self.shows(seat, cell).then_some(token),
                    self.lies_down(cell),
                );
            }
            None if reserved => picture.text(x, y, 9.0, "away", "note"),
            None => {}
        }
        picture.text(x, y + 19.0 + LIFT, 8.0, &game.cell_name(cell), "note");
    }

    /// Bars between neighbouring lanes, and from lanes to bases: what connects units (HX-14), as far as the viewer knows it.
    fn links(&self, picture: &mut Picture) {
        let Drawing { game, state, .. } = *self;
        let lanes = cells(state.all_tokens(Token::Lane)).filter(|&lane| self.shows(state.owner(lane), lane));
        let lanes = lanes.fold(0, |mask, lane| mask | lane.bit());
        for lane in cells(lanes) {
            // Two lanes are one pair, not two.
            let others = lanes & !(lane.bit() - 1) | state.bases();
            for other in cells(game.board.near(lane) & others) {
                let (from, to) = (self.centre(lane), self.centre(other));
                let length = (to.0 - from.0).hypot(to.1 - from.1);
                let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
                let room = if state.bases() & other.bit() != 0 { 19.0 } else { 13.0 };
                let corner = |by: f32, aside: f32| {
                    (from.0 + along.0 * by - along.1 * aside, from.1 - LIFT + along.1 * by + along.0 * aside)
                };
                let far = length - room;
                picture.polygon([corner(13.0, 2.5), corner(far, 2.5), corner(far, -2.5), corner(13.0, -2.5)], "mark");
            }
        }
    }

    fn lies_down(&self, cell: Cell) -> bool {
        self.state.down & cell.bit() != 0
    }

    /// Whether the viewer knows the face of a seat's token on a cell.
    fn shows(&self, seat: Seat, cell: Cell) -> bool {
        !self.lies_down(cell) || sees(self.viewer, seat)
    }

    /// A token with its face, if that is known; one that lies face down looks so even to those who know it.
    fn token(&self, picture: &mut Picture, at: Point, radius: f32, seat: Seat, face: Option<Token>, down: bool) {
        let letter = face.map_or(String::new(), |token| token.letter().to_string());
        if down {
            picture.face_down(at.0, at.1, radius, seat);
            picture.text(at.0, at.1, radius * 0.8, &letter, "on-seat");
        } else {
            picture.piece(at.0, at.1, radius, seat, &letter);
        }
    }

    fn panel(&self, picture: &mut Picture, x: f32, y: f32) {
        let Drawing { game, state, .. } = *self;
        let heading = game.heading(state);
        let (round, doing) = heading.split_once(", ").unwrap_or((&heading, ""));
        picture.text(x, y + 18.0, 17.0, round, "strong left");
        picture.text(x, y + 40.0, 13.0, doing, "left");
        picture.text(x, y + 58.0, 13.0, &game.prompt(state), "left");
        for seat in Seat::all(game.seats) {
            picture.at(&seat.0.to_string(), |picture| {
                self.seat(picture, seat, x, y + HEAD + BLOCK * f32::from(seat.0));
            });
        }
        let y = y + HEAD + BLOCK * game.seats as f32;
        for (row, text) in [
            "L lane, S ship, P pirates, W warship, B base",
            "strips: where the ships of that seat want to go",
            "grey: face down; yellow bars: connected lanes; yellow ring: took a base",
        ]
        .into_iter()
        .enumerate()
        {
            picture.text(x, y + 14.0 + 16.0 * row as f32, 11.0, text, "note left");
        }
    }

    fn seat(&self, picture: &mut Picture, seat: Seat, x: f32, y: f32) {
        let state = self.state;
        picture.shape(x + 8.0, y + 10.0, 8.0, seat, &format!("seat{}", seat.0));
        let mut words = format!("{seat}: {}", points(state.score(seat)));
        if state.loot(seat) != 0 {
            words += &format!(", {} for captures", state.loot(seat));
        }
        if state.has_left(seat) {
            words += ", passed";
        }
        picture.text(x + 24.0, y + 10.0, 14.0, &words, "strong left");
        picture.text(x + 24.0, y + 34.0, 11.0, "hand", "note left");
        // Moves name tokens of the seat that is to move.
        let named = sees(self.viewer, seat) && state.mover() == seat;
        let (hand, up, down) = (state.hand(seat), state.pile_up(seat), state.pile_down(seat));
        self.tokens(picture, (x + 60.0, y + 34.0), seat, hand, true, named);
        picture.text(x + 24.0, y + 60.0, 11.0, "pile", "note left");
        let end = self.tokens(picture, (x + 60.0, y + 60.0), seat, up, false, false);
        self.tokens(picture, (end, y + 60.0), seat, down, true, false);
        for (empty, y) in [(hand.is_empty(), y + 34.0), (up.is_empty() && down.is_empty(), y + 60.0)] {
            if empty {
                picture.text(x + 60.0, y, 11.0, "empty", "note left");
            }
        }
    }

    /// Draws tokens in a row, face by face with how many there are, and returns where the row ends.
    fn tokens(
        &self,
        picture: &mut Picture,
        (mut x, y): Point,
        seat: Seat,
        tokens: Tokens,
        hidden: bool,
        named: bool,
    ) -> f32 {
        let known = !hidden || sees(self.viewer, seat);
        let faces = Token::ALL.map(|token| (Some(token), u32::from(tokens.count(token))));
        let unknown = [(None, tokens.len())];
        for &(face, count) in if known { &faces[..] } else { &unknown[..] } {
            if count == 0 {
                continue;
            }
            let draw = |picture: &mut Picture| {
                self.token(picture, (x + 10.0, y), 10.0, seat, face, hidden);
                picture.text(x + 23.0, y, 11.0, &format!("\u{d7}{count}"), "left");
            };
            match face.filter(|_| named) {
                Some(token) => picture.at(&token.letter().to_string(), draw),
                None => draw(picture),
            }
            x += 42.0;
        }
        x
    }
}
