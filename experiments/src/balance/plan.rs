//! From an experiment file to every game that is to be played.

use std::path::Path;

use marque::toml::{Table, Value};
use marque::{RulesError, Show, nearest, ruleset};
use marque_agents::{Bot, Budget, Family, Knowledge};

use super::experiment_file::{Experiment, FileError, Ladder, Source, Styles};
use super::focus::{self, Focus};
use super::precision::Precision;
use crate::brief::brief;
use crate::clerk::MOST_GAMES;
use crate::files::codec::Named;
use crate::game_record::Seating;
use crate::rounds::{Place, Rounds};
use crate::schedule::{MOST_PLAYERS, Pairing, Schedule};
use crate::train::Training;

/// The most variants of an experiment.
pub const MOST_VARIANTS: usize = 1000;
/// The most matches of an experiment.
pub const MOST_MATCHES: usize = 10_000;

/// The name of the variant that all others are compared with.
pub const BASE: &str = "base";

/// What follows the name of a variant whose players were trained for it.
const ADAPTED: &str = ", adapted";

/// The name of a variant with players that were trained for it.
pub fn adapted(variant: &str) -> String {
    format!("{variant}{ADAPTED}")
}

/// Whether this is the name of a variant with players that were trained for it.
pub fn is_adapted(variant: &str) -> bool {
    variant.ends_with(ADAPTED)
}

/// A set of rules under its name.
pub struct Variant<G> {
    /// Its name.
    pub name: String,
    /// Its rules where they differ from the game's own, in words.
    pub rules: String,
    /// The game by these rules.
    pub game: G,
    /// Its values in the grid, if it is one of its combinations.
    pub grid: Table,
    /// The number of the variant whose rules its players were trained for, where they are trained.
    pub trained: Option<usize>,
}

/// What a match is played for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Study {
    /// The variant itself: fairness, shape, drama, use of rules.
    Field,
    /// The stronger bot against the weaker.
    Skill,
    /// A level of the ladder against the one below.
    Ladder(u32),
    /// One plan against another.
    Styles,
    /// A bot that may not use a kind of action (or several, joined by `+`) against others that may.
    Restrict(String),
}

/// What a match is played for, without the particulars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyKind {
    /// The variant itself.
    Field,
    /// The stronger bot against the weaker.
    Skill,
    /// A level of the ladder.
    Ladder,
    /// One plan against another.
    Styles,
    /// A bot that must do without something.
    Restrict,
}

impl Named for StudyKind {
    const ALL: &'static [StudyKind] =
        &[StudyKind::Field, StudyKind::Skill, StudyKind::Ladder, StudyKind::Styles, StudyKind::Restrict];

    fn name(self) -> &'static str {
        match self {
            StudyKind::Field => "field",
            StudyKind::Skill => "skill",
            StudyKind::Ladder => "ladder",
            StudyKind::Styles => "styles",
            StudyKind::Restrict => "restrict",
        }
    }
}

impl Study {
    /// What it is, without the particulars.
    pub fn kind(&self) -> StudyKind {
        match self {
            Study::Field => StudyKind::Field,
            Study::Skill => StudyKind::Skill,
            Study::Ladder(_) => StudyKind::Ladder,
            Study::Styles => StudyKind::Styles,
            Study::Restrict(_) => StudyKind::Restrict,
        }
    }
}

/// Games of the same bots by the same rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// What they are played for.
    pub study: Study,
    /// The number of the variant.
    pub variant: usize,
    /// The bots. In all but the field, the first is the one in question and sits alone with the second.
    pub bots: Vec<String>,
    /// Who sits where.
    pub schedule: Schedule,
    /// How many rounds the file asks for; a round is as many games as there are seats.
    pub pace: u64,
}

/// Everything an experiment plays.
pub struct Plan<G> {
    /// What the file says.
    pub experiment: Experiment,
    /// The variants, the base first.
    pub variants: Vec<Variant<G>>,
    /// The matches, the field of the base first.
    pub matches: Vec<Match>,
    /// The measures the question is about.
    pub focus: Vec<Focus>,
    /// How narrow their intervals should get, where that is asked for.
    pub precision: Option<Precision>,
    /// How many rounds of each field are asked for.
    rounds: u64,
    order: Rounds,
}

impl<G: Knowledge> Plan<G> {
    /// The plan of a file; `games` overrides how many games are played of each variant, and all other matches are played in
    /// proportion. `folder` is where texts named by the rules are looked for.
    pub fn new(source: &Source, games: Option<u64>, folder: &Path) -> Result<Plan<G>, FileError> {
        let mut experiment = source.experiment.clone();
        let params = G::checked_params(experiment.seats).map_err(|error| source.error(&["seats"], error))?;
        let variants = variants::<G>(source, folder)?;
        // With the texts that its rules name, so that it can be planned again without their files.
        let tables = experiment.variants.iter_mut().filter_map(|(_, over)| over.as_table_mut());
        for table in tables.chain([&mut experiment.rules]) {
            ruleset::read_files(&params, table, folder).map_err(|error| source.error(&["rules"], error))?;
        }
        let mut planner = Planner { source, variants: &variants, matches: Vec::new() };
        planner.fields()?;
        planner.adapt()?;
        planner.skill()?;
        planner.ladder()?;
        planner.styles()?;
        planner.restrict()?;
        let matches = planner.matches;
        let paces: Vec<u64> = matches.iter().map(|contest| contest.pace).collect();
        let order = Rounds::new(experiment.seats, &paces);
        let rounds = games.unwrap_or(experiment.games).min(MOST_GAMES).div_ceil(experiment.seats as u64);
        let focus = focus::resolve(source)?;
        let precision = Precision::resolve(source, &focus)?;
        let plan = Plan { experiment, variants, matches, focus, precision, rounds, order };
        if plan.games() > MOST_GAMES {
            let problem =
                format!("all matches together have {} games; at most {MOST_GAMES} can be played", plan.games());
            return Err(source.error(&["games"], problem));
        }
        Ok(plan)
    }
}

impl<G> Plan<G> {
    /// How many games are played in all, at most where a precision is asked for.
    pub fn games(&self) -> u64 {
        self.games_before(self.rounds)
    }

    /// How many games of all matches are played before so many rounds of each field are over.
    pub fn games_before(&self, rounds: u64) -> u64 {
        self.order.games(rounds.min(self.rounds))
    }

    /// How many games of a match are played.
    pub fn games_of(&self, contest: usize) -> u64 {
        self.order.games_of(contest, self.rounds)
    }

    /// How many games of each field are played.
    pub fn games_of_a_variant(&self) -> u64 {
        self.rounds * self.experiment.seats as u64
    }

    /// The experiment with numbers of games that only say how they compare, in lowest terms.
    pub fn design(&self) -> Experiment {
        let mut design = self.experiment.clone();
        let seats = design.seats as u64;
        let common = self.matches[0].pace / self.order.pace(0);
        let lowest = |games: u64| games.div_ceil(seats) / common * seats;
        let sections = [
            design.skill.as_mut().map(|skill| &mut skill.games),
            design.ladder.as_mut().map(|ladder| &mut ladder.games),
            design.styles.as_mut().map(|styles| &mut styles.games),
        ];
        for games in sections.into_iter().flatten() {
            *games = games.filter(|games| games.div_ceil(seats) != self.matches[0].pace).map(lowest);
        }
        design.games = lowest(design.games);
        design.precision = self.precision.as_ref().map(Precision::sizes);
        design
    }

    /// The number of the match that the game of this number belongs to.
    pub fn contest(&self, number: u64) -> usize {
        self.order.place(number).contest
    }

    /// The game of this number: which it is in its match, and who sits where. The same number in another match has the same
    /// luck, and the same deal where both have blocks of equally many games.
    pub fn seating(&self, number: u64) -> Seating {
        let Place { contest, index } = self.order.place(number);
        self.matches[contest].schedule.seating(number, index)
    }
}

/// The base, the named variants, and every combination of the grid, but for what is the same as the base.
fn variants<G: Show>(source: &Source, folder: &Path) -> Result<Vec<Variant<G>>, FileError> {
    let Experiment { rules, variants, grid, .. } = &source.experiment;
    let base = variant::<G>(source, BASE.to_owned(), &["rules"], rules, &Table::new(), folder)?;
    let mut all = vec![base];
    for (name, over) in variants {
        let path = ["variants", name];
        let Value::Table(over) = over else {
            return Err(source.error(&path, "a variant is a table of rules, such as `hand = 4`"));
        };
        if name.chars().any(char::is_control) {
            return Err(source.error(&path, "a name is one line of plain letters; leave out line breaks and tabs"));
        }
        if all.iter().any(|variant| variant.name == *name) {
            return Err(source.error(&path, "this name is taken; give the variant another"));
        }
        all.push(variant(source, name.clone(), &path, rules, over, folder)?);
    }
    for combination in combinations(source, grid)? {
        let name: Vec<String> = combination.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
        let name = name.join(" ");
        let made = variant::<G>(source, name.clone(), &["grid"], rules, &combination, folder)?;
        if made.game.rules().values() == all[0].game.rules().values() {
            all[0].grid = combination;
            continue;
        }
        if name.chars().any(char::is_control) {
            let problem = format!("{:?} has line breaks in it; make it a variant with a name", brief(&name));
            return Err(source.error(&["grid"], problem));
        }
        if all.iter().any(|variant| variant.name == name) {
            let problem = format!("there are two variants `{}`; leave out one of the values", brief(&name));
            return Err(source.error(&["grid"], problem));
        }
        all.push(Variant { grid: combination, ..made });
    }
    if source.experiment.adapt.is_some() {
        adapt(source, &mut all)?;
    }
    if all.len() > MOST_VARIANTS {
        let problem =
            format!("there are {} variants with those of the grid; at most {MOST_VARIANTS} can be", all.len());
        return Err(source.error(&["variants"], problem));
    }
    Ok(all)
}

/// Has the players of all variants trained for the base, and adds every variant once more with players trained for it.
fn adapt<G: Show>(source: &Source, all: &mut Vec<Variant<G>>) -> Result<(), FileError> {
    all.iter_mut().for_each(|variant| variant.trained = Some(0));
    for number in 1..all.len() {
        let Variant { name, rules, game, .. } = &all[number];
        let again = Variant {
            name: adapted(name),
            rules: rules.clone(),
            game: game.clone(),
            grid: Table::new(),
            trained: Some(number),
        };
        if all.iter().any(|variant| variant.name == again.name) {
            return Err(source.error(&["variants", &again.name], "this name is for trained players; give it another"));
        }
        all.push(again);
    }
    Ok(())
}

/// A value as people write it, without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn combinations(source: &Source, grid: &Table) -> Result<Vec<Table>, FileError> {
    let mut made = if grid.is_empty() { Vec::new() } else { vec![Table::new()] };
    for (key, values) in grid {
        let Some(values) = values.as_array().filter(|values| !values.is_empty()) else {
            return Err(source.error(&["grid", key], "expected a list of values, such as [1, 2, 3]"));
        };
        if made.len().saturating_mul(values.len()) > MOST_VARIANTS {
            let problem = format!("with these values there are more than {MOST_VARIANTS} variants; leave out some");
            return Err(source.error(&["grid", key], problem));
        }
        made = made
            .iter()
            .flat_map(|begun| {
                values.iter().map(|value| {
                    let mut combination = begun.clone();
                    combination.insert(key.clone(), value.clone());
                    combination
                })
            })
            .collect();
    }
    Ok(made)
}

/// The rules of a variant over the base's; `path` is where they are written.
fn variant<G: Show>(
    source: &Source,
    name: String,
    path: &[&str],
    base: &Table,
    over: &Table,
    folder: &Path,
) -> Result<Variant<G>, FileError> {
    let seats = source.experiment.seats;
    let mut given = base.clone();
    given.extend(over.clone());
    // The key at fault, where the error has one, is in the variant or else in the base.
    let blame = |error: RulesError| {
        let key = match &error {
            RulesError::Unknown { key, .. } | RulesError::Value { key, .. } | RulesError::File { key, .. } => {
                key.clone()
            }
            RulesError::Seats { .. } => String::new(),
        };
        let path = if over.contains_key(&key) || !base.contains_key(&key) { path } else { &["rules"] };
        let path: Vec<&str> = path.iter().copied().chain((!key.is_empty()).then_some(key.as_str())).collect();
        source.error(&path, error)
    };
    ruleset::read_files(&G::params(seats), &mut given, folder).map_err(blame)?;
    let game = G::create(seats, &given).map_err(blame)?;
    let changed = game.rules().params().iter().filter(|param| *game.rules().value(param.key) != param.default);
    let rules: Vec<String> = changed.map(|param| told(param.key, game.rules().value(param.key))).collect();
    Ok(Variant { name, rules: rules.join(", "), game, grid: Table::new(), trained: None })
}

/// A rule with its value in a line; a long text is only named.
fn told(key: &str, value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => format!("{key} changed"),
        value => format!("{key} = {}", value.to_string().replace('\n', " ")),
    }
}

/// The first of these bots that can be trained.
pub fn learner<G: Knowledge>(bots: &[String]) -> Option<Bot> {
    let mut bots = bots.iter().filter_map(|bot| Bot::parse::<G>(bot).ok());
    bots.find(|bot| bot.family() == Family::Search && matches!(bot.options().budget, Budget::Iterations(_)))
}

/// Makes the matches of a file.
struct Planner<'a, G> {
    source: &'a Source,
    variants: &'a [Variant<G>],
    matches: Vec<Match>,
}

impl<G: Knowledge> Planner<'_, G> {
    fn seats(&self) -> usize {
        self.source.experiment.seats
    }

    /// Checks a bot's name.
    fn bot(&self, path: &[&str], bot: &str) -> Result<(), FileError> {
        Bot::parse::<G>(bot).map(drop).map_err(|error| self.source.error(path, error))
    }

    /// How many rounds are asked for where a section says so many games.
    fn pace(&self, path: &[&str], section: Option<u64>) -> Result<u64, FileError> {
        let games = section.unwrap_or(self.source.experiment.games);
        if games == 0 {
            return Err(self.source.error(path, "expected at least one game"));
        }
        if games > MOST_GAMES {
            return Err(self
                .source
                .error(path, format!("{games} games are too many; at most {MOST_GAMES} can be played")));
        }
        Ok(games.div_ceil(self.seats() as u64))
    }

    /// The numbers of the variants a section is played in.
    fn chosen(&self, section: &str, names: Option<&Vec<String>>) -> Result<Vec<usize>, FileError> {
        let Some(names) = names else { return Ok(vec![0]) };
        let known: Vec<&str> = self.variants.iter().map(|variant| variant.name.as_str()).collect();
        let number = |name: &String| {
            known.iter().position(|known| known == name).ok_or_else(|| {
                let hint = nearest(name, &known).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
                let problem =
                    format!("there is no variant `{}`{hint}; variants: {}", brief(name), brief(&known.join(", ")));
                self.source.error(&[section, "variants"], problem)
            })
        };
        names.iter().map(number).collect()
    }

    /// A match of one bot alone with others that are all alike.
    fn challenge(&mut self, study: Study, variant: usize, bots: [&str; 2], pace: u64) -> Result<(), FileError> {
        let schedule = Schedule::new(2, self.seats(), Pairing::Gauntlet);
        let bots = bots.map(str::to_owned).to_vec();
        if self.matches.len() == MOST_MATCHES {
            let problem = format!("there are more than {MOST_MATCHES} matches; name fewer bots or variants");
            return Err(self.source.error(&[study.kind().name()], problem));
        }
        self.matches.push(Match { study, variant, bots, schedule, pace });
        Ok(())
    }

    fn fields(&mut self) -> Result<(), FileError> {
        let bots = &self.source.experiment.bots;
        if bots.is_empty() {
            return Err(self.source.error(&["bots"], "expected at least one bot"));
        }
        if bots.len() > MOST_PLAYERS {
            let problem = format!("{} bots are too many; at most {MOST_PLAYERS} can take part", bots.len());
            return Err(self.source.error(&["bots"], problem));
        }
        for bot in bots {
            self.bot(&["bots"], bot)?;
        }
        let pace = self.pace(&["games"], None)?;
        let schedule = Schedule::new(bots.len(), self.seats(), Pairing::RoundRobin);
        for variant in 0..self.variants.len() {
            let (bots, schedule) = (bots.clone(), schedule.clone());
            self.matches.push(Match { study: Study::Field, variant, bots, schedule, pace });
        }
        Ok(())
    }

    /// Checks that players can be trained.
    fn adapt(&self) -> Result<(), FileError> {
        let Some(adapt) = &self.source.experiment.adapt else { return Ok(()) };
        let bot = learner::<G>(&self.source.experiment.bots).ok_or_else(|| {
            self.source
                .error(&["bots"], "expected a search with iterations, such as `search:iterations=200`, to be trained")
        })?;
        let training = |variant: &Variant<G>| Training {
            game: variant.game.clone(),
            bot: bot.clone(),
            games: adapt.games,
            priors: false,
            seed: self.source.experiment.seed,
            command: String::new(),
        };
        if !(1..=1000).contains(&adapt.generations) {
            return Err(self.source.error(&["adapt", "generations"], "expected a whole number from 1 to 1000"));
        }
        let check = |variant| training(variant).check().map_err(|error| self.source.error(&["adapt", "games"], error));
        self.variants.iter().try_for_each(check)
    }

    fn skill(&mut self) -> Result<(), FileError> {
        let Some(skill) = &self.source.experiment.skill else { return Ok(()) };
        self.bot(&["skill", "strong"], &skill.strong)?;
        self.bot(&["skill", "weak"], &skill.weak)?;
        let pace = self.pace(&["skill", "games"], skill.games)?;
        for variant in 0..self.variants.len() {
            self.challenge(Study::Skill, variant, [&skill.strong, &skill.weak], pace)?;
        }
        Ok(())
    }

    fn ladder(&mut self) -> Result<(), FileError> {
        let Some(Ladder { bot, from, levels, games, variants }) = &self.source.experiment.ladder else {
            return Ok(());
        };
        if !bot.contains("{}") {
            return Err(self.source.error(&["ladder", "bot"], "expected `{}` where the budget is written"));
        }
        if !(1..=20).contains(levels) {
            return Err(self.source.error(&["ladder", "levels"], format!("{levels} is out of range; allowed: 1-20")));
        }
        let pace = self.pace(&["ladder", "games"], *games)?;
        if from.checked_mul(1 << *levels).is_none() {
            return Err(self.source.error(&["ladder", "from"], format!("{from} cannot be doubled {levels} times")));
        }
        let at = |level: u32| bot.replace("{}", &(from << level).to_string());
        for level in 0..=*levels {
            self.bot(&["ladder", "bot"], &at(level))?;
        }
        for variant in self.chosen("ladder", variants.as_ref())? {
            for level in 1..=*levels {
                self.challenge(Study::Ladder(level), variant, [&at(level), &at(level - 1)], pace)?;
            }
        }
        Ok(())
    }

    fn styles(&mut self) -> Result<(), FileError> {
        let Some(Styles { bots, games, variants }) = &self.source.experiment.styles else { return Ok(()) };
        let scripted: Vec<String> = G::styles().iter().map(|style| style.name.to_owned()).collect();
        let bots = if bots.is_empty() { &scripted } else { bots };
        if bots.len() < 2 {
            return Err(self.source.error(&["styles", "bots"], "expected at least two bots"));
        }
        for bot in bots {
            self.bot(&["styles", "bots"], bot)?;
        }
        let pace = self.pace(&["styles", "games"], *games)?;
        for variant in self.chosen("styles", variants.as_ref())? {
            for (i, bot) in bots.iter().enumerate() {
                for (j, against) in bots.iter().enumerate() {
                    // Two alone at a table tell the same story from either side.
                    if i < j || i > j && self.seats() > 2 {
                        self.challenge(Study::Styles, variant, [bot, against], pace)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn restrict(&mut self) -> Result<(), FileError> {
        let Experiment { restrict, bots, .. } = &self.source.experiment;
        let pace = self.pace(&["games"], None)?;
        for kinds in restrict {
            if let Some(kind) = kinds.split('+').find(|kind| !G::KINDS.contains(kind)) {
                let hint = nearest(kind, G::KINDS).map_or(String::new(), |kind| format!(", did you mean `{kind}`?"));
                let problem =
                    format!("{} has no actions `{}`{hint}; kinds: {}", G::INFO.name, brief(kind), G::KINDS.join(", "));
                return Err(self.source.error(&["restrict"], problem));
            }
            let without = format!("{}{}restrict={kinds}", bots[0], if bots[0].contains(':') { ',' } else { ':' });
            self.bot(&["restrict"], &without)?;
            let variants = if self.source.experiment.restrict_everywhere { self.variants.len() } else { 1 };
            for variant in 0..variants {
                self.challenge(Study::Restrict(kinds.clone()), variant, [&without, &bots[0]], pace)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
