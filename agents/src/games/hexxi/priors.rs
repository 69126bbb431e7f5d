use marque::hexxi::{Action, Cell, Hexxi, Phase, State, Token};
use marque::random::{self, Rng};
use marque::{Game, Seat, Turn};

/// Cells that are alike to whoever lays a token, and what each weighs.
type Class = (f32, u64);

/// What laying a token weighs, by face: four classes that share out all cells.
struct Layings([[Class; 4]; 4]);

impl Layings {
    fn new(game: &Hexxi, state: &State, seat: Seat) -> Layings {
        let sea = game.sea();
        let known = !state.face_down() | state.owned(seat);
        let far = sea.far_edges(seat);
        let guarded = sea.near_any(state.tokens(seat, Token::Warship));
        let hunting = sea.near_any(state.all_tokens(Token::Ship) & !state.owned(seat) & known);
        // Next to its base pirates are connected, and no warship can take them.
        let home = sea.near(sea.base(seat));
        let laden = sea.near_any(state.tokens(seat, Token::Ship));
        let none = (1.0, 0);
        let mut classes = [[none; 4]; 4];
        if game.edge_placing() {
            classes[Token::Lane.index()] = [(0.3, u64::MAX), none, none, none];
            classes[Token::Ship.index()] = [(0.6, !far), (3.0, far & !guarded), (6.0, far & guarded), none];
        } else {
            // Ships break through by a lane on a far edge beside a base.
            let gates = far & sea.near_any(state.bases());
            let before = sea.near_any(gates & state.all_tokens(Token::Lane) & known);
            classes[Token::Lane.index()] = [(0.3, !gates), (4.0, gates), none, none];
            classes[Token::Ship.index()] = [(0.6, !before), (5.0, before & !guarded), (8.0, before & guarded), none];
        }
        classes[Token::Pirates.index()] =
            [(1.0, !hunting & !home), (2.0, hunting & !home), (3.0, !hunting & home), (4.0, hunting & home)];
        classes[Token::Warship.index()] = [(1.0, !laden), (3.0, laden), none, none];
        Layings(classes)
    }

    fn of(&self, token: Token) -> &[Class; 4] {
        &self.0[token.index()]
    }

    fn weigh(&self, token: Token, cell: Cell) -> f32 {
        let class = self.of(token).iter().find(|(_, mask)| mask & cell.bit() != 0);
        class.map_or(1.0, |&(weight, _)| weight)
    }
}

/// What laying a token on the pile weighs.
fn stashing(token: Token) -> f32 {
    if token == Token::Lane { 3.0 } else { 0.3 }
}

const SPYING: f32 = 0.3;

/// Weighs the mover's actions.
pub(super) fn weigh(game: &Hexxi, state: &State, actions: &[Action], into: &mut Vec<f32>) {
    into.clear();
    let Turn::Seat(seat) = game.turn(state) else { return };
    if state.phase() == Phase::Placing {
        let layings = Layings::new(game, state, seat);
        into.extend(actions.iter().map(|&action| match action {
            Action::Place(token, cell) => layings.weigh(token, cell),
            other => prior(game, state, seat, other),
        }));
    } else {
        into.extend(actions.iter().map(|&action| prior(game, state, seat, action)));
    }
}

/// A guess at an action from what it is and where, without playing it.
fn prior(game: &Hexxi, state: &State, seat: Seat, action: Action) -> f32 {
    let far = |cell: Cell| game.sea().far_edges(seat) & cell.bit() != 0;
    match action {
        Action::Place(token, cell) => Layings::new(game, state, seat).weigh(token, cell),
        Action::Stash(token) => stashing(token),
        Action::Spy(_) => SPYING,
        Action::Show(_) => 1.0,
        Action::Offer(Token::Lane) => 2.0,
        Action::Offer(_) => 0.3,
        Action::Withdraw(cell) => {
            if state.tokens(seat, Token::Lane) & cell.bit() != 0 {
                4.0
            } else {
                0.5
            }
        }
        Action::Raise => match state.phase() {
            Phase::Bidding(bidding) => 1.0 / (1.0 + f32::from(bidding.high)),
            _ => 1.0,
        },
        Action::Fold | Action::Halt => 1.0,
        Action::Pass => 0.5,
        Action::Move(_, from, to) => {
            let ship = state.tokens(seat, Token::Ship) & from.bit() != 0;
            match (ship && far(from), ship && far(to)) {
                (false, true) => 8.0,
                (true, false) => 0.1,
                _ => 1.0,
            }
        }
        Action::Attack(_, _, on) if state.owned(seat) & on.bit() != 0 => 1.0,
        Action::Attack(..) => 8.0,
        Action::Rescue(..) => 6.0,
    }
}

/// Draws an action of the placing by its prior without listing any: what is alike is drawn together.
pub(super) fn draw_placing(game: &Hexxi, state: &State, seat: Seat, rng: &mut Rng) -> Action {
    let layings = Layings::new(game, state, seat);
    let hand = state.hand(seat);
    // The cells of each class that the token may be laid on; nothing where there is no such token in hand.
    let mut masks = [[0; 4]; 4];
    let (mut sum, mut stashes) = (0.0, 0.0);
    for token in hand.faces() {
        let places = game.places(state, seat, token);
        for (&(weight, cells), mask) in layings.of(token).iter().zip(&mut masks[token.index()]) {
            *mask = cells & places;
            sum += weight * mask.count_ones() as f32;
        }
        stashes += stashing(token);
    }
    let spied = game.spied(state, seat);
    let mut left = random::unit(rng) as f32 * (sum + stashes + SPYING * spied.count_ones() as f32);
    if left < sum {
        for token in hand.faces() {
            for (&(weight, _), &mask) in layings.of(token).iter().zip(&masks[token.index()]) {
                let all = weight * mask.count_ones() as f32;
                if left < all {
                    let nth = (left / weight) as u32;
                    let cell = Cell::numbered(random::nth_bit(mask, nth.min(mask.count_ones() - 1)));
                    return Action::Place(token, cell);
                }
                left -= all;
            }
        }
        left = 0.0;
    } else {
        left -= sum;
    }
    for token in hand.faces() {
        if left < stashing(token) {
            return Action::Stash(token);
        }
        left -= stashing(token);
    }
    match spied {
        0 => Action::Stash(hand.faces().next().expect("whoever lays a token has one")),
        _ => Action::Spy(Cell::numbered(random::pick_bit(rng, spied))),
    }
}

/// How plausible it is that a seat laid the tokens that lie face down as they lie in a state.
pub(super) fn plausibility(game: &Hexxi, state: &State, seat: Seat) -> f32 {
    let layings = Layings::new(game, state, seat);
    let pile = state.pile_down(seat);
    let mut odds = 1.0;
    for token in Token::ALL {
        let laid = state.tokens(seat, token) & state.face_down();
        for &(weight, cells) in layings.of(token) {
            odds *= weight.powi((laid & cells).count_ones() as i32);
        }
        odds *= stashing(token).powi(pile.count(token).into());
    }
    odds
}
