//! Which actions are legal: for each kind the set of its target fields.

use arrayvec::ArrayVec;

use crate::random::{self, Rng};

use super::Dzicz;
use super::action::{Action, Advance};
use super::board::{Edge, Field, Fields, Way};
use super::state::{Chit, State, Step};

/// A kind of action but for its target field.
#[derive(Clone, Copy)]
pub(super) enum Verb {
    Start,
    Move(Way, bool),
    Charge(Field, bool),
    Raze,
    Defend,
    Maneuver(Way, bool),
    Token,
    Fort,
    Soldier,
    Expand,
    Recruit,
}

impl Verb {
    #[inline]
    fn at(self, to: Field) -> Action {
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

impl Step {
    /// The action that does nothing in this step, if there is one.
    #[inline]
    fn neutral(self) -> Option<Action> {
        match self {
            Step::Soldiers => Some(Action::End),
            Step::Defence => Some(Action::Allow),
            Step::Window | Step::Expansion | Step::Recruits => Some(Action::Skip),
            Step::Action | Step::Works => Some(Action::Pass),
            Step::Deal | Step::Landing | Step::Over => None,
        }
    }
}

impl Dzicz {
    /// Offers every kind of action that is not neutral with its target fields, which may be none.
    ///
    /// The one place that knows what is legal: listing, drawing and skipping silent steps all go through it.
    #[inline(always)]
    fn offers(&self, state: &State, mut offer: impl FnMut(Verb, Fields)) {
        let seat = state.mover;
        match state.step {
            Step::Landing => {
                let taken = state.other_tokens(seat);
                let free = Edge::ALL.iter().filter(|&&edge| self.board.line(edge) & taken == 0);
                offer(Verb::Start, free.fold(0, |all, &edge| all | self.board.side(edge)));
            }
            Step::Soldiers => {
                let others = state.other_tokens(seat);
                let enterable = self.board.fields() & !state.soldiers(seat);
                for way in Way::ALL {
                    let entered = way.step(state.ready) & enterable;
                    offer(Verb::Move(way, false), entered);
                    offer(Verb::Move(way, true), entered & others);
                }
                offer(Verb::Raze, state.ready & others);
                if let Some(from) = state.charger() {
                    let entered = self.board.next_to(state.charger) & enterable;
                    offer(Verb::Charge(from, false), entered);
                    offer(Verb::Charge(from, true), entered & others);
                }
            }
            // Any one field stands for the field defended.
            Step::Defence => offer(Verb::Defend, 1),
            Step::Window if state.chits(seat, Chit::Maneuver) > 0 => {
                let others = state.other_tokens(seat);
                let free = self.board.fields() & !state.all_soldiers();
                for way in Way::ALL {
                    let entered = way.step(state.soldiers(seat)) & free;
                    offer(Verb::Maneuver(way, false), entered);
                    offer(Verb::Maneuver(way, true), entered & others);
                }
            }
            Step::Action | Step::Works => {
                let (tokens, forts) = (state.tokens(seat), state.forts(seat));
                let barred = state.other_forts(seat);
                let barred = barred | self.board.next_to(barred);
                offer(Verb::Token, self.board.next_to(tokens) & !tokens & !barred);
                offer(Verb::Fort, tokens & !forts);
                offer(Verb::Soldier, forts & !state.all_soldiers());
            }
            Step::Expansion if state.chits(seat, Chit::Expansion) > 0 => {
                offer(Verb::Expand, state.soldiers(seat) & !state.other_forts(seat) & !state.forts(seat));
            }
            Step::Recruits => offer(Verb::Recruit, state.tokens(seat) & !state.all_soldiers()),
            Step::Deal | Step::Window | Step::Expansion | Step::Over => {}
        }
    }

    /// Whether the mover could do anything but the neutral action of the step.
    #[inline(always)]
    pub(super) fn has_choice(&self, state: &State) -> bool {
        let mut any = 0;
        self.offers(state, |_, fields| any |= fields);
        any != 0
    }

    pub(super) fn list(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        self.offers(state, |verb, fields| into.extend(Field::each(fields).map(|field| verb.at(field))));
        into.extend(state.step.neutral());
    }

    #[inline]
    pub(super) fn pick(&self, state: &State, rng: &mut Rng) -> Action {
        let mut offers = ArrayVec::<(Verb, Fields, u32), 12>::new();
        let mut count = 0;
        self.offers(state, |verb, fields| {
            count += fields.count_ones();
            offers.push((verb, fields, count));
        });
        let neutral = state.step.neutral();
        let drawn = random::below(rng, count + u32::from(neutral.is_some()));
        match offers.iter().find(|&&(_, _, end)| drawn < end) {
            Some(&(verb, fields, end)) => {
                let index = drawn + fields.count_ones() - end;
                verb.at(Field::lowest(1 << random::nth_bit(fields, index)))
            }
            None => neutral.expect("only a neutral action is not offered"),
        }
    }
}
