use std::time::Duration;

use marque::random::{self, Rng};
use marque::{Notation, Sight, Standing, View};

use crate::agent::{Agent, Failure};
use crate::options::Options;
use crate::random::Random;

/// Plays as another player does, but now and then any legal action instead (an ε-greedy player): an opponent for those who
/// would lose to the other one.
pub(crate) struct Epsilon<G: Notation> {
    player: Box<dyn Agent<G>>,
    random: Random<G>,
    epsilon: f32,
}

impl<G: Notation> Epsilon<G> {
    pub fn new(options: &Options, player: Box<dyn Agent<G>>) -> Self {
        Epsilon { player, random: Random::new(options.restrict), epsilon: options.epsilon }
    }
}

impl<G: Notation> Agent<G> for Epsilon<G> {
    fn begin(&mut self, view: &View<'_, G>, limit: Option<Duration>) {
        self.player.begin(view, limit);
    }

    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        match (random::unit(rng) as f32) < self.epsilon {
            true => self.random.choose(view, rng),
            false => self.player.choose(view, rng),
        }
    }

    fn watch(&mut self, sight: &Sight<'_, G>) {
        self.player.watch(sight);
    }

    fn follow(&mut self, seen: Option<G::Action>) {
        self.player.follow(seen);
    }

    fn over(&mut self, standing: &Standing, reason: &str) {
        self.player.over(standing, reason);
    }
}

#[cfg(test)]
mod tests {
    use marque::hexxi::Hexxi;
    use marque::random::{Purpose, stream};
    use marque::{Game, Seat, Table, toml};

    use crate::bot::Bot;

    /// How often a bot opens a game with what it plays most, of 400 games.
    fn most_common(bot: &str) -> usize {
        let table = Table::new(Hexxi::create(2, &toml::Table::new()).unwrap());
        let bot = Bot::parse::<Hexxi>(bot).unwrap();
        let mut opened = std::collections::BTreeMap::new();
        for number in 0..400 {
            let mut rng = stream(1, number, Purpose::Other(0));
            let action = bot.sit::<Hexxi>().choose(&table.view(Seat(0)), &mut rng).unwrap();
            *opened.entry(format!("{action:?}")).or_insert(0) += 1;
        }
        opened.into_values().max().unwrap()
    }

    #[test]
    fn so_often_anything_is_played() {
        let [never, half, always] =
            ["", ":epsilon=0.5", ":epsilon=1"].map(|option| most_common(&format!("trader{option}")));
        let random = most_common("random");
        assert!(always <= random + 15 && never > random + 60, "{never} {half} {always} {random}");
        assert!((half as i32 - (never + random) as i32 / 2).abs() < 40, "{never} {half} {random}");
    }
}
