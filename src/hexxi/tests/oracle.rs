//! The confrontation a second time, slowly and straight from the rules: pieces in a map, steps on the grid, every
//! reading of a chain spelt out, no masks. It plays beside the kernel and must agree with it at every step.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::random::{self, Purpose, stream};

/// A cell by row and column.
type Spot = (i32, i32);

struct Oracle<'a> {
    game: &'a Hexxi,
    pieces: BTreeMap<Spot, Piece>,
    order: Vec<Seat>,
    /// Whose turn it is, as a place in the order.
    at: usize,
    /// Where the warship of the chain under way has stood, in order.
    path: Vec<Spot>,
    /// Whether that chain has taken a lane.
    took_lane: bool,
    marked: BTreeSet<Spot>,
    /// Ships held by captor and owner.
    held: BTreeMap<(Seat, Seat), i32>,
    loot: BTreeMap<Seat, i32>,
    left: BTreeSet<Seat>,
    quiet: i64,
    idle: usize,
    over: bool,
}

impl<'a> Oracle<'a> {
    /// Takes over where a confrontation begins.
    fn new(game: &'a Hexxi, state: &State) -> Oracle<'a> {
        let mut oracle = Oracle {
            game,
            pieces: pieces(game, state),
            order: (0..game.seats).map(|place| state.nth(place)).collect(),
            at: 0,
            path: Vec::new(),
            took_lane: false,
            marked: BTreeSet::new(),
            held: BTreeMap::new(),
            loot: BTreeMap::new(),
            left: BTreeSet::new(),
            quiet: 0,
            idle: 0,
            over: false,
        };
        oracle.find_actor();
        oracle
    }

    fn seat(&self) -> Seat {
        self.order[self.at]
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

    /// Whether the face stands on one of the cells straight on from `from` that count for a line.
    fn in_line(&self, from: Spot, direction: usize, face: Token) -> bool {
        let mut spot = from;
        for _ in 0..self.game.rules.int("line_reach") {
            spot = self.step(spot, direction);
            if !self.exists(spot) {
                return false;
            }
            if self.face(spot) == Some(face) {
                return true;
            }
        }
        false
    }

    fn connected(&self, spot: Spot, token: Token) -> bool {
        let serves = |piece| match (piece, token) {
            (Piece::Base(owner), Token::Pirates) => owner == self.seat(),
            (Piece::Base(owner), Token::Warship) => owner != self.seat(),
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

    fn spot(&self, name: &str) -> Spot {
        let (row, column) = self.game.board.place(self.game.cell_named(name).unwrap());
        (row as i32, column as i32)
    }

    /// The ships and warships next to a cell, but for the warship that is under way.
    fn partners(&self, from: Spot) -> Vec<Spot> {
        let mut partners = self.around(from);
        partners.retain(|&over| {
            matches!(self.face(over), Some(Token::Ship | Token::Warship)) && self.path.last() != Some(&over)
        });
        partners
    }

    /// Every way to say what each jump of the chain so far went over, never twice running over the same.
    fn readings(&self) -> Vec<Vec<Spot>> {
        let mut readings = vec![Vec::new()];
        for jump in self.path.windows(2) {
            let mut longer = Vec::new();
            for reading in &readings {
                for over in self.partners(jump[0]) {
                    if self.around(over).contains(&jump[1]) && reading.last() != Some(&over) {
                        longer.push([reading.as_slice(), &[over]].concat());
                    }
                }
            }
            readings = longer;
        }
        readings
    }

    /// The escorts that go on from where the chain stands, or begin one at `from`.
    fn escorts(&self, from: Spot) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for reading in self.readings() {
            for over in self.partners(from).into_iter().filter(|over| reading.last() != Some(over)) {
                for to in self.around(over).into_iter().filter(|&to| self.open(to) && !self.path.contains(&to)) {
                    found.insert(format!("escort:{}-{}", self.name(from), self.name(to)));
                }
            }
        }
        found
    }

    /// How the chain under way may go on; nothing where it has come to its end.
    fn further(&self) -> BTreeSet<String> {
        match self.path.last() {
            Some(&from) if self.connected(from, Token::Warship) => self.escorts(from),
            _ => BTreeSet::new(),
        }
    }

    /// The legal actions of the seat whose turn it is; none where it could only pass.
    fn legal(&self) -> BTreeSet<String> {
        if !self.path.is_empty() {
            let mut legal = self.further();
            legal.insert("halt".to_owned());
            return legal;
        }
        let (mut legal, mut own) = (BTreeSet::new(), BTreeSet::new());
        for (&from, &piece) in &self.pieces {
            let mut attack = |verb: &str, on: Spot, victim: Seat| {
                let text = format!("{verb}:{}x{}", self.name(from), self.name(on));
                if victim == self.seat() {
                    own.insert(text)
                } else {
                    legal.insert(text)
                };
            };
            let token = match piece {
                Piece::Base(owner) if owner == self.seat() => {
                    for direction in 0..6 {
                        let over = self.step(from, direction);
                        if let Some(&Piece::Token(victim, Token::Warship)) = self.pieces.get(&over)
                            && self.in_line(over, direction, Token::Pirates)
                            && !self.any_next_to(over, |piece| matches!(piece, Piece::Token(_, Token::Warship)))
                        {
                            attack("ambush", over, victim);
                        }
                    }
                    continue;
                }
                Piece::Token(owner, token) if owner == self.seat() && token != Token::Lane => token,
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
                    (Token::Ship, Some(&Piece::Base(victim)))
                        if self.in_line(from, (direction + 3) % 6, Token::Warship)
                            && !self.any_next_to(next, |piece| matches!(piece, Piece::Token(_, Token::Pirates))) =>
                    {
                        attack("trap", next, victim);
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
                    && self.held.get(&(captor, self.seat())).is_some_and(|&ships| ships > 0)
                {
                    legal.insert(format!("rescue:{}={}", self.name(from), captor.0));
                }
            }
            if token == Token::Warship {
                legal.extend(self.escorts(from));
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

    fn play(&mut self, action: &str) {
        let seat = self.seat();
        let (word, rest) = action.split_once(':').unwrap_or((action, ""));
        let two = |between: char| rest.split_once(between).map(|(a, b)| (self.spot(a), self.spot(b))).unwrap();
        match word {
            "pass" => {
                if self.game.rules.flag("pass_is_final") {
                    self.left.insert(seat);
                }
                self.idle += 1;
                self.next_turn();
            }
            "halt" => self.finish(self.took_lane),
            "sail" | "convoy" | "escort" => {
                let (from, to) = two('-');
                let lane = self.face(to) == Some(Token::Lane);
                let unit = self.pieces.remove(&from).unwrap();
                self.pieces.insert(to, unit);
                if self.marked.remove(&from) {
                    self.marked.insert(to);
                }
                if word != "escort" {
                    return self.finish(lane);
                }
                if self.path.is_empty() {
                    self.path.push(from);
                }
                self.path.push(to);
                self.took_lane |= lane;
                if self.further().is_empty() {
                    self.finish(self.took_lane);
                }
            }
            "rescue" => {
                let captor = Seat(rest[rest.len() - 1..].parse().unwrap());
                *self.held.get_mut(&(captor, seat)).unwrap() -= 1;
                *self.loot.get_mut(&captor).unwrap() -= self.game.capture_points(Token::Ship);
                self.finish(false);
            }
            _ => {
                let (by, on) = two('x');
                let taken = self.pieces.remove(&on).unwrap();
                self.marked.remove(&on);
                let (victim, points) = match taken {
                    Piece::Token(victim, token) => (victim, self.game.capture_points(token)),
                    Piece::Base(victim) => (victim, self.game.base_points()),
                };
                if word == "trap" && self.game.rules.word("trap_ship") == "stays" {
                    self.marked.insert(by);
                } else if word == "trap" {
                    self.pieces.remove(&by);
                    self.marked.remove(&by);
                }
                if victim != seat {
                    *self.loot.entry(seat).or_default() += points;
                    if word == "seize" {
                        *self.held.entry((seat, victim)).or_default() += 1;
                    }
                }
                self.finish(true);
            }
        }
    }

    fn finish(&mut self, took: bool) {
        self.path.clear();
        self.took_lane = false;
        self.idle = 0;
        self.quiet = if took { 0 } else { self.quiet + 1 };
        if self.quiet == self.game.rules.int("quiet_limit") {
            self.over = true;
        } else {
            self.next_turn();
        }
    }

    fn next_turn(&mut self) {
        self.at = (self.at + 1) % self.order.len();
        self.find_actor();
    }

    /// Passes over those who have left or can do nothing.
    fn find_actor(&mut self) {
        loop {
            if self.left.len() == self.order.len() || self.idle >= self.order.len() {
                self.over = true;
                return;
            }
            if !self.left.contains(&self.seat()) {
                if !self.legal().is_empty() {
                    return;
                }
                self.idle += 1;
            }
            self.at = (self.at + 1) % self.order.len();
        }
    }

    /// Whether a ship on a cell stands on a far edge of its seat.
    fn is_far(&self, spot: Spot, seat: Seat) -> bool {
        self.game.board.far_edges(seat) & self.game.cell_named(&self.name(spot)).unwrap().bit() != 0
    }

    /// The points of the round, and the board that the next one begins with.
    fn score(&self) -> (Vec<i32>, BTreeMap<Spot, Piece>) {
        let tax = self.game.rules.int("round_tax") as i32;
        let mut points: Vec<i32> =
            Seat::all(self.game.seats).map(|seat| self.loot.get(&seat).unwrap_or(&0) - tax).collect();
        let mut left = BTreeMap::new();
        for (&spot, &piece) in &self.pieces {
            let Piece::Token(seat, token) = piece else { continue };
            let through = token == Token::Ship && self.is_far(spot, seat) && !self.marked.contains(&spot);
            let times = if through { self.game.edge_multiplier() } else { 1 };
            if token != Token::Lane {
                points[seat.index()] += times * i32::from(self.game.value(token));
            }
            if !through && !self.marked.contains(&spot) && !self.game.rules.flag("clear_board") {
                left.insert(spot, piece);
            }
        }
        for seat in Seat::all(self.game.seats) {
            let (row, column) = self.game.board.place(self.game.board.base(seat));
            left.insert((row as i32, column as i32), Piece::Base(seat));
        }
        (points, left)
    }
}

fn pieces(game: &Hexxi, state: &State) -> BTreeMap<Spot, Piece> {
    let at = |cell| {
        let (row, column) = game.board.place(cell);
        Some(((row as i32, column as i32), state.piece(cell)?))
    };
    cells(game.board.cells()).filter_map(at).collect()
}

/// How often the kernel and the oracle agreed on something worth counting.
type Looked = BTreeMap<String, u32>;

/// Plays one confrontation in step with the oracle, as `pick` chooses, until the round is scored.
fn fight_it_out(game: &Hexxi, state: &mut State, looked: &mut Looked, mut pick: impl FnMut(&[Action]) -> Action) {
    let mut oracle = Oracle::new(game, state);
    let round = state.round;
    while !oracle.over {
        let shown = || format!("{}\n{}", game.rules.values(), game.board(state, None));
        assert_eq!((state.round, game.turn(state)), (round, Turn::Seat(oracle.seat())), "{}", shown());
        assert_eq!(oracle.pieces, pieces(game, state), "{}", shown());
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let listed: BTreeSet<String> = actions.iter().map(|&action| game.write_action(action)).collect();
        assert_eq!(listed, oracle.legal(), "{}", shown());
        for action in &listed {
            *looked.entry(action.split(':').next().unwrap().to_owned()).or_insert(0) += 1;
        }
        let readings = oracle.readings();
        if readings.len() > 1 {
            *looked.entry("chain of several readings".to_owned()).or_insert(0) += 1;
        }
        if readings[0].len() > 1 {
            *looked.entry("chain of several jumps".to_owned()).or_insert(0) += 1;
        }
        let action = pick(&actions);
        let scores = state.scores;
        game.play(state, action);
        oracle.play(&game.write_action(action));
        if oracle.over {
            if !oracle.marked.is_empty() {
                *looked.entry("marked".to_owned()).or_insert(0) += 1;
            }
            // A round that begins on a full board may be scored in the same breath.
            assert!(state.round > round);
            if state.round == round + 1 {
                let (points, left) = oracle.score();
                let expected: Vec<i32> = scores.iter().zip(points).map(|(score, points)| score + points).collect();
                assert_eq!(state.scores[..game.seats], expected, "{}", game.rules.values());
                assert!(state.phase == Phase::Over || left == pieces(game, state), "{}", game.rules.values());
            }
        }
    }
}

/// HX-13, HX-14, HX-15, HX-16, HX-17, HX-18, HX-19, HX-20, HX-21, HX-22, HX-23, HX-24, HX-25, HX-26, HX-27, HX-28
#[test]
fn the_kernel_plays_as_the_rules_read_slowly() {
    let mut rng = stream(11, 0, Purpose::Other(0));
    let mut looked = Looked::new();
    for number in 0..600 {
        let seats = 2 + number % 3;
        let mut between = |min: u32, max: u32| min + random::below(&mut rng, max - min + 1);
        let rules = format!(
            "board_side = {}\nlanes = {}\nships = {}\npirates = {}\nwarships = {}\nline_reach = {}\nquiet_limit = {}\n\
             trap_ship = {:?}\nclear_board = {}\npass_is_final = {}\nspying = false\nrounds = 3\n\
             edge_multiplier = {}\ncapture_multiplier = {}\nround_tax = {}\nbase_points = {}",
            between(3, 5),
            between(4, 10),
            between(2, 5),
            between(1, 4),
            between(1, 2),
            between(1, 8).min(between(1, 8)),
            between(4, 40),
            ["stays", "leaves"][usize::from(between(0, 3) == 0)],
            between(0, 1) == 0,
            between(0, 1) == 0,
            between(1, 6),
            between(1, 6),
            between(0, 40),
            between(0, 40),
        );
        let game = game(seats, &rules);
        let mut state = game.start();
        while state.phase() != Phase::Over {
            if state.phase().is_confrontation() {
                // Passing would end most fights early, and there is always something else to do; halting ends chains.
                fight_it_out(&game, &mut state, &mut looked, |actions| {
                    let rare = |action: &Action| !matches!(action, Action::Pass | Action::Halt);
                    let bold: Vec<Action> = actions.iter().copied().filter(rare).collect();
                    let actions = if random::below(&mut rng, 12) == 0 { actions } else { &bold };
                    actions[random::below(&mut rng, actions.len() as u32) as usize]
                });
                continue;
            }
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            actions.retain(|action| !matches!(action, Action::Stash(_)) || random::below(&mut rng, 8) == 0);
            if actions.is_empty() {
                game.actions(&state, &mut actions);
            }
            game.play(&mut state, actions[random::below(&mut rng, actions.len() as u32) as usize]);
        }
    }
    for kind in [
        "sail",
        "convoy",
        "escort",
        "halt",
        "seize",
        "intercept",
        "ambush",
        "trap",
        "rescue",
        "pass",
        "chain of several jumps",
        "chain of several readings",
        "marked",
    ] {
        assert!(looked.get(kind).is_some_and(|&count| count > 9), "{kind}: {looked:?}");
    }
}
