use marque::picture::Motion;
use marque::{Event, Seat, Show, Table, Turn};

/// One event of a sitting as the table got to know it: every seat its own way.
#[derive(Clone, PartialEq, Debug)]
pub struct News {
    /// Who acted.
    pub turn: Turn,
    /// How many turns had been begun, as the game counts them.
    pub(super) heat: u32,
    /// By seat, and at the end for onlookers.
    seen: Vec<Option<String>>,
    /// By seat, then for onlookers, and at the end for whoever sees everything.
    stories: Vec<String>,
    /// What moves in the picture.
    motion: Option<Motion>,
}

impl News {
    /// What `event` will be to everyone. One that only accounts for the time of `timed` is no story to that seat beyond
    /// what the others hear of it too.
    pub(super) fn new<G: Show>(before: &Table<G>, event: Event<G::Action, G::Outcome>, timed: Option<Seat>) -> News {
        let seats = before.game().seats();
        let viewers = || Seat::all(seats).chain([Seat::ONLOOKER]);
        let ears = |seat: Seat| if timed == Some(seat) { seat.next(seats) } else { seat };
        let told = |seat: Seat| before.narrate(event, Some(ears(seat)));
        News {
            turn: before.turn(),
            heat: before.turns(),
            seen: viewers().map(|seat| before.see(event, seat)).collect(),
            stories: viewers().map(told).chain([before.narrate(event, None)]).collect(),
            motion: before.motion(event),
        }
    }

    /// The event in the game's notation, as far as a seat or an onlooker sees it.
    pub fn seen(&self, seat: Seat) -> Option<&str> {
        self.seen[self.place(seat)].as_deref()
    }

    /// The event in a sentence, for a seat, an onlooker or with everything shown; empty where there is nothing to tell.
    pub fn story(&self, viewer: Option<Seat>) -> &str {
        &self.stories[viewer.map_or(self.seen.len(), |seat| self.place(seat))]
    }

    /// What moves in the picture, where all see it.
    pub fn motion(&self) -> Option<&Motion> {
        self.motion.as_ref()
    }

    fn place(&self, seat: Seat) -> usize {
        if seat == Seat::ONLOOKER { self.seen.len() - 1 } else { seat.index() }
    }
}
