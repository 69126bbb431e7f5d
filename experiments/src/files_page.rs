//! The page that documents all files, from their rows alone.

use crate::balance::dataset;
use crate::files::{Column, FileInfo, GameRow, Row, TimingRow};
use crate::tournament;
use crate::tune::rows;

/// The page that documents all files.
fn page() -> String {
    let mut page = "# Files\n\n\
        A run writes these files into its folder: a tournament (`marque tournament … --out DIR`) those of the first part, an\n\
        experiment (`marque run FILE`, by default into `runs/NAME`) those of the second, and a search for rules\n\
        (`marque tune FILE`) those of the third, with the experiments it played in `rounds/` and `confirmed/` and the ruleset\n\
        it found in `best.toml`. CSV files are UTF-8 with a header line; rows are rows of one struct in the program, from\n\
        which this page is made too. `--format jsonl`, `jsonl.gz` or `csv.gz` writes all of them in that format beside the CSV\n\
        files: in JSON lines every row is an object with the same columns, and an empty cell is `null`.\n\n\
        `manifest.json` holds what the run is: program version and commit, command, game, rules, bots and seed. The same\n\
        command with the same folder goes on where a stopped run ended, and with more games where a finished one did, to the\n\
        same bytes as if all had been asked for at once. A folder of another run, or one with files of these names that no\n\
        run of ours wrote, is refused. With `--traces` a tournament keeps every game in `traces/` as a file named\n\
        after its number, which `marque replay` reads; those that are missing or damaged are made again.\n\n\
        A figure with an interval takes three columns: the value, and the two ends behind it. Intervals are 95 %.\n\n\
        In CSV a text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before\n\
        it, so that no spreadsheet takes it for a formula.\n"
        .to_owned();
    let parts = [
        ("Files of a tournament", tournament::files()),
        ("Files of an experiment", dataset::files()),
        ("Files of a search for rules", rows::files()),
    ];
    for (title, files) in parts {
        page += &format!("\n# {title}\n");
        for FileInfo { name, about, columns } in files {
            let about = about.lines().map(str::trim).collect::<Vec<_>>().join("\n");
            page += &format!("\n## {name}.csv\n\n{about}\n\n| column | unit | meaning |\n|---|---|---|\n");
            for Column { name, unit, meaning } in columns {
                page += &format!("| `{name}` | {unit} | {meaning} |\n");
            }
        }
    }
    page + OTHERS
}

/// Files that are not of a run.
const OTHERS: &str = "
# Other files

## Traces

A trace is a whole game as JSON lines (`.jsonl`): `marque trace` writes one, tournaments keep them with `--traces`, sittings are
saved as one, and `marque replay`, `check` and `analyze` read them. The first line says what is played, each other one what
happened next:

| line | fields |
|---|---|
| first | `game`, `players`, `seed`, `rules` (every parameter); of a sitting also `sitting`: who sat where |
| chance | `chance`: what it brought |
| choice | `seat`, `legal` (all its legal actions, in byte order), `action` (the one it chose) |
| last | `over` (true), `scores` and `ranks` by seat, 0 the best rank |

```text
{\"game\":\"bosman\",\"players\":2,\"seed\":7,\"rules\":{…}}
{\"chance\":\"draw:F20\"}
{\"seat\":0,\"legal\":[\"keep\",\"swap:C11\"],\"action\":\"keep\"}
{\"over\":true,\"scores\":[1,0],\"ranks\":[0,1]}
```

## marque analyze --csv

What a bot thinks of a whole game: one row for the start and one for the position after every event.

| column | unit | meaning |
|---|---|---|
| `event` | number | How many events came before the position. |
| `by` | text | Who was behind the last of them: the number of a seat, or `chance`. |
| `played` | text | That event. |
| `value_{n}` | reward | What seat n can expect there. |
| `swing_{n}` | reward | By how much the event changed that. |
| `best` | text | What would have been best in place of the event, where a seat was graded on it. |
| `gap` | reward | How much less the seat could expect than after the best. |
| `gap_low` | reward | Lower end of its 95 % interval. |
| `gap_high` | reward | Upper end. |
| `grade` | text | `inaccuracy`, `mistake`, `blunder`, or nothing. |
";

#[test]
fn seat_columns_are_repeated_seat_by_seat() {
    assert_eq!(TimingRow::header(2), ["game", "ms", "seat0_ms", "seat1_ms"]);
    let games = GameRow::header(3);
    assert_eq!((games.len(), games[9].as_str(), games[19].as_str()), (24, "seat1_bot", "decisions"));
}

/// With `MARQUE_BLESS=1` it is written anew.
#[test]
fn the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/files.md");
    if std::env::var_os("MARQUE_BLESS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).is_ok_and(|text| text == page()),
        "docs/files.md is old: run with MARQUE_BLESS=1"
    );
}
