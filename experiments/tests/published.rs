//! Every figure told in results/README.md, looked up in the files beside it.
//!
//! A figure is a number with its interval, `31 % [26, 36]`, or one that has none, `400`. Behind each, before the next, a
//! comment says where it is from: the file, the column and what the row has in other columns,
//!
//! ```text
//! games are 31 % [26, 36] longer<!-- bosman-boat/verdicts.csv; change; variant=boat 3x4; measure=decisions -->
//! ```
//!
//! Figures are compared in the rounding shown; a change may be told without its sign, by words that say which way it goes. A
//! verdict told must be that of the row, and what is undecided must be called so. Other numbers stand between backticks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words of changes upwards, and downwards.
const MORE: [&str; 12] =
    ["more", "longer", "larger", "higher", "grow", "gain", "rise", "better", "bring", "add", "further", "turns into"];
const LESS: [&str; 14] = [
    "less",
    "fewer",
    "shorter",
    "smaller",
    "lower",
    "shrink",
    "los",
    "fall",
    "rarer",
    "cost",
    "down",
    "sooner",
    "nearer",
    "disappear",
];
const VERDICTS: [&str; 4] = ["better", "worse", "equivalent", "undecided"];

/// A number as it is written: its value and how many decimals it shows.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number {
    value: f64,
    decimals: usize,
}

impl Number {
    /// The number that a text begins with, and what follows.
    fn read(text: &str) -> Option<(Number, &str)> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let end = digits.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(digits.len());
        // A full stop ends a sentence, not a number.
        let number = digits[..end].trim_end_matches('.');
        let length = text.len() - digits.len() + number.len();
        let value = text[..length].parse().ok()?;
        Some((Number { value, decimals: number.split_once('.').map_or(0, |(_, after)| after.len()) }, &text[length..]))
    }

    fn shows(self, value: f64) -> bool {
        (self.value - value).abs() <= 0.5 * 0.1f64.powi(self.decimals as i32) + 1e-9
    }
}

/// A figure: a number, and the ends of its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Told {
    value: Number,
    ends: Option<[Number; 2]>,
    percent: bool,
}

impl Told {
    /// All figures of a text.
    fn all(text: &str) -> Vec<Told> {
        let (mut told, mut rest, mut before) = (Vec::new(), text, ' ');
        while let Some(letter) = rest.chars().next() {
            let starts =
                letter.is_ascii_digit() || letter == '-' && rest[1..].starts_with(|next: char| next.is_ascii_digit());
            if starts && !before.is_alphanumeric() {
                let (figure, after) = Told::read(rest).unwrap();
                (rest, before) = (after, ' ');
                told.push(figure);
            } else {
                (rest, before) = (&rest[letter.len_utf8()..], letter);
            }
        }
        told
    }

    fn read(text: &str) -> Option<(Told, &str)> {
        let (value, rest) = Number::read(text)?;
        let (percent, rest) = rest.strip_prefix(" %").map_or((false, rest), |rest| (true, rest));
        let interval = |rest| {
            let (low, rest) = Number::read(str::strip_prefix(rest, " [")?)?;
            let (high, rest) = Number::read(rest.strip_prefix(", ")?)?;
            Some(([low, high], rest.strip_prefix(']')?))
        };
        let (ends, rest) = interval(rest).map_or((None, rest), |(ends, rest)| (Some(ends), rest));
        Some((Told { value, ends, percent }, rest))
    }
}

/// A row by its columns.
type Row = BTreeMap<String, String>;

/// The one row of a file that has what is asked of it.
fn row(folder: &Path, file: &str, asked: &[(&str, &str)]) -> Result<Row, String> {
    let mut reader = csv::Reader::from_path(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    let rows =
        reader.deserialize::<Row>().collect::<Result<Vec<_>, _>>().map_err(|error| format!("{file}: {error}"))?;
    let fits = |row: &&Row| asked.iter().all(|(key, value)| row.get(*key).is_some_and(|found| found == value));
    let mut found = rows.iter().filter(fits);
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row.clone()),
        (None, _) => Err(format!("{file} has no row with {asked:?}")),
        _ => Err(format!("{file} has several rows with {asked:?}")),
    }
}

/// Checks what a comment stands behind.
fn check(folder: &Path, piece: &str, source: &str) -> Result<(), String> {
    let parts: Vec<&str> = source.split(';').map(str::trim).collect();
    let [file, column, asked @ ..] = &parts[..] else { return Err("name a file and a column".to_owned()) };
    let asked: Option<Vec<(&str, &str)>> = asked.iter().map(|part| part.split_once('=')).collect();
    let row = row(folder, file, &asked.ok_or("rows are named by column=value")?)?;
    let cell = |name: &str| row.get(name).and_then(|text| text.parse::<f64>().ok());
    let figures = Told::all(piece);
    let [told] = figures[..] else { return Err(format!("{} figures before one comment", figures.len())) };
    let value = cell(column).ok_or_else(|| format!("{file} has no number in {column}"))?;
    let ends = match (cell(&format!("{column}_low")), cell(&format!("{column}_high"))) {
        (Some(low), Some(high)) => Some([low, high]),
        _ => None,
    };
    // What the figure is a part of decides how it is told: shares and payoffs in hundredths, sizes only as changes.
    let hundredths = match row.get("unit").map(String::as_str) {
        Some("share" | "payoff") => true,
        Some("size") => column.starts_with("change"),
        Some(_) => false,
        None => told.percent,
    };
    let scale = if hundredths { 100.0 } else { 1.0 };
    let shows = |sign: f64| {
        let ends_shown = match (told.ends, ends) {
            (Some([low, high]), Some([from, to])) => {
                let (from, to) = if sign < 0.0 { (-to, -from) } else { (from, to) };
                low.shows(scale * from) && high.shows(scale * to)
            }
            (None, None) => true,
            _ => false,
        };
        told.value.shows(sign * scale * value) && ends_shown
    };
    let says = |words: &[&str]| words.iter().any(|word| piece.contains(word));
    let is_change = column.starts_with("change");
    let right = match (shows(1.0), shows(-1.0)) {
        (true, _) if !is_change || value <= 0.0 => true,
        (true, _) => says(&MORE),
        // Only a change, or an advantage called a disadvantage, is told without its sign.
        (false, turned) => turned && if is_change { says(&LESS) } else { says(&["disadvantage"]) },
    };
    if !right {
        return Err(format!("{file} has {value} {ends:?} in {column}"));
    }
    if let Some(verdict) = row.get("verdict") {
        let other = VERDICTS.iter().find(|word| **word != verdict && piece.contains(**word));
        if let Some(other) = other {
            return Err(format!("{file} calls it {verdict}, not {other}"));
        }
        if is_change && verdict == "undecided" && !says(&["undecided"]) {
            return Err(format!("{file} calls it undecided"));
        }
    } else if is_change && cell("p_holm").is_some_and(|p| p >= 0.05) {
        return Err(format!("{file} does not let it pass as a difference"));
    }
    Ok(())
}

/// A paragraph or list item without what stands between backticks or is the target of a link.
fn plain(text: &str) -> String {
    let outside = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let mut pieces = outside.split("](");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + "]" + piece.split_once(')').map_or("", |(_, rest)| rest))
}

/// What is wrong with a page, a line for each figure.
fn wrong(folder: &Path, page: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    // What comes before the first heading of a game is about all of them, and tells nothing found.
    let told = page.split_once("\n## ").map_or("", |(_, told)| told);
    let lines = told.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.map(|line| if line.trim().is_empty() { "\n" } else { line }).collect();
    for item in lines.join(" ").replace("\n", "\0").replace(" - ", "\0").split('\0') {
        let mut pieces = item.split("<!--");
        let mut piece = pieces.next().unwrap_or_default().to_owned();
        for commented in pieces {
            let (source, rest) = commented.split_once("-->").unwrap_or((commented, ""));
            if let Err(problem) = check(folder, &plain(&piece), source.trim()) {
                wrong.push(format!("{}: {problem}", piece.trim()));
            }
            piece = rest.to_owned();
        }
        if !Told::all(&plain(&piece)).is_empty() {
            wrong.push(format!("{}: no comment says where this is from", piece.trim()));
        }
    }
    wrong
}

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("results")
}

#[test]
fn every_figure_told_is_in_the_files() {
    let page = fs::read_to_string(results().join("README.md")).unwrap();
    let wrong = wrong(&results(), &page);
    assert!(wrong.is_empty(), "results/README.md\n{}", wrong.join("\n"));
}

/// One command writes the table of speeds into both pages: `WRITE=1 benches/performance.sh playouts`.
#[test]
fn speeds_are_the_same_in_the_readme_and_on_the_page_about_performance() {
    let table = |page: &str| {
        let text = fs::read_to_string(results().with_file_name(page)).unwrap();
        let inside =
            text.split_once("<!-- playouts -->").and_then(|(_, rest)| rest.split_once("<!-- end of playouts -->"));
        inside.expect("the page has a table of playouts").0.to_owned()
    };
    assert_eq!(table("README.md"), table("docs/performance.md"));
}

/// A folder of results with one file.
fn published() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("marque-published-{}", std::process::id()));
    fs::create_dir_all(folder.join("boat")).unwrap();
    let rows = "variant,measure,unit,value,value_low,value_high,change,change_low,change_high,verdict\n\
                wide,decisions,size,101.4,99.2,103.6,0.3112,0.2561,0.3649,better\n\
                wide,first_seat,payoff,-0.02,-0.05,0.01,-0.1,-0.13,-0.07,undecided\n";
    fs::write(folder.join("boat/verdicts.csv"), rows).unwrap();
    folder
}

#[test]
fn a_wrong_number_end_direction_or_verdict_is_found() {
    let folder = published();
    let length = "<!-- boat/verdicts.csv; change; variant=wide; measure=decisions -->";
    let seat = "<!-- boat/verdicts.csv; change; variant=wide; measure=first_seat -->";
    let value = "<!-- boat/verdicts.csv; value; variant=wide; measure=first_seat -->";
    let right = [
        format!("games of `3x4` are 31 % [26, 36] longer{length}, which is fine"),
        format!("31.1 % [25.6, 36.5] longer, which is better{length}"),
        format!("it shrinks by 10 [7, 13] points, undecided{seat}"),
        format!("a disadvantage of 2 [-1, 5] points{value} and -2 [-5, 1]{value}"),
        "nothing is told of [this](boat2/report.html)".to_owned(),
    ];
    for text in &right {
        assert_eq!(wrong(&folder, &format!("# Results\n\n## Boats\n\n- {text}.\n")), Vec::<String>::new());
    }
    let bad = [
        (format!("32 % [26, 36] longer{length}"), "boat/verdicts.csv has 0.3112"),
        (format!("31 % [26, 37] longer{length}"), "boat/verdicts.csv has 0.3112"),
        (format!("31 % longer{length}"), "boat/verdicts.csv has 0.3112"),
        (format!("31 % [26, 36] shorter{length}"), "boat/verdicts.csv has 0.3112"),
        (format!("31 % [26, 36] longer, and worse{length}"), "calls it better, not worse"),
        (format!("it shrinks by 10 [7, 13] points{seat}"), "calls it undecided"),
        (format!("an advantage of 2 [-1, 5] points{value}"), "has -0.02"),
        (format!("31 % [26, 36] longer in 400 games{length}"), "2 figures before one comment"),
        ("31 % [26, 36] longer".to_owned(), "no comment says where this is from"),
        ("longer<!-- boat/verdicts.csv; change; variant=slim -->".to_owned(), "has no row with"),
    ];
    for (text, problem) in &bad {
        let found = wrong(&folder, &format!("# Results\n\n## Boats\n\n- {text}.\n- Else nothing.\n"));
        assert!(found.len() == 1 && found[0].contains(problem), "{text}: {found:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}
