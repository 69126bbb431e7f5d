//! One game from start to end, with a referee who sees to it that every player plays by the rules.
//!
//! A player that panics, fails, chooses an illegal action or thinks longer than the limit **forfeits**: it is ranked last,
//! and all others are level in first place, so that their payoffs share what is left. Scores stay as they stood. A player
//! over its time is stopped: a program is ended, and the bots here look at the clock while they think.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use marque::random::Rng;
use marque::{Event, MAX_SEATS, Seat, Show, Sight, Standing, Turn, View};
use marque_agents::{Agent, Failure};

use crate::game_record::{Clock, End, GameRecord, How, Seating};
use crate::player::Player;
use crate::silence;

/// Watches a game as it is played: keeps its events, counts something, or nothing at all.
pub trait Witness<G: Show> {
    /// An event is about to be applied to `before`.
    fn event(&mut self, _game: &G, _before: &G::State, _event: Event<G::Action, G::Outcome>) {}
    /// The game came to its end; it is not called where somebody forfeits.
    fn over(&mut self, _game: &G, _state: &G::State) {}
}

impl<G: Show> Witness<G> for () {}

impl<G: Show> Witness<G> for Vec<Event<G::Action, G::Outcome>> {
    fn event(&mut self, _game: &G, _before: &G::State, event: Event<G::Action, G::Outcome>) {
        self.push(event);
    }
}

/// Plays a game between `players`, each in its seat with randomness of its own; `chance` is the tape of chance.
///
/// # Panics
/// Where the game itself does: only a player's own failure is a forfeit.
pub fn play<'a, G: Show>(
    game: &G,
    seating: Seating,
    players: impl Iterator<Item = (&'a Player<G>, Rng)>,
    chance: &mut Rng,
    limit: Option<Duration>,
    witness: &mut impl Witness<G>,
) -> GameRecord {
    let began = Instant::now();
    let mut bout = Bout { game, state: game.start(), chairs: ArrayVec::new(), acting: None, decisions: 0 };
    let end = match silence::catch(|| bout.run(players, chance, limit, witness)) {
        Ok(end) => end,
        Err(panic) => match bout.acting {
            Some(seat) => forfeit(seat, format!("panic: {}", first_line(&panic.message))),
            None => panic.resume(),
        },
    };
    let standing = game.standing(&bout.state);
    let standing = match end.how {
        How::Forfeit(seat) => last(&standing, seat),
        How::Goal | How::Cut => standing,
    };
    bout.chairs.iter_mut().for_each(|chair| chair.agent.over(&standing, &end.reason));
    let thought = |seat: Seat| bout.chairs.get(seat.index()).map_or(Duration::ZERO, |chair| chair.thought);
    GameRecord {
        seating,
        standing,
        decisions: bout.decisions,
        turns: game.turns(&bout.state),
        end,
        clock: Clock { took: began.elapsed(), thought: Seat::all(game.seats()).map(thought).collect() },
        course: (),
        trace: None,
    }
}

/// A player in its seat.
struct Chair<G: Show> {
    agent: Box<dyn Agent<G>>,
    mind: Rng,
    /// Whether its choices and its clock are looked at.
    watched: bool,
    thought: Duration,
}

/// A game under way.
struct Bout<'a, G: Show> {
    game: &'a G,
    state: G::State,
    chairs: ArrayVec<Chair<G>, MAX_SEATS>,
    /// Whose code is running; a panic then is that player's.
    acting: Option<Seat>,
    decisions: u32,
}

impl<G: Show> Bout<'_, G> {
    fn run<'a>(
        &mut self,
        players: impl Iterator<Item = (&'a Player<G>, Rng)>,
        chance: &mut Rng,
        limit: Option<Duration>,
        witness: &mut impl Witness<G>,
    ) -> End {
        let game = self.game;
        for (seat, (player, mind)) in Seat::all(game.seats()).zip(players) {
            self.acting = Some(seat);
            let mut agent = player.sit();
            agent.begin(&View::new(game, &self.state, seat), limit);
            let watched = !agent.picks_blindly();
            self.chairs.push(Chair { agent, mind, watched, thought: Duration::ZERO });
        }
        self.acting = None;
        let mut legal = Vec::new();
        loop {
            match game.turn(&self.state) {
                Turn::Seat(seat) => {
                    let chair = &mut self.chairs[seat.index()];
                    let view = View::new(game, &self.state, seat);
                    self.acting = Some(seat);
                    let action = if chair.watched {
                        let began = Instant::now();
                        let view = view.until(limit.map(|limit| began + limit));
                        let chosen = chair.agent.choose(&view, &mut chair.mind);
                        let took = began.elapsed();
                        chair.thought += took;
                        if let Some(limit) = limit.filter(|&limit| took > limit) {
                            return forfeit(seat, format!("thought longer than {} ms", limit.as_millis()));
                        }
                        let action = match chosen {
                            Ok(action) => action,
                            Err(Failure(reason)) => return forfeit(seat, first_line(&reason)),
                        };
                        game.actions(&self.state, &mut legal);
                        if !legal.contains(&action) {
                            return forfeit(seat, format!("illegal action: {}", game.write_action(action)));
                        }
                        action
                    } else {
                        let chosen = chair.agent.choose(&view, &mut chair.mind);
                        chosen.expect("what picks blindly always picks")
                    };
                    self.acting = None;
                    self.decisions += 1;
                    witness.event(game, &self.state, Event::Action(action));
                    self.tell(Turn::Seat(seat), Event::Action(action));
                    game.play(&mut self.state, action);
                }
                Turn::Chance => {
                    let outcome = game.draw(&self.state, chance);
                    witness.event(game, &self.state, Event::Outcome(outcome));
                    self.tell(Turn::Chance, Event::Outcome(outcome));
                    game.happen(&mut self.state, outcome);
                }
                Turn::Over => {
                    witness.over(game, &self.state);
                    let ending = game.ending(&self.state);
                    let how = if ending.cut { How::Cut } else { How::Goal };
                    return End { how, reason: Cow::Borrowed(ending.reason) };
                }
            }
        }
    }

    /// Tells every player what it may see of an event that is about to happen.
    #[inline]
    fn tell(&mut self, turn: Turn, event: Event<G::Action, G::Outcome>) {
        for (seat, chair) in self.chairs.iter_mut().enumerate() {
            let seat = Seat(seat as u8);
            self.acting = Some(seat);
            chair.agent.watch(&Sight::new(self.game, &self.state, turn, event, seat));
        }
        self.acting = None;
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
