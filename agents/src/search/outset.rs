use marque::random::Rng;
use marque::{Game, Seat, Turn, View};

/// Where the iterations of a tree begin.
pub(crate) trait Outset<G: Game> {
    /// The rules in force.
    fn game(&self) -> &G;

    /// Who is looking.
    fn seat(&self) -> Seat;

    /// Any action of the game, to fill a place that has none.
    fn any_action(&self) -> G::Action;

    /// Fills `into` with the legal actions, if whoever is looking knows them because it is to move; says whether it does.
    fn actions(&self, into: &mut Vec<G::Action>) -> bool;

    /// A state to begin at.
    fn imagine(&self, rng: &mut Rng) -> G::State;
}

impl<G: Game> Outset<G> for View<'_, G> {
    fn game(&self) -> &G {
        View::game(self)
    }

    fn seat(&self) -> Seat {
        View::seat(self)
    }

    fn any_action(&self) -> G::Action {
        let mut actions = Vec::new();
        View::actions(self, &mut actions);
        actions[0]
    }

    fn actions(&self, into: &mut Vec<G::Action>) -> bool {
        View::actions(self, into);
        true
    }

    #[inline]
    fn imagine(&self, rng: &mut Rng) -> G::State {
        View::imagine(self, rng)
    }
}

/// A position of a game that is looked back on, whoever is to move, as one seat knows it or as it was. The game is not
/// over there.
pub(crate) struct Position<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    /// Whose knowledge counts; with none, nothing is hidden.
    pub viewer: Option<Seat>,
    /// Any action of the game.
    pub filler: G::Action,
}

impl<G: Game> Outset<G> for Position<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn seat(&self) -> Seat {
        match (self.viewer, self.game.turn(self.state)) {
            (Some(seat), _) | (None, Turn::Seat(seat)) => seat,
            (None, _) => Seat(0),
        }
    }

    fn any_action(&self) -> G::Action {
        self.filler
    }

    fn actions(&self, into: &mut Vec<G::Action>) -> bool {
        into.clear();
        let known = self.game.turn(self.state) == Turn::Seat(self.seat());
        if known {
            self.game.actions(self.state, into);
        }
        known
    }

    fn imagine(&self, rng: &mut Rng) -> G::State {
        match self.viewer {
            Some(viewer) => self.game.imagine(self.state, viewer, rng),
            None => self.state.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};
    use marque::toml;

    use super::*;

    #[test]
    fn whoever_looks_knows_what_is_legal_when_it_is_to_move() {
        let game = Hexxi::create(2, &toml::Table::new()).unwrap();
        let mut state = game.start();
        let Turn::Seat(mover) = game.settle(&mut state, &mut stream(1, 0, Purpose::Chance)) else {
            panic!("it begins")
        };
        let mut legal = Vec::new();
        game.actions(&state, &mut legal);
        for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
            let position = Position { game: &game, state: &state, viewer, filler: legal[0] };
            let mut listed = vec![legal[0]];
            let known = position.actions(&mut listed);
            assert_eq!(known, viewer.is_none_or(|viewer| viewer == mover));
            assert_eq!(listed, if known { legal.clone() } else { Vec::new() });
        }
    }
}
