use marque::Notation;

use super::*;
use crate::games::trial::{
    bot, by_priors, draws_by_priors, game, keeps_the_contract, payoff_among, payoff_among_random,
};

#[test]
fn values_and_priors_keep_the_contract() {
    for rules in ["", "boat_rows = 4\nboat_cols = 4\nplaces = \"row\"\nhand = 7", "row_bonus = 3\npoisons = 3"] {
        for seats in [2, 4] {
            keeps_the_contract::<Bosman>(seats, rules, 5);
        }
    }
}

#[test]
fn actions_are_drawn_by_their_priors() {
    for seats in [2, 4] {
        draws_by_priors::<Bosman>(seats, "", 3);
        draws_by_priors::<Bosman>(seats, "token_copies = 3\nplaces = \"row\"\npoisons = 3", 3);
    }
}

#[test]
fn looking_one_step_ahead_beats_random_play() {
    for (seats, least) in [(2, 0.95), (4, 0.85)] {
        let payoff = payoff_among_random::<Bosman>(seats, 60, &bot("greedy:samples=2"));
        assert!(payoff > least, "{seats} seats: {payoff}");
    }
}

#[test]
fn every_style_beats_random_play() {
    for style in Bosman::styles() {
        for seats in [2, 4] {
            let payoff = payoff_among_random::<Bosman>(seats, 80, &bot(style.name));
            assert!(payoff > 0.7, "{} with {seats} seats: {payoff}", style.name);
        }
    }
}

#[test]
fn what_looks_promising_beats_random_play() {
    for seats in [2, 4] {
        let payoff = payoff_among_random::<Bosman>(seats, 80, &by_priors());
        assert!(payoff > 0.7, "{seats} seats: {payoff}");
    }
}

/// What one player did among boarders.
#[derive(Default)]
struct Habits {
    /// How often it chose each kind of action.
    kinds: [u32; Bosman::KINDS.len()],
    /// How far the game was when it laid its sailors.
    sailing: f32,
    /// How often a turn of a rival brought a piece on board.
    rivals_boarding: f32,
}

impl Habits {
    fn of(name: &str) -> Habits {
        let game = game::<Bosman>(2, "");
        let mut habits = Habits::default();
        let (mut rival_turns, mut rival_boardings) = (0.0, 0.0);
        payoff_among(&game, 60, &bot(name), &bot("boarder"), |state, own, action| match (own, action) {
            (true, action) => {
                habits.kinds[game.kind(action)] += 1;
                if matches!(action, Action::Sailor { .. }) {
                    habits.sailing += game.progress(state);
                }
            }
            (false, Action::Board { .. }) => rival_boardings += 1.0,
            (false, _) => rival_turns += 1.0,
        });
        habits.sailing /= habits.count("sailor") as f32;
        habits.rivals_boarding = rival_boardings / rival_turns;
        habits
    }

    fn share(&self, kind: &str) -> f32 {
        self.count(kind) as f32 / self.kinds.iter().sum::<u32>() as f32
    }

    fn count(&self, kind: &str) -> u32 {
        self.kinds[Bosman::KINDS.iter().position(|&other| other == kind).unwrap()]
    }
}

#[test]
fn each_style_plays_its_plan() {
    let [boarder, blocker, saver] = ["boarder", "blocker", "saver"].map(Habits::of);
    assert_eq!(boarder.count("poison"), 0, "a boarder has no time for poison");
    assert!(boarder.share("board") > blocker.share("board").max(saver.share("board")));
    assert!(blocker.rivals_boarding < 0.8 * boarder.rivals_boarding.min(saver.rivals_boarding));
    assert!(blocker.count("poison") > 0);
    assert!(saver.share("swap") > boarder.share("swap"));
    assert!(saver.sailing > 0.6 && boarder.sailing < 0.5, "a saver keeps its sailors for the end");
}
