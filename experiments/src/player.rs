//! Who can be seated: a name, and how to make a player of it.

use marque::Show;
use marque_agents::{Agent, Bot, Knowledge};

/// A contestant: a name, and how to make a player of it for one seat of one game.
pub struct Player<G: Show> {
    name: String,
    sit: Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>,
}

impl<G: Show> Player<G> {
    /// A contestant of your own.
    pub fn new(name: impl Into<String>, sit: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Player<G> {
        Player { name: name.into(), sit: Box::new(sit) }
    }

    /// Its name in files and tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A player for one seat of one game.
    pub fn sit(&self) -> Box<dyn Agent<G>> {
        (self.sit)()
    }
}

impl<G: Knowledge> From<Bot> for Player<G> {
    fn from(bot: Bot) -> Player<G> {
        Player::new(bot.to_string(), move || bot.sit::<G>())
    }
}
