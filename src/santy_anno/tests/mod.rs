//! A test for every rule, in small scenes played from their notation.

mod cards;
mod hidden;
mod notation;
mod page;
mod picture;
mod race;
mod ruleset;
mod show;

use crate::game::Event;
use crate::notation::Notation;
use crate::random;
use crate::show::Show;

use super::*;

/// A game under way.
#[derive(Clone)]
struct Scene {
    game: SantyAnno,
    state: State,
}

/// The ring of every scene: places 0 to 7 hold these ships.
const TABLE: &str = "table:4,7,1,6,2,8,5,3";
/// Five cards of one kind, which take 12 ticks each with no spread.
const NUMBERS: &str = "cards:+1,+2,+3,+4,+5";

impl Scene {
    /// A game before the first event.
    fn fresh(seats: usize, rules: &str) -> Scene {
        let game = SantyAnno::create(seats, &rules.parse().unwrap()).unwrap();
        Scene { state: game.start(), game }
    }

    /// A game whose ships lie as in [`TABLE`] and whose seat 0 starts on ship 1, seat 1 on ship 2 and so on.
    fn new(seats: usize, rules: &str) -> Scene {
        let homes: Vec<String> = (1..=seats).map(|ship| ship.to_string()).collect();
        Scene::fresh(seats, rules).then(TABLE).then(&format!("start:{}", homes.join(",")))
    }

    /// After these actions and outcomes, with blanks between them; all must be allowed.
    fn then(&self, script: &str) -> Scene {
        let mut scene = self.clone();
        for word in script.split_whitespace() {
            assert!(scene.allows(word), "{word} at {:?}", scene.state.phase);
            let event = scene.event(word);
            scene.game.apply(&mut scene.state, event);
        }
        scene
    }

    /// The action or outcome with this notation.
    fn event(&self, word: &str) -> Event<Action, Outcome> {
        match self.game.read_action(word) {
            Ok(action) => Event::Action(action),
            Err(_) => Event::Outcome(self.game.read_outcome(word).unwrap()),
        }
    }

    /// Whether an action or outcome is allowed now.
    fn allows(&self, word: &str) -> bool {
        match (self.game.read_action(word), self.game.read_outcome(word)) {
            (Ok(_), _) => self.legal().contains(&word.to_owned()),
            (_, Ok(outcome)) => self.game.possible(&self.state, outcome),
            (Err(action), Err(outcome)) => panic!("{action}; {outcome}"),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if self.turn() != Turn::Chance {
            self.game.actions(&self.state, &mut actions);
        }
        actions.into_iter().map(|action| self.game.write_action(action)).collect()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn scores(&self) -> Vec<i32> {
        self.game.standing(&self.state).scores().to_vec()
    }

    fn homes(&self) -> Vec<u8> {
        Seat::all(self.game.seats).map(|seat| self.state.home(seat).number()).collect()
    }

    fn true_ships(&self) -> Vec<u8> {
        Seat::all(self.game.seats).map(|seat| self.state.true_ship(seat).number()).collect()
    }

    fn clock(&self, seat: u8) -> u32 {
        self.state.clock(Seat(seat))
    }

    /// The fewest and most ticks the thinking that is due can take.
    fn tick_range(&self) -> (u32, u32) {
        let possible = |&ticks: &u32| (1..=8).any(|ship| self.allows(&format!("mind:{ticks}:{ship}")));
        let (lo, hi) = (0..5000).filter(possible).fold((u32::MAX, 0), |(lo, hi), t| (lo.min(t), hi.max(t)));
        assert!((lo..=hi).all(|ticks| possible(&ticks)));
        (lo, hi)
    }

    /// The ships the thinking that is due can end on.
    fn possible_beliefs(&self) -> Vec<u8> {
        let ticks = self.tick_range().0;
        (1..=8).filter(|ship| self.allows(&format!("mind:{ticks}:{ship}"))).collect()
    }
}

fn ship(number: u8) -> Ship {
    Ship::numbered(number).unwrap()
}

fn rng(seed: u64) -> Rng {
    random::stream(seed, 0, random::Purpose::Other(0))
}
