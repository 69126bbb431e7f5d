//! Playing a search for rules: every round is an experiment of its own, in a folder of its own, and so is the confirmation.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use marque::random::{self, Purpose, stream};
use marque::ruleset;
use marque::toml::{self, Table, Value};
use marque_agents::Knowledge;
use thiserror::Error;

use super::answer::{self, Confirmed, Obstacle, error_of};
use super::rows::{self, CandidateRow, EffectRow};
use super::search::{Beliefs, Evidence, Output, Round, Search, Spending, outputs};
use super::space::Point;
use super::tune_file::{Request, Source};
use crate::balance::dataset::Dataset;
use crate::balance::experiment_file::{self, FileError};
use crate::balance::plan::{BASE, Plan};
use crate::clerk::{Observer, Progress, Venue, with_csv};
use crate::experiment::{self, ExperimentError};
use crate::files::{FilesError, Format, at, claim_folder, keep_safe, write_rows};
use crate::intervals::Estimate;
use crate::manifest::Manifest;
use crate::parts::Blocks;
use crate::report;

/// Why a search cannot be played.
#[derive(Debug, Error)]
pub enum TuneError {
    /// Its file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A round of it.
    #[error(transparent)]
    Round(#[from] ExperimentError),
    /// Its own files.
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl TuneError {
    /// Whether another command would do, rather than another disk or machine.
    pub fn is_usage(&self) -> bool {
        match self {
            TuneError::File(_) => true,
            TuneError::Round(error) => error.is_usage(),
            TuneError::Files(error) => !matches!(error, FilesError::Io { .. }),
        }
    }
}

/// What a search came to.
pub struct TuneResult {
    /// Games played and to play.
    pub progress: Progress,
    /// What was found, once all games are played.
    pub findings: Option<Findings>,
}

/// What was found.
pub struct Findings {
    /// The finalists and the base, played again.
    pub confirmed: Vec<Confirmed>,
    /// The number of the answer among them, if there is one.
    pub answer: Option<usize>,
    /// What stands in the way of the goals.
    pub obstacles: Vec<Obstacle>,
    /// The rulesets of which none is better in every goal.
    pub front: Vec<String>,
    /// Every ruleset tried, goal by goal.
    pub candidates: Vec<CandidateRow>,
    /// What each key does.
    pub effects: Vec<EffectRow>,
    /// Combinations that the game refused.
    pub refused: usize,
    /// The answer in sentences.
    pub told: Vec<String>,
}

/// An experiment that is a part of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The folder of its files; its own file is beside it.
    pub folder: PathBuf,
    /// About how many games come before it.
    before: u64,
    /// The best ruleset so far, in words.
    best: String,
}

impl Stage {
    fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Its file.
    pub fn file(&self) -> PathBuf {
        self.folder.with_file_name(format!("{}.toml", self.name()))
    }

    /// The command that plays it alone.
    fn command(&self) -> String {
        format!("marque run {}", self.name())
    }
}

/// A search with all it needs.
pub struct Tune<'a, G> {
    source: &'a Source,
    request: Request,
    spending: Spending,
    /// The base rules as given, files read.
    rules: Table,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Knowledge> Tune<'a, G> {
    /// The search that a file asks for; paths in it are relative to `folder`.
    pub fn new(source: &'a Source, folder: &Path) -> Result<Tune<'a, G>, FileError> {
        let file = &source.file;
        let mut rules = file.rules.clone();
        let params = G::checked_params(file.seats).map_err(|error| source.error(&["seats"], error))?;
        ruleset::read_files(&params, &mut rules, folder).map_err(|error| source.error(&["rules"], error))?;
        let request = source.request::<G>()?;
        let matches = 1 + u64::from(request.skill.is_some());
        let spending = Spending::new(&request.space, file.games, matches).map_err(|fewest| {
            let problem = format!("{} games cannot tell rulesets apart; expected at least {fewest}", file.games);
            source.error(&["games"], problem)
        })?;
        let tune = Tune { source, request, spending, rules, game: std::marker::PhantomData };
        // Bots and all else that an experiment checks is checked by one of the base.
        let base = Round { points: vec![tune.request.space.base()], games: 1 };
        tune.plan(&tune.experiment("base", &base, 0)).map_err(|error| FileError { line: 1, ..error })?;
        Ok(tune)
    }

    fn search(&self) -> Search<'_> {
        Search {
            space: &self.request.space,
            goals: &self.request.goals,
            seats: self.source.file.seats,
            seed: self.source.file.seed,
            matches: self.matches(),
            spending: self.spending,
        }
    }

    fn matches(&self) -> u64 {
        1 + u64::from(self.request.skill.is_some())
    }

    /// Games in all, about: rounding may leave out a few.
    pub fn games(&self) -> u64 {
        self.source.file.games
    }

    /// What is asked for.
    pub fn request(&self) -> &Request {
        &self.request
    }

    fn rules_of(&self, point: &Point) -> Table {
        let mut rules = self.rules.clone();
        rules.extend(self.request.space.rules(point));
        rules
    }

    /// An experiment file that plays rulesets on deals of their own; the first of them stands for its base.
    fn experiment(&self, title: &str, round: &Round, deals: u64) -> String {
        let file = &self.source.file;
        let seed = random::below(&mut stream(file.seed, deals, Purpose::Other(3)), u32::MAX);
        let mut table = Table::new();
        let mut set = |key: &str, value: Value| table.insert(key.to_owned(), value);
        set("title", format!("{}: {title}", file.title).into());
        set("question", file.question.clone().into());
        set("game", file.game.clone().into());
        set("seats", (file.seats as i64).into());
        set("bots", file.bots.clone().into());
        set("games", (round.games as i64).into());
        set("seed", i64::from(seed).into());
        let focus: Vec<String> = self.request.goals.iter().map(|goal| goal.topic.key.to_owned()).collect();
        set("focus", focus.into());
        set("rules", self.rules_of(&round.points[0]).into());
        let variants: Table = round.points[1..]
            .iter()
            .map(|point| (self.request.space.name(point), self.request.space.rules(point).into()))
            .collect();
        set("variants", variants.into());
        if let Some(skill) = &self.request.skill {
            let bots = [("strong", &skill.strong), ("weak", &skill.weak)];
            set(
                "skill",
                bots.map(|(name, bot)| (name.to_owned(), bot.clone().into())).into_iter().collect::<Table>().into(),
            );
        }
        toml::to_string(&table).expect("a table of plain values is TOML")
    }

    fn plan(&self, text: &str) -> Result<Plan<G>, FileError> {
        Plan::new(&experiment_file::Source::read(text)?, None, Path::new("."))
    }

    /// Plays it, with its files in the folder of the venue, or goes on where they end.
    pub fn run(&self, command: &str, venue: Venue<'_>) -> Result<TuneResult, TuneError> {
        let Venue { out, threads, formats, stop, observer } = venue;
        let mut teller =
            Teller { inner: observer, before: 0, total: self.games(), remark: String::new(), begun: false };
        let played = self.go_through(command, out, |stage, plan| {
            (teller.before, teller.remark) = (stage.before, stage.best.clone());
            let venue = Venue { out: &stage.folder, threads, formats, stop, observer: &mut teller };
            let result = experiment::run(plan, &stage.command(), venue)?;
            Ok(result.dataset.filter(|_| result.progress.done >= result.progress.total))
        })?;
        let Some(findings) = played else {
            return Ok(TuneResult { progress: teller.stopped(), findings: None });
        };
        self.write(out, formats, &findings)?;
        let progress = Progress { done: self.games(), total: self.games(), ..Progress::default() };
        Ok(TuneResult { progress, findings: Some(findings) })
    }

    /// The experiment that is to be played next, by what a folder holds of the search, and which of its blocks; `None` once all
    /// are played. Its file is written there, so that it can be played in parts.
    pub fn next_round(&self, command: &str, out: &Path) -> Result<Option<(Stage, Blocks)>, TuneError> {
        let mut next = None;
        self.go_through(command, out, |stage, plan| {
            Ok(match experiment::next_round(plan, &stage.command(), &stage.folder)? {
                Some(blocks) => {
                    next = Some((stage.clone(), blocks));
                    None
                }
                None => Some(Dataset::read(&stage.folder).map_err(ExperimentError::from)?),
            })
        })?;
        Ok(next)
    }

    /// Goes through all experiments of the search, each planned by what those before it came to, as long as `play` brings what
    /// one came to.
    fn go_through(
        &self,
        command: &str,
        out: &Path,
        mut play: impl FnMut(&Stage, &Plan<G>) -> Result<Option<Dataset>, TuneError>,
    ) -> Result<Option<Findings>, TuneError> {
        claim_folder(out, &self.manifest(command), &rows::files())?;
        let search = self.search();
        let (mut evidence, mut refused): (Vec<Evidence>, BTreeSet<Point>) = (Vec::new(), BTreeSet::new());
        let mut stage = Stage { folder: PathBuf::new(), before: 0, best: String::new() };
        for number in 0.. {
            let allowed = |point: &Point| {
                let allowed = G::create(search.seats, &self.rules_of(point)).is_ok();
                if !allowed {
                    refused.insert(point.clone());
                }
                allowed
            };
            let Some(round) = search.round(number, &evidence, allowed) else { break };
            stage.folder = out.join("rounds").join(format!("{number:02}"));
            let text = self.experiment(&format!("round {number}"), &round, number as u64);
            let Some(dataset) = play(&stage, &self.begin(&stage, &text)?)? else { return Ok(None) };
            evidence.extend(self.evidence(&round, &dataset));
            let beliefs = Beliefs::new(search.space, search.goals, search.seats, &evidence);
            stage.best = self.best_so_far(&search, &beliefs, &evidence);
            stage.before += round.points.len() as u64 * round.games * self.matches();
        }
        let finalists = search.finalists(&evidence);
        let points = [search.space.base()].into_iter().chain(finalists).collect();
        let round = Round { points, games: self.spending.confirming };
        stage.folder = out.join("confirmed");
        let text = self.experiment("confirmed on fresh deals", &round, u64::MAX);
        let Some(dataset) = play(&stage, &self.begin(&stage, &text)?)? else { return Ok(None) };
        Ok(Some(self.conclude(&search, &evidence, &round, &dataset, refused.len())))
    }

    /// Writes the file of an experiment beside its folder, and plans it.
    fn begin(&self, stage: &Stage, text: &str) -> Result<Plan<G>, TuneError> {
        let plan = self.plan(text)?;
        if let Some(folder) = stage.folder.parent() {
            fs::create_dir_all(folder).map_err(at(folder))?;
            keep_safe(folder, &format!("{}.toml", stage.name()), text)?;
        }
        Ok(plan)
    }

    /// What an experiment shows of its rulesets.
    fn evidence(&self, round: &Round, dataset: &Dataset) -> Vec<Evidence> {
        let outputs = outputs(&self.request.goals, self.source.file.seats);
        let of = |(number, point): (usize, &Point)| {
            let variant = self.variant(number, point);
            let figure = |output: &Output| {
                let figure = figure_of(dataset, &variant, output);
                let error = error_of(&figure);
                // What a few games could not tell is as good as unknown.
                if error.is_finite() { (figure.value, error) } else { (figure.value, figure.value.abs() + 1.0) }
            };
            Evidence { point: point.clone(), games: round.games, figures: outputs.iter().map(figure).collect() }
        };
        round.points.iter().enumerate().map(of).collect()
    }

    /// The name of a ruleset in an experiment of which it is one.
    fn variant(&self, number: usize, point: &Point) -> String {
        if number == 0 { BASE.to_owned() } else { self.request.space.name(point) }
    }

    fn best_so_far(&self, search: &Search<'_>, beliefs: &Beliefs<'_>, evidence: &[Evidence]) -> String {
        let best = search.best(beliefs, evidence, 1);
        best.first().map_or(String::new(), |point| {
            format!("best so far {} ({:.0} %)", search.space.name(point), 100.0 * beliefs.chance(point))
        })
    }

    fn conclude(
        &self,
        search: &Search<'_>,
        evidence: &[Evidence],
        round: &Round,
        dataset: &Dataset,
        refused: usize,
    ) -> Findings {
        let (space, goals) = (search.space, search.goals);
        let beliefs = Beliefs::new(space, goals, search.seats, evidence);
        let confirmed: Vec<Confirmed> = round
            .points
            .iter()
            .enumerate()
            .map(|(number, point)| {
                let variant = self.variant(number, point);
                let figure = |key: &'static str| figure_of(dataset, &variant, &Output::Measure(key.to_owned()));
                let figures = goals.iter().map(|goal| figure(goal.topic.key)).collect();
                Confirmed::new(space, goals, point.clone(), beliefs.expected(point), figures)
            })
            .collect();
        let answer = answer::choose(&confirmed);
        let mut tried: Vec<Point> = evidence.iter().map(|seen| seen.point.clone()).collect();
        tried.sort_unstable();
        tried.dedup();
        let pool = space.pool(&tried, &mut stream(search.seed, 0, Purpose::Other(4)));
        let obstacles = if answer.is_none() { answer::obstacles(&beliefs, &pool) } else { Vec::new() };
        let mut candidates = rows::searched(space, goals, &beliefs, &tried, evidence);
        candidates.extend(rows::confirmed(goals, &confirmed, round.games));
        let effects = rows::effects(space, goals, search.seats, &beliefs);
        let front = answer::front(&beliefs, goals, &tried).iter().map(|point| space.name(point)).collect();
        let told = answer::tell(space, goals, &confirmed, round.games, answer, &obstacles, refused);
        Findings { confirmed, answer, obstacles, front, candidates, effects, refused, told }
    }

    fn write(&self, out: &Path, formats: &[Format], findings: &Findings) -> Result<(), TuneError> {
        let formats = with_csv(formats);
        write_rows(out, &formats, &findings.candidates)?;
        write_rows(out, &formats, &findings.effects)?;
        let best = findings.answer.map(|number| &findings.confirmed[number]);
        let text = match best {
            Some(best) => {
                let mut rules = self.rules.clone();
                rules.extend(self.request.space.changed(&best.point));
                let rules = toml::to_string(&rules).expect("rules are TOML");
                format!("# {}: {}\n{rules}", self.source.file.title, best.name)
            }
            None => format!("# {}: no ruleset met all goals\n", self.source.file.title),
        };
        keep_safe(out, "best.toml", &text)?;
        let html = report::tuned(self.source, &self.request, findings).map_err(ExperimentError::from)?;
        keep_safe(out, "report.html", &html)?;
        Ok(())
    }

    /// Everything needed to run it again.
    fn manifest(&self, command: &str) -> Manifest {
        let file = &self.source.file;
        let json = |table: &Table| serde_json::to_value(table).unwrap_or_default();
        let skill = self.request.skill.as_ref().map(|skill| vec![skill.strong.clone(), skill.weak.clone()]);
        Manifest::new("tune", command)
            .with("game", file.game.as_str())
            .with("players", file.seats)
            .with("bots", file.bots.clone())
            .with("games", file.games)
            .with("seed", file.seed)
            .with("rules", json(&self.rules))
            .with("space", json(&file.space))
            .with("goals", json(&file.goals))
            .with("skill", skill)
    }
}

/// A figure of a variant in the tables of its experiment.
fn figure_of(dataset: &Dataset, variant: &str, output: &Output) -> Estimate {
    const NONE: Estimate = Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
    match output {
        Output::Measure(key) => {
            let row = dataset.measures.iter().find(|row| row.variant == variant && row.measure == *key);
            row.map_or(NONE, |row| row.value)
        }
        Output::Seat(seat) => {
            let row = dataset.seats.iter().find(|row| row.variant == variant && row.seat == *seat);
            row.map_or(NONE, |row| row.payoff)
        }
    }
}

/// Tells of the progress of a round as part of the whole.
struct Teller<'a> {
    inner: &'a mut dyn Observer,
    before: u64,
    total: u64,
    remark: String,
    begun: bool,
}

impl Teller<'_> {
    fn whole(&self, progress: &Progress) -> Progress {
        let done = (self.before + progress.done).min(self.total);
        Progress { done, total: self.total, likely: None, forfeits: progress.forfeits, remark: self.remark.clone() }
    }

    fn stopped(&self) -> Progress {
        Progress { done: self.before, total: self.total, ..Progress::default() }
    }
}

impl Observer for Teller<'_> {
    fn begin(&mut self, progress: &Progress) {
        let progress = self.whole(progress);
        if std::mem::replace(&mut self.begun, true) {
            self.inner.advance(&progress);
        } else {
            self.inner.begin(&progress);
        }
    }

    fn advance(&mut self, progress: &Progress) {
        let progress = self.whole(progress);
        self.inner.advance(&progress);
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
