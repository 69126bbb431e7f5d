use thiserror::Error;

use crate::game::{Game, Turn};
use crate::seat::Seat;

/// An observation that no seat can have made at a choice of its own in the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{field}` of the observation cannot be: {}", short(value))]
pub struct RecallError {
    /// The field, or `observation` where no single one is wrong.
    pub field: &'static str,
    /// What stands there.
    pub value: String,
}

impl RecallError {
    /// Says that the observation does not hang together.
    pub fn whole(problem: impl ToString) -> RecallError {
        wrong("observation", problem)
    }
}

/// Says that `value` cannot stand in `field`.
pub(crate) fn wrong(field: &'static str, value: impl ToString) -> RecallError {
    RecallError { field, value: value.to_string() }
}

/// The seat of this number, at a table of so many.
pub(crate) fn seat(seats: usize, field: &'static str, number: u8) -> Result<Seat, RecallError> {
    Seat::all(seats).find(|seat| seat.0 == number).ok_or_else(|| wrong(field, number))
}

/// What fits into a line.
fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

/// A state that `seat`, who is to choose, cannot tell from the one it made the observation of: its view of both is the
/// same, and so are the states it imagines. This is how a player that is told nothing but observations gets a
/// [`View`](crate::View).
///
/// ```
/// use marque::{Game, Seat, Table, View, dzicz::Dzicz, random, toml};
///
/// let mut table = Table::new(Dzicz::create(2, &toml::Table::new())?);
/// let mut rng = random::stream(7, 0, random::Purpose::Chance);
/// while table.roll(&mut rng).is_some() {}
/// let told = table.view(Seat(0)).observe();
/// let state = marque::recall(table.game(), &told, Seat(0))?;
/// assert_eq!(View::new(table.game(), &state, Seat(0)).observe(), told);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recall<G: Game>(game: &G, observation: &G::Observation, seat: Seat) -> Result<G::State, RecallError> {
    let state = game.recall(observation)?;
    if game.turn(&state) != Turn::Seat(seat) {
        return Err(RecallError::whole(format!("{seat} is not the one to choose")));
    }
    if game.observe(&state, seat) != *observation {
        return Err(RecallError::whole("its parts contradict each other"));
    }
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    if actions.is_empty() {
        return Err(RecallError::whole("it leaves nothing to choose"));
    }
    Ok(state)
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::Value;

    use super::*;

    /// Holds a game to what it says of a seat's observation in which one value, at a path such as `/hands/0/size`, is
    /// another: the field that cannot be, or nothing where the game itself has nothing against it.
    pub fn refuses<G: Game>(game: &G, state: &G::State, seat: Seat, changes: &[(&str, Value, &str)]) {
        let seen = serde_json::to_value(game.observe(state, seat)).unwrap();
        assert!(game.recall(&serde_json::from_value(seen.clone()).unwrap()).is_ok(), "{seen}");
        let said = changes.iter().map(|(path, value, _)| {
            let mut other = seen.clone();
            *other.pointer_mut(path).unwrap_or_else(|| panic!("no {path} in {seen}")) = value.clone();
            let recalled = game.recall(&serde_json::from_value(other).unwrap());
            (*path, value, recalled.err().map_or("", |error| error.field))
        });
        let expected = changes.iter().map(|(path, value, field)| (*path, value, *field));
        assert_eq!(said.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{seen}");
    }
}
