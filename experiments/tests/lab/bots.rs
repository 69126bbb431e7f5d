//! Players good, bad and broken.

use marque::random::{self, Rng};
use marque::{Game, Show, View};
use marque_agents::{Agent, Bot, Failure, Knowledge};
use marque_experiments::Player;

use crate::connect_four::ConnectFour;
use crate::dice::Dice;

/// A player that chooses with a function of its view.
struct Chooser<F>(F);

impl<G: Show, F: FnMut(&View<'_, G>, &mut Rng) -> G::Action + Send> Agent<G> for Chooser<F> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        Ok(self.0(view, rng))
    }
}

/// A player that chooses with a function of its view.
pub fn chooser<G: Show>(
    name: &str,
    choose: impl Fn(&View<'_, G>, &mut Rng) -> G::Action + Clone + Send + Sync + 'static,
) -> Player<G> {
    Player::new(name, move || Box::new(Chooser(choose.clone())))
}

/// The random bot.
pub fn random<G: Knowledge>() -> Player<G> {
    Bot::parse::<G>("random").unwrap().into()
}

fn any<G: Show>(view: &View<'_, G>, rng: &mut Rng) -> G::Action {
    let mut actions = Vec::new();
    view.actions(&mut actions);
    actions[random::below(rng, actions.len() as u32) as usize]
}

/// Keeps every die, or nearly.
pub fn keeper(name: &str, leaves_one_in: u32) -> Player<Dice> {
    chooser(name, move |_, rng| random::below(rng, leaves_one_in) > 0)
}

/// Drops its disc where it wins at once, else anywhere.
pub fn grabber() -> Player<ConnectFour> {
    chooser("grabber", |view: &View<'_, ConnectFour>, rng| {
        let mut actions = Vec::new();
        view.actions(&mut actions);
        let wins = |column: &u8| {
            let mut state = view.imagine(&mut rng.clone());
            view.game().play(&mut state, *column);
            view.game().standing(&state).wins(view.seat())
                && view.game().standing(&state).scores()[view.seat().index()] == 1
        };
        actions.iter().copied().find(wins).unwrap_or_else(|| any(view, rng))
    })
}

/// Panics at its third choice or so.
pub fn panicker<G: Show>() -> Player<G> {
    chooser("panicker", |view, rng| {
        assert!(random::below(rng, 3) > 0, "the parrot, \"Flint\",\nflew away");
        any(view, rng)
    })
}

/// Panics before the game begins.
pub fn absentee<G: Show>() -> Player<G> {
    Player::new("absentee", || panic!("no bot came"))
}

/// Drops discs beside the board.
pub fn cheat() -> Player<ConnectFour> {
    chooser("cheat", |_, _| 8)
}

/// Thinks for 30 milliseconds.
pub fn slowcoach<G: Show>() -> Player<G> {
    chooser("slowcoach", |view, rng| {
        std::thread::sleep(std::time::Duration::from_millis(30));
        any(view, rng)
    })
}
