use arrayvec::ArrayVec;
use marque::dzicz::{Chit, Dzicz, Fields, Mission, Phase, Place, State};
use marque::{Game, MAX_SEATS, Seat};

use super::camp::{Camp, FAR};
use super::weights::{Group, Weights};
use crate::evaluator::{Values, logistic};
use crate::learn::Features;

/// How a seat can come to hold a card of a mission at the end, the best way last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Claim {
    /// Only if the seat that has it loses it.
    Taken,
    /// By meeting its condition.
    Open,
    /// By meeting its condition when the last turn ends, which no other seat can forestall.
    AtEnd,
    /// By meeting its condition, which no other seat can forestall.
    Secret,
    /// By keeping it.
    Held,
}

/// The best claim that a seat has on a card of each mission.
fn claims(game: &Dzicz, state: &State, needs: &[[usize; 4]; 4], seat: Seat) -> [Option<Claim>; 4] {
    let mut claims = [None; 4];
    for card in state.cards() {
        let mission = card.mission() as usize;
        let claim = match card.place() {
            Place::Secret(owner) if owner != seat => continue,
            Place::Secret(_) if game.judges_secrets_last() => Claim::AtEnd,
            Place::Secret(_) => Claim::Secret,
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
    let place = |seat: Seat| game.place_of(state.turn(), seat);
    let yet_to_act = match state.phase() {
        Phase::Soldiers | Phase::Defence | Phase::Window | Phase::Action => place(seat) >= place(state.active()),
        Phase::Expansion => place(seat) > place(state.active()),
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

    /// Whether a seat is sure of a card: a secret one that counts without a claim stays to the end.
    fn is_sure(&self, seat: Seat) -> bool {
        let mut held = self.state.cards().iter().filter(|card| self.game.holds(seat, card));
        held.any(|card| matches!(card.place(), Place::Secret(_)))
    }

    /// A seat's chance to hold a card at the end: any will do, and missions are taken to go well or badly each by itself.
    fn chance(&self, weights: &Weights, seat: Seat) -> f32 {
        if self.is_sure(seat) {
            return 1.0;
        }
        let mut none = 1.0;
        let ground = self.ground(seat);
        let mut strength = 0.0;
        self.strength(&ground, |group, at, value| strength += weights.of(group, at) * value);
        for (mission, claim) in Mission::ALL.into_iter().zip(claims(self.game, self.state, &self.needs, seat)) {
            if let Some(claim) = claim {
                let mut prospect = strength;
                self.prospect(&ground, mission, claim, |group, at, value| prospect += weights.of(group, at) * value);
                none *= 1.0 - logistic(prospect);
            }
        }
        1.0 - none
    }

    fn ground(&self, seat: Seat) -> Ground {
        let camp = &self.camps[seat.index()];
        let others = self.state.all_soldiers() ^ camp.soldiers;
        Ground {
            seat,
            left: actions_left(self.game, self.state, seat).into(),
            others,
            threatened: others | camp.board.next_to(others),
            settled: self.is_settled(seat),
            chits: Chit::ALL.map(|chit| self.state.chits(seat, chit).min(2).into()),
        }
    }

    /// Whether no soldier of others moves any more before the end, but for maneuvers.
    fn is_settled(&self, seat: Seat) -> bool {
        let moving = matches!(self.state.phase(), Phase::Soldiers | Phase::Defence);
        let last = self.game.place_of(self.state.turn(), self.state.active()) + 1 == self.game.seats();
        self.state.turn() == self.game.last_turn() && last && (self.state.active() == seat || !moving)
    }

    /// Tells what helps or hinders a seat in every mission, each thing for itself and by the time left.
    #[inline(always)]
    fn strength(&self, ground: &Ground, mut tell: impl FnMut(Group, usize, f32)) {
        let camp = &self.camps[ground.seat.index()];
        let time = ground.left as f32 / 10.0;
        let count = |fields: Fields, most: u32| fields.count_ones().min(most) as f32;
        let flag = |holds: bool| f32::from(u8::from(holds));
        let others = Seat::all(self.game.seats()).filter(|&other| other != ground.seat);
        let raids = |other| self.state.chits(other, Chit::Charge) + self.state.chits(other, Chit::Maneuver);
        let mut timed = |group, count: f32| {
            if count != 0.0 {
                tell(group, 0, count);
                tell(group, 1, count * time);
            }
        };
        timed(Group::Crowd, (self.game.seats() - 2) as f32);
        timed(Group::Soldiers, count(camp.soldiers, 5));
        timed(Group::OtherSoldiers, count(ground.others, 8));
        timed(Group::Tokens, count(camp.tokens, 8));
        timed(Group::AnyFort, count(camp.forts, 1));
        timed(Group::Forts, count(camp.forts, 5));
        timed(Group::OtherTokens, count(self.state.other_tokens(ground.seat), 16));
        timed(Group::OtherFort, count(self.state.other_forts(ground.seat), 1));
        timed(Group::SafeTokens, count(camp.tokens & !ground.threatened, 3));
        timed(Group::OtherRaids, others.map(raids).sum::<u8>().min(6).into());
        timed(Group::Rivalry, flag(self.game.constant_sum()));
        timed(Group::Wide, flag(camp.board.size() > 5));
    }

    /// Tells what speaks for a seat's ending with a card of a mission.
    #[inline(always)]
    fn prospect(&self, ground: &Ground, mission: Mission, claim: Claim, mut tell: impl FnMut(Group, usize, f32)) {
        let &Ground { seat, left, .. } = ground;
        let camp = &self.camps[seat.index()];
        let at = mission as usize;
        let need = self.needs[seat.index()][at];
        let time = left as f32 / 10.0;
        let theirs = |rival: Seat| self.needs[rival.index()][at];
        let nearer = |rival: &Seat| {
            let first = self.game.goes_first(self.state.turn(), *rival, seat);
            *rival != seat && (theirs(*rival) < need || theirs(*rival) == need && first)
        };
        let nearest = Seat::all(self.game.seats()).filter(nearer).map(theirs).min();
        let claim = match (claim, nearest, need) {
            (Claim::Open, Some(_), 0) => Claim::Taken,
            _ => claim,
        };
        tell(Group::Need, at * (FAR + 1) + need, 1.0);
        tell(Group::Time, at * (FAR + 1) + need, time);
        tell(Group::Claim, 4 * claim as usize + at, 1.0);
        tell(Group::ClaimTime, claim as usize, time);
        if need > left {
            tell(Group::TooLate, at, (need - left) as f32);
        }
        if let (Claim::Open, Some(nearest)) = (claim, nearest) {
            tell(Group::Forestalled, at, 1.0);
            tell(Group::Nearer, 0, (need - nearest) as f32);
        }
        let exposed = camp.exposed(mission, ground.threatened).min(3);
        if exposed > 0 {
            let defences = self.state.chits(seat, Chit::Defence).into();
            tell(Group::Exposed, at, exposed as f32);
            tell(Group::Guarded, 0, exposed.min(defences) as f32);
            if ground.settled {
                tell(Group::Settled, 0, exposed as f32);
            }
        }
        for (chit, &count) in ground.chits.iter().enumerate() {
            tell(Group::Chits, 4 * at + chit, count);
        }
        tell(Group::Spare, at, camp.spare(mission).min(2) as f32);
        if camp.board.size() > 5 {
            tell(Group::WideMission, at, 1.0);
        }
    }
}

/// What matters of a state to one seat in whatever mission.
struct Ground {
    seat: Seat,
    /// Actions of step 3 left.
    left: usize,
    /// Soldiers of others, and where they can get at in one move.
    others: Fields,
    threatened: Fields,
    settled: bool,
    /// Action tokens of each kind, up to two.
    chits: [f32; 4],
}

/// Each seat's expected reward: its chance to hold a card, compared with the others' where that is what seats play for.
pub(super) fn evaluate(weights: &Weights, game: &Dzicz, state: &State) -> Values {
    Outlook::new(game, state).values(weights)
}

/// Notes the pieces of all seats and how far they are from each mission; says what that is worth.
pub(super) fn study(weights: &Weights, game: &Dzicz, state: &State, into: &mut Features) -> Values {
    let outlook = Outlook::new(game, state);
    let values = outlook.values(weights);
    let is = |holds: bool| f32::from(u8::from(holds));
    for (seat, camp) in Seat::all(game.seats()).zip(&outlook.camps) {
        let ground = outlook.ground(seat);
        let claims = claims(game, state, &outlook.needs, seat);
        let count = |fields: Fields| fields.count_ones() as f32;
        let mut numbers = [0.0; 24];
        for (mission, claim) in claims.into_iter().enumerate() {
            let need = outlook.needs[seat.index()][mission];
            numbers[mission] = claim.map_or(0.0, |claim| (1 + claim as usize) as f32 / 5.0);
            numbers[4 + mission] = need as f32 / FAR as f32;
            // What can still be brought about.
            numbers[8 + mission] = is(claim.is_some() && need <= ground.left);
        }
        for chit in Chit::ALL {
            numbers[12 + chit as usize] = state.chits(seat, chit).into();
        }
        let scale = 5.0 / camp.board.size() as f32;
        numbers[16..].copy_from_slice(&[
            count(camp.tokens) / 6.0 * scale,
            count(camp.forts) / 3.0 * scale,
            count(camp.soldiers) / 3.0 * scale,
            count(camp.tokens & ground.threatened) / 3.0,
            count(camp.soldiers & ground.threatened) / 3.0,
            ground.left as f32 / 10.0,
            values[seat.index()],
            is(state.active() == seat),
        ]);
        into.seat(seat.index(), &numbers);
    }
    let left = f32::from(game.last_turn() - state.turn()) / 10.0;
    into.table(&[left, is(left == 0.0), is(state.phase() == Phase::Defence), is(state.phase() == Phase::Window)]);
    values
}

impl Outlook<'_> {
    /// Each seat's expected reward.
    fn values(&self, weights: &Weights) -> Values {
        let (game, seats) = (self.game, self.game.seats());
        let mut values = [0.0; MAX_SEATS];
        for (seat, value) in Seat::all(seats).zip(&mut values) {
            *value = self.chance(weights, seat);
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
}

/// What the weights are applied to, for every mission that can bring a seat a card: positions in the weights and by how
/// much each counts. `None` where the seat is sure of a card without any.
pub(super) fn features(game: &Dzicz, state: &State, seat: Seat) -> Option<Vec<Vec<(usize, f32)>>> {
    let outlook = Outlook::new(game, state);
    if outlook.is_sure(seat) {
        return None;
    }
    let ground = outlook.ground(seat);
    let open = Mission::ALL.into_iter().zip(claims(game, state, &outlook.needs, seat));
    let missions = open.filter_map(|(mission, claim)| {
        let mut features = Vec::new();
        outlook.strength(&ground, |group, at, value| features.push((group.start() + at, value)));
        outlook.prospect(&ground, mission, claim?, |group, at, value| features.push((group.start() + at, value)));
        Some(features)
    });
    Some(missions.collect())
}
