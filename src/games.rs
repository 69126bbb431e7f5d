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
    fn a_slip_of_the_pen_is_mended_and_nonsense_is_not() {
        assert_eq!(nearest("bosmann", &["bosman", "dzicz"]), Some("bosman"));
        assert_eq!(nearest("xyzzy", &NAMES), None);
    }
}
