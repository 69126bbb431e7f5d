use arrayvec::ArrayVec;
use marque::dzicz::{Chit, Dzicz, Fields, Mission, Phase, Place, State};
use marque::{Game, MAX_SEATS, Seat};

use super::camp::{Camp, FAR};
use crate::evaluator::{Values, logistic};

// The weights below are log-odds of ending with a card of a mission. They were fitted by maximum likelihood on 560,000
// seats in positions of 20,000 games under the default rules, for all numbers of seats, between players that look one
// action ahead, draw by priors, follow a style or play at random, and smoothed where those games hardly come. A seat
// ends without a card if all its missions fail.

/// By mission, and by about how many actions it still takes.
const NEED: [[f32; FAR + 1]; 4] = [
    [1.74, 0.55, -0.44, -0.65, -1.11, -1.11, -1.11],
    [1.13, -0.50, -0.50, -0.55, -0.55, -0.55, -0.55],
    [1.31, 0.57, -0.26, -0.79, -0.87, -1.15, -1.25],
    [2.27, 1.09, 0.06, -0.27, -0.72, -0.81, -1.03],
];
/// By [`Claim`].
const CLAIM: [f32; 4] = [-2.53, -1.10, -0.98, 0.09];
/// For each action left to a seat that does not meet the condition yet, by mission.
const TIME_TO_MEET: [f32; 4] = [0.07, 0.01, 0.12, 0.09];
/// For each action left to a seat that does: it can still be undone.
const TIME_TO_KEEP: [f32; 4] = [-0.22, -0.29, -0.01, -0.31];
/// For each action needed beyond those left.
const TOO_LATE: f32 = -1.56;
/// For an open card that a rival is nearer to.
const FORESTALLED: f32 = -0.85;
/// For each of up to three pieces that others' soldiers can get at, by mission.
const EXPOSED: [f32; 4] = [-0.53, -0.41, -0.57, -0.44];
/// For each of those that a defence can save.
const GUARDED: f32 = 0.60;
/// For each seat beyond two.
const CROWD: f32 = -0.46;
/// For each soldier of the seat up to five: at the end, and with ten actions left in addition. So do those that follow.
const SOLDIERS: (f32, f32) = (0.20, 0.53);
/// For each of up to eight soldiers of others.
const OTHER_SOLDIERS: (f32, f32) = (-0.08, -0.27);
/// For each of up to eight tokens.
const TOKENS: (f32, f32) = (0.12, -0.69);
/// For any fort, which soldiers come from.
const FORT: (f32, f32) = (-0.30, 1.22);
/// For each token of others.
const OTHER_TOKENS: f32 = 0.03;
/// For any fort of others.
const OTHER_FORT: f32 = -0.73;
/// For each of up to three tokens that no soldier of others can get at.
const SAFE_TOKENS: f32 = 0.25;

/// How a seat can come to hold a card of a mission at the end, the best way last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Claim {
    /// Only if the seat that has it loses it.
    Taken,
    /// By meeting its condition.
    Open,
    /// By meeting its condition, which no other seat can forestall.
    Secret,
    /// By keeping it.
    Held,
}

/// The best claim that a seat has on a card of each mission.
fn claims(state: &State, needs: &[[usize; 4]; 4], seat: Seat) -> [Option<Claim>; 4] {
    let mut claims = [None; 4];
    for card in state.cards() {
        let mission = card.mission() as usize;
        let claim = match card.place() {
            Place::Secret(owner) if owner == seat => Claim::Secret,
            Place::Secret(_) => continue,
            Place::Claimed(holder) if needs[holder.index()][mission] > 0 => Claim::Open,
            Place::Claimed(holder) if holder == seat => Claim::Held,
            Place::Claimed(_) => Claim::Taken,
            Place::Open => Claim::Open,
        };
        claims[mission] = claims[mission].max(Some(claim));
    }
    claims
}

/// How many actions of step 3 a seat has left in the game.
fn actions_left(game: &Dzicz, state: &State, seat: Seat) -> u8 {
    let later = game.last_turn() - state.turn().max(1);
    let yet_to_act = match state.phase() {
        Phase::Soldiers | Phase::Defence | Phase::Window | Phase::Action => seat >= state.active(),
        Phase::Expansion => seat > state.active(),
        _ => false,
    };
    later + u8::from(yet_to_act)
}

/// What is seen of a state: the pieces of every seat, and how far it is from each mission.
struct Outlook<'a> {
    game: &'a Dzicz,
    state: &'a State,
    camps: ArrayVec<Camp<'a>, 4>,
    needs: [[usize; 4]; 4],
}

impl<'a> Outlook<'a> {
    fn new(game: &'a Dzicz, state: &'a State) -> Outlook<'a> {
        let camps: ArrayVec<Camp<'_>, 4> = Seat::all(game.seats()).map(|seat| Camp::of(game, state, seat)).collect();
        let mut needs = [[FAR; 4]; 4];
        for (needs, camp) in needs.iter_mut().zip(&camps) {
            *needs = camp.needs();
        }
        Outlook { game, state, camps, needs }
    }

    /// A seat's chance to hold a card at the end.
    fn chance(&self, seat: Seat) -> f32 {
        let mut held = self.state.cards().iter().filter(|card| self.game.holds(seat, card));
        // A secret card that counts without a claim stays to the end.
        if held.any(|card| matches!(card.place(), Place::Secret(_))) {
            return 1.0;
        }
        let camp = &self.camps[seat.index()];
        let others = self.state.all_soldiers() ^ camp.soldiers;
        let threatened = others | camp.board.next_to(others);
        let left = actions_left(self.game, self.state, seat);
        let strength = self.strength(seat, threatened, left);
        // Any card will do, and missions are taken to go well or badly each by itself.
        let mut none = 1.0;
        for (mission, claim) in Mission::ALL.into_iter().zip(claims(self.state, &self.needs, seat)) {
            if let Some(claim) = claim {
                let exposed = camp.exposed(mission, threatened).min(3);
                none *= 1.0 - logistic(strength + self.prospect(seat, mission, claim, exposed, left));
            }
        }
        1.0 - none
    }

    /// What helps or hinders a seat in every mission.
    fn strength(&self, seat: Seat, threatened: Fields, left: u8) -> f32 {
        let camp = &self.camps[seat.index()];
        let time = f32::from(left) / 10.0;
        let count = |fields: Fields, most: u32| fields.count_ones().min(most) as f32;
        let timed = |(end, early): (f32, f32), count: f32| (end + early * time) * count;
        CROWD * (self.game.seats() - 2) as f32
            + timed(SOLDIERS, count(camp.soldiers, 5))
            + timed(OTHER_SOLDIERS, count(self.state.all_soldiers() ^ camp.soldiers, 8))
            + timed(TOKENS, count(camp.tokens, 8))
            + timed(FORT, count(camp.forts, 1))
            + OTHER_TOKENS * count(self.state.other_tokens(seat), 16)
            + OTHER_FORT * count(self.state.other_forts(seat), 1)
            + SAFE_TOKENS * count(camp.tokens & !threatened, 3)
    }

    /// What speaks for a seat's ending with a card of a mission.
    fn prospect(&self, seat: Seat, mission: Mission, claim: Claim, exposed: u32, left: u8) -> f32 {
        let mission = mission as usize;
        let need = self.needs[seat.index()][mission];
        let time = if need > 0 { TIME_TO_MEET } else { TIME_TO_KEEP };
        let nearer = |rival: Seat| {
            let theirs = self.needs[rival.index()][mission];
            rival != seat && (theirs < need || theirs == need && self.game.goes_first(rival, seat))
        };
        let forestalled = claim == Claim::Open && Seat::all(self.game.seats()).any(nearer);
        let hindrance = match (forestalled, need) {
            (false, _) => 0.0,
            (true, 0) => CLAIM[Claim::Taken as usize] - CLAIM[Claim::Open as usize],
            (true, _) => FORESTALLED,
        };
        let guarded = exposed.min(self.state.chits(seat, Chit::Defence).into());
        NEED[mission][need]
            + CLAIM[claim as usize]
            + time[mission] * f32::from(left)
            + TOO_LATE * need.saturating_sub(left.into()) as f32
            + hindrance
            + EXPOSED[mission] * exposed as f32
            + GUARDED * guarded as f32
    }
}

/// Each seat's expected reward: its chance to hold a card, compared with the others' where that is what seats play for.
pub(super) fn evaluate(game: &Dzicz, state: &State) -> Values {
    let outlook = Outlook::new(game, state);
    let seats = game.seats();
    let mut values = [0.0; MAX_SEATS];
    for (seat, value) in Seat::all(seats).zip(&mut values) {
        *value = outlook.chance(seat);
    }
    if game.constant_sum() {
        let all: f32 = values.iter().sum();
        for chance in &mut values[..seats] {
            // Against one rival it is a half and half the difference of the two chances, however they hang together.
            *chance = 0.5 + (seats as f32 * *chance - all) / (2 * (seats - 1)) as f32;
        }
    }
    values
}
