//! What a seat sees: data that is complete, and nothing in it that is hidden from the seat.

use std::collections::BTreeSet;

use marque::random::{self, Rng};
use marque::{Event, Seat, Show, Turn, View};
use serde_json::Value;

use crate::laws::{actions, walk};

fn json<G: Show>(game: &G, state: &G::State, viewer: Seat) -> Value {
    serde_json::to_value(game.observe(state, viewer)).unwrap()
}

pub fn observations_are_data<G: Show>() {
    let page = include_str!("../../docs/observations.md");
    let section = page.split("\n## ").find(|section| section.starts_with(&format!("{} ", G::INFO.title)));
    let mut keys = BTreeSet::new();
    let mut last: Option<(G, G::State)> = None;
    walk::<G>(1, |game, state, _, rng| {
        for viewer in Seat::all(game.seats()) {
            let seen = game.observe(state, viewer);
            let value = json(game, state, viewer);
            assert!(value.is_object(), "{value}");
            collect_keys(&value, &mut keys);
            let read: G::Observation = serde_json::from_value(value.clone()).unwrap();
            assert!(read == seen, "what is written reads back the same: {value}");
            let imagined = game.imagine(state, viewer, rng);
            assert_eq!(json(game, &imagined, viewer), value, "nothing hidden is in it");
            if let Some((_, before)) = last.as_ref().filter(|(other, _)| other.rules() == game.rules()) {
                assert_eq!(json(game, before, viewer) == value, game.observe(before, viewer) == seen);
            }
        }
        last = Some((game.clone(), state.clone()));
    });
    // A game of one's own has no section.
    if let Some(section) = section {
        for key in keys {
            assert!(
                section.contains(&format!("`{key}`")),
                "docs/observations.md does not explain `{key}` of {}",
                G::INFO.name
            );
        }
    }
}

/// The keys of objects; those that are no words (cells, seats) are data and need no explanation.
fn collect_keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key.len() > 3 && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
                    into.insert(key.clone());
                }
                collect_keys(value, into);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, into)),
        _ => {}
    }
}

pub fn seats_see_what_they_may<G: Show>() {
    walk::<G>(2, |game, state, event, _| {
        let Some(event) = event else { return };
        for viewer in Seat::all(game.seats()) {
            let seen = game.see(state, event, viewer);
            let read = seen.as_ref().and_then(|seen| game.read_seen(seen));
            assert_eq!(read, game.hear(game.turn(state), event, viewer), "{seen:?}");
            assert!(seen.iter().all(|text| text.is_ascii() && !text.contains(' ') && !text.is_empty()), "{seen:?}");
            let Event::Action(action) = event else { continue };
            let text = game.write_action(action);
            let whole = seen.as_ref().is_some_and(|seen| *seen == text || seen.starts_with(&format!("{text}=")));
            if game.turn(state) == Turn::Seat(viewer) || game.open(action) {
                assert!(whole, "{viewer} sees {seen:?} of {text}");
            }
            assert_eq!(game.hear(game.turn(state), event, viewer).is_some(), whole, "{viewer} sees {seen:?} of {text}");
        }
    });
}

/// An event of another state that looks to the viewer as one of the true state does.
fn alike<G: Show>(
    game: &G,
    state: &G::State,
    viewer: Seat,
    seen: &Option<String>,
    rng: &mut Rng,
) -> Option<Event<G::Action, G::Outcome>> {
    let is_alike = |event: &Event<G::Action, G::Outcome>| game.see(state, *event, viewer) == *seen;
    match game.turn(state) {
        Turn::Seat(_) => {
            let found: Vec<_> = actions(game, state).into_iter().map(Event::Action).filter(is_alike).collect();
            (!found.is_empty()).then(|| found[random::below(rng, found.len() as u32) as usize])
        }
        Turn::Chance => (0..40).map(|_| Event::Outcome(game.draw(state, rng))).find(is_alike),
        Turn::Over => None,
    }
}

pub fn what_looks_alike_stays_alike<G: Show>() {
    let (mut hidden, mut matched) = (0, 0);
    walk::<G>(3, |game, state, event, rng| {
        let Some(event) = event else { return };
        for viewer in Seat::all(game.seats()) {
            let imagined = game.imagine(state, viewer, rng);
            let seen = game.see(state, event, viewer);
            let found = alike(game, &imagined, viewer, &seen, rng);
            let tells_more = seen.as_ref().is_some_and(|seen| seen.contains('='));
            let is_heard = game.hear(game.turn(state), event, viewer).is_some();
            if matches!(event, Event::Action(_)) && !is_heard && !tells_more {
                hidden += 1;
                matched += usize::from(found.is_some());
            }
            let Some(other) = found else { continue };
            let (mut one, mut two) = (state.clone(), imagined);
            game.apply(&mut one, event);
            game.apply(&mut two, other);
            assert_eq!(json(game, &one, viewer), json(game, &two, viewer), "{viewer} saw {seen:?}");
            assert_eq!(game.observe(&one, viewer), game.observe(&two, viewer), "{viewer} saw {seen:?}");
        }
    });
    // What is seen of a hidden action that brings nothing to light fits what the viewer can imagine: it tells nothing else.
    assert!(matched * 10 >= hidden * 9, "{matched} of {hidden}");
}

/// What a seat is told at a choice of its own is enough to choose as if it sat at the table: from its observation comes a
/// state with the same view, down to the order of its actions and to what it imagines.
pub fn observations_are_enough_to_play<G: Show>() {
    let mut choices = 0;
    walk::<G>(3, |game, state, _, rng| {
        let Turn::Seat(seat) = game.turn(state) else { return };
        let seen = game.observe(state, seat);
        let read = serde_json::from_str(&serde_json::to_string(&seen).unwrap()).unwrap();
        let recalled = marque::recall(game, &read, seat).unwrap_or_else(|error| panic!("{error}: {seen:?}"));
        choices += 1;
        let [mut true_actions, mut actions] = [Vec::new(), Vec::new()];
        View::new(game, state, seat).actions(&mut true_actions);
        View::new(game, &recalled, seat).actions(&mut actions);
        assert_eq!(actions, true_actions, "{seen:?}");
        let mut luck = rng.clone();
        let (mut one, mut two) = (game.imagine(state, seat, rng), game.imagine(&recalled, seat, &mut luck));
        assert_eq!(*rng, luck, "both imagine by the same draws");
        for viewer in Seat::all(game.seats()) {
            assert_eq!(game.observe(&one, viewer), game.observe(&two, viewer), "{seen:?}");
        }
        // Nor does it show in any way on that the two could differ.
        if random::below(rng, 20) == 0 {
            let mut same = rng.clone();
            assert_eq!(game.playout(&mut one, rng), game.playout(&mut two, &mut same));
            assert_eq!(game.standing(&one), game.standing(&two));
        }
        for viewer in Seat::all(game.seats()).filter(|&viewer| viewer != seat) {
            assert!(marque::recall(game, &game.observe(state, viewer), viewer).is_err(), "{viewer} is not to choose");
            assert!(marque::recall(game, &seen, viewer).is_err(), "it is not {viewer} who made it");
        }
    });
    assert!(choices > 10, "{choices}");
}

/// Somebody who looks on without a seat sees nothing that any seat does not know.
pub fn onlookers_see_what_every_seat_knows<G: Show>() {
    let mut number = 0;
    walk::<G>(1, |game, state, event, rng| {
        let looking_on = Some(Seat::ONLOOKER);
        let board = |state: &G::State| (game.board(state, looking_on), game.picture(state, looking_on));
        number += 1;
        // Drawing takes its time: now and then is enough, for one seat after the other.
        if number % 8 == 0 {
            let seat = Seat((number / 8 % game.seats()) as u8);
            let imagined = game.imagine(state, seat, rng);
            assert!(board(&imagined) == board(state), "{seat} in {state:?}");
        }
        if let Some(event) = event {
            let seen = game.see(state, event, Seat::ONLOOKER);
            let actor = match game.turn(state) {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            };
            // It sees of an event what one of the others at the table sees too, or less.
            let others = Seat::all(game.seats()).filter(|&seat| Some(seat) != actor);
            let longest = others.filter_map(|seat| game.see(state, event, seat)).map(|seen| seen.len()).max();
            assert!(seen.as_ref().map(String::len) <= longest, "{seen:?} in {state:?}");
        }
    });
}
