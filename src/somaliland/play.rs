//! The flow of a game: offer, draft, legs and lanes, pirates, and the end of a turn.

use crate::seat::Seat;

use super::chart::Place;
use super::contracts::{Card, Cards, Earnings, earnings};
use super::lane::{Lane, Route};
use super::ship::{FLEET, Ship, Ships};
use super::state::{SEATS, Stage, State};
use super::{Action, Outcome, Somaliland};

/// Something that happens by itself after an action or outcome, for those who tell the story.
#[derive(Clone, Copy, Debug)]
pub(super) enum News {
    /// A ship sits out its turn.
    Misses(Ship),
    /// Pirates take a ship.
    Seized { ship: Ship, ransom: u16 },
    /// A seat is paid at the end of a turn.
    Paid(Seat, Earnings),
}

impl Somaliland {
    /// Who starts a turn (SO-7).
    #[inline]
    pub(super) fn starter(&self, state: &State) -> Seat {
        Seat(state.turn % self.seats as u8)
    }

    /// Begins a round of the seats, so that the starting seat is next.
    #[inline]
    fn begin_round(&self, state: &mut State) {
        let last = self.starter(state).0 + self.seats as u8 - 1;
        state.seat = Seat(last % self.seats as u8);
        state.passed = 0;
    }

    /// The next seat of a round that has not passed and for which `able` holds.
    #[inline]
    fn next_in_round(&self, state: &State, able: impl Fn(Seat) -> bool) -> Option<Seat> {
        let mut seat = state.seat;
        for _ in 0..self.seats {
            seat = seat.next(self.seats);
            if !state.has_passed(seat) && able(seat) {
                return Some(seat);
            }
        }
        None
    }

    /// The displacement of a seat's ships that are not sunk.
    #[inline]
    pub fn displacement(&self, state: &State, seat: Seat) -> i32 {
        self.load(!state.sunk().kinds_of(seat) & ((1 << FLEET) - 1))
    }

    #[inline]
    fn load(&self, kinds: usize) -> i32 {
        self.settings.loads[kinds].into()
    }

    /// The contracts on offer that a seat may still take (SO-7).
    #[inline]
    pub fn takeable(&self, state: &State, seat: Seat) -> Cards {
        state.offer.up_to(self.displacement(state, seat) - state.cards(seat).value())
    }

    /// Goes on with the draft, or begins the first leg.
    #[inline]
    pub(super) fn go_on_drafting(&self, state: &mut State, news: &mut impl FnMut(News)) {
        match self.next_in_round(state, |seat| !self.takeable(state, seat).is_empty()) {
            Some(seat) => {
                state.seat = seat;
                state.stage = Stage::Draft;
            }
            None => {
                state.offer = Cards::default();
                self.begin_round(state);
                self.sail_on(state, news);
            }
        }
    }

    /// A seat takes a contract.
    #[inline]
    pub(super) fn take(&self, state: &mut State, card: Card) {
        let bit = 1 << card.0;
        state.deck.0 &= !bit;
        state.offer.0 &= !bit;
        state.cards[state.seat.index()].0 |= bit;
        state.ledgers[state.seat.index()].taken[usize::from(card.northbound())] += 1;
    }

    /// Goes on until a ship is to be aimed, a seat may launch, contracts are due or the game is over.
    pub(super) fn sail_on(&self, state: &mut State, news: &mut impl FnMut(News)) {
        loop {
            if let Some(ship) = state.next_in_queue() {
                if state.missing & ship.bit() == 0 {
                    state.ship = ship;
                    state.stage = Stage::Aim;
                    return;
                }
                state.missing &= !ship.bit();
                news(News::Misses(ship));
            } else if let Some(seat) = self.next_in_round(state, |seat| !state.in_port(seat).is_empty()) {
                state.seat = seat;
                state.stage = Stage::Launch;
                return;
            } else if !self.next_part(state, news) {
                return;
            }
        }
    }

    /// Begins the next lane's part, leg or turn; says whether sailing goes on at once.
    fn next_part(&self, state: &mut State, news: &mut impl FnMut(News)) -> bool {
        let next_lane = match state.lane() {
            Some(lane) => Lane::ALL.get(lane.index() + 1),
            // The first leg is one part for all lanes.
            None => None,
        };
        if let Some(&lane) = next_lane {
            self.begin_lane(state, lane);
            return true;
        }
        self.send_pirates(state, news);
        if state.leg + 1 < self.settings.legs {
            state.leg += 1;
            self.begin_lane(state, Lane::ALL[0]);
            return true;
        }
        self.end_turn(state, news);
        if state.turn == self.settings.turns {
            state.stage = Stage::Over;
            return false;
        }
        self.begin_round(state);
        // Without contracts left there is no draft, and the turn begins with its first leg (SO-7).
        state.deck.is_empty()
    }

    /// Lines up the ships of a lane, those with the shortest way left first (SO-9).
    pub(super) fn begin_lane(&self, state: &mut State, lane: Lane) {
        let mut order = [0u32; SEATS * FLEET];
        let mut count = 0;
        for ship in state.sailing(lane) {
            let way = self.chart.way_left(lane, state.place(ship));
            order[count] = u32::from(way) << 8 | u32::from(ship.0);
            count += 1;
        }
        order[..count].sort_unstable();
        state.open_lane(lane, order[..count].iter().map(|&entry| Ship(entry as u8)));
        self.begin_round(state);
    }

    /// The ships that the pirates can take: those at sea where they hunt that they do not hold already.
    #[inline]
    pub fn hunted(&self, state: &State) -> Ships {
        let lanes = Lane::ALL.into_iter().filter(|lane| self.hunts(lane.route()));
        Ships(lanes.fold(0, |ships, lane| ships | state.sailing(lane).0) & !state.held)
    }

    /// Whether pirates hunt along a route.
    #[inline]
    pub fn hunts(&self, route: Route) -> bool {
        self.settings.hunts_all || route == Route::Somalia
    }

    /// The pirates take the ship nearest to a port, with those locked to it (SO-17).
    pub(super) fn send_pirates(&self, state: &mut State, news: &mut impl FnMut(News)) {
        let mut nearest: Option<(i32, Ship, Place)> = None;
        for ship in self.hunted(state) {
            let (port, distance2) = self.chart.nearest_port(state.place(ship));
            if nearest.is_none_or(|(least, ..)| distance2 < least) {
                nearest = Some((distance2, ship, port));
            }
        }
        let Some((_, ship, port)) = nearest else { return };
        let with = state.locked_to(ship).0 & !state.held;
        for ship in Ships(ship.bit() | with) {
            let ransom = u16::from(self.top(state, ship));
            let ledger = &mut state.ledgers[ship.seat().index()];
            ledger.ransom += ransom;
            ledger.seized += 1;
            state.missing |= ship.bit();
            state.held |= ship.bit();
            if state.route_of(ship) == Route::Somalia {
                state.unlock(ship);
                state.put(ship, port);
            }
            news(News::Seized { ship, ransom });
        }
    }

    /// The number on the top face of a ship's die: its ransom.
    #[inline]
    pub fn top(&self, state: &State, ship: Ship) -> u8 {
        self.settings.faces[ship.kind()][state.lie(ship).top()]
    }

    /// What a seat would earn if the turn ended now.
    pub fn earned(&self, state: &State, seat: Seat) -> Earnings {
        self.earned_with(state.cards(seat), Lane::ALL.map(|lane| state.arrived(lane).kinds_of(seat)))
    }

    /// What contracts earn with the ships (masks over a seat's ships) that arrive in each lane.
    pub fn earned_with(&self, cards: Cards, arrived: [usize; 4]) -> Earnings {
        earnings(cards, arrived, &self.settings.loads, self.settings.africa_percent)
    }

    /// Pays for contracts met and clears the board (SO-18, SO-19).
    pub(super) fn end_turn(&self, state: &mut State, news: &mut impl FnMut(News)) {
        for seat in Seat::all(self.seats) {
            let earned = self.earned(state, seat);
            state.ledgers[seat.index()].earn(earned);
            news(News::Paid(seat, earned));
        }
        state.clear_board();
        state.turn += 1;
    }

    /// Plays a pass of the seat to move.
    #[inline]
    pub(super) fn pass(&self, state: &mut State, news: &mut impl FnMut(News)) {
        state.passed |= 1 << state.seat.0;
        if state.stage == Stage::Draft {
            self.go_on_drafting(state, news);
        } else {
            self.sail_on(state, news);
        }
    }

    /// Plays an action and tells what follows by itself.
    #[inline]
    pub(super) fn play_telling(&self, state: &mut State, action: Action, news: &mut impl FnMut(News)) {
        match action {
            Action::Take(card) => {
                self.take(state, card);
                self.go_on_drafting(state, news);
            }
            Action::Pass => self.pass(state, news),
            Action::Launch(kind, lane) => {
                let ship = Ship::new(state.seat, kind.into());
                state.launch(ship, lane, self.chart.start(lane));
                state.ship = ship;
                state.stage = Stage::Aim;
            }
            Action::Aim(heading) => {
                state.heading = heading;
                state.stage = Stage::Power;
            }
            Action::Power(power) => {
                state.power = power;
                state.stage = Stage::Roll;
            }
        }
    }

    /// How many contracts are laid out before a turn (SO-6).
    #[inline]
    pub(super) fn offered(&self, state: &State) -> u32 {
        self.settings.offer.min(state.deck.len())
    }

    /// Lets an outcome happen and tells what follows by itself.
    #[inline]
    pub(super) fn happen_telling(&self, state: &mut State, outcome: Outcome, news: &mut impl FnMut(News)) {
        match outcome {
            Outcome::Contracts(cards) => {
                state.offer = cards;
                self.begin_round(state);
                self.go_on_drafting(state, news);
            }
            Outcome::Roll(stray) => {
                self.throw(state, stray);
                (state.ship, state.heading, state.power) = (Ship(0), 0, 0);
                self.sail_on(state, news);
            }
        }
    }
}
