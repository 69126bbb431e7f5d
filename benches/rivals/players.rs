//! Connect Four for two published crates: `board-game` brings its own, `minimax` needs the rules told.

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use marque::random::{self, Rng};
use minimax::Game as _;
use rand_xoshiro_06::Xoshiro256PlusPlus;

/// One random game from the empty board, as `board-game` plays it.
pub fn board_game_playout(rng: &mut Xoshiro256PlusPlus) -> u32 {
    let mut board = Connect4::default();
    while !board.is_done() {
        board.play_random_available_move(rng).expect("the game is not over");
    }
    board.game_length()
}

/// The rules as `minimax` wants them, on bitboards of seven bits a column.
pub struct MinimaxFour;

#[derive(Clone, Default)]
pub struct Board {
    all: u64,
    to_move: u64,
    discs: u8,
}

const COLUMN: u64 = 0x3f;

impl minimax::Game for MinimaxFour {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let mut columns = board.all;
            for column in 0..7 {
                if columns & COLUMN != COLUMN {
                    moves.push(column);
                }
                columns >>= 7;
            }
        }
        winner
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        let bottom = 1 << (column * 7);
        let all = board.all | (board.all + bottom) & COLUMN << (column * 7);
        Some(Board { all, to_move: board.to_move ^ board.all, discs: board.discs + 1 })
    }

    fn get_winner(board: &Board) -> Option<minimax::Winner> {
        let discs = board.all ^ board.to_move;
        let line = |step: u32| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if line(1) || line(7) || line(8) || line(6) {
            return Some(minimax::Winner::PlayerJustMoved);
        }
        (board.discs == 42).then_some(minimax::Winner::Draw)
    }
}

/// One random game from the empty board, as the rollouts of `minimax` play it.
pub fn minimax_playout(moves: &mut Vec<u8>, rng: &mut Rng) -> u32 {
    let mut board = Board::default();
    loop {
        moves.clear();
        if MinimaxFour::generate_moves(&board, moves).is_some() {
            return board.discs.into();
        }
        let column = moves[random::below(rng, moves.len() as u32) as usize];
        board = MinimaxFour::apply(&mut board, column).expect("a new board");
    }
}
