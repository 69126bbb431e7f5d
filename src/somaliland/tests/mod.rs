//! One test or more for every rule, each in the smallest position that shows it.

mod hidden;
mod page;
mod sea;
mod settling;
mod throwing;
mod turns;
mod words;

use super::chart::{COLUMNS, Place, ROWS};
use super::hand::Stray;
use super::lane::Lane;
use super::params::MAP;
use super::ship::{SHIP_NAMES, Ship};
use super::state::{Phase, State, start};
use super::{Action, Somaliland};
use crate::random::{self, Purpose};
use crate::seat::Seat;
use crate::{Game, RulesError, Table, Turn, toml};

/// An open sea for all, with `N` far in the north-west, `S` far in the south-east and `P` far in the north-east, and some
/// squares changed: column from the west, row from the south.
fn open_sea(changes: &[(usize, usize, char)]) -> String {
    let harbours = [(2, 87, 'N'), (72, 2, 'S'), (72, 87, 'P')];
    let mut squares = [['.'; COLUMNS]; ROWS];
    for &(column, row, letter) in harbours.iter().chain(changes) {
        squares[row][column] = letter;
    }
    squares.iter().rev().map(|row| row.iter().collect::<String>() + "\n").collect()
}

fn create(seats: usize, rules: &str, map: &str) -> Result<Somaliland, RulesError> {
    let mut given: toml::Table = rules.parse().unwrap();
    given.insert("map".to_owned(), map.into());
    Somaliland::create(seats, &given)
}

fn ship(seat: u8, name: &str) -> Ship {
    Ship::new(Seat(seat), SHIP_NAMES.iter().position(|&other| other == name).unwrap())
}

fn place(x: i32, y: i32) -> Place {
    Place { x, y }
}

/// A game set up as a test needs it.
#[derive(Clone)]
struct Position {
    game: Somaliland,
    state: State,
}

impl Position {
    /// Two seats on the open sea, before the first leg.
    fn open(rules: &str) -> Position {
        Position::on(rules, &open_sea(&[]))
    }

    fn on(rules: &str, map: &str) -> Position {
        let game = create(2, rules, map).unwrap();
        let mut state = game.start();
        state.phase = Phase::Launch;
        Position { game, state }
    }

    /// Puts a ship to sea.
    fn sail(mut self, ship: Ship, lane: Lane, x: i32, y: i32) -> Position {
        self.state.launch(ship, lane, place(x, y));
        self
    }

    /// Throws a ship exactly along a heading for so many quarter turns.
    fn throw(&mut self, ship: Ship, heading: i16, turns: u8, tip: u8) {
        (self.state.ship, self.state.heading, self.state.power) = (ship, 0, turns);
        self.game.throw(&mut self.state, Stray { heading, turns: 0, tip });
    }

    fn at(&self, ship: Ship) -> (i32, i32) {
        let at = self.state.place(ship);
        (at.x, at.y)
    }

    fn misses(&self, ship: Ship) -> bool {
        self.state.missing().contains(ship)
    }

    fn locked(&self, ship: Ship) -> Vec<Ship> {
        self.state.locked_to(ship).collect()
    }

    fn pirates(&mut self) {
        self.game.send_pirates(&mut self.state, &mut |_| {});
    }

    fn ransom(&self, seat: u8) -> u16 {
        self.state.ledger(Seat(seat)).ransom
    }
}

/// A table at which a game is played move by move.
fn table(seats: usize, rules: &str, map: &str) -> Table<Somaliland> {
    Table::new(create(seats, rules, map).unwrap())
}

/// Where a game stands: nothing is hidden, so what a seat imagines is the truth.
fn state_of(table: &Table<Somaliland>) -> State {
    table.view(Seat(0)).imagine(&mut random::stream(0, 0, Purpose::Other(0)))
}

/// Plays words, actions and outcomes alike.
fn play(table: &mut Table<Somaliland>, words: &str) {
    for word in words.split_whitespace() {
        let chance = word.starts_with("contracts:") || word.starts_with("roll:");
        let done = if chance { table.happen(word) } else { table.play(word) };
        done.unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}
