//! Rules pages: finding a rule by its id or by a word.

/// A rule of a rules page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its id, such as `BO-14`.
    pub id: String,
    /// Its list item with all that belongs to it, or its row of a table, in Markdown.
    pub text: String,
}

/// All the rules of a page, in order.
pub fn rules(page: &str) -> Vec<Rule> {
    let lines: Vec<&str> = page.lines().collect();
    let starts = (0..lines.len()).filter_map(|at| Some((at, id_in(lines[at])?)));
    starts.map(|(at, id)| Rule { id: id.to_owned(), text: text_of(&lines[at..]) }).collect()
}

/// One rule by its id, in capitals or not.
pub fn rule(page: &str, id: &str) -> Option<Rule> {
    rules(page).into_iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// The rules that mention a word or the beginning of one.
pub fn rules_mentioning(page: &str, word: &str) -> Vec<Rule> {
    let word = word.to_lowercase();
    let mentions = |rule: &Rule| {
        let text = rule.text.to_lowercase();
        let begins = |at: usize| !text[..at].ends_with(|before: char| before.is_alphanumeric());
        text.match_indices(&word).any(|(at, _)| begins(at))
    };
    rules(page).into_iter().filter(mentions).collect()
}

/// Whether a text has the form of an id: two letters, a hyphen and a number.
pub fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(game, number)| {
        game.len() == 2
            && game.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The id that a line defines, between two pairs of stars.
fn id_in(line: &str) -> Option<&str> {
    line.split("**").skip(1).step_by(2).find(|bold| is_id(bold))
}

/// The rule that begins in the first of these lines.
fn text_of(lines: &[&str]) -> String {
    let first = lines[0];
    if first.starts_with('|') {
        let cells: Vec<&str> = first.trim_matches('|').split('|').map(str::trim).collect();
        return cells.join(": ");
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let belongs = |line: &&&str| line.is_empty() || indent(line) > indent(first);
    let rest = lines[1..].iter().take_while(belongs);
    std::iter::once(&first).chain(rest).copied().collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# T\n\n- **XX-1** one\n  more\n  - inner\n- **XX-2** two Fish\n\n| **XX-3** a | b |\n| c | d |\n";

    #[test]
    fn a_rule_is_found_with_all_that_belongs_to_it() {
        let text = |id| rule(PAGE, id).unwrap().text;
        assert_eq!(text("xx-1"), "- **XX-1** one\n  more\n  - inner");
        assert_eq!(text("XX-2"), "- **XX-2** two Fish");
        assert_eq!(text("XX-3"), "**XX-3** a: b");
        assert_eq!(rule(PAGE, "XX-4"), None);
    }

    #[test]
    fn a_word_is_found_at_its_beginning_in_capitals_or_not() {
        let ids = |word| rules_mentioning(PAGE, word).into_iter().map(|rule| rule.id).collect::<Vec<_>>();
        assert_eq!(ids("fish"), ["XX-2"]);
        assert_eq!(ids("inn"), ["XX-1"]);
        assert_eq!(ids("ish"), [""; 0]);
    }

    #[test]
    fn ids_have_two_letters_and_a_number() {
        assert!(is_id("bo-14") && is_id("XX-1"));
        assert!(!is_id("boat") && !is_id("b-1") && !is_id("BO-") && !is_id("BO-x"));
    }
}
