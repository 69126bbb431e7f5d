use std::sync::Arc;

use marque::random::{self, Rng};
use marque::{Notation, Seat, Turn};

use crate::evaluator::{Evaluator, Lists, Values, appraise, rewards};
use crate::options::Options;
use crate::restrict::Restriction;

/// Plays a state on without a tree to see what it is worth: the playouts (rollouts, simulations) of Monte Carlo search.
pub(crate) struct Playout<G: Notation> {
    evaluator: Arc<dyn Evaluator<G>>,
    by_priors: bool,
    cut: Option<u32>,
    /// What the player itself may not do, here as anywhere.
    restriction: Restriction,
    /// The seat of the player itself.
    pub own: Option<Seat>,
    lists: Lists<G::Action>,
}

impl<G: Notation> Playout<G> {
    pub fn new(options: &Options, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Playout {
            evaluator,
            by_priors: options.prior_playouts,
            cut: options.cut,
            restriction: options.restrict,
            own: None,
            lists: Lists::default(),
        }
    }

    /// Plays on, to the end or to a cut and an evaluation, and returns what it came to.
    #[inline]
    pub fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Values {
        if self.restriction == Restriction::NONE {
            if self.cut.is_none() && !self.by_priors {
                game.playout(state, rng);
                return rewards(game, state);
            }
            if self.cut == Some(0) && self.by_priors && self.evaluator.calm_down(game, state, rng) {
                return appraise(&*self.evaluator, game, state);
            }
        }
        let mut left = self.cut;
        loop {
            let Turn::Seat(seat) = game.settle(state, rng) else { return rewards(game, state) };
            if let Some(plies) = &mut left {
                if *plies == 0 && self.evaluator.is_calm(game, state) {
                    return self.evaluator.evaluate(game, state);
                }
                *plies = plies.saturating_sub(1);
            }
            let action = self.draw(game, state, seat, rng);
            game.play(state, action);
        }
    }

    #[inline]
    fn draw(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
        let action = if self.by_priors {
            self.evaluator.draw(game, state, &mut self.lists, rng)
        } else {
            game.random_action(state, rng)
        };
        if self.own == Some(seat) && self.restriction.bars(game.kind(action)) {
            // Rare enough for a list: one that may be played, unless there is none.
            let actions = &mut self.lists.actions;
            game.actions(state, actions);
            self.restriction.trim(game, actions);
            return actions[random::below(rng, actions.len() as u32) as usize];
        }
        action
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use marque::Game;
    use marque::hexxi::{Action, Deed, Hexxi, State};
    use marque::random::{Purpose, stream};

    use super::*;
    use crate::knowledge::Knowledge;

    /// A bot that does without spies must not reckon with spies of its own either, but others may spy.
    #[test]
    fn what_a_player_may_not_do_it_does_not_imagine_doing() {
        let game = Hexxi::create(2, &marque::toml::Table::new()).unwrap();
        let spy = Hexxi::KINDS.iter().position(|&kind| kind == "spy").unwrap();
        for prior_playouts in [false, true] {
            let options = Options { restrict: Restriction::NONE.and(spy), prior_playouts, ..Options::default() };
            let mut playout = Playout::new(&options, Hexxi::evaluator());
            playout.own = Some(Seat(0));
            let mut rng = stream(1, 0, Purpose::Other(0));
            let mut spied = [0; 2];
            for _ in 0..20 {
                let mut state = game.start();
                playout.run(&game, &mut state, &mut rng);
                for seat in Seat::all(2) {
                    spied[seat.index()] += state.deeds(seat, Deed::Spied);
                }
            }
            assert!(spied[0] == 0 && spied[1] > 0, "{spied:?}");
        }
    }

    #[test]
    fn a_playout_goes_on_to_the_end_or_to_a_cut() {
        let game = Hexxi::create(2, &marque::toml::Table::new()).unwrap();
        for prior_playouts in [false, true] {
            for cut in [None, Some(0), Some(4)] {
                let options = Options { cut, prior_playouts, ..Options::default() };
                let mut state = game.start();
                let evaluator = Arc::new(crate::AsItStands);
                Playout::new(&options, evaluator).run(&game, &mut state, &mut stream(1, 0, Purpose::Other(0)));
                assert_eq!(game.turn(&state) == Turn::Over, cut.is_none(), "{cut:?}");
            }
        }
    }

    /// Knows nothing, and counts what it is asked.
    #[derive(Default)]
    struct Asked {
        calm: bool,
        draws: AtomicU32,
        calmed: AtomicU32,
    }

    impl Evaluator<Hexxi> for Asked {
        fn is_calm(&self, _game: &Hexxi, _state: &State) -> bool {
            self.calm
        }

        fn draw(&self, game: &Hexxi, state: &State, _lists: &mut Lists<Action>, rng: &mut Rng) -> Action {
            self.draws.fetch_add(1, Relaxed);
            game.random_action(state, rng)
        }

        fn calm_down(&self, _game: &Hexxi, _state: &mut State, _rng: &mut Rng) -> bool {
            self.calmed.fetch_add(1, Relaxed) > 0
        }
    }

    /// How often an evaluator is asked for an action, and to calm a state down at once.
    #[test]
    fn an_evaluator_is_asked_what_the_options_say() {
        let game = Hexxi::create(2, &marque::toml::Table::new()).unwrap();
        let asked = |cut, prior_playouts, calm| {
            let evaluator = Arc::new(Asked { calm, ..Asked::default() });
            let mut playout = Playout::new(&Options { cut, prior_playouts, ..Options::default() }, evaluator.clone());
            playout.run(&game, &mut game.start(), &mut stream(1, 0, Purpose::Other(0)));
            (evaluator.draws.load(Relaxed), evaluator.calmed.load(Relaxed))
        };
        let (plies, calmed) = asked(None, true, true);
        assert!(plies > 20 && calmed == 0, "a whole game of {plies}");
        for (cut, calm, draws) in
            [(Some(0), true, 0), (Some(4), true, 4), (Some(0), false, plies), (Some(4), false, plies)]
        {
            assert_eq!(asked(cut, true, calm), (draws, u32::from(cut == Some(0))), "{cut:?} {calm}");
        }
        for cut in [None, Some(0), Some(4)] {
            assert_eq!(asked(cut, false, true), (0, 0), "{cut:?}");
        }
    }
}
