//! A program under way: lines out and in, against the clock, with nothing taken for granted.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

use super::log::Log;
use super::message::LONGEST_ANSWER;
use crate::agent::Failure;

/// How long a program has to end by itself after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that was started, and the pipes to it. It is ended when it is dropped, with all that it has started.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    log: Arc<Log>,
    /// What it has yet to be told.
    outbox: Vec<u8>,
    /// What it wrote beyond the last line read.
    inbox: Vec<u8>,
}

impl Process {
    /// Starts a program.
    pub fn start(words: &[String], log: Arc<Log>) -> Result<Process, Failure> {
        let cannot = |error: io::Error| Failure(format!("`{}` cannot be started: {error}", words[0]));
        let mut command = match LAUNCHER.get() {
            Some(launcher) => {
                let mut command = Command::new(launcher);
                command.arg("keep").arg(std::process::id().to_string()).arg("--").args(words);
                command
            }
            None => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                command
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: whatever it starts is ended with it, and Ctrl-C at our terminal is ours.
        command.process_group(0);
        let mut child = spawn(command).map_err(cannot)?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three are pipes");
        };
        let process = Process {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            log,
            outbox: Vec::new(),
            inbox: Vec::new(),
        };
        for set in [
            process.stdin.as_ref().map(|pipe| ioctl_fionbio(pipe, true)),
            Some(ioctl_fionbio(&process.stdout, true)),
            process.stderr.as_ref().map(|pipe| ioctl_fionbio(pipe, true)),
        ] {
            set.transpose().map_err(|error| cannot(error.into()))?;
        }
        Ok(process)
    }

    /// Has something told with the next question, or before.
    pub fn tell(&mut self, line: &[u8]) {
        self.outbox.extend_from_slice(line);
        self.outbox.push(b'\n');
    }

    /// Whether it wrote anything that nobody has asked for.
    pub fn has_spoken(&mut self) -> bool {
        // Where it has ended, whoever asks it finds out how.
        let _ = self.listen();
        !self.inbox.is_empty()
    }

    /// Sends all that it has yet to be told, and waits for a line.
    pub fn ask(&mut self, deadline: Instant) -> Result<Vec<u8>, Failure> {
        loop {
            let sent = self.send();
            if let Some(end) = self.inbox.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.inbox.drain(..=end).collect();
                line.pop();
                return Ok(line);
            }
            if self.inbox.len() >= LONGEST_ANSWER {
                return Err(Failure(format!("wrote a line of more than {LONGEST_ANSWER} bytes")));
            }
            if sent.is_err() {
                // It reads no more, and has no answer left in the pipe.
                return match self.listen() {
                    Ok(true) => continue,
                    _ => Err(self.ended()),
                };
            }
            self.wait(deadline)?;
            if !self.listen().unwrap_or(false) && Instant::now() >= deadline {
                return Err(late());
            }
        }
    }

    /// Sends all that it has yet to be told.
    pub fn flush(&mut self, deadline: Instant) -> Result<(), Failure> {
        loop {
            self.send().map_err(|_| self.ended())?;
            if self.outbox.is_empty() {
                return Ok(());
            }
            self.wait(deadline)?;
        }
    }

    /// Waits until something can be sent or read, and keeps the log.
    fn wait(&mut self, deadline: Instant) -> Result<(), Failure> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or_else(late)?;
        let left = Timespec::try_from(left).map_err(|_| late())?;
        let mut fds = ArrayVec::<PollFd<'_>, 3>::new();
        fds.push(PollFd::new(&self.stdout, PollFlags::IN));
        fds.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let waiting = self.stdin.as_ref().filter(|_| !self.outbox.is_empty());
        fds.extend(waiting.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        match poll(&mut fds, Some(&left)) {
            Ok(0) => return Err(late()),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Failure(format!("its pipes broke: {error}"))),
        }
        let hung_up = fds[0].revents().contains(PollFlags::HUP) && !fds[0].revents().contains(PollFlags::IN);
        drop(fds);
        self.keep_log();
        if hung_up { Err(self.ended()) } else { Ok(()) }
    }

    /// Writes as much as the pipe takes.
    fn send(&mut self) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let mut sent = 0;
        let result = loop {
            if sent == self.outbox.len() {
                break Ok(());
            }
            match stdin.write(&self.outbox[sent..]) {
                Ok(bytes) => sent += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.outbox.drain(..sent);
        result
    }

    /// Reads what there is, up to a longest line; whether there was anything.
    fn listen(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 4096];
        loop {
            match self.stdout.read(&mut buffer) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(bytes) => {
                    self.inbox.extend_from_slice(&buffer[..bytes]);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
    }

    /// Moves what it wrote to its standard error into the log.
    fn keep_log(&mut self) {
        let mut buffer = [0; 4096];
        // A flood waits in its pipe until we look again.
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(bytes) => self.log.keep(&buffer[..bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// How it ended, where it answers no more.
    fn ended(&mut self) -> Failure {
        let status = self.wait_for(FAREWELL);
        self.keep_log();
        Failure(match status {
            Some(status) => format!("ended by itself ({status})"),
            None => "closed its standard output".to_owned(),
        })
    }

    /// Waits a moment for it to end.
    fn wait_for(&mut self, most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Whether it is still there and waits to be told something.
    pub fn is_waiting(&mut self) -> bool {
        self.inbox.is_empty() && matches!(self.listen(), Ok(false)) && matches!(self.child.try_wait(), Ok(None))
    }

    /// Asks it to end; dropping it sees to that.
    pub fn dismiss(&mut self, farewell: &[u8]) {
        self.tell(farewell);
        let _ = self.send();
        self.stdin = None;
    }

    /// Gives it a moment to end by itself after it was dismissed.
    pub fn leave(mut self) {
        self.wait_for(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        // The group outlives its first process until that is waited for; nothing is left of it then.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
        self.keep_log();
    }
}

fn late() -> Failure {
    Failure("did not answer in time".to_owned())
}

/// A command that starts programs in such a way that they end when we do, however we end.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Has programs started through `launcher keep PID -- PROGRAM ARGS…`, a command that ends with the process of that number
/// and becomes the program; see [`keep`].
pub fn launch_through(launcher: PathBuf) {
    let _ = LAUNCHER.set(launcher);
}

/// Becomes a program that the system ends as soon as its parent ends, where it can do that. It returns only what went
/// wrong.
pub fn keep(parent: u32, words: &[String]) -> io::Error {
    #[cfg(target_os = "linux")]
    {
        if let Err(error) = rustix::process::set_parent_process_death_signal(Some(Signal::KILL)) {
            return error.into();
        }
        // It may have ended before it could be followed.
        let is_orphan = rustix::process::getppid().is_none_or(|pid| pid.as_raw_nonzero().get() as u32 != parent);
        if is_orphan {
            return io::Error::other("the process that asked for it has ended");
        }
    }
    let _ = parent;
    match words.split_first() {
        Some((program, arguments)) => Command::new(program).args(arguments).exec(),
        None => io::Error::other("no program is named"),
    }
}

/// Someone who waits for a program to be started.
type Order = (Command, mpsc::SyncSender<io::Result<Child>>);

/// Starts a command from a thread that lives as long as we do: what follows its parent follows the thread it was
/// started from.
fn spawn(command: Command) -> io::Result<Child> {
    static ORDERS: OnceLock<Mutex<mpsc::Sender<Order>>> = OnceLock::new();
    let orders = ORDERS.get_or_init(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        thread::spawn(move || {
            for (mut command, answer) in orders {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (answer, spawned) = mpsc::sync_channel(1);
    let gone = || io::Error::other("nobody starts programs");
    let sent = orders.lock().unwrap_or_else(PoisonError::into_inner).send((command, answer));
    sent.map_err(|_| gone())?;
    spawned.recv().map_err(|_| gone())?
}
