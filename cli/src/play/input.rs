//! What a person types, and what it means.

use marque::nearest;

/// What a person at the table asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Play the legal action with this index.
    Move(usize),
    /// List the commands.
    Help,
    /// Show a rule, or where to find the rules.
    Rules(Option<String>),
    /// Ask the strongest bot.
    Hint,
    /// Take back one's last decision and all that followed.
    Undo,
    /// Write the game to a file.
    Save(String),
    /// Show the board again.
    Board,
    /// List the moves again, all of one kind if it is named.
    Moves(Option<String>),
    /// Leave the table.
    Quit,
}

const COMMANDS: [&str; 8] = ["help", "rules", "hint", "undo", "save", "board", "moves", "quit"];

/// Reads a line: a command, the number of a move (from 1), its notation or a prefix that only one move has.
pub fn read(line: &str, legal: &[String]) -> Result<Request, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    match word {
        "" => return Err("Type the number of a move, its notation, or `help`.".to_owned()),
        "help" | "?" => return Ok(Request::Help),
        "rules" => return Ok(Request::Rules(rest)),
        "hint" => return Ok(Request::Hint),
        "undo" => return Ok(Request::Undo),
        "save" => return rest.map(Request::Save).ok_or_else(|| "Save to which file? `save my-game.jsonl`".to_owned()),
        "board" => return Ok(Request::Board),
        "moves" => return Ok(Request::Moves(rest)),
        "quit" | "exit" => return Ok(Request::Quit),
        _ => {}
    }
    if let Ok(number) = word.parse::<usize>() {
        return match number.checked_sub(1).filter(|&index| index < legal.len()) {
            Some(index) => Ok(Request::Move(index)),
            None => Err(format!("There is no move {number}: they are numbered 1 to {}.", legal.len())),
        };
    }
    if let Some(index) = legal.iter().position(|action| action == word) {
        return Ok(Request::Move(index));
    }
    let fitting: Vec<usize> = (0..legal.len()).filter(|&index| legal[index].starts_with(word)).collect();
    match fitting[..] {
        [index] => Ok(Request::Move(index)),
        [] => {
            let words: Vec<&str> = legal.iter().map(String::as_str).chain(COMMANDS).collect();
            let hint = nearest(word, &words).map_or(String::new(), |word| format!(" Did you mean `{word}`?"));
            Err(format!(
                "`{word}` is neither a legal move now nor a command.{hint} `moves` lists the moves, `help` the commands."
            ))
        }
        _ => {
            let shown: Vec<&str> = fitting.iter().take(6).map(|&index| legal[index].as_str()).collect();
            let more = if fitting.len() > 6 { format!(" and {} more", fitting.len() - 6) } else { String::new() };
            Err(format!("`{word}` could be {}{more}. Type more of it, or the number.", shown.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        ["keep", "swap:C11", "swap:F20"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_move_is_a_number_a_notation_or_a_unique_prefix() {
        for text in ["2", "swap:C11", " swap:C ", "swap:C1"] {
            assert_eq!(read(text, &legal()), Ok(Request::Move(1)), "{text}");
        }
        assert_eq!(read("k", &legal()), Ok(Request::Move(0)));
    }

    #[test]
    fn commands_come_before_moves() {
        assert_eq!(read("rules BO-1", &legal()), Ok(Request::Rules(Some("BO-1".to_owned()))));
        assert_eq!(read("moves swap", &legal()), Ok(Request::Moves(Some("swap".to_owned()))));
        assert_eq!(read("quit", &legal()), Ok(Request::Quit));
    }

    #[test]
    fn wrong_input_explains_itself() {
        let error = |text| read(text, &legal()).unwrap_err();
        assert_eq!(error("swap"), "`swap` could be swap:C11, swap:F20. Type more of it, or the number.");
        assert_eq!(error("9"), "There is no move 9: they are numbered 1 to 3.");
        assert_eq!(error("0"), "There is no move 0: they are numbered 1 to 3.");
        assert!(error("kepe").contains("Did you mean `keep`?"));
        assert!(error("hnit").contains("Did you mean `hint`?"));
        assert!(error("save").contains("which file"));
        assert!(error("").contains("`help`"));
    }
}
