//! Actions and deals as words.

use crate::notation::NotationError;
use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance, Deal};
use super::board::Field;
use super::mission::Mission;

/// The words before the colon, in the order of [`Action`]'s kinds.
pub(super) const KINDS: &[&str] = &[
    "start", "move", "charge", "raze", "end", "defend", "allow", "maneuver", "token", "fort", "soldier", "expand",
    "recruit", "skip", "pass",
];

pub(super) fn kind(action: Action) -> usize {
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

pub(super) fn write_action(action: Action) -> String {
    let word = KINDS[kind(action)];
    match action {
        Action::Move(advance) | Action::Charge(advance) | Action::Maneuver(advance) => {
            let Advance { from, to, razing } = advance;
            format!("{word}:{from}-{to}{}", if razing { "x" } else { "" })
        }
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

pub(super) fn write_deal(deal: Deal) -> String {
    let letter = deal.mission.letter();
    match deal.to {
        None => format!("mission:open={letter}"),
        Some(seat) => format!("mission:{}={letter}", seat.0),
    }
}

impl Dzicz {
    pub(super) fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
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
        if let Some((from, to)) = place.split_once('-') {
            let (to, razing) = to.strip_suffix('x').map_or((to, false), |to| (to, true));
            let advance = Advance { from: self.board.read(from)?, to: self.board.read(to)?, razing };
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

    pub(super) fn parse_deal(&self, text: &str) -> Result<Deal, NotationError> {
        self.deal_of(text).ok_or_else(|| {
            let last = self.seats - 1;
            NotationError::new(text, format!("mission:open=T or mission:0=T, with a seat to {last} and T, A, R or B"))
        })
    }

    fn deal_of(&self, text: &str) -> Option<Deal> {
        let (to, letter) = text.strip_prefix("mission:")?.split_once('=')?;
        let mission = Mission::ALL.into_iter().find(|mission| letter == mission.letter().to_string())?;
        let to = match to {
            "open" => None,
            seat => Some(Seat::all(self.seats).find(|known| seat == known.0.to_string())?),
        };
        Some(Deal { to, mission })
    }
}
