use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::log::Log;
use super::message::{Answer, Message, Notice, PROTOCOL, Wishes};
use super::process::Process;
use crate::agent::Failure;

/// How long a program has to say that it is ready.
const TO_START: Duration = Duration::from_secs(10);
/// The longest command.
const LONGEST: usize = 1000;
/// The most processes of a program that are kept between two games.
const MOST_IDLE: usize = 64;

/// A program that plays: its command, and the processes of it that wait for a game.
pub(crate) struct Program {
    words: Vec<String>,
    log: Arc<Log>,
    idle: Mutex<Vec<Running>>,
    trusted: AtomicBool,
}

/// A process that has said it is ready.
pub(super) struct Running {
    pub process: Process,
    pub wishes: Wishes,
}

/// A text that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// Nothing stands behind the colon.
    #[error("`cmd:` needs a program, such as `cmd:python3 my_bot.py`")]
    Empty,
    /// Quotes that do not close, or a backslash at the end.
    #[error("the command `{0}` is not understood: a quote is not closed, or nothing follows a backslash")]
    Quotes(String),
    /// A line break or another character that cannot be shown.
    #[error("the command has a line break or another control character in it")]
    Control,
    /// More than fits into a table.
    #[error("the command is longer than {LONGEST} bytes")]
    Long,
}

impl Program {
    /// The program of a command as a shell would split it into words. The same command is the same program, so that its
    /// processes are shared.
    pub fn parse(command: &str) -> Result<Arc<Program>, CommandError> {
        static PROGRAMS: OnceLock<Mutex<HashMap<Vec<String>, Weak<Program>>>> = OnceLock::new();
        if command.len() > LONGEST {
            return Err(CommandError::Long);
        }
        if command.chars().any(char::is_control) {
            return Err(CommandError::Control);
        }
        let words = shlex::split(command).ok_or_else(|| CommandError::Quotes(command.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        let mut programs = lock(PROGRAMS.get_or_init(Mutex::default));
        if let Some(program) = programs.get(&words).and_then(Weak::upgrade) {
            return Ok(program);
        }
        programs.retain(|_, program| program.strong_count() > 0);
        let log = Arc::new(Log::new(log_name(&words)));
        let program =
            Arc::new(Program { words: words.clone(), log, idle: Mutex::default(), trusted: AtomicBool::new(false) });
        programs.insert(words, Arc::downgrade(&program));
        Ok(program)
    }

    /// Lets anybody name it.
    pub fn trust(&self) {
        self.trusted.store(true, Ordering::Relaxed);
    }

    /// Whether anybody may name it.
    pub fn is_trusted(&self) -> bool {
        self.trusted.load(Ordering::Relaxed)
    }

    /// Says in which folder its log goes.
    pub fn log_in(&self, folder: &Path) {
        self.log.settle(folder);
    }

    /// Where its log is, if it wrote any.
    pub fn log(&self) -> PathBuf {
        self.log.path()
    }

    /// Starts it, unless it waits already, so that a wrong command is found before anything is played.
    pub fn try_out(&self) -> Result<(), Failure> {
        self.take().map(|running| self.give_back(running))
    }

    /// A process that is ready: one that waits, or a new one.
    pub(super) fn take(&self) -> Result<Running, Failure> {
        loop {
            let Some(mut idle) = lock(&self.idle).pop() else { return self.start() };
            // What ended or went on talking between two games did so in nobody's.
            if idle.process.is_waiting() {
                return Ok(idle);
            }
        }
    }

    /// Lets a process wait for the next game.
    pub(super) fn give_back(&self, running: Running) {
        let mut idle = lock(&self.idle);
        if idle.len() < MOST_IDLE {
            idle.push(running);
        }
    }

    fn start(&self) -> Result<Running, Failure> {
        let mut process = Process::start(&self.words, self.log.clone())?;
        process.tell(&line(&Notice::Hello { protocol: PROTOCOL, marque: env!("CARGO_PKG_VERSION") }));
        let ready = process.ask(Instant::now() + TO_START).map_err(|Failure(why)| {
            Failure(format!(
                "the program is not ready: {why}; what it wrote to its standard error is in {}",
                self.log().display()
            ))
        })?;
        match answer(&ready)? {
            Answer::Ready { protocol: PROTOCOL, options, .. } => Ok(Running { process, wishes: options }),
            Answer::Ready { protocol, .. } => {
                Err(Failure(format!("speaks version {protocol} of the protocol, not {PROTOCOL}")))
            }
            Answer::Play { .. } => Err(Failure("answered `play` where `ready` was due".to_owned())),
            Answer::Error { message } => Err(Failure(message)),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let mut idle = std::mem::take(&mut *lock(&self.idle));
        // All at once, so that they do not take their time one after the other.
        let quit = line(&Notice::Quit);
        idle.iter_mut().for_each(|running| running.process.dismiss(&quit));
        idle.into_iter().for_each(|running| running.process.leave());
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.words == other.words
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.words).finish()
    }
}

impl fmt::Display for Program {
    /// The command with every word quoted that needs it, also where commas separate bots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = shlex::try_join(self.words.iter().map(String::as_str)).map_err(|_| fmt::Error)?;
        f.write_str(&joined)
    }
}

/// A message as a line.
pub(super) fn line<O: serde::Serialize>(message: &Message<'_, O>) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages are plain data with text keys")
}

/// Reads a program's answer.
pub(super) fn answer(line: &[u8]) -> Result<Answer, Failure> {
    serde_json::from_slice(line).map_err(|error| {
        let shown: String = String::from_utf8_lossy(line).chars().take(60).collect();
        Failure(format!("wrote `{shown}`, which is no answer ({error})"))
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is locked here is left half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file name that says which program it is, and is another one for every command.
fn log_name(words: &[String]) -> String {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    words.hash(&mut hasher);
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let words: String = words.join("-").chars().map(plain).take(60).collect();
    format!("{}-{:08x}.log", words.trim_matches('-'), hasher.finish() as u32)
}
