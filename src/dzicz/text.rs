//! The board, the decisions and the events in words for people.

use crate::game::{Event, Game};
use crate::page::{Ink, Page};
use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance, Deal};
use super::board::Field;
use super::mission::{Card, Place};
use super::state::{Chit, State, Step, Threat};

/// The seat whose set has the field.
fn owner(sets: &[u64], field: Field) -> Option<Seat> {
    sets.iter().position(|set| set & field.bit() != 0).map(|seat| Seat(seat as u8))
}

/// A seat at the beginning of a sentence.
fn subject(seat: Seat) -> String {
    format!("Seat {}", seat.0)
}

/// What another seat has on a field, as the object of a sentence.
fn holding(state: &State, field: Field) -> String {
    match owner(&state.tokens, field) {
        None => "nothing".to_owned(),
        Some(seat) if state.forts(seat) & field.bit() != 0 => format!("the token and fort of {seat}"),
        Some(seat) => format!("the token of {seat}"),
    }
}

impl Dzicz {
    pub(super) fn draw_board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        match state.step {
            Step::Deal => page.line("the missions are dealt"),
            Step::Over => page.line(format!("the game is over after turn {}", state.turn)),
            _ => page.line(format!("turn {} of {}", state.turn, self.turns)),
        };
        let size = self.board.size();
        for rank in (0..size).rev() {
            page.ink(Ink::Dim, format!("{} ", rank + 1));
            for file in 0..size {
                page.text(" ");
                self.draw_field(state, Field::new(file, rank), &mut page);
            }
            page.line("");
        }
        page.text("  ");
        for file in 0..size {
            page.ink(Ink::Dim, format!(" {}   ", char::from(b'a' + file)));
        }
        page.line("");
        for seat in Seat::all(self.seats) {
            self.draw_seat(state, seat, viewer, &mut page);
        }
        let open = state.cards().iter().filter(|card| card.place() == Place::Open);
        page.line(format!("open: {}", list(open.map(|card| card.mission().to_string()))));
        page.ink(Ink::Dim, "0 token of seat 0, 0# with its fort, *0 its soldier, . neither token nor fort\n");
        page
    }

    /// A field in four characters: token, fort, soldier.
    fn draw_field(&self, state: &State, field: Field, page: &mut Page) {
        match owner(&state.tokens, field) {
            Some(seat) => {
                let fort = if state.forts(seat) & field.bit() != 0 { '#' } else { ' ' };
                page.ink(Ink::Seat(seat), format!("{}{fort}", seat.0))
            }
            None => page.ink(Ink::Dim, ". "),
        };
        match owner(&state.soldiers, field) {
            Some(seat) => page.ink(Ink::Seat(seat), format!("*{}", seat.0)),
            None => page.text("  "),
        };
    }

    /// What lies before a seat, in a line.
    fn draw_seat(&self, state: &State, seat: Seat, viewer: Option<Seat>, page: &mut Page) {
        let home = state.home(seat).map_or("nowhere".to_owned(), |home| home.to_string());
        let chits = Chit::ALL.map(|chit| format!("{} {}", chit.name(), state.chits(seat, chit))).join(", ");
        let lies_here = |card: &&Card| matches!(card.place(), Place::Secret(s) | Place::Claimed(s) if s == seat);
        let cards = state.cards().iter().filter(lies_here).map(|card| match card.place() {
            Place::Secret(_) if viewer.is_none_or(|viewer| viewer == seat) => format!("{} (secret)", card.mission()),
            Place::Secret(_) => "? (secret)".to_owned(),
            _ => card.mission().to_string(),
        });
        page.ink(Ink::Seat(seat), seat.to_string());
        page.line(format!("  home {home}; {chits}; missions: {}", list(cards)));
    }

    pub(super) fn ask(&self, state: &State) -> String {
        let seat = state.mover;
        match state.step {
            Step::Deal => match self.next_deal(state) {
                Some(Place::Secret(seat)) => format!("chance deals {seat} a secret mission"),
                _ => "chance deals an open mission".to_owned(),
            },
            Step::Landing => format!("{seat} chooses where to land"),
            Step::Soldiers => match state.charger() {
                Some(field) => format!("{seat} moves its soldiers; the one on {field} may charge on"),
                None => format!("{seat} moves its soldiers"),
            },
            Step::Defence => {
                let Threat { by, advance, .. } = state.answered();
                format!("{seat} may defend {} against a soldier of {by}", advance.to)
            }
            Step::Window if seat == state.active => format!("{seat} may maneuver before its action"),
            Step::Window => format!("{seat} may maneuver before the action of {}", state.active),
            Step::Action => format!("{seat} chooses its action"),
            Step::Expansion => format!("{seat} may expand under a soldier"),
            Step::Recruits => format!("{seat} may place {} for its trail", counted(state.left, "recruit")),
            Step::Works => format!("{seat} has {} for its resources", counted(state.left, "action")),
            Step::Over => "the game is over".to_owned(),
        }
    }

    pub(super) fn tell(&self, before: &State, event: Event<Action, Deal>, viewer: Option<Seat>) -> String {
        let mut story = match event {
            Event::Outcome(Deal { to: None, mission }) => format!("The {mission} mission lies open."),
            Event::Outcome(Deal { to: Some(seat), mission }) => {
                if viewer.is_none_or(|viewer| viewer == seat) {
                    format!("{} gets the {mission} mission in secret.", subject(seat))
                } else {
                    format!("{} gets a secret mission.", subject(seat))
                }
            }
            Event::Action(action) => format!("{} {}.", subject(before.mover), self.deed(before, action)),
        };
        let mut after = *before;
        self.apply(&mut after, event);
        for (card, now) in before.cards().iter().zip(after.cards()) {
            match (card.place(), now.place()) {
                (was, is) if was == is => {}
                (Place::Claimed(loser), Place::Claimed(seat)) => {
                    story += &format!(" {} loses the {} mission to {seat}.", subject(loser), now.mission());
                }
                (_, Place::Claimed(seat)) => {
                    story += &format!(" {} claims the {} mission.", subject(seat), now.mission());
                }
                (Place::Claimed(loser), _) => {
                    story += &format!(" {} loses the {} mission.", subject(loser), now.mission());
                }
                _ => {}
            }
        }
        story
    }

    /// What an action of the mover does, as the rest of a sentence about it.
    fn deed(&self, state: &State, action: Action) -> String {
        let step = |how: &str, advance: Advance| {
            let Advance { from, to, razing } = advance;
            let meets = match owner(&state.soldiers, to) {
                Some(seat) => format!(" against the soldier of {seat}"),
                None => String::new(),
            };
            let removes = if razing { format!(" to remove {}", holding(state, to)) } else { String::new() };
            format!("{how} from {from} to {to}{meets}{removes}")
        };
        match action {
            Action::Start(field) => format!("lands on {field}"),
            Action::Move(advance) => step("moves a soldier", advance),
            Action::Charge(advance) => step("charges on", advance),
            Action::Maneuver(advance) => step("maneuvers", advance),
            Action::Raze(field) => format!("removes {} from {field}", holding(state, field)),
            Action::End => "ends the moves of its soldiers".to_owned(),
            Action::Defend => {
                let Threat { by, advance, .. } = state.answered();
                format!("defends {} and sends the soldier of {by} back to {}", advance.to, advance.from)
            }
            Action::Allow => {
                let Threat { by, advance, .. } = state.answered();
                format!("lets the soldier of {by} enter {}", advance.to)
            }
            Action::Token(field) => match owner(&state.tokens, field) {
                Some(loser) => format!("puts a token on {field} in place of that of {loser}"),
                None => format!("puts a token on {field}"),
            },
            Action::Fort(field) => format!("builds a fort on {field}"),
            Action::Soldier(field) => format!("puts a soldier on {field}"),
            Action::Expand(field) => format!("expands to {field}, with token and fort"),
            Action::Recruit(field) => format!("recruits a soldier on {field}"),
            Action::Skip => match state.step {
                Step::Window => "does not maneuver".to_owned(),
                Step::Expansion => "does not expand".to_owned(),
                _ => "recruits no more".to_owned(),
            },
            Action::Pass => "passes".to_owned(),
        }
    }
}

fn counted(number: u8, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Words with commas between them, or a word for none.
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
