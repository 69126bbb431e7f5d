//! The weights of the evaluation: log-odds of ending with a card of a mission, added up over what is seen of a state.

use super::camp::FAR;

/// What weights of one kind count for. Those called *timed* have two: what each thing counts at the end, and what more it
/// counts with ten actions left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// By mission, and by about how many actions it still takes.
    Need,
    /// The same for every ten actions left to the seat.
    Time,
    /// By how the seat can come to a card (taken by another, open, secret to the end, secret, held), and by mission.
    Claim,
    /// By how the seat can come to a card, for every ten actions left.
    ClaimTime,
    /// By mission, for each action needed beyond those left.
    TooLate,
    /// By mission, for an open card that a rival is nearer to.
    Forestalled,
    /// For each action by which the rival nearest to that card is nearer.
    Nearer,
    /// By mission, for each of up to three pieces that others' soldiers can get at.
    Exposed,
    /// For each of those that a defence can save.
    Guarded,
    /// For each of those when no soldier comes any more.
    Settled,
    /// By mission and by kind, for each of up to two action tokens.
    Chits,
    /// By mission, for each of up to two pieces more than it takes.
    Spare,
    /// By mission, on a board larger than 5 × 5.
    WideMission,
    /// Timed: for each seat beyond two.
    Crowd,
    /// Timed: for each of up to five soldiers of the seat.
    Soldiers,
    /// Timed: for each of up to eight soldiers of others.
    OtherSoldiers,
    /// Timed: for each of up to eight tokens.
    Tokens,
    /// Timed: for any fort, which soldiers come from.
    AnyFort,
    /// Timed: for each of up to five forts.
    Forts,
    /// Timed: for each of up to sixteen tokens of others.
    OtherTokens,
    /// Timed: for any fort of others.
    OtherFort,
    /// Timed: for each of up to three tokens that no soldier of others can get at.
    SafeTokens,
    /// Timed: for each of up to six charges and maneuvers of others.
    OtherRaids,
    /// Timed: where seats play to beat their rivals.
    Rivalry,
    /// Timed: on a board larger than 5 × 5.
    Wide,
}

impl Group {
    /// All groups, in the order of their weights.
    pub const ALL: [Group; 25] = [
        Group::Need,
        Group::Time,
        Group::Claim,
        Group::ClaimTime,
        Group::TooLate,
        Group::Forestalled,
        Group::Nearer,
        Group::Exposed,
        Group::Guarded,
        Group::Settled,
        Group::Chits,
        Group::Spare,
        Group::WideMission,
        Group::Crowd,
        Group::Soldiers,
        Group::OtherSoldiers,
        Group::Tokens,
        Group::AnyFort,
        Group::Forts,
        Group::OtherTokens,
        Group::OtherFort,
        Group::SafeTokens,
        Group::OtherRaids,
        Group::Rivalry,
        Group::Wide,
    ];

    /// How many weights it has.
    #[allow(clippy::len_without_is_empty, reason = "no group is empty")]
    pub const fn len(self) -> usize {
        match self {
            Group::Need | Group::Time => 4 * (FAR + 1),
            Group::Claim => 4 * 5,
            Group::ClaimTime => 5,
            Group::Chits => 4 * 4,
            Group::TooLate | Group::Forestalled | Group::Exposed | Group::Spare | Group::WideMission => 4,
            Group::Nearer | Group::Guarded | Group::Settled => 1,
            _ => 2,
        }
    }

    /// Where its weights begin among all.
    #[inline]
    pub const fn start(self) -> usize {
        STARTS[self as usize]
    }
}

/// Where each group begins, and at last where all of them end.
const STARTS: [usize; Group::ALL.len() + 1] = {
    let mut starts = [0; Group::ALL.len() + 1];
    let mut at = 0;
    while at < Group::ALL.len() {
        starts[at + 1] = starts[at] + Group::ALL[at].len();
        at += 1;
    }
    starts
};

/// How many weights there are.
const COUNT: usize = STARTS[Group::ALL.len()];

/// The weights of all groups.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [f32; COUNT]);

impl Weights {
    /// No weight at all: everything as likely as not.
    pub const NONE: Weights = Weights([0.0; COUNT]);

    /// These groups, and no weight on the others.
    ///
    /// # Panics
    /// Where a group is given more weights than it has.
    pub const fn new(groups: &[(Group, &[f32])]) -> Weights {
        let mut weights = [0.0; COUNT];
        let mut at = 0;
        while at < groups.len() {
            let (group, given) = groups[at];
            assert!(given.len() <= group.len());
            let mut index = 0;
            while index < given.len() {
                weights[group.start() + index] = given[index];
                index += 1;
            }
            at += 1;
        }
        Weights(weights)
    }

    /// One weight of a group.
    #[inline(always)]
    pub(super) fn of(&self, group: Group, at: usize) -> f32 {
        self.0[group.start() + at]
    }

    /// The weights of a group.
    pub fn group(&self, group: Group) -> &[f32] {
        &self.0[group.start()..][..group.len()]
    }
}
