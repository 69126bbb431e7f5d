use marque::{Notation, View};

/// Kinds of action a player may not choose while it has any other, as a set over [`Notation::KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restriction(u64);

impl Restriction {
    /// Bars nothing.
    pub const NONE: Restriction = Restriction(0);

    /// The same, and the kind at this index of [`Notation::KINDS`] barred too.
    pub fn and(self, kind: usize) -> Restriction {
        Restriction(self.0 | 1 << kind)
    }

    /// Whether the kind at this index is barred.
    #[inline]
    pub fn bars(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// Takes the barred actions out of a list, unless that would leave none.
    pub fn trim<G: Notation>(self, game: &G, actions: &mut Vec<G::Action>) {
        if self != Restriction::NONE && actions.iter().any(|&action| !self.bars(game.kind(action))) {
            actions.retain(|&action| !self.bars(game.kind(action)));
        }
    }

    /// Fills `into` with the legal actions that a player may choose from.
    pub fn actions<G: Notation>(self, view: &View<'_, G>, into: &mut Vec<G::Action>) {
        view.actions(into);
        self.trim(view.game(), into);
    }
}

#[cfg(test)]
mod tests {
    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};
    use marque::{Game, Turn, toml};

    use super::*;

    #[test]
    fn only_the_kinds_that_are_named_are_barred() {
        let barred = Restriction::NONE.and(2).and(5).and(2);
        assert_eq!((0..64).filter(|&kind| barred.bars(kind)).collect::<Vec<_>>(), [2, 5]);
    }

    #[test]
    fn barred_actions_are_taken_out_unless_there_are_no_others() {
        let game = Hexxi::create(2, &toml::Table::new()).unwrap();
        let mut rng = stream(1, 0, Purpose::Chance);
        let (mut state, mut actions, mut mixed) = (game.start(), Vec::new(), 0);
        while let Turn::Seat(_) = game.settle(&mut state, &mut rng) {
            game.actions(&state, &mut actions);
            let kind = game.kind(actions[0]);
            let mut left = actions.clone();
            Restriction::NONE.and(kind).trim(&game, &mut left);
            let others: Vec<_> = actions.iter().copied().filter(|&action| game.kind(action) != kind).collect();
            mixed += usize::from(!others.is_empty());
            assert_eq!(left, if others.is_empty() { actions.clone() } else { others });
            let action = game.random_action(&state, &mut rng);
            game.play(&mut state, action);
        }
        assert!(mixed > 0);
    }
}
