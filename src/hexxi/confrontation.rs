//! Phase 2: what seats may do once all tokens lie open (HX-12 to HX-24).

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::Hexxi;
use super::action::{Action, Blow, Way};
use super::board::{Cell, MAX_SEATS, cells};
use super::network::{Networks, ready};
use super::state::{Deed, Phase, State};
use super::token::Token;
use crate::random::{self, Rng};
use crate::seat::Seat;

/// What one unit or base can do, before it is said to whom or whereto.
#[derive(Clone, Copy)]
enum Errand {
    Move(Way),
    Attack(Blow),
    Rescue,
}

/// Actions alike but for their target: one for every bit of a mask of cells, or of seats for a rescue.
#[derive(Clone, Copy)]
struct Bunch {
    errand: Errand,
    by: Cell,
    targets: u64,
}

impl Bunch {
    fn action(self, target: u32) -> Action {
        match self.errand {
            Errand::Move(way) => Action::Move(way, self.by, Cell::numbered(target)),
            Errand::Attack(blow) => Action::Attack(blow, self.by, Cell::numbered(target)),
            Errand::Rescue => Action::Rescue(self.by, Seat(target as u8)),
        }
    }
}

/// The most bunches a seat has: three for each of 5 ships, two for each of 4 boats of pirates, four for each of
/// 2 warships, one for the base.
const MAX_BUNCHES: usize = 5 * 3 + 4 * 2 + 2 * 4 + 1;

type Bunches = ArrayVec<Bunch, MAX_BUNCHES>;

/// Whether a search for actions goes on after this one.
type Search = ControlFlow<()>;

impl Hexxi {
    /// Turns everything up and lets the first seat that can act do so (HX-12).
    pub(super) fn confront(&self, state: &mut State) {
        state.phase = Phase::Confronting;
        state.down = 0;
        for seat in Seat::all(self.seats) {
            self.survey(state, seat);
        }
        self.seek_actor(state, 0);
    }

    /// Every token and base that a seat could attack with these networks, its own too (HX-19 to HX-22).
    pub fn prey(&self, state: &State, networks: &Networks, seat: Seat) -> u64 {
        let mut prey = 0;
        let _all = self.each_attack(state, networks, seat, |bunch| {
            prey |= bunch.targets;
            ControlFlow::Continue(())
        });
        prey
    }

    /// The cells a unit may move to: free ones and lanes (HX-15).
    #[inline]
    pub(super) fn open_cells(&self, state: &State) -> u64 {
        let free = !state.occupied() & !self.board.reserved();
        (free | state.all_tokens(Token::Lane)) & self.board.cells()
    }

    /// The cells to which a ship could move if it is connected (HX-16, HX-17).
    pub fn ship_moves(&self, state: &State, ship: Cell) -> u64 {
        self.board.near(ship) & state.all_tokens(Token::Lane) | self.convoys(state, ship, self.open_cells(state))
    }

    /// The cells a ship comes to over its neighbours (HX-17).
    #[inline]
    fn convoys(&self, state: &State, ship: Cell, open: u64) -> u64 {
        let near = self.board.near(ship);
        let straight = cells(near & state.all_tokens(Token::Ship))
            .fold(0, |reached, over| reached | self.board.behind(ship, over));
        // The three cells behind a neighbour are those next to it but not next to the ship.
        let fan = self.board.near_any(near & state.all_tokens(Token::Warship)) & !near;
        (straight | fan) & open
    }

    /// Tells every move of a seat (HX-16 to HX-18).
    #[inline]
    fn each_move(&self, state: &State, seat: Seat, mut tell: impl FnMut(Bunch) -> Search) -> Search {
        let open = self.open_cells(state);
        let lanes = state.all_tokens(Token::Lane);
        for token in Token::UNITS {
            for by in ready(state, &state.reach, seat, token) {
                let sails = self.board.near(by) & lanes;
                if sails != 0 {
                    tell(Bunch { errand: Errand::Move(Way::Sail), by, targets: sails })?;
                }
                let (way, jumps) = match token {
                    Token::Ship => (Way::Convoy, self.convoys(state, by, open)),
                    Token::Warship => (Way::Escort, self.escorts(state, by, open)),
                    Token::Pirates | Token::Lane => continue,
                };
                if jumps != 0 {
                    tell(Bunch { errand: Errand::Move(way), by, targets: jumps })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells every attack of a seat, on its own tokens too (HX-19 to HX-22).
    #[inline]
    fn each_attack(
        &self,
        state: &State,
        networks: &Networks,
        seat: Seat,
        mut tell: impl FnMut(Bunch) -> Search,
    ) -> Search {
        let [_, ships, pirates, warships] = state.tokens;
        let near = |cell| self.board.near(cell);
        let mut attack = |blow, by, targets| match targets {
            0 => ControlFlow::Continue(()),
            _ => tell(Bunch { errand: Errand::Attack(blow), by, targets }),
        };
        for by in ready(state, networks, seat, Token::Pirates) {
            let prey = cells(near(by) & ships).filter(|&ship| near(ship) & warships == 0);
            attack(Blow::Seize, by, mask(prey))?;
        }
        for by in ready(state, networks, seat, Token::Warship) {
            let prey = cells(near(by) & pirates).filter(|&boat| near(boat) & state.bases == 0);
            attack(Blow::Intercept, by, mask(prey))?;
        }
        for by in cells(state.bases & state.owned(seat)) {
            let prey = cells(near(by) & warships)
                .filter(|&warship| near(warship) & warships == 0 && self.board.line(seat, warship) & pirates != 0);
            attack(Blow::Ambush, by, mask(prey))?;
        }
        for by in ready(state, networks, seat, Token::Ship) {
            let prey = cells(near(by) & state.bases)
                .filter(|&base| near(base) & pirates == 0 && self.board.line(state.owner(base), by) & warships != 0);
            attack(Blow::Trap, by, mask(prey))?;
        }
        ControlFlow::Continue(())
    }

    /// Tells every rescue of a seat (HX-23).
    #[inline]
    fn each_rescue(&self, state: &State, seat: Seat, mut tell: impl FnMut(Bunch) -> Search) -> Search {
        if state.seized[seat.index()] != [0; MAX_SEATS] {
            for by in cells(state.tokens(seat, Token::Warship)) {
                let near = self.board.near(by) & state.bases;
                let targets = Seat::all(self.seats)
                    .filter(|&captor| state.seized(captor, seat) > 0 && near & self.board.base(captor).bit() != 0)
                    .fold(0, |seats, captor| seats | 1 << captor.0);
                if targets != 0 {
                    tell(Bunch { errand: Errand::Rescue, by, targets })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a seat has anything to do but pass.
    #[inline]
    fn can_act(&self, state: &State, seat: Seat) -> bool {
        let found = |_| ControlFlow::Break(());
        self.each_move(state, seat, found).is_break()
            || self.each_attack(state, &state.reach, seat, found).is_break()
            || self.each_rescue(state, seat, found).is_break()
    }

    /// Finds all that a seat may do, and whether it may pass as well.
    #[inline]
    fn find_options(&self, state: &State, seat: Seat, found: &mut Bunches) -> bool {
        let mut own_attacks = Bunches::new();
        let mut collect = |bunch| {
            found.push(bunch);
            ControlFlow::Continue(())
        };
        let _all = self.each_move(state, seat, &mut collect);
        let _all = self.each_rescue(state, seat, &mut collect);
        let own = state.owned(seat);
        let _all = self.each_attack(state, &state.reach, seat, |bunch| {
            for (attacks, victims) in [(&mut *found, !own), (&mut own_attacks, own)] {
                if bunch.targets & victims != 0 {
                    attacks.push(Bunch { targets: bunch.targets & victims, ..bunch });
                }
            }
            ControlFlow::Continue(())
        });
        let pass = own_attacks.is_empty();
        if found.is_empty() {
            // Now, and only now, attacks on one's own are legal (HX-24).
            found.extend(own_attacks);
        }
        pass
    }

    pub(super) fn list_actions(&self, state: &State, into: &mut Vec<Action>) {
        let mut found = Bunches::new();
        let pass = self.find_options(state, state.mover(), &mut found);
        for bunch in &found {
            into.extend(cells(bunch.targets).map(|target| bunch.action(target.index() as u32)));
        }
        // A seat that can only pass is never asked.
        if pass && !found.is_empty() {
            into.push(Action::Pass);
        }
    }

    #[inline]
    pub(super) fn random_act(&self, state: &State, rng: &mut Rng) -> Action {
        let mut found = Bunches::new();
        let pass = self.find_options(state, state.mover(), &mut found);
        let actions: u32 = found.iter().map(|bunch| bunch.targets.count_ones()).sum();
        let mut pick = random::below(rng, actions + u32::from(pass));
        for bunch in &found {
            let targets = bunch.targets.count_ones();
            if pick < targets {
                return bunch.action(random::nth_bit(bunch.targets, pick));
            }
            pick -= targets;
        }
        Action::Pass
    }

    #[inline]
    pub(super) fn move_unit(&self, state: &mut State, way: Way, from: Cell, to: Cell) {
        let onto_lane = state.all_tokens(Token::Lane) & to.bit() != 0;
        if onto_lane {
            self.send_home(state, Token::Lane, to);
            for seat in Seat::all(self.seats) {
                // Only the networks this lane belonged to have changed.
                if state.reach[seat.index()] & to.bit() != 0 {
                    self.survey(state, seat);
                }
            }
        }
        let seat = state.mover();
        let token = state.token(from);
        state.remove(seat, token, from);
        state.put(seat, token, to);
        if state.marked & from.bit() != 0 {
            state.marked ^= from.bit() | to.bit();
        }
        match way {
            Way::Escort => self.escort(state, from, to, onto_lane),
            Way::Sail | Way::Convoy => self.end_action(state, onto_lane),
        }
    }

    /// Takes a token off the board into its owner's hand.
    #[inline]
    fn send_home(&self, state: &mut State, token: Token, cell: Cell) {
        let owner = state.owner(cell);
        state.remove(owner, token, cell);
        state.hands[owner.index()].add(token);
    }

    pub(super) fn attack(&self, state: &mut State, blow: Blow, by: Cell, on: Cell) {
        let seat = state.mover();
        let victim = state.owner(on);
        let (deed, points) = match blow {
            Blow::Seize => {
                state.marked &= !on.bit();
                self.send_home(state, Token::Ship, on);
                (Deed::Seized, self.capture_points(Token::Ship))
            }
            Blow::Intercept => {
                self.send_home(state, Token::Pirates, on);
                (Deed::Intercepted, self.capture_points(Token::Pirates))
            }
            Blow::Ambush => {
                self.send_home(state, Token::Warship, on);
                (Deed::Ambushed, self.capture_points(Token::Warship))
            }
            Blow::Trap => {
                state.bases &= !on.bit();
                state.owned[victim.index()] &= !on.bit();
                state.reach[victim.index()] = 0;
                if self.trap_ship_stays {
                    state.marked |= by.bit();
                } else {
                    self.send_home(state, Token::Ship, by);
                }
                (Deed::Trapped, self.base_points)
            }
        };
        if victim == seat {
            state.note(seat, Deed::Betrayed);
        } else {
            state.note(seat, deed);
            state.loot[seat.index()] += points;
            state.seized[victim.index()][seat.index()] += u8::from(blow == Blow::Seize);
        }
        self.end_action(state, true);
    }

    /// Takes back a ship that `captor` seized, so that it no longer counts (HX-23).
    pub(super) fn rescue(&self, state: &mut State, captor: Seat) {
        let seat = state.mover();
        state.seized[seat.index()][captor.index()] -= 1;
        state.loot[captor.index()] -= self.capture_points(Token::Ship);
        state.note(seat, Deed::Rescued);
        self.end_action(state, false);
    }

    pub(super) fn pass(&self, state: &mut State) {
        if self.pass_is_final {
            state.gone |= 1 << state.mover().0;
        }
        state.idle += 1;
        self.seek_actor(state, state.at + 1);
    }

    #[inline]
    pub(super) fn end_action(&self, state: &mut State, took: bool) {
        state.idle = 0;
        state.quiet = if took { 0 } else { state.quiet + 1 };
        if state.quiet == self.quiet_limit {
            self.score(state);
        } else {
            self.seek_actor(state, state.at + 1);
        }
    }

    /// Finds the next seat that can act, from a place in the order on; without one the phase ends (HX-13).
    #[inline]
    fn seek_actor(&self, state: &mut State, from: u8) {
        let everyone = (1 << self.seats) - 1;
        let mut at = from;
        while state.gone != everyone && usize::from(state.idle) < self.seats {
            if usize::from(at) >= self.seats {
                at = 0;
            }
            let seat = state.order[usize::from(at)];
            if !state.has_left(seat) {
                if self.can_act(state, seat) {
                    state.at = at;
                    return;
                }
                state.idle += 1;
            }
            at += 1;
        }
        self.score(state);
    }
}

#[inline]
fn mask(found: impl Iterator<Item = Cell>) -> u64 {
    found.fold(0, |mask, cell| mask | cell.bit())
}
