//! Panics that are caught and not printed: a bot that breaks down loses its game, quietly.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic that was caught before anything was printed.
pub struct Panic {
    /// What was said.
    pub message: String,
    /// What would have been printed.
    report: String,
    payload: Box<dyn Any + Send>,
}

impl Panic {
    /// Goes on as if it had not been caught.
    pub fn resume(self) -> ! {
        // Whoever does not listen must not turn one panic into another.
        let _ = writeln!(io::stderr(), "{}", self.report);
        panic::resume_unwind(self.payload)
    }
}

/// Runs `play`; if it panics on this thread nothing is printed and the panic is returned.
pub fn catch<T>(play: impl FnOnce() -> T) -> Result<T, Panic> {
    listen();
    LISTENING.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(play));
    LISTENING.set(false);
    result.map_err(|payload| {
        let message = if let Some(text) = payload.downcast_ref::<&str>() {
            (*text).to_owned()
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text.clone()
        } else {
            "without a message".to_owned()
        };
        Panic { message, report: HEARD.take(), payload }
    })
}

/// Puts a hook before the one in place, once a process: the report of a panic under [`catch`] is kept back.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let printing = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if LISTENING.get() {
                HEARD.set(info.to_string());
            } else {
                printing(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_words() {
        assert_eq!(catch(|| 3).ok(), Some(3));
        let said = |panic: Result<(), Panic>| panic.err().map(|panic| panic.message);
        assert_eq!(said(catch(|| panic!("out of {}", "rum"))).as_deref(), Some("out of rum"));
        assert_eq!(said(catch(|| panic!("lost"))).as_deref(), Some("lost"));
    }
}
