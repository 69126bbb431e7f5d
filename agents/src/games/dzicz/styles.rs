use marque::Game;
use marque::dzicz::{Action, Dzicz, Field, State};

use super::HandMade;
use super::camp::Camp;
use super::fitted::SETTLER;
use super::priors::Wishes;
use crate::evaluator::appraise;
use crate::knowledge::Style;

/// The three plans.
pub(super) const STYLES: &[Style<Dzicz>] = &[
    Style {
        name: "trail-blazer",
        plan: "Joins its home to the far side with tokens, then does what looks best.",
        score: blaze_trail,
    },
    Style {
        name: "fort-builder",
        plan: "Takes inner fields and builds forts on them, and defends whatever it has.",
        score: build_forts,
    },
    Style { name: "raider", plan: "Puts soldiers on the board and removes what others have built.", score: raid },
];

/// What the mover may expect after an action; where a plan has nothing to say, it does what looks best.
pub(super) fn expects(game: &Dzicz, state: &State, action: Action) -> f32 {
    let mut after = *state;
    game.play(&mut after, action);
    appraise(&HandMade, game, &after)[state.mover().index()]
}

fn blaze_trail(game: &Dzicz, state: &State, action: Action) -> f32 {
    let (_, trail) = Camp::of(game, state, state.mover()).trail();
    let on_trail = |field: Field| trail & field.bit() != 0;
    let plan = match action {
        Action::Token(field) if on_trail(field) => 3.0,
        Action::Expand(field) if on_trail(field) => 2.0,
        Action::Defend if state.threat().is_some_and(|(_, advance)| advance.razing) => 2.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}

fn build_forts(game: &Dzicz, state: &State, action: Action) -> f32 {
    let inner = |field: Field| game.grid().inner() & field.bit() != 0;
    let plan = match action {
        Action::Fort(field) | Action::Expand(field) if inner(field) => 3.0,
        Action::Token(field) if inner(field) => 2.0,
        Action::Defend => 2.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}

fn raid(game: &Dzicz, state: &State, action: Action) -> f32 {
    let wishes = Wishes::of(&SETTLER, game, state, state.mover());
    let plan = match action {
        Action::Move(advance) | Action::Charge(advance) | Action::Maneuver(advance) if advance.razing => 3.0,
        Action::Raze(_) => 2.5,
        Action::Soldier(_) if wishes.camp.soldiers.count_ones() < 3 => 2.0,
        Action::Fort(_) if wishes.camp.forts == 0 => 2.0,
        Action::Move(advance) if wishes.nears(advance) => 1.0,
        Action::Recruit(_) => 1.0,
        _ => 0.0,
    };
    plan + expects(game, state, action)
}
