//! A state read back from what a seat knows.

use super::Dzicz;
use super::board::{Field, Fields};
use super::hidden::{self, Observation, SeenCard};
use super::mission::{Card, Mission, Place};
use super::state::{Phase, State, Threat, start};
use crate::recall::{self, RecallError, wrong};

/// Cards that the viewer does not see are blank.
pub(super) fn recall(game: &Dzicz, seen: &Observation) -> Result<State, RecallError> {
    let seat = |field, number| recall::seat(game.seats, field, number);
    let field = |field, name: &str| game.board.read(name).ok_or_else(|| wrong(field, name));
    let fields = |of, names: &[String]| -> Result<Fields, RecallError> {
        names.iter().try_fold(0, |set, name| Ok(set | field(of, name)?.bit()))
    };
    let mission = |field, letter: char| {
        let known = Mission::ALL.into_iter().find(|mission| mission.letter() == letter);
        known.ok_or_else(|| wrong(field, letter))
    };
    let mut state = start(game);
    let viewer = seat("viewer", seen.viewer)?;
    if seen.seats.len() != game.seats || seen.cards.len() != usize::from(game.cards) {
        return Err(wrong("seats", "not what the game has"));
    }
    for (index, has) in seen.seats.iter().enumerate() {
        state.homes[index] = has.home;
        state.tokens[index] = fields("tokens", &has.tokens)?;
        state.forts[index] = fields("forts", &has.forts)?;
        state.soldiers[index] = fields("soldiers", &has.soldiers)?;
        state.chits[index] = [has.charge, has.defence, has.expansion, has.maneuver];
        state.claims[index] = [0; 4];
        for &letter in has.claims.iter().take(u8::MAX.into()) {
            state.claims[index][mission("claims", letter)? as usize] += 1;
        }
        state.ruled_out[index] = 0;
        for &letter in &has.ruled_out {
            state.ruled_out[index] |= mission("ruled_out", letter)?.bit();
        }
    }
    // A field has one token at most, and forts stand on tokens of their seat.
    let tokens = state.tokens.iter().fold(0u32, |sum, set| sum + set.count_ones());
    let taken = state.tokens.iter().fold(0, |all, set| all | set);
    if tokens != taken.count_ones() || state.forts.iter().zip(&state.tokens).any(|(forts, tokens)| forts & !tokens != 0)
    {
        return Err(wrong("tokens", "two on a field, or a fort on none"));
    }
    for (number, SeenCard { mission: letter, seat: before, face_up, first }) in seen.cards.iter().enumerate() {
        let before = before.map(|number| seat("cards", number)).transpose()?;
        let place = match (before, face_up) {
            (None, _) => Place::Open,
            (Some(owner), false) => Place::Secret(owner),
            (Some(holder), true) => Place::Claimed(holder),
        };
        let hidden = matches!(place, Place::Secret(owner) if owner != viewer);
        let mission = if hidden { Mission::Trail } else { mission("cards", *letter)? };
        state.cards[number] = Card { mission, place, first: first.map(|number| seat("cards", number)).transpose()? };
    }
    state.dealt = seen.cards.len() as u8;
    state.turn = seen.turn;
    state.phase = seen.phase;
    state.mover = viewer;
    // While rewards are given nobody is active, and the first seat of the next turn will be.
    let next = || game.seat_at(state.turn.saturating_add(1), 0);
    state.active = seen.active.map_or_else(|| Ok(next()), |number| seat("active", number))?;
    state.ready = fields("ready", &seen.ready)?;
    state.charger = seen.charger.as_ref().map_or(Ok(0), |name| field("charger", name).map(Field::bit))?;
    state.threat = match &seen.threat {
        Some(threat) => Some(Threat {
            by: seat("threat", threat.by)?,
            advance: game.advance(&threat.advance).ok_or_else(|| wrong("threat", &threat.advance))?,
            during: Some(threat.during)
                .filter(|during| matches!(during, Phase::Soldiers | Phase::Window))
                .ok_or_else(|| wrong("during", "neither soldiers nor window"))?,
        }),
        None => None,
    };
    if state.threat.is_some() != (state.phase == Phase::Defence) {
        return Err(wrong("threat", "one is answered in a defence"));
    }
    state.left = seen.left;
    state.rewards = 0;
    for &number in &seen.rewards {
        state.rewards |= 1u8.checked_shl(number.into()).ok_or_else(|| wrong("rewards", number))?;
    }
    if !hidden::can_imagine(game, &state, viewer) {
        return Err(wrong("cards", "no deal fits them"));
    }
    Ok(state)
}
