//! One game from start to end, with a referee who sees to it that every player plays by the rules.
//!
//! A player that panics, chooses an illegal action or thinks longer than the limit **forfeits**: it is ranked last, and
//! all others are level in first place, so that their payoffs share what is left. Scores stay as they stood. A player
//! over its time is stopped only when it answers, as nothing can stop a thread that does not listen.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use marque::random::Rng;
use marque::{Event, Game, MAX_SEATS, Seat, Standing, Turn, View};
use marque_agents::Agent;

use crate::player::Player;
use crate::record::{End, How};
use crate::silence;

/// Watches a game as it is played: keeps its events, counts something, or nothing at all.
pub trait Witness<G: Game> {
    /// An event is about to be applied to `before`.
    fn event(&mut self, _game: &G, _before: &G::State, _event: Event<G::Action, G::Outcome>) {}
    /// The game came to its end; it is not called where somebody forfeits.
    fn over(&mut self, _game: &G, _state: &G::State) {}
}

impl<G: Game> Witness<G> for () {}

impl<G: Game> Witness<G> for Vec<Event<G::Action, G::Outcome>> {
    fn event(&mut self, _game: &G, _before: &G::State, event: Event<G::Action, G::Outcome>) {
        self.push(event);
    }
}

/// What a game came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Scores, ranks and winners, a forfeit counted in.
    pub standing: Standing,
    /// How many choices were made.
    pub decisions: u32,
    /// How many turns were begun.
    pub turns: u32,
    /// How it ended.
    pub end: End,
    /// How long each seat thought, apart from those that pick blindly.
    pub thought: ArrayVec<Duration, MAX_SEATS>,
}

/// Plays a game. `chance` is the tape of chance and `minds` the randomness of each seat's player.
///
/// # Panics
/// Where the game itself does: only a player's own failure is a forfeit.
pub fn play<G: Game>(
    game: &G,
    players: &[&Player<G>],
    chance: &mut Rng,
    minds: &mut [Rng],
    limit: Option<Duration>,
    witness: &mut impl Witness<G>,
) -> Played {
    let mut course = Course {
        game,
        state: game.start(),
        acting: None,
        decisions: 0,
        thought: players.iter().map(|_| Duration::ZERO).collect(),
    };
    let end = match silence::catch(|| course.run(players, chance, minds, limit, witness)) {
        Ok(end) => end,
        Err(panic) => match course.acting {
            Some(seat) => forfeit(seat, format!("panic: {}", first_line(&panic.message))),
            None => panic.resume(),
        },
    };
    let standing = game.standing(&course.state);
    Played {
        standing: match end.how {
            How::Forfeit(seat) => last(&standing, seat),
            How::Goal | How::Cut => standing,
        },
        decisions: course.decisions,
        turns: game.turns(&course.state),
        end,
        thought: course.thought,
    }
}

/// A game under way.
struct Course<'a, G: Game> {
    game: &'a G,
    state: G::State,
    /// Whose code is running; a panic then is that player's.
    acting: Option<Seat>,
    decisions: u32,
    thought: ArrayVec<Duration, MAX_SEATS>,
}

impl<G: Game> Course<'_, G> {
    fn run(
        &mut self,
        players: &[&Player<G>],
        chance: &mut Rng,
        minds: &mut [Rng],
        limit: Option<Duration>,
        witness: &mut impl Witness<G>,
    ) -> End {
        let game = self.game;
        let mut agents = ArrayVec::<Box<dyn Agent<G>>, MAX_SEATS>::new();
        for (seat, player) in Seat::all(players.len()).zip(players) {
            self.acting = Some(seat);
            agents.push(player.sit());
        }
        let watched: ArrayVec<bool, MAX_SEATS> = agents.iter().map(|agent| !agent.picks_blindly()).collect();
        self.acting = None;
        let mut legal = Vec::new();
        loop {
            match game.turn(&self.state) {
                Turn::Over => {
                    witness.over(game, &self.state);
                    let ending = game.ending(&self.state);
                    let how = if ending.cut { How::Cut } else { How::Goal };
                    return End { how, reason: Cow::Borrowed(ending.reason) };
                }
                Turn::Chance => {
                    let outcome = game.draw(&self.state, chance);
                    witness.event(game, &self.state, Event::Outcome(outcome));
                    game.happen(&mut self.state, outcome);
                    for (seat, agent) in Seat::all(agents.len()).zip(&mut agents) {
                        self.acting = Some(seat);
                        agent.follow(None);
                    }
                }
                Turn::Seat(seat) => {
                    let began = watched[seat.index()].then(Instant::now);
                    self.acting = Some(seat);
                    let view = View::new(game, &self.state, seat);
                    let action = agents[seat.index()].choose(&view, &mut minds[seat.index()]);
                    if let Some(began) = began {
                        let took = began.elapsed();
                        self.thought[seat.index()] += took;
                        if let Some(limit) = limit.filter(|&limit| took > limit) {
                            return forfeit(seat, format!("thought longer than {} ms", limit.as_millis()));
                        }
                        game.actions(&self.state, &mut legal);
                        if !legal.contains(&action) {
                            return forfeit(seat, format!("illegal action: {}", game.write_action(action)));
                        }
                    }
                    self.acting = None;
                    self.decisions += 1;
                    witness.event(game, &self.state, Event::Action(action));
                    game.play(&mut self.state, action);
                    let open = game.open(action);
                    for (other, agent) in Seat::all(agents.len()).zip(&mut agents) {
                        self.acting = Some(other);
                        agent.follow((open || other == seat).then_some(action));
                    }
                }
            }
            self.acting = None;
        }
    }
}

fn forfeit(seat: Seat, reason: String) -> End {
    End { how: How::Forfeit(seat), reason: Cow::Owned(reason) }
}

/// The standing after a forfeit: `loser` behind all others, who are level and win.
fn last(standing: &Standing, loser: Seat) -> Standing {
    Standing::by(standing.scores(), |a, b| match (a == loser, b == loser) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        _ => Ordering::Equal,
    })
}

/// What fits into a row of a table.
fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().chars().filter(|c| !c.is_control()).take(120).collect()
}
