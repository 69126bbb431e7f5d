use arrayvec::ArrayVec;
use marque::Seat;
use marque::dzicz::{Action, Advance, Dzicz, Field, Fields, Mission, Phase, Place, State, Verb, Way};
use marque::random::{self, Rng};

use super::Settler;
use super::camp::{Camp, FAR};

/// Weighs the mover's actions.
pub(super) fn weigh(settler: &Settler, game: &Dzicz, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    let wishes = Wishes::of(settler, game, state, state.mover());
    into.clear();
    into.extend(actions.iter().map(|&action| wishes.weight(state, action)));
}

/// Draws one of the mover's actions by its weight, without a list: first a kind of action by what its fields weigh in all,
/// then one of its wishes by what that adds, and of the fields wished for any.
pub(super) fn draw(settler: &Settler, game: &Dzicz, state: &State, rng: &mut Rng) -> Action {
    let wishes = Wishes::of(settler, game, state, state.mover());
    let mut kinds = ArrayVec::<(Verb, Fields, f32), 12>::new();
    let mut sum = 0.0;
    game.offers(state, |verb, offered| {
        if offered != 0 {
            wishes.offer(state, verb, |fields, weight| sum += weight * count(fields & offered));
            kinds.push((verb, offered, sum));
        }
    });
    let neutral = state.phase().neutral();
    let rest = neutral.map_or(0.0, |action| wishes.weight(state, action));
    let mut drawn = random::unit(rng) as f32 * (sum + rest);
    if let Some(neutral) = neutral.filter(|_| drawn >= sum) {
        return neutral;
    }
    let at = kinds.iter().position(|kind| drawn < kind.2).unwrap_or(kinds.len() - 1);
    let (verb, offered, _) = kinds[at];
    drawn -= if at == 0 { 0.0 } else { kinds[at - 1].2 };
    let mut chosen = None;
    wishes.offer(state, verb, |fields, weight| {
        let fields = fields & offered;
        if drawn >= 0.0 && fields != 0 && weight > 0.0 {
            chosen = Some((fields, (drawn / weight) as u32));
            drawn -= weight * count(fields);
        }
    });
    let (fields, index) = chosen.unwrap_or((offered, 0));
    verb.at(Field::lowest(1 << random::nth_bit(fields, index.min(fields.count_ones() - 1))))
}

/// How many fields there are.
#[inline]
fn count(fields: Fields) -> f32 {
    fields.count_ones() as f32
}

/// A set of fields, and what an action weighs more on each of them.
type Wish = (Fields, f32);

const ALL: Fields = Fields::MAX;
const NONE: Wish = (0, 0.0);

/// What a seat would like to do, as weights for its actions; of this only what the phase asks for.
pub(super) struct Wishes<'a> {
    pub(super) camp: Camp<'a>,
    others: Fields,
    other_soldiers: Fields,
    /// What a token is worth on the fields of a set, and so on: the next step to a mission, the more the nearer it is.
    tokens: [Wish; 3],
    forts: [Wish; 2],
    posts: Wish,
    /// The fields at most so many steps, from 0, from a token of another seat.
    hunt: [Fields; 4],
    razing: [f32; 2],
}

/// How much a step to a mission is wished for, by how many are needed.
const PULL: [f32; FAR + 1] = [0.0, 10.0, 5.0, 3.0, 2.0, 1.0, 0.5];

/// What wishes come to on a field.
#[inline]
fn sum_at(wishes: &[Wish], field: Field) -> f32 {
    wishes.iter().filter(|(fields, _)| fields & field.bit() != 0).map(|&(_, weight)| weight).sum()
}

/// How eager a seat is for a card of each mission: a bit for each that it can get or keep by meeting it, and for each that
/// another holds.
struct Eagerness {
    own: u8,
    taken: u8,
}

impl Eagerness {
    #[inline]
    fn of(state: &State, seat: Seat) -> Eagerness {
        let mut eagerness = Eagerness { own: 0, taken: 0 };
        for card in state.cards() {
            let bit = 1 << card.mission() as u8;
            match card.place() {
                Place::Open => eagerness.own |= bit,
                Place::Secret(owner) => eagerness.own |= if owner == seat { bit } else { 0 },
                Place::Claimed(owner) if owner == seat => eagerness.own |= bit,
                Place::Claimed(_) => eagerness.taken |= bit,
            }
        }
        eagerness
    }

    #[inline]
    fn for_card(&self, mission: Mission) -> f32 {
        let bit = 1 << mission as u8;
        match (self.own & bit, self.taken & bit) {
            (0, 0) => 0.0,
            (0, _) => 0.3,
            _ => 1.0,
        }
    }
}

impl<'a> Wishes<'a> {
    #[inline]
    pub(super) fn of(settler: &Settler, game: &'a Dzicz, state: &State, seat: Seat) -> Wishes<'a> {
        let camp = Camp::of(game, state, seat);
        let mut wishes = Wishes {
            others: state.other_tokens(seat),
            other_soldiers: state.all_soldiers() ^ camp.soldiers,
            tokens: [NONE; 3],
            forts: [NONE; 2],
            posts: NONE,
            hunt: [0; 4],
            razing: settler.razing,
            camp,
        };
        let eagerness = Eagerness::of(state, seat);
        match state.phase() {
            Phase::Soldiers | Phase::Window => {
                wishes.man_posts(&eagerness);
                wishes.start_hunt();
            }
            Phase::Action | Phase::Works => {
                wishes.man_posts(&eagerness);
                wishes.build(&eagerness);
            }
            Phase::Expansion => wishes.build(&eagerness),
            Phase::Recruits => wishes.man_posts(&eagerness),
            Phase::Deal | Phase::Landing | Phase::Defence | Phase::Over => {}
        }
        wishes
    }

    /// How much a step to a mission is wished for by a seat that is so eager.
    #[inline]
    fn pull(&self, eagerness: &Eagerness, mission: Mission) -> f32 {
        let eagerness = eagerness.for_card(mission);
        if eagerness > 0.0 { eagerness * PULL[self.camp.need(mission)] } else { 0.0 }
    }

    fn man_posts(&mut self, eagerness: &Eagerness) {
        let pull = self.pull(eagerness, Mission::Assault);
        if pull > 0.0 {
            self.posts = (self.camp.vacant_posts(), pull);
        }
    }

    fn build(&mut self, eagerness: &Eagerness) {
        let trail = eagerness.for_card(Mission::Trail);
        if trail > 0.0 {
            let (need, fields) = self.camp.trail();
            self.tokens[0] = (fields, trail * PULL[need]);
        }
        let resources = self.pull(eagerness, Mission::Resources);
        let bastion = self.pull(eagerness, Mission::Bastion);
        let (tokens, forts) = (self.camp.inner_tokens(), self.camp.inner_forts());
        let where_if = |wanted: bool| if wanted { self.camp.board.inner() } else { 0 };
        self.tokens[1] = (where_if(tokens < 4), resources);
        self.tokens[2] = (where_if(tokens < 3), bastion);
        self.forts = [(where_if(forts < 1), resources), (where_if(forts < 3), bastion)];
    }

    pub(super) fn start_hunt(&mut self) {
        self.hunt = [self.others; 4];
        for steps in 1..self.hunt.len() {
            self.hunt[steps] = self.hunt[steps - 1] | self.camp.board.next_to(self.hunt[steps - 1]);
        }
    }

    /// The fields where a soldier that steps there gets nearer to something it could remove, given the fields that it
    /// reaches from some number of steps away.
    #[inline]
    fn nearer(&self, reached_from: impl Fn(Fields) -> Fields) -> Fields {
        self.hunt.iter().fold(0, |all, &near| all | near & !reached_from(near))
    }

    /// The fields where a soldier from this one gets nearer to something it could remove.
    #[inline]
    fn nearer_than(&self, from: Field) -> Fields {
        self.nearer(|near| if near & from.bit() != 0 { ALL } else { 0 })
    }

    /// Whether a soldier gets nearer to something it could remove.
    pub(super) fn nears(&self, advance: Advance) -> bool {
        self.nearer_than(advance.from) & advance.to.bit() != 0
    }

    /// What it is worth to enter fields with a soldier. What costs an action token must gain something.
    #[inline]
    fn advance(&self, nearer: Fields, paid: bool) -> [Wish; 4] {
        let (posts, pull) = self.posts;
        let base = if paid { (!(posts | nearer | self.other_soldiers), 0.1) } else { (ALL, 0.5) };
        [base, (posts, 0.5 * pull), (nearer, 1.0), (self.other_soldiers, 1.5)]
    }

    /// What it is worth to enter fields with a soldier and remove the tokens there, which is always a gain.
    #[inline]
    fn raid(&self, nearer: Fields, paid: bool) -> [Wish; 5] {
        let (posts, pull) = self.posts;
        let [(_, token), fort] = self.removal();
        let base = (ALL, if paid { token } else { 0.5 + token });
        [base, (posts, 0.5 * pull), (nearer, 1.0), (self.other_soldiers, 1.5), fort]
    }

    /// What it is worth to remove tokens.
    #[inline]
    fn removal(&self) -> [Wish; 2] {
        let [token, fort] = self.razing;
        [(ALL, token), (self.camp.other_forts, fort)]
    }

    #[inline]
    fn token(&self) -> [Wish; 5] {
        let [trail, resources, bastion] = self.tokens;
        [(ALL, 0.4), trail, resources, bastion, (self.others, 1.5)]
    }

    #[inline]
    fn fort(&self) -> [Wish; 3] {
        // Without a fort there will be no soldiers.
        let first = if self.camp.forts == 0 { 4.0 } else { 0.0 };
        [(ALL, 0.4 + first), self.forts[0], self.forts[1]]
    }

    #[inline]
    fn soldier(&self) -> [Wish; 2] {
        [(ALL, if self.camp.soldiers.count_ones() < 3 { 4.0 } else { 0.5 }), self.posts]
    }

    #[inline]
    fn expansion(&self) -> [Wish; 6] {
        let [trail, resources, bastion] = self.tokens.map(|(fields, weight)| (fields & !self.camp.tokens, weight));
        [(ALL, 0.4), trail, resources, bastion, self.forts[0], self.forts[1]]
    }

    #[inline]
    fn start(&self) -> [Wish; 2] {
        let board = self.camp.board;
        [(ALL, 1.0), (board.next_to(board.next_to(board.centre())), 1.0)]
    }

    #[inline]
    fn recruit(&self) -> [Wish; 2] {
        [(ALL, 1.0), self.posts]
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

    /// Tells every wish for a kind of action.
    #[inline(always)]
    fn offer(&self, state: &State, verb: Verb, mut tell: impl FnMut(Fields, f32)) {
        let mut all = |wishes: &[Wish]| wishes.iter().for_each(|&(fields, weight)| tell(fields, weight));
        match verb {
            Verb::Start => all(&self.start()),
            Verb::Move(way, false) => all(&self.advance(self.nearer_by(way), false)),
            Verb::Move(way, true) => all(&self.raid(self.nearer_by(way), false)),
            Verb::Maneuver(way, false) => all(&self.advance(self.nearer_by(way), true)),
            Verb::Maneuver(way, true) => all(&self.raid(self.nearer_by(way), true)),
            Verb::Charge(from, false) => all(&self.advance(self.nearer_than(from), true)),
            Verb::Charge(from, true) => all(&self.raid(self.nearer_than(from), true)),
            Verb::Raze => all(&self.removal()),
            Verb::Defend => tell(ALL, self.weight(state, Action::Defend)),
            Verb::Token => all(&self.token()),
            Verb::Fort => all(&self.fort()),
            Verb::Soldier => all(&self.soldier()),
            Verb::Expand => all(&self.expansion()),
            Verb::Recruit => all(&self.recruit()),
        }
    }

    /// The fields where a soldier that steps this way gets nearer to something it could remove.
    #[inline]
    fn nearer_by(&self, way: Way) -> Fields {
        self.nearer(|near| way.step(near))
    }

    pub(super) fn weight(&self, state: &State, action: Action) -> f32 {
        let step = |advance: Advance, paid| {
            let nearer = self.nearer_than(advance.from);
            match advance.razing {
                false => sum_at(&self.advance(nearer, paid), advance.to),
                true => sum_at(&self.raid(nearer, paid), advance.to),
            }
        };
        match action {
            Action::Start(field) => sum_at(&self.start(), field),
            Action::Move(advance) => step(advance, false),
            Action::Charge(advance) | Action::Maneuver(advance) => step(advance, true),
            Action::Raze(field) => sum_at(&self.removal(), field),
            Action::End => 0.5,
            Action::Defend => 0.2 + state.threat().map_or(0.0, |(_, advance)| self.loss(advance)),
            Action::Allow => 1.0,
            Action::Token(field) => sum_at(&self.token(), field),
            Action::Fort(field) => sum_at(&self.fort(), field),
            Action::Soldier(field) => sum_at(&self.soldier(), field),
            Action::Expand(field) => sum_at(&self.expansion(), field),
            Action::Recruit(field) => sum_at(&self.recruit(), field),
            Action::Skip if state.phase() == Phase::Recruits => 0.1,
            Action::Skip => 1.0,
            Action::Pass => 0.05,
        }
    }
}
