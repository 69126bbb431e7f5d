//! What actions do, and how the steps of a turn follow each other.

use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance};
use super::board::{Edge, Fields};
use super::mission::{Mission, Place};
use super::state::{Chit, SEATS, State, Step, Threat};

impl State {
    fn spend(&mut self, seat: Seat, chit: Chit) {
        self.chits[seat.index()][chit as usize] -= 1;
    }

    fn gain(&mut self, seat: Seat, chit: Chit) {
        self.chits[seat.index()][chit as usize] += 1;
    }

    /// Takes token and fort off a field, whosever they are.
    #[inline]
    fn clear(&mut self, field: Fields) {
        for seat in 0..SEATS {
            self.tokens[seat] &= !field;
            self.forts[seat] &= !field;
        }
    }

    /// The seat with a token on the field, if it is another than `seat`.
    #[inline]
    fn other_owner(&self, field: Fields, seat: Seat) -> Option<Seat> {
        let owner = self.tokens.iter().position(|tokens| tokens & field != 0)?;
        (owner != seat.index()).then_some(Seat(owner as u8))
    }

    /// Lets a soldier enter a field, or asks the owner of the token there first (DZ-12).
    fn advance(&mut self, by: Seat, advance: Advance, during: Step) {
        match self.other_owner(advance.to.bit(), by) {
            Some(owner) if self.chits(owner, Chit::Defence) > 0 => {
                self.threat = Some(Threat { by, advance, during });
                self.step = Step::Defence;
                self.mover = owner;
            }
            _ => self.enter(by, advance, during),
        }
    }

    /// A soldier enters a field (DZ-7, DZ-8).
    fn enter(&mut self, by: Seat, advance: Advance, during: Step) {
        let to = advance.to.bit();
        for soldiers in &mut self.soldiers {
            *soldiers &= !to;
        }
        if advance.razing {
            self.clear(to);
        }
        self.soldiers[by.index()] ^= advance.from.bit() | to;
        self.moved(by, to, during);
    }

    /// A soldier has made its move and stands on `at`; in step 1 it may charge on (DZ-11).
    fn moved(&mut self, by: Seat, at: Fields, during: Step) {
        if during == Step::Soldiers && self.chits(by, Chit::Charge) > 0 {
            self.charger = at;
        }
    }

    /// The owner of the token has answered a threat.
    fn answer(&mut self, defended: bool) {
        let Some(Threat { by, advance, during }) = self.threat.take() else { return };
        if defended {
            self.spend(self.mover, Chit::Defence);
            self.moved(by, advance.from.bit(), during);
        } else {
            self.enter(by, advance, during);
        }
        self.step = during;
        self.mover = by;
    }
}

impl Dzicz {
    /// Plays an action and goes on to the next decision.
    pub(super) fn act(&self, state: &mut State, action: Action) {
        let seat = state.mover;
        let own = seat.index();
        match action {
            Action::Start(field) => {
                let home = Edge::ALL.into_iter().find(|&edge| self.board.side(edge) & field.bit() != 0);
                debug_assert!(home.is_some(), "a start is on an edge");
                state.homes[own] = home;
                state.tokens[own] = field.bit();
                self.next_seat(state);
            }
            Action::Move(advance) => {
                state.ready &= !advance.from.bit();
                state.charger = 0;
                state.advance(seat, advance, Step::Soldiers);
            }
            Action::Charge(advance) => {
                state.spend(seat, Chit::Charge);
                state.charger = 0;
                state.advance(seat, advance, Step::Soldiers);
            }
            Action::Raze(field) => {
                state.ready &= !field.bit();
                state.charger = 0;
                state.clear(field.bit());
            }
            Action::Defend => state.answer(true),
            Action::Allow => state.answer(false),
            Action::Maneuver(advance) => {
                state.spend(seat, Chit::Maneuver);
                state.advance(seat, advance, Step::Window);
            }
            Action::Token(field) => {
                state.clear(field.bit());
                state.tokens[own] |= field.bit();
                self.close(state);
            }
            Action::Fort(field) => {
                state.forts[own] |= field.bit();
                self.close(state);
            }
            Action::Soldier(field) => {
                state.soldiers[own] |= field.bit();
                self.close(state);
            }
            Action::Expand(field) => {
                state.spend(seat, Chit::Expansion);
                state.clear(field.bit());
                state.tokens[own] |= field.bit();
                state.forts[own] |= field.bit();
                self.close(state);
            }
            Action::Recruit(field) => {
                state.soldiers[own] |= field.bit();
                state.left -= 1;
                if state.left == 0 {
                    self.close(state);
                }
            }
            Action::End | Action::Skip | Action::Pass => self.close(state),
        }
        while !self.waits(state) {
            self.close(state);
        }
    }

    /// Whether the game waits for someone; else the neutral action of the step is taken silently.
    #[inline]
    fn waits(&self, state: &State) -> bool {
        matches!(state.step, Step::Landing | Step::Defence | Step::Over) || self.has_choice(state)
    }

    /// Closes the step of the mover, whether it did something or not, and opens the next one.
    fn close(&self, state: &mut State) {
        match state.step {
            Step::Soldiers => {
                state.ready = 0;
                state.charger = 0;
                state.step = Step::Window;
            }
            Step::Window => {
                state.mover = state.mover.next(self.seats);
                if state.mover == state.active {
                    state.step = Step::Action;
                }
            }
            Step::Action => state.step = Step::Expansion,
            Step::Expansion => self.next_seat(state),
            Step::Recruits => self.next_reward(state),
            Step::Works => {
                state.left -= 1;
                if state.left == 0 {
                    self.next_reward(state);
                }
            }
            Step::Deal | Step::Landing | Step::Defence | Step::Over => unreachable!("{:?} is not closed", state.step),
        }
    }

    /// The active seat is done: the next one, or after the last one the missions.
    fn next_seat(&self, state: &mut State) {
        state.active = state.active.next(self.seats);
        if state.active == Seat(0) {
            self.check_missions(state);
            self.next_reward(state);
        } else {
            self.open_turn(state);
        }
    }

    /// The active seat begins its turn.
    fn open_turn(&self, state: &mut State) {
        state.mover = state.active;
        if state.turn > 1 {
            state.step = Step::Soldiers;
            state.ready = state.soldiers(state.active);
        } else {
            state.step = Step::Landing;
        }
    }

    /// Takes cards from seats that no longer meet their condition, and gives cards to those that do (DZ-16, DZ-17).
    fn check_missions(&self, state: &mut State) {
        let mut meeting = [0u8; 4];
        for seat in Seat::all(self.seats) {
            for mission in Mission::ALL {
                if self.meets(state, seat, mission) {
                    meeting[mission as usize] |= 1 << seat.0;
                    if self.secrets_claimable {
                        state.ruled_out[seat.index()] |= mission.bit();
                    }
                }
            }
        }
        // All cards look at the same board, so each can be lost and claimed on its own.
        for number in 0..usize::from(state.dealt) {
            let card = &mut state.cards[number];
            let meeting = meeting[card.mission as usize];
            let claimant = match card.place {
                Place::Claimed(seat) if meeting >> seat.0 & 1 == 1 => continue,
                Place::Secret(seat) => (self.secrets_claimable && meeting >> seat.0 & 1 == 1).then_some(seat),
                Place::Open | Place::Claimed(_) => {
                    card.place = Place::Open;
                    let seat = if self.later_claims { meeting.checked_ilog2() } else { Some(meeting.trailing_zeros()) };
                    seat.filter(|_| meeting != 0).map(|seat| Seat(seat as u8))
                }
            };
            if let Some(seat) = claimant {
                card.place = Place::Claimed(seat);
                state.claims[seat.index()][card.mission as usize] += 1;
                if card.first.is_none() {
                    card.first = Some(seat);
                    state.rewards |= 1 << number;
                }
            }
        }
    }

    /// Gives the rewards still due, up to the first that asks for a decision; then the next turn begins (DZ-18).
    fn next_reward(&self, state: &mut State) {
        state.left = 0;
        while state.rewards != 0 {
            let card = state.cards[state.rewards.trailing_zeros() as usize];
            state.rewards &= state.rewards - 1;
            let Place::Claimed(seat) = card.place else { unreachable!("a card with a reward has been claimed") };
            match card.mission {
                Mission::Trail | Mission::Resources => {
                    state.step = if card.mission == Mission::Trail { Step::Recruits } else { Step::Works };
                    state.mover = seat;
                    state.left = 2;
                    return;
                }
                Mission::Assault => {
                    state.gain(seat, Chit::Expansion);
                    state.gain(seat, Chit::Charge);
                }
                Mission::Bastion => {
                    state.gain(seat, Chit::Defence);
                    state.gain(seat, Chit::Maneuver);
                }
            }
        }
        self.next_turn(state);
    }

    /// The first seat begins the next turn, unless that was the last (DZ-23).
    pub(super) fn next_turn(&self, state: &mut State) {
        if state.turn == self.turns {
            state.mover = state.active;
            state.step = Step::Over;
        } else {
            state.turn += 1;
            self.open_turn(state);
        }
    }
}
