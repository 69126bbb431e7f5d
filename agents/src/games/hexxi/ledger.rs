//! What seats have and may come to, in points: what the evaluation and the styles weigh.

use marque::hexxi::{Hexxi, Networks, Phase, State, Token, cells};
use marque::{Game, Seat, Turn};

/// What a seat has and may come to, each in points; and, as a plan, what a point of each is worth.
#[derive(Clone, Copy, Default)]
pub(super) struct Ledger {
    /// Points scored, captures of this confrontation, and bids and debts about to be paid. The tax is left out: all pay it.
    pub(super) banked: f32,
    /// Units on the board that would score their plain value.
    pub(super) units: f32,
    /// Ships on the far edges.
    pub(super) edge: f32,
    /// Units in hand that can still be laid, in this round and those to come.
    pub(super) hand: f32,
    /// The initiative pile.
    pub(super) pile: f32,
    /// How early the seat acts in this confrontation, 0 to 1.
    pub(super) early: f32,
    /// Units that another seat could take now.
    pub(super) exposed: f32,
    /// Ships that pirates could seize now.
    pub(super) seizures: f32,
    /// Pirates and warships that could be intercepted and ambushed now.
    pub(super) hunts: f32,
    /// Bases that could be taken now.
    pub(super) traps: f32,
    /// Unguarded ships of others along the lanes on which the seat's pirates cruise.
    pub(super) lurking: f32,
    /// What ships would gain that can reach a far edge now, or, where none may be laid there, could if the fight began.
    pub(super) advance: f32,
    /// Ships of the seat next to a warship.
    pub(super) guarded: f32,
    /// Pirates next to a base, where no warship can take them.
    pub(super) sheltered: f32,
}

impl Ledger {
    pub(super) fn terms(&self) -> [f32; 14] {
        [
            self.banked,
            self.units,
            self.edge,
            self.hand,
            self.pile,
            self.early,
            self.exposed,
            self.seizures,
            self.hunts,
            self.traps,
            self.lurking,
            self.advance,
            self.guarded,
            self.sheltered,
        ]
    }

    /// The worth of it all under a plan.
    pub(super) fn weigh(&self, plan: &Ledger) -> f32 {
        self.terms().iter().zip(plan.terms()).map(|(amount, weight)| amount * weight).sum()
    }
}

/// What all seats' ledgers are drawn from: who could take what, as masks of cells.
pub(super) struct Chart {
    /// What each seat could take, apart from its own.
    prey: [u64; 4],
    /// The cells next to a warship.
    guarded: u64,
    /// The cells next to a base.
    sheltered: u64,
    /// The cells that each seat's base serves.
    pub(super) networks: Networks,
    /// Who leads the bidding, for which place and at what price.
    highest_bid: Option<(Seat, usize, f32)>,
}

impl Chart {
    pub(super) fn new(game: &Hexxi, state: &State) -> Chart {
        let sea = game.sea();
        let networks = game.networks(state);
        let mut prey = [0; 4];
        for seat in Seat::all(game.seats()).filter(|&seat| !state.has_left(seat)) {
            prey[seat.index()] = game.prey(state, &networks, seat) & !state.owned(seat);
        }
        let guarded = sea.near_any(state.all_tokens(Token::Warship));
        let sheltered = sea.near_any(state.bases());
        Chart { prey, guarded, sheltered, networks, highest_bid: highest_bid(game, state) }
    }

    pub(super) fn ledger(&self, game: &Hexxi, state: &State, seat: Seat) -> Ledger {
        let sea = game.sea();
        let worth = |mask: u64, token: Token| mask.count_ones() as f32 * f32::from(game.value(token));
        let taken = |mask: u64, token: Token| {
            (mask & state.all_tokens(token)).count_ones() as f32 * game.capture_points(token) as f32
        };
        let [ships, pirates, warships] = Token::UNITS.map(|token| state.tokens(seat, token));
        // A ship that took a base counts its plain value wherever it stands (HX-22).
        let free = !state.marked();
        let far = sea.far_edges(seat) & free;
        let through = game.edge_multiplier() as f32;
        let fights = matches!(state.phase(), Phase::Confronting | Phase::Escorting(_));

        let units = worth(ships & !far, Token::Ship) + worth(pirates, Token::Pirates) + worth(warships, Token::Warship);
        let edge = worth(ships & far, Token::Ship) * through;
        let prey = self.prey[seat.index()];
        let threats = self.prey.iter().enumerate().filter(|&(other, _)| other != seat.index());
        let threatened = threats.fold(0, |all, (_, prey)| all | prey);
        let exposed = worth(ships & !far & threatened, Token::Ship)
            + worth(ships & far & threatened, Token::Ship) * through
            + worth(pirates & threatened, Token::Pirates)
            + worth(warships & threatened, Token::Warship);
        let network = self.networks[seat.index()];
        let cruised = if pirates & network != 0 { network } else { 0 };
        let prowled = cruised & state.all_tokens(Token::Ship) & !state.owned(seat) & !self.guarded;
        let breaks = !fights && !game.edge_placing();
        let advance = if breaks || fights && !state.has_left(seat) {
            let trade = self.networks.iter().fold(0, |all, network| all | network);
            let ready = cells(ships & free & !far & trade);
            let close = ready.filter(|&ship| game.ship_moves(state, ship) & far != 0).count();
            close as f32 * f32::from(game.value(Token::Ship)) * (through - 1.0)
        } else {
            0.0
        };
        let (early, due) = self.early_and_due(game, state, seat);
        let pile = Token::ALL
            .into_iter()
            .map(|token| {
                let count = state.pile_up(seat).count(token) + state.pile_down(seat).count(token);
                f32::from(count) * f32::from(game.value(token))
            })
            .sum();
        Ledger {
            banked: (state.score(seat) + state.loot(seat) + game.round_tax() * state.round() as i32) as f32 - due,
            units,
            edge,
            hand: to_lay(game, state, seat),
            pile,
            early,
            exposed,
            seizures: taken(prey, Token::Ship),
            hunts: taken(prey, Token::Pirates) + taken(prey, Token::Warship),
            traps: (prey & state.bases()).count_ones() as f32 * game.base_points() as f32,
            lurking: taken(prowled, Token::Ship),
            advance,
            guarded: worth(ships & self.guarded, Token::Ship),
            sheltered: worth(pirates & self.sheltered, Token::Pirates),
        }
    }

    /// How early a seat acts in this confrontation, from 0 to 1, and what it is about to pay for that or for spying.
    fn early_and_due(&self, game: &Hexxi, state: &State, seat: Seat) -> (f32, f32) {
        let early = |place: usize| 1.0 - place as f32 / (game.seats() - 1) as f32;
        match (state.phase(), self.highest_bid) {
            (_, Some((bidder, place, bid))) if bidder == seat => (early(place), bid),
            (Phase::Bidding(_) | Phase::Confronting | Phase::Escorting(_), _) => {
                let place = (0..game.seats()).find(|&place| state.nth(place) == seat);
                (place.map_or(0.0, early), 0.0)
            }
            // Tokens paid with are mostly not lost, but shown or spent early.
            (Phase::Paying { owed }, _) if game.turn(state) == Turn::Seat(seat) => (0.0, f32::from(owed) / 2.0),
            _ => (0.0, 0.0),
        }
    }
}

/// The seat with the highest bid, the place it bids for and the bid: as it stands, it gets the one and pays the other.
pub(super) fn highest_bid(game: &Hexxi, state: &State) -> Option<(Seat, usize, f32)> {
    let (Phase::Bidding(bidding), Turn::Seat(asked)) = (state.phase(), game.turn(state)) else { return None };
    let places = usize::from(bidding.place)..usize::from(bidding.end);
    let asked = places.clone().find(|&place| state.nth(place) == asked)?;
    // It spoke last: the nearest before the one asked now that has not folded.
    let mut before = (places.start..asked).rev().chain((asked..places.end).rev());
    let highest = before.find(|&place| bidding.still >> place & 1 == 1).filter(|_| bidding.high > 0)?;
    Some((state.nth(highest), places.start, bidding.high.into()))
}

/// The worth of the units a seat can still lay: those in hand while tokens are laid, and all of them in rounds to come.
fn to_lay(game: &Hexxi, state: &State, seat: Seat) -> f32 {
    let worth = |count: u8, token| f32::from(count) * f32::from(game.value(token));
    let hand = match state.phase() {
        Phase::Placing | Phase::Paying { .. } => {
            Token::UNITS.into_iter().map(|token| worth(state.hand(seat).count(token), token)).sum()
        }
        _ => 0.0,
    };
    let later = game.rounds().saturating_sub(state.round() + 1) as f32;
    hand + later * fleet(game)
}

/// The worth of all units of a seat.
pub(super) fn fleet(game: &Hexxi) -> f32 {
    Token::UNITS.into_iter().map(|token| f32::from(game.tokens().count(token)) * f32::from(game.value(token))).sum()
}
