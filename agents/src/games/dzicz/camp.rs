//! The pieces of a seat, and how far they are from each mission.

use arrayvec::ArrayVec;
use marque::Seat;
use marque::dzicz::{Board, Dzicz, Edge, Fields, Mission, State};

/// Steps to a mission beyond which it is just far away.
pub(super) const FAR: usize = 6;

/// The pieces of a seat.
#[derive(Clone, Copy)]
pub(super) struct Camp<'a> {
    pub(super) board: &'a Board,
    home: Option<Edge>,
    pub(super) tokens: Fields,
    pub(super) forts: Fields,
    pub(super) soldiers: Fields,
    /// Where it cannot put a token because of others' forts.
    barred: Fields,
}

impl<'a> Camp<'a> {
    pub(super) fn of(game: &'a Dzicz, state: &State, seat: Seat) -> Camp<'a> {
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
    #[inline]
    fn reaches(&self, line: Fields) -> impl Iterator<Item = Fields> {
        let with_joined = |fields: Fields| {
            let beside = self.board.touching(fields) & self.tokens;
            if beside & !fields == 0 { fields } else { fields | self.board.joined(beside, self.tokens) }
        };
        let none = with_joined(line & self.tokens);
        let one = with_joined(none | (line | self.board.touching(none)) & !self.barred);
        let more = move |&reach: &Fields| Some(with_joined(reach | self.board.touching(reach) & !self.barred));
        std::iter::once(none).chain(std::iter::successors(Some(one), more)).take(FAR + 1)
    }

    /// How many tokens the trail lacks, and the fields where one brings it nearer.
    pub(super) fn trail(&self) -> (usize, Fields) {
        let Some(home) = self.home else { return (FAR, 0) };
        let goal = self.board.goal(home);
        let mut from = ArrayVec::<Fields, { FAR + 1 }>::new();
        for reach in self.reaches(self.board.line(home)) {
            from.push(reach);
            if reach & goal != 0 {
                break;
            }
        }
        let need = from.len() - 1;
        let mut fields = 0;
        // A field on a shortest way counts from both its ends.
        for (to, from) in self.reaches(goal).skip(1).zip(from[1..].iter().rev()) {
            fields |= to & from;
        }
        (need, fields & !self.tokens)
    }

    /// How many tokens the trail lacks.
    fn trail_need(&self, home: Edge) -> usize {
        let goal = self.board.goal(home);
        self.reaches(self.board.line(home)).position(|reach| reach & goal != 0).unwrap_or(FAR)
    }

    /// The fields where a soldier would serve an assault and none does.
    pub(super) fn vacant_posts(&self) -> Fields {
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

    pub(super) fn inner_tokens(&self) -> usize {
        (self.tokens & self.board.inner()).count_ones() as usize
    }

    pub(super) fn inner_forts(&self) -> usize {
        (self.forts & self.board.inner()).count_ones() as usize
    }

    /// About how many actions each mission still takes, 0 where its condition is met.
    pub(super) fn needs(&self) -> [usize; 4] {
        Mission::ALL.map(|mission| self.need(mission))
    }

    /// About how many actions a mission still takes, 0 where its condition is met.
    pub(super) fn need(&self, mission: Mission) -> usize {
        let Some(home) = self.home else { return FAR };
        let lacking = |wanted: usize, there: usize| wanted.saturating_sub(there);
        let need = match mission {
            Mission::Trail => self.trail_need(home),
            Mission::Assault => {
                let manned = |edge: &&Edge| self.soldiers & self.board.side(**edge) != 0;
                let others = Edge::ALL.iter().filter(|&&edge| edge != home).filter(manned).count().min(2);
                let posts = others
                    + usize::from(self.soldiers & self.board.side(home) != 0)
                    + usize::from(self.soldiers & self.board.centre() != 0);
                lacking(4, posts) + lacking(4, self.soldiers.count_ones() as usize)
            }
            Mission::Resources => lacking(4, self.inner_tokens()) + lacking(1, self.inner_forts()),
            Mission::Bastion => lacking(3, self.inner_forts()) + lacking(3, self.inner_tokens()),
        };
        need.min(FAR)
    }

    /// How many pieces there are beyond those that a mission asks for, where they can be counted.
    pub(super) fn spare(&self, mission: Mission) -> usize {
        match mission {
            Mission::Trail => 0,
            Mission::Assault => (self.soldiers.count_ones() as usize).saturating_sub(4),
            Mission::Resources => self.inner_tokens().saturating_sub(4),
            Mission::Bastion => self.inner_forts().saturating_sub(3),
        }
    }

    /// How many of the pieces that a mission rests on stand where others' soldiers can get at them.
    pub(super) fn exposed(&self, mission: Mission, threatened: Fields) -> u32 {
        let pieces = match mission {
            Mission::Trail => self.tokens,
            Mission::Assault => self.soldiers,
            Mission::Resources => self.tokens & self.board.inner(),
            Mission::Bastion => self.forts & self.board.inner(),
        };
        (pieces & threatened).count_ones()
    }
}
