//! The pieces of a seat, and how far they are from each mission.

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
    pub(super) other_forts: Fields,
}

/// Fields that tokens could join to a line, and with them all that touch any.
#[derive(Clone, Copy)]
struct Reach {
    fields: Fields,
    touching: Fields,
}

impl<'a> Camp<'a> {
    #[inline]
    pub(super) fn of(game: &'a Dzicz, state: &State, seat: Seat) -> Camp<'a> {
        Camp {
            board: game.grid(),
            home: state.home(seat),
            tokens: state.tokens(seat),
            forts: state.forts(seat),
            soldiers: state.soldiers(seat),
            other_forts: state.other_forts(seat),
        }
    }

    /// Where it cannot put a token because of others' forts.
    #[inline]
    fn barred(&self) -> Fields {
        (self.other_forts | self.board.next_to(self.other_forts)) & !self.tokens
    }

    /// The fields that one token more could join to a line, given where there can be one.
    #[inline]
    fn further(&self, line: Fields, reach: Reach, free: Fields) -> Reach {
        self.with_joined(reach.fields | (line | reach.touching) & free)
    }

    /// These fields and all tokens joined to them.
    #[inline]
    fn with_joined(&self, mut fields: Fields) -> Reach {
        loop {
            let touching = self.board.touching(fields);
            let grown = fields | touching & self.tokens;
            if grown == fields {
                return Reach { fields, touching };
            }
            fields = grown;
        }
    }

    /// How many tokens the trail lacks, and the fields where one brings it nearer.
    pub(super) fn trail(&self) -> (usize, Fields) {
        let Some(home) = self.home else { return (FAR, 0) };
        let mut from = [0; FAR + 1];
        let need = self.lay_trail(home, |tokens, reached| from[tokens] = reached);
        let (goal, free) = (self.board.goal(home), !self.barred());
        let mut to = self.with_joined(goal & self.tokens);
        let mut fields = 0;
        // A field on a shortest way counts from both its ends.
        for from in from[1..=need].iter().rev() {
            to = self.further(goal, to, free);
            fields |= to.fields & from;
        }
        (need, fields & !self.tokens)
    }

    /// How many tokens the trail lacks. Tells on the way what no token, one, two and so on could join to the home edge.
    #[inline]
    fn lay_trail(&self, home: Edge, mut tell: impl FnMut(usize, Fields)) -> usize {
        let (line, goal, free) = (self.board.line(home), self.board.goal(home), !self.barred());
        let mut reach = self.with_joined(line & self.tokens);
        tell(0, reach.fields);
        for tokens in 0..FAR {
            if reach.fields & goal != 0 {
                return tokens;
            }
            reach = self.further(line, reach, free);
            tell(tokens + 1, reach.fields);
        }
        FAR
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
            Mission::Trail => self.lay_trail(home, |_, _| {}),
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
