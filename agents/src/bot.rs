use std::fmt;
use std::path::Path;
use std::sync::Arc;

use marque::nearest;
use thiserror::Error;

use crate::agent::{Agent, Failure};
use crate::by_seats::BySeats;
use crate::epsilon::Epsilon;
use crate::evaluator::Evaluator;
use crate::external::{CommandError, External, Program, trusted};
use crate::flat::Flat;
use crate::greedy::Greedy;
use crate::knowledge::{Knowledge, Style};
use crate::learn::{Learning, WeightsError};
use crate::options::{BotOption, Family, Options, Range, options};
use crate::preset::Preset;
use crate::random::Random;
use crate::scripted::Scripted;
use crate::search::Search;

/// A bot by name and options: the recipe from which a player for a seat is made.
///
/// It is written `name` or `name:option=value,option=value`, and shown in its shortest form: options in one order,
/// without those that are what they would be anyway. A program of one's own is written `cmd:` and its command, in words
/// that may be quoted as for a shell.
///
/// ```
/// use marque::hexxi::Hexxi;
/// use marque_agents::Bot;
///
/// let bot = Bot::parse::<Hexxi>("search:iterations=500")?;
/// assert_eq!(bot.to_string(), "search:iterations=500");
/// let player = bot.sit::<Hexxi>();
/// # Ok::<(), marque_agents::BotError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Bot {
    text: String,
    recipe: Recipe,
    /// What else it is at tables of so many seats: a preset may.
    by_seats: Vec<(usize, Recipe)>,
    program: Option<Arc<Program>>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Recipe {
    family: Family,
    /// Which style, in that family.
    style: &'static str,
    options: Options,
}

/// A text that names no bot.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BotError {
    /// There is no bot of that name for this game.
    #[error("there is no bot `{name}` for {game}{}; bots: {known}", did_you_mean(nearest))]
    Unknown {
        /// The name as given.
        name: String,
        /// The game asked for.
        game: &'static str,
        /// The right name nearest to it.
        nearest: Option<String>,
        /// All right names.
        known: String,
    },
    /// The search for open games in a game with something hidden.
    #[error("`mcts` needs a game without hidden information, which {game} is not: use `ismcts`")]
    Hidden {
        /// The game asked for.
        game: &'static str,
    },
    /// What follows the colon is no list of options.
    #[error("`{text}` in bot `{bot}` is not understood: expected option=value")]
    Syntax {
        /// The bot.
        bot: String,
        /// What stands there.
        text: String,
    },
    /// The bot takes no option of that name.
    #[error("bot `{bot}` takes no option `{option}`{}; options: {known}", did_you_mean(nearest))]
    UnknownOption {
        /// The bot.
        bot: String,
        /// The option as given.
        option: String,
        /// The right name nearest to it.
        nearest: Option<String>,
        /// All right names.
        known: String,
    },
    /// A value that the option cannot have.
    #[error("option `{option}` is `{value}`; allowed: {allowed}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// Weights that cannot be used.
    #[error("option `learn`: {0}")]
    Weights(#[from] WeightsError),
    /// A program that was named by a file or a browser.
    #[error("`{bot}` is a program: it is started only where the command line names it, with `--bots`")]
    Untrusted {
        /// The bot.
        bot: String,
    },
    /// A command that cannot be one.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// Two options of which only one can be given.
    #[error("options `{first}` and `{second}` cannot both be given")]
    Conflict {
        /// The one given first.
        first: &'static str,
        /// The one given later, perhaps the same.
        second: &'static str,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

/// A bot as a list of bots shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: String,
}

/// The bots that are there in every game; `mcts` in open ones only.
const BUILT_IN: [(&str, Family, &str); 6] = [
    ("random", Family::Random, "Plays any legal action, all equally likely."),
    ("greedy", Family::Greedy, "Looks one action ahead and plays what evaluates best."),
    ("flat", Family::Flat, "Plays out at random from each action, without a tree."),
    ("mcts", Family::Search, "Monte Carlo tree search, for games without hidden information."),
    ("ismcts", Family::Search, "Monte Carlo tree search over imagined states, for any game."),
    ("search", Family::Search, "The tree search that fits the game."),
];

/// Every bot there is for a game: the built-in ones, its styles, and the presets from the weakest to the strongest.
pub fn bots<G: Knowledge>() -> Vec<BotInfo> {
    let built_in = BUILT_IN.iter().filter(|(name, ..)| !(G::INFO.hidden && *name == "mcts"));
    let built_in = built_in.map(|&(name, _, about)| BotInfo { name, about: about.to_owned() });
    let styles = G::styles().iter().map(|style| BotInfo { name: style.name, about: style.plan.to_owned() });
    let presets = Preset::names().filter_map(|name| {
        let about = Preset::find(name)?.about(G::INFO.name).to_owned();
        Some(BotInfo { name, about })
    });
    built_in.chain(styles).chain(presets).collect()
}

impl Bot {
    /// Reads a bot's name and options for a game.
    pub fn parse<G: Knowledge>(text: &str) -> Result<Bot, BotError> {
        if let Some(command) = text.strip_prefix(PROGRAM) {
            let program = Program::parse(command)?;
            let recipe = Recipe { family: Family::Program, style: "", options: Options::default() };
            let text = format!("{PROGRAM}{program}");
            return Ok(Bot { text, recipe, by_seats: Vec::new(), program: Some(program) });
        }
        let name = text.split_once(':').map_or(text, |(name, _)| name);
        let (base, mut by_seats) = match Preset::find(name) {
            Some(preset) => {
                let others = preset.by_seats(G::INFO.name).map(|(seats, bot)| Ok((seats, Recipe::parse::<G>(bot)?)));
                (Recipe::parse::<G>(preset.bot(G::INFO.name))?, others.collect::<Result<Vec<_>, BotError>>()?)
            }
            None => (Recipe::base::<G>(name)?, Vec::new()),
        };
        let recipe = base.with::<G>(text)?;
        for (_, other) in &mut by_seats {
            *other = other.with::<G>(text)?;
        }
        Ok(Bot { text: recipe.show::<G>(name, &base), recipe, by_seats, program: None })
    }

    /// Reads several bots, separated by commas as their options are: `random,ismcts:iterations=500,c=1,greedy`. A comma in
    /// quotes or behind a backslash is part of a command: `cmd:python3 my_bot.py 'a,b',random`.
    pub fn parse_list<G: Knowledge>(text: &str) -> Result<Vec<Bot>, BotError> {
        let mut texts: Vec<String> = Vec::new();
        for part in split_at_commas(text) {
            match texts.last_mut() {
                // An option of the bot before.
                Some(bot) if part.contains('=') && !part.contains(':') => bot.extend([",", part]),
                _ => texts.push(part.to_owned()),
            }
        }
        texts.iter().map(|text| Bot::parse::<G>(text)).collect()
    }

    /// How it decides, at most tables.
    pub fn family(&self) -> Family {
        self.recipe.family
    }

    /// What is set about it, at most tables.
    pub fn options(&self) -> &Options {
        &self.recipe.options
    }

    /// Lets the program of a bot, if it is one, be named by files and browsers too, as long as this bot is there: whoever may
    /// start programs here has named it.
    pub fn trust(&self) {
        if let Some(program) = &self.program {
            program.trust();
        }
    }

    /// The texts of all bots that are [trusted](Bot::trust) programs.
    pub fn trusted() -> Vec<String> {
        trusted().into_iter().map(|command| format!("{PROGRAM}{command}")).collect()
    }

    /// Reads a bot that a file or a browser names: programs only where they are [trusted](Bot::trust).
    pub fn parse_untrusted<G: Knowledge>(text: &str) -> Result<Bot, BotError> {
        let bot = Bot::parse::<G>(text)?;
        match &bot.program {
            Some(program) if !program.is_trusted() => Err(BotError::Untrusted { bot: bot.text }),
            _ => Ok(bot),
        }
    }

    /// Has what the program of a bot, if it is one, writes to its standard error kept in this folder.
    pub fn log_in(&self, folder: &Path) {
        if let Some(program) = &self.program {
            program.log_in(folder);
        }
    }

    /// Whether it could sit down now: a program is started, and waits for its first game.
    pub fn ready(&self) -> Result<(), Failure> {
        self.program.as_ref().map_or(Ok(()), |program| program.try_out())
    }

    /// A player for one seat of one game, which goes by what comes with the game.
    ///
    /// # Panics
    /// In another game than the bot was read for.
    pub fn sit<G: Knowledge>(&self) -> Box<dyn Agent<G>> {
        self.seat(None)
    }

    /// A player for one seat of one game, which goes by an evaluator where it goes by any and has learnt no other.
    ///
    /// # Panics
    /// In another game than the bot was read for.
    pub fn sit_with<G: Knowledge>(&self, evaluator: Arc<dyn Evaluator<G>>) -> Box<dyn Agent<G>> {
        self.seat(Some(evaluator))
    }

    fn seat<G: Knowledge>(&self, evaluator: Option<Arc<dyn Evaluator<G>>>) -> Box<dyn Agent<G>> {
        if let Some(program) = &self.program {
            return Box::new(External::new(program.clone()));
        }
        if self.by_seats.is_empty() {
            return self.recipe.sit(evaluator);
        }
        let (recipe, by_seats) = (self.recipe, self.by_seats.clone());
        Box::new(BySeats::new(move |seats| {
            let other = by_seats.iter().find(|&&(other, _)| other == seats);
            other.map_or(recipe, |&(_, other)| other).sit(evaluator.clone())
        }))
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What stands before the command of a program.
const PROGRAM: &str = "cmd:";

/// The parts of a list; commas in quotes and behind backslashes, as a shell reads them, separate nothing.
fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            _ if escaped => escaped = false,
            ('\\', None | Some('"')) => escaped = true,
            (_, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            (',', None) => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn find_style<G: Knowledge>(name: &str) -> Option<&'static Style<G>> {
    G::styles().iter().find(|style| style.name == name)
}

impl Recipe {
    /// A player for one seat of one game.
    fn sit<G: Knowledge>(self, evaluator: Option<Arc<dyn Evaluator<G>>>) -> Box<dyn Agent<G>> {
        let options = self.options;
        let evaluator = options.learn.evaluator(evaluator);
        let player: Box<dyn Agent<G>> = match self.family {
            Family::Random => Box::new(Random::new(options.restrict)),
            Family::Style => {
                let style = find_style::<G>(self.style).expect("the bot was read for this game");
                Box::new(Scripted::new(style, options.restrict))
            }
            Family::Greedy => Box::new(Greedy::new(options, evaluator)),
            Family::Flat => Box::new(Flat::new(options, evaluator)),
            Family::Search => Box::new(Search::with(options, evaluator)),
            Family::Program => unreachable!("a program sits down by itself"),
        };
        if options.epsilon > 0.0 { Box::new(Epsilon::new(&options, player)) } else { player }
    }

    /// A built-in bot or style as it is without options.
    fn base<G: Knowledge>(name: &str) -> Result<Recipe, BotError> {
        if name == "mcts" && G::INFO.hidden {
            return Err(BotError::Hidden { game: G::INFO.name });
        }
        if let Some(&(_, family, _)) = BUILT_IN.iter().find(|(other, ..)| *other == name) {
            let options = match family {
                Family::Search => G::tuning(),
                // Weights are learnt from what a search comes to: who looks one action ahead errs where they do.
                Family::Greedy => Options { learn: Learning::Off, ..Options::default() },
                _ => Options::default(),
            };
            return Ok(Recipe { family, style: "", options });
        }
        if let Some(style) = find_style::<G>(name) {
            return Ok(Recipe { family: Family::Style, style: style.name, options: Options::default() });
        }
        let known: Vec<&str> = bots::<G>().iter().map(|bot| bot.name).collect();
        Err(BotError::Unknown {
            name: name.to_owned(),
            game: G::INFO.name,
            nearest: nearest(name, &known).map(str::to_owned),
            known: known.join(", "),
        })
    }

    /// A bot that is no preset.
    fn parse<G: Knowledge>(text: &str) -> Result<Recipe, BotError> {
        let name = text.split_once(':').map_or(text, |(name, _)| name);
        Recipe::base::<G>(name)?.with::<G>(text)
    }

    /// The text of a bot with this name, which alone stands for `base`.
    fn show<G: Knowledge>(&self, name: &str, base: &Recipe) -> String {
        let mut shown: Vec<String> = Vec::new();
        for option in options() {
            let value = option.show(&self.options, G::KINDS);
            if !value.is_empty() && value != option.show(&base.options, G::KINDS) {
                shown.push(format!("{}={value}", option.name));
            }
        }
        if shown.is_empty() { name.to_owned() } else { format!("{name}:{}", shown.join(",")) }
    }

    /// The recipe with the options that a text has behind its colon.
    fn with<G: Knowledge>(mut self, text: &str) -> Result<Recipe, BotError> {
        let Some((name, list)) = text.split_once(':') else { return Ok(self) };
        let known = || options().iter().filter(|option| option.takers.contains(&self.family));
        let mut given: Vec<&'static BotOption> = Vec::new();
        for part in list.split(',') {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BotError::Syntax { bot: name.to_owned(), text: part.to_owned() });
            };
            let Some(option) = known().find(|option| option.name == key) else {
                let known: Vec<&str> = known().map(|option| option.name).collect();
                return Err(BotError::UnknownOption {
                    bot: name.to_owned(),
                    option: key.to_owned(),
                    nearest: nearest(key, &known).map(str::to_owned),
                    known: known.join(", "),
                });
            };
            let excludes = |other: &&&BotOption| other.name == key || other.is_budget() && option.is_budget();
            if let Some(first) = given.iter().find(excludes) {
                return Err(BotError::Conflict { first: first.name, second: option.name });
            }
            given.push(option);
            if let Range::Weights = option.range {
                self.options.learn = Learning::read::<G>(value)?;
                continue;
            }
            option.set(&mut self.options, value, G::KINDS).ok_or_else(|| BotError::Value {
                option: option.name,
                value: value.to_owned(),
                allowed: option.allowed(G::KINDS),
            })?;
        }
        Ok(self)
    }
}
