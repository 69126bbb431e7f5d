//! Actions and deals as words, and what a seat sees of them.

use crate::game::{Event, Game};
use crate::notation::{Notation, NotationError};
use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance, Deal};
use super::board::Field;
use super::mission::{Mission, Place};
use super::state::State;

impl Notation for Dzicz {
    const KINDS: &'static [&'static str] = &[
        "start", "move", "charge", "raze", "end", "defend", "allow", "maneuver", "token", "fort", "soldier", "expand",
        "recruit", "skip", "pass",
    ];

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Start(_) => 0,
            Action::Move(_) => 1,
            Action::Charge(_) => 2,
            Action::Raze(_) => 3,
            Action::End => 4,
            Action::Defend => 5,
            Action::Allow => 6,
            Action::Maneuver(_) => 7,
            Action::Token(_) => 8,
            Action::Fort(_) => 9,
            Action::Soldier(_) => 10,
            Action::Expand(_) => 11,
            Action::Recruit(_) => 12,
            Action::Skip => 13,
            Action::Pass => 14,
        }
    }

    fn write_action(&self, action: Action) -> String {
        let word = Dzicz::KINDS[self.kind(action)];
        match action {
            Action::Move(advance) | Action::Charge(advance) | Action::Maneuver(advance) => format!("{word}:{advance}"),
            Action::Start(field)
            | Action::Raze(field)
            | Action::Token(field)
            | Action::Fort(field)
            | Action::Soldier(field)
            | Action::Expand(field)
            | Action::Recruit(field) => format!("{word}:{field}"),
            Action::End | Action::Defend | Action::Allow | Action::Skip | Action::Pass => word.to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        self.action(text).ok_or_else(|| {
            let last = Field::new(self.board.size() - 1, self.board.size() - 1);
            NotationError::new(
                text,
                format!(
                    "start, raze, token, fort, soldier, expand or recruit with a field (fort:c3), move, charge or \
                     maneuver with two (move:b2-b3, and move:b2-b3x to remove the token there), end, defend, allow, \
                     skip or pass; fields are a1 to {last}"
                ),
            )
        })
    }

    fn write_outcome(&self, deal: Deal) -> String {
        write_deal(deal.to, deal.mission.letter())
    }

    fn read_outcome(&self, text: &str) -> Result<Deal, NotationError> {
        self.deal(text).ok_or_else(|| {
            let last = self.seats - 1;
            NotationError::new(text, format!("mission:open=T or mission:0=T, with a seat to {last} and T, A, R or B"))
        })
    }

    fn see(&self, before: &State, event: Event<Action, Deal>, viewer: Seat) -> Option<String> {
        Some(match event {
            Event::Outcome(Deal { to: Some(owner), .. }) if owner != viewer => write_deal(Some(owner), '?'),
            Event::Outcome(deal) => self.write_outcome(deal),
            Event::Action(action) => {
                let shown = self.brought_to_light(before, action);
                self.write_action(action) + if shown.is_empty() { "" } else { "=" } + &shown
            }
        })
    }
}

fn write_deal(to: Option<Seat>, letter: char) -> String {
    match to {
        None => format!("mission:open={letter}"),
        Some(seat) => format!("mission:{}={letter}", seat.0),
    }
}

impl Dzicz {
    /// The secret cards that an action leads to being claimed or shown, each with its owner: `0B,2T`.
    fn brought_to_light(&self, before: &State, action: Action) -> String {
        let mut after = *before;
        self.play(&mut after, action);
        let shown = before.cards().iter().zip(after.cards()).filter_map(|(was, is)| match was.place() {
            Place::Secret(owner) if is.place() != was.place() => Some(format!("{}{}", owner.0, was.mission().letter())),
            _ => None,
        });
        shown.collect::<Vec<_>>().join(",")
    }

    fn action(&self, text: &str) -> Option<Action> {
        let Some((word, place)) = text.split_once(':') else {
            return match text {
                "end" => Some(Action::End),
                "defend" => Some(Action::Defend),
                "allow" => Some(Action::Allow),
                "skip" => Some(Action::Skip),
                "pass" => Some(Action::Pass),
                _ => None,
            };
        };
        if place.contains('-') {
            let advance = self.advance(place)?;
            return match word {
                "move" => Some(Action::Move(advance)),
                "charge" => Some(Action::Charge(advance)),
                "maneuver" => Some(Action::Maneuver(advance)),
                _ => None,
            };
        }
        let field = self.board.read(place)?;
        match word {
            "start" => Some(Action::Start(field)),
            "raze" => Some(Action::Raze(field)),
            "token" => Some(Action::Token(field)),
            "fort" => Some(Action::Fort(field)),
            "soldier" => Some(Action::Soldier(field)),
            "expand" => Some(Action::Expand(field)),
            "recruit" => Some(Action::Recruit(field)),
            _ => None,
        }
    }

    /// A soldier's step, such as `b2-b3x`.
    pub(super) fn advance(&self, text: &str) -> Option<Advance> {
        let (from, to) = text.split_once('-')?;
        let (to, razing) = to.strip_suffix('x').map_or((to, false), |to| (to, true));
        Some(Advance { from: self.board.read(from)?, to: self.board.read(to)?, razing })
    }

    fn deal(&self, text: &str) -> Option<Deal> {
        let (to, letter) = text.strip_prefix("mission:")?.split_once('=')?;
        let mission = Mission::ALL.into_iter().find(|mission| letter == mission.letter().to_string())?;
        let to = match to {
            "open" => None,
            seat => Some(Seat::all(self.seats).find(|known| seat == known.0.to_string())?),
        };
        Some(Deal { to, mission })
    }
}
