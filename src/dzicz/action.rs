//! What seats choose and what chance deals.

use std::fmt;

use crate::seat::Seat;

use super::board::Field;
use super::mission::Mission;

/// A soldier's step to a neighbouring field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Advance {
    /// Where the soldier stands.
    pub from: Field,
    /// The field it enters.
    pub to: Field,
    /// Whether it removes the token there, and any fort on it (DZ-8).
    pub razing: bool,
}

impl fmt::Display for Advance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Advance { from, to, razing } = self;
        write!(f, "{from}-{to}{}", if *razing { "x" } else { "" })
    }
}

/// A choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Puts the first token on an edge, which becomes home (DZ-6).
    Start(Field),
    /// Moves a soldier in step 1 (DZ-7).
    Move(Advance),
    /// Moves the soldier that has just moved once more, for a charge (DZ-11).
    Charge(Advance),
    /// Lets a soldier remove the token it stands on (DZ-9).
    Raze(Field),
    /// Closes step 1 (DZ-10).
    End,
    /// Sends the soldier that enters back, for a defence (DZ-12).
    Defend,
    /// Lets the soldier enter (DZ-12).
    Allow,
    /// Moves a soldier in the window before an action, for a maneuver (DZ-13).
    Maneuver(Advance),
    /// Puts a token (DZ-14).
    Token(Field),
    /// Puts a fort (DZ-14).
    Fort(Field),
    /// Puts a soldier on a fort (DZ-14).
    Soldier(Field),
    /// Puts token and fort under a soldier, for an expansion (DZ-15).
    Expand(Field),
    /// Puts a soldier on a token, the trail's reward (DZ-18).
    Recruit(Field),
    /// Goes without a maneuver, an expansion or the rest of the recruits.
    Skip,
    /// Goes without an action of step 3.
    Pass,
}

/// A mission card that chance deals (DZ-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The seat that gets it in secret; none for an open card.
    pub to: Option<Seat>,
    /// Which mission it is.
    pub mission: Mission,
}
