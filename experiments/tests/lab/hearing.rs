//! What players hear of a game with secrets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use marque::View;
use marque::hexxi::{Action, Hexxi};
use marque::random::{self, Rng};
use marque_agents::{Agent, Failure};
use marque_experiments::Player;

use crate::{Scratch, run, tournament};

/// Plays at random and panics, which costs it the game, at anything it should not hear.
struct Listener {
    chosen: Option<Action>,
    /// How often it heard what it chose in secret, and what a rival chose in the open.
    heard: Arc<[AtomicU32; 2]>,
}

fn is_secret(action: Action) -> bool {
    matches!(action, Action::Place(..) | Action::Stash(_))
}

impl Agent<Hexxi> for Listener {
    fn choose(&mut self, view: &View<'_, Hexxi>, rng: &mut Rng) -> Result<Action, Failure> {
        let mut actions = Vec::new();
        view.actions(&mut actions);
        let action = actions[random::below(rng, actions.len() as u32) as usize];
        self.chosen = Some(action);
        Ok(action)
    }

    fn follow(&mut self, seen: Option<Action>) {
        match (self.chosen.take(), seen) {
            (Some(own), seen) => {
                assert_eq!(seen, Some(own), "a player hears of what it chose itself");
                self.heard[0].fetch_add(is_secret(own).into(), Ordering::Relaxed);
            }
            (None, Some(action)) => {
                assert!(!is_secret(action), "nobody hears what another laid face down");
                self.heard[1].fetch_add(1, Ordering::Relaxed);
            }
            (None, None) => {}
        }
    }
}

#[test]
fn a_secret_is_told_to_its_owner_and_to_nobody_else() {
    let heard: Arc<[AtomicU32; 2]> = Arc::default();
    let players = ["one", "two"].map(|name| {
        let heard = heard.clone();
        Player::new(name, move || Box::new(Listener { chosen: None, heard: heard.clone() }))
    });
    let report = run(&tournament::<Hexxi>(2, 4, players.into()), &Scratch::new());
    assert_eq!(report.progress.forfeits, 0, "somebody heard too much or too little");
    assert!(heard.iter().all(|count| count.load(Ordering::Relaxed) > 20), "{heard:?}");
}
