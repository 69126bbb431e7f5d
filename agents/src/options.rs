use std::fmt;
use std::time::{Duration, Instant};

use crate::restrict::Restriction;

/// No cut: a playout goes on to the end of the game.
pub const END: u32 = u32::MAX;

/// The first-play urgency at which all actions are tried before any is tried again.
pub const UNTRIED_FIRST: f32 = 10.0;

/// What can be set about a bot. Every bot takes those it has a use for; see [`options`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How many iterations a decision gets, where `ms` is 0.
    pub iterations: u32,
    /// How many milliseconds a decision gets; 0 counts iterations instead.
    pub ms: u32,
    /// How much is explored: the weight of the confidence bound.
    pub c: f32,
    /// First-play urgency: what an action not tried yet is thought to be worth.
    pub fpu: f32,
    /// Whether playouts draw actions by [`Knowledge::priors`](crate::Knowledge::priors) rather than alike.
    pub prior_playouts: bool,
    /// After how many plies a playout is cut and its state evaluated; [`END`] never.
    pub cut: u32,
    /// How many candidates a playout draws for a ply, to play the one that has gone best elsewhere; 0 and 1 just draw.
    pub mast: u32,
    /// The weight of priors in choosing among children, which fades as they are visited.
    pub bias: f32,
    /// How many visits it takes for a child's own record to outweigh that of its action played later; 0 ignores the
    /// latter.
    pub rave: u32,
    /// Records of actions played later are taken from the nearest node above with so many visits.
    pub grave: u32,
    /// Only so many times the root of a node's visits actions are tried in it, those with the highest priors; 0 all.
    pub widen: f32,
    /// How many actions deep the tree may grow; below, playouts go on. Where what a seat will know then matters more than
    /// what it does now, a shallow tree is the better one: nodes do not tell apart what chance has shown since.
    pub depth: u32,
    /// Whether won and lost positions are proven where that is possible.
    pub solve: bool,
    /// How many trees grow side by side.
    pub threads: u32,
    /// How many states are imagined for each decision.
    pub samples: u32,
    /// Kinds of action that are not chosen while there is any other.
    pub restrict: Restriction,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            iterations: 1000,
            ms: 0,
            c: 0.7,
            fpu: UNTRIED_FIRST,
            prior_playouts: false,
            cut: END,
            mast: 0,
            bias: 0.0,
            rave: 0,
            grave: 0,
            widen: 0.0,
            depth: 9999,
            solve: true,
            threads: 1,
            samples: 20,
            restrict: Restriction::NONE,
        }
    }
}

impl Options {
    /// Whether children are chosen with a look at priors.
    pub(crate) fn wants_priors(&self) -> bool {
        self.bias > 0.0 || self.widen > 0.0
    }

    /// Takes steps until this share of the budget is spent, or a step has nothing left to do.
    pub(crate) fn spend(&self, iterations: u32, mut step: impl FnMut() -> bool) {
        if self.ms == 0 {
            for _ in 0..iterations {
                if !step() {
                    return;
                }
            }
            return;
        }
        let end = Instant::now() + Duration::from_millis(self.ms.into());
        // The clock is slow next to a step of a fast game.
        while (0..16).all(|_| step()) && Instant::now() < end {}
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
}

use Family::{Flat, Greedy, Random, Search, Style};

/// What an option may be, and which field of [`Options`] it sets.
#[derive(Debug)]
pub enum Range {
    /// A whole number between two, both allowed.
    Whole(u32, u32, Field<u32>),
    /// A whole number up to one, or `end`.
    Plies(u32, Field<u32>),
    /// Any number between two, both allowed.
    Real(f32, f32, Field<f32>),
    /// The first word for no, the second for yes.
    Words([&'static str; 2], Field<bool>),
    /// Kinds of action of the game, joined by `+`.
    Kinds,
}

/// A way to a field of [`Options`].
pub type Field<T> = fn(&mut Options) -> &mut T;

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Whole(min, max, _) => write!(f, "{min}-{max}"),
            Range::Plies(max, _) => write!(f, "0-{max} or end"),
            Range::Real(min, max, _) => write!(f, "{min}-{max} (any number)"),
            Range::Words([no, yes], _) => write!(f, "{no} or {yes}"),
            Range::Kinds => f.write_str("kinds of action joined by +"),
        }
    }
}

static OPTIONS: [BotOption; 16] = [
    BotOption {
        name: "iterations",
        meaning: "iterations a decision, so that the same seed plays the same game",
        range: Range::Whole(1, 100_000_000, |options| &mut options.iterations),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "ms",
        meaning: "milliseconds a decision, instead of iterations; 0 counts iterations",
        range: Range::Whole(0, 3_600_000, |options| &mut options.ms),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "c",
        meaning: "exploration: the weight of the confidence bound",
        range: Range::Real(0.0, 10.0, |options| &mut options.c),
        takers: &[Search],
    },
    BotOption {
        name: "fpu",
        meaning: "first-play urgency: what an untried action is thought to be worth; 10 tries all first",
        range: Range::Real(0.0, UNTRIED_FIRST, |options| &mut options.fpu),
        takers: &[Search],
    },
    BotOption {
        name: "playout",
        meaning: "how playouts draw actions: each alike, or by their priors",
        range: Range::Words(["random", "prior"], |options| &mut options.prior_playouts),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "cut",
        meaning: "plies after which a playout is cut and evaluated; 0 evaluates at once",
        range: Range::Plies(9999, |options| &mut options.cut),
        takers: &[Flat, Search],
    },
    BotOption {
        name: "mast",
        meaning: "candidates drawn a ply of a playout, of which the one that went best elsewhere is played; 0 just draws",
        range: Range::Whole(0, 16, |options| &mut options.mast),
        takers: &[Search],
    },
    BotOption {
        name: "bias",
        meaning: "progressive bias: the weight of priors in the tree, fading with visits",
        range: Range::Real(0.0, 100.0, |options| &mut options.bias),
        takers: &[Search],
    },
    BotOption {
        name: "rave",
        meaning: "visits until a child's own record outweighs that of its action played later; 0 leaves the latter out",
        range: Range::Whole(0, 1_000_000, |options| &mut options.rave),
        takers: &[Search],
    },
    BotOption {
        name: "grave",
        meaning: "with rave: take the record of later plays from the nearest node above with so many visits",
        range: Range::Whole(0, 1_000_000, |options| &mut options.grave),
        takers: &[Search],
    },
    BotOption {
        name: "widen",
        meaning: "progressive widening: try so many times the root of the visits, best priors first; 0 tries all",
        range: Range::Real(0.0, 1000.0, |options| &mut options.widen),
        takers: &[Search],
    },
    BotOption {
        name: "depth",
        meaning: "how many actions deep the tree may grow before playouts take over",
        range: Range::Whole(1, 9999, |options| &mut options.depth),
        takers: &[Search],
    },
    BotOption {
        name: "solve",
        meaning: "prove wins and losses, in open games of two seats as long as chance stays out",
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
        name: "samples",
        meaning: "imagined states each action is looked at in",
        range: Range::Whole(1, 100_000, |options| &mut options.samples),
        takers: &[Greedy],
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
    /// The option's value in a bot's text.
    pub fn show(&self, options: &Options, kinds: &[&str]) -> String {
        let mut options = *options;
        match &self.range {
            Range::Whole(_, _, field) => field(&mut options).to_string(),
            Range::Plies(_, field) => match *field(&mut options) {
                END => "end".to_owned(),
                plies => plies.to_string(),
            },
            Range::Real(_, _, field) => field(&mut options).to_string(),
            Range::Words([no, yes], field) => if *field(&mut options) { yes } else { no }.to_string(),
            Range::Kinds => {
                let barred = kinds.iter().enumerate().filter(|&(kind, _)| options.restrict.bars(kind));
                barred.map(|(_, word)| *word).collect::<Vec<_>>().join("+")
            }
        }
    }

    /// Sets the option to a value in a bot's text; `None` where it may not be that.
    pub(crate) fn set(&self, options: &mut Options, value: &str, kinds: &[&str]) -> Option<()> {
        match self.range {
            Range::Whole(min, max, field) => {
                *field(options) = whole(value).filter(|number| (min..=max).contains(number))?;
            }
            Range::Plies(_, field) if value == "end" => *field(options) = END,
            Range::Plies(max, field) => *field(options) = whole(value).filter(|&number| number <= max)?,
            Range::Real(min, max, field) => {
                let number: f32 = value.parse().ok()?;
                // Adding zero takes the sign from a negative one.
                *field(options) = Some(number + 0.0).filter(|number| (min..=max).contains(number))?;
            }
            Range::Words(words, field) => *field(options) = words.iter().position(|&word| word == value)? == 1,
            Range::Kinds => {
                options.restrict = value.split('+').try_fold(Restriction::NONE, |restriction, word| {
                    Some(restriction.and(kinds.iter().position(|&kind| kind == word)?))
                })?;
            }
        }
        Some(())
    }

    /// What the option may be in a game with these kinds of action.
    pub(crate) fn allowed(&self, kinds: &[&str]) -> String {
        match self.range {
            Range::Kinds => format!("{} of {}", self.range, kinds.join(", ")),
            _ => self.range.to_string(),
        }
    }
}

/// A whole number in plain digits.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
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
            ("fpu", "0.5"),
            ("playout", "prior"),
            ("cut", "0"),
            ("cut", "end"),
            ("mast", "3"),
            ("bias", "1.5"),
            ("rave", "300"),
            ("grave", "50"),
            ("widen", "2"),
            ("depth", "3"),
            ("solve", "off"),
            ("threads", "2"),
            ("samples", "9"),
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
            ("c", "-1"),
            ("c", "NaN"),
            ("c", "inf"),
            ("cut", "10000"),
            ("playout", "greedy"),
            ("restrict", ""),
            ("restrict", "spy+"),
        ] {
            let option = OPTIONS.iter().find(|option| option.name == name).unwrap();
            assert_eq!(option.set(&mut Options::default(), value, &["spy"]), None, "{name}={value}");
        }
    }
}
