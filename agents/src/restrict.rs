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
