//! A state read back from what a seat knows.

use super::Hexxi;
use super::board::cells;
use super::hidden::Observation;
use super::state::{Bidding, Chain, Deed, Phase, State, start};
use super::token::{Token, Tokens};
use crate::recall::{self, RecallError, wrong};
use crate::seat::Seat;

/// Tokens that the viewer does not know lie anywhere they could.
pub(super) fn recall(game: &Hexxi, seen: &Observation) -> Result<State, RecallError> {
    let seat = |field, number| recall::seat(game.seats, field, number);
    let cell = |field, name: &String| game.cell_named(name).ok_or_else(|| wrong(field, name));
    let viewer = seat("viewer", seen.viewer)?;
    let mut state = start(game);
    state.order = place_in_order(game, &seen.order).ok_or_else(|| wrong("order", format!("{:?}", seen.order)))?;
    let mover = seat("turn", seen.turn.unwrap_or(u8::MAX))?;
    let at = |seat: Seat| state.order.iter().position(|&other| other == seat).unwrap_or_default() as u8;
    state.at = at(mover);
    state.phase = match (seen.phase.as_str(), seen.owed, &seen.bidding, &seen.chain) {
        ("placing", None, None, None) => Phase::Placing,
        ("paying", Some(owed), None, None) => Phase::Paying { owed },
        ("withdrawing", None, None, None) => Phase::Withdrawing,
        ("confronting", None, None, None) => Phase::Confronting,
        ("bidding", None, Some(bidding), None) => {
            let still =
                bidding.bidders.iter().try_fold(0u8, |set, &number| Ok(set | 1 << at(seat("bidders", number)?)))?;
            let (place, end) = (bidding.place, usize::from(bidding.place) + bidding.tied.len());
            if end > game.seats || still & !((1 << end) - (1 << place)) != 0 || still.count_ones() == 0 {
                return Err(wrong("bidding", "not by places of the order"));
            }
            Phase::Bidding(Bidding { place, end: end as u8, still, high: bidding.highest })
        }
        ("escorting", None, None, Some(chain)) => Phase::Escorting(Chain {
            warship: cell("warship", &chain.warship)?,
            stood: chain.stood.iter().try_fold(0, |set, name| Ok(set | cell("stood", name)?.bit()))?,
            barred: chain.barred.as_ref().map(|name| cell("barred", name)).transpose()?,
            took: chain.took_lane,
        }),
        _ => return Err(wrong("phase", &seen.phase)),
    };
    (state.round, state.turns, state.idle, state.quiet) = (seen.rounds_scored, seen.turns, seen.idle, seen.quiet);
    if seen.seats.len() != game.seats || state.round >= game.rounds {
        return Err(wrong("seats", "not what the game has"));
    }

    (state.bases, state.down, state.marked) = (0, 0, 0);
    (state.tokens, state.owned) = (Default::default(), Default::default());
    // By seat: the tokens of which the viewer does not see the place.
    let mut rest = state.hands.map(|_| game.tokens);
    let take = |rest: &mut Tokens, token: Token, field| {
        if rest.count(token) == 0 {
            return Err(wrong(field, "more tokens than there are"));
        }
        rest.take(token);
        Ok(())
    };
    let token = |letter: char| Token::ALL.into_iter().find(|token| token.letter() == letter);
    for (name, piece) in &seen.board {
        let (at, owner) = (cell("board", name)?, seat("board", piece.seat)?);
        let mut face = piece.face.chars();
        match (face.next(), face.next()) {
            (Some('B'), None) if game.board.base(owner) == at && !piece.face_down => {
                state.owned[owner.index()] |= at.bit();
                state.bases |= at.bit();
            }
            (Some('?'), None) if piece.face_down && owner != viewer => state.owned[owner.index()] |= at.bit(),
            (Some(letter), None) => {
                let token = token(letter).ok_or_else(|| wrong("face", &piece.face))?;
                take(&mut rest[owner.index()], token, "board")?;
                state.put(owner, token, at);
            }
            _ => return Err(wrong("face", &piece.face)),
        }
        state.down |= if piece.face_down { at.bit() } else { 0 };
        state.marked |= if piece.marked { at.bit() } else { 0 };
    }
    state.gone = 0;
    for (owner, has) in Seat::all(game.seats).zip(&seen.seats) {
        let index = owner.index();
        (state.scores[index], state.loot[index]) = (has.score, has.loot);
        if has.left {
            state.gone |= 1 << owner.0;
        }
        if has.seized.len() != game.seats {
            return Err(wrong("seized", format!("{:?}", has.seized)));
        }
        for (victim, &count) in has.seized.iter().enumerate() {
            state.seized[victim][index] = count;
        }
        for (word, &count) in &has.deeds {
            let deed = Deed::ALL.into_iter().find(|deed| deed.word() == word).ok_or_else(|| wrong("deeds", word))?;
            state.deeds[index][deed as usize] = count;
        }
        let rest = &mut rest[index];
        let mut read = |field, letters: &str| {
            letters.chars().try_fold(Tokens::NONE, |mut tokens, letter| {
                let token = token(letter).ok_or_else(|| wrong(field, letters))?;
                take(rest, token, field)?;
                tokens.add(token);
                Ok(tokens)
            })
        };
        state.piles_up[index] = read("pile_up", &has.pile_up)?;
        if owner == viewer {
            state.hands[index] = read("hand", &has.hand)?;
            state.piles_down[index] = read("pile_down", &has.pile_down)?;
            continue;
        }
        let [hand, pile] = [&has.hand, &has.pile_down].map(|letters| letters.len() as u32);
        let down = state.down & state.owned(owner) & !state.bases;
        // Where ships may not lie face down (HX-6) there must be something else for it.
        let shipless = if game.edge_placing { 0 } else { (down & game.board.far_edges(owner)).count_ones() };
        if rest.len() != hand + pile + down.count_ones() || rest.len() - u32::from(rest.count(Token::Ship)) < shipless {
            return Err(wrong("hand", "not what is left of its tokens"));
        }
        let mut hide = || {
            let token = rest.faces().next();
            token.inspect(|&token| rest.take(token)).unwrap_or(Token::Lane)
        };
        for at in cells(down) {
            state.put(owner, hide(), at);
        }
        state.piles_down[index] = Tokens::NONE;
        (0..pile).for_each(|_| state.piles_down[index].add(hide()));
        state.hands[index] = *rest;
    }
    if state.phase.is_confrontation() {
        Seat::all(game.seats).for_each(|seat| game.survey(&mut state, seat));
    }
    Ok(state)
}

/// Every seat once, in the order given; those that do not play stay behind them.
fn place_in_order(game: &Hexxi, order: &[u8]) -> Option<[Seat; super::board::MAX_SEATS]> {
    let mut seats = [0, 1, 2, 3].map(Seat);
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..game.seats as u8) {
        return None;
    }
    seats.iter_mut().zip(order).for_each(|(seat, &number)| *seat = Seat(number));
    Some(seats)
}
