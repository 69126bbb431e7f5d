//! What a person at the table sees of the moves to choose from.

/// Moves of a kind shown at once; `moves KIND` shows them all.
const SHOWN: usize = 24;
/// The width that lists are set in.
const WIDTH: usize = 100;

/// The kind of an action: the word before the colon.
fn kind(action: &str) -> &str {
    action.split(':').next().unwrap_or(action)
}

/// Sorts actions for people: by kind, short ones first, so that `aim:9` comes before `aim:10`.
pub fn sort(legal: &mut [String]) {
    legal.sort_by(|a, b| (kind(a), a.len(), a).cmp(&(kind(b), b.len(), b)));
}

/// The moves grouped by kind and numbered from 1; with `only`, all of one kind.
pub fn moves(legal: &[String], only: Option<&str>) -> String {
    let mut text = String::new();
    let mut first = 0;
    for group in legal.chunk_by(|a, b| kind(a) == kind(b)) {
        let name = kind(&group[0]);
        if only.is_none_or(|only| only == name) {
            let shown = if only.is_some() { group.len() } else { group.len().min(SHOWN) };
            text += &columns(name, first, &group[..shown]);
            if shown < group.len() {
                text += &format!("  … {} more: `moves {name}` lists them all\n", group.len() - shown);
            }
        }
        first += group.len();
    }
    if text.is_empty() { "There are no such moves now.\n".to_owned() } else { text }
}

fn columns(name: &str, first: usize, group: &[String]) -> String {
    let cells: Vec<String> =
        group.iter().enumerate().map(|(index, action)| format!("{:>4} {action}", first + index + 1)).collect();
    if let [cell] = &cells[..] {
        return format!("{cell}\n");
    }
    let width = cells.iter().map(String::len).max().unwrap_or(0) + 2;
    let across = (WIDTH / width).max(1);
    let mut text = format!(" {name} ({})\n", group.len());
    for row in cells.chunks(across) {
        let row: String = row.iter().map(|cell| format!("{cell:<width$}")).collect();
        text += row.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_by_kind_and_numbered_through() {
        let mut legal: Vec<String> = ["pass", "aim:10", "aim:9", "take:30N", "take:32S"].map(str::to_owned).to_vec();
        sort(&mut legal);
        assert_eq!(
            moves(&legal, None),
            " aim (2)\n   1 aim:9      2 aim:10\n   3 pass\n take (2)\n   4 take:30N     5 take:32S\n"
        );
        assert_eq!(moves(&legal, Some("take")), " take (2)\n   4 take:30N     5 take:32S\n");
        assert_eq!(moves(&legal, Some("fly")), "There are no such moves now.\n");
    }

    #[test]
    fn a_long_group_is_cut_and_says_how_to_see_it_all() {
        let mut legal: Vec<String> = (0..30).map(|n| format!("aim:{n}")).collect();
        sort(&mut legal);
        assert!(moves(&legal, None).contains("… 6 more: `moves aim` lists them all"));
        assert!(moves(&legal, Some("aim")).contains("  30 aim:29"));
    }
}
