use crate::random::{self, Rng};
use crate::seat::Seat;

use super::SantyAnno;
use super::action::{Outcome, REMOVED};
use super::cards::{EventCard, Hand};
use super::mind::SLIP_UNIT;
use super::race::{Clock, Race, staggered};
use super::ships::{Ring, SHIPS, Ship};
use super::state::{Phase, State};

/// What chance brings now, with its right odds.
#[inline]
pub(super) fn draw(game: &SantyAnno, state: &State, rng: &mut Rng) -> Outcome {
    match state.phase {
        Phase::Mind => {
            let thought = game.thought(state);
            let ticks = thought.lo + random::below(rng, thought.hi - thought.lo + 1);
            let slips = thought.slip.draw(rng);
            let belief = if slips { other_ship(thought.right, rng) } else { thought.right };
            Outcome::Mind { ticks, belief }
        }
        Phase::Cards => {
            let (mut cards, count) = state.deck.spread();
            let dealt = game.cards_to_deal(state);
            shuffle(&mut cards[..count], dealt, rng);
            let mut hand = Hand::EMPTY;
            for &card in &cards[..dealt] {
                hand.push(card);
            }
            Outcome::Cards(hand)
        }
        Phase::Event => Outcome::Event(state.event_deck.nth(random::below(rng, state.event_deck.len()))),
        Phase::Table => loop {
            let ships = any_ships(rng);
            if !counts_around(ships) {
                break Outcome::Table(ships);
            }
        },
        Phase::Start => {
            let mut homes = any_ships(rng);
            homes[game.seats..].fill(Ship::at(0));
            Outcome::Start(homes)
        }
        Phase::Remove => {
            let (mut cards, count) = state.deck.basic().spread();
            shuffle(&mut cards[..count], REMOVED, rng);
            Outcome::Remove(std::array::from_fn(|index| cards[index]))
        }
        Phase::Act | Phase::Over => unreachable!("chance is not to act"),
    }
}

/// Whether chance could bring this now.
pub(super) fn possible(game: &SantyAnno, state: &State, outcome: Outcome) -> bool {
    match (state.phase, outcome) {
        (Phase::Table, Outcome::Table(ships)) => all_different(&ships) && !counts_around(ships),
        (Phase::Start, Outcome::Start(homes)) => all_different(&homes[..game.seats]),
        (Phase::Remove, Outcome::Remove(cards)) => {
            let mut basic = state.deck.basic();
            cards.into_iter().all(|card| basic.take(card))
        }
        (Phase::Cards, Outcome::Cards(cards)) => {
            let mut deck = state.deck;
            cards.len() == game.cards_to_deal(state) && cards.as_slice().iter().all(|&card| deck.take(card))
        }
        (Phase::Event, Outcome::Event(event)) => state.event_deck.clone().take(event),
        (Phase::Mind, Outcome::Mind { ticks, belief }) => {
            let thought = game.thought(state);
            (thought.lo..=thought.hi).contains(&ticks) && thought.slip.can_be(belief != thought.right)
        }
        _ => false,
    }
}

/// Lets a possible outcome happen.
#[inline]
pub(super) fn happen(game: &SantyAnno, state: &mut State, outcome: Outcome) {
    debug_assert!(possible(game, state, outcome));
    match outcome {
        Outcome::Table(ships) => {
            state.ring = Ring::laid(ships);
            state.phase = Phase::Start;
        }
        Outcome::Start(homes) => {
            state.homes = homes;
            state.phase = if game.expert { Phase::Remove } else { Phase::Cards };
        }
        Outcome::Remove(cards) => {
            for card in cards {
                state.deck.take(card);
            }
            state.phase = Phase::Cards;
        }
        Outcome::Cards(cards) => game.deal(state, cards),
        Outcome::Event(event) => game.upset(state, event),
        Outcome::Mind { ticks, belief } => {
            game.come_to(state, ticks, belief);
            game.go_on(state);
        }
    }
}

/// What a seat's thinking can come to.
struct Thought {
    lo: u32,
    hi: u32,
    /// The ship that right thinking gives.
    right: Ship,
    slip: Slip,
}

/// The chance of going wrong: of a card exact, of a recheck a product of many.
enum Slip {
    Exact(u32),
    Product(f64),
}

impl Slip {
    fn draw(&self, rng: &mut Rng) -> bool {
        match *self {
            Slip::Exact(slip) => random::below(rng, SLIP_UNIT) < slip,
            Slip::Product(slip) => random::unit(rng) < slip,
        }
    }

    fn can_be(&self, wrong: bool) -> bool {
        match *self {
            Slip::Exact(slip) => slip > 0 && wrong || slip < SLIP_UNIT && !wrong,
            Slip::Product(slip) => slip > 0.0 && wrong || slip < 1.0 && !wrong,
        }
    }
}

/// Any ship but one, all seven equally likely.
#[inline]
pub(super) fn other_ship(ship: Ship, rng: &mut Rng) -> Ship {
    Ship::at(ship.index() as u32 + 1 + random::below(rng, SHIPS as u32 - 1))
}

/// Shuffles so many items to the front, every order equally likely.
#[inline]
pub(super) fn shuffle<T>(items: &mut [T], front: usize, rng: &mut Rng) {
    for index in 0..front {
        let rest = (items.len() - index) as u32;
        items.swap(index, index + random::below(rng, rest) as usize);
    }
}

/// Whether the ships count 1-8 around the ring, either way (SA-2).
fn counts_around(ships: [Ship; SHIPS]) -> bool {
    [1, SHIPS - 1]
        .into_iter()
        .any(|step| (0..SHIPS).all(|place| ships[(place + 1) % SHIPS].index() == (ships[place].index() + step) % SHIPS))
}

fn all_different(ships: &[Ship]) -> bool {
    ships.iter().fold(0u8, |seen, ship| seen | ship.bit()).count_ones() as usize == ships.len()
}

impl SantyAnno {
    /// How many cards this round has (SA-14).
    #[inline]
    fn cards_to_deal(&self, state: &State) -> usize {
        self.first_cards + usize::from(state.round)
    }

    /// What the acting seat's thinking can come to (SA-17, SA-22).
    #[inline]
    fn thought(&self, state: &State) -> Thought {
        let race = &state.race;
        let seat = race.actor;
        let position = state.thought(seat);
        if position < state.cards() {
            let pace = self.pace(race, seat, position);
            let right = race.courses[position].to(state.belief(seat));
            Thought { lo: pace.lo, hi: pace.hi, right, slip: Slip::Exact(pace.slip) }
        } else {
            let (lo, hi, sure) = self.recheck(race, seat);
            Thought { lo, hi, right: state.true_ship(seat), slip: Slip::Product(1.0 - sure) }
        }
    }

    /// Deals a round's cards (SA-14) and puts everyone at the start.
    #[inline]
    fn deal(&self, state: &mut State, cards: Hand) {
        let mut race = Race::NONE;
        race.cards = cards;
        for (course, card) in race.courses.iter_mut().zip(cards.as_slice()) {
            *course = card.course(state.ring);
        }
        race.set_tasks();
        race.waiting = ((1u32 << self.seats) - 1) as u8;
        for seat in Seat::all(self.seats) {
            race.clocks[seat.index()] = Clock::waiting(seat, 0);
            race.beliefs[seat.index()] = state.home(seat);
        }
        state.race = race;
        state.phase = if self.events { Phase::Event } else { Phase::Act };
    }

    /// Lets the event of a round work on its cards (SA-15).
    fn upset(&self, state: &mut State, event: EventCard) {
        state.event_deck.take(event);
        let race = &mut state.race;
        race.event = Some(event);
        let len = race.cards.len();
        match event {
            EventCard::Tornado if len > 3 => {
                race.cards.as_mut_slice().swap(2, 3);
                race.courses.swap(2, 3);
            }
            EventCard::Bermuda => {
                race.cards.as_mut_slice()[3..].reverse();
                race.courses[3..len].reverse();
            }
            EventCard::SeasickOn | EventCard::SeasickBack => {
                for position in 3..len {
                    let course = race.courses[position];
                    race.courses[position] = staggered(state.ring, course, event);
                }
            }
            EventCard::Tornado | EventCard::Rum => {}
        }
        race.set_tasks();
        state.phase = Phase::Act;
    }

    /// Tells the acting seat what its thinking came to (SA-17).
    #[inline]
    pub(super) fn come_to(&self, state: &mut State, ticks: u32, belief: Ship) {
        let seat = state.race.actor;
        let cards = state.cards();
        let race = &mut state.race;
        if usize::from(race.thought[seat.index()]) < cards {
            race.thought[seat.index()] += 1;
        } else {
            race.first_reads[seat.index()] = Some(race.beliefs[seat.index()]);
        }
        race.beliefs[seat.index()] = belief;
        race.clocks[seat.index()] = Clock::waiting(seat, race.clocks[seat.index()].tick() + ticks);
    }
}

/// All ships, every order equally likely.
fn any_ships(rng: &mut Rng) -> [Ship; SHIPS] {
    let mut ships = std::array::from_fn(|index| Ship::at(index as u32));
    shuffle(&mut ships, SHIPS, rng);
    ships
}
