//! What a person types, and what it means.

use marque::nearest;
use marque_agents::sitting::Ask;

use super::screen::Moves;

/// What a person at the table asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Start the clock.
    Ready,
    /// Play a legal action.
    Move(String),
    /// List the commands.
    Help,
    /// Say what to do and why, or show what the rules have on a word.
    Rules(Option<String>),
    /// Ask the strongest bot.
    Hint,
    /// Take back one's last decision and all that followed.
    Undo,
    /// Write the game to its file, or to another.
    Save(Option<String>),
    /// Show the board again.
    Board,
    /// List all moves, or all of one kind.
    Moves(Option<String>),
    /// Say who sits where.
    Seats,
    /// Leave the table.
    Quit,
}

/// What can be typed.
pub const HELP: &str = "\
A move: its number, its notation, or the first letters of it if no other move begins so.
  board        draws the board and lists your moves
  moves        lists every move; `moves KIND` all moves of a kind
  rules        the aim, what you may do now, and which rules say so
  rules WORD   what the rules say about a word; `rules ID` shows a rule
  seats        who sits where, and how they stand
  hint         what the strongest bot would do, by numbers
  undo         takes back your last decision and all that followed
  save         writes the game to its file; `save FILE` to another
  quit         leaves the table; the game is saved
";

const COMMANDS: [&str; 9] = ["help", "rules", "hint", "undo", "save", "board", "moves", "seats", "quit"];

/// Reads a line: a command, the number of a move (from 1), its notation or a prefix that only one move has.
pub fn read(line: &str, ask: Ask, moves: &Moves) -> Result<Request, String> {
    let legal = moves.sorted();
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    match word {
        "" if ask == Ask::Ready => return Ok(Request::Ready),
        "" => return Err("Type the number of a move, its notation, or `help`.".to_owned()),
        "help" | "?" => return Ok(Request::Help),
        "rules" => return Ok(Request::Rules(rest)),
        "hint" => return Ok(Request::Hint),
        "undo" => return Ok(Request::Undo),
        "save" => return Ok(Request::Save(rest)),
        "board" => return Ok(Request::Board),
        "moves" => return Ok(Request::Moves(rest)),
        "seats" => return Ok(Request::Seats),
        "quit" | "exit" => return Ok(Request::Quit),
        _ if ask == Ask::Ready => return Err("Press Enter when you are ready; your clock starts then.".to_owned()),
        _ => {}
    }
    if let Ok(number) = word.parse::<usize>() {
        return match number.checked_sub(1).and_then(|index| legal.get(index)) {
            Some(action) => Ok(Request::Move(action.clone())),
            None => Err(format!("There is no move {number}: they are numbered 1 to {}.", legal.len())),
        };
    }
    if legal.iter().any(|action| action == word) {
        return Ok(Request::Move(word.to_owned()));
    }
    let fitting: Vec<&str> = legal.iter().map(String::as_str).filter(|action| action.starts_with(word)).collect();
    match fitting[..] {
        [only] => Ok(Request::Move(only.to_owned())),
        [] => {
            let words: Vec<&str> = legal.iter().map(String::as_str).chain(COMMANDS).collect();
            let hint = nearest(word, &words).map_or(String::new(), |word| format!(" Did you mean `{word}`?"));
            Err(format!(
                "`{word}` is neither a legal move now nor a command.{hint} `moves` lists the moves, `help` the commands."
            ))
        }
        _ => {
            let more = if fitting.len() > 6 { format!(" and {} more", fitting.len() - 6) } else { String::new() };
            let shown = fitting[..fitting.len().min(6)].join(", ");
            Err(format!("`{word}` could be {shown}{more}. Type more of it, or the number."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Result<Request, String> {
        let moves = Moves::new(["keep", "swap:C11", "swap:F20"].map(str::to_owned).to_vec());
        read(line, Ask::Choose, &moves)
    }

    #[test]
    fn a_move_is_a_number_a_notation_or_a_unique_prefix() {
        for text in ["2", "swap:C11", " swap:C ", "swap:C1"] {
            assert_eq!(typed(text), Ok(Request::Move("swap:C11".to_owned())), "{text}");
        }
        assert_eq!(typed("k"), Ok(Request::Move("keep".to_owned())));
    }

    #[test]
    fn commands_come_before_moves() {
        assert_eq!(typed("rules BO-1"), Ok(Request::Rules(Some("BO-1".to_owned()))));
        assert_eq!(typed("moves swap"), Ok(Request::Moves(Some("swap".to_owned()))));
        assert_eq!(typed("save"), Ok(Request::Save(None)));
        assert_eq!(typed("quit"), Ok(Request::Quit));
    }

    #[test]
    fn wrong_input_explains_itself() {
        let error = |text| typed(text).unwrap_err();
        assert_eq!(error("swap"), "`swap` could be swap:C11, swap:F20. Type more of it, or the number.");
        assert_eq!(error("9"), "There is no move 9: they are numbered 1 to 3.");
        assert_eq!(error("0"), "There is no move 0: they are numbered 1 to 3.");
        assert!(error("kepe").contains("Did you mean `keep`?"));
        assert!(error("hnit").contains("Did you mean `hint`?"));
        assert!(error("").contains("`help`"));
    }

    #[test]
    fn an_empty_line_starts_the_clock_and_a_move_before_that_does_not_count() {
        let before = |line| read(line, Ask::Ready, &Moves::new(Vec::new()));
        assert_eq!(before("\n"), Ok(Request::Ready));
        assert_eq!(before("quit"), Ok(Request::Quit));
        assert!(before("run:5").unwrap_err().starts_with("Press Enter"));
    }
}
