//! The game in words for people.

use std::fmt::Display;

use super::Bosman;
use super::action::Action;
use super::aftermath::aftermath;
use super::beach::{Field, SIDE};
use super::boat::rows_of_three;
use super::hidden::veil;
use super::notation::write_sitter;
use super::picture::picture;
use super::queue::Slot;
use super::shore::Piece;
use super::state::{Phase, State};
use super::token::{Gang, Place, Token};
use crate::game::{Event, Game};
use crate::page::{Ink, Page};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::{DeedWords, Show};

const LEGEND: &str = "(.) boatswain   r outpost   R10 token   R* sailor   x1 covered tokens   ? unseen";

/// The items joined by spaces, or a word where there is none.
fn list<T: Display>(items: impl Iterator<Item = T>, none: &str) -> String {
    let texts: Vec<String> = items.map(|item| item.to_string()).collect();
    if texts.is_empty() { none.to_owned() } else { texts.join(" ") }
}

/// `1 token`, `2 tokens`.
pub(super) fn count(n: u32, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// `Seat 0`, to begin a sentence.
pub(super) fn name(seat: Seat) -> String {
    format!("Seat {}", seat.0)
}

impl Show for Bosman {
    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let state = &viewer.map_or(*state, |viewer| veil(self, state, viewer).0);
        let mut page = Page::new();
        let files = ('a'..='g').map(|file| format!("  {file} ")).collect::<String>();
        page.ink(Ink::Dim, format!("  {files}      boat\n"));
        for rank in (0..SIDE).rev() {
            page.ink(Ink::Dim, format!("{} ", rank + 1));
            (0..SIDE).for_each(|file| self.draw_field(&mut page, state, Field::at(file, rank)));
            self.draw_boat_row(&mut page, state, SIDE - rank - 1);
            page.line("");
        }
        for seat in Seat::all(self.seats) {
            let gangs: Vec<Gang> = self.gangs_of(seat).collect();
            let score: u32 = gangs.iter().map(|&gang| self.score(state, gang)).sum();
            let unseen = state.hand_size(seat) - state.hand(seat).total();
            let hand = state.hand(seat).iter().map(|token| token.to_string());
            let hand = hand.chain(std::iter::repeat_n("?".to_owned(), unseen as usize));
            page.ink(Ink::Seat(seat), format!("{} ({})", name(seat), list(gangs.iter(), "")));
            page.line(format!(
                ": {}; hand {}; sailors {}; {}",
                count(score, "point"),
                list(hand, "empty"),
                list(gangs.iter().filter(|&&gang| state.has_sailor(gang)), "none"),
                count(state.poisons(seat), "poison"),
            ));
        }
        let queue = state.queue().map(|slot| seen(slot, viewer));
        page.line(format!("Stack: {} shuffled, under them {}", state.shuffled_size, list(queue, "nothing")));
        page.ink(Ink::Dim, LEGEND).line("");
        page
    }

    fn prompt(&self, state: &State) -> String {
        let seat = state.seat;
        match state.phase {
            Phase::Over => format!("the game is over: {}", self.ending(state).reason),
            _ if state.due > 0 => format!("{seat} draws {}", count(state.due.into(), "token")),
            Phase::Deal | Phase::Exchange => format!("{seat} keeps its hand or exchanges tokens of it, once"),
            Phase::Turn => format!("{seat} plays, swaps or poisons (turn {})", state.turns),
            Phase::Boarding => format!("{seat} takes a token beside the boatswain on board"),
        }
    }

    fn narrate(&self, before: &State, event: Event<Action, Token>, viewer: Option<Seat>) -> String {
        let seat = before.seat;
        let insider = viewer.is_none_or(|viewer| viewer == seat);
        let mover = name(seat);
        let mut story = match event {
            Event::Outcome(token) if insider => format!("{mover} draws {token}."),
            Event::Outcome(_) => format!("{mover} draws a token."),
            Event::Action(Action::Swap(batch)) => {
                let what = if insider { list(batch.iter(), "") } else { count(batch.size(), "token") };
                format!("{mover} swaps {what}.")
            }
            Event::Action(Action::Play { token, field }) => tell_laying(before, Piece::Pirate(token), field),
            Event::Action(Action::Sailor { gang, field }) => tell_laying(before, Piece::Sailor(gang), field),
            Event::Action(Action::Board { field, place }) => {
                let piece = before.piece(field).map_or(String::new(), called);
                format!("{mover} takes {piece} from {field} on board, to place {place}.")
            }
            Event::Action(Action::Poison(place)) => format!("{mover} poisons the token on place {place}."),
            Event::Action(Action::Keep) => format!("{mover} keeps its hand."),
            Event::Action(Action::Pass) => format!("{mover} passes."),
        };
        let aftermath = aftermath(self, before, event);
        if !aftermath.taken.is_empty() {
            let known = |slot: &Slot| if insider { slot.token.to_string() } else { seen(*slot, viewer) };
            let taken = list(aftermath.taken.iter().map(known), "");
            story.push_str(&format!(" {mover} takes {taken} from under the stack."));
        }
        if aftermath.passes > 0 {
            story.push_str(&format!(" Nobody can do anything for {}.", count(aftermath.passes, "turn")));
        }
        if aftermath.state.phase == Phase::Over {
            story.push_str(&format!(" The game ends: {}.", self.ending(&aftermath.state).reason));
        }
        story
    }

    fn picture(&self, state: &State, viewer: Option<Seat>) -> Option<Picture> {
        Some(picture(self, state, viewer))
    }

    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for gang in self.gangs_of(seat) {
            let aboard = state.aboard(gang);
            let mut often = |deed: &str, times: u32| (0..times).for_each(|_| tell(deed));
            often(&format!("{gang}-pirate-aboard"), (aboard & !state.sailors_aboard()).count_ones());
            often(&format!("{gang}-sailor-aboard"), (aboard & state.sailors_aboard()).count_ones());
            often(&format!("{gang}-row"), rows_of_three(aboard));
        }
        (state.poisons(seat)..u32::from(self.poisons)).for_each(|_| tell("poison-used"));
    }

    fn can_come_to(&self, deed: &str) -> bool {
        (self.poisons > 0 || deed != "poison-used") && (self.sailors || !deed.ends_with("-sailor-aboard"))
    }

    fn deed_words(deed: &str) -> DeedWords {
        let gang = |letter: &str| match letter {
            "R" => "the Red Carpet",
            "F" => "the Dead Fish",
            "C" => "the Wooden Crate",
            _ => "the Old Tin",
        };
        match deed.split_once('-').map(|(letter, what)| (gang(letter), what)) {
            Some((gang, "pirate-aboard")) => DeedWords::new("has", "pirate", format!("of {gang} aboard")),
            Some((gang, "sailor-aboard")) => DeedWords::new("has", "sailor", format!("of {gang} aboard")),
            Some((gang, "row")) => DeedWords::new("has", "row", format!("of three of {gang}")),
            _ => DeedWords::new("uses", "poison", ""),
        }
    }
}

impl Bosman {
    fn draw_field(&self, page: &mut Page, state: &State, field: Field) {
        let outpost = self.outpost(field);
        let ink = outpost.map_or(Ink::Dim, |gang| Ink::Seat(gang.seat(self.seats)));
        let empty = || outpost.map_or('.', |gang| gang.letter().to_ascii_lowercase());
        match state.piece(field) {
            Some(Piece::Pirate(token)) => page.ink(ink, format!(" {token}")),
            Some(Piece::Sailor(gang)) => page.ink(ink, format!(" {gang}* ")),
            None if field == state.boatswain() => page.ink(Ink::Bold, format!(" ({})", empty())),
            None => page.ink(ink, format!("  {} ", empty())),
        };
    }

    /// The boat beside the beach: its columns above, then a row a line.
    fn draw_boat_row(&self, page: &mut Page, state: &State, line: usize) {
        if line == 0 {
            let columns = (0..self.columns).map(|column| format!("{column:<5}")).collect::<String>();
            page.ink(Ink::Dim, format!("        {}", columns.trim_end()));
        } else if line <= self.rows {
            page.ink(Ink::Dim, format!("     {line}"));
            for place in (0..self.columns).map(|column| Place::at(line - 1, column)) {
                let sitter = state.sitter(place);
                let mut text = sitter.map_or(".".to_owned(), write_sitter);
                match state.covered(place) {
                    0 => {}
                    covered => text.push_str(&format!("x{covered}")),
                }
                let width = if place.dots() + 1 == self.columns { 0 } else { 3 };
                let ink = sitter.map_or(Ink::Plain, |(gang, _)| Ink::Seat(gang.seat(self.seats)));
                page.text("  ").ink(ink, format!("{text:<width$}"));
            }
        }
    }
}

fn tell_laying(before: &State, piece: Piece, field: Field) -> String {
    let mut story = format!("{} lays {} on {field}", name(before.seat), called(piece));
    if let Some(old) = before.piece(field) {
        story.push_str(&format!(" in place of {}", called(old)));
    }
    let to = before.walk(field, piece.digit());
    let walk = if to == before.boatswain() { "stays".to_owned() } else { format!("walks to {to}") };
    format!("{story}, and the boatswain {walk}.")
}

/// A token under the stack as a viewer knows it.
fn seen(slot: Slot, viewer: Option<Seat>) -> String {
    if viewer.is_none_or(|viewer| slot.is_known_to(viewer)) { slot.token.to_string() } else { "?".to_owned() }
}

fn called(piece: Piece) -> String {
    match piece {
        Piece::Pirate(token) => token.to_string(),
        Piece::Sailor(gang) => format!("the sailor of {gang}"),
    }
}
