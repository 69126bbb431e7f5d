//! What a finished experiment found, as its folder holds it: every table as typed rows.

use std::path::Path;

use serde_json::Value;

use super::game_rows::{LeadFactRow, UseFactRow, WatchedRow, What};
use super::measure::Unit;
use super::verdict::Verdict;
use crate::files::codec::{Maybe, Name, SixDigits, Text, Whole};
use crate::files::{File, FileInfo, FilesError, Folder, Format, ReadError, TimingRow, path_of, read_file};
use crate::intervals::Estimate;
use crate::manifest::Manifest;

crate::rows! {
    /// What is said about the experiment rather than found: title, question, game, seats, bots, the two bots of `[skill]`,
    /// seed, the precision that was asked for, how many games were played and how many independent blocks they make.
    pub struct AboutRow in "experiment" {
        /// What it is about.
        key: String => Text, "text";
        /// What is said.
        value: String => Text, "text";
    }

    /// Every measure of every variant, as `measures.md` defines them.
    pub struct MeasureRow in "variants" {
        /// The variant; the base is first.
        variant: String => Text, "text";
        /// Its rules where they are not the game's own.
        rules: String => Text, "text";
        /// The measure.
        measure: String => Text, "text";
        /// Its name for people.
        title: String => Text, "text";
        /// How the figure is read: `share` and `payoff` are of 1, `size` is compared by quotient, `number` by difference, `p`
        /// is a chance.
        unit: Unit => Name, "text";
        /// The figure.
        value: Estimate => SixDigits, "by `unit`";
        /// Games it comes from.
        games: u64 => Whole, "count";
        /// The difference from the base, or for sizes the relative change (0.38 is 38 % more).
        change: Estimate => SixDigits, "by `unit`";
        /// Chance of such a change if there is none; for `alike`, chance of such seats if every seat fares as in the base.
        p: f64 => SixDigits, "0 to 1";
        /// The same, corrected for all comparisons of what the question is about, or for all others, which are exploratory.
        p_holm: f64 => SixDigits, "0 to 1";
    }

    /// The answer: what every variant changes of what the question is about, one row for every variant and measure of the
    /// focus.
    pub struct VerdictRow in "verdicts" {
        /// The variant.
        variant: String => Text, "text";
        /// The measure.
        measure: String => Text, "text";
        /// Its name for people.
        title: String => Text, "text";
        /// How the figures are read, as in `variants`.
        unit: Unit => Name, "text";
        /// The figure by the base rules.
        base: Estimate => SixDigits, "by `unit`";
        /// The figure of the variant.
        value: Estimate => SixDigits, "by `unit`";
        /// The change: a difference, for sizes relative (0.38 is 38 % more), for the first seat's advantage by how much it is
        /// further from zero.
        change: Estimate => SixDigits, "by `unit`";
        /// The smallest change that matters, on the same scale.
        matters: f64 => SixDigits, "by `unit`";
        /// Chance of such a change if there is none, corrected for all that the question is about.
        p_holm: f64 => SixDigits, "0 to 1";
        /// `better`, `worse`, `higher`, `lower`, `equivalent` or `undecided`.
        verdict: Verdict => Name, "text";
        /// Games of the variant it comes from.
        games: u64 => Whole, "count";
        /// About how many games would decide; empty where it is decided.
        games_to_decide: Option<u64> => Maybe<Whole>, "count";
    }

    /// Along the numbers of a `[grid]`: how each measure of the focus changes from the lowest value of a rule to the highest.
    pub struct TrendRow in "trends" {
        /// The rule.
        rule: String => Text, "text";
        /// Its lowest value.
        from: f64 => SixDigits, "by `rule`";
        /// Its highest value.
        to: f64 => SixDigits, "by `rule`";
        /// The measure.
        measure: String => Text, "text";
        /// Its name for people.
        title: String => Text, "text";
        /// How the figures are read, as in `variants`.
        unit: Unit => Name, "text";
        /// The change from the lowest value to the highest on a straight line through all variants.
        change: Estimate => SixDigits, "by `unit`";
        /// Chance of such a trend if there is none, corrected for all that the question is about.
        p_holm: f64 => SixDigits, "0 to 1";
        /// `higher`, `lower`, `equivalent` or `undecided`, with growing values of the rule.
        verdict: Verdict => Name, "text";
    }

    /// How far the judge of drama can be trusted: what became of seats, by the payoff they had as things stood, over all
    /// tenths of all games but the start and the end.
    pub struct CalibrationRow in "calibration" {
        /// The variant.
        variant: String => Text, "text";
        /// The lowest payoff of the band.
        from: f64 => SixDigits, "0 to 1";
        /// The highest payoff of the band.
        to: f64 => SixDigits, "0 to 1";
        /// How often seats stood so.
        moments: u64 => Whole, "count";
        /// Their payoff as things stood, on average.
        judged: f64 => SixDigits, "0 to 1";
        /// Their payoff in the end.
        came_to: Estimate => SixDigits, "0 to 1";
    }

    /// How every seat fares in every variant.
    pub struct VariantSeatRow in "seats" {
        /// The variant.
        variant: String => Text, "text";
        /// The seat, from 0 in turn order.
        seat: usize => Whole, "number";
        /// Games played.
        games: u64 => Whole, "count";
        /// Share of the wins of whoever sat there.
        win_share: Estimate => SixDigits, "0 to 1";
        /// Payoff.
        payoff: Estimate => SixDigits, "0 to 1";
        /// Score.
        score: Estimate => SixDigits, "points";
    }

    /// How kinds of action and deeds are used, and what becomes of those who use them.
    pub struct UseRow in "actions" {
        /// The variant.
        variant: String => Text, "text";
        /// `action` for a kind of action, `deed` for what a seat came to.
        what: What => Name, "text";
        /// Which; every variant has the deeds of all.
        name: String => Text, "text";
        /// Share of all decisions in which it was legal.
        legal: Estimate => SixDigits, "0 to 1";
        /// Share of all decisions in which it was chosen.
        chosen: Estimate => SixDigits, "0 to 1";
        /// Of the decisions in which it was legal, those in which it was chosen.
        taken: Estimate => SixDigits, "0 to 1";
        /// Share of seats, over games, that did it at least once.
        users: Estimate => SixDigits, "0 to 1";
        /// How often one of those did it in a game.
        times: Estimate => SixDigits, "count";
        /// Share of the wins of seats that did it at least once.
        win_share_with: Estimate => SixDigits, "0 to 1";
        /// Share of the wins of those that did not.
        win_share_without: Estimate => SixDigits, "0 to 1";
        /// Payoff of seats that did it at least once.
        payoff_with: Estimate => SixDigits, "0 to 1";
        /// Payoff of those that did not.
        payoff_without: Estimate => SixDigits, "0 to 1";
    }

    /// Each level of skill against the one below.
    pub struct LadderRow in "ladder" {
        /// The variant.
        variant: String => Text, "text";
        /// The level, from 1.
        level: u32 => Whole, "number";
        /// The bot of that level.
        bot: String => Text, "text";
        /// The bot of the level below.
        against: String => Text, "text";
        /// Games played.
        games: u64 => Whole, "count";
        /// Payoff of the bot alone with copies of the other.
        payoff: Estimate => SixDigits, "0 to 1";
        /// Its share of the wins.
        win_share: Estimate => SixDigits, "0 to 1";
    }

    /// Every plan against every plan.
    pub struct StyleRow in "styles" {
        /// The variant.
        variant: String => Text, "text";
        /// The bot that sat alone.
        bot: String => Text, "text";
        /// The bot of which it sat with copies.
        against: String => Text, "text";
        /// Games played.
        games: u64 => Whole, "count";
        /// Payoff of the bot that sat alone.
        payoff: Estimate => SixDigits, "0 to 1";
        /// Its share of the wins.
        win_share: Estimate => SixDigits, "0 to 1";
    }

    /// What a bot comes to without a kind of action.
    pub struct RestrictedRow in "restricted" {
        /// The variant.
        variant: String => Text, "text";
        /// The bot.
        bot: String => Text, "text";
        /// The kinds of action it had to do without.
        without: String => Text, "text";
        /// Games played.
        games: u64 => Whole, "count";
        /// Its payoff, alone with copies that had them.
        payoff: Estimate => SixDigits, "0 to 1";
        /// Its share of the wins.
        win_share: Estimate => SixDigits, "0 to 1";
    }

    /// How length and scores are distributed.
    pub struct BarRow in "distributions" {
        /// The variant.
        variant: String => Text, "text";
        /// `decisions`, `turns`, `score` or `margin`.
        quantity: Quantity => Name, "text";
        /// The first value of a bar.
        from: i64 => Whole, "by `quantity`";
        /// The last value of the bar.
        to: i64 => Whole, "by `quantity`";
        /// How often one of them came up.
        count: u64 => Whole, "count";
        /// The same as a share of all.
        share: f64 => SixDigits, "0 to 1";
    }

    /// Who led when.
    pub struct LeadRow in "lead" {
        /// The variant.
        variant: String => Text, "text";
        /// How many tenths of the game were over.
        tenth: usize => Whole, "tenths";
        /// The payoff of the best winner less that of the best other seat, as things stood.
        lead: Estimate => SixDigits, "payoff";
        /// Of the games with a leader then, the share of the win it had in the end.
        leader_wins: Estimate => SixDigits, "0 to 1";
    }
}

pub use super::variant_sums::Quantity;

/// The files of an experiment.
pub fn files() -> Vec<FileInfo> {
    vec![
        FileInfo::of::<WatchedRow>(),
        FileInfo::of::<TimingRow>(),
        FileInfo::of::<UseFactRow>(),
        FileInfo::of::<LeadFactRow>(),
        FileInfo::of::<AboutRow>(),
        FileInfo::of::<VerdictRow>(),
        FileInfo::of::<TrendRow>(),
        FileInfo::of::<MeasureRow>(),
        FileInfo::of::<VariantSeatRow>(),
        FileInfo::of::<UseRow>(),
        FileInfo::of::<LadderRow>(),
        FileInfo::of::<StyleRow>(),
        FileInfo::of::<RestrictedRow>(),
        FileInfo::of::<BarRow>(),
        FileInfo::of::<LeadRow>(),
        FileInfo::of::<CalibrationRow>(),
    ]
}

/// What is said about an experiment rather than found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct About {
    /// A few words.
    pub title: String,
    /// What a designer wants to know.
    pub question: String,
    /// The game's name.
    pub game: String,
    /// The game's name for people.
    pub game_title: String,
    /// How many seats play.
    pub seats: usize,
    /// Who plays.
    pub bots: String,
    /// The stronger bot, where skill is measured.
    pub strong: String,
    /// The weaker bot, where skill is measured.
    pub weak: String,
    /// The seed of all deals.
    pub seed: u64,
    /// Games of all matches, at most where a precision was asked for.
    pub games_planned: u64,
    /// Games of all matches that were played.
    pub games_played: u64,
    /// How narrow intervals should get: measures with points or per cent.
    pub precision: Vec<(String, f64)>,
    /// Games played of each variant.
    pub games_of_a_variant: u64,
    /// Independent blocks of each variant; 0 where nobody wrote it down.
    pub blocks_of_a_variant: u64,
    /// The program's version that played it, from the manifest as all that follows.
    pub version: String,
    /// The commit it was built from, where that is known.
    pub commit: String,
    /// The day it was begun, where that is known.
    pub date: String,
}

impl About {
    fn rows(&self) -> Vec<AboutRow> {
        [
            ("title", self.title.clone()),
            ("question", self.question.clone()),
            ("game", self.game.clone()),
            ("game_title", self.game_title.clone()),
            ("seats", self.seats.to_string()),
            ("bots", self.bots.clone()),
            ("strong", self.strong.clone()),
            ("weak", self.weak.clone()),
            ("seed", self.seed.to_string()),
            ("games_planned", self.games_planned.to_string()),
            ("games_played", self.games_played.to_string()),
            (
                "precision",
                self.precision.iter().map(|(key, size)| format!("{key}={size}")).collect::<Vec<_>>().join(" "),
            ),
            ("games_of_a_variant", self.games_of_a_variant.to_string()),
            ("blocks_of_a_variant", self.blocks_of_a_variant.to_string()),
        ]
        .map(|(key, value)| AboutRow { key: key.to_owned(), value })
        .into()
    }

    /// Reads what [`About::rows`] wrote; `Err` names the key that is not as it should be.
    fn read(rows: &[AboutRow]) -> Result<About, &'static str> {
        let text = |key: &'static str| rows.iter().find(|row| row.key == key).map(|row| row.value.clone()).ok_or(key);
        let number = |key: &'static str| text(key)?.parse::<u64>().map_err(|_| key);
        // Folders of older versions do without these.
        let maybe = |key: &'static str| text(key).unwrap_or_default();
        let games_planned = number("games_planned")?;
        let size = |word: &str| word.split_once('=').and_then(|(key, size)| Some((key.to_owned(), size.parse().ok()?)));
        Ok(About {
            title: text("title")?,
            question: text("question")?,
            game: text("game")?,
            game_title: text("game_title")?,
            seats: number("seats")? as usize,
            bots: text("bots")?,
            strong: text("strong")?,
            weak: text("weak")?,
            seed: number("seed")?,
            games_planned,
            games_played: maybe("games_played").parse().unwrap_or(games_planned),
            precision: maybe("precision").split(' ').filter_map(size).collect(),
            games_of_a_variant: number("games_of_a_variant")?,
            blocks_of_a_variant: maybe("blocks_of_a_variant").parse().unwrap_or(0),
            version: String::new(),
            commit: String::new(),
            date: String::new(),
        })
    }
}

/// Every table of an experiment; one that it does not have is empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dataset {
    /// What is said about the experiment.
    pub about: About,
    /// The answer, variant by variant.
    pub verdicts: Vec<VerdictRow>,
    /// Trends along the numbers of a grid.
    pub trends: Vec<TrendRow>,
    /// Every measure of every variant.
    pub measures: Vec<MeasureRow>,
    /// How every seat fares.
    pub seats: Vec<VariantSeatRow>,
    /// How kinds of action and deeds are used.
    pub uses: Vec<UseRow>,
    /// Each level of skill against the one below.
    pub ladder: Vec<LadderRow>,
    /// Every plan against every plan.
    pub styles: Vec<StyleRow>,
    /// What a bot comes to without a kind of action.
    pub restricted: Vec<RestrictedRow>,
    /// How length and scores are distributed.
    pub bars: Vec<BarRow>,
    /// Who led when.
    pub lead: Vec<LeadRow>,
    /// How far the judge of drama can be trusted.
    pub calibration: Vec<CalibrationRow>,
}

impl Dataset {
    /// Writes the tables that have rows.
    pub fn write(&self, folder: &Folder, formats: &[Format]) -> Result<(), FilesError> {
        fn some<R: File>(folder: &Folder, formats: &[Format], rows: &[R]) -> Result<(), FilesError> {
            if rows.is_empty() { Ok(()) } else { folder.export_all(formats, rows) }
        }
        some(folder, formats, &self.about.rows())?;
        some(folder, formats, &self.verdicts)?;
        some(folder, formats, &self.trends)?;
        some(folder, formats, &self.measures)?;
        some(folder, formats, &self.seats)?;
        some(folder, formats, &self.uses)?;
        some(folder, formats, &self.ladder)?;
        some(folder, formats, &self.styles)?;
        some(folder, formats, &self.restricted)?;
        some(folder, formats, &self.bars)?;
        some(folder, formats, &self.lead)?;
        some(folder, formats, &self.calibration)
    }

    /// Reads the tables of a folder.
    pub fn read(folder: &Path) -> Result<Dataset, ReadError> {
        /// A table that is there where the experiment has such a section.
        fn some<R: File>(folder: &Path) -> Result<Vec<R>, ReadError> {
            match read_file(folder) {
                Err(ReadError::Missing(_)) => Ok(Vec::new()),
                read => read,
            }
        }
        let mut about = About::read(&read_file(folder)?).map_err(|key| ReadError::Content {
            path: path_of::<AboutRow>(folder),
            problem: format!("the key `{key}` is missing, or its value is not what belongs there"),
        })?;
        // A report can do without the manifest.
        if let Ok(Some(manifest)) = Manifest::read(folder) {
            let text = |key: &str| manifest.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            (about.version, about.commit, about.date) = (text("version"), text("commit"), text("date"));
        }
        Ok(Dataset {
            about,
            verdicts: some(folder)?,
            trends: some(folder)?,
            measures: read_file(folder)?,
            seats: read_file(folder)?,
            uses: some(folder)?,
            ladder: some(folder)?,
            styles: some(folder)?,
            restricted: some(folder)?,
            bars: some(folder)?,
            lead: some(folder)?,
            calibration: some(folder)?,
        })
    }

    /// The names of the variants, the base first.
    pub fn variant_names(&self) -> Vec<&str> {
        once_each(self.seats.iter().map(|row| row.variant.as_str()))
    }
}

/// Each of some names once, in the order in which they first come.
pub fn once_each<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}
