use marque::{Game, Seat, Table, Turn, toml};
use marque_agents::{Agent, Analysis, Bot, Budget, Knowledge, Options, Search, Style};

use crate::example::{Column, ConnectFour};
use crate::{play, rng, score};

impl Knowledge for ConnectFour {
    fn styles() -> &'static [Style<Self>] {
        &[Style {
            name: "leftmost",
            plan: "Drops as far to the left as it can.",
            score: |_, _, column| -f32::from(column),
        }]
    }
}

fn game() -> ConnectFour {
    ConnectFour::create(2, &toml::Table::new()).unwrap()
}

/// The table after discs in these columns, numbered from 1.
fn after(columns: &str) -> Table<ConnectFour> {
    let mut table = Table::new(game());
    for column in columns.chars() {
        table.play(&format!("drop:{column}")).unwrap();
    }
    table
}

fn mover(table: &Table<ConnectFour>) -> Seat {
    let Turn::Seat(seat) = table.turn() else { panic!("the game is over") };
    seat
}

fn analyse(table: &Table<ConnectFour>, iterations: u32) -> Analysis<Column> {
    let options = Options { budget: Budget::Iterations(iterations), ..Options::default() };
    Search::new(options).analyse(&table.view(mover(table)), &mut rng(0))
}

/// Columns are numbered from 1 for people and from 0 inside.
fn best(table: &Table<ConnectFour>, iterations: u32) -> Column {
    analyse(table, iterations).moves[0].action + 1
}

#[test]
fn a_win_in_one_is_taken() {
    assert_eq!(best(&after("414141"), 200), 4, "a column of three");
    assert_eq!(best(&after("112233"), 200), 4, "a row of three");
    assert_eq!(best(&after("1223343446"), 300), 4, "a diagonal of three");
}

#[test]
fn a_threat_is_answered() {
    assert_eq!(best(&after("41414"), 500), 4);
    assert_eq!(best(&after("11223"), 500), 4);
}

/// Three in the bottom row with both ends free cannot be stopped, two can.
#[test]
fn an_open_pair_is_extended_or_stopped() {
    let analysis = analyse(&after("4737"), 20_000);
    assert!([2, 5].contains(&(analysis.moves[0].action + 1)));
    assert_eq!(analysis.values, [1.0, 0.0], "a win that is proven");
    assert_eq!(analysis.moves[0].line.len(), 3);
    let stop = best(&after("473"), 20_000);
    assert!([2, 5].contains(&stop), "{stop}");
}

/// The value for the seat to move, by trying everything.
fn solve(table: &Table<ConnectFour>, low: f32, high: f32) -> f32 {
    let seat = mover(table);
    let mut best = low;
    for action in table.legal() {
        let mut next = table.clone();
        next.play(&action).unwrap();
        let value = match next.turn() {
            Turn::Over => next.standing().payoff(seat),
            _ => 1.0 - solve(&next, 1.0 - high, 1.0 - best),
        };
        best = best.max(value);
        if best >= high {
            break;
        }
    }
    best
}

#[test]
fn solved_positions_have_their_exact_values() {
    let mut solved = 0;
    for number in 0.. {
        let mut table = Table::new(game());
        let mut rng = rng(number);
        while table.turn() != Turn::Over && table.events().len() < 28 {
            table.play_random(&mut rng);
        }
        if table.turn() == Turn::Over {
            continue;
        }
        let value = solve(&table, 0.0, 1.0);
        let analysis = analyse(&table, 100_000);
        let seat = mover(&table).index();
        assert!(analysis.iterations < 100_000, "few are left: a proof must be found");
        assert_eq!(analysis.values[seat], value);
        assert_eq!(analysis.values[1 - seat], 1.0 - value);
        assert_eq!(analysis.moves[0].value, value);
        assert_eq!(analysis.moves[0].deviation, 0.0);
        solved += 1;
        if solved == 30 {
            break;
        }
    }
}

#[test]
fn nothing_is_proven_where_that_is_switched_off() {
    let table = after("414141");
    let options = Options { budget: Budget::Iterations(2000), solve: false, ..Options::default() };
    let analysis = Search::new(options).analyse(&table.view(Seat(0)), &mut rng(0));
    assert_eq!((analysis.iterations, analysis.moves[0].action), (2000, 3));
    assert!(analysis.moves.iter().all(|report| report.deviation > 0.0) && analysis.values[0] < 1.0);
    assert!(analyse(&table, 2000).iterations < 2000, "else the win is proven");
}

#[test]
fn the_first_disc_goes_to_the_centre() {
    let analysis = analyse(&after(""), 20_000);
    assert_eq!(analysis.moves[0].action + 1, 4);
    assert_eq!(analysis.iterations, 20_000);
    assert_eq!(analysis.moves.iter().map(|report| report.visits).sum::<u32>(), 20_000);
    assert!((analysis.values.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    assert!(analysis.values[0] > 0.5, "it is good to be first");
    let report = &analysis.moves[0];
    assert!(report.line.len() > 3 && report.line[0] == report.action);
    assert!(report.deviation > 0.0 && report.deviation < 0.01);
}

#[test]
fn four_times_the_iterations_beat_one_time() {
    let score = score(&game(), "mcts:iterations=200", "mcts:iterations=50", 40);
    assert!(score > 0.6, "{score}");
}

#[test]
fn the_search_beats_the_baselines() {
    for rival in ["random", "leftmost", "greedy:samples=1", "flat:iterations=100"] {
        let score = score(&game(), "search:iterations=300", rival, 10);
        assert!(score > 0.7, "{score} against {rival}");
    }
    assert!(score(&game(), "flat:iterations=100", "random", 20) > 0.7);
}

#[test]
fn the_same_seed_and_budget_play_the_same_game() {
    for bot in ["mcts:iterations=300", "mcts:iterations=300,threads=3", "ismcts:iterations=100,puct=1,ripe=2,infer=2"] {
        let first = play(&game(), &[bot, bot], 5);
        assert_eq!(play(&game(), &[bot, bot], 5), first, "{bot}");
        let twice: Vec<_> = (0..2)
            .map(|_| Bot::parse::<ConnectFour>(bot).unwrap().sit())
            .map(|mut player| {
                let table = after("4455");
                player.choose(&table.view(Seat(0)), &mut rng(3)).unwrap()
            })
            .collect();
        assert_eq!(twice[0], twice[1]);
    }
}

#[test]
fn the_tree_is_kept_as_long_as_every_event_was_seen() {
    let table = after("");
    let mut search = Search::<ConnectFour>::new(Options::default());
    let choice = search.choose(&table.view(Seat(0)), &mut rng(1)).unwrap();
    let all = search.size().0;
    assert!(all > 900, "a node an iteration");
    search.follow(Some(choice));
    let kept = search.size().0;
    assert!(kept > 50 && kept < all, "{kept} of {all}");
    search.follow(Some(3));
    assert!(search.size().0 > 5 && search.size().0 < kept);
    search.follow(None);
    assert_eq!(search.size().0, 0);
}

#[test]
fn a_player_that_hears_nothing_starts_anew() {
    let mut search = Search::<ConnectFour>::new(Options::default());
    for columns in ["", "41414", "414141", "12"] {
        let table = after(columns);
        let choice = search.choose(&table.view(mover(&table)), &mut rng(1)).unwrap();
        let fresh = Search::new(Options::default()).choose(&table.view(mover(&table)), &mut rng(1)).unwrap();
        assert_eq!(choice, fresh);
    }
}
