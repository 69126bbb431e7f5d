//! The board, the decisions and the events in words for people.

use crate::game::{Event, Game};
use crate::page::{Ink, Page};
use crate::picture::Picture;
use crate::seat::Seat;
use crate::show::{DeedWords, Show};

use super::Dzicz;
use super::action::{Action, Advance, Deal};
use super::board::{Field, Fields};
use super::mission::{Card, Mission, Place, Secrets};
use super::picture::picture;
use super::state::{Chit, Phase, State, Threat};

impl Show for Dzicz {
    fn board(&self, state: &State, viewer: Option<Seat>) -> Page {
        let mut page = Page::new();
        page.line(self.moment(state));
        let size = self.board.size();
        for rank in (0..size).rev() {
            page.ink(Ink::Dim, format!("{} ", rank + 1));
            for file in 0..size {
                page.text(" ");
                field_page(state, Field::new(file, rank), &mut page);
            }
            page.line("");
        }
        page.text("  ");
        for file in 0..size {
            page.ink(Ink::Dim, format!(" {}   ", char::from(b'a' + file)));
        }
        page.line("");
        for seat in Seat::all(self.seats) {
            seat_page(state, seat, viewer, &mut page);
        }
        let open = state.cards().iter().filter(|card| card.place() == Place::Open);
        page.line(format!("open: {}", list(open.map(|card| card.mission().to_string()))));
        page.ink(Ink::Dim, "0 token of seat 0, 0# with its fort, *0 its soldier, . neither token nor fort\n");
        page
    }

    fn prompt(&self, state: &State) -> String {
        let seat = state.mover;
        match state.phase {
            Phase::Deal => match self.next_deal(state) {
                Some(Place::Secret(seat)) => format!("chance deals {seat} a secret mission"),
                _ => "chance deals an open mission".to_owned(),
            },
            Phase::Landing => format!("{seat} chooses where to land"),
            Phase::Soldiers => match state.charger() {
                Some(field) => format!("{seat} moves its soldiers; the one on {field} may charge on"),
                None => format!("{seat} moves its soldiers"),
            },
            Phase::Defence => {
                let Threat { by, advance, .. } = state.answered();
                format!("{seat} may defend {} against a soldier of {by}", advance.to)
            }
            Phase::Window if seat != state.active => {
                format!("{seat} may maneuver before the action of {}", state.active)
            }
            Phase::Window => match state.charger() {
                Some(field) if state.chits(seat, Chit::Maneuver) > 0 => {
                    format!("{seat} may charge on from {field} or maneuver again before its action")
                }
                Some(field) => format!("{seat} may charge on from {field} before its action"),
                None => format!("{seat} may maneuver before its action"),
            },
            Phase::Action => format!("{seat} chooses its action"),
            Phase::Expansion => format!("{seat} may expand under a soldier"),
            Phase::Recruits => format!("{seat} may place {} for its trail", counted(state.left, "recruit")),
            Phase::Works => format!("{seat} has {} for its resources", counted(state.left, "action")),
            Phase::Over => "the game is over".to_owned(),
        }
    }

    fn narrate(&self, before: &State, event: Event<Action, Deal>, viewer: Option<Seat>) -> String {
        let mut story = match event {
            Event::Outcome(Deal { to: None, mission }) => format!("The {mission} mission lies open."),
            Event::Outcome(Deal { to: Some(seat), mission }) => {
                if viewer.is_none_or(|viewer| viewer == seat) {
                    format!("{} gets the {mission} mission in secret.", subject(seat))
                } else {
                    format!("{} gets a secret mission.", subject(seat))
                }
            }
            Event::Action(action) => format!("{} {}.", subject(before.mover), deed(before, action)),
        };
        let mut after = *before;
        self.apply(&mut after, event);
        for (card, now) in before.cards().iter().zip(after.cards()) {
            let mission = now.mission();
            let change = match (card.place(), now.place()) {
                (was, is) if was == is => continue,
                (Place::Secret(seat), _) if self.secrets == Secrets::Shown => {
                    format!("{} has met its secret {mission} mission and shows it", subject(seat))
                }
                (Place::Claimed(loser), Place::Claimed(seat)) => {
                    format!("{} loses the {mission} mission to {seat}", subject(loser))
                }
                (Place::Claimed(loser), _) => format!("{} loses the {mission} mission", subject(loser)),
                (_, Place::Claimed(seat)) => format!("{} claims the {mission} mission", subject(seat)),
                _ => continue,
            };
            story += &format!(" {change}.");
        }
        story
    }

    fn picture(&self, state: &State, viewer: Option<Seat>) -> Option<Picture> {
        Some(picture(self, state, viewer))
    }

    fn deeds(&self, state: &State, seat: Seat, tell: &mut dyn FnMut(&str)) {
        for mission in Mission::ALL {
            for _ in 0..state.claims[seat.index()][mission as usize] {
                tell(&format!("claimed-{}", mission.letter()));
            }
        }
        for card in state.cards() {
            if self.holds(seat, card) {
                tell(&format!("held-{}", card.mission().letter()));
            }
            if card.first() == Some(seat) {
                tell(&format!("reward-{}", card.mission().letter()));
            }
        }
    }

    fn deed_words(deed: &str) -> DeedWords {
        let (what, letter) = deed.split_once('-').unwrap_or((deed, ""));
        let mission = Mission::ALL.into_iter().find(|mission| letter == mission.letter().to_string());
        let card = mission.map_or("mission".to_owned(), |mission| format!("{mission} mission"));
        match what {
            "claimed" => DeedWords::new("claims", card, ""),
            "held" => DeedWords::new("holds", card, "at the end"),
            _ => DeedWords::new("is the first to meet", card, ""),
        }
    }
}

impl Dzicz {
    /// How far the game has come, in a few words.
    pub(super) fn moment(&self, state: &State) -> String {
        match state.phase {
            Phase::Deal => "the missions are dealt".to_owned(),
            Phase::Over => format!("the game is over after turn {}", state.turn),
            _ => format!("turn {} of {}", state.turn, self.turns),
        }
    }
}

/// The seat whose set has the field.
pub(super) fn owner(sets: &[Fields], field: Field) -> Option<Seat> {
    sets.iter().position(|set| set & field.bit() != 0).map(|seat| Seat(seat as u8))
}

/// The cards that lie before a seat, with whether `viewer` sees what they are.
pub(super) fn cards_before(state: &State, seat: Seat, viewer: Option<Seat>) -> impl Iterator<Item = (&Card, bool)> {
    state.cards().iter().filter_map(move |card| match card.place() {
        Place::Secret(owner) if owner == seat => Some((card, viewer.is_none_or(|viewer| viewer == seat))),
        Place::Claimed(holder) if holder == seat => Some((card, true)),
        _ => None,
    })
}

/// A field in four characters: token, fort, soldier.
fn field_page(state: &State, field: Field, page: &mut Page) {
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
fn seat_page(state: &State, seat: Seat, viewer: Option<Seat>, page: &mut Page) {
    let home = state.home(seat).map_or("nowhere".to_owned(), |home| home.to_string());
    let chits = Chit::ALL.map(|chit| format!("{} {}", chit.name(), state.chits(seat, chit))).join(", ");
    let cards = cards_before(state, seat, viewer).map(|(card, seen)| {
        let mission = if seen { card.mission().to_string() } else { "?".to_owned() };
        let secret = matches!(card.place(), Place::Secret(_));
        mission + if secret { " (secret)" } else { "" }
    });
    page.ink(Ink::Seat(seat), seat.to_string());
    page.line(format!("  home {home}; {chits}; missions: {}", list(cards)));
}

/// What an action of the mover does, as the rest of a sentence about it.
fn deed(state: &State, action: Action) -> String {
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
        Action::Skip => match (state.phase, state.charger()) {
            (Phase::Window, None) => "does not maneuver".to_owned(),
            (Phase::Window, Some(field)) => format!("does not charge on from {field}"),
            (Phase::Expansion, _) => "does not expand".to_owned(),
            _ => "recruits no more".to_owned(),
        },
        Action::Pass => "passes".to_owned(),
    }
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

fn counted(number: u8, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Words with commas between them, or a word for none.
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
