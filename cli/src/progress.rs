//! How far a long run is, and how it is stopped.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use marque_experiments::clerk::{Observer, Progress};

use crate::tell::tell;

/// How often a pipe gets a line about progress.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// How often the bar is drawn while no game ends.
const TICK: Duration = Duration::from_millis(200);

/// Set to stop the run under way after the games being played.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C is the host's.
static LEAVE_CTRL_C: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to a program that hosts the command; it sets [`STOP`] instead.
pub fn leave_ctrl_c() {
    LEAVE_CTRL_C.store(true, Ordering::SeqCst);
}

/// A flag that the first Ctrl-C sets; the second ends the program, whose files hold whole blocks even so.
pub fn stop_on_ctrl_c() -> Result<&'static AtomicBool> {
    if LEAVE_CTRL_C.load(Ordering::SeqCst) {
        return Ok(&STOP);
    }
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(1);
        }
        tell("\nStopping after the games being played; Ctrl-C again stops at once.");
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(&STOP)
}

/// How far a run is: a bar on a terminal, a line now and then in a pipe.
pub struct Display {
    title: String,
    bar: Option<ProgressBar>,
    began: Instant,
    began_at: u64,
    last_line: Instant,
    /// Whether it was said how many games will likely do.
    told: bool,
}

impl Display {
    /// A display that begins with a title.
    pub fn new(title: String) -> Display {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(ProgressBar::no_length);
        Display { title, bar, began: now, began_at: 0, last_line: now, told: false }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, progress: &Progress) -> String {
        let (about, games) = match progress.likely {
            Some(games) => ("about ", games),
            None => ("", progress.total),
        };
        let seconds = self.began.elapsed().as_secs_f64().max(1e-9);
        let speed = (progress.done - self.began_at) as f64 / seconds;
        let left = Duration::try_from_secs_f64(games.saturating_sub(progress.done) as f64 / speed);
        let pace = pace(speed, left.unwrap_or(Duration::MAX));
        format!("{} of {about}{games} games{pace}{}", progress.done, remarks(progress))
    }

    /// Says once how many games will likely do for the precision asked for.
    fn tell_likely(&mut self, progress: &Progress) {
        if progress.likely.is_some() && !std::mem::replace(&mut self.told, true) {
            let line = format!("For the precision asked for: {}", self.line(progress));
            match &self.bar {
                Some(bar) => bar.suspend(|| tell(line)),
                None => tell(line),
            }
        }
    }
}

/// How fast games are played and how long that takes, once it can be told.
fn pace(speed: f64, left: Duration) -> String {
    if speed > 0.0 { format!(", {speed:.1} games/s, {:#} left", HumanDuration(left)) } else { String::new() }
}

impl Observer for Display {
    fn begin(&mut self, progress: &Progress) {
        (self.began, self.last_line, self.began_at) = (Instant::now(), Instant::now(), progress.done);
        if progress.done > 0 {
            self.title += &format!("; {} are there already", progress.done);
        }
        tell(&self.title);
        self.tell_likely(progress);
        if let Some(bar) = &self.bar {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games{pace}{wide_msg}")
                .expect("the template is well formed")
                .with_key("pace", |state: &ProgressState, to: &mut dyn fmt::Write| {
                    // Nobody hears of it if a terminal is gone.
                    let _ = to.write_str(&pace(state.per_sec(), state.eta()));
                });
            bar.set_style(style);
            bar.set_length(progress.likely.unwrap_or(progress.total));
            bar.set_position(progress.done);
            bar.reset_eta();
            bar.enable_steady_tick(TICK);
        }
    }

    fn advance(&mut self, progress: &Progress) {
        self.tell_likely(progress);
        if let Some(bar) = &self.bar {
            bar.set_length(progress.likely.unwrap_or(progress.total));
            bar.set_position(progress.done);
            bar.set_message(remarks(progress));
        } else if self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            tell(self.line(progress));
        }
    }
}

/// What else there is to say, where there is anything.
fn remarks(progress: &Progress) -> String {
    let mut remarks = String::new();
    if !progress.remark.is_empty() {
        remarks += &format!(", {}", progress.remark);
    }
    if progress.forfeits > 0 {
        remarks += &format!(", {} forfeited", progress.forfeits);
    }
    remarks
}
