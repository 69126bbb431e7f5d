//! The rules, one small position each.

mod encoding;
mod hidden;
mod page;
mod rules;
mod views;
mod words;

use super::beach::CENTRE;
use super::hidden::veil;
use super::shore::Shore;
use super::*;
use crate::game::Event;
use crate::notation::Notation;

/// A position in the making, and what is played in it.
struct Scene {
    game: Bosman,
    state: State,
}

fn game(seats: usize, rules: &str) -> Bosman {
    Bosman::create(seats, &rules.parse().unwrap()).unwrap()
}

/// Seat 0 to move in the first turn: nobody holds a token, the stack is empty, the boatswain alone on d4.
fn scene(seats: usize, rules: &str) -> Scene {
    let game = game(seats, rules);
    let mut state = game.start();
    state.shuffled = Tokens::default();
    state.shuffled_size = 0;
    state.shore = Shore::new(CENTRE);
    state.phase = Phase::Turn;
    state.due = 0;
    state.turns = 1;
    Scene { game, state }
}

impl Scene {
    fn token(&self, text: &str) -> Token {
        self.game.read_outcome(&format!("draw:{text}")).unwrap()
    }

    fn hand(mut self, seat: u8, tokens: &str) -> Scene {
        for text in tokens.split_whitespace() {
            let token = self.token(text);
            self.state.hands[usize::from(seat)].add(token);
            self.state.sizes[usize::from(seat)] += 1;
        }
        self
    }

    fn shuffled(mut self, tokens: &str) -> Scene {
        for text in tokens.split_whitespace() {
            let token = self.token(text);
            self.state.shuffled.add(token);
            self.state.shuffled_size += 1;
        }
        self
    }

    /// Tokens under the stack: `R11` seen by all, `1:R11` swapped by seat 1.
    fn queue(mut self, slots: &str) -> Scene {
        for text in slots.split_whitespace() {
            let (by, token) = text.split_once(':').map_or((None, text), |(by, token)| (Some(by), token));
            let by = by.map(|seat| Seat(seat.parse().unwrap()));
            let token = self.token(token);
            self.state.queue.push(Slot { token, by });
        }
        self
    }

    /// Pieces on the beach, such as `d5:C20` or `d3:R*`.
    fn beach(mut self, pieces: &str) -> Scene {
        for text in pieces.split_whitespace() {
            let (at, piece) = text.split_once(':').unwrap();
            let gang = Gang::from_letter(piece.chars().next().unwrap()).unwrap();
            let piece = if piece.ends_with('*') { Piece::Sailor(gang) } else { Piece::Pirate(self.token(piece)) };
            self.state.shore.put(field(at), piece);
        }
        self
    }

    /// Uncovered tokens in the boat, such as `21:R` or `11:F*`.
    fn boat(mut self, tokens: &str) -> Scene {
        for text in tokens.split_whitespace() {
            let (at, piece) = text.split_once(':').unwrap();
            let gang = Gang::from_letter(piece.chars().next().unwrap()).unwrap();
            self.state.boat.seat(gang, self.token(&format!("R{at}")).place(), piece.ends_with('*'));
        }
        self
    }

    fn boatswain(mut self, at: &str) -> Scene {
        self.state.shore.boatswain = field(at);
        self
    }

    fn turn(mut self, turns: u16) -> Scene {
        self.state.turns = turns;
        self
    }

    /// Plays actions and draws, which must be legal.
    fn play(mut self, events: &str) -> Scene {
        for text in events.split_whitespace() {
            let event = self.event(text);
            match event {
                Event::Outcome(token) => assert!(self.game.possible(&self.state, token), "{text} is not possible"),
                Event::Action(_) => {
                    assert!(self.legal().iter().any(|legal| legal == text), "{text} is not in {:?}", self.legal());
                }
            }
            self.game.apply(&mut self.state, event);
        }
        self
    }

    /// The action or draw with this notation.
    fn event(&self, text: &str) -> Event<Action, Token> {
        match text.starts_with("draw:") {
            true => Event::Outcome(self.game.read_outcome(text).unwrap()),
            false => Event::Action(self.game.read_action(text).unwrap()),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Turn::Seat(_) = self.game.turn(&self.state) {
            self.game.actions(&self.state, &mut actions);
        }
        let mut legal: Vec<String> = actions.into_iter().map(|action| action.to_string()).collect();
        legal.sort_unstable();
        legal
    }

    /// The legal actions of one kind.
    fn legal_of(&self, kind: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.split(':').next() == Some(kind)).collect()
    }

    fn to_move(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn at(&self) -> String {
        self.state.boatswain().to_string()
    }

    fn hand_of(&self, seat: u8) -> String {
        self.state.hand(Seat(seat)).iter().map(|token| token.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn queued(&self) -> String {
        self.state.queue().map(|slot| slot.token.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn scores(&self) -> Vec<i32> {
        self.game.standing(&self.state).scores().to_vec()
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.standing(&self.state).ranks().to_vec()
    }

    /// What a viewer knows of a hand.
    fn known(&self, viewer: u8, hand: u8) -> String {
        let seen = veil(&self.game, &self.state, Seat(viewer)).0;
        Scene { game: self.game.clone(), state: seen }.hand_of(hand)
    }
}

fn field(text: &str) -> Field {
    let &[file, rank] = text.as_bytes() else { panic!("{text} is no field") };
    Field::at(usize::from(file - b'a'), usize::from(rank - b'1'))
}

/// The error with which a ruleset is refused.
fn refusal(seats: usize, rules: &str) -> String {
    Bosman::create(seats, &rules.parse().unwrap()).unwrap_err().to_string()
}
