//! Our bots as programs: the other side of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use marque::random::{self, Purpose, Rng};
use marque::{Seat, View};
use serde_json::Value;

use super::message::{Answer, LONGEST_MESSAGE, PROTOCOL, Told, Wishes};
use crate::agent::Agent;
use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::options::Family;

/// Plays as a bot at a table of another program, which is told on `input` and answered on `output`, until it says `quit`
/// or nothing more.
///
/// A bot plays the moves it plays at our own tables: all it goes by there is what its seat sees.
///
/// ```
/// use marque_agents::external::serve;
///
/// let told = r#"{"type":"hello","protocol":1}"#;
/// let mut answered = Vec::new();
/// serve("captain", told.as_bytes(), &mut answered)?;
/// assert!(answered.starts_with(br#"{"type":"ready","protocol":1,"name":"captain""#));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(bot: &str, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut seated: Option<Box<dyn Seated>> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LONGEST_MESSAGE as u64 + 1;
        if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() > LONGEST_MESSAGE {
            skip_line(&mut input)?;
            Err(format!("a line of more than {LONGEST_MESSAGE} bytes"))
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            match serde_json::from_slice(&line) {
                Ok(Told::Quit) => return Ok(()),
                Ok(told) => hear(bot, told, &mut seated),
                Err(error) => Err(format!("not understood: {error}")),
            }
        };
        let answer = answer.unwrap_or_else(|message| Some(Answer::Error { message }));
        if let Some(answer) = answer {
            serde_json::to_writer(&mut output, &answer)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
}

/// Reads on to the end of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}

/// Takes a message in; what is to be answered, if anything, or what is wrong with it.
fn hear(bot: &str, told: Told, seated: &mut Option<Box<dyn Seated>>) -> Result<Option<Answer>, String> {
    let no_game = || "no game has begun".to_owned();
    match told {
        Told::Hello { protocol: PROTOCOL } => {
            let options = Wishes { seed: true, ..Wishes::default() };
            return Ok(Some(Answer::Ready { protocol: PROTOCOL, name: bot.to_owned(), options }));
        }
        Told::Hello { protocol } => return Err(format!("version {protocol} of the protocol is not understood")),
        Told::Game { game, seats, seat, rules } => {
            // A game that cannot be played does not go on with the one before.
            *seated = None;
            let sat = marque::with_game!(&game, G => sit::<G>(bot, seats, seat, &rules));
            *seated = Some(sat.ok_or_else(|| format!("there is no game `{game}`"))??);
        }
        Told::Event { see } => seated.as_mut().ok_or_else(no_game)?.watch(&see),
        Told::Choose { observation, ms, seed } => {
            let seated = seated.as_mut().ok_or_else(no_game)?;
            let stream = match seed {
                Some(seed) => Some(random::read_stream(&seed).ok_or("`seed` is not 64 hexadecimal digits")?),
                None => None,
            };
            let deadline = ms.and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms)));
            // Whatever a table says that no game could come to must not end us.
            let chosen = catch_unwind(AssertUnwindSafe(|| seated.choose(observation, deadline, stream)));
            let action = chosen.unwrap_or_else(|_| Err("no such position can be".to_owned()))?;
            return Ok(Some(Answer::Play { action }));
        }
        Told::Over {} => *seated = None,
        Told::Quit => {}
    }
    Ok(None)
}

/// A bot at a seat of a game that is played elsewhere.
pub(super) trait Seated {
    fn watch(&mut self, see: &str);
    fn choose(&mut self, observation: Value, deadline: Option<Instant>, stream: Option<Rng>) -> Result<String, String>;
}

struct Ours<G: Knowledge> {
    game: G,
    seat: Seat,
    agent: Box<dyn Agent<G>>,
    rng: Rng,
}

pub(super) fn sit<G: Knowledge>(
    bot: &str,
    seats: usize,
    seat: u8,
    rules: &marque::toml::Table,
) -> Result<Box<dyn Seated>, String> {
    let game = G::create(seats, rules).map_err(|error| error.to_string())?;
    let seat = Seat::all(seats).find(|other| other.0 == seat).ok_or_else(|| format!("there is no seat {seat}"))?;
    let bot = Bot::parse::<G>(bot).map_err(|error| error.to_string())?;
    if bot.family() == Family::Program {
        return Err("a program cannot be asked to play for a program".to_owned());
    }
    let rng = random::stream(u64::from(std::process::id()), 0, Purpose::Seat(seat));
    Ok(Box::new(Ours { game, seat, agent: bot.sit(), rng }))
}

impl<G: Knowledge> Seated for Ours<G> {
    fn watch(&mut self, see: &str) {
        self.agent.follow(self.game.read_seen(see));
    }

    fn choose(&mut self, observation: Value, deadline: Option<Instant>, stream: Option<Rng>) -> Result<String, String> {
        if let Some(stream) = stream {
            self.rng = stream;
        }
        let observation = serde_json::from_value(observation).map_err(|error| format!("`observation`: {error}"))?;
        let state = marque::recall(&self.game, &observation, self.seat).map_err(|error| error.to_string())?;
        let view = View::new(&self.game, &state, self.seat).until(deadline);
        let action = self.agent.choose(&view, &mut self.rng).map_err(|failure| failure.to_string())?;
        Ok(self.game.write_action(action))
    }
}
