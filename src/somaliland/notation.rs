//! Actions and outcomes as text: one notation each, and nothing else is accepted. All seats see all of it.

use crate::notation::{Notation, NotationError};

use super::contracts::{Card, Cards};
use super::hand::Stray;
use super::lane::Lane;
use super::ship::SHIP_NAMES;
use super::{Action, Outcome, Somaliland};

impl Notation for Somaliland {
    const KINDS: &'static [&'static str] = &["take", "pass", "launch", "aim", "power"];

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Take(_) => 0,
            Action::Pass => 1,
            Action::Launch(..) => 2,
            Action::Aim(_) => 3,
            Action::Power(_) => 4,
        }
    }

    fn write_action(&self, action: Action) -> String {
        match action {
            Action::Take(card) => format!("take:{card}"),
            Action::Pass => "pass".to_owned(),
            Action::Launch(kind, lane) => format!("launch:{}:{lane}", SHIP_NAMES[usize::from(kind)]),
            Action::Aim(heading) => format!("aim:{heading}"),
            Action::Power(power) => format!("power:{power}"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let (action, expected) = match word {
            "take" => (Card::parse(rest).map(Action::Take), "take:30N to take:64S".to_owned()),
            "launch" => {
                let expected = "launch:SHIP:LANE with SHIP 6a, 6b, 8, 12, 18 or 24 and LANE AS, SS, SN or AN";
                (launch(rest), expected.to_owned())
            }
            "aim" => {
                let aim = number(rest).and_then(|aim| u8::try_from(aim).ok()).filter(|&aim| aim < self.headings);
                (aim.map(Action::Aim), format!("aim:0 to aim:{}", self.headings - 1))
            }
            "power" => {
                let power = number(rest).and_then(|power| u8::try_from(power).ok());
                let powers: Vec<String> = self.powers.iter().map(u8::to_string).collect();
                let power = power.filter(|power| self.powers.contains(power));
                (power.map(Action::Power), format!("power:N with N {}", powers.join(", ")))
            }
            _ => {
                let pass = (text == "pass").then_some(Action::Pass);
                (pass, "take:44N, pass, launch:24:SS, aim:5 or power:12".to_owned())
            }
        };
        action.ok_or_else(|| NotationError::new(text, expected))
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Contracts(cards) => format!("contracts:{cards}"),
            Outcome::Roll(Stray { heading, turns, tip }) => format!("roll:{heading},{turns},{tip}"),
        }
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, NotationError> {
        let outcome = match text.split_once(':') {
            Some(("contracts", list)) => cards(list).map(Outcome::Contracts),
            Some(("roll", list)) => stray(list).map(Outcome::Roll),
            _ => None,
        };
        outcome.ok_or_else(|| {
            let expected = "contracts:30N,36S,… sorted by value and N before S, or roll:DH,DP,TIP such as roll:-3,0,57";
            NotationError::new(text, expected)
        })
    }
}

/// A ship and its lane, such as `24:SS`.
fn launch(text: &str) -> Option<Action> {
    let (ship, lane) = text.split_once(':')?;
    let kind = SHIP_NAMES.iter().position(|&name| name == ship)?;
    Some(Action::Launch(kind as u8, Lane::parse(lane)?))
}

/// A list of contracts, rising and without doubles.
fn cards(list: &str) -> Option<Cards> {
    let mut cards = Cards::default();
    for text in list.split(',') {
        let bit = 1 << Card::parse(text)?.0;
        if bit <= cards.0 {
            return None;
        }
        cards.0 |= bit;
    }
    Some(cards)
}

fn stray(list: &str) -> Option<Stray> {
    let mut parts = list.split(',');
    let stray = Stray {
        heading: number(parts.next()?)?,
        turns: number(parts.next()?)?,
        tip: u8::try_from(number(parts.next()?)?).ok()?,
    };
    parts.next().is_none().then_some(stray)
}

/// A number written plainly: no sign but a minus, no zero in front.
fn number(text: &str) -> Option<i16> {
    text.parse().ok().filter(|number: &i16| number.to_string() == text)
}
