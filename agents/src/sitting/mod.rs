//! A sitting: people and bots at one table, with undo, a real clock, hints, a look back, and files to take it up from.
//!
//! Whoever shows it to people (a terminal, a browser, a test) is its host. A host asks what is [due](AnySitting::due),
//! lets the sitting [advance](AnySitting::advance) while that is nobody's business, and passes on what people
//! [do](AnySitting::act). What it shows to a person goes by that person's seat: its board, its picture, its observation
//! and its [news](AnySitting::news).
//!
//! ```
//! use std::time::Instant;
//! use marque::{Seat, toml};
//! use marque_agents::sitting::{self, Ask, Due, Seating};
//!
//! let seating = Seating { chairs: vec!["random".into(), "person".into()], clock: false };
//! let mut sitting = sitting::open("dzicz", &toml::Table::new(), 7, &seating)?;
//! while sitting.due() == Due::Nobody {
//!     sitting.advance()?;
//! }
//! assert_eq!(sitting.due(), Due::Person(Seat(1), Ask::Choose));
//! let action = sitting.legal(Seat(1)).remove(0);
//! sitting.act(Seat(1), &action, Instant::now())?;
//! sitting.undo(Seat(1))?;
//! assert_eq!(sitting.due(), Due::Person(Seat(1), Ask::Choose));
//! # Ok::<(), sitting::SittingError>(())
//! ```

mod advice;
mod any;
mod chair;
mod clock;
mod error;
mod news;
mod ponder;
#[cfg(test)]
mod tests;

use std::time::Instant;

use marque::random::{self, Purpose, Rng};
use marque::{Event, Seat, Table, Trace, Turn};

use crate::agent::{Agent, Failure};
use crate::knowledge::Knowledge;

pub use advice::{Advice, Hint, LookBack};
pub use any::{AnySitting, Ask, Due, Kind, open, resume};
pub use chair::{Chair, Seating};
pub use clock::Clock;
pub use error::SittingError;
pub use news::News;
pub use ponder::{Decision, Pondering};

use clock::{Answer, Watch};

/// People and bots at one table of one game; what hosts do with it is [`AnySitting`].
///
/// All that is random in an event comes from a stream of its own, made of the seed, the number of events before it and
/// what it is for: after an undo the dice fall as they fell before. On the clock, where seats think side by side, it is the
/// number of events of that seat: what one comes to does not depend on how far the others have been told of.
pub struct Sitting<G: Knowledge> {
    table: Table<G>,
    seed: u64,
    chairs: Vec<Chair>,
    /// By seat; nobody plays for a person.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// One for every event of the table.
    news: Vec<News>,
    clock: Option<&'static dyn Clock<G>>,
    /// By seat: the watches of people whose clock is running.
    watches: Vec<Option<Watch<G::Action>>>,
    /// How often everybody has sat down anew.
    settings: u64,
}

impl<G: Knowledge> Sitting<G> {
    /// Seats everyone at a new game. With `clock`, people play on a real clock where the game knows one; the game is then
    /// slowed down to their pace.
    pub fn new(game: G, seed: u64, chairs: Vec<Chair>, clock: bool) -> Result<Sitting<G>, SittingError> {
        let clock = real_clock::<G>(&chairs, clock);
        let game = match clock {
            Some(clock) => clock.paced(game),
            None => game,
        };
        Sitting::at(Table::new(game), seed, chairs, clock)
    }

    /// Takes up a game on file with the people and bots it was left by, or with those given instead. Clocks start again
    /// from what the game has been told of.
    pub fn resume(trace: &Trace, instead: Option<&Seating>) -> Result<Sitting<G>, SittingError> {
        let table = trace.replay::<G>(usize::MAX)?;
        let seating = match instead {
            Some(seating) => seating.clone(),
            None => Seating::of(trace)?,
        };
        let chairs = seating.seated::<G>()?;
        let clock = real_clock::<G>(&chairs, seating.clock);
        Sitting::at(table, trace.header.seed, chairs, clock)
    }

    fn at(
        table: Table<G>,
        seed: u64,
        chairs: Vec<Chair>,
        clock: Option<&'static dyn Clock<G>>,
    ) -> Result<Sitting<G>, SittingError> {
        let seats = table.game().seats();
        if chairs.len() != seats {
            return Err(SittingError::Chairs { given: chairs.len(), seats });
        }
        let watches = chairs.iter().map(|_| None).collect();
        let (agents, news) = (Vec::new(), Vec::new());
        let mut sitting = Sitting { table, seed, chairs, agents, news, clock, watches, settings: 0 };
        sitting.sit_down();
        Ok(sitting)
    }

    /// Gives every bot a fresh player that has followed the game so far, and tells the news again.
    fn sit_down(&mut self) {
        self.settings += 1;
        self.agents = self.chairs.iter().map(|chair| chair.bot().map(|bot| bot.sit::<G>())).collect();
        self.news.clear();
        let Sitting { table, chairs, agents, news, clock, .. } = self;
        let start = Table::new(table.game().clone());
        for (seat, agent) in Seat::all(agents.len()).zip(&mut *agents) {
            if let Some(agent) = agent {
                agent.begin(&start.view(seat), None);
            }
        }
        table.retrace(|before, event| {
            tell(before, event, agents);
            let timed = account_of(*clock, chairs, before, news.last(), event);
            news.push(News::new(before, event, timed));
        });
    }

    /// Lets everyone know of the event that led on from `before`.
    fn record(&mut self, before: &Table<G>) {
        let &event = self.table.events().last().expect("an event has just happened");
        tell(before, event, &mut self.agents);
        let timed = account_of(self.clock, &self.chairs, before, self.news.last(), event);
        self.news.push(News::new(before, event, timed));
        // An answer counts in its own heat only, whether or not the game came to it.
        let heat = self.table.turns();
        for watch in &mut self.watches {
            watch.take_if(|watch| watch.heat != heat);
        }
    }

    fn stream(&self, purpose: Purpose) -> Rng {
        let actor = match purpose {
            Purpose::Seat(seat) => Some(seat),
            _ => self.last_actor(),
        };
        let number = match actor.filter(|_| self.clock.is_some()) {
            Some(seat) => {
                let own = self.news.iter().filter(|news| news.turn == Turn::Seat(seat)).count() as u64;
                (own + 1) << 8 | u64::from(seat.0) | 1 << 32
            }
            None => self.table.events().len() as u64,
        };
        random::stream(self.seed, number, purpose)
    }

    fn play_on(&mut self) -> Result<bool, SittingError> {
        let before = self.table.clone();
        match self.table.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => {
                let mut rng = self.stream(Purpose::Chance);
                match self.last_actor().filter(|&seat| self.answer(seat).is_some()) {
                    Some(seat) => self.account(seat, &mut rng)?,
                    None => drop(self.table.roll(&mut rng)),
                }
            }
            Turn::Seat(seat) => {
                let mut rng = self.stream(Purpose::Seat(seat));
                if let Some(agent) = &mut self.agents[seat.index()] {
                    let chosen = agent.choose(&self.table.view(seat), &mut rng);
                    self.play_bot(seat, chosen)?;
                    return Ok(true);
                } else if self.answer(seat).is_some() {
                    self.account(seat, &mut rng)?;
                } else {
                    return Ok(false);
                }
            }
        }
        self.record(&before);
        Ok(true)
    }

    /// Plays what a bot chose.
    fn play_bot(&mut self, seat: Seat, chosen: Result<G::Action, Failure>) -> Result<(), SittingError> {
        let before = self.table.clone();
        let chosen = chosen.map_err(|failure| failure.to_string());
        let played = chosen.and_then(|action| self.table.choose(action).map_err(|error| error.to_string()));
        let bot = || self.chairs[seat.index()].to_string();
        played.map_err(|problem| SittingError::BotFailed { seat, bot: bot(), problem })?;
        self.record(&before);
        Ok(())
    }

    /// Tells the game one thing more of what a person on the clock has answered.
    fn account(&mut self, seat: Seat, rng: &mut Rng) -> Result<(), SittingError> {
        let (Some(clock), Some(&answer)) = (self.clock, self.answer(seat)) else { return Ok(()) };
        match clock.account(&self.table, seat, answer.chosen, answer.elapsed, rng) {
            Event::Action(action) => {
                self.table.choose(action)?;
                if action == answer.chosen
                    && let Some(watch) = &mut self.watches[seat.index()]
                {
                    watch.answer = None;
                }
            }
            Event::Outcome(outcome) => self.table.happen(&self.table.game().write_outcome(outcome))?,
        }
        Ok(())
    }

    fn answer(&self, seat: Seat) -> Option<&Answer<G::Action>> {
        self.watches[seat.index()].as_ref()?.answer.as_ref()
    }

    /// Who acted last, where nothing has happened since.
    fn last_actor(&self) -> Option<Seat> {
        match self.news.last()?.turn {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// What is asked of a person on the clock: people are asked side by side, each once a heat.
    fn asked_on(&self, clock: &dyn Clock<G>, seat: Seat) -> Option<Ask> {
        let Turn::Seat(_) = self.table.turn() else { return None };
        let heat = self.table.turns();
        let choices = clock.choices(self.table.game());
        let chose = |(news, event): (&News, &Event<G::Action, G::Outcome>)| {
            let by_hand = matches!(event, Event::Action(action) if choices.contains(action));
            news.turn == Turn::Seat(seat) && by_hand
        };
        let mut this_heat = self.news.iter().zip(self.table.events()).rev().take_while(|(news, _)| news.heat == heat);
        if this_heat.any(chose) {
            return None;
        }
        match &self.watches[seat.index()] {
            None => Some(Ask::Ready),
            Some(Watch { answer: None, .. }) => Some(Ask::Choose),
            Some(_) => None,
        }
    }

    /// Refuses what only a person at the table can ask for.
    fn person(&self, seat: Seat) -> Result<(), SittingError> {
        match self.chair(seat)? {
            Chair::Bot(bot) => Err(SittingError::NotAPerson { seat, bot: bot.to_string() }),
            Chair::Person => Ok(()),
        }
    }

    /// Who sits at a seat, if there is such a seat.
    fn chair(&self, seat: Seat) -> Result<&Chair, SittingError> {
        self.chairs.get(seat.index()).ok_or(SittingError::Seat { seat, last: Seat(self.chairs.len() as u8 - 1) })
    }

    /// Refuses what a person is not asked for now.
    fn expect(&self, seat: Seat, ask: Ask) -> Result<(), SittingError> {
        self.person(seat)?;
        match self.asked(seat) {
            Some(asked) if asked == ask => Ok(()),
            Some(Ask::Ready) => Err(SittingError::NotReady { seat }),
            _ => Err(SittingError::NotAsked { seat, due: self.due() }),
        }
    }

    /// What a person may choose now.
    fn choices(&self, seat: Seat) -> Vec<G::Action> {
        let mut choices = Vec::new();
        match self.clock {
            _ if self.asked(seat) != Some(Ask::Choose) => {}
            Some(clock) => choices = clock.choices(self.table.game()),
            None => self.table.view(seat).actions(&mut choices),
        }
        choices
    }

    /// Plays what a person chose, or notes it as its answer on the clock.
    fn choose(&mut self, seat: Seat, action: G::Action, now: Instant) -> Result<(), SittingError> {
        if let Some(watch) = &mut self.watches[seat.index()] {
            watch.answer = Some(Answer { chosen: action, elapsed: now.saturating_duration_since(watch.since) });
            return Ok(());
        }
        let before = self.table.clone();
        self.table.choose(action)?;
        self.record(&before);
        Ok(())
    }
}

/// The clock that people play a game on, if they are to and there are any.
fn real_clock<G: Knowledge>(chairs: &[Chair], wanted: bool) -> Option<&'static dyn Clock<G>> {
    G::clock().filter(|_| wanted && chairs.contains(&Chair::Person))
}

/// Lets every bot hear of an event.
fn tell<G: Knowledge>(
    before: &Table<G>,
    event: Event<G::Action, G::Outcome>,
    agents: &mut [Option<Box<dyn Agent<G>>>],
) {
    for (seat, agent) in Seat::all(agents.len()).zip(agents) {
        if let Some(agent) = agent {
            agent.watch(&before.sight(event, seat));
        }
    }
}

/// The person whose time on the clock an event only accounts for: an action it did not choose by hand, or what chance
/// answered to that.
fn account_of<G: Knowledge>(
    clock: Option<&'static dyn Clock<G>>,
    chairs: &[Chair],
    before: &Table<G>,
    last: Option<&News>,
    event: Event<G::Action, G::Outcome>,
) -> Option<Seat> {
    let by_hand = clock?.choices(before.game());
    let (turn, action) = match (event, before.events().last()) {
        (Event::Action(action), _) => (before.turn(), action),
        (Event::Outcome(_), Some(&Event::Action(action))) => (last?.turn, action),
        _ => return None,
    };
    match turn {
        Turn::Seat(seat) if chairs[seat.index()] == Chair::Person && !by_hand.contains(&action) => Some(seat),
        _ => None,
    }
}
