//! What a person at the table reads.

use std::fmt::Write;

use marque_agents::review::{Grade, Review};
use marque_agents::sitting::Hint;

/// Moves of a kind shown at once.
const SHOWN: usize = 24;
/// Choices told of when the game is over.
const LOOKED_BACK: usize = 3;

/// Breaks lines that are too long between words, further lines as far in as the first.
pub fn wrap(text: &str, width: usize) -> String {
    let fill = |line: &str| {
        let indent = &line[..line.len() - line.trim_start().len()];
        textwrap::fill(line, textwrap::Options::new(width).subsequent_indent(indent))
    };
    text.lines().map(fill).collect::<Vec<_>>().join("\n")
}

/// Words as a sentence.
pub fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}

/// The legal moves in the order in which people see them: by kind, short ones first, so that `aim:9` comes before
/// `aim:10`. A move's number is its place in the whole list, whichever part of it is shown.
pub struct Moves(Vec<String>);

impl Moves {
    /// Sorts the legal moves.
    pub fn new(mut legal: Vec<String>) -> Moves {
        legal.sort_by(|a, b| (kind(a), a.len(), a).cmp(&(kind(b), b.len(), b)));
        Moves(legal)
    }

    /// The moves in order; the first has the number 1.
    pub fn sorted(&self) -> &[String] {
        &self.0
    }

    /// The moves grouped by kind, of long groups the first.
    pub fn few(&self, width: usize) -> String {
        self.list(None, SHOWN, width)
    }

    /// The moves grouped by kind, all of them or all of one kind.
    pub fn all(&self, only: Option<&str>, width: usize) -> String {
        self.list(only, usize::MAX, width)
    }

    fn list(&self, only: Option<&str>, most: usize, width: usize) -> String {
        let mut text = String::new();
        let mut first = 0;
        for group in self.0.chunk_by(|a, b| kind(a) == kind(b)) {
            let name = kind(&group[0]);
            if only.is_none_or(|only| only == name) {
                let shown = group.len().min(most);
                text += &columns(name, first, &group[..shown], group.len(), width);
                if shown < group.len() {
                    let _ = writeln!(text, "  … {} more: `moves {name}` lists them all", group.len() - shown);
                }
            }
            first += group.len();
        }
        if text.is_empty() { "There are no such moves now.\n".to_owned() } else { text }
    }
}

/// The kind of an action: the word before the colon.
fn kind(action: &str) -> &str {
    action.split(':').next().unwrap_or(action)
}

fn columns(name: &str, first: usize, shown: &[String], count: usize, width: usize) -> String {
    let cells: Vec<String> =
        shown.iter().enumerate().map(|(index, action)| format!("{:>4} {action}", first + index + 1)).collect();
    if let [cell] = &cells[..] {
        return format!("{cell}\n");
    }
    let cell_width = cells.iter().map(String::len).max().unwrap_or(0) + 2;
    let across = (width / cell_width).max(1);
    let mut text = format!(" {name} ({count})\n");
    for row in cells.chunks(across) {
        let row: String = row.iter().map(|cell| format!("{cell:<cell_width$}")).collect();
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// A hint in words.
pub fn hint(Hint { adviser, iterations, moves }: &Hint) -> String {
    let mut text = format!("`{adviser}` looked at {iterations} ways on. By what they are worth to you:\n");
    for advice in moves {
        let percent = |share: f32| (share * 100.0).round();
        let then =
            if advice.then.is_empty() { String::new() } else { format!(", then perhaps {}", advice.then.join(" ")) };
        let _ = writeln!(
            text,
            "  {}: {} % ± {} of the points to be had, tried {} times{then}",
            advice.action,
            percent(advice.value),
            percent(advice.margin),
            advice.visits
        );
    }
    text
}

/// A look back in words; `whose` comes before them.
pub fn review(whose: &str, review: &Review) -> String {
    let mistakes = review.mistakes();
    if mistakes.is_empty() {
        return format!("{whose}Looking back: no move of yours surely gave anything away that is worth a word.");
    }
    let mut text = format!("{whose}Looking back, what gave most away, in points of a hundred:\n");
    for decision in mistakes.iter().take(LOOKED_BACK) {
        let points = |share: f32| (share * 100.0).round();
        let because = decision.why.as_ref().and_then(|why| why.because.first());
        let because = because.map_or(String::new(), |because| format!(" {because}"));
        let _ = writeln!(
            text,
            "  event {}: {} gave {} away ({}); better was {}.{because}",
            decision.ply + 1,
            decision.played.action,
            points(decision.gap),
            decision.grade.map_or("", Grade::word),
            decision.best.action,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_by_kind_and_numbered_through() {
        let moves = Moves::new(["pass", "aim:10", "aim:9", "take:30N", "take:32S"].map(str::to_owned).to_vec());
        assert_eq!(
            moves.few(100),
            " aim (2)\n   1 aim:9      2 aim:10\n   3 pass\n take (2)\n   4 take:30N     5 take:32S\n"
        );
        assert_eq!(moves.all(Some("take"), 100), " take (2)\n   4 take:30N     5 take:32S\n");
        assert_eq!(moves.all(Some("fly"), 100), "There are no such moves now.\n");
    }

    #[test]
    fn a_long_group_is_cut_and_says_how_to_see_it_all_by_the_same_numbers() {
        let moves = Moves::new((0..30).map(|n| format!("aim:{n}")).chain(["pass".to_owned()]).collect());
        assert!(moves.few(100).contains(" aim (30)\n"));
        assert!(moves.few(100).contains("… 6 more: `moves aim` lists them all"));
        for list in [moves.few(100), moves.all(None, 100), moves.all(Some("pass"), 100)] {
            assert!(list.contains("  31 pass"), "{list}");
        }
        assert!(moves.all(None, 100).contains("  30 aim:29"));
    }

    #[test]
    fn long_lines_break_between_words_and_columns_stay() {
        assert_eq!(wrap("  one two three\na   b", 10), "  one two\n  three\na   b");
    }
}
