use marque::random::{self, Purpose, Rng};
use marque::somaliland::{Action, Route, Somaliland, State};
use marque::{Game, Seat, Turn, toml};

use crate::knowledge::{Knowledge, Style};

/// Who plays a seat.
#[derive(Clone, Copy)]
enum Player {
    Random,
    /// Plays the action after which its own value is highest.
    Greedy,
    /// Plays what is most promising without search.
    Prior,
    Plan(&'static Style<Somaliland>),
}

fn plan(name: &str) -> &'static Style<Somaliland> {
    Somaliland::styles().iter().find(|style| style.name == name).unwrap()
}

impl Player {
    fn choose(self, game: &Somaliland, state: &State, rng: &mut Rng) -> Action {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let Turn::Seat(seat) = game.turn(state) else { panic!("a seat is to move") };
        let mut scores = Vec::new();
        match self {
            Player::Random => return game.random_action(state, rng),
            Player::Prior => game.priors(state, &actions, &mut scores),
            Player::Plan(style) => scores.extend(actions.iter().map(|&action| (style.score)(game, state, action))),
            Player::Greedy => scores.extend(actions.iter().map(|&action| {
                let mut after = *state;
                game.play(&mut after, action);
                game.evaluate(&after)[seat.index()]
            })),
        }
        let best = scores.iter().copied().fold(f32::MIN, f32::max);
        let mut equals: Vec<Action> = actions;
        let mut index = 0;
        equals.retain(|_| {
            index += 1;
            scores[index - 1] == best
        });
        equals[random::below(rng, equals.len() as u32) as usize]
    }
}

/// Plays a game, shows every choice to `look`, and returns its end.
fn play(game: &Somaliland, players: &[Player], seed: u64, mut look: impl FnMut(&State, Seat, Action)) -> State {
    let mut rng = random::stream(seed, 0, Purpose::Other(0));
    let mut state = game.start();
    while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
        let action = players[seat.index()].choose(game, &state, &mut rng);
        look(&state, seat, action);
        game.play(&mut state, action);
    }
    state
}

fn game(seats: usize, rules: &str) -> Somaliland {
    Somaliland::create(seats, &rules.parse::<toml::Table>().unwrap()).unwrap()
}

/// The mean payoff of one player among random ones, over all its seats.
fn payoff_against_random(player: Player, seats: usize, rounds: u64) -> f32 {
    let game = game(seats, "");
    let mut sum = 0.0;
    for round in 0..rounds {
        for seat in Seat::all(seats) {
            let mut players = vec![Player::Random; seats];
            players[seat.index()] = player;
            let end = play(&game, &players, round * 10 + u64::from(seat.0), |_, _, _| {});
            sum += game.standing(&end).payoff(seat);
        }
    }
    sum / (rounds * seats as u64) as f32
}

#[test]
fn values_sum_to_half_the_seats_and_priors_are_positive() {
    let rules = [
        "",
        "pirates_hunt = \"all\"\ntip_turns = 0\ntip_percent = 100\nturns = 1",
        "headings = 64\npowers = [1]\nlegs = 2\noffer = 36\nturns = 2",
        "africa_percent = 0\naim_sigma = 200\npower_sigma_percent = 100\npowers = [40]\nturns = 2",
        "faces = { 6a = [9, 9, 9, 9, 9, 9], 24 = [0, 0, 0, 0, 0, 0] }\noffer = 36\nturns = 2",
    ];
    for (seats, rules) in [2, 3, 4].into_iter().flat_map(|seats| rules.map(|rules| (seats, rules))) {
        let game = game(seats, rules);
        let mut priors = Vec::new();
        let mut actions = Vec::new();
        let check = |state: &State| {
            let values = game.evaluate(state);
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
            assert!((values.iter().sum::<f32>() - seats as f32 / 2.0).abs() < 1e-4, "{values:?}");
        };
        let end = play(&game, &vec![Player::Random; seats], 1, |state, _, action| {
            check(state);
            game.actions(state, &mut actions);
            game.priors(state, &actions, &mut priors);
            assert_eq!(priors.len(), actions.len());
            assert!(priors.iter().all(|weight| weight.is_finite() && *weight > 0.0), "{priors:?}");
            for style in Somaliland::styles() {
                assert!((style.score)(&game, state, action).is_finite());
            }
            let mut after = *state;
            game.play(&mut after, action);
            check(&after);
        });
        check(&end);
    }
}

#[test]
fn at_the_end_the_value_is_the_payoff() {
    let game = game(3, "turns = 1");
    let end = play(&game, &[Player::Random; 3], 5, |_, _, _| {});
    let standing = game.standing(&end);
    for seat in Seat::all(3) {
        assert_eq!(game.evaluate(&end)[seat.index()], standing.payoff(seat));
    }
}

#[test]
fn looking_one_move_ahead_beats_random_at_every_table() {
    for seats in [2, 3, 4] {
        let payoff = payoff_against_random(Player::Greedy, seats, 3);
        assert!(payoff > 0.9, "{payoff} at {seats} seats");
    }
}

#[test]
fn what_looks_promising_beats_random() {
    let payoff = payoff_against_random(Player::Prior, 2, 6);
    assert!(payoff > 0.9, "{payoff}");
}

#[test]
fn every_plan_beats_random() {
    for style in Somaliland::styles() {
        for seats in [2, 4] {
            let payoff = payoff_against_random(Player::Plan(style), seats, 8);
            assert!(payoff > 0.65, "{} has {payoff} at {seats} seats", style.name);
        }
    }
}

/// What a plan does in some games: launches by route, mean load of the ships launched, mean contract, mean power.
#[derive(Default)]
struct Habits {
    africa: u32,
    somalia: u32,
    loads: Vec<i32>,
    contracts: Vec<i32>,
    powers: Vec<i32>,
}

fn habits(name: &str) -> Habits {
    let game = game(2, "");
    let mut habits = Habits::default();
    for seed in 0..4 {
        play(&game, &[Player::Plan(plan(name)), Player::Random], seed, |_, seat, action| {
            if seat != Seat(0) {
                return;
            }
            match action {
                Action::Take(card) => habits.contracts.push(card.value()),
                Action::Launch(kind, lane) => {
                    match lane.route() {
                        Route::Africa => habits.africa += 1,
                        Route::Somalia => habits.somalia += 1,
                    }
                    habits.loads.push(game.ship_load(kind.into()));
                }
                Action::Power(power) => habits.powers.push(power.into()),
                Action::Pass | Action::Aim(_) => {}
            }
        });
    }
    habits
}

fn mean(numbers: &[i32]) -> f32 {
    numbers.iter().sum::<i32>() as f32 / numbers.len() as f32
}

#[test]
fn plans_do_what_their_names_say() {
    let (daring, safe, small) = (habits("daring"), habits("safe"), habits("small-ships"));
    assert!(daring.somalia > 20 && daring.africa == 0, "daring sails past Somalia");
    assert!(safe.africa > 20 && safe.somalia == 0, "safe sails around Africa");
    assert!(mean(&daring.powers) > mean(&safe.powers) + 2.0, "daring throws harder");
    assert!(safe.powers.iter().filter(|&&power| power > 14).count() * 5 < safe.powers.len(), "safe throws with care");
    assert!(mean(&small.loads) < 10.0 && mean(&daring.loads) > 11.0, "small ships against big ones");
    assert!(mean(&small.contracts) < mean(&daring.contracts), "and low contracts");
    assert!(small.contracts.iter().all(|&value| value <= 32));
}

/// The share of launches past Somalia by greedy players with so many seats.
fn share_past_somalia(seats: usize) -> f32 {
    let (mut launches, mut somalia) = (0, 0);
    for seed in 0..6 {
        play(&game(seats, ""), &vec![Player::Greedy; seats], seed, |_, _, action| {
            if let Action::Launch(_, lane) = action {
                launches += 1;
                somalia += u32::from(lane.route() == Route::Somalia);
            }
        });
    }
    somalia as f32 / launches as f32
}

#[test]
fn the_more_rivals_share_the_ransom_the_more_ships_go_past_somalia() {
    let (few, many) = (share_past_somalia(2), share_past_somalia(4));
    assert!(many > few + 0.1, "{few} with two seats, {many} with four");
}
