use crate::game::{Game, Info};

/// The one list of the games: calls a macro with it.
///
/// `every_game!([some_macro] arguments)` becomes `some_macro!([bosman::Bosman, …] arguments)`. Adding a game adds one line
/// here.
#[macro_export]
macro_rules! every_game {
    ([$($callback:tt)*] $($arguments:tt)*) => {
        $($callback)*! {
            [
                bosman::Bosman,
                dzicz::Dzicz,
                hexxi::Hexxi,
                santy_anno::SantyAnno,
                somaliland::Somaliland,
            ]
            $($arguments)*
        }
    };
}

/// Runs an expression with the type of the game called `$name`; `None` if there is no such game.
///
/// As a macro it lets every caller ask of the type what it needs.
///
/// ```
/// use marque::Game;
///
/// let seats = marque::with_game!("bosman", G => G::INFO.seats);
/// assert_eq!(seats, Some(&[2, 4][..]));
/// assert_eq!(marque::with_game!("chess", G => G::INFO.seats), None);
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $body:expr) => {
        $crate::every_game!([$crate::with_game] @match $name, $G, $body)
    };
    ([$($module:ident::$Game:ident),* $(,)?] @match $name:expr, $G:ident, $body:expr) => {{
        let _name: &str = $name;
        $(if _name == <$crate::$module::$Game as $crate::Game>::INFO.name {
            type $G = $crate::$module::$Game;
            Some($body)
        } else)* {
            None
        }
    }};
}

macro_rules! infos {
    ([$($module:ident::$Game:ident),* $(,)?]) => {
        &[$(<crate::$module::$Game as Game>::INFO),*]
    };
}

/// What there is to say about every game.
pub const GAMES: &[Info] = every_game!([infos]);

/// The names of all games, as commands and traces write them.
pub const NAMES: [&str; GAMES.len()] = {
    let mut names = [""; GAMES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = GAMES[index].name;
        index += 1;
    }
    names
};

/// One rule of a rules page by its id: its list item with all that belongs to it, or its row of a table.
pub fn rule(page: &str, id: &str) -> Option<String> {
    let mark = format!("**{}**", id.to_ascii_uppercase());
    let mut lines = page.lines().skip_while(|line| !line.contains(&mark));
    let first = lines.next()?;
    if first.starts_with('|') {
        let cells: Vec<&str> = first.trim_matches('|').split('|').map(str::trim).collect();
        return Some(cells.join(": "));
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let belongs = |line: &&str| line.is_empty() || indent(line) > indent(first);
    let rest = lines.take_while(belongs);
    Some(std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n").trim().to_owned())
}

/// The candidate most like a mistyped word, if any is like it at all.
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates
        .iter()
        .map(|&candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|&(likeness, _)| likeness > 0.75)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_game() {
        for info in GAMES {
            assert_eq!(with_game!(info.name, G => G::INFO), Some(*info));
        }
    }

    #[test]
    fn a_rule_is_found_with_all_that_belongs_to_it() {
        let page = "# T\n\n- **XX-1** one\n  more\n  - inner\n- **XX-2** two\n\n| **XX-3** a | b |\n| c | d |\n";
        assert_eq!(rule(page, "xx-1").unwrap(), "- **XX-1** one\n  more\n  - inner");
        assert_eq!(rule(page, "XX-2").unwrap(), "- **XX-2** two");
        assert_eq!(rule(page, "XX-3").unwrap(), "**XX-3** a: b");
        assert_eq!(rule(page, "XX-4"), None);
    }

    #[test]
    fn a_slip_of_the_pen_is_mended_and_nonsense_is_not() {
        assert_eq!(nearest("bosmann", &["bosman", "dzicz"]), Some("bosman"));
        assert_eq!(nearest("xyzzy", &NAMES), None);
    }
}
