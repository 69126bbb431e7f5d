//! The search as it was in the first edition, to measure later ones against: its options in every game and, where what is
//! known of a game has changed since, what it knew then.

use std::sync::Arc;

use marque::bosman::Bosman;
use marque::dzicz::Dzicz;
use marque::hexxi::Hexxi;
use marque::santy_anno::SantyAnno;
use marque::somaliland::Somaliland;
use marque_agents::games::dzicz::{Group, Settler, Weights};
use marque_agents::games::somaliland::{Arrivals, Shipowner};
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

    fn first_evaluator() -> Arc<dyn Evaluator<Dzicz>> {
        Arc::new(Settler { weights: Weights::new(FIRST_WEIGHTS), razing: [5.0, 3.0] })
    }
}

/// Fitted when seats still played to beat their rivals, to games of players that hardly looked ahead.
const FIRST_WEIGHTS: &[(Group, &[f32])] = &[
    (
        Group::Need,
        &[
            1.74, 0.55, -0.44, -0.65, -1.11, -1.11, -1.11, 1.13, -0.50, -0.50, -0.55, -0.55, -0.55, -0.55, 1.31, 0.57,
            -0.26, -0.79, -0.87, -1.15, -1.25, 2.27, 1.09, 0.06, -0.27, -0.72, -0.81, -1.03,
        ],
    ),
    (
        Group::Time,
        &[
            -2.2, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, -2.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, -0.1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2,
            -3.1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9,
        ],
    ),
    (
        Group::Claim,
        &[
            -2.53, -2.53, -2.53, -2.53, -1.10, -1.10, -1.10, -1.10, -0.98, -0.98, -0.98, -0.98, -0.98, -0.98, -0.98,
            -0.98, 0.09, 0.09, 0.09, 0.09,
        ],
    ),
    (Group::TooLate, &[-1.56, -1.56, -1.56, -1.56]),
    (Group::Forestalled, &[-0.85, -0.85, -0.85, -0.85]),
    (Group::Exposed, &[-0.53, -0.41, -0.57, -0.44]),
    (Group::Guarded, &[0.60]),
    (Group::Crowd, &[-0.46]),
    (Group::Soldiers, &[0.20, 0.53]),
    (Group::OtherSoldiers, &[-0.08, -0.27]),
    (Group::Tokens, &[0.12, -0.69]),
    (Group::AnyFort, &[-0.30, 1.22]),
    (Group::OtherTokens, &[0.03]),
    (Group::OtherFort, &[-0.73]),
    (Group::SafeTokens, &[0.25]),
];

impl FirstEdition for Hexxi {
    const OPTIONS: &'static str = "c=0.15,playout=prior,cut=4,bias=1,widen=1.5";
}

impl FirstEdition for SantyAnno {
    const OPTIONS: &'static str = "c=0.3,playout=prior,cut=0,bias=5,widen=off,depth=1";
}

impl FirstEdition for Somaliland {
    const OPTIONS: &'static str = "c=0.05,playout=random,cut=0,bias=2,widen=0.4";

    fn first_evaluator() -> Arc<dyn Evaluator<Somaliland>> {
        Arc::new(Shipowner {
            arrivals: [
                Arrivals { slope: 2.5, reach: 5.66, offset: 3.13, crowd: 0.0 },
                Arrivals { slope: 1.44, reach: 5.45, offset: 1.97, crowd: 0.0 },
            ],
            takes: 1.0,
            heeded: 1.0,
            abroad: [0.0, 0.0],
            least_abroad: 4.0,
            future: 0.18,
            spread: 14.0,
        })
    }
}

/// The text of the bot that `first-edition`, with or without options of its own, stands for in a game.
pub(crate) fn expand<G: FirstEdition>(text: &str) -> Option<String> {
    let (name, own) = text.split_once(':').unwrap_or((text, "iterations=1000"));
    (name == NAME).then(|| format!("search:puct=off,ripe=1,infer=0,{},{own}", G::OPTIONS))
}
