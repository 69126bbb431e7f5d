//! Words beside the result, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Says a line to whoever listens. Telling never stops doing: nobody may be there, or the disk behind it full.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
