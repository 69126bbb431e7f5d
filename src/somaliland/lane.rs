use std::fmt;

/// One of the two ways between the harbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// The long and quiet way around Africa.
    Africa,
    /// The pirates' waters past Somalia.
    Somalia,
}

/// A route with a direction, in the order in which lanes move (SO-2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Lane {
    /// `AS`: around Africa, going south.
    AfricaSouth,
    /// `SS`: past Somalia, going south.
    SomaliaSouth,
    /// `SN`: past Somalia, going north.
    SomaliaNorth,
    /// `AN`: around Africa, going north.
    AfricaNorth,
}

impl Lane {
    /// All lanes in the order in which they move.
    pub const ALL: [Lane; 4] = [Lane::AfricaSouth, Lane::SomaliaSouth, Lane::SomaliaNorth, Lane::AfricaNorth];

    /// The lane's place in that order, for arrays by lane.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way it takes.
    #[inline]
    pub const fn route(self) -> Route {
        match self {
            Lane::AfricaSouth | Lane::AfricaNorth => Route::Africa,
            Lane::SomaliaSouth | Lane::SomaliaNorth => Route::Somalia,
        }
    }

    /// Whether it leads to the northern harbour.
    #[inline]
    pub const fn northbound(self) -> bool {
        matches!(self, Lane::SomaliaNorth | Lane::AfricaNorth)
    }

    /// The lane of a direction along a route.
    pub const fn of(route: Route, northbound: bool) -> Lane {
        match (route, northbound) {
            (Route::Africa, false) => Lane::AfricaSouth,
            (Route::Somalia, false) => Lane::SomaliaSouth,
            (Route::Somalia, true) => Lane::SomaliaNorth,
            (Route::Africa, true) => Lane::AfricaNorth,
        }
    }

    /// The two letters of its notation.
    pub const fn name(self) -> &'static str {
        ["AS", "SS", "SN", "AN"][self as usize]
    }

    /// Where it leads, in words.
    pub const fn words(self) -> &'static str {
        [
            "around Africa to the south",
            "past Somalia to the south",
            "past Somalia to the north",
            "around Africa to the north",
        ][self as usize]
    }

    /// The lane with these two letters.
    pub fn parse(name: &str) -> Option<Lane> {
        Lane::ALL.into_iter().find(|lane| lane.name() == name)
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
