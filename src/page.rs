//! Text for people: plain by default, coloured where the terminal can.

use std::fmt;

use crate::seat::Seat;

/// How a piece of text is shown on a terminal with colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As it comes.
    Plain,
    /// In the background: grid lines, legends.
    Dim,
    /// In the foreground.
    Bold,
    /// In the colour of a seat.
    Seat(Seat),
}

/// Text in inks. Its plain form must say everything by itself; colour only helps the eye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    spans: Vec<(Ink, String)>,
}

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        Page::default()
    }

    /// Adds text in an ink.
    pub fn ink(&mut self, ink: Ink, text: impl Into<String>) -> &mut Page {
        self.spans.push((ink, text.into()));
        self
    }

    /// Adds plain text.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Page {
        self.ink(Ink::Plain, text)
    }

    /// Adds plain text and ends the line.
    pub fn line(&mut self, text: impl Into<String>) -> &mut Page {
        self.text(text).text("\n")
    }

    /// The page with lines of so many characters at the most, broken between words where there are any.
    pub fn wrapped(&self, width: usize) -> Page {
        let characters: Vec<(Ink, char)> =
            self.spans.iter().flat_map(|(ink, text)| text.chars().map(|character| (*ink, character))).collect();
        let mut page = Page::new();
        for line in characters.split_inclusive(|&(_, character)| character == '\n') {
            let mut rest = line;
            let length = |line: &[(Ink, char)]| line.iter().filter(|(_, character)| *character != '\n').count();
            while length(rest) > width {
                // Where the last word that fits ends; a word too long for a line is left as it is.
                let fits = (1..=width).rev().find(|&at| rest[at].1 == ' ' && rest[at - 1].1 != ' ');
                let Some(end) = fits.or_else(|| (width..rest.len()).find(|&at| rest[at].1 == ' ')) else { break };
                page.run(&rest[..end]).text("\n");
                rest = &rest[end..];
                rest = &rest[rest.iter().take_while(|(_, character)| *character == ' ').count()..];
            }
            page.run(rest);
        }
        page
    }

    /// Adds characters in their inks.
    fn run(&mut self, characters: &[(Ink, char)]) -> &mut Page {
        for same in characters.chunk_by(|(one, _), (next, _)| one == next) {
            self.ink(same[0].0, same.iter().map(|(_, character)| character).collect::<String>());
        }
        self
    }

    /// The page with ANSI colours.
    pub fn ansi(&self) -> String {
        const SEATS: [u8; 8] = [31, 34, 33, 32, 35, 36, 91, 94];
        let mut out = String::new();
        for (ink, text) in &self.spans {
            let code = match ink {
                Ink::Plain => {
                    out.push_str(text);
                    continue;
                }
                Ink::Dim => 2,
                Ink::Bold => 1,
                Ink::Seat(seat) => SEATS[seat.index() % SEATS.len()],
            };
            out.push_str(&format!("\x1b[{code}m{text}\x1b[0m"));
        }
        out
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_adds_nothing_to_the_words() {
        let mut page = Page::new();
        page.text("a").ink(Ink::Seat(Seat(0)), "b").line("c");
        assert_eq!(page.to_string(), "abc\n");
        assert_eq!(page.ansi(), "a\x1b[31mb\x1b[0mc\n");
    }

    #[test]
    fn long_lines_break_between_words_and_keep_their_inks() {
        let mut page = Page::new();
        page.text("one ").ink(Ink::Dim, "two three").line("").line("a  b").line("unbreakable");
        let wrapped = page.wrapped(8);
        assert_eq!(wrapped.to_string(), "one two\nthree\na  b\nunbreakable\n");
        assert_eq!(wrapped.ansi(), "one \x1b[2mtwo\x1b[0m\n\x1b[2mthree\x1b[0m\na  b\nunbreakable\n");
        assert_eq!(page.wrapped(80).to_string(), page.to_string());
    }
}
