//! The flow of a game: draft, legs and lanes, and the end of a turn.

use crate::seat::Seat;

use super::contracts::{Card, Cards, Earnings};
use super::lane::Lane;
use super::ship::{FLEET, Ship};
use super::state::{Phase, SEATS, State};
use super::{Action, Somaliland};

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

#[inline]
pub(super) fn play(game: &Somaliland, state: &mut State, action: Action) {
    play_telling(game, state, action, &mut |_| {});
}

/// Plays an action and tells what follows by itself.
#[inline]
pub(super) fn play_telling(game: &Somaliland, state: &mut State, action: Action, news: &mut impl FnMut(News)) {
    match action {
        Action::Take(card) => {
            take(state, card);
            game.go_on_drafting(state, news);
        }
        Action::Pass => {
            state.passed |= 1 << state.seat.0;
            if state.phase == Phase::Draft {
                game.go_on_drafting(state, news);
            } else {
                game.sail_on(state, news);
            }
        }
        Action::Launch(kind, lane) => {
            let ship = Ship::new(state.seat, kind.into());
            state.launch(ship, lane, game.chart.start(lane));
            state.ship = ship;
            state.phase = Phase::Aim;
        }
        Action::Aim(heading) => {
            state.heading = heading;
            state.phase = Phase::Power;
        }
        Action::Power(power) => {
            state.power = power;
            state.phase = Phase::Roll;
        }
    }
}

/// The seat to move takes a contract (SO-7).
#[inline]
fn take(state: &mut State, card: Card) {
    let bit = 1 << card.0;
    state.deck.0 &= !bit;
    state.offer.0 &= !bit;
    state.cards[state.seat.index()].0 |= bit;
    state.ledgers[state.seat.index()].taken[usize::from(card.northbound())] += 1;
}

impl Somaliland {
    /// Begins a round of the seats, so that the starting seat is next.
    #[inline]
    pub(super) fn begin_round(&self, state: &mut State) {
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

    /// Goes on with the draft, or begins the first leg.
    #[inline]
    pub(super) fn go_on_drafting(&self, state: &mut State, news: &mut impl FnMut(News)) {
        match self.next_in_round(state, |seat| !self.takeable(state, seat).is_empty()) {
            Some(seat) => {
                state.seat = seat;
                state.phase = Phase::Draft;
            }
            None => {
                state.offer = Cards::default();
                self.begin_round(state);
                self.sail_on(state, news);
            }
        }
    }

    /// Goes on until a ship is to be aimed, a seat may launch, contracts are due or the game is over.
    pub(super) fn sail_on(&self, state: &mut State, news: &mut impl FnMut(News)) {
        loop {
            if let Some(ship) = state.next_in_queue() {
                if state.missing & ship.bit() == 0 {
                    state.ship = ship;
                    state.phase = Phase::Aim;
                    return;
                }
                state.missing &= !ship.bit();
                news(News::Misses(ship));
            } else if let Some(seat) = self.next_in_round(state, |seat| !state.in_port(seat).is_empty()) {
                state.seat = seat;
                state.phase = Phase::Launch;
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
        if state.leg + 1 < self.legs {
            state.leg += 1;
            self.begin_lane(state, Lane::ALL[0]);
            return true;
        }
        self.end_turn(state, news);
        if state.turn == self.turns {
            state.phase = Phase::Over;
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
}
