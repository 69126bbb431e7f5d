//! The missions, their conditions, and the cards they are written on.

use std::fmt;

use crate::seat::Seat;

use super::Dzicz;
use super::state::State;

/// What a card asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mission {
    /// A chain of tokens across the board (DZ-19).
    Trail,
    /// Soldiers on three edges and the centre (DZ-20).
    Assault,
    /// Tokens and a fort on inner fields (DZ-21).
    Resources,
    /// Forts on inner fields (DZ-22).
    Bastion,
}

impl Mission {
    /// All four, in the order of the rules.
    pub const ALL: [Mission; 4] = [Mission::Trail, Mission::Assault, Mission::Resources, Mission::Bastion];

    /// The letter on its cards.
    pub const fn letter(self) -> char {
        match self {
            Mission::Trail => 'T',
            Mission::Assault => 'A',
            Mission::Resources => 'R',
            Mission::Bastion => 'B',
        }
    }

    /// The mission as a bit of a set.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Mission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mission::Trail => "trail",
            Mission::Assault => "assault",
            Mission::Resources => "resources",
            Mission::Bastion => "bastion",
        })
    }
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Face up beside the board, for anyone to claim.
    Open,
    /// Face down before the seat it was dealt to.
    Secret(Seat),
    /// Claimed, face up before a seat.
    Claimed(Seat),
}

/// A card that has been dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    pub(super) mission: Mission,
    pub(super) place: Place,
    /// Who claimed it first, and had its reward.
    pub(super) first: Option<Seat>,
}

impl Card {
    /// What stands in for a card that has not been dealt.
    pub(super) const BLANK: Card = Card { mission: Mission::Trail, place: Place::Open, first: None };

    /// Which mission it is.
    #[inline]
    pub fn mission(&self) -> Mission {
        self.mission
    }

    /// Where it is.
    #[inline]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Who claimed it first in the game, and so had its reward.
    #[inline]
    pub fn first(&self) -> Option<Seat> {
        self.first
    }
}

impl Dzicz {
    /// Whether a seat meets the condition of a mission now (DZ-19 to DZ-22).
    #[inline]
    pub fn meets(&self, state: &State, seat: Seat, mission: Mission) -> bool {
        let board = &self.board;
        let Some(home) = state.home(seat) else { return false };
        match mission {
            Mission::Trail => {
                // No chain from home to the goal has fewer than four links, so their number needs no count.
                let (tokens, goal) = (state.tokens(seat), board.goal(home));
                tokens & goal != 0 && board.joined(board.line(home), tokens) & goal != 0
            }
            Mission::Assault => {
                let soldiers = state.soldiers(seat);
                soldiers & board.centre() != 0
                    && soldiers & board.side(home) != 0
                    && super::board::Edge::ALL.iter().filter(|&&edge| soldiers & board.side(edge) != 0).count() >= 3
            }
            Mission::Resources => {
                state.forts(seat) & board.inner() != 0 && (state.tokens(seat) & board.inner()).count_ones() >= 4
            }
            Mission::Bastion => (state.forts(seat) & board.inner()).count_ones() >= 3,
        }
    }
}
