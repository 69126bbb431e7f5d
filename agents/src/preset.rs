use std::collections::BTreeMap;

use serde::Deserialize;

/// A bot with a name of its own, from a file in `presets/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preset {
    /// What it is in a line.
    about: String,
    /// What it stands for: the text of another bot.
    bot: String,
    /// What it stands for in single games.
    #[serde(default)]
    game: BTreeMap<String, Instead>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Instead {
    about: Option<String>,
    bot: String,
    /// What it stands for at tables of so many seats.
    #[serde(default)]
    seats: BTreeMap<String, String>,
}

macro_rules! presets {
    ($($name:literal),*) => {
        /// Every preset's name and file, from the weakest to the strongest.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../presets/", $name, ".toml")))),*];
    };
}

presets!["cabin-boy", "deckhand", "mate", "captain", "admiral-of-the-fleet"];

impl Preset {
    /// The names of all presets, from the weakest to the strongest.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|&(name, _)| name)
    }

    /// The preset with this name.
    pub fn find(name: &str) -> Option<Preset> {
        let (_, file) = FILES.iter().find(|&&(other, _)| other == name)?;
        Some(toml::from_str(file).expect("a test reads every preset"))
    }

    /// What it is in a game, in a line.
    pub fn about(&self, game: &str) -> &str {
        self.game.get(game).and_then(|instead| instead.about.as_ref()).unwrap_or(&self.about)
    }

    /// The bot it stands for in a game.
    pub fn bot(&self, game: &str) -> &str {
        self.game.get(game).map_or(&self.bot, |instead| &instead.bot)
    }

    /// The bots it stands for in a game at tables of so many seats, where those are others.
    pub fn by_seats(&self, game: &str) -> impl Iterator<Item = (usize, &str)> {
        let seats = self.game.get(game).into_iter().flat_map(|instead| &instead.seats);
        seats.map(|(seats, bot)| (seats.parse().expect("a test reads every preset"), bot.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads() {
        for name in Preset::names() {
            let preset = Preset::find(name).unwrap();
            for game in marque::NAMES {
                assert!(!preset.about(game).is_empty());
                assert!(preset.by_seats(game).all(|(seats, _)| (2..=marque::MAX_SEATS).contains(&seats)));
            }
        }
    }

    #[test]
    fn a_game_may_have_a_bot_of_its_own() {
        let file = "about = \"a plan\"\nbot = \"greedy\"\n[game.bosman]\nabout = \"no plan\"\nbot = \"flat\"\nseats.4 = \"random\"";
        let preset: Preset = toml::from_str(file).unwrap();
        assert_eq!((preset.bot("dzicz"), preset.bot("bosman")), ("greedy", "flat"));
        assert_eq!((preset.about("dzicz"), preset.about("bosman")), ("a plan", "no plan"));
        assert_eq!(preset.by_seats("dzicz").count(), 0);
        assert_eq!(preset.by_seats("bosman").collect::<Vec<_>>(), [(4, "random")]);
    }
}
