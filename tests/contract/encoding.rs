//! Numbers for learners: an index of its own for every legal action, vectors of one size without anything hidden in
//! them, and both the same as long as the version is.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use marque::random::{self, Rng};
use marque::{Encode, Seat, Show, Turn, Vector};

use crate::laws::{actions, walk};
use crate::traces;

fn vector<G: Encode>(game: &G, state: &G::State, viewer: Seat) -> Vec<f32> {
    let mut vector = Vector::default();
    game.encode(state, viewer, &mut vector);
    vector.values().to_vec()
}

fn check<G: Show + Encode>(game: &G, state: &G::State, size: usize, rng: &mut Rng) {
    for viewer in Seat::all(game.seats()) {
        let values = vector(game, state, viewer);
        assert_eq!(values.len(), size, "{viewer} at {state:?}");
        assert!(values.iter().all(|value| value.is_finite() && value.abs() < 16.0), "{viewer} at {state:?}");
        let imagined = game.imagine(state, viewer, rng);
        assert!(vector(game, &imagined, viewer) == values, "nothing hidden is in it: {viewer} at {state:?}");
    }
    let Turn::Seat(mover) = game.turn(state) else { return };
    let listed = actions(game, state);
    let imagined = game.imagine(state, mover, rng);
    let mut indices = BTreeSet::new();
    for &action in &listed {
        let index = game.index_of(state, action);
        assert!(index < game.action_count(), "{index} of {}", game.write_action(action));
        assert!(indices.insert(index), "{index} of {} is taken", game.write_action(action));
        assert_eq!(game.action_at(state, index), Some(action), "{index} of {}", game.write_action(action));
        assert_eq!(game.index_of(&imagined, action), index, "an index depends on nothing hidden");
    }
    let mut together = Vec::new();
    game.indices_of(state, &listed, &mut together);
    assert!(together.iter().map(|&index| index as usize).eq(listed.iter().map(|&action| game.index_of(state, action))));
    let mut mask = vec![true; game.action_count()];
    game.mask(state, &mut mask);
    let legal: BTreeSet<usize> = (0..mask.len()).filter(|&index| mask[index]).collect();
    assert_eq!(legal, indices, "the mask is the legal list");
    for _ in 0..20 {
        let index = random::below(rng, mask.len() as u32) as usize;
        let Some(action) = game.action_at(state, index) else { continue };
        assert_eq!(game.index_of(state, action), index, "{}", game.write_action(action));
    }
    assert_eq!(game.action_at(state, mask.len()), None);
    assert_eq!(game.action_at(state, usize::MAX), None);
}

pub fn numbers_hold<G: Show + Encode>() {
    walk::<G>(1, |game, state, _, rng| check(game, state, game.vector_size(), rng));
}

/// The same for the first events of a game under any rules.
pub fn numbers_hold_for_a_while<G: Show + Encode>(game: &G, state: &mut G::State, rng: &mut Rng) {
    let size = game.vector_size();
    for _ in 0..25 {
        check(game, state, size, rng);
        match game.turn(state) {
            Turn::Seat(_) => {
                let action = game.random_action(state, rng);
                game.play(state, action);
            }
            Turn::Chance => {
                let outcome = game.draw(state, rng);
                game.happen(state, outcome);
            }
            Turn::Over => break,
        }
    }
}

/// FNV-1a, which will be the same for ever.
fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// What the numbers of a game are: version, layout, and a checksum over whole games of another implementation.
fn told<G: Show + Encode>() -> String {
    let mut text = format!("version {}\n", G::VERSION);
    let mut layouts = BTreeSet::new();
    for (path, trace) in traces::of_game(G::INFO.name).into_iter().step_by(5) {
        let game: G = trace.game().unwrap();
        let blocks: Vec<String> = game.layout().iter().map(|block| format!("{} {}", block.name, block.size)).collect();
        let layout = format!("{} seats, {} actions: {}", game.seats(), game.action_count(), blocks.join(", "));
        if layouts.insert(layout.clone()) {
            writeln!(text, "{layout}").unwrap();
        }
        let mut sum = 0xcbf2_9ce4_8422_2325;
        let table = trace.replay::<G>(usize::MAX).unwrap();
        table.retrace(|table, _| {
            for viewer in Seat::all(game.seats()) {
                let mut vector = Vector::default();
                table.view(viewer).encode(&mut vector);
                for value in vector.values() {
                    sum = checksum(sum, &value.to_bits().to_le_bytes());
                }
            }
            if let Turn::Seat(seat) = table.turn() {
                let view = table.view(seat);
                let mut actions = Vec::new();
                view.actions(&mut actions);
                actions.sort_unstable();
                for action in actions {
                    sum = checksum(sum, &(view.index_of(action) as u32).to_le_bytes());
                }
            }
        });
        writeln!(text, "{sum:016x} {}", path.file_name().unwrap().display()).unwrap();
    }
    text
}

pub fn numbers_are_stable<G: Show + Encode>() {
    // A game of one's own has neither traces nor a section on the page.
    if !marque::NAMES.contains(&G::INFO.name) {
        return;
    }
    let found = told::<G>();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/encodings/{}.txt", G::INFO.name));
    if std::env::var_os("MARQUE_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == kept,
        "the numbers of {} have changed: raise its Encode::VERSION, say in docs/encoding.md what is new, and write {} with \
         MARQUE_BLESS=1\nfound:\n{found}\nkept:\n{kept}",
        G::INFO.name,
        path.display()
    );
    let page = include_str!("../../docs/encoding.md");
    let section = page.split("\n## ").find(|section| section.starts_with(G::INFO.title)).unwrap_or_default();
    for block in G::create(G::INFO.seats[0], &marque::toml::Table::new()).unwrap().layout() {
        assert!(section.contains(&format!("\n| `{}` |", block.name)), "docs/encoding.md lacks `{}`", block.name);
    }
    assert!(section.contains(&format!("ersion {}", G::VERSION)), "docs/encoding.md has another version");
}

/// Which blocks tell of every seat, from the viewer on, what all seats see.
fn open_blocks(game: &str) -> &'static [&'static str] {
    match game {
        "bosman" => &["turn", "seats"],
        "dzicz" => &["first", "active", "mover", "seats"],
        "hexxi" => &["turn"],
        "santy-anno" => &["first"],
        "somaliland" => &["first", "to_move", "queue", "owners", "ships"],
        _ => &[],
    }
}

pub fn seats_come_round<G: Show + Encode>() {
    walk::<G>(1, |game, state, _, _| {
        let seats = game.seats();
        let first = vector(game, state, Seat(0));
        for viewer in Seat::all(seats).skip(1) {
            let values = vector(game, state, viewer);
            for block in game.layout().iter().filter(|block| open_blocks(G::INFO.name).contains(&block.name)) {
                let part = |values: &[f32]| values[block.start..block.start + block.size].to_vec();
                let mut turned = part(&first);
                turned.rotate_left(viewer.index() * block.size / seats);
                assert_eq!(part(&values), turned, "{} to {viewer} at {state:?}", block.name);
            }
        }
    });
}
