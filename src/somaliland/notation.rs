//! Actions and outcomes as text: one notation each, and nothing else is accepted.

use crate::notation::NotationError;

use super::contracts::{Card, Cards};
use super::hand::Stray;
use super::lane::Lane;
use super::settings::Settings;
use super::ship::SHIP_NAMES;
use super::{Action, Outcome};

pub(super) fn write_action(action: Action) -> String {
    match action {
        Action::Take(card) => format!("take:{card}"),
        Action::Pass => "pass".to_owned(),
        Action::Launch(kind, lane) => format!("launch:{}:{lane}", SHIP_NAMES[usize::from(kind)]),
        Action::Aim(heading) => format!("aim:{heading}"),
        Action::Power(power) => format!("power:{power}"),
    }
}

pub(super) fn read_action(settings: &Settings, text: &str) -> Result<Action, NotationError> {
    let wrong = |expected: String| NotationError::new(text, expected);
    let Some((word, rest)) = text.split_once(':') else {
        return match text {
            "pass" => Ok(Action::Pass),
            _ => Err(wrong("take:44N, pass, launch:24:SS, aim:5 or power:12".to_owned())),
        };
    };
    match word {
        "take" => Card::parse(rest).map(Action::Take).ok_or_else(|| wrong("take:30N to take:64S".to_owned())),
        "launch" => {
            let launch = rest.split_once(':').and_then(|(ship, lane)| {
                let kind = SHIP_NAMES.iter().position(|&name| name == ship)?;
                Some(Action::Launch(kind as u8, Lane::parse(lane)?))
            });
            launch.ok_or_else(|| {
                wrong("launch:SHIP:LANE with SHIP 6a, 6b, 8, 12, 18 or 24 and LANE AS, SS, SN or AN".to_owned())
            })
        }
        "aim" => number(rest)
            .and_then(|heading| u8::try_from(heading).ok())
            .filter(|&heading| heading < settings.headings)
            .map(Action::Aim)
            .ok_or_else(|| wrong(format!("aim:0 to aim:{}", settings.headings - 1))),
        "power" => number(rest)
            .and_then(|power| u8::try_from(power).ok())
            .filter(|power| settings.powers.contains(power))
            .map(Action::Power)
            .ok_or_else(|| {
                let powers: Vec<String> = settings.powers.iter().map(u8::to_string).collect();
                wrong(format!("power:N with N {}", powers.join(", ")))
            }),
        _ => Err(wrong("take:44N, pass, launch:24:SS, aim:5 or power:12".to_owned())),
    }
}

pub(super) fn write_outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Contracts(cards) => format!("contracts:{cards}"),
        Outcome::Roll(Stray { heading, turns, tip }) => format!("roll:{heading},{turns},{tip}"),
    }
}

pub(super) fn read_outcome(text: &str) -> Result<Outcome, NotationError> {
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
