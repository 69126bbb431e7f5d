//! Text for people: the board, whose decision it is, and what happens.

use super::Hexxi;
use super::action::{Action, Blow, Way};
use super::board::{Cell, cells};
use super::hidden::turns_up;
use super::picture::picture;
use super::state::{Deed, Phase, State};
use super::token::{Piece, Token};
use crate::game::{Event, Game};
use crate::page::{Ink, Page};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::{DeedWords, Show};

const LEGEND: &str = "L lane, S ship, P pirates, W warship, B base, with the number of the seat;\n\
    small letters lie face down, ? is hidden, a number alone is a free cell of its\n\
    row, counted from the west, x is the corner of a base that is off the board.\n";

impl Show for Hexxi {
    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        page.ink(Ink::Bold, self.heading(state)).text("\n");
        let widest = self.board.row_length(self.board.side() - 1);
        for row in (0..self.board.rows()).rev() {
            let length = self.board.row_length(row);
            page.ink(Ink::Dim, format!("{:indent$}{}", "", (b'a' + row as u8) as char, indent = 2 * (widest - length)));
            for (column, cell) in (0..length).filter_map(|column| Some((column, self.board.cell(row, column)?))) {
                page.text("  ");
                self.draw_cell(&mut page, state, cell, column + 1, viewer);
            }
            page.text("\n");
        }
        for seat in Seat::all(self.seats) {
            self.draw_seat(&mut page, state, seat, viewer);
        }
        page.ink(Ink::Dim, LEGEND);
        page
    }

    fn prompt(&self, state: &State) -> String {
        let seat = state.mover();
        match state.phase {
            Phase::Placing => format!("{seat} lays a token, stashes one or spies"),
            Phase::Paying { owed } => format!("{seat} pays for spying, {owed} more"),
            Phase::Withdrawing => format!("{seat} takes a token back for its empty initiative pile"),
            Phase::Bidding(bidding) => {
                format!("{seat} raises to {} for the earlier place, or folds", bidding.high + 1)
            }
            Phase::Confronting => format!("{seat} acts"),
            Phase::Escorting(chain) => {
                format!("{seat} escorts on with the warship on {}, or halts", self.cell_name(chain.warship))
            }
            Phase::Over => "the game is over".to_owned(),
        }
    }

    fn narrate(&self, before: &State, event: Event<Action, ()>, viewer: Option<Seat>) -> String {
        let Event::Action(action) = event else { return String::new() };
        let mut after = *before;
        self.play(&mut after, action);
        let deed = self.deed(before, action, viewer);
        format!("Seat {} {deed}.{}", before.mover().0, self.sequel(before, &after))
    }

    fn picture(&self, state: &State, viewer: Option<Seat>) -> Option<Picture> {
        Some(picture(self, state, viewer))
    }

    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for deed in Deed::ALL {
            (0..state.deeds(seat, deed)).for_each(|_| tell(deed.word()));
        }
    }

    fn can_come_to(&self, deed: &str) -> bool {
        self.spying || deed != Deed::Spied.word()
    }

    fn deed_words(deed: &str) -> DeedWords {
        let deed = Deed::ALL.into_iter().find(|other| other.word() == deed);
        match deed {
            Some(Deed::Seized) => DeedWords::new("seizes", "ship", ""),
            Some(Deed::Intercepted) => DeedWords::new("intercepts", "band", "of pirates"),
            Some(Deed::Ambushed) => DeedWords::new("ambushes", "warship", ""),
            Some(Deed::Trapped) => DeedWords::new("takes", "base", ""),
            Some(Deed::Rescued) => DeedWords::new("takes back", "ship", ""),
            Some(Deed::Edge) => DeedWords::new("scores", "ship", "on a far edge"),
            Some(Deed::Betrayed) => DeedWords::new("attacks", "token", "of its own"),
            Some(Deed::Spied) | None => DeedWords::new("spies", "time", ""),
        }
    }
}

impl Hexxi {
    /// Which round it is and what goes on in it.
    pub(super) fn heading(&self, state: &State) -> String {
        let round = format!("Round {} of {}", state.round() + 1, self.rounds());
        match state.phase {
            Phase::Over => "The game is over".to_owned(),
            Phase::Bidding(bidding) => format!("{round}, bidding for initiative, highest bid {}", bidding.high),
            phase if phase.is_placing() => format!("{round}, placing"),
            _ => format!("{round}, confrontation"),
        }
    }

    fn draw_cell(&self, page: &mut Page, state: &State, cell: Cell, number: usize, viewer: Option<Seat>) {
        match state.piece(cell) {
            Some(Piece::Base(seat)) => page.ink(Ink::Seat(seat), format!("B{}", seat.0)),
            Some(Piece::Token(seat, token)) => {
                let letter = if state.down & cell.bit() == 0 {
                    token.letter()
                } else if sees(viewer, seat) {
                    token.letter().to_ascii_lowercase()
                } else {
                    '?'
                };
                page.ink(Ink::Seat(seat), format!("{letter}{}", seat.0))
            }
            None if self.board.reserved() & cell.bit() != 0 => page.ink(Ink::Dim, " x"),
            None => page.ink(Ink::Dim, format!("{number:>2}")),
        };
    }

    fn draw_seat(&self, page: &mut Page, state: &State, seat: Seat, viewer: Option<Seat>) {
        let known = sees(viewer, seat);
        page.ink(Ink::Seat(seat), seat.to_string());
        page.text(format!(": {}", points(state.score(seat))));
        if state.loot(seat) != 0 {
            page.text(format!(", {} for captures", points(state.loot(seat))));
        }
        let hand = state.hand(seat);
        if !hand.is_empty() {
            page.text(format!(", hand {}", hand.letters(known)));
        }
        let (up, down) = (state.pile_up(seat), state.pile_down(seat));
        if !(up.is_empty() && down.is_empty()) {
            page.text(", initiative pile ");
            if !up.is_empty() {
                page.text(up.to_string());
            }
            if !down.is_empty() {
                page.text(down.letters(known).to_lowercase());
            }
        }
        for ship in cells(state.marked & state.owned(seat)) {
            page.text(format!(", ship on {} took a base", self.cell_name(ship)));
        }
        if state.has_left(seat) {
            page.text(", passed");
        }
        page.text("\n");
    }

    /// What the seat to move does, as a viewer sees it.
    fn deed(&self, before: &State, action: Action, viewer: Option<Seat>) -> String {
        let seat = before.mover();
        let name = |cell| self.cell_name(cell);
        let laid = |token: Token| if sees(viewer, seat) { token.a_name() } else { "a token" };
        let whose = |cell: Cell| match before.owner(cell) {
            owner if owner == seat => "its own".to_owned(),
            owner => format!("seat {}'s", owner.0),
        };
        match action {
            Action::Place(token, cell) => format!("lays {} face down on {}", laid(token), name(cell)),
            Action::Stash(token) => format!("stashes {} on its initiative pile", laid(token)),
            Action::Spy(cell) => {
                format!(
                    "spies on {}: it is {} of seat {}",
                    name(cell),
                    before.token(cell).a_name(),
                    before.owner(cell).0
                )
            }
            Action::Show(cell) => format!("shows {} on {}", before.token(cell).a_name(), name(cell)),
            Action::Offer(token) => format!("lays {} face up on its initiative pile", token.a_name()),
            Action::Withdraw(cell) => {
                let open = before.down & cell.bit() == 0;
                let token = before.token(cell);
                let what = if open { token.a_name() } else { laid(token) };
                format!("takes {what} back from {}", name(cell))
            }
            Action::Raise => match before.phase {
                Phase::Bidding(bidding) => format!("bids {}", points(i32::from(bidding.high) + 1)),
                _ => "raises".to_owned(),
            },
            Action::Fold => "folds".to_owned(),
            Action::Pass => "passes".to_owned(),
            Action::Halt => "halts its warship".to_owned(),
            Action::Move(way, from, to) => {
                let verb = match way {
                    Way::Sail => "sails",
                    Way::Convoy => "convoys",
                    Way::Escort => "escorts",
                };
                let lane = before.all_tokens(Token::Lane) & to.bit() != 0;
                let taking = if lane { format!(" onto {} lane", whose(to)) } else { String::new() };
                format!("{verb} {} from {} to {}{taking}", before.token(from).a_name(), name(from), name(to))
            }
            Action::Attack(blow, by, on) => {
                let (verb, target) = match blow {
                    Blow::Seize => ("seizes", "ship"),
                    Blow::Intercept => ("intercepts", "pirates"),
                    Blow::Ambush => ("ambushes", "warship"),
                    Blow::Trap => ("takes", "base"),
                };
                format!("{verb} {} {target} on {} from {}", whose(on), name(on), name(by))
            }
            Action::Rescue(by, captor) => {
                format!("takes a ship back from seat {} with the warship on {}", captor.0, name(by))
            }
        }
    }

    /// What follows an action by itself and all see: piles and tokens turned up, a round scored.
    fn sequel(&self, before: &State, after: &State) -> String {
        let (piles, board) = turns_up(before, after);
        let scored = after.round() > before.round();
        let mut told = String::new();
        if piles {
            told += " The initiative piles are turned up.";
        }
        if board {
            told += " All tokens are turned up.";
        }
        if board && !scored {
            let order: Vec<String> = after.order[..self.seats].iter().map(Seat::to_string).collect();
            told += &format!(" The order is {}.", order.join(", "));
        }
        if scored {
            let scores: Vec<String> = after.scores[..self.seats].iter().map(i32::to_string).collect();
            told += &format!(" The round is scored: {}.", scores.join(", "));
        }
        if scored && !after.phase.is_placing() && after.phase != Phase::Over {
            told += " The board is full, so the next confrontation begins at once.";
        }
        told
    }
}

/// Whether a viewer sees the faces of a seat's hidden tokens.
pub(super) fn sees(viewer: Option<Seat>, seat: Seat) -> bool {
    viewer.is_none_or(|viewer| viewer == seat)
}

pub(super) fn points(points: i32) -> String {
    format!("{points} point{}", if points.abs() == 1 { "" } else { "s" })
}
