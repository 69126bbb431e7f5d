use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use marque::page::Page;
use marque::picture::Picture;
use marque::random::Purpose;
use marque::{Ending, Info, Seat, Standing, TableError, Trace, Turn, toml};
use serde_json::Value;

use super::clock::Watch;
use super::{Decision, Hint, LookBack, News, Pondering, Seating, Sitting, SittingError, advice};
use crate::knowledge::Knowledge;

/// What a sitting waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Nobody: [`AnySitting::advance`] plays on.
    Nobody,
    /// A person.
    Person(Seat, Ask),
    /// The game is over.
    Over,
}

/// What a person is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// To say that it is ready ([`AnySitting::ready`]): its clock starts then.
    Ready,
    /// To choose an action ([`AnySitting::act`]).
    Choose,
}

/// A kind of action that is legal now, and the rules that speak of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The word before the colon.
    pub name: String,
    /// The ids of the rules in which this word stands as notation.
    pub rules: Vec<String>,
}

/// A sitting at any game, for hosts that do not know which.
pub trait AnySitting: Send {
    /// What the game is called, and its rules in words.
    fn info(&self) -> Info;
    /// The seed everything random comes from.
    fn seed(&self) -> u64;
    /// Who sits where, and whether on a clock.
    fn seating(&self) -> Seating;
    /// Whether a person sits at a seat.
    fn is_person(&self, seat: Seat) -> bool;

    /// What the sitting waits for.
    fn due(&self) -> Due;
    /// Whose turn it is, as far as a viewer may know: in a game that knows a clock nobody sees who else is asked.
    fn whose_turn(&self, viewer: Option<Seat>) -> Option<Seat>;
    /// What is asked of one person: on the clock several are asked at once.
    fn asked(&self, seat: Seat) -> Option<Ask>;
    /// Plays one event that needs no person, if that is due, and tells of it.
    fn advance(&mut self) -> Result<Option<&News>, SittingError>;
    /// Takes up the decision of a bot, if one is due, for it to be thought through elsewhere: meanwhile the sitting can be
    /// looked at. [`AnySitting::decide`] plays it.
    fn ponder(&mut self) -> Option<Pondering>;
    /// Plays what a bot has decided and tells of it; nothing happens where it was taken back meanwhile.
    fn decide(&mut self, decision: Decision) -> Result<Option<&News>, SittingError>;
    /// Starts a person's clock.
    fn ready(&mut self, seat: Seat, now: Instant) -> Result<(), SittingError>;
    /// Plays a person's action, given by its notation. On the clock it is noted, for [`AnySitting::advance`] to play, and
    /// the time it took is returned.
    fn act(&mut self, seat: Seat, action: &str, now: Instant) -> Result<Option<Duration>, SittingError>;
    /// Takes back a person's last decision and all that followed.
    fn undo(&mut self, seat: Seat) -> Result<(), SittingError>;

    /// What a person may choose now, sorted by notation; nothing where it is not asked to choose.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// The kinds of these actions, with the rules that speak of them.
    fn kinds(&self, seat: Seat) -> Vec<Kind>;
    /// Whose decision it is and why; to a person on the clock what it must know now.
    fn prompt(&self, seat: Option<Seat>) -> String;
    /// What happened after the first `since` events.
    fn news(&self, since: usize) -> &[News];
    /// The board as a seat sees it; with everything shown where nobody is left to hide it from.
    fn board(&self, viewer: Option<Seat>) -> Page;
    /// A picture of the board, where the game has one.
    fn picture(&self, viewer: Option<Seat>) -> Option<Picture>;
    /// All that a seat knows, as JSON.
    fn observation(&self, seat: Seat) -> Value;
    /// How the seats stand.
    fn standing(&self) -> Standing;
    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;

    /// What a strong bot would do in a person's place, knowing no more than it.
    fn hint(&self, seat: Seat) -> Result<Hint, SittingError>;
    /// Prepares a look back at the game so far as a person knew it, and at its decisions; once the game is over, as any
    /// seat knew it, or with everything shown and all decisions. It is made where and when it is called.
    fn review(&self, seat: Option<Seat>) -> Result<LookBack, SittingError>;

    /// Writes the game as a trace that can be taken up again.
    fn save(&self, writer: &mut dyn Write) -> io::Result<()>;
}

/// Seats everyone at a new game of this name.
pub fn open(
    game: &str,
    rules: &toml::Table,
    seed: u64,
    seating: &Seating,
) -> Result<Box<dyn AnySitting>, SittingError> {
    fn open<G: Knowledge>(rules: &toml::Table, seed: u64, seating: &Seating) -> Result<Sitting<G>, SittingError> {
        let game = G::create(seating.chairs.len(), rules)?;
        Sitting::new(game, seed, seating.seated::<G>()?, seating.clock)
    }
    let sitting = marque::with_game!(game, G => open::<G>(rules, seed, seating).map(boxed));
    sitting.unwrap_or_else(|| Err(SittingError::Game { name: game.to_owned() }))
}

/// Takes up a saved game with the people and bots it was left by, or with those given instead.
pub fn resume(reader: impl BufRead, instead: Option<&Seating>) -> Result<Box<dyn AnySitting>, SittingError> {
    let trace = Trace::read(reader)?;
    let sitting = marque::with_game!(&trace.header.game, G => Sitting::<G>::resume(&trace, instead).map(boxed));
    sitting.unwrap_or_else(|| Err(SittingError::Game { name: trace.header.game.clone() }))
}

fn boxed<G: Knowledge>(sitting: Sitting<G>) -> Box<dyn AnySitting> {
    Box::new(sitting)
}

impl<G: Knowledge> AnySitting for Sitting<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn seating(&self) -> Seating {
        let chairs = self.chairs.iter().map(ToString::to_string).collect();
        Seating { chairs, clock: self.clock.is_some() }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.person(seat).is_ok()
    }

    fn due(&self) -> Due {
        match self.table.turn() {
            Turn::Over => Due::Over,
            Turn::Seat(seat) => self.asked(seat).map_or(Due::Nobody, |ask| Due::Person(seat, ask)),
            Turn::Chance => Due::Nobody,
        }
    }

    fn whose_turn(&self, viewer: Option<Seat>) -> Option<Seat> {
        let Turn::Seat(seat) = self.table.turn() else { return None };
        (G::clock().is_none() || viewer.is_none_or(|viewer| viewer == seat)).then_some(seat)
    }

    fn asked(&self, seat: Seat) -> Option<Ask> {
        self.person(seat).ok()?;
        match self.clock {
            Some(clock) => self.asked_on(clock, seat),
            None => (self.table.turn() == Turn::Seat(seat)).then_some(Ask::Choose),
        }
    }

    fn advance(&mut self) -> Result<Option<&News>, SittingError> {
        Ok(if self.play_on()? { self.news.last() } else { None })
    }

    fn ponder(&mut self) -> Option<Pondering> {
        self.take_up()
    }

    fn decide(&mut self, decision: Decision) -> Result<Option<&News>, SittingError> {
        Ok(if self.put_down(decision)? { self.news.last() } else { None })
    }

    fn ready(&mut self, seat: Seat, now: Instant) -> Result<(), SittingError> {
        self.expect(seat, Ask::Ready)?;
        self.watches[seat.index()] = Some(Watch { heat: self.table.turns(), since: now, answer: None });
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: &str, now: Instant) -> Result<Option<Duration>, SittingError> {
        self.expect(seat, Ask::Choose)?;
        let illegal = |problem| SittingError::Illegal { problem, legal: self.legal(seat) };
        let read = self.table.game().read_action(action).map_err(|problem| illegal(problem.into()))?;
        if !self.choices(seat).contains(&read) {
            return Err(illegal(TableError::Illegal { action: action.to_owned(), seat }));
        }
        self.choose(seat, read, now)?;
        Ok(self.answer(seat).map(|answer| answer.elapsed))
    }

    fn undo(&mut self, seat: Seat) -> Result<(), SittingError> {
        self.person(seat)?;
        if self.clock.is_some() {
            return Err(SittingError::Time);
        }
        let last = self.news.iter().rposition(|news| news.turn == Turn::Seat(seat));
        self.table.rewind(last.ok_or(SittingError::NothingToUndo { seat })?);
        self.sit_down();
        Ok(())
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let game = self.table.game();
        let mut legal: Vec<String> = self.choices(seat).into_iter().map(|action| game.write_action(action)).collect();
        legal.sort_unstable();
        legal
    }

    fn kinds(&self, seat: Seat) -> Vec<Kind> {
        let game = self.table.game();
        let mut legal = vec![false; G::KINDS.len()];
        for action in self.choices(seat) {
            legal[game.kind(action)] = true;
        }
        let names = G::KINDS.iter().zip(legal).filter(|(_, legal)| *legal).map(|(name, _)| *name);
        names.map(|name| Kind { name: name.to_owned(), rules: rules_on(G::INFO.rules, name) }).collect()
    }

    fn prompt(&self, seat: Option<Seat>) -> String {
        let ask = seat.and_then(|seat| Some((self.clock?, seat, self.asked(seat)?)));
        match ask {
            Some((clock, seat, Ask::Ready)) => clock.before(&self.table, seat),
            Some((clock, seat, Ask::Choose)) => clock.running(&self.table, seat),
            None => self.table.prompt(),
        }
    }

    fn news(&self, since: usize) -> &[News] {
        &self.news[since.min(self.news.len())..]
    }

    fn board(&self, viewer: Option<Seat>) -> Page {
        self.table.board(viewer)
    }

    fn picture(&self, viewer: Option<Seat>) -> Option<Picture> {
        let running = viewer.filter(|&seat| self.asked(seat) == Some(Ask::Choose));
        let timed = running.and_then(|seat| self.clock?.picture(&self.table, seat));
        timed.or_else(|| self.table.picture(viewer))
    }

    fn observation(&self, seat: Seat) -> Value {
        serde_json::to_value(self.table.view(seat).observe()).expect("an observation is plain data with text keys")
    }

    fn standing(&self) -> Standing {
        self.table.standing()
    }

    fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    fn hint(&self, seat: Seat) -> Result<Hint, SittingError> {
        self.expect(seat, Ask::Choose)?;
        if self.clock.is_some() {
            return Err(SittingError::OwnHead);
        }
        Ok(advice::hint(&self.table.view(seat), &mut self.stream(Purpose::Seat(seat))))
    }

    fn review(&self, seat: Option<Seat>) -> Result<LookBack, SittingError> {
        match seat {
            Some(seat) if self.table.turn() != Turn::Over => self.person(seat)?,
            Some(seat) => self.chair(seat).map(drop)?,
            None if self.table.turn() != Turn::Over => return Err(SittingError::NotOver),
            None => {}
        }
        if self.clock.is_some() {
            return Err(SittingError::OwnHead);
        }
        Ok(advice::look_back(&self.table, seat, self.seed))
    }

    fn save(&self, writer: &mut dyn Write) -> io::Result<()> {
        let mut trace = Trace::of(&self.table, self.seed);
        trace.header.sitting = Some(serde_json::to_value(self.seating())?);
        trace.write(writer)
    }
}

/// The ids of the rules in which a kind of action stands as notation: `` `kind` `` or `` `kind:…` ``.
fn rules_on(page: &str, kind: &str) -> Vec<String> {
    let [alone, with_more] = [format!("`{kind}`"), format!("`{kind}:")];
    let rules = marque::rulebook::rules(page).into_iter();
    rules.filter(|rule| rule.text.contains(&alone) || rule.text.contains(&with_more)).map(|rule| rule.id).collect()
}
