//! How far a long run is, and how it is stopped.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use marque_experiments::clerk::{Observer, Progress};

/// How often a pipe gets a line about progress.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A flag that the first Ctrl-C sets; the second ends the program, whose files hold whole blocks even so.
pub fn stop_on_ctrl_c() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(1);
        }
        eprintln!("\nStopping after the games being played; Ctrl-C again stops at once.");
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
}

impl Display {
    /// A display that begins with a title.
    pub fn new(title: String) -> Display {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(ProgressBar::no_length);
        Display { title, bar, began: now, began_at: 0, last_line: now }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, progress: &Progress) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-9);
        let speed = (progress.done - self.began_at) as f64 / seconds;
        let left = (progress.total - progress.done) as f64 / speed;
        format!(
            "{} of {} games, {speed:.1} games/s, {} left{}",
            progress.done,
            progress.total,
            indicatif::HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX)),
            remarks(progress)
        )
    }
}

impl Observer for Display {
    fn begin(&mut self, progress: &Progress) {
        (self.began, self.last_line, self.began_at) = (Instant::now(), Instant::now(), progress.done);
        if progress.done > 0 {
            self.title += &format!("; {} are there already", progress.done);
        }
        match &self.bar {
            Some(bar) => {
                bar.println(&self.title);
                let style = ProgressStyle::with_template(
                    "{bar:30} {human_pos} of {human_len} games, {per_sec:.0} games, {eta} left{msg}",
                );
                bar.set_style(style.expect("the template is well formed"));
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.reset_eta();
                bar.enable_steady_tick(Duration::from_millis(500));
            }
            None => eprintln!("{}", self.title),
        }
    }

    fn advance(&mut self, progress: &Progress) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done);
            bar.set_message(remarks(progress));
        } else if self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            eprintln!("{}", self.line(progress));
        }
    }
}

/// The sequential test and forfeits, where there are any.
fn remarks(progress: &Progress) -> String {
    let mut remarks = String::new();
    if let Some(sprt) = &progress.sprt {
        let (low, high) = sprt.bounds();
        remarks += &format!(", LLR {:.2} ({low:.2} to {high:.2})", sprt.llr());
    }
    if progress.forfeits > 0 {
        remarks += &format!(", {} forfeited", progress.forfeits);
    }
    remarks
}
