//! Dzicz: how far each seat is from each mission, what that is worth, and three plans.

use arrayvec::ArrayVec;
use marque::dzicz::{Action, Advance, Board, Chit, Dzicz, Edge, Field, Fields, Mission, Phase, Place, State};
use marque::{Game, MAX_SEATS, Seat};

use crate::knowledge::{Knowledge, Style};
use crate::options::Options;

#[cfg(test)]
mod tests;

/// Steps to a mission beyond which it is just far away.
const FAR: usize = 6;

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

/// The pieces of a seat.
#[derive(Clone, Copy)]
struct Camp<'a> {
    board: &'a Board,
    home: Option<Edge>,
    tokens: Fields,
    forts: Fields,
    soldiers: Fields,
    /// Where it cannot put a token because of others' forts.
    barred: Fields,
}

impl<'a> Camp<'a> {
    fn of(game: &'a Dzicz, state: &State, seat: Seat) -> Camp<'a> {
        let board = game.grid();
        let forts = state.other_forts(seat);
        Camp {
            board,
            home: state.home(seat),
            tokens: state.tokens(seat),
            forts: state.forts(seat),
            soldiers: state.soldiers(seat),
            barred: (forts | board.next_to(forts)) & !state.tokens(seat),
        }
    }

    /// The fields that no new token, one, two and so on could join to a line.
    fn reaches(&self, line: Fields) -> impl Iterator<Item = Fields> {
        let with_joined = |fields: Fields| fields | self.board.joined(self.board.touching(fields), self.tokens);
        let none = with_joined(line & self.tokens);
        let one = with_joined(none | (line | self.board.touching(none)) & !self.barred);
        let more = move |&reach: &Fields| Some(with_joined(reach | self.board.touching(reach) & !self.barred));
        std::iter::once(none).chain(std::iter::successors(Some(one), more)).take(FAR + 1)
    }

    /// How many tokens the trail lacks.
    fn trail_need(&self, home: Edge) -> usize {
        let goal = self.board.goal(home);
        self.reaches(self.board.line(home)).position(|reach| reach & goal != 0).unwrap_or(FAR)
    }

    /// The fields where a token brings the trail one nearer, which lacks so many.
    fn trail_fields(&self, need: usize) -> Fields {
        let Some(home) = self.home else { return 0 };
        let from = self.reaches(self.board.line(home));
        let to: ArrayVec<Fields, { FAR + 1 }> = self.reaches(self.board.goal(home)).collect();
        // A field on a shortest way counts from both its ends.
        from.skip(1).zip(to[1..=need].iter().rev()).fold(0, |all, (from, to)| all | from & to) & !self.tokens
    }

    /// The fields where a soldier would serve an assault and none does.
    fn vacant_posts(&self) -> Fields {
        let held = |side: Fields| self.soldiers & side != 0;
        let mut vacant = self.board.centre() & !self.soldiers;
        let sides = Edge::ALL.map(|edge| self.board.side(edge));
        let home = self.home.map_or(0, |home| self.board.side(home));
        if !held(home) {
            vacant |= home;
        }
        if sides.iter().filter(|&&side| side != home && held(side)).count() < 2 {
            vacant |= sides.iter().filter(|&&side| side != home && !held(side)).fold(0, |all, side| all | side);
        }
        vacant
    }

    fn inner_tokens(&self) -> usize {
        (self.tokens & self.board.inner()).count_ones() as usize
    }

    fn inner_forts(&self) -> usize {
        (self.forts & self.board.inner()).count_ones() as usize
    }

    /// About how many actions each mission still takes, 0 where its condition is met.
    fn needs(&self) -> [usize; 4] {
        let Some(home) = self.home else { return [FAR; 4] };
        let lacking = |wanted: usize, there: usize| wanted.saturating_sub(there);
        let manned = |edge: &&Edge| self.soldiers & self.board.side(**edge) != 0;
        let others = Edge::ALL.iter().filter(|&&edge| edge != home).filter(manned).count().min(2);
        let posts = others
            + usize::from(self.soldiers & self.board.side(home) != 0)
            + usize::from(self.soldiers & self.board.centre() != 0);
        let (tokens, forts) = (self.inner_tokens(), self.inner_forts());
        let needs = [
            self.trail_need(home),
            lacking(4, posts) + lacking(4, self.soldiers.count_ones() as usize),
            lacking(4, tokens) + lacking(1, forts),
            lacking(3, forts) + lacking(3, tokens),
        ];
        needs.map(|need| need.min(FAR))
    }

    /// How many of the pieces that a mission rests on stand where others' soldiers can get at them.
    fn exposed(&self, mission: Mission, threatened: Fields) -> u32 {
        let pieces = match mission {
            Mission::Trail => self.tokens,
            Mission::Assault => self.soldiers,
            Mission::Resources => self.tokens & self.board.inner(),
            Mission::Bastion => self.forts & self.board.inner(),
        };
        (pieces & threatened).count_ones()
    }
}

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

fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
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
        let over = self.state.phase() == Phase::Over;
        let mut held = self.state.cards().iter().filter(|card| self.game.holds(seat, card));
        // A secret card that counts without a claim stays to the end.
        if held.any(|card| over || matches!(card.place(), Place::Secret(_))) {
            return 1.0;
        }
        if over {
            return 0.0;
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

/// What a seat would like to do, as weights for its actions.
struct Wishes<'a> {
    camp: Camp<'a>,
    others: Fields,
    other_forts: Fields,
    other_soldiers: Fields,
    /// What a token is worth on the fields of a set, and so on: the next step to a mission, the more the nearer it is.
    tokens: [(Fields, f32); 3],
    forts: [(Fields, f32); 2],
    posts: (Fields, f32),
    /// The fields at most so many steps, from 0, from a token of another seat.
    hunt: [Fields; 4],
}

/// How much a step to a mission is wished for, by how many are needed.
const PULL: [f32; FAR + 1] = [0.0, 10.0, 5.0, 3.0, 2.0, 1.0, 0.5];

/// What the weights of a set of fields come to on one.
fn sum_at(wishes: &[(Fields, f32)], field: Field) -> f32 {
    wishes.iter().filter(|(fields, _)| fields & field.bit() != 0).map(|&(_, weight)| weight).sum()
}

impl<'a> Wishes<'a> {
    fn of(game: &'a Dzicz, state: &State, seat: Seat) -> Wishes<'a> {
        let camp = Camp::of(game, state, seat);
        let inner = camp.board.inner();
        let needs = camp.needs();
        let mut pulls = [0.0; 4];
        for card in state.cards() {
            let mission = card.mission() as usize;
            let eagerness = match card.place() {
                Place::Secret(owner) | Place::Claimed(owner) if owner == seat => 1.0,
                Place::Open => 1.0,
                Place::Secret(_) => 0.0,
                Place::Claimed(_) => 0.3,
            };
            pulls[mission] = f32::max(pulls[mission], eagerness * PULL[needs[mission]]);
        }
        let [trail, assault, resources, bastion] = pulls;
        let (tokens, forts) = (camp.inner_tokens(), camp.inner_forts());
        let where_if = |wanted: bool| if wanted { inner } else { 0 };
        let mut hunt = [state.other_tokens(seat); 4];
        for steps in 1..hunt.len() {
            hunt[steps] = hunt[steps - 1] | camp.board.next_to(hunt[steps - 1]);
        }
        Wishes {
            hunt,
            others: state.other_tokens(seat),
            other_forts: state.other_forts(seat),
            other_soldiers: state.all_soldiers() ^ camp.soldiers,
            tokens: [
                (if trail > 0.0 { camp.trail_fields(needs[0]) } else { 0 }, trail),
                (where_if(tokens < 4), resources),
                (where_if(tokens < 3), bastion),
            ],
            forts: [(where_if(forts < 1), resources), (where_if(forts < 3), bastion)],
            posts: (camp.vacant_posts(), assault),
            camp,
        }
    }

    /// Whether a soldier gets nearer to something it could remove.
    fn nears(&self, advance: Advance) -> bool {
        let steps = |field: Field| self.hunt.iter().filter(|&&near| near & field.bit() == 0).count();
        steps(advance.to) < steps(advance.from)
    }

    /// What it is worth to enter a field with a soldier.
    fn advance(&self, advance: Advance) -> f32 {
        let to = advance.to.bit();
        let mut weight = 0.5 + 0.5 * sum_at(&[self.posts], advance.to);
        if self.nears(advance) {
            weight += 1.0;
        }
        if self.other_soldiers & to != 0 {
            weight += 1.5;
        }
        if advance.razing {
            weight += self.removal(advance.to);
        }
        weight
    }

    /// What is lost if a soldier of another seat enters.
    fn loss(&self, advance: Advance) -> f32 {
        let on = |pieces: Fields| pieces & advance.to.bit() != 0;
        let token = match (advance.razing, on(self.camp.forts)) {
            (false, _) => 0.0,
            (true, false) => 2.0,
            (true, true) => 4.0,
        };
        token + if on(self.camp.soldiers) { 1.5 } else { 0.0 }
    }

    /// What it is worth to remove the token on a field.
    fn removal(&self, field: Field) -> f32 {
        if self.other_forts & field.bit() != 0 { 8.0 } else { 5.0 }
    }

    fn weight(&self, state: &State, action: Action) -> f32 {
        match action {
            Action::Start(field) => {
                let middle = self.camp.board.next_to(self.camp.board.next_to(self.camp.board.centre()));
                if middle & field.bit() != 0 { 2.0 } else { 1.0 }
            }
            Action::Move(advance) => self.advance(advance),
            // What costs an action token must gain something.
            Action::Charge(advance) | Action::Maneuver(advance) => (self.advance(advance) - 0.5).max(0.1),
            Action::Raze(field) => self.removal(field),
            Action::End => 0.5,
            Action::Defend => 0.2 + state.threat().map_or(0.0, |(_, advance)| self.loss(advance)),
            Action::Allow => 1.0,
            Action::Token(field) => {
                let captured = if self.others & field.bit() != 0 { 1.5 } else { 0.0 };
                0.4 + sum_at(&self.tokens, field) + captured
            }
            Action::Fort(field) => {
                // Without a fort there will be no soldiers.
                let first = if self.camp.forts == 0 { 4.0 } else { 0.0 };
                0.4 + sum_at(&self.forts, field) + first
            }
            Action::Soldier(field) => {
                let few = if self.camp.soldiers.count_ones() < 3 { 4.0 } else { 0.5 };
                few + sum_at(&[self.posts], field)
            }
            Action::Expand(field) => {
                let token = if self.camp.tokens & field.bit() == 0 { sum_at(&self.tokens, field) } else { 0.0 };
                0.4 + token + sum_at(&self.forts, field)
            }
            Action::Recruit(field) => 1.0 + sum_at(&[self.posts], field),
            Action::Skip if state.phase() == Phase::Recruits => 0.1,
            Action::Skip => 1.0,
            Action::Pass => 0.05,
        }
    }
}

impl Knowledge for Dzicz {
    fn evaluate(&self, state: &State) -> [f32; MAX_SEATS] {
        let outlook = Outlook::new(self, state);
        let seats = self.seats();
        let mut values = [0.0; MAX_SEATS];
        for (seat, value) in Seat::all(seats).zip(&mut values) {
            *value = outlook.chance(seat);
        }
        if self.constant_sum() {
            let all: f32 = values.iter().sum();
            for chance in &mut values[..seats] {
                // Against one rival it is a half and half the difference of the two chances, however they hang together.
                *chance = 0.5 + (seats as f32 * *chance - all) / (2 * (seats - 1)) as f32;
            }
        }
        values
    }

    fn priors(&self, state: &State, actions: &[Action], into: &mut Vec<f32>) {
        let wishes = Wishes::of(self, state, state.mover());
        into.clear();
        into.extend(actions.iter().map(|&action| wishes.weight(state, action)));
    }

    fn tuning() -> Options {
        Options { c: 0.4, prior_playouts: true, cut: 20, bias: 1.0, ..Options::default() }
    }

    fn styles() -> &'static [Style<Dzicz>] {
        &[
            Style {
                name: "trail-blazer",
                plan: "Joins its home to the far side with tokens, then does what looks best.",
                score: blaze_trail,
            },
            Style {
                name: "fort-builder",
                plan: "Takes inner fields and builds forts on them, and defends whatever it has.",
                score: build_forts,
            },
            Style {
                name: "raider",
                plan: "Puts soldiers on the board and removes what others have built.",
                score: raid,
            },
        ]
    }
}

/// What the mover may expect after an action; where a plan has nothing to say, it does what looks best.
fn expects(game: &Dzicz, state: &State, action: Action) -> f32 {
    let mut after = *state;
    game.play(&mut after, action);
    game.evaluate(&after)[state.mover().index()]
}

fn blaze_trail(game: &Dzicz, state: &State, action: Action) -> f32 {
    let camp = Camp::of(game, state, state.mover());
    let on_trail = |field: Field| camp.trail_fields(camp.needs()[Mission::Trail as usize]) & field.bit() != 0;
    let plan = match action {
        Action::Token(field) if on_trail(field) => 3.0,
        Action::Expand(field) if on_trail(field) => 2.0,
        Action::Defend if state.threat().is_some_and(|(_, advance)| advance.razing) => 2.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}

fn build_forts(game: &Dzicz, state: &State, action: Action) -> f32 {
    let inner = |field: Field| game.grid().inner() & field.bit() != 0;
    let plan = match action {
        Action::Fort(field) | Action::Expand(field) if inner(field) => 3.0,
        Action::Token(field) if inner(field) => 2.0,
        Action::Defend => 2.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}

fn raid(game: &Dzicz, state: &State, action: Action) -> f32 {
    let wishes = Wishes::of(game, state, state.mover());
    let plan = match action {
        Action::Move(advance) | Action::Charge(advance) | Action::Maneuver(advance) if advance.razing => 3.0,
        Action::Raze(_) => 2.5,
        Action::Soldier(_) if wishes.camp.soldiers.count_ones() < 3 => 2.0,
        Action::Fort(_) if wishes.camp.forts == 0 => 2.0,
        Action::Move(advance) if wishes.nears(advance) => 1.0,
        Action::Recruit(_) => 1.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}
