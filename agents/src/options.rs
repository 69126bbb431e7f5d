use std::fmt;
use std::time::Duration;

use crate::budget::Budget;
use crate::learn::Learning;
use crate::restrict::Restriction;

/// What can be set about a bot. Every bot takes those it has a use for; see [`options`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How long a decision may take.
    pub budget: Budget,
    /// How much is explored: the constant of UCB1, which weighs the width of the confidence bound.
    pub c: f32,
    /// How much PUCT explores: the weight of an action's share of all priors, divided by the number of rivals, as an action
    /// changes less of what a seat gets with more of them. With it, children are chosen by their mean and that share, and an
    /// untried action when what its share promises is more; without it, by UCB1 and `c`.
    pub puct: Option<f32>,
    /// Whether playouts draw actions by [`Evaluator::priors`](crate::Evaluator::priors) rather than alike.
    pub prior_playouts: bool,
    /// After how many plies a playout is cut and its state evaluated; without it, it goes on to the end of the game.
    pub cut: Option<u32>,
    /// Progressive bias: the weight of priors in selection among children, which fades as they are visited.
    pub bias: f32,
    /// Progressive widening: only so many times the root of a node's visits actions are tried in it, those with the highest
    /// priors; without it, all are.
    pub widen: Option<f32>,
    /// How many actions deep the tree may grow, if not to any depth; below, playouts go on. Where what a seat will know then
    /// matters more than what it does now, a shallow tree is the better one: nodes do not tell apart what chance has shown
    /// since.
    pub depth: Option<u32>,
    /// How often a node is visited before it gets children: until then every visit plays out from it.
    pub ripe: u32,
    /// How many imagined states are drawn in an iteration to come to a plausible one, by
    /// [`Evaluator::plausibility`](crate::Evaluator::plausibility); with 0, whatever is imagined is taken.
    pub infer: u32,
    /// Whether won and lost positions are proven where that is possible (MCTS-Solver).
    pub solve: bool,
    /// How many trees grow side by side (root parallelization).
    pub threads: u32,
    /// How much memory the trees may take in all, in megabytes of 2^20 bytes. When it is used up, the search goes on in the
    /// trees it has.
    pub memory: u32,
    /// How many states are imagined for each decision.
    pub samples: u32,
    /// What was learnt from games and corrects what was made by hand.
    pub learn: Learning,
    /// How often any legal action is played instead of the one thought best, from 0 to 1 (ε-greedy).
    pub epsilon: f32,
    /// Kinds of action that are not chosen while there is any other.
    pub restrict: Restriction,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::Iterations(1000),
            c: 0.7,
            puct: None,
            prior_playouts: false,
            cut: None,
            bias: 0.0,
            widen: None,
            depth: None,
            ripe: 1,
            infer: 0,
            solve: true,
            threads: 1,
            memory: 1024,
            samples: 20,
            learn: Learning::Own,
            epsilon: 0.0,
            restrict: Restriction::NONE,
        }
    }
}

impl Options {
    /// Whether children are chosen with a look at priors.
    pub(crate) fn wants_priors(&self) -> bool {
        self.puct.is_some() || self.bias > 0.0 || self.widen.is_some()
    }
}

/// One option by its name.
#[derive(Debug)]
pub struct BotOption {
    /// Its name in a bot's text, before the `=`.
    pub name: &'static str,
    /// What it does, in a line.
    pub meaning: &'static str,
    /// What it may be.
    pub range: Range,
    /// Which bots take it.
    pub takers: &'static [Family],
}

/// The bots by how they decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Plays any legal action.
    Random,
    /// Follows a style of the game.
    Style,
    /// Looks one action ahead.
    Greedy,
    /// Plays out from each action.
    Flat,
    /// Grows a tree.
    Search,
    /// Asks a program of its own, which takes none of the options here.
    Program,
}

use Family::{Flat, Greedy, Random, Search, Style};

/// What an option may be, and what of [`Options`] it sets. The two numbers are the least and the most that is allowed.
#[derive(Debug)]
pub enum Range {
    /// The budget as a number of iterations.
    Iterations(u32, u32),
    /// The budget as a number of milliseconds.
    Milliseconds(u32, u32),
    /// A whole number.
    Whole(u32, u32, Field<u32>),
    /// A whole number, or the word for none.
    WholeOr(u32, u32, &'static str, Field<Option<u32>>),
    /// Any number.
    Real(f32, f32, Field<f32>),
    /// Any number, or the word for none.
    RealOr(f32, f32, &'static str, Field<Option<f32>>),
    /// The first word for no, the second for yes.
    Words([&'static str; 2], Field<bool>),
    /// A file of weights, `own` or `off`.
    Weights,
    /// Kinds of action of the game, joined by `+`.
    Kinds,
}

/// A way to a field of [`Options`].
pub type Field<T> = fn(&mut Options) -> &mut T;

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Iterations(min, max) | Range::Milliseconds(min, max) | Range::Whole(min, max, _) => {
                write!(f, "{min}-{max}")
            }
            Range::WholeOr(min, max, none, _) => write!(f, "{min}-{max} or {none}"),
            Range::Real(min, max, _) => write!(f, "{min}-{max} (any number)"),
            Range::RealOr(min, max, none, _) => write!(f, "{min}-{max} (any number) or {none}"),
            Range::Words([no, yes], _) => write!(f, "{no} or {yes}"),
            Range::Weights => f.write_str("own, off or a file made by `marque train`"),
            Range::Kinds => f.write_str("kinds of action joined by +"),
        }
    }
}

static OPTIONS: [BotOption; 18] = [
    BotOption {
        name: "iterations",
        meaning: "iterations a decision, so that the same seed plays the same game",
        range: Range::Iterations(1, 100_000_000),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "ms",
        meaning: "milliseconds a decision, instead of iterations",
        range: Range::Milliseconds(1, 3_600_000),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "c",
        meaning: "exploration: the weight of the confidence bound (UCB)",
        range: Range::Real(0.0, 10.0, |options| &mut options.c),
        takers: &[Search],
    },
    BotOption {
        name: "puct",
        meaning: "exploration by priors (PUCT): weight of an action's share, over the rivals; off goes by c, bias and widen",
        range: Range::RealOr(0.0, 100.0, "off", |options| &mut options.puct),
        takers: &[Search],
    },
    BotOption {
        name: "playout",
        meaning: "how playouts (rollouts) draw actions: all equally likely, or by their priors",
        range: Range::Words(["random", "prior"], |options| &mut options.prior_playouts),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "cut",
        meaning: "plies after which a playout is cut and evaluated; 0 evaluates at once",
        range: Range::WholeOr(0, 9999, "end", |options| &mut options.cut),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "bias",
        meaning: "progressive bias: the weight of priors in the tree, fading with visits",
        range: Range::Real(0.0, 100.0, |options| &mut options.bias),
        takers: &[Search],
    },
    BotOption {
        name: "widen",
        meaning: "progressive widening: try so many times the root of the visits, best priors first",
        range: Range::RealOr(0.01, 1000.0, "off", |options| &mut options.widen),
        takers: &[Search],
    },
    BotOption {
        name: "depth",
        meaning: "how many actions deep the tree may grow before playouts take over",
        range: Range::WholeOr(1, 9999, "any", |options| &mut options.depth),
        takers: &[Search],
    },
    BotOption {
        name: "ripe",
        meaning: "visits of a node before it gets children",
        range: Range::Whole(1, 1_000_000, |options| &mut options.ripe),
        takers: &[Search],
    },
    BotOption {
        name: "infer",
        meaning: "imagined states drawn an iteration to come to one that explains what others did; 0 takes any",
        range: Range::Whole(0, 1000, |options| &mut options.infer),
        takers: &[Search],
    },
    BotOption {
        name: "solve",
        meaning: "prove wins and losses (MCTS-Solver), with two seats where nothing is hidden and chance stays out",
        range: Range::Words(["off", "on"], |options| &mut options.solve),
        takers: &[Search],
    },
    BotOption {
        name: "threads",
        meaning: "trees that grow side by side and share the iterations",
        range: Range::Whole(1, 256, |options| &mut options.threads),
        takers: &[Search],
    },
    BotOption {
        name: "memory",
        meaning: "megabytes that the trees may take in all; when they are used up, no more nodes are made",
        range: Range::Whole(1, 1_000_000, |options| &mut options.memory),
        takers: &[Search],
    },
    BotOption {
        name: "samples",
        meaning: "imagined states each action is looked at in",
        range: Range::Whole(1, 100_000, |options| &mut options.samples),
        takers: &[Greedy],
    },
    BotOption {
        name: "learn",
        meaning: "weights that correct the evaluation: those that come with the game, none (greedy, unless told), or a file",
        range: Range::Weights,
        takers: &[Greedy, Flat, Search],
    },
    BotOption {
        name: "epsilon",
        meaning: "how often any legal action is played instead of the one thought best, from never (0) to always (1)",
        range: Range::Real(0.0, 1.0, |options| &mut options.epsilon),
        takers: &[Style, Greedy, Flat, Search],
    },
    BotOption {
        name: "restrict",
        meaning: "kinds of action never chosen while there is any other",
        range: Range::Kinds,
        takers: &[Random, Style, Greedy, Flat, Search],
    },
];

/// Every option there is, in the order in which bots are written.
pub fn options() -> &'static [BotOption] {
    &OPTIONS
}

impl BotOption {
    /// The option's value in a bot's text; empty where it has none.
    pub fn show(&self, options: &Options, kinds: &[&str]) -> String {
        let mut options = *options;
        match self.range {
            Range::Iterations(..) => match options.budget {
                Budget::Iterations(iterations) => iterations.to_string(),
                Budget::Time(_) => String::new(),
            },
            Range::Milliseconds(..) => match options.budget {
                Budget::Iterations(_) => String::new(),
                Budget::Time(time) => time.as_millis().to_string(),
            },
            Range::Whole(_, _, field) => field(&mut options).to_string(),
            Range::WholeOr(_, _, none, field) => field(&mut options).map_or(none.to_owned(), |n| n.to_string()),
            Range::Real(_, _, field) => field(&mut options).to_string(),
            Range::RealOr(_, _, none, field) => field(&mut options).map_or(none.to_owned(), |x| x.to_string()),
            Range::Words([no, yes], field) => if *field(&mut options) { yes } else { no }.to_owned(),
            Range::Weights => options.learn.show(),
            Range::Kinds => {
                let barred = kinds.iter().enumerate().filter(|&(kind, _)| options.restrict.bars(kind));
                barred.map(|(_, word)| *word).collect::<Vec<_>>().join("+")
            }
        }
    }

    /// Sets the option to a value in a bot's text; `None` where it may not be that. What is learnt is read by
    /// [`Learning::read`].
    pub(crate) fn set(&self, options: &mut Options, value: &str, kinds: &[&str]) -> Option<()> {
        match self.range {
            Range::Iterations(min, max) => options.budget = Budget::Iterations(whole(value, min, max)?),
            Range::Milliseconds(min, max) => {
                options.budget = Budget::Time(Duration::from_millis(whole(value, min, max)?.into()));
            }
            Range::Whole(min, max, field) => *field(options) = whole(value, min, max)?,
            Range::WholeOr(_, _, none, field) if value == none => *field(options) = None,
            Range::WholeOr(min, max, _, field) => *field(options) = Some(whole(value, min, max)?),
            Range::Real(min, max, field) => *field(options) = real(value, min, max)?,
            Range::RealOr(_, _, none, field) if value == none => *field(options) = None,
            Range::RealOr(min, max, _, field) => *field(options) = Some(real(value, min, max)?),
            Range::Words(words, field) => *field(options) = words.iter().position(|&word| word == value)? == 1,
            Range::Weights => return None,
            Range::Kinds => {
                options.restrict = value.split('+').try_fold(Restriction::NONE, |restriction, word| {
                    Some(restriction.and(kinds.iter().position(|&kind| kind == word)?))
                })?;
            }
        }
        Some(())
    }

    /// Whether the option says how long to think; of such options only one can be given.
    pub(crate) fn is_budget(&self) -> bool {
        matches!(self.range, Range::Iterations(..) | Range::Milliseconds(..))
    }

    /// What the option may be in a game with these kinds of action.
    pub(crate) fn allowed(&self, kinds: &[&str]) -> String {
        match self.range {
            Range::Kinds => format!("{} of {}", self.range, kinds.join(", ")),
            _ => self.range.to_string(),
        }
    }
}

/// A whole number in plain digits between two.
fn whole(text: &str, min: u32, max: u32) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| plain && (min..=max).contains(number))
}

/// Any number between two.
fn real(text: &str, min: f32, max: f32) -> Option<f32> {
    let number: f32 = text.parse().ok()?;
    // Adding zero takes the sign from a negative one.
    Some(number + 0.0).filter(|number| (min..=max).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_shows_what_it_was_set_to() {
        let kinds = ["spy", "ambush", "pass"];
        for (name, value) in [
            ("iterations", "4000"),
            ("ms", "250"),
            ("c", "0.85"),
            ("puct", "0.3"),
            ("puct", "off"),
            ("playout", "prior"),
            ("cut", "0"),
            ("cut", "end"),
            ("bias", "1.5"),
            ("widen", "2"),
            ("widen", "off"),
            ("depth", "3"),
            ("depth", "any"),
            ("ripe", "4"),
            ("infer", "2"),
            ("memory", "64"),
            ("solve", "off"),
            ("threads", "2"),
            ("samples", "9"),
            ("epsilon", "0.25"),
            ("restrict", "spy+pass"),
        ] {
            let option = OPTIONS.iter().find(|option| option.name == name).unwrap();
            let mut options = Options::default();
            option.set(&mut options, value, &kinds).unwrap();
            assert_eq!(option.show(&options, &kinds), value);
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for (name, value) in [
            ("iterations", "0"),
            ("iterations", "+5"),
            ("iterations", ""),
            ("ms", "0"),
            ("c", "-1"),
            ("c", "NaN"),
            ("c", "inf"),
            ("cut", "10000"),
            ("cut", "any"),
            ("epsilon", "1.1"),
            ("ripe", "0"),
            ("memory", "0"),
            ("widen", "0"),
            ("playout", "greedy"),
            ("restrict", ""),
            ("restrict", "spy+"),
        ] {
            let option = OPTIONS.iter().find(|option| option.name == name).unwrap();
            assert_eq!(option.set(&mut Options::default(), value, &["spy"]), None, "{name}={value}");
        }
    }
}
