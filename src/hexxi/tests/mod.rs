//! One test at least for every rule, each in the smallest position that shows it.
//!
//! On the usual board of side 4 with two seats, base 0 stands on a1 (next to a2, b1, b2) and base 1 on g4 (next to g3,
//! f4, f5). Straight on from a1 lie a2 a3, b2 c3 and b1 c1; from g4 lie g3 g2, f4 e4 and f5 e6.

mod auction;
mod board;
mod confrontation;
mod encoding;
mod hidden;
mod oracle;
mod page;
mod placing;
mod scoring;
mod show;

use super::*;
use crate::game::Event;
use crate::notation::Notation;
use crate::show::Show;

/// A game and where it stands.
struct Scene {
    game: Hexxi,
    state: State,
}

fn game(seats: usize, rules: &str) -> Hexxi {
    Hexxi::create(seats, &rules.parse().unwrap()).unwrap()
}

fn token(letter: char) -> Token {
    Token::ALL.into_iter().find(|token| token.letter() == letter).unwrap()
}

/// The start of a game.
fn start(seats: usize, rules: &str) -> Scene {
    let game = game(seats, rules);
    let state = game.start();
    Scene { game, state }
}

/// A confrontation with these tokens on the board, such as `P0@b1 S1@c2`, all others in hand, and seat 0 to move.
fn fight(seats: usize, rules: &str, tokens: &str) -> Scene {
    let mut scene = start(seats, rules);
    scene.put(tokens);
    scene.survey();
    scene.state.phase = Phase::Confronting;
    scene
}

/// A round in which seats hold these piles, such as `["LL", "S"]`, and nothing else; the piles are turned up.
fn piles(seats: usize, rules: &str, piles: &[&str]) -> Scene {
    let mut scene = start(seats, &format!("round_tax = 0\n{rules}"));
    for (seat, pile) in piles.iter().enumerate() {
        scene.state.hands[seat] = Tokens::NONE;
        pile.chars().for_each(|letter| scene.state.piles_down[seat].add(token(letter)));
    }
    scene.game.turn_piles_up(&mut scene.state);
    scene
}

impl Scene {
    /// Lays tokens from hand face up on the board.
    fn put(&mut self, tokens: &str) {
        for word in tokens.split_whitespace() {
            let (what, cell) = word.split_once('@').unwrap();
            let seat = Seat(what[1..].parse().unwrap());
            let token = token(what.chars().next().unwrap());
            let cell = self.cell(cell);
            self.state.hands[seat.index()].take(token);
            self.state.put(seat, token, cell);
        }
    }

    /// Finds again who is connected, after the board was changed by hand.
    fn survey(&mut self) {
        Seat::all(self.game.seats).for_each(|seat| self.game.survey(&mut self.state, seat));
    }

    /// The same with another seat to move.
    fn by(mut self, seat: u8) -> Scene {
        self.state.at = seat;
        self
    }

    /// The same with a base off the board.
    fn without_base(mut self, seat: u8) -> Scene {
        let base = self.game.board.base(Seat(seat)).bit();
        self.state.bases &= !base;
        self.state.owned[usize::from(seat)] &= !base;
        self.survey();
        self
    }

    fn cell(&self, name: &str) -> Cell {
        self.game.cell_named(name).unwrap()
    }

    fn names(&self, mask: u64) -> String {
        cells(mask).map(|cell| self.game.cell_name(cell)).collect::<Vec<_>>().join(" ")
    }

    fn mover(&self) -> u8 {
        self.state.mover().0
    }

    /// The legal actions, sorted by notation.
    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        let mut legal: Vec<String> = actions.into_iter().map(|action| self.game.write_action(action)).collect();
        legal.sort();
        legal
    }

    /// The legal actions that begin with this word.
    fn legal_of(&self, word: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.split(':').next() == Some(word)).collect()
    }

    fn may(&self, action: &str) -> bool {
        self.legal().iter().any(|legal| legal == action)
    }

    /// Plays legal actions one after the other.
    fn play(&mut self, actions: &str) {
        for action in actions.split_whitespace() {
            assert!(self.may(action), "{action} is not among {:?}", self.legal());
            self.game.play(&mut self.state, self.game.read_action(action).unwrap());
        }
    }

    fn scores(&self) -> &[i32] {
        &self.state.scores[..self.game.seats]
    }

    fn order(&self) -> Vec<u8> {
        self.state.order[..self.game.seats].iter().map(|seat| seat.0).collect()
    }

    fn piece(&self, cell: &str) -> Option<Piece> {
        self.state.piece(self.cell(cell))
    }

    fn in_hand(&self, seat: usize, letter: char) -> u8 {
        self.state.hands[seat].count(token(letter))
    }
}
