//! Every column of every file, in one place.

/// A column of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name; with `{n}` there is one for every seat.
    pub name: &'static str,
    /// What it holds.
    pub meaning: &'static str,
}

/// A file of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its columns in order; those with `{n}` stand together and are repeated seat by seat.
    pub columns: &'static [Column],
}

const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning }
}

/// One row a game.
pub const GAMES: FileInfo = FileInfo {
    name: "games.csv",
    about: "One row a game, in order. Rows appear a block at a time as blocks finish. The same seed gives the same bytes, on \
            any number of threads.",
    columns: &[
        column("game", "number of the game, from 0"),
        column(
            "block",
            "number of the block: games that share a deal, one for every rotation of the bots over the seats",
        ),
        column("seed", "seed of the run; with `block` it makes the deal"),
        column("table", "number of the choice of bots, in the order of the schedule"),
        column("seat{n}_bot", "who sat in seat n"),
        column("seat{n}_score", "its score"),
        column("seat{n}_rank", "how many seats finished ahead of it"),
        column("seat{n}_payoff", "share of the others it beat, ties counted half"),
        column("seat{n}_win", "1 if it won, else 0"),
        column("decisions", "choices made by all seats"),
        column("turns", "turns begun, as the game counts them"),
        column("ended", "`goal`, `cut` (a limit of the rules) or `forfeit` (a bot failed)"),
        column(
            "forfeit",
            "seat that forfeited, if one did: it is last, all others are level, scores are as they stood",
        ),
        column("reason", "how it ended, in words"),
    ],
};

/// What the clock said.
pub const TIMING: FileInfo = FileInfo {
    name: "timing.csv",
    about: "What the clock said of every game; the only file that differs from run to run.",
    columns: &[
        column("game", "number of the game"),
        column("ms", "milliseconds it took"),
        column(
            "seat{n}_ms",
            "milliseconds the bot in seat n thought; 0 for one that picks at random, which is not timed",
        ),
    ],
};

/// The bots, best first.
pub const STANDINGS: FileInfo = FileInfo {
    name: "standings.csv",
    about: "The bots, best first. Intervals are 95 % and taken over blocks.",
    columns: &[
        column("place", "place by rating"),
        column("bot", "the bot"),
        column("rating", "Plackett-Luce rating in Elo points; the mean of all bots is 0"),
        column("rating_low", "lower end of its interval"),
        column("rating_high", "upper end"),
        column("above_next", "likelihood that it is stronger than the next bot"),
        column("games", "games it sat in"),
        column("score", "mean pairwise score against other bots, 0 to 1"),
        column("score_low", "lower end of its interval"),
        column("score_high", "upper end"),
        column("wins", "mean share of the win for a seat of its own; several winners divide it"),
        column("wins_low", "lower end of its interval"),
        column("wins_high", "upper end"),
        column("forfeits", "games it forfeited"),
    ],
};

/// Who beat whom.
pub const CROSSTABLE: FileInfo = FileInfo {
    name: "crosstable.csv",
    about: "Who beat whom: a row for every bot and opponent, in the order of the standings.",
    columns: &[
        column("bot", "the bot"),
        column("opponent", "whom it met"),
        column("meetings", "how often, over all pairs of seats"),
        column("score", "the bot's mean score in them, 0 to 1"),
        column("score_low", "lower end of its interval"),
        column("score_high", "upper end"),
        column("superiority", "likelihood that the bot's rating is the higher"),
    ],
};

/// What the seats are worth.
pub const SEATS: FileInfo = FileInfo {
    name: "seats.csv",
    about: "What the seats are worth, over all bots.",
    columns: &[
        column("seat", "the seat, from 0 in turn order"),
        column("games", "games played"),
        column("rating", "Elo points the seat adds to whoever sits there; the mean of all seats is 0"),
        column("rating_low", "lower end of its interval"),
        column("rating_high", "upper end"),
        column("payoff", "mean payoff of whoever sat there; 0.5 is fair"),
        column("payoff_low", "lower end of its interval"),
        column("payoff_high", "upper end"),
        column("wins", "mean share of the win; 1 / seats is fair"),
        column("wins_low", "lower end of its interval"),
        column("wins_high", "upper end"),
    ],
};

/// Every file with columns.
pub const FILES: &[FileInfo] = &[GAMES, TIMING, STANDINGS, CROSSTABLE, SEATS];

impl FileInfo {
    /// The names of all columns at a table of so many seats.
    pub fn header(&self, seats: usize) -> Vec<String> {
        let seated = |column: &&Column| column.name.contains("{n}");
        let before = self.columns.iter().take_while(|column| !seated(column));
        let mut header: Vec<String> = before.map(|column| column.name.to_owned()).collect();
        let of_a_seat: Vec<&Column> = self.columns.iter().filter(seated).collect();
        for seat in 0..seats {
            header.extend(of_a_seat.iter().map(|column| column.name.replace("{n}", &seat.to_string())));
        }
        let after = self.columns.iter().skip_while(|column| !seated(column)).skip_while(seated);
        header.extend(after.map(|column| column.name.to_owned()));
        header
    }

    /// The first line of the file.
    pub fn header_line(&self, seats: usize) -> String {
        self.header(seats).join(",") + "\n"
    }
}

/// The page that documents all files.
pub fn page() -> String {
    let mut page = "# Files of a tournament\n\n\
        `marque tournament … --out DIR` writes these files into DIR. CSV files are UTF-8 with a header line.\n\
        `manifest.json` holds what the run is: program version and commit, command, game, rules, bots and seed.\n\
        With `--traces` every game is kept in `traces/` as a file named after its number, which `marque replay` reads.\n\
        The same command with the same DIR goes on where a stopped run ended; a DIR of another run is refused.\n"
        .to_owned();
    for file in FILES {
        page += &format!("\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n", file.name, file.about);
        for column in file.columns {
            page += &format!("| `{}` | {} |\n", column.name, column.meaning);
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_columns_are_repeated_seat_by_seat() {
        assert_eq!(TIMING.header(2), ["game", "ms", "seat0_ms", "seat1_ms"]);
        let games = GAMES.header(3);
        assert_eq!((games.len(), games[9].as_str(), games[19].as_str()), (24, "seat1_bot", "decisions"));
        assert_eq!(SEATS.header(2).len(), SEATS.columns.len());
    }

    /// `cargo test -p marque-experiments write_the_page -- --ignored` writes the page anew.
    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/files.md");
        assert!(
            std::fs::read_to_string(path).is_ok_and(|text| text == page()),
            "docs/files.md is not what `page` gives"
        );
    }

    #[test]
    #[ignore = "writes docs/files.md"]
    fn write_the_page() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/files.md"), page()).unwrap();
    }
}
