use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use marque::random::{self, Purpose, Rng};
use marque::{Domain, Encode, Event, Seat, Show, Table, Trace, Turn, toml};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rayon::prelude::*;

use crate::traces;

/// The game under the default rules for every number of seats, and under every ruleset of the traces.
fn setups<G: Show>() -> Vec<G> {
    let defaults = G::INFO.seats.iter().map(|&seats| (seats, toml::Table::new()));
    let varied = traces::of_game(G::INFO.name).into_iter().map(|(_, trace)| (trace.header.players, trace.header.rules));
    let mut seen = BTreeSet::new();
    defaults
        .chain(varied)
        .filter(|(seats, rules)| seen.insert((*seats, rules.to_string())))
        .map(|(seats, rules)| G::create(seats, &rules).unwrap())
        .collect()
}

fn rng(game: u64) -> Rng {
    random::stream(0x6d61_7271, game, Purpose::Other(0))
}

/// Plays `games` random games under every setup and shows every state, with the event about to happen, to `look`.
pub fn walk<G: Show>(games: u64, mut look: impl FnMut(&G, &G::State, Option<Event<G::Action, G::Outcome>>, &mut Rng)) {
    for (number, game) in setups::<G>().into_iter().enumerate() {
        for index in 0..games {
            let mut rng = rng(number as u64 * 1000 + index);
            let mut aside = random::stream(1, number as u64 * 1000 + index, Purpose::Other(1));
            let mut state = game.start();
            loop {
                let event = match game.turn(&state) {
                    Turn::Seat(_) => Event::Action(game.random_action(&state, &mut rng)),
                    Turn::Chance => Event::Outcome(game.draw(&state, &mut rng)),
                    Turn::Over => break,
                };
                look(&game, &state, Some(event), &mut aside);
                game.apply(&mut state, event);
            }
            look(&game, &state, None, &mut aside);
        }
    }
}

pub fn actions<G: Show>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if let Turn::Seat(_) = game.turn(state) {
        game.actions(state, &mut actions);
        assert!(!actions.is_empty(), "a seat to move has an action: {state:?}");
    }
    actions
}

pub fn legal_lists_and_notation<G: Show>() {
    assert!(size_of::<G::Action>() <= 8, "an action is {} bytes", size_of::<G::Action>());
    walk::<G>(4, |game, state, event, _| {
        let listed = actions(game, state);
        let texts: BTreeSet<String> = listed.iter().map(|&action| game.write_action(action)).collect();
        assert_eq!(texts.len(), listed.len(), "doubles in {texts:?}");
        for &action in &listed {
            let text = game.write_action(action);
            assert!(text.is_ascii() && !text.contains(' '), "{text}");
            assert_eq!(game.read_action(&text).as_ref(), Ok(&action), "{text}");
            assert_eq!(G::KINDS[game.kind(action)], text.split(':').next().unwrap());
        }
        match event {
            Some(Event::Action(action)) => assert!(listed.contains(&action), "{action:?}"),
            Some(Event::Outcome(outcome)) => {
                let text = game.write_outcome(outcome);
                assert!(text.is_ascii() && !text.contains(' '), "{text}");
                assert_eq!(game.read_outcome(&text).as_ref(), Ok(&outcome), "{text}");
                assert!(game.possible(state, outcome), "{text} was drawn");
            }
            None => {}
        }
    });
}

/// Everything a table shows: what must not change when it refuses.
fn shown<G: Show>(table: &Table<G>) -> impl PartialEq + Debug + use<G> {
    let seats = Seat::all(table.game().seats());
    let observations: Vec<G::Observation> = seats.map(|seat| table.view(seat).observe()).collect();
    (table.turn(), table.events().len(), table.legal(), table.board(None), observations)
}

pub fn the_checked_door<G: Show>() {
    for (number, game) in setups::<G>().into_iter().enumerate() {
        // Actions and outcomes of one game are tried at every ply of another.
        let (mut said, mut drawn) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..3 {
            for line in Trace::random(game.clone(), seed).lines {
                match line {
                    marque::trace::Line::Chance(outcome) => drop(drawn.insert(outcome)),
                    marque::trace::Line::Choice { legal, .. } => said.extend(legal),
                    marque::trace::Line::Over { .. } => {}
                }
            }
        }
        let said: Vec<String> = said.into_iter().collect();
        let drawn: Vec<String> = drawn.into_iter().collect();
        let mut rng = rng(number as u64);
        let mut table = Table::new(game.clone());
        loop {
            let before = shown(&table);
            let legal = table.legal();
            for text in sample(&said, 60, &mut rng).chain(sample(&legal, 10, &mut rng)) {
                let mut copy = table.clone();
                match copy.play(text) {
                    Ok(()) => assert!(legal.contains(text), "{text} is not listed"),
                    Err(error) => {
                        assert!(!legal.contains(text), "{text} is listed: {error}");
                        assert_eq!(shown(&copy), before, "{text} was refused");
                    }
                }
            }
            for text in sample(&drawn, 20, &mut rng) {
                let mut copy = table.clone();
                if copy.happen(text).is_err() {
                    assert_eq!(shown(&copy), before, "{text} was refused");
                } else {
                    assert_eq!(table.turn(), Turn::Chance);
                }
            }
            match table.turn() {
                Turn::Seat(_) => table.play_random(&mut rng),
                Turn::Chance => drop(table.roll(&mut rng)),
                Turn::Over => break,
            }
        }
    }
}

fn sample<'a, T>(items: &'a [T], most: usize, rng: &mut Rng) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let count = items.len().min(most);
    let picked: Vec<usize> = (0..count).map(|_| random::below(rng, items.len() as u32) as usize).collect();
    picked.into_iter().map(|index| &items[index])
}

pub fn random_actions_are_even<G: Show>() {
    let mut kinds_seen = BTreeMap::new();
    walk::<G>(2, |game, state, event, rng| {
        let Some(Event::Action(action)) = event else { return };
        let listed = actions(game, state);
        // A few states of every kind of decision and width.
        let seen = kinds_seen.entry((game.kind(action), listed.len().min(40))).or_insert(0);
        *seen += 1;
        if *seen > 3 || listed.len() > 400 {
            return;
        }
        let draws = 200 * listed.len();
        let mut counts: BTreeMap<G::Action, f64> = listed.iter().map(|&action| (action, 0.0)).collect();
        for _ in 0..draws {
            let action = game.random_action(state, rng);
            *counts.get_mut(&action).unwrap_or_else(|| panic!("{} is not listed", game.write_action(action))) += 1.0;
        }
        let expected = draws as f64 / listed.len() as f64;
        let chi2: f64 = counts.values().map(|count| (count - expected).powi(2) / expected).sum();
        let freedom = (listed.len() - 1) as f64;
        // Seven deviations: thousands of states are looked at.
        assert!(chi2 <= freedom + 7.0 * (2.0 * freedom).sqrt() + 10.0, "{chi2} with {freedom}: {counts:?}");
    });
}

pub fn traces_replay<G: Show>() {
    for game in setups::<G>() {
        for seed in 0..3 {
            let trace = Trace::random(game.clone(), seed);
            let mut bytes = Vec::new();
            trace.write(&mut bytes).unwrap();
            let read = Trace::read(bytes.as_slice()).unwrap();
            assert_eq!(read, trace);
            let table = read.verify::<G>().unwrap();
            assert_eq!(Trace::of(&table, seed), trace);
            assert_eq!(Trace::random(game.clone(), seed), trace, "same seed, same game");
            let half = read.replay::<G>(read.plies() / 2).unwrap();
            let mut back = table;
            back.rewind(read.plies() / 2);
            assert_eq!(shown(&back), shown(&half));
        }
    }
}

pub fn clones_are_independent<G: Show>() {
    walk::<G>(1, |game, state, event, rng| {
        let Some(event) = event else { return };
        let mut one = state.clone();
        let mut other = state.clone();
        game.apply(&mut one, event);
        assert_eq!(&other, state);
        game.apply(&mut other, event);
        assert_eq!(one, other, "the same event does the same");
        if random::below(rng, 20) == 0 {
            game.playout(&mut one, rng);
            let mut again = state.clone();
            game.apply(&mut again, event);
            assert_eq!(again, other);
        }
    });
}

pub fn games_end<G: Show>() {
    for (number, game) in setups::<G>().into_iter().enumerate() {
        for index in 0..40 {
            let mut state = game.start();
            let mut rng = rng(number as u64 * 1000 + index);
            let mut decisions = 0;
            while let Turn::Seat(seat) = game.settle(&mut state, &mut rng) {
                assert!(seat.index() < game.seats());
                let standing = game.standing(&state);
                assert_eq!(standing.seats(), game.seats());
                let action = game.random_action(&state, &mut rng);
                game.play(&mut state, action);
                decisions += 1;
                assert!(decisions < 1_000_000, "the game does not end");
            }
            let standing = game.standing(&state);
            let payoffs: Vec<f32> = Seat::all(game.seats()).map(|seat| standing.payoff(seat)).collect();
            assert!(payoffs.iter().all(|payoff| (0.0..=1.0).contains(payoff)), "{payoffs:?}");
            assert!((payoffs.iter().sum::<f32>() - game.seats() as f32 / 2.0).abs() < 1e-5, "{payoffs:?}");
            let rewards: Vec<f32> = Seat::all(game.seats()).map(|seat| game.reward(&standing, seat)).collect();
            assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
            let sum = rewards.iter().sum::<f32>();
            assert!(!game.constant_sum() || (sum - game.seats() as f32 / 2.0).abs() < 1e-5, "{rewards:?}");
            let winners = Seat::all(game.seats()).filter(|&seat| standing.wins(seat));
            let last_winner = winners.map(|seat| standing.ranks()[seat.index()]).max();
            for (seat, &rank) in Seat::all(game.seats()).zip(standing.ranks()) {
                assert!(
                    standing.wins(seat) || last_winner.is_none_or(|last| rank >= last),
                    "nobody wins behind a loser"
                );
                game.deeds(&state, seat, &mut |deed| assert!(!deed.is_empty() && !deed.contains(' '), "{deed:?}"));
            }
            assert!(!game.ending(&state).reason.is_empty());
            assert!(game.turns(&state) > 0);
        }
    }
}

pub fn imagining<G: Show>() {
    let mut differed = false;
    walk::<G>(3, |game, state, _, rng| {
        for viewer in Seat::all(game.seats()) {
            let seen = game.observe(state, viewer);
            let mut again = rng.clone();
            let imagined = game.imagine(state, viewer, rng);
            assert_eq!(game.observe(&imagined, viewer), seen);
            assert_eq!(game.turn(&imagined), game.turn(state));
            assert_eq!(game.board(&imagined, Some(viewer)), game.board(state, Some(viewer)));
            if game.turn(state) == Turn::Seat(viewer) {
                let sorted = |state| -> BTreeSet<G::Action> { actions(game, state).into_iter().collect() };
                assert_eq!(sorted(&imagined), sorted(state), "the viewer's actions do not depend on what is hidden");
            }
            // The same luck on a state that only looks the same gives the same: nothing hidden leaks in.
            let other = game.imagine(&imagined, viewer, &mut again.clone());
            assert_eq!(other, game.imagine(state, viewer, &mut again));
            assert_eq!(other, imagined);
            let further = game.imagine(&imagined, viewer, rng);
            assert_eq!(game.observe(&further, viewer), seen);
            differed |= imagined != *state;
            if random::below(rng, 50) == 0 {
                let mut imagined = imagined;
                game.playout(&mut imagined, rng);
                assert_eq!(game.turn(&imagined), Turn::Over);
            }
        }
    });
    assert_eq!(differed, G::INFO.hidden, "what is hidden is imagined anew, and nothing else");
}

pub fn threads_do_not_matter<G: Show>() {
    let setups = setups::<G>();
    let play = |index: usize| {
        let game = &setups[index % setups.len()];
        let mut state = game.start();
        let mut rng = rng(index as u64);
        let decisions = game.playout(&mut state, &mut rng);
        (decisions, state)
    };
    let alone: Vec<_> = (0..64).map(play).collect();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let together: Vec<_> = pool.install(|| (0..64).into_par_iter().map(play).collect());
        assert!(together == alone, "{threads} threads");
    }
}

pub fn words_for_people<G: Show>() {
    assert!(G::INFO.rules.starts_with("# "), "the rules page has a title");
    walk::<G>(1, |game, state, event, _| {
        assert!(!game.prompt(state).is_empty());
        for viewer in std::iter::once(None).chain(Seat::all(game.seats()).map(Some)) {
            assert!(game.board(state, viewer).to_string().ends_with('\n'));
            let Some(event) = event else { continue };
            let story = game.narrate(state, event, viewer);
            assert!(viewer.is_some() || !story.is_empty(), "{event:?}");
            assert!(story.is_empty() || story.ends_with('.'), "{story}");
        }
    });
}

/// Text like a word of the game, but for a few changes.
fn garbled(words: Vec<String>) -> impl Strategy<Value = String> {
    let word = prop::sample::select(words);
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3u8), 0..3);
    (word, edits).prop_map(|(word, edits)| {
        let mut chars: Vec<char> = word.chars().collect();
        for (index, char, how) in edits {
            let at = index.index(chars.len() + 1);
            match how {
                0 => chars.insert(at, char),
                1 if at < chars.len() => chars[at] = if char.is_ascii() { char } else { '9' },
                _ if at < chars.len() => drop(chars.remove(at)),
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

pub fn any_text<G: Show>() {
    let game = setups::<G>().swap_remove(0);
    let trace = Trace::random(game.clone(), 1);
    let mut words = BTreeSet::new();
    for line in &trace.lines {
        match line {
            marque::trace::Line::Chance(outcome) => drop(words.insert(outcome.clone())),
            marque::trace::Line::Choice { legal, .. } => words.extend(legal.iter().cloned()),
            marque::trace::Line::Over { .. } => {}
        }
    }
    let words: Vec<String> = words.into_iter().collect();
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(2000) });
    let text = prop_oneof![3 => garbled(words), 1 => any::<String>()];
    runner
        .run(&text, |text| {
            if let Ok(action) = game.read_action(&text) {
                prop_assert_eq!(game.write_action(action), text.clone(), "an action has one notation");
            }
            if let Ok(outcome) = game.read_outcome(&text) {
                prop_assert_eq!(game.write_outcome(outcome), text.clone(), "an outcome has one notation");
                // Possible or not: asking must not panic.
                game.possible(&game.start(), outcome);
            }
            Ok(())
        })
        .unwrap();

    let mut bytes = Vec::new();
    trace.write(&mut bytes).unwrap();
    let file = String::from_utf8(bytes).unwrap();
    let lines: Vec<String> = file.lines().map(str::to_owned).collect();
    let count = lines.len();
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(100) });
    runner
        .run(&(garbled(lines.clone()), 0..count, 0..count), |(line, at, end)| {
            let mut lines = lines.clone();
            lines[at] = line;
            lines.truncate(end.max(at) + 1);
            let text = lines.join("\n");
            if let Ok(trace) = Trace::read(text.as_bytes()) {
                drop(trace.verify::<G>());
            }
            Ok(())
        })
        .unwrap();
}

/// A value for a parameter: mostly allowed, sometimes not.
fn value_of(domain: Domain, default: toml::Value) -> BoxedStrategy<toml::Value> {
    let wild = prop_oneof![
        any::<i64>().prop_map(toml::Value::from),
        any::<bool>().prop_map(toml::Value::from),
        any::<String>().prop_map(toml::Value::from)
    ];
    let tame = match domain {
        Domain::Int(min, max) => (min..=max).prop_map(toml::Value::from).boxed(),
        Domain::OneOf(numbers) => prop::sample::select(numbers).prop_map(toml::Value::from).boxed(),
        Domain::Bool => any::<bool>().prop_map(toml::Value::from).boxed(),
        Domain::Word(words) => prop::sample::select(words).prop_map(toml::Value::from).boxed(),
        Domain::Text(_) | Domain::Other(_) => Just(default).boxed(),
    };
    prop_oneof![30 => tame, 1 => wild].boxed()
}

pub fn any_ruleset<G: Show + Encode>() {
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(150) });
    for &seats in G::INFO.seats {
        let params = G::params(seats);
        let mut keys = BTreeSet::new();
        for param in &params {
            assert!(keys.insert(param.key), "{} twice", param.key);
            assert!(!param.meaning.is_empty());
        }
        let values: Vec<_> =
            params.iter().map(|param| prop::option::of(value_of(param.domain, param.default.clone()))).collect();
        runner
            .run(&values, |values| {
                let given: toml::Table = params
                    .iter()
                    .zip(values)
                    .filter_map(|(param, value)| Some((param.key.to_owned(), value?)))
                    .collect();
                match G::create(seats, &given) {
                    Ok(game) => {
                        let mut state = game.start();
                        let mut rng = rng(seats as u64);
                        crate::encoding::numbers_hold_for_a_while(&game, &mut state, &mut rng);
                        game.playout(&mut state, &mut rng);
                        prop_assert_eq!(game.turn(&state), Turn::Over);
                        let again = G::create(seats, game.rules().values()).unwrap();
                        prop_assert_eq!(again.rules(), game.rules());
                    }
                    Err(error) => {
                        let error = error.to_string();
                        prop_assert!(params.iter().any(|param| error.contains(param.key)), "{}", error);
                    }
                }
                Ok(())
            })
            .unwrap();
    }
}
