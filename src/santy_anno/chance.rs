use crate::random::{self, Rng};
use crate::seat::MAX_SEATS;

use super::SantyAnno;
use super::cards::{Card, EventCard};
use super::mind::SLIP_UNIT;
use super::ships::{SHIPS, Ship};
use super::state::{Hand, Phase, State};

/// How many basic cards make room for the experts' (SA-12).
pub(super) const REMOVED: usize = 10;

/// What chance brings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// The ships clockwise from place 0 (SA-2).
    Table([Ship; SHIPS]),
    /// Each seat's ship (SA-3); the first one for seats that do not play.
    Start([Ship; MAX_SEATS]),
    /// The basic cards left out for the experts' (SA-12).
    Remove([Card; REMOVED]),
    /// The cards of a round in the order dealt (SA-14).
    Cards(Hand),
    /// The event of a round (SA-13).
    Event(EventCard),
    /// What thinking came to (SA-17).
    Mind {
        /// The ticks it took.
        ticks: u32,
        /// The ship believed now.
        belief: Ship,
    },
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

/// Any ship but one, each alike.
#[inline]
pub(super) fn other_ship(ship: Ship, rng: &mut Rng) -> Ship {
    Ship::at(ship.index() as u32 + 1 + random::below(rng, SHIPS as u32 - 1))
}

/// Puts the items at the front in any order alike, so many of them.
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
    pub(super) fn cards_to_deal(&self, state: &State) -> usize {
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

    #[inline]
    pub(super) fn draw_outcome(&self, state: &State, rng: &mut Rng) -> Outcome {
        match state.phase {
            Phase::Mind => {
                let thought = self.thought(state);
                let ticks = thought.lo + random::below(rng, thought.hi - thought.lo + 1);
                let slips = thought.slip.draw(rng);
                let belief = if slips { other_ship(thought.right, rng) } else { thought.right };
                Outcome::Mind { ticks, belief }
            }
            Phase::Cards => {
                let (mut cards, count) = state.deck.spread();
                let dealt = self.cards_to_deal(state);
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
                homes[self.seats..].fill(Ship::at(0));
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

    pub(super) fn could_happen(&self, state: &State, outcome: Outcome) -> bool {
        match (state.phase, outcome) {
            (Phase::Table, Outcome::Table(ships)) => all_different(&ships) && !counts_around(ships),
            (Phase::Start, Outcome::Start(homes)) => all_different(&homes[..self.seats]),
            (Phase::Remove, Outcome::Remove(cards)) => {
                let mut basic = state.deck.basic();
                cards.into_iter().all(|card| basic.take(card))
            }
            (Phase::Cards, Outcome::Cards(cards)) => {
                let mut deck = state.deck;
                cards.len() == self.cards_to_deal(state) && cards.as_slice().iter().all(|&card| deck.take(card))
            }
            (Phase::Event, Outcome::Event(event)) => state.event_deck.clone().take(event),
            (Phase::Mind, Outcome::Mind { ticks, belief }) => {
                let thought = self.thought(state);
                (thought.lo..=thought.hi).contains(&ticks) && thought.slip.can_be(belief != thought.right)
            }
            _ => false,
        }
    }
}

/// All ships in any order alike.
fn any_ships(rng: &mut Rng) -> [Ship; SHIPS] {
    let mut ships = std::array::from_fn(|index| Ship::at(index as u32));
    shuffle(&mut ships, SHIPS, rng);
    ships
}
