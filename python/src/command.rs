//! The command `marque`, run inside Python.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python is asked whether somebody pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the command `marque` with these arguments (without its name), prints what it prints, and returns its exit code.
///
/// With `quiet=True` what it prints is returned instead: `(code, text)`. Ctrl-C stops it after the games being played.
#[pyfunction]
#[pyo3(signature = (args, *, quiet=false))]
pub fn command(py: Python<'_>, args: Vec<OsString>, quiet: bool) -> PyResult<(u8, String)> {
    marque_cli::leave_ctrl_c();
    marque_cli::STOP.store(false, Ordering::SeqCst);
    let args: Vec<OsString> = [OsString::from("marque")].into_iter().chain(args).collect();
    let (done, ended) = channel();
    let ended = Mutex::new(ended);
    let worker = std::thread::spawn(move || {
        let mut text = Vec::new();
        let code = if quiet {
            marque_cli::execute(args, &mut text)
        } else {
            let mut out = std::io::stdout().lock();
            let code = marque_cli::execute(args, &mut out);
            drop(out.flush());
            code
        };
        // Nobody waits any more only where the interpreter is gone.
        drop(done.send((code, text)));
    });
    let mut interrupted = None;
    let (code, text) = loop {
        match py
            .detach(|| ended.lock().map_or(Err(RecvTimeoutError::Disconnected), |ended| ended.recv_timeout(LOOK_EVERY)))
        {
            Ok(came) => break came,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    marque_cli::STOP.store(true, Ordering::SeqCst);
                    interrupted = Some(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break (ExitCode::FAILURE, b"the command broke down".to_vec()),
        }
    };
    drop(py.detach(|| worker.join()));
    if let Some(signal) = interrupted {
        return Err(signal);
    }
    let code = [0, 2].into_iter().find(|&known| ExitCode::from(known) == code).unwrap_or(1);
    Ok((code, String::from_utf8_lossy(&text).into_owned()))
}
