//! A state in numbers, for what is learnt from games.

use marque::hexxi::{Hexxi, Phase, State, Token, cells};
use marque::{Game, Seat, Turn};

use super::evaluation::weigh;
use super::ledger::{Chart, Ledger, fleet};
use crate::evaluator::Values;
use crate::learn::Features;

/// Notes the ledgers of all seats and how near their ships are to the far edges; says what the ledgers are worth.
pub(super) fn study(game: &Hexxi, state: &State, into: &mut Features) -> Values {
    let sea = game.sea();
    let chart = Chart::new(game, state);
    let mut ledgers = [Ledger::default(); 4];
    let lanes = state.all_tokens(Token::Lane);
    let (width, whole) = (2.0 * sea.side() as f32 - 1.0, 1.0 / fleet(game));
    let trade = chart.networks.iter().fold(0, |all, network| all | network);
    let count = |mask: u64| mask.count_ones() as f32;
    let scale = whole * 18.0 / 6.0;
    let is = |holds: bool| f32::from(u8::from(holds));
    let phase = state.phase();
    // Who pays for spying has had its turn, and nobody's turn waits for bids and escorts.
    let turn = match (phase, game.turn(state)) {
        (Phase::Placing | Phase::Confronting, Turn::Seat(seat)) => Some(seat),
        (Phase::Paying { .. }, Turn::Seat(seat)) => Some(seat.next(game.seats())),
        _ => None,
    };
    for seat in Seat::all(game.seats()) {
        let ledger = chart.ledger(game, state, seat);
        let far = sea.far_edges(seat);
        let ships = state.tokens(seat, Token::Ship) & !state.marked();
        let network = chart.networks[seat.index()];
        // Where ships can sail, step by step, until the far edges are reached.
        let (mut reach, mut steps) = (ships & trade, 0.0);
        while reach & far == 0 && steps < width {
            let next = reach | sea.near_any(reach) & lanes;
            if next == reach {
                steps = width;
                break;
            }
            (reach, steps) = (next, steps + 1.0);
        }
        let near = if ships == 0 { 0.0 } else { 1.0 - steps / width };
        let jumps = cells(ships & trade & !far).filter(|&ship| game.ship_moves(state, ship) & far != 0).count();
        let mut numbers = [0.0; 24];
        for (number, term) in numbers.iter_mut().zip(ledger.terms()) {
            *number = term * scale;
        }
        // How early it acts is no worth.
        numbers[5] = ledger.early;
        numbers[14..].copy_from_slice(&[
            near,
            jumps as f32,
            count(network & far & lanes),
            count(network & far) / width,
            count(sea.near_any(far & lanes & trade) & ships),
            count(state.tokens(seat, Token::Lane)) / 4.0,
            f32::from(state.hand(seat).count(Token::Lane)) / 4.0,
            f32::from(state.hand(seat).count(Token::Ship)) / 2.0,
            count(state.tokens(seat, Token::Warship)) + f32::from(state.hand(seat).count(Token::Warship)),
            is(turn == Some(seat)),
        ]);
        into.seat(seat.index(), &numbers);
        ledgers[seat.index()] = ledger;
    }
    into.table(&[
        (game.rounds() - state.round() - 1) as f32 / 2.0,
        is(matches!(phase, Phase::Placing | Phase::Paying { .. } | Phase::Withdrawing)),
        is(matches!(phase, Phase::Bidding(_))),
        is(matches!(phase, Phase::Escorting(_))),
        f32::from(state.quiet()) / 16.0,
        count(lanes) / 12.0,
        count(state.face_down()) / 12.0,
        is(matches!(phase, Phase::Paying { .. })),
    ]);
    weigh(game, state, |seat| ledgers[seat.index()])
}
