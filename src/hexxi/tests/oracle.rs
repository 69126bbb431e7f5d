//! The confrontation a second time, slowly and straight from the rules: pieces in a map, steps on the grid, no masks.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::random::{self, Purpose, stream};

/// A cell by row and column.
type Spot = (i32, i32);

struct Oracle<'a> {
    game: &'a Hexxi,
    state: &'a State,
    seat: Seat,
    pieces: BTreeMap<Spot, Piece>,
}

impl<'a> Oracle<'a> {
    fn new(game: &'a Hexxi, state: &'a State) -> Oracle<'a> {
        let pieces = cells(game.board.cells())
            .filter_map(|cell| {
                let (row, column) = game.board.place(cell);
                Some(((row as i32, column as i32), state.piece(cell)?))
            })
            .collect();
        Oracle { game, state, seat: state.mover(), pieces }
    }

    fn exists(&self, (row, column): Spot) -> bool {
        let side = self.game.board.side() as i32;
        (0..2 * side - 1).contains(&row) && (0..side + row.min(2 * side - 2 - row)).contains(&column)
    }

    /// One step in a direction, 0 to 5 clockwise from the east.
    fn step(&self, (row, column): Spot, direction: usize) -> Spot {
        let middle = self.game.board.side() as i32 - 1;
        // The column shifts by one between rows, on one side of the middle row to the east and on the other to the west.
        let north_west = if row < middle { column } else { column - 1 };
        let south_west = if row > middle { column } else { column - 1 };
        match direction {
            0 => (row, column + 1),
            1 => (row - 1, south_west + 1),
            2 => (row - 1, south_west),
            3 => (row, column - 1),
            4 => (row + 1, north_west),
            _ => (row + 1, north_west + 1),
        }
    }

    fn around(&self, spot: Spot) -> Vec<Spot> {
        (0..6).map(|direction| self.step(spot, direction)).filter(|&spot| self.exists(spot)).collect()
    }

    fn any_next_to(&self, spot: Spot, wanted: impl Fn(Piece) -> bool) -> bool {
        self.around(spot).iter().any(|next| self.pieces.get(next).is_some_and(|&piece| wanted(piece)))
    }

    fn face(&self, spot: Spot) -> Option<Token> {
        match self.pieces.get(&spot) {
            Some(&Piece::Token(_, token)) => Some(token),
            _ => None,
        }
    }

    fn connected(&self, spot: Spot, token: Token) -> bool {
        let serves = |piece| match (piece, token) {
            (Piece::Base(owner), Token::Pirates) => owner == self.seat,
            (Piece::Base(owner), Token::Warship) => owner != self.seat,
            (Piece::Base(_), Token::Ship) => true,
            _ => false,
        };
        let mut seen = BTreeSet::from([spot]);
        let mut ahead = vec![spot];
        while let Some(spot) = ahead.pop() {
            if self.any_next_to(spot, serves) {
                return true;
            }
            for next in self.around(spot) {
                if self.face(next) == Some(Token::Lane) && seen.insert(next) {
                    ahead.push(next);
                }
            }
        }
        false
    }

    fn open(&self, spot: Spot) -> bool {
        let corner = |seat: Seat| self.game.board.place(self.game.board.base(seat));
        let reserved = Seat::all(self.game.seats).any(|seat| corner(seat) == (spot.0 as usize, spot.1 as usize));
        let taken = self.pieces.contains_key(&spot) && self.face(spot) != Some(Token::Lane);
        self.exists(spot) && !reserved && !taken
    }

    fn name(&self, (row, column): Spot) -> String {
        self.game.cell_name(self.game.board.cell(row as usize, column as usize).unwrap())
    }

    fn escorts(&self, from: Spot) -> BTreeSet<Spot> {
        let mut reached = BTreeSet::new();
        for over in self.around(from) {
            if matches!(self.face(over), Some(Token::Ship | Token::Warship)) {
                reached.extend(self.around(over).into_iter().filter(|&to| self.open(to)));
            }
        }
        reached
    }

    /// The legal actions of the seat to move.
    fn legal(&self) -> BTreeSet<String> {
        if let Phase::Escorting(chain) = self.state.phase() {
            let (row, column) = self.game.board.place(chain.warship);
            let from = (row as i32, column as i32);
            let stood = |to: Spot| chain.stood & self.game.cell_named(&self.name(to)).unwrap().bit() != 0;
            let further = self.escorts(from).into_iter().filter(|&to| !stood(to));
            let mut legal: BTreeSet<String> =
                further.map(|to| format!("escort:{}-{}", self.name(from), self.name(to))).collect();
            assert!(self.connected(from, Token::Warship) && !legal.is_empty());
            legal.insert("halt".to_owned());
            return legal;
        }
        let (mut legal, mut own) = (BTreeSet::new(), BTreeSet::new());
        for (&from, &piece) in &self.pieces {
            let mut attack = |verb: &str, on: Spot, victim: Seat| {
                let text = format!("{verb}:{}x{}", self.name(from), self.name(on));
                if victim == self.seat {
                    own.insert(text)
                } else {
                    legal.insert(text)
                };
            };
            let token = match piece {
                Piece::Base(owner) if owner == self.seat => {
                    for direction in 0..6 {
                        let over = self.step(from, direction);
                        if let Some(&Piece::Token(victim, Token::Warship)) = self.pieces.get(&over)
                            && self.face(self.step(over, direction)) == Some(Token::Pirates)
                            && !self.any_next_to(over, |piece| matches!(piece, Piece::Token(_, Token::Warship)))
                        {
                            attack("ambush", over, victim);
                        }
                    }
                    continue;
                }
                Piece::Token(owner, token) if owner == self.seat && token != Token::Lane => token,
                _ => continue,
            };
            if !self.connected(from, token) {
                continue;
            }
            for direction in 0..6 {
                let next = self.step(from, direction);
                match (token, self.pieces.get(&next)) {
                    (Token::Pirates, Some(&Piece::Token(victim, Token::Ship)))
                        if !self.any_next_to(next, |piece| matches!(piece, Piece::Token(_, Token::Warship))) =>
                    {
                        attack("seize", next, victim);
                    }
                    (Token::Warship, Some(&Piece::Token(victim, Token::Pirates)))
                        if !self.any_next_to(next, |piece| matches!(piece, Piece::Base(_))) =>
                    {
                        attack("intercept", next, victim);
                    }
                    (Token::Ship, Some(&Piece::Base(victim))) => {
                        let behind = self.step(from, (direction + 3) % 6);
                        if self.face(behind) == Some(Token::Warship)
                            && !self.any_next_to(next, |piece| matches!(piece, Piece::Token(_, Token::Pirates)))
                        {
                            attack("trap", next, victim);
                        }
                    }
                    _ => {}
                }
            }
            for direction in 0..6 {
                let next = self.step(from, direction);
                let mut go = |verb: &str, to: Spot| {
                    if self.open(to) {
                        legal.insert(format!("{verb}:{}-{}", self.name(from), self.name(to)));
                    }
                };
                match (token, self.face(next)) {
                    (_, Some(Token::Lane)) => go("sail", next),
                    (Token::Ship, Some(Token::Ship)) => go("convoy", self.step(next, direction)),
                    (Token::Ship, Some(Token::Warship)) => {
                        [0, 1, 5].into_iter().for_each(|turn| go("convoy", self.step(next, (direction + turn) % 6)));
                    }
                    _ => {}
                }
                if let (Token::Warship, Some(&Piece::Base(captor))) = (token, self.pieces.get(&next))
                    && self.state.seized(captor, self.seat) > 0
                {
                    legal.insert(format!("rescue:{}={}", self.name(from), captor.0));
                }
            }
            if token == Token::Warship {
                legal.extend(
                    self.escorts(from).iter().map(|&to| format!("escort:{}-{}", self.name(from), self.name(to))),
                );
            }
        }
        if legal.is_empty() {
            return own;
        }
        if own.is_empty() {
            legal.insert("pass".to_owned());
        }
        legal
    }
}

/// HX-14, HX-15, HX-16, HX-17, HX-18, HX-19, HX-20, HX-21, HX-22, HX-23, HX-24
#[test]
fn legal_actions_are_those_of_the_rules_read_slowly() {
    let mut rng = stream(11, 0, Purpose::Other(0));
    let mut looked = BTreeMap::new();
    for number in 0..400 {
        let seats = 2 + number % 3;
        let mut between = |min: u32, max: u32| min + random::below(&mut rng, max - min + 1);
        let rules = format!(
            "board_side = {}\nlanes = {}\nships = {}\npirates = {}\nwarships = {}\nspying = false\nrounds = 3",
            between(3, 5),
            between(4, 10),
            between(2, 5),
            between(1, 4),
            between(1, 2),
        );
        let game = game(seats, &rules);
        let mut state = game.start();
        while state.phase() != Phase::Over {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            if matches!(state.phase(), Phase::Confronting | Phase::Escorting(_)) {
                let listed: BTreeSet<String> = actions.iter().map(|&action| game.write_action(action)).collect();
                assert_eq!(listed, Oracle::new(&game, &state).legal(), "{rules}\n{}", game.board(&state, None));
                for action in listed {
                    *looked.entry(action.split(':').next().unwrap().to_owned()).or_insert(0) += 1;
                }
                // Passing would end most fights early, and there is always something else to do.
                actions.retain(|&action| action != Action::Pass);
            } else {
                actions.retain(|action| !matches!(action, Action::Stash(_)) || random::below(&mut rng, 8) == 0);
                if actions.is_empty() {
                    game.actions(&state, &mut actions);
                }
            }
            let pick = random::below(&mut rng, actions.len() as u32) as usize;
            game.play(&mut state, actions[pick]);
        }
    }
    for kind in ["sail", "convoy", "escort", "halt", "seize", "intercept", "ambush", "trap", "rescue", "pass"] {
        assert!(looked.get(kind).is_some_and(|&count| count > 9), "{kind}: {looked:?}");
    }
}
