//! Trials of what is known of a game, the same for every game.

use std::sync::Arc;

use marque::random::{self, Purpose, Rng, stream};
use marque::{Game, Seat, Turn, View};

use crate::agent::{Agent, Failure, draw_best};
use crate::bot::Bot;
use crate::evaluator::{Evaluator, Lists, Values, appraise};
use crate::knowledge::Knowledge;
use crate::learn::{Features, HIDDEN, Learnt, Net, rule_numbers};

/// The game with rules given as TOML.
pub fn game<G: Game>(seats: usize, rules: &str) -> G {
    G::create(seats, &rules.parse().unwrap()).unwrap()
}

/// Makes a player for one game.
pub type Maker<G> = Box<dyn Fn() -> Box<dyn Agent<G>>>;

/// A bot by its text.
pub fn bot<G: Knowledge>(text: &str) -> Maker<G> {
    let bot = Bot::parse::<G>(text).unwrap();
    Box::new(move || bot.sit())
}

/// Plays the action with the highest prior.
struct ByPriors;

impl<G: Knowledge> Agent<G> for ByPriors {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        let (mut actions, mut weights) = (Vec::new(), Vec::new());
        view.actions(&mut actions);
        G::evaluator().priors(view.game(), &view.imagine(rng), &actions, &mut weights);
        Ok(actions[draw_best(weights, rng)])
    }
}

/// A player that goes by priors alone.
pub fn by_priors<G: Knowledge>() -> Maker<G> {
    Box::new(|| Box::new(ByPriors))
}

/// Plays a game between players, one a seat, shows every choice to `look` before it is played, and returns the end.
pub fn play<G: Game>(
    game: &G,
    players: &mut [Box<dyn Agent<G>>],
    seed: u64,
    mut look: impl FnMut(&G::State, Seat, G::Action),
) -> G::State {
    let mut rng = stream(seed, 0, Purpose::Other(0));
    let mut state = game.start();
    while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
        let action = players[seat.index()].choose(&View::new(game, &state, seat), &mut rng).unwrap();
        look(&state, seat, action);
        game.play(&mut state, action);
    }
    state
}

/// The mean payoff of a player among rivals of one kind, over games in which it takes every seat in turn. `look` sees every
/// choice and whether it is the player's own.
pub fn payoff_among<G: Game>(
    game: &G,
    games: u64,
    player: &Maker<G>,
    rival: &Maker<G>,
    mut look: impl FnMut(&G::State, bool, G::Action),
) -> f32 {
    let mut sum = 0.0;
    for number in 0..games {
        let own = Seat((number % game.seats() as u64) as u8);
        let mut players: Vec<_> =
            Seat::all(game.seats()).map(|seat| if seat == own { player() } else { rival() }).collect();
        let end = play(game, &mut players, number, |state, seat, action| look(state, seat == own, action));
        sum += game.standing(&end).payoff(own);
    }
    sum / games as f32
}

/// The mean payoff of a player among random ones under the default rules.
pub fn payoff_among_random<G: Knowledge>(seats: usize, games: u64, player: &Maker<G>) -> f32 {
    payoff_among(&game::<G>(seats, ""), games, player, &bot("random"), |_, _, _| {})
}

/// Checks that values are between 0 and 1, and sum to half the seats where they should.
fn keeps_to_values<G: Game>(game: &G, values: &Values, within: f32) {
    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
    assert!(values[game.seats()..].iter().all(|&value| value == 0.0), "{values:?}");
    if game.constant_sum() {
        assert!((values.iter().sum::<f32>() - game.seats() as f32 / 2.0).abs() < within, "{values:?}");
    }
}

/// Checks over random games that values are what the contract of [`Evaluator`](crate::Evaluator) says, that all priors are positive, learnt
/// or not, and that every style has an opinion.
pub fn keeps_the_contract<G: Knowledge>(seats: usize, rules: &str, games: u64) {
    let game = game::<G>(seats, rules);
    let evaluator = G::evaluator();
    let (mut actions, mut priors, mut corrected, mut differ) = (Vec::new(), Vec::new(), Vec::new(), false);
    let mut rng = stream(5, 0, Purpose::Other(0));
    let mut net = Net::new(rule_numbers(&game).len(), G::KINDS.len(), || random::unit(&mut rng) as f32 - 0.5);
    let unlearnt = Learnt::<G>::new(Arc::new(net.clone()));
    net.kinds.iter_mut().flatten().for_each(|weight| *weight = 8.0 * random::unit(&mut rng) as f32 - 4.0);
    let learnt = Learnt::<G>::new(Arc::new(Net { out: [0.5; HIDDEN], ..net }));
    let check = |state: &G::State| {
        keeps_to_values(&game, &appraise(&learnt, &game, state), 1e-3);
        let values = appraise(&*evaluator, &game, state);
        keeps_to_values(&game, &values, 1e-4);
        let mut features = Features::default();
        if game.turn(state) != Turn::Over
            && let Some(studied) = G::study(&game, state, &mut features)
        {
            assert_eq!(studied, values, "what is learnt corrects what was made by hand");
            let numbers = features.seats.iter().flatten().chain(&features.table);
            assert!(numbers.clone().all(|number| number.is_finite() && number.abs() < 32.0), "{features:?}");
            assert!(features.seats[seats..].iter().flatten().all(|&number| number == 0.0), "{features:?}");
        }
    };
    for seed in 0..games {
        check(&game.start());
        let mut players: Vec<_> = (0..seats).map(|_| bot::<G>("random")()).collect();
        let end = play(&game, &mut players, seed, |state, _, action| {
            check(state);
            game.actions(state, &mut actions);
            evaluator.priors(&game, state, &actions, &mut priors);
            assert_eq!(priors.len(), actions.len());
            assert!(priors.iter().all(|weight| weight.is_finite() && *weight > 0.0), "{priors:?}");
            unlearnt.priors(&game, state, &actions, &mut corrected);
            assert_eq!(corrected, priors, "nothing learnt changes nothing");
            learnt.priors(&game, state, &actions, &mut corrected);
            let most = 3.1_f32.exp();
            let within = |(learnt, by_hand): (&f32, &f32)| (1.0 / most..most).contains(&(learnt / by_hand));
            assert!(corrected.iter().zip(&priors).all(within), "{corrected:?} for {priors:?}");
            differ |= corrected != priors;
            assert!(G::styles().iter().all(|style| (style.score)(&game, state, action).is_finite()));
            let mut after = state.clone();
            game.play(&mut after, action);
            check(&after);
        });
        let (values, standing) = (appraise(&*evaluator, &game, &end), game.standing(&end));
        assert!(Seat::all(seats).all(|seat| values[seat.index()] == game.reward(&standing, seat)), "{values:?}");
    }
    assert!(differ, "what is learnt corrects priors");
}

/// Checks over random games that actions are drawn by their priors, whether listed or not: of every state's legal actions,
/// each as often as its prior says, within what chance allows.
pub fn draws_by_priors<G: Knowledge>(seats: usize, rules: &str, games: u64) {
    const DRAWS: usize = 60;
    let game = game::<G>(seats, rules);
    let evaluator = G::evaluator();
    let (mut lists, mut rng) = (Lists::default(), stream(7, 0, Purpose::Other(0)));
    let (mut actions, mut priors) = (Vec::new(), Vec::new());
    // How often it was drawn less how often it should be, and the variance of that, over classes of prior and state.
    let (mut squares, mut tests) = (0.0, 0.0);
    for seed in 0..games {
        let mut players: Vec<_> = (0..seats).map(|_| bot::<G>("random")()).collect();
        play(&game, &mut players, seed, |state, _, _| {
            game.actions(state, &mut actions);
            evaluator.priors(&game, state, &actions, &mut priors);
            let sum: f32 = priors.iter().sum();
            let mut counts = vec![0.0; actions.len()];
            for _ in 0..DRAWS {
                let drawn = evaluator.draw(&game, state, &mut lists, &mut rng);
                counts[actions.iter().position(|&action| action == drawn).expect("a legal action is drawn")] += 1.0;
            }
            for (count, weight) in counts.iter().zip(&priors) {
                let odds = f64::from(weight / sum);
                if odds < 1.0 {
                    let expected = DRAWS as f64 * odds;
                    squares += (count - expected) * (count - expected) / (expected * (1.0 - odds));
                    tests += 1.0;
                }
            }
        });
    }
    // Each square is 1 on average if the odds are right.
    assert!(tests > 1000.0 && (squares / tests - 1.0_f64).abs() < 0.15, "{squares} over {tests}");
}
