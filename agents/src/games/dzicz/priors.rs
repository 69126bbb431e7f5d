use marque::Seat;
use marque::dzicz::{Action, Advance, Dzicz, Field, Fields, Place, State, Step};

use super::camp::{Camp, FAR};

/// Weighs the mover's actions.
pub(super) fn weigh(game: &Dzicz, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    let wishes = Wishes::of(game, state, state.mover());
    into.clear();
    into.extend(actions.iter().map(|&action| wishes.weight(state, action)));
}

/// What a seat would like to do, as weights for its actions.
pub(super) struct Wishes<'a> {
    pub(super) camp: Camp<'a>,
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
    pub(super) fn of(game: &'a Dzicz, state: &State, seat: Seat) -> Wishes<'a> {
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
    pub(super) fn nears(&self, advance: Advance) -> bool {
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

    pub(super) fn weight(&self, state: &State, action: Action) -> f32 {
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
            Action::Skip if state.step() == Step::Recruits => 0.1,
            Action::Skip => 1.0,
            Action::Pass => 0.05,
        }
    }
}
