use std::time::Duration;

use marque::random::Rng;
use marque::{Game, Sight, Standing, View};

use crate::agent::{Agent, Failure};

/// A player that is another one with so many seats than with so many others, and who sits down when it sees the table.
pub(crate) struct BySeats<G: Game> {
    seat: Box<dyn Fn(usize) -> Box<dyn Agent<G>> + Send>,
    player: Option<Box<dyn Agent<G>>>,
}

impl<G: Game> BySeats<G> {
    /// A player that `seat` makes for a number of seats.
    pub fn new(seat: impl Fn(usize) -> Box<dyn Agent<G>> + Send + 'static) -> Self {
        BySeats { seat: Box::new(seat), player: None }
    }

    fn player(&mut self, view: &View<'_, G>) -> &mut Box<dyn Agent<G>> {
        self.player.get_or_insert_with(|| (self.seat)(view.game().seats()))
    }
}

impl<G: Game> Agent<G> for BySeats<G> {
    fn begin(&mut self, view: &View<'_, G>, limit: Option<Duration>) {
        self.player(view).begin(view, limit);
    }

    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.player(view).choose(view, rng)
    }

    fn watch(&mut self, sight: &Sight<'_, G>) {
        if let Some(player) = &mut self.player {
            player.watch(sight);
        }
    }

    fn follow(&mut self, seen: Option<G::Action>) {
        if let Some(player) = &mut self.player {
            player.follow(seen);
        }
    }

    fn over(&mut self, standing: &Standing, reason: &str) {
        if let Some(player) = &mut self.player {
            player.over(standing, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};
    use marque::{Game, Seat, Table, toml};

    use super::*;
    use crate::bot::Bot;

    #[test]
    fn who_plays_goes_by_the_seats() {
        let sit = |seats: usize| {
            let bot = if seats == 3 { "raider" } else { "trader" };
            Bot::parse::<Hexxi>(bot).unwrap().sit::<Hexxi>()
        };
        let first = |mut player: Box<dyn Agent<Hexxi>>, seats| {
            let table = Table::new(Hexxi::create(seats, &toml::Table::new()).unwrap());
            let mut rng = stream(1, 0, Purpose::Other(0));
            player.choose(&table.view(Seat(0)), &mut rng).unwrap()
        };
        for seats in [2, 3] {
            assert_eq!(first(Box::new(BySeats::new(sit)), seats), first(sit(seats), seats));
        }
    }
}
