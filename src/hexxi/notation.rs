//! The notation of actions: `place:S@c3`, `sail:c3-c4`, `rescue:b2=1` and so on.

use super::Hexxi;
use super::action::{Action, Blow, Way};
use super::board::Cell;
use super::hidden::turned_up;
use super::state::State;
use super::token::Token;
use crate::game::Event;
use crate::notation::{Notation, NotationError};
use crate::seat::Seat;

const EXPECTED: &str = "place:S@c3, stash:L, spy:c3, show:c3, offer:L, withdraw:c3, raise, fold, pass, halt, sail:c3-c4, \
    convoy:c3-c5, escort:c3-d5, seize:c3xc4, intercept:c3xc4, ambush:a1xa2, trap:b1xa1 or rescue:b2=1, with cells of the board";

impl Notation for Hexxi {
    const KINDS: &'static [&'static str] = Action::KINDS;

    fn kind(&self, action: Action) -> usize {
        action.kind()
    }

    fn write_action(&self, action: Action) -> String {
        let word = Action::KINDS[action.kind()];
        let name = |cell| self.cell_name(cell);
        match action {
            Action::Place(token, cell) => format!("{word}:{}@{}", token.letter(), name(cell)),
            Action::Stash(token) | Action::Offer(token) => format!("{word}:{}", token.letter()),
            Action::Spy(cell) | Action::Show(cell) | Action::Withdraw(cell) => format!("{word}:{}", name(cell)),
            Action::Raise | Action::Fold | Action::Pass | Action::Halt => word.to_owned(),
            Action::Move(_, from, to) => format!("{word}:{}-{}", name(from), name(to)),
            Action::Attack(_, by, on) => format!("{word}:{}x{}", name(by), name(on)),
            Action::Rescue(by, seat) => format!("{word}:{}={}", name(by), seat.0),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        self.understand(text).ok_or_else(|| NotationError::new(text, EXPECTED))
    }

    fn see(&self, before: &State, event: Event<Action, ()>, viewer: Seat) -> Option<String> {
        let Event::Action(action) = event else { return None };
        let mut seen = match action {
            Action::Place(_, cell) if before.mover() != viewer => format!("place:?@{}", self.cell_name(cell)),
            Action::Stash(_) if before.mover() != viewer => "stash:?".to_owned(),
            _ => self.write_action(action),
        };
        let mut light = turned_up(self, before, action);
        if let Action::Spy(cell) | Action::Show(cell) = action {
            light.insert(0, before.token(cell).letter().to_string());
        }
        if !light.is_empty() {
            seen += &format!("={}", light.join(","));
        }
        Some(seen)
    }
}

impl Hexxi {
    /// A cell by row letter and column number, such as `c3`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let (row, column) = self.board.place(cell);
        format!("{}{}", (b'a' + row as u8) as char, column + 1)
    }

    /// The cell of that name, if the board has it.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let &[letter @ b'a'..=b'z', digit @ b'1'..=b'9'] = name.as_bytes() else { return None };
        self.board.cell(usize::from(letter - b'a'), usize::from(digit - b'1'))
    }

    fn understand(&self, text: &str) -> Option<Action> {
        let (word, rest) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
        let Some(rest) = rest else {
            return match word {
                "raise" => Some(Action::Raise),
                "fold" => Some(Action::Fold),
                "pass" => Some(Action::Pass),
                "halt" => Some(Action::Halt),
                _ => None,
            };
        };
        let cell = |name: &str| self.cell_named(name);
        let pair = |between: char| {
            let (first, second) = rest.split_once(between)?;
            Some((cell(first)?, cell(second)?))
        };
        let way = |way| pair('-').map(|(from, to)| Action::Move(way, from, to));
        let blow = |blow| pair('x').map(|(by, on)| Action::Attack(blow, by, on));
        match word {
            "place" => {
                let (letter, name) = rest.split_once('@')?;
                Some(Action::Place(token(letter)?, cell(name)?))
            }
            "stash" => token(rest).map(Action::Stash),
            "offer" => token(rest).map(Action::Offer),
            "spy" => cell(rest).map(Action::Spy),
            "show" => cell(rest).map(Action::Show),
            "withdraw" => cell(rest).map(Action::Withdraw),
            "sail" => way(Way::Sail),
            "convoy" => way(Way::Convoy),
            "escort" => way(Way::Escort),
            "seize" => blow(Blow::Seize),
            "intercept" => blow(Blow::Intercept),
            "ambush" => blow(Blow::Ambush),
            "trap" => blow(Blow::Trap),
            "rescue" => {
                let (by, seat) = rest.split_once('=')?;
                Some(Action::Rescue(cell(by)?, self.seat_named(seat)?))
            }
            _ => None,
        }
    }

    fn seat_named(&self, name: &str) -> Option<Seat> {
        let &[digit @ b'0'..=b'9'] = name.as_bytes() else { return None };
        Some(Seat(digit - b'0')).filter(|seat| seat.index() < self.seats)
    }
}

fn token(letter: &str) -> Option<Token> {
    Token::ALL.into_iter().find(|token| letter.chars().eq([token.letter()]))
}
