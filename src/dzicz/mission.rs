//! The missions, their conditions, and the cards they are written on.

use std::fmt;

use crate::seat::Seat;

use super::Dzicz;
use super::board::Edge;
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
    /// Face up before a seat, which claimed it or showed it at the end.
    Claimed(Seat),
}

/// What becomes of secret cards, as the rule `secret_missions` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Secrets {
    /// They are claimed once met, then lost and claimed again like any other.
    Claimed,
    /// Those whose owner meets them at the end are shown, and count.
    Shown,
    /// They count from the deal to the end.
    Held,
    /// There are none.
    None,
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
    /// Whether a seat meets the condition of a mission now.
    pub fn meets(&self, state: &State, seat: Seat, mission: Mission) -> bool {
        self.met(state, seat) & mission.bit() != 0
    }

    /// The set of missions whose condition a seat meets now (DZ-19 to DZ-22).
    #[inline]
    pub(super) fn met(&self, state: &State, seat: Seat) -> u8 {
        let board = &self.board;
        let Some(home) = state.home(seat) else { return 0 };
        let (tokens, forts, soldiers) = (state.tokens(seat), state.forts(seat), state.soldiers(seat));
        let mut met = 0;
        let goal = board.goal(home);
        // No chain from home to the goal has fewer than four links, so their number needs no count.
        if tokens & goal != 0 && board.joined(board.line(home), tokens) & goal != 0 {
            met |= Mission::Trail.bit();
        }
        if soldiers & board.centre() != 0
            && soldiers & board.side(home) != 0
            && Edge::ALL.iter().filter(|&&edge| soldiers & board.side(edge) != 0).count() >= 3
        {
            met |= Mission::Assault.bit();
        }
        let inner_forts = (forts & board.inner()).count_ones();
        if inner_forts >= 1 && (tokens & board.inner()).count_ones() >= 4 {
            met |= Mission::Resources.bit();
        }
        if inner_forts >= 3 {
            met |= Mission::Bastion.bit();
        }
        met
    }
}
