//! The game in numbers (`docs/encoding.md`).

use crate::encoding::{Encode, Rows, Vector, around, behind};
use crate::game::{Game, Turn};
use crate::seat::Seat;

use super::Dzicz;
use super::action::{Action, Advance};
use super::board::{Field, Fields, Way};
use super::mission::Place;
use super::state::{Chit, Phase, State};

/// What an advance can be from a field: four ways, with and without razing.
const ADVANCES: usize = 8;
/// The most cards of a mission, chits at the start and recruits are all about so many.
const FEW: f64 = 4.0;

impl Dzicz {
    /// How many indices each kind of action has: three kinds of advance, seven kinds with a field, five without.
    fn rows(&self) -> [usize; 11] {
        let fields = self.field_count();
        let advances = ADVANCES * fields;
        [advances, advances, advances, fields, fields, fields, fields, fields, fields, fields, 5]
    }

    fn field_count(&self) -> usize {
        usize::from(self.board.size()).pow(2)
    }

    #[inline]
    fn field_index(&self, field: Field) -> usize {
        usize::from(field.rank() * self.board.size() + field.file())
    }

    fn field_at(&self, index: usize) -> Field {
        let size = self.board.size();
        Field::new(index as u8 % size, index as u8 / size)
    }

    #[inline]
    fn advance_index(&self, Advance { from, to, razing }: Advance) -> usize {
        let way = Way::ALL.into_iter().position(|way| way.step(from.bit()) == to.bit());
        debug_assert!(way.is_some(), "soldiers step to neighbours");
        self.field_index(from) * ADVANCES + way.unwrap_or(0) * 2 + usize::from(razing)
    }

    fn advance_at(&self, index: usize) -> Option<Advance> {
        let from = self.field_at(index / ADVANCES);
        let to = Way::ALL[index % ADVANCES / 2].step(from.bit()) & self.board.fields();
        (to != 0).then(|| Advance { from, to: Field::lowest(to), razing: index % 2 == 1 })
    }
}

/// The actions that need no field, in order.
const PLAIN: [Action; 5] = [Action::End, Action::Defend, Action::Allow, Action::Skip, Action::Pass];

impl Encode for Dzicz {
    const VERSION: u32 = 1;

    fn action_count(&self) -> usize {
        Rows(&self.rows()).count()
    }

    #[inline]
    fn index_of(&self, _state: &State, action: Action) -> usize {
        let (row, place) = match action {
            Action::Move(advance) => (0, self.advance_index(advance)),
            Action::Charge(advance) => (1, self.advance_index(advance)),
            Action::Maneuver(advance) => (2, self.advance_index(advance)),
            Action::Start(field) => (3, self.field_index(field)),
            Action::Raze(field) => (4, self.field_index(field)),
            Action::Token(field) => (5, self.field_index(field)),
            Action::Fort(field) => (6, self.field_index(field)),
            Action::Soldier(field) => (7, self.field_index(field)),
            Action::Expand(field) => (8, self.field_index(field)),
            Action::Recruit(field) => (9, self.field_index(field)),
            Action::End => (10, 0),
            Action::Defend => (10, 1),
            Action::Allow => (10, 2),
            Action::Skip => (10, 3),
            Action::Pass => (10, 4),
        };
        Rows(&self.rows()).index(row, place)
    }

    #[inline]
    fn action_at(&self, _state: &State, index: usize) -> Option<Action> {
        let (row, place) = Rows(&self.rows()).place(index)?;
        Some(match row {
            0 => Action::Move(self.advance_at(place)?),
            1 => Action::Charge(self.advance_at(place)?),
            2 => Action::Maneuver(self.advance_at(place)?),
            3 => Action::Start(self.field_at(place)),
            4 => Action::Raze(self.field_at(place)),
            5 => Action::Token(self.field_at(place)),
            6 => Action::Fort(self.field_at(place)),
            7 => Action::Soldier(self.field_at(place)),
            8 => Action::Expand(self.field_at(place)),
            9 => Action::Recruit(self.field_at(place)),
            _ => PLAIN[place],
        })
    }

    fn encode(&self, state: &State, viewer: Seat, into: &mut Vector) {
        let seats = self.seats;
        let fields = self.field_count();
        let from_viewer = |seat| behind(seats, viewer, seat);
        let places = |set: Fields| Field::each(set).map(|field| self.field_index(field));
        let mover = if let Turn::Seat(mover) = self.turn(state) { Some(from_viewer(mover)) } else { None };
        let between_turns = matches!(state.phase, Phase::Deal | Phase::Recruits | Phase::Works | Phase::Over);
        into.clear();
        into.block("first").one_of(seats, Some(from_viewer(Seat(0))));
        into.block("phase").one_of(10, Some(state.phase as usize));
        into.block("turn").share(state.turn, self.turns);
        into.block("active").one_of(seats, (!between_turns).then(|| from_viewer(state.active)));
        into.block("mover").one_of(seats, mover);
        into.block("seats");
        for seat in around(seats, viewer) {
            into.one_of(4, state.home(seat).map(|home| home as usize));
            for set in [state.tokens(seat), state.forts(seat), state.soldiers(seat)] {
                into.any_of(fields, places(set));
            }
            for chit in Chit::ALL {
                into.share(state.chits(seat, chit), FEW);
            }
            for claims in state.claims[seat.index()] {
                into.share(claims, FEW);
            }
            into.any_of(4, (0..4).filter(|mission| state.ruled_out[seat.index()] >> mission & 1 == 1));
        }
        // The open cards by number, then the secret ones as their seats follow the viewer.
        into.block("cards");
        let open = usize::from(self.open_cards);
        let secret = usize::from(self.cards) - open;
        let dealt_to = around(seats, viewer).take(secret).map(|seat| open + seat.index());
        for number in (0..open).chain(dealt_to) {
            let Some(card) = state.cards().get(number) else {
                into.one_of(7 + 2 * seats, None);
                continue;
            };
            let (seat, face_up) = match card.place {
                Place::Open => (None, true),
                Place::Secret(owner) => (Some(owner), false),
                Place::Claimed(holder) => (Some(holder), true),
            };
            let seen = face_up || seat == Some(viewer);
            into.flag(true).one_of(4, seen.then_some(card.mission as usize)).flag(face_up);
            into.one_of(seats, seat.map(from_viewer)).one_of(seats, card.first.map(from_viewer));
            into.flag(state.rewards >> number & 1 == 1);
        }
        into.block("ready").any_of(fields, places(state.ready));
        into.block("charger").one_of(fields, state.charger().map(|field| self.field_index(field)));
        let threat = state.threat;
        into.block("threat").one_of(seats, threat.map(|threat| from_viewer(threat.by)));
        into.one_of(fields, threat.map(|threat| self.field_index(threat.advance.from)));
        into.one_of(fields, threat.map(|threat| self.field_index(threat.advance.to)));
        into.flag(threat.is_some_and(|threat| threat.advance.razing));
        into.flag(threat.is_some_and(|threat| threat.during == Phase::Window));
        into.block("left").share(state.left, FEW);
    }
}
