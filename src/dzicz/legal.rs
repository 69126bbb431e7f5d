//! Which actions are legal: for each kind the set of its target fields.

use arrayvec::ArrayVec;

use crate::random::{self, Rng};

use super::Dzicz;
use super::action::{Action, Advance};
use super::board::{Edge, Field, Fields, Way};
use super::state::{Chit, Phase, State};

pub(super) fn actions(game: &Dzicz, state: &State, into: &mut Vec<Action>) {
    into.clear();
    game.offers(state, |verb, fields| {
        if fields != 0 {
            into.extend(Field::each(fields).map(|field| verb.at(field)));
        }
    });
    into.extend(state.phase.neutral());
}

#[inline]
pub(super) fn random_action(game: &Dzicz, state: &State, rng: &mut Rng) -> Action {
    let mut offers = ArrayVec::<(Verb, Fields, u32), 12>::new();
    let mut count = 0;
    game.offers(state, |verb, fields| {
        count += fields.count_ones();
        offers.push((verb, fields, count));
    });
    let neutral = state.phase.neutral();
    let drawn = random::below(rng, count + u32::from(neutral.is_some()));
    match offers.iter().find(|&&(_, _, end)| drawn < end) {
        Some(&(verb, fields, end)) => {
            let index = drawn + fields.count_ones() - end;
            verb.at(Field::lowest(1 << random::nth_bit(fields, index)))
        }
        None => neutral.expect("only a neutral action is not offered"),
    }
}

/// A kind of action but for its target field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// [`Action::Start`].
    Start,
    /// [`Action::Move`] one step this way, and whether it removes the token there.
    Move(Way, bool),
    /// [`Action::Charge`] from this field, and whether it removes the token there.
    Charge(Field, bool),
    /// [`Action::Raze`].
    Raze,
    /// [`Action::Defend`], whatever the field.
    Defend,
    /// [`Action::Maneuver`] one step this way, and whether it removes the token there.
    Maneuver(Way, bool),
    /// [`Action::Token`].
    Token,
    /// [`Action::Fort`].
    Fort,
    /// [`Action::Soldier`].
    Soldier,
    /// [`Action::Expand`].
    Expand,
    /// [`Action::Recruit`].
    Recruit,
}

impl Verb {
    /// The action with its target field.
    #[inline]
    pub fn at(self, to: Field) -> Action {
        let along = |way, razing| Advance { from: to.before(way), to, razing };
        match self {
            Verb::Start => Action::Start(to),
            Verb::Move(way, razing) => Action::Move(along(way, razing)),
            Verb::Charge(from, razing) => Action::Charge(Advance { from, to, razing }),
            Verb::Raze => Action::Raze(to),
            Verb::Defend => Action::Defend,
            Verb::Maneuver(way, razing) => Action::Maneuver(along(way, razing)),
            Verb::Token => Action::Token(to),
            Verb::Fort => Action::Fort(to),
            Verb::Soldier => Action::Soldier(to),
            Verb::Expand => Action::Expand(to),
            Verb::Recruit => Action::Recruit(to),
        }
    }
}

impl Phase {
    /// The action that does nothing in this phase, if there is one.
    #[inline]
    pub fn neutral(self) -> Option<Action> {
        match self {
            Phase::Soldiers => Some(Action::End),
            Phase::Defence => Some(Action::Allow),
            Phase::Window | Phase::Expansion | Phase::Recruits => Some(Action::Skip),
            Phase::Action | Phase::Works => Some(Action::Pass),
            Phase::Deal | Phase::Landing | Phase::Over => None,
        }
    }
}

impl Dzicz {
    /// Offers every kind of action that is not neutral with its target fields, which may be none.
    ///
    /// The one place that knows what is legal: listing, drawing and skipping silent steps all go through it.
    #[inline(always)]
    pub fn offers(&self, state: &State, mut offer: impl FnMut(Verb, Fields)) {
        let seat = state.mover;
        match state.phase {
            Phase::Landing => {
                let taken = state.other_tokens(seat);
                let free = Edge::ALL.iter().filter(|&&edge| self.board.line(edge) & taken == 0);
                offer(Verb::Start, free.fold(0, |all, &edge| all | self.board.side(edge)));
            }
            Phase::Soldiers => {
                let others = state.other_tokens(seat);
                let enterable = self.board.fields() & !state.soldiers(seat);
                for way in Way::ALL {
                    let entered = way.step(state.ready) & enterable;
                    offer(Verb::Move(way, false), entered);
                    offer(Verb::Move(way, true), entered & others);
                }
                offer(Verb::Raze, state.ready & others);
                self.offer_charge(state, offer);
            }
            // Any one field stands for the field defended.
            Phase::Defence => offer(Verb::Defend, 1),
            Phase::Window => {
                self.offer_maneuver(state, &mut offer);
                self.offer_charge(state, offer);
            }
            Phase::Action | Phase::Works => {
                let (tokens, forts) = (state.tokens(seat), state.forts(seat));
                let barred = state.other_forts(seat);
                let barred = barred | self.board.next_to(barred);
                offer(Verb::Token, self.board.next_to(tokens) & !tokens & !barred);
                offer(Verb::Fort, tokens & !forts);
                offer(Verb::Soldier, forts & !state.all_soldiers());
            }
            Phase::Expansion if state.chits(seat, Chit::Expansion) > 0 => {
                offer(Verb::Expand, state.soldiers(seat) & !state.other_forts(seat) & !state.forts(seat));
            }
            Phase::Recruits => offer(Verb::Recruit, state.tokens(seat) & !state.all_soldiers()),
            Phase::Deal | Phase::Expansion | Phase::Over => {}
        }
    }

    /// Offers the charge of the soldier that has just moved, if one may charge (DZ-11).
    #[inline(always)]
    fn offer_charge(&self, state: &State, mut offer: impl FnMut(Verb, Fields)) {
        if let Some(from) = state.charger() {
            let entered = self.board.next_to(state.charger) & !state.soldiers(state.mover);
            offer(Verb::Charge(from, false), entered);
            offer(Verb::Charge(from, true), entered & state.other_tokens(state.mover));
        }
    }

    /// Offers a maneuver to the mover, if it has one (DZ-13).
    #[inline(always)]
    fn offer_maneuver(&self, state: &State, mut offer: impl FnMut(Verb, Fields)) {
        let seat = state.mover;
        if state.chits(seat, Chit::Maneuver) > 0 {
            let others = state.other_tokens(seat);
            let free = self.board.fields() & !state.all_soldiers();
            for way in Way::ALL {
                let entered = way.step(state.soldiers(seat)) & free;
                offer(Verb::Maneuver(way, false), entered);
                offer(Verb::Maneuver(way, true), entered & others);
            }
        }
    }

    /// Whether the mover could maneuver.
    #[inline(always)]
    pub(super) fn can_maneuver(&self, state: &State) -> bool {
        let mut any = 0;
        self.offer_maneuver(state, |_, fields| any |= fields);
        any != 0
    }

    /// Whether the mover could do anything but the neutral action of the phase.
    #[inline(always)]
    pub(super) fn has_choice(&self, state: &State) -> bool {
        let mut any = 0;
        self.offers(state, |_, fields| any |= fields);
        any != 0
    }
}
