//! The rules, each in the smallest position that shows it.

mod actions;
mod hidden;
mod missions;
mod page;
mod setup;
mod soldiers;
mod words;

use crate::game::{Game, Turn};
use crate::notation::Notation;
use crate::seat::Seat;
use crate::show::Show;
use crate::toml;

use super::*;

/// A position to try a rule in. The seats' homes are south, north, west and east.
struct Scene {
    game: Dzicz,
    state: State,
}

/// A scene with one piece list for each seat, `|` between them: `c2` is a token, `c2#` a token with a fort, `*c3` a
/// soldier. Nobody has action tokens, and there are no cards.
fn scene(pieces: &str) -> Scene {
    scene_with("", pieces)
}

fn scene_with(rules: &str, pieces: &str) -> Scene {
    let seats: Vec<&str> = pieces.split('|').collect();
    let game = game(seats.len(), rules);
    let mut state = game.start();
    state.chits = [[0; 4]; SEATS];
    state.turn = 2;
    for (seat, pieces) in seats.into_iter().enumerate() {
        state.homes[seat] = Some(Edge::ALL[seat]);
        for piece in pieces.split_whitespace() {
            let field = game.board.read(piece.trim_matches(['*', '#'])).unwrap().bit();
            if piece.starts_with('*') {
                state.soldiers[seat] |= field;
                continue;
            }
            state.tokens[seat] |= field;
            if piece.ends_with('#') {
                state.forts[seat] |= field;
            }
        }
    }
    Scene { game, state }
}

fn game(seats: usize, rules: &str) -> Dzicz {
    Dzicz::create(seats, &rules.parse::<toml::Table>().unwrap()).unwrap()
}

impl Scene {
    /// Gives a seat one action token of a kind.
    fn chit(mut self, seat: u8, chit: Chit) -> Scene {
        self.state.chits[usize::from(seat)][chit as usize] += 1;
        self
    }

    /// Puts cards down by number: `T` open, `T0` claimed by seat 0, `T?0` its secret.
    fn cards(mut self, cards: &str) -> Scene {
        for (number, card) in cards.split_whitespace().enumerate() {
            let mission = Mission::ALL.into_iter().find(|mission| card.starts_with(mission.letter())).unwrap();
            let seat = card.chars().last().and_then(|last| last.to_digit(10)).map(|seat| Seat(seat as u8));
            let place = match seat {
                None => Place::Open,
                Some(seat) if card.contains('?') => Place::Secret(seat),
                Some(seat) => Place::Claimed(seat),
            };
            let first = if let Place::Claimed(seat) = place { Some(seat) } else { None };
            self.state.cards[number] = Card { mission, place, first };
            self.state.dealt += 1;
        }
        self
    }

    /// Begins the turn of a seat.
    fn begin(mut self, seat: u8) -> Scene {
        self.state.active = Seat(seat);
        self.state.mover = Seat(seat);
        self.game.run(&mut self.state, true);
        self
    }

    /// Puts the scene at the end of the turn, when the cards are looked at.
    fn end_turn(self) -> Scene {
        let last = self.game.seat_at(self.state.turn, self.game.seats - 1);
        let mut scene = self.begin(last.0);
        let turn = scene.state.turn;
        while scene.state.turn == turn && !matches!(scene.state.phase, Phase::Recruits | Phase::Works | Phase::Over) {
            scene.decline();
        }
        scene
    }

    /// Lets the mover decline what it is asked.
    fn decline(&mut self) {
        let legal = self.legal();
        let neutral = ["end", "skip", "pass", "allow"].into_iter().find(|word| legal.iter().any(|legal| legal == word));
        self.play(neutral.unwrap());
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        let mut legal: Vec<String> = actions.into_iter().map(|action| self.game.write_action(action)).collect();
        legal.sort();
        legal
    }

    /// The legal actions in a line.
    fn choices(&self) -> String {
        self.legal().join(" ")
    }

    /// The targets of the legal actions of a kind, in a line.
    fn choices_of(&self, kind: &str) -> String {
        let targets: Vec<String> = self
            .legal()
            .iter()
            .filter_map(|action| Some(action.strip_prefix(kind)?.strip_prefix(':')?.to_owned()))
            .collect();
        targets.join(" ")
    }

    /// Plays actions one after another, each of which must be legal.
    fn play(&mut self, actions: &str) -> &mut Scene {
        for text in actions.split_whitespace() {
            let legal = self.choices();
            assert!(legal.split(' ').any(|action| action == text), "{text} is not among {legal}");
            self.game.play(&mut self.state, self.game.read_action(text).unwrap());
        }
        self
    }

    /// The pieces of a seat, written as for [`scene`].
    fn pieces(&self, seat: u8) -> String {
        let seat = Seat(seat);
        let tokens = Field::each(self.state.tokens(seat)).map(|field| {
            let fort = if self.state.forts(seat) & field.bit() != 0 { "#" } else { "" };
            format!("{field}{fort}")
        });
        let soldiers = Field::each(self.state.soldiers(seat)).map(|field| format!("*{field}"));
        tokens.chain(soldiers).collect::<Vec<_>>().join(" ")
    }

    /// All cards by number, written as for [`Scene::cards`].
    fn table(&self) -> String {
        let card = |card: &Card| match card.place {
            Place::Open => card.mission.letter().to_string(),
            Place::Secret(seat) => format!("{}?{}", card.mission.letter(), seat.0),
            Place::Claimed(seat) => format!("{}{}", card.mission.letter(), seat.0),
        };
        self.state.cards().iter().map(card).collect::<Vec<_>>().join(" ")
    }

    /// Who is to decide what.
    fn asks(&self) -> (u8, Phase) {
        assert_eq!(self.game.turn(&self.state), Turn::Seat(self.state.mover));
        (self.state.mover.0, self.state.phase)
    }

    fn has(&self, seat: u8, chit: Chit) -> u8 {
        self.state.chits(Seat(seat), chit)
    }
}
