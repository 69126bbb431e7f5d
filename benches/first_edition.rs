//! The search as it was in the first edition, to measure later ones against: its options in every game and, where what is
//! known of a game has changed since, what it knew then.

use std::sync::Arc;

use marque::bosman::Bosman;
use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::santy_anno::SantyAnno;
use marque::somaliland::Somaliland;
use marque_agents::{Evaluator, Knowledge};

/// The name of the bot.
const NAME: &str = "first-edition";

/// A game that the first edition played.
pub(crate) trait FirstEdition: Knowledge {
    /// All that was set about its search there, at any number of seats.
    const OPTIONS: &'static str;

    /// What its players went by, where that is not what they go by now.
    fn first_evaluator() -> Arc<dyn Evaluator<Self>> {
        Self::evaluator()
    }
}

impl FirstEdition for Bosman {
    const OPTIONS: &'static str = "c=0.1,playout=prior,cut=10,bias=0.3,widen=1";
}

impl FirstEdition for Dzicz {
    const OPTIONS: &'static str = "c=0.4,playout=prior,cut=20,bias=1,widen=off";
}

impl FirstEdition for Hexxi {
    const OPTIONS: &'static str = "c=0.15,playout=prior,cut=4,bias=1,widen=1.5";
}

impl FirstEdition for SantyAnno {
    const OPTIONS: &'static str = "c=0.3,playout=prior,cut=0,bias=5,widen=off,depth=1";
}

impl FirstEdition for Somaliland {
    const OPTIONS: &'static str = "c=0.05,playout=random,cut=0,bias=2,widen=0.4";
}

/// The text of the bot that `first-edition`, with or without options of its own, stands for in a game.
pub(crate) fn expand<G: FirstEdition>(text: &str) -> Option<String> {
    let (name, own) = text.split_once(':').unwrap_or((text, "iterations=1000"));
    (name == NAME).then(|| format!("search:puct=off,ripe=1,infer=0,{},{own}", G::OPTIONS))
}
