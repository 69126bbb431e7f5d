//! What actions do, and how the phases of a turn follow each other.

use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance};
use super::board::{Edge, Fields};
use super::mission::{Mission, Place, Secrets};
use super::state::{Chit, Phase, SEATS, State, Threat};

pub(super) fn play(game: &Dzicz, state: &mut State, action: Action) {
    let seat = state.mover;
    let own = seat.index();
    match action {
        Action::Start(field) => {
            let home = Edge::ALL.into_iter().find(|&edge| game.board.side(edge) & field.bit() != 0);
            debug_assert!(home.is_some(), "a start is on an edge");
            state.homes[own] = home;
            state.tokens[own] = field.bit();
            game.seat_done(state);
        }
        Action::Move(advance) => {
            state.ready &= !advance.from.bit();
            state.charger = 0;
            state.advance(seat, advance, Phase::Soldiers);
            game.soldier_done(state);
        }
        Action::Charge(advance) => {
            state.spend(seat, Chit::Charge);
            state.charger = 0;
            state.advance(seat, advance, state.phase);
            game.soldier_done(state);
        }
        Action::Raze(field) => {
            state.ready &= !field.bit();
            state.charger = 0;
            state.clear(field.bit());
            game.soldier_done(state);
        }
        Action::End => game.soldiers_done(state),
        Action::Defend | Action::Allow => {
            state.answer(action == Action::Defend);
            game.soldier_done(state);
        }
        Action::Maneuver(advance) => {
            state.spend(seat, Chit::Maneuver);
            state.charger = 0;
            state.advance(seat, advance, Phase::Window);
            game.soldier_done(state);
        }
        Action::Token(field) => {
            state.clear(field.bit());
            state.tokens[own] |= field.bit();
            game.action_done(state);
        }
        Action::Fort(field) => {
            state.forts[own] |= field.bit();
            game.action_done(state);
        }
        Action::Soldier(field) => {
            state.soldiers[own] |= field.bit();
            game.action_done(state);
        }
        Action::Pass => game.action_done(state),
        Action::Expand(field) => {
            state.spend(seat, Chit::Expansion);
            state.clear(field.bit());
            state.tokens[own] |= field.bit();
            state.forts[own] |= field.bit();
            game.seat_done(state);
        }
        Action::Recruit(field) => {
            state.soldiers[own] |= field.bit();
            game.part_done(state);
        }
        Action::Skip => match state.phase {
            Phase::Window => game.window_done(state),
            Phase::Expansion => game.seat_done(state),
            _ => game.reward_done(state),
        },
    }
}

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
    fn advance(&mut self, by: Seat, advance: Advance, during: Phase) {
        match self.other_owner(advance.to.bit(), by) {
            Some(owner) if self.chits(owner, Chit::Defence) > 0 => {
                self.threat = Some(Threat { by, advance, during });
                self.phase = Phase::Defence;
                self.mover = owner;
            }
            _ => self.enter(by, advance),
        }
    }

    /// A soldier enters a field (DZ-7, DZ-8).
    fn enter(&mut self, by: Seat, advance: Advance) {
        let to = advance.to.bit();
        for soldiers in &mut self.soldiers {
            *soldiers &= !to;
        }
        if advance.razing {
            self.clear(to);
        }
        self.soldiers[by.index()] ^= advance.from.bit() | to;
        self.moved(by, to);
    }

    /// A soldier has made its move and stands on `at`; in the turn of its seat it may charge on (DZ-11).
    fn moved(&mut self, by: Seat, at: Fields) {
        if by == self.active && self.chits(by, Chit::Charge) > 0 {
            self.charger = at;
        }
    }

    /// The owner of the token has answered a threat.
    fn answer(&mut self, defended: bool) {
        let Threat { by, advance, during } = self.answered();
        self.threat = None;
        if defended {
            self.spend(self.mover, Chit::Defence);
            self.moved(by, advance.from.bit());
        } else {
            self.enter(by, advance);
        }
        self.phase = during;
        self.mover = by;
    }
}

impl Dzicz {
    /// Opens a phase for the mover; says whether it has a choice there, else its neutral action is taken silently.
    ///
    /// The phases are opened one by one by name, so that what each asks is known where this is compiled.
    #[inline(always)]
    fn open(&self, state: &mut State, phase: Phase) -> bool {
        state.phase = phase;
        self.has_choice(state)
    }

    /// Asks the mover and the seats after it, up to the active one, for maneuvers (DZ-13).
    #[inline]
    fn open_window(&self, state: &mut State) -> bool {
        state.phase = Phase::Window;
        loop {
            // No soldier has moved yet in the window of this seat, so none may charge.
            if self.can_maneuver(state) {
                return true;
            }
            state.mover = state.mover.next(self.seats);
            if state.mover == state.active {
                return false;
            }
        }
    }

    #[inline]
    fn open_action_and_expansion(&self, state: &mut State) -> bool {
        self.open(state, Phase::Action) || self.open(state, Phase::Expansion)
    }

    /// A soldier has acted in step 1 or in the window, or waits for an answer.
    fn soldier_done(&self, state: &mut State) {
        if state.phase == Phase::Soldiers {
            if !self.open(state, Phase::Soldiers) {
                self.soldiers_done(state);
            }
        } else if state.phase == Phase::Window && !self.open(state, Phase::Window) {
            self.window_done(state);
        }
    }

    /// Step 1 is over.
    fn soldiers_done(&self, state: &mut State) {
        state.ready = 0;
        state.charger = 0;
        if !self.open_window(state) && !self.open_action_and_expansion(state) {
            self.seat_done(state);
        }
    }

    /// The mover moves no more soldiers in this window.
    fn window_done(&self, state: &mut State) {
        state.charger = 0;
        state.mover = state.mover.next(self.seats);
        if (state.mover == state.active || !self.open_window(state)) && !self.open_action_and_expansion(state) {
            self.seat_done(state);
        }
    }

    /// An action of step 3 or of a reward has been chosen.
    fn action_done(&self, state: &mut State) {
        if state.phase == Phase::Works {
            self.part_done(state);
        } else if !self.open(state, Phase::Expansion) {
            self.seat_done(state);
        }
    }

    /// One of the decisions of a reward has been made.
    fn part_done(&self, state: &mut State) {
        state.left -= 1;
        if state.left == 0 || !self.has_choice(state) {
            self.reward_done(state);
        }
    }

    /// The decisions of a reward have been made.
    fn reward_done(&self, state: &mut State) {
        let begins = self.give_rewards(state);
        self.run(state, begins);
    }

    /// The active seat is done with its turn.
    fn seat_done(&self, state: &mut State) {
        let begins = self.next_seat(state);
        self.run(state, begins);
    }

    /// Runs through the turns of seats that have no choice to the first decision.
    pub(super) fn run(&self, state: &mut State, mut begins: bool) {
        while begins {
            state.ready = state.soldiers(state.active);
            if self.open(state, Phase::Soldiers) {
                return;
            }
            state.ready = 0;
            if self.open_window(state) || self.open_action_and_expansion(state) {
                return;
            }
            begins = self.next_seat(state);
        }
    }

    /// Goes on to the next seat, after the last one by way of the missions; says whether that seat begins its steps.
    #[inline]
    fn next_seat(&self, state: &mut State) -> bool {
        let place = self.place_of(state.turn, state.active) + 1;
        let over = place == self.seats;
        state.active = if over { self.seat_at(state.turn + 1, 0) } else { self.seat_at(state.turn, place) };
        state.mover = state.active;
        if over {
            self.check_missions(state);
            self.give_rewards(state)
        } else {
            state.turn > 1
        }
    }

    /// Takes cards from seats that no longer meet their condition, and gives cards to those that do (DZ-16, DZ-17).
    fn check_missions(&self, state: &mut State) {
        let mut met = [0u8; SEATS];
        let secrets_judged = match self.secrets {
            Secrets::Claimed => true,
            Secrets::Shown => state.turn == self.turns,
            Secrets::Held | Secrets::None => false,
        };
        for seat in Seat::all(self.seats) {
            met[seat.index()] = self.met(state, seat);
            if secrets_judged {
                state.ruled_out[seat.index()] |= met[seat.index()];
            }
        }
        let turn = state.turn;
        // All cards look at the same board, so each can be lost and claimed on its own.
        for number in 0..usize::from(state.dealt) {
            let card = &mut state.cards[number];
            let meets = |seat: Seat| met[seat.index()] & card.mission.bit() != 0;
            let claimant = match card.place {
                Place::Claimed(seat) if meets(seat) => None,
                Place::Secret(seat) if !secrets_judged || !meets(seat) => None,
                Place::Secret(seat) if self.secrets == Secrets::Shown => {
                    card.place = Place::Claimed(seat);
                    None
                }
                Place::Secret(seat) => Some(seat),
                Place::Open | Place::Claimed(_) => {
                    card.place = Place::Open;
                    let mut seats = (0..self.seats).map(|place| self.seat_at(turn, place));
                    if self.later_claims { seats.rfind(|&seat| meets(seat)) } else { seats.find(|&seat| meets(seat)) }
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

    /// Gives the rewards still due, up to the first that asks for a decision; then the next turn begins (DZ-18). Says
    /// whether it did, and its first seat begins its steps.
    fn give_rewards(&self, state: &mut State) -> bool {
        while state.rewards != 0 {
            let card = state.cards[state.rewards.trailing_zeros() as usize];
            state.rewards &= state.rewards - 1;
            let Place::Claimed(seat) = card.place else { unreachable!("a card with a reward has been claimed") };
            match card.mission {
                Mission::Trail | Mission::Resources => {
                    state.mover = seat;
                    state.left = 2;
                    if self.open(state, if card.mission == Mission::Trail { Phase::Recruits } else { Phase::Works }) {
                        return false;
                    }
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
        state.left = 0;
        self.next_turn(state)
    }

    /// The first seat begins the next turn, unless that was the last (DZ-23); says whether it begins its steps.
    pub(super) fn next_turn(&self, state: &mut State) -> bool {
        state.mover = state.active;
        if state.turn == self.turns {
            state.phase = Phase::Over;
            return false;
        }
        state.turn += 1;
        if state.turn == 1 {
            state.phase = Phase::Landing;
        }
        state.turn > 1
    }
}
