//! Markdown for people at a terminal: headings, paragraphs, lists and tables set to a width, without any marks.

use std::io::IsTerminal;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::grid::Grid;

/// How text is set.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Columns to set text in.
    pub width: usize,
    /// Whether words may be bold.
    pub colour: bool,
}

impl Setting {
    /// What fits the terminal there is: its width up to a length that reads well, or 80 columns in a pipe.
    pub fn of_terminal() -> Setting {
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Setting { width: width.clamp(40, 100), colour: colour() }
    }
}

/// Whether the terminal shows colours and wants them.
pub fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Sets a page; a picture in it is replaced by `board`.
pub fn set(page: &str, board: &str, setting: Setting) -> String {
    let mut writer =
        Writer { setting, out: String::new(), line: String::new(), lists: Vec::new(), mark: String::new() };
    let mut cells: Vec<Vec<String>> = Vec::new();
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => writer.gap(),
            Event::End(TagEnd::Heading(_)) => writer.heading(),
            Event::End(TagEnd::Paragraph) => writer.paragraph(),
            Event::Start(Tag::List(first)) => {
                writer.paragraph();
                if writer.lists.is_empty() {
                    writer.gap();
                }
                writer.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(writer.lists.pop()),
            Event::Start(Tag::Item) => writer.item(),
            Event::End(TagEnd::Item) => writer.paragraph(),
            Event::Start(Tag::CodeBlock(_)) => {
                writer.paragraph();
                writer.gap();
            }
            Event::End(TagEnd::CodeBlock) => writer.verbatim(),
            Event::Start(Tag::Table(_)) => {
                writer.gap();
                cells.clear();
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => cells.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut writer.line);
                cells.last_mut().expect("a cell stands in a row").push(cell);
            }
            Event::End(TagEnd::Table) => writer.table(&cells),
            Event::Start(Tag::Image { .. }) => writer.line.clear(),
            Event::End(TagEnd::Image) => {
                writer.line = board.trim_end().to_owned();
                writer.verbatim();
            }
            Event::Start(Tag::Strong) => writer.style("\x1b[1m"),
            Event::End(TagEnd::Strong) => writer.style("\x1b[0m"),
            Event::Text(text) | Event::Code(text) => writer.line += &text,
            Event::SoftBreak | Event::HardBreak => writer.line.push(' '),
            _ => {}
        }
    }
    writer.out
}

struct Writer {
    setting: Setting,
    out: String,
    /// The words of the block at hand.
    line: String,
    /// The lists around it, each with its next number.
    lists: Vec<Option<u64>>,
    /// What stands before the first line of an item.
    mark: String,
}

impl Writer {
    fn style(&mut self, code: &str) {
        if self.setting.colour {
            self.line += code;
        }
    }

    /// An empty line before a block, but for the first, and none inside lists.
    fn gap(&mut self) {
        if !self.out.is_empty() && self.lists.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn heading(&mut self) {
        let words = std::mem::take(&mut self.line);
        self.out += &match self.setting.colour {
            true => format!("\x1b[1m{words}\x1b[0m\n"),
            false => format!("{words}\n{}\n", "-".repeat(words.chars().count().min(self.setting.width))),
        };
    }

    fn item(&mut self) {
        let depth = self.lists.len();
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        self.mark = format!("{}{mark}", "  ".repeat(depth - 1));
    }

    fn paragraph(&mut self) {
        let words = std::mem::take(&mut self.line);
        if words.is_empty() {
            return;
        }
        let mark = std::mem::take(&mut self.mark);
        let indent = "  ".repeat(self.lists.len());
        let first = if mark.is_empty() { indent.clone() } else { mark };
        let options = textwrap::Options::new(self.setting.width).initial_indent(&first).subsequent_indent(&indent);
        self.out += &textwrap::fill(&words, options);
        self.out.push('\n');
    }

    /// Lines as they are, set in a little.
    fn verbatim(&mut self) {
        for line in std::mem::take(&mut self.line).lines() {
            self.out += &format!("  {line}\n");
        }
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let [header, rows @ ..] = rows else { return };
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut grid = Grid::new(&header).width(self.setting.width);
        rows.iter().for_each(|row| grid.row(row));
        self.out += &format!("{grid}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n\nSome `code` and\nmore **words** here.\n\n![the board](x.svg)\n\n- **XX-1** a rule that is \
                        longer than a line\n  - inner\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode as it is\n```\n";

    #[test]
    fn a_page_is_set_without_marks() {
        let set = set(PAGE, "7 . .\n  a b\n", Setting { width: 24, colour: false });
        assert_eq!(
            set,
            "Title\n-----\n\nSome code and more words\nhere.\n\n  7 . .\n    a b\n\n- XX-1 a rule that is\n  longer than a \
             line\n  - inner\n- two\n\n a   b\n───────\n 1   2\n\n  code as it is\n"
        );
    }

    #[test]
    fn bold_words_do_not_count_as_longer() {
        let set = set("**one** two", "", Setting { width: 40, colour: true });
        assert_eq!(set, "\x1b[1mone\x1b[0m two\n");
    }
}
