//! The measures of a variant: each is a ratio of two totals over games.

use marque::Seat;

use super::course::Watched;
use super::drama::TENTHS;
use super::ratio::{Difference, Paired};
use crate::files::codec::Named;
use crate::game_record::How;

/// How a measure's figure is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of 0 to 1, shown in per cent.
    Share,
    /// Points of payoff, where 1 is a whole win; shown in hundredths, and of either sign.
    Payoff,
    /// A count or size; variants are compared by its relative change.
    Size,
    /// A number that may be zero or below; variants are compared by the difference.
    Number,
    /// The chance of what is seen when there is nothing to find.
    P,
}

impl Named for Unit {
    const ALL: &'static [Unit] = &[Unit::Share, Unit::Payoff, Unit::Size, Unit::Number, Unit::P];

    fn name(self) -> &'static str {
        match self {
            Unit::Share => "share",
            Unit::Payoff => "payoff",
            Unit::Size => "size",
            Unit::Number => "number",
            Unit::P => "p",
        }
    }
}

/// The names of measures in `variants.csv` that findings and reports ask for.
pub mod key {
    /// Advantage of the first seat.
    pub const FIRST_SEAT: &str = "first_seat";
    /// Draws.
    pub const DRAWS: &str = "draws";
    /// Decisions a game.
    pub const DECISIONS: &str = "decisions";
    /// Turns a game.
    pub const TURNS: &str = "turns";
    /// Games cut by a limit.
    pub const CUT: &str = "cut";
    /// Legal actions a decision.
    pub const BRANCHING: &str = "branching";
    /// Decisions with more than one choice.
    pub const CHOICES: &str = "choices";
    /// Changes of the lead.
    pub const LEAD_CHANGES: &str = "lead_changes";
    /// Part of the game after which the winner stays ahead.
    pub const SETTLED: &str = "settled";
    /// Winners who were behind at half time.
    pub const COMEBACKS: &str = "comebacks";
    /// Payoff of the stronger bot against the weaker.
    pub const SKILL: &str = "skill";
    /// Spread between seats.
    pub const SPREAD: &str = "spread";
    /// Chance of such seats if all were alike.
    pub const ALIKE: &str = "alike";
    /// Share of results the deal explains.
    pub const DEAL: &str = "deal";
    /// Most legal actions at any decision.
    pub const WIDEST_EVER: &str = "widest_ever";
    /// What stands before a way to end; each has a measure of its own.
    pub const ENDING: &str = "ending:";
}

/// What a measure is about: everything but how it is taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Topic {
    /// Its name in `variants.csv`.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How its figure is read.
    pub unit: Unit,
    /// The lowest and the highest value it can have.
    pub range: (f64, f64),
    /// Which way is better.
    pub wish: Wish,
    /// What a higher figure means, after "with this variant": `games are` … `longer`.
    pub says: Says,
}

/// Which way a measure should go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Higher is better.
    More,
    /// Lower is better.
    Less,
    /// The nearer to zero the better, whichever side.
    Zero,
    /// That is for the designer to say.
    Open,
}

/// One measure.
pub struct Measure {
    /// What it is about.
    pub topic: Topic,
    /// A game's share of both totals.
    pub of: fn(&Watched) -> (f64, f64),
}

/// The words for a change of a measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Says {
    /// What changes.
    pub subject: &'static str,
    /// When the figure is higher.
    pub more: &'static str,
    /// When the figure is lower.
    pub less: &'static str,
}

const fn says(subject: &'static str, more: &'static str, less: &'static str) -> Says {
    Says { subject, more, less }
}

/// The range of a share.
const SHARE: (f64, f64) = (0.0, 1.0);
/// The range of a size.
const SIZE: (f64, f64) = (0.0, f64::INFINITY);
/// Any number.
const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Every measure that is a ratio of totals, in the order of reports.
pub const MEASURES: &[Measure] = &[
    Measure {
        topic: Topic {
            key: key::FIRST_SEAT,
            title: "advantage of the first seat",
            unit: Unit::Payoff,
            range: (-1.0, 1.0),
            wish: Wish::Zero,
            says: says("the first seat's advantage is", "larger", "smaller"),
        },
        of: |game| {
            let standing = &game.standing;
            let first = f64::from(standing.payoff(Seat(0)));
            let others: f64 = Seat::all(standing.seats()).skip(1).map(|seat| f64::from(standing.payoff(seat))).sum();
            (first - others / (standing.seats() - 1) as f64, 1.0)
        },
    },
    Measure {
        topic: Topic {
            key: key::DECISIONS,
            title: "decisions a game",
            unit: Unit::Size,
            range: SIZE,
            wish: Wish::Open,
            says: says("games are", "longer in decisions", "shorter in decisions"),
        },
        of: |game| (game.decisions.into(), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::TURNS,
            title: "turns a game",
            unit: Unit::Size,
            range: SIZE,
            wish: Wish::Open,
            says: says("games are", "longer in turns", "shorter in turns"),
        },
        of: |game| (game.turns.into(), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::CUT,
            title: "games cut by a limit",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Less,
            says: says("games cut by a limit are", "more frequent", "rarer"),
        },
        of: |game| (f64::from(game.end.how == How::Cut), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::DRAWS,
            title: "draws (all seats level)",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Less,
            says: says("draws are", "more frequent", "rarer"),
        },
        of: |game| (f64::from(level(game)), 1.0),
    },
    Measure {
        topic: Topic {
            key: "shared_wins",
            title: "wins shared by some seats",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Less,
            says: says("shared wins are", "more frequent", "rarer"),
        },
        of: |game| (f64::from(winners(game) > 1 && !level(game)), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::BRANCHING,
            title: "legal actions a decision",
            unit: Unit::Size,
            range: SIZE,
            wish: Wish::Open,
            says: says("a decision offers", "more actions", "fewer actions"),
        },
        of: |game| (game.course.legal as f64, game.decisions.into()),
    },
    Measure {
        topic: Topic {
            key: "widest",
            title: "legal actions at a game's widest decision",
            unit: Unit::Size,
            range: SIZE,
            wish: Wish::Open,
            says: says("the widest decision offers", "more actions", "fewer actions"),
        },
        of: |game| (game.course.widest.into(), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::CHOICES,
            title: "decisions with more than one choice",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Open,
            says: says("decisions with a real choice are", "more frequent", "rarer"),
        },
        of: |game| (game.course.choices.into(), game.decisions.into()),
    },
    Measure {
        topic: Topic {
            key: "score",
            title: "score of a seat",
            unit: Unit::Number,
            range: ANY,
            wish: Wish::Open,
            says: says("a seat's score is", "higher", "lower"),
        },
        of: |game| {
            let scores = game.standing.scores();
            (scores.iter().map(|&score| f64::from(score)).sum(), scores.len() as f64)
        },
    },
    Measure {
        topic: Topic {
            key: "margin",
            title: "winning margin in score",
            unit: Unit::Number,
            range: ANY,
            wish: Wish::Open,
            says: says("the winning margin is", "larger", "smaller"),
        },
        of: |game| (margin(game).into(), 1.0),
    },
    Measure {
        topic: Topic {
            key: key::LEAD_CHANGES,
            title: "changes of the lead a turn",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Open,
            says: says("the lead changes hands", "more often a turn", "less often a turn"),
        },
        of: |game| (game.course.drama.lead_changes.into(), game.turns.max(1).into()),
    },
    Measure {
        topic: Topic {
            key: key::SETTLED,
            title: "part of the game after which the winner stays ahead",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Open,
            says: says("the winner takes the lead for good", "of the game later", "of the game earlier"),
        },
        of: |game| told(game.course.drama.settled),
    },
    Measure {
        topic: Topic {
            key: "deficit",
            title: "most the winner was ever behind",
            unit: Unit::Payoff,
            range: SHARE,
            wish: Wish::Open,
            says: says("at worst the winner is behind by", "more", "less"),
        },
        of: |game| told(game.course.drama.deficit),
    },
    Measure {
        topic: Topic {
            key: key::COMEBACKS,
            title: "winners who were behind at half time",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Open,
            says: says("winners who were behind at half time are", "more frequent", "rarer"),
        },
        of: |game| {
            let half = game.course.drama.lead(TENTHS / 2, &game.standing);
            (f64::from(half.is_some_and(|lead| lead < 0.0)), f64::from(half.is_some()))
        },
    },
    Measure {
        topic: Topic {
            key: "forfeits",
            title: "games a bot forfeited by failing",
            unit: Unit::Share,
            range: SHARE,
            wish: Wish::Less,
            says: says("forfeits are", "more frequent", "rarer"),
        },
        of: |game| (f64::from(game.forfeited()), 1.0),
    },
];

/// The measure of the stronger bot's success, which is taken from games of their own.
pub const SKILL: Measure = Measure {
    topic: Topic {
        key: key::SKILL,
        title: "payoff of the stronger bot against the weaker",
        unit: Unit::Share,
        range: SHARE,
        wish: Wish::More,
        says: says("the stronger bot's payoff is", "higher", "lower"),
    },
    of: |game| challenge(game, |game, seat| game.standing.payoff(seat).into()),
};

/// How far the seats are apart, which is no ratio but comes from all seats' payoffs together.
pub const SPREAD: Topic = Topic {
    key: key::SPREAD,
    title: "spread between seats",
    unit: Unit::Payoff,
    range: SHARE,
    wish: Wish::Less,
    says: says("the seats lie", "further apart", "closer together"),
};

/// Everything that variants are compared in and a question may be about.
pub fn topics() -> impl Iterator<Item = Topic> {
    MEASURES.iter().map(|measure| measure.topic).chain([SKILL.topic, SPREAD])
}

/// A figure of the one who challenges the others: player 0.
pub fn challenge(game: &Watched, figure: impl Fn(&Watched, Seat) -> f64) -> (f64, f64) {
    let seats = Seat::all(game.standing.seats()).zip(&game.seating.lineup);
    let challengers = seats.filter(|&(_, &player)| player == 0);
    challengers.fold((0.0, 0.0), |(sum, count), (seat, _)| (sum + figure(game, seat), count + 1.0))
}

/// How far the best seat's score is above that of the next; nothing where they are level.
pub fn margin(game: &Watched) -> i32 {
    let standing = &game.standing;
    let by_rank = |rank: u8| standing.ranks().iter().zip(standing.scores()).filter(move |&(&r, _)| r == rank);
    let mut best = by_rank(0).map(|(_, &score)| score);
    match (best.next(), best.next()) {
        (Some(winner), None) => {
            let next = by_rank(1).map(|(_, &score)| score).max();
            next.map_or(0, |next| winner - next)
        }
        _ => 0,
    }
}

fn winners(game: &Watched) -> usize {
    let standing = &game.standing;
    Seat::all(standing.seats()).filter(|&seat| standing.wins(seat)).count()
}

fn level(game: &Watched) -> bool {
    game.standing.ranks().iter().all(|&rank| rank == 0)
}

/// A figure that only some games have.
fn told(figure: f32) -> (f64, f64) {
    if figure.is_nan() { (0.0, 0.0) } else { (figure.into(), 1.0) }
}

impl Measure {
    /// A block's share of both totals.
    pub fn block(&self, games: &[Watched]) -> (f64, f64) {
        games.iter().map(self.of).fold((0.0, 0.0), |sum, game| (sum.0 + game.0, sum.1 + game.1))
    }

    /// How the figure differs from the base's.
    pub fn compare(&self, paired: &Paired) -> Difference {
        match self.topic.unit {
            Unit::Size => paired.change(self.topic.range),
            _ => paired.difference(self.topic.range),
        }
    }
}
