//! Players that are programs of their own: theirs at our tables, and ours at theirs.
//!
//! A bot that is a program is named like any other, `cmd:python3 my_bot.py`. The two sides speak the protocol of `docs/protocol.md`, one JSON object a line. Nothing that a program does can do more
//! than lose it a game: it is asked against the clock, ended where it does not answer, and started anew for the next game.

mod log;
mod message;
mod ours;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;
mod program;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use marque::random::{self, Rng};
use marque::{Seat, Sight, Standing, View};

use self::message::{Answer, Message, Notice};
pub use self::message::{LONGEST_ANSWER, LONGEST_MESSAGE, PROTOCOL};
pub use self::ours::serve;
pub use self::process::{keep, launch_through};
pub use self::program::CommandError;
pub(crate) use self::program::Program;
use self::program::{Running, answer, line};
use crate::agent::{Agent, Failure};
use crate::knowledge::Knowledge;

/// How long a program may think about a choice where nobody says otherwise.
const THINKING: Duration = Duration::from_secs(60);
/// How long it may take to take note that a game is over.
const TO_HEAR: Duration = Duration::from_secs(1);

/// A program at one seat of one game.
pub(crate) struct External {
    program: Arc<Program>,
    /// Nothing once it has failed.
    running: Option<Running>,
    failure: Option<Failure>,
    limit: Duration,
    /// Where the stream of its randomness stood when it was told of it: it goes on from there by itself.
    stream: Option<Rng>,
}

impl External {
    pub fn new(program: Arc<Program>) -> External {
        External { program, running: None, failure: None, limit: THINKING, stream: None }
    }

    fn fail(&mut self, failure: Failure) -> Failure {
        // It is ended here, and with it whatever it may still be doing.
        self.running = None;
        self.failure.insert(failure).clone()
    }

    fn ask<G: Knowledge>(&mut self, view: &View<'_, G>, rng: &Rng) -> Result<G::Action, Failure> {
        let Some(running) = &mut self.running else {
            return Err(self.failure.clone().unwrap_or_else(|| Failure("sat down at no game".to_owned())));
        };
        if running.process.has_spoken() {
            return Err(Failure("wrote something unasked".to_owned()));
        }
        let now = Instant::now();
        let deadline = view.deadline().unwrap_or(now + self.limit);
        let mut actions = Vec::new();
        view.actions(&mut actions);
        let is_new = self.stream.as_ref() != Some(rng);
        let message = Message::Choose {
            observation: running.wishes.observation.then(|| view.observe()),
            legal: actions.iter().map(|&action| view.game().write_action(action)).collect(),
            ms: deadline.saturating_duration_since(now).as_millis() as u64,
            seed: (running.wishes.seed && is_new).then(|| random::write_stream(rng)),
        };
        self.stream = Some(rng.clone());
        running.process.tell(&line(&message));
        match answer(&running.process.ask(deadline)?)? {
            Answer::Play { action } => {
                let read = view.game().read_action(&action);
                read.map_err(|_| Failure(format!("played `{}`, which is no action", short(&action))))
            }
            Answer::Ready { .. } => Err(Failure("answered `ready` where `play` was due".to_owned())),
            Answer::Error { message } => Err(Failure(format!("gave up: {}", short(&message)))),
        }
    }
}

/// What fits into a row of a table.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

impl<G: Knowledge> Agent<G> for External {
    fn begin(&mut self, view: &View<'_, G>, limit: Option<Duration>) {
        self.limit = limit.unwrap_or(THINKING);
        self.stream = None;
        match self.program.take() {
            Ok(mut running) => {
                let (game, seat) = (view.game(), view.seat());
                running.process.tell(&line(&Notice::Game {
                    game: G::INFO.name,
                    seats: game.seats(),
                    seat: seat.0,
                    rules: game.rules().values(),
                    ms: self.limit.as_millis() as u64,
                }));
                self.running = Some(running);
            }
            Err(failure) => drop(self.fail(failure)),
        }
    }

    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, Failure> {
        self.ask(view, rng).map_err(|failure| self.fail(failure))
    }

    fn watch(&mut self, sight: &Sight<'_, G>) {
        if let Some(running) = self.running.as_mut().filter(|running| running.wishes.events)
            && let Some(see) = sight.words()
        {
            running.process.tell(&line(&Notice::Event { see: &see }));
        }
    }

    fn over(&mut self, standing: &Standing, reason: &str) {
        let Some(mut running) = self.running.take() else { return };
        running.process.tell(&line(&Notice::Over {
            scores: standing.scores(),
            ranks: standing.ranks(),
            wins: Seat::all(standing.seats()).map(|seat| standing.wins(seat)).collect(),
            reason,
        }));
        if running.process.flush(Instant::now() + TO_HEAR).is_ok() {
            self.program.give_back(running);
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // A game that was left: the next `game` begins another.
        if let Some(running) = self.running.take() {
            self.program.give_back(running);
        }
    }
}
