use std::sync::Arc;

use marque::{Game, Seat, Table, toml};
use marque_agents::{Analysis, AsItStands, Bot, Budget, Evaluator, Options, Search};

use crate::example::{Column, ConnectFour, State};
use crate::high_card::HighCard;
use crate::{rng, score};

const SETTINGS: [&str; 14] = [
    "iterations=500",
    "iterations=500,c=0.3",
    "iterations=500,c=2",
    "iterations=500,puct=0.5",
    "iterations=500,puct=2,ripe=4,cut=6",
    "iterations=500,playout=prior",
    "iterations=500,cut=0",
    "iterations=500,cut=4",
    "iterations=500,bias=1",
    "iterations=500,widen=2",
    "iterations=500,infer=3,ripe=2",
    "iterations=500,solve=off",
    "iterations=500,threads=3,cut=6,bias=0.5,memory=1",
    "ms=20",
];

#[test]
fn every_setting_takes_a_win_and_answers_a_threat() {
    for settings in SETTINGS {
        for columns in ["414141", "41414"] {
            let mut table = Table::new(ConnectFour::create(2, &toml::Table::new()).unwrap());
            for column in columns.chars() {
                table.play(&format!("drop:{column}")).unwrap();
            }
            let seat = Seat((columns.len() % 2) as u8);
            let bot = Bot::parse::<ConnectFour>(&format!("mcts:{settings}")).unwrap();
            assert_eq!(
                bot.sit::<ConnectFour>().choose(&table.view(seat), &mut rng(0)).unwrap(),
                3,
                "{settings} {columns}"
            );
        }
    }
}

#[test]
fn every_setting_plays_well_with_hidden_cards() {
    let game = HighCard::create(3, &toml::Table::new()).unwrap();
    for settings in SETTINGS.iter().filter(|settings| !settings.starts_with("ms")) {
        let bot = format!("ismcts:{settings}");
        let score = score(&game, &bot, "random", 40);
        assert!(score > 0.53, "{score} with {settings}");
    }
}

/// The columns of an empty board as a search sees them.
fn first_look(options: Options, evaluator: Arc<dyn Evaluator<ConnectFour>>) -> Analysis<Column> {
    let table = Table::new(ConnectFour::create(2, &toml::Table::new()).unwrap());
    Search::with(options, evaluator).analyse(&table.view(Seat(0)), &mut rng(0))
}

fn iterations(iterations: u32) -> Options {
    Options { budget: Budget::Iterations(iterations), ..Options::default() }
}

/// Thinks well of columns to the right, and best of the last.
struct ToTheRight;

impl Evaluator<ConnectFour> for ToTheRight {
    fn priors(&self, _game: &ConnectFour, _state: &State, actions: &[Column], into: &mut Vec<f32>) {
        into.clear();
        into.extend(actions.iter().map(|&column| if column == 6 { 100.0 } else { 0.0001 * f32::from(column + 1) }));
    }
}

#[test]
fn a_tree_grows_no_deeper_than_it_may() {
    for depth in [1, 2, 5] {
        let analysis = first_look(Options { depth: Some(depth), ..iterations(20_000) }, Arc::new(AsItStands));
        let deepest = analysis.moves.iter().map(|report| report.line.len()).max();
        assert_eq!(deepest, Some(depth as usize));
        assert_eq!(analysis.iterations, 20_000, "what lies deeper is played out");
    }
}

/// With `widen` times the root of the visits so far, rounded up, the best priors come first.
#[test]
fn widening_tries_the_most_promising_and_more_with_more_visits() {
    let tried = |widen, count| {
        let analysis = first_look(Options { widen, ..iterations(count) }, Arc::new(ToTheRight));
        let mut columns: Vec<Column> = analysis.moves.iter().map(|report| report.action).collect();
        columns.sort_unstable();
        columns
    };
    assert_eq!(tried(Some(1.0), 2), [6]);
    assert_eq!(tried(Some(1.0), 3), [5, 6]);
    assert_eq!(tried(Some(1.0), 5), [5, 6]);
    assert_eq!(tried(Some(1.0), 6), [4, 5, 6]);
    assert_eq!(tried(Some(1.0), 17), [3, 4, 5, 6]);
    assert_eq!(tried(Some(0.5), 17), [5, 6]);
    assert_eq!(tried(None, 17), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_bias_leads_to_what_is_promising_and_fades() {
    let visits = |bias, count| {
        let analysis = first_look(Options { bias, ..iterations(count) }, Arc::new(ToTheRight));
        let last = analysis.moves.iter().find(|report| report.action == 6).unwrap().visits;
        (f64::from(last) / f64::from(count), analysis.moves[0].action)
    };
    assert!(visits(0.0, 60).0 < 0.4, "{:?}", visits(0.0, 60));
    assert!(visits(100.0, 60).0 > 0.8, "{:?}", visits(100.0, 60));
    assert_eq!(visits(1.0, 20_000).1, 3, "the centre is the best in the long run");
}

#[test]
fn trees_without_an_iteration_say_nothing() {
    let analysis = first_look(Options { threads: 8, ..iterations(3) }, Arc::new(AsItStands));
    assert_eq!(analysis.iterations, 3);
    assert_eq!(analysis.moves.iter().map(|report| report.visits).sum::<u32>(), 3);
    assert!(analysis.values.iter().all(|value| (0.0..=1.0).contains(value)), "{:?}", analysis.values);
    assert!(analysis.moves.iter().all(|report| report.line == [report.action]));
}
